"""Simulations: a seed gives the same figures anywhere, and figures agree with each other and with exact results."""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from boxseat.odds.disk_cache import Arrays, cached
from boxseat.odds.exact import side_bet_edges as sidebets
from boxseat.odds.simulator.card_count import parse_count
from boxseat.odds.simulator.figures import figures, longest_run, ruin_for_good, sessions, side_bet_edges
from boxseat.odds.simulator.generator import Cards, below, generator, shuffle
from boxseat.odds.simulator.kernel_table import Tally
from boxseat.odds.simulator.simulation import (
    ROUNDS_PER_CHUNK,
    Impossible,
    Plan,
    TableRun,
    added,
    empty_tally,
    make_plan,
    play_chunk,
    played,
    simulate,
)
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.rulebook.load import open_book
from tests.odds.parity import sensible_policy
from tests.tiers import heavy

STAR = open_book("star-pontoon")
BLACKJACK = open_book("canberra-blackjack")
HI_LO = """
name = "Hi-Lo"
tags = {A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, T = -1, J = -1, Q = -1, K = -1}
count = {initial = 0, divide = "decks", rounding = "floor"}
bets = [{from = 1, units = 2}, {from = 3, units = 8}]
plays = [{hand = "16", dealer = "T", do = "stand", from = 0}, {hand = "pair T", dealer = "6", do = "split", from = 4}]
insurance = {from = 3}
"""


@cache
def _made(table: TableRun) -> Plan:
    """The plan's tables are the same for any number of rounds."""
    return make_plan(STAR, sensible_policy(STAR), rounds=1, seed=5, table=table, keep=True)


def _plan(rounds: int = 3 * ROUNDS_PER_CHUNK + 7, table: TableRun = TableRun()) -> Plan:  # noqa: B008
    return _made(table)._replace(rounds=rounds)


WAYS = [
    TableRun(),
    TableRun(dealing="shoe"),
    TableRun(dealing="continuous"),
    TableRun(dealing="shoe", boxes=3),
    TableRun(side_bets=True, insured=True),
]


@pytest.mark.parametrize("table", WAYS, ids=str)
def test_the_same_seed_gives_the_same_figures_on_one_thread_on_two_and_in_any_order(table: TableRun) -> None:
    plan = _plan(table=table)
    one, two = simulate(plan), simulate(plan, threads=2)
    elsewhere = empty_tally(plan)
    for chunk in reversed(range(plan.chunks)):
        elsewhere = added(elsewhere, play_chunk(pickle.loads(pickle.dumps(plan)), chunk))
    for mine, theirs, others in zip(one, two, elsewhere, strict=True):
        assert (mine == theirs).all()
        assert (mine == others).all()
    assert one.others[0] == plan.rounds
    assert one.nets.sum() == plan.rounds * plan.boxes


def test_another_seed_gives_other_figures() -> None:
    one, other = simulate(_plan(ROUNDS_PER_CHUNK)), simulate(_plan(ROUNDS_PER_CHUNK)._replace(seed=6))
    assert (one.nets != other.nets).any()


@pytest.mark.parametrize("table", WAYS, ids=str)
def test_exactly_as_many_rounds_as_asked(table: TableRun) -> None:
    plan = _plan(table=table)
    for rounds in (1, 2, 3, 4, 5, 4097):
        assert simulate(plan._replace(rounds=rounds)).tables.sum() == rounds


def test_figures_agree_with_each_other() -> None:
    plan = _plan(200_000, TableRun(boxes=2, dealing="shoe"))
    found = figures(plan, simulate(plan))
    assert sum(found.distribution.values()) == pytest.approx(1)
    mean = sum(float(Fraction(net)) * part for net, part in found.distribution.items())
    assert found.house_edge == pytest.approx(-mean)
    square = sum(float(Fraction(net)) ** 2 * part for net, part in found.distribution.items())
    assert found.standard_deviation == pytest.approx(sqrt(square - mean**2))
    assert found.covariance is not None
    assert 0.2 < found.covariance < 0.7
    whole = 2 * found.standard_deviation**2 + 2 * found.covariance
    assert found.round_deviation == pytest.approx(sqrt(whole))
    assert found.standard_error == pytest.approx(found.round_deviation / 2 / sqrt(found.rounds), rel=1e-6)


