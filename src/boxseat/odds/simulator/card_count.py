"""A counting system as its file gives it: tags, the true count, a bet ramp, index plays and the insurance index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from boxseat.cards import RANKS, deck, total
from boxseat.consistency import present
from boxseat.odds.hands import hands
from boxseat.odds.policy import ALL_CARDS, DOUBLE, HIT, NAMES, SPLIT, STAND, SURRENDER, Policy, code
from boxseat.odds.simulator.kernel_table import Count
from boxseat.odds.simulator.symbols import Symbols
from boxseat.rulebook.book import Book

FILE_BYTES_MAX = 200_000
"""The largest counting file that is read."""
TRUE_COUNT_SHOWN_MAX = 10
"""True counts up to this distance from zero are distinguished; beyond, only where the file does."""
COUNT_MAX = 100
"""The greatest tag, and the greatest true count a file may name."""
BET_UNITS_MAX = 10_000
"""The greatest bet."""
_WHERE = re.compile(r"(?P<said>.*) - at `\$\.?(?P<at>.*)`")
_HAND = re.compile(r"(?P<kind>soft |pair )?(?P<of>[0-9]{1,2}|[AT])")


class BadCount(ValueError):
    """A counting file that cannot be used; the message names the file, the key and the reason."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that refuses keys it does not know."""


class TrueCount(_Strict, frozen=True):
    """How the true count is computed from the running count."""

    initial: float
    """The running count of a fresh shoe."""
    divide: Literal["decks", "half-decks", "cards", "never"]
    """How exactly the decks left are seen: whole, half, to a card; an unbalanced count may never divide."""
    rounding: Literal["floor", "truncate", "nearest"]


class BetStep(_Strict, frozen=True):
    """The units to bet from a true count upwards."""

    at: int = msgspec.field(name="from")
    units: int = 1


class IndexPlay(_Strict, frozen=True):
    """An index play: what to do with a hand from a count upwards, or below it."""

    hand: str
    dealer: str
    do: Literal["stand", "hit", "double", "split", "surrender"]
    at: int | None = msgspec.field(name="from", default=None)
    below: int | None = None

    def holds(self, count: int) -> bool:
        """Whether the play applies at a true count."""
        return count >= self.at if self.at is not None else self.below is not None and count < self.below


class InsuranceIndex(_Strict, frozen=True):
    """The true count from which insurance is taken."""

    at: int = msgspec.field(name="from")


class CountFile(_Strict, frozen=True):
    """A counting system as its file describes it."""

    name: str
    tags: dict[str, float]
    """What each rank adds to the running count."""
    count: TrueCount
    bets: tuple[BetStep, ...] = ()
    """Units to bet from a count upwards, lowest first; one unit below."""
    plays: tuple[IndexPlay, ...] = ()
    insurance: InsuranceIndex | None = None

    def tag_list(self) -> list[float]:
        """The tags in the order of the ranks."""
        return [self.tags[rank] for rank in RANKS]

    @property
    def scale(self) -> int:
        """The factor that makes every tag a whole number: 2 if some are halves."""
        return 1 if all(tag == int(tag) for tag in (*self.tags.values(), self.count.initial)) else 2

    def counts(self) -> range:
        """The true counts that are distinguished."""
        asked = [bet.at for bet in self.bets] + [play.at for play in self.plays if play.at is not None]
        asked += [play.below for play in self.plays if play.below is not None]
        asked += [self.insurance.at] if self.insurance else []
        return range(
            min(-TRUE_COUNT_SHOWN_MAX, *(one - 1 for one in asked)) if asked else -TRUE_COUNT_SHOWN_MAX,
            max(TRUE_COUNT_SHOWN_MAX, 0, *asked) + 1,
        )

    def units(self, count: int) -> int:
        """The units to bet at a true count."""
        return next((bet.units for bet in reversed(self.bets) if count >= bet.at), 1)

    def active(self, count: int) -> tuple[int, ...]:
        """The index plays that apply at a true count, by their places in the file."""
        return tuple(place for place, play in enumerate(self.plays) if play.holds(count))


