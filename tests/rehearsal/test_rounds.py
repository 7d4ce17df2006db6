"""Whole rounds: laid by their players, dealt by written cards, answered as replay does, refused whole or not at all."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from boxseat.consistency import Inconsistent
from boxseat.house.table_stream import TABLES
from boxseat.money import Cents
from boxseat.play.fields import BadDocument
from boxseat.play.replay import replay
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table.fold import fold
from boxseat.table.memory_table import MemoryTable
from boxseat.table.records import RoundWritten, WalletCredited
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.notation import document
from tests.random_rounds import PLAYERS, random_document
from tests.rehearsal.written_day import P1, WON, command, day, outcomes, play, rehearse, whole_round
from tests.tiers import size

ROUNDS = [
    WON,
    ("8S 7D 8H 9D 3C 6H KD 5S QH", "1:ann*=20 1:bob=10", "1 split +bob", "1 double", "1 hit"),
    ("KS 8H AD 9H 8D 4C 9C", "1:ann*=20 3:bob*=30+pp5", "1 insure 10", "1 stand", "3 hit", "1 hit"),
    ("5S 7D 6H 3D KD JC", "2:ann=20 2:bob=50", "2 double +ann=20", "2 forfeit ann"),
    ("KS 7D 9H KD", "1:ann*=20"),
]


@pytest.mark.parametrize("written", ROUNDS, ids=range(len(ROUNDS)))
def test_a_round_is_answered_as_replay_answers_it(written: tuple[str, ...]) -> None:
    (step,) = play(whole_round(*written)).steps
    assert step == {"step": 0, "done": True, **replay(document("star-pontoon", *written))}


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_of_a_day_are_played_or_refused_and_audit_clean(game: str, cards_from: str) -> None:
    rng, book = Random(f"{game} {cards_from}"), open_book(game)
    rounds: list[dict[str, Any]] = []
    while len(rounds) < size(12, 200):
        written = random_document(rng, game, book)
        decks = {name: value for name, value in written["options"].items() if name == "decks"}
        for wager in written["wagers"]:
            wager.update({name: rng.choice(("10", "20", "50")) for name in wager if name == "stake"})
        if decks in ({}, {"decks": book.cards.decks.value}):
            rounds.append({"table": "t1", "round": {name: written[name] for name in ("cards", "wagers", "decisions")}})
    table = {"game": game, "cards_from": cards_from, "sign": {"min": "5", "max": "1000"}}
    played = play(*rounds, tables={"t1": table}, people=dict.fromkeys(PLAYERS, "player"))
    done = [step for step in played.steps if step.get("done")]
    assert 0 < len(done) < len(rounds)
    assert [each["net"] for each in played.objects["rounds"]] == [step["net"] for step in done]
    assert all(step["refused"]["clause"] for step in played.steps if not step.get("done"))


def test_the_first_wager_that_may_not_be_laid_refuses_the_whole_round_and_nothing_has_happened() -> None:
    refused = whole_round("KS 7D 9H KD", "1:ann*=20 3:eve*=5000 3:bob=5", at="18:01")
    rest = [whole_round(*WON, at="18:00"), whole_round(*WON, at="18:02")]
    played, without = play(rest[0], refused, rest[1]), play(*rest)
    assert outcomes(played) == ["done", "7.1", "done"]
    assert played.steps[1]["refused"]["reason"] == "a box takes 500.00 at the most"
    assert played.head == without.head, "the journal is the same, byte for byte"
    assert played.objects == without.objects
    assert played.steps[2] == {**without.steps[1], "step": 2}


@pytest.mark.parametrize(
    ("wagers", "clause"),
    [
        ("1:ann*=12.30", "6.2"),  # no whole chips
        ("1:sue*=20", ""),  # staff do not play
        ("1:ann*=20 1:bob=490", "7.1"),
        ("1:ann=-+pp5", "16.5"),
    ],
)
def test_wagers_are_refused_by_their_clause(wagers: str, clause: str) -> None:
    played = play(whole_round("KS 7D 9H KD", wagers))
    assert outcomes(played) == [clause]
    assert played.objects["wallets"] == {"ann": "1000.00", "bob": "1000.00", "cat": "1000.00", "eve": "1000.00"}
    assert played.objects["tables"]["p1"]["players"] == []


def test_canberra_warns_once_of_a_wager_under_the_minimum_and_then_refuses_it() -> None:
    small = whole_round("KS 7D 9H KD", "1:ann*=5", "1 stand", table="b1")
    assert outcomes(play(small, small)) == ["done", "3.4"]


def test_a_closed_table_plays_no_round() -> None:
    played = play(command("sue", "close"), whole_round(*WON))
    assert (outcomes(played)[0], "refused" in played.steps[1], len(played.objects["rounds"])) == ("done", True, 0)


def test_no_round_begins_while_another_is_in_play() -> None:
    dealt = [command("ann", "buy-in", amount="100"), command("ann", "sit", box=2)]
    dealt += [command("ann", "wager", box=2, stake="20"), command("ann", "ready"), command("ann", "decline-cut")]
    played = play(*dealt, whole_round("KS 7D 9H KD", "1:bob*=20"))
    assert outcomes(played)[:-1] == ["done"] * 5
    assert played.steps[-1]["refused"]["reason"] == "no more bets: the first card is out"


# Chips and wallets


def test_chips_are_bought_as_needed_and_stay_at_the_table() -> None:
    once, twice = play(whole_round(*WON)), play(whole_round(*WON), whole_round(*WON))
    assert once.objects["wallets"]["ann"] == "980.00"
    assert twice.objects["wallets"]["ann"] == "980.00", "the second wager is laid with chips of the first round"
    left = play(whole_round(*WON), whole_round(*WON), command("ann", "leave"))
    assert left.objects["wallets"] == {"ann": "1040.00", "bob": "1000.00", "cat": "1000.00", "eve": "1000.00"}


def test_what_is_laid_later_in_the_round_is_bought_too() -> None:
    played = play(whole_round("8S 7D 8H 9D 3C 6H KD 5S QH", "1:ann*=20 1:bob=10", "1 split +bob", "1 double"))
    assert played.objects["wallets"]["ann"] == "940.00", "20 for the wager, 20 for the split, 20 for the double"
    assert played.objects["wallets"]["bob"] == "980.00"


def test_a_wallet_that_is_too_small_is_credited_with_the_rest() -> None:
    tables = {"p1": {**P1, "sign": {"min": "10", "max": "5000"}}}
    played = play(whole_round("KS 7D 9H KD", "1:ann*=4000", "1 stand"), command("ann", "leave"), tables=tables)
    assert played.steps[0]["net"] == {"ann": "4000.00"}
    assert played.objects["wallets"]["ann"] == "8000.00", "3,000 were credited, 4,000 were won"


def test_a_command_buys_nothing_beyond_the_wallet() -> None:
    played = play(command("ann", "buy-in", amount="1000.50"), command("ann", "buy-in", amount="1000"))
    assert (outcomes(played), played.objects["wallets"]["ann"]) == (["", "done"], "0.00")


# Seats and cards


def test_seats_are_as_the_round_says_and_stay() -> None:
    co_bettors = whole_round("KS 7D 9H KD", "1:ann=20 1:bob=30", "1 stand")
    played = play(whole_round(*WON), co_bettors, command("cat", "buy-in", amount="50"), command("cat", "sit", box=1))
    assert outcomes(played) == ["done"] * 4, "ann got up, bob controls, and the box is free"
    held = play(whole_round(*WON), command("cat", "buy-in", amount="50"), command("cat", "sit", box=1))
    assert held.steps[-1]["refused"]["reason"] == "ann is seated at box 1"
    for_bob = play(whole_round(*WON), whole_round("KS 7D 9H KD", "1:bob*=20", "1 stand"))
    assert outcomes(for_bob) == ["done", "done"]
    assert for_bob.objects["tables"]["p1"]["players"] == ["ann", "bob"], "whoever gives up a box is still there"


def test_a_reserved_box_refuses_the_round() -> None:
    assert outcomes(play(command("sue", "reserve", box=1, player="bob"), whole_round(*WON))) == ["done", "6.14"]


def test_rounds_of_one_shoe_are_its_rounds() -> None:
    """Ann has sat out a round of the shoe, until it is shuffled (SP 6.11)."""
    tables = {"p1": {**P1, "late_to_minimum": True}}
    bobs, more = whole_round("KS 7D 9H KD", "1:bob*=10"), whole_round("KS 7D 9H KD", "1:ann*=30")
    played = play(whole_round(*WON), bobs, more, command("sue", "shuffle"), more, tables=tables)
    assert outcomes(played) == ["done", "done", "6.11", "done", "done"]


def test_written_cards_and_the_cards_of_the_shoe_are_kept_apart() -> None:
    """A round of the shoe gets the same cards after whole rounds and without; the proof of the closed table's shoe is valid."""
    bob = command("bob", "buy-in", amount="20")
    alone = [command("ann", "buy-in", amount="20"), command("ann", "sit", box=1), command("ann", "decline-cut")]
    dealt = [command("ann", "wager", box=1, stake="20"), command("ann", "ready")]
    dealt += [command("ann", "leave", at="+5m"), command("bob", "leave"), command("sue", "close")]
    tables = {"p1": {**P1, "times": {"wager": 20, "decide": 25}}}
    beside = play(bob, whole_round(*WON), whole_round(*WON), *dealt, tables=tables)
    without = play(bob, *alone, *dealt, tables=tables)
    assert set(outcomes(beside) + outcomes(without)) == {"done"}
    assert [each["round"] for each in beside.objects["rounds"]] == [1, 2, 3]
    assert without.objects["rounds"] == [{**beside.objects["rounds"][-1], "round": 1}]
    assert beside.objects["tables"]["p1"]["status"] == "closed"