def test_products_of_two_boxes_say_the_same_covariance() -> None:
    plan = _plan(100_000, TableRun(boxes=2))
    tally = simulate(plan)
    found = figures(plan, tally)
    by_box = tally.products / plan.unit**2 / found.rounds
    assert by_box[0, 1] == by_box[1, 0]
    assert found.covariance == pytest.approx(by_box[0, 1] - found.house_edge**2, abs=1e-5)


@heavy
def test_all_ways_of_dealing_agree_within_their_errors() -> None:
    """One automaton or box by box, full shoes or a shuffling device with no cards ready: the same game."""
    rounds, ways = (
        2_000_000,
        (TableRun(), TableRun(dealing="continuous", ready=0), TableRun(boxes=2), TableRun(insured=True)),
    )
    found = [figures(plan, simulate(plan, threads=2)) for plan in (_plan(rounds, way) for way in ways)]
    for other in found[1:]:
        apart = abs(found[0].house_edge - other.house_edge)
        assert apart < 4.5 * sqrt(found[0].standard_error ** 2 + other.standard_error**2)
        assert found[0].standard_deviation == pytest.approx(other.standard_deviation, abs=0.005)


def test_naturals_come_as_often_as_they_must() -> None:
    plan = _plan(2_000_000)
    naturals = figures(plan, simulate(plan, threads=2)).hands["Pontoon"] / plan.rounds
    chance = 2 * 32 * 96 / (384 * 383)
    assert naturals == pytest.approx(chance, abs=4.5 * sqrt(chance / plan.rounds))


def test_side_bets_and_insurance_come_to_their_exact_edges() -> None:
    table = TableRun(side_bets=True, insured=True)
    plan = make_plan(BLACKJACK, mimic_policy(BLACKJACK), rounds=2_000_000, table=table, keep=True)
    found = side_bet_edges(BLACKJACK, figures(plan, simulate(plan, threads=2)))
    pairs, insurance = sidebets.perfect_pairs(BLACKJACK), sidebets.insurance(BLACKJACK)
    assert pairs is not None
    assert insurance is not None
    assert found["perfect-pairs"] == pytest.approx(float(pairs), abs=0.02)
    assert found["insurance"] == pytest.approx(float(insurance), abs=0.02)
    assert 0 < found["super-sevens"] < 0.3


def test_by_a_count_the_automaton_and_the_table_play_alike() -> None:
    """With the same shoe and count, both ways of playing give the same tally."""
    counting = parse_count(HI_LO, source="hi-lo")
    table = TableRun(dealing="shoe", penetration=0.8)
    plan = make_plan(BLACKJACK, sensible_policy(BLACKJACK), rounds=1, table=table, counting=counting, keep=True)
    assert plan.whole is not None
    chance = np.random.default_rng(8)
    for _ in range(30):
        cards = plan.cards[chance.permutation(len(plan.cards))]
        fast, slow = _from_one_shoe(plan, cards), _from_one_shoe(plan._replace(whole=None), cards)
        for mine, theirs in zip(fast, slow, strict=True):
            assert (mine == theirs).all()


