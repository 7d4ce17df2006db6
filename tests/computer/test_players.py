"""Computer players: over many rounds of every game they do only what the rules allow, and some of everything."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from boxseat.cli.terminal.round_loop import deal_round
from boxseat.computer import Kind, computer, thinking_time
from boxseat.computer.replies import answer, lay_command
from boxseat.money import Cents
from boxseat.play.acts import Double, Forfeit, Hit, Split, Stand, Surrender, VoidRound
from boxseat.play.legal import Choice
from boxseat.play.state import Round, TableLimits, Wager
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table.announcements import announcements
from boxseat.table.fold import Step
from boxseat.table.memory_table import MemoryTable, practice_entropy
from boxseat.table.names import COMPUTER_NAMES
from boxseat.table.questions import OpenQuestion
from boxseat.table.records import Acted
from boxseat.table.settings import Settings
from boxseat.table.sign import Sign
from boxseat.table.state import layout_chips
from tests.books import PLAIN_BLACKJACK, changed
from tests.tiers import cases

ROUNDS = 150
NAMES = COMPUTER_NAMES[:6]
SEATED = NAMES[:3]
"""They sit at boxes 1 to 3; the others stand behind and bet with them."""
MIXED_ROUNDS = 500
BANKROLL = 10**6
MIXED = (Kind.PERFECT, Kind.CHART, Kind.LOOSE, Kind.LOOSE, Kind.PERFECT, Kind.CHART)


class Watched:
    """A table of computer players: it must accept all their wagers and answers, and every cent is counted."""

    def __init__(
        self,
        book: Book,
        seed: int,
        *,
        sign: Sign | None = None,
        kinds: Sequence[Kind] = (Kind.LOOSE,) * 6,
        bankroll: int = BANKROLL,
    ) -> None:
        self.book = book
        self.sign = sign or Sign(TableLimits(500, 5_000), TableLimits(50, 2_000))
        self.at = MemoryTable(book, entropy=practice_entropy(f"shoe {seed}"))
        self.at.open(Settings(sign=self.sign))
        self.players = {
            name: computer(kind, name, Random(f"{name} {seed}")) for name, kind in zip(NAMES, kinds, strict=True)
        }
        self.acts: Counter[type] = Counter()
        self.joined = 0
        self.said: list[str] = []
        self.come(bankroll)

    def come(self, bankroll: int) -> None:
        """Everybody buys chips; the first three sit down."""
        for name in NAMES:
            self.at.done(name, c.BuyIn(Cents(bankroll)))
        for box, name in enumerate(SEATED, start=1):
            self.at.done(name, c.Sit(box))

    def come_again(self, bankroll: int) -> None:
        """Everybody leaves, and comes back with other chips."""
        for name in NAMES:
            self.at.done(name, c.Leave())
        self.come(bankroll)

    @property
    def chips(self) -> dict[str, int]:
        return {name: self.at.table.patrons[name].chips for name in NAMES}

    def wagers(self) -> tuple[Wager, ...]:
        for name, player in self.players.items():
            box = SEATED.index(name) + 1 if name in SEATED else None
            if box is not None:
                self._lay(player.wager(self.book, self.sign, box, self.at.table.wagers, self.chips[name]))
            boxes = [laid.box for laid in self.at.table.wagers if laid.seated and laid.player != name]
            chips, on_table = self.chips[name], self.at.table.wagers
            self._lay(player.backing(self.book, self.sign, boxes, on_table, chips, seated=box is not None))
        assert all(wager.stake >= 500 for wager in self.at.table.wagers)
        return self.at.table.wagers

    def _lay(self, wager: Wager | None) -> None:
        if wager is not None:
            self.at.done(wager.player, lay_command(wager))

    def answer(self, question: OpenQuestion) -> c.TableCommand:
        return answer(self.book, self.at.table, question, self.players[question.player])

    def watch(self, steps: Sequence[Step]) -> None:
        """What a player has, on the layout and off it, is what they began with and have won."""
        self.said.extend(announcements(self.book, steps))
        for step in steps:
            if isinstance(step.record, Acted) and step.record.by:
                (act,) = step.record.acts
                self.acts[type(act)] += 1
                self.joined += bool(getattr(act, "joined_by", ()))
            if step.after.round is None or step.after.round is step.before.round:
                continue
            has = Counter(step.after.round.net())
            for name, cents in self.began_with.items():
                has[name] += cents
            for (_, name), cents in layout_chips(step.after).items():
                has[name] -= cents
            assert {name: step.after.patrons[name].chips for name in NAMES} == {name: has[name] for name in NAMES}
            assert min(has.values()) >= 0

    def round(self) -> Round:
        self.began_with = self.chips
        self.wagers()
        deal_round(self.at, answer=self.answer, watch=self.watch)
        return self.at.table.current_round


@pytest.mark.parametrize("game", [*GAMES, PLAIN_BLACKJACK])
def test_computer_players_never_ask_for_what_is_not_allowed(game: str) -> None:
    table = Watched(open_book(game), 1)
    for _ in range(ROUNDS):
        round_ = table.round()
        assert round_.over
        assert not round_.void
    assert {Hit, Stand, Double, Split} <= table.acts.keys()
    assert table.joined
    if table.book.surrender.against.value:
        assert table.acts[Surrender]
    if table.book.doubling.forfeit.value:
        assert table.acts[Forfeit]
    assert any("cutting card is out" in sentence for sentence in table.said)


@pytest.mark.parametrize("game", cases([*GAMES, PLAIN_BLACKJACK], ("star-pontoon", "canberra-blackjack")))
def test_kinds_of_players_sit_at_one_table_and_nobody_is_refused(game: str) -> None:
    """A player without chips lays nothing more, and comes back with new ones."""
    table = Watched(open_book(game), 3, kinds=MIXED, bankroll=8_000)
    for _ in range(MIXED_ROUNDS):
        round_ = table.round()
        assert round_.over
        assert not round_.void
        for name, chips in table.chips.items():
            if chips < 500:
                table.at.done(name, c.BuyIn(Cents(8_000)))
    assert {Hit, Stand, Double, Split} <= table.acts.keys()
    assert table.joined


def test_chips_that_do_not_reach_leave_the_other_choices() -> None:
    """With chips for one wager only, a hand is doubled for part of it or takes a card, and no pair is split."""
    for kind in Kind:
        book = open_book("star-pontoon")
        sign = Sign(TableLimits(500, 5_000), TableLimits(50, 2_000))
        table = Watched(book, 4, sign=sign, kinds=(kind,) * 6, bankroll=600)
        for _ in range(60):
            table.come_again(600)
            table.round()
        assert {Hit, Stand, Double} <= table.acts.keys()
        assert Split not in table.acts


def test_who_has_no_chips_lays_nothing() -> None:
    table = Watched(open_book("star-pontoon"), 1, kinds=MIXED, bankroll=450)
    assert table.wagers() == ()


def test_thinking_takes_as_long_as_a_person_would() -> None:
    chance = Random(1)
    quick, slow = Choice(Hit(1, "ann")), Choice(Surrender(1, "ann"))
    times = {
        choice: [thinking_time(kind, chance, choice) for kind in Kind for _ in range(200)]
        for choice in (quick, slow, None)
    }
    assert all(0.6 <= seconds <= 4 for found in times.values() for seconds in found)
    assert sum(times[slow]) > 1.5 * sum(times[quick])
    assert thinking_time(Kind.PERFECT, chance, slow, at_once=True) == 0
    assert thinking_time(Kind.LOOSE, Random(2), slow) == thinking_time(Kind.LOOSE, Random(2), slow)


def test_the_table_opens_without_the_arithmetic() -> None:
    """`boxseat play` and the server start fast: nothing is compiled or computed before it is needed."""
    program = "import sys, boxseat.computer; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False False\n"


def test_the_same_seed_plays_the_same_rounds() -> None:
    book = open_book("star-pontoon")
    first, again, other = Watched(book, 5), Watched(book, 5), Watched(book, 6)
    rounds = [first.round() for _ in range(5)]
    assert rounds == [again.round() for _ in range(5)]
    assert rounds != [other.round() for _ in range(5)]


def test_at_a_tight_table_they_lay_what_fits_or_nothing() -> None:
    tight = Sign(TableLimits(500, 550), TableLimits(50, 100))
    table = Watched(open_book("canberra-blackjack"), 2, sign=tight)
    for _ in range(20):
        wagers = table.wagers()
        assert {wager.stake for wager in wagers} == {500}
        assert max(wager.perfect_pairs for wager in wagers) <= 100


def test_where_no_card_is_left_the_round_is_void() -> None:
    """A deck too small for the table: no one wins or loses, and the next round starts from the beginning."""
    book = changed(open_book("canberra-pontoon"), cards__ranks="A2", cards__decks=1)
    table = Watched(book, 1)
    round_ = table.round()
    assert round_.void
    assert isinstance(round_.acts[-1], VoidRound)
    assert set(round_.net().values()) == {0}


def test_where_the_shoe_runs_out_it_is_said_and_the_round_goes_on() -> None:
    table = Watched(changed(open_book("canberra-pontoon"), cards__ranks="A2345678", cards__decks=1), 4)
    rounds = [table.round() for _ in range(100)]
    assert any(not round_.void for round_ in rounds)
    assert any("discards finish the round" in sentence for sentence in table.said)
