"""My rounds: everybody's own, at all tables, with what each brought them; nobody else's."""

from __future__ import annotations

from pathlib import Path

from tests.server.running import TABLE, Running
from tests.web.hands import Hands, on_the_shoe

OTHER = "canberra-blackjack"


def test_rounds_at_several_tables_with_their_nets(floor: Running, tmp_path: Path) -> None:
    ann, bob = floor.guest(), floor.guest()
    assert ann.get("/api/rounds").json() == []
    with on_the_shoe(Hands(tmp_path / "hands")) as hands, ann.socket(TABLE, OTHER) as line, bob.socket(OTHER) as bobs:
        for table in (TABLE, OTHER):
            line.done(table, "buy-in", amount="200")
            line.done(table, "sit", box=1)
        played: list[tuple[str, str, str]] = []
        # Lost, a stand-off, and won; the stand-off moves nothing to or from the tray.
        for table, cards, net in (
            (TABLE, "KS 9D 7H JC", "-20.00"),
            (OTHER, "KS KD KH KC", "0.00"),
            (TABLE, "KS 7D KH JC", "20.00"),
        ):
            while line.tables[table]["table"]["cut"] is not None:
                line.done(table, "decline-cut")
            hands.set(table, cards)
            seen = line.play_round(table, 1)["table"]["round"]
            assert seen["net"] == {ann.name: net}
            played.insert(0, (seen["id"], table, net))
        bobs.done(OTHER, "buy-in", amount="100")
        line.done(OTHER, "give-up", box=1)
        bobs.done(OTHER, "sit", box=2)
        bobs.play_round(OTHER, 2)
    found = ann.get("/api/rounds").json()
    assert [(one["id"], one["table"], one["net"]) for one in found] == played
    assert all(one["over"] for one in found)
    for one in found:
        assert ann.get(f"/api/rounds/{one['id']}").json()["net"][ann.name] == one["net"]
    assert ann.get("/api/rounds", params={"before": found[0]["seq"]}).json() == found[1:]
    assert len(bob.get("/api/rounds").json()) == 1
