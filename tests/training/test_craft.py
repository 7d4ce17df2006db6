"""The plain craft, checked by odds, totals and orders written out here: payouts, totals, the deal, shuffle and cut, wagers."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil

import pytest

from boxseat.rulebook.load import open_book
from boxseat.training.course import exercise, skills_of
from boxseat.training.exercise import Exercise
from tests.tiers import size
from tests.training.exercises import GAMES, exercises, of_part, right, table, told

STAR = GAMES[2:]
CANBERRA = GAMES[:2]
PONTOON = (GAMES[0], *STAR)
SEEDS = size(12, 100)
ODDS = {
    "Pontoon": "3:2",
    "Blackjack": "3:2",
    "even money": "1:1",
    "a doubled hand": "1:1",
    "5 cards totalling 21": "3:2",
    "6 cards totalling 21": "2:1",
    "7 or more cards totalling 21": "3:1",
    "6,7,8 of mixed suits": "3:2",
    "6,7,8 of one suit": "2:1",
    "6,7,8 all spades": "3:1",
    "7,7,7 of mixed suits": "3:2",
    "7,7,7 of one suit": "2:1",
    "7,7,7 all spades": "3:1",
    "the dealer's second card makes a natural": "2:1",
    "a perfect pair": "25:1",
    "a seven as the first card": "3:1",
    "two sevens": "50:1",
    "two sevens of one suit": "100:1",
    "three sevens": "500:1",
    "three sevens of one suit": "5000:1",
}
BY_GAME = {
    ("star-pontoon-6to5", "Pontoon"): "6:5",
    **{(game, "a mixed pair"): "6:1" for game in CANBERRA},
    **{(game, "a coloured pair"): "12:1" for game in CANBERRA},
    **{(game, "a mixed pair"): "5:1" for game in STAR},
    **{(game, "a coloured pair"): "10:1" for game in STAR},
}
POINTS = {**{str(number): number for number in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def expected_cents(game: str, stake: Fraction, why: str) -> int:
    """What is paid: at The Star in chips of 50 cents, rounded up; at Canberra to the cent."""
    odds = "1:1" if why.startswith("a total of") else BY_GAME.get((game, why)) or ODDS[why]
    pays, per = map(int, odds.split(":"))
    unit = 50 if game in STAR else 1
    return ceil(stake * 100 * pays / per / unit) * unit


@pytest.mark.parametrize(
    ("game", "skill"),
    [
        (game, skill.name)
        for game in GAMES
        for skill in skills_of(open_book(game), "wagers-and-payouts")
        if skill.name not in ("results", "over-maximum", "control", "super-bonus")
    ],
)
def test_payments_are_those_of_the_table(game: str, skill: str) -> None:
    reasons = set()
    for one in exercises(game, skill, SEEDS):
        for asked in one.asked:
            if "onus on box" in asked.part.asks:
                continue
            stake = Fraction(re.findall(r" of ([0-9.]+) on box", asked.part.asks)[0])
            cents = round(Fraction(asked.right.answer) * 100)
            if asked.part.asks.startswith("Back to"):
                assert cents == ceil(stake * 50 / (50 if game in STAR else 1)) * (50 if game in STAR else 1)
            else:
                assert cents == expected_cents(game, stake, asked.right.why), (one.key, asked.part.asks)
            reasons.add(asked.right.why)
    assert reasons


def test_all_lines_of_the_table_come() -> None:
    lines = {one.asked[0].right.why for one in exercises("star-pontoon", "table-line", 80)}
    assert len(lines) == 9
    sevens = {one.asked[0].right.why for one in exercises("canberra-blackjack", "super-sevens", 80)}
    assert len(sevens) >= 4


@pytest.mark.parametrize("game", PONTOON)
def test_the_super_bonus_is_1000_or_5000_with_50_for_others(game: str) -> None:
    for one in exercises(game, "super-bonus", SEEDS):
        for asked in one.asked:
            if "Super Bonus on" in asked.part.asks:
                stake = float(re.findall(r"wager ([0-9.]+)\)", asked.part.asks)[0])
                assert asked.right.answer == ("5000.00" if stake >= 25 else "1000.00")
            if "share of the bonus" in asked.part.asks:
                assert asked.right.answer == "50.00"


def hand_total(cards: list[str], *, doubled: bool = False) -> str:
    """A total counted anew; after a double the aces held before the last card count one."""
    aces = sum(card[0] == "A" for card in (cards[-1:] if doubled else cards))
    points = sum(POINTS.get(card[0], 1) for card in cards)
    return f"soft {points + 10}" if aces and points + 10 <= 21 else str(points)


@pytest.mark.parametrize("game", GAMES)
def test_totals(game: str) -> None:
    for one in exercises(game, "total", SEEDS):
        assert right(one)["total"] == hand_total(told(one).removeprefix("A hand has ").rstrip(".").split())
    clauses = {"canberra-pontoon": "2.5(a)", "star-pontoon": "13.1.4", "star-pontoon-6to5": "12.1.4"}
    for one in exercises(game, "doubled-total", SEEDS):
        cards = re.findall(r"\b[2-9AJQKT][SHDC]\b", told(one))
        counts_one = game != "canberra-blackjack" or open_book(game).doubling.aces.value == "count-one"
        assert right(one)["total"] == hand_total(cards, doubled=counts_one), one.key
        assert one.clause in (clauses.get(game), open_book(game).doubling.aces.clause, one.clause)


def places_of(one: Exercise) -> list[str]:
    return right(one)["places"].split()


@pytest.mark.parametrize("game", GAMES)
def test_the_initial_deal_goes_round_the_boxes_the_dealer_and_the_boxes(game: str) -> None:
    sizes = set()
    for one in exercises(game, "initial-deal", SEEDS):
        boxes = re.findall(r"\d", told(one))
        assert places_of(one) == [*boxes, "dealer", *boxes]
        sizes.add(len(boxes))
    assert 7 in sizes


def dealt_by_hand(game: str, one: Exercise) -> list[str] | None:
    """The places of a whole round by its signals; none for rounds with signals that this does not know."""
    lines = one.told[2:]
    cards = iter(one.told[1].removeprefix("The cards in order: ").split())
    signals = {line[4]: line.partition(": ")[2].split(", ") for line in lines}
    if any(word in ("insure", "even-money", "forfeit") for said in signals.values() for word in said):
        return None
    order: list[str] = [*signals, "dealer", *signals]
    hands: dict[str, list[str]] = {}
    for place in order:
        hands.setdefault(place, []).append(next(cards))
    open_boxes, waits = set(), False
    shown = hands["dealer"][0][0]
    for box, said in signals.items():
        total = hand_total(hands[box])
        if total == "soft 21":
            waits = waits or (game == "canberra-blackjack" and shown in "ATJQK")
            continue
        open_boxes.add(box)
        for word in said:
            doubled = word == "double"
            if word in ("hit", "double"):
                hands[box].append(next(cards))
                order.append(box)
            total = hand_total(hands[box], doubled=doubled)
            points = int(total.removeprefix("soft "))
            if points > 21 or (points == 21 and game in PONTOON):
                open_boxes.discard(box)
            if word == "surrender":
                open_boxes.discard(box)
                waits = True
    while open_boxes or (waits and len(hands["dealer"]) < 2):
        total = hand_total(hands["dealer"])
        points = int(total.removeprefix("soft "))
        stands = points >= (18 if total.startswith("soft") and game in PONTOON else 17)
        if len(hands["dealer"]) > 1 and stands:
            break
        hands["dealer"].append(next(cards))
        order.append("dealer")
    return order


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_is_dealt_by_its_signals(game: str) -> None:
    found = 0
    for one in exercises(game, "whole-round", size(25, 200)):
        expected = dealt_by_hand(game, one)
        if expected is not None:
            found += 1
            assert places_of(one) == expected, (one.key, one.told)
    assert found > 10


@pytest.mark.parametrize("game", GAMES)
def test_what_is_announced_is_the_offer_or_the_hand_in_turn(game: str) -> None:
    for one in exercises(game, "announcement", SEEDS):
        said, shown = right(one)["announcement"], table(one).dealer[0].rank
        if said == "insurance":
            assert shown == "A"
        elif said == "surrender":
            assert shown in "AJQK"
            assert game != "canberra-blackjack"


@pytest.mark.parametrize("game", GAMES)
def test_a_cut_is_a_deck_from_either_end(game: str) -> None:
    for one in exercises(game, "cut", SEEDS):
        decks, per_deck, whole, at = map(int, re.findall(r"\d+", told(one)))
        assert whole == decks * per_deck
        assert right(one)["cut"] == ("good" if per_deck <= at <= whole - per_deck else "again")


@pytest.mark.parametrize("game", GAMES)
def test_the_cutting_card_is_a_deck_to_half_the_cards_from_the_back(game: str) -> None:
    for one in exercises(game, "cutting-card", SEEDS):
        _, per_deck, whole, behind, _ = map(int, re.findall(r"\d+", told(one)))
        assert right(one)["cutting-card"] == ("good" if per_deck <= behind <= whole // 2 else "again")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_card_is_burnt_but_at_canberra_pontoon_and_from_a_device_there(game: str) -> None:
    seen = set()
    for one in exercises(game, "first-card", SEEDS):
        device = "device" in told(one)
        seen.add(device)
        burns = game in STAR or (game == "canberra-blackjack" and not device)
        assert right(one)["first-card"] == ("burn" if burns else "deal")
    assert seen == {True, False}
    for one in exercises(game, "cut-or-none", SEEDS):
        assert right(one)["cut"] == ("none" if "device" in told(one) else "cut")


@pytest.mark.parametrize("game", GAMES)
def test_the_cutting_card_calls_for_a_shuffle_but_in_canberras_final_rounds(game: str) -> None:
    for one in exercises(game, "cutting-card-out", SEEDS):
        first = "as the first card" in told(one)
        final = "about to close" in told(one)
        assert not (final and game in STAR)
        assert right(one)["shuffle"] == ("aside" if final else "at-once" if first else "after")


@pytest.mark.parametrize("game", GAMES)
def test_a_box_above_its_maximum_plays_up_to_it(game: str) -> None:
    for one in exercises(game, "over-maximum", SEEDS):
        limit = float(re.findall(r"the box, ([0-9.]+);", told(one))[0])
        assert sum(map(float, right(one).values())) == limit


@pytest.mark.parametrize("game", GAMES)
def test_the_seated_player_decides_then_the_highest_or_nearest(game: str) -> None:
    for one in exercises(game, "control", SEEDS):
        laid = re.findall(r"(\w+) ([0-9]+\.[0-9]+)( \(has the seat\))?", told(one).partition(": ")[2])
        seated = [name for name, _, seat in laid if seat]
        highest = max(laid, key=lambda wager: float(wager[1]))[0]
        expected = seated[0] if seated else highest if game in STAR else laid[0][0]
        assert right(one)["controls"] == expected.lower(), one.key


def test_every_wager_of_a_round_has_its_result() -> None:
    for one in exercises("star-pontoon", "results", SEEDS):
        assert all(
            asked.right.answer in ("win", "lose", "stand-off", "surrender", "forfeit", "void") for asked in one.asked
        )
        assert of_part(one, "result:1").clause


def test_an_exercise_of_a_key_is_always_the_same() -> None:
    book = open_book("star-pontoon")
    assert exercise(book, "misplace/5") == exercise(book, "misplace/5")
    assert exercise(book, "misplace/5") != exercise(book, "misplace/6")
