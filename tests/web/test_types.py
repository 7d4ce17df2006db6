"""The TypeScript types of the pages match the server's records as they are now."""

from __future__ import annotations

from boxseat.server.api_docs.typescript import FILE, Writer


def test_writing_the_types_again_changes_nothing() -> None:
    assert FILE.read_text("utf-8") == Writer().text(), "write them again: python -m boxseat.server.api_docs.typescript"


def test_two_records_of_one_name_stay_two() -> None:
    written = Writer().text()
    assert "export interface Cut {\n  readonly do: 'cut';" in written
    assert "export interface CutProof {\n  readonly place: number;" in written


def test_what_a_client_may_leave_out_may_be_left_out_and_what_the_server_always_says_is_there() -> None:
    written = Writer().text()
    assert "  readonly amount?: Amount | null;" in written
    assert "  readonly co_bettors: readonly string[];" in written
