"""Login and logout: guests, accounts, sessions, wallets, and tickets for the WebSocket."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter

from boxseat.ledger.accounts import wallet
from boxseat.money import dollars
from boxseat.people.login import Admitted
from boxseat.people.names import plain
from boxseat.refusal import Refusal
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.guard import (
    NO_SESSION,
    SESSION_COOKIE,
    AnyRequest,
    Who,
    needs,
    node_of,
    person_of,
    token_in,
    visit_of,
)
from boxseat.server.limits.addresses import address_of
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import problem_of
from boxseat.server.routes.bankroll import bankroll
from boxseat.server.wire.core import (
    Credentials,
    Me,
    Nothing,
    PasswordChange,
    SeatSeen,
    Statement,
    StatementLineSeen,
    Ticket,
    VisitSeen,
    Welcome,
    person_seen,
)
from boxseat.table.state import Table

LINES_PER_PAGE = 100
Before = Annotated[int | None, Parameter(ge=1, le=2**53, description="Only entries before this number.")]


@post("/api/guests", opt=needs(Who.ANYONE, body=Nothing), responses=fails(400, 403, 429, 503), tags=["people"])
async def come_in_as_guest(request: AnyRequest) -> Response[Welcome]:
    """Log in as a guest, under a name made for you."""
    await read_body(request, Nothing)
    node = node_of(request)
    node.check_rate(node.arrivals, address_of(request.scope))
    return welcome(node, await node.front.login.open_guest(), "guest")


@post(
    "/api/accounts",
    opt=needs(Who.ANYONE, body=Credentials),
    responses=fails(400, 403, 409, 422, 429, 503),
    tags=["people"],
)
async def open_account(request: AnyRequest) -> Response[Welcome]:
    """Open an account and log in."""
    data = await read_body(request, Credentials)
    node = node_of(request)
    node.check_rate(node.arrivals, address_of(request.scope))
    admitted = await node.front.login.open_account(data.name, data.password)
    if isinstance(admitted, Refusal):
        raise problem_of(admitted)
    return welcome(node, admitted, "account opened")


@post(
    "/api/login",
    status_code=200,
    opt=needs(Who.ANYONE, body=Credentials),
    responses=fails(400, 401, 403, 429, 503),
    tags=["people"],
)
async def log_in(request: AnyRequest) -> Response[Welcome]:
    """Log in by name and password. The error is the same for a wrong name and a wrong password."""
    data = await read_body(request, Credentials)
    node = node_of(request)
    address = address_of(request.scope)
    for who in (address, f"name {plain(data.name)[:40]}"):
        node.check_rate(node.logins, who)
    admitted = await node.front.login.login(data.name, data.password)
    if isinstance(admitted, Refusal):
        # People sometimes type a password into the name field, so an unknown name is not logged.
        known = await node.front.administration.person(data.name)
        log().warning("login failed", person=known.name if known else None, address=address, code=admitted.code)
        raise problem_of(admitted)
    return welcome(node, admitted, "login")


@post("/api/logout", status_code=204, opt=needs(Who.SOMEBODY), responses=fails(401, 403, 429, 503), tags=["people"])
async def log_out(request: AnyRequest) -> Response[None]:
    """Log out; the token is no longer valid, and sockets close."""
    node, visit = node_of(request), visit_of(request)
    await node.front.login.logout(visit)
    log().info("logout", person=visit.person.name)
    gone = Cookie(
        key=SESSION_COOKIE, value="", path=node.settings.base or "/", max_age=0, httponly=True, samesite="strict"
    )
    return Response(None, status_code=204, cookies=[gone])


@post(
    "/api/password",
    status_code=200,
    opt=needs(Who.SOMEBODY, body=PasswordChange),
    responses=fails(400, 401, 403, 422, 429, 503),
    tags=["people"],
)
async def change_password(request: AnyRequest) -> Response[Welcome]:
    """Change your password; all sessions end, and a new one begins."""
    data = await read_body(request, PasswordChange)
    node, visit = node_of(request), visit_of(request)
    node.check_rate(node.logins, f"name {visit.person.name}")
    admitted = await node.front.administration.change_password(visit, data.old, data.new)
    if isinstance(admitted, Refusal):
        log().warning("password not changed", person=visit.person.name, code=admitted.code)
        raise problem_of(admitted)
    return welcome(node, admitted, "password changed")


@get("/api/visit", opt=needs(Who.ANYONE), responses=fails(429, 503), tags=["people"])
async def visit(request: AnyRequest) -> VisitSeen:
    """Who is logged in: the first request of a page. It is not an error if nobody is."""
    token, _ = token_in(request)
    front = node_of(request).front
    found = await front.sessions.find(token) if token else None
    demo = tuple(person_seen(person) for person in await front.demo.people())
    return VisitSeen(None if found is None else person_seen(found.person), demo)


@get("/api/me", opt=needs(Who.SOMEBODY), responses=fails(401, 403, 429, 503), tags=["people"])
async def me(request: AnyRequest) -> Me:
    """Who you are, the balance of your wallet, and the tables where you have chips."""
    person, node = person_of(request), node_of(request)
    cents = await node.store.balance(wallet(person.name))
    seats = (_seat(live.table, person.name) for live in await node.house.tables())
    return Me(person_seen(person), dollars(cents), tuple(seat for seat in seats if seat is not None))


def _seat(table: Table, name: str) -> SeatSeen | None:
    """A person's chips and boxes at a table; None where they are not there or are about to leave."""
    patron = table.patrons.get(name)
    if patron is None or patron.leaving:
        return None
    boxes = tuple(table.boxes_of(name))
    return SeatSeen(table.id, table.title, dollars(patron.chips), boxes)


