"""The real cards of a hand-dealt table: shuffled, cut, loaded, the cutting card, the discards shuffled in mid-round."""

from __future__ import annotations

from boxseat.cards import UNSEEN
from boxseat.play.places import due_place
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.fold import kept_of
from boxseat.table.hand_dealt.records import CardsOfTheDay
from boxseat.table.hand_dealt.view import shown_place
from boxseat.table.handlers.by_hand import read_card
from boxseat.table.records import DueDone
from boxseat.table.state import Status

NAME_CHARACTERS_MAX = 40


def shuffled(desk: Desk, who: str, command: h.CardsShuffledByHand | c.ShuffleNow) -> Refusal | None:
    """The cards were shuffled: what was due is done, and no card is carried to the next round (R46)."""
    table, rule = desk.table, desk.book.shoe.cutting_card_out
    if table.in_play or table.status is not Status.OPEN:
        return refuse("shuffle/in-round", rule, "the cards are shuffled between rounds")
    if table.in_round:
        finish_round(desk)
    if due := desk.table.due:
        desk.note(DueDone(due))
    desk.note(CardsOfTheDay("shuffled"))
    return None


def cut(desk: Desk, who: str, command: c.Cut) -> Refusal | None:
    """Somebody has cut the shuffled cards."""
    table, book = desk.table, desk.book
    if table.settings.cards_from == "device":
        return refuse("cut/none", book.device.cut, "cards in a shuffling device are not cut")
    if table.in_play or not kept_of(table).not_cut:
        return refuse("cut/none", book.shoe.cut_from_ends, "the cards are cut after they were shuffled")
    desk.note(CardsOfTheDay("cut", command.by.strip()[:NAME_CHARACTERS_MAX]))
    return None


def loaded(desk: Desk, who: str, command: h.CardsLoaded) -> Refusal | None:
    """The cards were put into the shoe or device, and the first one was burnt, seen or not."""
    table, book = desk.table, desk.book
    if table.in_play or table.status is not Status.OPEN:
        return refuse("shuffle/in-round", book.shoe.burns, "the cards are loaded between rounds")
    card = read_card(book, command.card) if command.card else None
    if isinstance(card, Refusal):
        return card
    if card is not None and card is not UNSEEN and card.rank not in book.cards.ranks.value:
        return refuse("deal/no-such-card", book.dealing_errors.foreign_card, f"{card} is not of this pack")
    desk.note(CardsOfTheDay("loaded", card=card))
    return None


def cutting_card_out(desk: Desk, who: str, command: h.CuttingCardSeen) -> Refusal | None:
    """The cutting card has come out; the cards are shuffled before the next round."""
    table, book = desk.table, desk.book
    if table.settings.cards_from == "device":
        return refuse("cut/none", book.device.cut, "a shuffling device has no cutting card")
    if table.status is Status.CLOSED or table.current_pack.out_at:
        return refuse("cut/none", book.shoe.cutting_card_out, "the cutting card is out already")
    round_ = table.current_round if table.in_play else None
    place = "" if round_ is None else shown_place(round_, due_place(round_))
    desk.note(CardsOfTheDay("cutting-card-out", (place if place in ("", "dealer") else f"box {place}") or "first card"))
    return None


def cards_out(desk: Desk, who: str, command: h.ShoeIsEmpty) -> Refusal | None:
    """The shoe ran out in the round, and the discards are shuffled to finish it."""
    table, book = desk.table, desk.book
    if not table.in_play or table.settings.cards_from == "device":
        return refuse("shuffle/not-yet", book.shoe.runs_out, "a shoe runs out in a round")
    desk.note(CardsOfTheDay("cards-out"))
    return None
