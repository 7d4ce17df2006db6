"""Records: names and versions that last; older ones are read as the newest, and unknown ones are refused by name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boxseat.journal.record_codec import BadRecord, BadRegistry, RecordCodec, UnknownRecord, Upcaster


class Laid(msgspec.Struct, frozen=True, tag_field="is", tag="laid.3"):
    box: int
    cents: int
    by: str = "hand"


class Closed(msgspec.Struct, frozen=True, tag_field="is", tag="closed.1"):
    pass


def _to_cents(fields: dict[str, Any]) -> dict[str, Any]:
    return {"box": fields["box"], "cents": fields["dollars"] * 100}


def _to_by(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "by": "card"}


UPCASTERS: dict[str, Upcaster] = {"laid.1": _to_cents, "laid.2": _to_by}
RECORDS: RecordCodec[Laid | Closed] = RecordCodec(Laid | Closed, UPCASTERS)


def test_records_come_back_as_they_were_written() -> None:
    records: list[Laid | Closed] = [Laid(3, 500), Closed()]
    assert RECORDS.encode(records) == b'[{"is":"laid.3","box":3,"cents":500,"by":"hand"},{"is":"closed.1"}]'
    assert RECORDS.decode(RECORDS.encode(records)) == records


def test_an_older_version_is_read_as_the_newest_step_by_step() -> None:
    older = b'{"is":"laid.1","box":3,"dollars":5},{"is":"laid.2","box":1,"cents":7}'
    newer = b'{"is":"closed.1"},{"is":"laid.3","box":2,"cents":1}'
    assert RECORDS.decode(b"[%b,%b]" % (older, newer)) == [
        Laid(3, 500, "card"),
        Laid(1, 7, "card"),
        Closed(),
        Laid(2, 1),
    ]


@pytest.mark.parametrize(
    ("stored", "name"),
    [(b'[{"is":"laid.4"}]', "laid.4"), (b'[{"is":"burnt.1"}]', "burnt.1"), (b"[{}]", "None"), (b'[{"is":7}]', "7")],
)
def test_an_unknown_record_is_refused_by_its_name(stored: bytes, name: str) -> None:
    with pytest.raises(UnknownRecord) as refused:
        RECORDS.decode(stored)
    assert refused.value.name == name


@pytest.mark.parametrize(
    "stored", [b"", b"[", b"{}", b'["laid.3"]', b'[{"is":"laid.3","box":"x","cents":1}]', b'[{"is":"laid.3"}]']
)
def test_bytes_that_are_no_records_are_refused(stored: bytes) -> None:
    with pytest.raises(BadRecord):
        RECORDS.decode(stored)


@pytest.mark.parametrize(
    ("upcasters", "says"),
    [
        ({"laid.1": _to_cents}, "laid.2"),
        ({**UPCASTERS, "laid.3": _to_by}, "laid.3"),
        ({**UPCASTERS, "burnt.1": _to_by}, "burnt.1"),
    ],
)
def test_a_gap_in_the_versions_is_found_at_the_start(upcasters: dict[str, Upcaster], says: str) -> None:
    with pytest.raises(BadRegistry, match=says):
        RecordCodec(Laid | Closed, upcasters)


def test_a_type_without_a_name_and_version_is_refused() -> None:
    class Nameless(msgspec.Struct, frozen=True, tag_field="is", tag="nameless"):
        pass

    class Twice(msgspec.Struct, frozen=True, tag_field="is", tag="closed.2"):
        pass

    with pytest.raises(BadRegistry, match="Nameless"):
        RecordCodec(Nameless)
    with pytest.raises(BadRegistry, match="two types"):
        RecordCodec(Closed | Twice)
