"""The objects that a document may ask for, each as it stands at the end of its day: one function an object."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec
from sqlalchemy import select

from boxseat.house.disputes_stream import DISPUTES
from boxseat.house.notices_stream import NOTICES
from boxseat.house.payments_stream import PAYMENTS
from boxseat.house.persons_stream import REGISTER
from boxseat.inspection.retrace import retraced
from boxseat.journal import schema
from boxseat.ledger.accounts import wallet
from boxseat.money import dollars
from boxseat.people.roles import Role
from boxseat.pit.disputes.state import DisputeRegister
from boxseat.pit.notices.state import Desks
from boxseat.pit.payments.view import PaymentsSeen, seen
from boxseat.pit.persons.state import PersonsRegister
from boxseat.rehearsal.cage_objects import floats, footage, owed_by_person
from boxseat.rehearsal.day import Day
from boxseat.rehearsal.day_document import WrittenCommand
from boxseat.rehearsal.result_objects import ratings, results
from boxseat.table.corrections.amendments import amended
from boxseat.table.hand_dealt.fold import carried_now
from boxseat.table.names import STREAM_PREFIX, stream_of
from boxseat.table.permissions.view import are_pairs_restricted, restrictions_now
from boxseat.table.records import RoundSettled
from boxseat.table.state import Table


async def asked(day: Day) -> dict[str, object]:
    """All objects that the document of a day asks for."""
    return {name: await OBJECTS[name](day) for name in day.written.ask}


async def _at_tables(day: Day) -> Mapping[str, Table]:
    return {name: (await day.house.table(name)).table for name in day.written.tables}


async def _tables(day: Day) -> object:
    return {
        name: {
            "status": table.status.value,
            "due": list(table.due),
            "carried": [str(card) for card in (table.carried if table.by_hand is None else carried_now(table))],
            "players": list(table.patrons),
            "wagers": [{"box": laid.box, "player": laid.player, "stake": dollars(laid.stake)} for laid in table.wagers],
        }
        for name, table in (await _at_tables(day)).items()
    }


async def _signs(day: Day) -> object:
    return {name: _sign(day, table) for name, table in (await _at_tables(day)).items()}


def _sign(day: Day, table: Table) -> dict[str, object]:
    signs, box, shown = table.signs, table.sign.box, day.written.times.shown
    old = {name: each.main or each.perfect_pairs or 0 for name, each in signs.old_minimum.items()}
    return {
        "min": dollars(box.minimum or 0),
        "max": dollars(box.maximum or 0),
        "coming": [
            {"what": each.what, "bet": each.bet, "min": dollars(each.cents), "from": shown(each.at)}
            for each in signs.coming
        ],
        "old_minimum": {"min": dollars(min(old.values())), "players": [*old]} if old else None,
        "private": [
            {"player": name, "min": dollars(own.minimum or 0), "max": dollars(own.maximum or 0)}
            for name, own in signs.private.items()
        ],
        "perfect_pairs_restricted": are_pairs_restricted(table),
        "closing": None if signs.closing is None else shown(signs.closing),
        "low_limit": signs.low_limit,
        "face_down": table.permissions.face_down,
    }


async def _restrictions(day: Day) -> object:
    return [
        {"table": name, "player": player, "to_minimum": to_minimum, "to_one_box": to_one_box}
        for name in day.written.tables
        for live in (await day.house.table(name),)
        for player, to_minimum, to_one_box in restrictions_now(live.book, live.table)
    ]


async def _rounds(day: Day) -> object:
    """All rounds that are over, as they stand after corrections."""
    found: list[dict[str, object]] = []
    for name, table in (await _at_tables(day)).items():
        async for entry in retraced(day.store, stream_of(name), 1, None):
            settled = (before for before, record, _, _ in entry.steps if isinstance(record, RoundSettled))
            found.extend(_round(name, table, before) for before in settled)
        if table.in_round and table.current_round.over:  # a hand-dealt round stays open to corrections until the next
            found.append(_round(name, table, table))
    return found


def _round(name: str, table: Table, ended: Table) -> dict[str, object]:
    number, since = ended.round_number, amended(table, ended.round_number)
    net = ended.current_round.net()
    for player, cents in since.net.items():
        net[player] = net.get(player, 0) + cents
    return {
        "table": name,
        "round": number,
        "void": ended.current_round.void or since.void,
        "net": {player: dollars(cents) for player, cents in net.items()},
    }


async def _events(day: Day) -> object:
    """All commands of people that were done."""
    return [
        {
            "at": day.written.times.shown(each.at),
            "who": each.step.who.name,
            **_table_of(each.stream),
            "do": type(each.command).__struct_config__.tag,
            **each.step.fields,
        }
        for each in day.happenings
        if isinstance(each.step, WrittenCommand) and each.refused is None
    ]


async def _notices(day: Day) -> object:
    n, e = schema.notices.c, schema.entries.c
    query = select(n.desk, n.text, n.clause, n.about, e.stream, e.at).join(e.seq.table, e.seq == n.seq)
    query = query.order_by(n.seq, n.position)
    rows = await day.store.query(lambda connection: connection.execute(query).all())
    desks: Desks = (await day.house.stream(f"{NOTICES.prefix}{NOTICES.sole}")).state
    return [
        {
            "notice": number,
            "to": row.desk,
            **_table_of(row.about or row.stream),
            "clause": row.clause,
            "text": row.text,
            "at": day.written.times.shown(row.at),
            "seen_by": desks.seen[number].by if number in desks.seen else None,
        }
        for number, row in enumerate(rows, 1)
    ]


async def _payments(day: Day) -> PaymentsSeen:
    return seen((await day.house.stream(f"{PAYMENTS.prefix}{PAYMENTS.sole}")).state)


async def _payment_errors(day: Day) -> object:
    return msgspec.to_builtins((await _payments(day)).errors)


async def _monthly_report(day: Day) -> object:
    return msgspec.to_builtins((await _payments(day)).monthly_report)


async def _disputes(day: Day) -> object:
    register: DisputeRegister = (await day.house.stream(f"{DISPUTES.prefix}{DISPUTES.sole}")).state
    return [
        {
            "dispute": each.number,
            "player": each.player,
            "table": each.table,
            "status": each.status.value,
            "decisions": [
                {"by": one.by, "instance": one.instance.value, "upheld": one.upheld} for one in each.decisions
            ],
        }
        for each in register.disputes
    ]


async def _persons(day: Day) -> PersonsRegister:
    register: PersonsRegister = (await day.house.stream(REGISTER)).state
    return register


async def _exclusions(day: Day) -> object:
    return [
        {
            "player": one.player,
            "scope": one.scope,
            "game": one.game,
            "clause": one.clause,
            "since": day.written.times.shown(one.since),
        }
        for one in (await _persons(day)).exclusions
    ]


async def _detained(day: Day) -> object:
    return {player: one.clause for player, one in (await _persons(day)).detained.items()}


async def _wallets(day: Day) -> object:
    players = [person.name for person in day.written.people.values() if person.role is Role.PLAYER]
    return {name: dollars(await day.store.balance(wallet(name))) for name in players}


def _table_of(stream: str) -> dict[str, str]:
    return {"table": stream.removeprefix(STREAM_PREFIX)} if stream.startswith(STREAM_PREFIX) else {}


OBJECTS: dict[str, Callable[[Day], Awaitable[object]]] = {
    "signs": _signs,
    "tables": _tables,
    "rounds": _rounds,
    "restrictions": _restrictions,
    "payment_errors": _payment_errors,
    "monthly_report": _monthly_report,
    "exclusions": _exclusions,
    "detained": _detained,
    "wallets": _wallets,
    "disputes": _disputes,
    "events": _events,
    "notices": _notices,
    "float": floats,
    "results": results,
    "ratings": ratings,
    "owed": owed_by_person,
    "footage": footage,
}
"""The objects by the name that a document asks for."""
