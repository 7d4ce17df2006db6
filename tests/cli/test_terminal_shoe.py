"""The cards of a terminal's table: exactly the right ones, each shoe proved by its seed, the cutting card, and running out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import pytest

from boxseat.cards import Card, deck
from boxseat.cli.terminal.calls import card_call
from boxseat.cli.terminal.round_loop import deal_round, leave_cut_to_house
from boxseat.computer.replies import decision_command, to_decide
from boxseat.fairness.commitment import ShoeProof, check
from boxseat.fairness.shuffle import cut_region
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.money import Cents
from boxseat.play.acts import Hit
from boxseat.play.discards import cards_cleared
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table import records as r
from boxseat.table.card_source import decks
from boxseat.table.desk import Entropy
from boxseat.table.fold import Step
from boxseat.table.memory_table import STAFF, MemoryTable, practice_entropy
from boxseat.table.questions import OpenQuestion
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Pack
from tests.books import changed
from tests.cli.typist import sit, typing

BURNS = {"canberra-pontoon": False, "canberra-blackjack": True, "star-pontoon": True, "star-pontoon-6to5": True}
STAKE = Cents(500)
FIRST_CARD_CALL = "The cutting card is out as the first card of the round: the cards are shuffled first."


class Evening:
    """A table in memory where one player has boxes and takes every card they may have."""

    def __init__(self, book: Book, seed: str, *, boxes: int = 3, entropy: Entropy | None = None) -> None:
        self.book = book
        self.at = MemoryTable(book, entropy=entropy or practice_entropy(seed))
        self.steps: list[Step] = []
        self.said: list[str] = []
        self.watch(self.at.open(Settings(sign=SIGN)))
        self.boxes = range(1, boxes + 1)
        self.watch(self.at.done("ann", c.BuyIn(Cents(10**9)), *map(c.Sit, self.boxes)))
        leave_cut_to_house(self.at, watch=self.watch)

    def watch(self, steps: Sequence[Step]) -> None:
        self.steps.extend(steps)
        self.said.extend(said for step in steps if (said := card_call(self.book, step)))

    def play(self, *, shoes: int) -> Evening:
        """Play rounds until this many shoes were loaded, and the table closes."""
        while self.at.table.shoes <= shoes:
            self.round()
        leave_cut_to_house(self.at, watch=self.watch)
        for patron in list(self.at.table.people):
            self.watch(self.at.done(patron.name, c.Leave()))
        self.watch(self.at.done(STAFF, c.CloseTable()))
        return self

    def round(self) -> None:
        self.watch(self.at.done("ann", *(c.Lay(box, STAKE) for box in self.boxes)))
        deal_round(self.at, answer=self.answer, watch=self.watch)
        assert self.pack.rounds or not self.pack.cut, "a new shoe waits for the next round to be cut"

    def answer(self, question: OpenQuestion) -> c.TableCommand:
        choices = to_decide(self.book, self.at.table, question)
        if question.what != "decision":
            return decision_command(self.at.table, question, None)
        return decision_command(
            self.at.table, question, next((one for one in choices if isinstance(one.act, Hit)), choices[-1])
        )

    @property
    def pack(self) -> Pack:
        return self.at.table.current_pack

    def proofs(self) -> list[ShoeProof]:
        """The proof of every finished shoe, with the commitment that was published when it was shuffled."""
        trails: list[ShoeTrail] = []
        for step in self.steps:
            if isinstance(step.record, r.CardsShuffled):
                trails.append(ShoeTrail(self.book, step.record))
            elif trails:
                trails[-1].follow(step.record, step.after.version)
        return [trail.proof(bytes.fromhex(trail.seed)) for trail in trails if trail.seed]

    def steps_of(self, kind: type[r.TableRecord]) -> list[Step]:
        return [step for step in self.steps if isinstance(step.record, kind)]


def dealt(proof: ShoeProof) -> list[str]:
    (stage,) = proof.stages
    return stage.dealt.split()


@pytest.mark.parametrize("game", GAMES)
def test_every_shoe_keeps_what_its_commitment_promised(game: str) -> None:
    """F2: the cards dealt are those of the seed and of all decks, from the burnt card to the last; each load anew."""
    book = open_book(game)
    evening = Evening(book, game).play(shoes=3)
    proofs = evening.proofs()
    for proof in proofs:
        assert check(proof, book) == []
        (stage,) = proof.stages
        assert (stage.pack, stage.burnt) == (None, (1,) if BURNS[game] else ())
        assert not Counter(dealt(proof)) - Counter(map(str, decks(book)))
    assert len({proof.commitment for proof in proofs}) == len(proofs) >= 3
    assert len({tuple(dealt(proof)[:20]) for proof in proofs}) == len(proofs)


@pytest.mark.parametrize("game", GAMES)
def test_the_cutting_card_is_between_one_deck_and_half_the_cards_from_the_back(game: str) -> None:
    """CP 5.3, CB 5.4, SP 5.6, S6 4.6."""
    book = open_book(game)
    one_deck = len(deck(book.cards.ranks.value))
    least, most = cut_region(book)
    assert (least, most) == (one_deck, one_deck * book.cards.decks.value // 2)
    behind = [Evening(book, str(seed)).pack.behind for seed in range(200)]
    assert least <= min(behind) < max(behind) <= most
    assert len(set(behind)) > 40


@pytest.mark.parametrize(("decks", "region"), [(1, (24, 24)), (2, (48, 48)), (3, (48, 72)), (8, (48, 192))])
def test_few_decks_leave_half_of_them_behind_at_the_most(decks: int, region: tuple[int, int]) -> None:
    assert cut_region(changed(open_book("canberra-pontoon"), cards__decks=decks)) == region


@pytest.mark.parametrize("game", GAMES)
def test_after_the_cutting_card_the_round_is_finished_and_the_shoe_is_shuffled(game: str) -> None:
    """CP 5.4, CB 5.5, SP 5.1: as the first card of a round it calls for the shuffle before that round."""
    evening = Evening(open_book(game), "cutting card").play(shoes=6)
    for out in evening.steps_of(r.CuttingCardOut):
        assert out.before.current_pack.to_come == out.before.current_pack.behind
        assert isinstance(out.record, r.CuttingCardOut)
        assert out.before.in_round == (out.record.at != "first card")
        left = evening.steps[evening.steps.index(out) :]
        loaded = next(step for step in left if isinstance(step.record, r.CardsShuffled))
        assert not loaded.before.in_round
        assert loaded.before.round_number == out.before.round_number


def test_a_cutting_card_as_the_first_card_is_called_and_no_round_is_lost() -> None:
    """SP 5.1.2: in one evening of many there is such a round, and it is dealt from the new shoe."""
    for seed in range(20):
        evening = Evening(open_book("star-pontoon"), f"first card {seed}", boxes=1)
        evening.play(shoes=2)
        if FIRST_CARD_CALL in evening.said:
            break
    assert evening.said[evening.said.index(FIRST_CARD_CALL) + 1].startswith("The cards are shuffled and cut")
    opened = [step.after.round_number for step in evening.steps_of(r.RoundOpened)]
    assert opened == list(range(1, len(opened) + 1))


def test_a_table_with_a_seed_deals_the_same_shoes_again() -> None:
    book = open_book("star-pontoon")
    first, again, other = (Evening(book, seed).play(shoes=2).proofs() for seed in "778")
    assert first == again
    assert dealt(first[0]) != dealt(other[0])
    assert dealt(first[0]) != dealt(first[1])


def test_a_table_shuffles_by_the_operating_systems_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    """F4: one seed a shoe, of its full length."""
    asked: list[int] = []

    def entropy(length: int) -> bytes:
        asked.append(length)
        return bytes(length)

    monkeypatch.setattr(os, "urandom", entropy)
    sit(typing("q"), seed=None)
    assert asked == [512]


RUNS_OUT = {"canberra-pontoon": 7, "canberra-blackjack": 3, "star-pontoon": 7}
"""The number of boxes at which a small shoe runs out and there are discards."""


def small_shoe(game: str) -> Evening:
    """Forty shoes of one deck of small cards, which run out in mid-round."""
    book = changed(open_book(game), cards__decks=1, cards__ranks="A2345678")
    return Evening(book, "discards", boxes=RUNS_OUT[game]).play(shoes=40)


@pytest.mark.parametrize("game", RUNS_OUT)
def test_where_the_shoe_runs_out_the_discards_finish_the_round(game: str) -> None:
    """CP 15.6, CB 14.6, SP 18.9, R24: the cards on the layout stay there, all others come again under a promise of their own."""
    evening = small_shoe(game)
    book = evening.book
    again = [step for step in evening.steps_of(r.CardsShuffled) if step.after.current_pack.mid_round]
    cleared: list[Card] = []
    for step in again:
        round_ = step.before.current_round
        on_layout = Counter(round_.cards_seen()) - Counter(cards_cleared(book, round_))
        assert Counter(step.after.current_pack.cards) + on_layout == Counter(decks(book))
        cleared += cards_cleared(book, round_)
    assert again
    assert bool(cleared) == (game != "canberra-blackjack")  # there all cards of the round stay out
    proofs = evening.proofs()
    assert [fault for proof in proofs for fault in check(proof)] == []
    assert {proof.shoe for proof in proofs if proof.stages[0].pack} == {step.after.current_pack.shoe for step in again}
    burns = book.shoe.burns_in_mid_round.value
    assert all(bool(proof.stages[0].burnt) == burns for proof in proofs if proof.stages[0].pack)


@pytest.mark.parametrize(
    ("game", "calls"),
    [
        ("canberra-pontoon", ["The shoe is empty: the discards are shuffled to finish the round (clause 15.6)."]),
        (
            "star-pontoon",
            [
                "The shoe is empty: the discards are shuffled to finish the round (clause 18.9).",
                "A card is burnt (clause 18.9).",
            ],
        ),
    ],
)
def test_what_is_said_where_the_shoe_runs_out(game: str, calls: list[str]) -> None:
    """After the round all cards are shuffled again (CP 15.6, SP 18.9)."""
    said = small_shoe(game).said
    at, after = said.index(calls[0]), said.index(calls[0]) + len(calls)
    assert said[at:after] == calls
    assert said[after].startswith("The cards are shuffled and cut")


def test_the_calls_name_their_clauses() -> None:
    star, pontoon = (
        Evening(open_book(game), "calls").play(shoes=1).said for game in ("star-pontoon", "canberra-pontoon")
    )
    assert star[0] == "The cards are shuffled and cut; the first card is burnt (clause 5.9)."
    assert pontoon[0] == "The cards are shuffled and cut."
    assert pontoon[1].startswith("The cutting card is out")
    assert pontoon[1].endswith("(clause 5.4).")
