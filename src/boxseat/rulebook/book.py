"""The schema of a game's book: every value that affects play or payment, with its clause.

The books of the four instruments are in `books/`; anybody can write another. Nothing is inherited, so a book is complete. A key
that was added later has a default: what was done before there was such a key. Tables that were opened before keep this meaning,
and so does the audit of their journals.
"""

from __future__ import annotations

from typing import Literal

from boxseat.cards import Card
from boxseat.money import Cents, Odds
from boxseat.rulebook.check_rules import CheckRules
from boxseat.rulebook.citation import NOT_SAID as NOT_SAID
from boxseat.rulebook.citation import Cited as Cited
from boxseat.rulebook.citation import Strict, before
from boxseat.rulebook.dispute_rules import DisputeRules
from boxseat.rulebook.error_rules import (
    DealingErrorRules,
    InterimPaymentRules,
    InvalidationRules,
    MalfunctionRules,
    PersonRules,
    WrongPaymentRules,
)
from boxseat.rulebook.permission_rules import PermissionRules
from boxseat.rulebook.sign_rules import SignRules

Reading = Literal["original-wager", "busted-plus-one", "everything", "original-bets-only"]
"""What a dealer's natural takes after a split or double (R03)."""


class CardRules(Strict, frozen=True):
    """The cards in the shoe, and when they are replaced."""

    ranks: Cited[str]
    """The ranks of one deck, each in four suits."""
    decks: Cited[int]
    replaced: Cited[Literal["after-any-round", "when-shuffled"]]
    """When a shoe's cards may be replaced; those of a shuffling device, after any round."""


class ShoeRules(Strict, frozen=True):
    """Shuffle, burn, cut and cutting card of a shoe."""

    burns: Cited[bool]
    """Whether the first card after each load is burnt, unseen (R24)."""
    cut_from_ends: Cited[int]
    """The minimum distance of the player's cut from either end, in decks."""
    cut_least_decks: Cited[int]
    """The minimum number of decks behind the cutting card."""
    cut_most: Cited[Odds]
    """The maximum part of all cards behind it."""
    cutting_card_out: Cited[Literal["shuffle-before-next-round"]]
    final_rounds: Cited[int]
    """The number of final rounds in which the cutting card causes no shuffle; 0 if it always does."""
    runs_out: Cited[Literal["discards-shuffled"]]
    """If the cards run out in mid-round, the round is finished with the shuffled discards."""
    burns_in_mid_round: Cited[bool] = before(False)
    """Whether a card is burnt after these discards are shuffled (R24)."""
    cut_of_replaced: Cited[Literal["farthest-right", "as-any"]] = before("farthest-right")
    """Who is offered the cut of replaced cards: the player farthest right, or the player who is offered any other cut."""


class DeviceRules(Strict, frozen=True):
    """Rules of a shuffling device in place of the shoe: it deals, and shuffles the cards that are put back."""

    offered: Cited[bool]
    """Whether a table may use one."""
    burns: Cited[bool]
    """Whether the first card after it is loaded is burnt, unseen (R24)."""
    cut: Cited[bool]
    """Whether a player cuts the cards before they go in."""
    rack_returns: Cited[Literal["after-initial-deal", "after-round"]]
    """When the cards of the discard rack go back into it."""


class LayoutRules(Strict, frozen=True):
    """The boxes of a table."""

    boxes: Cited[int]
    players_per_box: Cited[int]
    players_on_marked_box: Cited[Literal["as-any", "any-number"]] = before("as-any")
    """The number of players on a box that has its own maximum (R21)."""


class SeatingRules(Strict, frozen=True):
    """Seats: several boxes, reserved boxes, and players who abstain or are restricted."""

    several_boxes: Cited[Literal["given-up-on-demand"]]
    """A player may have several boxes until another player wants to sit down."""
    reserved: Cited[bool]
    """Whether a supervisor may reserve boxes for a player."""
    fewer_on_box: Cited[bool]
    """Whether a supervisor may lower the number of players on a box."""
    fewer_at_table: Cited[bool]
    """Whether a supervisor may lower the number of players at the table."""
    late_players: Cited[Literal["minimum-only"]]
    """The restriction, until the next shoe, of players who sat out a round of this shoe."""
    held_to_minimum: Cited[Literal["none", "allowed", "inspector-first"]]
    """Whether a Gaming Manager may restrict a player to the minimum beyond the shoe, and must notify an inspector first."""
    one_box: Cited[Literal["none", "allowed", "inspector-first"]]
    """The same for a restriction to one box."""
    abstaining_rounds: Cited[int]
    """The number of rounds without a wager after which a player at a full table may lose the seat."""
    held_wagers: Cited[Literal["main", "every"]] = before("main")
    """Which wagers of a restricted player must be the minimum (R54)."""
    one_box_minimum: Cited[bool] = before(False)
    """Whether a restriction to one box includes its minimum (R54)."""