def test_a_card_too_few_is_no_day_that_can_be_played() -> None:
    with pytest.raises(BadDocument, match=r"^steps\[1\]\.round\.cards: the round needs more than the 3 listed$"):
        play(whole_round(*WON), whole_round("KS 7D 9H", "1:ann*=20"))


def test_steps_of_staff_are_part_of_a_round() -> None:
    void = {"by": "supervisor", "do": "void", "after_cards": 3}
    step = whole_round("KS 7D 9H KD", "1:ann*=20")
    step["round"]["decisions"] = [void]
    played = play(step)
    assert (played.steps[0]["void"]["clause"], played.steps[0]["net"]) == ("18.8", {"ann": "0.00"})
    assert played.objects["rounds"] == [{"table": "p1", "round": 1, "void": True, "net": {"ann": "0.00"}}]


def test_absent_players_are_played_for() -> None:
    assert play(whole_round("KS 7D 3H KD", "1:ann*=20")).steps[0]["net"] == {"ann": "-20.00"}


# Written cards are possible in a rehearsal only


def test_nobody_can_send_what_a_rehearsal_does() -> None:
    sent = set(get_args(TABLES.commands))
    assert {c.CreditWallet, c.DealWritten}.isdisjoint(sent | set(TABLES.powers))
    assert {c.CreditWallet, c.DealWritten} <= set(get_args(c.HouseCommand))
    for word in ("deal-written", "credit-wallet", "time-up", "set-up-table"):
        with pytest.raises(BadDocument, match=rf"^steps\[0\]\.do: there is no command '{word}'$"):
            rehearse(day(command("sue", word)))


@pytest.mark.parametrize("record", [RoundWritten(), WalletCredited("ann", 100)])
def test_no_other_table_takes_such_a_record(record: Any) -> None:
    table = MemoryTable(open_book("star-pontoon"))
    table.open(Settings(sign=SIGN))
    with pytest.raises(Inconsistent, match="in a rehearsal only"):
        fold(table.book, table.table, record)
    with pytest.raises(Inconsistent, match="in a rehearsal only"):
        table.do("house", c.CreditWallet("ann", Cents(100)))


def test_a_round_of_acts_is_whole() -> None:
    table = MemoryTable(open_book("star-pontoon"), entropy=lambda length: bytes(length))
    table.open(Settings(sign=SIGN, rehearsal=True))
    assert "main wager" in str(table.do("house", c.DealWritten(())))
    table.done("ann", c.BuyIn(Cents(5000)), c.Lay(1, Cents(1000)), c.DeclineCut())
    with pytest.raises(Inconsistent, match="played to its end"):
        table.do("house", c.DealWritten(()))
