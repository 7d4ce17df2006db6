"""Rounds per second of the engine through `legal`, `step` and `settle`, a reconstruction's time, and the growth of memory.

Each decision asks `legal` for all open and closed choices, and takes one of the open ones; each card is a step. The
reference is a bare loop that only shuffles and draws cards, so that the ratio can be compared between machines.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from random import Random

from boxseat.cards import Card, deck
from boxseat.play.acts import Act, CloseOffer, Deal, Hit, Misplace, Reconstruct, Stand
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book

RESHUFFLE_AT = 80
CARDS = 416
RECONSTRUCTIONS = 200


class Player:
    """Plays rounds from a shoe: closes every offer, draws to 17 and then stands."""

    def __init__(self, book: Book, boxes: int, seed: int) -> None:
        self._book = book
        self._wagers = [Wager(box, f"player {box}", 1000) for box in range(1, boxes + 1)]
        self._full = list(deck(book.cards.ranks.value)) * book.cards.decks.value
        self._rng = Random(seed)
        self._shoe: list[Card] = []
        self.cards = 0

    def round(self, misplaced_at: int | None = None) -> Round:
        """Play a round, up to the reconstruction if the card at a place, counted from 0, goes to the first box."""
        if len(self._shoe) < RESHUFFLE_AT:
            self._shoe = self._rng.sample(self._full, len(self._full))
        book = self._book
        played = open_round(book, self._wagers)
        while not played.over and played.phase is not Phase.SETTLEMENT:
            if not played.card_due:
                act = self._decision(played)
            elif played.cards_used == misplaced_at:
                act = Misplace(self._shoe.pop(), "1.1")
            else:
                act = Deal(self._shoe.pop())
            played = step(book, played, act)
        self.cards += played.cards_used
        return played

    def _decision(self, played: Round) -> Act:
        open_now = {type(choice.act): choice.act for choice in legal(self._book, played).open}
        if CloseOffer in open_now:
            return open_now[CloseOffer]
        return open_now[Hit] if played.hand_in_turn.total.points < 17 else open_now[Stand]


def reconstruction_ms(book: Book, seed: int) -> tuple[float, int]:
    """The milliseconds of CPU of the reconstruction of a full table, and its cards.

    The last box's second card lay on the first box; everybody has decided on what lay there since.
    """
    player = Player(book, book.layout.boxes.value, seed)
    played = player.round(misplaced_at=2 * book.layout.boxes.value)
    start = time.process_time()
    done = step(book, played, Reconstruct())
    return (time.process_time() - start) * 1000, done.cards_used


def _bare_shoe(shoe: range = range(CARDS), rng: Random = Random(1)) -> None:  # noqa: B008
    """Shuffle a shoe and draw every card of it."""
    for _ in rng.sample(shoe, CARDS):
        pass


def per_second(run: Callable[[], object], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        run()
        done += 1
    return done / (time.perf_counter() - start)


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print rounds per second for every game, with one box and with seven, and the growth of memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--memory-rounds", type=int, default=100_000)
    asked = parser.parse_args()
    out = sys.stdout.write
    out(f"{'game':<20}{'boxes':>6}{'rounds/s':>10}{'cards/s':>10}{'bare draws, times faster':>26}\n")
    for game in GAMES:
        for boxes in (1, 7):
            player = Player(open_book(game), boxes, seed=1)
            start = time.perf_counter()
            rate = per_second(player.round, asked.seconds)
            cards = player.cards / (time.perf_counter() - start)
            bare = per_second(_bare_shoe, 0.5) * CARDS
            out(f"{game:<20}{boxes:>6}{rate:>10.0f}{cards:>10.0f}{bare / cards:>26.1f}\n")
    for game in GAMES:
        times = sorted(reconstruction_ms(open_book(game), seed) for seed in range(RECONSTRUCTIONS))
        (median, cards), (longest, _) = times[len(times) // 2], times[-1]
        out(
            f"{game:<20} reconstruction of seven boxes: median {median:.1f} ms ({cards} cards), longest {longest:.1f} ms\n"
        )
    player = Player(open_book("star-pontoon"), 1, seed=2)
    for _ in range(asked.memory_rounds // 10):
        player.round()
    before = peak_megabytes()
    for _ in range(asked.memory_rounds):
        player.round()
    grown = peak_megabytes() - before
    out(f"memory: peak {before:.1f} MB, grown by {grown:.2f} MB over {asked.memory_rounds} rounds\n")


if __name__ == "__main__":
    main()
