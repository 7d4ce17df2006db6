"""``boxseat audit``, ``recall``, ``export``, ``backup`` and ``restore`` on an evening of the floor; a wrong request is one line."""

from __future__ import annotations

import asyncio
import errno
import json
import sqlite3
from pathlib import Path

import pytest

from boxseat.journal.address import database_url
from tests.cli.commands import Shell
from tests.inspection import forgeries as forging
from tests.inspection.stored_evening import copied, played
from tests.journal.floor import evening, opened
from tests.journal.floor import play as floor_play
from tests.tiers import heavy

__all__ = ["copied", "played"]


def test_audit_balanced(shell: Shell, played: Path) -> None:
    ran = shell.run("audit", "--data", str(played))
    assert ran.code == 0, ran
    assert "balanced." in ran.out
    assert "together" in ran.out
    told = json.loads(shell.run("audit", "--data", str(played), "--json").out)
    assert told["balanced"] is True
    assert told["faults"] == []
    head = told["head"]
    assert shell.run("audit", "--data", str(played), "--expect", head).code == 0
    other = head[:-1] + ("0" if head[-1] != "0" else "1")
    ran = shell.run("audit", "--data", str(played), "--expect", other)
    assert (ran.code, "not the one that was written down" in ran.out) == (1, True)


def test_audit_names_what_is_wrong(shell: Shell, copied: Path) -> None:
    forging.forge(copied, forging.another_card)
    ran = shell.run("audit", "--data", str(copied))
    assert ran.code == 1
    assert "NOT BALANCED" in ran.out
    assert "was dealt as" in ran.out
    assert "Traceback" not in ran.err


def test_recall_tells_the_story(shell: Shell, played: Path) -> None:
    ran = shell.run("recall", "t1-1", "--data", str(played))
    assert ran.code == 0
    assert ran.out.startswith("REPLAY of round t1-1")
    assert "No more bets." in ran.out
    assert "before" in ran.out
    told = json.loads(shell.run("recall", "t1-1", "--data", str(played), "--json").out)
    assert (told["marked"], told["id"]) == ("REPLAY", "t1-1")


def test_export_is_replayed_to_the_cent(shell: Shell, played: Path, tmp_path: Path) -> None:
    folder, one = tmp_path / "rounds", tmp_path / "all.json"
    ran = shell.run("export", "--data", str(played), "--table", "t1", "-o", str(folder), "--check")
    assert ran.code == 0, ran
    assert "all replayed to the cent" in ran.out
    files = sorted(folder.glob("t1-*.json"))
    assert files
    told = json.loads(shell.run("recall", files[0].stem, "--data", str(played), "--json").out)
    again = json.loads(shell.run("replay", str(files[0]), "--json").out)
    assert again["net"] == told["net"]
    assert again["house"] == told["house"]
    assert [line["net"] for line in again["settlements"]] == [line["net"] for line in told["settlements"]]
    assert shell.run("export", "--data", str(played), "--rounds", "t1-1..2", "-o", str(one)).code == 0
    assert len(json.loads(one.read_text())["rounds"]) == 2
    assert shell.run("replay", str(one)).code == 0


def test_an_export_that_breaks_off_leaves_what_was_there(shell: Shell, played: Path, tmp_path: Path) -> None:
    """A full disk gives a one-line error, and an earlier export stays complete."""
    one = tmp_path / "one.json"
    one.write_text("earlier")
    (tmp_path / "one.json.part").symlink_to("/dev/full")
    ran = shell.run("export", "--data", str(played), "--rounds", "t1-1..2", "-o", str(one))
    assert ran.code == 2
    assert "cannot be written: No space left on device" in ran.err
    assert one.read_text() == "earlier"
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


