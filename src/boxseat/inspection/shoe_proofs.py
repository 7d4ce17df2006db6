"""The proof of a shoe: the cards that left it, its seed, its cut and its cutting card, for anybody to check.

It is built from the table's records only. Of a shoe in play, only the commitment is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from boxseat.cards import Card
from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import CardFate, CutProof, CuttingCard, Fate, ShoeProof, Stage, prove, stage
from boxseat.fairness.shuffle import cut, cut_region_of_pack, set_first, shuffled, stage_label
from boxseat.house.table_stream import RECORDS, book_of
from boxseat.inspection.retrace import ENTRIES_PER_READ_MAX
from boxseat.journal.entry import RoundIndex
from boxseat.journal.store import Store
from boxseat.play.acts import Burn, CardAct, Deal, ExtraCard
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.card_source import decks, decks_without
from boxseat.table.fold import single_acts
from boxseat.table.names import shoes_of, stream_of, table_of

SET_BY_HAND = "the first cards of this shoe were set by hand, as for practice, and there is nothing to prove"


class NoSuchShoe(Exception):
    """There is no shoe with this name."""


class ShoeShown(msgspec.Struct, frozen=True):
    """The public part of a shoe: its commitment, and after the shoe its proof."""

    shoe: str
    commitment: str
    revealed: bool
    proof: ShoeProof | None
    unproved: str = ""
    """Why there will be no proof; empty otherwise."""


class ShoeTrail:
    """The cards dealt from a shoe, or from a device in one round, by the records. A burnt card is known only from the seed."""

    def __init__(self, book: Book, shuffled_as: r.CardsShuffled) -> None:
        self.book = book
        self.shoe = shuffled_as.shoe
        self.commitment = shuffled_as.commitment
        self.seed: str | None = None
        """The revealed seed, after the shoe."""
        self.oddities: list[str] = []
        """Faults that a proof would not show: a device's cards that were cut, a shoe's that were not."""
        self._cards_from = shuffled_as.cards_from
        self.stacked = shuffled_as.stacked
        """Cards that were set at a practice table; such a shoe has no valid proof."""
        self._mid_round = shuffled_as.mid_round
        self._packs: list[tuple[Card, ...]] = [shuffled_as.pack]
        self._dealt: list[list[Card | None]] = [[]]
        self._fates: list[list[CardFate]] = [[]]
        self._cut: CutProof | None = None
        self._cutting_card: CuttingCard | None = None
        self._offered_to = ""
        self._written = False
        """Whether the round's cards are those of a written document, and not the shoe's."""

    def follow(self, record: r.TableRecord, version: int) -> None:
        """Follow the next record since the shuffle, with one act each, and the version of its entry."""
        match record:
            case r.RoundOpened():
                self._written = False
            case r.RoundWritten():
                self._written = True
            case r.Acted(acts=(act,)) if isinstance(act, CardAct) and not self._written:
                self._dealt[-1].append(act.card)
                if not isinstance(act, Deal):
                    self._fates[-1].append(CardFate(len(self._dealt[-1]), self._fate(act), version))
            case r.CardBurnt():
                self._dealt[-1].append(None)
            case r.CutOffered(player=player):
                self._offered_to = player
            case r.CardsCut() if self.stacked:
                pass
            case r.CardsCut() if (record.place is None) != (self._cards_from == "device"):
                self.oddities.append("a shoe's cards are cut, and a device's are not.")
            case r.CardsCut(by=by, place=None, behind=behind):
                if by or behind:
                    self.oddities.append("a device's cards are not cut, and there is no cutting card.")
            case r.CardsCut(by=by, place=int(place), behind=behind):
                self._cut = CutProof(
                    place, "house" if by == r.HOUSE_CUTTER else "player" if by == self._offered_to else "supervisor"
                )
                size = len(self._packs[0]) or len(decks(self.book))
                region = cut_region_of_pack(self.book, size, mid_round=self._mid_round)
                self._cutting_card = CuttingCard(behind, *region)
            case r.RackReturned():
                # A device is loaded for one round: what it has dealt, a burnt card aside, is what lies on the table.
                self._packs.append(decks_without(self.book, (card for card in self._dealt[0] if card is not None)))
                self._dealt.append([])
                self._fates.append([])
            case r.ShoeFinished(seed=seed):
                self.seed = seed

    def _fate(self, act: CardAct) -> Fate:
        """What becomes of a card that does not go to the place that is due."""
        errors = self.book.dealing_errors
        if isinstance(act, ExtraCard):
            rule = errors.extra_card if act.exposed else errors.extra_unseen
            return "carried" if rule.value == "carried" else "burned"
        return "burned" if isinstance(act, Burn) else "set-aside"

    def proof(self, seed: bytes) -> ShoeProof:
        """The proof with a seed and the published commitment, for `commitment.check`."""
        stages = [self._stage(seed, number) for number in range(1, len(self._packs) + 1)]
        proof = prove(self.book, self.shoe, seed, stages)
        return msgspec.structs.replace(proof, commitment=self.commitment)

    def stacked_faults(self, seed: bytes) -> Iterator[str]:
        """Faults of a practice shoe: it must deal the cards that were set, and then those of its seed."""
        order = set_first(
            shuffled(decks(self.book), seed, stage_label(1)), self.stacked, burnt=int(self.book.shoe.burns.value)
        )
        for due, dealt in zip(order, self._dealt[0], strict=False):
            if dealt not in (None, due):
                yield f"{dealt} was dealt where {due} was set"
                return

    def _stage(self, seed: bytes, number: int) -> Stage:
        pack, dealt = self._packs[number - 1], self._dealt[number - 1]
        burnt = tuple(place for place, card in enumerate(dealt, start=1) if card is None)
        if burnt:
            order: Sequence[Card] = shuffled(pack or decks(self.book), seed, stage_label(number))
            if self._cut is not None and number == 1:
                order = cut(order, self._cut.place)
            dealt = [order[place] if card is None else card for place, card in enumerate(dealt)]
        first = number == 1
        return stage(
            [card for card in dealt if card is not None],
            pack=pack or None,
            cut=self._cut if first else None,
            cutting_card=self._cutting_card if first else None,
            burnt=burnt,
            fates=tuple(self._fates[number - 1]),
        )


async def shoe(store: Store, shoe_id: str) -> ShoeShown:
    """The public part of a shoe; `NoSuchShoe` if there is none."""
    trail = await _trail(store, await _index(store, shoe_id))
    if trail.stacked:
        return ShoeShown(trail.shoe, trail.commitment, trail.seed is not None, None, SET_BY_HAND)
    if trail.seed is None:
        return ShoeShown(trail.shoe, trail.commitment, False, None)
    return ShoeShown(trail.shoe, trail.commitment, True, trail.proof(bytes.fromhex(trail.seed)))


async def table_of_shoe(store: Store, shoe_id: str) -> str:
    """The table of a shoe; `NoSuchShoe` if there is none."""
    return table_of((await _index(store, shoe_id)).stream)


async def _index(store: Store, shoe_id: str) -> RoundIndex:
    index = await store.round(shoe_id)
    if index is None or index.stream != shoes_of(stream_of(table_of(index.stream))):
        raise NoSuchShoe(shoe_id)
    return index


async def _trail(store: Store, index: RoundIndex) -> ShoeTrail:
    """Follow a shoe's records to its end; for a shoe in play, only its first entry."""
    stream = stream_of(table_of(index.stream))
    book = await _book_of(store, stream)
    last = index.first if index.last is None else index.last
    trail: ShoeTrail | None = None
    for after in range(index.first - 1, last, ENTRIES_PER_READ_MAX):
        for entry in await store.read(stream, after, min(last, after + ENTRIES_PER_READ_MAX)):
            for record in single_acts(RECORDS.decode(entry.records)):
                if isinstance(record, r.CardsShuffled) and record.shoe == index.id:
                    trail = ShoeTrail(book, record)
                elif trail is not None and trail.seed is None:
                    trail.follow(record, entry.version)
    if trail is None:
        raise NoSuchShoe(index.id)
    return trail


async def _book_of(store: Store, stream: str) -> Book:
    (first,) = await store.read(stream, 0, 1)
    opened = RECORDS.decode(first.records)[0]
    if not isinstance(opened, r.TableOpened):
        raise Inconsistent(f"{stream} does not begin with a table being set up")
    return await book_of(store, opened.book, opened.game, opened.options)
