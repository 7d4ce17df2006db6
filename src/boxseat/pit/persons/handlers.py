"""Commands at the register of persons, judged by the book of the table that they name (R49, R50).

Exclusion is CP 17.3, CB 16.3, SP 20.4 and S6 19.3; Player Cards are SP 20.1.
"""

from __future__ import annotations

from typing import NamedTuple

from boxseat.pit.persons import commands as c
from boxseat.pit.persons import records as r
from boxseat.pit.persons.state import PersonsRegister
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.rulebook.citation import Cited

TEXT_CHARACTERS_MAX = 200
"""Longer texts are cut off."""
NAME_CHARACTERS_MAX = 40


class Place(NamedTuple):
    """The table that a command names."""

    table: str
    game: str
    book: Book


def excluded(
    register: PersonsRegister, at: int, who: str, place: Place, command: c.Exclude
) -> r.PersonExcluded | Refusal:
    """Exclude a player: on a ground of the game, and from the casino only where its rules say so (R49)."""
    rules, player = place.book.persons, command.player
    if rules.ground.value == "device" and command.because != "device":
        return refuse("person/ground", rules.ground, "a player is excluded for a forbidden device only")
    rule = rules.casino if command.scope == "casino" else rules.game
    if not rule.value:
        return refuse("person/scope", rule, f"nobody is excluded from the {command.scope} by the rules of this game")
    if blank := _without_reason(rule, command.reason):
        return blank
    known = register.exclusion_at(player, place.game)
    if known is not None and (known.scope == "casino" or command.scope == "game"):
        already = f"{_name(player)} is excluded from the {known.scope} already"
        return Refusal("person/excluded-already", known.clause, already)
    reason = _text(command.reason)
    fields = command.scope, place.game, place.table, rule.clause, command.because, reason
    return r.PersonExcluded(player, who, *fields, at)


def readmitted(register: PersonsRegister, who: str, place: Place, command: c.Readmit) -> r.PersonReadmitted | Refusal:
    """Lift the exclusions that were made at a game."""
    made_here = [one for one in register.exclusions if (one.player, one.game) == (command.player, place.game)]
    if not made_here:
        rule = place.book.persons.game
        return refuse("person/not-excluded", rule, f"{_name(command.player)} was not excluded at this game")
    fields = place.game, place.table, made_here[0].clause, _text(command.reason)
    return r.PersonReadmitted(command.player, who, *fields)


def barred(register: PersonsRegister, at: int, who: str, command: c.Bar) -> r.PersonBarred | Refusal:
    """Bar a player, as a gaming manager attests."""
    if command.player in register.bars:
        return Refusal("person/barred-already", "", f"{_name(command.player)} is barred already")
    if not command.law.strip() or not command.reason.strip():
        return Refusal("ruling/reason", "", "a bar needs its law and a reason")
    return r.PersonBarred(command.player, who, _text(command.law), _text(command.reason), at)


def unbarred(register: PersonsRegister, who: str, command: c.Unbar) -> r.BarLifted | Refusal:
    """Lift a bar, as a gaming manager attests."""
    if command.player not in register.bars:
        return Refusal("person/not-barred", "", f"{_name(command.player)} is not barred")
    return r.BarLifted(command.player, who, _text(command.law), _text(command.reason))


def detained(
    register: PersonsRegister, at: int, who: str, place: Place, command: c.Detain
) -> r.PersonDetained | Refusal:
    """Record that somebody is detained (SP 20.4.4)."""
    rule = place.book.persons.detention
    if not rule.value:
        return refuse("person/detention", rule, "nobody is detained by the rules of this game")
    if blank := _without_reason(rule, command.reason):
        return blank
    if command.player in register.detained:
        return refuse("person/detained-already", rule, f"{_name(command.player)} is detained already")
    return r.PersonDetained(command.player, who, place.table, rule.clause, _text(command.reason), at)


def handed_over(register: PersonsRegister, who: str, place: Place, command: c.HandOver) -> r.PersonHandedOver | Refusal:
    """Record that an inspector or the police have taken over."""
    rule = place.book.persons.detention
    if command.player not in register.detained:
        return refuse("person/not-detained", rule, f"{_name(command.player)} is not detained")
    return r.PersonHandedOver(command.player, who, place.table, rule.clause, command.to)


def card_status(register: PersonsRegister, at: int, who: str, command: c.CardStatus) -> r.CardStatusNoted | None:
    """Note whether a player has a valid Player Card; nothing changes where that is known."""
    fault = register.card_faults.get(command.player)
    if command.valid == (fault is None or fault.valid):
        return None
    return r.CardStatusNoted(command.player, who, command.valid, at)


def card_presented(
    register: PersonsRegister, at: int, who: str, place: Place, command: c.PresentCard
) -> r.CardPresented | Refusal | None:
    """Note whose card a player presented (SP 20.1); nothing changes where it is a valid card of their own."""
    rule, player, card_of = place.book.invalidation.player_card, command.player, _text(command.card_of)
    if not rule.value:
        return refuse("player-card/not-needed", rule, "no Player Card is needed at this game")
    if not card_of:
        return refuse("player-card/whose", rule, "it is noted whose card was presented")
    fault = register.card_faults.get(player)
    if card_of == player:
        if fault is None:
            return None
        if not fault.valid:
            return refuse("player-card/not-valid", rule, f"the Player Card of {_name(player)} is not valid")
    elif fault is not None and fault.card_of == card_of:
        return None
    return r.CardPresented(player, who, place.table, rule.clause, card_of, at)


def _without_reason(rule: Cited[bool], reason: str) -> Refusal | None:
    return None if reason.strip() else refuse("ruling/reason", rule, "a ruling needs a reason")


def _name(player: str) -> str:
    return player[:NAME_CHARACTERS_MAX]


def _text(written: str) -> str:
    """A text in one line, without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in written).strip()[:TEXT_CHARACTERS_MAX]
