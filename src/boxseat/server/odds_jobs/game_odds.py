"""Odds of a game that need no computation: decks, options, side bets with their edge, and house edges already cached."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from boxseat.money import Odds
from boxseat.odds.exact import side_bet_edges as sidebets
from boxseat.rulebook.book import Book, Cited
from boxseat.rulebook.load import cited_values, option_text, with_options
from boxseat.rulebook.wording import KEYS, SECTIONS, value_in_words
from boxseat.server.bookshelf import Shelf, Volume
from boxseat.server.odds_jobs.pool import OddsPool
from boxseat.server.wire.odds import GameOdds, OptionSeen, SideBetSeen


def game_odds(pool: OddsPool, shelf: Shelf, volume: Volume) -> GameOdds:
    """Odds of a game that are known now; no job is started."""
    book = volume.book
    game = book.name
    known: dict[int, float] = {}
    for decks in permitted_decks(book):
        with_decks = shelf.request(game, decks) if book.cards.decks.permitted else shelf.request(game)
        for asked in (with_decks, shelf.request(game)):
            found = pool.cached("edge", asked)
            if found is not None and found["decks"] == decks:
                known[decks] = found["house_edge"]
    return GameOdds(
        game=game,
        title=book.title,
        decks=book.cards.decks.value,
        permitted_decks=permitted_decks(book),
        house_edges=known,
        options=tuple(book_options(book)),
        side_bets=tuple(_side_bets(volume)),
        ranks=book.cards.ranks.value,
    )


def permitted_decks(book: Book) -> tuple[int, ...]:
    """Numbers of decks that a book permits."""
    permitted = book.cards.decks.permitted
    return permitted if isinstance(permitted, tuple) else (book.cards.decks.value,)


def book_options(book: Book) -> Iterator[OptionSeen]:
    """The options that a table may set in a book."""
    for key, cited in cited_values(book):
        if cited.permitted:
            section, _, name = key.partition(".")
            permitted = cited.permitted if isinstance(cited.permitted, tuple) else ()
            yield OptionSeen(
                name=name,
                said=f"{SECTIONS[section]}: {KEYS[key][0].lower()}{KEYS[key][1:]}",
                value=option_text(cited.value),
                permitted=tuple(map(option_text, permitted)),
                clause=cited.clause,
            )


@cache
def _side_bets(volume: Volume) -> tuple[SideBetSeen, ...]:
    book = volume.book
    found: list[SideBetSeen] = []
    for name, title, edge_of, rules in (
        ("perfect-pairs", "Perfect Pairs", sidebets.perfect_pairs, book.perfect_pairs),
        ("super-sevens", "Super Sevens", sidebets.super_sevens, book.super_sevens),
        ("insurance", "Insurance", sidebets.insurance, book.insurance),
    ):
        edge = edge_of(book)
        offered = name == "insurance" or name in book.offers.side_bets.value
        if edge is None or rules is None or not offered:
            continue
        by_decks = {
            decks: _rounded(edge_of(with_options(book, {"decks": decks} if book.cards.decks.permitted else {})))
            for decks in permitted_decks(book)
        }
        paid, clause = _paid(name.replace("-", "_"), rules)
        found.append(SideBetSeen(name, title, _rounded(edge), str(edge), by_decks, paid, clause))
    return tuple(found)


def _rounded(edge: Fraction | None) -> float:
    return round(float(edge or 0), 9) + 0.0


def _paid(section: str, rules: object) -> tuple[tuple[tuple[str, str], ...], str]:
    """What a bet pays, line by line, and the clause of the first line."""
    paid: list[tuple[str, str]] = []
    clause = ""
    for key in getattr(rules, "__struct_fields__", ()):
        cited = getattr(rules, key)
        if isinstance(cited, Cited) and isinstance(cited.value, Odds) and key != "most":
            paid.append((KEYS[f"{section}.{key}"], value_in_words(cited.value)))
            clause = clause or cited.clause
    return tuple(paid), clause
