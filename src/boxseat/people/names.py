"""Account names: short, ASCII, case-insensitive, and none that could be mistaken for the house's own."""

from __future__ import annotations

import re
import secrets

from boxseat.refusal import Refusal
from boxseat.table.names import COMPUTER_NAMES

_NAME = re.compile(r"[a-z][a-z0-9_-]{2,23}")

GUEST_PREFIX = "guest-"
"""Begins the names of all guests, and of nobody else."""
DEMO_PREFIX = "demo-"
"""Begins the names of the people of a demo floor, and of nobody else."""
_RESERVED_PREFIXES = (GUEST_PREFIX, DEMO_PREFIX, "house-", "staff-", "computer-", "bot-", "dealer-", "table-")

_HOUSES = """
    admin administrator anonymous authority bank banker boxseat cage cashier casino computer croupier dealer door drop everybody
    everyone events float floor gaming-manager guest house host inspector manager moderator nicc nobody official operator owner
    pit-boss player players police root security server shoe somebody staff star support supervisor surveillance system table
    the-house tournament-manager unknown you
"""
RESERVED_NAMES = frozenset(name.lower() for name in COMPUTER_NAMES) | frozenset(_HOUSES.split())
"""Names that nobody may choose."""

_PLANTS = """
    acacia acorn banksia bluebell boronia bottlebrush bracken callistemon cassia cedar clover coolabah correa cypress daisy eucalypt
    fern flannel fuchsia grevillea gum hakea heath hibiscus honeymyrtle ironbark jarrah karri kurrajong lavender lilac lillypilly
    lotus mallee mangrove marigold melaleuca mint mulga myrtle nettle orchid palm paperbark pine poppy quandong rosella saltbush
    sassafras sedge sheoak spinifex stringybark sundew tamarind teatree thistle tulip waratah wattle willow yarrow
"""
PLANTS = tuple(_PLANTS.split())
"""The words of guests' names."""


def plain(name: str) -> str:
    """A name as it is stored: Ann and ANN are ann."""
    return name.lower() if name.isascii() else name


def is_name(name: str) -> bool:
    """Whether this could be an account's name, as it is stored."""
    return _NAME.fullmatch(name) is not None


def refusal_of_name(name: str) -> Refusal | None:
    """Why a name, as it would be stored, may not be chosen; none where it may."""
    if not is_name(name):
        return Refusal(
            "name/shape", "", "a name has 3 to 24 letters, digits, hyphens or underscores and begins with a letter"
        )
    if name in RESERVED_NAMES or name.startswith(_RESERVED_PREFIXES):
        return Refusal("name/reserved", "", f"the house keeps the name {name} for itself")
    return None


def guest_name(*, digits: int = 4) -> str:
    """A random name for a guest, such as ``guest-wattle-4821``."""
    number = secrets.randbelow(10**digits)
    return f"{GUEST_PREFIX}{secrets.choice(PLANTS)}-{number:0{digits}d}"
