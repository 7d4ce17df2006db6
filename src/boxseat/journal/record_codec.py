"""The JSON codec of records, with versioned record kinds: names never change, and a published version is never edited.

A record is a JSON object whose ``is`` names its kind and version (``wager-laid.1``). When a kind needs another shape, the new shape
is version 2, and an upcaster says how a stored 1 reads as a 2. Old entries stay as they were hashed; only the reading changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import UnionType
from typing import Any, Generic, TypeVar, get_args

import msgspec

TAG_FIELD = "is"
"""The JSON field that names a record's kind and version."""
R = TypeVar("R")
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the fields of one version into those of the next."""
_NAME = re.compile(r"([a-z][a-z0-9-]*)\.([1-9][0-9]*)")


class BadRegistry(Exception):
    """Record kinds and upcasters do not match; found when the program starts, not when an old entry is read."""


class UnknownRecord(Exception):
    """An entry holds a record kind that this program does not know."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no record {name!r}")
        self.name = name


class BadRecord(Exception):
    """An entry's bytes cannot be decoded as records; the message says why."""


def strings_in(records: bytes) -> set[str]:
    """All strings that are values in an entry's records, such as the keys of secrets; none if they cannot be decoded."""
    found: set[str] = set()
    waiting: list[Any] = []
    with suppress(msgspec.DecodeError):  # damage, which verification reports
        waiting.append(msgspec.json.decode(records))
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.add(each)
        elif isinstance(each, list):
            waiting.extend(each)
        elif isinstance(each, dict):
            waiting.extend(each.values())
    return found


class RecordCodec(Generic[R]):
    """Encodes and decodes records: the newest version of each kind is a type, older ones have upcasters."""

    def __init__(
        self,
        kinds: UnionType | type[R],
        upcasters: Mapping[str, Upcaster] | None = None,
        *,
        written: Callable[[Any], Any] | None = None,
        read: Callable[[type, Any], Any] | None = None,
    ) -> None:
        """`written` and `read` are the hooks for types that JSON does not have, such as cards."""
        types = get_args(kinds) or (kinds,)
        self._newest = _newest(types)
        self._upcasters = dict(upcasters or {})
        _check(self._newest, self._upcasters)
        self._kinds: Any = kinds
        self._decoder: msgspec.json.Decoder[list[R]] = msgspec.json.Decoder(list[kinds], dec_hook=read)  # type: ignore[valid-type]
        self._encoder = msgspec.json.Encoder(enc_hook=written)
        self._read = read

    @property
    def names(self) -> frozenset[str]:
        """The kinds of records by name, without the version."""
        return frozenset(self._newest)

    def encode(self, records: Iterable[R]) -> bytes:
        """Records as the JSON that an entry stores."""
        return self._encoder.encode(list(records))

    def decode(self, stored: bytes) -> list[R]:
        """An entry's records; those of older versions are upcast to the newest."""
        try:
            return self._decoder.decode(stored)
        except msgspec.ValidationError:
            return self._decode_older(stored)
        except msgspec.DecodeError as error:
            raise BadRecord(str(error)) from None

    def _decode_older(self, stored: bytes) -> list[R]:
        try:
            objects = msgspec.json.decode(stored, type=list[dict[str, Any]])
            return [msgspec.convert(self._upcast(each), type=self._kinds, dec_hook=self._read) for each in objects]
        except msgspec.ValidationError as error:
            raise BadRecord(str(error)) from None

    def _upcast(self, fields: dict[str, Any]) -> dict[str, Any]:
        while True:
            name = fields.get(TAG_FIELD)
            if name in self._newest.values():
                return fields
            if not isinstance(name, str) or name not in self._upcasters:
                raise UnknownRecord(str(name))
            fields = {**self._upcasters[name](fields), TAG_FIELD: _next(name)}


def _newest(types: Iterable[Any]) -> dict[str, str]:
    """The newest version of each kind, by the kind's name."""
    newest: dict[str, str] = {}
    for kind in types:
        config = kind.__struct_config__
        if config.tag_field != TAG_FIELD or not isinstance(config.tag, str) or not _NAME.fullmatch(config.tag):
            raise BadRegistry(f"{kind.__name__} needs a tag such as 'wager-laid.1' in the field {TAG_FIELD!r}")
        name = config.tag.rsplit(".", 1)[0]
        if name in newest:
            raise BadRegistry(f"there are two types for {name}")
        newest[name] = config.tag
    return newest


def _check(newest: Mapping[str, str], upcasters: Mapping[str, Upcaster]) -> None:
    """Check that every older version has an upcaster, and every upcaster a newer version."""
    wanted = {f"{name}.{older}" for name, tag in newest.items() for older in range(1, int(tag.rsplit(".", 1)[1]))}
    if missing := sorted(wanted - set(upcasters)):
        raise BadRegistry(f"there is no upcaster from {missing[0]}")
    if idle := sorted(set(upcasters) - wanted):
        raise BadRegistry(f"the upcaster from {idle[0]} leads to no newer version")


def _next(name: str) -> str:
    kind, version = name.rsplit(".", 1)
    return f"{kind}.{int(version) + 1}"
