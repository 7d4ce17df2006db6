"""The result of a sheet: by topic and clause, as plain data, as CSV, and as text for print."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import msgspec

from boxseat.training.marks import clause_sentence
from boxseat.training.sheet import Sheet, SheetRow
from boxseat.training.skill import TOPICS

LINE_CHARACTERS = 100
COLUMNS = ("trainee", "game", "topic", "clause", "seen", "right", "seconds", "mistakes", "says")
FORMULA_SIGNS = ("=", "+", "-", "@")
"""Signs with which a spreadsheet takes a cell for a formula."""


class TopicResult(msgspec.Struct, frozen=True):
    """The sum of a topic."""

    game: str
    topic: str
    seen: int
    right: int
    seconds: float


def topic_results(sheet: Sheet) -> list[TopicResult]:
    """The sums by game and topic, in the order of the sheet."""
    found: dict[tuple[str, str], list[SheetRow]] = {}
    for row in sheet.rows:
        found.setdefault((row.game, row.topic), []).append(row)
    return [
        TopicResult(
            game,
            topic,
            sum(row.seen for row in rows),
            sum(row.right for row in rows),
            round(sum(row.seconds for row in rows), 1),
        )
        for (game, topic), rows in found.items()
    ]


def result_csv(sheet: Sheet) -> str:
    """The rows as CSV, with what the register says of each clause."""
    lines = [COLUMNS]
    for row in sheet.rows:
        numbers = (str(row.seen), str(row.right), f"{row.seconds:.1f}", str(row.mistakes))
        says = clause_sentence(row.game, row.clause)
        lines.append((_safe(sheet.trainee), _safe(row.game), _safe(row.topic), _safe(row.clause), *numbers, says))
    return "".join(",".join(_cell(cell) for cell in line) + "\r\n" for line in lines)


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def _cell(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if any(sign in text for sign in ',"\r\n') else text


def result_text(sheet: Sheet) -> str:
    """The sheet for print."""
    days = f"{sheet.first_day} to {sheet.last_day}" if sheet.last_day != sheet.first_day else sheet.last_day
    return "\n".join(
        [
            f"Training sheet of {sheet.trainee}{f', {days}' if days else ''}: {sheet.answered} exercises",
            "",
            *_topic_lines(sheet),
            *_mistake_lines(sheet),
            f"To come back: {len(sheet.drills)}",
            "",
        ]
    )


def _topic_lines(sheet: Sheet) -> Iterator[str]:
    if not sheet.rows:
        return
    yield f"{'game':<20} {'topic':<34} {'seen':>5} {'right':>6} {'':>6} {'seconds each':>13}"
    for one in topic_results(sheet):
        share = f"{100 * one.right // one.seen} %" if one.seen else ""
        each = f"{one.seconds / one.seen:.1f}" if one.seen else ""
        title = TOPICS.get(one.topic, one.topic)
        yield f"{one.game:<20} {title:<34} {one.seen:>5} {one.right:>6} {share:>6} {each:>13}"
    yield ""


def _mistake_lines(sheet: Sheet) -> Iterator[str]:
    """The clauses by which something was wrong, most mistakes first."""
    wrong = sorted((row for row in sheet.rows if row.mistakes), key=lambda row: -row.mistakes)
    if wrong:
        yield "Mistakes by clause"
    for row in wrong:
        says = clause_sentence(row.game, row.clause) or "(no register)"
        yield f"  {row.game} {row.clause}: {row.mistakes}"
        yield from (f"      {line}" for line in textwrap.wrap(says, LINE_CHARACTERS - 6))
    if wrong:
        yield ""
