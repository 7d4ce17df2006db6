"""Documents that cannot be read: one sentence, which names the field, and in a step the step."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from boxseat.house.kinds import STREAM_KINDS
from boxseat.play.fields import BadDocument
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day_document import read_day
from tests.rehearsal.written_day import P1, PEOPLE, WON, command, day, whole_round

SHUFFLE = command("sue", "shuffle")
ROUND = whole_round(*WON)


def _refused(written: object) -> str:
    with pytest.raises(BadDocument) as error:
        read_day(written, STREAM_KINDS, OBJECTS)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"begin": "18:00"}, "begin: unknown field; there are start, people, tables, steps, ask"),
        ({"start": "18:00"}, "start: '18:00' is no time such as 2024-09-02T18:00:00+10:00"),
        ({"start": "2024-09-02T18:00:00"}, "start: '2024-09-02T18:00:00' is no time such as"),
        ({"start": "2024-02-30T18:00:00Z"}, "start: 2024-02-30T18:00:00Z is no time: day is out of range for month"),
        ({"start": "1924-09-02T18:00:00Z"}, "start: 1924-09-02T18:00:00+00:00 is not a time from 1970"),
        ({"people": ["sue"]}, "people: list is not an object"),
        ({"people": {"sue": "boss"}}, "people.sue: 'boss' is no role; there are player, dealer, supervisor"),
        ({"people": {"sue": []}}, "people.sue: list is no role"),
        ({"people": {"Sue": "dealer"}}, "people.Sue: a name has 3 to 24 small letters"),
        ({"people": {"house": "dealer"}}, "people.house: a name has"),
        ({"people": {"admin": "administrator"}}, "people.admin: a name has"),
        ({"tables": {"P 1": P1}}, "tables.P 1: a table's name has"),
        ({"tables": {"practice-1": P1}}, "tables.practice-1: a table's name has"),
        ({"tables": {"p1": {}}}, "tables.p1.game: missing"),
        ({"tables": {"p1": {"game": 5}}}, "tables.p1.game: 5 is not text"),
        ({"tables": {"p1": {"game": "whist"}}}, "tables.p1.game: whist: no such game"),
        ({"tables": {"p1": {**P1, "options": {"decks": 7}}}}, "tables.p1.options: decks: '7' is not permitted"),
        ({"tables": {"p1": {**P1, "limits": {}}}}, "tables.p1.limits: unknown field; there are game, options, sign"),
        ({"tables": {"p1": {**P1, "sign": {"low": "5"}}}}, "tables.p1.sign.low: unknown field"),
        ({"tables": {"p1": {**P1, "sign": {"min": "five"}}}}, "tables.p1.sign.min: 'five' is not an amount"),
        (
            {"tables": {"p1": {**P1, "sign": {"min": "900"}}}},
            "tables.p1: the sign's minimum is above its maximum (clause",
        ),
        ({"tables": {"p1": {**P1, "cards_from": "hat"}}}, "tables.p1.cards_from: invalid enum value 'hat'"),
        ({"tables": {"p1": {**P1, "times": {"wager": 0.5}}}}, "tables.p1.times.wager: 0.5 is no number of seconds"),
        ({"tables": {"p1": {**P1, "times": {"wager": 1}}}}, "tables.p1: times.wager is from three seconds to a day"),
        ({"tables": {"p1": {**P1, "practice": True}}}, "tables.p1.practice: unknown field"),
        ({"steps": {}}, "steps: dict is not a list"),
        ({"ask": ["signs", "moods"]}, "ask[1]: 'moods' is none of signs, tables, rounds"),
        ({"ask": [[]]}, "ask[0]: list is none of"),
    ],
)
def test_a_document(changed: dict[str, Any], sentence: str) -> None:
    assert _refused(day(SHUFFLE, **changed)).startswith(sentence)


@pytest.mark.parametrize("field", ["start", "people", "steps"])
def test_a_field_that_is_missing(field: str) -> None:
    written = day()
    del written[field]
    assert _refused(written) == f"{field}: missing"
    assert _refused([]) == "list is not an object"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("shuffle", ": 'shuffle' is not an object"),
        ({**SHUFFLE, "at": "25:00"}, ".at: '25:00' is no time such as"),
        ({**SHUFFLE, "at": "+5"}, ".at: '+5' is no time such as"),
        ({**SHUFFLE, "at": 5}, ".at: 5 is no time such as"),
        ({**SHUFFLE, "at": "+999999d"}, ".at: +999999d is not a time from 1970 to about 2999"),
        ({"do": "shuffle", "table": "p1"}, ".who: missing; a step is a command of somebody, or a round"),
        ({"who": "sue", "table": "p1"}, ".do: missing; a step is a command of somebody, or a round"),
        ({**SHUFFLE, "who": "zoe"}, ".who: there is no person 'zoe'"),
        ({**SHUFFLE, "who": "house"}, ".who: there is no person 'house'"),
        ({**SHUFFLE, "who": ["sue"]}, ".who: there is no person list"),
        ({**SHUFFLE, "do": "fly"}, ".do: there is no command 'fly'"),
        ({**SHUFFLE, "do": "Shuffle"}, ".do: there is no command 'Shuffle'"),
        ({**SHUFFLE, "table": "p9"}, ".table: there is no table 'p9'"),
        ({"who": "sue", "do": "shuffle"}, ".table: missing"),
        ({**SHUFFLE, "replace": True}, ": object contains unknown field replace"),
        ({**SHUFFLE, "replace_cards": "yes"}, ".replace_cards: expected bool, got str"),
        (command("ann", "buy-in"), ": object missing required field amount"),
        (command("ann", "buy-in", amount="-5"), ".amount: '-5' is not an amount in dollars such as 37.50"),
        (command("ann", "buy-in", amount="0"), ".amount: '0' is not above zero"),
        (command("ann", "sit", box="1"), ".box: expected int, got str"),
        (command("ann", "sit", box=2**60), f".box: a number is {2**53} at the most"),
        (command("sue", "void-round", reason="\0"), ".reason: text may not hold a NUL character"),
        (command("sue", "void-round", reason="\ud800"), ": has characters that are no text"),
        (command("gus", "restrict", player="zoe"), ".player: there is no person 'zoe'"),
        (command("sue", "dealer-in", dealer="zoe"), ".dealer: there is no person 'zoe'"),
        (command("sue", "private-limits", player="", min="10", max="900"), ".player: there is no person ''"),
        ({**ROUND, "who": "ann"}, ".who: unknown field; there are at, table, round"),
        ({"round": ROUND["round"]}, ".table: missing"),
        ({"table": "p1", "round": []}, ".round: list is not an object"),
    ],
)
def test_a_step(step: object, sentence: str) -> None:
    assert _refused(day(SHUFFLE, step)).startswith(f"steps[1]{sentence}")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            {"game": "star-pontoon"},
            ".game: unknown field; there are cards, cards_from, discards_shuffled, wagers, decisions",
        ),
        ({"options": {}}, ".options: unknown field"),
        ({"limits": {}}, ".limits: unknown field"),
        ({"cards": "KS 1D"}, ".cards: "),
        ({"cards": " ".join(["KS"] * 9)}, ".cards: "),
        ({"wagers": []}, ".wagers: a round needs at least one"),
        ({"wagers": [{"box": 8, "player": "ann", "stake": "20"}]}, ".wagers[0].box: 8 is no box"),
        ({"wagers": [{"box": 1, "player": "zoe", "stake": "20"}]}, ".wagers[0].player: there is no person 'zoe'"),
        ({"wagers": [{"box": 1, "player": "ann", "stake": "20", "tip": "5"}]}, ".wagers[0].tip: unknown field"),
        ({"decisions": [{"box": 1, "do": "fly"}]}, ".decisions[0].do: 'fly' is none of"),
        ({"decisions": [{"by": "dealer", "do": "void"}]}, ".decisions[0].by: void is a step of the supervisor"),
    ],
)
def test_a_round(changed: dict[str, Any], sentence: str) -> None:
    step = deepcopy(ROUND)
    step["round"].update(changed)
    assert _refused(day(step)).startswith(f"steps[0].round{sentence}")


def test_a_round_without_cards() -> None:
    step = deepcopy(ROUND)
    del step["round"]["cards"]
    assert _refused(day(step)) == "steps[0].round.cards: missing"


def test_the_usual_document_is_read() -> None:
    written = read_day(day(SHUFFLE, ROUND), STREAM_KINDS, OBJECTS)
    assert (len(written.steps), [*written.people], [*written.tables]) == (2, [*PEOPLE], ["p1", "b1"])
    bare = read_day({"start": "2024-09-02T18:00:00Z", "people": {}, "steps": []}, STREAM_KINDS, OBJECTS)
    assert (bare.tables, bare.steps, bare.ask) == ({}, (), ())
