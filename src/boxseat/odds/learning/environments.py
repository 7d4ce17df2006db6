"""Gymnasium environments for reinforcement learning: one box at a table by any book, one table or thousands.

`gymnasium.make("boxseat/star-pontoon-v0")` once this module is imported; `boxseat/table-v0` takes the book as `game`. What is seen,
what may be done and what is paid are described in docs/reinforcement.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boxseat.cards import parse_cards
from boxseat.money import parse_dollars
from boxseat.odds.learning import kernel_round as kernel
from boxseat.odds.learning import rows
from boxseat.odds.learning.rows import ACTIONS, Bits, Bools, Numbers, Seen
from boxseat.odds.learning.tables import LearningTables, engines_round, refused_because
from boxseat.odds.simulator.generator import Words, generator
from boxseat.odds.simulator.simulation import TableRun
from boxseat.play.state import Round
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book, with_options

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete, Space
    from gymnasium.utils.seeding import np_random
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError("environments for learning agents need Gymnasium: pip install boxseat[rl]") from None

TABLE_SEEDS_END = 1 << 62
"""The seeds of a table's random number generator are below this."""
MODES = {AutoresetMode.NEXT_STEP: rows.NEXT_STEP, AutoresetMode.SAME_STEP: rows.SAME_STEP}
"""Gymnasium's autoreset modes as the kernel's numbers."""


class NotAllowed(ValueError):
    """A decision that the rules do not allow at this point; the message says which and why."""


def _tables(
    game: str | Book,
    number: int,
    *,
    decks: int | None,
    settings: Mapping[str, object] | None,
    dealing: str,
    penetration: float | None,
    stake: object,
    counting: bool,
) -> LearningTables:
    book = open_book(game) if isinstance(game, str) else game
    chosen = {**(settings or {}), **({} if decks is None else {"decks": decks})}
    return LearningTables(
        with_options(book, chosen),
        number,
        TableRun(dealing=dealing, penetration=penetration),
        stake=None if stake is None else parse_dollars(stake),
        counting=counting,
    )


def _check_options(options: Mapping[str, Any] | None, known: tuple[str, ...]) -> Mapping[str, Any]:
    for name in options or {}:
        if name not in known:
            raise ValueError(f"options: {name!r} is none of {', '.join(known)}")
    return options or {}


