"""F2: every finished shoe of an evening is proved, by two independent checks; one in play shows its commitment only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from boxseat.cards import Card
from boxseat.fairness.commitment import CardFate, check, commitment, read_proof, write_proof
from boxseat.fairness.shuffle import shuffled, stage_label
from boxseat.inspection.shoe_proofs import NoSuchShoe, ShoeShown, ShoeTrail, shoe
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.play.acts import Burn, CardAct, Deal, DrawInError, ExtraCard
from boxseat.rulebook.load import open_book
from boxseat.table import records as r
from boxseat.table.card_source import decks
from boxseat.table.names import shoes_of
from tests.databases import run_async
from tests.fairness.proofs import seeds
from tests.fairness.stranger import verified
from tests.inspection.stored_evening import played

__all__ = ["played"]


async def all_shoes(store: Store) -> list[ShoeShown]:
    return [
        await shoe(store, index.id)
        for state in await store.streams("table/")
        for index in await store.rounds(shoes_of(state.stream), limit=10_000)
    ]


@run_async
async def test_every_finished_shoe_is_proved(played: Path) -> None:
    store = await Store.open(database_url(played))
    shown = await all_shoes(store)
    await store.close()
    proofs = [each.proof for each in shown if each.proof is not None]
    assert len(proofs) > 30
    assert any(len(proof.stages) == 2 for proof in proofs), "a device whose rack went back in"
    assert {proof.stages[0].cut.by for proof in proofs if proof.stages[0].cut} >= {"player"}
    for proof in proofs:
        assert check(proof) == []
        written = write_proof(proof)
        assert read_proof(written) == proof
        assert verified(msgspec.json.decode(written))


@run_async
async def test_a_shoe_in_play_shows_nothing_of_its_seed(played: Path) -> None:
    """I7: not even to those who ask for its proof."""
    store = await Store.open(database_url(played))
    shown = [each for each in await all_shoes(store) if not each.revealed]
    assert shown
    for each in shown:
        seed = await store.secret(each.shoe)
        assert seed is not None
        assert each.proof is None
        written = msgspec.json.encode(each)
        assert seed.hex()[:32].encode() not in written
        assert len(each.commitment) == 64
    await store.close()


@run_async
async def test_no_such_shoe(played: Path) -> None:
    store = await Store.open(database_url(played))
    for name in ("t1-1", "t1-s0", ""):
        with pytest.raises(NoSuchShoe):
            await shoe(store, name)
    await store.close()


@pytest.mark.parametrize(("game", "unseen"), [("star-pontoon", "carried"), ("canberra-pontoon", "burned")])
def test_a_card_kept_from_its_place_has_a_fate_with_its_record(game: str, unseen: str) -> None:
    """Burned, set aside as the next card, or carried as the book says; the order in which cards left is that of the seed."""
    book, seed = open_book(game), seeds("fates")()
    trail = ShoeTrail(book, r.CardsShuffled("d1", commitment(game, "d1", seed), "device"))
    next_card = iter(shuffled(decks(book), seed, stage_label(1)))
    trail.follow(r.CardsCut("", None, 0), 1)
    if book.device.burns.value:
        trail.follow(r.CardBurnt(), 1)
        next(next_card)
    makers: tuple[Callable[[Card], CardAct], ...] = (
        Deal,
        Burn,
        DrawInError,
        lambda card: ExtraCard(card, exposed=False),
        ExtraCard,
        Deal,
    )
    for version, make in enumerate(makers, start=2):
        trail.follow(r.Acted((make(next(next_card)),), by="sue"), version)
    proof = trail.proof(seed)
    first = 1 + bool(book.device.burns.value)
    kept = ("burned", "set-aside", unseen, "burned")
    fates = tuple(
        msgspec.convert({"place": first + n, "fate": kept[n - 1], "record": 2 + n}, CardFate) for n in range(1, 5)
    )
    assert proof.stages[0].fates == fates
    assert check(proof, book) == []
    assert verified(msgspec.json.decode(write_proof(proof)))
    without = msgspec.structs.replace(proof.stages[0], dealt=" ".join(proof.stages[0].dealt.split()[:2]), fates=fates)
    assert check(msgspec.structs.replace(proof, stages=(without,)), book), "a card that did not leave has no fate"
