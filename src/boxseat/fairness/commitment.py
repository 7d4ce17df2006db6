"""The commitment to a shoe, published before a card is dealt, and the check of its proof.

Before the first card the table shows a hash of the seed; when the shoe is over it shows the seed. Anybody can then compute the
order, apply the cut, and compare it with the cards dealt. After the commitment the house can change nothing: each stage is shuffled
once under its number, and if no player cuts, the place of the cut comes from the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from boxseat.cards import RANKS, BadCard, Card, check_in_shoe, deck, parse_cards
from boxseat.consistency import require
from boxseat.fairness.shuffle import (
    SEED_BYTES,
    canonical,
    cut,
    cut_bounds_of,
    cut_region_of,
    cutting_card_place,
    house_cut,
    shuffled,
    stage_label,
    whole_pack,
)
from boxseat.rulebook.book import Book

COMMITMENT = "boxseat shoe 1"
VERSION = 1
STAGES_MAX = 2
"""A shoe has one stage; a device's round has a second if the discard rack goes back into the device."""


Fate = Literal["burned", "set-aside", "carried"]


class BadProof(ValueError):
    """Text that is not a proof of a shoe; the message says where and why."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A struct that refuses unknown keys."""


class CutProof(_Strict, frozen=True):
    """The place of the cut, and who cut."""

    place: int
    """The number of cards in front of the cut, which went to the back."""
    by: Literal["player", "supervisor", "house"]
    """A supervisor cuts by hand without knowing the seed; if the software cuts, the place comes from the seed."""


class CuttingCard(_Strict, frozen=True):
    """The place of the cutting card: drawn from the seed within the bounds of the rules."""

    behind: int
    """The number of cards behind it."""
    least: int
    most: int


class CardFate(_Strict, frozen=True):
    """What became of a card that an irregularity kept from its place. It left the pack in its turn all the same."""

    place: int
    """The number of the card among those dealt, from 1."""
    fate: Fate
    """It was burned, waited as the next card, or was carried into the next round."""
    record: int
    """The version of the table at which this is on record."""


class Stage(_Strict, frozen=True):
    """One pack, shuffled once, and the cards dealt from it."""

    dealt: str
    """The cards dealt, in order, including burnt ones: ``AS 7H TD``."""
    pack: str | None = None
    """The cards that were shuffled, in any order; none for all decks."""
    cut: CutProof | None = None
    """None if the cards were not cut, as in a shuffling device."""
    cutting_card: CuttingCard | None = None
    burnt: tuple[int, ...] = ()
    """The numbers of the dealt cards that were burnt, from 1."""
    fates: tuple[CardFate, ...] = ()
    """The cards that irregularities kept from their places; none in most shoes."""


class ShoeProof(_Strict, frozen=True):
    """Everything that anybody needs to check a shoe, or a round of a shuffling device."""

    version: int
    book: str
    ranks: str
    decks: int
    shoe: str
    """The unique name of the shoe."""
    commitment: str
    seed: str
    cut_from_ends: int
    """The minimum distance of the cut from either end, in decks."""
    stages: tuple[Stage, ...]
    """One for a shoe; two for a device's round in which the discard rack went back into the device (SP 8.2)."""


def commitment(book_name: str, shoe_id: str, seed: bytes) -> str:
    """The hash that is published before the first card."""
    require("\0" not in book_name + shoe_id, "the names of book and shoe hold no NUL")
    return hashlib.sha256("\0".join((COMMITMENT, book_name, shoe_id, "")).encode() + seed).hexdigest()


def stage(
    dealt: Sequence[Card],
    *,
    pack: Sequence[Card] | None = None,
    cut: CutProof | None = None,
    cutting_card: CuttingCard | None = None,
    burnt: tuple[int, ...] = (),
    fates: tuple[CardFate, ...] = (),
) -> Stage:
    """A stage of a proof, with its cards as text."""
    packed = None if pack is None else " ".join(canonical(pack))
    return Stage(" ".join(dealt), packed, cut, cutting_card, burnt, fates)


def prove(book: Book, shoe_id: str, seed: bytes, stages: Sequence[Stage]) -> ShoeProof:
    """The proof of a shoe dealt at a table with this book."""
    return ShoeProof(
        version=VERSION,
        book=book.name,
        ranks=book.cards.ranks.value,
        decks=book.cards.decks.value,
        shoe=shoe_id,
        commitment=commitment(book.name, shoe_id, seed),
        seed=seed.hex(),
        cut_from_ends=book.shoe.cut_from_ends.value,
        stages=tuple(stages),
    )


