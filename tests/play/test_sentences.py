"""All that the engine says, on one page that a person has read: every refusal with its clause, every dealer's call."""

from __future__ import annotations

from tests.play.sentences import PAGE, ROUNDS, collect
from tests.tiers import FULL, size


def test_every_sentence_is_one_that_was_read() -> None:
    """`make test` plays fewer rounds, which contain fewer of the sentences."""
    said, read = collect(size(ROUNDS // 6, ROUNDS)).splitlines(), PAGE.read_text("utf-8").splitlines()
    assert set(said) <= set(read)
    assert said == read or not FULL
