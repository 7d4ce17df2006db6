"""Hand-dealt tables: what goes wrong, by clause, in the words of staff (CP 15, CB 14, SP 18, S6 17)."""

from __future__ import annotations

import pytest

from boxseat.cards import UNSEEN
from boxseat.ledger.accounts import owed
from boxseat.money import Cents
from boxseat.play.state import irregular
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.state import Deviation
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import CB, CP, DEALER, S6, SP, HandDay, by_clause, games


def stood(game: str) -> HandDay:
    """A round in which ann stands on 18 against a 6, and the dealer's second card is due."""
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H")
    day.done("ann", c.DoStand(1))
    return day


@by_clause("15.2", "14.2", "18.2", "17.2")
def test_a_card_drawn_in_error_is_the_next_card(game: str, clause: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H", "5D")
    assert day.deviation == Deviation("drawn-in-error", "", clause)
    seen = day.seen().by_hand
    assert seen is not None
    assert [(one.card, one.exposed) for one in seen.next_cards] == [("5D", True)]
    day.done("ann", c.DoStand(1))
    assert day.deviation is None
    assert [str(card) for card in day.table.current_round.dealer] == ["6S", "5D"]


@by_clause("15.3", "14.3", "18.5", "17.5")
def test_a_card_too_many_is_burnt(game: str, clause: str) -> None:
    day = stood(game).cards("KD", "QD", "2D")
    assert day.deviation == Deviation("extra-card", "", clause)
    assert day.net == {"ann": 10}
    assert [str(card) for card in day.table.current_round.burnt] == ["2D"]


@by_clause("15.3", "14.3", "18.6", "17.6")
def test_an_unseen_card_too_many_is_burnt_at_canberra_and_carried_at_the_star(game: str, clause: str) -> None:
    """R32: under the shoe it is the first card of the next round, and is named when it is dealt."""
    day = stood(game).cards("KD", "QD", "??")
    assert day.deviation == Deviation("extra-card", "", clause)
    seen = day.seen().by_hand
    assert seen is not None
    carried = game in (SP, S6)
    assert seen.carried == (("??",) if carried else ())
    assert seen.burned == (() if carried else ("??",))
    day.bets(ann=10)
    assert day.table.carried == ((UNSEEN,) if carried else ())
    day.cards("7S")
    seen = day.seen().by_hand
    assert seen is not None
    assert seen.carried == ()


@by_clause("15.2", "14.2", "18.6", "17.6")
def test_a_carried_card_is_the_first_of_the_next_round(game: str, clause: str) -> None:
    """R46, R31: another first card is refused; a shuffle puts it back among the others."""
    day = HandDay(game).opened("ann").bets(ann=10).cards("AS", "6S", "KH")
    assert day.phase == "over"
    day.done(DEALER, h.CardDrawnInError("9D", exposed=False))
    assert irregular(day.table.current_round).carried == ("9D",)
    shuffled = day.copied()
    shuffled.done(DEALER, h.CardsShuffledByHand())
    shuffled.bets(ann=10).cards("7S")
    day.bets(ann=10)
    assert day.refused(DEALER, h.KeyCard("7S")) == f"card/carried {clause}"
    day.cards("9D", "7S", "8S")
    assert day.deviation is None
    day.done("ann", c.DoStand(1))
    day.cards("KD", "QD").bets(ann=10).cards("2D")


@by_clause("15.4", "14.4", "18.8", "17.8")
def test_a_round_with_a_misplaced_card_waits_for_the_supervisor(game: str, clause: str) -> None:
    """R35: it is not settled before it is put right or void."""
    day = stood(game).cards("2D>1")
    assert day.deviation == Deviation("misplaced", "dealer", clause)
    day.cards("KD", "QD")
    assert day.phase == "settlement"
    assert day.deviation == Deviation("misplaced", "dealer", clause)
    assert day.net == {"ann": 0}
    assert day.refused("ann", c.Lay(1, Cents(1000))).startswith("wager/no-more-bets")
    day.done(SUPERVISOR, h.ReconstructRound())
    assert [str(card) for card in day.table.current_round.dealer] == ["6S", "2D", "KD"]  # 18: the QD was not needed
    assert day.net == {"ann": 0}
    assert [str(card) for card in day.table.current_round.burnt] == ["QD"]


@by_clause("15.5", "14.5", "18.8", "17.8")
def test_a_round_with_a_misplaced_card_may_be_void(game: str, clause: str) -> None:
    day = stood(game).cards("2D>1")
    day.done(SUPERVISOR, c.VoidTheRound("cards were picked up"))
    assert day.table.current_round.void
    assert not day.table.in_round
    assert day.chips("ann") == 100_000
    assert day.refused(SUPERVISOR, h.ReconstructRound()).startswith("round/none")


@by_clause("17.4", "16.4", "18.16", "17.16")
def test_a_foreign_card_is_no_part_of_the_round(game: str, clause: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10)
    for _ in range(day.book.cards.decks.value):
        day.done(DEALER, h.BurnCard("9S"))
    day.cards("9S")
    assert day.deviation == Deviation("foreign-card", "", clause)
    assert day.table.current_round.cards_placed == 0
    day.done(DEALER, h.UndoCard())
    assert day.deviation is None
    day.cards("9S")
    day.done(SUPERVISOR, c.ForeignCardFound("9S"))
    assert day.table.current_round.void
    assert "check-cards" in day.table.due
    due = {CP: "17.4", CB: "16.4", SP: "18.16.3", S6: "17.16.3"}[game]
    day.done("ann", c.Lay(1, Cents(1000)))
    assert day.refused(DEALER, h.NoMoreBets()) == f"round/check-due {due}"
    day.done(DEALER, h.CardsShuffledByHand())
    assert day.table.due == ()
    day.done(DEALER, h.NoMoreBets())


@pytest.mark.parametrize("game", [SP, S6])
def test_18_7_a_card_without_a_wager_is_burnt(game: str) -> None:
    """SP 18.7, S6 17.7; one that nobody has seen is the next card (R31)."""
    clause = {SP: "18.7", S6: "17.7"}[game]
    day = HandDay(game).opened("ann")
    day.done(DEALER, h.NoMoreBets())
    day.cards("9S")
    assert day.deviation == Deviation("no-wagers", "", clause)
    assert day.table.round_number == 0
    day.done(DEALER, h.UndoCard())
    assert day.deviation is None
    day.cards("??")
    assert day.table.carried == (UNSEEN,)
    day.bets(ann=10).cards("9S")
    assert day.deviation is None


@pytest.mark.parametrize(("game", "clause"), [(CP, "15.2"), (CB, "14.2")])
def test_15_2_a_card_without_a_wager_is_drawn_in_error_at_canberra(game: str, clause: str) -> None:
    day = HandDay(game).opened("ann").cards("9S")
    assert day.deviation == Deviation("drawn-in-error", "", clause)


@by_clause("15.8", "14.8", "18.14", "17.14")
def test_a_missed_shuffle_is_told_and_comes_before_the_next_round(game: str, clause: str) -> None:
    """R34, R46: where shuffles are on record, the round stands, and the next one waits for the shuffle and the cut."""
    day = HandDay(game, cards_on_record=True).opened("ann").bets(ann=10)
    assert day.deviation is not None
    assert (day.deviation.kind, day.deviation.clause) == ("shuffle-missed", clause)
    day.cards("9S", "6S", "9H")
    day.done("ann", c.DoStand(1))
    day.cards("KD", "QD")
    assert day.net == {"ann": 10}
    day.done("ann", c.Lay(1, Cents(1000)))
    assert day.refused(DEALER, h.NoMoreBets()) == f"round/shuffle-due {clause}"
    day.done(DEALER, h.CardsShuffledByHand(), c.Cut(by="ann"), h.CardsLoaded("??"), h.NoMoreBets())
    assert day.deviation is None


@by_clause("5.2", "5.2", "18.11", "17.11")
def test_a_missed_cut_is_told(game: str, clause: str) -> None:
    day = HandDay(game, cards_on_record=True).opened("ann")
    day.done(DEALER, h.CardsShuffledByHand())
    day.bets(ann=10)
    assert day.deviation == Deviation("cut-missed", "", clause)
    day.cards("9S", "6S", "9H")
    day.done("ann", c.DoStand(1))
    day.cards("KD", "QD")
    day.done("ann", c.Lay(1, Cents(1000)))
    first = {CP: "15.8", CB: "14.8"}.get(game, clause)
    assert day.refused(DEALER, h.NoMoreBets()) == f"round/shuffle-due {first}"


@games
def test_the_cutting_card_asks_for_a_shuffle(game: str) -> None:
    day = HandDay(game, cards_on_record=True).opened("ann")
    day.done(DEALER, h.CardsShuffledByHand(), c.Cut(by="ann"))
    day.bets(ann=10).cards("9S")
    assert day.deviation is None
    day.done(DEALER, h.CuttingCardSeen())
    day.cards("6S", "9H")
    day.done("ann", c.DoStand(1))
    day.cards("KD", "QD")
    day.bets(ann=10)
    assert day.deviation is not None
    assert day.deviation.kind == "shuffle-missed"


@games
def test_a_slip_of_the_finger_is_taken_back_until_something_follows(game: str) -> None:
    """Also the card that settled the round: the chips go back to where they lay."""
    day = stood(game).cards("KD", "QD")
    assert day.chips("ann") == 101_000
    day.done(DEALER, h.UndoCard())
    assert day.phase == "dealer"
    assert day.chips("ann") == 99_000
    day.cards("5D")
    assert day.net == {"ann": -10}
    day.done(DEALER, h.UndoCard(), h.UndoCard())
    assert [str(card) for card in day.table.current_round.dealer] == ["6S"]
    assert day.refused(DEALER, h.UndoCard()).startswith("card/none"), "the decision followed the cards before it"


@games
def test_what_a_player_cannot_give_back_is_owed(game: str) -> None:
    """A correction never makes a balance negative, and is never refused."""
    day = stood(game).cards("KD", "QD")
    day.done("ann", c.Lay(1, Cents(50_000)), c.Lay(2, Cents(50_000)))
    assert day.chips("ann") == 1_000
    day.done("ann", c.Leave())
    assert "ann" not in day.table.patrons
    day.done(DEALER, h.UndoCard())
    assert day.money[owed("ann")] == -2_000
    day.cards("QD")
    assert day.net == {"ann": 10}
    assert day.money["wallet/ann"] + day.money[owed("ann")] == 1_000


@games
def test_an_unseen_card_is_named_when_it_is_turned(game: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H", "??")
    assert day.refused(DEALER, h.TurnCard("??")).startswith("card/unreadable")
    day.done("ann", c.DoStand(1))
    assert day.phase == "dealer"
    day.cards("5D")
    assert [str(card) for card in day.table.current_round.dealer] == ["6S", "5D"]
    assert day.deviation is None
    day.done(DEALER, h.UndoCard())
    assert [str(card) for card in day.table.current_round.dealer] == ["6S"]
    day.done(DEALER, h.TurnCard("4D"))
    assert [str(card) for card in day.table.current_round.dealer] == ["6S", "4D"]
