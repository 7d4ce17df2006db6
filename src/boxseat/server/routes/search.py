"""Search of rounds by those who may recall any."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from boxseat.cards import parse_cards
from boxseat.inspection.round_search import RoundsFound, Wanted, find_rounds
from boxseat.people.roles import Power
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, history_of, needs
from boxseat.server.problems import Problem
from boxseat.server.routes.events import TIME_MS_MAX, Kind, Ms

CARDS_CHARS_MAX = 100
Cards = Annotated[str, Parameter(max_length=CARDS_CHARS_MAX, description="Cards that one hand had, such as `KS 9H`.")]
Name = Annotated[str, Parameter(max_length=80)]
Us = Annotated[int | None, Parameter(ge=0, le=2**62, description="The answer's `before`, to go on.")]


@get("/api/search/rounds", opt=needs(Power.RECALL_ANY_ROUND), responses=fails(400, 401, 403, 429, 503), tags=["rounds"])
async def search_rounds(
    request: AnyRequest,
    table: Name = "",
    since: Ms = 0,
    until: Ms = TIME_MS_MAX,
    player: Name = "",
    cards: Cards = "",
    event: Kind = None,
    before: Us = None,
) -> RoundsFound:
    """Rounds by table, time of their beginning, player, hand and significant event, newest first; each is recalled by its id."""
    try:
        hand = parse_cards(cards)
    except ValueError as error:
        raise Problem("request/shape", f"cards: {error}") from None
    end = None if until >= TIME_MS_MAX else until * 1000
    wanted = Wanted(table, since * 1000, end, player, hand, event)
    return await history_of(request).read(lambda store: find_rounds(store, wanted, before))


SEARCH_ROUTES = [search_rounds]
