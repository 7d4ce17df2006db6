"""Register of clauses over HTTP: what each clause requires, how the software meets it, and how the games differ."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from boxseat.rulebook.book import Book, Cited
from boxseat.rulebook.load import cited_values
from boxseat.rulebook.register import WAYS, Clause, Way, all_clauses, clauses, search
from boxseat.rulebook.wording import KEYS, SECTIONS, value_in_words
from boxseat.server.api_docs.failures import fails
from boxseat.server.bookshelf import Shelf, Volume
from boxseat.server.guard import AnyRequest, Who, needs, node_of
from boxseat.server.problems import Problem
from boxseat.server.wire.core import whole

CLAUSES_PER_PAGE = 60
HOUSE_RULES_PAGE = "web/src/pages/HouseRules.svelte"
"""The page that shows the clauses whose register row names it."""


class ClauseSeen(msgspec.Struct, frozen=True):
    """A clause as in `boxseat rules --json`, with its section."""

    instrument: str
    clause: str
    section: str
    summary: str
    way: Way
    where: tuple[str, ...]
    tests: tuple[str, ...]
    rulings: tuple[str, ...]
    room: str
    why: str


class RulesSeen(msgspec.Struct, frozen=True):
    """One page of the clauses that match a request."""

    count: int
    """How many match in all."""
    ways: dict[str, int]
    """How many of the matches are met in each way."""
    clauses: tuple[ClauseSeen, ...]


class ClauseAnswer(msgspec.Struct, frozen=True):
    """A clause, the clauses under it, and the values of the book that cite it."""

    clause: ClauseSeen
    under: tuple[ClauseSeen, ...]
    values: tuple[tuple[str, str], ...]
    """What each value is about, and the value."""
    before: str
    after: str
    """Numbers of the clauses before and after it."""


class RuleSide(msgspec.Struct, frozen=True):
    """A rule in one game."""

    value: str
    clause: str
    ruling: str


class RuleRow(msgspec.Struct, frozen=True):
    """A rule in all games; null for a game that has no such rule."""

    key: str
    said: str
    differs: bool
    sides: tuple[RuleSide | None, ...]


class RuleSection(msgspec.Struct, frozen=True):
    """A section of rules."""

    title: str
    rows: tuple[RuleRow, ...]


class DifferencesSeen(msgspec.Struct, frozen=True):
    """All games side by side, rule by rule."""

    games: tuple[str, ...]
    titles: tuple[str, ...]
    sections: tuple[RuleSection, ...]


class RulesCopy(msgspec.Struct, frozen=True):
    """Whether the house has a copy of a game's rules to hand out, and whom to ask where it has none (R55)."""

    game: str
    title: str
    file: str
    """Name of the file; empty where there is none."""
    ask: str


Text = Annotated[str, QueryParameter(max_length=100)]
Name = Annotated[str, PathParameter(max_length=100)]


@get("/api/rules", opt=needs(Who.ANYONE), responses=fails(400, 404, 429), tags=["rules"], sync_to_thread=False)
def rules(
    request: AnyRequest,
    game: Text = "",
    text: Annotated[str, QueryParameter(name="search", max_length=100, description="Words that must all occur.")] = "",
    way: Annotated[str, QueryParameter(pattern=whole(f"({'|'.join(WAYS)})?"))] = "",
    begin: Annotated[int, QueryParameter(name="from", ge=0, le=10_000, description="How many to skip.")] = 0,
) -> RulesSeen:
    """Clauses of the register, sixty at a time; a number finds its clause and all clauses under it."""
    found = _found(node_of(request).shelf, game, text)
    ways: dict[str, int] = {each: sum(clause.way == each for clause in found) for each in WAYS}
    if way:
        found = tuple(clause for clause in found if clause.way == way)
    return RulesSeen(len(found), ways, tuple(_seen(clause) for clause in found[begin : begin + CLAUSES_PER_PAGE]))


@get("/api/rules-copies", opt=needs(Who.ANYONE), responses=fails(429, 503), tags=["rules"])
async def copies(request: AnyRequest) -> list[RulesCopy]:
    """The copies of the rules that the house hands out (CP 17.11; SP 20.15)."""
    node = node_of(request)
    await node.shelf.add_books_of_tables(node.house)
    files, ask = node.settings.rules_text, node.settings.rules_ask
    return [
        RulesCopy(volume.book.name, volume.book.title, Path(files.get(volume.book.name, "")).name, ask)
        for volume in node.shelf.volumes
    ]


@get(
    "/api/rules-copies/{game:str}",
    opt=needs(Who.ANYONE),
    responses=fails(400, 404, 429),
    tags=["rules"],
    sync_to_thread=True,
)
def copy(request: AnyRequest, game: Name) -> Response[bytes]:
    """The operator's copy of a game's rules, as its file."""
    settings = node_of(request).settings
    if (file := settings.rules_text.get(game)) is None:
        raise Problem("rules/no-copy", f"there is no copy of these rules here; ask {settings.rules_ask}")
    kind = mimetypes.types_map[".pdf" if file.lower().endswith(".pdf") else ".txt"]
    try:
        text = Path(file).read_bytes()
    except OSError:
        raise Problem("rules/no-copy", f"the copy of these rules cannot be read; ask {settings.rules_ask}") from None
    return Response(text, media_type=kind)


