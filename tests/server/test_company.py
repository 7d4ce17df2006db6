"""Computer players bet as soon as a person asks for the cards, and nobody waits for them."""

from __future__ import annotations

import time

from tests.server.server_thread import Caller, Running

TABLE = "canberra-blackjack"
PATIENCE_S = 60


def _all_know_their_book(floor: Running) -> bool:
    ready = floor.node.computers._ready.values()
    return bool(ready) and all(task.done() for task in ready)


def test_whoever_is_ready_has_the_cards_at_once_and_company(floor: Running, guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="200")
        line.done(TABLE, "sit", box=4)
        for box in (1, 2, 6, 7):
            line.done(TABLE, "ask-computer", box=box, kind="loose")
        while line.tables[TABLE]["table"]["cut"] is not None:
            line.done(TABLE, "decline-cut")
        until = time.monotonic() + PATIENCE_S
        while not floor.on_loop(lambda: _all_know_their_book(floor)):
            assert time.monotonic() < until, "a loose player must be ready soon"
            time.sleep(0.05)
        line.done(TABLE, "wager", box=4, stake="20")
        seen = line.done(TABLE, "ready")
        while seen["table"]["cut"] is not None:
            seen = line.done(TABLE, "decline-cut")
        assert [box["number"] for box in seen["table"]["round"]["boxes"]] == [1, 2, 4, 6, 7]
        line.done(TABLE, "leave")
