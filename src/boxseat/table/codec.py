"""JSON codec of a table's records and state; cards and odds are strings."""

from __future__ import annotations

from typing import Any

import msgspec

from boxseat.cards import Card, card_or_unseen
from boxseat.consistency import require
from boxseat.money import Cents, Odds, parse_dollars
from boxseat.table.state import Table


def written(value: Any) -> str:
    """Encode a card or odds."""
    require(isinstance(value, Card | Odds), f"{value!r} is neither a card nor odds")
    return str(value)


def read(kind: type, text: Any) -> Any:
    """Decode a card, odds or an amount of dollars."""
    if kind is Card:
        return card_or_unseen(text)
    if kind is Cents:
        return parse_dollars(text)
    require(kind is Odds, f"{kind} is not read from text")
    return Odds(text)


_ENCODER = msgspec.json.Encoder(enc_hook=written)
_TABLE = msgspec.json.Decoder(Table, dec_hook=read)


def encode(value: object) -> bytes:
    """A table's state as JSON."""
    return _ENCODER.encode(value)


def decode_table(text: bytes) -> Table:
    """A table from its snapshot."""
    return _TABLE.decode(text)
