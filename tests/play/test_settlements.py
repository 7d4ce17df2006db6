"""How wagers are settled, in the dealer's words: amount, odds, reason and clause."""

from __future__ import annotations

from boxseat.play.acts import Act, CloseOffer, Double, Forfeit, Hit, Split, Stand, Surrender, VoidRound
from boxseat.play.announce import settled
from boxseat.play.opening import open_round
from boxseat.play.state import Wager, lines_since, lines_withdrawn
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.notation import play
from tests.play.rounds import so_far

STAR = open_book("star-pontoon")
PONTOON = open_book("canberra-pontoon")
BLACKJACK = open_book("canberra-blackjack")
ORIGINAL_BETS_ONLY = changed(STAR, dealer__dealer_pontoon_takes="original-bets-only")

ANN, BOB = Wager(1, "ann", 2000), Wager(2, "bob", 1000)


def _settled(book: Book, wagers: tuple[Wager, ...], *steps: str | Act) -> list[str]:
    round_ = so_far(book, open_round(book, wagers), *steps)
    assert round_.over
    hands = {box.number: len(box.hands) for box in round_.boxes}
    return [settled(line, hands=hands[line.box]) for line in round_.settlements]


def _busted_double_and_forfeited_split(second: str) -> list[str]:
    """ann busts on a doubled hand; bob forfeits the second hand of a split; then comes the dealer's second card."""
    anns: tuple[str | Act, ...] = (CloseOffer(), Double(1, "ann", 1000), "9C")
    bobs: tuple[str | Act, ...] = (Split(2, "bob"), "KC", Stand(2, "bob"), "5C", Double(2, "bob", 500), "2S")
    return _settled(ORIGINAL_BETS_ONLY, (ANN, BOB), "KS 8S KH 6D 8D", *anns, *bobs, Forfeit(2, "bob"), second)


def test_r03_added_wagers_on_lost_hands_come_back_with_a_dealers_natural() -> None:
    given_back = "returned as a stand-off: added to the original wager, and the dealer has Pontoon (clause 17.1.8)."
    assert _busted_double_and_forfeited_split("AD") == [
        "Box 1: ann loses the wager of 20.00: 25 is over 21 (clause 12.5).",
        "Box 2, hand 2: bob has the double of 5.00 returned as a stand-off: taken back by forfeiting (clause 13.5).",
        f"Box 1: ann has the double of 10.00 {given_back}",
        "Box 2, hand 1: bob loses the wager of 10.00: the dealer has Pontoon (clause 17.1.7).",
        f"Box 2, hand 2: bob has the wager of 10.00 {given_back}",
    ]


def test_r03_added_wagers_on_lost_hands_are_lost_without_one() -> None:
    assert _busted_double_and_forfeited_split("9D") == [
        "Box 1: ann loses the wager of 20.00: 25 is over 21 (clause 12.5).",
        "Box 2, hand 2: bob has the double of 5.00 returned as a stand-off: taken back by forfeiting (clause 13.5).",
        "Box 1: ann loses the double of 10.00: 25 is over 21 (clause 12.5).",
        "Box 2, hand 1: bob loses the wager of 10.00: 18 against the dealer's 19 (clause 17.1.9).",
        "Box 2, hand 2: bob forfeits 10.00: forfeited after doubling (clause 13.5).",
    ]


def test_08_a_dealers_natural_annuls_a_surrender() -> None:
    for book, annuls, loses in ((STAR, "10.6", "17.1.7"), (PONTOON, "9.3", "14.1(g)")):
        told = _settled(book, (ANN, BOB), "KS 9S KH 8D 9D", Surrender(1, "ann"), CloseOffer(), Stand(2, "bob"), "AD")
        assert told == [
            f"Box 1: ann loses the wager of 20.00: the dealer's Pontoon annuls the surrender (clause {annuls}).",
            f"Box 2: bob loses the wager of 10.00: the dealer has Pontoon (clause {loses}).",
        ]


