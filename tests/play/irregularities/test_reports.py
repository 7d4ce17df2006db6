"""Steps that were forgotten, and what is due after the round because of them (R34, R46)."""

from __future__ import annotations

import pytest

from tests.notation import play
from tests.play.irregularities.games import STAR, at_canberra, at_the_star, each


def test_18_12_a_burn_that_was_forgotten_leaves_the_card_in_play() -> None:
    for game, clause in (("canberra-blackjack", "5.7"), ("star-pontoon", "18.12"), ("star-pontoon-6to5", "17.12")):
        told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @0", "1 stand")
        assert (told.done, told.refused, told.after_round) == ([(0, clause)], [], [])
        assert (told.hands(), told.burned, told.net) == (["KS 9H"], "", {"ann": "10.00"})
        late = play(game, "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @1", "dealer burn-forgotten", "1 stand")
        assert (late.refused, late.done) == ([(0, clause), (1, clause)], [])


def test_5_3_no_burn_is_forgotten_where_none_is_due() -> None:
    told = play("canberra-pontoon", "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @0", "1 stand")
    assert (told.refused, told.done) == ([(0, "5.3")], [])
    told = play("canberra-pontoon", "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @0", cards_from="device")
    assert told.refused == [(0, "5.3")]
    told = play("canberra-blackjack", "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @0", cards_from="device")
    assert told.refused == [(0, "19.1")]


@pytest.mark.parametrize("game", STAR)
def test_18_12_at_the_star_a_device_burns_too(game: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer burn-forgotten @0", "1 stand", cards_from="device")
    assert told.refused == []


@each(("5.2", "15.8"), ("5.2", "14.8"), ("18.11", "18.14"), ("17.11", "17.14"))
def test_18_11_after_a_missed_cut_or_shuffle_the_round_stands_and_then_the_cards_are_shuffled(
    game: str, clause1: str, clause2: str
) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer cut-missed @2", "1 stand", "dealer shuffle-missed")
    assert (told.done, told.after_round) == ([(0, clause1), (2, clause2)], ["shuffle"])
    assert (told.net, told.void) == ({"ann": "10.00"}, None)


@each("19.1", "19.1", "5.7", "4.7")
def test_19_1_a_shuffling_device_is_neither_shuffled_nor_cut(game: str, clause: str) -> None:
    told = play(
        game, "KS 7D 9H KD", "1:ann=10", "dealer cut-missed @2", "dealer shuffle-missed", "1 stand", cards_from="device"
    )
    assert (told.refused, told.after_round) == ([(0, clause), (1, clause)], [])


@at_the_star("18.15", "17.15")
def test_18_15_a_rack_that_was_not_put_back_stays_where_it_is(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer rack-left", "1 stand", cards_from="device")
    assert (told.done, told.after_round) == ([(0, clause)], ["rack-stays"])
    for cards_from, step in (("shoe", "dealer rack-left"), ("device", "dealer rack-left @2")):
        told = play(game, "KS 7D 9H KD", "1:ann=10", step, "1 stand", cards_from=cards_from)
        assert (told.refused, told.after_round) == ([(0, clause)], [])


@at_canberra("19.2", "19.2")
def test_19_2_at_canberra_no_rack_is_put_back_in_a_round(game: str, clause: str) -> None:
    for cards_from in ("shoe", "device"):
        told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer rack-left", "1 stand", cards_from=cards_from)
        assert (told.refused, told.after_round) == ([(0, clause)], [])


@at_the_star(("18.1", "18.1.1"), ("17.1", "17.1.1"))
def test_18_1_1_a_device_is_checked_after_a_card_was_face_up(game: str, clause1: str, clause2: str) -> None:
    steps = ("dealer burn @1", "supervisor check-cards", "1 stand")
    told = play(game, "KS 2C 7D 9H KD", "1:ann=10", *steps, cards_from="device")
    assert (told.done, told.after_round, told.notified) == ([(0, clause1), (1, clause2)], ["check-cards"], [])
    shoe = play(game, "KS 2C 7D 9H KD", "1:ann=10", *steps)
    assert (shoe.refused, shoe.after_round) == ([(1, clause2)], [])


@at_the_star("18.1.1", "17.1.1")
def test_18_1_1_not_where_no_card_was_face_up(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "supervisor check-cards", "1 stand", cards_from="device")
    assert (told.refused, told.after_round) == ([(0, clause)], [])
    steps = ("dealer burn @1 because=in-error", "dealer draw-in-error @2", "supervisor check-cards")
    told = play(game, "KS 2C 7D 9H KD", "1:ann=10", *steps, cards_from="device")
    assert told.refused == [(2, clause)]


@at_canberra("15.1", "14.1")
def test_15_1_at_canberra_cards_are_not_checked_for_it(game: str, clause: str) -> None:
    steps = ("dealer burn @1", "supervisor check-cards", "1 stand")
    told = play(game, "KS 2C 7D 9H KD", "1:ann=10", *steps, cards_from="device")
    assert (told.refused, told.after_round) == ([(1, clause)], [])
