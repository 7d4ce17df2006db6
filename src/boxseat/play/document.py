"""Replay documents: a round as JSON, for players, courts and test laboratories.

`read_document` is strict: an error is one sentence that names the field. Whether a decision was allowed is for the judge, when the
round is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from boxseat.cards import BadCard, Card, check_in_shoe, parse_cards
from boxseat.money import BadAmount, parse_dollars
from boxseat.play.state import TableLimits, Wager
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, open_book, with_options

JOINABLE = ("surrender", "split", "double")
HAND_DECISIONS = ("hit", "stand", "split", "double")
PLAYERS_DECISIONS = ("insure", "even-money", "forfeit", "surrender", *HAND_DECISIONS)
STAFF_STEPS = {"absent": "dealer", "burn": "dealer", "close": "dealer", "void": "supervisor"}
"""Steps of staff, and who does each of them."""
NAME_CHARACTERS_MAX = 200


class BadDocument(ValueError):
    """An invalid document; the message names the field and says why."""


class Decision(msgspec.Struct, frozen=True):
    """One decision of the document: a player's about a box, or a step of the dealer or a supervisor."""

    do: str
    box: int = 0
    player: str | None = None
    amount: int | None = None
    joined_by: tuple[tuple[str, int], ...] = ()
    by: str | None = None
    after_cards: int | None = None
    """The number of cards dealt before a staff step, if given."""


class Document(msgspec.Struct, frozen=True):
    """A round as the document has it."""

    game: str
    options: dict[str, object]
    book: Book
    limits: TableLimits
    cards: tuple[Card, ...]
    wagers: tuple[Wager, ...]
    decisions: tuple[Decision, ...]


def read_document(written: object, *, at: str = "", opener: Callable[[str], Book] = open_book) -> Document:
    """Read a document from decoded JSON; `at` is its place in the file, for errors; `opener` finds a game's book."""
    return _Reader(at, opener).document(written)


