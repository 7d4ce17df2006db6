"""A second implementation of the four rule texts, slow and literal, for comparison with the engine.

It shares no code with the engine. `settle` answers one replay document; `Unreadable` says why one cannot be read.
"""

from typing import Any

from .dealer import deal_to_dealer
from .documents import Unreadable, fields, listed, read
from .literal import Table
from .settlements import settle_round

__all__ = ["Unreadable", "settle"]


def settle(document: dict[str, Any]) -> dict[str, Any]:
    """Answer a replay document: one round, or {"rounds": [...]} of independent ones."""
    if isinstance(document, dict) and "rounds" in document:
        fields(document, "document", ("rounds",))
        return {"rounds": [settle_one(one) for one in listed(document["rounds"], "rounds")]}
    return settle_one(document)


def settle_one(document):
    table = Table(read(document))
    table.initial_deal()
    table.take_decisions()
    deal_to_dealer(table)
    return settle_round(table)
