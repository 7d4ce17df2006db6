"""Replay documents: a round as JSON, for players, courts and test laboratories.

`read_document` is strict: an error is one sentence that names the field. Whether a decision was allowed is for the judge, when the
round is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from boxseat.cards import BadCard, Card, card_or_unseen, check_in_shoe
from boxseat.play.fields import FieldReader, shown
from boxseat.play.staff_steps import STAFF_STEPS, StaffStep
from boxseat.play.state import TableLimits, Wager
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, open_book, with_options

JOINABLE = ("surrender", "split", "double")
HAND_DECISIONS = ("hit", "stand", "split", "double", "refuse")
PLAYERS_DECISIONS = ("insure", "even-money", "forfeit", "surrender", *HAND_DECISIONS)


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
    step: StaffStep | None = None
    """What staff do; none for a player's decision."""


class Document(msgspec.Struct, frozen=True):
    """A round as the document has it."""

    game: str
    options: dict[str, object]
    book: Book
    limits: TableLimits
    cards: tuple[Card, ...]
    wagers: tuple[Wager, ...]
    decisions: tuple[Decision, ...]
    device: bool = False
    """Whether the cards come from a shuffling device."""


def read_document(written: object, *, at: str = "", opener: Callable[[str], Book] = open_book) -> Document:
    """Read a document from decoded JSON; `at` is its place in the file, for errors; `opener` finds a game's book."""
    return _Reader(at, opener).document(written)


