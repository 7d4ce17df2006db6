"""What the dealer does automatically after each command, until a person has to act.

The dealer deals due cards, closes offers that everybody has answered, clears finished rounds, and shuffles after the cutting card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from boxseat.cards import Card
from boxseat.play.acts import CloseOffer, Deal, PlayAbsent, VoidRound
from boxseat.play.discards import cards_cleared
from boxseat.play.irregularities.consequence import BEFORE_ROUND, CARDS_CHANGED
from boxseat.play.places import DEALERS_PLACE, due_place
from boxseat.play.state import OFFERS, Phase, Round
from boxseat.table.card_source import decks_without
from boxseat.table.desk import Desk
from boxseat.table.handlers.cut import decline_cut, offer_cut
from boxseat.table.handlers.decisions import close_join, note_unanswered
from boxseat.table.handlers.seats import clear_seats, everyone_leaves
from boxseat.table.questions import open_questions, unanswered
from boxseat.table.records import (
    Acted,
    CardBurnt,
    CardsCut,
    Closing,
    CuttingCardOut,
    DueDone,
    JoinAnswered,
    RackReturned,
    RoundOpened,
    RoundSettled,
    TableClosed,
)
from boxseat.table.rulings.round_start import SHUFFLES
from boxseat.table.state import Status, Table

FIRST_CARD = "first card"


def go_on(desk: Desk) -> None:
    """Do all automatic steps that follow from the last command."""
    while True:
        table = desk.table
        if table.status is Status.CLOSING and not table.in_play:
            if table.in_round:
                finish_round(desk)
            _close(desk)
            return
        if table.cut_offer is not None:
            if not _is_gone(table, table.cut_offer.player):
                return
            decline_cut(desk, table.cut_offer.player, by_house=True)
        elif table.in_round:
            if table.current_round.over:
                if table.by_hand is not None:  # until the next round begins, staff may still put it right
                    return
                finish_round(desk)
            elif not _play_on(desk):
                return
        elif table.by_hand is not None:
            return
        elif table.pack is not None and not table.pack.cut:
            if not table.seats and not table.wagers:
                return
            offer_cut(desk)
        elif _all_ready(desk):
            start_round(desk)
        else:
            return


def _is_gone(table: Table, player: str) -> bool:
    """Whether somebody who was asked has left or is leaving."""
    return bool(player) and (player not in table.patrons or table.patrons[player].leaving)


def _all_ready(desk: Desk) -> bool:
    """Whether the round can be dealt: all required players are ready, and the minimum time for wagers has passed (R56)."""
    table = desk.table
    if table.status is not Status.OPEN or table.pack is None or not table.has_stakes:
        return False
    return table.everyone_ready and (desk.at >= table.open_until or not table.has_company)


def load_cards(desk: Desk, why: str = "", *, all_of_them: bool = False, replaced: bool = False) -> None:
    """Shuffle all cards before the first round and after a shoe, to be cut; load a device for its next round.

    A device gets all cards before its first round and when they are replaced; otherwise the cards in the rack stay out. What
    irregularities have left to be done is done first (R46).
    """
    if desk.table.by_hand is not None:
        return
    if due := desk.table.due:
        desk.note(DueDone(due))
        all_of_them, replaced = True, replaced or not CARDS_CHANGED.isdisjoint(due)
    table = desk.table
    if table.settings.cards_from == "shoe":
        desk.shuffle("shoe", replaced=replaced, why=why)
        return
    device = desk.book.device
    fresh = all_of_them or table.pack is None
    stays_out = table.rack if device.rack_returns.value == "after-initial-deal" and not fresh else ()
    desk.shuffle("device", decks_without(desk.book, stays_out) if stays_out else (), why=why)
    desk.note(CardsCut("", None, 0))
    if fresh and device.burns.value:
        desk.note(CardBurnt())


def start_round(desk: Desk) -> None:
    """Close the bets and start the round. If the cutting card is its first card, shuffle before it (CP 5.4, SP 5.1.2)."""
    if not BEFORE_ROUND.isdisjoint(desk.table.due):
        desk.finish_shoe()
        load_cards(desk)
        if not desk.table.current_pack.cut:
            offer_cut(desk)
            return
    if desk.table.current_pack.cutting_card_next:
        discarded = _in_final_rounds(desk)
        desk.note(CuttingCardOut(FIRST_CARD, discarded))
        if not discarded:
            desk.finish_shoe()
            load_cards(desk, "the cutting card was the first card of the round")
            if not desk.table.current_pack.cut:
                offer_cut(desk)
                return
    number, device = desk.table.round_number + 1, desk.table.current_pack.cards_from == "device"
    desk.note(RoundOpened(f"{desk.table.id}-{number}", number, desk.at, device=device))


def _play_on(desk: Desk) -> bool:
    """Do one more step of the round; false if somebody has to decide."""
    table = desk.table
    round_ = table.current_round
    if table.join_offer is not None:
        gone = [entry for entry in unanswered(desk.book, table) if _is_gone(table, entry.player)]
        if gone:
            note_unanswered(desk, gone)
            for entry in gone:
                desk.note(JoinAnswered(entry.player, False))
            close_join(desk)
        return bool(gone)
    if round_.card_due or round_.phase is Phase.SETTLEMENT:
        return table.by_hand is None and _deal(desk, round_)
    if round_.phase in OFFERS:
        if open_questions(desk.book, table):
            return False
        if gone := unanswered(desk.book, table):
            note_unanswered(desk, gone)
        desk.note(Acted((CloseOffer(),), instead_of=", ".join(dict.fromkeys(entry.player for entry in gone))))
    else:
        controller = round_.box_in_turn.controller
        if not _is_gone(table, controller):
            return False
        desk.note(Acted((PlayAbsent(round_.box_in_turn.number),), instead_of=controller))
    return True


def _deal(desk: Desk, round_: Round) -> bool:
    """Deal the next card; false if somebody has to name it first.

    If the shoe is empty, shuffle and cut the discards; if there are none, the round is void.
    """
    pack = desk.table.current_pack
    if pack.cutting_card_next and not pack.mid_round:
        desk.note(CuttingCardOut(_where_it_goes(round_), _in_final_rounds(desk)))
    if pack.to_come <= 0:
        discards = decks_without(desk.book, _on_layout(desk, round_))
        if discards:
            desk.finish_shoe()
            desk.shuffle("shoe", discards, mid_round=True, why="too few were left, and the discards finish the round")
            offer_cut(desk)
        else:
            desk.note(Acted((VoidRound(),)))
        return True
    card = desk.next_card()
    if card is None:
        return False
    before_deal_ends = round_.phase is Phase.INITIAL_DEAL
    desk.note(Acted((Deal(card),)))
    returns = pack.cards_from == "device" and desk.book.device.rack_returns.value == "after-initial-deal"
    if returns and before_deal_ends and desk.table.current_round.phase is not Phase.INITIAL_DEAL:
        desk.note(RackReturned())
    return True


def _on_layout(desk: Desk, round_: Round) -> Iterable[Card]:
    """The cards of a round on the layout; those of hands that were paid or lost and cleared are in the rack (R24)."""
    return (Counter(round_.cards_seen()) - Counter(cards_cleared(desk.book, round_))).elements()


def _where_it_goes(round_: Round) -> str:
    """The box that gets the next card, or the dealer."""
    place = due_place(round_)
    return place if place == DEALERS_PLACE else f"box {place.partition('.')[0]}"


def _in_final_rounds(desk: Desk) -> bool:
    """Whether these are the final rounds, in which the cutting card causes no shuffle (CP 5.5, CB 5.6)."""
    left = desk.table.final_rounds
    return left is not None and left <= desk.book.shoe.final_rounds.value


def finish_round(desk: Desk, reason: str = "") -> None:
    """Clear the cards, let leaving players go, and shuffle if it is due and the table stays open.

    After a round of written cards a shuffle that is due waits for staff, or for a round of the machine's cards.
    """
    void = desk.table.current_round.void
    desk.note(RoundSettled(void, reason, counts=not void))
    clear_seats(desk)
    table = desk.table
    pack = table.current_pack
    if table.status is Status.CLOSING:
        return
    if table.final_rounds == 0:
        desk.note(Closing())
    elif table.by_hand is not None or (table.written and not SHUFFLES.isdisjoint(table.due)):
        return
    elif pack.cards_from == "device" or not BEFORE_ROUND.isdisjoint(table.due):
        desk.finish_shoe()
        load_cards(desk)
    elif pack.mid_round or (pack.out_at and not pack.discarded):
        desk.finish_shoe()
        load_cards(desk, "the cutting card was out" if pack.out_at else "")


def _close(desk: Desk) -> None:
    """Close the table: return all chips and reveal the last seed."""
    everyone_leaves(desk)
    if desk.table.pack is not None:
        desk.finish_shoe()
    desk.note(TableClosed())