def test_16_a_blackjack_waits_for_a_dealers_ten_and_stands_off_or_is_paid() -> None:
    assert _settled(BLACKJACK, (ANN,), "AS KH KD", "AD") == [
        "Box 1: ann has the wager of 20.00 returned as a stand-off: the dealer has Blackjack too (clause 13.1(g))."
    ]
    assert _settled(BLACKJACK, (ANN,), "AS KH KD", "9D") == [
        "Box 1: ann is paid 30.00 at 3 to 2 for the wager: Blackjack (clause 13.2(a))."
    ]


def test_07_three_sevens_of_one_suit_earn_the_super_bonus_and_the_table_shares_it() -> None:
    wagers = (Wager(1, "ann", 2500), Wager(3, "bob", 1000), Wager(4, "cat", 500))
    cards = "7S KS 9D 7H 7S 8C 8D"
    played: tuple[str | Act, ...] = (Hit(1, "ann"), "7S", Stand(3, "bob"), Stand(4, "cat"), "KD")
    assert _settled(STAR, wagers, cards, *played) == [
        "Box 1: ann is paid 75.00 at 3 to 1 for the wager: 7,7,7 all spades (clause 11.5).",
        "Box 1: ann is paid 5000.00 for the Super Bonus: 7,7,7 of one suit against the dealer's 7 (clause 11.5).",
        "Box 3: bob is paid 50.00 for the shared bonus: another wager of the round won the Super Bonus (clause 11.2.3).",
        "Box 4: cat is paid 50.00 for the shared bonus: another wager of the round won the Super Bonus (clause 11.2.3).",
        "Box 3: bob is paid 10.00 at 1 to 1 for the wager: a total of 18 (clause 17.1.5).",
        "Box 4: cat has the wager of 5.00 returned as a stand-off: 17 against the dealer's 17 (clause 17.1.10).",
    ]


def test_07_at_canberra_the_bonus_is_paid_at_the_end_and_shared_with_every_other_main_wager() -> None:
    wagers = (Wager(1, "ann", 2500), Wager(3, "bob", 1000), Wager(3, "ann", 500))
    shared = "for the shared bonus: another wager of the round won the Super Bonus (clause 14.3)."
    assert _settled(PONTOON, wagers, "7S KS 7H 7S 8C", Hit(1, "ann"), "7S", Stand(3, "bob"), "KD") == [
        "Box 1: ann is paid 75.00 at 3 to 1 for the wager: 7,7,7 all spades (clause 14.2).",
        "Box 3: bob is paid 10.00 at 1 to 1 for the wager: a total of 18 (clause 14.1(b)).",
        "Box 3: ann is paid 5.00 at 1 to 1 for the wager: a total of 18 (clause 14.1(b)).",
        "Box 1: ann is paid 5000.00 for the Super Bonus: 7,7,7 of one suit against the dealer's 7 (clause 14.3).",
        f"Box 3: bob is paid 50.00 {shared}",
        f"Box 3: ann is paid 50.00 {shared}",
    ]


