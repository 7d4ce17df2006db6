"""Insurance that the dealer did not offer in time (R33)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each, in_each_game, in_each_star_game

LATE = each("7.2", "7.2", "18.13", "17.13")


@LATE
def test_18_13_it_is_offered_before_the_first_decision_in_every_game(game: str, clause: str) -> None:
    told = play(game, "KS AD 9H KD", "1:ann=20", "dealer close", "dealer insurance-missed", "1 insure 10", "1 stand")
    assert (told.done, told.refused) == ([(1, clause)], [])
    assert told.line("ann", "insurance")["net"] == "20.00"


@at_the_star("18.13", "17.13")
def test_18_13_at_the_star_until_the_dealers_second_card(game: str, clause: str) -> None:
    told = play(
        game,
        "5S 9S AD 6H 8H 2C KD",
        "1:ann=20 2:bob=20",
        "1 hit",
        "1 stand",
        "2 stand",
        "dealer insurance-missed @6",
        "1 insure 10",
        "2 insure 5",
    )
    assert (told.done, told.refused, told.dealer) == ([(3, clause)], [], "AD KD")
    assert told.net == {"ann": "0.00", "bob": "-10.00"}
    late = play(game, "9S AD 8H 9D", "1:ann=20", "1 stand", "dealer insurance-missed", "1 insure 10")
    assert late.refused[0] == (1, clause)
    assert (late.done, late.lines("ann", "insurance")) == ([], [])


@at_canberra("7.2", "7.2")
def test_7_2_at_canberra_only_until_the_first_decision_on_a_hand(game: str, clause: str) -> None:
    for decision in ("1 hit", "1 stand", "1 double 20", "dealer absent"):
        told = play(
            game,
            "6S 9S AD 6H 9H 5C 4D 2D 3D KD",
            "1:ann=20 2:bob=20",
            decision,
            "dealer insurance-missed",
            "2 insure 5",
        )
        assert (1, clause) in told.refused
        assert told.lines("bob", "insurance") == []
    split = play(game, "8S AD 8H 5C 4D 9D", "1:ann=20", "1 split", "dealer insurance-missed")
    assert split.refused == [(1, clause)]


def test_7_2_at_canberra_also_after_a_surrender() -> None:
    told = play(
        "canberra-pontoon",
        "9S 9C AD 6H 8H KD",
        "1:ann=20 2:bob=20",
        "1 surrender",
        "dealer insurance-missed",
        "1 insure 10",
        "2 insure 5",
        "2 surrender",
    )
    assert (told.done, told.refused) == ([(1, "7.2")], [])
    assert told.line("ann", "insurance")["net"] == "20.00"
    assert told.line("bob", "insurance")["net"] == "10.00"


@each("7.1", "7.1", "9.1", "8.1")
def test_9_1_against_no_ace_there_is_none(game: str, clause: str) -> None:
    told = play(game, "KS KD 9H 7D", "1:ann=20", "dealer insurance-missed", "1 insure 10", "1 stand")
    assert (told.refused, told.done) == ([(0, clause), (1, clause)], [])
    early = play(game, "KS KD 9H 7D", "1:ann=20", "dealer insurance-missed @2", "1 stand")
    assert early.refused == [(0, clause)]


@LATE
def test_18_13_before_the_initial_deal_is_complete_nothing_was_missed(game: str, clause: str) -> None:
    told = play(game, "KS AD 9H 7D", "1:ann=20", "dealer insurance-missed @2", "1 stand")
    assert (told.refused, told.done) == ([(0, clause)], [])


@each("7.1", "7.1", "9.1", "8.1")
def test_9_1_before_the_dealer_has_a_card_there_is_no_ace(game: str, clause: str) -> None:
    for cards in (0, 1):
        told = play(game, "KS AD 9H 7D", "1:ann=20", f"dealer insurance-missed @{cards}", "1 stand")
        assert (told.refused, told.done) == ([(0, clause)], [])


@LATE
def test_18_13_it_was_offered_if_somebody_has_insured(game: str, clause: str) -> None:
    told = play(
        game, "KS 9S AD 9H 8H 7D", "1:ann=20 2:bob=20", "1 insure 5", "dealer insurance-missed", "2 insure 5", "1 stand"
    )
    assert told.refused == [(1, clause)]
    closed = play(
        game,
        "KS 9S AD 9H 8H 7D",
        "1:ann=20 2:bob=20",
        "1 insure 5",
        "dealer close",
        "dealer insurance-missed",
        "2 insure 5",
    )
    assert [number for number, _ in closed.refused] == [2, 3]


@at_the_star(("18.13", "9.2"), ("17.13", "8.2"))
def test_18_13_each_player_with_an_unsettled_wager_may_insure(game: str, clause1: str, clause2: str) -> None:
    """ann's 21 is paid and cat has a pontoon; bob has split, and dan is on his box; no one insures twice or too much."""
    told = play(
        game,
        "5S 8S AS AD 6H 8H KH KC 3C 9C 9D",
        "1:ann=20 2:bob*=20 2:dan=10 3:cat=20",
        "1 hit",
        "2 split",
        "dealer insurance-missed",
        "1 insure 10",
        "3 insure cat 5",
        "2 insure bob 10",
        "2 insure dan 5",
        "2 insure dan 1",
        "2 stand",
        "2 stand",
    )
    assert told.done == [(2, clause1)]
    assert [number for number, _ in told.refused] == [3, 4, 7]
    assert told.refused[1][1] == clause2
    assert [line["stake"] for line in told.settlements if line["wager"] == "insurance"] == ["10.00", "5.00"]


