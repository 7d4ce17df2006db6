"""I1: the house against the reference model. Nothing raises, a refusal changes nothing, and every cent is right."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from typing import get_args

import pytest

from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from tests.house.sessions import STAFF, TABLE, Session, Step, sessions
from tests.tiers import size

SESSIONS, STEPS = 300, 50
SAMPLE = 16
"""So few sessions need not cover everything."""
NEVER_DONE = {
    "canberra-pontoon": {"SetCards", "DoEvenMoney", "ReserveBox"},
    "canberra-blackjack": {"SetCards", "DoSurrender", "DoForfeit", "ReserveBox"},
    "star-pontoon": {"SetCards", "DoEvenMoney", "FinalRounds"},
    "star-pontoon-6to5": {"SetCards", "DoEvenMoney", "FinalRounds"},
}
"""Commands that a game does not have, or that are used at practice tables only."""
OF_STAFF = (
    c.OpenForPlay,
    c.FinalRounds,
    c.CloseTable,
    c.CutForHouse,
    c.ShuffleNow,
    c.ReserveBox,
    c.MarkBox,
    c.Restrict,
    c.VoidTheRound,
)
OF_THE_HOUSE = (c.TimeUp, c.SeatExpired, c.NoteAway)
MODELLED = {kind.__name__ for kind in (*get_args(c.PlayersCommand), *OF_STAFF, *OF_THE_HOUSE)} - {
    "DoRefuse",
    "ExposeCards",
}
"""The commands that the model knows; `tests/oracle`, `tests/rehearsal` and the rooms' own tests have models of the others."""
SELDOM = {
    "AskForBox",
    "CloseTable",
    "DismissComputer",
    "DoEvenMoney",
    "SeatExpired",
    "CutForHouse",
    "GiveUp",
    "TakeBack",
    "Pass",
}
"""Commands that these few sessions may not reach."""


@pytest.mark.parametrize("game", GAMES)
def test_sessions_at_random_agree_with_the_reference_model(game: str) -> None:
    number = size(SAMPLE, SESSIONS)
    told = asyncio.run(sessions(game, range(number), STEPS))
    done = {name.split(":")[0] for name in told if name.endswith(": done")}
    assert done & NEVER_DONE[game] == set()
    if number == SESSIONS:
        assert MODELLED - NEVER_DONE[game] - SELDOM <= done, "the sessions do not cover every command"
        assert len([name for name in told if ": " in name and not name.endswith(": done")]) > 60


def test_i7_the_search_of_what_is_shown_can_find_something() -> None:
    """It finds a card that was not dealt, and any part of a seed, in hexadecimal and in base 64."""
    played = Session("star-pontoon", 3)

    async def shuffle() -> None:
        await played.open()
        await played.do(Step(STAFF[0], c.OpenForPlay()))

    asyncio.run(shuffle())
    played.shoulders.search("{}")
    seed = played.disk.secrets[f"{TABLE}-s1"]
    for told in ('{"next":"AS"}', seed[100:140].hex(), b64encode(seed[48:96]).decode()):
        with pytest.raises(AssertionError):
            played.shoulders.search(told)
