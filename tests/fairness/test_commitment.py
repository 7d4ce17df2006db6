"""The commitment to a shoe and its proof (F2): every revealed shoe verifies, and any altered card, cut or seed fails.

Three checks that share no code must agree: the table's own, an independent one, and the offline page's.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxseat.cards import Card
from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import (
    BadProof,
    CardFate,
    CutProof,
    CuttingCard,
    ShoeProof,
    check,
    commitment,
    prove,
    read_proof,
    stage,
    write_proof,
)
from boxseat.fairness.shuffle import (
    cut,
    cut_bounds,
    house_cut,
    shuffled,
    stage_label,
    whole_pack,
)
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book, with_options
from tests.books import changed
from tests.fairness import offline_page as page
from tests.fairness import stranger
from tests.fairness.proofs import seeds, shoe_proof
from tests.tiers import size

SMALL = changed(open_book("canberra-pontoon"), cards__decks=2, shoe__cut_from_ends=0)


def device_proof(book: Book, name: str, *, first: int = 15, second: int = 10) -> ShoeProof:
    """A round from a device: the rack is out at first, and goes back in after the initial deal (SP 8.2)."""
    seed = seeds(name)()
    pack = list(whole_pack(book.cards.ranks.value, book.cards.decks.value))
    rack = Random(name).sample(pack, 20)
    loaded = list((Counter(pack) - Counter(rack)).elements())
    order = shuffled(tuple(in_order(loaded)), seed, stage_label(1))
    dealt, left = order[:first], order[first:]
    again = in_order([*left, *rack])
    stages = [
        stage(dealt, pack=loaded),
        stage(shuffled(tuple(again), seed, stage_label(2))[:second], pack=again),
    ]
    return prove(book, name, seed, stages)


def in_order(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: ("A23456789TJQK".index(card.rank), "SHDC".index(card.suit)))


def proofs() -> list[ShoeProof]:
    made = [
        shoe_proof(open_book(game), f"{game} {by}", by=by) for game in GAMES for by in ("player", "house", "supervisor")
    ]
    made += [device_proof(open_book(game), f"device {game}") for game in GAMES]
    made += [shoe_proof(SMALL, "none dealt", dealt=0), shoe_proof(SMALL, "all dealt", dealt=96)]
    return made


def as_read(proof: ShoeProof) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(write_proof(proof))
    return read


def test_every_revealed_shoe_verifies_with_all_three() -> None:
    made = proofs()
    for proof in made:
        assert check(proof, open_book(proof.book) if proof.decks != 2 else None) == []
        assert stranger.verified(as_read(proof))
    told = page.run({"documents": [write_proof(proof).decode() for proof in made]})
    assert told["documents"] == [[]] * len(made)


def altered(read: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The proof with one card, the cut, the seed or the commitment changed."""
    read = json.loads(json.dumps(read))
    part = chance.choice(read["stages"])
    cards = part["dealt"].split()
    match chance.randrange(9):
        case 0 | 1 if cards:
            place = chance.randrange(len(cards))
            others = [rank + suit for rank in read["ranks"] for suit in "SHDC" if rank + suit != cards[place]]
            cards[place] = chance.choice(others)
            part["dealt"] = " ".join(cards)
        case 2 if len(set(cards)) > 1:
            one, other = chance.sample([place for place, card in enumerate(cards)], 2)
            if cards[one] != cards[other]:
                cards[one], cards[other] = cards[other], cards[one]
                part["dealt"] = " ".join(cards)
        case 3 if "cut" in part and len(cards) >= 30:
            part["cut"]["place"] += chance.choice((-1, 1, 7, -40, 1000, -1000))
        case 4 if "cutting_card" in part:
            part["cutting_card"]["behind"] += chance.choice((-1, 1))
        case 5:
            read["commitment"] = commitment(read["book"], read["shoe"] + "x", bytes.fromhex(read["seed"]))
        case 6:
            read["shoe"] += "1"
        case 7 if len(cards) >= 10:
            del cards[chance.randrange(len(cards) // 2)]
            part["dealt"] = " ".join(cards)
    if still_holds(read):
        place = chance.randrange(1024)
        digit = chance.choice([one for one in "0123456789abcdef" if one != read["seed"][place]])
        read["seed"] = read["seed"][:place] + digit + read["seed"][place + 1 :]
    return read


def still_holds(read: dict[str, Any]) -> bool:
    """Whether the change has no effect: a deleted card may have been followed by one of the same kind."""
    return check(read_proof(json.dumps(read).encode())) == []


@settings(max_examples=size(50, 150), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 3), st.booleans())
def test_any_altered_card_cut_or_seed_fails(chance: Random, game: int, device: bool) -> None:
    book = open_book(GAMES[game])
    proof = device_proof(book, "altered device") if device else shoe_proof(book, "altered shoe")
    read = altered(as_read(proof), chance)
    assert check(read_proof(json.dumps(read).encode()))
    assert not stranger.verified(read)


def test_the_page_finds_the_same_faults() -> None:
    chance = Random("page")
    whole = [as_read(proof) for proof in proofs()]
    documents = [altered(chance.choice(whole), chance) for _ in range(80)]
    told = page.run({"documents": [json.dumps(read) for read in documents]})["documents"]
    for read, faults in zip(documents, told, strict=True):
        assert faults
        ours = check(read_proof(json.dumps(read).encode()))
        assert len(faults) == len(ours)
        assert [fault.split()[0].lower() for fault in faults] == [fault.split()[0].lower() for fault in ours]


def changed_proof(**changes: object) -> ShoeProof:
    return msgspec.structs.replace(shoe_proof(open_book("star-pontoon"), "plain"), **changes)


def changed_stage(**changes: object) -> ShoeProof:
    proof = shoe_proof(open_book("star-pontoon"), "plain")
    return msgspec.structs.replace(proof, stages=(msgspec.structs.replace(proof.stages[0], **changes),))


FATED = changed_stage(fates=(CardFate(5, "set-aside", 7),))
DEALT = changed_proof().stages[0].dealt
FAULTS: list[tuple[ShoeProof, str]] = [
    (changed_proof(seed="00" * 512), "The commitment does not fit the seed: this is not the seed that was promised."),
    (changed_proof(commitment="00" * 32), "The commitment does not fit the seed"),
    (changed_proof(book="star-pontoon-6to5"), "The commitment does not fit the seed"),
    (changed_proof(version=2), "Version 2 is not known; this checks version 1."),
    (changed_proof(seed="00" * 511), "The seed is not 512 bytes in lower-case hexadecimal."),
    (changed_proof(seed="0G" * 512), "The seed is not 512 bytes"),
    (changed_proof(commitment="AB" * 32), "The commitment is not 32 bytes"),
    (changed_proof(shoe="a\0b"), "may not hold the character NUL"),
    (changed_proof(decks=0), "A shoe has 1 to 64 decks"),
    (changed_proof(decks=65), "A shoe has 1 to 64 decks"),
    (changed_proof(cut_from_ends=-1), "is cut up to 64 in"),
    (changed_proof(ranks="AA"), "'AA' is not a choice of the ranks"),
    (changed_proof(ranks=""), "'' is not a choice of the ranks"),
    (changed_proof(stages=()), "There are 0 stages"),
    (changed_proof(stages=changed_proof().stages * 3), "There are 3 stages"),
    (changed_proof(ranks="A23456789TJQK"), "The ranks are A23456789TJQK, and star-pontoon is played with A23456789JQK"),
    (changed_proof(decks=7), "7 decks are not permitted in star-pontoon (clause 4.1)."),
    (changed_proof(cut_from_ends=0), "The cut is 1 decks in from either end in star-pontoon (clause 5.5)."),
    (changed_stage(cut=CutProof(47, "player")), "The cut at 47 is not between 48 and 336."),
    (changed_stage(cut=CutProof(337, "player")), "The cut at 337 is not between 48 and 336."),
    (changed_stage(cut=CutProof(-1, "house")), "The cut at -1 is not between"),
    (changed_stage(cut=CutProof(100, "house")), "The house cut at 100, and its place by the seed is another."),
    (changed_stage(cut=None), "cards differ in all."),
    (changed_stage(dealt="TS"), "Card 1 was dealt as TS, and by the seed it is"),
    (changed_stage(dealt="1S"), "The cards dealt cannot be read: '1S' is no card"),
    (changed_stage(dealt=DEALT + " AS" * 400), "460 cards were dealt, and the pack has 384."),
    (changed_stage(pack="AS " * 9), "The pack is impossible: AS is listed 9 times, and 8 decks hold it 8 times."),
    (changed_stage(pack="TS"), "The pack is impossible: TS is not in this game's deck"),
    (changed_stage(pack="XX"), "The pack is impossible: 'XX' is no card"),
    (changed_stage(burnt=(0,)), "The burnt cards are not places of cards dealt, each once."),
    (changed_stage(burnt=(61,)), "The burnt cards are not places of cards dealt"),
    (changed_stage(burnt=(1, 1)), "The burnt cards are not places of cards dealt"),
    (
        changed_stage(cutting_card=CuttingCard(50, 60, 55)),
        "The cutting card has no place between 60 and 55 of 384 cards.",
    ),
    (changed_stage(cutting_card=CuttingCard(50, 50, 385)), "The cutting card has no place between 50 and 385"),
    (changed_stage(cutting_card=CuttingCard(50, -1, 60)), "The cutting card has no place"),
    (
        changed_stage(cutting_card=CuttingCard(49, 50, 50)),
        "49 cards lay behind the cutting card, and by the seed it is 50.",
    ),
    (
        changed_stage(cutting_card=CuttingCard(5, 5, 5)),
        "The cutting card is put from 48 to 192 cards from the back in star-pontoon (clause 5.6).",
    ),
    (
        changed_stage(fates=(CardFate(1, "burned", 7),)),
        "The fates are not those of cards dealt and not burnt, each once.",
    ),
    (changed_stage(fates=(CardFate(0, "burned", 7),)), "The fates are not those of cards dealt"),
    (changed_stage(fates=(CardFate(61, "carried", 7),)), "The fates are not those of cards dealt"),
    (
        changed_stage(fates=(CardFate(5, "burned", 7), CardFate(5, "carried", 7))),
        "The fates are not those of cards dealt",
    ),
    (changed_stage(fates=(CardFate(5, "set-aside", 0),)), "Card 5 is set aside, and there is no record of it."),
    (changed_stage(burnt=()), "The burnt cards are not those that star-pontoon burns (clause 5.9)."),
    (changed_stage(burnt=(2,)), "The burnt cards are not those that star-pontoon burns (clause 5.9)."),
    (changed_stage(burnt=(1, 2)), "The burnt cards are not those that star-pontoon burns (clause 5.9)."),
]


def test_a_proof_with_fates_holds_and_one_without_has_no_such_field() -> None:
    """What became of a card changes nothing about the order in which the cards left the shoe."""
    fates = (CardFate(5, "burned", 41), CardFate(9, "set-aside", 41), CardFate(60, "carried", 43))
    proof = changed_stage(fates=fates)
    written = write_proof(proof)
    assert check(proof, open_book("star-pontoon")) == []
    assert read_proof(written) == proof
    assert page.run({"documents": [written.decode()]})["documents"] == [[]]
    assert stranger.verified(as_read(proof))
    assert b"fates" not in write_proof(changed_proof())


@pytest.mark.parametrize(("proof", "sentence"), FAULTS, ids=[sentence[:50] for _, sentence in FAULTS])
def test_a_fault_is_named_in_a_sentence(proof: ShoeProof, sentence: str) -> None:
    faults = check(proof, open_book("star-pontoon"))
    assert any(sentence in fault for fault in faults), faults
    assert all(not fault[0].islower() and fault.endswith(".") for fault in faults)


def test_the_page_refuses_what_the_table_refuses() -> None:
    """Except for what only the game's own book can say."""
    made = [proof for proof, _ in FAULTS]
    told = page.run({"documents": [write_proof(proof).decode() for proof in made]})["documents"]
    assert [bool(faults) for faults in told] == [bool(check(proof)) for proof in made]


@pytest.mark.parametrize(
    ("game", "clause", "burns"),
    [
        ("canberra-pontoon", "5.3", False),
        ("canberra-blackjack", "5.7", True),
        ("star-pontoon", "5.9", True),
        ("star-pontoon-6to5", "4.9", True),
    ],
)
def test_the_book_says_whether_a_shoes_first_card_is_burnt(game: str, clause: str, burns: bool) -> None:
    """CP 5.3, CB 5.7, SP 5.9, R24."""
    book = open_book(game)
    proof = shoe_proof(book, game)
    assert check(proof, book) == []
    other = msgspec.structs.replace(proof.stages[0], burnt=() if burns else (1,))
    fault = f"The burnt cards are not those that {game} burns (clause {clause})."
    assert check(msgspec.structs.replace(proof, stages=(other,)), book) == [fault]


@pytest.mark.parametrize("game", GAMES)
def test_of_a_device_and_of_discards_the_first_card_is_burnt_where_the_book_says_so(game: str) -> None:
    """CP 19.1, CB 19.1, SP 5.9, 18.9, R24."""
    book = open_book(game)
    seed = seeds(game)()
    pack = whole_pack(book.cards.ranks.value, book.cards.decks.value)
    loaded = stage(shuffled(pack, seed, stage_label(1))[:8], burnt=(1,))
    faults = check(prove(book, game, seed, [loaded]), book)
    assert bool(faults) != book.device.burns.value
    discards = pack[:60]
    place = house_cut(seed, 1, cut_bounds(book, 60))
    dealt = cut(shuffled(discards, seed, stage_label(1)), place)[:8]
    for burnt in ((), (1,)):
        again = stage(
            dealt, pack=discards, cut=CutProof(place, "house"), cutting_card=CuttingCard(60, 60, 60), burnt=burnt
        )
        allowed = not burnt or book.shoe.burns_in_mid_round.value
        assert bool(check(prove(book, game, seed, [again]), book)) != allowed


def test_the_cutting_card_goes_by_the_decks_of_the_shoe() -> None:
    """SP 4.1, 5.6, R25: six decks or eight, as the table was set up."""
    six = with_options(open_book("star-pontoon"), {"decks": 6})
    assert check(shoe_proof(six, "six decks"), open_book("star-pontoon")) == []


def two_stages(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    proof = as_read(device_proof(open_book("star-pontoon"), "two"))
    proof["stages"][0].update(first)
    proof["stages"][1].update(second)
    return check(read_proof(json.dumps(proof).encode()))


def test_a_second_stage_holds_what_was_left_and_nothing_that_lies_on_the_table() -> None:
    """SP 8.2: the rack goes back into the device, and the cards in play stay out."""
    proof = as_read(device_proof(open_book("star-pontoon"), "two"))
    one, two = proof["stages"]
    assert two_stages({}, {}) == []
    all_cards = " ".join(whole_pack("A23456789JQK", 8))
    assert any(
        fault.startswith("Stage 2: the pack holds cards that lie on the table: ")
        for fault in two_stages({}, {"pack": all_cards})
    )
    fewer = " ".join(two["pack"].split()[1:])
    rack_kept_out = " ".join((Counter(one["pack"].split()) - Counter(one["dealt"].split())).elements())
    assert any("lacks cards" in fault for fault in two_stages({}, {"pack": " ".join(rack_kept_out.split()[1:])}))
    assert not any("lacks cards" in fault for fault in two_stages({}, {"pack": rack_kept_out}))
    assert two_stages({}, {"pack": fewer})
    assert any("Stage 1: no card was dealt before" in fault for fault in two_stages({"dealt": ""}, {}))


def test_a_burnt_card_may_go_back_with_the_rack() -> None:
    """SP 5.9, 8.2: it is in the discard rack, unseen."""
    book = open_book("star-pontoon")
    seed = seeds("burnt")()
    pack = whole_pack("A23456789JQK", 8)
    dealt = shuffled(pack, seed, stage_label(1))[:8]
    again = in_order(list((Counter(pack) - Counter(dealt[1:])).elements()))
    second = shuffled(tuple(again), seed, stage_label(2))[:5]
    stages = [stage(dealt, burnt=(1,)), stage(second, pack=again)]
    proof = prove(book, "burnt", seed, stages)
    assert check(proof, book) == []
    assert stranger.verified(as_read(proof))
    seen = prove(book, "burnt", seed, [stage(dealt), stages[1]])
    assert any("lie on the table" in fault for fault in check(seen))


def test_the_commitment_is_of_this_book_this_shoe_and_this_seed() -> None:
    seed = seeds("commitment")()
    made = {commitment(book, shoe, seed) for book in ("a", "ab") for shoe in ("1", "b1", "11")}
    assert len(made) == 6
    assert commitment("a", "1", seeds("other")()) not in made
    with pytest.raises(Inconsistent):
        commitment("a\0", "1", seed)


def test_a_proof_is_written_and_read_again() -> None:
    for proof in proofs():
        assert read_proof(write_proof(proof)) == proof
        assert read_proof(b"\xef\xbb\xbf" + write_proof(proof)) == proof


BAD = [
    (b"", "is not JSON"),
    (b"{", "is not JSON"),
    (b"\xff", "is not JSON"),
    (b"[" * 100_000, "is no proof of a shoe"),
    (b"[]", "is no proof of a shoe: Expected `object`, got `array`"),
    (b"{}", "is no proof of a shoe: Object missing required field `version`"),
    (write_proof(changed_proof()).replace(b'"version"', b'"seeds": 1, "version"'), "unknown field `seeds`"),
    (write_proof(changed_proof()).replace(b'"decks": 8', b'"decks": "8"'), "Expected `int`, got `str` - at `$.decks`"),
    (write_proof(FATED).replace(b'"set-aside"', b'"lost"'), "Invalid enum value 'lost'"),
    (write_proof(FATED).replace(b'"record"', b'"recorded"'), "unknown field `recorded`"),
    (write_proof(changed_proof()).replace(b'"by": "player"', b'"by": "me"'), "Invalid enum value 'me'"),
]


@pytest.mark.parametrize(("raw", "sentence"), BAD)
def test_what_is_no_proof_is_refused_in_a_sentence(raw: bytes, sentence: str) -> None:
    with pytest.raises(BadProof) as raised:
        read_proof(raw)
    assert sentence in str(raised.value)


def test_the_page_cannot_read_them_either() -> None:
    told = page.run({"documents": [raw.decode("latin-1") for raw, _ in BAD]})
    assert told["documents"] == ["unreadable"] * len(BAD)


def test_the_page_loads_nothing_and_writes_only_text() -> None:
    html = page.page()
    assert "default-src 'none'" in html
    for word in ("http://", "https://", "src=", "href=", "@import", "url(", "fetch(", "XMLHttp", "innerHTML", "eval("):
        assert word not in html, word
    for needed in ('lang="en"', "<main>", 'name="viewport"', 'role="status"', 'for="file"', 'for="text"', "<h1>"):
        assert needed in html
