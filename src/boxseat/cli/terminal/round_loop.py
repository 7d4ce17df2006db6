"""The loop of one round: deals the cards that are due, asks each player in turn, closes offers when all were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxseat.cli.terminal.shoe import NoCardsLeft, Shoe, cutting_card_call, ran_out_call
from boxseat.play.acts import Act, CloseOffer, Deal, PlayAbsent, PlayersAct, VoidRound
from boxseat.play.legal import Choice, legal
from boxseat.play.state import Phase, Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book

Ask = Callable[[Round, str, Sequence[Choice]], PlayersAct | None]
"""Asks a player about a box with these choices; none where they decline the offer, or do not decide (R20)."""
Watch = Callable[[Round, Round], None]
"""Called after every act, with the round before and after it."""
Say = Callable[[str], None]
"""Called with what the dealer says about the shoe."""


def deal_round(book: Book, shoe: Shoe, round_: Round, *, ask: Ask, watch: Watch, say: Say) -> Round:
    """Deal an opened round to its end, and clear the table."""
    asked: set[tuple[Phase, tuple[int, int], str, int]] = set()
    while not round_.over:
        act = _card(book, shoe, say) if round_.card_due else _decision(book, round_, ask, asked)
        before, round_ = round_, step(book, round_, act)
        watch(before, round_)
    shoe.clear_table()
    return round_


def _card(book: Book, shoe: Shoe, say: Say) -> Act:
    """The next card; where no card is left anywhere, a supervisor voids the round."""
    was_out, had_run_out = shoe.cutting_card_out, shoe.ran_out
    try:
        act: Act = Deal(shoe.draw())
    except NoCardsLeft:
        return VoidRound()
    if shoe.cutting_card_out and not was_out:
        say(cutting_card_call(book))
    if shoe.ran_out and not had_run_out:
        say(ran_out_call(book))
    return act


def _decision(book: Book, round_: Round, ask: Ask, asked: set[tuple[Phase, tuple[int, int], str, int]]) -> Act:
    """The next decision. An offer is made once to each player of a box; a hand is asked about until it is done."""
    open_ = [choice for choice in legal(book, round_).open if isinstance(choice.act, PlayersAct)]
    for choice in open_:
        player, box = _whose(choice)
        question = (round_.phase, round_.turn, player, box)
        if question in asked:
            continue
        if round_.phase is not Phase.DECISION:
            asked.add(question)
        decided = ask(round_, player, [other for other in open_ if _whose(other) == (player, box)])
        if decided is not None:
            return decided
        if round_.phase is Phase.DECISION:
            return PlayAbsent(box)
    return CloseOffer()


def _whose(choice: Choice) -> tuple[str, int]:
    act = choice.players_act
    return act.player, act.box
