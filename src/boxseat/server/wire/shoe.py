"""A shoe as the wire shows it: what was promised, and the proof once no card of it is dealt any more."""

from __future__ import annotations

import msgspec

from boxseat.fairness.commitment import ShoeProof
from boxseat.inspection.shoe_proofs import NoSuchShoe, shoe, table_of
from boxseat.journal.store import Store

__all__ = ["NoSuchShoe", "ShoeAnswer", "proof_of", "table_of"]


class ShoeAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe: what was promised, and the proof once no card of it is dealt any more."""

    shoe: str
    commitment: str
    revealed: bool
    proof: ShoeProof | None
    unproved: str = ""
    """Why there is no proof, and will be none; empty for a shoe that was shuffled, which has one when it is over."""


async def proof_of(store: Store, name: str) -> ShoeAnswer:
    """A shoe by its name; `NoSuchShoe` where there was none."""
    shown = await shoe(store, name)
    return ShoeAnswer(shown.shoe, shown.commitment, shown.revealed, shown.proof, shown.unproved)
