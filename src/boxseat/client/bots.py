"""Bots: programs that look at a table's snapshot and choose their next command, or wait.

A bot knows what a player at the table knows, and nothing else. It chooses among ``you.choices``, which are all legal,
so it needs no rules of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from boxseat.client.errors import Behind, Refused
from boxseat.client.frames import Picture
from boxseat.client.table import TableWatched
from boxseat.consistency import present
from boxseat.money import dollars, parse_dollars
from boxseat.table.picture import AmountSeen, BoxInPlay, ChoiceSeen, CutSeen, HandSeen, TableSeen, You

Command = dict[str, object]
CUT_PROBABILITY = 0.5
"""Probability that a bot accepts an offer to cut."""
MAY_BUST_TOTAL_MIN = 12
STAND_HARD_TOTAL_MIN = 17
WEAK_DEALER_RANKS = "23456"
RATE_LIMIT_WAIT_S = 0.5
"""Wait after a command that exceeded the rate limit."""
_RATE_LIMIT_CODE = "rate/too-fast"


class Bot:
    """A bot with a simple strategy: plays its own boxes and, if `behind` is set, wagers on other players' boxes."""

    def __init__(
        self,
        *,
        boxes: Sequence[int] = (),
        behind: Sequence[int] = (),
        buy_in: str = "200",
        side_bets: float = 0.0,
        chance: Random | None = None,
    ) -> None:
        self.boxes = tuple(boxes)
        self.behind = tuple(behind)
        self.buy_in = buy_in
        self.side_bets = side_bets
        """Probability of a side bet with a wager."""
        self.chance = chance or Random()
        self.broke = False
        """Whether its wallet is too small for another buy-in."""
        self._not_offered: set[str] = set()

    def next(self, picture: Picture) -> Command | None:
        """The next command; None where others have to act."""
        you = picture.you
        if you is None or picture.paused:
            return None
        if you.asked:
            return self.answer(picture, you)
        table = picture.table
        if table.cut is not None:
            return self._cut(table.cut) if table.cut.player == you.name else None
        if table.status != "open" or self.broke:
            return None
        return self._come(table, you) or self._bet(table, you)

    def refused(self, command: Command, refused: Refused) -> None:
        """Learn from a refusal, so that the same command is not tried again."""
        if refused.code == "wallet/short":
            self.broke = True
        if refused.code.startswith("side-bet/"):
            self._not_offered |= {"perfect_pairs", "super_sevens"} & command.keys()

    # Coming

    def _come(self, table: TableSeen, you: You) -> Command | None:
        least = int(parse_dollars(table.sign.minimum or table.sign.smallest_chip))
        if you.chips is None or (not table.in_round and _cents(you.chips) + _laid(table, you.name) < least):
            return {"do": "buy-in", "amount": self.buy_in}
        for box in table.boxes:
            if box.number in self.boxes and not box.seated:
                return {"do": "sit", "box": box.number}
        return None

    # Bets are open

    def _bet(self, table: TableSeen, you: You) -> Command | None:
        if table.in_round:
            return None
        mine = (*you.boxes, *self.behind)
        free = [
            box for box in table.boxes if box.number in mine and all(laid.player != you.name for laid in box.wagers)
        ]
        for box in free:
            stake = self._stake(table, you)
            if stake and (box.number in you.boxes or len(box.wagers) < len(mine) + 2):
                return {"do": "wager", "box": box.number, "stake": dollars(stake)} | self._side_bet(table)
        return {"do": "ready"} if _laid(table, you.name) and you.name not in table.ready else None

    def _stake(self, table: TableSeen, you: You) -> int:
        """The minimum, or a small multiple of it; 0 where there are not enough chips."""
        least = int(parse_dollars(table.sign.minimum or table.sign.smallest_chip))
        times = 1 if you.minimum_only else self.chance.choice((1, 1, 2, 3))
        chips = _cents(present(you.chips, "chips of the player"))
        return least * times if least * times <= chips else least if least <= chips else 0

    def _side_bet(self, table: TableSeen) -> Command:
        if self.chance.random() >= self.side_bets:
            return {}
        name = self.chance.choice(("perfect_pairs", "super_sevens"))
        least = table.sign.side_bet_minimum or table.sign.smallest_chip
        return {} if name in self._not_offered else {name: least}

    def _cut(self, cut: CutSeen) -> Command:
        if self.chance.random() < CUT_PROBABILITY:
            return {"do": "cut", "place": self.chance.randint(cut.least, cut.most)}
        return {"do": "decline-cut"}

    # Decisions

    def answer(self, picture: Picture, you: You) -> Command:
        """Command for the first question that the player is asked."""
        asked = you.asked[0]
        open_ = {choice.do: choice for choice in you.choices if choice.box == asked.box}
        wish = self.wish(picture, asked.what, asked.box, open_)
        return said(open_[wish], self.amount)

    def wish(self, picture: Picture, what: str, box: int, open_: dict[str, ChoiceSeen]) -> str:
        """Which of the open choices to take; a subclass with another strategy overrides this."""
        if what != "decision":
            return next(do for do in ("join", "decline", "pass", *open_) if do in open_)
        if "expose" in open_:
            return "expose"
        _, hand = present(hand_in_turn(picture.table), "hand in turn")
        wishes = _preferences(hand, picture.table.round.dealer if picture.table.round else ())
        return next(do for do in (*wishes, "stand", "hit", *open_) if do in open_)

    def amount(self, bounds: AmountSeen) -> str:
        """Amount for a choice that takes one: the maximum."""
        return bounds.most


