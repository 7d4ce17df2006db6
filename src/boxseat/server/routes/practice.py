"""Practice over HTTP: a table of one's own, the value of every choice, a grade of each round, and hands by theme.

A practice table is played like any other. Advice is given here, and nowhere else.
"""

from __future__ import annotations

import hashlib
from random import SystemRandom
from typing import Annotated, Any
from uuid import uuid4

import msgspec
from litestar import get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from boxseat.clock import SECOND
from boxseat.consistency import present
from boxseat.house.answers import Done, Refused
from boxseat.house.house import HOUSE_ACTOR
from boxseat.house.live_stream import NoSuchStream
from boxseat.house.table_stream import LiveTable
from boxseat.inspection.recall import NoSuchRound, rebuild
from boxseat.money import Cents, dollars
from boxseat.people.roles import Person, Power
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import OptionError, with_options
from boxseat.rulebook.stored_book import kept_text
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.bookshelf import book_request
from boxseat.server.coach.advice import advice_question, worths
from boxseat.server.coach.drills import THEMES, cards_of, drills
from boxseat.server.coach.grades import graded, questions_of
from boxseat.server.coach.open_decisions import refuse_advice
from boxseat.server.guard import AnyRequest, history_of, needs, node_of, person_of
from boxseat.server.limits.addresses import address_of
from boxseat.server.node import Node
from boxseat.server.problems import Problem, problem_of
from boxseat.server.routes.tables import find, problem_with, seen
from boxseat.server.wire.practice import AdviceSeen, DrillAsked, GradeSeen, NewPractice, PracticeSeen
from boxseat.table import commands as c
from boxseat.table.names import PRACTICE
from boxseat.table.settings import Settings, Times
from boxseat.table.sign import SIGN

BUY_IN_CENTS = Cents(100_000)
"""Chips that the player buys at a practice table, at first and when few are left."""
REBUY_BELOW_CENTS = 10_000
PRACTICE_TIMES = Times(wager=3600 * SECOND, decide=3600 * SECOND, cut=60 * SECOND, seat=3600 * SECOND)

Name = Annotated[str, PathParameter(description="A practice table's name.", max_length=80)]
_FAILS = fails(400, 401, 403, 404, 422, 429, 503)


@post("/api/practice", opt=needs(Power.PLAY, body=NewPractice), status_code=200, responses=_FAILS, tags=["practice"])
async def open_practice(request: AnyRequest) -> PracticeSeen:
    """Your own practice table for a game, with a seat and chips that are not money; the same table at every call."""
    data = await read_body(request, NewPractice)
    node, person = node_of(request), person_of(request)
    volume = node.shelf.volume(data.game)
    options = {} if data.options is UNSET else data.options
    try:
        book = with_options(volume.book, options)
    except OptionError as error:
        raise Problem("option/bad", str(error)) from None
    table_id = practice_id(person.name, data.game, options)
    try:
        await node.house.table(table_id)
    except NoSuchStream:
        node.check_rate(node.arrivals, address_of(request.scope))
        await _set_up(node, person, table_id, book, volume.text)
    live = await _own(node, person, table_id)
    await _sit_down(node, person, live)
    return _practice(node, person, live)


async def _set_up(node: Node, person: Person, table_id: str, book: Book, text: str) -> None:
    settings = Settings(sign=SIGN, times=PRACTICE_TIMES, practice=True, owner=person.name, idle_seats_go=False)
    opened = await node.house.open_table(table_id, book, text, settings, by=person.name)
    if isinstance(opened, Done):
        await node.house.submit_authorized(HOUSE_ACTOR, table_id, "", opened.version, c.OpenForPlay())
    elif not (isinstance(opened, Refused) and opened.code == "table/exists"):
        raise problem_with(opened)


def practice_id(name: str, game: str, options: dict[str, bool | int | str]) -> str:
    """Table id made from person, game and options, so that the same table is found again."""
    chosen = msgspec.json.encode([name, game, sorted(options.items())])
    return PRACTICE + hashlib.sha256(chosen).hexdigest()[:20]


@get("/api/practice/{table_id:str}/advice", opt=needs(Power.PLAY), responses=_FAILS, tags=["practice"])
async def advice(request: AnyRequest, table_id: Name) -> list[AdviceSeen]:
    """Exact value of every choice that you have now. The house gives advice at practice tables only.

    It is refused while a gaming table waits for your decision.
    """
    await refuse_advice(request)
    node, person = node_of(request), person_of(request)
    live = await _own(node, person, table_id)
    node.check_rate(node.odds, address_of(request.scope))
    mine = [entry for entry in live.waiting() if entry.player == person.name and entry.what != "join"]
    if not mine:
        return []
    asked = [advice_question(live.book, live.table, person.name, entry.box) for entry in mine]
    found = await _valued(node, live, [one.fields for one in asked])
    return [
        AdviceSeen(
            box=one.box,
            what=one.what,
            cards=tuple(map(str, one.hand.cards)),
            dealer=str(one.hand.dealers),
            choices=worths(one, values.get("actions", {})),
            asked=one.fields,
            cannot=values.get("cannot", ""),
        )
        for one, values in zip(asked, found, strict=True)
    ]