def test_18_super_sevens_and_perfect_pairs_of_the_first_cards() -> None:
    """Two sevens are paid when the box is finished, a single one at once, three of one suit after everything else."""
    wagers = (Wager(1, "ann", 1000, super_sevens=200, perfect_pairs=500),)
    lost = "Box 1: ann loses the wager of 10.00:"
    two = "Box 1: ann is paid 100.00 at 50 to 1 for Super Sevens: two sevens (clause 17.7)."
    assert _settled(BLACKJACK, wagers, "7S 6S 8C", Stand(1, "ann"), "KD 5D") == [
        "Box 1: ann loses Perfect Pairs of 5.00: no pair (clause 18.11(d)).",
        "Box 1: ann is paid 6.00 at 3 to 1 for Super Sevens: a seven as the first card (clause 17.7).",
        f"{lost} 15 against the dealer's 21 (clause 13.1(e)).",
    ]
    assert _settled(BLACKJACK, wagers, "7S 6S 7H", Stand(1, "ann"), "KD 5D") == [
        "Box 1: ann is paid 30.00 at 6 to 1 for Perfect Pairs: a mixed pair (clause 18.13(a)).",
        two,
        f"{lost} 14 against the dealer's 21 (clause 13.1(e)).",
    ]
    assert _settled(BLACKJACK, wagers, "7H 6S 7D", Hit(1, "ann"), "9S") == [
        "Box 1: ann is paid 60.00 at 12 to 1 for Perfect Pairs: a coloured pair (clause 18.13(b)).",
        two,
        f"{lost} 23 is over 21 (clause 13.1(d)).",
    ]
    assert _settled(BLACKJACK, wagers, "7S 6S 7S", Stand(1, "ann"), "KD 5D")[1] == (
        "Box 1: ann is paid 200.00 at 100 to 1 for Super Sevens: two sevens of one suit (clause 17.7)."
    )
    assert _settled(BLACKJACK, wagers, "7S 6S 7H", Hit(1, "ann"), "7C KD 5D")[1] == (
        "Box 1: ann is paid 1000.00 at 500 to 1 for Super Sevens: three sevens (clause 17.7)."
    )
    assert _settled(BLACKJACK, wagers, "7S 6S 7S", Hit(1, "ann"), "7S KD 5D") == [
        "Box 1: ann is paid 125.00 at 25 to 1 for Perfect Pairs: a perfect pair (clause 18.13(c)).",
        "Box 1: ann has the wager of 10.00 returned as a stand-off: 21 against the dealer's 21 (clause 13.1(g)).",
        "Box 1: ann is paid 10000.00 at 5000 to 1 for Super Sevens: three sevens of one suit (clause 17.7).",
    ]


def test_insurance_side_bets_and_what_is_shared_count_with_the_first_hand() -> None:
    wagers = "1:ann=20+pp5+ss2"
    won = play("canberra-blackjack", "8S AH 8D TC TD KH", wagers, "1 insure 10", "1 split", "1 stand", "1 stand")
    lost = play("canberra-blackjack", "8S AH 8D TC TD 9H", wagers, "1 insure 10", "1 split", "1 stand", "1 stand")
    for told, insurance in ((won, "20.00"), (lost, "-10.00")):
        assert [told.line("ann", bet)["hand"] for bet in ("insurance", "perfect-pairs", "super-sevens")] == [1, 1, 1]
        assert told.line("ann", "insurance")["net"] == insurance
        assert told.line("ann", "split")["hand"] == 2
    shared = play("star-pontoon", "7S KS 7H 7S 8C 7S KD", "1:ann=20 2:bob=10", "1 hit", "2 stand")
    assert (shared.line("ann", "super-bonus")["hand"], shared.line("bob", "shared-bonus")["hand"]) == (1, 1)
    assert shared.line("bob", "shared-bonus")["stake"] == "0.00"


def test_23_what_a_void_round_returns_is_told_with_its_clause() -> None:
    assert _settled(STAR, (Wager(1, "ann", 2000, perfect_pairs=500),), "9S 7H", VoidRound()) == [
        "Box 1: ann has the wager of 20.00 returned: the round is void (clause 18.8).",
        "Box 1: ann has Perfect Pairs of 5.00 returned: the round is void (clause 18.8).",
    ]


def test_r53_the_fifty_dollars_are_set_off_against_a_second_super_bonus() -> None:
    """SP 11.2.3: paid at once to bob, who then wins his own Super Bonus; no winner gets both."""
    wagers = (Wager(1, "ann", 2500), Wager(2, "bob", 2500), Wager(3, "cat", 500))
    before = so_far(STAR, open_round(STAR, wagers), "7S 7D KS 7H 7S 7D 8C", Hit(1, "ann"), "7S")
    assert {line.player for line in before.settlements if line.wager == "shared-bonus"} == {"bob", "cat"}
    after = so_far(STAR, before, Hit(2, "bob"), "7D")
    assert [(line.player, line.wager) for line in lines_withdrawn(before, after)] == [("bob", "shared-bonus")]
    assert [(line.player, line.wager) for line in lines_since(before, after)] == [
        ("bob", "main"),
        ("bob", "super-bonus"),
    ]
    assert lines_withdrawn(before, before) == ()
    assert after.net() == {"ann": 507_500, "bob": 505_000, "cat": 5000}
