"""``boxseat play``: plays rounds at a table in the terminal until the player leaves."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from secrets import SystemRandom

import msgspec

from boxseat.cli.errors import WrongRequest
from boxseat.cli.terminal.calls import card_call
from boxseat.cli.terminal.company import Company
from boxseat.cli.terminal.keyboard import Keyboard, Leaving
from boxseat.cli.terminal.keys import BadAnswer, box_prompt, read_answer
from boxseat.cli.terminal.payouts import show_payouts
from boxseat.cli.terminal.prompts import show_choices, show_help
from boxseat.cli.terminal.round_loop import deal_round, leave_cut_to_house
from boxseat.cli.terminal.screen import Screen, signed
from boxseat.cli.terminal.sign import show_sign
from boxseat.cli.terminal.wager_prompt import WagerPrompt
from boxseat.computer import Kind, computer
from boxseat.computer.replies import command_of
from boxseat.money import BadAmount, Cents, dollars, parse_dollars
from boxseat.play.announce import settled
from boxseat.play.state import Round, TableLimits, lines_since
from boxseat.play.view import view
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.announcements import sentences
from boxseat.table.fold import Step
from boxseat.table.memory_table import MemoryTable, practice_entropy
from boxseat.table.names import COMPUTER_NAMES
from boxseat.table.questions import OpenQuestion
from boxseat.table.records import Acted, LeftTable
from boxseat.table.settings import Settings
from boxseat.table.sign import Sign, least_stake, smallest_playable
from boxseat.table.state import Patron

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
    """One player's session at a table in memory: what they are asked and shown, and the commands they give."""

    def __init__(self, sitting: Sitting) -> None:
        book = sitting.book
        self.keyboard = Keyboard()
        self._book = book
        self._sitting = sitting
        self._sign = _sign(sitting)
        self._sat_down_with = _cents("--bankroll", sitting.bankroll)
        self._boxes, others_boxes = _seats(sitting)
        if self._sat_down_with < smallest_playable(book, self._sign, warned=False):
            least = dollars(least_stake(book, self._sign))
            raise WrongRequest(f"--bankroll: {dollars(self._sat_down_with)} is less than the smallest wager, {least}")
        self._table = _open_table(sitting, self._sign)
        buying = self._table.do(GUEST, c.BuyIn(self._sat_down_with), *map(c.Sit, self._boxes))
        if isinstance(buying, Refusal):
            raise WrongRequest(f"--bankroll: {buying.reason} (clause {buying.clause})")
        chance = SystemRandom() if sitting.seed is None else Random(f"players {sitting.seed}")
        names = COMPUTER_NAMES[: sitting.others]
        self._others = Company(self._table, sitting.others_play, names, others_boxes, chance)
        self._others.sit_down()
        self._took_away = 0
        self._heard: list[tuple[str, str]] = []
        """What was said since the table was last drawn, and the player whose settlement it was, if it was one."""
        self._shown: Round | None = None
        self._screen = Screen(book, GUEST)
        self._wagering = WagerPrompt(self._table, self._screen, self.keyboard, player=GUEST, boxes=self._boxes)

    @property
    def _guest(self) -> Patron | None:
        """The player at the table; none once they have left."""
        return self._table.table.patrons.get(GUEST)

    def play(self) -> None:
        """Play round after round until the player leaves or is out of chips."""
        self._welcome()
        try:
            while (guest := self._guest) is not None and self._reaches_minimum(guest):
                self._screen.say()
                self._screen.rule(f"Round {self._table.table.round_number + 1}, you have {dollars(guest.chips)}")
                self._wagering.ask()
                self._round()
        except Leaving:
            pass
        if self._guest is not None:
            self._watch(self._table.done(GUEST, c.Leave()))
        self._farewell()

    def _welcome(self) -> None:
        screen, book = self._screen, self._book
        screen.rule(book.title)
        show_sign(screen, book, self._sign)
        *first, last = map(str, self._boxes)
        where = f"boxes {', '.join(first)} and {last}" if first else f"box {last}"
        self._hear(f"You are {GUEST}, at {where}.")
        leave_cut_to_house(self._table, watch=self._watch)
        self._say_heard(own_settlements=False)

    def _farewell(self) -> None:
        number = self._table.table.round_number
        rounds = "1 round" if number == 1 else f"{number} rounds"
        took, change = dollars(self._took_away), signed(self._took_away - self._sat_down_with)
        self._screen.say(f"You leave with {took} after {rounds}, {change} in all.", "bold")

    def _reaches_minimum(self, guest: Patron) -> bool:
        if guest.chips >= smallest_playable(self._book, self._sign, warned=guest.warned):
            return True
        least = dollars(least_stake(self._book, self._sign))
        self._screen.say(f"Your chips no longer reach the least wager, {least}. Thank you for playing.")
        return False

    def _round(self) -> None:
        """Deal a round with the wagers of everybody, if there are any."""
        self._others.lay([laid.box for laid in self._table.table.wagers if laid.stake])
        if not self._table.table.has_stakes:
            self._screen.say("Nobody has wagered, so no card is dealt.")
            return
        deal_round(self._table, answer=self._answer, watch=self._watch)
        self._draw(self._table.table.current_round)
        show_payouts(self._screen, self._table.table.current_round, GUEST)

    def _hear(self, sentence: str, player: str = "") -> None:
        self._heard.append((sentence, player))

    def _watch(self, steps: Sequence[Step]) -> None:
        """Note what the dealer says about these steps, and with how much the player leaves."""
        for step in steps:
            if isinstance(step.record, Acted):
                whose = _whose_settlements(step.before.current_round, step.after.current_round)
                for sentence in sentences(self._book, step):
                    self._hear(sentence, whose.get(sentence, ""))
            elif isinstance(step.record, LeftTable) and step.record.player == GUEST:
                self._took_away = step.record.cents
            elif said := card_call(self._book, step):
                self._hear(said)

    def _answer(self, question: OpenQuestion) -> c.TableCommand:
        if question.player != GUEST:
            return self._others.answer(question)
        try:
            return self._ask_guest(question.box)
        except Leaving:
            clause = self._book.irregularities.absent_player.clause
            self._hear(f"You leave; your hands are played as for an absent player (clause {clause}).")
            return c.Leave()

    def _ask_guest(self, box: int) -> c.TableCommand:
        book, screen, round_ = self._book, self._screen, self._table.table.current_round
        seen = view(book, round_, GUEST)
        choices = [choice for choice in seen.choices if choice.players_act.box == box]
        asked = box_prompt(round_, choices, seen.closed, self._table.table.patrons[GUEST].chips)
        self._draw(round_, asking=asked.box)
        show_choices(screen, book, asked, explain=self._sitting.explain)
        while True:
            typed = self.keyboard.ask("> ")
            if typed in ("?", "help"):
                show_help(screen, book, asked)
                show_sign(screen, book, self._sign)
                continue
            answer = read_answer(book, asked, typed)
            if not isinstance(answer, BadAnswer):
                return c.Decline(box) if answer is None else command_of(answer)
            screen.say(answer.sentence)

    def _draw(self, round_: Round, *, asking: int = 0) -> None:
        """What was said, save for settlements that are shown below, and the table as it lies now."""
        self._say_heard(own_settlements=not round_.over)
        if round_ is not self._shown:
            self._screen.table(round_, asking=asking)
            self._shown = round_

    def _say_heard(self, *, own_settlements: bool) -> None:
        """Say what was heard, without the others' settlements."""
        told = ("", GUEST) if own_settlements else ("",)
        if said := [sentence for sentence, player in self._heard if player in told]:
            self._screen.say(" ".join(said))
        self._heard.clear()


def _whose_settlements(before: Round, after: Round) -> dict[str, str]:
    """The player of each settlement between two states of a round, by its sentence."""
    hands = {box.number: len(box.hands) for box in after.boxes}
    return {settled(line, hands=hands[line.box]): line.player for line in lines_since(before, after)}


def _open_table(sitting: Sitting, sign: Sign) -> MemoryTable:
    """The table, open for play. Nobody loses a seat for rounds sat out: the player may watch as long as they like."""
    book = sitting.book
    entropy = os.urandom if sitting.seed is None else practice_entropy(f"shoe {sitting.seed}")
    table = MemoryTable(book, entropy=entropy)
    settings = Settings(sign=sign, players_on_box=book.layout.players_per_box.value, idle_seats_go=False)
    table.open(settings)
    return table


def _cents(option: str, typed: str) -> Cents:
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
    if minimum % chip:
        raise WrongRequest(f"--min: {dollars(minimum)} is no multiple of the smallest chip, {dollars(chip)}")
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
