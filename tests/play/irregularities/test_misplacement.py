"""Cards dealt to the wrong place: where they lie, and that the round waits for a ruling (R35)."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from tests.notation import play
from tests.play.irregularities.games import each, in_each_game

MISPLACED = each("15.4", "14.4", "18.8", "17.8")


@MISPLACED
def test_18_8_a_card_on_the_wrong_place_is_recorded_and_counts_as_out(game: str, clause: str) -> None:
    told = play(game, "KS 9S 7D 9H 8H KD", "1:ann=10 2:bob=10", "dealer misplace @0 to=2", "supervisor reconstruct @2")
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS 9H"], ["9S 8H"], "7D KD")
    assert (told.done, told.set_aside, told.cards_used) == ([(0, clause), (1, clause)], [[]], 6)
    assert (told.burned, told.carried, told.void, told.after_round) == ("", "", None, [])


@each("15.5", "14.5", "18.8", "17.8")
def test_18_8_in_the_initial_deal_it_serves_the_place_it_was_put_on(game: str, clause: str) -> None:
    """The next card goes to the first place without its card: box 1 after box 2, the dealer before the second cards."""
    told = play(game, "KS 9S 7D 9H 8H", "1:ann=10 2:bob=10", "dealer misplace @0 to=2", "supervisor void @5", "2 stand")
    assert (told.hands(1), told.hands(2), told.dealer) == (["9S 9H"], ["KS 8H"], "7D")
    assert told.refused == [(2, clause)]
    dealers = play(game, "KS 9S 7D 9H 8H", "1:ann=10 2:bob=10", "dealer misplace @1 to=dealer", "supervisor void @5")
    assert (dealers.hands(1), dealers.hands(2), dealers.dealer) == (["KS 9H"], ["7D 8H"], "9S")
    second = play(game, "KS 9S 7D 9H 8H", "1:ann=10 2:bob=10", "dealer misplace @2 to=1", "supervisor void @5")
    assert (second.hands(1), second.hands(2), second.dealer) == (["KS 7D"], ["9S 8H"], "9H")


@each("15.5", "14.5", "18.8", "17.8")
def test_18_8_where_nothing_is_missing_it_lies_beside_the_cards(game: str, clause: str) -> None:
    """On the dealer's card, on a box whose second card is out, on a second hand, and on a box without wagers."""
    for to in ("dealer", "1", "2.2", "5"):
        told = play(
            game, "KS 9S 7D 9H 2C 8H 3C", "1:ann=10 2:bob=10", f"dealer misplace @4 to={to}", "supervisor void @6"
        )
        assert (told.hands(1), told.hands(2), told.dealer) == (["KS 9H"], ["9S 8H"], "7D")
        assert (told.cards_used, told.burned, told.void) == (6, "", ("cannot-reconstruct", clause))


@in_each_game
def test_18_8_whoever_was_due_the_card_gets_the_next_one(game: str) -> None:
    told = play(game, "KS 7D 2H 5C 4C 3C", "1:ann=10", "1 hit", "dealer misplace @3 to=dealer", "supervisor void @5")
    assert (told.hands(), told.dealer, told.cards_used) == (["KS 2H 4C"], "7D", 5)
    told = play(game, "KS 7D 9H 5C 4C", "1:ann=10", "1 stand", "dealer misplace @3 to=1", "supervisor void @5")
    assert (told.hands(), told.dealer, told.cards_used) == (["KS 9H"], "7D 4C", 5)


@MISPLACED
def test_18_8_a_card_that_is_due_there_is_not_misplaced(game: str, clause: str) -> None:
    for to, cards in (("1", 0), ("2", 1), ("2.1", 1), ("dealer", 2), ("1.1", 3)):
        told = play(game, "KS 9S 7D 9H 8H KD", "1:ann=10 2:bob=10", f"dealer misplace @{cards} to={to}", "1 stand")
        assert (told.refused, told.done) == ([(0, clause)], [])
        assert told.reasons == ["the card is due there"]
    told = play(game, "8S 7D 8C KH 3H 9H KD", "1:ann=10", "1 split", "1 stand", "dealer misplace @4 to=1.2", "1 hit")
    assert (told.refused, told.hands()) == ([(2, clause)], ["8S KH", "8C 3H 9H"])


@each("15.2", "14.2", "18.2", "17.2")
def test_18_2_a_card_while_a_player_decides_or_after_the_last_is_drawn_in_error(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H KD", "1:ann=10", "dealer misplace @3 to=dealer", "1 stand", "dealer misplace to=1")
    assert (told.refused, told.done, told.net) == ([(0, clause), (2, clause)], [], {"ann": "10.00"})
    assert told.reasons[0] == "no card is due: the card is drawn in error"


@in_each_game
def test_18_8_a_round_with_a_misplaced_card_is_not_settled(game: str) -> None:
    sentence = "decisions: a card is misplaced, and the round is neither reconstructed nor void"
    with pytest.raises(BadDocument, match=f"^{sentence}$"):
        play(game, "KS 7D 9H 5C KD", "1:ann=10", "1 stand", "dealer misplace @3 to=1")
    with pytest.raises(BadDocument, match=sentence):
        play(game, "KS 9S 7D 9H 8H KD", "1:ann=10 2:bob=10", "dealer misplace @0 to=2", "1 stand", "2 stand")


@in_each_game
def test_18_8_it_waits_for_the_ruling_after_the_dealers_last_card(game: str) -> None:
    told = play(
        game, "KS 7D 9H 5C KD 2C", "1:ann=10", "1 stand", "dealer misplace @3 to=1", "supervisor reconstruct", "1 hit"
    )
    assert (told.hands(), told.dealer, told.burned) == (["KS 9H"], "7D 5C KD", "")
    assert (told.net, [number for number, _ in told.refused]) == ({"ann": "10.00"}, [3])


def test_18_8_what_is_won_on_a_wrong_card_is_paid_at_once_and_stands_in_a_void() -> None:
    """R38: an interim payment, though reconstruction would have undone it."""
    told = play(
        "star-pontoon",
        "5S 9S 7D 6H 8H 9C KC",
        "1:ann=10 2:bob=10",
        "1 hit",
        "dealer misplace @5 to=2",
        "supervisor void @7",
    )
    assert (told.hands(1), told.net) == (["5S 6H KC"], {"ann": "10.00", "bob": "0.00"})


@pytest.mark.parametrize(
    ("game", "clause"),
    [("canberra-pontoon", "15.4"), ("star-pontoon", "18.8"), ("star-pontoon-6to5", "17.8")],
)
def test_18_8_the_dealers_card_is_due_once_nobody_is_to_act_though_an_offer_is_open(game: str, clause: str) -> None:
    """R27: ann has surrendered, or may forfeit, and the dealer went on to the second card."""
    steps = ("dealer misplace @3 to=1", "supervisor reconstruct @4")
    told = play(game, "KS KD 6H 2C 9C", "1:ann=10", "1 surrender", *steps)
    assert (told.dealer, told.done, told.net) == ("KD 2C", [(1, clause), (2, clause)], {"ann": "-5.00"})
    steps = ("dealer misplace @4 to=1", "supervisor reconstruct @5")
    told = play(game, "6S 7D 5H 4C 2C 9C", "1:ann=10", "1 double 10", *steps)
    assert (told.hands(), told.dealer, told.done) == (["6S 5H 4C"], "7D 2C 9C", [(1, clause), (2, clause)])
