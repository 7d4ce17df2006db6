"""Hand-dealt tables: staff record what people without a device do, also those without a name."""

from __future__ import annotations

import pytest

from boxseat.ledger.accounts import CAGE, owed
from boxseat.money import Cents
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.records import Acted
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import CB, CP, DEALER, S6, SP, HandDay, by_clause, games

NAMELESS = (CP, CB, S6)
"""Games that ask for no Player Card."""


def for_player(player: str, *whats: c.RecordedCommand) -> tuple[c.ForPlayer, ...]:
    return tuple(c.ForPlayer(player, what) for what in whats)


@by_clause("17.2", "16.2", "20.2", "19.1")
def test_without_terminals_players_give_no_commands(game: str, clause: str) -> None:
    """CP 17.2, CB 16.2, SP 20.2, S6 19.1: staff record everything."""
    day = HandDay(game, terminals=False).opened()
    for command in (c.BuyIn(Cents(1000)), c.Sit(1), c.Lay(1, Cents(1000)), c.DoHit(1), c.DoRefuse(1), c.Leave()):
        assert day.refused("ann", command) == f"table/no-terminals {clause}"
    day.done(DEALER, *for_player("ann", c.BuyIn(Cents(10_000)), c.Sit(1), c.Lay(1, Cents(1000))), h.NoMoreBets())
    day.cards("9S", "6S", "9H")
    day.done(DEALER, *for_player("ann", c.DoStand(1)))
    day.cards("KD", "QD")
    assert day.chips("ann") == 11_000
    day.done(DEALER, *for_player("ann", c.Leave()))
    assert day.money["wallet/ann"] == 11_000
    assert day.money[CAGE] == -10_000, "chips were bought in cash, and cashed to the account"


@games
def test_a_signal_closes_the_offers_before_it(game: str) -> None:
    """Recording never holds up the deal: insurance and surrender need not be declined one by one."""
    day = HandDay(game).opened("ann", "bob").bets(ann=10, bob=10).cards("9S", "8S", "AS", "9H", "8H")
    assert day.phase == "insurance"
    assert day.refused("ann", c.DoStand(1)).startswith("turn/offer")
    day.done(DEALER, *for_player("bob", c.DoInsure(2, Cents(500))))
    day.done(DEALER, *for_player("ann", c.DoStand(1)))
    day.done(DEALER, *for_player("bob", c.DoStand(2)))
    day.cards("5D", "QD", "KD")
    assert day.deviation is None or day.deviation.kind == "extra-card"


@games
def test_an_own_decision_closes_offers_that_wait_for_nobody_else(game: str) -> None:
    """A player who decides has declined; insurance and surrender of others stay open to them."""
    alone = HandDay(game).opened("ann").bets(ann=10).cards("9S", "AS", "9H")
    alone.done("ann", c.DoStand(1))
    assert alone.phase == "dealer"
    day = HandDay(game).opened("ann", "bob").bets(ann=10, bob=10).cards("9S", "8S", "AS", "9H", "8H")
    assert day.refused("bob", c.DoStand(2)).startswith("turn/offer"), "box 1 is in turn"
    day.done("bob", c.DoInsure(2, Cents(500)))
    if game != CB:
        assert day.refused("ann", c.DoStand(1)).startswith("turn/offer"), "bob may still surrender"
        day.done("ann", c.Decline(1))
        day.done("bob", c.Decline(2))
    day.done("ann", c.DoStand(1))
    assert day.phase == "decision"


@pytest.mark.parametrize("game", [CP, SP, S6])
def test_13_5_the_next_hand_closes_the_forfeit(game: str) -> None:
    """CP 12.6, SP 13.5, S6 12.5 (R14): also where a player decides at a terminal, and only the one who is next in turn."""
    day = HandDay(game).opened("ann", "bob", "cat").bets(ann=10, bob=10, cat=10)
    day.cards("5S", "8S", "8C", "7S", "6H", "9H", "9C")
    day.done("ann", c.DoDouble(1, Cents(1000)))
    day.cards("7H")
    assert day.phase == "forfeit"
    assert day.refused("cat", c.DoStand(3)).startswith("turn/")
    assert day.phase == "forfeit"
    day.done("bob", c.DoStand(2))
    assert day.refused("ann", c.DoForfeit(1))


