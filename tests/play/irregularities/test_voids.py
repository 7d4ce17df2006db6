"""A void round: what stands at The Star, that nothing does at Canberra, and that nothing follows (R23, R38)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each, in_each_game, in_each_star_game

VOID = each("15.5", "14.5", "18.8", "17.8")


@VOID
def test_18_8_every_open_wager_comes_back(game: str, clause: str) -> None:
    told = play(game, "KS 9S 7D 9H 8H", "1:ann=20 2:bob=10+pp5", "supervisor void @4")
    assert (told.net, told.cards_used) == ({"ann": "0.00", "bob": "0.00"}, 4)
    assert (told.done, told.void) == ([(0, clause)], ("cannot-reconstruct", clause))
    assert told.results("bob") == [("main", "void", "0.00", clause), ("perfect-pairs", "void", "0.00", clause)]
    assert (told.after_round, told.notified) == ([], [])


@VOID
def test_18_8_a_void_for_an_error_found_later_says_so(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "1 stand", "supervisor void because=found-later")
    assert (told.void, told.net) == (("found-later", clause), {"ann": "0.00"})
    assert told.results("ann") == [("main", "void", "0.00", clause)]


@VOID
def test_18_8_nothing_follows_a_void(game: str, clause: str) -> None:
    steps = ("1 hit", "1 refuse", "supervisor void", "supervisor reconstruct", "dealer cut-missed")
    more = (
        "supervisor missing-card",
        "supervisor invalidate because=fraud",
        "dealer absent",
        "dealer insurance-missed",
    )
    told = play(game, "KS AD 9H KD", "1:ann=20", "supervisor void @3", *steps, *more)
    assert told.refused == [(number, clause) for number in range(1, 10)]
    assert told.reasons.count("the round is void already") == 1
    assert told.reasons.count("the round is void") == 8
    assert told.done == [(0, clause)]


@in_each_star_game
def test_18_8_at_the_star_interim_payments_stand(game: str) -> None:
    """R38: a pontoon, a 21, a pair, and the Super Bonus with its fifty dollars; what was lost comes back."""
    told = play(
        game,
        "AS 7S 6C 9S 7D KH 7C 6H 9H 7S KC",
        "1:ann=20 2:bob=25 3:cat=10+pp5 4:dan=10+pp5",
        "2 hit",
        "3 hit",
        "supervisor void @11",
    )
    assert told.hands(2) == ["7S 7C 7S"]
    pontoon = "30.00" if game == "star-pontoon" else "24.00"
    assert told.results("ann")[0][:3] == ("main", "win", pontoon)
    assert [line[:3] for line in told.results("cat")] == [("perfect-pairs", "win", "25.00"), ("main", "void", "0.00")]
    assert [line[:3] for line in told.results("dan")] == [("perfect-pairs", "win", "25.00"), ("main", "void", "0.00")]


@at_the_star(("11.2.3", "18.8"), ("10.2.3", "17.8"))
def test_18_8_the_super_bonus_and_the_fifty_dollars_stand(game: str, clause1: str, clause2: str) -> None:
    told = play(game, "7S KS 7D 7S 9H 7S KC", "1:ann=25 2:bob=10", "1 hit", "supervisor void @6")
    assert [line[:3] for line in told.results("ann")][1] == ("super-bonus", "win", "5000.00")
    assert told.results("bob") == [("shared-bonus", "win", "50.00", clause1), ("main", "void", "0.00", clause2)]


@in_each_star_game
def test_18_8_what_was_collected_comes_back(game: str) -> None:
    """A hand over 21, insurance lost at the dealer's second card, a pair that was none, a forfeit."""
    told = play(
        game,
        "KS 6S AD 6H 5H KC 4C 9D",
        "1:ann=20+pp5 2:bob=10",
        "1 insure 10",
        "1 hit",
        "2 double 10",
        "2 forfeit",
        "supervisor void",
    )
    assert told.net == {"ann": "0.00", "bob": "0.00"}
    assert {line["result"] for line in told.settlements} == {"void"}
    assert sorted(line["wager"] for line in told.settlements) == [
        "double",
        "insurance",
        "main",
        "main",
        "perfect-pairs",
    ]


@at_canberra("15.5", "14.5")
def test_15_5_at_canberra_payments_are_undone_too(game: str, clause: str) -> None:
    told = play(game, "AS 8S 7D KH 8D 2C", "1:ann=20 2:bob=10+pp5", "2 hit", "supervisor void @6")
    assert told.net == {"ann": "0.00", "bob": "0.00"}
    assert {(line["result"], line["odds"], line["clause"]) for line in told.settlements} == {("void", None, clause)}


@in_each_game
def test_18_8_of_the_final_settlement_nothing_stands(game: str) -> None:
    told = play(game, "KS 9S 7D 9H 5H KD", "1:ann=20 2:bob=10", "1 stand", "2 stand", "supervisor void")
    assert (told.net, told.dealer, told.cards_used) == ({"ann": "0.00", "bob": "0.00"}, "7D KD", 6)
    assert {line["result"] for line in told.settlements} == {"void"}


@in_each_game
def test_18_8_of_two_voids_the_first_counts(game: str) -> None:
    told = play(game, "KS 7D 9H", "1:ann=20", "supervisor void @1 because=found-later", "supervisor void @3")
    assert told.void is not None
    assert (told.void[0], told.cards_used, len(told.refused)) == ("found-later", 1, 1)


@in_each_game
def test_18_8_on_the_way_to_its_moment_hands_without_further_decisions_are_played(game: str) -> None:
    """R27: the dealer has the second card when the round is void; a hand that decides further on still waits."""
    told = play(game, "KS 9S 7D 9H 8H KD", "1:ann=10 2:bob=10", "supervisor void @6")
    assert (told.dealer, told.cards_used) == ("7D KD", 6)
    told = play(game, "KS 9S 7D 9H 8H KD", "1:ann=10 2:bob=10", "supervisor void @6", "2 stand")
    assert (told.dealer, told.cards_used) == ("7D", 5)
    told = play(game, "KS 9S AD 9H 8H KD", "1:ann=10 2:bob=10", "supervisor void @6", "2 insure 5")
    assert (told.dealer, told.cards_used) == ("AD KD", 6)
