"""``boxseat play``: plays rounds at a table in the terminal until the player leaves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from secrets import SystemRandom

import msgspec

from boxseat.cli.errors import WrongRequest
from boxseat.cli.terminal.keyboard import Keyboard, Leaving
from boxseat.cli.terminal.keys import BadAnswer, box_prompt, read_answer
from boxseat.cli.terminal.payouts import show_payouts
from boxseat.cli.terminal.prompts import show_choices, show_help
from boxseat.cli.terminal.round_loop import deal_round
from boxseat.cli.terminal.screen import Screen, signed
from boxseat.cli.terminal.shoe import Shoe, fresh_seed, load_call, practice_seeds
from boxseat.cli.terminal.sign import show_sign
from boxseat.cli.terminal.wager_prompt import WagerPrompt
from boxseat.computer import Kind, computer, with_joiners
from boxseat.money import BadAmount, dollars, parse_dollars
from boxseat.play.acts import PlayersAct
from boxseat.play.announce import announcements, settled
from boxseat.play.legal import Choice
from boxseat.play.opening import open_round
from boxseat.play.state import Round, TableLimits, Wager, lines_since
from boxseat.play.view import view
from boxseat.rulebook.book import Book
from boxseat.table.affordability import chips_left
from boxseat.table.names import COMPUTER_NAMES
from boxseat.table.sign import Sign, least_stake, smallest_playable

GUEST = "Guest"
"""The player's name at the table."""


class Sitting(msgspec.Struct, frozen=True):
    """The options of ``boxseat play``; amounts are dollars as typed."""

    book: Book
    boxes: int
    others: int
    bankroll: str
    minimum: str
    maximum: str
    seed: int | None
    explain: bool
    others_play: Kind = Kind.LOOSE


def read_kind(typed: str) -> Kind:
    """Parse how the computer players are to play."""
    try:
        return Kind(typed)
    except ValueError:
        raise WrongRequest(f"--others-play: {typed[:40]!r} is not one of {', '.join(Kind)}") from None


def sit_down(sitting: Sitting) -> None:
    """Play until the player leaves or is out of chips."""
    visit = _TableVisit(sitting)
    if sitting.others and sitting.others_play is not Kind.LOOSE:
        _prepare_others(sitting)
    with visit.keyboard.attended():
        visit.play()


def _prepare_others(sitting: Sitting) -> None:
    """Let the computer players compute the book's strategy, which takes seconds the first time."""
    from boxseat.cli.progress import telling

    with telling(f"{sitting.book.title}: the other players study the game") as tell:
        computer(sitting.others_play, COMPUTER_NAMES[0], Random(0)).prepare(sitting.book, tell)