class ControlRules(Strict, frozen=True):
    """Who decides for a box with several players."""

    order: Cited[tuple[Literal["seated", "highest", "nearest"], ...]]
    """Who controls a box, in order of preference (R22)."""
    locked: Cited[Literal["from-first-card"]]
    """From when no wager may be touched, except as the rules allow."""


class ChipRules(Strict, frozen=True):
    """The chips in which wagers are laid and paid."""

    laid: Cited[Literal["chips"]]
    """What wagers are laid in."""
    smallest_chip: Cited[Cents]
    paid: Cited[Literal["exactly", "up-to-next-chip"]]
    """How an amount is paid that is not a whole number of chips (R19)."""


class LimitRules(Strict, frozen=True):
    """The table's limits, and wagers outside them."""

    multiples: Cited[Literal["as-the-sign-says"]]
    """The permitted multiples of wagers."""
    box_marker: Cited[bool]
    """Whether a box may have its own maximum, shown by a marker."""
    placed_under_minimum: Cited[Literal["refused", "warned-once"]]
    placed_over_maximum: Cited[Literal["refused"]]
    """What happens to wagers outside the limits while bets are open (R21)."""
    under_minimum: Cited[Literal["stands"]]
    warned_under_minimum: Cited[Literal["stands", "returned"]]
    over_maximum: Cited[Literal["played-to-maximum"]]
    """What happens to wagers found outside the limits once the first card is out (R21)."""
    marker_above_sign: Cited[bool] = before(False)
    """Whether a box's own maximum can only be higher than the sign's."""
    first_option: Cited[Literal["seated", "controlling", "nobody"]] = before("seated")
    """Whose main wager has priority if a box's maximum leaves no room for it (R21)."""
    pairs_outside: Cited[Literal["refused"]] = before("refused")
    """What happens to Perfect Pairs outside their limits while bets are open."""


class DealRules(Strict, frozen=True):
    """The order of the initial deal."""

    order: Cited[Literal["box-dealer-box"]]
    """A card to each box, one to the dealer, another to each box; no hole card."""


class NaturalRules(Strict, frozen=True):
    """An ace and a ten-point card as the first two cards."""

    name: Cited[str]
    odds: Cited[Odds]
    interim: Cited[Literal["paid-at-once"]]
    """The interim settlement of a natural the dealer can no longer match."""
    against_dealer_natural: Cited[Literal["wins", "stand-off"]]
    """If it is a stand-off, a natural waits for the dealer's second card against a ten or an ace (R16)."""
    even_money: Cited[bool]


class InsuranceRules(Strict, frozen=True):
    """Insurance."""

    against: Cited[str]
    """The dealer's first cards against which it is offered; none if the game has no insurance."""
    most: Cited[Odds]
    """The maximum, as a part of the initial wager."""
    on_natural: Cited[bool]
    multiples: Cited[Literal["any", "half-smallest-chip", "smallest-chip"]]
    closes: Cited[Literal["before-subsequent-deal"]]
    odds: Cited[Odds]
    lost: Cited[Literal["at-second-card"]]


class SurrenderRules(Strict, frozen=True):
    """Surrender."""

    against: Cited[str]
    """The dealer's first cards against which it is offered; none if the game has no surrender."""
    loses: Cited[Odds]
    """The part of the original wager that is lost."""
    co_bettors: Cited[Literal["all", "each"]]
    """Whether all players on the box surrender with the controlling player, or each decides (R08)."""
    declined: Cited[Literal["closed-to-all"]]
    no_more_cards: Cited[Literal["to-that-hand"]]
    dealer_natural: Cited[Literal["annuls", "leaves"]]
    settled: Cited[Literal["final"]]


