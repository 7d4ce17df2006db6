"""Random rounds for every book: documents that mostly play well, and sometimes try what is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boxseat.cards import Card, deck
from boxseat.money import dollars
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.document import Document, read_document
from boxseat.play.document_writer import write_document
from boxseat.play.judge import refusal
from boxseat.play.legal import Bounds, Choice, every_choice
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import options

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
STAKES = (1, 3, 333, 499, 500, 750, 1000, 1550, 2000, 2499, 2500, 2501, 5000)
LIKELY = {Hit: 5, Stand: 4, Split: 12, Double: 4, Surrender: 2, Insure: 3, EvenMoney: 4, Forfeit: 3, PlayAbsent: 1}
FAVOURITES = ("A", "7", "78", "678", "678", "A23", "234", "JQK", "A789", "AJQK", "8", "")
CARDS_LISTED = 150
FEWEST_DECKS = 4


def random_document(rng: Random, game: str, book: Book) -> dict[str, Any]:
    """A random document for a game: wagers, a shoe rich in some ranks, and mostly legal decisions."""
    settings = _settings(rng, book)
    decks = settings.get("decks", book.cards.decks.value)
    assert isinstance(decks, int)
    written: dict[str, Any] = {
        "game": game,
        "options": settings,
        "cards": " ".join(_shoe(rng, book, decks)[:CARDS_LISTED]),
        "wagers": _wagers(rng, book),
        "decisions": [],
    }
    if rng.random() < 0.3:
        written["limits"] = {"min": "5", "max": dollars(rng.choice((500, 1000, 2000, 3000, 7777)))}
    if rng.random() < 0.9:
        written["decisions"] = _decisions(rng, read_document(written, opener=lambda _: book))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
        place = rng.randint(0, len(written["decisions"]))
        written["decisions"].insert(place, _noise(rng, written["wagers"], book))
    return written


def _settings(rng: Random, book: Book) -> dict[str, object]:
    settings: dict[str, object] = {}
    for name, cited in options(book).items():
        if name not in ("perfect_pairs_needs", "side_bets") and rng.random() < 0.6:
            any_chip = ("0.05", "0.25", "0.50", "1", "2.50", "5")
            settings[name] = rng.choice(any_chip if cited.permitted == "any" else cited.permitted or ())
    if settings.get("decks", FEWEST_DECKS) < FEWEST_DECKS:  # type: ignore[operator]
        settings["decks"] = FEWEST_DECKS
    return settings


def _shoe(rng: Random, book: Book, decks: int) -> list[Card]:
    """A shuffled shoe, or one in which some ranks come early."""
    shoe = list(deck(book.cards.ranks.value)) * decks
    rng.shuffle(shoe)
    favourites = rng.choice(FAVOURITES)
    suits = rng.choice(("SHDC", "SHDC", "S", "SH", "H"))
    shoe.sort(key=lambda card: rng.random() - 0.6 * (card.rank in favourites and card.suit in suits))
    return shoe


def _wagers(rng: Random, book: Book) -> list[dict[str, Any]]:
    wagers: list[dict[str, Any]] = []
    for box in sorted(rng.sample(range(1, 8), rng.choice((1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 7)))):
        players = rng.sample(PLAYERS, rng.choice((1, 1, 2, 3, 4)))
        seated = rng.choice([*players, None])
        for place, player in enumerate(players):
            wager: dict[str, Any] = {"box": box, "player": player}
            if place < 3 and rng.random() < 0.95:
                wager["stake"] = dollars(rng.choice(STAKES))
            for bet in book.offers.side_bets.value:
                if "stake" not in wager or rng.random() < 0.3:
                    wager[bet] = dollars(rng.choice(STAKES))
            if player == seated:
                wager["seated"] = True
            if rng.random() < 0.1:
                wager["warned"] = True
            wagers.append(wager)
    return wagers


def _decisions(rng: Random, document: Document) -> list[dict[str, Any]]:
    """The decisions of a round played live with random choices. A box that was passed over decides nothing more."""
    played = play_live(rng, document)
    written: list[dict[str, Any]] = write_document(document.book, played, game=document.game)["decisions"]  # type: ignore[assignment]
    passed_over = {act.box for act in played.acts if isinstance(act, PlayAbsent)}
    return [
        decision
        for decision in written
        if "box" in decision and (decision["box"] not in passed_over or decision["do"] in ("insure", "even-money"))
    ]


def play_live(rng: Random, document: Document, *, voids: float = 0) -> Round:
    """Play a whole round, with a random legal act wherever someone must act."""
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=True)
    while not round_.over:
        if round_.card_due:
            act: Act = Deal(document.cards[round_.cards_used])
        elif rng.random() < voids:
            act = VoidRound()
        else:
            act = _chosen(rng, book, round_)
        round_ = step(book, round_, act)
    return round_


def _chosen(rng: Random, book: Book, round_: Round) -> Act:
    choices = [choice for choice in _open(book, round_) if not isinstance(choice.act, VoidRound)]
    weights = [2 if isinstance(choice.act, CloseOffer) else LIKELY[type(choice.act)] for choice in choices]
    return with_amounts(rng, rng.choices(choices, weights)[0])


def _open(book: Book, round_: Round) -> Iterator[Choice]:
    """The open choices from `legal`. While a hand is in turn, other boxes are skipped, as they would take most of the
    time."""
    in_turn = round_.box_in_turn.number if round_.phase is Phase.DECISION else None
    for choice in every_choice(book, round_):
        if in_turn in (None, getattr(choice.act, "box", in_turn)) and refusal(book, round_, choice.act) is None:
            yield choice


def with_amounts(rng: Random, choice: Choice) -> Act:
    """The act of a choice, with random amounts within its bounds and some of its joiners."""
    act = choice.act
    joiners = [joiner for joiner in choice.joiners if rng.random() < 0.6]
    match act:
        case Insure():
            assert choice.amount is not None
            return Insure(act.box, act.player, _amount(rng, choice.amount))
        case Double():
            assert choice.amount is not None
            joined = tuple((joiner.player, _amount(rng, joiner.amount)) for joiner in joiners if joiner.amount)
            return Double(act.box, act.player, _amount(rng, choice.amount), joined)
        case Split():
            return Split(act.box, act.player, tuple(joiner.player for joiner in joiners))
        case Surrender():
            return Surrender(act.box, act.player, tuple(joiner.player for joiner in joiners))
    return act


def _amount(rng: Random, bounds: Bounds) -> int:
    if rng.random() < 0.6:
        return bounds.most
    return rng.randrange(bounds.least, bounds.most + 1, bounds.step)


def _noise(rng: Random, wagers: list[dict[str, Any]], book: Book) -> dict[str, Any]:
    """A decision that is probably not allowed."""
    do = rng.choice(("insure", "even-money", "surrender", "split", "double", "forfeit", "hit", "stand"))
    decision: dict[str, Any] = {"box": rng.choice([wager["box"] for wager in wagers] + [rng.randint(1, 7)]), "do": do}
    if rng.random() < 0.4:
        decision["player"] = rng.choice(PLAYERS)
    if do == "insure" or (do == "double" and rng.random() < 0.6):
        decision["amount"] = dollars(rng.choice(STAKES))
    if do in ("surrender", "split") and rng.random() < 0.3:
        decision["joined_by"] = rng.sample(PLAYERS, 2)
    if do == "double" and rng.random() < 0.3:
        decision["joined_by"] = {player: dollars(rng.choice(STAKES)) for player in rng.sample(PLAYERS, 2)}
    return decision
