"""Rulings of staff at a machine-dealt table, in mid-round: chips, sentences, and what follows, by each game's clauses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boxseat.house.table_stream import TABLES
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.records import Acted, CardsShuffled, DueDone, RoundSettled, WagerReturned, WagersVoided
from tests.clauses.star.twins import of_2024
from tests.table.day import SUPERVISOR, Day
from tests.table.irregularities.rulings import CANBERRA, STAR, by_clause, clause_of_game, refused, replays_alike

NATURAL = "AS 9S 6S KS 9H"
"""ann has a natural, which is paid at once, bob 18, and the dealer a six."""
WON = {"canberra-pontoon": 3000, "canberra-blackjack": 3000, "star-pontoon": 3000, "star-pontoon-6to5": 2400}
"""What ann's natural wins for 20 dollars, in cents."""
games = pytest.mark.parametrize("game", GAMES)


def _natural_paid(game: str) -> Day:
    """ann's natural has been paid, and bob is asked."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal(NATURAL, ann=20)
    assert day.chips("ann") == 100_000 + WON[game]
    return day


def _chips(day: Day) -> tuple[int, int]:
    return day.chips("ann") - 100_000, day.chips("bob") - 100_000


# Void rounds


@games
def test_15_5_a_void_takes_payments_back_at_canberra_and_leaves_them_at_the_star(game: str) -> None:
    """CP 15.5, CB 14.5, SP 18.8, R23: with the posting that is corrected, and a sentence for each player."""
    day = _natural_paid(game)
    day.done(SUPERVISOR, c.VoidTheRound("a card fell", "found-later"))
    undone = game in CANBERRA
    assert _chips(day) == ((0 if undone else WON[game]), 0)
    corrections = [posting for posting in day.moved if "correction" in posting.why]
    if undone:
        clause = day.book.natural.interim.clause
        (made,) = corrections
        assert (made.giver, made.taker, made.cents) == ("chips/t1/ann", "float/t1", 3000)
        assert made.why == f"correction of 'main win' on box 1, hand 1 (clause {clause})"
        assert by_clause(day, "ann gives back 30.00 that was paid") == clause_of_game(game, "15.5", "14.5", "")
    else:
        assert not corrections
    assert by_clause(day, "bob has 10.00 returned") == clause_of_game(game, "15.5", "14.5", "18.8")
    assert any(sentence.startswith("Reason: a card fell (clause ") for sentence in day.said)
    (settled,) = day.records(RoundSettled)
    assert settled == RoundSettled(void=True, reason="a card fell", counts=False)
    assert replays_alike(day)


def test_15_5_a_void_gives_back_what_was_collected() -> None:
    """CP 15.5: ann went over 21, and has her wager again."""
    day = Day("canberra-pontoon").opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 9D 6S 7S 9H KD", ann=20)
    day.done("ann", c.DoHit(1))
    assert _chips(day) == (-2000, -1000)
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert _chips(day) == (0, 0)
    assert by_clause(day, "ann gets back 20.00 that was collected") == "15.5"
    assert any(posting.why.startswith("correction of 'main lose' on box 1") for posting in day.moved)


# Rounds without an outcome


@games
def test_17_1_a_round_without_outcome_refunds_all_and_undoes_payments(game: str) -> None:
    """CP 17.1, 17.5, CB 16.1, 16.5, SP 20.5.1, 20.6, R41: at The Star too."""
    day = _natural_paid(game)
    day.done(SUPERVISOR, c.InvalidateTheRound("disruption", "the lights went out"))
    assert _chips(day) == (0, 0)
    clause = clause_of_game(game, "17.1", "16.1", "20.5.1")
    assert by_clause(day, "ann gives back") == by_clause(day, "bob has 10.00 returned") == clause
    assert by_clause(day, "Reason: the lights went out") == clause
    assert not day.table.in_round
    assert replays_alike(day)


@games
def test_17_4_a_round_touched_by_fraud_may_keep_the_wagers(game: str) -> None:
    """CP 17.4, CB 16.4, SP 20.5.2, R41."""
    day = _natural_paid(game)
    day.done("gil", c.InvalidateTheRound("fraud", "marked cards", refund=False))
    assert _chips(day) == (-2000, -1000)
    clause = clause_of_game(game, "17.4", "16.4", "20.5.2")
    assert by_clause(day, "bob loses 10.00") == by_clause(day, "ann gives back") == clause
    assert replays_alike(day)


@pytest.mark.parametrize("game", STAR)
def test_20_6_a_cheats_wager_is_kept_and_the_others_go_back(game: str) -> None:
    """SP 20.6: for fraud only, and no stranger's."""
    day = _natural_paid(game)
    assert refused(day, c.InvalidateTheRound("disruption", "x", forfeited_by=("bob",))) == "invalid/no-forfeiture 20.6"
    assert refused(day, c.InvalidateTheRound("fraud", "x", forfeited_by=("cat",))) == "invalid/stranger 20.6"
    day.done("gil", c.InvalidateTheRound("fraud", "bob's phone", forfeited_by=("bob", "bob")))
    assert _chips(day) == (0, -1000)
    assert replays_alike(day)


