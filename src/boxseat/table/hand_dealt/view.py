"""What people see of a hand-dealt table: the cards as they lie, and the account of a reconstruction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from boxseat.money import dollars
from boxseat.play.acts import Act, CardAct, Deal, Misplace, Reconstruct, word
from boxseat.play.irregularities.reconstruction_account import (
    IN_RACK,
    OUT,
    account,
    lying,
    move_sentences,
)
from boxseat.play.judge import refusal
from boxseat.play.places import due_place
from boxseat.play.state import Round, Settlement, irregular
from boxseat.play.step import rebuilt, step
from boxseat.play.void import BONUSES
from boxseat.rulebook.book import Book
from boxseat.table.hand_dealt.fold import carried_now, kept_of
from boxseat.table.hand_dealt.layout_picture import (
    DecisionSeen,
    HandDealtForStaff,
    HandDealtSeen,
    LyingCard,
    MoneySeen,
    MovedCard,
    NextCard,
    NoteSeen,
    PaymentSeen,
    RecordStep,
    RoundPutRight,
)
from boxseat.table.permissions.overlay import book_of_round
from boxseat.table.state import Table


def hand_dealt_seen(book: Book, table: Table) -> HandDealtSeen | None:
    """What a hand-dealt table shows besides its round; none where the machine deals."""
    if table.by_hand is None:
        return None
    book, round_ = book_of_round(book, table), table.current_round if table.in_round else None
    seen = HandDealtSeen(
        terminals=table.settings.terminals,
        cards_on_record=table.settings.cards_on_record,
        due="",
        deviation=kept_of(table).deviation,
        misplaced=False,
        surplus=(),
        next_cards=(),
        burned=(),
        carried=tuple(map(str, carried_now(table))),
        to_do=table.due,
        should_be=(),
        reconstruction=None,
    )
    return seen if round_ is None else _with_round(book, table, seen, round_)


def _with_round(book: Book, table: Table, seen: HandDealtSeen, round_: Round) -> HandDealtSeen:
    loose = irregular(round_)
    changed, should_be = _changed(book, round_)
    return replace(
        seen,
        due=shown_place(round_, due_place(round_)),
        misplaced=loose.misplaced,
        surplus=tuple(LyingCard(str(each.card), each.to) for each in loose.surplus),
        next_cards=tuple(NextCard(str(each.card), each.exposed) for each in loose.waiting),
        burned=tuple(map(str, round_.burnt)),
        should_be=should_be,
        reconstruction=changed,
    )


def shown_place(round_: Round, place: str) -> str:
    """A place as people write it: with the number of a hand only where its box has several."""
    box, _, _ = place.partition(".")
    found = round_.find_box(int(box)) if box.isdigit() else None
    return place if found is not None and len(found[1].hands) > 1 else box


def _changed(book: Book, round_: Round) -> tuple[RoundPutRight | None, tuple[LyingCard, ...]]:
    """What a reconstruction would change, and how the cards should lie; what the last one has changed."""
    if refusal(book, round_, Reconstruct()) is None:
        after = step(book, round_, Reconstruct())
        lies = tuple(LyingCard(str(card), place) for card, place in lying(after) if place not in (OUT, IN_RACK))
        return reconstruction_seen(round_, after), lies
    places = [place for place, act in enumerate(round_.acts) if isinstance(act, Reconstruct)]
    if not places:
        return None, ()
    before = rebuilt(book, round_, round_.acts[: places[-1]])
    return reconstruction_seen(before, step(book, before, Reconstruct())), ()


def reconstruction_seen(before: Round, after: Round) -> RoundPutRight:
    """The account of a reconstruction."""
    done = account(before, after)
    return RoundPutRight(
        moves=tuple(MovedCard(str(move.card), move.before, move.after) for move in done.moves),
        stands=tuple(_decisions(before.acts, done.stands)),
        set_aside=tuple(_decisions(before.acts, done.set_aside)),
        asked=done.asked,
        undone=tuple(map(_money, done.undone)),
        made=tuple(map(_money, done.made)),
        sentences=tuple(move_sentences(done)),
    )


def _decisions(acts: tuple[Act, ...], places: tuple[int, ...]) -> Iterator[DecisionSeen]:
    for place in places:
        yield DecisionSeen(place + 1, getattr(acts[place], "box", 0), word(acts[place]))


def _money(line: Settlement) -> MoneySeen:
    return MoneySeen(
        line.box, line.hand, line.player, line.wager.value, dollars(line.stake), dollars(line.net), line.clause
    )


# For staff


def hand_dealt_for_staff(book: Book, table: Table) -> HandDealtForStaff | None:
    """What staff see of a hand-dealt table besides; none where the machine deals."""
    if table.by_hand is None:
        return None
    book, kept, round_ = book_of_round(book, table), table.by_hand, table.round
    return HandDealtForStaff(
        payments=() if round_ is None else tuple(_payments(round_)),
        record=() if round_ is None or not table.in_round else tuple(record_steps(book, round_, round_.acts)),
        notes=tuple(NoteSeen(patron, note) for patron, note in kept.notes.items()),
        past_rounds=tuple(past.number for past in kept.past),
    )


def _payments(round_: Round) -> Iterator[PaymentSeen]:
    """What is paid, taken and returned, by box and player."""
    sums: dict[tuple[int, str], list[int]] = {}
    for line in sorted(round_.settlements, key=lambda line: line.box):
        paid = sums.setdefault((line.box, line.player), [0, 0, 0])
        paid[0] += max(0, line.net)
        paid[1] += max(0, -line.net)
        if line.wager not in BONUSES and line.net <= 0:
            paid[2] += line.stake + line.net
    for (box, player), (pays, takes, returns) in sums.items():
        yield PaymentSeen(box, player, dollars(pays), dollars(takes), dollars(returns))


def record_steps(book: Book, round_: Round, acts: Sequence[Act]) -> Iterator[RecordStep]:
    """The steps of a round's record, with the place of each card."""
    so_far = rebuilt(book, round_, ())
    for place, act in enumerate(acts):
        card = str(act.card) if isinstance(act, CardAct) else ""
        to = act.to if isinstance(act, Misplace) else due_place(so_far) if isinstance(act, Deal) else ""
        shown = shown_place(so_far, to)
        yield RecordStep(place + 1, word(act), card, shown, getattr(act, "box", 0), getattr(act, "player", ""))
        so_far = step(book, so_far, act)
