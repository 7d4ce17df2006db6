"""The answer about a round that staff have keyed as it lies: everything in it is asked of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from boxseat.cards import total
from boxseat.money import dollars
from boxseat.play.acts import (
    CardAct,
    Deal,
    Double,
    Insure,
    Misplace,
    PlayAbsent,
    PlayersAct,
    Reconstruct,
    StaffAct,
    VoidRound,
    word,
)
from boxseat.play.as_it_lies.pay_outs import PayOut, corrections, pay_outs
from boxseat.play.as_it_lies.signals import Signal, closed_signals, signals
from boxseat.play.as_it_lies.staff_choices import StaffChoice, staff_choices
from boxseat.play.document_writer import write_decision
from boxseat.play.irregularities.announcement import incident
from boxseat.play.irregularities.consequence import after_round, notified
from boxseat.play.irregularities.reconstruction_account import IN_RACK, OUT, account, question
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import refusal
from boxseat.play.legal import Bounds
from boxseat.play.opening import reopened
from boxseat.play.places import due_place
from boxseat.play.replay import DoneStep, Replayed
from boxseat.play.staff_steps import STAFF_STEPS, write_step
from boxseat.play.state import Round, Settlement, irregular, lines_since, lines_withdrawn
from boxseat.play.step import step
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.register import clauses
from boxseat.server.bookshelf import Volume
from boxseat.server.wire.rulings import (
    CardMoveSeen,
    ChipsPaid,
    JoinerSeen,
    LooseCard,
    OutcomeSeen,
    PaySeen,
    ReconstructionSeen,
    RecordSeen,
    RefusedSeen,
    RoundLying,
    RuledSeen,
    RulingSeen,
    SignalSeen,
    StepSeen,
)
from boxseat.table.picture import AmountSeen, ClosedSeen, LineSeen
from boxseat.table.view import boxes_in_play, line_seen


def ruling_answer(volume: Volume, played: Replayed) -> RulingSeen:
    """What is shown of a round that was played as far as its document goes."""
    book, round_ = played.document.book, played.round
    nets = round_.net()
    misplaced = irregular(round_).misplaced
    return RulingSeen(
        game=book.name,
        title=book.title,
        round=_lying(book, round_),
        due=due_place(round_),
        asked=question(round_),
        cards_out=len(played.document.cards) - len(played.left_over),
        left_over=_names(played.left_over),
        signals=tuple(_signal(one) for one in signals(book, round_)),
        closed=tuple(_closed(word(one.act), one.players_act.box, one.refusal) for one in closed_signals(book, round_)),
        steps=tuple(_step(book, round_, one) for one in staff_choices(book, round_)),
        rulings=tuple(_ruled(volume, book, one) for one in played.steps),
        refused=tuple(
            RefusedSeen(one.decision, one.do, one.refusal.code, one.refusal.clause, one.refusal.reason)
            for one in played.refused
        ),
        misplaced=misplaced,
        reconstruction=_reconstruction(played),
        void=_tried_void(book, round_) if misplaced else None,
        lines=_lines(round_.settlements),
        pay=_pay(pay_outs(book, round_.settlements)),
        net={player: dollars(cents) for player, cents in nets.items()},
        house=dollars(-sum(nets.values())),
        record=tuple(_record(played)),
    )


def _lying(book: Book, round_: Round) -> RoundLying:
    aside, dealers = irregular(round_), total(round_.dealer)
    return RoundLying(
        phase=round_.phase,
        boxes=boxes_in_play(book, round_),
        dealer=_names(round_.dealer),
        dealer_total=dealers.points,
        dealer_soft=dealers.soft,
        loose=tuple(LooseCard(str(one.card), one.to) for one in aside.surplus),
        next=_names(one.card for one in aside.waiting),
        rack=_names(round_.burnt),
        carried=_names(aside.carried),
        over=round_.over,
        void=round_.void,
    )


def _signal(one: Signal) -> SignalSeen:
    act, choice = one.choice.act, one.choice
    if isinstance(act, PlayersAct):
        amount = _amount(choice.amount) if isinstance(act, Insure | Double) else None
        joiners = tuple(JoinerSeen(each.player, _amount(each.amount)) for each in choice.joiners)
        return SignalSeen(write_decision(act), word(act), act.box, act.player, amount, joiners, one.draws_to)
    box = act.box if isinstance(act, PlayAbsent) else 0
    kind = STAFF_STEPS[word(act)]
    return SignalSeen({"by": kind.by, "do": word(act)}, word(act), box, "", None, (), one.draws_to)


def _amount(bounds: Bounds | None) -> AmountSeen | None:
    if bounds is None:
        return None
    return AmountSeen(dollars(bounds.least), dollars(bounds.most), dollars(bounds.step))


def _closed(do: str, box: int, refused: Refusal) -> ClosedSeen:
    return ClosedSeen(do, box, refused.code, refused.clause, refused.reason)


def _step(book: Book, round_: Round, one: StaffChoice) -> StepSeen:
    do = word(one.act)
    kind = STAFF_STEPS[do]
    written = write_step(one.act, round_.cards_used)
    return StepSeen(
        step={name: value for name, value in written.items() if name not in ("to", "player")},
        do=do,
        by=kind.by,
        fields=tuple(name for name in kind.fields(book) if name not in ("because", "exposed")),
        takes_card=isinstance(one.act, CardAct),
        clause=one.clause,
        refused=_closed(do, 0, one.refusal) if one.refusal else None,
    )


def _ruled(volume: Volume, book: Book, done: DoneStep) -> RuledSeen:
    return RuledSeen(
        decision=done.decision,
        do=done.do,
        clause=done.clause,
        said=incident(done.act) if isinstance(done.act, StaffAct) else "",
        summary=_summary(volume, done.clause),
        after_round=after_round(book, done.act),
        notified=notified(book, done.act),
    )


def _summary(volume: Volume, clause: str) -> str:
    """What a clause says, in the register's words."""
    if not volume.registered:
        return ""
    first = clause.partition(",")[0]
    return next((one.summary for one in clauses(volume.book.name) if one.number == first), "")