@games
def test_17_4_impractical_is_a_ground_at_canberra_only(game: str) -> None:
    """CP 17.4, CB 16.4; SP 20.5 has no such ground (R41)."""
    day = _natural_paid(game)
    command = c.InvalidateTheRound("impractical", "the table broke")
    if game in STAR:
        assert refused(day, command) == "invalid/no-ground 20.5"
    else:
        day.done(SUPERVISOR, command)
        assert by_clause(day, "ann gives back") == clause_of_game(game, "17.4", "16.4", "")


def test_41_what_is_kept_of_winnings_that_are_spent_is_owed() -> None:
    """R41: ann had wagered what she won; the rest is owed in her name, and nothing is below zero."""
    day = Day("star-pontoon").opened("ann", chips=2000)
    day.done("ann", c.Sit(2), c.Lay(2, Cents(1000)))
    day.deal("AS 8S 6S KS 8H 3D 9D KD", ann=10)
    assert day.chips("ann") == 2500
    day.done("ann", c.DoSplit(2), c.DoDouble(2, Cents(1000)))
    assert day.chips("ann") == 500
    day.done("gil", c.InvalidateTheRound("fraud", "marked cards", refund=False))
    assert day.money["owed/ann"] == -2000, "4,000 were wagered, and 2,000 brought"
    assert day.chips("ann") == 0
    assert by_clause(day, "ann gives back 5.00 that was paid, loses") == "20.5.2"
    assert any("owes the house 20.00" in sentence for sentence in day.said)


# Void wagers


@games
def test_17_3_void_wagers_of_one_player_come_back_and_the_round_goes_on(game: str) -> None:
    """CP 17.3(a), CB 16.3(a), SP 20.4.1, R42: won, lost or open, they win nothing."""
    day = _natural_paid(game)
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "device", "a phone"))
    assert _chips(day) == (0, -1000)
    clause = clause_of_game(game, "17.3(a)", "16.3(a)", "20.4.1")
    assert by_clause(day, "Box 1: ann has the wager of 20.00 returned") == clause
    assert by_clause(day, "ann gives back") == by_clause(day, "Reason: a phone") == clause
    assert day.asked == [("bob", 2, "decision")]
    assert refused(day, c.VoidTheWagers("ann", "device", "again")) == f"wagers/none {clause}"
    day.play_out()
    assert day.table.current_round.net()["ann"] == 0
    assert replays_alike(day)


@pytest.mark.parametrize(("game", "clause"), [("canberra-pontoon", "17.3(a)"), ("canberra-blackjack", "16.3(a)")])
def test_17_3_at_canberra_wagers_are_void_for_any_breach_of_the_rules(game: str, clause: str) -> None:
    """CP 17.3(a), CB 16.3(a), R42."""
    day = _natural_paid(game)
    day.done(SUPERVISOR, c.VoidTheWagers("bob", "rules", "moved a chip"))
    assert by_clause(day, "Box 2: bob has the wager of 10.00 returned") == clause


