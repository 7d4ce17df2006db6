"""Names of people: short, plain, alike in capitals and small letters, and none that could be taken for the house."""

from __future__ import annotations

import re
import secrets

from boxseat.refusal import Refusal

_NAME = re.compile(r"[a-z][a-z0-9_-]{2,23}")

GUEST = "guest-"
_HOUSES_PREFIXES = (GUEST, "house-", "staff-", "computer-", "bot-", "dealer-", "table-")

COMPUTERS = frozenset({"ines", "leila", "mateo", "oskar", "priya", "wei"})
"""The computer players' names."""
_HOUSES = """
    admin administrator anonymous bank banker boxseat cage cashier casino computer croupier dealer door drop everybody everyone
    float floor gaming-manager guest house host inspector manager moderator nobody official operator owner pit-boss player police
    root security server shoe somebody staff star support supervisor system table the-house tournament-manager unknown you
"""
HOUSES_NAMES = COMPUTERS | frozenset(_HOUSES.split())
"""Names nobody may take."""

_PLANTS = """
    acacia acorn banksia bluebell boronia bottlebrush bracken callistemon cassia cedar clover coolabah correa cypress daisy eucalypt
    fern flannel fuchsia grevillea gum hakea heath hibiscus honeymyrtle ironbark jarrah karri kurrajong lavender lilac lillypilly
    lotus mallee mangrove marigold melaleuca mint mulga myrtle nettle orchid palm paperbark pine poppy quandong rosella saltbush
    sassafras sedge sheoak spinifex stringybark sundew tamarind teatree thistle tulip waratah wattle willow yarrow
"""
PLANTS = tuple(_PLANTS.split())


def plain(name: str) -> str:
    """A name as it is kept: Ann and ANN are ann."""
    return name.lower() if name.isascii() else name


def is_name(name: str) -> bool:
    """Whether this could be somebody's name at all, as it is kept."""
    return _NAME.fullmatch(name) is not None


def refusal_of_name(name: str) -> Refusal | None:
    """Why a name, as it would be kept, may not be chosen: none where it may."""
    if not is_name(name):
        return Refusal(
            "name/shape", "", "a name has 3 to 24 letters, digits, hyphens or underscores and begins with a letter"
        )
    if name in HOUSES_NAMES or name.startswith(_HOUSES_PREFIXES):
        return Refusal("name/reserved", "", f"the house keeps the name {name} for itself")
    return None


def guest_name(*, digits: int = 4) -> str:
    """A friendly name for somebody who just walked in: ``guest-wattle-4821``."""
    number = secrets.randbelow(10**digits)
    return f"{GUEST}{secrets.choice(PLANTS)}-{number:0{digits}d}"
