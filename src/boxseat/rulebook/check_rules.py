"""The schema of a book's rules about the hours of gaming, and about what staff check outside the machine."""

from __future__ import annotations

from typing import Literal

from boxseat.rulebook.citation import Cited, Strict, before


class CheckRules(Strict, frozen=True):
    """The hours of gaming, and the checks that staff record at a table; each says whether the rules of the game have it."""

    hours: Cited[Literal["set-by-law", "not-limited"]] = before("not-limited")
    """Whether a table is opened only in the hours of gaming, which an Act sets."""
    drop_box: Cited[bool] = before(False)
    """The drop box is attached."""
    cashless: Cited[bool] = before(False)
    """The drop box is removed, since the table takes no cash."""
    cards_secured: Cited[bool] = before(False)
    """Cards that were checked or shuffled beforehand have been kept secure."""
    cards_collected: Cited[bool] = before(False)
    """All cards that the dealer has dropped are collected."""
    hand_shuffle: Cited[bool] = before(False)
    """The cards were shuffled by hand before they went into the shuffling device."""
    riffle: Cited[bool] = before(False)
    """A riffle of cards that the house has shuffled beforehand, for a player who asked."""
    riffle_factory_shuffled: Cited[bool] = before(False)
    """The same of cards that came shuffled from their maker."""
    procedures: Cited[bool] = before(False)
    """The staff follow the approved procedures."""
