"""Every kind of sentence that the engine says in many random rounds, with names and numbers removed.

`python -m tests.play.sentences` writes the page again; a person reads it before it is committed.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from msgspec.structs import replace

from boxseat.cards import card
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.announce import announcements, settled
from boxseat.play.document import Document, read_document
from boxseat.play.judge import refusal
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from tests.books import all_books
from tests.irregular_rounds import play_irregular, staffs_act
from tests.random_rounds import PLAYERS, random_document, with_amounts

PAGE = Path(__file__).parent / "sentences.txt"
ROUNDS = 60
CARD = re.compile(r"\b[A23456789TJQK][SHDC]\b")
NUMBER = re.compile(r"\b\d+(\.\d\d)?\b")
CLAUSE = re.compile(r"\(clause .*\)\.$")


def collect(rounds: int = ROUNDS) -> str:
    """The page: the refusals of each book by code, then what the dealer says."""
    refusals: set[str] = set()
    said: set[str] = set()
    for name, book in all_books().items():
        for seed in range(rounds):
            rng = Random(f"{name} {seed}")
            _one_round(rng, _document(rng, name, book), refusals, said)
            rng = Random(f"{name} {seed} irregular")
            _one_irregular_round(rng, _document(rng, name, book), refusals, said)
    return "\n".join(["REFUSALS", *sorted(refusals), "", "SENTENCES", *sorted(said)]) + "\n"


def _document(rng: Random, name: str, book: Book) -> Document:
    return read_document(random_document(rng, name, book), opener=lambda _: book)


def _one_round(rng: Random, document: Document, refusals: set[str], said: set[str]) -> None:
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=rng.random() < 0.8)
    said.update(_plain(settled(line)) for line in round_.settlements)
    while not round_.over:
        for closed in legal(book, round_).closed:
            _note(book, closed.refusal.code, closed.refusal.clause, closed.refusal.reason, refusals)
        for _ in range(3):
            refused = refusal(book, round_, anything(rng, round_))
            if refused is not None:
                _note(book, refused.code, refused.clause, refused.reason, refusals)
        before, round_ = round_, step(book, round_, _next(rng, book, round_, document))
        said.update(_plain(sentence) for sentence in announcements(book, before, round_))


def _one_irregular_round(rng: Random, document: Document, refusals: set[str], said: set[str]) -> None:
    book = document.book
    document = replace(document, device=book.device.offered.value and rng.random() < 0.5)
    for before, _, after in play_irregular(rng, document):
        said.update(_plain(sentence) for sentence in announcements(book, before, after))
        for _ in range(3):
            refused = refusal(book, after, staffs_act(rng, book, after, card("7H")))
            if refused is not None:
                _note(book, refused.code, refused.clause, refused.reason, refusals)


def _note(book: Book, code: str, clause: str, reason: str, refusals: set[str]) -> None:
    refusals.add(f"{book.name:<18} {code:<24} {clause:<10} {_plain(reason)}")


def _plain(sentence: str) -> str:
    for name in PLAYERS:
        sentence = re.sub(rf"\b{name}\b", "NAME", sentence)
    return NUMBER.sub("N", CARD.sub("CARD", CLAUSE.sub("(clause C).", sentence)))


def _next(rng: Random, book: Book, round_: Round, document: Document) -> Act:
    if round_.card_due:
        next_card = document.cards[round_.cards_used]
        return Burn(next_card) if rng.random() < 0.01 else Deal(next_card)
    choices = [choice for choice in legal(book, round_).open if not isinstance(choice.act, VoidRound)]
    return VoidRound() if rng.random() < 0.02 else with_amounts(rng, rng.choice(choices))


def anything(rng: Random, round_: Round) -> Act:
    """A random act of any kind, by anyone, about any box."""
    box = rng.choice([*(box.number for box in round_.boxes), rng.randint(1, 7)])
    found = round_.find_box(box)
    player = found[1].controller if found and rng.random() < 0.6 else rng.choice(PLAYERS)
    amount = rng.choice((0, -1, 1, 5, 50, 100, 250, 500, 1000, 2000, 2500, 2**63))
    names = tuple(rng.sample(PLAYERS, rng.choice((0, 0, 1, 2))))
    joined = tuple((name, rng.choice((0, 1, 50, 500, 1000))) for name in names)
    return rng.choice(
        (
            Hit(box, player),
            Stand(box, player),
            Split(box, player, names),
            Double(box, player, amount, joined),
            Surrender(box, player, names),
            Insure(box, player, amount),
            EvenMoney(box, player),
            Forfeit(box, player),
            CloseOffer(),
            PlayAbsent(box),
            Deal(card(rng.choice(("TS", "AS", "7H")))),
        )
    )


if __name__ == "__main__":
    PAGE.write_text(collect(), "utf-8")
