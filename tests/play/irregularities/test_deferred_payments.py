"""Interim payments left to the final settlement (R43)."""

from __future__ import annotations

from boxseat.cards import card
from boxseat.play.acts import Hit, PayAtEnd, Stand
from boxseat.play.discards import cards_cleared
from boxseat.play.state import Wager
from boxseat.play.step import step
from boxseat.rulebook.load import open_book
from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, in_each_star_game
from tests.play.rounds import dealt, so_far

CARDS, WAGERS = "AS 9S 6D 7D KH 8H 5H KC KD", "1:ann=20 2:bob=10 3:cat=10"
DECISIONS = ("2 stand", "3 hit")


@at_the_star("11.3", "10.3")
def test_11_3_pontoon_and_21_are_paid_at_the_end_at_the_same_odds(game: str, clause: str) -> None:
    told = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @0", *DECISIONS)
    assert (told.done, told.void) == ([(0, clause)], None)
    assert [line["player"] for line in told.settlements] == ["ann", "cat", "bob"]
    at_once = play(game, CARDS, WAGERS, *DECISIONS)
    assert (told.net, told.settlements) == (at_once.net, at_once.settlements)


@at_the_star("18.8", "17.8")
def test_11_3_what_is_not_paid_when_the_round_is_void_comes_back(game: str, clause: str) -> None:
    told = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @0", *DECISIONS, "supervisor void @8")
    assert told.net == {"ann": "0.00", "bob": "0.00", "cat": "0.00"}
    assert {line["clause"] for line in told.settlements} == {clause}


@in_each_star_game
def test_11_3_for_one_box_only(game: str) -> None:
    told = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @0 box=1", *DECISIONS, "supervisor void @8")
    assert (told.net["ann"], told.net["cat"]) == ("0.00", "10.00")
    other = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @0 box=3", *DECISIONS, "supervisor void @8")
    assert (other.net["ann"] != "0.00", other.net["cat"]) == (True, "0.00")


@in_each_star_game
def test_11_3_from_the_step_on(game: str) -> None:
    told = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @7", *DECISIONS, "supervisor void @8")
    assert (told.net["ann"] != "0.00", told.net["cat"]) == (True, "0.00")


@at_the_star("11.3", "10.3")
def test_11_3_after_the_payment_it_changes_nothing(game: str, clause: str) -> None:
    told = play(game, CARDS, WAGERS, *DECISIONS, "gaming-manager pay-at-end @8", "supervisor void @8")
    assert (told.net["ann"] != "0.00", told.net["cat"], told.done[0]) == (True, "10.00", (2, clause))


@in_each_star_game
def test_11_3_the_super_bonus_and_the_fifty_dollars_wait_too_and_are_paid_once(game: str) -> None:
    cards, wagers = "7S KS 7D 7S 9H 7S KC", "1:ann=25 2:bob=10"
    told = play(game, cards, wagers, "gaming-manager pay-at-end @0", "1 hit", "2 stand")
    at_once = play(game, cards, wagers, "1 hit", "2 stand")
    assert sorted(line["wager"] for line in told.settlements) == ["main", "main", "shared-bonus", "super-bonus"]
    assert told.net == at_once.net
    void = play(game, cards, wagers, "gaming-manager pay-at-end @0", "1 hit", "supervisor void @6")
    assert (void.net, {line["wager"] for line in void.settlements}) == ({"ann": "0.00", "bob": "0.00"}, {"main"})


@in_each_star_game
def test_11_3_fifty_dollars_that_wait_are_set_off_against_a_second_super_bonus(game: str) -> None:
    told = play(
        game,
        "7S 7H 7D 7S 7H 7S 7H KC",
        "1:ann=25 2:bob=25",
        "gaming-manager pay-at-end @0",
        "1 hit",
        "2 hit",
    )
    assert told.lines("bob", "shared-bonus") == []
    assert told.line("bob", "super-bonus")["net"] == "5000.00"


@at_canberra("8.1", "8.1")
def test_8_1_at_canberra_what_is_won_at_once_is_paid_at_once(game: str, clause: str) -> None:
    told = play(game, CARDS, WAGERS, "gaming-manager pay-at-end @0", *DECISIONS)
    assert (told.refused[0], told.done) == ((0, clause), [])


@in_each_star_game
def test_11_3_without_an_outcome_nothing_is_paid(game: str) -> None:
    steps = ("gaming-manager pay-at-end @0", *DECISIONS, "supervisor invalidate @8 because=disruption refund=false")
    told = play(game, CARDS, WAGERS, *steps)
    assert told.net == {"ann": "-20.00", "bob": "-10.00", "cat": "-10.00"}


def test_11_3_the_cards_of_a_hand_that_is_paid_at_the_end_stay_on_the_layout() -> None:
    """11.2.1: they go to the rack when it is paid."""
    book = open_book("star-pontoon")
    wagers = (Wager(1, "ann", 2000), Wager(2, "bob", 1000))
    paid = so_far(book, dealt(book, "6S 9S 7D 5H 8H", *wagers), Hit(1, "ann"), "KC")
    assert sorted(cards_cleared(book, paid)) == [card("5H"), card("6S"), card("KC")]
    waits = so_far(
        book, step(book, dealt(book, "6S 9S 7D 5H 8H", *wagers), PayAtEnd(1)), Hit(1, "ann"), "KC", Stand(2, "bob")
    )
    assert list(cards_cleared(book, waits)) == []