class DrawingRules(Strict, frozen=True):
    """Drawing and standing."""

    turn: Cited[Literal["clockwise"]]
    stand_from: Cited[int]
    """The lowest hard total a hand may stand on (R11)."""
    twenty_one: Cited[Literal["wins-at-once", "stands"]]
    over_twenty_one: Cited[Literal["loses-at-once"]]
    no_card_on_natural: Cited[Literal["none"]]
    no_card_at_twenty_one: Cited[Literal["none"]]
    cleared: Cited[Literal["at-once", "after-the-round"]] = before("after-the-round")
    """When the cards of a hand that is paid or lost go to the discard rack (R24)."""


class DoublingRules(Strict, frozen=True):
    """Doubling, and forfeit after it."""

    on: Cited[Literal["any-cards", "first-two", "never"]]
    totals: Cited[tuple[int, int]]
    """The lowest and highest total that may be doubled."""
    soft: Cited[bool]
    amount: Cited[Literal["up-to-wager", "exactly-wager"]]
    aces: Cited[Literal["count-one", "as-ever"]]
    """How the aces of a hand count after it is doubled (R02)."""
    after_split: Cited[bool]
    joined: Cited[Literal["each"]]
    one_card: Cited[Literal["only"]]
    table_odds: Cited[bool]
    """Whether a doubled hand earns the better lines of the payout table (R05)."""
    undoubled: Cited[Literal["as-the-hand"]]
    """Wagers on a doubled hand that were not doubled themselves."""
    forfeit: Cited[bool]


class SplittingRules(Strict, frozen=True):
    """Splitting."""

    pairs: Cited[Literal["equal-value", "same-rank"]]
    max_split_hands: Cited[int]
    resplit_aces: Cited[bool]
    one_card_to_aces: Cited[bool]
    joined: Cited[Literal["match-or-first-hand"]]
    twenty_one: Cited[Literal["no-natural"]]

    @property
    def by_rank(self) -> bool:
        """Whether a pair is two cards of one rank; else of one value."""
        return self.pairs.value == "same-rank"

    def is_pair(self, one: Card, other: Card) -> bool:
        """Whether two cards are a pair."""
        return one.rank == other.rank if self.by_rank else one.points == other.points

    def may_split(self, one: Card, other: Card) -> bool:
        """Whether two cards may be split at all."""
        return self.max_split_hands.value > 1 and self.is_pair(one, other)


class DealerRules(Strict, frozen=True):
    """The dealer's hand, and what a dealer's natural takes."""

    stands_hard: Cited[int]
    stands_soft: Cited[int]
    draws: Cited[Literal["while-it-matters"]]
    """The dealer draws no card that affects no wager (R10)."""
    dealer_pontoon_takes: Cited[Reading]
    split_wagers: Cited[Literal["as-taken"]]
    double_wagers: Cited[Literal["as-taken"]]
    """The clauses for added wagers against a dealer's natural; the value above says how."""


class OutcomeRules(Strict, frozen=True):
    """The result of a hand against the dealer's."""

    dealer_busts: Cited[Literal["win"]]
    higher: Cited[Literal["win"]]
    lower: Cited[Literal["lose"]]
    equal: Cited[Literal["stand-off", "lose"]]
    dealer_natural: Cited[Literal["lose"]]


class PayoutLine(Strict, frozen=True):
    """One line of the payout table: a hand of 21 it describes, and its odds."""

    name: str
    cards: tuple[int, int]
    """The minimum and maximum number of cards."""
    ranks: str
    """The ranks it must have, in any order; empty for any."""
    suits: Literal["any", "mixed", "suited", "spades"]
    """`suited` excludes spades if an earlier line is for spades."""
    odds: Odds
    clause: str


class PayoutRules(Strict, frozen=True):
    """The payout table."""

    other: Cited[Odds]
    lines: tuple[PayoutLine, ...]
    """The better lines; the first that fits is paid."""


class OfferRules(Strict, frozen=True):
    """The side bets and bonuses that the game has."""

    side_bets: Cited[tuple[Literal["perfect-pairs", "super-sevens"], ...]]
    bonuses: Cited[tuple[Literal["super-bonus"], ...]]


class BonusTier(Strict, frozen=True):
    """An amount that the Super Bonus pays, and the stake it needs."""

    from_stake: Cents
    pays: Cents