class TableEnv(gymnasium.Env[Seen, np.int64]):
    """Gymnasium environment of one box with one player; an episode is one round.

    `game` is a game's name, the path of a book or a `Book`; `settings` are its options, `decks` one of them. `dealing` is `fresh`
    (all cards shuffled before every round) or `shoe` (down to the cutting card, at `penetration` of the cards or where the book
    allows). With a `stake` in dollars payments are rounded as the book does and the Super Bonus counts. `counting` adds the unseen
    cards of each value to what is seen. A decision that is not allowed changes nothing and `info["refused"]` says why; `strict`
    raises instead.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012
    """Gymnasium's description of the environment."""

    def __init__(
        self,
        game: str | Book,
        *,
        decks: int | None = None,
        settings: Mapping[str, object] | None = None,
        dealing: str = "fresh",
        penetration: float | None = None,
        stake: object = None,
        counting: bool = False,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: {render_mode!r} is neither None nor 'ansi'")
        self._tables = _tables(
            game,
            1,
            decks=decks,
            settings=settings,
            dealing=dealing,
            penetration=penetration,
            stake=stake,
            counting=counting,
        )
        self.book = self._tables.book
        self.strict, self.render_mode = strict, render_mode
        self.observation_space = seen_space(self._tables)
        self.action_space = Discrete(len(ACTIONS))
        self._decided: list[str] = []
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal the next round. `options["cards"]` names the first cards of a new shoe, as in ``AS 7H TD``."""
        super().reset(seed=seed)
        asked = _check_options(options, ("cards",))
        if seed is not None or not self._seeded:
            self._tables.seed(0, int(self.np_random.integers(TABLE_SEEDS_END)))
            self._seeded = True
        if "cards" in asked:
            self._tables.deal_from(0, parse_cards(asked["cards"]))
        else:
            self._tables.deal(self._tables.every)
        self._decided = []
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take a decision; the reward is 0 up to the end of the round, and then its net result."""
        if not self._seeded or self._tables.over()[0]:
            raise gymnasium.error.ResetNeeded("no round is being played: reset deals the next one")
        if action not in range(len(ACTIONS)):
            raise NotAllowed(f"{action!r} is no action, which is a number from 0 to {len(ACTIONS) - 1}")
        outcome = self._tables.outcome
        self._tables.step(np.array([action], dtype=np.int64), rows.NEVER)
        name = ACTIONS[int(action)]
        if outcome.refused[0]:
            reason = refused_because(self.book, self.round, name)
            if self.strict:
                raise NotAllowed(reason)
            return self._seen(), 0.0, False, False, {**self._info(), "refused": reason}
        self._decided.append(name)
        return self._seen(), float(outcome.rewards[0]), bool(outcome.over[0]), False, self._info()

    def action_masks(self) -> Bools:
        """Which decisions are allowed now, for agents that ask the environment."""
        return np.asarray(self._tables.outcome.masks[0] != 0)

    @property
    def round(self) -> Round:
        """The same round in the engine, with every card, settlement and clause so far."""
        return engines_round(self.book, self._tables.cards_of_round(0), self._decided, self._tables.cents)

    def render(self) -> str | None:
        """The table as text."""
        if self.render_mode is None:
            return None
        allowed = [] if self._tables.over()[0] else [ACTIONS[at] for at in np.flatnonzero(self.action_masks())]
        return as_text(self.book, self.round, allowed, self._tables.cents)

    def _seen(self) -> Seen:
        return np.array(self._tables.outcome.seen[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._tables.outcome.masks[0].copy()}


class TableVectorEnv(VectorEnv[Seen, Numbers, Any]):
    """Vector environment: many tables stepped at once in compiled code, each as a `TableEnv` with the same seed.

    Masks are `info["action_mask"]`, one row a table; `AnyAllowed` chooses among them at random.
    """

    def __init__(
        self,
        game: str | Book,
        num_envs: int = 1,
        *,
        decks: int | None = None,
        settings: Mapping[str, object] | None = None,
        dealing: str = "fresh",
        penetration: float | None = None,
        stake: object = None,
        counting: bool = False,
        strict: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self._tables = _tables(
            game,
            num_envs,
            decks=decks,
            settings=settings,
            dealing=dealing,
            penetration=penetration,
            stake=stake,
            counting=counting,
        )
        mode = AutoresetMode(autoreset_mode)
        self.book, self.num_envs, self.strict = self._tables.book, num_envs, strict
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._mode = MODES.get(mode, rows.NEVER)
        self.single_observation_space = seen_space(self._tables)
        self.single_action_space = Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal at all tables, or at those of `options["reset_mask"]`. `options["cards"]` names the first cards at each of them."""
        asked = _check_options(options, ("reset_mask", "cards"))
        which = self._which(asked.get("reset_mask"))
        self._seed(seed, which)
        cards = asked.get("cards")
        if cards is None:
            self._tables.deal(which)
        else:
            if len(cards) != self.num_envs:
                raise ValueError(f"options: cards are {len(cards)}, and there are {self.num_envs} tables")
            for table in np.flatnonzero(which).tolist():
                self._tables.deal_from(table, parse_cards(cards[table]))
        return self._tables.outcome.seen.copy(), self._info()

    def _which(self, asked: object) -> Bools:
        if asked is None:
            return self._tables.every
        if not isinstance(asked, np.ndarray) or asked.shape != (self.num_envs,) or asked.dtype != np.bool_:
            raise ValueError(f"options: reset_mask is no array of {self.num_envs} times true or false")
        return asked

    def _seed(self, seed: int | Sequence[int | None] | None, which: Bools) -> None:
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            seed = [int(seed) + table for table in range(self.num_envs)]
        if seed is None:
            if not self._seeded:
                for table, word in enumerate(self.np_random.integers(TABLE_SEEDS_END, size=self.num_envs)):
                    self._tables.seed(table, int(word))
        else:
            if len(seed) != self.num_envs:
                raise ValueError(f"seed: {len(seed)} seeds are given, and there are {self.num_envs} tables")
            for table in np.flatnonzero(which).tolist():
                own = seed[table]
                if own is not None or not self._seeded:
                    self._tables.seed(table, int(np_random(own)[0].integers(TABLE_SEEDS_END)))
        self._seeded = True

    def step(self, actions: Numbers) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """Take a decision at every table."""
        decided = np.ascontiguousarray(actions, dtype=np.int64)
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("no round is being played: reset deals the first ones")
        if decided.shape != (self.num_envs,):
            raise NotAllowed(f"actions: their shape is {decided.shape}, and there are {self.num_envs} tables")
        if self._mode == rows.NEVER and self._tables.over().any():
            table = int(np.argmax(self._tables.over()))
            raise gymnasium.error.ResetNeeded(f"table {table}: its round is over, and reset deals the next one")
        outcome = self._tables.outcome
        self._tables.step(decided, self._mode)
        info = self._info()
        if outcome.refused.any():
            self._refuse(decided)
            info["refused"], info["_refused"] = outcome.refused.copy(), self._tables.every.copy()
        if self._mode == rows.SAME_STEP and outcome.over.any():
            info["final_obs"], info["_final_obs"] = outcome.finals.copy(), outcome.over.copy()
            info["final_info"], info["_final_info"] = {}, outcome.over.copy()
        return (
            outcome.seen.copy(),
            outcome.rewards.copy(),
            outcome.over.copy(),
            np.zeros(self.num_envs, dtype=np.bool_),
            info,
        )

    def _refuse(self, decided: Numbers) -> None:
        if self.strict:
            table = int(np.argmax(self._tables.outcome.refused))
            allowed = ", ".join(ACTIONS[at] for at in np.flatnonzero(self._tables.outcome.masks[table]))
            action = int(decided[table])
            name = ACTIONS[action] if action in range(len(ACTIONS)) else str(action)
            raise NotAllowed(f"table {table}: {name} is not allowed, which are {allowed}")

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._tables.outcome.masks.copy(), "_action_mask": self._tables.every.copy()}


def seen_space(tables: LearningTables) -> Space[Seen]:
    """The observation space: integers from 0 upwards."""
    space: Space[Any] = Box(np.zeros_like(tables.highest), tables.highest, dtype=np.int16)
    return space


class AnyAllowed:
    """A random player: every allowed decision is equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._chance: Words = generator(seed, 1)

    def __call__(self, masks: Bits) -> Numbers:
        return kernel.any_allowed(masks, self._chance)


def as_text(book: Book, round_: Round, allowed: Sequence[str], unit: int) -> str:
    """A round as a player at the table sees it."""
    lines = [book.title, f"dealer  {' '.join(round_.dealer)}"]
    for number, hand in enumerate(round_.boxes[0].hands):
        turn = "  <" if allowed and number == round_.turn[1] else ""
        doubled = ", doubled" if hand.doubled else ""
        lines.append(f"hand {number + 1}  {' '.join(hand.cards)}  {hand.total}{doubled}{turn}")
    for line in round_.settlements:
        lines.append(f"hand {line.hand}, {line.wager}: {line.result}, {line.net / unit:+g} ({line.why}, {line.clause})")
    lines.append(f"allowed: {', '.join(allowed)}" if allowed else f"over: {round_.net()['player'] / unit:+g}")
    return "\n".join(lines)


def register() -> None:
    """Register the environments with Gymnasium."""
    for name, kwargs in [("table", {}), *((game, {"game": game}) for game in GAMES)]:
        gymnasium.register(
            id=f"boxseat/{name}-v0",
            entry_point="boxseat.odds.learning.environments:TableEnv",
            vector_entry_point="boxseat.odds.learning.environments:TableVectorEnv",
            kwargs=kwargs,
        )


register()
