"""What the sheet of a round says about wagers that had no outcome or came back, and by which clause."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.money import dollars
from boxseat.play.acts import Malfunction, WrongPack
from boxseat.play.document import read_document
from boxseat.play.irregularities.consequence import after_round, deals_on_behind, notified, shuffles_on
from boxseat.play.replay import Replayed, play_document
from boxseat.rulebook.load import GAMES, open_book
from tests.notation import document
from tests.play.irregularities.games import STAR, at_the_star, each

TWO = "1:ann=10 2:bob=20"


def played(game: str, cards: str, wagers: str, *steps: str, cards_from: str = "shoe") -> Replayed:
    return play_document(read_document(document(game, cards, wagers, *steps, cards_from=cards_from)))


def sheet(replayed: Replayed) -> list[tuple[str, str, str, str, str]]:
    """Player, result, net, clause and reason of each settlement."""
    lines = replayed.round.settlements
    return [(line.player, line.result.value, dollars(line.net), line.clause, line.why) for line in lines]


@each("17.4", "16.4", "20.5.2", "19.4.2")
def test_20_5_a_round_without_outcome_gives_wagers_back_or_keeps_them(game: str, clause: str) -> None:
    back = sheet(played(game, "9S 9H 7D", TWO, "supervisor invalidate @3 because=fraud"))
    assert back == [
        ("ann", "void", "0.00", clause, "the round has no outcome"),
        ("bob", "void", "0.00", clause, "the round has no outcome"),
    ]
    kept = played(game, "9S 9H 7D", TWO, "supervisor invalidate @3 because=fraud refund=false")
    assert sheet(kept) == [
        ("ann", "forfeit", "-10.00", clause, "not refunded"),
        ("bob", "forfeit", "-20.00", clause, "not refunded"),
    ]
    assert [line.odds for line in kept.round.settlements] == [None, None]


@at_the_star("20.5.2", "19.4.2")
def test_20_6_whoever_forfeits_is_named_on_the_sheet(game: str, clause: str) -> None:
    paid = played(game, "AS 9H 7D KS", TWO, "supervisor invalidate @4 because=fraud forfeited_by=ann")
    assert sheet(paid) == [
        ("ann", "forfeit", "-10.00", clause, "forfeited, as the round has no outcome"),
        ("bob", "void", "0.00", clause, "the round has no outcome"),
    ]
    assert [line.odds for line in paid.round.settlements] == [None, None], "the pontoon was paid"
    (refused,) = played(
        game, "AS 9H 7D KS 8H KD", TWO, "supervisor invalidate @4 because=fraud forfeited_by=cat", "2 stand"
    ).refused
    assert (refused.refusal.code, refused.refusal.reason) == ("invalid/stranger", "cat has no wager in this round")


@at_the_star(("19.4", "19.5.1", "16.5"), ("18.4", "18.5.1", "15.5"))
def test_19_5_what_comes_back_when_the_device_fails(game: str, clause1: str, clause2: str, clause3: str) -> None:
    steps = ("supervisor malfunction @3 another_device=false returned_to=ann", "2 stand")
    taken = sheet(played(game, "9S 9H 7D 8H KD QD", TWO, *steps, cards_from="device"))
    assert taken[0] == ("ann", "void", "0.00", clause2, "taken back after the device failed")
    ended = sheet(played(game, "9S 9H 7D", TWO, "supervisor malfunction @3 disadvantaged=true", cards_from="device"))
    assert {line[3:] for line in ended} == {(clause1, "the device failed to somebody's disadvantage")}
    lone = "1:ann=10 1:bob=-+pp5 2:cat=10"
    steps = ("supervisor malfunction @3 another_device=false returned_to=ann", "2 stand")
    found = sheet(played(game, "9S 9H 7D 8H KD QD", lone, *steps, cards_from="device"))
    assert ("bob", "void", "0.00", clause3, "no main wager on the box is left") in found


@each("19.3", "19.3", "19.1.2", "18.1.2")
def test_19_1_2_no_card_is_out_before_the_first(game: str, clause: str) -> None:
    (refused,) = played(
        game, "9S 7D 9H KD QD", "1:ann=10", "supervisor malfunction @0", "1 stand", cards_from="device"
    ).refused
    assert (refused.refusal.code, refused.refusal.clause) == ("malfunction/no-card", clause)
    assert refused.refusal.reason == "no card of the round is out"


@pytest.mark.parametrize("game", STAR)
def test_19_4_wagers_are_offered_back_only_where_no_device_takes_over(game: str) -> None:
    for more, why in (("", "another device takes over"), (" disadvantaged=true", "the round ends")):
        step = f"supervisor malfunction @3{more} returned_to=ann"
        (refused,) = played(game, "9S 9H 7D 8S 8H KD", TWO, step, cards_from="device").refused
        assert refused.refusal.reason.startswith(f"{why}: no wager")


def test_19_3_what_a_failed_device_leaves_to_be_done() -> None:
    """CP 19.3: the dealer deals on from so many decks, or all are shuffled; CB 19.3 and The Star shuffle."""
    cp, cb = open_book("canberra-pontoon"), open_book("canberra-blackjack")
    on, shuffle = Malfunction(then="deal-on"), Malfunction(then="shuffle")
    assert after_round(cp, on) == ("replace-device-after-shoe",)
    assert after_round(cp, shuffle) == ("shuffle", "replace-device-after-shoe")
    assert after_round(cb, Malfunction()) == ("replace-device",)
    behind = deals_on_behind(cp, on)
    assert isinstance(behind, int)
    assert behind % 48 == 0
    assert behind == cp.malfunction.deal_on_decks.value * 48
    assert deals_on_behind(cp, shuffle) is None
    assert (shuffles_on(cp, on), shuffles_on(cp, shuffle), shuffles_on(cb, Malfunction())) == (False, True, True)
    for game in STAR:
        book = open_book(game)
        assert shuffles_on(book, Malfunction(another_device=False))
        assert not shuffles_on(book, Malfunction())
        assert not shuffles_on(book, Malfunction(disadvantaged=True))
        assert deals_on_behind(book, Malfunction()) is None


@pytest.mark.parametrize("game", GAMES)
def test_18_16_a_foreign_card_is_named_if_somebody_can(game: str) -> None:
    for card, text in ((" card=2-of-stars", "2-of-stars"), ("", "")):
        replayed = played(game, "9S 7D", "1:ann=10", f"supervisor foreign-card @2{card}")
        assert [step.act for step in replayed.steps] == [WrongPack("foreign-card", text)]
        assert notified(replayed.document.book, replayed.steps[0].act) == notified(
            replayed.document.book, WrongPack("missing-card")
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_malfunction_deals_on_unless_it_says_otherwise(game: str) -> None:
    """CP 19.3 leaves the choice; the others have none."""
    replayed = played(game, "9S 7D 9H KD QD", "1:ann=10", "supervisor malfunction @2", "1 stand", cards_from="device")
    acts: list[Any] = [step.act for step in replayed.steps]
    first = next(iter(replayed.document.book.malfunction.then.value), "")
    assert [act.then for act in acts] == [first]
    assert bool(first) == (game == "canberra-pontoon")
