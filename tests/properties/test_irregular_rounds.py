"""Random rounds in which things go wrong, of every book: what must hold whatever staff do about it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boxseat.cards import Card
from boxseat.play.acts import (
    Act,
    Burn,
    CardAct,
    Deal,
    Double,
    DrawInError,
    Insure,
    Misplace,
    Reconstruct,
    Split,
    VoidRound,
)
from boxseat.play.announce import announcements
from boxseat.play.document import Document, read_document
from boxseat.play.document_writer import write_document
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.replay import answer, play_document
from boxseat.play.state import Phase, Result, Round, Settlement, irregular
from boxseat.play.step import IllegalAct, before_final_settlement, step
from boxseat.play.void import BONUSES
from tests.books import all_books
from tests.irregular_rounds import Habits, next_card, places, play_irregular, staffs_act
from tests.random_rounds import random_document
from tests.tiers import size

books = pytest.mark.parametrize("name", all_books())
seeds = st.integers(0, 2**48)


def _document(name: str, seed: int) -> tuple[Document, Random]:
    rng = Random(seed)
    book = all_books()[name]
    document = read_document(random_document(rng, name, book), opener=lambda _: book)
    return replace(document, device=book.device.offered.value and rng.random() < 0.5), rng


def _opened(document: Document) -> Round:
    return open_round(document.book, document.wagers, document.limits, as_found=True, device=document.device)


# A round put right is the round dealt right


def _dealt_right(document: Document, habits: Habits, cards: list[Card]) -> Round:
    """The round with every card where it should go."""
    book, round_ = document.book, _opened(document)
    while not round_.over:
        act = Deal(cards[round_.cards_used]) if round_.card_due else habits.decide(book, round_)
        round_ = step(book, round_, act)
    return round_


def _dealt_wrong(document: Document, habits: Habits, rng: Random, errors: float, patience: float) -> Round:
    """The same round with cards burnt, drawn too early or put on the wrong place, and put right sooner or later."""
    book, round_ = document.book, _opened(document)
    while not round_.over:
        card = next_card(document, round_)
        act: Act
        if irregular(round_).misplaced and (round_.phase is Phase.SETTLEMENT or rng.random() > patience):
            act = Reconstruct()
        elif rng.random() < errors / 5:
            act = rng.choice((Burn(card), DrawInError(card)))
        elif round_.card_due:
            act = Misplace(card, rng.choice(places(book, round_))) if rng.random() < errors else Deal(card)
            act = Deal(card) if refusal(book, round_, act) else act
        else:
            act = habits.decide(book, round_)
        round_ = step(book, round_, act)
    return round_


def _outcome(round_: Round) -> tuple[object, ...]:
    hands = [[hand.cards for hand in box.hands] for box in round_.boxes]
    return hands, round_.dealer, Counter(_line(line) for line in round_.settlements)


def _line(line: Settlement) -> tuple[object, ...]:
    return line.box, line.hand, line.player, line.wager, line.stake, line.result, line.net, line.clause


def _compared(name: str, seed: int, *, patience: float) -> None:
    document, rng = _document(name, seed)
    habits = Habits(seed)
    wrong = _dealt_wrong(document, habits, rng, rng.choice((0.03, 0.1, 0.3)), patience)
    drawn = [act for act in wrong.acts if isinstance(act, CardAct)]
    used = [act.card for act in drawn if not isinstance(act, Burn)]
    right = _dealt_right(document, habits, [*used, *document.cards[len(drawn) :]])
    assert _outcome(wrong) == _outcome(right)


@books
@given(seed=seeds)
@settings(max_examples=size(20, 60), deadline=None)
def test_18_8_a_round_put_right_at_once_ends_as_the_round_dealt_right(name: str, seed: int) -> None:
    _compared(name, seed, patience=0)


@books
@given(seed=seeds)
@settings(max_examples=size(20, 100), deadline=None)
def test_18_8_so_does_one_put_right_later_or_twice_whatever_was_decided_on_wrong_cards(name: str, seed: int) -> None:
    """R36: the same players, who decide by what they see."""
    _compared(name, seed, patience=0.8)


# Money, cards and payments


def _money_on_the_table(round_: Round) -> Counter[tuple[int, str]]:
    """Every cent on a box, settled, or won and not yet paid, by box and player."""
    cents: Counter[tuple[int, str]] = Counter()
    for box in round_.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                cents[box.number, stake.player] += stake.own + stake.double
        for laid in (*box.insurance, *box.perfect_pairs, *box.super_sevens):
            cents[box.number, laid.player] += laid.cents
    for line in (*round_.settlements, *round_.deferred):
        if line.wager not in BONUSES:
            cents[line.box, line.player] += line.stake
    return +cents


def _money_laid(opened: Round, round_: Round) -> Counter[tuple[int, str]]:
    """The money that the decisions of the round have added, without those that do not stand, or do not stand yet."""
    loose = irregular(round_)
    out = {*loose.set_aside, *(one.index for one in loose.pending)}
    cents: Counter[tuple[int, str]] = Counter()
    for index, act in enumerate(round_.acts):
        match act:
            case _ if index in out:
                pass
            case Insure(box=box, player=player, amount=amount):
                cents[box, player] += amount
            case Double(box=box, player=player, amount=amount, joined_by=joined):
                cents.update({(box, name): cents_ for name, cents_ in ((player, amount), *joined)})
            case Split(box=box, player=player, joined_by=names):
                cents.update({(box, name): opened.box_at(box)[1].main_of(name) for name in (player, *names)})
    return cents


def _cards_out(round_: Round) -> Counter[Card]:
    return Counter([*round_.cards_seen(), *irregular(round_).carried])


@books
@given(seed=seeds)
@settings(max_examples=size(20, 80), deadline=None)
def test_every_cent_and_every_card_is_somewhere_after_each_step(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    laid_first = _money_on_the_table(_opened(document))
    for before, act, after in play_irregular(rng, document, error_rate=rng.choice((0.05, 0.2, 0.4))):
        if not (after.void and irregular(before).pending):
            assert _money_on_the_table(after) == laid_first + _money_laid(_opened(document), after), act
        assert _cards_out(after) == Counter(act.card for act in after.acts if isinstance(act, CardAct)), act
        for box in after.boxes:
            assert Counter(box.dealt) == Counter(card for hand in box.hands for card in hand.cards)
        assert all(announcements(document.book, before, after)), "a sentence must not be empty"
        for line in after.settlements:
            assert line.net >= -line.stake
            assert line.clause
            assert line.why


@books
@given(seed=seeds)
@settings(max_examples=size(20, 80), deadline=None)
def test_18_17_a_burnt_card_never_comes_back(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    burnt: list[Card] = []
    for _, act, after in play_irregular(rng, document, error_rate=0.3):
        if isinstance(act, Burn):
            burnt.append(act.card)
        left = list(after.burnt)
        for card in burnt:
            left.remove(card)


@books
@given(seed=seeds)
@settings(max_examples=size(20, 80), deadline=None)
def test_18_8_a_void_leaves_interim_payments_where_they_stand_and_nothing_else(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    for _, _, after in play_irregular(rng, document):
        if after.void:
            continue
        unsettled = before_final_settlement(book, after) if after.over else after
        stand = book.irregularities.void_round.value == "payments-stand"
        paid = [line for line in unsettled.settlements if line.net > 0] if stand else []
        void = step(book, after, VoidRound())
        assert [line for line in void.settlements if line.result is not Result.VOID] == paid
        assert {line.net for line in void.settlements if line.result is Result.VOID} <= {0}
        assert not void.deferred
        returned = [line for line in void.settlements if line.wager not in BONUSES]
        assert sum(line.stake for line in returned) == sum(_money_on_the_table(after).values())


@books
@given(seed=seeds)
@settings(max_examples=size(10, 40), deadline=None)
def test_what_the_judge_refuses_cannot_be_done_and_names_its_clause(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    for _, _, after in play_irregular(rng, document):
        act = staffs_act(rng, book, after, next_card(document, after))
        refused = refusal(book, after, act)
        if refused is None:
            assert step(book, after, act).acts[-1] == act
        else:
            assert refused.clause
            assert refused.reason
            with pytest.raises(IllegalAct):
                step(book, after, act)


# Documents


def _last(document: Document, rng: Random, error_rate: float) -> Round:
    round_ = _opened(document)
    for _, _, after in play_irregular(rng, document, error_rate=error_rate):
        round_ = after
    return round_


@books
@given(seed=seeds)
@settings(max_examples=size(20, 80), deadline=None)
def test_the_document_of_an_irregular_round_replays_it(name: str, seed: int) -> None:
    document, rng = _document(name, seed)
    book = document.book
    live = _last(document, rng, rng.choice((0.05, 0.2, 0.4)))
    replayed = play_document(read_document(write_document(book, live, game=name), opener=lambda _: book))
    assert not replayed.refused
    for part in ("settlements", "boxes", "dealer", "burnt", "void", "device", "cards_used"):
        assert getattr(replayed.round, part) == getattr(live, part), part
    ours, theirs = irregular(live), irregular(replayed.round)
    assert (theirs.carried, theirs.defers, theirs.no_more) == (ours.carried, ours.defers, ours.no_more)
    assert [repr(replayed.round.acts[index]) for index in theirs.set_aside] == [
        repr(live.acts[index]) for index in ours.set_aside
    ]


@books
@given(seed=seeds)
@settings(max_examples=size(20, 80), deadline=None)
def test_a_refused_step_of_staff_changes_nothing(name: str, seed: int) -> None:
    """R27: the answer is the same as without the step, but for the places of the others in the list."""
    document, rng = _document(name, seed)
    book = document.book
    live = _last(document, rng, 0.1)
    written: dict[str, Any] = write_document(book, live, game=name)
    steps: list[dict[str, Any]] = [
        {"by": "supervisor", "do": "reconstruct"},
        {"by": "dealer", "do": "misplace", "to": "dealer"},
    ]
    steps += [{"by": "dealer", "do": "absent"}, {"by": "dealer", "do": "extra-card"}, {"by": "dealer", "do": "close"}]
    steps += [{"by": "supervisor", "do": "void-wagers", "player": "nobody", "because": "device"}]
    for _ in range(3):
        tried: dict[str, Any] = {**rng.choice(steps)}
        if tried["do"] not in ("absent", "close", "extra-card") and rng.random() < 0.7:
            tried["after_cards"] = rng.randint(0, live.cards_used)
        place = rng.randint(0, len(written["decisions"]))
        more = {**written, "decisions": [*written["decisions"][:place], tried, *written["decisions"][place:]]}
        try:
            replayed = play_document(read_document(more, opener=lambda _: book))
        except ValueError:
            continue
        if [entry.decision for entry in replayed.refused] == [place]:
            without = answer(play_document(read_document(written, opener=lambda _: book)))
            told = answer(replayed)
            for part in ("boxes", "dealer", "settlements", "net", "cards_used"):
                assert told[part] == without[part], (part, tried, place)