def read_count(path: str) -> CountFile:
    """Read a counting file; anything unknown in it is refused."""
    try:
        if Path(path).stat().st_size > FILE_BYTES_MAX:
            raise BadCount(f"{path}: too large for a counting system")
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise BadCount(f"{path}: is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadCount):
            raise
        raise BadCount(f"{path[:200]}: cannot be read: {getattr(error, 'strerror', error)}") from None
    return parse_count(text, source=path)


def parse_count(text: str, *, source: str) -> CountFile:
    """The counting system in a text; `source` names it in messages."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCount(f"{source}: is not TOML: {error}") from None
    except RecursionError:
        raise BadCount(f"{source}: is nested too deeply") from None
    try:
        found = msgspec.convert(written, CountFile)
    except msgspec.ValidationError as error:
        match = _WHERE.fullmatch(str(error))
        at, said = (match["at"], match["said"]) if match else ("", str(error))
        said = said.replace("Object missing required field", "misses").replace(
            "Object contains unknown field", "has no"
        )
        raise BadCount(": ".join(part for part in (source, at, said.replace("`", "")) if part)) from None
    fault = _fault(found)
    if fault:
        raise BadCount(f"{source}: {fault}")
    return found


def _fault(found: CountFile) -> str:
    """What is wrong with a file whose keys and types are right."""
    if set(found.tags) != set(RANKS):
        return f"tags: give each of the ranks {RANKS} one"
    for rank, tag in found.tags.items():
        if not -COUNT_MAX <= tag <= COUNT_MAX or 2 * tag != int(2 * tag):
            return f"tags.{rank}: {tag:g} is not a whole or half number between {-COUNT_MAX} and {COUNT_MAX}"
    initial = found.count.initial
    if not -1000 <= initial <= 1000 or 2 * initial != int(2 * initial):
        return f"count.initial: {initial:g} is not a whole or half number between -1000 and 1000"
    for place, bet in enumerate(found.bets):
        if not 0 <= bet.units <= BET_UNITS_MAX:
            return f"bets[{place}].units: {bet.units} is not between 0 and {BET_UNITS_MAX}"
        if abs(bet.at) > COUNT_MAX or (place and bet.at <= found.bets[place - 1].at):
            return f"bets[{place}].from: {bet.at} must be above the one before, and within {COUNT_MAX} of none"
    if found.insurance and abs(found.insurance.at) > COUNT_MAX:
        return f"insurance.from: {found.insurance.at} is not within {COUNT_MAX} of none"
    return next((f"plays[{place}].{said}" for place, play in enumerate(found.plays) if (said := _play_fault(play))), "")


def _play_fault(play: IndexPlay) -> str:
    if (play.at is None) == (play.below is None):
        return "from: say either from which count, or below which"
    if abs(play.at if play.at is not None else play.below or 0) > COUNT_MAX:
        return f"from: not within {COUNT_MAX} of none"
    if play.dealer not in ("A", *"23456789", "T"):
        return f"dealer: {play.dealer[:20]!r} is none of A, 2 to 9 and T"
    match = _HAND.fullmatch(play.hand)
    if match is None or (match["kind"] != "pair " and not match["of"].isdigit()):
        return f"hand: {play.hand[:20]!r} is not a hand such as 16, soft 18 or pair 8"
    if match["kind"] == "pair ":
        if match["of"] not in ("A", *"23456789", "T"):
            return f"hand: {play.hand[:20]!r} is not a pair such as pair 8"
    elif not (12 if match["kind"] else 4) <= int(match["of"]) <= 20:
        return f"hand: {play.hand[:20]!r} is no total that leaves a choice"
    if play.do == "split" and match["kind"] != "pair ":
        return f"do: {play.hand} is no pair"
    return ""


def indexed_policies(book: Book, policy: Policy, counting: CountFile) -> list[Policy]:
    """The policy with index plays, once for every set of them that can apply together."""
    return [
        _with_plays(book, policy, [counting.plays[place] for place in active]) for active in sets_of_plays(counting)
    ]


def sets_of_plays(counting: CountFile) -> list[tuple[int, ...]]:
    """The sets of index plays that can apply together."""
    return list(dict.fromkeys(counting.active(count) for count in counting.counts()))


def _with_plays(book: Book, policy: Policy, plays: list[IndexPlay]) -> Policy:
    if not plays:
        return policy
    made = Policy(**{name: part.copy() for name, part in policy._asdict().items()})
    for play in plays:
        _write(book, made, play)
    return made


def _value(text: str) -> int:
    return {"A": 0, "T": 9}.get(text) if text in "AT" else int(text) - 1  # type: ignore[return-value]


def _write(book: Book, made: Policy, play: IndexPlay) -> None:
    """Write an index play over a policy: on two cards, and on larger hands and split ones as far as it can be done there."""
    match = present(_HAND.fullmatch(play.hand), f"hand {play.hand!r} to play by an index")
    first, do = _value(play.dealer), NAMES.index(play.do)
    dealers = [code(one) for one in ALL_CARDS if one.points == first + 1]
    cards = deck(book.cards.ranks.value)
    if match["kind"] == "pair ":
        alike = [code(one) for one in cards if one.points == _value(match["of"]) + 1]
        made.two[np.ix_(dealers, alike, alike)] = do
        if do != SURRENDER:
            made.split_two[np.ix_([0, 1], dealers, alike, alike)] = do
        return
    points, soft = int(match["of"]), bool(match["kind"])
    for one in cards:
        for other in cards:
            if total((one, other)) != (points, soft):
                continue
            here = (dealers, code(one), code(other))
            made.two[here] = np.where(made.two[here] == SPLIT, SPLIT, do)
            if do != SURRENDER:
                there = (slice(None), *here)
                made.split_two[there] = np.where(made.split_two[there] == SPLIT, SPLIT, do)
    if do in (STAND, HIT) or (do == DOUBLE and book.doubling.on.value == "any-cards"):
        table = hands()
        places = np.flatnonzero((table.points == points) & ((table.points != table.hard) == soft) & (table.size > 2))
        made.later[first, places] = do
        made.split_later[:, first, :, places] = do


def count_numbers(book: Book, counting: CountFile, found: Symbols, cards: int) -> Count:
    """The counting system as arrays for the compiled loops."""
    scale, counts = counting.scale, counting.counts()
    tags = np.zeros(len(found) + 1, dtype=np.int64)
    for symbol, one in enumerate(found.examples):
        tags[symbol + 1] = round(counting.tags[one.rank] * scale)
    shoe = [round(counting.tags[one.rank] * scale) for one in deck(book.cards.ranks.value)]
    decks = book.cards.decks.value
    initial = round(counting.count.initial * scale)
    lowest = initial + decks * sum(tag for tag in shoe if tag < 0)
    highest = initial + decks * sum(tag for tag in shoe if tag > 0)
    places = np.zeros((cards + 1, highest - lowest + 1), dtype=np.int16)
    for left in range(cards + 1):
        shown = _decks_left(counting.count.divide, left, len(shoe))
        true = np.arange(lowest, highest + 1) / (scale * shown)
        places[left] = np.clip(_rounded(counting.count.rounding, true), counts[0], counts[-1]) - counts[0]
    sets = sets_of_plays(counting)
    insured = counting.insurance.at if counting.insurance else None
    return Count(
        counting=True,
        tags=tags,
        initial=initial,
        lowest=lowest,
        places=places,
        policies=np.array([sets.index(counting.active(count)) for count in counts], dtype=np.int64),
        bets=np.array([counting.units(count) for count in counts], dtype=np.int64),
        insures=np.array([int(insured is not None and count >= insured) for count in counts], dtype=np.int64),
    )


def _decks_left(divide: str, left: int, deck_cards: int) -> float:
    """How many decks a player sees in what is left, never none."""
    if divide == "never":
        return 1.0
    if divide == "cards":
        return max(left, 1) / deck_cards
    step = deck_cards if divide == "decks" else deck_cards / 2
    return max(round(left / step), 1) * step / deck_cards


def _rounded(rounding: str, true: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    if rounding == "nearest":
        true = true + 0.5
    return (np.trunc(true) if rounding == "truncate" else np.floor(true)).astype(np.int64)
