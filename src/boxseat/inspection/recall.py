"""Recall: rebuilds any past round act by act with the engine, marked as a replay (GLI-19, 2.8.2 and 4.14).

The round index gives its place in the table's stream. The table is folded from the nearest snapshot, so the time does not depend on
the number of stored rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from boxseat.house.house import HOUSE_ACTOR
from boxseat.inspection.retrace import Retraced, retraced
from boxseat.journal.entry import Entry
from boxseat.journal.store import Store
from boxseat.money import dollars
from boxseat.play.acts import (
    Act,
    Burn,
    Deal,
    Double,
    DrawInError,
    ExtraCard,
    Insure,
    Misplace,
    PlayersAct,
    Split,
    Surrender,
    word,
)
from boxseat.play.announce import settled
from boxseat.play.irregularities.reconstruction_account import place_name
from boxseat.play.state import Round, Wager
from boxseat.play.void import BONUSES
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.announcements import sentences
from boxseat.table.fold import Step
from boxseat.table.hand_dealt.records import ChipsForCash
from boxseat.table.names import is_table_stream
from boxseat.table.picture import BoxInPlay, LineSeen
from boxseat.table.state import HouseDecision, Table, layout_chips
from boxseat.table.view import line_seen, round_seen

DEALER = "dealer"


class NoSuchRound(Exception):
    """There is no round with this name."""


class WagerRecalled(msgspec.Struct, frozen=True):
    """A wager on the table at the first card, in dollars."""

    box: int
    player: str
    seated: bool
    stake: str
    perfect_pairs: str
    super_sevens: str


class LayoutSeen(msgspec.Struct, frozen=True):
    """The cards and chips on the layout."""

    phase: str
    dealer: tuple[str, ...]
    dealer_total: int
    dealer_soft: bool
    boxes: tuple[BoxInPlay, ...]


class StepRecalled(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of the round: who did it, the dealer's announcements, and the layout after it."""

    version: int
    at: str
    who: str
    """A player's or supervisor's name, ``dealer``, or ``house`` if it decided for a player."""
    what: str
    """The act's word (``deal``, ``hit``, ``split``) or the record's (``join-answered``)."""
    box: int = 0
    card: str = ""
    to: str = ""
    """Where the card went: ``dealer``, ``box 3``, ``box 3, hand 2``."""
    amount: str = ""
    joined_by: tuple[str, ...] = ()
    instead_of: str = ""
    """The player for whom the house decided."""
    reason: str = ""
    """Why staff ruled so, if they said."""
    said: tuple[str, ...] = ()
    picture: LayoutSeen | None = None


class ChoiceRecalled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's choice, or the house's for them."""

    at: str
    box: int
    do: str
    amount: str = ""
    by_house: bool = False


class PlayerRecalled(msgspec.Struct, frozen=True):
    """The round for one player; amounts in dollars."""

    name: str
    computer: str
    before: str
    """Their chips at the table before the round, with wagers on the layout; shown only to themselves and staff."""
    bought: str
    """Chips they bought during the round; shown only to the same."""
    staked: str
    won: str
    """Their winnings, without their own wagers."""
    lost: str
    net: str
    after: str
    choices: tuple[ChoiceRecalled, ...]


class Recalled(msgspec.Struct, frozen=True):
    """A past round, marked as a replay."""

    marked: Literal["REPLAY"]
    id: str
    table: str
    game: str
    title: str
    number: int
    over: bool
    void: bool
    reason: str
    """Why it was declared void."""
    began: str
    ended: str
    """Empty while it is in play."""
    shoe: str
    commitment: str
    """The shoe at the start of the round."""
    wagers: tuple[WagerRecalled, ...]
    players: tuple[PlayerRecalled, ...]
    steps: tuple[StepRecalled, ...]
    settlements: tuple[LineSeen, ...]
    net: dict[str, str]
    house: str
    house_decisions: tuple[HouseDecision, ...]
    """Decisions that the house made for players who did not decide."""


class Rebuilt(msgspec.Struct, frozen=True):
    """The steps of a round: from the close of bets until the cards are in the rack."""

    entries: Sequence[Retraced]
    over: bool

    @property
    def before(self) -> Table:
        """The table before the round."""
        return self.entries[0].steps[0].before

    @property
    def after(self) -> Table:
        """The table after the round."""
        return self.entries[-1].steps[-1].after

    @property
    def round(self) -> Round:
        """The round, as far as it was played."""
        return self.after.current_round


async def rebuild(store: Store, round_id: str) -> Rebuilt:
    """Rebuild a round from its entries."""
    index = await store.round(round_id)
    if index is None or not is_table_stream(index.stream):
        raise NoSuchRound(round_id)
    entries: list[Retraced] = []
    async for each in retraced(store, index.stream, index.first, index.last):
        steps = list(each.steps)
        if not entries:
            steps = steps[_place(steps, r.RoundOpened) :]
        if each.entry.version == index.last:
            steps = steps[: _place(steps, r.RoundSettled) + 1]
        if steps:
            entries.append(replace(each, steps=steps))
    return Rebuilt(entries, index.last is not None)


async def recall(store: Store, round_id: str) -> Recalled:
    """A past round by its id; `NoSuchRound` if there is none."""
    return as_recalled(await rebuild(store, round_id))


def as_recalled(rebuilt: Rebuilt, viewer: str | None = None) -> Recalled:
    """A rebuilt round in readable form; a player as `viewer` does not see other players' chips."""
    before, after, round_ = rebuilt.before, rebuilt.after, rebuilt.round
    nets = round_.net()
    ending = rebuilt.entries[-1].steps[-1].record
    return Recalled(
        marked="REPLAY",
        id=after.round_id,
        table=after.id,
        game=after.game,
        title=after.title,
        number=after.round_number,
        over=rebuilt.over,
        void=round_.void,
        reason=ending.reason if isinstance(ending, r.RoundSettled) else "",
        began=utc(after.round_at),
        ended=utc(rebuilt.entries[-1].entry.at) if rebuilt.over else "",
        shoe=before.current_pack.shoe,
        commitment=before.current_pack.commitment,
        wagers=tuple(_wager(laid) for laid in round_.wagers),
        players=tuple(_shown_to(viewer, _player(rebuilt, name)) for name in nets),
        steps=tuple(
            _step_shown_to(viewer, step.record, _step(each.book, each.entry, step))
            for each in rebuilt.entries
            for step in each.steps
        ),
        settlements=tuple(line_seen(line) for line in round_.settlements),
        net={name: dollars(cents) for name, cents in nets.items()},
        house=dollars(-sum(nets.values())),
        house_decisions=after.house_decisions,
    )


