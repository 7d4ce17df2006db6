"""Reconstruction: cards go where they should have gone, and which decisions stand (R36, R37)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_the_star, each, in_each_game, in_each_star_game

REBUILT = each("15.4", "14.4", "18.8", "17.8")


@REBUILT
def test_18_8_nothing_is_reconstructed_where_nothing_is_misplaced(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "supervisor reconstruct @3", "1 stand", "supervisor reconstruct")
    assert (told.refused, told.done, told.net) == ([(0, clause), (2, clause)], [], {"ann": "10.00"})
    again = play(
        game, "KS 9S 7D 9H 8H", "1:ann=10 2:bob=10", *_swapped(), "supervisor reconstruct @2", "supervisor void"
    )
    assert again.refused == [(2, clause)]


def _swapped() -> tuple[str, str]:
    return "dealer misplace @0 to=2", "supervisor reconstruct @2"


@in_each_game
def test_18_8_decisions_on_cards_that_stay_stand_and_are_not_asked_for_again(game: str) -> None:
    """The 4C of box 1 lay on the dealer's place; box 2 decided on its own cards."""
    told = play(
        game,
        "9S KS 7D 2H 8H 4C 5C KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=dealer",
        "1 stand",
        "2 stand",
        "supervisor reconstruct @7",
        "1 hit",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["9S 2H 4C 5C"], ["KS 8H"], "7D KD")
    assert (told.set_aside, told.refused, told.burned) == ([[2]], [], "")
    assert told.net == {"ann": "10.00", "bob": "10.00"}


@in_each_game
def test_18_8_a_hand_that_is_asked_again_and_silent_is_an_absent_players(game: str) -> None:
    told = play(
        game,
        "9S KS 7D 2H 8H 4C 5C KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=dealer",
        "1 stand",
        "2 stand",
        "supervisor reconstruct @7",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["9S 2H 4C"], ["KS 8H"], "7D 5C KD")
    assert (told.set_aside, told.net) == ([[2]], {"ann": "10.00", "bob": "10.00"})


@in_each_game
def test_18_8_the_first_decision_that_does_not_match_sets_aside_the_later_ones_on_its_box(game: str) -> None:
    """Box 1 drew the 4C where the 3C belonged; its stand falls, and its hit before it stands."""
    told = play(
        game,
        "5S KS 7D 6H 8H 3C 4C 2C 9D KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "1 hit",
        "1 stand",
        "2 stand",
        "supervisor reconstruct @8",
        "1 stand",
        "2 stand",
    )
    assert told.hands(1) == ["5S 6H 3C"]
    assert told.set_aside == [[2, 3, 4]]
    assert told.dealer == "7D 4C 2C 9D"


@in_each_game
def test_18_8_a_decision_does_not_stand_if_a_card_lay_on_its_box_that_has_gone(game: str) -> None:
    """Its players saw the surplus; box 3's stand is not touched by it."""
    told = play(
        game,
        "5S KS QS 7D 6H 8H 9H 3C 4C KD",
        "1:ann=10 2:bob=10 3:cat=10",
        "1 hit",
        "dealer misplace @7 to=2",
        "1 stand",
        "2 stand",
        "3 stand",
        "supervisor reconstruct @9",
        "1 stand",
        "2 stand",
    )
    assert (told.set_aside, told.refused) == ([[2, 3]], [])
    assert (told.hands(1), told.dealer) == (["5S 6H 3C"], "7D 4C KD")


@in_each_game
def test_18_8_another_first_card_of_the_dealer_sets_every_decision_aside(game: str) -> None:
    told = play(
        game,
        "KS 7D 9H 6C 5C 4C",
        "1:ann=10",
        "dealer misplace @0 to=dealer",
        "1 stand",
        "supervisor reconstruct @3",
        "1 stand",
    )
    assert (told.hands(), told.dealer, told.set_aside) == (["KS 9H"], "7D 6C 5C", [[1]])


