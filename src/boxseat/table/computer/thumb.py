"""Computer players: they keep the table company, wager within the limits and play sensibly, by the legal choices alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from boxseat.play.acts import (
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.legal import Choice
from boxseat.play.state import Hand, Phase, Round, Wager
from boxseat.rulebook.book import Book
from boxseat.table.placing import Sign, least_stake, refusal_to_place, room_on_box

NAMES = ("Ines", "Mateo", "Priya", "Wei", "Oskar", "Leila")

BACKS = 0.15
"""How often a seated computer player also wagers behind somebody else."""
SIDE_BETS = 0.2
JOINS = 0.8
INSURES = 0.1


class Computer:
    """One computer player. What it does is drawn by `chance` where sense leaves room, so a practice table repeats itself."""

    def __init__(self, name: str, chance: Random) -> None:
        self.name = name
        self._chance = chance

    def wager(self, book: Book, sign: Sign, box: int, on_table: Sequence[Wager]) -> Wager | None:
        """What it lays on the box it sits at: a few times the minimum, now and then with a side bet."""
        stake = self._stake(book, sign, on_table, box)
        pairs = self._side_bet(book, sign) if "perfect-pairs" in book.offers.side_bets.value else 0
        sevens = self._side_bet(book, sign) if "super-sevens" in book.offers.side_bets.value else 0
        wishes = (
            Wager(box, self.name, stake, seated=True, perfect_pairs=pairs, super_sevens=sevens),
            Wager(box, self.name, stake, seated=True),
        )
        return _first_allowed(book, sign, on_table, wishes)

    def backing(
        self, book: Book, sign: Sign, boxes: Sequence[int], on_table: Sequence[Wager], *, seated: bool
    ) -> Wager | None:
        """What it lays behind another player's wager: always if it has no box of its own, sometimes if it has."""
        if not boxes or (seated and self._chance.random() >= BACKS):
            return None
        box = self._chance.choice(boxes)
        return _first_allowed(
            book, sign, on_table, (Wager(box, self.name, self._stake(book, sign, on_table, box, most=3)),)
        )

    def decide(self, round_: Round, choices: Sequence[Choice]) -> Choice | None:
        """Its decision among the legal choices for a box; none where it lets an offer go by."""
        open_ = {type(choice.act): choice for choice in choices}
        for wish in self._wishes(round_, choices[0]):
            if wish in open_:
                return open_[wish]
        return None

    def joins(self) -> bool:
        """Whether it goes along with what the controlling player of a box has decided."""
        return self._chance.random() < JOINS

    def _stake(self, book: Book, sign: Sign, on_table: Sequence[Wager], box: int, *, most: int = 10) -> int:
        least = least_stake(book, sign)
        times = self._chance.choice([times for times in (1, 2, 2, 3, 4, 5, 10) if times <= most])
        room = room_on_box(sign, on_table, box)
        return least * times if room is None or least * times <= room else least

    def _side_bet(self, book: Book, sign: Sign) -> int:
        if self._chance.random() >= SIDE_BETS:
            return 0
        chip = book.chips.smallest_chip.value
        return -(-(sign.side_bet.minimum or 1) // chip) * chip * self._chance.choice((2, 4, 10))

    def _wishes(self, round_: Round, choice: Choice) -> Iterator[type[PlayersAct]]:
        """What it would like to do, best first; the judge has said which of it may be done."""
        dealers = round_.dealer[0].points
        if round_.phase is Phase.INSURANCE:
            yield EvenMoney
            if self._chance.random() < INSURES:
                yield Insure
        elif round_.phase is Phase.SURRENDER:
            assert isinstance(choice.act, Surrender)
            found = round_.find_box(choice.act.box)
            assert found is not None
            if _gives_up(found[1].hands[0], dealers):
                yield Surrender
        elif round_.phase is Phase.FORFEIT:
            if round_.hand_in_turn.total.points < 17 and (dealers >= 8 or dealers == 1):
                yield Forfeit
        else:
            yield from _hand_wishes(round_.hand_in_turn, dealers)


def with_joiners(choice: Choice, act: PlayersAct, computers: Mapping[str, Computer]) -> PlayersAct:
    """The act of a controlling player, with the computer players on the box who choose to join it."""
    joining = [joiner for joiner in choice.joiners if joiner.player in computers and computers[joiner.player].joins()]
    names = tuple(joiner.player for joiner in joining)
    match act:
        case Double(box=box, player=player, amount=amount):
            amounts = tuple((joiner.player, joiner.amount.most) for joiner in joining if joiner.amount is not None)
            return Double(box, player, amount, amounts)
        case Split(box=box, player=player):
            return Split(box, player, names)
        case Surrender(box=box, player=player):
            return Surrender(box, player, names)
    return act


def _first_allowed(book: Book, sign: Sign, on_table: Sequence[Wager], wishes: Sequence[Wager]) -> Wager | None:
    return next((wager for wager in wishes if refusal_to_place(book, sign, on_table, wager) is None), None)


def _gives_up(hand: Hand, dealers: int) -> bool:
    points, soft = hand.total
    return not soft and (points in (16, 17) if dealers == 1 else points == 16)


def _hand_wishes(hand: Hand, dealers: int) -> Iterator[type[PlayersAct]]:
    """The well-known rules of thumb for twenty-one, which fit all these games roughly."""
    points, soft = hand.total
    weak = 2 <= dealers <= 6
    if len(hand.cards) == 2 and hand.cards[0].points == hand.cards[1].points:
        pair = hand.cards[0].points
        if pair in (1, 8) or (pair in (2, 3, 6, 7, 9) and weak):
            yield Split
    if (
        not soft
        and len(hand.cards) <= 3
        and (
            (points == 11 and dealers != 1)
            or (points == 10 and 2 <= dealers <= 9)
            or (points == 9 and 3 <= dealers <= 6)
        )
    ):
        yield Double
    enough = (18 if dealers not in (1, 9, 10) else 19) if soft else (12 if 4 <= dealers <= 6 else 13 if weak else 17)
    yield from (Stand, Hit) if points >= enough else (Hit, Stand)