@heavy
def test_backup_and_restore(shell: Shell, played: Path, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "night.backup", tmp_path / "elsewhere"
    head = json.loads(shell.run("audit", "--data", str(played), "--json").out)["head"]
    assert json.loads(shell.run("backup", str(file), "--data", str(played), "--json").out)["head"] == head
    assert "there already" in shell.refused("backup", str(file), "--data", str(played))
    restored = shell.run("restore", str(file), "--data", str(elsewhere)).out
    assert head in restored
    assert "shuffle at every table:" in restored
    assert json.loads(shell.run("audit", "--data", str(elsewhere), "--json").out)["head"] == head
    assert "not empty" in shell.refused("restore", str(file), "--data", str(elsewhere))
    assert "There is no backup" in shell.refused("restore", str(tmp_path / "none"), "--data", str(tmp_path / "new"))


def test_a_backup_and_its_tails(shell: Shell, tmp_path: Path) -> None:
    floor, whole, one, two = (str(tmp_path / name) for name in ("floor", "whole", "one", "two"))

    def play(table: str) -> None:
        async def work() -> None:
            async with opened(database_url(floor)) as store:
                await floor_play(store, evening(2, table, "ann"))

        asyncio.run(work())

    play("t1")
    assert shell.run("backup", whole, "--data", floor).code == 0
    play("t2")
    ran = shell.run("backup", one, "--after", whole, "--data", floor)
    assert ran.out.startswith(f"{one}: written, and sound: 7 entries after 7, head 14:")
    assert "keep it secret" in ran.out
    play("t3")
    told = json.loads(shell.run("backup", two, "--after", one, "--data", floor, "--json").out)
    assert told["entries"] == 21
    assert told["after"].startswith("14:")
    elsewhere = str(tmp_path / "elsewhere")
    assert "two follows entry 14" in shell.refused("restore", whole, "--tail", two, "--data", elsewhere)
    assert "one is a tail" in shell.refused("restore", one, "--data", elsewhere)
    assert "There is no backup" in shell.refused("backup", "x", "--after", f"{one}x", "--data", floor)
    ran = shell.run("restore", whole, "--tail", one, "--tail", two, "--data", elsewhere)
    assert f"restored from {whole} and 2 tails, and sound: 21 entries, head {told['head']}" in ran.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["audit", "--data", "nowhere-at-all"], "there is no floor at"),
        (["audit", "--data", "x", "--database", "sqlite:///x"], "not both"),
        (["audit", "--database", "mysql://x"], "sqlite and postgresql"),
        (["audit", "--data", "PLAYED", "--expect", "abc"], "--expect: not a head"),
        (["recall", "t1-s1", "--data", "PLAYED"], "there is no round 't1-s1'"),
        (["recall", "t99-1", "--data", "PLAYED"], "there is no round"),
        (["export", "--data", "PLAYED"], "-o: name a folder"),
        (["export", "--data", "PLAYED", "--check", "--table", "t77"], "there is no table 't77'"),
        (["export", "--data", "PLAYED", "--check", "--rounds", "t1-99999"], "there is no round"),
        (["export", "--data", "PLAYED", "--check", "--rounds", "t1-9..2"], "is not a range of rounds"),
        (["export", "--data", "PLAYED", "--check", "--from", "yesterday"], "--from: 'yesterday' is not a time"),
        (["export", "--data", "PLAYED", "--check", "--from", "2099-01-01"], "no finished round"),
        (
            ["export", "--data", "PLAYED", "--check", "--rounds", "t1-1", "--table", "t1"],
            "cannot be used together with --table",
        ),
        (["export", "--data", "PLAYED", "--rounds", "t1-1", "-o", "/dev/null/x"], "cannot be written"),
    ],
)
def test_a_wrong_request_is_one_line(shell: Shell, played: Path, arguments: list[str], why: str) -> None:
    assert why in shell.refused(*(str(played) if word == "PLAYED" else word for word in arguments))


def test_looking_makes_nothing(shell: Shell, tmp_path: Path) -> None:
    for command in (["audit"], ["recall", "t1-1"], ["export", "--check"], ["backup", str(tmp_path / "b")]):
        shell.refused(*command, "--data", str(tmp_path / "floor"))
    assert list(tmp_path.iterdir()) == []


def test_what_a_newer_program_wrote_is_refused(shell: Shell, copied: Path, tmp_path: Path) -> None:
    with sqlite3.connect(copied / "boxseat.db") as newer:
        newer.execute("UPDATE boxseat_schema SET version_num = '9999'")
    newer.close()
    file = tmp_path / "night.backup"
    for command in (["audit"], ["recall", "t1-1"], ["export", "--check"], ["backup", str(file)]):
        assert "written by a newer boxseat" in shell.refused(*command, "--data", str(copied))
    assert not file.exists()


@pytest.mark.parametrize("file", ["none", "letter"])
def test_a_restore_that_is_refused_leaves_nothing(shell: Shell, tmp_path: Path, file: str) -> None:
    (tmp_path / "letter").write_text("Dear Sir")
    elsewhere = tmp_path / "new" / "elsewhere"
    shell.refused("restore", str(tmp_path / file), "--data", str(elsewhere))
    assert not elsewhere.parent.exists()


def test_a_restore_that_breaks_off_leaves_nothing(
    shell: Shell, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    assert shell.run("backup", str(tmp_path / "b"), "--data", str(played)).code == 0
    monkeypatch.setattr("boxseat.journal.backup._copy_rows", full)
    elsewhere = tmp_path / "new" / "elsewhere"
    assert "the disk is full" in shell.refused("restore", str(tmp_path / "b"), "--data", str(elsewhere))
    assert not elsewhere.parent.exists()


def test_the_command_line_goes_before_the_environment(
    shell: Shell, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOXSEAT_DATABASE", f"sqlite:///{tmp_path}/nothing.db")
    assert "there is no floor" in shell.refused("recall", "t1-1")
    assert shell.run("recall", "t1-1", "--data", str(played)).code == 0
    assert shell.run("recall", "t1-1", "--database", database_url(played)).code == 0
    monkeypatch.setenv("BOXSEAT_DATABASE", "sqlite:///\udcff")
    assert "cannot be read" in shell.refused("recall", "t1-1")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://ann@127.0.0.1/floor?colour=red", "a parameter 'colour'"),
        ("postgresql://ann@127.0.0.1:99999/floor", "the port 99999"),
        ("postgresql://ann@db..example/floor", "its host is no name"),
        ("postgresql://ann@127.0.0.1:1/floor?connect_timeout=5", "cannot be"),
    ],
)
def test_an_address_that_cannot_be_used_is_one_line(shell: Shell, address: str, why: str) -> None:
    for command in (["audit"], ["recall", "t1-1"], ["serve", "--no-browser", "--port", "0"], ["administrator"]):
        assert why in shell.refused(*command, "--database", address)


def test_a_file_that_is_no_journal(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "boxseat.db").write_bytes(b"no database at all, only words" * 100)
    assert "no database" in shell.refused("audit", "--data", str(tmp_path))
    assert "no database" in shell.refused("recall", "t1-1", "--data", str(tmp_path))
