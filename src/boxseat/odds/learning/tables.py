"""Tables for reinforcement learning: one box each, any number in parallel, by the rules of any book.

They have the whole game except wagers beside the main one: there are no side bets and no insurance, and a double is always for the
whole wager.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from boxseat.cards import RANKS, TWENTY_ONE, Card, check_in_shoe, deck
from boxseat.money import AMOUNT_CENTS_MAX, Odds
from boxseat.odds.exact.hand_rules import DOUBLE_ON
from boxseat.odds.hands import TEN, VALUES
from boxseat.odds.learning import kernel_round as kernel
from boxseat.odds.learning import rows
from boxseat.odds.learning.rows import ACTIONS, HANDS_MAX, SEEN_FIELDS, StepOutcome, TableRules, as_record, row_type
from boxseat.odds.policy import ALL_CARDS, code
from boxseat.odds.simulator.generator import Cards, generator
from boxseat.odds.simulator.hand_ends import Ends
from boxseat.odds.simulator.kernel_hands import FRESH
from boxseat.odds.simulator.simulation import Impossible, TableRun, check, dealing_of
from boxseat.play.acts import Act, CloseOffer, Deal, Double, Forfeit, Hit, Split, Stand, Surrender
from boxseat.play.dealer import draws_again
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book

READINGS = ("original-wager", "busted-plus-one", "everything", "original-bets-only")
"""What a dealer's natural takes, by the kernel's number (R03)."""
SUITS = ("any", "mixed", "suited", "spades")
"""The suits a payout line asks for, by the kernel's number."""
HARD_TOTAL_MAX = 30
"""No hand is over this with its aces at one: it draws at 20 at the most."""
LISTED_MAX = 64
"""The most lines of a payout table, and sets of ranks on the way to them."""
TABLES_MAX = 1_000_000
PLAYER, BOX = "player", 1


class Wagered:
    """Payments on the wager: exact, or of a stake in cents as the book rounds them (R19)."""

    def __init__(self, book: Book, stake: int | None) -> None:
        self._exact = stake is None
        self._payment_unit = book.payment_unit
        self.unit = Ends(book).unit if stake is None else stake

    def of(self, odds: Odds) -> int:
        """What odds pay on the wager."""
        return odds.of(self.unit) if self._exact else odds.of(self.unit, unit=self._payment_unit)

    def surrendered(self, loses: Odds) -> int:
        """The net result of a surrender."""
        return self.of(Odds(f"{loses.per - loses.pays}:{loses.per}")) - self.unit


def full_shoe(book: Book) -> Cards:
    """The whole shoe as cards' codes, unshuffled."""
    return np.array([code(card) for card in deck(book.cards.ranks.value)] * book.cards.decks.value, dtype=np.uint8)