class SuperBonusRules(Strict, frozen=True):
    """The Super Bonus."""

    ranks: Cited[str]
    """The ranks of the winning hand, all of one suit."""
    dealer: Cited[str]
    tiers: Cited[tuple[BonusTier, ...]]
    on_split: Cited[Literal["never", "unless-suited-pair-split"]]
    paid: Cited[Literal["at-once", "end-of-round"]]
    shared: Cited[Cents]
    shared_with: Cited[Literal["other-main-wagers", "other-players"]]
    shared_paid: Cited[Literal["at-once", "end-of-round"]] = before("end-of-round")
    """When the shared bonus is paid (R53)."""


class PerfectPairsRules(Strict, frozen=True):
    """The side bet Perfect Pairs."""

    mixed: Cited[Odds]
    coloured: Cited[Odds]
    perfect: Cited[Odds]
    no_pair: Cited[Literal["lose"]]
    perfect_pairs_needs: Cited[Literal["own-main-wager", "main-wager-on-box"]]
    per_box: Cited[int] | None = None
    """The maximum number of these wagers on a box; none for no limit."""


class SuperSevensRules(Strict, frozen=True):
    """The side bet Super Sevens."""

    one: Cited[Odds]
    two: Cited[Odds]
    two_suited: Cited[Odds]
    three: Cited[Odds]
    three_suited: Cited[Odds]
    no_seven: Cited[Literal["lose"]]
    needs: Cited[Literal["own-main-wager"]]
    paid: Cited[Literal["when-known"]]
    three_suited_paid: Cited[Literal["after-the-round"]]
    after_split: Cited[Literal["first-card-to-first-hand"]]


class IrregularityRules(Strict, frozen=True):
    """Absent players, void rounds, and cards found face up."""

    absent_player: Cited[Literal["draw-past-11", "stand"]]
    """How the hand of a player who does not decide is played (R20)."""
    void_round: Cited[Literal["payments-stand", "all-undone"]]
    face_up_card: Cited[Literal["burnt", "stays-in-play"]]
    absent_for: Cited[Literal["hand", "box"]] = before("hand")
    """Whether an absent player is absent for all hands of the box."""
    cannot_rebuild: Cited[Literal["void"]] = before("void")
    """The result of a round whose dealing error cannot be corrected."""
    burnt_in_error: Cited[Literal["stays-burnt"]] = before("stays-burnt")
    """What becomes of a card that was burnt by mistake."""


class ConductRules(Strict, frozen=True):
    """The conduct of staff."""

    advice: Cited[Literal["none"]]
    """What staff, and so the software, may advise players; a practice table is not a gaming table."""


class Book(Strict, frozen=True):
    """The rules of one game."""

    name: str
    title: str
    cards: CardRules
    shoe: ShoeRules
    device: DeviceRules
    layout: LayoutRules
    seating: SeatingRules
    control: ControlRules
    chips: ChipRules
    limits: LimitRules
    deal: DealRules
    natural: NaturalRules
    insurance: InsuranceRules
    surrender: SurrenderRules
    drawing: DrawingRules
    doubling: DoublingRules
    splitting: SplittingRules
    dealer: DealerRules
    outcomes: OutcomeRules
    payouts: PayoutRules
    offers: OfferRules
    irregularities: IrregularityRules
    conduct: ConductRules
    dealing_errors: DealingErrorRules = DealingErrorRules()
    malfunction: MalfunctionRules = MalfunctionRules()
    invalidation: InvalidationRules = InvalidationRules()
    interim_payment: InterimPaymentRules = InterimPaymentRules()
    permissions: PermissionRules = PermissionRules()
    wrong_payments: WrongPaymentRules = WrongPaymentRules()
    disputes: DisputeRules = DisputeRules()
    persons: PersonRules = PersonRules()
    signs: SignRules = SignRules()
    checks: CheckRules = CheckRules()
    super_bonus: SuperBonusRules | None = None
    perfect_pairs: PerfectPairsRules | None = None
    super_sevens: SuperSevensRules | None = None

    @property
    def payment_unit(self) -> int:
        """The amount that every payment is a multiple of."""
        return self.chips.smallest_chip.value if self.chips.paid.value == "up-to-next-chip" else 1
