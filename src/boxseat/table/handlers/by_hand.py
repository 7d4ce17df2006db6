"""A hand-dealt table: the bets are closed, and cards are keyed as they leave the shoe, right or wrong."""

from __future__ import annotations

from typing import get_args

from boxseat.cards import UNSEEN, BadCard, Card, card_or_unseen
from boxseat.play.acts import CardAct, CloseOffer, Deal, DrawInError, ExtraCard, Misplace, PlayAbsent, Report, StaffAct
from boxseat.play.fields import BadDocument, FieldReader
from boxseat.play.judge import next_is_unseen, refusal, refusal_of_card
from boxseat.play.places import due_place
from boxseat.play.staff_steps import read_place
from boxseat.play.state import OFFERS, Phase, Round
from boxseat.play.step import step
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.fold import cards_left, kept_of, undone_card, unnamed_act, with_name
from boxseat.table.hand_dealt.records import CardKeyed, CardTurned, CardUndone, SignalKeyed
from boxseat.table.hand_dealt.state import Deviation
from boxseat.table.hand_dealt.view import shown_place
from boxseat.table.handlers.decisions import close_join
from boxseat.table.questions import open_questions
from boxseat.table.records import Acted, JoinAnswered, RoundOpened
from boxseat.table.rulings.round_start import refusal_by_what_is_due, refusal_of_other_card
from boxseat.table.state import Status, Table

PLAYERS = get_args(c.PlayersCommand)
BY_HAND = (c.ForPlayer, *get_args(h.HandDealtCommand))
MACHINES = (c.AskComputer, c.SetCards, c.CutForHouse, c.DeclineCut, c.TimeUp, c.SeatExpired, c.NoteAway)
"""Commands about the machine's cards, players and clock, which a hand-dealt table does not have."""


def refusal_by_dealing(desk: Desk, command: c.TableCommand) -> Refusal | None:
    """The refusal of a command that suits only the other kind of dealing, and of players without terminals."""
    table, book = desk.table, desk.book
    recorded_cut = isinstance(command, c.Cut) and bool(command.by)
    if table.by_hand is None:
        if isinstance(command, BY_HAND) or recorded_cut:
            return refuse("table/by-machine", book.drawing.turn, "the machine deals at this table")
        return None
    if isinstance(command, MACHINES) or (isinstance(command, c.Cut) and not recorded_cut):
        return refuse("table/by-hand", book.drawing.turn, "people deal real cards at this table")
    if isinstance(command, PLAYERS) and not recorded_cut and not table.settings.terminals:
        return refuse("table/no-terminals", book.invalidation.devices, "players decide by signal; staff record it")
    return None


# The round begins


def no_more_bets(desk: Desk, who: str, command: h.NoMoreBets) -> Refusal | None:
    """Close the bets: the round begins with the wagers that lie. Without a main wager there is none."""
    table, book = desk.table, desk.book
    if table.status is not Status.OPEN:
        return refuse("table/closed", book.control.locked, "the table is not open")
    if table.in_play:
        return refuse("wager/no-more-bets", book.control.locked, "a round is being played")
    if table.final_rounds is not None and table.final_rounds <= table.in_round:
        return refuse("table/final-rounds", book.shoe.final_rounds, "the final rounds are over, and the table closes")
    if refused := refusal_by_what_is_due(book, table):
        return refused
    if not table.has_stakes:
        return None
    if table.in_round:
        finish_round(desk)
    number = table.round_number + 1
    device = table.settings.cards_from == "device"
    desk.note(RoundOpened(f"{table.id}-{number}", number, desk.at, device=device))
    kept = kept_of(desk.table)
    if table.settings.cards_on_record and not device and (kept.not_shuffled or kept.not_cut):
        desk.note(Acted((Report("shuffle-missed" if kept.not_shuffled else "cut-missed"),), by=who))
    return None


# Cards


def read_card(book: Book, text: str) -> Card | Refusal:
    """A card as it is keyed."""
    try:
        return card_or_unseen(text)
    except BadCard as error:
        return refuse("card/unreadable", book.cards.ranks, str(error))


