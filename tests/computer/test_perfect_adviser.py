"""Perfect players: their decisions are the best by `boxseat ev`, and the ones that `boxseat edge` assumes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from boxseat.cli.terminal.round_loop import deal_round
from boxseat.computer import Computer, Kind, computer, solved_book
from boxseat.computer.hand_question import hand_question
from boxseat.computer.replies import answer
from boxseat.money import Cents, Odds
from boxseat.odds.exact.one_hand import Values
from boxseat.odds.policy import ORIGINAL, Policy, code
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.play.acts import (
    Act,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.legal import Choice
from boxseat.play.state import Phase, Round, TableLimits
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book, with_options
from boxseat.table import commands as c
from boxseat.table.affordability import within_chips
from boxseat.table.memory_table import MemoryTable, practice_entropy
from boxseat.table.settings import Settings
from boxseat.table.sign import Sign
from tests.books import PLAIN_BLACKJACK, changed
from tests.computer.random_questions import PLAYER, STAKE, lying, players_choices, questions
from tests.tiers import cases

NAMES: dict[object, str] = {Stand: "stand", Hit: "hit", Double: "double", Split: "split"}
SIGN = Sign(TableLimits(500, 50_000), TableLimits(50, 2_000))


@cache
def _book(game: str) -> Book:
    return open_book(game)


@cache
def _values(game: str) -> Values:
    return Values(_book(game), stake=Cents(STAKE))


@cache
def _policy(game: str) -> Policy:
    return policy_by_name(_book(game), "perfect")


def _perfect(name: str = PLAYER) -> Computer:
    return computer("perfect", name, Random(1))


def _done(book: Book, round_: Round, choices: list[Choice] | None = None) -> Act | None:
    choice = _perfect().decide(book, round_, players_choices(book, round_) if choices is None else choices)
    return choice.act if choice else None


def _asked_of_hands_never_split(game: str, rounds: int, seed: int) -> Iterator[tuple[Round, list[Choice]]]:
    for round_, choices in questions(_book(game), rounds, seed):
        if len(round_.boxes[0].hands) == 1:
            yield round_, list(choices)


@pytest.mark.parametrize("game", cases([*GAMES, PLAIN_BLACKJACK], ("star-pontoon", "canberra-blackjack")))
def test_a_perfect_player_takes_the_legal_choice_worth_most(game: str) -> None:
    book, met = _book(game), Counter[str]()
    for round_, choices in _asked_of_hands_never_split(game, 500, 1):
        done = _done(book, round_, choices)
        hand = hand_question(round_, PLAYER, 1)
        worths = dict(_values(game).of(hand.cards, hand.dealers, doubled=hand.hand.doubled).actions)
        met[f"{round_.phase} {type(done).__name__}"] += 1
        if round_.phase is Phase.INSURANCE:
            if EvenMoney in [type(choice.act) for choice in choices]:
                assert isinstance(done, EvenMoney) == (worths["even-money"] > worths["settled"])
            assert isinstance(done, Insure) == (worths["insure"] > 0)
        elif round_.phase is Phase.SURRENDER:
            best = max((name for name in worths if name != "insure"), key=lambda name: worths[name])
            assert isinstance(done, Surrender) == (best == "surrender"), hand
        elif round_.phase is Phase.FORFEIT:
            assert isinstance(done, Forfeit) == (worths["forfeit"] > worths["keep"]), hand
        else:
            assert isinstance(done, PlayersAct)
            legal = {NAMES[type(choice.act)] for choice in choices}
            most = max(worths[name] for name in legal)
            assert worths[NAMES[type(done)]] == pytest.approx(most, abs=1e-9), (hand, worths)
    assert {f"decision {name}" for name in ("Hit", "Stand", "Double", "Split")} <= met.keys()
    if book.doubling.forfeit.value:
        assert {"forfeit Forfeit", "forfeit NoneType"} <= met.keys()
    if book.surrender.dealer_natural.value != "annuls" and book.surrender.against.value:
        # If a dealer's natural annuls a surrender, no hand is bad enough to surrender.
        assert {"surrender Surrender", "surrender NoneType"} <= met.keys()


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon", "canberra-blackjack")))
def test_split_hands_are_played_as_the_house_edge_counts_on(game: str) -> None:
    """By each hand's wager and its own cards; counting the pair's other card out of the shoe would gain little."""
    book, policy, shoes = _book(game), _policy(game), dict[str, Values]()
    acts = (Stand, Hit, Double, Split)
    met = 0
    for round_, choices in questions(book, 700, 2):
        hand = hand_question(round_, PLAYER, 1)
        if hand.split is None or round_.phase is not Phase.DECISION or len(hand.cards) > 2:
            continue
        open_ = {type(choice.act) for choice in choices}
        done = type(_done(book, round_, list(choices)))
        wager = int(hand.split != "original")
        assert (wager == ORIGINAL) == (round_.turn[1] == 0)
        said = acts[policy.split_two[wager, code(hand.dealers), code(hand.cards[0]), code(hand.cards[1])]]
        if said in open_:
            assert done is said
            met += 1
        if book.dealer.dealer_pontoon_takes.value == "busted-plus-one" and hand.dealers.points in (1, 10):
            continue  # A natural ties the hands together, so none has a value of its own.
        other = hand.beside[0]
        shoe = shoes.setdefault(other, Values(book, removed=(other,)))
        worths = shoe.of(hand.cards, hand.dealers, after_split=hand.split).actions
        legal = {NAMES[act] for act in open_}
        best = max(worths[name] for name in legal)
        assert worths[NAMES[done]] > best - 0.05, (hand, worths)
    assert met > 60


@pytest.mark.parametrize(
    ("game", "cards", "acts", "done"),
    [
        ("star-pontoon", "8S KH 8D", (), Split),
        ("canberra-blackjack", "8S 6H 8D 3C", (Split(1, PLAYER),), Double),
        ("canberra-pontoon", "8S 6H 8D 3C", (Split(1, PLAYER),), Double),
        ("star-pontoon", "9S AH 8S", (), Hit),
        ("canberra-blackjack", "9S AH 8S", (), Stand),
        ("star-pontoon", "5S KH 6S 2D", (Double(1, PLAYER, STAKE),), Forfeit),
        ("canberra-pontoon", "5S KH 6S 2D", (Double(1, PLAYER, STAKE),), Forfeit),
        ("star-pontoon", "5S 6H 6S 9D", (Double(1, PLAYER, STAKE),), None),
        (PLAIN_BLACKJACK, "9S KH 7S", (), Surrender),
    ],
)
def test_hands_that_are_talked_about(game: str, cards: str, acts: tuple[Act, ...], done: type | None) -> None:
    book = _book(game)
    forfeits = any(isinstance(act, Double) for act in acts)
    phase = Phase.FORFEIT if forfeits else Phase.SURRENDER if done is Surrender else Phase.DECISION
    found = _done(book, lying(book, cards, *acts, phase=phase))
    assert found is None if done is None else type(found) is done


def test_insurance_is_taken_where_it_wins_in_the_long_run() -> None:
    """For example at a house that pays 3 to 1; and even money where a natural pays little more."""
    book = _book("canberra-blackjack")
    assert _done(book, lying(book, "JS AH 6S", phase=Phase.INSURANCE)) is None
    assert _done(book, lying(book, "JS AH AS", phase=Phase.INSURANCE)) is None
    generous = changed(book, insurance__odds=Odds("3:1"))
    assert _done(generous, lying(generous, "JS AH 6S", phase=Phase.INSURANCE)) == Insure(1, PLAYER, STAKE // 2)
    short = changed(book, natural__odds=Odds("6:5"))
    assert _done(short, lying(short, "JS AH AS", phase=Phase.INSURANCE)) == EvenMoney(1, PLAYER)


def test_sevens_are_drawn_to_where_the_super_bonus_is_worth_it() -> None:
    """Two sevens of one suit against a seven: a pair that would otherwise be split."""
    book = _book("star-pontoon")
    assert isinstance(_done(book, lying(book, "7S 7H 7D")), Split)
    assert isinstance(_done(book, lying(book, "7S 7H 7S")), Hit)


def test_short_of_chips_it_makes_the_best_of_what_is_left() -> None:
    book = _book("star-pontoon")
    round_ = lying(book, "9S 9H 2D")
    choices = players_choices(book, round_)
    whole = _done(book, round_, choices)
    assert whole == Double(1, PLAYER, STAKE)
    part = _done(book, round_, [within_chips(choice, 1_900) for choice in choices])
    assert part == Double(1, PLAYER, 1_900)
    tiny = _done(book, round_, [within_chips(choice, 50) for choice in choices])
    assert tiny == Hit(1, PLAYER)
    none = _done(book, round_, [choice for choice in choices if not isinstance(choice.act, Double)])
    assert none == Hit(1, PLAYER)
    pair = lying(book, "8S 6H 8D")
    unsplit = [choice for choice in players_choices(book, pair) if not isinstance(choice.act, Split)]
    assert _done(book, pair, unsplit) == Stand(1, PLAYER)


def test_co_bettors_join_where_further_chips_win() -> None:
    """Eights are split against a ten to lose less; a co-bettor has no say in that, and does not add chips."""
    book = _book("star-pontoon")
    bob = _perfect("bob")

    def joined(cards: str, act: type[Act]) -> int | None:
        phase = Phase.SURRENDER if act is Surrender else Phase.DECISION
        round_ = lying(book, cards, co_bettors=["bob"], phase=phase)
        choice = next(choice for choice in players_choices(book, round_) if type(choice.act) is act)
        return bob.joins(book, round_, choice, choice.joiners[0])

    assert joined("8S 6H 3D", Double) == STAKE
    assert joined("8S 6H 8D", Split) == 0
    assert joined("8S 9H 8D", Split) is None
    assert joined("8S 9H 8D", Double) is None
    assert joined("6S AH JS", Surrender) == 0


def test_perfect_pairs_is_laid_only_where_it_favours_the_player() -> None:
    """At Canberra Pontoon's odds from six decks on; never by players with a chart."""
    four = _book("canberra-pontoon")
    six, eight = (with_options(four, {"decks": decks}) for decks in (6, 8))
    laid = [
        (wager.perfect_pairs > 0, wager.super_sevens > 0)
        for book in (four, _book("canberra-blackjack"), _book("star-pontoon"), six, eight)
        for kind in (Kind.CHART, Kind.PERFECT)
        if (wager := computer(kind, PLAYER, Random(1)).wager(book, SIGN, 1, []))
    ]
    assert laid == [(False, False)] * 7 + [(True, False), (False, False), (True, False)]


