"""A card that is missing, or one that is not of this pack (R39)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each

ENDS = each("17.4", "16.4", "18.16.2", "17.16.2")


@ENDS
def test_18_16_the_round_ends_and_the_cards_are_checked(game: str, clause: str) -> None:
    for step, because in (
        ("supervisor missing-card @2", "missing-card"),
        ("supervisor foreign-card @2 card=joker", "foreign-card"),
        ("supervisor foreign-card @2", "foreign-card"),
    ):
        told = play(game, "KS 7D 9H", "1:ann=10", step, "1 stand")
        assert (told.void, told.net, told.cards_used) == ((because, clause), {"ann": "0.00"}, 2)
        assert (told.done, told.after_round) == ([(0, clause)], ["check-cards"])
        assert told.results("ann") == [("main", "void", "0.00", clause)]
        assert [number for number, _ in told.refused] == [1]


@at_the_star("18.16.2", "17.16.2")
def test_18_16_2_at_the_star_interim_payments_stand_and_two_desks_are_told(game: str, clause: str) -> None:
    cards = "AS 9S 7D KH 8H KD"
    told = play(game, cards, "1:ann=20 2:bob=10", "2 stand", "supervisor missing-card")
    assert told.notified == ["inspector", "surveillance"]
    assert told.line("ann")["result"] == "win"
    assert told.results("bob") == [("main", "void", "0.00", clause)]


@at_canberra("17.4", "16.4")
def test_17_4_at_canberra_the_round_has_no_outcome_and_all_is_undone(game: str, clause: str) -> None:
    cards = "AS 9S 7D KH 8H KD"
    told = play(game, cards, "1:ann=20 2:bob=10", "2 stand", "supervisor foreign-card card=joker")
    assert (told.notified, told.net) == ([], {"ann": "0.00", "bob": "0.00"})
    assert {(line["result"], line["clause"]) for line in told.settlements} == {("void", clause)}