def _from_one_shoe(plan: Plan, cards: Cards) -> Tally:
    """Fifty rounds from the cards in their order."""
    loaded = np.array([0, len(plan.cards), len(plan.cards), len(plan.cards), 0], dtype=np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("boxseat.odds.simulator.simulation.new_shoe", lambda _plan: loaded.copy())
        return play_chunk(plan._replace(rounds=50, cards=cards), 0)


@heavy
def test_a_counter_bets_more_when_it_pays() -> None:
    counting = parse_count(HI_LO, source="hi-lo")
    table = TableRun(dealing="shoe", penetration=0.8)
    plan = make_plan(BLACKJACK, sensible_policy(BLACKJACK), rounds=2_000_000, table=table, counting=counting)
    found = figures(plan, simulate(plan, threads=2), counting.counts())
    edges = {one.true_count: one for one in found.by_count}
    assert edges[4].house_edge < edges[0].house_edge < edges[-4].house_edge
    assert edges[3].bet == 8
    assert edges[0].bet == 1
    assert 1 < found.average_bet < 3
    assert sum(one.rounds for one in found.by_count) == found.rounds
    assert found.insurance[0] > 0


def test_stopping_gives_what_was_played_so_far() -> None:
    plan, tallies = _plan(100 * ROUNDS_PER_CHUNK), list[Tally]()
    for tally in played(plan, threads=2, stop=lambda: len(tallies) >= 3):
        tallies.append(tally)
    assert 3 <= len(tallies) < 10
    assert all(tally.others[0] == ROUNDS_PER_CHUNK for tally in tallies)


def test_sessions_are_the_same_for_the_same_seed_and_know_ruin() -> None:
    plan = _plan(1)
    one = sessions(plan, number=200, rounds=300, bankroll=10)
    assert one == sessions(plan, number=200, rounds=300, bankroll=10)
    assert 0.1 < one.ruined < 0.95
    assert min(one.fan["5"]) == 0
    assert one.longest_losing > 4
    assert sessions(plan, number=50, rounds=20, bankroll=1000).ruined == 0


def test_runs_leave_stand_offs_out() -> None:
    assert longest_run(np.array([1, 1, 0, 1, -1, -1, 0, 1]), 1) == 3
    assert longest_run(np.array([1, 1, 0, 1, -1, -1, 0, 1]), -1) == 2
    assert longest_run(np.array([0, 0]), 1) == 0


def test_ruin_for_good_is_certain_unless_the_player_is_ahead() -> None:
    plan = _plan(10_000)
    found = figures(plan, simulate(plan))
    assert ruin_for_good(found, 1000) == 1
    ahead = found._replace(house_edge=-0.01, round_deviation=1.0, average_bet=1.0)
    assert ruin_for_good(ahead, 100) == pytest.approx(0.1353, abs=1e-4)


@pytest.mark.parametrize(
    ("table", "rounds", "said"),
    [
        (TableRun(), 0, "rounds: 0 is not between 1 and"),
        (TableRun(), 10**30, "rounds: 1e\\+30 is not"),
        (TableRun(boxes=8), 1, "boxes: 8 is not between 1 and 7"),
        (TableRun(dealing="hand"), 1, "dealing: 'hand' is none of shoe, continuous, fresh"),
        (TableRun(penetration=0.5), 1, "penetration: cards dealt fresh have no cutting card"),
        (TableRun(dealing="shoe", penetration=0.0), 1, "penetration: 0 is not between"),
    ],
)
def test_what_cannot_be_simulated_is_refused(table: TableRun, rounds: int, said: str) -> None:
    with pytest.raises(Impossible, match=said):
        make_plan(STAR, mimic_policy(STAR), rounds=rounds, table=table)


def test_even_draws_and_shuffles() -> None:
    """Every number and every place equally often, to five standard deviations."""
    chance = generator(3, 4)
    drawn = np.bincount([below(chance, 7) for _ in range(70_000)], minlength=7)
    assert abs(drawn - 10_000).max() < 5 * sqrt(10_000)
    for number in (13, 2000):
        places = np.zeros((13, 13))
        for _ in range(3000):
            cards = (np.arange(number) % 256).astype(np.uint8)
            shuffle(chance, cards, 0, number, number if number == 13 else 5)
            if number == 13:
                places[np.arange(13), cards] += 1
        if number == 13:
            assert abs(places - 3000 / 13).max() < 5.5 * sqrt(3000 / 13)


def test_chunks_have_chances_of_their_own() -> None:
    states = {tuple(generator(seed, chunk)) for seed in range(20) for chunk in range(50)}
    assert len(states) == 1000


def test_what_was_found_is_kept_and_a_spoilt_file_is_found_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("boxseat.odds.disk_cache.cache_folder", lambda: tmp_path / "boxseat")
    found: list[int] = []

    def find() -> Arrays:
        found.append(1)
        return {"numbers": np.arange(5)}

    for _ in range(2):
        assert cached("thing", [b"book", b"policy"], find)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert len(found) == 1
    cached("thing", [b"bookp", b"olicy"], find)
    assert len(found) == 2
    for path in (tmp_path / "boxseat").iterdir():
        path.write_bytes(b"PK spoilt")
    assert cached("thing", [b"book", b"policy"], find)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert len(found) == 3
