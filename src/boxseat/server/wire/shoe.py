"""Wire format of a shoe: its commitment, and its proof once it is no longer dealt from."""

from __future__ import annotations

import msgspec

from boxseat.fairness.commitment import ShoeProof
from boxseat.inspection.shoe_proofs import NoSuchShoe, shoe, table_of_shoe
from boxseat.journal.store import Store

__all__ = ["NoSuchShoe", "ShoeAnswer", "proof_of", "table_of_shoe"]


class ShoeAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe: its commitment, and its proof once it is no longer dealt from."""

    shoe: str
    commitment: str
    revealed: bool
    proof: ShoeProof | None
    unproved: str = ""
    """Why there is never a proof; empty for a shuffled shoe, which has one when it is over."""


async def proof_of(store: Store, name: str) -> ShoeAnswer:
    """A shoe by its name; `NoSuchShoe` where there is none."""
    shown = await shoe(store, name)
    return ShoeAnswer(shown.shoe, shown.commitment, shown.revealed, shown.proof, shown.unproved)
