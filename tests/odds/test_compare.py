"""Two books side by side: every difference that matters is found and valued, alone and together."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from inspect import getattr_static
from typing import Any

import msgspec
import pytest

from boxseat.odds.exact import comparison as comparing
from boxseat.odds.exact.comparison import RULES, Side, compare
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.exact.solver import Edge, edge
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import cited_values, open_book, with_options
from tests.books import PLAIN_BLACKJACK, all_books, changed
from tests.tiers import cases, heavy

STAR, BLACKJACK = open_book("star-pontoon"), open_book("canberra-blackjack")


@heavy
def test_six_to_five_is_one_rule_worth_three_tenths_of_the_chance_of_a_natural() -> None:
    found = compare(STAR, open_book("star-pontoon-6to5"))
    (rule,) = found.differences
    assert rule.keys == ("natural.odds",)
    assert (rule.first, rule.second) == (Side("3:2", "11.5"), Side("6:5", "10.5"))
    assert rule.alone == found.together == pytest.approx(0.3 * 2 * 32 * 96 / (384 * 383), abs=1e-13)
    assert found.interaction == 0
    assert found.beside == ()
    assert found.without_effect == (
        "seating.fewer_at_table",
        "irregularities.absent_player",
        "invalidation.player_card",
        "invalidation.card_wagers",
        "wrong_payments.unintended",
        "wrong_payments.suspected",
        "wrong_payments.monthly_report",
        "persons.card_since",
        "checks.cashless",
    )


@heavy
def test_a_book_compared_with_itself_shows_nothing() -> None:
    found = compare(STAR, STAR)
    assert (found.differences, found.beside, found.without_effect) == ((), (), ())
    assert found.together == found.interaction == 0


@heavy
def test_single_effects_and_what_is_left_make_up_the_whole() -> None:
    settings = {"decks": 6, "max_split_hands": 3, "dealer_pontoon_takes": "everything"}
    heard: list[tuple[int, int, str]] = []
    found = compare(STAR, with_options(STAR, settings), lambda *told: heard.append(told))
    assert [number for number, _, _ in heard] == [0, 1, 2, 3]
    alone = {rule.keys[0].rpartition(".")[2]: rule.alone for rule in found.differences}
    before = edge(STAR).house_edge
    for name, value in settings.items():
        assert alone[name] == pytest.approx(edge(with_options(STAR, {name: value})).house_edge - before, abs=1e-14)
    assert list(alone) == ["max_split_hands", "dealer_pontoon_takes", "decks"], "by their size"
    assert sum(filter(None, alone.values())) + found.interaction == pytest.approx(found.together, abs=1e-15)
    assert found.second_edge - found.first_edge == found.together
    (split, *_) = found.differences
    assert (split.first, split.second) == (Side("2", "14.8"), Side("3", "14.9.3"))
    assert [one.name for one in found.beside] == ["perfect-pairs", "insurance", "super-bonus"]


class Worth:
    """A fake edge that is fast: one for every rule that differs from the first book's."""

    def __init__(self, first: Book, unsolvable: str = "") -> None:
        self._rules = self._of(first)
        self._unsolvable = unsolvable
        self.books: list[Book] = []

    @staticmethod
    def _of(book: Book) -> dict[str, object]:
        return {**{key: rule.value for key, rule in cited_values(book)}, "payouts.lines": book.payouts.lines}

    def __call__(self, book: Book) -> Edge:
        self.books.append(book)
        unlike = [key for key, value in self._of(book).items() if self._rules.get(key) != value and key in WATCHED]
        if unlike == [self._unsolvable]:
            raise Unsolvable(self._unsolvable)
        return Edge(float(len(unlike)), 0.0)


WATCHED = {*RULES, "payouts.lines"}