class _TableVisit:
    """One player's session at a table: the seats, the shoe, and the player's chips in cents."""

    def __init__(self, sitting: Sitting) -> None:
        book = sitting.book
        self.keyboard = Keyboard()
        self._book = book
        self._sitting = sitting
        self._sign = _sign(sitting)
        self._bankroll = self._sat_down_with = _cents("--bankroll", sitting.bankroll)
        self._boxes, seats = _seats(sitting)
        self._shoe = Shoe(book, fresh_seed if sitting.seed is None else practice_seeds(f"shoe {sitting.seed}"))
        chance = SystemRandom() if sitting.seed is None else Random(f"players {sitting.seed}")
        self._computers = {
            name: computer(sitting.others_play, name, chance) for name in COMPUTER_NAMES[: sitting.others]
        }
        self._seats = dict(zip(self._computers, seats, strict=False))
        """The box of each computer player who found one; the others stand behind and back the guest."""
        self._rounds = 0
        self._away = False
        self._heard: list[tuple[str, str]] = []
        """What was said since the table was last drawn, and the player whose settlement it was, if it was one."""
        self._shown: Round | None = None
        self._screen = Screen(book, GUEST)
        self._wagering = WagerPrompt(book, self._sign, self._screen, self.keyboard, player=GUEST, boxes=self._boxes)
        if self._bankroll < smallest_playable(book, self._sign, warned=False):
            least = dollars(least_stake(book, self._sign))
            raise WrongRequest(f"--bankroll: {dollars(self._bankroll)} is less than the smallest wager, {least}")

    def play(self) -> None:
        """Play round after round until the player leaves or is out of chips."""
        self._welcome()
        try:
            while not self._away and self._reaches_minimum():
                self._screen.say()
                self._screen.rule(f"Round {self._rounds + 1}, you have {dollars(self._bankroll)}")
                self._rounds += self._round(self._wagering.ask(self._bankroll))
        except Leaving:
            pass
        self._farewell()

    def _welcome(self) -> None:
        screen, book = self._screen, self._book
        screen.rule(book.title)
        show_sign(screen, book, self._sign)
        *first, last = map(str, self._boxes)
        where = f"boxes {', '.join(first)} and {last}" if first else f"box {last}"
        screen.say(f"You are {GUEST}, at {where}. {load_call(book)}")

    def _farewell(self) -> None:
        change = self._bankroll - self._sat_down_with
        rounds = "1 round" if self._rounds == 1 else f"{self._rounds} rounds"
        self._screen.say(f"You leave with {dollars(self._bankroll)} after {rounds}, {signed(change)} in all.", "bold")

    def _reaches_minimum(self) -> bool:
        if self._bankroll >= smallest_playable(self._book, self._sign, warned=self._wagering.warned):
            return True
        least = dollars(least_stake(self._book, self._sign))
        self._screen.say(f"Your chips no longer reach the least wager, {least}. Thank you for playing.")
        return False

    def _others_wagers(self, on_table: list[Wager]) -> list[Wager]:
        """All wagers, with those of the computer players at their boxes and behind the guest's."""
        everything = list(on_table)
        for player, box in self._seats.items():
            if wager := self._computers[player].wager(self._book, self._sign, box, everything):
                everything.append(wager)
        guests = [wager.box for wager in on_table if wager.stake]
        for player, other in self._computers.items():
            seated = player in self._seats
            if wager := other.backing(self._book, self._sign, guests, everything, seated=seated):
                everything.append(wager)
        return everything

    def _round(self, placed: list[Wager]) -> bool:
        """Deal a round with these wagers of the guest's; whether there was one to deal."""
        everything = self._others_wagers(placed)
        if not everything:
            self._screen.say("Nobody has wagered, so no card is dealt.")
            return False
        if self._shoe.cutting_card_out:
            self._shoe.load()
            self._hear(load_call(self._book))
        round_ = open_round(self._book, everything, self._sign.box)
        round_ = deal_round(self._book, self._shoe, round_, ask=self._ask, watch=self._watch, say=self._hear)
        self._bankroll += round_.net().get(GUEST, 0)
        self._draw(round_)
        show_payouts(self._screen, round_, GUEST)
        return True

    def _hear(self, sentence: str) -> None:
        self._heard.append((sentence, ""))

    def _watch(self, before: Round, after: Round) -> None:
        hands = {box.number: len(box.hands) for box in after.boxes}
        lines = lines_since(before, after)
        whose = {settled(line, hands=hands[line.box]): line.player for line in lines}
        self._heard.extend((sentence, whose.get(sentence, "")) for sentence in announcements(self._book, before, after))

    def _ask(self, round_: Round, player: str, choices: Sequence[Choice]) -> PlayersAct | None:
        if other := self._computers.get(player):
            choice = other.decide(self._book, round_, choices)
            if choice is None:
                return None
            return with_joiners(self._book, round_, choice, choice.players_act, self._computers)
        if self._away:
            return None
        try:
            return self._ask_guest(round_, choices)
        except Leaving:
            self._away = True
            clause = self._book.irregularities.absent_player.clause
            self._hear(f"You leave; your hands are played as for an absent player (clause {clause}).")
            return None

    def _ask_guest(self, round_: Round, choices: Sequence[Choice]) -> PlayersAct | None:
        book, screen = self._book, self._screen
        closed = view(book, round_, GUEST).closed
        asked = box_prompt(round_, choices, closed, chips_left(round_, GUEST, self._bankroll))
        if not asked.open:
            return None
        self._draw(round_, asking=asked.box)
        show_choices(screen, book, asked, explain=self._sitting.explain)
        while True:
            typed = self.keyboard.ask("> ")
            if typed in ("?", "help"):
                show_help(screen, book, asked)
                show_sign(screen, book, self._sign)
                continue
            answer = read_answer(book, asked, typed)
            if isinstance(answer, BadAnswer):
                screen.say(answer.sentence)
                continue
            return None if answer is None else with_joiners(book, round_, *answer, self._computers)

    def _draw(self, round_: Round, *, asking: int = 0) -> None:
        """What was said, save for settlements that are shown below, and the table as it lies now."""
        told = ("", GUEST) if not round_.over else ("",)
        if said := [sentence for sentence, player in self._heard if player in told]:
            self._screen.say(" ".join(said))
        self._heard.clear()
        if round_ is not self._shown:
            self._screen.table(round_, asking=asking)
            self._shown = round_


def _cents(option: str, typed: str) -> int:
    try:
        return parse_dollars(typed)
    except BadAmount as error:
        raise WrongRequest(f"{option}: {error}") from None


def _sign(sitting: Sitting) -> Sign:
    """The table's sign: the limits asked for, and for side bets anything from a chip to the box's maximum."""
    chip = sitting.book.chips.smallest_chip.value
    minimum, maximum = _cents("--min", sitting.minimum), _cents("--max", sitting.maximum)
    if minimum > maximum:
        raise WrongRequest(f"--min: {dollars(minimum)} is above --max, {dollars(maximum)}")
    sign = Sign(TableLimits(minimum, maximum), TableLimits(chip, maximum))
    if least_stake(sitting.book, sign) > maximum:
        raise WrongRequest(f"--max: no wager in chips of {dollars(chip)} is possible up to {dollars(maximum)}")
    return sign


def _seats(sitting: Sitting) -> tuple[list[int], list[int]]:
    """The guest's boxes, in the middle of those taken, and the computer players' boxes around them."""
    most = sitting.book.layout.boxes.value
    if sitting.boxes > most:
        raise WrongRequest(f"--boxes: {sitting.boxes} is more than the {most} boxes of the table")
    taken = range(1, min(most, sitting.boxes + sitting.others) + 1)
    first = (len(taken) - sitting.boxes) // 2
    guests = list(taken)[first : first + sitting.boxes]
    return guests, [box for box in taken if box not in guests]
