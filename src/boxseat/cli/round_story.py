"""A replayed round as text: card by card, decision by decision, with the clause of each settlement."""

from __future__ import annotations

from boxseat.cards import SUITS, Card, total
from boxseat.money import dollars
from boxseat.play.acts import Deal
from boxseat.play.announce import announcements, settled
from boxseat.play.document import Decision
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.opening import reopened
from boxseat.play.replay import Replayed
from boxseat.play.state import Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book

SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def face(card: Card) -> str:
    """A card with its suit's symbol: 10♥, K♠."""
    return ("10" if card.rank == "T" else card.rank) + SYMBOLS[card.suit]


def story(replayed: Replayed, *, title: str = "") -> str:
    """The text of a whole replayed round."""
    document = replayed.document
    book = document.book
    lines = [*([title] if title else []), *_heading(book, replayed.round), ""]
    round_ = reopened(book, replayed.round)
    lines.extend(f"      {settled(line)}" for line in round_.settlements)
    lines.extend(_refusals(replayed, round_))
    for act in replayed.round.acts:
        before, round_ = round_, step(book, round_, act)
        if isinstance(act, Deal):
            lines.append(f"  {face(act.card):>3} {_where(before, round_)}")
        clause = clause_of(book, before, act)
        said = announcements(book, before, round_)
        lines.extend(
            f"      {sentence}" for sentence in ([f"{said[0]} (clause {clause})", *said[1:]] if clause else said)
        )
        lines.extend(_refusals(replayed, round_))
    lines.extend(_outcome(replayed.round))
    return "\n".join(lines) + "\n"


def _heading(book: Book, round_: Round) -> list[str]:
    lines = [f"{book.title}, {book.cards.decks.value} decks"]
    for box in round_.boxes:
        laid = ", ".join(
            f"{wager.player} {dollars(wager.cents)}{' (decides)' if wager.player == box.controller else ''}"
            for wager in box.main
        )
        lines.append(f"Box {box.number}: {laid}")
    for wager in round_.wagers:
        plays = next((box.main_of(wager.player) for box in round_.boxes if box.number == wager.box), 0)
        if 0 < plays < wager.stake:
            clause = book.limits.over_maximum.clause
            back = dollars(wager.stake - plays)
            lines.append(f"Box {wager.box}: {back} of {wager.player}'s is above the maximum and returned ({clause})")
    return lines


def _where(before: Round, after: Round) -> str:
    if len(after.dealer) > len(before.dealer):
        return "to the dealer"
    place = next(place for place, box in enumerate(after.boxes) if len(box.dealt) > len(before.boxes[place].dealt))
    box = after.boxes[place]
    if len(box.hands) == 1:
        return f"to box {box.number}"
    return f"to box {box.number}, hand {before.turn[1] + 1}"


def _refusals(replayed: Replayed, round_: Round) -> list[str]:
    """What was tried at this point of the round and not allowed."""
    return [
        f"      Refused: {_decision(replayed.document.decisions[entry.decision])}: "
        f"{entry.refusal.reason} (clause {entry.refusal.clause})."
        for entry in replayed.refused
        if entry.after_acts == len(round_.acts)
    ]


def _decision(decision: Decision) -> str:
    """A decision in a few words: bob's insure for 5.00 on box 1."""
    who = f"{decision.player}'s " if decision.player else f"the {decision.by}'s " if decision.by else ""
    amount = f" for {dollars(decision.amount)}" if decision.amount else ""
    return f"{who}{decision.do}{amount}{f' on box {decision.box}' if decision.box else ''}"


def _outcome(round_: Round) -> list[str]:
    hands = [("dealer", round_.dealer, str(total(round_.dealer)))] if round_.dealer else []
    for box in round_.boxes:
        for place, hand in enumerate(box.hands):
            name = f"box {box.number}" if len(box.hands) == 1 else f"box {box.number}, hand {place + 1}"
            hands.append((name, hand.cards, str(hand.total)))
    nets = round_.net()
    money = [*nets.items(), ("the house", -sum(nets.values()))]
    width = max(len(name) for name in (*(hand[0] for hand in hands), *(name for name, _ in money)))
    return [
        "",
        *(f"  {name:<{width}}  {points:>7}  {' '.join(map(face, cards))}" for name, cards, points in hands),
        *(f"  {name:<{width}}  {dollars(cents):>12}" for name, cents in money),
    ]
