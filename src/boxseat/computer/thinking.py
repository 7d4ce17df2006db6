"""Where computer players think: in a thread of the program, or in processes that a server has for it."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from boxseat.computer.players import Computer
from boxseat.rulebook.book import Book


class Thinking(Protocol):
    """Runs what computer players have to work out."""

    async def learn(self, player: Computer, book: Book) -> None:
        """Have a player work out what it needs to know of a book, which may take minutes."""

    async def ask(self, player: Computer, method: str, *args: Any) -> Any:
        """Call a method of a player that knows its book: `wager`, `decide` or `joins`."""


class ThreadThinking:
    """Thinks in threads of this process: for tests and for programs without other work."""

    async def learn(self, player: Computer, book: Book) -> None:
        """Learn in a thread."""
        await asyncio.to_thread(player.prepare, book)

    async def ask(self, player: Computer, method: str, *args: Any) -> Any:
        """Ask in a thread."""
        return await asyncio.to_thread(getattr(player, method), *args)