@pytest.mark.parametrize("game", [CP, SP, S6])
def test_a_surrender_comes_after_the_insurance(game: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "AS", "7H")
    own, told = day.copied(), day.copied()
    own.done("ann", c.DoSurrender(1))
    told.done(DEALER, *for_player("ann", c.DoSurrender(1)))
    for day in (own, told):
        assert day.phase != "insurance"
        day.cards("9C")
        assert day.chips("ann") == 99_500


@games
def test_a_card_closes_what_is_open_before_it(game: str) -> None:
    """Co-bettors who say nothing do not join, and an offer that nobody has taken is over."""
    day = HandDay(game).opened("ann")
    day.done(DEALER, *for_player("bob", c.BuyIn(Cents(10_000)), c.Lay(1, Cents(1000))))
    day.bets(ann=10).cards("8S", "6S", "8H")
    day.done(DEALER, *for_player("ann", c.DoSplit(1)))
    assert day.table.join_offer is not None
    day.cards("2S")
    assert day.table.join_offer is None
    hands = day.table.current_round.boxes[0].hands
    assert [len(hand.stakes) for hand in hands] == [2, 1]
    assert [str(card) for card in hands[0].cards] == ["8S", "2S"]


@games
def test_chips_that_lie_and_were_not_bought_here_were_brought_along(game: str) -> None:
    day = HandDay(game).opened()
    day.done(DEALER, *for_player("ann", c.Lay(3, Cents(2_000))))
    assert day.chips("ann") == 0
    assert day.money[CAGE] == -2_000
    assert day.table.drop_cents == 0
    day.done(DEALER, h.NoMoreBets())
    day.cards("8S", "6S", "8H")
    day.done(DEALER, *for_player("ann", c.DoSplit(3)))
    assert day.money[CAGE] == -4_000
    day.done(SUPERVISOR, c.VoidTheRound("a test"))
    assert day.chips("ann") == 4_000


@pytest.mark.parametrize("game", NAMELESS)
def test_a_patron_without_a_name_plays_and_is_linked_later(game: str) -> None:
    day = HandDay(game).opened()
    day.done(DEALER, *for_player("patron 3", c.BuyIn(Cents(10_000)), c.Sit(3), c.Lay(3, Cents(2_000))))
    day.done(DEALER, h.NotePatron("patron 3", "box 3, grey cap"), h.NoMoreBets())
    staff = day.staff()
    assert [(one.patron, one.note) for one in staff.notes] == [("patron 3", "box 3, grey cap")]
    day.cards("9S", "6S", "9H")
    assert day.refused(DEALER, h.LinkPatron("patron 3", "ann")).startswith("round/open")
    day.done(DEALER, *for_player("patron 3", c.DoStand(3)))
    day.cards("KD", "QD")
    assert [(one.box, one.player, one.pays) for one in day.staff().payments] == [(3, "patron 3", "20.00")]
    day.done(DEALER, *for_player("patron 3", c.Lay(3, Cents(3_000))))
    day.done(DEALER, h.LinkPatron("patron 3", "ann"))
    assert day.table.seats == {3: "ann"}
    assert day.chips("ann") == 9_000
    assert day.table.wagers[0].player == "ann"
    assert day.staff().notes == ()
    day.done(DEALER, h.NoMoreBets())
    day.cards("9S", "6S", "9H")
    day.done(DEALER, *for_player("ann", c.DoStand(3)))
    day.cards("KD", "QD")
    day.done(DEALER, h.Rebet())
    assert day.table.wagers[0].stake == 3_000
    day.done(DEALER, *for_player("ann", c.Leave()))
    assert day.money["wallet/ann"] == 15_000


@pytest.mark.parametrize("game", NAMELESS)
def test_a_patron_without_a_name_takes_cash_and_may_owe(game: str) -> None:
    day = HandDay(game).opened()
    day.done(DEALER, *for_player("patron 1", c.BuyIn(Cents(10_000)), c.Lay(3, Cents(2_000))), h.NoMoreBets())
    day.cards("9S", "6S", "9H")
    day.done(DEALER, *for_player("patron 1", c.DoStand(3)))
    day.cards("KD", "QD")
    day.done(DEALER, *for_player("patron 1", c.Leave()))
    assert day.money[CAGE] == 2_000
    assert "wallet/patron 1" not in day.money
    day.done(DEALER, h.UndoCard())
    day.cards("5D")
    assert day.money[owed("patron 1 at t1")] == -4_000