@in_each_game
def test_18_8_a_split_decided_before_stands_with_what_follows_it(game: str) -> None:
    told = play(
        game,
        "8S KS 7D 8H 9H 3C 4C 2D KC KD",
        "1:ann=10 2:bob=10",
        "1 split",
        "1 hit",
        "1 stand",
        "dealer misplace @7 to=2",
        "1 stand",
        "supervisor reconstruct @9",
        "1 hit",
        "1 stand",
        "2 stand",
    )
    assert told.hands(1) == ["8S 3C 4C", "8H 2D KC"]
    assert (told.set_aside, told.dealer) == ([[4]], "7D KD")
    assert [line["stake"] for line in told.lines("ann", "split")] == ["10.00"]


@in_each_game
def test_18_8_a_double_on_wrong_cards_is_returned(game: str) -> None:
    told = play(
        game,
        "5S KS 7D 6H 8H 3C 2C KD 9D",
        "1:ann=10 2:bob=10",
        "dealer misplace @3 to=2",
        "1 double 10",
        "2 stand",
        "supervisor reconstruct @6",
        "1 hit",
        "1 stand",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2)) == (["5S 6H 3C"], ["KS 8H"])
    assert ([line["wager"] for line in told.settlements], told.set_aside) == (["main", "main"], [[1, 2]])


@at_the_star("11.1", "10.1")
def test_18_8_payments_on_wrong_cards_are_undone(game: str, clause: str) -> None:
    """The wrong deal gave box 1 a pontoon, which was paid at once; the right one gives it to box 2."""
    told = play(
        game,
        "AS 9S 7D KH 8H KD",
        "1:ann=20 2:bob=20",
        "dealer misplace @0 to=2",
        "dealer misplace @3 to=2",
        "supervisor reconstruct @5",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2)) == (["AS KH"], ["9S 8H"])
    assert told.line("ann")["clause"] == clause
    assert (told.line("bob")["result"], told.set_aside) == ("stand-off", [[]])


@in_each_game
def test_18_8_a_hand_collected_on_a_wrong_card_plays_on(game: str) -> None:
    told = play(
        game,
        "KS 9S 7D 5H 8H 4C QC KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "dealer misplace @6 to=2",
        "dealer burn @7",
        "supervisor reconstruct @8",
        "1 stand",
        "2 stand",
    )
    assert (told.hands(1), told.dealer, told.burned) == (["KS 5H 4C"], "7D QC", "KD")
    bust = play(
        game,
        "KS 9S 7D 5H 8H 4C QC KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "supervisor reconstruct @7",
        "1 stand",
        "2 stand",
    )
    assert (bust.hands(1), bust.dealer, bust.net) == (["KS 5H 4C"], "7D QC", {"ann": "10.00", "bob": "0.00"})


@in_each_game
def test_18_8_cards_already_out_are_the_next_ones_and_nobody_refuses_them(game: str) -> None:
    told = play(
        game,
        "KS 9S 7D 2H 8H 4C 3C 2C KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "1 hit",
        "supervisor reconstruct @8",
        "1 refuse",
        "1 stand",
        "2 hit",
    )
    assert [number for number, _ in told.refused] == [4]
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS 2H 4C"], ["9S 8H 3C"], "7D 2C KD")
    assert told.set_aside == [[2]]


@in_each_game
def test_18_8_cards_that_are_left_over_at_the_end_are_burnt(game: str) -> None:
    """R37, unseen ones too: box 1 would have gone over 21 with its right card, so that nobody needed another."""
    told = play(
        game,
        "KS 7D 6H 9C 2C 3C",
        "1:ann=10",
        "1 hit",
        "dealer misplace @3 to=dealer",
        "dealer draw-in-error @5 exposed=false",
        "supervisor reconstruct",
    )
    assert (told.hands(), told.dealer, told.burned) == (["KS 6H 9C"], "7D", "2C 3C")
    assert (told.carried, told.cards_used, told.net) == ("", 6, {"ann": "-10.00"})


