"""Exercises of the training of dealers as pages see them, computed in a worker process, so that no table waits for them."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.cards import total
from boxseat.play.irregularities.reconstruction_account import IN_RACK, OUT, lying, place_name
from boxseat.play.state import Round, irregular
from boxseat.rulebook.book import Book
from boxseat.server.wire.exercises import (
    AnswerMarked,
    CardLying,
    ClauseTally,
    ExerciseAnswered,
    ExerciseAsked,
    ExerciseSeen,
    ResultSeen,
    TableLying,
    TopicTally,
)
from boxseat.table.picture import BoxInPlay
from boxseat.table.view import boxes_in_play, line_seen
from boxseat.training.course import exercise
from boxseat.training.marks import clause_sentence, mark
from boxseat.training.result_sheet import result_csv, topic_results
from boxseat.training.sheet import Sheet, next_exercise, with_result
from boxseat.training.skill import TOPICS


def exercise_seen(book: Book, asked: ExerciseAsked) -> ExerciseSeen:
    """The next exercise for a trainee, without its right answers."""
    one = next_exercise(book, asked.sheet, asked.seed, asked.topic)
    return ExerciseSeen(
        key=one.key,
        game=one.game,
        topic=one.topic,
        skill=one.skill,
        title=one.title,
        told=one.told,
        log=one.log,
        table=_table(book, one.table) if one.table else None,
        parts=tuple(each.part for each in one.asked),
        comes_back=any((drill.game, drill.key) == (one.game, one.key) for drill in asked.sheet.drills),
    )


def _table(book: Book, round_: Round) -> TableLying:
    points, soft = total(round_.dealer)
    return TableLying(
        cards_from="device" if round_.device else "shoe",
        dealer=tuple(map(str, round_.dealer)),
        dealer_total=points,
        dealer_soft=soft,
        boxes=tuple(_with_cards(box) for box in boxes_in_play(book, round_)),
        settled=tuple(line_seen(line) for line in round_.settlements),
        surplus=tuple(CardLying(str(lies.card), place_name(lies.to)) for lies in irregular(round_).surplus),
        next=tuple(str(card) for card, place in lying(round_) if place == OUT),
        rack=tuple(str(card) for card, place in lying(round_) if place == IN_RACK),
    )


def _with_cards(box: BoxInPlay) -> BoxInPlay:
    """A box whose hands still have their cards: the question may be about them."""
    return replace(box, hands=tuple(replace(hand, cleared=False) for hand in box.hands))


def answer_marked(book: Book, answered: ExerciseAnswered) -> AnswerMarked:
    """The marks of an answer, and the sheet with it."""
    done = exercise(book, answered.key)
    marked = mark(done, answered.answers)
    sheet = with_result(answered.sheet, done, marked, seconds=answered.seconds, day=answered.day)
    return AnswerMarked(marked.key, marked.is_right, marked.marks, sheet)


def result_seen(sheet: Sheet) -> ResultSeen:
    """The result of a sheet."""
    return ResultSeen(
        topics=tuple(
            TopicTally(one.game, one.topic, TOPICS.get(one.topic, one.topic), one.seen, one.right, one.seconds)
            for one in topic_results(sheet)
        ),
        clauses=tuple(ClauseTally(row, clause_sentence(row.game, row.clause)) for row in sheet.rows),
        csv=result_csv(sheet),
    )
