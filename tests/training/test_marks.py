"""Marking: the right answer is right, any other is wrong, and what cannot be read is one sentence."""

from __future__ import annotations

import json

import pytest

from boxseat.cards import RANKS, SUITS
from boxseat.rulebook.load import GAMES, open_book
from boxseat.training.answer_text import UnreadableAnswer, read_answer
from boxseat.training.course import NoExercise, course, exercise, fresh_exercise, skills_of
from boxseat.training.exercise import AnswerOption, Asked, Part, exercise_data
from boxseat.training.marks import clause_sentence, mark
from boxseat.training.skill import TOPICS
from tests.books import all_books, changed
from tests.tiers import size
from tests.training.exercises import exercises, right

ALL_SKILLS = [(game, skill.name) for game in GAMES for skill in skills_of(open_book(game))]


def alterations(one: Asked) -> list[str]:
    """Other answers to a part, in the form in which answers are compared."""
    answer, words = one.right.answer, one.right.answer.split()
    match one.part.form:
        case "choice":
            return [option.id for option in one.part.options if option.id != answer]
        case "several":
            every = [option.id for option in one.part.options]
            return [" ".join(name for name in every if (name in words) is not (name == other)) for other in every]
        case "cards":
            added = next(rank + suit for rank in RANKS for suit in SUITS if rank + suit not in words)
            return [" ".join([*words, added]), *(" ".join(words[:at] + words[at + 1 :]) for at in range(len(words)))]
        case "amount":
            return [f"{float(answer) + 0.5:.2f}", f"{float(answer) - 0.01:.2f}", f"{float(answer) + 100:.2f}"]
        case "total":
            return [answer.removeprefix("soft ") if "soft" in answer else f"soft {answer}", f"{int(words[-1]) + 1}"]
        case "places":
            other = ["dealer" if words[0] != "dealer" else "1", *words[1:]]
            return [" ".join(words[:-1]), " ".join([*words, "dealer"]), " ".join(other)]


@pytest.mark.parametrize(("game", "skill"), ALL_SKILLS)
def test_the_right_answer_is_right_and_any_altered_one_wrong(game: str, skill: str) -> None:
    for one in exercises(game, skill, size(3, 30)):
        answers = right(one)
        marked = mark(one, answers)
        assert marked.is_right, one.key
        assert all(made.is_right and made.clause for made in marked.marks)
        for place, asked in enumerate(one.asked):
            for other in alterations(asked):
                wrong = mark(one, {**answers, asked.part.name: other})
                assert not wrong.is_right, (one.key, asked.part.name, other)
                assert [made.is_right for made in wrong.marks] == [at != place for at in range(len(one.asked))]
                assert wrong.marks[place].answer == asked.right.answer


@pytest.mark.parametrize(("game", "skill"), ALL_SKILLS)
def test_every_clause_has_a_sentence_in_the_register_and_all_is_json(game: str, skill: str) -> None:
    for one in exercises(game, skill, 2):
        for made in mark(one, right(one)).marks:
            assert made.sentence == clause_sentence(game, made.clause) != "", (one.key, made.clause)
        told = json.loads(json.dumps(exercise_data(one, with_answers=True)))
        assert {part: answer["answer"] for part, answer in told.pop("answers").items()} == right(one)
        assert told == json.loads(json.dumps(exercise_data(one, with_answers=False)))
        assert told["topic"] in TOPICS
        assert told["told"]


def test_the_table_as_data_has_what_the_picture_has() -> None:
    for one in exercises("star-pontoon", "misplace", 30):
        told = json.loads(json.dumps(exercise_data(one, with_answers=False)["table"]))
        lies = {f"cards:{hand['place']}": hand["cards"] for box in told["boxes"] for hand in box["hands"]}
        lies |= {"cards:dealer": told["dealer"]["cards"], "cards:next": told["next"], "cards:rack": told["rack"]}
        for surplus in told["surplus"]:
            lies.setdefault(f"cards:{surplus['place']}", []).append(surplus["card"])
        asked = {each.part.name: each.part.start.split() for each in one.asked if each.part.form == "cards"}
        assert {part: sorted(cards) for part, cards in lies.items() if cards} == {
            part: sorted(cards) for part, cards in asked.items() if cards
        }
    for one in exercises("star-pontoon", "void", 30):
        told = json.loads(json.dumps(exercise_data(one, with_answers=False)["table"]))
        paid = sum(max(0.0, float(line["net"])) for line in told["settled"])
        assert paid == sum(float(answer) for part, answer in right(one).items() if part.startswith("net:"))


def test_a_wrong_place_is_marked_by_its_own_clause() -> None:
    """The initial deal, a draw, and the dealer's hand have three clauses."""
    one = next(
        one for one in exercises("star-pontoon", "whole-round", 30) if right(one)["places"].endswith("dealer dealer")
    )
    places = right(one)["places"].split()
    at_dealer = " ".join([*places[:-1], places[0]])
    assert mark(one, {"places": at_dealer}).marks[0].clause == "15.3"
    assert mark(one, {"places": " ".join(places[:-1])}).marks[0].clause == "15.3"
    assert mark(one, {"places": " ".join([*places, "dealer"])}).marks[0].clause == "15.3"
    assert mark(one, {"places": " ".join(["dealer", *places[1:]])}).marks[0].clause == "8.1"
    assert mark(one, {"places": " ".join(places)}).marks[0].clause == "8.1"


