"""A trainee at the terminal: each question with the table, the answers typed, the marks with clauses."""

from __future__ import annotations

import time
from collections.abc import Callable

from boxseat.cli.terminal.keyboard import Keyboard, Leaving
from boxseat.cli.terminal.screen import QUIET, Screen
from boxseat.play.irregularities.reconstruction_account import place_name
from boxseat.play.state import Round, irregular
from boxseat.rulebook.book import Book
from boxseat.training.answer_text import ANSWER_CHARACTERS_MAX, NOTHING, UnreadableAnswer, read_answer
from boxseat.training.exercise import Asked, Exercise, Part
from boxseat.training.marks import Mark, MarkedExercise, mark
from boxseat.training.sheet import Sheet, next_exercise, with_result
from boxseat.training.skill import TOPICS

NOBODY_ASKED = -1
"""In place of a box in turn: a question may be who that is."""
RIGHT_STYLE, WRONG_STYLE = "bold green", "bold red"
HINTS = {
    "choice": "a number",
    "several": f"numbers, {NOTHING} for none",
    "cards": f"cards, {NOTHING} for none, Enter for those that lie there",
    "amount": "37.50, or chips such as 25+10+2.50",
    "total": "17 or soft 17",
    "places": "such as 1 3 d 1 3",
}


class TrainingDesk:
    """Asks questions one after another; the sheet is saved after each."""

    def __init__(
        self, book: Book, sheet: Sheet, *, seed: int, topic: str, day: str, save: Callable[[Sheet], None]
    ) -> None:
        self._book = book
        self._sheet = sheet
        self._seed = seed
        self._topic = topic
        self._day = day
        self._save = save
        self._screen = Screen(book, "")
        self._keyboard = Keyboard()

    def ask(self, questions: int) -> Sheet:
        """Ask so many questions, or until the trainee leaves; the sheet after them."""
        with self._keyboard.attended():
            try:
                for number in range(1, questions + 1):
                    self._question(number, questions)
            except Leaving:
                self._screen.say("You leave; what you have answered counts.", QUIET)
        return self._sheet

    def _question(self, number: int, questions: int) -> None:
        one = next_exercise(self._book, self._sheet, self._seed, self._topic)
        self._screen.say()
        self._screen.rule(f"{number} of {questions}: {one.title} ({TOPICS[one.topic]})")
        self._show(one)
        started = time.monotonic()
        answers = {}
        for place, asked in enumerate(one.asked):
            self._show_options(asked.part, one.asked[place - 1].part if place else None)
            answers[asked.part.name] = self._answer(asked.part)
        seconds = time.monotonic() - started
        marked = mark(one, answers)
        self._sheet = with_result(self._sheet, one, marked, seconds=seconds, day=self._day)
        self._save(self._sheet)
        self._show_marks(one, marked, seconds)

    def _show(self, one: Exercise) -> None:
        if one.table is not None:
            self._screen.table(one.table, asking=NOBODY_ASKED)
            self._show_loose(one.table)
        for line in one.told:
            self._screen.say(line, "bold")
        for line in one.log:
            self._screen.say(f"  {line}")

    def _show_loose(self, round_: Round) -> None:
        """Cards that lie where the picture has no place for them."""
        for lies in irregular(round_).surplus:
            self._screen.say(f"{lies.card} lies on {place_name(lies.to)} besides.")
        if round_.burnt:
            self._screen.say(f"Burnt in this round: {' '.join(round_.burnt)}.")

    def _show_options(self, part: Part, before: Part | None) -> None:
        """Show the options of a choice, unless they are those of the part before."""
        if part.form in ("choice", "several") and (before is None or before.options != part.options):
            self._screen.say()
            for number, option in enumerate(part.options, 1):
                self._screen.say(f"  {number:>2}  {option.label}")

    def _answer(self, part: Part) -> str:
        """The answer to a part; asked again until it can be read."""
        lies = f", now {part.start or 'none'}" if part.form == "cards" else ""
        while True:
            typed = self._keyboard.ask(
                f"{part.asks} ({HINTS[part.form]}{lies}): ", characters_max=ANSWER_CHARACTERS_MAX
            )
            if part.form == "cards" and not typed:
                typed = part.start
            try:
                return read_answer(part, typed)
            except UnreadableAnswer as error:
                self._screen.say(f"{str(error)[0].upper()}{str(error)[1:]}.")

    def _show_marks(self, one: Exercise, marked: MarkedExercise, seconds: float) -> None:
        cards = sum(len(asked.right.clauses) for asked in one.asked)
        pace = f", {seconds / (cards - 1):.1f} seconds a card" if cards > 1 else ""
        word, style = ("Right", RIGHT_STYLE) if marked.is_right else ("Wrong", WRONG_STYLE)
        self._screen.say()
        self._screen.say(f"{word}, in {seconds:.0f} seconds{pace}.", style)
        for asked, made in zip(one.asked, marked.marks, strict=True):
            if not made.is_right:
                self._show_mistake(asked, made)
        for clause, sentence in {made.clause: made.sentence for made in marked.marks}.items():
            self._screen.say(f"Clause {clause}{f': {sentence}' if sentence else ''}", QUIET)

    def _show_mistake(self, asked: Asked, made: Mark) -> None:
        why = f" ({made.why})" if made.why else ""
        self._screen.say(f"  {made.asks}: {_in_words(asked.part, made.given)}", WRONG_STYLE)
        self._screen.say(f"    Right by clause {made.clause}: {_in_words(asked.part, made.answer)}{why}")


def _in_words(part: Part, answer: str) -> str:
    """An answer with the labels of its options."""
    if part.form not in ("choice", "several"):
        return answer or "none"
    labels = {option.id: option.label for option in part.options}
    return "; ".join(labels[name] for name in answer.split()) or "none"
