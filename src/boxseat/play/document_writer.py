"""Writes replay documents of rounds that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from boxseat.cards import UNSEEN
from boxseat.money import Cents, dollars
from boxseat.play.acts import (
    Act,
    Burn,
    CardAct,
    CloseOffer,
    Double,
    Insure,
    Malfunction,
    PlayAbsent,
    PlayersAct,
    Split,
    StaffAct,
    Surrender,
    VoidRound,
    word,
)
from boxseat.play.staff_steps import write_step
from boxseat.play.state import Round, Wager
from boxseat.rulebook.book import Book, Cited
from boxseat.rulebook.load import option_text, options


def write_document(book: Book, round_: Round, *, game: str) -> dict[str, object]:
    """The document that replays a round, act by act."""
    cards = [act.card for act in round_.acts if isinstance(act, CardAct)]
    copies = Counter(card for card in cards if card is not UNSEEN)
    main = Counter(wager.box for wager in round_.wagers if wager.stake)
    marked = [box for box, number in main.items() if number > book.layout.players_per_box.value]
    limits = {"min": round_.limits.minimum, "max": round_.limits.maximum}
    return {
        "game": game,
        "options": {
            name: option_text(cited.value) if isinstance(cited.value, Cents | tuple) else cited.value
            for name, cited in options(book).items()
            if not _is_full_list(cited)
        },
        "limits": {
            **{name: dollars(cents) for name, cents in limits.items() if cents is not None},
            **({"marked": marked} if marked else {}),
        },
        "cards": " ".join(cards),
        **({"cards_from": "device"} if _from_device(round_) else {}),
        **({"discards_shuffled": True} if max(copies.values(), default=0) > book.cards.decks.value else {}),
        "wagers": [_write_wager(wager) for wager in round_.wagers],
        "decisions": _write_acts(round_.acts),
    }


def _from_device(round_: Round) -> bool:
    """Whether the round began with cards from a shuffling device, which may have failed since."""
    return round_.device or any(isinstance(act, Malfunction) for act in round_.acts)


def _is_full_list(cited: Cited[Any]) -> bool:
    """Whether an option is a complete list, which is the default of every game."""
    return isinstance(cited.value, tuple) and isinstance(cited.permitted, tuple) and cited.value == cited.permitted[0]


def _write_wager(wager: Wager) -> dict[str, object]:
    amounts = {
        "stake": wager.stake,
        "perfect-pairs": wager.perfect_pairs,
        "super-sevens": wager.super_sevens,
    }
    flags = {"seated": wager.seated, "warned": wager.warned}
    return {
        "box": wager.box,
        "player": wager.player,
        **{name: dollars(cents) for name, cents in amounts.items() if cents},
        **{name: True for name, value in flags.items() if value},
    }


def _write_acts(acts: Sequence[Act]) -> list[dict[str, object]]:
    """The decisions of a round, without cards; the next decision closes an offer, unless staff do something then."""
    written: list[dict[str, object]] = []
    cards = 0
    for place, act in enumerate(acts):
        if isinstance(act, StaffAct):
            written.append(write_step(act, cards))
        elif isinstance(act, PlayersAct):
            written.append(write_decision(act))
        elif isinstance(act, PlayAbsent) or (isinstance(act, CloseOffer) and _is_written(acts, place)):
            written.append({"by": "dealer", "do": word(act)})
        cards += isinstance(act, CardAct)
    return written


def _is_written(acts: Sequence[Act], place: int) -> bool:
    """Whether a closed offer is written: nothing follows that closes it when the round is replayed."""
    if any(isinstance(act, StaffAct) and not isinstance(act, Burn | VoidRound) for act in acts):
        return True
    return isinstance(acts[-1], VoidRound) and all(isinstance(later, CloseOffer) for later in acts[place:-1])


def write_decision(act: PlayersAct) -> dict[str, object]:
    """A player's act as a decision of a document."""
    step: dict[str, object] = {"box": act.box, "do": word(act), "player": act.player}
    match act:
        case Insure(amount=amount):
            step["amount"] = dollars(amount)
        case Double(amount=amount, joined_by=joined):
            step["amount"] = dollars(amount)
            if joined:
                step["joined_by"] = {name: dollars(cents) for name, cents in joined}
        case Surrender(joined_by=names) | Split(joined_by=names) if names:
            step["joined_by"] = list(names)
    return step
