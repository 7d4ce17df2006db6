"""The proof of a shoe from the journal: the seed that was promised, and the cards that left it, as they were dealt."""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.cards import Card
from boxseat.house.retracing import Retraced, retraced
from boxseat.journal.store import Store
from boxseat.play.acts import Burn, Deal
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.commitment import Cut, CuttingCard, ShoeProof, Stage, prove, stage
from boxseat.table.cutting import HOUSE
from boxseat.table.folding import decks
from boxseat.table.shoe import cut_region
from boxseat.table.shuffle import cut, shuffled, stage_label
from boxseat.table.state import Pack, Table

SHOES = "shoes of "


class NoSuchShoe(Exception):
    """No shoe of this name was ever shuffled."""


class ShoeAnswer(msgspec.Struct, frozen=True):
    """A shoe: what was promised, and the proof once no card of it is dealt any more."""

    shoe: str
    commitment: str
    revealed: bool
    proof: ShoeProof | None


class _Stage:
    """The cards of one stage as they leave it."""

    def __init__(self, pack: tuple[Card, ...] | None) -> None:
        self.pack = pack
        self.dealt: list[Card | None] = []
        """None for a burnt card, which nobody saw."""
        self.cut: Cut | None = None
        self.cutting_card: CuttingCard | None = None


async def proof_of(store: Store, shoe: str) -> ShoeAnswer:
    """A shoe by its name; `NoSuchShoe` where there was none."""
    index = await store.round(shoe)
    if index is None or not index.stream.startswith(SHOES):
        raise NoSuchShoe(shoe)
    entries = [
        each async for each in retraced(store, index.stream.removeprefix(SHOES), index.first, index.last or index.first)
    ]
    promised = next(
        record.commitment
        for each in entries
        for _, record, _ in each.steps
        if isinstance(record, r.CardsShuffled) and record.shoe == shoe
    )
    if index.last is None:
        return ShoeAnswer(shoe, promised, False, None)
    return ShoeAnswer(shoe, promised, True, _proof(entries, shoe))


def _proof(entries: list[Retraced], shoe: str) -> ShoeProof:
    book, seed, stages = entries[0].book, b"", [_Stage(None)]
    for each in entries:
        for before, record, after in each.steps:
            pack = before.pack
            if isinstance(record, r.CardsShuffled) and record.shoe == shoe:
                stages = [_Stage(record.pack or None)]
            elif pack is not None and pack.shoe == shoe:
                if isinstance(record, r.ShoeFinished):
                    seed = bytes.fromhex(record.seed)
                else:
                    _follow(book, stages, before, record, after, pack)
    return prove(book, shoe, seed, [_written(book, seed, number, one) for number, one in enumerate(stages, start=1)])


def _follow(book: Book, stages: list[_Stage], before: Table, record: r.TableRecord, after: Table, pack: Pack) -> None:
    match record:
        case r.CardsCut(by=by, place=int(place), behind=behind):
            by_whom: Literal["player", "supervisor", "house"] = (
                "house" if by == HOUSE else "player" if by in before.patrons else "supervisor"
            )
            stages[-1].cut = Cut(place, by_whom)
            least, most = (pack.size, pack.size) if pack.mid_round else cut_region(book)
            stages[-1].cutting_card = CuttingCard(behind, least, most)
        case r.CardBurnt():
            stages[-1].dealt.append(None)
        case r.RackReturned():
            assert after.pack is not None
            stages.append(_Stage(after.pack.stage_cards))
        case r.Acted(acts=acts):
            stages[-1].dealt.extend(act.card for act in acts if isinstance(act, Deal | Burn))


def _written(book: Book, seed: bytes, number: int, one: _Stage) -> Stage:
    """A stage as the proof has it; what was burnt unseen is read from the order, the rest is as it was dealt."""
    order = shuffled(one.pack or decks(book), seed, stage_label(number))
    if one.cut is not None:
        order = cut(order, one.cut.place)
    dealt = [order[place] if card is None else card for place, card in enumerate(one.dealt)]
    burnt = tuple(place for place, card in enumerate(one.dealt, start=1) if card is None)
    return stage(dealt, pack=one.pack, cut=one.cut, cutting_card=one.cutting_card, burnt=burnt)
