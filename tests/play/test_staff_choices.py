"""What staff may choose about a round: each act once, with a card, a place and a player that can be meant."""

from __future__ import annotations

import pytest

from boxseat.cards import card
from boxseat.money import Cents
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Report,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.as_it_lies.pay_outs import ChipCount, corrections, in_chips, pay_outs
from boxseat.play.as_it_lies.signals import signals
from boxseat.play.as_it_lies.staff_choices import staff_choices
from boxseat.play.opening import open_round
from boxseat.play.state import Wager
from boxseat.play.void import void_round
from boxseat.rulebook.load import open_book, with_options
from tests.play.irregularities.games import in_each_game
from tests.play.rounds import dealt, so_far

TWO = (Wager(1, "ann", 1000), Wager(2, "bob", 2000))


def acts(named: str, to: str, player: str, then: str) -> list[Act]:
    one = card(named)
    return [
        Misplace(one, to),
        Burn(one, "face-up"),
        Burn(one, "in-error"),
        DrawInError(one, True),
        DrawInError(one, False),
        ExtraCard(one, True),
        ExtraCard(one, False),
        Reconstruct(),
        VoidRound("cannot-reconstruct"),
        VoidRound("found-later"),
        InsuranceMissed(),
        *(Report(what) for what in ("burn-forgotten", "cut-missed", "shuffle-missed", "rack-left", "check-cards")),
        WrongPack("missing-card"),
        WrongPack("foreign-card"),
        Malfunction(then=then),
        Malfunction(another_device=False, then=then),
        Malfunction(disadvantaged=True, then=then),
        *(Invalidate(because) for because in ("disruption", "fraud", "impractical")),
        *(VoidWagers(player, because) for because in ("player-card", "device", "rules")),
        PayAtEnd(),
    ]


@in_each_game
def test_each_act_of_staff_is_a_choice(game: str) -> None:
    book = open_book(game)
    first, then = f"{book.cards.ranks.value[0]}S", "deal-on" if game == "canberra-pontoon" else ""
    found = [choice.act for choice in staff_choices(book, dealt(book, "9S 9H", *TWO))]
    named = found[0].card if isinstance(found[0], Misplace) else None
    assert named is not None
    assert named.rank == first[0]
    assert found == acts(named, "1.1", "ann", then), (
        "where the dealer's card is due, a misplaced one lies on the first box"
    )
    found = [choice.act for choice in staff_choices(book, dealt(book, "9S 9H 7D", *TWO))]
    assert found == acts(named, "dealer", "ann", then)


@in_each_game
def test_a_player_who_has_no_wager_any_more_is_not_meant(game: str) -> None:
    """Whoever lost everything is, as the clause decides; whoever took it back is not."""
    book = open_book(game)
    round_ = so_far(book, dealt(book, "9S 9H 7D 8S 8H", *TWO), VoidWagers("ann", "device"))
    chosen = [choice.act for choice in staff_choices(book, round_)]
    assert {act.player for act in chosen if isinstance(act, VoidWagers)} == {"bob"}
    assert [choice.clause for choice in staff_choices(book, void_round(book, round_, clause="1"))]


def test_a_card_of_which_all_are_out_is_not_meant() -> None:
    book = open_book("star-pontoon")
    first = next(
        choice.act for choice in staff_choices(book, open_round(book, TWO)) if isinstance(choice.act, Burn)
    ).card
    burnt = so_far(book, open_round(book, TWO), *[Burn(first)] * book.cards.decks.value)
    other = next(choice.act for choice in staff_choices(book, burnt) if isinstance(choice.act, Burn)).card
    assert other != first
    one_left = so_far(book, open_round(book, TWO), *[Burn(first)] * (book.cards.decks.value - 1))
    assert next(choice.act for choice in staff_choices(book, one_left) if isinstance(choice.act, Burn)).card == first


def test_what_to_pay_goes_clockwise_whoever_was_paid_first() -> None:
    """Ann's box comes after bob's, and her pontoon was paid before his hand was settled."""
    book = open_book("star-pontoon")
    round_ = so_far(book, dealt(book, "9S AS 7D 9H KS", Wager(1, "zoe", 1000), Wager(2, "ann", 1000)))
    lines = so_far(book, round_, VoidWagers("zoe", "device")).settlements
    assert [line.player for line in lines] == ["ann", "zoe"]
    assert [(one.box, one.player) for one in pay_outs(book, lines)] == [(1, "zoe"), (2, "ann")]
    assert [one.box for one in corrections(book, (), lines)] == [2]


@pytest.mark.parametrize(("cents", "expected", "coins"), [(0, (), 0), (99, ((50, 1),), 49), (5_000, ((2_500, 2),), 0)])
def test_chips_and_coins(cents: int, expected: tuple[tuple[int, int], ...], coins: int) -> None:
    book = open_book("star-pontoon")
    assert in_chips(book, cents) == (tuple(ChipCount(*each) for each in expected), coins)
    five = with_options(book, {"smallest_chip": "5"})
    assert in_chips(five, 2_500) == ((ChipCount(2_500, 1),), 0)
    assert in_chips(five, Cents(999)) == ((ChipCount(500, 1),), 499)


def test_signals_leave_out_the_void_and_nothing_after_it() -> None:
    book = open_book("star-pontoon")
    round_ = so_far(book, dealt(book, "9S AD 8S", Wager(1, "ann", 1000)))
    assert [type(one.choice.act).__name__ for one in signals(book, round_)][-4:] == [
        "Double",
        "Hit",
        "Stand",
        "PlayAbsent",
    ]
    assert not any(isinstance(one.choice.act, VoidRound) for one in signals(book, so_far(book, round_, CloseOffer())))
    assert isinstance(round_.acts[0], Deal)