CHOICE = Part("p", "?", "choice", (AnswerOption("burn", "Burn"), AnswerOption("carry", "Carry")))
SEVERAL = Part("p", "?", "several", CHOICE.options)
PLACES = Part(
    "p", "?", "places", (AnswerOption("1", "Box 1"), AnswerOption("12", "Box 12"), AnswerOption("dealer", "The dealer"))
)


@pytest.mark.parametrize(
    ("part", "text", "read"),
    [
        (CHOICE, "2", "carry"),
        (CHOICE, " Burn ", "burn"),
        (SEVERAL, "2, 1", "burn carry"),
        (SEVERAL, "-", ""),
        (SEVERAL, "", ""),
        (Part("p", "?", "cards"), "ks, 7h", "7H KS"),
        (Part("p", "?", "cards"), "-", ""),
        (Part("p", "?", "amount"), "37.5", "37.50"),
        (Part("p", "?", "amount"), "$25 + 10+2.50", "37.50"),
        (Part("p", "?", "amount"), "-5", "-5.00"),
        (Part("p", "?", "amount"), "0", "0.00"),
        (Part("p", "?", "total"), "s17", "soft 17"),
        (Part("p", "?", "total"), "Soft 17", "soft 17"),
        (Part("p", "?", "total"), "hard 9", "9"),
        (Part("p", "?", "total"), "17", "17"),
        (PLACES, "13d 13", "1 3 dealer 1 3"),
        (PLACES, "12 1 dealer", "12 1 dealer"),
    ],
)
def test_answers_are_read_in_any_way_of_writing_them(part: Part, text: str, read: str) -> None:
    assert read_answer(part, text) == read


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        (CHOICE, "", "'' is none of the numbers 1 to 2"),
        (CHOICE, "3", "'3' is none of the numbers 1 to 2"),
        (CHOICE, "1 2", "'1 2' is none"),
        (SEVERAL, "1 x", "'x' is none"),
        (Part("p", "?", "cards"), "10h", "'10H' is no card"),
        (Part("p", "?", "amount"), "", "'' is not an amount in dollars"),
        (Part("p", "?", "amount"), "1.234", "'1.234' is not an amount"),
        (Part("p", "?", "amount"), "1e5", "'1e5' is not an amount"),
        (Part("p", "?", "amount"), "٣", "is not an amount"),
        (Part("p", "?", "total"), "seventeen", "'seventeen' is no total"),
        (PLACES, "1 b", "'b' is no place"),
        (Part("p", "?", "cards"), "x" * 500, "an answer has at most 400 characters"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(part: Part, text: str, said: str) -> None:
    with pytest.raises(UnreadableAnswer) as refused:
        read_answer(part, text)
    assert str(refused.value).startswith(said) or said in str(refused.value)


def test_every_part_is_answered_and_no_other() -> None:
    one = exercise(open_book("star-pontoon"), "burn/1")
    with pytest.raises(UnreadableAnswer, match="place: not answered"):
        mark(one, {"ruling": "burn"})
    with pytest.raises(UnreadableAnswer, match="card: nothing of this name is asked; there are ruling, place"):
        mark(one, {**right(one), "card": "burn"})
    with pytest.raises(UnreadableAnswer, match="ruling: 'x' is none of the numbers 1 to 11"):
        mark(one, {**right(one), "ruling": "x"})


@pytest.mark.parametrize(
    "key", ["", "burn", "burn/", "burn/x", "burn/-1", "/1", "nothing/1", "burn/1/2", "super-sevens/1"]
)
def test_no_such_exercise(key: str) -> None:
    with pytest.raises(NoExercise, match="exercise"):
        exercise(open_book("star-pontoon"), key)


def test_the_course_has_four_topics_with_the_skills_that_a_game_has() -> None:
    told = course(open_book("canberra-blackjack"))
    assert [one["topic"] for one in told] == list(TOPICS)
    skills = json.dumps(told)
    assert "super-sevens" in skills
    assert "table-line" not in skills
    assert "surrender" not in skills


@pytest.mark.parametrize("name", sorted(all_books()))
def test_any_book_can_be_trained_in(name: str) -> None:
    """A book of one's own has the skills that its rules have, and its exercises are marked as any others."""
    book = all_books()[name]
    for number in range(size(25, 200)):
        one = fresh_exercise(book, 7, number)
        assert mark(one, right(one)).is_right


def test_a_house_whose_rules_differ_gets_other_rulings() -> None:
    star = open_book("star-pontoon")
    stays = changed(star, irregularities__face_up_card="stays-in-play", dealing_errors__extra_unseen="burnt")
    assert {right(exercise(stays, f"burn/{seed}"))["ruling"] for seed in range(12)} <= {
        "next-card",
        "dealers-next",
        "burn",
    }
    assert right(exercise(stays, "burn/3"))["ruling"] != "burn"
    assert right(exercise(stays, "extra-card-unseen/1"))["ruling"] == "burn"
    undone = changed(star, irregularities__void_round="all-undone")
    assert all(right(exercise(undone, f"void/{seed}"))["ruling"] == "void" for seed in range(5))


def test_a_book_with_too_few_cards_leads_to_no_round() -> None:
    tiny = changed(open_book("canberra-blackjack"), cards__ranks="A2", cards__decks=1)
    with pytest.raises(NoExercise):
        exercise(tiny, "extra-card/1")
    one = fresh_exercise(tiny, 1, 0)
    assert mark(one, right(one)).is_right
