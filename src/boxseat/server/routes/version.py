"""Versions of the program and its pages, with which an open page of another build detects that it must reload."""

from __future__ import annotations

import msgspec
from litestar import get

from boxseat import __version__
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import Who, needs
from boxseat.server.static_pages import build_of


class VersionSeen(msgspec.Struct, frozen=True):
    """Versions of the program and its pages."""

    program: str
    pages: str
    """The digest of the built pages; empty where they are not built."""


@get("/api/version", opt=needs(Who.ANYONE), responses=fails(429), tags=["running"], sync_to_thread=False)
def version() -> VersionSeen:
    """The program's version, and the digest of its pages."""
    return VersionSeen(__version__, build_of())


VERSION_ROUTES = [version]
