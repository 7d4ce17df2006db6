"""Commands of computer players: the wagers they lay, and their replies to a table's questions."""

from __future__ import annotations

from collections.abc import Callable

from boxseat.computer.players import Computer
from boxseat.money import Cents
from boxseat.play.acts import (
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.legal import Choice, Joiner, box_choices
from boxseat.play.state import Wager
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.permissions.commands import ExposeCards
from boxseat.table.permissions.face_down import CARD_FOLLOWS, lies_face_down
from boxseat.table.questions import OpenQuestion, open_to
from boxseat.table.state import Table


def lay_command(wager: Wager) -> c.Lay:
    """The command that lays this wager."""
    return c.Lay(wager.box, Cents(wager.stake), Cents(wager.perfect_pairs), Cents(wager.super_sevens))


def command_of(act: PlayersAct) -> c.PlayCommand:
    """The command that a table carries out as this act."""
    match act:
        case Insure(box=box, amount=amount):
            return c.DoInsure(box, Cents(amount))
        case Double(box=box, amount=amount):
            return c.DoDouble(box, Cents(amount))
    return _COMMANDS[type(act)](act.box)


_COMMANDS: dict[type, Callable[[int], c.PlayCommand]] = {
    EvenMoney: c.DoEvenMoney,
    Surrender: c.DoSurrender,
    Split: c.DoSplit,
    Forfeit: c.DoForfeit,
    Hit: c.DoHit,
    Stand: c.DoStand,
}


def to_decide(book: Book, table: Table, question: OpenQuestion) -> list[Choice]:
    """The choices of a player who is asked about a box."""
    place, _ = table.current_round.box_at(question.box)
    return open_to(book, table, place, question.player)


def decision_command(
    table: Table, question: OpenQuestion, choice: Choice | None
) -> c.PlayCommand | c.Decline | ExposeCards:
    """The command of a decision; without a choice, the offer is declined. Cards that lie face down are turned first."""
    if choice is not None and isinstance(choice.act, CARD_FOLLOWS) and lies_face_down(table, question.box):
        return ExposeCards(question.box)
    return c.Decline(question.box) if choice is None else command_of(choice.players_act)


def to_join(book: Book, table: Table, question: OpenQuestion) -> tuple[Choice, Joiner]:
    """The decision that a co-bettor is asked to join, and with which amounts."""
    round_, act = table.current_round, table.current_join_offer.act
    place, _ = round_.box_at(question.box)
    choice = next(one for one in box_choices(book, round_, place, (type(act),)))
    return choice, next((one for one in choice.joiners if one.player == question.player), Joiner(question.player))


def join_command(table: Table, question: OpenQuestion, cents: int | None) -> c.Join | c.Pass:
    """The command of a co-bettor who joins with an amount, or with none where it needs none, or does not join."""
    if cents is None or cents > table.patrons[question.player].chips:
        return c.Pass(question.box)
    return c.Join(question.box, Cents(cents) if cents else None)


def answer(book: Book, table: Table, question: OpenQuestion, player: Computer) -> c.TableCommand:
    """What a computer player answers to a question of the table."""
    round_ = table.current_round
    if question.what == "join":
        return join_command(table, question, player.joins(book, round_, *to_join(book, table, question)))
    return decision_command(table, question, player.decide(book, round_, to_decide(book, table, question)))
