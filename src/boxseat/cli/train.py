"""``boxseat train``: questions for dealers, and the trainee's sheet as a file."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from secrets import randbelow

import msgspec
import typer

from boxseat.cli.errors import WrongRequest
from boxseat.cli.files import read_bytes
from boxseat.cli.terminal.training_desk import TrainingDesk
from boxseat.rulebook.book import Book
from boxseat.training.course import SEEDS_END, NoExercise, fresh_exercise
from boxseat.training.exercise import exercise_data
from boxseat.training.result_sheet import result_csv, result_text
from boxseat.training.sheet import BadSheet, Sheet, read_sheet, written_sheet
from boxseat.training.skill import TOPICS

SHEET_FILE_BYTES_MAX = 10_000_000
NOBODY = "this session"
"""The trainee of a session without a sheet."""


class TrainingRequest(msgspec.Struct, frozen=True):
    """The options of ``boxseat train``."""

    book: Book
    seed: int | None
    questions: int
    topic: str
    sheet_file: str
    csv_file: str
    as_json: bool


def run(request: TrainingRequest) -> None:
    """Print the questions, or ask them."""
    if request.topic and request.topic not in TOPICS:
        raise WrongRequest(f"--topic: {request.topic[:40]!r} is not one of {', '.join(TOPICS)}")
    path = Path(request.sheet_file).absolute() if request.sheet_file else None
    table = Path(request.csv_file).absolute() if request.csv_file else None
    if path and table and path.resolve() == table.resolve():
        raise WrongRequest("--csv: is the file of the sheet")
    sheet = _opened_sheet(path) if path else Sheet(NOBODY)
    seed = randbelow(SEEDS_END) if request.seed is None else request.seed
    try:
        if request.as_json:
            typer.echo(json.dumps(_questions(request, sheet, seed), indent=1, ensure_ascii=False))
            return
        if path:
            _write("--sheet", path, written_sheet(sheet))
        if table:
            _write("--csv", table, result_csv(sheet).encode())
        desk = TrainingDesk(
            request.book,
            sheet,
            seed=seed,
            topic=request.topic,
            day=date.today().isoformat(),
            save=lambda changed: _write("--sheet", path, written_sheet(changed)) if path else None,
        )
        sheet = desk.ask(request.questions)
    except NoExercise as error:
        raise WrongRequest(str(error)) from None
    if table:
        _write("--csv", table, result_csv(sheet).encode())
    typer.echo(result_text(sheet), nl=False)


def _questions(request: TrainingRequest, sheet: Sheet, seed: int) -> dict[str, object]:
    """The questions with their right answers, as JSON."""
    numbers = range(sheet.answered, sheet.answered + request.questions)
    asked = [fresh_exercise(request.book, seed, number, request.topic) for number in numbers]
    return {
        "game": request.book.name,
        "seed": seed,
        "questions": [exercise_data(one, with_answers=True) for one in asked],
    }


def _opened_sheet(path: Path) -> Sheet:
    """The sheet in a file, or a new one with the file's name as the trainee's."""
    if not path.exists():
        return Sheet(path.stem)
    try:
        return read_sheet(read_bytes(str(path), SHEET_FILE_BYTES_MAX))
    except BadSheet as error:
        raise WrongRequest(f"--sheet: {path.name}: {error}") from None


def _write(option: str, path: Path, content: bytes) -> None:
    """Replace a file's content as a whole: it is never there in part."""
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except (OSError, ValueError) as error:
        part.unlink(missing_ok=True)
        raise WrongRequest(f"{option}: {path.name}: cannot be written: {getattr(error, 'strerror', error)}") from None
