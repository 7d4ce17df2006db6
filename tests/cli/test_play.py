"""``boxseat play`` for a player: whole rounds of every game, leaving at any moment, wrong input, and no cent lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxseat.cli.errors import WrongRequest
from boxseat.rulebook.load import GAMES
from tests.books import PLAIN_BLACKJACK
from tests.cli.typist import FAREWELL, Answers, Asked, any_key, cents, check_bankroll, sit, typing
from tests.tiers import cases, heavy

TRIES = 60


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("game", [*GAMES, PLAIN_BLACKJACK])
@pytest.mark.parametrize(
    ("boxes", "others", "columns"), cases([(1, 2, 80), (2, 3, 60), (7, 6, 160), (1, 0, 100)], [(2, 3, 60)])
)
def test_whole_rounds_are_played_by_the_keys_shown(
    game: str, boxes: int, others: int, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for seed in range(1 if boxes == 7 else 3):
        shown = sit(any_key(seed, 8), game, boxes=boxes, others=others, seed=seed, explain=seed == 0)
        check_bankroll(shown, 500_00)
        assert "none of the keys" not in shown
        assert "is no wager" not in shown
        assert max(map(len, shown.splitlines())) <= columns


class Until:
    """Gives other answers until a question of this kind, then one last answer."""

    def __init__(self, kind: str, last: str | None, otherwise: Answers) -> None:
        self._kind = kind
        self._last = last
        self._otherwise = otherwise
        self.reached = False

    def __call__(self, asked: Asked) -> str | None:
        if self.reached:
            raise AssertionError("asked again after leaving")
        self.reached = asked.kind == self._kind
        return self._last if self.reached else self._otherwise(asked)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["wager", "box", "insurance", "surrender", "decision", "forfeit"])
@pytest.mark.parametrize("last", cases(["q", "Quit", None], ("q",)))
def test_leaving_at_any_question_finishes_the_round(game: str, kind: str, last: str | None) -> None:
    if game == "canberra-blackjack" and kind in ("surrender", "forfeit"):
        return
    for seed in range(TRIES):
        answers = Until(kind, last, any_key(seed, 9))
        shown = sit(answers, game, boxes=2, seed=seed)
        check_bankroll(shown, 500_00)
        if answers.reached:
            break
    assert answers.reached
    if kind in ("wager", "box"):
        assert "absent player" not in shown
    else:
        assert "your hands are played as for an absent player" in " ".join(shown.split())
        assert shown.rindex("You leave;") < shown.rindex("In all")


@heavy
def test_the_same_seed_and_the_same_answers_show_the_same() -> None:
    first, again, other = (sit(any_key(3, 8), "canberra-blackjack", boxes=2, seed=seed) for seed in (9, 9, 10))
    assert first == again != other


def test_a_table_without_a_seed_is_shuffled_anew() -> None:
    answers = ("", "c", "c", "s", "s", "s")
    shown = {sit(typing(*answers), "canberra-blackjack", seed=None) for _ in range(3)}
    assert len(shown) > 1
    for one in shown:
        check_bankroll(one, 500_00)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x", "'x' is none of the keys: h, s, d, ?, q."),
        ("", "Type one of the keys: h, s, d, ?, q."),
        ("hh", "'hh' is none of the keys"),
        ("h 5", "Hit takes no amount."),
        ("d 0", "'0' is not above zero."),
        ("d 0.25", "Double: a double is laid in multiples of 0.50"),
        ("d 1.234", "'1.234' is no whole number of cents."),
        ("d 1.2.3", "'1.2.3' is not an amount in dollars"),
        ("d 11", "Double: Guest may double for 10.00 at the most (clause 13.1)."),
        ("double 99999999999999999999", "is not an amount in dollars"),
        ("d -5", "'d -5' is none of the keys"),
        ("p", "Split: the two cards are not of equal value (clause 14.1)."),
        ("i", "Insure: "),
        ("even money", "Even money: this game has no even money"),
        ("f", "Forfeit: no hand of box 2 has been doubled (clause 13.5)."),
        ("[/bold] :smile: é\x1b[31m", "is none of the keys"),
        ("x" * 5000, "is none of the keys"),
    ],
)
def test_wrong_typing_gets_a_sentence_and_is_asked_again(typed: str, said: str) -> None:
    shown = sit(typing("10", "c", typed, "s"))
    answer = " ".join(shown.split("\n> ", 2)[2].split("\n> ")[0].split())
    assert said in answer
    assert "Box 2 stands on 18" in shown
    check_bankroll(shown, 500_00)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("s", "'s' is no wager. Type an amount, such as 10 or 10 pp5."),
        ("ten", "'ten' is no wager."),
        ("-5", "'-5' is no wager."),
        ("10 20", "The main wager is there twice."),
        ("10 pp5 pp5", "pp is there twice."),
        ("2", "Box 2: a wager is 5.00 at the least (clause 7.1)."),
        ("1001", "That takes 1001.00, and you have 500.00."),
        ("7.25", "Box 2: 7.25 is no multiple of the smallest chip, 0.50 (clause 6.2)."),
        ("7.255", "'7.255' is no whole number of cents."),
        ("pp5", "Box 2: Perfect Pairs needs a main wager on the box (clause 16.5)."),
        ("10 ss5", "Box 2: this table has no Super Sevens (clause 16.1)."),
        ("10 pp0", "'0' is not above zero."),
        ("?", "Dealer stands"),
    ],
)
def test_a_wrong_wager_gets_a_sentence_and_is_asked_again(typed: str, said: str) -> None:
    shown = sit(typing(typed, "q"))
    assert said in shown.split("Your wager: ", 1)[1]
    assert "You leave with 500.00 after 0 rounds, 0.00 in all." in shown


def test_the_table_takes_no_more_than_its_maximum() -> None:
    shown = sit(typing("30", "q"), maximum="25")
    assert "Box 2: a box takes 25.00 at the most (clause 7.1)." in shown


def test_canberra_plays_a_first_slip_with_a_warning_and_refuses_the_next() -> None:
    wagers = iter(("2", "r", None))
    keys = any_key(1, 1)
    answers: Answers = lambda asked: next(wagers) if asked.kind == "wager" else keys(asked)  # noqa: E731
    shown = " ".join(sit(answers, "canberra-pontoon").split())
    assert "It plays this once; further wagers under the minimum are returned (clause 3.4)." in shown
    assert "Your wager: r Box 2: a wager is 5.00 at the least (clause 3.4)." in shown


def test_boxes_are_wagered_on_one_by_one() -> None:
    shown = sit(typing("b", "20 pp5", "x", "n", "", "q"), boxes=3, others=0)
    assert "Box 2: x\n'x' is no wager." in shown
    assert "Box 1 · You" in shown
    assert "Box 2 · You" not in shown
    assert "Box 3 · You" in shown
    check_bankroll(shown, 500_00)


def test_a_round_may_be_sat_out() -> None:
    shown = sit(typing("n", "q"))
    assert "Box 1 · Ines" in shown
    assert "Your wagers" not in shown
    assert "after 1 round, 0.00 in all" in shown
    assert "Nobody has wagered, so no card is dealt." in sit(typing("n", "q"), others=0)


def test_explain_says_what_each_closed_choice_would_need() -> None:
    plain, explained = (sit(typing("10", "c", "q"), explain=explain) for explain in (False, True))
    needs = "Split: the two cards are not of equal value (clause 14.1)."
    assert needs in explained
    assert needs not in plain
    assert "Forfeit: no hand of box 2 has been doubled (clause 13.5)." in explained


def test_a_question_mark_explains_choices_and_pays() -> None:
    shown = sit(typing("10", "?", "q"))
    assert "u surrender: give the hand up, and with it part of the wager (clause 10.1)" in shown
    assert shown.count("7 or more cards totalling 21 3 to 1") == 2


def test_payouts_name_result_odds_and_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for seed in range(TRIES):
        shown = sit(typing("10 pp5", *"sssss"), "canberra-blackjack", seed=seed)
        if match := re.search(r"Box 2 wager +10.00 +(\S+) +win +3 to 2 +(\S+) +Blackjack", shown):
            assert match.groups() in {("+15.00", "8.1(a)"), ("+15.00", "13.2(a)")}
            return
    raise AssertionError("nobody had Blackjack")


def test_what_the_chips_do_not_reach_is_said() -> None:
    shown = " ".join(sit(typing("10", "c", "d", "s"), bankroll="10").split())
    assert "Double: this takes 0.50, and you have 0.00 left." in shown
    short = sit(typing("10", "c", "d", "q"), bankroll="14.50")
    assert "[d] double (for 4.50, or any part from 0.50)" in short
    check_bankroll(short, 14_50)


def test_without_chips_the_visit_ends_kindly() -> None:
    shown = sit(lambda asked: "h" if "h" in asked.keys else "", bankroll="20", minimum="20", maximum="20", seed=2)
    assert "Your chips no longer reach the least wager, 20.00. Thank you for playing." in shown
    check_bankroll(shown, 20_00)


def test_a_tiny_deck_voids_rounds_and_costs_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = Path(PLAIN_BLACKJACK).read_text("utf-8")
    book = tmp_path_factory.mktemp("house") / "tiny.toml"
    book.write_text(re.sub(r'ranks = \{ value = "A2\w+"', 'ranks = { value = "A2"', text), "utf-8")
    shown = sit(any_key(1, 6), str(book), others=6)
    assert "The round is void." in shown or "discards are shuffled" in shown
    check_bankroll(shown, 500_00)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bankroll": "x"}, "--bankroll: 'x' is not an amount in dollars such as 37.50"),
        ({"bankroll": "-5"}, "--bankroll: '-5' is not an amount"),
        ({"bankroll": "4"}, "--bankroll: 4.00 is less than the smallest wager, 5.00"),
        ({"bankroll": "14.25"}, "--bankroll: 14.25 is no multiple of 0.50 (clause 6.2)"),
        (
            {"minimum": "5.25"},
            "--min: 5.25 is no multiple of the smallest chip, 0.50",
        ),
        ({"minimum": "50", "maximum": "20"}, "--min: 50.00 is above --max, 20.00"),
        ({"minimum": "0"}, "--min: '0' is not above zero"),
        ({"maximum": "1e3"}, "--max: '1e3' is not an amount"),
        ({"minimum": "5.10", "maximum": "5.20"}, "--max: no wager in chips of 0.50 is possible up to 5.20"),
        ({"boxes": 8}, "--boxes: 8 is more than the 7 boxes of the table"),
    ],
)
def test_a_wrong_request_is_one_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(WrongRequest) as refused:
        sit(typing(), "star-pontoon", **options)
    assert str(refused.value).startswith(said)


@heavy
def test_the_farewell_counts_exactly() -> None:
    shown = sit(any_key(11, 25), "star-pontoon-6to5", boxes=3, bankroll="10000")
    left, change = FAREWELL.findall(shown)[0]
    assert cents(left) - cents(change) == 10_000_00
