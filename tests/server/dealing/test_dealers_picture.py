"""What staff see of a hand-dealt round: the signals, the rulings and the payments, and players see none of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boxseat.house.answers import Done
from boxseat.house.house import HOUSE_ACTOR
from boxseat.people.roles import Role
from boxseat.rulebook.load import book_text, open_book
from boxseat.table.commands import OpenForPlay
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.server.server_thread import Running, running


def opened(one: Running, name: str) -> str:
    """A hand-dealt table of Canberra Pontoon."""
    settings = Settings(sign=SIGN, dealt="by-hand", terminals=False)
    game = "canberra-pontoon"
    made = one.run(one.node.house.open_table(name, open_book(game), book_text(game), settings))
    assert isinstance(made, Done), made
    one.run(one.node.house.submit_authorized(HOUSE_ACTOR, name, "", made.version, OpenForPlay()))
    return name


def test_a_round_by_hand_in_the_picture_of_its_dealer(tmp_path: Path) -> None:
    with running(tmp_path, tables=0) as one:
        at = opened(one, "by-hand")
        with one.staff(Role.SUPERVISOR).socket(at) as line, one.guest().socket(at) as guest:

            def done(do: str, **fields: Any) -> dict[str, Any]:
                seen: dict[str, Any] = line.done(at, do, **fields)["ruling"]
                return seen

            for player, stake in (("patron 3", "20"), ("patron 8", "10")):
                line.done(at, "for-player", player=player, what={"do": "wager", "box": 3, "stake": stake})
            assert done("no-more-bets")["due"] == "3.1"
            done("card", card="5S")
            done("card", card="9D")
            seen = done("card", card="6S")
            assert [signal["do"] for signal in seen["signals"]] == ["double", "hit", "absent"]
            # Chips that are not bought here may lie there all the same, so the co-bettor is asked.
            line.done(at, "for-player", player="patron 3", what={"do": "double", "box": 3, "amount": "20"})
            assert line.tables[at]["table"]["join"]["asked"] == ["patron 8"]
            seen = done("card", card="7S", to="dealer")
            assert seen["misplaced"]
            assert seen["reconstruction"]["done"] is False
            assert seen["steps"]
            seen = done("reconstruct")
            assert seen["reconstruction"]["done"]
            assert [(move["before"], move["after"]) for move in seen["reconstruction"]["moves"]] == [("dealer", "3.1")]
            line.done(at, "close-offer")
            seen = done("card", card="KS")
            assert [(row["player"], row["paid"], row["collected"]) for row in seen["pay"]] == [
                ("patron 3", "0.00", "40.00"),
                ("patron 8", "0.00", "10.00"),
            ]
            while guest.tables[at]["version"] < line.tables[at]["version"]:
                guest.next()
            assert "ruling" not in guest.tables[at]
