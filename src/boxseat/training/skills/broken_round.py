"""Skills: rounds that end without a result, and wagers that do not count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boxseat.cards import RANKS
from boxseat.money import dollars
from boxseat.play.acts import Act, Invalidate, Malfunction, VoidRound, VoidWagers, WrongPack
from boxseat.play.irregularities.consequence import notified
from boxseat.play.state import Round
from boxseat.play.void import unsettled
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Asked, Draft, asked, several
from boxseat.training.practice_round import practice_round
from boxseat.training.rulings import Ruled, asked_afterwards, asked_ruling, lines_returned, ruled
from boxseat.training.skill import Skill
from boxseat.training.skills.loose_cards import has_device

TOLD = {"inspector": "The inspector", "surveillance": "Surveillance"}
"""Who may have to be told at once."""


def _moment(book: Book, chance: Chance, *, device: bool = False) -> Round | None:
    """A round in play, every other time one in which something has been paid."""
    practice = practice_round(book, chance, device=device, side_bets=True)
    wants_paid = chance.percent(50)
    moments = practice.open_states(lambda one: not wants_paid or any(line.net > 0 for line in one.settlements))
    return chance.one_of(moments) if moments else None


def _owners(round_: Round) -> list[str]:
    """The players with wagers that are not settled."""
    return sorted({line.player for box in round_.boxes for line in unsettled(box)})


def _asked_nets(after: Round, clause: str) -> Iterator[Asked]:
    """What each player has won or lost as the round then stands."""
    for player, cents in after.net().items():
        asks = f"{player}'s result then, in dollars (0 if all is open or returned, -5 for 5 lost)"
        yield asked(f"net:{player}", asks, "amount", dollars(cents), clause)


def _asked_back(before: Round, result: Ruled, player: str) -> Asked:
    """What goes back to one player."""
    back = sum(line.stake for line in lines_returned(before, result.after) if line.player == player)
    return asked(
        f"back:{player}", f"{player}'s wagers that go back now, in dollars", "amount", dollars(back), result.clause
    )


def _void(book: Book, chance: Chance) -> Draft | None:
    before = _moment(book, chance)
    if before is None:
        return None
    result = ruled(book, before, VoidRound())
    also = book.irregularities.cannot_rebuild.clause
    why = "" if also == result.clause else f"that it cannot be put right is clause {also}"
    told = "Cards of two boxes lie mixed on the floor, and nobody can say which belonged where: the round cannot be put right."
    return Draft(
        (told,), (asked_ruling(result.ruling, result.clause, why), *_asked_nets(result.after, result.clause)), before
    )


def _wrong_pack(what: str) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        before = _moment(book, chance)
        if before is None:
            return None
        missing = next((f"{rank}H" for rank in RANKS if rank not in book.cards.ranks.value), "joker")
        if what == "missing-card":
            act, told = WrongPack("missing-card"), "A count shows that a card of the pack is missing."
        else:
            act, told = WrongPack("foreign-card", missing), f"The next card is of another pack: {missing}."
        result = ruled(book, before, act)
        who = book.dealing_errors.wrong_pack_told
        return Draft(
            (told,),
            (
                asked_ruling(result.ruling, result.clause),
                *_asked_nets(result.after, result.clause),
                asked_afterwards(book, result),
                several("told", "Who must be told", TOLD, notified(book, act), who.clause),
            ),
            before,
        )

    return draft


def _malfunction(act: Malfunction, told: str) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        before = _moment(book, chance, device=True)
        if before is None:
            return None
        said = f"The shuffling device has failed. {told}"
        result = ruled(book, before, _with_then(book, act), instead=_with_then(book, Malfunction()))
        return _malfunction_draft(book, before, result, said, tuple(_asked_nets(result.after, result.clause)))

    return draft


def _malfunction_without_device(book: Book, chance: Chance) -> Draft | None:
    before = _moment(book, chance, device=True)
    owners = _owners(before) if before else []
    if before is None or not owners:
        return None
    who = chance.one_of(owners)
    lacks_device = chance.percent(50)
    act = Malfunction(another_device=not lacks_device, transferable=lacks_device, returned_to=(who,))
    plain = Malfunction(another_device=not lacks_device, transferable=lacks_device)
    lack = "There is no second device" if lacks_device else "The cards cannot be moved to the second device"
    said = f"The shuffling device has failed. {lack}, and {who} wants to take back all wagers that are not settled."
    result = ruled(book, before, _with_then(book, act), instead=_with_then(book, plain))
    return _malfunction_draft(book, before, result, said, (_asked_back(before, result, who),))


def _malfunction_draft(book: Book, before: Round, result: Ruled, said: str, chips: tuple[Asked, ...]) -> Draft:
    replaced = book.malfunction.device_replaced.clause
    return Draft(
        (said,),
        (
            asked_ruling(result.ruling, result.clause, result.why),
            *chips,
            asked_afterwards(book, result, replaced),
        ),
        before,
    )


def _with_then(book: Book, act: Malfunction) -> Malfunction:
    """A malfunction with the first of the dealer's ways to go on, where there is a choice."""
    ways = book.malfunction.then.value
    return Malfunction(
        disadvantaged=act.disadvantaged,
        another_device=act.another_device,
        transferable=act.transferable,
        damaged=act.damaged,
        returned_to=act.returned_to,
        then=ways[0] if ways else "",
    )