@in_each_game
def test_18_8_a_round_is_put_right_twice_and_each_time_names_its_decisions(game: str) -> None:
    """Box 2 saw a card that lay there too long; it is in turn only after the second ruling."""
    told = play(
        game,
        "5S KS QS AD 6H 8H 7H 2C 3C 4C 9C",
        "1:ann=10 2:bob=10 3:cat=10",
        "dealer misplace @6 to=2",
        "3 insure 4",
        "1 hit",
        "1 stand",
        "2 stand",
        "3 stand",
        "supervisor reconstruct @9",
        "1 hit",
        "1 hit",
        "dealer misplace @9 to=3",
        "supervisor reconstruct @10",
        "1 stand",
        "2 stand",
        "3 stand",
    )
    assert (told.set_aside, told.refused) == ([[1, 3, 5], [4]], [])
    assert (told.hands(1), told.hands(2), told.hands(3)) == (["5S 6H 2C 3C 4C"], ["KS 8H"], ["QS 7H"])
    assert (told.dealer, told.lines("cat", "insurance"), told.cards_used) == ("AD 9C", [], 11)


@REBUILT
def test_18_8_two_misplaced_cards_are_put_right_at_once(game: str, clause: str) -> None:
    told = play(
        game,
        "KS 9S 7D 9H 8H KD",
        "1:ann=10 2:bob=10",
        "dealer misplace @0 to=dealer",
        "dealer misplace @2 to=1",
        "supervisor reconstruct @5",
        "1 stand",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS 9H"], ["9S 8H"], "7D KD")
    assert (told.done, told.cards_used) == ([(0, clause), (1, clause), (2, clause)], 6)


@in_each_game
def test_18_8_cards_drawn_in_error_before_keep_their_place_in_the_order(game: str) -> None:
    told = play(
        game,
        "5S 9S 7D 2H 8H 3C 4C 9C KD",
        "1:ann=10 2:bob=10",
        "dealer draw-in-error @5",
        "1 hit",
        "1 hit",
        "dealer misplace @6 to=2",
        "supervisor reconstruct @7",
        "1 stand",
        "2 stand",
        "1 hit",
    )
    assert told.hands(1)[0].startswith("5S 2H 3C 4C")
    assert told.set_aside == [[]]


@in_each_star_game
def test_18_3_who_refused_a_card_stays_bound_after_a_reconstruction(game: str) -> None:
    told = play(
        game,
        "9S KS 7D 6H 5H 2C 3C KD",
        "1:ann=10 2:bob=10",
        "dealer draw-in-error @5",
        "1 refuse",
        "2 hit",
        "2 hit",
        "dealer misplace @6 to=1",
        "supervisor reconstruct @7",
        "1 hit",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["9S 6H"], ["KS 5H 2C 3C"], "7D KD")
    assert (told.set_aside, [number for number, _ in told.refused]) == ([[]], [6])


@in_each_star_game
def test_18_8_insurance_stands_with_the_boxs_first_two_cards_though_the_third_was_wrong(game: str) -> None:
    """R36, 18.13: it was laid late, on 5S 2H and a wrong third card."""
    told = play(
        game,
        "5S KS AD 2H 8H 3C 4C 9C KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=dealer",
        "dealer insurance-missed @7",
        "1 insure 5",
        "2 insure 4",
        "1 hit",
        "supervisor reconstruct @8",
        "1 stand",
        "2 stand",
    )
    assert told.set_aside == [[5]]
    assert (told.line("ann", "insurance")["stake"], told.line("bob", "insurance")["stake"]) == ("5.00", "4.00")
    assert (told.hands(1), told.dealer) == (["5S 2H 3C"], "AD 4C 9C KD")


@in_each_game
def test_18_8_insurance_falls_where_the_first_two_cards_change_and_is_offered_again(game: str) -> None:
    told = play(
        game,
        "5S KS AD 2H 8H 9C KD",
        "1:ann=10 2:bob=10",
        "dealer misplace @3 to=2",
        "1 insure 5",
        "2 insure 4",
        "1 stand",
        "supervisor reconstruct @5",
        "2 insure 3",
        "1 hit",
        "1 stand",
        "2 stand",
    )
    assert told.set_aside[0][:2] == [1, 2]
    assert told.lines("ann", "insurance") == []
    assert told.line("bob", "insurance")["stake"] == "3.00"


@in_each_game
def test_18_8_an_offer_that_was_closed_on_the_same_cards_stays_closed(game: str) -> None:
    told = play(
        game,
        "5S KS AD 2H 8H 3C 9C KD",
        "1:ann=10 2:bob=10",
        "dealer close",
        "1 hit",
        "dealer misplace @5 to=2",
        "supervisor reconstruct @6",
        "2 insure 5",
        "1 stand",
        "2 stand",
    )
    assert 4 in [number for number, _ in told.refused]
    assert told.lines("bob", "insurance") == []


@in_each_game
def test_18_8_an_offer_that_was_open_stays_open(game: str) -> None:
    told = play(
        game,
        "5S KS AD 2H 8H 3C 9C KD",
        "1:ann=10 2:bob=10",
        "dealer misplace @3 to=2",
        "1 insure 5",
        "supervisor reconstruct @5",
        "2 insure 5",
        "1 insure 4",
        "1 hit",
    )
    assert (told.set_aside, told.refused) == ([[1]], [])
    assert (told.line("ann", "insurance")["stake"], told.line("bob", "insurance")["stake"]) == ("4.00", "5.00")


def test_14_4_even_money_stands_on_the_same_blackjack_and_falls_on_another() -> None:
    cards = "AS 9S AD KH 8H 9D 2D KC"
    told = play(
        "canberra-blackjack",
        cards,
        "1:ann=10 2:bob=10",
        "1 even-money",
        "2 hit",
        "dealer misplace @5 to=1",
        "supervisor reconstruct",
        "2 hit",
    )
    assert (told.set_aside, told.line("ann")["clause"]) == ([[]], "8.1(b)")
    told = play(
        "canberra-blackjack",
        "AS 9S AD KH QH 9D 8D",
        "1:ann=10 2:bob=10",
        "dealer misplace @3 to=2",
        "1 even-money",
        "supervisor reconstruct @5",
        "2 stand",
    )
    assert told.set_aside == [[1]]
    assert told.line("ann")["odds"] == "3:2"


@in_each_star_game
def test_18_8_a_surrender_stands_on_the_same_two_cards_and_falls_on_others(game: str) -> None:
    told = play(
        game,
        "5S 9S KD 2H 8H 3C 6C 7C",
        "1:ann=10 2:bob=10",
        "2 surrender",
        "1 hit",
        "dealer misplace @5 to=dealer",
        "supervisor reconstruct @6",
        "1 stand",
    )
    assert (told.set_aside, told.line("bob")["result"]) == ([[]], "surrender")
    told = play(
        game,
        "5S 9S KD 2H 8H 3C 6C 7C",
        "1:ann=10 2:bob=10",
        "dealer misplace @4 to=1",
        "2 surrender",
        "supervisor reconstruct @6",
        "2 stand",
    )
    assert (told.hands(2), told.set_aside, told.line("bob")["result"] == "surrender") == (["9S 8H"], [[1]], False)


@in_each_star_game
def test_18_8_a_forfeit_stands_on_the_same_double_and_falls_with_another_card(game: str) -> None:
    told = play(
        game,
        "6S 9S 7D 5H 8H 4C 3C KD",
        "1:ann=10 2:bob=10",
        "1 double 10",
        "1 forfeit",
        "2 hit",
        "dealer misplace @6 to=1",
        "supervisor reconstruct @7",
        "2 stand",
    )
    assert (told.set_aside, told.line("ann")["result"]) == ([[]], "forfeit")
    wrong = play(
        game,
        "6S 9S 7D 5H 8H 4C 3C KD",
        "1:ann=10 2:bob=10",
        "1 double 10",
        "dealer misplace @5 to=2",
        "1 forfeit",
        "2 stand",
        "supervisor reconstruct @7",
        "1 forfeit",
        "2 stand",
    )
    assert (wrong.set_aside, wrong.hands(1), wrong.dealer) == ([[2, 3]], ["6S 5H 4C"], "7D 3C KD")
    assert wrong.line("ann")["result"] == "forfeit"


@in_each_star_game
def test_18_8_a_double_that_makes_21_with_the_right_card_cannot_be_forfeited(game: str) -> None:
    told = play(
        game,
        "6S 9S 7D 5H 8H KC 3C QD",
        "1:ann=10 2:bob=10",
        "1 double 10",
        "dealer misplace @5 to=2",
        "1 forfeit",
        "supervisor reconstruct @7",
        "1 forfeit",
        "2 stand",
    )
    assert (told.hands(1), told.set_aside) == (["6S 5H KC"], [[2]])
    assert [number for number, _ in told.refused] == [4]
    assert told.net["ann"] == "20.00"


@in_each_game
def test_18_8_an_absent_players_hand_stays_played_where_the_cards_match(game: str) -> None:
    told = play(
        game,
        "KS 9S 7D 6H 2H 4C 5C 9C KD",
        "1:ann=10 2:bob=10",
        "dealer absent",
        "2 hit",
        "dealer misplace @5 to=1",
        "supervisor reconstruct @6",
        "1 hit",
        "2 stand",
    )
    assert (told.hands(1), told.set_aside) == (["KS 6H"], [[]])
    assert 4 in [number for number, _ in told.refused]


@in_each_game
def test_18_8_wagers_that_were_void_stay_void_though_fewer_cards_are_dealt(game: str) -> None:
    """With its right card box 1 goes over 21 at once; the cards it drew after it are left over."""
    told = play(
        game,
        "KS 9S 7D 6H 8H 9C AC AD AH AS",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "1 hit",
        "1 hit",
        "1 hit",
        "1 stand",
        "supervisor void-wagers player=bob because=device",
        "supervisor reconstruct @10",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS 6H 9C"], ["9S 8H"], "7D")
    assert (told.line("bob")["result"], told.net) == ("void", {"ann": "-10.00", "bob": "0.00"})
    assert (told.burned, told.set_aside) == ("AC AD AH AS", [[2, 3, 4, 5]])


@in_each_star_game
def test_18_8_of_a_late_answer_that_falls_the_earlier_decisions_stand(game: str) -> None:
    """Box 1 has hit and stood; when ann insured, a card of box 2 lay on her box."""
    told = play(
        game,
        "5S KS AD 6H 2D 9C 4C 8C",
        "1:ann=10 2:bob=10",
        "1 hit",
        "1 stand",
        "2 hit",
        "dealer misplace @6 to=1",
        "dealer insurance-missed @8",
        "1 insure 5",
        "supervisor reconstruct @8",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.set_aside) == (["5S 6H 9C"], ["KS 2D 4C"], [[5]])
    assert (told.lines("ann", "insurance"), told.dealer) == ([], "AD 8C")


@in_each_star_game
def test_18_8_wagers_returned_after_a_malfunction_stay_returned(game: str) -> None:
    told = play(
        game,
        "5S 9S 7D 6H 3H 4C 2C KC 9C KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "supervisor malfunction @7 another_device=false returned_to=bob",
        "supervisor reconstruct @7",
        "1 stand",
        cards_from="device",
    )
    assert (told.line("bob")["result"], told.hands(2), told.hands(1)) == ("void", ["9S 3H"], ["5S 6H 4C"])


@in_each_star_game
def test_18_8_payments_left_to_the_end_stay_there(game: str) -> None:
    told = play(
        game,
        "AS 9S 7D KH 8H 4C KD",
        "1:ann=20 2:bob=20",
        "gaming-manager pay-at-end @0",
        "dealer misplace @1 to=1",
        "supervisor reconstruct @5",
        "2 stand",
    )
    assert [line["player"] for line in told.settlements] == ["ann", "bob"]
    voided = play(
        game,
        "AS 9S 7D KH 8H 4C KD",
        "1:ann=20 2:bob=20",
        "gaming-manager pay-at-end @0",
        "dealer misplace @1 to=1",
        "supervisor reconstruct @5",
        "supervisor void",
    )
    assert voided.net == {"ann": "0.00", "bob": "0.00"}
