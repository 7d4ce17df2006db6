"""Card-counting files: read strictly, with a sentence for each error; index plays override a policy."""

from __future__ import annotations

import numpy as np
import pytest

from boxseat.cards import card
from boxseat.odds.policy import DOUBLE, HIT, SPLIT, STAND, code
from boxseat.odds.simulator.card_count import (
    BadCount,
    count_numbers,
    indexed_policies,
    parse_count,
    read_count,
    sets_of_plays,
)
from boxseat.odds.simulator.symbols import symbols
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.rulebook.load import open_book
from tests.books import ROOT
from tests.odds.test_simulate import HI_LO

BLACKJACK = open_book("canberra-blackjack")


def test_the_example_is_read() -> None:
    found = read_count(str(ROOT / "docs" / "examples" / "hi-lo.toml"))
    assert found.name == "Hi-Lo"
    assert found.units(0) == 1
    assert found.units(3) == 8
    assert found.units(20) == 12
    assert sum(found.tags.values()) == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("K = -1", "K = x", "is not TOML"),
        (", K = -1", "", "tags: give each of the ranks A23456789TJQK one"),
        ("K = -1", "K = -0.3", "tags.K: -0.3 is not a whole or half number"),
        ("K = -1", 'K = "one"', r"tags\[\.\.\.\]: Expected float, got str"),
        ('"floor"', '"down"', "count.rounding: Invalid enum value 'down'"),
        ("units = 8", "unit = 8", r"bets\[1\]: has no unit"),
        ("units = 8", "units = -1", r"bets\[1\].units: -1 is not between 0"),
        ("from = 3, units", "from = 1, units", r"bets\[1\].from: 1 must be above the one before"),
        ('hand = "16"', 'hand = "sixteen"', r"plays\[0\].hand: 'sixteen' is not a hand such as 16, soft 18 or pair 8"),
        ('hand = "16"', 'hand = "21"', r"plays\[0\].hand: '21' is no total that leaves a choice"),
        ('hand = "pair T"', 'hand = "20"', r"plays\[1\].do: 20 is no pair"),
        ('dealer = "T", do', 'dealer = "K", do', r"plays\[0\].dealer: 'K' is none of A, 2 to 9 and T"),
        ('do = "stand", from = 0', 'do = "stand"', r"plays\[0\].from: say either from which count, or below which"),
        ('do = "stand"', 'do = "fold"', r"plays\[0\].do: Invalid enum value 'fold'"),
        ("initial = 0", "initial = 1e9", "count.initial: 1e\\+09 is not"),
        ('name = "Hi-Lo"', "", "misses name"),
    ],
)
def test_whatever_is_wrong_is_one_sentence(old: str, new: str, said: str) -> None:
    assert old in HI_LO
    with pytest.raises(BadCount, match=said) as refused:
        parse_count(HI_LO.replace(old, new, 1), source="my.toml")
    assert str(refused.value).startswith("my.toml: ")
    assert "\n" not in str(refused.value)


def test_a_file_that_cannot_be_read() -> None:
    with pytest.raises(BadCount, match="cannot be read: No such file"):
        read_count("/nowhere/count.toml")


def test_index_plays_are_written_over_the_policy() -> None:
    plays = """
plays = [{hand = "16", dealer = "T", do = "stand", from = 0}, {hand = "pair T", dealer = "6", do = "split", from = 4},
         {hand = "soft 18", dealer = "5", do = "double", from = 1}, {hand = "17", dealer = "A", do = "hit", below = -2}]
"""
    text = "".join(line for line in HI_LO.splitlines(keepends=True) if not line.startswith("plays")) + plays
    counting = parse_count(text, source="x")
    base = mimic_policy(BLACKJACK)
    policies = dict(zip(sets_of_plays(counting), indexed_policies(BLACKJACK, base, counting), strict=True))
    ten, nine, seven, king, six = (code(card(one)) for one in ("TS", "9H", "7D", "KC", "6S"))
    assert policies[counting.active(-1)].two[ten, nine, seven] == HIT
    assert policies[counting.active(0)].two[ten, nine, seven] == STAND
    assert policies[counting.active(0)].two[six, king, ten] == STAND
    assert policies[counting.active(4)].two[six, king, ten] == SPLIT
    assert policies[counting.active(1)].two[code(card("5S")), code(card("AS")), seven] == DOUBLE
    assert policies[counting.active(-3)].two[code(card("AH")), king, seven] == HIT
    assert (base.two == mimic_policy(BLACKJACK).two).all()


@pytest.mark.parametrize(
    ("divide", "rounding", "running", "left", "true"),
    [
        ("decks", "floor", 7, 104, 3),
        ("decks", "floor", -7, 104, -4),
        ("decks", "truncate", -7, 104, -3),
        ("decks", "nearest", 7, 104, 4),
        ("half-decks", "floor", 7, 78, 4),
        ("cards", "floor", 7, 26, 10),
        ("never", "floor", 7, 104, 7),
        ("decks", "floor", 7, 3, 7),
    ],
)
def test_the_true_count(divide: str, rounding: str, running: int, left: int, true: int) -> None:
    text = HI_LO.replace('divide = "decks"', f'divide = "{divide}"').replace('"floor"', f'"{rounding}"')
    counting = parse_count(text, source="x")
    found = symbols(BLACKJACK, [mimic_policy(BLACKJACK)], counting.tag_list())
    numbers = count_numbers(BLACKJACK, counting, found, 416)
    place = int(numbers.places[left, running - numbers.lowest])
    assert counting.counts()[place] == true


def test_tags_in_halves_are_exact() -> None:
    counting = parse_count(HI_LO.replace("5 = 1", "5 = 1.5").replace("9 = 0", "9 = -0.5"), source="x")
    found = symbols(BLACKJACK, [mimic_policy(BLACKJACK)], counting.tag_list())
    numbers = count_numbers(BLACKJACK, counting, found, 416)
    assert numbers.tags[1 + int(found.of[code(card("5S"))])] == 3
    assert numbers.tags[1 + int(found.of[code(card("9S"))])] == -1
    assert len({int(found.of[code(card(one))]) for one in ("TS", "KS", "QH")}) == 1
    assert np.abs(numbers.tags).max() == 3
