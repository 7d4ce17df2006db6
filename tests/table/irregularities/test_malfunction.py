"""A shuffling device that fails in mid-round: another device, a shoe for the rest of the round or till it is dealt out, wagers
back (R40; CP 19.3, CB 19.3, SP 19)."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.fairness.commitment import check
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.money import Cents, Odds
from boxseat.play.acts import Deal, Malfunction
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.replay import play_document
from boxseat.play.state import Wager
from boxseat.play.step import step
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.fold import single_acts
from boxseat.table.records import (
    CardBurnt,
    CardsCut,
    CardsShuffled,
    CutOffered,
    CuttingCardOut,
    DueDone,
    ShoeFinished,
    TableRecord,
)
from tests.books import changed
from tests.table.day import SUPERVISOR, Day
from tests.table.irregularities.rulings import CANBERRA, STAR, by_clause, clause_of_game, refused, replays_alike

games = pytest.mark.parametrize("game", GAMES)
CARDS = "9S 9D 6S 9H 8D"
"""ann has 18 and bob 17, and the dealer a six."""


class Failing:
    """A table with a device, and the cards of each of its packs as the records tell them."""

    def __init__(self, game: str, book: Book | None = None) -> None:
        self.day = Day(game, book=book, cards_from="device")
        self.trails: list[ShoeTrail] = []
        self.do(SUPERVISOR, c.OpenForPlay())
        for box, name in enumerate(("ann", "bob"), start=1):
            self.do(name, c.BuyIn(Cents(100_000)))
            self.do(name, c.Sit(box))

    def dealt(self) -> Failing:
        """ann is asked. The cards are those of the seed, so that there is a proof; nobody has a natural."""
        self.do("bob", c.Lay(2, Cents(1000)))
        self.do("ann", c.Lay(1, Cents(2000)))
        self.time_up()
        while self.day.table.current_round.phase != "decision":
            self.time_up()
        return self

    def do(self, who: str, command: c.TableCommand) -> None:
        self.day.done(who, command)
        self._follow(self.day.happened)

    def time_up(self) -> None:
        self.day.time_up()
        self._follow(self.day.happened)

    def play_out(self) -> None:
        while self.day.table.in_round:
            self.time_up()

    def _follow(self, happened: list[TableRecord]) -> None:
        for record in single_acts(happened):
            if isinstance(record, CardsShuffled):
                self.trails.append(ShoeTrail(self.day.book, record))
            elif self.trails:
                self.trails[-1].follow(record, self.day.table.version)

    def proved(self) -> int:
        """The number of finished packs; the proof of each holds, by the book too."""
        over = [trail for trail in self.trails if trail.seed is not None]
        for trail in over:
            assert trail.oddities == []
            assert check(trail.proof(bytes.fromhex(trail.seed or "")), self.day.book) == []
        return len(over)


def _device(game: str) -> Day:
    day = Day(game, cards_from="device").opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal(CARDS, ann=20)
    return day


@pytest.mark.parametrize("game", STAR)
@pytest.mark.parametrize(("damaged", "clause"), [("", "19.2"), ("two of hearts", "19.3")])
def test_19_2_another_device_takes_over_and_the_game_goes_on(game: str, damaged: str, clause: str) -> None:
    """SP 19.1 to 19.3.4: with the cards that were in it; damaged ones are replaced by the like of them."""
    day = _device(game)
    pack = day.table.pack
    day.done(SUPERVISOR, c.DeviceFailed(damaged=damaged, reason="it jammed"))
    assert day.table.pack == pack
    assert (day.asked, day.table.due) == ([("ann", 1, "decision")], ())
    assert by_clause(day, "Reason: it jammed") == clause
    day.play_out()
    assert replays_alike(day)


@pytest.mark.parametrize("game", STAR)
def test_19_4_somebody_at_a_disadvantage_ends_the_round_and_payments_stand(game: str) -> None:
    """SP 19.4, R40."""
    day = Day(game, cards_from="device").opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("AS 9S 6S KS 9H", ann=20)
    won = day.chips("ann")
    assert won > 100_000
    day.done(SUPERVISOR, c.DeviceFailed(disadvantaged=True, reason="it showed a card"))
    assert (day.chips("ann"), day.chips("bob")) == (won, 100_000)
    assert by_clause(day, "Reason: it showed a card") == by_clause(day, "bob has 10.00 returned") == "19.4"
    assert day.table.current_round.void
    assert replays_alike(day)


@pytest.mark.parametrize("game", STAR)
@pytest.mark.parametrize("kind", [{"another_device": False}, {"transferable": False}])
def test_19_5_without_a_second_device_the_round_is_finished_from_a_shoe(game: str, kind: dict[str, bool]) -> None:
    """SP 19.5, 19.5.1 to 19.5.4: players may have their wagers back; the cards left are shuffled, cut and burnt."""
    floor = Failing(game).dealt()
    day = floor.day
    out = Counter(day.table.current_round.cards_seen())
    floor.do(SUPERVISOR, c.DeviceFailed(returned_to=("ann",), reason="it broke", **kind))  # type: ignore[arg-type]
    assert day.chips("ann") == 100_000
    assert by_clause(day, "Reason: it broke") == "19.5"
    assert by_clause(day, "Box 1: ann has the wager of 20.00 returned") == "19.5.1"
    (shuffled,) = [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled)]
    assert Counter(shuffled.pack) + out == Counter(decks(day.book))
    assert day.records(CutOffered) == [CutOffered("bob")], "the player farthest right, as no cutting card was out"
    assert day.asked == []
    assert refused(day, c.Cut(3)) is not None
    floor.do("bob", c.Cut(100))
    assert len(day.records(CardBurnt)) == 1
    assert day.asked == [("bob", 2, "decision")]
    floor.play_out()
    assert day.table.pack is not None
    assert day.table.pack.cards_from == "device"
    assert floor.proved() == 2
    assert replays_alike(day)


@pytest.mark.parametrize("game", STAR)
def test_19_5_1_if_all_take_their_wagers_back_the_round_is_over(game: str) -> None:
    day = _device(game)
    day.done(SUPERVISOR, c.DeviceFailed(another_device=False, returned_to=("ann", "bob", "ann")))
    assert not day.table.in_round
    assert (day.chips("ann"), day.chips("bob")) == (100_000, 100_000)
    assert not [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled) and one.mid_round]


@games
def test_19_5_1_wagers_are_returned_only_where_the_rules_say_so(game: str) -> None:
    """SP 19.5.1, CP 19.3, CB 19.3."""
    day = _device(game)
    if game in CANBERRA:
        assert refused(day, c.DeviceFailed(returned_to=("ann",))) == "malfunction/completed 19.3"
        assert refused(day, c.DeviceFailed(disadvantaged=True)) == "malfunction/completed 19.3"
    else:
        assert refused(day, c.DeviceFailed(returned_to=("ann",))) == "malfunction/not-offered 19.5.1"
        stranger = c.DeviceFailed(another_device=False, returned_to=("cat",))
        assert refused(day, stranger) == "malfunction/stranger 19.5.1"


def test_19_3_i_blackjack_shuffles_and_cuts_what_is_left_and_replaces_device_and_cards_after_the_round() -> None:
    """CB 19.3(a), (i), (ii), (b): the player farthest right is offered the cut first."""
    floor = Failing("canberra-blackjack").dealt()
    day = floor.day
    out = Counter(day.table.current_round.cards_seen())
    floor.do(SUPERVISOR, c.DeviceFailed(reason="it jammed"))
    (shuffled,) = [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled)]
    assert Counter(shuffled.pack) + out == Counter(decks(day.book))
    assert day.table.due == ("replace-device",)
    assert day.records(CutOffered) == [CutOffered("bob")]
    floor.do("bob", c.DeclineCut())
    assert day.records(CutOffered) == [CutOffered("ann")], "then clockwise"
    assert day.refused("ann", c.DoStand(1)) == "cut/first 14.6"
    floor.do("ann", c.Cut(120))
    assert day.asked == [("ann", 1, "decision")]
    floor.play_out()
    assert day.records(DueDone) == [DueDone(("replace-device",))]
    assert by_clause(day, "The shuffling device is replaced, and new cards are used") == "19.3(b)"
    assert day.table.pack is not None
    assert (day.table.pack.cards_from, day.table.pack.cards) == ("device", ())
    assert not day.table.due
    assert floor.proved() == 2
    assert replays_alike(day)


def test_19_3_a_pontoon_deals_on_with_a_deck_behind_the_cutting_card_and_replaces_the_device_after_the_shoe() -> None:
    """CP 19.3, 19.3(a)."""
    floor = Failing("canberra-pontoon").dealt()
    day = floor.day
    pack = day.table.pack
    assert pack is not None
    floor.do(SUPERVISOR, c.DeviceFailed(reason="it jammed", then="deal-on"))
    assert by_clause(day, "The dealer deals on, with 48 cards behind the cutting card") == "19.3(a)"
    assert by_clause(day, "Reason: it jammed") == "19.3"
    assert day.table.pack is not None
    assert (day.table.pack.shoe, day.table.pack.cards_from, day.table.pack.behind) == (pack.shoe, "shoe", 48)
    floor.play_out()
    assert replays_alike(day)
    rounds = 1
    while not day.records(ShoeFinished):
        floor.dealt()
        assert day.table.due == ("replace-device-after-shoe",)
        assert refused(day, c.DeviceFailed()) == "malfunction/shoe 19.3"
        floor.play_out()
        rounds += 1
    assert rounds > 5
    assert day.records(DueDone) == [DueDone(("replace-device-after-shoe",))]
    assert (day.table.pack.cards_from, day.table.pack.cards) == ("device", ())
    assert not day.table.due
    assert floor.proved() == 1


def test_19_3_b_pontoon_shuffles_and_cuts_what_is_left_and_deals_it_out() -> None:
    """CP 19.3, 19.3(b)."""
    floor = Failing("canberra-pontoon").dealt()
    day = floor.day
    out = Counter(day.table.current_round.cards_seen())
    floor.do(SUPERVISOR, c.DeviceFailed(then="shuffle"))
    (shuffled,) = [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled)]
    assert Counter(shuffled.pack) + out == Counter(decks(day.book))
    assert day.records(CutOffered) == [CutOffered("bob")]
    floor.do("bob", c.Cut(100))
    assert day.records(CardsCut)
    floor.play_out()
    assert replays_alike(day)
    shoe = day.table.shoes
    while not day.records(ShoeFinished):
        assert day.table.shoes == shoe, "further rounds come from the same shoe"
        floor.dealt()
        floor.play_out()
    assert day.records(DueDone) == [DueDone(("replace-device-after-shoe",))]
    assert floor.proved() == 2


def test_19_3_the_device_is_replaced_too_if_the_cutting_card_is_the_first_card_of_a_round() -> None:
    """CP 19.3, 5.4."""
    floor = Failing("canberra-pontoon").dealt()
    floor.do(SUPERVISOR, c.DeviceFailed())
    floor.play_out()
    day = floor.day
    day.cutting_card_in(0)
    day.done("ann", c.Lay(1, Cents(1000)))
    day.time_up()
    assert day.records(CuttingCardOut, DueDone) == [
        CuttingCardOut("first card"),
        DueDone(("replace-device-after-shoe",)),
    ]
    assert day.table.in_round, "from the new device, which is not cut"


@games
def test_19_1_1_only_a_device_that_deals_and_has_dealt_can_fail(game: str) -> None:
    """SP 19.1.1, 19.1.2, CP 19.3, CB 19.3."""
    day = Day(game).opened("ann", "bob")
    day.deal(CARDS, ann=20)
    assert refused(day, c.DeviceFailed()) == f"malfunction/shoe {clause_of_game(game, '19.3', '19.3', '19.1.1')}"
    day = Day(game, cards_from="device").opened("ann")
    assert refused(day, c.DeviceFailed()).startswith("malfunction/no-card")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "canberra-pontoon"])
def test_19_3_there_is_a_choice_of_dealing_on_at_canberra_pontoon_only(game: str) -> None:
    day = _device(game)
    assert (
        refused(day, c.DeviceFailed(then="deal-on")) == f"malfunction/then {clause_of_game(game, '', '19.3', '19.2')}"
    )
    pontoon = _device("canberra-pontoon")
    assert refused(pontoon, c.DeviceFailed(then="pray")) == "malfunction/then 19.3"


@games
def test_a_document_of_such_a_round_says_that_the_cards_came_from_a_device(game: str) -> None:
    day = _device(game)
    day.done(SUPERVISOR, c.DeviceFailed(another_device=False))
    day.cut_by_house()
    day.play_out()
    written = write_document(day.book, day.table.current_round, game=game)
    assert written["cards_from"] == "device"
    assert play_document(read_document(written)).refused == ()


def test_19_3_b_of_few_cards_no_more_lie_behind_the_cutting_card_than_there_are() -> None:
    """CP 19.3(b), in a house with a single deck."""
    book = changed(open_book("canberra-pontoon"), cards__decks=1, shoe__cut_most=Odds("1:1"))
    floor = Failing("canberra-pontoon", book).dealt()
    floor.do(SUPERVISOR, c.DeviceFailed(then="shuffle"))
    floor.day.cut_by_house()
    pack = floor.day.table.current_pack
    assert pack.behind <= pack.size < 48
    floor.play_out()
    assert not floor.day.table.due, "the shoe is dealt out, and the device replaced"


def test_19_4_damaged_cards_are_a_malfunction_like_any_other_at_canberra() -> None:
    """CB 19.4: the round is completed from the cards that are left."""
    day = _device("canberra-blackjack")
    day.done(SUPERVISOR, c.DeviceFailed(damaged="two of hearts", reason="it bent a card"))
    assert by_clause(day, "Reason: it bent a card") == "19.3"
    assert day.table.cut_offer is not None
    assert day.table.due == ("replace-device",)


@games
def test_19_1_2_a_device_fails_in_a_round_from_its_first_card(game: str) -> None:
    """SP 19.1.2, CP 19.3, CB 19.3."""
    book = open_book(game)
    wagers = [Wager(1, "ann", 2000, seated=True)]
    before = open_round(book, wagers, device=True)
    clause = clause_of_game(game, "19.3", "19.3", {"star-pontoon": "19.1.2"}.get(game, "18.1.2"))
    assert refusal(book, before, Malfunction()) == Refusal("malfunction/no-card", clause, "no card of the round is out")
    (card, *_) = decks(book)
    assert refusal(book, step(book, before, Deal(card)), Malfunction()) is None
