"""The objects of an answer that the cage's books have: floats, what is owed, footage."""

from __future__ import annotations

from boxseat.house.cage_stream import CAGE_STREAM
from boxseat.ledger.accounts import OWED
from boxseat.money import dollars
from boxseat.pit.cage.state import Cage, FloatSheet
from boxseat.rehearsal.day import Day


async def cage_of(day: Day) -> Cage:
    """The cage's books at the end of the day."""
    cage: Cage = (await day.house.stream(CAGE_STREAM)).state
    return cage


async def floats(day: Day) -> object:
    """By table: the float from its opening count on; the difference is that of the closing count, or else of the last one."""
    cage = await cage_of(day)
    shown: dict[str, object] = {}
    for name in day.written.tables:
        sheet = cage.sheets.get(name, FloatSheet())
        table = (await day.house.table(name)).table
        opening = table.settings.opening_float if sheet.opening is None else sheet.opening.cents
        count = sheet.closing or sheet.last
        shown[name] = {
            "opening": dollars(opening),
            "fills": dollars(sheet.fills),
            "credits": dollars(sheet.credits),
            "closing": None if sheet.closing is None else dollars(sheet.closing.cents),
            "difference": None if count is None else dollars(count.difference),
            "transit": dollars(cage.transit.get(name, 0)),
        }
    return shown


async def owed_by_person(day: Day) -> object:
    """What each person owes the house after corrections; nobody who owes nothing."""
    balances = await day.store.balances(OWED)
    return {account.removeprefix(OWED): dollars(-cents) for account, cents in balances.items() if cents}


async def footage(day: Day) -> object:
    """Requests for footage, with their answers."""
    times = day.written.times
    return [
        {
            "request": number,
            "table": each.table,
            "round": each.round,
            "at": times.shown(each.at),
            "by": each.by,
            "text": each.text,
            "status": "answered" if each.is_answered else "open",
            "reference": each.reference,
            "answer": each.answer,
            "answered_by": each.answered_by,
        }
        for number, each in (await cage_of(day)).footage.items()
    ]
