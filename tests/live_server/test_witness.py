"""The witness itself works: it finds what was lost, repeated, or shown and then changed."""

from __future__ import annotations

from pathlib import Path

from boxseat.journal.address import database_url
from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.live_server.witness import Done, Witness, compare
from tests.server_process import TableWanted, furnish


@run_async
async def test_a_command_that_is_not_in_the_journal_and_a_picture_that_never_was_are_found(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    await furnish(url, [TableWanted("t1", "star-pontoon")])
    honest = Witness()
    honest.done = [Done("table/t1", "sue", "open-t1", "open", 2)]
    assert (await compare(url, honest)).clean
    lost = Witness()
    lost.done = [Done("table/t1", "sue", "open-t1", "open", 3), Done("table/t1", "ann", "c1", "sit", 2)]
    assert (await compare(url, lost)).missing == 2
    shown = Witness()
    async with floor(tmp_path, [], 1) as (_, (me,)):
        picture = (await me.watch("t1")).picture.as_sent
    shown.pictures = {("t1", 2): picture}
    assert (await compare(url, shown)).clean
    shown.pictures = {("t1", 2): picture.replace(b'"status":"open"', b'"status":"closed"'), ("t1", 9): picture}
    assert (await compare(url, shown)).changed == 2