def registered(shelf: Shelf, game: str) -> Volume:
    """Book whose clauses are in the register; `Problem` for a book of the house's own, which is not in the register."""
    volume = shelf.volume(game)
    if not volume.registered:
        reason = f"{volume.book.title} is a book of the house's own, and the register does not have its clauses"
        raise Problem("register/none", f"{reason}; the comparison of all games shows its rules")
    return volume


def _found(shelf: Shelf, game: str, text: str) -> tuple[Clause, ...]:
    if game:
        registered(shelf, game)
    among = clauses(game) if game else all_clauses()
    words = text.strip()
    if words[:1].isdigit() and " " not in words:
        return search(among, number=words)
    return search(among, text=words)


@get(
    "/api/house-rules/{game:str}",
    opt=needs(Who.ANYONE),
    responses=fails(400, 404, 429),
    tags=["rules"],
    sync_to_thread=False,
)
def house_rules(request: AnyRequest, game: Name) -> list[ClauseSeen]:
    """What a game's rules ask of the people at a table: the clauses that the register shows on the page of house rules."""
    registered(node_of(request).shelf, game)
    return [_seen(clause) for clause in clauses(game) if HOUSE_RULES_PAGE in clause.where]


@get("/api/rules/differences", opt=needs(Who.ANYONE), responses=fails(429), tags=["rules"], sync_to_thread=False)
def differences(request: AnyRequest) -> DifferencesSeen:
    """Every rule of all games, side by side."""
    return _differences(node_of(request).shelf.volumes)


@get(
    "/api/rules/{game:str}/{clause:str}",
    opt=needs(Who.ANYONE),
    responses=fails(400, 404, 429),
    tags=["rules"],
    sync_to_thread=False,
)
def one_clause(request: AnyRequest, game: Name, clause: Name) -> ClauseAnswer:
    """One clause of an instrument, with the clauses under it and the values of the book that cite it."""
    book = registered(node_of(request).shelf, game).book
    of_game = clauses(game)
    place = next((place for place, one in enumerate(of_game) if one.number == clause), None)
    if place is None:
        raise Problem("clause/none", "there is no clause of that number")
    under = tuple(_seen(one) for one in search(of_game, number=clause) if one.number != clause)
    return ClauseAnswer(
        clause=_seen(of_game[place]),
        under=under,
        values=tuple(_values_citing(book, clause)),
        before=of_game[place - 1].number if place else "",
        after=of_game[place + 1].number if place + 1 < len(of_game) else "",
    )


def _seen(clause: Clause) -> ClauseSeen:
    return ClauseSeen(
        instrument=clause.instrument,
        clause=clause.number,
        section=clause.section,
        summary=clause.summary,
        way=clause.way,
        where=clause.where or ((clause.room,) if clause.room else ()),
        tests=clause.tests,
        rulings=clause.rulings,
        room=clause.place,
        why=clause.why,
    )


def _values_citing(book: Book, clause: str) -> list[tuple[str, str]]:
    found = [
        (_whole_name(key), value_in_words(cited.value, key))
        for key, cited in cited_values(book)
        if _is_cited(cited, clause)
    ]
    return found + [(line.name, value_in_words(line.odds)) for line in book.payouts.lines if line.clause == clause]


def _is_cited(cited: Cited[Any], clause: str) -> bool:
    return clause in (part.strip() for part in cited.clause.split(","))


def _whole_name(key: str) -> str:
    return f"{SECTIONS[key.partition('.')[0]]}: {KEYS[key][0].lower()}{KEYS[key][1:]}"


@lru_cache(maxsize=4)
def _differences(volumes: tuple[Volume, ...]) -> DifferencesSeen:
    books = [volume.book for volume in volumes]
    cited = [dict(cited_values(book)) for book in books]
    sections: list[RuleSection] = []
    for section, title in SECTIONS.items():
        keys = [key for key in KEYS if key.startswith(f"{section}.") and any(key in values for values in cited)]
        rows = [_row(key, KEYS[key], [_side(values.get(key), key) for values in cited]) for key in keys]
        if section == "payouts":
            rows += _payout_rows(books)
        sections.append(RuleSection(title, tuple(rows)))
    return DifferencesSeen(tuple(book.name for book in books), tuple(book.title for book in books), tuple(sections))


def _payout_rows(books: list[Book]) -> list[RuleRow]:
    """Lines of the payout tables by name."""
    by_name = [{line.name: line for line in book.payouts.lines} for book in books]
    names = dict.fromkeys(name for lines in by_name for name in lines)
    rows: list[RuleRow] = []
    for name in names:
        sides = [
            RuleSide(value_in_words(lines[name].odds), lines[name].clause, "") if name in lines else None
            for lines in by_name
        ]
        rows.append(_row(f"payouts.lines.{name}", name, sides))
    return rows


def _row(key: str, said: str, sides: list[RuleSide | None]) -> RuleRow:
    return RuleRow(key, said, len({side.value if side else None for side in sides}) > 1, tuple(sides))


def _side(cited: Cited[Any] | None, key: str) -> RuleSide | None:
    return None if cited is None else RuleSide(value_in_words(cited.value, key), cited.clause, cited.ruling)


RULES = [rules, house_rules, differences, copies, copy, one_clause]
