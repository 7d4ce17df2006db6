"""Random whole rounds of every book: what must hold whatever is dealt and whatever people try."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxseat.cards import deck
from boxseat.play.acts import (
    Act,
    Burn,
    Deal,
    Double,
    Insure,
    Split,
    Surrender,
    VoidRound,
)
from boxseat.play.announce import announcements
from boxseat.play.document import Document, read_document
from boxseat.play.document_writer import write_document
from boxseat.play.judge import refusal
from boxseat.play.legal import Bounds, Choice, Legal, every_choice, legal
from boxseat.play.opening import open_round
from boxseat.play.replay import play_document
from boxseat.play.state import Result, Round, WagerKind
from boxseat.play.step import step
from boxseat.play.view import view
from boxseat.rulebook.book import Book
from tests.books import all_books
from tests.play.sentences import anything
from tests.random_rounds import PLAYERS, play_live, random_document, with_amounts
from tests.tiers import size

books = pytest.mark.parametrize("name", all_books())
seeds = st.integers(0, 2**48)


def _document(name: str, seed: int) -> tuple[Document, Random]:
    rng = Random(seed)
    book = all_books()[name]
    return read_document(random_document(rng, name, book), opener=lambda _: book), rng


def _money_on_the_table(round_: Round) -> Counter[tuple[int, str]]:
    """Every cent on a box or settled, by box and player."""
    cents: Counter[tuple[int, str]] = Counter()
    for box in round_.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                cents[box.number, stake.player] += stake.own + stake.double
        for laid in (*box.insurance, *box.perfect_pairs, *box.super_sevens):
            cents[box.number, laid.player] += laid.cents
    for line in round_.settlements:
        if line.wager not in (WagerKind.SUPER_BONUS, WagerKind.SHARED_BONUS):
            cents[line.box, line.player] += line.stake
    return cents


def _money_added(act: Act, before: Round) -> Counter[tuple[int, str]]:
    """The money that an act puts on the table."""
    match act:
        case Insure(box=box, player=player, amount=amount):
            return Counter({(box, player): amount})
        case Double(box=box, player=player, amount=amount, joined_by=joined):
            return Counter({(box, name): cents for name, cents in ((player, amount), *joined)})
        case Split(box=box, player=player, joined_by=names):
            found = before.find_box(box)
            assert found is not None
            return Counter({(box, name): found[1].main_of(name) for name in (player, *names)})
    return Counter()


@books
@given(seed=seeds)
@settings(max_examples=size(20, 60))
def test_every_cent_is_on_the_table_or_settled_once(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=True)
    expected = _money_on_the_table(round_)
    while not round_.over:
        act = _next_act(rng, book, round_, document)
        after = step(book, round_, act)
        expected += _money_added(act, round_)
        assert _money_on_the_table(after) == expected, act
        assert len(after.settlements) >= len(round_.settlements) or after.void
        assert all(announcements(book, round_, after)), "a sentence must not be empty"
        round_ = after
    assert all(not hand.stakes for box in round_.boxes for hand in box.hands)
    assert sum(round_.net().values()) == sum(line.net for line in round_.settlements)
    for line in round_.settlements:
        assert (line.net > 0) == (line.result is Result.WIN) or line.result is Result.SURRENDER
        assert line.net >= -line.stake
        assert line.clause
        assert line.why


def _next_act(rng: Random, book: Book, round_: Round, document: Document) -> Act:
    if round_.card_due:
        card = document.cards[round_.cards_used]
        return Burn(card) if rng.random() < 0.01 else Deal(card)
    choices = [choice for choice in legal(book, round_).open if not isinstance(choice.act, VoidRound)]
    return VoidRound() if rng.random() < 0.01 else with_amounts(rng, rng.choice(choices))


@books
@given(seed=seeds)
@settings(max_examples=size(14, 40))
def test_legal_lists_what_the_judge_accepts_and_nothing_else(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=rng.random() < 0.5)
    while not round_.over:
        acts = legal(book, round_)
        assert acts.card_due == round_.card_due
        # Open acts are searched only where the phase allows them; judging every act gives the same, in the same order.
        assert acts.open == tuple(one for one in every_choice(book, round_) if refusal(book, round_, one.act) is None)
        assert len(acts.open) + len(acts.closed) == len(list(every_choice(book, round_)))
        for choice in acts.open:
            assert refusal(book, round_, with_amounts(rng, choice)) is None
        for closed in acts.closed:
            assert refusal(book, round_, closed.act) == closed.refusal
            assert closed.refusal.clause
            assert closed.refusal.reason
        for _ in range(6):
            tried = anything(rng, round_)
            if isinstance(tried, Deal):
                continue
            assert (refusal(book, round_, tried) is None) == _is_listed(acts, tried), tried
        round_ = step(book, round_, _next_act(rng, book, round_, document))


def _is_listed(acts: Legal, tried: Act) -> bool:
    return any(_covers(choice, tried) for choice in acts.open)


def _covers(choice: Choice, tried: Act) -> bool:
    act = choice.act
    if type(act) is not type(tried) or getattr(act, "box", 0) != getattr(tried, "box", 0):
        return False
    if getattr(act, "player", "") != getattr(tried, "player", ""):
        return False
    joiners: dict[str, Bounds | None] = {joiner.player: joiner.amount for joiner in choice.joiners}
    match tried:
        case Insure(amount=amount):
            return choice.amount is not None and amount in choice.amount
        case Double(amount=amount, joined_by=joined):
            inside = choice.amount is not None and amount in choice.amount
            return inside and all(cents in (joiners.get(name) or ()) for name, cents in joined)
        case Split(joined_by=names) | Surrender(joined_by=names):
            return all(name in joiners for name in names)
    return True


@books
@given(seed=seeds)
@settings(max_examples=size(14, 40))
def test_a_round_is_rebuilt_from_its_acts(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    live = play_live(rng, document)
    again = open_round(document.book, document.wagers, document.limits, as_found=True)
    for act in live.acts:
        again = step(document.book, again, act)
    assert again == live


@books
@given(seed=seeds)
@settings(max_examples=size(14, 40))
def test_document_to_round_to_document_is_the_identity(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    live = play_live(rng, document, voids=0.03)
    written = write_document(document.book, live, game=document.game)
    replayed = play_document(read_document(written, opener=lambda _: document.book))
    assert not replayed.refused
    assert replayed.round == live
    assert write_document(document.book, replayed.round, game=document.game) == written


@books
@given(seed=seeds)
@settings(max_examples=size(10, 30))
def test_everyone_sees_the_cards_and_only_their_own_choices(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=True)
    while not round_.over:
        viewer = rng.choice((*PLAYERS, None))
        seen = view(book, round_, viewer)
        assert seen.dealer == round_.dealer
        assert [hand.cards for box in seen.boxes for hand in box.hands] == [
            hand.cards for box in round_.boxes for hand in box.hands
        ]
        for act in (*(choice.act for choice in seen.choices), *(closed.act for closed in seen.closed)):
            assert getattr(act, "player", None) == viewer
        offered = {choice.act for choice in legal(book, round_).open if getattr(choice.act, "player", "") == viewer}
        assert {choice.act for choice in seen.choices} == offered
        round_ = step(book, round_, _next_act(rng, book, round_, document))


def test_a_deck_has_each_card_once() -> None:
    assert len(set(deck("A23456789TJQK"))) == 52
    assert len(set(deck("A23456789JQK"))) == 48
