"""Client addresses: parsing, and the key under which the limits count an address."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

CACHED_ADDRESSES_MAX = 4096
"""Addresses whose parsed form is kept; parsing one takes as long as accepting a connection."""


def address_of(scope: Any) -> str:
    """Address under which the rate limits count a request."""
    return counted_address(scope["client"][0] if scope.get("client") else "")


@lru_cache(CACHED_ADDRESSES_MAX)
def counted_address(host: str) -> str:
    """Address under which a client is counted; an IPv6 address is reduced to its /64 network."""
    address = read_address(host)
    if address is None:
        return str(host)
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else str(address)


@lru_cache(CACHED_ADDRESSES_MAX)
def read_address(host: str) -> IPv4Address | IPv6Address | None:
    """IP address of a client, or None; the IPv4-mapped address ``::ffff:192.0.2.7`` becomes 192.0.2.7."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_among(host: str, networks: Iterable[str]) -> bool:
    """Whether a client's address is one of these addresses, or in one of these networks."""
    address = read_address(host)
    if address is None:
        return False
    return any(one in ip_network(each) for each in networks for one in (address, ip_address(host)))