def table_rules(book: Book, table: TableRun, stake: int | None = None) -> TableRules:
    """A book's rules as numbers for the kernel."""
    shoe = full_shoe(book)
    dealing = dealing_of(book, table, len(shoe))
    wagered = Wagered(book, stake)
    surrender, doubling, splitting, lines = book.surrender, book.doubling, book.splitting, book.payouts.lines
    net = wagered.surrendered(surrender.loses.value)
    bonus = book.super_bonus
    named = [line.ranks for line in lines if line.ranks]
    by_suit = [line for line in lines if line.suits != "any" and not line.ranks]
    parts = set() if by_suit else {part for ranks in named for part in _parts(ranks)}
    return TableRules(
        unit=wagered.unit,
        cards=len(shoe),
        by_value=np.bincount(np.minimum(shoe // 4, TEN), minlength=VALUES),
        fresh=dealing.way == FRESH,
        burns=bool(dealing.burns),
        least_behind=dealing.least_behind,
        most_behind=dealing.most_behind,
        draws=_dealers_rule(book),
        natural_pays=wagered.of(book.natural.odds.value),
        natural_waits=book.natural.against_dealer_natural.value == "stand-off",
        wins_at_once=book.drawing.twenty_one.value == "wins-at-once",
        equal=-wagered.unit if book.outcomes.equal.value == "lose" else 0,
        stand_from=book.drawing.stand_from.value,
        surrender_against=_ranks(surrender.against.value),
        surrender_net=net,
        surrender_back=-wagered.unit if surrender.dealer_natural.value == "annuls" else net,
        double_on=DOUBLE_ON[doubling.on.value],
        double_lowest=doubling.totals.value[0],
        double_highest=doubling.totals.value[1],
        double_soft=doubling.soft.value,
        double_after_split=doubling.after_split.value,
        double_lines=doubling.table_odds.value,
        aces_at_one=doubling.aces.value == "count-one",
        forfeit=doubling.forfeit.value,
        same_rank=splitting.by_rank,
        most_hands=splitting.max_split_hands.value,
        resplit_aces=splitting.resplit_aces.value,
        one_card_to_aces=splitting.one_card_to_aces.value,
        reading=READINGS.index(book.dealer.dealer_pontoon_takes.value),
        plain=wagered.of(book.payouts.other.value),
        lines=len(lines),
        line_least=_numbers(line.cards[0] for line in lines),
        line_most=_numbers(line.cards[1] for line in lines),
        line_ranks=_numbers(ranks_as_number(line.ranks) for line in lines),
        line_suits=_numbers(SUITS.index(line.suits) for line in lines),
        line_pays=_numbers(wagered.of(line.odds) for line in lines),
        ways=len(parts),
        parts=_numbers(parts),
        longest=max([*map(len, named), *(line.cards[1] for line in by_suit)], default=0),
        bonus=_bonus_parts(book, stake),
        bonus_ranks=ranks_as_number(bonus.ranks.value) if bonus else 0,
        bonus_against=_ranks(bonus.dealer.value if bonus else ""),
        bonus_at_once=bonus is not None and bonus.paid.value == "at-once",
        bonus_unsplit=bonus is not None and bonus.on_split.value == "never",
    )


def ranks_as_number(ranks: str) -> int:
    """The number of cards of each rank, as hexadecimal digits of one number."""
    return sum(1 << (4 * (RANKS.index(rank) - 1) if rank != "A" else 48) for rank in ranks)


def _parts(ranks: str) -> Iterable[int]:
    for size in range(1, len(ranks)):
        yield from (ranks_as_number("".join(part)) for part in combinations(ranks, size))


def _numbers(numbers: Iterable[int]) -> rows.Numbers:
    """A list of the length all books share, so that one compiled function serves them all."""
    listed = list(numbers)
    return np.array(listed + [0] * (LISTED_MAX - len(listed)), dtype=np.int64)


def _ranks(ranks: str) -> rows.Numbers:
    return np.array([int(rank in ranks) for rank in RANKS])


def _dealers_rule(book: Book) -> rows.Numbers:
    rules = book.dealer
    return np.array(
        [
            [
                int(
                    draws_again(
                        points, soft=soft, stands_hard=rules.stands_hard.value, stands_soft=rules.stands_soft.value
                    )
                )
                for soft in (False, True)
            ]
            for points in range(HARD_TOTAL_MAX + 2)
        ]
    )


def _bonus_parts(book: Book, stake: int | None) -> int:
    """The Super Bonus on a stake in cents; none where no stake is given."""
    if book.super_bonus is None or stake is None:
        return 0
    earned = [tier.pays for tier in book.super_bonus.tiers.value if stake >= tier.from_stake]
    return -(-earned[-1] // book.payment_unit) * book.payment_unit if earned else 0


def check_tables(book: Book, table: TableRun, number: int, stake: int | None) -> None:
    """Refuse tables that cannot be run."""
    check(book, table, rounds=1, seed=0)
    if table.dealing not in ("fresh", "shoe"):
        raise Impossible(f"dealing: {table.dealing[:40]!r} is none of fresh, shoe")
    if not 1 <= number <= TABLES_MAX:
        raise Impossible(f"number of tables: {number} is not between 1 and {TABLES_MAX:,}")
    if len(book.payouts.lines) > LISTED_MAX or book.splitting.max_split_hands.value > HANDS_MAX:
        raise Impossible(f"payouts.lines: more than {LISTED_MAX} lines cannot be learned")
    if stake is not None and not 1 <= stake <= AMOUNT_CENTS_MAX // 100:
        raise Impossible(f"stake: {stake} cents is no wager")
    points = sorted(card.points for card in deck(book.cards.ranks.value) * book.cards.decks.value)
    most = HARD_TOTAL_MAX * (book.splitting.max_split_hands.value + 1)
    if sum(points) <= most + TWENTY_ONE:
        raise Impossible(f"decks: {len(points)} cards may be too few for a round")


class LearningTables:
    """A number of tables of one book, each with its own shoe and random number generator."""

    def __init__(
        self, book: Book, number: int, table: TableRun, *, stake: int | None = None, counting: bool = False
    ) -> None:
        check_tables(book, table, number, stake)
        self.book, self.number = book, number
        self.rules = table_rules(book, table, stake)
        self._full = full_shoe(book)
        cards = len(self._full)
        width = SEEN_FIELDS + (VALUES if counting else 0)
        self._record = as_record(self.rules)
        self._rows = np.zeros(number, dtype=row_type(cards))
        self._rows["shoe"][:, :cards] = self._full
        self.outcome = StepOutcome(
            seen=np.zeros((number, width), dtype=np.int16),
            masks=np.zeros((number, len(ACTIONS)), dtype=np.int8),
            rewards=np.zeros(number, dtype=np.float64),
            over=np.zeros(number, dtype=np.bool_),
            refused=np.zeros(number, dtype=np.bool_),
            finals=np.zeros((number, width), dtype=np.int16),
        )
        most = self.rules.most_hands
        highest = [HARD_TOTAL_MAX, 1, TWENTY_ONE + 1, 10, 10, 1, most, most, most, most, rows.SPADES, cards]
        self.highest = np.array([*highest, *([cards] * (width - SEEN_FIELDS))], dtype=np.int16)
        self.cents = self.rules.unit if stake is not None else self.rules.unit * book.payment_unit
        """A wager in cents that the engine pays without rounding, or the stake."""
        self.every = np.ones(number, dtype=np.bool_)

    def seed(self, table: int, word: int) -> None:
        """Give a table a new shoe and a newly seeded random number generator."""
        self._rows[table] = 0
        self._rows["chance"][table] = generator(word, 0)
        self._rows["shoe"][table, : len(self._full)] = self._full

    def deal(self, which: rows.Bools) -> None:
        """Deal the next round at these tables."""
        kernel.deal(self._record, self._rows, which, self.outcome)

    def deal_from(self, table: int, cards: Sequence[Card]) -> None:
        """Deal a round at one table from a full shoe that begins with these cards; the rest is random."""
        check_in_shoe(cards, ranks=self.book.cards.ranks.value, decks=self.book.cards.decks.value)
        asked = [code(card) for card in cards]
        rest = self._full.tolist()
        for one in asked:
            rest.remove(one)
        self._rows["shoe"][table, : len(self._full)] = asked + rest
        kernel.deal_in_order(self._record, self._rows, table, len(asked), self.outcome)

    def step(self, actions: rows.Numbers, autoreset: int) -> None:
        """Take one decision at every table."""
        kernel.step(self._record, self._rows, actions, autoreset, self.outcome)

    def over(self) -> rows.Bools:
        """The tables whose round is over."""
        return np.asarray(self._rows["phase"] == rows.OVER)

    def cards_of_round(self, table: int) -> list[Card]:
        """The cards that have left the shoe in this round, in order."""
        row = self._rows[table]
        began, place, shoe = row["began"], row["place"], row["shoe"][: len(self._full)]
        codes = shoe[began:place] if row["number"] == len(shoe) else [*shoe[began:], *shoe[:place]]
        return [ALL_CARDS[one] for one in codes]


def engines_round(book: Book, cards: Sequence[Card], actions: Sequence[str], stake: int) -> Round:
    """The same round played by the engine, as far as cards and decisions go; tables are checked against it."""
    round_ = open_round(book, [Wager(BOX, PLAYER, stake)], as_found=True)
    dealt, decided = iter(cards), iter(actions)
    while not round_.over:
        if round_.card_due:
            card = next(dealt, None)
            if card is None:
                break
            round_ = step(book, round_, Deal(card))
        elif round_.phase is Phase.INSURANCE:
            round_ = step(book, round_, CloseOffer())
        else:
            action = next(decided, None)
            if action is None:
                break
            for act in acts_of(round_, action):
                round_ = step(book, round_, act)
    return round_


def acts_of(round_: Round, action: str) -> list[Act]:
    """An action as acts of the engine: any other action declines a surrender that is offered."""
    stake = round_.hand_in_turn.stakes[0].own if round_.hand_in_turn.stakes else 0
    acts: dict[str, Act] = {
        "stand": Stand(BOX, PLAYER),
        "hit": Hit(BOX, PLAYER),
        "double": Double(BOX, PLAYER, stake),
        "split": Split(BOX, PLAYER),
        "surrender": Surrender(BOX, PLAYER),
        "keep": CloseOffer(),
        "forfeit": Forfeit(BOX, PLAYER),
    }
    act = acts[action]
    if round_.phase is Phase.SURRENDER:
        return [act, CloseOffer()] if action == "surrender" else [CloseOffer(), act]
    return [act]


def refused_because(book: Book, round_: Round, action: str) -> str:
    """The reason why the engine refuses an action."""
    for act in acts_of(round_, action):
        refused = refusal(book, round_, act)
        if refused is not None:
            return f"{action} is refused: {refused.reason} ({refused.clause})"
        round_ = step(book, round_, act)
    return f"{action} is refused: nothing is to be decided"
