"""``boxseat export``: writes rounds of the floor as replay files, and can check that they settle the same."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import IO

import msgspec
import typer

from boxseat.cli.errors import WrongRequest
from boxseat.cli.journal import Progress, journal_url, with_store
from boxseat.inspection.export import (
    Exported,
    StreamDocument,
    differences,
    export_rounds,
    find_rounds,
    stream_documents,
)
from boxseat.journal.entry import RoundIndex
from boxseat.journal.store import Store
from boxseat.table.names import STREAM_PREFIX, stream_of

FAULTS_PRINTED_MAX = 20
ROUNDS_PER_RANGE_MAX = 100_000
_NUMBERS = re.compile(r"(?P<table>[A-Za-z0-9_.-]+)-(?P<first>[0-9]{1,9})(?:\.\.(?P<last>[0-9]{1,9}))?")


class ExportRequest(msgspec.Struct, frozen=True):
    """Which rounds to export, and where to."""

    tables: tuple[str, ...]
    since: int | None
    until: int | None
    rounds: tuple[str, ...]
    output: str
    check: bool
    as_json: bool


class ExportResult(msgspec.Struct):
    """What has been written so far."""

    rounds: int = 0
    documents: int = 0
    """Documents of streams that are no tables."""
    books: list[str] = []
    faults: list[str] = []


def export(
    *,
    data: str,
    database: str,
    tables: Sequence[str],
    since: str,
    until: str,
    rounds: Sequence[str],
    output: str,
    check: bool,
    as_json: bool,
) -> None:
    """Write rounds as replay files; with `check`, replay each one and exit 1 if a result differs."""
    if rounds and (tables or since or until):
        raise WrongRequest("--rounds: cannot be used together with --table, --from or --to")
    if not output and not check:
        raise WrongRequest("-o: name a folder or file for the replay files, or use --check alone to replay them only")
    wanted = ExportRequest(
        tuple(tables), _time(since, "--from"), _time(until, "--to"), tuple(rounds), output, check, as_json
    )
    written = with_store(journal_url(data, database), lambda store: _export(store, wanted))
    if as_json:
        told = {"rounds": written.rounds, "books": written.books, "checked": check, "faults": written.faults}
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        where = f" written to {output}" if output else ""
        checked = ""
        if check:
            checked = f", {len(written.faults)} differ" if written.faults else ", all replayed to the cent"
        typer.echo(f"{written.rounds:,} rounds{where}{checked}")
        if written.documents:
            typer.echo(f"  with {written.documents:,} other documents")
        for name in written.books:
            typer.echo(f"  with the book {name}")
        for fault in written.faults[:FAULTS_PRINTED_MAX]:
            typer.echo(f"  {fault}")
    if written.faults:
        raise typer.Exit(1)


def _time(text: str, option: str) -> int | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise WrongRequest(f"{option}: {text[:40]!r} is not a time such as 2026-11-16 or 2026-11-16T20:15") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1_000_000)


async def _export(store: Store, wanted: ExportRequest) -> ExportResult:
    indexes = await _indexes(store, wanted)
    everything = not (wanted.tables or wanted.rounds or wanted.since is not None or wanted.until is not None)
    documents = [each async for each in stream_documents(store)] if everything else []
    if not indexes and not documents:
        raise WrongRequest("no finished round matches")
    written, progress = ExportResult(), Progress("rounds exported")
    with _Output(wanted.output) as output:
        async for exported in _all(store, indexes):
            output.add(exported, written)
            written.rounds += 1
            if wanted.check:
                found = await differences(store, exported)
                written.faults.extend(f"{exported.index.id}: {what}" for what in found)
            progress(written.rounds, len(indexes))
        for document in documents:
            output.add_document(document, written)
    progress.done()
    return written


async def _all(store: Store, indexes: Sequence[RoundIndex]) -> AsyncIterator[Exported]:
    for _, of_table in groupby(sorted(indexes, key=lambda index: index.stream), key=lambda index: index.stream):
        async for exported in export_rounds(store, list(of_table)):
            yield exported


async def _indexes(store: Store, wanted: ExportRequest) -> list[RoundIndex]:
    known = {state.stream for state in await store.streams(STREAM_PREFIX)}
    for table in wanted.tables:
        if stream_of(table) not in known:
            raise WrongRequest(f"--table: there is no table {table[:40]!r}")
    if not wanted.rounds:
        return await find_rounds(store, tables=wanted.tables, since=wanted.since, until=wanted.until)
    found: dict[str, RoundIndex] = {}
    for text in wanted.rounds:
        for name in _names(text):
            index = await store.round(name)
            if index is None or f"{index.stream}" not in known:
                raise WrongRequest(f"--rounds: there is no round {name[:80]!r}")
            if index.last is None:
                raise WrongRequest(f"--rounds: {name} is still being played")
            found[name] = index
    return [*found.values()]


def _names(text: str) -> list[str]:
    """The rounds of an id or a range: ``t1-7``, or ``t1-7..20`` for the seventh to the twentieth."""
    match = _NUMBERS.fullmatch(text)
    if match is None or not match["last"]:
        return [text]
    first, last = int(match["first"]), int(match["last"])
    if last < first or last - first >= ROUNDS_PER_RANGE_MAX:
        raise WrongRequest(f"--rounds: {text[:60]!r} is not a range of rounds such as t1-17..40")
    return [f"{match['table']}-{number}" for number in range(first, last + 1)]


class _Output:
    """Replay files: one for each round in a folder, or one for all, renamed when complete; own books beside them."""

    def __init__(self, output: str) -> None:
        self._path = Path(output) if output else None
        self._one = self._path is not None and self._path.suffix == ".json"
        self._part = Path()
        self._file: IO[str] | None = None
        self._first = True
        self._books: set[str] = set()

    def __enter__(self) -> _Output:
        if self._path is None:
            return self
        try:
            (self._path.parent if self._one else self._path).mkdir(parents=True, exist_ok=True)
            if self._one:
                self._part = self._path.with_name(self._path.name + ".part")
                self._file = self._part.open("w", encoding="utf-8")
                self._file.write('{"rounds": [\n')
        except (OSError, ValueError) as error:
            raise self._bad(error) from None
        return self

    def __exit__(self, kind: object, *raised: object) -> None:
        if self._file is None or self._path is None:
            return
        try:
            with self._file:
                self._file.write("\n]}\n")
            if kind is None:
                self._part.replace(self._path)
        except OSError as error:
            raise self._bad(error) from None
        finally:
            self._part.unlink(missing_ok=True)

    def add(self, exported: Exported, written: ExportResult) -> None:
        """Write a round, and its book where that is not one of the four games'."""
        if self._path is None:
            return
        folder = self._path.parent if self._one else self._path
        text = json.dumps(exported.document, ensure_ascii=False)
        try:
            if exported.book is not None and exported.book.name not in self._books:
                (folder / exported.book.name).write_text(exported.book.text, "utf-8")
                self._books.add(exported.book.name)
                written.books.append(exported.book.name)
            if self._file is None:
                (folder / f"{exported.index.id}.json").write_text(text + "\n", "utf-8")
            else:
                self._file.write(text if self._first else ",\n" + text)
        except OSError as error:
            raise self._bad(error) from None
        self._first = False

    def add_document(self, document: StreamDocument, written: ExportResult) -> None:
        """Write a document of a stream that is no table; one file of rounds has no place for it."""
        if self._path is None or self._one:
            return
        try:
            text = json.dumps(document.content, ensure_ascii=False)
            (self._path / f"{document.name}.json").write_text(text + "\n", "utf-8")
        except OSError as error:
            raise self._bad(error) from None
        written.documents += 1

    def _bad(self, error: Exception) -> WrongRequest:
        return WrongRequest(f"-o: {str(self._path)[:200]!r} cannot be written: {getattr(error, 'strerror', error)}")