def test_a_book_nobody_can_work_out_is_played_by_rules_of_thumb() -> None:
    """Its payout table has a hand of four cards."""
    book = _book("star-pontoon")
    lines = tuple(replace(line, ranks=(*line.ranks, "A")) if line.ranks else line for line in book.payouts.lines)
    own = replace(book, payouts=replace(book.payouts, lines=lines))
    assert isinstance(_done(own, lying(own, "8S 6H 8D")), Split)
    assert "three named cards" in solved_book(own).unsolvable


def test_a_book_is_worked_out_once_and_any_number_of_threads_may_ask() -> None:
    """Tables with the same rules share the results, and all get the same answers."""
    book = with_options(_book("star-pontoon"), {"decks": 6})
    assert not solved_book(book).ready("perfect")
    asked_of_all = [question for question in questions(book, 120, 8) if len(question[0].boxes[0].hands) > 1][:60]
    pairs = [(round_, [one for one in choices if not isinstance(one.act, Split)]) for round_, choices in asked_of_all]

    def answers(number: int) -> list[Act | None]:
        return [_done(book, *question) for question in pairs]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(answers, range(4)))
    assert found == [answers(0)] * 4
    assert solved_book(book).ready("perfect")
    assert solved_book(book).adviser("perfect") is solved_book(with_options(book, {})).adviser("perfect")


@pytest.mark.parametrize("game", cases([*GAMES, PLAIN_BLACKJACK], ("star-pontoon", "canberra-blackjack")))
def test_a_perfect_player_loses_about_what_the_house_keeps(game: str) -> None:
    """A few hundred rounds only show that it is within four standard errors; other tests prove the edge itself."""
    book, ann = _book(game), _perfect()
    at, rounds, won = MemoryTable(book, entropy=practice_entropy(f"perfect {game}")), 800, 0
    at.open(Settings(sign=SIGN))
    at.done(PLAYER, c.BuyIn(Cents(rounds * STAKE * 10)), c.Sit(1))
    for _ in range(rounds):
        at.done(PLAYER, c.Lay(1, Cents(STAKE)))
        deal_round(at, answer=lambda question: answer(book, at.table, question, ann), watch=lambda steps: None)
        won += at.table.current_round.net()[PLAYER]
    assert abs(won / STAKE / rounds) < 0.017 + 4 * 1.15 / rounds**0.5