def _shown_to(viewer: str | None, player: PlayerRecalled) -> PlayerRecalled:
    """A player as the viewer may see them: chips are shown only to themselves and staff."""
    if viewer in (None, player.name):
        return player
    return replace(player, before="", bought="", after="")


def _step_shown_to(viewer: str | None, record: r.TableRecord, step: StepRecalled) -> StepRecalled:
    if viewer is not None and isinstance(record, r.ChipsBought) and record.player != viewer:
        return replace(step, amount="")
    return step


def utc(at: int) -> str:
    """A time of the house's clock as text: ``2026-11-16T02:45:45.123456Z``."""
    seconds, micros = divmod(at, 1_000_000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{micros:06d}Z"


def _place(steps: Sequence[Step], kind: type) -> int:
    return next(place for place, step in enumerate(steps) if isinstance(step.record, kind))


def _wager(laid: Wager) -> WagerRecalled:
    amounts = (laid.stake, laid.perfect_pairs, laid.super_sevens)
    return WagerRecalled(laid.box, laid.player, laid.seated, *map(dollars, amounts))


# Steps


def _step(book: Book, entry: Entry, step: Step) -> StepRecalled:
    before, record, after, _ = step
    as_recalled = StepRecalled(
        version=entry.version,
        at=utc(entry.at),
        who=_who(entry, before, record),
        what=str(type(record).__struct_config__.tag).rpartition(".")[0],
        said=_said(book, step),
    )
    match record:
        case r.RoundOpened():
            return replace(as_recalled, picture=_picture(book, after))
        case r.Acted(acts=(act,), instead_of=instead_of, reason=reason):
            acted = _acted(as_recalled, before, act, after)
            return replace(acted, instead_of=instead_of, reason=reason, picture=_picture(book, after))
        case r.JoinOffered(act=act):
            offered = _acted(as_recalled, before, act, after)
            return replace(offered, what=f"asks others to join: {offered.what}")
        case r.JoinAnswered(player=player, joins=joins, cents=cents):
            box = _act_box(before.join_offer.act) if before.join_offer else 0
            instead_of = player if _house_answers(entry, before, player) else ""
            word = "join" if joins else "pass"
            return replace(
                as_recalled, what=word, box=box, amount=dollars(cents) if cents else "", instead_of=instead_of
            )
        case r.Declined(box=box):
            return replace(as_recalled, what="decline", box=box)
        case r.TimeRanOut(players=players):
            return replace(as_recalled, instead_of=", ".join(dict.fromkeys(players)))
        case r.ChipsBought(cents=cents):
            return replace(as_recalled, amount=dollars(cents))
        case r.CutDeclined(player=player, by_house=True):
            return replace(as_recalled, instead_of=player)
    return as_recalled


def _who(entry: Entry, before: Table, record: r.TableRecord) -> str:
    match record:
        case r.Acted(instead_of=name) if name:
            return HOUSE_ACTOR
        case r.Acted(by=by):
            return by or DEALER
        case r.JoinOffered(act=act) if isinstance(act, PlayersAct):
            return act.player
        case r.TimeRanOut() | r.CutDeclined(by_house=True) | r.PlayerAway():
            return HOUSE_ACTOR
        case r.JoinAnswered(player=player):
            return HOUSE_ACTOR if _house_answers(entry, before, player) else player
        case r.Declined(player=player) | r.ChipsBought(player=player) | r.LeavingAfterRound(player=player):
            return player
        case r.CutDeclined(player=player) | r.SeatTaken(player=player) | r.SeatLeft(player=player):
            return player
        case r.CardsCut(by=by):
            return by or DEALER
    return DEALER


def _house_answers(entry: Entry, before: Table, asked: str) -> bool:
    """Whether the house answered for a co-bettor who was asked to join: the time ran out, or they are leaving."""
    return entry.who != asked or before.patrons[asked].leaving


def _acted(as_recalled: StepRecalled, before: Table, act: Act, after: Table) -> StepRecalled:
    as_recalled = replace(as_recalled, what=word(act), box=_act_box(act))
    match act:
        case Deal(card=card):
            to = where_dealt(before.current_round, after.current_round)
            return replace(as_recalled, card=str(card), to=to)
        case Insure(amount=amount):
            return replace(as_recalled, amount=dollars(amount))
        case Double(amount=amount, joined_by=joined):
            return replace(as_recalled, amount=dollars(amount), joined_by=tuple(name for name, _ in joined))
        case Split(joined_by=names) | Surrender(joined_by=names):
            return replace(as_recalled, joined_by=names)
        case Misplace(card=card, to=to):
            return replace(as_recalled, card=str(card), to=place_name(to))
        case Burn() | DrawInError() | ExtraCard():
            return replace(as_recalled, card=str(act.card))
    return as_recalled


def where_dealt(before: Round, after: Round) -> str:
    """Where the last card went."""
    if len(after.dealer) > len(before.dealer):
        return DEALER
    place = next(place for place, box in enumerate(after.boxes) if len(box.dealt) > len(before.boxes[place].dealt))
    box = after.boxes[place]
    return f"box {box.number}" if len(box.hands) == 1 else f"box {box.number}, hand {before.turn[1] + 1}"


def _act_box(act: Act) -> int:
    return int(getattr(act, "box", 0))


def _said(book: Book, step: Step) -> tuple[str, ...]:
    if isinstance(step.record, r.RoundOpened):
        return tuple(settled(line) for line in step.after.current_round.settlements)
    return tuple(sentences(book, step))


def _picture(book: Book, table: Table) -> LayoutSeen:
    seen = round_seen(book, table, table.current_round)
    return LayoutSeen(seen.phase, seen.dealer, seen.dealer_total, seen.dealer_soft, seen.boxes)


# Players


def _player(rebuilt: Rebuilt, name: str) -> PlayerRecalled:
    lines = [line for line in rebuilt.round.settlements if line.player == name]
    bought = sum(_cents_of(rebuilt, name, r.ChipsBought, ChipsForCash))
    return PlayerRecalled(
        name=name,
        computer=rebuilt.before.patrons[name].computer,
        before=dollars(_held(rebuilt.before, name)),
        bought=dollars(bought),
        staked=dollars(sum(line.stake for line in lines if line.wager not in BONUSES) + _lying(rebuilt.after, name)),
        won=dollars(sum(line.net for line in lines if line.net > 0)),
        lost=dollars(-sum(line.net for line in lines if line.net < 0)),
        net=dollars(rebuilt.round.net()[name]),
        after=dollars(_held(rebuilt.after, name) + sum(_cents_of(rebuilt, name, r.LeftTable))),
        choices=tuple(
            choice for each in rebuilt.entries for step in each.steps for choice in _choices(each, step, name)
        ),
    )


def _cents_of(rebuilt: Rebuilt, name: str, *kinds: type) -> Iterator[int]:
    """The amounts of a player's records of some kinds in the round."""
    for each in rebuilt.entries:
        for step in each.steps:
            if isinstance(step.record, kinds) and getattr(step.record, "player", "") == name:
                yield getattr(step.record, "cents", 0)


def _held(table: Table, name: str) -> int:
    """A player's chips at the table; none if they have left it."""
    return (table.patrons[name].chips if name in table.patrons else 0) + _lying(table, name)


def _lying(table: Table, name: str) -> int:
    """A player's chips on the layout; 0 after the round is settled."""
    return sum(cents for (_, player), cents in layout_chips(table).items() if player == name)


def _choices(each: Retraced, step: Step, name: str) -> Sequence[ChoiceRecalled]:
    """A player's choices in one step, or the house's for them."""
    entry = each.entry
    made = tuple(
        ChoiceRecalled(utc(entry.at), decision.box, decision.what, by_house=True)
        for decision in step.after.house_decisions[len(step.before.house_decisions) :]
        if decision.player == name
    )
    if not _is_choice(entry, step):
        return made
    own = _step(each.book, entry, step)
    return (*made, ChoiceRecalled(own.at, own.box, own.what, own.amount)) if own.who == name else made


def _is_choice(entry: Entry, step: Step) -> bool:
    """Whether the step is a player's choice."""
    match step.record:
        case r.Acted(acts=(act,)):
            return isinstance(act, PlayersAct)
        case r.JoinAnswered(player=player):
            return not _house_answers(entry, step.before, player)
        case r.Declined():
            return True
        case r.CutDeclined(by_house=by_house):
            return not by_house
    return False