def _reconstruction(played: Replayed) -> ReconstructionSeen | None:
    """The reconstruction that was done last; a trial while a card is misplaced and the house does not void such rounds."""
    book, round_ = played.document.book, played.round
    if refusal(book, round_, Reconstruct()) is None:
        return _reconstructed(book, played.made, round_, step(book, round_, Reconstruct()), None)
    done = next((one for one in reversed(played.steps) if isinstance(one.act, Reconstruct)), None)
    return _reconstructed(book, played.made, done.before, done.after, done.set_aside) if done else None


def _reconstructed(
    book: Book, made: Mapping[int, int], before: Round, after: Round, set_aside: tuple[int, ...] | None
) -> ReconstructionSeen:
    told = account(before, after)
    decided = [index for index in told.stands if index in made]
    fallen = set_aside if set_aside is not None else tuple(made[index] for index in told.set_aside if index in made)
    return ReconstructionSeen(
        done=set_aside is not None,
        before=_lying(book, before),
        after=_lying(book, after),
        moves=tuple(CardMoveSeen(str(one.card), one.before, one.after) for one in told.moves),
        stands=tuple(made[index] for index in decided),
        set_aside=fallen,
        asked=told.asked,
        money=_outcome(book, clause_of(book, before, Reconstruct()), told.undone, told.made),
    )


def _tried_void(book: Book, round_: Round) -> OutcomeSeen:
    act = VoidRound()
    after = step(book, round_, act)
    return _outcome(book, clause_of(book, round_, act), lines_withdrawn(round_, after), lines_since(round_, after))


def _outcome(book: Book, clause: str, undone: tuple[Settlement, ...], made: tuple[Settlement, ...]) -> OutcomeSeen:
    return OutcomeSeen(clause, _lines(undone), _lines(made), _pay(corrections(book, undone, made)))


def _pay(rows: Iterable[PayOut]) -> tuple[PaySeen, ...]:
    return tuple(
        PaySeen(
            box=row.box,
            player=row.player,
            paid=dollars(row.paid),
            collected=dollars(row.collected),
            chips=tuple(ChipsPaid(dollars(one.value), one.number) for one in row.chips),
            coins=dollars(row.coins) if row.coins else None,
        )
        for row in rows
    )


def _record(played: Replayed) -> Iterator[RecordSeen]:
    """Every card that left the shoe and every act, in order."""
    book = played.document.book
    at = reopened(book, played.round)
    for index, act in enumerate(played.round.acts):
        after = step(book, at, act)
        if isinstance(act, CardAct):
            yield RecordSeen(str(act.card), _place_of_card(at, act, after), played.made.get(index), word(act))
        elif index in played.made or isinstance(act, PlayAbsent):
            yield RecordSeen("", "", played.made.get(index), word(act))
        at = after


def _place_of_card(before: Round, act: CardAct, after: Round) -> str:
    if isinstance(act, Deal):
        return due_place(before)
    if isinstance(act, Misplace):
        return act.to
    return IN_RACK if len(after.burnt) > len(before.burnt) else OUT


def _lines(lines: Iterable[Settlement]) -> tuple[LineSeen, ...]:
    return tuple(line_seen(line) for line in lines)


def _names(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)
