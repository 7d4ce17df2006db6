"""The schema of a book's rules about errors of the dealer and of the shuffling device, rounds and wagers that do not count, and
people who may not play."""

from __future__ import annotations

from typing import Literal

from boxseat.money import Cents
from boxseat.rulebook.citation import Cited, Strict, before


class DealingErrorRules(Strict, frozen=True):
    """Errors of the dealer: cards drawn too early or dealt wrongly, and steps that were forgotten."""

    drawn_in_error: Cited[Literal["next-card"]] = before("next-card")
    """What becomes of a card that left the shoe when nobody was due one (R29)."""
    refused_card: Cited[Literal["no-more-cards", "never"]] = before("never")
    """Whether a player may refuse it, and what binds one who does (R30)."""
    extra_card: Cited[Literal["burnt", "carried"]] = before("burnt")
    """What becomes of an exposed card to the dealer's complete hand (R32)."""
    extra_unseen: Cited[Literal["burnt", "carried"]] = before("burnt")
    """The same if its face was not seen; a carried card is the first of the next round."""
    misplaced: Cited[Literal["reconstructed", "void"]] = before("reconstructed")
    """What becomes of a round with a misplaced card (R36)."""
    insurance_missed: Cited[Literal["until-dealers-second-card", "until-first-decision"]] = before(
        "until-first-decision"
    )
    """Until when forgotten insurance is offered (R33)."""
    burn_forgotten: Cited[Literal["stays-in-play"]] = before("stays-in-play")
    cut_missed: Cited[Literal["shuffled-after-round"]] = before("shuffled-after-round")
    shuffle_missed: Cited[Literal["shuffled-after-round"]] = before("shuffled-after-round")
    rack_left: Cited[Literal["stays", "not-used"]] = before("not-used")
    """Whether a rack that was not put back into the device stays where it is until the next initial deal."""
    check_cards: Cited[Literal["after-face-up", "never"]] = before("never")
    """Whether a device's cards may be checked after the round because one was found face up."""
    wrong_pack: Cited[Literal["void", "invalidated"]] = before("invalidated")
    """What becomes of a round with a missing or foreign card (R39)."""
    wrong_pack_checked: Cited[Literal["before-next-round"]] = before("before-next-round")
    """When the cards are checked then."""
    wrong_pack_told: Cited[tuple[Literal["inspector", "surveillance"], ...]] = before(())
    foreign_card: Cited[Literal["not-dealt"]] = before("not-dealt")
    """A card that is not of this pack is no part of the round."""
    no_wagers: Cited[Literal["void", "drawn-in-error"]] = before("drawn-in-error")
    """What a card is that leaves the shoe while no wager lies."""
    found_later: Cited[Literal["void", "stands"]] = before("stands")
    """What becomes of a round whose error is found after the next one has begun (R44)."""
    after_missed_shuffle: Cited[Literal["shuffled-first"]] = before("shuffled-first")
    after_missed_cut: Cited[Literal["shuffled-first"]] = before("shuffled-first")
    """What comes before the next round (R46)."""


class MalfunctionRules(Strict, frozen=True):
    """A shuffling device that fails in a round (R40)."""

    needs_device: Cited[Literal["device-deals"]] = before("device-deals")
    card_out: Cited[Literal["after-first-card"]] = before("after-first-card")
    continued: Cited[Literal["other-device", "completed"]] = before("completed")
    damaged: Cited[Literal["replaced", "completed"]] = before("completed")
    disadvantaged: Cited[Literal["terminated", "no-ground"]] = before("no-ground")
    """Whether the round ends as void if the house or a player is put at a disadvantage."""
    no_device: Cited[Literal["wagers-offered-back", "completed"]] = before("completed")
    """What happens without a second device, or if the cards cannot be moved to it."""
    returned: Cited[Literal["on-request", "never"]] = before("never")
    """Whether a player may then have unsettled wagers back."""
    then: Cited[tuple[str, ...]] = before(())
    """The dealer's choices for dealing on; none if there is no choice."""
    deal_on_decks: Cited[int] = before(1)
    """Decks behind the cutting card where the dealer deals on from the cards that are left."""
    device_replaced: Cited[Literal["no", "after-round", "after-shoe"]] = before("no")


class InvalidationRules(Strict, frozen=True):
    """Rounds without an outcome (R41), and void wagers of one player (R42)."""

    devices: Cited[Literal["forbidden"]] = before("forbidden")
    """Devices of players at a table; terminals of the house are none."""
    disruption: Cited[bool] = before(True)
    fraud: Cited[bool] = before(True)
    impractical: Cited[bool] = before(False)
    """The grounds on which a round may be invalidated."""
    forfeiture: Cited[Literal["for-fraud", "never"]] = before("never")
    """Whether named players may lose their wagers."""
    player_card: Cited[bool] = before(False)
    """Whether everybody plays on a Player Card of their own, so that nobody is without a name."""
    card_wagers: Cited[bool] = before(False)
    """Whether wagers are void without a Player Card of one's own."""
    card_wagers_lying: Cited[Literal["returned"]] = before("returned")
    """Such wagers that are found before the first card."""
    card_wagers_settled: Cited[Literal["stand"]] = before("stand")
    """Such wagers in rounds that are over."""
    device_wagers: Cited[bool] = before(True)
    rules_wagers: Cited[bool] = before(False)
    """Whether they may be declared void for a forbidden device, or for any breach of the rules."""


class InterimPaymentRules(Strict, frozen=True):
    """Payments before the final settlement."""

    at_end: Cited[bool] = before(False)
    """Whether they may be left to the final settlement (R43)."""


class WrongPaymentRules(Strict, frozen=True):
    """Payments that were too large or too small (R48)."""

    unintended: Cited[Literal["put-right-or-reported", "put-right"]] = before("put-right")
    """What the house does about one that nobody made on purpose."""
    suspected: Cited[Literal["put-right-and-patron-sought", "put-right"]] = before("put-right")
    """What it does about one that may have been made on purpose."""
    patron: Cited[Literal["identified-first"]] = before("identified-first")
    """The patron concerned, before the house pays or asks for money."""
    underpaid: Cited[Literal["reimbursed"]] = before("reimbursed")
    overpaid: Cited[Literal["returned-or-demanded"]] = before("returned-or-demanded")
    monthly_report: Cited[bool] = before(False)
    """Whether large ones are reported at the end of the month in which they were recorded."""
    report_over: Cited[Cents] = before(Cents(1_000_00))
    """The amount that a large one is above."""


class PersonRules(Strict, frozen=True):
    """People who may not play: exclusion (R49), detention, and Player Cards."""

    ground: Cited[Literal["device", "any-breach"]] = before("any-breach")
    """What a player may be excluded for."""
    game: Cited[bool] = before(True)
    casino: Cited[bool] = before(False)
    """Whether a player may be excluded from the game, and from every table of the casino."""
    detention: Cited[bool] = before(False)
    """Whether somebody with a forbidden device may be detained."""
    card_since: Cited[str] = before("")
    """The first day (``2024-08-19``) from which a Player Card of one's own is needed; empty if there was none before."""
