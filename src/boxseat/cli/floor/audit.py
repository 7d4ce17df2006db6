"""``boxseat audit``: recomputes every balance and result from the journal, and verifies its hash chain."""

from __future__ import annotations

import json
import re
import time

import msgspec
import typer

from boxseat.cli.errors import WrongRequest
from boxseat.cli.journal import Progress, journal_url, run_journal
from boxseat.inspection.audit import Audited, AuditFault, audit
from boxseat.journal.address import shown
from boxseat.journal.db_errors import DATABASE_ERRORS, reason
from boxseat.money import dollars

_HEAD = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})")
"""A head as an audit prints it: sequence number and hash."""
ACCOUNT_KINDS = {
    "wallet": "in wallets",
    "chips": "in chips before players",
    "wager": "on boxes",
    "float": "in floats",
    "drop": "in drops",
    "cage": "the cage",
    "bank": "the bank",
}
"""The kinds of ledger account, as the report names them."""


def audit_journal(*, data: str, database: str, expect: str, as_json: bool) -> None:
    """Audit a journal and print the report; exit 1 where it has a fault."""
    expected = _head(expect)
    url = journal_url(data, database)
    progress = Progress("entries audited")
    began = time.monotonic()
    try:
        found = run_journal(audit(url, expect=expected, progress=progress))
    except DATABASE_ERRORS as error:
        raise WrongRequest(f"the database {shown(url)} cannot be read: {reason(error)}") from None
    finally:
        progress.done()
    seconds = time.monotonic() - began
    if as_json:
        told = {"balanced": found.balanced, **msgspec.to_builtins(found), "seconds": round(seconds, 3)}
        told["money"] = {kind: dollars(cents) for kind, cents in found.money.items()}
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        typer.echo(_told(found, shown(url), seconds))
    if not found.balanced:
        raise typer.Exit(1)


def _head(expect: str) -> tuple[int, bytes] | None:
    if not expect:
        return None
    match = _HEAD.fullmatch(expect.strip().lower())
    if match is None:
        raise WrongRequest("--expect: not a head as an audit prints it, SEQ:HASH")
    return int(match[1]), bytes.fromhex(match[2])


def _told(found: Audited, where: str, seconds: float) -> str:
    lines = [
        f"{where}: {'balanced' if found.balanced else 'NOT BALANCED'}.",
        f"  {found.entries:,} entries of {found.tables:,} tables and {found.accounts:,} accounts, {found.rounds:,} rounds, "
        f"{found.shoes:,} shoes, in {seconds:.1f} s.",
    ]
    for fault in found.faults:
        lines.append(f"  {_where(fault)}{fault.what}")
    if more := found.fault_count - len(found.faults):
        lines.append(f"  and {more:,} more")
    for kind, cents in sorted(found.money.items()):
        lines.append(f"  {ACCOUNT_KINDS.get(kind, kind):<24} {dollars(cents):>18}")
    if found.money:
        lines.append(f"  {'together':<24} {dollars(sum(found.money.values())):>18}")
    lines.append(f"  head {found.head}")
    return "\n".join(lines)


def _where(fault: AuditFault) -> str:
    if not fault.stream:
        return ""
    return f"{fault.stream}, version {fault.version}: " if fault.version else f"{fault.stream}: "