def test_18_21_2_without_a_player_card_a_lost_wager_stays_lost() -> None:
    """SP 18.21.2, R42: winning and open wagers go back without winnings."""
    day = Day("star-pontoon").opened("ann")
    day.done("ann", c.Sit(2), c.Lay(2, Cents(1000)))
    day.done("bob", c.BuyIn(Cents(100_000)), c.Lay(3, Cents(1000)))
    day.deal("AS 9D 9S 6S KS 7S 9H KD", ann=20)
    day.done("ann", c.DoHit(2))
    assert _chips(day)[0] == 3000 - 1000
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "player-card", "another's card"))
    assert _chips(day)[0] == -1000
    assert by_clause(day, "ann gives back 30.00 that was paid") == "18.21.2"


@games
def test_18_21_1_void_wagers_that_lie_before_a_round_go_back(game: str) -> None:
    """SP 18.21.1, 18.21.3, 20.4.1, CP 17.3(a), CB 16.3(a)."""
    day = Day(game).opened("ann", "bob")
    because = "player-card" if game == "star-pontoon" else "device"
    none = clause_of_game(game, "17.3(a)", "16.3(a)", "18.21.3" if game == "star-pontoon" else "20.4.1")
    command = c.VoidTheWagers("ann", because, "not hers")  # type: ignore[arg-type]
    assert refused(day, command) == f"wagers/none {none}"
    day.done("ann", c.Lay(1, Cents(1000)), c.Lay(2, Cents(1000)))
    day.done("bob", c.Lay(2, Cents(1000)))
    assert refused(day, c.VoidTheWagers("ann", because, " ")).startswith("ruling/reason")  # type: ignore[arg-type]
    day.done(SUPERVISOR, command)
    assert [(laid.player, laid.box) for laid in day.table.wagers] == [("bob", 2)]
    assert day.chips("ann") == 100_000
    assert day.records(WagersVoided) == [WagersVoided("ann", because, "not hers")]
    back = clause_of_game(game, "17.3(a)", "16.3(a)", "18.21.1" if game == "star-pontoon" else "20.4.1")
    assert by_clause(day, "ann's wager on box 1 is returned: the wager is void") == back
    assert len(day.records(WagerReturned)) == 2


@pytest.mark.parametrize(
    ("game", "because", "clause"),
    [
        ("canberra-pontoon", "player-card", "17.3"),
        ("canberra-blackjack", "player-card", "16.3"),
        ("star-pontoon", "rules", "20.4"),
        ("star-pontoon-6to5", "rules", "20.4"),
        ("star-pontoon-6to5", "player-card", "20.4"),
    ],
)
def test_20_4_wagers_are_void_on_the_grounds_of_the_game_only(game: str, because: str, clause: str) -> None:
    """In a round, and before it."""
    command = c.VoidTheWagers("bob", because, "seen")  # type: ignore[arg-type]
    assert refused(_natural_paid(game), command) == f"wagers/no-ground {clause}"
    assert refused(Day(game).opened("bob"), command) == f"wagers/no-ground {clause}"


def test_42_control_passes_and_a_decision_that_waited_for_others_is_asked_again() -> None:
    """R22, R42: bob's wager is nearest the dealer after ann's is void."""
    day = Day("canberra-pontoon").opened("ann")
    for name, dollars in (("bob", 10), ("cat", 15)):
        day.done(name, c.BuyIn(Cents(100_000)), c.Lay(1, Cents(dollars * 100)))
    day.deal("8S 6S 8H 9D 2C", ann=20)
    day.done("ann", c.DoSplit(1))
    assert day.table.join_offer is not None
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "rules", "touched the chips"))
    assert day.table.join_offer is None
    assert day.asked == [("bob", 1, "decision")]


def test_42_a_box_without_wagers_gets_no_card_and_a_round_without_any_is_over() -> None:
    day = Day("star-pontoon").opened("ann")
    day.deal("9S 6S 7H", ann=20)
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "device", "a phone"))
    assert not day.table.in_round
    assert len(day.table.current_round.dealer) == 1
    assert day.records(RoundSettled) == [RoundSettled()], "the round is not void"