@in_each_star_game
def test_18_13_it_is_made_before_any_further_card(game: str) -> None:
    """R27: ann has drawn and waits for her card; it comes after the insurance."""
    told = play(
        game, "5S AD 6H 2C KD", "1:ann=20", "1 hit", "dealer insurance-missed @3", "1 insure 10", "1 stand", "1 hit"
    )
    assert (told.hands(), told.dealer) == (["5S 6H 2C"], "AD KD")
    assert (told.net, [number for number, _ in told.refused]) == ({"ann": "0.00"}, [4])


@in_each_star_game
def test_18_13_the_dealer_closes_it_and_the_round_goes_on_where_it_was(game: str) -> None:
    told = play(
        game, "5S AD 6H 2C KD", "1:ann=20", "1 hit", "dealer insurance-missed", "dealer close", "1 insure 5", "1 stand"
    )
    assert ([number for number, _ in told.refused], told.hands()) == ([3], ["5S 6H 2C"])
    again = play(
        game,
        "5S AD 6H 2C KD",
        "1:ann=20",
        "1 hit",
        "dealer insurance-missed",
        "dealer close",
        "dealer insurance-missed",
        "1 insure 5",
        "1 stand",
    )
    assert (again.refused, again.line("ann", "insurance")["stake"]) == ([], "5.00")


@in_each_star_game
def test_18_13_a_double_waits_for_its_forfeit_meanwhile(game: str) -> None:
    told = play(
        game, "6S AD 5H 4C 9D 8D", "1:ann=20", "1 double 20", "dealer insurance-missed", "1 insure 10", "1 forfeit"
    )
    assert (told.refused, told.line("ann")["result"]) == ([], "forfeit")
    assert told.line("ann", "insurance")["result"] == "lose"


@in_each_star_game
def test_18_13_where_no_wager_is_open_nobody_insures(game: str) -> None:
    told = play(game, "KS AD 6H QC", "1:ann=20", "1 hit", "dealer insurance-missed", "1 insure 10")
    assert ([number for number, _ in told.refused], told.dealer) == ([2], "AD")
    assert told.net == {"ann": "-20.00"}


@in_each_star_game
def test_18_13_a_late_insurer_keeps_the_dealer_drawing(game: str) -> None:
    """Box 2 is void meanwhile: bob's insurance comes back with it, and the dealer needs the second card for ann's."""
    told = play(
        game,
        "5S 9S AD 6H 8H 2C KD",
        "1:ann=20 2:bob=20",
        "1 hit",
        "dealer insurance-missed",
        "1 insure 10",
        "2 insure 10",
        "supervisor void-wagers player=bob because=device",
        "1 stand",
    )
    assert told.net == {"ann": "0.00", "bob": "0.00"}
    assert {line[1] for line in told.results("bob")} == {"void"}


@in_each_game
def test_18_13_while_the_offer_is_open_it_is_only_recorded(game: str) -> None:
    told = play(game, "KS AD 9H KD", "1:ann=20", "dealer insurance-missed", "1 insure 10", "1 stand")
    assert ([number for number, _ in told.done], told.refused) == ([0], [])
    assert told.line("ann", "insurance")["net"] == "20.00"
