"""The prompts on the screen: open choices with their keys, closed choices with the reason, and the wager prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.padding import Padding
from rich.text import Text

from boxseat.cli.terminal.blocks import wrapped
from boxseat.cli.terminal.keys import BoxPrompt, name, out_of_reach, price, why_not
from boxseat.cli.terminal.screen import QUIET, Screen
from boxseat.cli.terminal.typed_wagers import TypedWager, example
from boxseat.consistency import present
from boxseat.money import dollars
from boxseat.play.acts import Double, EvenMoney, Forfeit, Hit, Insure, Split, Stand, Surrender
from boxseat.play.announce import hand_name
from boxseat.play.state import Phase
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book, Cited

KEY_STYLE = "bold cyan"
CHOICE_MEANINGS: dict[type, str] = {
    Hit: "one more card",
    Stand: "no more cards",
    Double: "a further wager for one more card, and then no other",
    Split: "the two cards become two hands, with a wager on each",
    Insure: "a wager of its own that the dealer makes {natural}",
    EvenMoney: "your {natural} is paid 1 to 1 now, whatever the dealer makes",
    Surrender: "give the hand up, and with it part of the wager",
    Forfeit: "give up the hand's own wager and take the doubled part back",
}
OFFER_NAMES = {
    Phase.INSURANCE: "insurance",
    Phase.SURRENDER: "surrender",
    Phase.FORFEIT: "forfeit",
}


def show_choices(screen: Screen, book: Book, asked: BoxPrompt, *, explain: bool) -> None:
    """Show the question, and the keys that answer it."""
    screen.say(_question(screen, book, asked), "bold")
    parts = [_key(*name(choice.act), price(book, asked.round, choice)) for choice in asked.open]
    if asked.is_offer:
        parts.append(_key("c", "continue"))
    _keys(screen, [*parts, _key("?", "help"), _key("q", "leave")])
    if explain:
        _say_closed(screen, asked)


def show_help(screen: Screen, book: Book, asked: BoxPrompt) -> None:
    """Show what each open choice means, and why each other one is closed."""
    for choice in asked.open:
        key, word = name(choice.act)
        means = CHOICE_MEANINGS[type(choice.act)].format(natural=book.natural.name.value)
        clause = _clause(book, choice.act)
        screen.say(Text.assemble("  ", (key, KEY_STYLE), f" {word}: {means}", (f" (clause {clause})", QUIET)))
    if any(choice.amount for choice in asked.open):
        screen.say("  An amount may follow the key, as in: d 5")
    _say_closed(screen, asked)


def show_wagering(
    screen: Screen, book: Book, boxes: Sequence[int], again: Mapping[int, TypedWager], *, first: bool
) -> None:
    """Show how to lay wagers before the first card; Enter lays `again`, the minimum in the first round."""
    several = len(boxes) > 1
    screen.say(f"Type your wager{' for each box' if several else ''}, such as {example(book)}, or one of the keys:")
    same = ", ".join(f"box {box}: {bet}" for box, bet in again.items())
    if len(set(again.values())) == 1 and len(again) == len(boxes):
        same = f"{again[boxes[0]]} on each" if several else str(again[boxes[0]])
    parts = [
        _key("Enter", "the minimum" if first else "the same again", same),
        _key("b", "box by box" if several else "change it"),
        _key("n", "sit this round out"),
        _key("?", "the sign"),
        _key("q", "leave"),
    ]
    _keys(screen, parts)


def _question(screen: Screen, book: Book, asked: BoxPrompt) -> str:
    round_ = asked.round
    _, box = present(round_.find_box(asked.box), f"box {asked.box}")
    against = f"against {screen.pen.face(round_.dealer[0])}"
    if round_.phase is Phase.DECISION:
        asks = f"{hand_name(box, round_.turn[1])} has {round_.hand_in_turn.total} {against}."
    else:
        hand = round_.hand_in_turn if round_.phase is Phase.FORFEIT else box.hands[0]
        has = book.natural.name.value if box.has_natural else str(hand.total)
        asks = f"Box {box.number} has {has} {against}: {OFFER_NAMES[round_.phase]}?"
    return f"{asks} You have {dollars(asked.chips_left)} left."


def _key(key: str, word: str, detail: str = "") -> Text:
    return Text.assemble(
        ("[", QUIET), (key, KEY_STYLE), ("]", QUIET), f" {word}", (f" ({detail})" if detail else "", QUIET)
    )


def _keys(screen: Screen, parts: list[Text]) -> None:
    screen.show(wrapped([list(part.wrap(screen.console, screen.width)) for part in parts], screen.width, gap=2))


def _say_closed(screen: Screen, asked: BoxPrompt) -> None:
    for sentence in _closed(asked):
        screen.console.print(Padding(Text(sentence, QUIET), (0, 0, 0, 2)))


def _closed(asked: BoxPrompt) -> Iterator[str]:
    """One sentence for all choices that are closed by the same clause for the same reason."""
    for choice in asked.beyond:
        yield out_of_reach(asked, choice)
    words: dict[Refusal, list[str]] = {}
    for entry in asked.closed:
        words.setdefault(entry.refusal, []).append(name(entry.act)[1])
    for refused, closed in words.items():
        yield why_not(", ".join(closed), refused)


def _clause(book: Book, act: object) -> str:
    """The clause that allows a choice."""
    rules: dict[type, Cited[object]] = {
        Hit: book.drawing.turn,
        Stand: book.drawing.stand_from,
        Double: book.doubling.on,
        Split: book.splitting.pairs,
        Insure: book.insurance.against,
        EvenMoney: book.natural.even_money,
        Surrender: book.surrender.against,
        Forfeit: book.doubling.forfeit,
    }
    return rules[type(act)].clause
