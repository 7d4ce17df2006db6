"""The opening of a round: which wagers play, for which amount, and who controls each box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from boxseat.consistency import Inconsistent
from boxseat.play.state import Box, Hand, Laid, Phase, Result, Round, Settlement, Stake, TableLimits, Wager, WagerKind
from boxseat.rulebook.book import Book, Cited

NO_LIMITS = TableLimits()


def open_round(
    book: Book,
    wagers: Iterable[Wager],
    limits: TableLimits = NO_LIMITS,
    *,
    as_found: bool = False,
    device: bool = False,
) -> Round:
    """A round with these wagers; within a box, nearest the dealer first."""
    laid = tuple(wagers)
    boxes: list[Box] = []
    returned: list[Settlement] = []
    for number in sorted({wager.box for wager in laid}):
        on_box = [_without_repeated_slip(book, wager, limits, returned) for wager in laid if wager.box == number]
        main = _main_wagers(book, on_box, limits, returned)
        pairs = _perfect_pairs(book, on_box, main, returned)
        sevens = _super_sevens(book, on_box, main, returned)
        if main:
            stakes = tuple(Stake(wager.player, wager.cents) for wager in main)
            boxes.append(
                Box(
                    number=number,
                    controller=controller(book, [wager for wager in on_box if wager.stake]),
                    main=main,
                    hands=(Hand(stakes=stakes),),
                    perfect_pairs=pairs,
                    super_sevens=sevens,
                )
            )
    return Round(
        wagers=laid,
        limits=limits,
        as_found=as_found,
        boxes=tuple(boxes),
        phase=Phase.INITIAL_DEAL if boxes else Phase.OVER,
        settlements=tuple(returned),
        device=device,
    )


def reopened(book: Book, round_: Round) -> Round:
    """A round as it was before its first card."""
    return open_round(book, round_.wagers, round_.limits, as_found=round_.as_found, device=round_.device)


def controller(book: Book, main_wagers: Sequence[Wager]) -> str:
    """The controlling player of a box with these main wagers, nearest the dealer first (R22)."""
    for preference in book.control.order.value:
        if preference == "seated":
            chosen = next((wager for wager in main_wagers if wager.seated), None)
        elif preference == "highest":
            chosen = max(main_wagers, key=lambda wager: wager.stake)
        else:
            chosen = main_wagers[0]
        if chosen is not None:
            return chosen.player
    raise Inconsistent(f"{book.name} leaves a box without a controlling player")


def _main_wagers(
    book: Book, on_box: Sequence[Wager], limits: TableLimits, returned: list[Settlement]
) -> tuple[Laid, ...]:
    """The main wagers that play, up to the box's maximum, the controlling player's first (R21)."""
    wagers = [wager for wager in on_box if wager.stake]
    if not wagers:
        return ()
    first = controller(book, wagers)
    room = limits.maximum
    plays: dict[str, int] = {}
    for wager in sorted(wagers, key=lambda wager: wager.player != first):
        plays[wager.player] = wager.stake if room is None else min(wager.stake, room)
        if not plays[wager.player]:
            why = "others have reached the box's maximum"
            returned.append(_back(wager, WagerKind.MAIN, wager.stake, book.limits.over_maximum, why))
        if room is not None:
            room -= plays[wager.player]
    return tuple(Laid(wager.player, plays[wager.player]) for wager in wagers if plays[wager.player])


def _without_repeated_slip(book: Book, wager: Wager, limits: TableLimits, returned: list[Settlement]) -> Wager:
    """The wager without its main part, if that is under the minimum after a warning and the book returns it (R21)."""
    rule = book.limits.warned_under_minimum
    too_small = limits.minimum is not None and 0 < wager.stake < limits.minimum
    if not (too_small and wager.warned and rule.value == "returned"):
        return wager
    returned.append(_back(wager, WagerKind.MAIN, wager.stake, rule, "under the minimum after a warning"))
    return replace(wager, stake=0)


def _perfect_pairs(
    book: Book, on_box: Sequence[Wager], main: tuple[Laid, ...], returned: list[Settlement]
) -> tuple[Laid, ...]:
    """The Perfect Pairs wagers that play: those with a main wager first, then in order, up to the box's limit (R17, R21)."""
    rules = book.perfect_pairs
    if rules is None:
        return ()
    with_main = {laid.player for laid in main}
    plays: list[Laid] = []
    for wager in sorted(on_box, key=lambda wager: wager.player not in with_main):
        if not wager.perfect_pairs:
            continue
        needs = rules.perfect_pairs_needs
        if not main or (needs.value == "own-main-wager" and wager.player not in with_main):
            returned.append(_back(wager, WagerKind.PERFECT_PAIRS, wager.perfect_pairs, needs, "no main wager"))
        elif rules.per_box is not None and len(plays) == rules.per_box.value:
            why = f"the box has {rules.per_box.value} already"
            returned.append(_back(wager, WagerKind.PERFECT_PAIRS, wager.perfect_pairs, rules.per_box, why))
        else:
            plays.append(Laid(wager.player, wager.perfect_pairs))
    return tuple(plays)


def _super_sevens(
    book: Book, on_box: Sequence[Wager], main: tuple[Laid, ...], returned: list[Settlement]
) -> tuple[Laid, ...]:
    """The Super Sevens wagers that play: those of players with a main wager on the box (R18)."""
    rules = book.super_sevens
    if rules is None:
        return ()
    with_main = {laid.player for laid in main}
    plays: list[Laid] = []
    for wager in on_box:
        if wager.super_sevens and wager.player in with_main:
            plays.append(Laid(wager.player, wager.super_sevens))
        elif wager.super_sevens:
            returned.append(_back(wager, WagerKind.SUPER_SEVENS, wager.super_sevens, rules.needs, "no main wager"))
    return tuple(plays)


def _back(wager: Wager, kind: WagerKind, cents: int, rule: Cited[object], why: str) -> Settlement:
    """The settlement line of a wager that is returned because it does not play."""
    return Settlement(
        box=wager.box,
        hand=1,
        player=wager.player,
        wager=kind,
        stake=cents,
        result=Result.VOID,
        odds=None,
        net=0,
        clause=rule.clause,
        why=why,
    )
