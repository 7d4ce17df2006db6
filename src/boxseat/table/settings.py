"""Settings of a table: its sign, its time limits, and other choices of the operator."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from boxseat.clock import SECOND
from boxseat.money import dollars
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table.checks.gaming_hours import GamingHours, refusal_of_hours
from boxseat.table.permissions.commands import ApprovedThing
from boxseat.table.sign import Sign, least_stake

CardsFrom = Literal["shoe", "device"]
Dealt = Literal["by-machine", "by-hand"]
TIME_MIN_US, TIME_MAX_US = SECOND // 10, 86_400 * SECOND
TIME_TO_ACT_MIN_US = 3 * SECOND
"""The minimum time for a wager or a decision at a gaming table (R56)."""


class Times(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Time limits in microseconds; after them the house continues without the player."""

    wager: int = 20 * SECOND
    """From the first wager to the first card."""
    decide: int = 25 * SECOND
    """For a decision, an offer, or joining a controlling player's decision."""
    cut: int = 12 * SECOND
    seat: int = 120 * SECOND
    """How long a disconnected player keeps the seat."""
    least: int = 0
    """The minimum time for which bets stay open if several people are at the table, and for a newcomer (R56)."""
    alone: bool = True
    """Whether the time limits also apply to a player who is alone at the table."""


GAMING_TIMES = Times(least=5 * SECOND, alone=False)
"""The default time limits of a new gaming table."""


class Settings(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settings that a table is opened with."""

    sign: Sign
    cards_from: CardsFrom = "shoe"
    times: Times = Times()
    players_on_box: int = 3
    """The maximum number of players on a box; 1 for one player per box."""
    players_at_table: int = 0
    """The maximum number of players at the table; none for no limit."""
    late_to_minimum: bool = False
    """Whether players who sat out a round of the shoe may wager only the minimum until the next shoe."""
    idle_seats_go: bool = True
    """Whether idle players at a full table lose their seat after the book's number of rounds without a wager."""
    supervisor_cuts: bool = False
    """Whether a supervisor gets time to cut if no player wants to; otherwise the house cuts at once."""
    computers: bool = True
    """Whether computer players may be asked to sit down."""
    opening_float: int = 2_500_000
    """The chips in the tray when the table opens, in cents."""
    practice: bool = False
    """Whether it is a practice table: no money, and the house gives advice; at other tables it gives none."""
    owner: str = ""
    """The owner of a practice table."""
    rehearsal: bool = False
    """Whether it is a table of a rehearsal, where rounds may be dealt from written cards; never at a server."""
    dealt: Dealt = "by-machine"
    """By hand: people deal real cards, and staff key them."""
    terminals: bool = True
    """Whether players at a hand-dealt table have terminals of the house; otherwise staff record everything."""
    approved: tuple[ApprovedThing, ...] = get_args(ApprovedThing)
    """What is approved already when the table is set up, where the rules ask for approval before use."""
    super_sevens_amounts: tuple[int, ...] = ()
    """The approved amounts of Super Sevens, in cents; none for any amount within the sign's limits."""
    cards_on_record: bool = False
    """Whether shuffles and cuts of a hand-dealt table are on record, so that a missed one is noticed."""
    hours: GamingHours | None = None
    """The hours of gaming, outside which the table is not opened; none where they are not limited."""


def refusal_to_set(book: Book, settings: Settings) -> Refusal | None:
    """The refusal if the book does not allow these settings."""
    if settings.cards_from == "device" and not book.device.offered.value:
        return refuse("setting/device", book.device.offered, "this game is not dealt from a shuffling device")
    most = book.layout.players_per_box
    if not 1 <= settings.players_on_box <= most.value:
        return refuse("setting/players-on-box", most, f"a box takes from 1 to {most.value} players")
    fewer = book.seating.fewer_on_box
    if settings.players_on_box < most.value and not fewer.value:
        return refuse("setting/players-on-box", fewer, f"a box takes {most.value} players, and no fewer")
    if settings.players_at_table and not book.seating.fewer_at_table.value:
        return refuse("setting/players-at-table", book.seating.fewer_at_table, "the number of players is not limited")
    amounts, rule = settings.super_sevens_amounts, book.permissions.sevens_amounts
    if amounts and rule.value != "approved":
        return refuse("setting/super-sevens", rule, "Super Sevens are wagered within the limits of the sign")
    if settings.practice != bool(settings.owner) or (settings.practice and settings.cards_from != "shoe"):
        return refuse(
            "setting/practice", book.conduct.advice, "a practice table is one player's own, dealt from a shoe"
        )
    return refusal_of_hours(book, settings.hours) or refusal_of_sign(book, settings.sign) or _of_numbers(book, settings)


def refusal_of_sign(book: Book, sign: Sign) -> Refusal | None:
    """The refusal if the sign's limits make no sense together."""
    rule = book.limits.placed_over_maximum
    for limits in (sign.box, sign.side_bet, sign.sevens):
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            return refuse("setting/sign", rule, "the sign's minimum is above its maximum")
    if None in (sign.box.minimum, sign.box.maximum):
        return refuse("setting/sign", rule, "the sign shows a minimum and a maximum for a box")
    if book.offers.side_bets.value and None in (sign.side_bet.minimum, sign.side_bet.maximum):
        return refuse("setting/sign", rule, "the sign shows a minimum and a maximum for a side bet")
    both = (sign.box, sign.side_bet, sign.sevens)
    amounts = [amount for limits in both for amount in (limits.minimum, limits.maximum)]
    if any(amount is not None and amount < 0 for amount in amounts) or (sign.unit is not None and sign.unit <= 0):
        return refuse("setting/sign", rule, "the sign's amounts are not below zero, and its multiples above it")
    chip = book.chips.smallest_chip
    for name, cents in (("box.minimum", sign.box.minimum), ("unit", sign.unit)):
        if cents and cents % chip.value:
            reason = f"sign.{name} is {dollars(cents)}, and no multiple of the smallest chip, {dollars(chip.value)}"
            return refuse("setting/sign", chip, reason)
    if sign.box.maximum is not None and least_stake(book, sign) > sign.box.maximum:
        reason = f"no wager in chips of {dollars(chip.value)} lies within the sign's limits"
        return refuse("setting/sign", rule, reason)
    return None


def _of_numbers(book: Book, settings: Settings) -> Refusal | None:
    if settings.players_at_table < 0:
        return refuse(
            "setting/players-at-table", book.seating.fewer_at_table, "the number of players is not below zero"
        )
    if settings.opening_float < 0:
        return refuse("setting/float", book.chips.laid, "the float is not below zero")
    return _of_times(book, settings)


def _of_times(book: Book, settings: Settings) -> Refusal | None:
    times, rule = settings.times, book.irregularities.absent_player
    for name, time in (("wager", times.wager), ("decide", times.decide), ("cut", times.cut), ("seat", times.seat)):
        if not TIME_MIN_US <= time <= TIME_MAX_US:
            return refuse("setting/times", rule, f"times.{name} is from a tenth of a second to a day")
    if settings.practice:
        return None
    for name, time in (("wager", times.wager), ("decide", times.decide), ("least", times.least or TIME_TO_ACT_MIN_US)):
        if not TIME_TO_ACT_MIN_US <= time <= TIME_MAX_US:
            return refuse("setting/times", rule, f"times.{name} is from three seconds to a day")
    if times.least > times.wager:
        return refuse("setting/times", rule, "times.least is not longer than times.wager")
    return None
