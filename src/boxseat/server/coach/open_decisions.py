"""No advice on a hand that is being played for money: CP 17.7(a), CB 16.7(a), SP 20.7, S6 19.6."""

from __future__ import annotations

from boxseat.house.house import House
from boxseat.house.table_stream import LiveTable
from boxseat.refusal import Refusal
from boxseat.server.guard import AnyRequest, node_of, token_in
from boxseat.server.problems import problem_of
from boxseat.table.state import TableUse


async def refuse_advice(request: AnyRequest) -> None:
    """Raise `Problem` if a gaming table waits for a decision of the caller; a caller without a session passes."""
    node = node_of(request)
    token, _ = token_in(request)
    visit = await node.front.sessions.find(token) if token else None
    live = None if visit is None else await table_waiting_for(node.house, visit.person.name)
    if live is not None:
        rule, table = live.book.conduct.advice, live.table.id
        reason = f"you have a decision to make at {table}; the house gives no advice on it"
        raise problem_of(Refusal("advice/none", rule.clause, reason))


async def table_waiting_for(house: House, name: str) -> LiveTable | None:
    """Gaming table that waits for a decision of this person, on whichever node they play; None where there is none."""
    for live in await house.tables():
        playing = name in live.table.patrons and live.table.in_play and live.table.use is not TableUse.PRACTICE
        if playing and any(entry.player == name for entry in live.waiting()):
            return live
    return None
