"""A watched table: its newest snapshot, and commands."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from decimal import Decimal
from types import TracebackType

import msgspec

from boxseat.client.errors import Behind, NoAnswer, Paused, Refused
from boxseat.client.frames import AnswerFrame, Picture
from boxseat.client.line import Line
from boxseat.consistency import present
from boxseat.house.answers import Done

Amount = str | int | Decimal
"""Dollars, as people write them: ``"37.50"`` or ``20``."""
PAUSED_RETRY_MIN_S = 0.25
PAUSED_RETRY_MAX_S = 2.0

_encode = msgspec.json.Encoder().encode


def new_id() -> str:
    """A random command id, unique across all sessions and programs."""
    return os.urandom(12).hex()


class TableWatched:
    """A watched table. Every command returns once it is stored and the snapshot here shows it, or raises."""

    def __init__(self, table_id: str, line: Line, patience_s: float | None) -> None:
        self.id = table_id
        self.seen: Callable[[Picture], None] | None = None
        """Called with every snapshot as it comes. An error in it ends the line, and every call that waits raises it."""
        self.answered: Callable[[Mapping[str, object], AnswerFrame], None] | None = None
        """Called with every command and its answer, which has the command's id."""
        self._line = line
        self._patience_s = patience_s
        self._picture: Picture | None = None
        self._waiting: dict[asyncio.Future[None], None] = {}
        self._over: Exception | None = None
        self._trace: TracebackType | None = None

    # Looking

    @property
    def picture(self) -> Picture:
        """The newest snapshot."""
        return present(self._picture, "snapshot yet: the first comes with `watch`")

    def show(self, picture: Picture) -> None:
        """Take a snapshot from the server; one that is not newer is dropped."""
        if self._picture is not None and not picture.says_more_than(self._picture):
            return
        self._picture = picture
        if self.seen is not None:
            self.seen(picture)
        self.wake()

    def end(self, why: Exception) -> None:
        """End the subscription: no further snapshot comes, and waiting calls raise this error."""
        self._over, self._trace = why, why.__traceback__
        self.wake()

    def wake(self) -> None:
        """Wake everything that waits for a change."""
        waiting, self._waiting = self._waiting, {}
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def change(self) -> None:
        """Wait for the next snapshot."""
        self._check_open()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = None
        try:
            await future
        finally:
            self._waiting.pop(future, None)
        self._check_open()

    def _check_open(self) -> None:
        if self._over is not None:
            raise self._over.with_traceback(self._trace)

    async def changes(self) -> AsyncIterator[Picture]:
        """The current snapshot and all newer ones; a slow reader gets the newest and misses those between."""
        shown: Picture | None = None
        while True:
            while self._picture is None or self._picture is shown:
                await self.change()
            shown = self._picture
            yield shown

    async def at(self, version: int) -> Picture:
        """Snapshot at this version or a later one."""
        while self.picture.version < version:
            await self.change()
        return self.picture

    async def until(self, happened: Callable[[Picture], bool], within_s: float | None = 30.0) -> Picture:
        """First snapshot, now or later, for which this holds."""
        async with asyncio.timeout(within_s):
            while not happened(self.picture):
                await self.change()
        return self.picture

    # Any command

    async def command(
        self, command: Mapping[str, object], *, version: int | None = None, command_id: str | None = None
    ) -> Done:
        """Send a command in its JSON form, and wait until it is done.

        It refers to the newest snapshot, unless a version is given.
        """
        named = command_id or new_id()
        answer = await self.ask(command, version=version, command_id=named)
        if answer.answer != "done":
            raise _error(answer)
        try:
            async with asyncio.timeout(self._patience_s) as patience:
                await self.at(answer.version)
        except TimeoutError:
            if not patience.expired():
                raise
            raise NoAnswer(named, answer.version) from None
        return Done(answer.version, answer.result)

    async def ask(
        self, command: Mapping[str, object], *, version: int | None = None, command_id: str | None = None
    ) -> AnswerFrame:
        """Send a command until it is answered, whatever the answer, without waiting for the snapshot."""
        named = command_id or new_id()
        against = self.picture.version if version is None else version
        frame = _encode({"id": named, "table": self.id, "version": against, "command": command})
        answer = await self._answer(named, frame)
        if self.answered is not None:
            self.answered(command, answer)
        return answer

    async def _answer(self, named: str, frame: bytes) -> AnswerFrame:
        wait, paused = PAUSED_RETRY_MIN_S, ""
        try:
            async with asyncio.timeout(self._patience_s) as patience:
                while True:
                    answer = await self._line.ask(named, frame, None)
                    if answer.answer != "paused":
                        return answer
                    paused = answer.reason
                    await asyncio.sleep(wait)
                    wait, paused = min(wait * 2, PAUSED_RETRY_MAX_S), ""
        except TimeoutError:
            if not patience.expired():
                raise
            raise (Paused(paused) if paused else NoAnswer(named)) from None

    # Real cards, keyed by staff at a hand-dealt table

    async def no_more_bets(self) -> Done:
        """Close the bets: the round begins with the wagers that lie."""
        return await self.command({"do": "no-more-bets"})

    async def card(self, card: str, to: str = "") -> Done:
        """Key a card as it leaves the shoe; `result` of the answer tells a deviation."""
        return await self.command({"do": "card", "card": card, "to": to})

    async def for_player(self, player: str, do: str, **fields: object) -> Done:
        """Record what a player does or says, such as `for_player("patron 3", "stand", box=3)`."""
        return await self.command({"do": "for-player", "player": player, "what": {"do": do, **fields}})

    # Coming and going

    async def buy_in(self, amount: Amount) -> Done:
        """Buy chips with money from the wallet."""
        return await self.command({"do": "buy-in", "amount": str(amount)})

    async def sit(self, box: int) -> Done:
        """Sit down at a free box."""
        return await self.command({"do": "sit", "box": box})

    async def ask_for_box(self) -> Done:
        """If no box is free, ask for a box of a player who has several."""
        return await self.command({"do": "ask-for-box"})

    async def give_up(self, box: int) -> Done:
        """Give up a box."""
        return await self.command({"do": "give-up", "box": box})

    async def leave(self) -> Done:
        """Leave with all chips; after the round, where the player has a wager in it."""
        return await self.command({"do": "leave"})

    async def ask_computer(self, box: int, kind: str = "chart") -> Done:
        """Ask for a computer player at a free box."""
        return await self.command({"do": "ask-computer", "box": box, "kind": kind})

    async def dismiss_computer(self, box: int) -> Done:
        """Send a computer player away from a box."""
        return await self.command({"do": "dismiss-computer", "box": box})

    # Wagers and the cut

    async def wager(self, box: int, stake: Amount = 0, *, perfect_pairs: Amount = 0, super_sevens: Amount = 0) -> Done:
        """Lay wagers on a box, your own or another player's; they replace your earlier wagers there."""
        laid = {"stake": stake, "perfect_pairs": perfect_pairs, "super_sevens": super_sevens}
        return await self.command(
            {"do": "wager", "box": box} | {name: str(sum_) for name, sum_ in laid.items() if sum_}
        )

    async def take_back(self, box: int) -> Done:
        """Take back the wagers on a box."""
        return await self.command({"do": "take-back", "box": box})

    async def ready(self) -> Done:
        """Be ready for the deal; the table does not wait for this player."""
        return await self.command({"do": "ready"})

    async def cut(self, place: int) -> Done:
        """Place the cutting card this many cards from the front of the stack."""
        return await self.command({"do": "cut", "place": place})

    async def decline_cut(self) -> Done:
        """Decline to cut."""
        return await self.command({"do": "decline-cut"})

    # Decisions

    async def decide(self, do: str, box: int, amount: Amount | None = None) -> Done:
        """Any of ``you.choices``: hit, stand, double, split, surrender, insure, even-money, forfeit, decline, join, pass."""
        command: dict[str, object] = {"do": do, "box": box}
        return await self.command(command if amount is None else command | {"amount": str(amount)})

    async def join(self, box: int, amount: Amount | None = None) -> Done:
        """Join the decision of the controlling player."""
        return await self.decide("join", box, amount)

    async def pass_on(self, box: int) -> Done:
        """Do not join the decision of the controlling player."""
        return await self.decide("pass", box)

    async def decline(self, box: int) -> Done:
        """Decline an offer."""
        return await self.decide("decline", box)

    async def expose(self, box: int) -> Done:
        """Turn your first two cards on a box, which lie face down."""
        return await self.decide("expose", box)

    # What staff permit and restrict

    async def hold_to_minimum(self, player: str) -> Done:
        """Hold a player who sat out a round of the shoe to the minimum until the next shuffle."""
        return await self.command({"do": "hold-to-minimum", "player": player})

    async def release_from_minimum(self, player: str) -> Done:
        """Hold a player to the minimum no longer."""
        return await self.command({"do": "release-from-minimum", "player": player})

    async def permit(self, do: str, **fields: object) -> Done:
        """Any other permission or restriction, such as players-on-box, restrict-perfect-pairs, allow-resplit, face-down."""
        return await self.command({"do": do, **fields})

    async def record_check(self, what: str, player: str = "", note: str = "") -> Done:
        """Record a check, such as drop-box or cards-collected, or the riffle that a player asked for and you approved."""
        return await self.command({"do": "record-check", "what": what, "player": player, "note": note})

    # Rulings of staff

    async def void_round(self, reason: str, because: str = "cannot-reconstruct") -> Done:
        """Declare the round in play void."""
        return await self.command({"do": "void-round", "reason": reason, "because": because})

    async def void_past_round(self, number: int, reason: str) -> Done:
        """Declare a round void after the next one has begun."""
        return await self.command({"do": "void-past-round", "number": number, "reason": reason})

    async def invalidate(
        self, because: str, reason: str, *, refund: bool = True, forfeited_by: Sequence[str] = ()
    ) -> Done:
        """Declare that the round in play has no outcome: for `disruption`, `fraud`, or as `impractical`."""
        ruling = {"do": "invalidate", "because": because, "reason": reason, "refund": refund}
        return await self.command({**ruling, "forfeited_by": list(forfeited_by)})

    async def void_wagers(self, player: str, because: str, reason: str) -> Done:
        """Declare a player's wagers void: for the `player-card`, a `device`, or the `rules`."""
        return await self.command({"do": "void-wagers", "player": player, "because": because, "reason": reason})

    async def malfunction(self, reason: str = "", **fields: object) -> Done:
        """Say that the shuffling device has failed; the fields are those of the command `malfunction`."""
        return await self.command({"do": "malfunction", "reason": reason, **fields})

    async def missing_card(self, reason: str = "") -> Done:
        """Say that a card of the pack is missing: the round ends, and the cards are checked."""
        return await self.command({"do": "missing-card", "reason": reason})

    async def foreign_card(self, card: str = "", reason: str = "") -> Done:
        """Say that a card was found that is not of this pack: the round ends, and the cards are checked."""
        return await self.command({"do": "foreign-card", "card": card, "reason": reason})

    async def check_cards(self, reason: str = "") -> Done:
        """Have the cards of a shuffling device checked after the round, because one was found face up."""
        return await self.command({"do": "check-cards", "reason": reason})

    async def pay_at_end(self, box: int | None = None, reason: str = "") -> Done:
        """Leave interim payments to the final settlement, for one box or for all."""
        return await self.command({"do": "pay-at-end", "box": box, "reason": reason})


def _error(answer: AnswerFrame) -> Refused | Behind | Paused:
    if answer.answer == "behind":
        return Behind(answer.version)
    return Refused(answer.code, answer.clause, answer.reason, answer.version)
