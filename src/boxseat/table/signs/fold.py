"""The fold of the signs at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.rulebook.book import Book
from boxseat.table.sign import Bet, Sign
from boxseat.table.signs import records as r
from boxseat.table.signs.state import ComingChange, OldMinimum, Signs
from boxseat.table.state import Table


def without_player(signs: Signs, player: str) -> Signs:
    """The signs after a player has left: their marker and their own limits go."""
    if player not in signs.old_minimum and player not in signs.private:
        return signs
    old = {name: each for name, each in signs.old_minimum.items() if name != player}
    private = {name: each for name, each in signs.private.items() if name != player}
    return replace(signs, old_minimum=old, private=private)


def renamed(signs: Signs, old: str, new: str) -> Signs:
    """The signs after a patron without a name has got one."""

    def named(name: str) -> str:
        return new if name == old else name

    coming = tuple(replace(each, players=tuple(map(named, each.players))) for each in signs.coming)
    markers = {named(name): each for name, each in signs.old_minimum.items()}
    private = {named(name): each for name, each in signs.private.items()}
    return replace(signs, coming=coming, old_minimum=markers, private=private)


def after_closing(signs: Signs) -> Signs:
    """The signs of a closed table: the limits stay as they are."""
    return replace(signs, coming=(), old_minimum={}, private={}, closing=None)


def _limits_changed(book: Book, table: Table, record: r.LimitsChanged) -> Table:
    return _with_limits(table, record.limits)


def _minimum_raised(book: Book, table: Table, record: r.MinimumRaised) -> Table:
    return _raised(table, record.bet, record.cents, record.kept_by)


def _change_announced(book: Book, table: Table, record: r.ChangeAnnounced) -> Table:
    signs = table.signs
    coming = tuple(sorted((*signs.coming, record.change), key=lambda change: change.at))
    return replace(table, signs=replace(signs, coming=coming))


def _change_in_force(book: Book, table: Table, record: r.ChangeInForce) -> Table:
    signs, change = table.signs, record.change
    require(signs.coming[:1] == (change,), "the first change on the signs comes into force")
    table = replace(table, signs=replace(signs, coming=signs.coming[1:]))
    if change.what == "end-old-minimum":
        return _old_minimum_ended(table, change)
    before = table.sign.limits_of(change.bet).minimum or 0
    return _raised(table, change.bet, change.cents, ()) if change.cents > before else table


def _old_minimum_ended(table: Table, change: ComingChange) -> Table:
    """The old minimum of these players rises to the one that the sign showed."""
    old = {
        name: OldMinimum(_raised_to(each.main, change, "main"), _raised_to(each.perfect_pairs, change, "perfect-pairs"))
        if name in change.players
        else each
        for name, each in table.signs.old_minimum.items()
    }
    return _with_markers(table, old)


def _raised_to(cents: int | None, change: ComingChange, bet: Bet) -> int | None:
    return max(cents, change.cents) if cents is not None and bet == change.bet else cents


def _raised(table: Table, bet: Bet, cents: int, kept_by: Iterable[str]) -> Table:
    """The table at a higher minimum; some players keep the one at which they play."""
    old, before = dict(table.signs.old_minimum), table.sign.limits_of(bet).minimum or 0
    for name in kept_by:
        marker = old.get(name, OldMinimum())
        if marker.of(bet) is None:
            old[name] = replace(marker, main=before) if bet == "main" else replace(marker, perfect_pairs=before)
    marked = replace(table, signs=replace(table.signs, old_minimum=old))
    return _with_limits(marked, table.sign.with_minimum(bet, cents))


def _with_limits(table: Table, limits: Sign) -> Table:
    """The table with other limits; who has an old minimum that is not lower any more needs no marker."""
    table = replace(table, signs=replace(table.signs, limits=limits))
    return _with_markers(table, table.signs.old_minimum)


def _with_markers(table: Table, old: dict[str, OldMinimum]) -> Table:
    sign = table.sign
    still = {
        name: OldMinimum(_lower(each, sign, "main"), _lower(each, sign, "perfect-pairs")) for name, each in old.items()
    }
    still = {name: each for name, each in still.items() if each != OldMinimum()}
    return replace(table, signs=replace(table.signs, old_minimum=still))


def _lower(old: OldMinimum, sign: Sign, bet: Bet) -> int | None:
    cents, now = old.of(bet), sign.limits_of(bet).minimum or 0
    return cents if cents is not None and cents < now else None


def _private_limits_set(book: Book, table: Table, record: r.PrivateLimitsSet) -> Table:
    private = {name: each for name, each in table.signs.private.items() if name != record.player}
    if record.limits is not None:
        private[record.player] = record.limits
    return replace(table, signs=replace(table.signs, private=private))


def _low_limit_marked(book: Book, table: Table, record: r.LowLimitMarked) -> Table:
    return replace(table, signs=replace(table.signs, low_limit=record.on))


def _closure_announced(book: Book, table: Table, record: r.ClosureAnnounced) -> Table:
    return replace(table, signs=replace(table.signs, closing=record.at))


SIGN_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.LimitsChanged: _limits_changed,
    r.MinimumRaised: _minimum_raised,
    r.ChangeAnnounced: _change_announced,
    r.ChangeInForce: _change_in_force,
    r.PrivateLimitsSet: _private_limits_set,
    r.LowLimitMarked: _low_limit_marked,
    r.WagerRefused: lambda book, table, record: table,
    r.ClosureAnnounced: _closure_announced,
    r.ClosingTimeCame: lambda book, table, record: replace(table, signs=replace(table.signs, closing=None)),
}