def write_proof(proof: ShoeProof) -> bytes:
    """The proof as a JSON document."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1)


def read_proof(raw: bytes) -> ShoeProof:
    """A proof from its JSON document."""
    try:
        return msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"), type=ShoeProof)
    except msgspec.ValidationError as error:
        raise BadProof(f"is no proof of a shoe: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadProof(f"is not JSON: {error}") from None


def check(proof: ShoeProof, book: Book | None = None) -> list[str]:
    """The faults of a proof, one sentence each; none if it is valid. With a book, its rules are checked too."""
    return [fault[0].upper() + fault[1:] for fault in _faults(proof, book)]


def _faults(proof: ShoeProof, book: Book | None) -> Iterator[str]:
    shape = list(_shape_faults(proof))
    yield from shape
    if not shape:
        seed = bytes.fromhex(proof.seed)
        if not hmac.compare_digest(commitment(proof.book, proof.shoe, seed), proof.commitment):
            yield "The commitment does not fit the seed: this is not the seed that was promised."
        if book is not None:
            yield from _book_faults(proof, book)
        yield from _stage_faults(proof, seed)


def _shape_faults(proof: ShoeProof) -> Iterator[str]:
    """Faults that make it impossible to compute the cards."""
    if proof.version != VERSION:
        yield f"Version {proof.version} is not known; this checks version {VERSION}."
    if "\0" in proof.book + proof.shoe:
        yield "The names of book and shoe may not hold the character NUL."
    if not 1 <= proof.decks <= 64 or not 0 <= proof.cut_from_ends <= 64:
        yield f"A shoe has 1 to 64 decks and is cut up to 64 in, not {proof.decks} and {proof.cut_from_ends}."
    if not proof.ranks or len(set(proof.ranks)) != len(proof.ranks) or not set(proof.ranks) <= set(RANKS):
        yield f"{proof.ranks[:40]!r} is not a choice of the ranks {RANKS}, each once."
    if not _is_hex(proof.seed, SEED_BYTES):
        yield f"The seed is not {SEED_BYTES} bytes in lower-case hexadecimal."
    if not _is_hex(proof.commitment, 32):
        yield "The commitment is not 32 bytes in lower-case hexadecimal."
    if not 1 <= len(proof.stages) <= STAGES_MAX:
        yield f"There are {len(proof.stages)} stages; a proof has from 1 to {STAGES_MAX}."


def _is_hex(text: str, length: int) -> bool:
    return len(text) == 2 * length and set(text) <= set("0123456789abcdef")


def _book_faults(proof: ShoeProof, book: Book) -> Iterator[str]:
    """Differences between the proof and the game's rules."""
    ranks, decks, from_ends = book.cards.ranks, book.cards.decks, book.shoe.cut_from_ends
    if set(proof.ranks) != set(ranks.value):
        yield f"The ranks are {proof.ranks}, and {book.name} is played with {ranks.value} (clause {ranks.clause})."
    permitted = decks.permitted if isinstance(decks.permitted, tuple) else (decks.value,)
    if decks.permitted != "any" and proof.decks not in permitted:
        yield f"{proof.decks} decks are not permitted in {book.name} (clause {decks.clause})."
    if proof.cut_from_ends != from_ends.value:
        yield f"The cut is {from_ends.value} decks in from either end in {book.name} (clause {from_ends.clause})."
    yield from _load_faults(proof, book)


def _load_faults(proof: ShoeProof, book: Book) -> Iterator[str]:
    """Check the place of the cutting card, and the burnt card (R24): the first card of a shoe or of a newly loaded device.

    After discards are shuffled in mid-round, a card is burnt if the book says so; with earlier books none was.
    """
    first, *later = proof.stages
    where, (least, most) = first.cutting_card, cut_region_of(book, proof.decks)
    all_decks, is_cut = first.pack is None, first.cut is not None
    if all_decks and is_cut and where is not None and (where.least, where.most) != (least, most):
        clause = book.shoe.cut_most.clause
        yield f"The cutting card is put from {least} to {most} cards from the back in {book.name} (clause {clause})."
    burns = book.device.burns if not is_cut else book.shoe.burns if all_decks else book.shoe.burns_in_mid_round
    may_be: set[tuple[int, ...]] = {(1,)} if burns.value and (all_decks or is_cut) else {()}
    if not (all_decks and is_cut):
        may_be.add(())
    if first.burnt not in may_be or any(one.burnt for one in later):
        yield f"The burnt cards are not those that {book.name} burns (clause {burns.clause})."