@get("/api/wallet", opt=needs(Who.SOMEBODY), responses=fails(400, 401, 403, 429, 503), tags=["people"])
async def statement(request: AnyRequest, before: Before = None) -> Statement:
    """Money that came into your wallet and left it, newest first, a hundred lines at a time."""
    store, account = node_of(request).store, wallet(person_of(request).name)
    lines = await store.statement(account, LINES_PER_PAGE, before)
    return Statement(
        dollars(await store.balance(account)),
        tuple(
            StatementLineSeen(
                seq=line.seq,
                at=line.at // 1000,
                amount=dollars(line.posting.cents if line.posting.taker == account else -line.posting.cents),
                other=line.posting.giver if line.posting.taker == account else line.posting.taker,
                why=line.posting.why,
                clause=line.posting.clause,
            )
            for line in lines
        ),
    )


@post(
    "/api/ticket",
    status_code=200,
    opt=needs(Who.SOMEBODY, body=Nothing),
    responses=fails(400, 401, 403, 429, 503),
    tags=["socket"],
)
async def ticket(request: AnyRequest) -> Ticket:
    """A ticket for one WebSocket, valid once and for half a minute: `GET /api/socket?ticket=…`."""
    await read_body(request, Nothing)
    token, _ = token_in(request)
    given = await node_of(request).front.sessions.ticket(token)
    if given is None:
        raise NO_SESSION
    return Ticket(given)


def welcome(node: Node, admitted: Admitted, how: str) -> Response[Welcome]:
    """Answer for a new session, with its token in a cookie that no script can read and no other site can send."""
    log().info(how, person=admitted.person.name, role=str(admitted.person.role))
    cookie = Cookie(
        key=SESSION_COOKIE,
        value=admitted.token,
        path=node.settings.base or "/",
        httponly=True,
        samesite="strict",
        secure=node.settings.is_secure,
    )
    return Response(Welcome(person_seen(admitted.person), admitted.token), cookies=[cookie])


PEOPLE = [come_in_as_guest, open_account, log_in, log_out, change_password, visit, me, statement, ticket, bankroll]
