"""Environments for learning agents: they pay what the engine pays, and follow Gymnasium's rules."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from collections import Counter
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from msgspec.structs import replace

from boxseat.cards import BadCard, Card, deck
from boxseat.odds.learning import rows
from boxseat.odds.learning.environments import AnyAllowed, NotAllowed, TableEnv, TableVectorEnv
from boxseat.odds.learning.rows import ACTIONS, SEEN_NAMES
from boxseat.odds.learning.tables import READINGS, LearningTables, acts_of
from boxseat.odds.simulator.figures import figures
from boxseat.odds.simulator.simulation import Impossible, TableRun, make_plan, simulate
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.play.acts import CloseOffer, Deal, Double, Forfeit, Hit, Split, Stand, Surrender
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, Wager, WagerKind
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from tests.books import all_books
from tests.tiers import cases, heavy

STAR, BLACKJACK = open_book("star-pontoon"), open_book("canberra-blackjack")
NAMES: dict[type, str] = {
    Stand: "stand",
    Hit: "hit",
    Double: "double",
    Split: "split",
    Surrender: "surrender",
    Forfeit: "forfeit",
}
WEIGHTS = np.array([1.0, 3.0, 1.0, 12.0, 2.0, 1.0, 1.0])
"""Weights of random decisions that reach all of the rules: splits above all."""


def _by_reading(book: Book, reading: str) -> Book:
    takes = book.dealer.dealer_pontoon_takes
    return replace(book, dealer=replace(book.dealer, dealer_pontoon_takes=replace(takes, value=reading)))


def _few_ranks(book: Book, chance: Random, *, sevens: bool = False) -> list[Card]:
    """The beginning of a shoe with few ranks, so that pairs and paid lines come often."""
    cards = list(deck(book.cards.ranks.value)) * book.cards.decks.value
    chosen = "7" if sevens else "".join(chance.sample(book.cards.ranks.value, 3))
    often = [card for card in cards if card.rank in chosen]
    first = chance.sample(often, 9) if sevens else chance.sample(often, 14)
    for card in first:
        cards.remove(card)
    return first + chance.sample(cards, 30)


class Played:
    """Random rounds at tables side by side, with every mask and decision recorded."""

    def __init__(self, tables: LearningTables, chance: Random, *, sevens: bool = False, on: bool = False) -> None:
        self.tables = tables
        draw = np.random.default_rng(chance.getrandbits(32))
        if on:
            tables.deal(tables.every)
        else:
            self._deal(chance, sevens=sevens)
        self.decided: list[list[tuple[set[str], str]]] = [[] for _ in range(tables.number)]
        self.rewards = np.zeros(tables.number)
        while not tables.over().all():
            masks, over = tables.outcome.masks.copy(), tables.over()
            assert ((tables.outcome.seen >= 0) & (tables.outcome.seen <= tables.highest)).all()
            weights = masks * WEIGHTS * draw.random(masks.shape)
            actions = weights.argmax(axis=1)
            for table in np.flatnonzero(~over).tolist():
                allowed = {ACTIONS[at] for at in np.flatnonzero(masks[table])}
                self.decided[table].append((allowed, ACTIONS[actions[table]]))
            tables.step(actions, rows.NEVER)
            assert (tables.outcome.refused == over).all()
            self.rewards += tables.outcome.rewards

    def _deal(self, chance: Random, *, sevens: bool) -> None:
        """New shoes; every second one begins with few ranks."""
        tables = self.tables
        for table in range(tables.number):
            tables.seed(table, chance.getrandbits(60))
            if table % 2 or sevens:
                tables.deal_from(table, _few_ranks(tables.book, chance, sevens=sevens))
            else:
                tables.deal(np.arange(tables.number) == table)


def _in_the_engine(
    book: Book, cards: list[Card], decided: list[tuple[set[str], str]], stake: int, *, judged: bool
) -> Round:
    """The engine's round with the same cards and decisions; if `judged`, the allowed actions are compared too."""
    round_ = open_round(book, [Wager(1, "player", stake)], as_found=True)
    dealt, decisions = iter(cards), iter(decided)
    if len(cards) >= 3 and {cards[0].points, cards[2].points} == {1, 10}:
        assert next(decisions) == ({"stand"}, "stand")
    while not round_.over:
        if round_.card_due:
            round_ = step(book, round_, Deal(next(dealt)))
            continue
        if round_.phase is Phase.INSURANCE:
            round_ = step(book, round_, CloseOffer())
            continue
        allowed, action = next(decisions)
        assert not judged or allowed == _allowed(book, round_)
        for act in acts_of(round_, action):
            round_ = step(book, round_, act)
    assert next(dealt, None) is None
    assert next(decisions, None) is None
    return round_


