"""All that the engine says, on one page that was read by a person: every refusal with its clause, every call of the dealer."""

from __future__ import annotations

from tests.play.sentences import PAGE, collect


def test_every_sentence_is_one_that_was_read() -> None:
    assert collect().splitlines() == PAGE.read_text("utf-8").splitlines()