class _Reader(FieldReader):
    """Reads a document."""

    def __init__(self, at: str, opener: Callable[[str], Book]) -> None:
        super().__init__(at)
        self._open = opener

    def document(self, written: object) -> Document:
        known = ("game", "options", "limits", "cards", "cards_from", "discards_shuffled", "wagers", "decisions")
        fields = self.mapping(written, "", known)
        for name in ("game", "cards", "wagers"):
            if name not in fields:
                self.bad(name, "missing")
        game = self.text(fields["game"], "game")
        settings = self.mapping(fields.get("options", {}), "options", None)
        try:
            book = with_options(self._open(game), settings)
        except BookError as error:
            self.bad("game", str(error))
        except OptionError as error:
            self.bad("options", str(error))
        limits = self.mapping(fields.get("limits", {}), "limits", ("min", "max", "marked"))
        again = self.flag(fields.get("discards_shuffled", False), "discards_shuffled")
        return Document(
            game=game,
            options=dict(settings),
            book=book,
            limits=self._limits(limits),
            cards=self._cards(fields["cards"], book, again=again),
            wagers=self._wagers(fields["wagers"], book, self._marked(limits.get("marked", []), book)),
            decisions=self._decisions(fields.get("decisions", []), book),
            device=self._is_device(fields.get("cards_from", "shoe"), book),
        )

    def _is_device(self, written: object, book: Book) -> bool:
        if written not in ("shoe", "device"):
            self.bad("cards_from", f"{shown(written)} is neither shoe nor device")
        if written == "device" and not book.device.offered.value:
            self.bad("cards_from", "this game has no shuffling device")
        return written == "device"

    def _limits(self, fields: Mapping[str, Any]) -> TableLimits:
        amounts = {name: self.amount(fields[name], f"limits.{name}") for name in ("min", "max") if name in fields}
        limits = TableLimits(amounts.get("min"), amounts.get("max"))
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            self.bad("limits", "min is above max")
        return limits

    def _marked(self, written: object, book: Book) -> frozenset[int]:
        """The boxes with a marker on which any number of players may wager (CB 4.6)."""
        boxes = self.sequence(written, "limits.marked")
        marked = {self.box_number(box, f"limits.marked[{place}]", book) for place, box in enumerate(boxes)}
        return frozenset(marked) if book.layout.players_on_marked_box.value == "any-number" else frozenset()

    def _cards(self, written: object, book: Book, *, again: bool) -> tuple[Card, ...]:
        """The cards, `??` for one not seen; those of hands already cleared may come `again` after a shuffle in mid-round."""
        try:
            text = self.text(written, "cards", longest=100_000)
            cards = tuple(card_or_unseen(word) for word in text.split())
            decks = len(cards) if again else book.cards.decks.value
            check_in_shoe(cards, ranks=book.cards.ranks.value, decks=decks)
        except BadCard as error:
            self.bad("cards", str(error))
        return cards

    def _wagers(self, written: object, book: Book, marked: frozenset[int]) -> tuple[Wager, ...]:
        wagers = tuple(
            self._wager(wager, f"wagers[{number}]", book)
            for number, wager in enumerate(self.sequence(written, "wagers"))
        )
        if not wagers:
            self.bad("wagers", "a round needs at least one")
        for number in sorted({wager.box for wager in wagers}):
            on_box = [wager for wager in wagers if wager.box == number]
            most = book.layout.players_per_box.value
            if len({wager.player for wager in on_box}) < len(on_box):
                self.bad("wagers", f"a player is listed twice on box {number}")
            if sum(wager.seated for wager in on_box) > 1:
                self.bad("wagers", f"two players are seated at box {number}")
            if number not in marked and sum(wager.stake > 0 for wager in on_box) > most:
                self.bad("wagers", f"box {number} has more than {most} main wagers")
        return wagers

    def _wager(self, written: object, at: str, book: Book) -> Wager:
        offered = book.offers.side_bets.value
        known = ("box", "player", "stake", "seated", "warned", *offered)
        fields = self.mapping(written, at, known)
        if not fields.keys() & {"stake", *offered}:
            self.bad(at, "nothing is wagered")
        amounts = {
            name: self.amount(fields[name], f"{at}.{name}") if name in fields else 0
            for name in ("stake", "perfect-pairs", "super-sevens")
        }
        return Wager(
            box=self.box(fields, at, book),
            player=self.name(fields, at),
            stake=amounts["stake"],
            seated=self.flag(fields.get("seated", False), f"{at}.seated"),
            perfect_pairs=amounts["perfect-pairs"],
            super_sevens=amounts["super-sevens"],
            warned=self.flag(fields.get("warned", False), f"{at}.warned"),
        )

    def _decisions(self, written: object, book: Book) -> tuple[Decision, ...]:
        return tuple(
            self._decision(decision, f"decisions[{number}]", book)
            for number, decision in enumerate(self.sequence(written, "decisions"))
        )

    def _decision(self, written: object, at: str, book: Book) -> Decision:
        fields = self.mapping(written, at, None)
        if "do" not in fields:
            self.bad(f"{at}.do", "missing")
        do = self.text(fields["do"], f"{at}.do")
        if "by" in fields:
            return self._staff_step(fields, do, at, book)
        if do not in PLAYERS_DECISIONS:
            self.bad(f"{at}.do", f"{do!r} is none of {', '.join(PLAYERS_DECISIONS)}")
        known = ["box", "do", "player"]
        if do in ("insure", "double"):
            known.append("amount")
        if do in JOINABLE:
            known.append("joined_by")
        self.mapping(fields, at, known)
        if do == "insure" and "amount" not in fields:
            self.bad(f"{at}.amount", "missing")
        return Decision(
            do=do,
            box=self.box(fields, at, book),
            player=self.name(fields, at) if "player" in fields else None,
            amount=self.amount(fields["amount"], f"{at}.amount") if "amount" in fields else None,
            joined_by=self._joined_by(fields["joined_by"], do, f"{at}.joined_by") if "joined_by" in fields else (),
        )

    def _staff_step(self, fields: Mapping[str, Any], do: str, at: str, book: Book) -> Decision:
        if do not in STAFF_STEPS:
            self.bad(f"{at}.do", f"{do!r} is none of {', '.join(STAFF_STEPS)}")
        kind = STAFF_STEPS[do]
        by = self.text(fields["by"], f"{at}.by")
        moment = ("after_cards",) if kind.has_moment else ()
        self.mapping(fields, at, ("by", "do", *moment, *kind.fields(book)))
        if by != kind.by:
            self.bad(f"{at}.by", f"{do} is a step of the {kind.by}")
        after = fields.get("after_cards")
        if after is not None and (type(after) is not int or not 0 <= after <= 10_000):
            self.bad(f"{at}.after_cards", "is not a number of cards")
        return Decision(do=do, by=by, after_cards=after, step=kind.read(self, fields, at, book))

    def _joined_by(self, written: object, do: str, at: str) -> tuple[tuple[str, int], ...]:
        if do == "double":
            named = self.mapping(written, at, None)
            return tuple((self.text(name, at), self.amount(amount, f"{at}.{name}")) for name, amount in named.items())
        return tuple((self.text(name, at), 0) for name in self.sequence(written, at))
