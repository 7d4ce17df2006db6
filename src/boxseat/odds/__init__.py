"""Odds of the games: exact expected values, best strategy, side bets and Monte Carlo simulation.

`Study` opens a game for a notebook: `Study("star-pontoon").figures()`. Its parts are imported at first use, because the compiled
code takes a moment to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boxseat.odds.study import Study, array, frame, rows

__all__ = ["Study", "array", "frame", "rows"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from boxseat.odds import study

        return getattr(study, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