def _allowed(book: Book, round_: Round) -> set[str]:
    names = {NAMES[type(choice.act)] for choice in legal(book, round_).open if type(choice.act) in NAMES}
    if round_.phase is Phase.SURRENDER:
        return names | _allowed(book, step(book, round_, CloseOffer()))
    return names | {"keep"} if round_.phase is Phase.FORFEIT else names


def _compare(tables: LearningTables, stake: int, rounds: int, *, bonus: bool, sevens: bool = False) -> Counter[str]:
    """Play rounds and compare each with the engine; returns what occurred."""
    book, chance, reached = tables.book, Random(f"{tables.book.name} {stake}"), Counter[str]()
    for _ in range(rounds // tables.number):
        played = Played(tables, chance, sevens=sevens)
        for table, decided in enumerate(played.decided):
            cards = tables.cards_of_round(table)
            round_ = _in_the_engine(book, cards, decided, stake, judged=table % 8 < 2)
            lines = [line for line in round_.settlements if bonus or line.wager is not WagerKind.SUPER_BONUS]
            net = sum(line.net for line in lines) / stake
            assert played.rewards[table] == pytest.approx(net, abs=1e-12), (" ".join(cards), decided)
            reached.update(action for _, action in decided)
            reached.update(f"{line.wager} {line.result}" for line in lines)
            reached[f"{len(round_.boxes[0].hands)} hands"] += 1
            reached["dealer's natural"] += round_.dealer_has_natural and len(round_.boxes[0].hands) > 1
    return reached


@pytest.mark.parametrize(("game", "reading"), cases(product(GAMES, READINGS), list(zip(GAMES, READINGS, strict=False))))
def test_the_same_cards_and_decisions_are_paid_as_the_engine_pays_them(game: str, reading: str) -> None:
    book = _by_reading(open_book(game), reading)
    tables = LearningTables(book, 500, TableRun(dealing="shoe"))
    reached = _compare(tables, tables.cents, 2000, bonus=False)
    assert reached["split"] > 100
    assert reached["double"] > 100
    assert reached[f"{book.splitting.max_split_hands.value} hands"] > 10
    assert reached["dealer's natural"] > 3
    assert reached["surrender"] > 3 or not book.surrender.against.value
    assert (reached["forfeit"] > 20 and reached["keep"] > 20) or not book.doubling.forfeit.value


@pytest.mark.parametrize(
    "name", cases([name for name in all_books() if name not in GAMES], ("plain-blackjack", "dealer-wins-ties"))
)
def test_so_are_those_of_houses_with_other_rules(name: str) -> None:
    tables = LearningTables(all_books()[name], 200, TableRun())
    _compare(tables, tables.cents, 400, bonus=False)


@pytest.mark.parametrize("game", cases(["star-pontoon", "canberra-pontoon"], ("star-pontoon",)))
def test_a_shoe_that_runs_out_is_finished_with_the_discards(game: str) -> None:
    tables = LearningTables(open_book(game), 30, TableRun(dealing="shoe", penetration=1.0), counting=True)
    chance, ran_out = Random(game), 0
    Played(tables, chance)
    for _ in range(120):
        played = Played(tables, chance, on=True)
        for table, decided in enumerate(played.decided):
            cards = tables.cards_of_round(table)
            round_ = _in_the_engine(tables.book, cards, decided, tables.cents, judged=False)
            assert played.rewards[table] == pytest.approx(sum(round_.net().values()) / tables.cents, abs=1e-12)
        left = tables.outcome.seen[:, SEEN_NAMES.index("left")]
        ran_out += int((tables._rows["number"] != tables._rows["number"].max()).sum())
        unseen = tables.outcome.seen[:, len(SEEN_NAMES) :]
        assert (unseen >= 0).all()
        assert (unseen.sum(axis=1) - left <= 1).all()
    assert ran_out > 20


@pytest.mark.parametrize(("game", "cents"), [("star-pontoon", 550), ("canberra-pontoon", 2500), ("star-pontoon", 300)])
def test_with_a_stake_payments_are_rounded_and_the_super_bonus_is_won(game: str, cents: int) -> None:
    tables = LearningTables(open_book(game), 100, TableRun(), stake=cents)
    reached = _compare(tables, cents, 300, bonus=True, sevens=True) + _compare(tables, cents, 300, bonus=True)
    assert (reached["super-bonus win"] > 0) == (cents >= 500)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_checker_is_content(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"boxseat/{game}-v0", render_mode="ansi")
        check_env(env.unwrapped)


def _alone(seed: int, rounds: int, **how: Any) -> list[tuple[Any, ...]]:
    """The observations of one table, step by step, in random rounds."""
    env, chance, told = TableEnv(STAR, **how), Random(seed), []
    for number in range(rounds):
        seen, info = env.reset(seed=seed if number == 0 else None)
        told.append((seen.tolist(), info["action_mask"].tolist(), 0.0, False))
        over = False
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
            seen, reward, over, _, info = env.step(action)
            told.append((seen.tolist(), info["action_mask"].tolist(), reward, over))
    return told


@pytest.mark.parametrize("dealing", ["fresh", "shoe"])
def test_each_of_many_tables_plays_as_one_alone_with_the_same_seed(dealing: str) -> None:
    alone = [_alone(seed, 60, dealing=dealing, counting=True) for seed in (7, 8, 9)]
    envs = TableVectorEnv(STAR, 3, dealing=dealing, counting=True)
    chances = [Random(seed) for seed in (7, 8, 9)]
    seen, info = envs.reset(seed=7)
    rewards, over = np.zeros(3), np.zeros(3, dtype=bool)
    for at in range(min(map(len, alone))):
        masks = info["action_mask"]
        for table in range(3):
            told = (seen[table].tolist(), masks[table].tolist(), rewards[table], over[table])
            assert told == alone[table][at]
        actions = [
            0 if over[table] else chances[table].choice(np.flatnonzero(masks[table]).tolist()) for table in range(3)
        ]
        seen, rewards, over, _, info = envs.step(np.array(actions))


def test_the_next_round_in_the_same_step() -> None:
    """Both ways of dealing the next round give the same rounds; the last observation is stored separately."""
    later = TableVectorEnv(STAR, 4)
    at_once = TableVectorEnv(STAR, 4, autoreset_mode="SameStep")
    assert at_once.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    (seen, info), (other, other_info) = later.reset(seed=3), at_once.reset(seed=3)
    anyhow = AnyAllowed(5)
    for _ in range(100):
        assert (seen == other).all()
        actions = anyhow(info["action_mask"])
        seen, rewards, over, _, info = later.step(actions)
        other, other_rewards, other_over, _, other_info = at_once.step(actions)
        assert (rewards == other_rewards).all()
        assert (over == other_over).all()
        if over.any():
            assert (other_info["_final_obs"] == over).all()
            assert (other_info["final_obs"][over] == seen[over]).all()
            for table in np.flatnonzero(over):
                assert info["action_mask"][table].tolist() == [1, 0, 0, 0, 0, 0, 0]
            # Tables that are not finished wait, with a decision that changes nothing.
            seen, _, _, _, info = later.step(np.where(over, 0, -1))
            assert over.all() or (info["refused"] == ~over).all()


def test_where_nothing_is_dealt_unasked_finished_tables_are_reset_by_a_mask() -> None:
    envs = TableVectorEnv(STAR, 2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(options={"cards": ["KS 9D 9H 7C 7D", "KS 9D 2H 7C 5D"]})
    _, _, over, _, _ = envs.step(np.array([0, 1]))
    assert over.tolist() == [True, False]
    with pytest.raises(gymnasium.error.ResetNeeded, match="table 0"):
        envs.step(np.array([0, 0]))
    seen, _ = envs.reset(options={"reset_mask": over})
    assert seen[0, SEEN_NAMES.index("cards")] == 2
    assert seen[1, SEEN_NAMES.index("cards")] == 3


def test_a_round_by_hand_with_a_split_a_double_and_a_forfeit() -> None:
    """Eights against a six: one hand doubled and forfeited, the other stands on 18 and beats a dealer's 17."""
    env = TableEnv(STAR, strict=True, render_mode="ansi")
    seen, info = env.reset(options={"cards": "8S 6D 8D 3C 2H KC KD AH"})
    assert dict(zip(SEEN_NAMES, seen.tolist(), strict=True)) == {
        "total": 16,
        "soft": 0,
        "cards": 2,
        "pair": 8,
        "dealer": 6,
        "doubled": 0,
        "hand": 1,
        "hands": 1,
        "to come": 0,
        "standing": 0,
        "line": 0,
        "left": 381,
    }
    assert info["action_mask"].tolist() == [1, 1, 1, 1, 0, 0, 0]
    seen, *_ = env.step(ACTIONS.index("split"))
    assert seen[: SEEN_NAMES.index("left")].tolist() == [11, 0, 2, 0, 6, 0, 1, 2, 1, 0, 0]
    seen, _, _, _, info = env.step(ACTIONS.index("double"))
    assert [ACTIONS[at] for at in np.flatnonzero(info["action_mask"])] == ["keep", "forfeit"]
    seen, reward, over, _, _ = env.step(ACTIONS.index("forfeit"))
    assert (reward, over) == (0.0, False)
    shown = env.render()
    assert shown is not None
    assert shown.splitlines() == [
        "The Star, Pontoon",
        "dealer  6D",
        "hand 1  8S 3C 2H  13, doubled",
        "hand 2  8D KC  18  <",
        "hand 1, main: forfeit, -1 (forfeited after doubling, 13.5)",
        "hand 1, double: stand-off, +0 (taken back by forfeiting, 13.5)",
        "allowed: stand, hit, double",
    ]
    seen, reward, over, _, _ = env.step(ACTIONS.index("stand"))
    assert (reward, over) == (0.0, True)
    assert str(env.render()).splitlines()[-1] == "over: +0"
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset deals the next one"):
        env.step(0)


def test_a_natural_leaves_nothing_to_decide() -> None:
    env = TableEnv(STAR)
    _, info = env.reset(options={"cards": "AS 6D KD"})
    assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert env.step(0)[1:3] == (1.5, True)


@pytest.mark.parametrize(
    ("cards", "line"),
    [("6S 2D 7S", 3), ("6H 2D 7H", 2), ("6H 2D 7S", 1), ("6H 2D 9H", 0), ("7D 2D 7D", 2), ("6H 2D 6S", 0)],
)
def test_a_line_of_named_cards_ahead_is_seen(cards: str, line: int) -> None:
    seen, _ = TableEnv(STAR).reset(options={"cards": cards})
    assert seen[SEEN_NAMES.index("line")] == line


def test_what_is_not_allowed_is_refused_in_the_judges_words_and_changes_nothing() -> None:
    env = TableEnv(BLACKJACK)
    before, _ = env.reset(options={"cards": "5S 6D 3D"})
    seen, reward, over, cut, info = env.step(ACTIONS.index("stand"))
    assert (reward, over, cut) == (0.0, False, False)
    assert (seen == before).all()
    assert info["refused"] == "stand is refused: a hard total of 8 must draw until it is 12 or more (9.2(b))"
    assert env.step(ACTIONS.index("split"))[4]["refused"].startswith("split is refused: the two cards are not of equal")
    assert env.step(ACTIONS.index("keep"))[4]["refused"].startswith("keep is refused: nothing is being offered")
    env.reset(options={"cards": "AS 6D KD"})
    assert "Blackjack" in env.step(ACTIONS.index("hit"))[4]["refused"]
    strict = TableEnv(BLACKJACK, strict=True)
    strict.reset(options={"cards": "5S 6D 3D"})
    with pytest.raises(NotAllowed, match="stand is refused: a hard total of 8"):
        strict.step(0)
    with pytest.raises(NotAllowed, match="7 is no action"):
        strict.step(7)
    envs = TableVectorEnv(BLACKJACK, 2, strict=True)
    envs.reset(options={"cards": ["5S 6D 3D", "5S 6D 9D"]})
    with pytest.raises(NotAllowed, match="table 0: stand is not allowed, which are hit, double"):
        envs.step(np.array([0, 0]))


def test_a_count_knows_every_card_that_was_seen() -> None:
    envs = TableVectorEnv(STAR, 50, dealing="shoe", counting=True, autoreset_mode="SameStep")
    seen, info = envs.reset(seed=4)
    anyhow = AnyAllowed(2)
    shuffled = 0
    for _ in range(300):
        before = seen[:, len(SEEN_NAMES) - 1]
        seen, _, _, _, info = envs.step(anyhow(info["action_mask"]))
        left, unseen = seen[:, len(SEEN_NAMES) - 1], seen[:, len(SEEN_NAMES) :].sum(axis=1)
        # The burnt card is not in the shoe, and no one has seen it.
        assert (unseen == left + 1).all()
        shuffled += int((left > before).sum())
    assert shuffled > 50


@heavy
def test_playing_as_the_dealer_costs_what_the_simulator_says() -> None:
    plan = make_plan(STAR, mimic_policy(STAR), rounds=1_000_000)
    known = figures(plan, simulate(plan))
    envs = TableVectorEnv(STAR, 4096, autoreset_mode="SameStep")
    seen, _ = envs.reset(seed=11)
    total, squares, rounds = 0.0, 0.0, 0
    while rounds < 400_000:
        natural = (seen[:, 0] == 21) & (seen[:, 2] == 2)
        draws = (seen[:, 0] < np.where(seen[:, 1], 18, 17)) & ~natural
        seen, rewards, over, _, _ = envs.step(draws.astype(np.int64))
        total, squares, rounds = total + rewards.sum(), squares + (rewards**2).sum(), rounds + int(over.sum())
    error = sqrt(squares / rounds / rounds + known.standard_error**2)
    assert abs(total / rounds + known.house_edge) < 4.5 * error


def test_gymnasium_makes_many_tables_of_any_book() -> None:
    envs = gymnasium.make_vec(
        "boxseat/table-v0", num_envs=3, game="star-pontoon", decks=6, settings={"max_split_hands": 3}
    )
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert (seen[:, SEEN_NAMES.index("left")] == 6 * 48 - 3).all()
    envs.close()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"decks": 7}, "decks: '7' is not permitted"),
        ({"dealing": "continuous"}, "dealing: 'continuous' is none of fresh, shoe"),
        ({"penetration": 0.5}, "penetration: cards dealt fresh have no cutting card"),
        ({"stake": "-3"}, "'-3' is not an amount"),
        ({"render_mode": "human"}, "render_mode: 'human' is neither None nor 'ansi'"),
    ],
)
def test_what_is_asked_wrongly_is_one_sentence(how: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TableEnv(STAR, **how)


def test_wrong_cards_seeds_and_masks_are_one_sentence() -> None:
    env, envs = TableEnv(STAR), TableVectorEnv(STAR, 2)
    with pytest.raises(BadCard, match="not in this game's deck"):
        env.reset(options={"cards": "TS"})
    with pytest.raises(ValueError, match="options: 'card' is none of cards"):
        env.reset(options={"card": "KS"})
    with pytest.raises(ValueError, match="seed: 3 seeds are given"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="reset_mask is no array"):
        envs.reset(options={"reset_mask": [True, False]})
    envs.reset()
    with pytest.raises(NotAllowed, match="their shape"):
        envs.step(np.array([0]))
    with pytest.raises(Impossible, match="number of tables: 0"):
        TableVectorEnv(STAR, 0)


def test_what_the_manual_shows_runs(capsys: pytest.CaptureFixture[str]) -> None:
    manual = Path(__file__).parents[2] / "docs" / "reinforcement.md"
    for shown in re.findall(r"```python\n(.*?)```", manual.read_text("utf-8"), re.DOTALL):
        exec(shown, {})
    assert capsys.readouterr().out.startswith("The Star, Pontoon\ndealer  ")


def test_without_gymnasium_one_sentence_names_the_extra() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import boxseat.odds.learning.environments"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False).stderr
    assert said.splitlines()[-1].endswith("need Gymnasium: pip install boxseat[rl]")
