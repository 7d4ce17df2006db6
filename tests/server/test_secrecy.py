"""I7: no frame tells a card before it is dealt, or a seed before its time. All frames of these tests are searched for seeds."""

from __future__ import annotations

from pathlib import Path

from tests.server.running import TABLE, running
from tests.server.secrecy import watched_rounds


def test_i7_no_frame_holds_a_card_that_was_not_dealt(tmp_path: Path) -> None:
    assert watched_rounds(tmp_path, rounds=4) > 50


def test_i7_the_search_for_seeds_finds_one(tmp_path: Path) -> None:
    """The search itself can fail: a seed in a frame is found."""
    with running(tmp_path) as floor:
        with floor.guest().socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="50")
            line.done(TABLE, "sit", box=1)
        seed = floor.run(floor.premises.store.secret(f"{TABLE}-s1"))
        assert seed is not None
        assert not list(floor.tainted())
        floor.sent.append(seed[32:64].hex())
        assert list(floor.tainted()) == [f"{TABLE}-s1"]
        floor.sent.clear()