class _Reader:
    """Reads fields strictly, and knows its place for error sentences."""

    def __init__(self, at: str, opener: Callable[[str], Book]) -> None:
        self._at = at
        self._open = opener

    def document(self, written: object) -> Document:
        known = ("game", "options", "limits", "cards", "discards_shuffled", "wagers", "decisions")
        fields = self._object(written, "", known)
        for name in ("game", "cards", "wagers"):
            if name not in fields:
                self._bad(name, "missing")
        game = self._text(fields["game"], "game")
        settings = self._object(fields.get("options", {}), "options", None)
        try:
            book = with_options(self._open(game), settings)
        except BookError as error:
            self._bad("game", str(error))
        except OptionError as error:
            self._bad("options", str(error))
        limits = self._object(fields.get("limits", {}), "limits", ("min", "max", "marked"))
        again = self._flag(fields.get("discards_shuffled", False), "discards_shuffled")
        return Document(
            game=game,
            options=dict(settings),
            book=book,
            limits=self._limits(limits),
            cards=self._cards(fields["cards"], book, again=again),
            wagers=self._wagers(fields["wagers"], book, self._marked(limits.get("marked", []), book)),
            decisions=self._decisions(fields.get("decisions", []), book),
        )

    def _limits(self, fields: Mapping[str, Any]) -> TableLimits:
        amounts = {name: self._amount(fields[name], f"limits.{name}") for name in ("min", "max") if name in fields}
        limits = TableLimits(amounts.get("min"), amounts.get("max"))
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            self._bad("limits", "min is above max")
        return limits

    def _marked(self, written: object, book: Book) -> frozenset[int]:
        """The boxes with a marker on which any number of players may wager (CB 4.6)."""
        boxes = self._list(written, "limits.marked")
        marked = {self._box_number(box, f"limits.marked[{place}]", book) for place, box in enumerate(boxes)}
        return frozenset(marked) if book.layout.players_on_marked_box.value == "any-number" else frozenset()

    def _cards(self, written: object, book: Book, *, again: bool) -> tuple[Card, ...]:
        """The cards; those of hands already cleared may come `again` if the discards were shuffled to finish the round."""
        try:
            cards = parse_cards(self._text(written, "cards", longest=100_000))
            decks = len(cards) if again else book.cards.decks.value
            check_in_shoe(cards, ranks=book.cards.ranks.value, decks=decks)
        except BadCard as error:
            self._bad("cards", str(error))
        return cards

    def _wagers(self, written: object, book: Book, marked: frozenset[int]) -> tuple[Wager, ...]:
        wagers = tuple(
            self._wager(wager, f"wagers[{number}]", book) for number, wager in enumerate(self._list(written, "wagers"))
        )
        if not wagers:
            self._bad("wagers", "a round needs at least one")
        for number in sorted({wager.box for wager in wagers}):
            on_box = [wager for wager in wagers if wager.box == number]
            most = book.layout.players_per_box.value
            if len({wager.player for wager in on_box}) < len(on_box):
                self._bad("wagers", f"a player is listed twice on box {number}")
            if sum(wager.seated for wager in on_box) > 1:
                self._bad("wagers", f"two players are seated at box {number}")
            if number not in marked and sum(wager.stake > 0 for wager in on_box) > most:
                self._bad("wagers", f"box {number} has more than {most} main wagers")
        return wagers

    def _wager(self, written: object, at: str, book: Book) -> Wager:
        offered = book.offers.side_bets.value
        known = ("box", "player", "stake", "seated", "warned", *offered)
        fields = self._object(written, at, known)
        if not fields.keys() & {"stake", *offered}:
            self._bad(at, "nothing is wagered")
        amounts = {
            name: self._amount(fields[name], f"{at}.{name}") if name in fields else 0
            for name in ("stake", "perfect-pairs", "super-sevens")
        }
        return Wager(
            box=self._box(fields, at, book),
            player=self._name(fields, at),
            stake=amounts["stake"],
            seated=self._flag(fields.get("seated", False), f"{at}.seated"),
            perfect_pairs=amounts["perfect-pairs"],
            super_sevens=amounts["super-sevens"],
            warned=self._flag(fields.get("warned", False), f"{at}.warned"),
        )

    def _decisions(self, written: object, book: Book) -> tuple[Decision, ...]:
        return tuple(
            self._decision(decision, f"decisions[{number}]", book)
            for number, decision in enumerate(self._list(written, "decisions"))
        )

    def _decision(self, written: object, at: str, book: Book) -> Decision:
        fields = self._object(written, at, None)
        if "do" not in fields:
            self._bad(f"{at}.do", "missing")
        do = self._text(fields["do"], f"{at}.do")
        if "by" in fields:
            return self._staff_step(fields, do, at)
        if do not in PLAYERS_DECISIONS:
            self._bad(f"{at}.do", f"{do!r} is none of {', '.join(PLAYERS_DECISIONS)}")
        known = ["box", "do", "player"]
        if do in ("insure", "double"):
            known.append("amount")
        if do in JOINABLE:
            known.append("joined_by")
        self._object(fields, at, known)
        if do == "insure" and "amount" not in fields:
            self._bad(f"{at}.amount", "missing")
        return Decision(
            do=do,
            box=self._box(fields, at, book),
            player=self._name(fields, at) if "player" in fields else None,
            amount=self._amount(fields["amount"], f"{at}.amount") if "amount" in fields else None,
            joined_by=self._joined_by(fields["joined_by"], do, f"{at}.joined_by") if "joined_by" in fields else (),
        )

    def _staff_step(self, fields: Mapping[str, Any], do: str, at: str) -> Decision:
        self._object(fields, at, ("by", "do", "after_cards"))
        by = self._text(fields["by"], f"{at}.by")
        if do not in STAFF_STEPS:
            self._bad(f"{at}.do", f"{do!r} is none of {', '.join(STAFF_STEPS)}")
        if by != STAFF_STEPS[do]:
            self._bad(f"{at}.by", f"{do} is a step of the {STAFF_STEPS[do]}")
        after = fields.get("after_cards")
        if after is not None and (type(after) is not int or not 0 <= after <= 10_000):
            self._bad(f"{at}.after_cards", "is not a number of cards")
        return Decision(do=do, by=by, after_cards=after)

    def _joined_by(self, written: object, do: str, at: str) -> tuple[tuple[str, int], ...]:
        if do == "double":
            named = self._object(written, at, None)
            return tuple((self._text(name, at), self._amount(amount, f"{at}.{name}")) for name, amount in named.items())
        return tuple((self._text(name, at), 0) for name in self._list(written, at))

    def _box(self, fields: Mapping[str, Any], at: str, book: Book) -> int:
        if "box" not in fields:
            self._bad(f"{at}.box", "missing")
        return self._box_number(fields["box"], f"{at}.box", book)

    def _box_number(self, written: object, at: str, book: Book) -> int:
        if type(written) is not int or not 1 <= written <= book.layout.boxes.value:
            self._bad(at, f"{_shown(written)} is no box; they are numbered 1 to {book.layout.boxes.value}")
        return written

    def _name(self, fields: Mapping[str, Any], at: str) -> str:
        if "player" not in fields:
            self._bad(f"{at}.player", "missing")
        return self._text(fields["player"], f"{at}.player")

    def _text(self, written: object, at: str, *, longest: int = NAME_CHARACTERS_MAX) -> str:
        if not isinstance(written, str):
            self._bad(at, f"{_shown(written)} is not text")
        if not written.strip() and at != "cards":
            self._bad(at, "is empty")
        if at != "cards" and not written.isprintable():
            self._bad(at, "has characters that cannot be printed")
        if len(written) > longest:
            self._bad(at, f"is longer than {longest} characters")
        return written

    def _flag(self, written: object, at: str) -> bool:
        if not isinstance(written, bool):
            self._bad(at, f"{_shown(written)} is neither true nor false")
        return written

    def _amount(self, written: object, at: str) -> int:
        try:
            return parse_dollars(written)
        except BadAmount as error:
            self._bad(at, str(error))

    def _list(self, written: object, at: str) -> Sequence[object]:
        if not isinstance(written, list):
            self._bad(at, f"{_shown(written)} is not a list")
        return written

    def _object(self, written: object, at: str, known: Sequence[str] | None) -> Mapping[str, Any]:
        if not isinstance(written, dict):
            self._bad(at, f"{_shown(written)} is not an object")
        for name in written:
            if known is not None and name not in known:
                self._bad(f"{at}.{name[:40]}".lstrip("."), f"unknown field; there are {', '.join(known)}")
        return written

    def _bad(self, field: str, reason: str) -> NoReturn:
        where = ".".join(part for part in (self._at, field) if part)
        raise BadDocument(f"{where}: {reason}" if where else reason)


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