def _stage_faults(proof: ShoeProof, seed: bytes) -> Iterator[str]:
    """Check each stage, then that its pack follows from the stage before."""
    left: Counter[Card] = Counter()
    gone: Counter[Card] = Counter()
    for number, one in enumerate(proof.stages, start=1):
        at = f"Stage {number}: " if len(proof.stages) > 1 else ""
        try:
            pack = whole_pack(proof.ranks, proof.decks) if one.pack is None else canonical(parse_cards(one.pack))
            check_in_shoe(pack, ranks=proof.ranks, decks=proof.decks)
        except BadCard as error:
            yield f"{at}the pack is impossible: {error}."
            return
        try:
            dealt = parse_cards(one.dealt)
        except BadCard as error:
            yield f"{at}the cards dealt cannot be read: {error}."
            return
        if left - Counter(pack):
            yield f"{at}the pack lacks cards that were left of the one before: {_listed(left - Counter(pack))}."
        if too_many := Counter(pack) + gone - Counter(whole_pack(proof.ranks, proof.decks)):
            yield f"{at}the pack holds cards that lie on the table: {_listed(too_many)}."
        if number < len(proof.stages) and not dealt:
            yield f"{at}no card was dealt before the pack was shuffled again."
        yield from (at + fault for fault in _order_faults(proof, one, seed, number, pack, dealt))
        left = Counter(pack) - Counter(dealt)
        gone += Counter(card for place, card in enumerate(dealt, start=1) if place not in one.burnt)


def _order_faults(
    proof: ShoeProof, one: Stage, seed: bytes, number: int, pack: Sequence[Card], dealt: Sequence[Card]
) -> Iterator[str]:
    """Check that this seed and cut give the cards dealt."""
    order = shuffled(pack, seed, stage_label(number))
    if one.cut is not None:
        least, most = cut_bounds_of(len(deck(proof.ranks)) * proof.cut_from_ends, len(pack))
        if not least <= one.cut.place <= most:
            yield f"the cut at {one.cut.place} is not between {least} and {most}."
            return
        if one.cut.by == "house" and one.cut.place != house_cut(seed, number, (least, most)):
            yield f"the house cut at {one.cut.place}, and its place by the seed is another."
        order = cut(order, one.cut.place)
    yield from _cutting_card_faults(one, seed, number, len(pack))
    if any(not 1 <= place <= len(dealt) for place in one.burnt) or len(set(one.burnt)) < len(one.burnt):
        yield "the burnt cards are not places of cards dealt, each once."
    yield from _fate_faults(one, len(dealt))
    if len(dealt) > len(order):
        yield f"{len(dealt)} cards were dealt, and the pack has {len(order)}."
    differ = [place for place, (was, due) in enumerate(zip(dealt, order, strict=False)) if was != due]
    if differ:
        more = f" {len(differ)} cards differ in all." if len(differ) > 1 else ""
        first = differ[0]
        yield f"card {first + 1} was dealt as {dealt[first]}, and by the seed it is {order[first]}.{more}"


def _fate_faults(one: Stage, dealt: int) -> Iterator[str]:
    """Check that each card kept from its place is one of those dealt, and is on record."""
    places = [fate.place for fate in one.fates]
    if any(not 1 <= place <= dealt or place in one.burnt for place in places) or len(set(places)) < len(places):
        yield "the fates are not those of cards dealt and not burnt, each once."
    for fate in one.fates:
        if fate.record < 1:
            yield f"card {fate.place} is {fate.fate.replace('-', ' ')}, and there is no record of it."


def _cutting_card_faults(one: Stage, seed: bytes, number: int, cards: int) -> Iterator[str]:
    where = one.cutting_card
    if where is None:
        return
    if not 0 <= where.least <= where.most <= cards:
        yield f"the cutting card has no place between {where.least} and {where.most} of {cards} cards."
    elif where.behind != (due := cutting_card_place(seed, number, (where.least, where.most))):
        yield f"{where.behind} cards lay behind the cutting card, and by the seed it is {due}."


def _listed(cards: Counter[Card]) -> str:
    return " ".join(canonical(cards.elements())[:10])
