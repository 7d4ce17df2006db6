"""Where the computations of computer players run: in threads of this process, or in worker processes of a server."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from boxseat.computer.players import Computer
from boxseat.rulebook.book import Book


class Computation(Protocol):
    """Runs the computations of computer players."""

    async def learn(self, player: Computer, book: Book) -> None:
        """Let a player compute what it needs of a book, which may take minutes."""

    async def ask(self, player: Computer, method: str, *args: Any) -> Any:
        """Call a method of a player whose book is solved: `wager`, `decide` or `joins`."""


class ThreadComputation:
    """Runs them in threads of this process: for tests and for programs without other load."""

    async def learn(self, player: Computer, book: Book) -> None:
        """Solve the book in a thread."""
        await asyncio.to_thread(player.prepare, book)

    async def ask(self, player: Computer, method: str, *args: Any) -> Any:
        """Call the method in a thread."""
        return await asyncio.to_thread(getattr(player, method), *args)