def test_every_rule_that_differs_is_taken_alone_with_those_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = Worth(STAR)
    monkeypatch.setattr(comparing, "edge", worth)
    found = compare(STAR, BLACKJACK)
    rules = {rule.keys: rule for rule in found.differences}
    natural = rules["natural.against_dealer_natural", "natural.even_money"]
    assert natural.alone == 2
    assert natural.first == Side("wins; no", "17.1.1, 11.1")
    assert natural.second == Side("stand-off; yes", "13.1(g), 8.1(b)")
    lines = rules[("payouts.lines",)]
    assert (lines.first, lines.second) == (Side("9 lines", "11.5"), Side("none", ""))
    assert rules[("surrender.against",)].second.value == "none"
    assert rules[("doubling.forfeit",)].second == Side("no", "4.3")
    assert sum(rule.alone or 0 for rule in found.differences) == found.together
    assert [one.name for one in found.beside] == ["perfect-pairs", "super-sevens", "insurance", "super-bonus"]
    pairs, sevens, _, bonus = found.beside
    assert (pairs.first, pairs.second, pairs.clauses) == (Fraction(17, 383), Fraction(17, 415), ("16.8.3", "18.13(c)"))
    assert (sevens.first, sevens.clauses) == (None, ("", "17.7"))
    assert bonus.first is not None
    assert round(1 / -bonus.first * 200) == 549_188
    assert bonus.second is None
    assert "chips.paid" in found.without_effect
    assert not {"natural.name", "offers.side_bets", "natural.odds"} & set(found.without_effect)


def test_a_rule_that_cannot_be_valued_alone_is_left_to_what_they_do_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "edge", Worth(STAR, unsolvable="doubling.on"))
    found = compare(STAR, BLACKJACK)
    (doubling,) = (rule for rule in found.differences if rule.keys == ("doubling.on",))
    assert doubling.alone is None
    assert found.interaction == 1


@heavy
def test_even_money_alone_changes_no_main_wager() -> None:
    other = changed(BLACKJACK, natural__even_money=False)
    found = compare(BLACKJACK, other)
    assert found.differences == ()
    assert found.without_effect == ("natural.even_money",)


def test_the_payout_table_is_compared_line_by_line_where_its_hands_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparing, "edge", Worth(STAR))
    first, *rest = STAR.payouts.lines
    better = msgspec.structs.replace(first, odds="2:1", clause="99", name="five cards")
    other = msgspec.structs.replace(STAR, payouts=msgspec.structs.replace(STAR.payouts, lines=(better, *rest)))
    (line,) = compare(STAR, other).differences
    assert line.keys == ("payouts.lines[0]",)
    assert line.said == "5 cards totalling 21"
    assert (line.first, line.second) == (Side("3:2", "11.5"), Side("2:1", "99"))


class Watched:
    """A book that records which of its rules are read."""

    def __init__(self, part: Any, key: str, seen: set[str]) -> None:
        self._part, self._key, self._seen = part, key, seen

    def __getattr__(self, name: str) -> Any:
        if (
            name not in self._part.__struct_fields__
        ):  # computed properties run here too, so that their reads are recorded
            worked_out: Any = getattr_static(self._part, name)
            return worked_out.__get__(self) if isinstance(worked_out, property) else partial(worked_out, self)
        part = getattr(self._part, name)
        key = f"{self._key}.{name}".lstrip(".")
        if key.count(".") == 1:
            self._seen.add(key)
            return part
        return Watched(part, key, self._seen) if hasattr(part, "__struct_fields__") else part


@pytest.mark.parametrize(
    "name", cases(("star-pontoon", "canberra-blackjack", "plain-blackjack", "early-surrender"), ("star-pontoon",))
)
def test_no_rule_the_solver_reads_is_forgotten(name: str) -> None:
    seen: set[str] = set()
    edge(Watched(all_books()[name], "", seen))  # type: ignore[arg-type]
    assert len(seen) > 20
    assert seen <= WATCHED


def test_rules_are_named_as_books_name_them() -> None:
    assert set(RULES) <= {key for key, _ in cited_values(open_book(PLAIN_BLACKJACK))}
