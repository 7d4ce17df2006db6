"""Open questions of a round: whom it waits for, and what each player may do with their chips."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.money import dollars
from boxseat.play.acts import Double, EvenMoney, Forfeit, Insure, PlayersAct, Split, Surrender
from boxseat.play.judge import refusal
from boxseat.play.legal import Choice, ClosedChoice, box_choices, insurance_bounds
from boxseat.play.state import OFFERS, Phase, Round
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table.affordability import joiners_within_chips, least_chips, stake_asked_about, within_chips
from boxseat.table.state import Table


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A question to one player about one box."""

    player: str
    box: int
    what: str
    """``insurance``, ``surrender``, ``decision``, ``forfeit`` or ``join``."""


def open_questions(book: Book, table: Table) -> list[OpenQuestion]:
    """The questions that the round waits for, clockwise; during offers it does not wait for players who are leaving."""
    offers = table.round is not None and table.round.phase in OFFERS and table.join_offer is None
    return [entry for entry in unanswered(book, table) if not (offers and table.patrons[entry.player].leaving)]


def unanswered(book: Book, table: Table) -> list[OpenQuestion]:
    """All unanswered questions, including those to players who are leaving."""
    round_ = table.round
    if round_ is None or round_.over or round_.card_due or table.cut_offer is not None:
        return []
    if table.join_offer is not None:
        box = round_.box_in_turn.number if round_.phase is Phase.DECISION else table.join_offer.act.box
        return [OpenQuestion(name, box, "join") for name in table.join_offer.asked]
    if round_.phase is Phase.DECISION:
        return [OpenQuestion(round_.box_in_turn.controller, round_.box_in_turn.number, "decision")]
    return [
        OpenQuestion(player, box, str(round_.phase))
        for player, box in _open_offers(book, table, round_)
        if (player, box) not in table.declined
    ]


def _open_offers(book: Book, table: Table, round_: Round) -> Iterator[tuple[str, int]]:
    """The players and boxes that the current offer is open to."""
    if round_.phase is Phase.FORFEIT:
        number = round_.box_in_turn.number
        for stake in round_.hand_in_turn.stakes:
            if refusal(book, round_, Forfeit(number, stake.player)) is None:
                yield stake.player, number
        return
    for box in round_.boxes:
        if round_.phase is Phase.SURRENDER:
            if refusal(book, round_, Surrender(box.number, box.controller)) is None:
                yield box.controller, box.number
            continue
        for laid in box.main:
            least = insurance_bounds(book, round_, laid.cents).least
            may_insure = refusal(book, round_, Insure(box.number, laid.player, least)) is None
            if (may_insure and least <= table.patrons[laid.player].chips) or (
                refusal(book, round_, EvenMoney(box.number, laid.player)) is None
            ):
                yield laid.player, box.number


def open_to(book: Book, table: Table, place: int, player: str) -> list[Choice]:
    """A player's choices about a box now, with the amounts that they have the chips for."""
    return [choice for choice in choices_and_refusals(book, table, place, player) if isinstance(choice, Choice)]


def choices_and_refusals(book: Book, table: Table, place: int, player: str) -> Iterator[Choice | ClosedChoice]:
    """All choices of a player about a box: the open ones, and the closed ones with reasons."""
    round_ = table.current_round
    chips = table.patrons[player].chips
    for choice in box_choices(book, round_, place):
        if choice.players_act.player != player:
            continue
        refused = refusal(book, round_, choice.act)
        if refused is not None:
            yield ClosedChoice(choice.act, refused)
            continue
        if least_chips(round_, choice) > chips:
            yield ClosedChoice(choice.act, short_of_chips(book, player, chips))
        else:
            yield within_chips(choice, chips)


def who_may_join(book: Book, table: Table, choice: Choice) -> tuple[str, ...]:
    """The box's co-bettors who may join a decision and have the chips for it; where people deal, chips may be brought along."""
    if isinstance(choice.act, Surrender) and book.surrender.co_bettors.value != "each":
        return ()
    if table.by_hand is not None:
        return tuple(joiner.player for joiner in choice.joiners)
    can = joiners_within_chips(table.current_round, choice, lambda name: table.patrons[name].chips)
    return tuple(joiner.player for joiner in can.joiners)


def short_of_chips(book: Book, player: str, chips: int) -> Refusal:
    """The refusal of an act that needs more chips than the player has."""
    return refuse("chips/short", book.chips.laid, f"{player} has {dollars(chips)} in chips")


def needs_chips(round_: Round, act: PlayersAct) -> int:
    """The chips that an act takes from its player."""
    if isinstance(act, Insure | Double):
        return act.amount
    return stake_asked_about(round_, act, act.player).own if isinstance(act, Split) else 0