def _invalidated(act: Invalidate, told: str) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        before = _moment(book, chance)
        if before is None:
            return None
        result = ruled(book, before, act)
        return Draft(
            (told,),
            (asked_ruling(result.ruling, result.clause, result.why), *_asked_nets(result.after, result.clause)),
            before,
        )

    return draft


def _fraud(book: Book, chance: Chance) -> Draft | None:
    before = _moment(book, chance)
    if before is None or len(before.net()) < 2:
        return None
    cheat = chance.one_of(list(before.net()))
    result = ruled(book, before, Invalidate("fraud", forfeited_by=(cheat,)), instead=Invalidate("fraud"))
    told = (
        f"{cheat} has marked cards, and the result of the round is affected. The wagers are to be refunded; {cheat}'s are "
        "to be forfeited, as far as the rules allow that."
    )
    parts = (asked_ruling(result.ruling, result.clause, result.why), *_asked_nets(result.after, result.clause))
    return Draft((told,), parts, before)


def _void_wagers(make: Callable[[str], Act], told: str) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        before = _moment(book, chance)
        owners = _owners(before) if before else []
        if before is None or not owners or len(before.net()) < 2:
            return None
        who = chance.one_of(owners)
        result = ruled(book, before, make(who))
        parts = (asked_ruling(result.ruling, result.clause, result.why), _asked_back(before, result, who))
        return Draft((told.format(who=who),), parts, before)

    return draft


def _irregular(
    name: str, title: str, draft: Callable[[Book, Chance], Draft | None], *, weight: int = 2, device: bool = False
) -> Skill:
    return Skill(name, "irregularities", title, draft, weight, has_device if device else lambda book: True)


BROKEN_ROUNDS = (
    _irregular("void", "A round that cannot be put right", _void, weight=4),
    _irregular("missing-card", "A card is missing", _wrong_pack("missing-card")),
    _irregular("foreign-card", "A foreign card", _wrong_pack("foreign-card")),
    _irregular(
        "malfunction",
        "A device that fails",
        _malfunction(
            Malfunction(), "A second one stands ready for its cards, and nobody has been put at a disadvantage."
        ),
        weight=1,
        device=True,
    ),
    _irregular(
        "malfunction-damage",
        "A device that damages cards",
        _malfunction(
            Malfunction(damaged="two cards"),
            "Two cards are damaged, a second device stands ready, and nobody has been put at a disadvantage.",
        ),
        weight=1,
        device=True,
    ),
    _irregular(
        "malfunction-disadvantage",
        "A device that fails to somebody's disadvantage",
        _malfunction(Malfunction(disadvantaged=True), "A player has been put at a disadvantage by it."),
        device=True,
    ),
    _irregular(
        "malfunction-alone", "A device that fails without a second one", _malfunction_without_device, device=True
    ),
    _irregular(
        "invalidate-disruption",
        "A round that is disrupted",
        _invalidated(
            Invalidate("disruption"), "Fire breaks out in the room. The round is to be annulled, and wagers refunded."
        ),
        weight=1,
    ),
    _irregular("invalidate-fraud", "A round that a fraud has affected", _fraud),
    _irregular(
        "invalidate-impractical",
        "A round that is not practical to finish",
        _invalidated(
            Invalidate("impractical"),
            "The lights have failed and nobody sees the cards well. Somebody wants the round annulled because going on "
            "is not practical, with wagers refunded.",
        ),
    ),
    _irregular(
        "void-wagers-card",
        "A player without a Player Card",
        _void_wagers(
            lambda who: VoidWagers(who, "player-card"),
            "{who} plays with somebody else's Player Card. Somebody wants {who}'s wagers declared void.",
        ),
    ),
    _irregular(
        "void-wagers-device",
        "A player with a forbidden device",
        _void_wagers(
            lambda who: VoidWagers(who, "device"),
            "{who} uses a forbidden device. A supervisor wants {who}'s wagers declared void.",
        ),
    ),
    _irregular(
        "void-wagers-rules",
        "A player who breaks the rules",
        _void_wagers(
            lambda who: VoidWagers(who, "rules"),
            "{who} has moved a wager after the first card; no device is involved. A supervisor wants {who}'s wagers "
            "declared void.",
        ),
    ),
)
