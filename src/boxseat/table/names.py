"""Names of tables, of their streams in the journal, and of the computer players who sit at them."""

from __future__ import annotations

import re

TABLE_ID_PATTERN = "[A-Za-z0-9_-]{1,40}"
TABLE_ID = re.compile(TABLE_ID_PATTERN)
SERVED_TABLE_ID_PATTERN = "[a-z0-9][a-z0-9-]{0,39}"
"""The pattern of table names: lower-case letters, digits and hyphens."""
SERVED_TABLE_ID = re.compile(SERVED_TABLE_ID_PATTERN)
ROUND_OR_SHOE_ID = re.compile("[A-Za-z0-9_-]+")
"""A table's name with a number: ``star-pontoon-17`` is a round, ``star-pontoon-s2`` a shoe."""
PRACTICE = "practice-"
"""The prefix of the names of practice tables; no other table has it."""
STREAM_PREFIX = "table/"
_SHOES_PREFIX = "shoes of "
COMPUTER_NAMES = ("Ines", "Mateo", "Priya", "Wei", "Oskar", "Leila", "Tomas", "Amara", "Jun", "Sofia", "Kofi", "Elsa")
"""Names of computer players, in the order they are used; no person can have one of them."""

UNNAMED_PATRON = re.compile("patron [1-9][0-9]{0,3}")
"""What staff call a patron without a name at a hand-dealt table; no account's name has a space."""


def is_unnamed(player: str) -> bool:
    """Whether this is a patron without a name."""
    return UNNAMED_PATRON.fullmatch(player) is not None


def stream_of(table_id: str) -> str:
    """The stream of a table's entries."""
    return STREAM_PREFIX + table_id


def is_table_stream(stream: str) -> bool:
    """Whether a stream is a table's."""
    return stream.startswith(STREAM_PREFIX)


def table_of(stream: str) -> str:
    """The table of a stream or of an index of shoes."""
    return stream.removeprefix(_SHOES_PREFIX).removeprefix(STREAM_PREFIX)


def shoes_of(stream: str) -> str:
    """The name of the index of a table's shoes, beside the stream with its rounds."""
    return _SHOES_PREFIX + stream
