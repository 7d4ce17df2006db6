"""Cards that lie face down are in no frame, document or recall that others get, until they are turned (SP 4.6.2)."""

from __future__ import annotations

from typing import Any

from boxseat.house.answers import Done
from boxseat.people.roles import Role
from boxseat.rulebook.load import book_text, open_book
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.server.server_thread import Running

TABLE = "star-face-down"
ROUNDS_MAX = 10
"""Rounds until both hands lie face down: a pontoon is turned at once."""


def test_4_6_2_nobody_else_gets_to_see_cards_that_lie_face_down(floor: Running) -> None:
    game, settings = "star-pontoon", Settings(sign=SIGN)
    made = floor.run(floor.node.house.open_table(TABLE, open_book(game), book_text(game), settings))
    assert isinstance(made, Done), made
    manager = floor.staff(Role.GAMING_MANAGER)
    ann, bob = floor.guest(), floor.guest()
    with manager.socket(TABLE) as staff, ann.socket(TABLE) as hers, bob.socket(TABLE) as his:
        staff.done(TABLE, "open")
        staff.done(TABLE, "face-down", on=True, inspector_approved=True)
        for line, box in ((hers, 1), (his, 2)):
            line.done(TABLE, "buy-in", amount="500")
            line.done(TABLE, "sit", box=box)
        for _ in range(ROUNDS_MAX):
            _deal(ann.name, hers, his)
            if _cards(his, 1) == ["??", "??"] and _cards(his, 2) == ["??", "??"]:
                break
            _play_on(hers, his)
        (own,) = hers.watch(TABLE)["you"]["face_down"]
        assert (own["box"], len(own["cards"])) == (1, 2)
        assert [mine["box"] for mine in his.watch(TABLE)["you"]["face_down"]] == [2]
        name = hers.tables[TABLE]["table"]["round"]["id"]
        for caller, path in ((bob, f"/api/rounds/{name}"), (manager, f"/api/rounds/{name}")):
            assert caller.get(path).json()["code"] == "round/open"
        assert manager.get(f"/api/tables/{TABLE}/document").json()["code"] == "round/open"
        _play_on(hers, his)
        assert _cards(his, 1)[:2] == own["cards"]
        assert bob.get(f"/api/rounds/{name}").status_code == 200
        assert manager.get(f"/api/tables/{TABLE}/document").status_code == 200


def _deal(ann: str, hers: Any, his: Any) -> None:
    while hers.watch(TABLE)["table"]["cut"] is not None:
        asked = hers.tables[TABLE]["table"]["cut"]["player"]
        (hers if asked == ann else his).done(TABLE, "decline-cut", version=hers.tables[TABLE]["version"])
    for line, box in ((hers, 1), (his, 2)):
        line.watch(TABLE)
        line.done(TABLE, "wager", box=box, stake="20")
    for line in (hers, his):
        line.watch(TABLE)
        line.done(TABLE, "ready")


def _cards(line: Any, box: int) -> list[str]:
    boxes = line.watch(TABLE)["table"]["round"]["boxes"]
    return [str(card) for one in boxes if one["number"] == box for card in one["hands"][0]["cards"]]


def _play_on(*lines: Any) -> None:
    """Everybody declines and stands until the round is over."""
    while lines[0].watch(TABLE)["table"]["in_round"]:
        for line in lines:
            for choice in line.watch(TABLE)["you"]["choices"]:
                if choice["do"] in ("decline", "stand"):
                    line.done(TABLE, choice["do"], box=choice["box"])
                    break
