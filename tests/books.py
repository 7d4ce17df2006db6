"""Books for tests: the four instruments, the manual's worked example, and books with single values changed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, book_text, open_book, parse_book
from boxseat.rulebook.stored_book import ADDED_KEYS, ADDED_SECTIONS

ROOT = Path(__file__).parent.parent
PLAIN_BLACKJACK = str(ROOT / "docs" / "examples" / "plain-blackjack.toml")


def changed(book: Book, **values: object) -> Book:
    """A copy of a book with some values changed and permitted, as in ``doubling__forfeit=False``."""
    for key, value in values.items():
        section, _, name = key.partition("__")
        rules: Any = getattr(book, section)
        cited = getattr(rules, name)
        permitted = (*cited.permitted, value) if isinstance(cited.permitted, tuple) else cited.permitted
        cited = msgspec.structs.replace(cited, value=value, permitted=permitted)
        book = msgspec.structs.replace(book, **{section: msgspec.structs.replace(rules, **{name: cited})})
    return book


@cache
def all_books() -> dict[str, Book]:
    """The four games, and books with other rules that exercise the rest of the engine."""
    blackjack, pontoon, star = (open_book(game) for game in ("canberra-blackjack", "canberra-pontoon", "star-pontoon"))
    plain = open_book(PLAIN_BLACKJACK)
    return {
        **{game: open_book(game) for game in GAMES},
        "plain-blackjack": plain,
        "early-surrender": changed(plain, surrender__dealer_natural="leaves", splitting__one_card_to_aces=False),
        "dealer-wins-ties": changed(plain, outcomes__equal="lose", doubling__on="never"),
        "pontoon-original-bets-only": changed(star, dealer__dealer_pontoon_takes="original-bets-only"),
        "pontoon-four-hands-original-bets-only": changed(pontoon, dealer__dealer_pontoon_takes="original-bets-only"),
        "no-insurance-no-splits": changed(blackjack, insurance__against="", splitting__max_split_hands=1),
        "blackjack-with-super-bonus": _with_super_bonus(blackjack),
    }


def _with_super_bonus(book: Book) -> Book:
    """Blackjack with a bonus for 7,7,7 of one suit, paid at the end of the round if the hand has won."""
    star = open_book("star-pontoon").super_bonus
    offers = msgspec.structs.replace(
        book.offers, bonuses=msgspec.structs.replace(book.offers.bonuses, value=("super-bonus",))
    )
    return msgspec.structs.replace(book, super_bonus=star, offers=offers)


def written_book(path: str = PLAIN_BLACKJACK) -> dict[str, Any]:
    """A book's file as a dictionary, for a test to damage."""
    return tomllib.loads(Path(path).read_text("utf-8"))


def to_toml(written: dict[str, Any]) -> str:
    """A dictionary as TOML text. Only the TOML that books use is supported."""
    lines = [f"{key} = {_value(value)}" for key, value in written.items() if not isinstance(value, dict)]
    for section, rules in written.items():
        if isinstance(rules, dict):
            lines.append(f"[{section}]")
            lines.extend(f"{key} = {_value(value)}" for key, value in rules.items())
    return "\n".join(lines)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else '"' + str(value).replace('"', '\\"') + '"'


def earlier_text(game: str = "star-pontoon") -> str:
    """A game's book as an earlier program stored it, without the keys and sections that were added later."""
    added = tuple(f"{key.rpartition('.')[2]} = " for key in ADDED_KEYS)
    sections = "|".join(ADDED_SECTIONS)
    text = re.sub(rf"^\[({sections})\]\n(?:.+\n)+", "", book_text(game), flags=re.MULTILINE)
    kept = (line for line in text.splitlines() if not line.startswith((*added, "[conduct]")))
    return "\n".join(kept) + "\n"


def spoilt(text_of: dict[str, Any]) -> Book:
    return parse_book(to_toml(text_of), source="my-house.toml")