def key_card(desk: Desk, who: str, command: h.KeyCard) -> Refusal | None:
    """A card leaves the shoe: it is recorded where it lies, and a deviation from what is due is told."""
    keyed = read_card(desk.book, command.card)
    if isinstance(keyed, Refusal):
        return keyed
    try:
        to = read_place(FieldReader(""), command.to, "to", desk.book) if command.to else ""
    except BadDocument as error:
        return refuse("card/unreadable", desk.book.layout.boxes, str(error))
    table = desk.table
    if table.status is not Status.OPEN and not table.in_round:
        return refuse("table/closed", desk.book.control.locked, "the table is not open")
    if not table.in_round or (table.current_round.over and table.has_stakes):
        return _card_without_round(desk, keyed, to)
    if refused := refusal_of_other_card(desk.book, table, cards_left(table.current_round), keyed):
        return refused
    if is_foreign(desk.book, table, keyed):
        desk.note(CardKeyed(keyed, to, Deviation("foreign-card", "", desk.book.dealing_errors.foreign_card.clause)))
        return None
    _close_before_card(desk)
    round_ = desk.table.current_round
    if next_is_unseen(round_) and due_place(round_) and to in ("", due_place(round_)):
        return turn_card(desk, who, h.TurnCard(command.card))
    act, deviation = _lies(desk.book, round_, keyed, to)
    if refused := refusal(desk.book, round_, act):
        return refused
    desk.note(CardKeyed(keyed, to, deviation))
    desk.note(Acted((act,), by=who if isinstance(act, StaffAct) else ""))
    return None


def is_foreign(book: Book, table: Table, keyed: Card) -> bool:
    """Whether a card is not of this pack, or one more of its kind than there are: in the round, or since the shuffle on record."""
    if keyed is UNSEEN:
        return False
    round_ = table.current_round
    out = kept_of(table).out.get(keyed, 0) + round_.times_seen(keyed)
    return out >= book.cards.decks.value or refusal_of_card(book, round_, keyed) is not None


def _card_without_round(desk: Desk, keyed: Card, to: str) -> Refusal | None:
    """A card leaves the shoe although no round is in play: an exposed one is burnt, an unseen one is the next card (R31)."""
    if desk.table.has_stakes:
        return refuse("card/bets-open", desk.book.control.locked, "wagers lie: the bets are closed first")
    rule = desk.book.dealing_errors.no_wagers
    kind = "no-wagers" if rule.value == "void" else "drawn-in-error"
    desk.note(CardKeyed(keyed, to, Deviation(kind, "", rule.clause)))
    return None


def close_join_offer(desk: Desk) -> None:
    """Nobody else joins the decision that waits for co-bettors."""
    if desk.table.join_offer is not None:
        for name in desk.table.join_offer.asked:
            desk.note(JoinAnswered(name, False))
        close_join(desk)


def _close_before_card(desk: Desk) -> None:
    """A card that is due closes the question whether others join, and offers that nobody has taken."""
    close_join_offer(desk)
    after, offers = desk.table.current_round, 0
    while after.phase in OFFERS:
        after, offers = step(desk.book, after, CloseOffer()), offers + 1
    for _ in range(offers if after.card_due else 0):
        desk.note(Acted((CloseOffer(),)))


def _lies(book: Book, round_: Round, keyed: Card, to: str) -> tuple[CardAct, Deviation | None]:
    """What a card that lies somewhere is, and how it differs from what is due."""
    errors, due, exposed = book.dealing_errors, due_place(round_), keyed is not UNSEEN
    if due and to in ("", due):
        return Deal(keyed), None
    if due:
        return Misplace(keyed, to), Deviation("misplaced", shown_place(round_, due), errors.misplaced.clause)
    if round_.phase in (Phase.SETTLEMENT, Phase.OVER):
        rule = errors.extra_card if exposed else errors.extra_unseen
        return ExtraCard(keyed, exposed), Deviation("extra-card", "", rule.clause)
    return DrawInError(keyed, exposed), Deviation("drawn-in-error", "", errors.drawn_in_error.clause)