class RandomBot(Bot):
    """A bot that takes any legal choice at random, so that over time all choices are taken."""

    def wish(self, picture: Picture, what: str, box: int, open_: dict[str, ChoiceSeen]) -> str:
        """Any open choice, at random."""
        return self.chance.choice(list(open_))

    def amount(self, bounds: AmountSeen) -> str:
        """Any amount within the bounds, at random."""
        least, most, step = (int(parse_dollars(amount)) for amount in (bounds.least, bounds.most, bounds.step))
        return dollars(least + step * self.chance.randint(0, (most - least) // step))


async def play(
    table: TableWatched,
    bot: Bot,
    *,
    rounds: int | None = None,
    think: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Play at a table: for this many rounds and then leave, or until the task is cancelled."""
    last = None if rounds is None else _rounds_over(table.picture) + rounds
    while True:
        picture = table.picture
        over = bot.broke or (last is not None and _rounds_over(picture) >= last)
        command = _next(bot, picture, leaving=over)
        if command is None:
            if over and (picture.you is None or picture.you.chips is None):
                return
            await table.change()
            continue
        if think is not None:
            await think()
        try:
            await table.command(command, version=picture.version)
        except Behind as behind:
            await table.at(behind.version)
        except Refused as refused:
            if refused.code == _RATE_LIMIT_CODE:
                await asyncio.sleep(RATE_LIMIT_WAIT_S)
                continue
            bot.refused(command, refused)
            if not bot.broke and table.picture is picture:
                await table.change()  # At the same version it would be refused again.


def _next(bot: Bot, picture: Picture, *, leaving: bool) -> Command | None:
    you = picture.you
    if not leaving or you is None:
        return bot.next(picture)
    if you.asked:
        return bot.next(picture)
    going = any(patron.name == you.name and patron.leaving for patron in picture.table.patrons)
    return {"do": "leave"} if you.chips is not None and not going else None


async def pause(least_s: float, most_s: float, chance: Random) -> None:
    """Wait for a random time, as if thinking."""
    await asyncio.sleep(chance.uniform(least_s, most_s))


def said(choice: ChoiceSeen, amount: Callable[[AmountSeen], str]) -> Command:
    """A choice as a command."""
    command: Command = {"do": choice.do, "box": choice.box}
    return command if choice.amount is None else command | {"amount": amount(choice.amount)}


def hand_in_turn(table: TableSeen) -> tuple[BoxInPlay, HandSeen] | None:
    """The hand that has to act, and its box."""
    if table.round is None:
        return None
    return next(((box, hand) for box in table.round.boxes for hand in box.hands if hand.in_turn), None)


def _preferences(hand: HandSeen, dealer: Sequence[str]) -> tuple[str, ...]:
    """Preferred actions: split aces and eights, double ten and eleven, stand on seventeen, or sooner against a weak dealer."""
    ranks = [card[0] for card in hand.cards]
    up = dealer[0][0] if dealer else "T"
    if len(ranks) == 2 and ranks[0] == ranks[1] and ranks[0] in "A8":
        return ("split",)
    if hand.total in (10, 11) and up not in "AT":
        return "double", "hit"
    if hand.soft:
        return ("stand",) if hand.total > STAND_HARD_TOTAL_MIN else ("hit",)
    if hand.total >= STAND_HARD_TOTAL_MIN or (hand.total >= MAY_BUST_TOTAL_MIN and up in WEAK_DEALER_RANKS):
        return ("stand",)
    return ("hit",)


def _rounds_over(picture: Picture) -> int:
    table = picture.table
    if table.round is None:
        return 0
    return table.round.number - (1 if table.in_round else 0)


def _laid(table: TableSeen, name: str) -> int:
    """Sum of a player's main wagers for the next round, in cents."""
    return sum(_cents(laid.stake) for box in table.boxes for laid in box.wagers if laid.player == name)


def _cents(amount: str) -> int:
    """Dollars of the wire format as cents; zero is allowed."""
    whole, _, part = amount.partition(".")
    return int(whole) * 100 + int(part)
