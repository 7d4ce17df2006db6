"""``boxseat rules``: prints clauses of the register."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence

import typer

from boxseat.cli.errors import WrongRequest
from boxseat.rulebook.load import GAMES
from boxseat.rulebook.register import WAYS, Clause, clauses, count_by_way, search


def show_rules(game: str, clause: str, *, way: str, room: str, text: str, summary: bool, as_json: bool) -> None:
    """Print the clauses that match, as text, JSON or counts."""
    if game and game not in GAMES:
        raise WrongRequest(f"{game[:40]}: no such instrument; there are {', '.join(GAMES)}")
    if way and way not in WAYS:
        raise WrongRequest(f"--way: {way[:40]!r} is not one of {', '.join(WAYS)}")
    asked = [one for name in ([game] if game else GAMES) for one in clauses(name)]
    rooms = sorted({place for one in asked for place in one.place.split(", ") if place})
    if room and room not in rooms:
        raise WrongRequest(f"--room: {room[:40]!r} is not one of {', '.join(rooms)}")
    if clause and not search(asked, number=clause):
        raise WrongRequest(f"{clause[:40]}: {game} has no such clause")
    found = search(asked, text=text, way=way, room=room, number=clause)
    if as_json:
        typer.echo(json.dumps([_as_json(one) for one in found], indent=1, ensure_ascii=False))
    elif summary:
        typer.echo(_counts(found))
    elif clause:
        typer.echo("\n\n".join(_whole(one) for one in found))
    else:
        typer.echo("\n".join(_brief(found)))


def _as_json(clause: Clause) -> dict[str, object]:
    """A clause as JSON; a planned clause names its package as `where`, and one outside software nothing."""
    told: dict[str, object] = {
        "instrument": clause.instrument,
        "clause": clause.number,
        "summary": clause.summary,
        "way": clause.way,
        "where": list(clause.where) or ([clause.room] if clause.room else []),
        "tests": list(clause.tests),
    }
    if clause.rulings:
        told["rulings"] = list(clause.rulings)
    if clause.why:
        told["why"] = clause.why
    return told


def _whole(clause: Clause) -> str:
    lines = [f"{clause.instrument} {clause.number} · {clause.section}", clause.summary, f"way     {clause.way}"]
    for name, values in (
        ("room", [clause.room] if clause.room else []),
        ("why", [clause.why] if clause.why else []),
        ("ruling", clause.rulings),
        ("where", clause.where),
        ("tests", clause.tests),
    ):
        lines.extend(f"{name if place == 0 else '':<7} {value}" for place, value in enumerate(values))
    return "\n".join(lines)


def _brief(found: Sequence[Clause]) -> list[str]:
    lines: list[str] = []
    heading = ("", "")
    for clause in found:
        if heading != (clause.instrument, clause.section):
            heading = (clause.instrument, clause.section)
            lines.extend(["", f"{clause.instrument} · {clause.section}"])
        wrapped = textwrap.wrap(clause.summary, 84) or [""]
        lines.append(f"  {clause.number:<12} {clause.way:<9} {wrapped[0]}")
        lines.extend(f"  {'':<22} {rest}" for rest in wrapped[1:])
    lines.extend(["", f"{len(found)} clauses"])
    return lines[1:] if found else ["no clause fits"]


def _counts(found: Sequence[Clause]) -> str:
    counts = count_by_way(found)
    rows = [["", *WAYS, "all"]]
    for game in [*GAMES, ""]:
        cells = [
            sum(count for (name, met), count in counts.items() if met == way and game in (name, "")) for way in WAYS
        ]
        if sum(cells):
            rows.append([game or "all", *map(str, cells), str(sum(cells))])
    return "\n".join(f"{row[0]:<20}" + "".join(f"{cell:>10}" for cell in row[1:]) for row in rows)
