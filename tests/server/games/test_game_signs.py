"""A game's sign and its offers, taken from its book."""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import book_text, open_book
from boxseat.server.bookshelf import Volume
from boxseat.server.routes.games import GameSeen, game_seen
from tests.server.server_thread import Running


def seen(game: str) -> GameSeen:
    return game_seen(Volume(open_book(game), book_text(game), registered=True))


@pytest.mark.parametrize(
    ("game", "shared"),
    [
        ("canberra-pontoon", "Each other wager in that round"),
        ("star-pontoon", "Each other player in that round"),
        ("star-pontoon-6to5", "Each other player in that round"),
    ],
)
def test_14_3_11_5_who_shares_the_bonus_is_named_as_the_book_says(game: str, shared: str) -> None:
    """CP 14.3: each other wager; SP 11.5: each other player."""
    assert seen(game).bonus[-1].what == shared


def test_11_5_the_tiers_of_the_bonus_have_both_ends() -> None:
    said = [line.what.rpartition(", ")[2] for line in seen("star-pontoon").bonus[:-1]]
    assert said == ["wager of $5 to under $25", "wager of $25 or more"]
    said = [line.what.rpartition(", ")[2] for line in seen("canberra-pontoon").bonus[:-1]]
    assert said == ["wager under $25", "wager of $25 or more"]


def test_11_5_the_notes_of_the_payouts() -> None:
    """Doubled hands at 1 to 1, no bonus on split or doubled hands, and the bonus in addition."""
    game = seen("star-pontoon")
    assert [note.clause for note in game.pays_notes] == ["13.2", "14.3"]
    assert game.pays_notes[0].text == "A doubled hand that wins is paid 1 to 1."
    assert [note.clause for note in game.bonus_notes] == ["11.5", "14.4", "13.2"]
    assert seen("canberra-blackjack").bonus_notes == ()


def test_offers_say_what_they_cost_by_the_book() -> None:
    star, blackjack = seen("star-pontoon").offers, seen("canberra-blackjack").offers
    assert star.surrender == "Give up this hand and lose {lost}? You lose all of it if the dealer makes Pontoon."
    assert star.surrender_loses == 0.5
    assert blackjack.insurance == "Insure against a dealer Blackjack? Insurance pays 2 to 1."
    assert (blackjack.surrender, blackjack.forfeit) == ("", "")


def test_chips_at_tables_are_told_with_the_wallet(floor: Running) -> None:
    ann = floor.guest()
    with ann.socket("star-pontoon") as line:
        line.done("star-pontoon", "buy-in", amount="300")
        line.done("star-pontoon", "sit", box=2)
        me = ann.get("/api/me").json()
        assert me["wallet"] == "700.00"
        assert me["seats"] == [{"table": "star-pontoon", "title": "The Star, Pontoon", "chips": "300.00", "boxes": [2]}]
    assert floor.guest().get("/api/me").json()["seats"] == []
