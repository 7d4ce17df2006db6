"""Cards to the dealer's hand when it is complete (R32)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each

EXTRA = each("15.3", "14.3", "18.5", "17.5")


@EXTRA
def test_18_5_an_exposed_card_to_the_complete_hand_is_burnt(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card")
    assert (told.dealer, told.burned, told.carried, told.cards_used) == ("8D KD", "2C", "", 5)
    assert (told.done, told.net) == ([(1, clause)], {"ann": "10.00"})


@at_the_star("18.6", "17.6")
def test_18_6_an_unseen_one_is_the_first_card_of_the_next_round(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card exposed=false")
    assert (told.dealer, told.burned, told.carried, told.cards_used) == ("8D KD", "", "2C", 4)
    assert told.done == [(1, clause)]


@at_canberra("15.3", "14.3")
def test_15_3_at_canberra_an_unseen_one_is_burnt_too(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card exposed=false")
    assert (told.burned, told.carried, told.cards_used, told.done) == ("2C", "", 5, [(1, clause)])


@EXTRA
def test_18_5_one_card_is_a_complete_hand_where_no_wager_needs_a_second(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 hit", "dealer extra-card")
    assert (told.dealer, told.burned, told.net) == ("8D", "2C", {"ann": "-10.00"})
    assert told.done == [(1, clause)]


@EXTRA
def test_18_5_while_a_hand_is_still_to_act_it_is_no_extra_card(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "dealer extra-card", "1 stand")
    assert (told.refused, told.dealer, told.burned) == ([(0, clause)], "8D KD", "")
    assert told.done == []


@at_the_star("18.5", "17.5")
def test_18_5_a_hand_that_forfeits_further_on_is_still_to_act(game: str, clause: str) -> None:
    told = play(game, "6S 7D 5H 4C KD 2C", "1:ann=10", "1 double 10", "dealer extra-card", "1 forfeit")
    assert (told.refused, told.net) == ([(1, clause)], {"ann": "-10.00"})


@EXTRA
def test_18_5_hands_without_further_decisions_are_played_first(game: str, clause: str) -> None:
    cards = "KS 9S 8D 9H 8H KD 2C"
    told = play(game, cards, "1:ann=10 2:bob=10", "1 stand", "dealer extra-card")
    assert (told.hands(2), told.dealer, told.burned) == (["9S 8H"], "8D KD", "2C")
    assert told.done == [(1, clause)]


@EXTRA
def test_18_5_two_extra_cards_are_one_step_each_and_the_second_comes_after_the_first(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD 2C 3C", "1:ann=10", "1 stand", "dealer extra-card", "dealer extra-card")
    assert (told.burned, told.cards_used, told.done) == ("2C 3C", 6, [(1, clause), (2, clause)])


@each("15.5", "14.5", "18.8", "17.8")
def test_18_8_no_extra_card_after_a_void(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H", "1:ann=10", "supervisor void @3", "dealer extra-card", "1 stand")
    assert told.refused == [(1, clause), (2, clause)]