def test_20_1_everybody_has_a_player_card_at_the_star() -> None:
    """SP 20.1, 18.21.1: there are no patrons without a name; the older rules ask for no card."""
    day = HandDay(SP).opened()
    commands: tuple[c.TableCommand, ...] = (
        c.ForPlayer("patron 3", c.BuyIn(Cents(1000))),
        h.NotePatron("patron 3", "grey cap"),
    )
    for command in commands:
        assert day.refused(DEALER, command) == "patron/player-card 20.1"


@games
def test_names_that_nobody_has(game: str) -> None:
    day = HandDay(game).opened("ann")
    for name in ("", "a/b", "patron 0", "patron x", "x" * 60):
        assert day.refused(DEALER, *for_player(name, c.BuyIn(Cents(1000)))).startswith("patron/name")
    assert day.refused(DEALER, h.NotePatron("ann", "tall")).startswith("patron/name")
    assert day.refused(DEALER, h.LinkPatron("patron 9", "ann")).startswith("patron/none")


@games
def test_late_chips_change_nothing(game: str) -> None:
    """SP 6.4, CP 4.3, CB 4.3: what lay at the close of bets is the wager."""
    day = HandDay(game).opened("ann").bets(ann=10)
    late = h.ChipsTouchedLate(1, "ann", more=Cents(500))
    assert day.refused(DEALER, late).startswith("chips/not-late")
    day.cards("9S")
    assert day.refused(DEALER, h.ChipsTouchedLate(1, "ann")).startswith("chips/nothing")
    assert day.refused(DEALER, h.ChipsTouchedLate(2, "ann", less=Cents(500))).startswith("wager/none")
    before = day.table
    day.done(DEALER, late, h.ChipsTouchedLate(1, "ann", less=Cents(500)))
    assert (day.table.round, day.table.patrons) == (before.round, before.patrons)


@games
def test_an_absent_player_is_played_for(game: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H")
    assert day.refused(DEALER, h.PlayForAbsent(2)).startswith("box/empty")
    day.done(DEALER, h.PlayForAbsent(1))
    assert [record.instead_of for record in day.records(Acted) if isinstance(record, Acted)] == ["ann"]
    assert day.phase == "dealer"


@games
def test_the_dealer_closes_an_offer(game: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10)
    assert day.refused(DEALER, h.CloseTheOffer()).startswith("offer/none")
    day.cards("9S", "AS", "9H")
    day.done(DEALER, h.CloseTheOffer())
    assert day.phase in ("surrender", "decision")


@pytest.mark.parametrize("game", [SP, S6])
def test_18_3_a_player_refuses_a_card(game: str) -> None:
    """SP 18.3, S6 17.3, R30: at a terminal or by signal."""
    for who, refuse in (("ann", c.DoRefuse(1)), (DEALER, c.ForPlayer("ann", c.DoRefuse(1)))):
        day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H", "5D")
        assert "refuse" in [choice.do for choice in day.you("ann").choices]
        day.done(who, refuse)
        assert [str(card) for card in day.table.current_round.dealer] == ["6S", "5D"]


@games
def test_the_machine_has_no_part_in_it_and_staff_none_elsewhere(game: str) -> None:
    day = HandDay(game).opened("ann")
    for command in (c.AskComputer(2), c.SetCards("9S"), c.Cut(5), c.CutForHouse(5), c.TimeUp(), c.SeatExpired("ann")):
        assert day.refused("ann", command).startswith("table/by-hand")
    assert day.table.deadline is None
    assert day.seen().cards is None
    assert day.seen().dealt == "by-hand"


@games
def test_whoever_has_left_is_played_absent_when_the_last_card_is_taken_back(game: str) -> None:
    """CP 15.7, CB 14.7, SP 18.10: the round is over, its player leaves, and then the card turns out to be mis-keyed."""
    day = HandDay(game).opened("ann").bets(ann=10).cards("KS", "7D", "5H")
    day.done("ann", c.DoHit(1))
    day.cards("QD")
    assert day.table.current_round.over
    day.done("ann", c.Leave())
    day.done(DEALER, h.UndoCard())
    assert not day.table.current_round.over
    day.cards("2D", "KD")
    assert day.table.current_round.over
    assert (day.net, day.money["wallet/ann"]) == ({"ann": 0}, 0), "17 against 17: the wager follows its owner"