def turn_card(desk: Desk, who: str, command: h.TurnCard) -> Refusal | None:
    """Name a card that left the shoe face down."""
    book, table = desk.book, desk.table
    keyed = read_card(book, command.card)
    if isinstance(keyed, Refusal):
        return keyed
    place = unnamed_act(table.current_round) if table.in_round else None
    if place is None:
        return refuse("card/none", book.dealing_errors.drawn_in_error, "no card of the round lies face down")
    if keyed is UNSEEN or is_foreign(book, table, keyed):
        return refuse("card/unreadable", book.cards.ranks, f"{keyed} is no card of this pack that can be out")
    if with_name(book, table.current_round, place, keyed) is None:
        return refuse("card/unreadable", book.cards.decks, f"the round does not go on so with {keyed}")
    desk.note(CardTurned(keyed, place))
    return None


def undo_card(desk: Desk, who: str, command: h.UndoCard) -> Refusal | None:
    """Take back the card that was keyed last, if nothing has followed it."""
    undone = undone_card(desk.table)
    if undone is None:
        return refuse("card/none", desk.book.drawing.turn, "no card was keyed last: what has followed it stands")
    desk.note(CardUndone(undone))
    return None


# Offers and absent players


def close_offer(desk: Desk, who: str, command: h.CloseTheOffer) -> Refusal | None:
    """The dealer closes what is open."""
    table = desk.table
    if table.join_offer is not None:
        desk.note(SignalKeyed("close-offer"))
        close_join_offer(desk)
        return None
    if refused := _refusal_in_round(desk, CloseOffer()):
        return refused
    desk.note(SignalKeyed("close-offer"))
    desk.note(Acted((CloseOffer(),)))
    return None


def play_absent(desk: Desk, who: str, command: h.PlayForAbsent) -> Refusal | None:
    """The dealer plays the hand in turn for a player who does not decide (R20)."""
    if desk.table.in_play:
        desk.note(SignalKeyed("absent"))
        close_before_signal(desk, c.DoStand(command.box))
    if refused := _refusal_in_round(desk, PlayAbsent(command.box)):
        return refused
    desk.note(Acted((PlayAbsent(command.box),), instead_of=desk.table.current_round.box_in_turn.controller))
    return None


def close_before_signal(desk: Desk, what: c.TableCommand) -> None:
    """A decision about a hand closes the offers before it, and the question whether others join the last one."""
    offers = _closed_by(desk, what)
    if offers:
        close_join_offer(desk)
    while offers and desk.table.current_round.phase in offers:
        desk.note(Acted((CloseOffer(),)))


def close_before_own_signal(desk: Desk, who: str, what: c.TableCommand) -> None:
    """A player's own decision about a hand closes the offers that wait for nobody else, and a forfeit before it (R14)."""
    offers = _closed_by(desk, what)
    while offers and desk.table.join_offer is None and (phase := desk.table.current_round.phase) in offers:
        others = (asked.player for asked in open_questions(desk.book, desk.table) if asked.player != who)
        if phase is not Phase.FORFEIT and any(others):
            return
        desk.note(Acted((CloseOffer(),)))


def _closed_by(desk: Desk, what: c.TableCommand) -> tuple[Phase, ...]:
    """The offers that a decision closes; a surrender comes after the insurance."""
    if not desk.table.in_play or not isinstance(what, c.PlayCommand):
        return ()
    if isinstance(what, c.DoSurrender):
        return (Phase.INSURANCE,)
    return () if isinstance(what, c.DoInsure | c.DoEvenMoney | c.DoForfeit) else OFFERS


def _refusal_in_round(desk: Desk, act: CloseOffer | PlayAbsent) -> Refusal | None:
    if not desk.table.in_play:
        return refuse("round/none", desk.book.drawing.turn, "no round is being played")
    return refusal(desk.book, desk.table.current_round, act)
