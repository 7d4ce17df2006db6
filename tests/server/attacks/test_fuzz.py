"""I3: invalid frames cause no server error, and no cent is misplaced."""

from __future__ import annotations

from pathlib import Path

from boxseat.ledger.accounts import chips, wallet
from tests.house.board import KINDS
from tests.server.attacks.fuzz import LIMITS, fuzz
from tests.server.server_thread import TABLE, running
from tests.tiers import size

FRAMES = size(300, 5_000)


def test_i3_bad_frames_do_no_harm(tmp_path: Path) -> None:
    with running(tmp_path, limits=LIMITS, kinds=KINDS) as floor:
        bystander = floor.guest()
        with bystander.socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="300")
        told = fuzz(floor, FRAMES, seed=3)
        assert told["frames"] == FRAMES
        assert told["errors"] > FRAMES * 3 // 10
        assert told["answers"] > FRAMES // 10
        assert told["pinned"] > 0
        assert floor.faults() == 0
        assert set(floor.run(floor.node.store.totals()).values()) == {0}
        mine = (wallet(bystander.name), chips(TABLE, bystander.name))
        assert sum(floor.run(floor.node.store.balance(account)) for account in mine) == 1_000_00
        text = floor.http.get("/metrics").text
        assert 'status="5' not in text
