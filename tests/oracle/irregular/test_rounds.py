"""Random irregular rounds, and what must hold of them whatever the cards."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from tests.oracle import Unreadable, settle
from tests.oracle.documents import read
from tests.oracle.irregular.shorthand import CP, GAMES, S6, SP, step
from tests.oracle.irregular_rounds import random_document
from tests.oracle.literal import Table
from tests.oracle.sequence import take
from tests.oracle.steps import BY, read_step
from tests.tiers import heavy, size

SEEDS = size(60, 2_000)


def regular(seed, game):
    """A random document without what went wrong, and how many cards had left after each decision."""
    document = random_document(seed, game)
    decisions = [one for one in document["decisions"] if "by" not in one and one["do"] != "refuse"]
    refused = {one["decision"] for one in settle({**document, "decisions": decisions})["refused"]}
    document["decisions"] = [one for place, one in enumerate(decisions) if place not in refused]
    entries = read(document, read_step).decisions
    table = Table(read(document, read_step))
    left = []
    for entry in entries:
        take(table, entry, entries)
        left.append(table.left)
    return document, left


def regular_rounds(game):
    """Regular rounds, with a number of cards that leave in each, and the place in the list before the next card."""
    for seed in range(SEEDS):
        rng = Random(seed)
        try:
            document, left = regular(seed, game)
            answer = settle(document)
        except Unreadable:  # the cards were listed for another course of the round
            continue
        if answer["cards_used"]:
            count = rng.randrange(answer["cards_used"])
            yield rng, document, answer, count, len([one for one in left if one <= count])


def with_steps(document, place, *steps):
    made = deepcopy(document)
    made["decisions"][place:place] = steps
    return made


def somewhere(rng, document):
    return rng.choice(["dealer", *(str(wager["box"]) for wager in document["wagers"])])


def result(answer):
    held = ("dealer", "boxes", "settlements", "net", "house")
    return {key: answer[key] for key in held}


@pytest.mark.parametrize("game", GAMES)
def test_18_8_put_right_at_once_nothing_has_happened(game):
    for rng, document, answer, count, place in regular_rounds(game):
        misplaced = step("misplace", count, to=somewhere(rng, document))
        try:
            again = settle(with_steps(document, place, misplaced, step("reconstruct", count + 1)))
        except Unreadable:  # no card was due then, as a silent hand decides later
            continue
        if len(again["irregularities"]) == 2:
            assert result(again) == result(answer)
            assert again["irregularities"][1]["set_aside"] == []
            assert again["refused"] == []


@pytest.mark.parametrize("game", GAMES)
def test_18_8_put_right_at_the_end_it_is_the_round_of_the_decisions_that_stand(game):
    compared = 0
    for rng, document, _, count, place in regular_rounds(game):
        made = with_steps(document, place, step("misplace", count, to=somewhere(rng, document)))
        made["decisions"].append(step("reconstruct"))
        try:
            answer = settle(made)
        except Unreadable:
            continue
        if len(answer["irregularities"]) == 2:
            gone = {one["decision"] for one in answer["refused"]} | set(answer["irregularities"][1]["set_aside"])
            standing = [one for index, one in enumerate(made["decisions"]) if index not in gone and "by" not in one]
            again = settle({**document, "decisions": standing})
            assert again["refused"] == []
            assert result(again) == result(answer)
            compared += 1
    assert compared > SEEDS / 3


@pytest.mark.parametrize("game", GAMES)
def test_18_1_a_burned_card_was_never_there(game):
    for _, document, answer, count, place in regular_rounds(game):
        cards = document["cards"].split()
        cards.insert(count, cards[-1])  # the last one is used by no round
        made = with_steps({**document, "cards": " ".join(cards[:-1])}, place, step("burn", count))
        burned = settle(made)
        assert result(burned) == result(answer)
        assert burned["burned"] == [cards[count]]
        assert burned["cards_used"] == answer["cards_used"] + 1


@pytest.mark.parametrize("game", GAMES)
def test_18_2_a_card_drawn_in_error_changes_no_order(game):
    for _, document, answer, count, place in regular_rounds(game):
        drawn = settle(with_steps(document, place, step("draw-in-error", count)))
        assert result(drawn) == result(answer)
        assert drawn["cards_used"] == answer["cards_used"]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_document(game):
    for seed in range(20):
        assert random_document(seed, game) == random_document(seed, game)


@heavy
def test_the_random_rounds_reach_every_step_and_ruling():
    awaited = {*((do, game) for do in BY for game in GAMES if do not in ("absent", "close"))}
    awaited -= {("pay-at-end", game) for game in GAMES if game not in (SP, S6)}
    awaited -= {(do, game) for do in ("rack-left", "check-cards") for game in GAMES if game not in (SP, S6)}
    awaited.discard(("burn-forgotten", CP))
    awaited |= {(what, game) for what in ("set aside", "burned at last", "carried", "taken back") for game in GAMES}
    awaited |= {("refuse", SP), ("refuse", S6), ("insured late", SP), ("insured late", S6)}
    for seed in range(3_000):
        for game in GAMES:
            if any(place[1] == game for place in awaited):
                awaited -= {(what, game) for what in reached(random_document(seed, game))}
        if not awaited:
            break
    assert awaited == set()


def reached(document):
    answer = settle(document)
    refused = {one["decision"] for one in answer["refused"]}
    decisions = document["decisions"]
    yield from (one["do"] for one in answer["irregularities"])
    yield from (one["do"] for place, one in enumerate(decisions) if place not in refused and one["do"] == "refuse")
    for place in range(1, len(decisions)):
        if decisions[place]["do"] == "insure" and decisions[place - 1]["do"] == "insurance-missed":
            if not {place, place - 1} & refused:
                yield "insured late"
    if any(one.get("set_aside") for one in answer["irregularities"]):
        yield "set aside"
    burnt = Counter(one["do"] for one in answer["irregularities"])
    if len(answer.get("burned", ())) > burnt["burn"] + burnt["extra-card"]:
        yield "burned at last"
    if answer.get("carried"):
        yield "carried"
    if answer.get("void") is None and any(line["result"] == "void" for line in answer["settlements"]):
        yield "taken back"
