"""``boxseat verify-shoe``: checks the cards dealt from a shoe against the commitment published before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import typer

from boxseat.cli.errors import WrongRequest
from boxseat.cli.files import read_bytes
from boxseat.fairness.commitment import BadProof, ShoeProof, check, read_proof
from boxseat.rulebook.load import GAMES, open_book

PROOF_BYTES_MAX = 1_000_000
PROOF_PAGE = "verify-shoe.html"
"""The page in `boxseat.fairness` that checks a proof in a browser."""


def verify_files(files: Sequence[str], *, page: str, as_json: bool) -> None:
    """Check each proof and print the result; exit 1 where one has a fault."""
    if page:
        _write_page(page)
    if not files and not page:
        raise WrongRequest("FILE: name the proof of a shoe, or use --page FILE to write the page that checks one")
    proofs = [(name, _read(name)) for name in files]
    found = [
        (name, proof, check(proof, open_book(proof.book) if proof.book in GAMES else None)) for name, proof in proofs
    ]
    if as_json and files:
        answers = [
            {"file": name, "shoe": proof.shoe, "verified": not faults, "faults": faults}
            for name, proof, faults in found
        ]
        typer.echo(json.dumps(answers[0] if len(answers) == 1 else answers, indent=1, ensure_ascii=False))
    elif files:
        for name, proof, faults in found:
            _tell(name, proof, faults)
    if any(faults for _, _, faults in found):
        raise typer.Exit(1)


def _tell(name: str, proof: ShoeProof, faults: Sequence[str]) -> None:
    if not faults:
        cards = sum(len(stage.dealt.split()) for stage in proof.stages)
        dealt = "1 card was" if cards == 1 else f"{cards} cards were"
        typer.echo(
            f"{name}: verified. Shoe {_plain(proof.shoe)} of {_plain(proof.book)}: {dealt} dealt, as committed by"
        )
        typer.echo(f"  {proof.commitment}")
        return
    typer.echo(f"{name}: NOT verified.")
    for fault in faults:
        typer.echo(f"  {fault}")


def _plain(name: str) -> str:
    """A name from a proof, made safe for a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:100])


def _read(name: str) -> ShoeProof:
    raw = read_bytes(name, PROOF_BYTES_MAX)
    try:
        return read_proof(raw)
    except BadProof as error:
        raise WrongRequest(f"{name}: {error}") from None


def _write_page(path: str) -> None:
    page = resources.files("boxseat.fairness").joinpath(PROOF_PAGE).read_text("utf-8")
    try:
        Path(path).write_text(page, "utf-8")
    except (OSError, ValueError) as error:
        raise WrongRequest(f"--page: {path[:200]!r} cannot be written: {getattr(error, 'strerror', error)}") from None
    typer.echo(f"{path}: written. It checks the proof of a shoe in any browser, offline.", err=True)
