"""All that the engine says, on one page that was read by a person: every refusal with its clause, every call of the dealer."""

from __future__ import annotations

from tests.play.sentences import PAGE, ROUNDS, collect
from tests.tiers import FULL, size


def test_every_sentence_is_one_that_was_read() -> None:
    """In `make test` of fewer rounds, which say fewer of them."""
    said, read = collect(size(ROUNDS // 6, ROUNDS)).splitlines(), PAGE.read_text("utf-8").splitlines()
    assert set(said) <= set(read)
    assert said == read or not FULL