def test_a_wager_laid_with_fifty_dollars_of_a_bonus_that_is_undone_is_owed() -> None:
    """R42, R07: bob had wagered the fifty dollars that came with ann's Super Bonus."""
    day = Day("star-pontoon").opened("ann", "bob", chips=2500)
    day.done("bob", c.Lay(2, Cents(2500)))
    day.deal("7S 5S 7H 7S 6H 7S 9D", ann=25)
    day.done("ann", c.DoHit(1))
    assert day.chips("bob") == 5000
    day.done("bob", c.DoDouble(2, Cents(2500)))
    assert day.chips("bob") == 2500
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "device", "a phone"))
    assert (day.chips("ann"), day.chips("bob"), day.money["owed/bob"]) == (2500, 0, -2500)
    assert by_clause(day, "bob gives back 25.00 that was paid and owes the house 25.00") == "20.4.1"


# A wrong pack


@games
@pytest.mark.parametrize("command", [c.CardMissing("51 cards"), c.ForeignCardFound("a joker", "51 cards")])
def test_18_16_a_wrong_pack_ends_the_round_and_the_cards_are_checked(game: str, command: c.TableCommand) -> None:
    """SP 18.16.1 to 18.16.3, CP 17.4, CB 16.4, R39: earlier rounds stand; new cards come before the next round."""
    day = Day(game).opened("ann", "bob")
    day.deal("9S 6S 9H KD 5D", ann=20)
    day.play_out()
    stands, shoe = day.chips("ann"), day.table.shoes
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal(NATURAL, ann=20)
    day.done(SUPERVISOR, command)
    won = WON[game] if game in STAR else 0
    assert (day.chips("ann"), day.chips("bob")) == (stands + won, 100_000)
    assert by_clause(day, "Reason: 51 cards") == clause_of_game(game, "17.4", "16.4", "18.16.2")
    assert by_clause(day, "The cards are checked, and new ones are used") == clause_of_game(
        game, "17.4", "16.4", "18.16.3"
    )
    assert day.records(DueDone) == [DueDone(("check-cards",))]
    (shuffled,) = [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled)]
    assert (shuffled.pack, day.table.shoes, day.table.due) == ((), shoe + 1, ())
    assert day.table.revealed is not None
    assert replays_alike(day)


@games
@pytest.mark.parametrize("command", [c.CardMissing(), c.ForeignCardFound("a joker")])
def test_18_16_4_surveillance_and_an_inspector_are_told_of_a_wrong_pack(game: str, command: c.TableCommand) -> None:
    """At The Star; Canberra's instruments ask for no notice (R39)."""
    day = _natural_paid(game)
    before = day.table
    day.done(SUPERVISOR, command)
    told = TABLES.follow(day.book, "table/t1", before, day.happened, day.at).notices
    assert [notice.desk for notice in told] == ([] if game in CANBERRA else ["inspector", "surveillance"])
    assert {of_2024(game, notice.clause) for notice in told} <= {"18.16.4"}


@games
def test_46_what_is_due_is_done_when_the_table_opens_again(game: str) -> None:
    """R46: the table closes after the round, and the cards are checked before the next one."""
    day = _natural_paid(game)
    day.close()
    day.done(SUPERVISOR, c.CardMissing())
    assert day.table.due == ("check-cards",)
    day.done(SUPERVISOR, c.OpenForPlay())
    assert day.records(DueDone) == [DueDone(("check-cards",))]
    assert not day.table.due


@games
def test_18_1_1_cards_are_checked_only_where_one_was_found_face_up_in_a_device(game: str) -> None:
    """SP 18.1.1, CP 15.1, CB 14.1: a machine deals no card face up."""
    for cards_from in ("shoe", "device"):
        day = Day(game, cards_from=cards_from).opened("ann")
        day.deal("9S 6S 7H", ann=20)
        assert refused(day, c.CheckTheCards()) == f"irregular/no-check {clause_of_game(game, '15.1', '14.1', '18.1.1')}"


# Payments left to the end


