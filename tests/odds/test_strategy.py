"""Strategy charts: the known shape of best play, their exact edge, and chart files, valid and invalid."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boxseat.cards import card, parse_cards
from boxseat.odds.exact.solver import edge
from boxseat.odds.hands import place_of
from boxseat.odds.policy import ADDED, DOUBLE, HIT, ORIGINAL, SPLIT, STAND, SURRENDER, code
from boxseat.odds.strategy.cells import ANY_SUITS, NO_LINE, ONE_SUIT, SPADES, BadCell, cell
from boxseat.odds.strategy.chart import Chart, columns
from boxseat.odds.strategy.chart_file import BadChart, as_record, chart_of, chart_text, read_chart
from boxseat.odds.strategy.chart_image import FILLS, draw, svg
from boxseat.odds.strategy.legend import ChartFigures, blocks, meanings, notes, sentence
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.odds.figures import chart_figures
from tests.odds.test_exact import blackjack
from tests.tiers import heavy

PONTOON = ("canberra-pontoon", "star-pontoon")
TENS_APART = changed(open_book(PLAIN_BLACKJACK), surrender__against="JQKA")


@cache
def _chart(game: str) -> Chart:
    return chart_figures(_book(game))


def _book(game: str) -> Book:
    if game == "no-hole-card":
        return blackjack(dealer__dealer_pontoon_takes="everything")
    return TENS_APART if game == "tens-apart" else open_book(game)


def _row(chart: Chart, section: str, row: str) -> str:
    return " ".join(str(at) for at in getattr(chart, section)[row].values())


# Known facts about best play in Pontoon: no soft doubles, hardly any surrender, 17 hit against an ace, stands by the
# number of cards, exceptions for 6-7-8. The cells are the solver's own, stored here so that any change is noticed.


@pytest.mark.parametrize("game", PONTOON)
def test_no_soft_doubles_where_aces_count_one(game: str) -> None:
    assert not any(
        step.action == DOUBLE for cells in _chart(game).soft.values() for at in cells.values() for step in at.steps
    )


@pytest.mark.parametrize("game", PONTOON)
def test_hardly_any_surrender_since_a_drawn_21_beats_a_dealers_pontoon(game: str) -> None:
    chart = _chart(game)
    cells = [at for rows in (chart.hard, chart.soft, chart.pairs) for row in rows.values() for at in row.values()]
    assert sum(step.action == SURRENDER for at in cells for step in at.steps) <= 2


@pytest.mark.parametrize("game", PONTOON)
def test_17_is_hit_against_an_ace(game: str) -> None:
    chart = _chart(game)
    assert str(chart.hard["17"]["A"]) == "H"
    assert [str(chart.hard["17"][column]) for column in "234567"] == ["S"] * 6


@pytest.mark.parametrize("game", PONTOON)
def test_stands_and_doubles_depend_on_the_number_of_cards(game: str) -> None:
    chart = _chart(game)
    assert [str(chart.hard["17"][column]) for column in ("8", "9", "10")] == ["S6"] * 3
    assert str(chart.hard["11"]["10"]) == "D4"
    assert str(chart.soft["18"]["2"]) == "S4"


@pytest.mark.parametrize("game", PONTOON)
def test_exceptions_for_6_7_8_still_possible_any_suited_or_in_spades(game: str) -> None:
    chart = _chart(game)
    marks = {row: {column: at.mark for column, at in chart.hard[row].items() if at.mark} for row in ("13", "14", "15")}
    assert marks == {
        "13": {"6": ANY_SUITS},
        "14": {"4": ANY_SUITS, "5": ONE_SUIT, "6": SPADES},
        "15": {"2": ANY_SUITS, "3": ONE_SUIT},
    }


def test_basic_strategy_of_no_hole_card_blackjack() -> None:
    """The well-known chart: 8 decks, dealer stands on soft 17, double any two cards, also after splits, a natural takes
    all.

    It differs from the American chart where more is at risk against a ten or an ace: 11 is not doubled, and eights are
    not split. That 16 of three cards or more stands against a ten is the best-known exception by number of cards.
    """
    chart = _chart("no-hole-card")
    hard = {
        "17": "S S S S S S S S S S",
        "16": "S S S S S H H H H3s H",
        "15": "S S S S S H H H H H",
        "13": "S S S S S H H H H H",
        "12": "H H S S S H H H H H",
        "11": "D D D D D D D D H H",
        "10": "D D D D D D D D H H",
        "9": "H D D D D H H H H H",
        "8": "H H H H H H H H H H",
    }
    soft = {
        "19": "S S S S S S S S S S",
        "18": "S Ds Ds Ds Ds S S H H H",
        "17": "H D D D D H H H H H",
        "16": "H H D D D H H H H H",
        "15": "H H D D D H H H H H",
        "14": "H H H D D H H H H H",
        "13": "H H H D D H H H H H",
    }
    pairs = {
        "A,A": "P P P P P P P P P -",
        "10,10": "- - - - - - - - - -",
        "9,9": "P P P P P - P P - -",
        "8,8": "P P P P P P P P - -",
        "7,7": "P P P P P P - - - -",
        "6,6": "P P P P P - - - - -",
        "5,5": "- - - - - - - - - -",
        "4,4": "- - - P P - - - - -",
        "3,3": "P P P P P P - - - -",
        "2,2": "P P P P P P - - - -",
    }
    for section, rows in (("hard", hard), ("soft", soft), ("pairs", pairs)):
        assert {row: _row(chart, section, row) for row in rows} == rows
    assert chart.forfeit == {}


@pytest.mark.parametrize(
    ("game", "most"),
    [("star-pontoon", 3e-6), ("star-pontoon-6to5", 3e-6), ("canberra-pontoon", 2e-5), ("canberra-blackjack", 2e-5)],
)
def test_a_chart_is_never_better_than_perfect_play_and_gives_away_little(game: str, most: float) -> None:
    """A total-dependent chart for many decks costs little, by exact values of both."""
    book = _book(game)
    given = edge(book, _chart(game).policy(book)).house_edge - edge(book).house_edge
    assert 0 < given < most


@heavy
def test_a_worse_chart_has_a_worse_edge() -> None:
    book = _book("star-pontoon")
    record = as_record(_chart("star-pontoon"))
    hard: dict[str, dict[str, str]] = record["hard"]  # type: ignore[assignment]
    hard["17"]["A"] = "S"
    worse = chart_of(record, book)
    best = _chart("star-pontoon")
    assert edge(book, worse.policy(book)).house_edge > edge(book, best.policy(book)).house_edge + 1e-4


# The dealer's first cards


@pytest.mark.parametrize("game", GAMES)
def test_a_column_for_every_card_that_a_rule_tells_apart(game: str) -> None:
    assert list(columns(_book(game))) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]


def test_pictures_have_a_column_of_their_own_where_they_alone_open_surrender() -> None:
    assert columns(TENS_APART)["10"] == "T"
    assert columns(TENS_APART)["JQK"] == "JQK"
    chart = _chart("tens-apart")
    assert str(chart.hard["15"]["10"]) == "H"
    assert str(chart.hard["15"]["JQK"]) == "R"


# A chart as a policy


@pytest.mark.parametrize(
    ("game", "hand", "dealers", "expected"),
    [
        ("star-pontoon", "9S 2D", "KH", DOUBLE),
        ("star-pontoon", "4S 3D 4H", "KH", DOUBLE),
        ("star-pontoon", "4S 3D 2H 2C", "KH", HIT),
        ("star-pontoon", "9S 6D", "2H", STAND),
        ("star-pontoon", "7S 8D", "2H", HIT),
        ("star-pontoon", "7S 8D", "3H", STAND),
        ("star-pontoon", "7H 8H", "3H", HIT),
        ("star-pontoon", "6H 8H", "6D", STAND),
        ("star-pontoon", "6S 8S", "6D", HIT),
        ("star-pontoon", "9S 3D 3H", "2H", STAND),
        ("star-pontoon", "8S 2D 3H 2C", "2H", HIT),
        ("star-pontoon", "8S 8D", "9H", SPLIT),
        ("star-pontoon", "8S 8D", "AH", HIT),
        ("star-pontoon", "KS QD", "6H", STAND),
        ("tens-apart", "KS 5D", "QH", SURRENDER),
        ("tens-apart", "KS 5D", "TH", HIT),
        ("tens-apart", "KS 3D 2H", "QH", HIT),
        ("tens-apart", "KS QD", "6H", STAND),
        ("canberra-blackjack", "AS 7D", "3H", DOUBLE),
        ("canberra-blackjack", "AS 5D 2H", "3H", STAND),
    ],
)
def test_the_policy_plays_what_the_chart_says(game: str, hand: str, dealers: str, expected: int) -> None:
    book = _book(game)
    policy = _chart(game).policy(book)
    cards, first = parse_cards(hand), card(dealers)
    if len(cards) == 2:
        assert policy.two[code(first), code(cards[0]), code(cards[1])] == expected
        assert policy.two[code(first), code(cards[1]), code(cards[0])] == expected
    else:
        assert policy.later[first.points - 1, place_of([held.points - 1 for held in cards])] == expected


def test_a_doubled_17_is_given_up_against_an_ace_and_18_is_kept() -> None:
    policy = _chart("star-pontoon").policy(_book("star-pontoon"))
    for hand, given_up in (("6S 5D 6H", True), ("6S 5D 7H", False), ("AS KD 6H", True)):
        assert policy.forfeit[0, place_of([held.points - 1 for held in parse_cards(hand)]), 0] == given_up
    ace_at_eleven = place_of([held.points - 1 for held in parse_cards("4S 2D AH")])
    assert list(policy.forfeit[0, ace_at_eleven]) == [True, True]
    assert list(policy.forfeit[1, ace_at_eleven]) == [False, False]


def test_split_hands_follow_the_same_rows_unless_a_cell_says_otherwise() -> None:
    book = _book("canberra-pontoon")
    record: dict[str, Any] = {
        **as_record(_chart("canberra-pontoon")),
        "split": {"added": {"hard": {"16": {"A": "S4"}}}},
    }
    policy = chart_of(record, book).policy(book)
    ace, eight, other = code(card("AS")), code(card("8S")), code(card("8D"))
    assert policy.split_two[ORIGINAL, ace, code(card("9S")), code(card("7D"))] == HIT
    assert policy.split_two[ADDED, ace, code(card("9S")), code(card("7D"))] == STAND
    assert policy.split_two[ADDED, code(card("6S")), eight, other] == SPLIT
    sixteen = place_of([7, 7])
    assert policy.split_later[ADDED, 5, 7, sixteen] == STAND, (
        "a pair that may not be split again is played by its total"
    )
    assert policy.split_later[ADDED, 0, 7, place_of([7, 3, 3])] == STAND
    assert policy.split_later[ADDED, 0, 7, place_of([7, 3, 2, 1])] == HIT


@pytest.mark.parametrize("game", [*GAMES, "tens-apart"])
def test_a_policy_never_asks_for_what_the_book_does_not_allow(game: str) -> None:
    book = _book(game)
    policy = _chart(game).policy(book)
    opens = [rank in book.surrender.against.value for rank in "A23456789TJQK" for _ in range(4)]
    assert not (policy.two[~np.array(opens)] == SURRENDER).any()
    assert not (policy.split_two == SURRENDER).any()
    assert set(np.unique(policy.later)) <= {STAND, HIT, DOUBLE}
    if book.doubling.on.value == "first-two":
        assert not (policy.later == DOUBLE).any()
    if book.drawing.stand_from.value == 12:
        low = [place_of([held.points - 1 for held in parse_cards(text)]) for text in ("2S 3D 4H", "4S 3D 4H")]
        assert (policy.later[:, low] != STAND).all()


# Cells


@pytest.mark.parametrize(
    "text",
    [
        "H",
        "S",
        "D",
        "P",
        "R",
        "S4",
        "D5",
        "Ds",
        "D4s",
        "D4s6",
        "H3s",
        "Rs",
        "Rs5",
        "Rp",
        "S4*",
        "S5+",
        "S6♠",
        "P+",
        "-",
    ],
)
def test_a_cell_reads_as_it_is_written(text: str) -> None:
    assert str(cell(text)) == text


def test_a_hit_at_the_end_may_be_left_out() -> None:
    assert cell("Rh") == cell("R")
    assert cell("Dh") == cell("D")


@pytest.mark.parametrize(
    ("text", "cards", "line", "expected"),
    [
        ("S4", 3, NO_LINE, STAND),
        ("S4", 4, NO_LINE, HIT),
        ("D4s6", 3, NO_LINE, DOUBLE),
        ("D4s6", 4, NO_LINE, STAND),
        ("D4s6", 6, NO_LINE, HIT),
        ("Rs5", 2, NO_LINE, SURRENDER),
        ("H3s", 2, NO_LINE, HIT),
        ("H3s", 3, NO_LINE, STAND),
        ("S+", 2, ANY_SUITS, STAND),
        ("S+", 2, ONE_SUIT, HIT),
        ("S+", 2, SPADES, HIT),
        ("S♠", 2, ONE_SUIT, STAND),
        ("S*", 3, SPADES, STAND),
    ],
)
def test_what_a_cell_does(text: str, cards: int, line: int, expected: int) -> None:
    found = cell(text).decision(cards, frozenset(range(5)), line)
    assert (HIT if found is None else found) == expected


def test_what_is_not_allowed_is_passed_over() -> None:
    assert cell("Ds").decision(3, frozenset({STAND, HIT}), NO_LINE) == STAND
    assert cell("D").decision(3, frozenset({STAND, HIT}), NO_LINE) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X", "is no cell"),
        ("", "begins with none"),
        ("s", "begins with none"),
        ("SS", "is no cell"),
        ("S4S", "is no cell"),
        ("Sh", "goes on after S"),
        ("P3", "for two cards only"),
        ("S2", "counts from fewer than three"),
        ("H4", "does not say what follows"),
        ("D5s4", "do not rise"),
        ("D4sd", "names an action twice"),
        ("*", "begins with none"),
    ],
)
def test_what_is_no_cell(text: str, why: str) -> None:
    with pytest.raises(BadCell, match=why):
        cell(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("S4*", "stand; hit with 4 cards or more; hit two cards that can become 6-7-8"),
        ("S6♠", "stand; hit with 6 cards or more; hit two cards that can become 6-7-8 in spades"),
        ("Ds", "double; else stand"),
        ("D", "double; else hit"),
        ("Rs5", "surrender; else stand; hit with 5 cards or more"),
        ("D4s6", "double; stand with 4 cards or more; hit with 6 cards or more"),
        ("-", "play by the total"),
    ],
)
def test_a_cell_in_words(text: str, said: str) -> None:
    assert sentence(cell(text), "6-7-8") == said


# Chart files


@pytest.mark.parametrize("game", ["star-pontoon", "canberra-blackjack", "tens-apart"])
def test_a_chart_written_and_read_is_the_same(game: str, tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    text = chart_text(as_record(_chart(game)))
    path.write_text(text, "utf-8")
    assert read_chart(str(path), _book(game)) == _chart(game)
    assert chart_text(as_record(read_chart(str(path), _book(game)))) == text
    assert max(map(len, text.splitlines())) < 140, "each row is on one line"


def _spoilt(game: str, *path: str, value: object = None) -> str:
    """The error sentence about a chart with one value changed or removed."""
    record: dict[str, Any] = json.loads(chart_text(as_record(_chart(game))))
    inner = record
    for name in path[:-1]:
        inner = inner.setdefault(name, {})
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    with pytest.raises(BadChart) as refused:
        chart_of(record, _book(game))
    return str(refused.value)


@pytest.mark.parametrize(
    ("path", "value", "sentence_"),
    [
        (
            ("hard", "17", "A"),
            "Z",
            "hard 17 against A: 'Z' is no cell, which is written like H, S, S4, D, Ds, P, R or S5*",
        ),
        (("hard", "17", "A"), 4, "hard 17 against A: is not text"),
        (("hard", "17", "A"), "-", "hard 17 against A: says nothing; only a pair may be left to its total"),
        (("hard", "17", "A"), "P", "hard 17 against A: star-pontoon does not allow to split there"),
        (("hard", "17", "9"), "R", "hard 17 against 9: star-pontoon does not allow to surrender there"),
        (("hard", "17", "A"), None, "hard 17: the cell against A is missing"),
        (("hard", "17"), None, "hard 17: the row is missing"),
        (("hard", "17"), "S", "hard 17: is not an object"),
        (("hard", "21"), {}, "hard 21: no such row; 4 to 20 are"),
        (("hard", "17", "JQK"), "S", "hard 17: no column 'JQK'; the dealer's cards are 2, 3, 4, 5, 6, 7, 8, 9, 10, A"),
        (("pairs",), None, "pairs: is missing"),
        (("colour",), "red", "colour: unknown field; a chart has hard, soft, pairs, forfeit, split"),
        (("forfeit", "A"), 22, "forfeit against A: is no total from 0 (none) to 20"),
        (("forfeit", "A"), True, "forfeit against A: is no total from 0 (none) to 20"),
        (("forfeit", "A"), None, "forfeit: the cell against A is missing"),
        (("split", "third"), {}, "split third: is no wager of a split hand, which is original or added"),
        (("split", "added", "pairs"), {}, "split added pairs: unknown section; there are hard and soft"),
        (
            ("split", "added", "hard"),
            {"16": {"A": "R"}},
            "split added hard 16 against A: star-pontoon does not allow to surrender there",
        ),
    ],
)
def test_a_broken_chart_is_refused_with_its_cell(path: tuple[str, ...], value: object, sentence_: str) -> None:
    assert _spoilt("star-pontoon", *path, value=value) == sentence_


def test_what_other_books_do_not_allow_is_refused() -> None:
    assert _spoilt("canberra-blackjack", "forfeit", "A", value=16) == (
        "forfeit: canberra-blackjack does not allow to give up a doubled hand"
    )
    assert _spoilt("canberra-pontoon", "hard", "11", "A", value="S") == (
        "hard 11 against A: canberra-pontoon does not allow to stand there"
    )
    assert _spoilt("tens-apart", "hard", "12", "JQK", value="S").startswith(
        "hard 12: 10 and JQK differ in more than surrender"
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff", "is not UTF-8 text"),
        (b"{", "is not JSON"),
        (b"[]", "the chart: is not an object"),
        (b'{"hard": {}, "hard": {}}', "the field 'hard' is given twice"),
        (b"{}", "hard: is missing"),
    ],
)
def test_a_file_that_holds_no_chart_is_refused(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_bytes(content)
    with pytest.raises(BadChart, match=why):
        read_chart(str(path), _book("star-pontoon"))


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadChart, match=r"'nowhere\.json' cannot be read: No such file"):
        read_chart("nowhere.json", _book("star-pontoon"))


# Pictures and words


def test_totals_played_alike_share_a_row() -> None:
    labels = [label for label, _ in blocks(_chart("star-pontoon"), _book("star-pontoon"))[0].rows]
    assert labels == ["18-20", "17", "16", "15", "14", "13", "12", "11", "10", "9", "4-8"]


def test_cells_for_split_hands_have_a_block_of_their_own() -> None:
    book = _book("star-pontoon")
    record: dict[str, Any] = {**as_record(_chart("star-pontoon")), "split": {"added": {"soft": {"18": {"A": "S"}}}}}
    (block,) = [block for block in blocks(chart_of(record, book), book) if block.title.startswith("Split")]
    assert block.title == "Split hands with the added wager"
    assert [label for label, _ in block.rows] == ["soft 18"]


def test_every_sign_of_a_chart_is_explained() -> None:
    explained = {sample: words for sample, _, words in meanings(_chart("star-pontoon"), _book("star-pontoon"))}
    assert set(explained) == {"H", "S", "D", "P", "-", "S4", "D4", "*", "+", "♠", "≤16"}
    assert explained["♠"] == "hit two cards that can become 6-7-8 or 7-7-7 in spades"


def test_what_a_chart_leaves_out_is_said_where_the_book_has_it() -> None:
    assert notes(_book("star-pontoon")) == ["Left out: for the Super Bonus, hit 7 and 7 of one suit against 7."]
    assert notes(_book("canberra-blackjack")) == []


def test_the_picture_is_text_that_can_be_read_aloud() -> None:
    """A title, a description with every cell, letters in the cells, and a sentence for each."""
    book = _book("star-pontoon")
    picture = svg(draw(_chart("star-pontoon"), book, ChartFigures(0.0045, 0.004)))
    assert 'role="img" aria-labelledby="title description"' in picture
    assert "<title>17 against A: hit</title>" in picture
    assert ">S4*</text>" in picture
    assert "the chart gives away 0.0500%" in picture


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_letters_stand_out_and_actions_differ_in_grey() -> None:
    """WCAG requires a contrast of 4.5 to 1 between text and background; backgrounds differ by at least 1.2 to 1."""
    for fill, ink in FILLS.values():
        lighter, darker = sorted((_luminance(fill), _luminance(ink)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
    grounds = sorted(_luminance(fill) for action, (fill, _) in FILLS.items() if action is not None)
    assert all((lighter + 0.05) / (darker + 0.05) > 1.2 for darker, lighter in pairwise(grounds))