@get("/api/practice/{table_id:str}/grade", opt=needs(Power.PLAY), responses=_FAILS, tags=["practice"])
async def grade(
    request: AnyRequest,
    table_id: Name,
    number: Annotated[int | None, QueryParameter(name="round", ge=1, le=2**53)] = None,
) -> GradeSeen:
    """A finished round of your practice table: what each decision lost, and the best choice. The last round if none is named.

    It is refused while a gaming table waits for your decision.
    """
    await refuse_advice(request)
    node, person = node_of(request), person_of(request)
    live = await _own(node, person, table_id)
    node.check_rate(node.odds, address_of(request.scope))
    last = live.table.round_number - live.table.in_round
    try:
        rebuilt = await history_of(request).read(lambda store: rebuild(store, f"{table_id}-{number or last}"))
    except NoSuchRound:
        raise Problem("round/unknown", "no such round has been played at this table") from None
    if not rebuilt.over:
        raise Problem("round/open", "the round is still being played")
    made = questions_of(rebuilt, person.name)
    found = await _valued(node, live, [one.question.fields for one in made]) if made else []
    known = [(one, values["actions"]) for one, values in zip(made, found, strict=True) if "actions" in values]
    decisions = tuple(graded(one, actions) for one, actions in known)
    cost = sum(round(one.gave_away * choice.stake) for one, (choice, _) in zip(decisions, known, strict=True))
    return GradeSeen(
        round=rebuilt.after.round_id,
        number=rebuilt.after.round_number,
        decisions=decisions,
        right=sum(one.gave_away == 0 for one in decisions),
        gave_away=round(sum(one.gave_away for one in decisions), 9),
        cost=dollars(cost),
        net=dollars(rebuilt.round.net().get(person.name, 0)),
    )


@post(
    "/api/practice/{table_id:str}/drill",
    opt=needs(Power.PLAY, body=DrillAsked),
    status_code=200,
    responses=fails(400, 401, 403, 404, 409, 422, 429, 503),
    tags=["practice"],
)
async def drill(request: AnyRequest, table_id: Name) -> PracticeSeen:
    """Deal a hand of a theme to your box, at the minimum wager of the sign."""
    data = await read_body(request, DrillAsked)
    node, person = node_of(request), person_of(request)
    live = await _own(node, person, table_id)
    if data.theme not in THEMES or not THEMES[data.theme].offered(live.book):
        raise Problem("drill/none", "there is no such theme in this game")
    await _sit_down(node, person, live)
    box = live.table.boxes_of(person.name)[0]
    for laid in live.table.wagers:
        if laid.player == person.name and laid.box != box:
            await _do(node, person, live, c.TakeBack(laid.box))
    cards = cards_of(live.book, data.theme, SystemRandom())
    await _do(node, person, live, c.SetCards(" ".join(cards)))
    least = live.table.sign_at(box).box.minimum or live.book.chips.smallest_chip.value
    await _do(node, person, live, c.Lay(box, Cents(least)))
    await _do(node, person, live, c.Ready())
    return _practice(node, person, live)


async def _own(node: Node, person: Person, table_id: str) -> LiveTable:
    """A person's own practice table; `Problem` for others, where advice is forbidden (CP 17.7, CB 16.7, SP 20.7)."""
    live = await find(node, table_id, person)
    if not live.table.settings.practice:
        rule = live.book.conduct.advice
        reason = "the house gives no advice at this table; at a practice table of your own it does"
        raise problem_of(Refusal("advice/none", rule.clause, reason))
    if live.table.settings.owner != person.name:
        raise Problem("power/none", "this practice table is somebody else's")
    return live


async def _sit_down(node: Node, person: Person, live: LiveTable) -> None:
    """Make sure that the owner has chips and a box."""
    patron = live.table.patrons.get(person.name)
    if patron is None or (patron.chips < REBUY_BELOW_CENTS and not live.table.in_round):
        await _do(node, person, live, c.BuyIn(BUY_IN_CENTS))
    if not live.table.boxes_of(person.name):
        await _do(node, person, live, c.Sit((live.book.layout.boxes.value + 1) // 2))
    node.presence.note_request(person.name)


async def _do(node: Node, person: Person, live: LiveTable, command: c.TableCommand) -> None:
    answer = await node.command(person, live.stream, f"p:{uuid4().hex}", live.table.version, command)
    if not isinstance(answer, Done):
        raise problem_with(answer)


def _practice(node: Node, person: Person, live: LiveTable) -> PracticeSeen:
    return PracticeSeen(live.table.id, tuple(drills(live.book)), live.book.cards.ranks.value, seen(node, live, person))


async def _valued(node: Node, live: LiveTable, hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    text = present(await node.store.book(live.table.book), f"stored book {live.table.book}")
    asked = {**book_request(live.table.game, live.table.options, kept_text(text)), "hands": hands}
    found: list[dict[str, Any]] = (await node.odds_pool.ask("many-values", asked))["hands"]
    return found


PRACTICE_ROUTES = [open_practice, advice, grade, drill]