@pytest.mark.parametrize("game", STAR)
def test_11_3_payments_are_left_to_the_final_settlement(game: str) -> None:
    """SP 11.3, R43: the wager lies on the layout until then, and is paid at the same odds."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 9D 6S 2S 9H KD", ann=20)
    day.done("gil", c.DeferPayments(1))
    day.stack("KS 8D")
    day.done("ann", c.DoHit(1))
    assert _chips(day) == (-2000, -1000)
    round_ = day.seen().round
    assert round_ is not None
    assert [(one.player, one.amount) for one in round_.boxes[0].hands[0].wagers] == [("ann", "20.00")]
    day.play_out()
    assert day.chips("ann") == 102_000
    assert replays_alike(day)


@pytest.mark.parametrize("game", STAR)
def test_11_3_what_was_left_to_the_end_was_not_paid_if_the_round_is_void(game: str) -> None:
    """R43: the stake comes back."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 9D 6S 2S 9H", ann=20)
    day.done("gil", c.DeferPayments())
    day.stack("KS 8D")
    day.done("ann", c.DoHit(1))
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert _chips(day) == (0, 0)
    assert by_clause(day, "ann has 20.00 returned") == "18.8"


@pytest.mark.parametrize(("game", "clause"), [("canberra-pontoon", "8.1"), ("canberra-blackjack", "8.1")])
def test_8_1_at_canberra_what_is_won_at_once_is_paid_at_once(game: str, clause: str) -> None:
    assert refused(_natural_paid(game), c.DeferPayments()) == f"payment/interim {clause}"


@pytest.mark.parametrize("game", STAR)
def test_11_3_payments_are_left_for_boxes_of_the_layout(game: str) -> None:
    day = _natural_paid(game)
    assert refused(day, c.DeferPayments(8)).startswith("box/none")
    assert refused(day, c.DeferPayments(0)).startswith("box/none")


# All of them


def _rulings(game: str) -> Sequence[c.RulingCommand]:
    return (
        c.VoidTheRound("seen"),
        c.InvalidateTheRound("disruption", "seen"),
        c.VoidTheWagers("ann", "device", "seen"),
        c.DeviceFailed(),
        c.CardMissing(),
        c.ForeignCardFound(),
        c.CheckTheCards(),
        c.DeferPayments(),
    )


@games
def test_without_a_round_each_is_refused_by_its_clause_and_changes_nothing(game: str) -> None:
    day = Day(game).opened("ann")
    for command in _rulings(game):
        code, _, clause = day.refused(SUPERVISOR, command).partition(" ")
        assert code in ("round/none", "wagers/none", "malfunction/shoe")
        assert clause


@games
def test_in_mid_round_each_that_needs_a_reason_is_refused_without(game: str) -> None:
    day = _natural_paid(game)
    assert day.refused(SUPERVISOR, c.VoidTheRound(" ")).startswith("void/reason")
    assert day.refused(SUPERVISOR, c.InvalidateTheRound("fraud", "")).startswith("ruling/reason")
    assert day.refused(SUPERVISOR, c.VoidTheWagers("ann", "device", "\t")).startswith("ruling/reason")


@games
def test_a_reason_is_one_line_of_at_most_two_hundred_characters(game: str) -> None:
    day = _natural_paid(game)
    day.done(SUPERVISOR, c.InvalidateTheRound("fraud", "\0 marked\ncards " + "x" * 300))
    (acted,) = [one for one in day.records(Acted) if isinstance(one, Acted)]
    assert (acted.by, acted.reason) == (SUPERVISOR, ("marked cards " + "x" * 300)[:200])


@games
def test_a_ruling_that_was_meant_for_the_round_before_comes_too_late(game: str) -> None:
    """The round in which it was seen is over, and the next one has begun."""
    day = _natural_paid(game)
    seen = day.table.version
    day.play_out()
    day.deal("9S 6S 9H", ann=20)
    for command in _rulings(game):
        assert day.is_stale(seen, command)
        assert not day.is_stale(day.table.version, command)


@pytest.mark.parametrize(("game", "clause"), [("canberra-pontoon", "17.5"), ("canberra-blackjack", "16.5")])
def test_17_5_at_canberra_wagers_are_refunded_or_kept_and_not_forfeited_by_some(game: str, clause: str) -> None:
    """CP 17.5, CB 16.5, R41."""
    day = _natural_paid(game)
    command = c.InvalidateTheRound("fraud", "marked cards", forfeited_by=("bob",))
    assert refused(day, command) == f"invalid/no-forfeiture {clause}"
