"""Commands about what is over. Wrong payments are recorded in their register; here is what that changes at the table."""

from __future__ import annotations

import msgspec


class _OfCorrection(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command about what is over."""


class VoidPastRound(_OfCorrection, frozen=True, tag="void-past-round"):
    """Declare a round void after the next one has begun, because a card had been misplaced in it."""

    number: int
    """The number of the round at this table."""
    reason: str


# What the house itself does for the register.


class FindPaymentWrong(_OfCorrection, frozen=True, tag="find-payment-wrong"):
    """The house books what was really paid, because a payment was wrong."""

    error: int
    player: str
    """Empty where the patron is not known."""
    cents: int
    """What was paid too much; below zero if it was too little."""
    suspected: bool
    """Whether it may have been made on purpose."""


class PutPaymentRight(_OfCorrection, frozen=True, tag="put-payment-right"):
    """The house pays what was too little, or takes back what was too much."""

    error: int
    player: str
    cents: int
    """What the player gets; below zero if they give it back."""
    suspected: bool


CorrectionOfHouse = FindPaymentWrong | PutPaymentRight
