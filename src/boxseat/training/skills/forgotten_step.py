"""Skills: an offer, a cut, a shuffle or a rack that was forgotten, a check of the cards, payment at the end."""

from __future__ import annotations

from collections.abc import Callable

from boxseat.money import dollars
from boxseat.play.acts import Burn, EvenMoney, InsuranceMissed, Insure, PayAtEnd, Report
from boxseat.play.judge import refusal
from boxseat.play.legal import insurance_bounds
from boxseat.play.state import Phase, Result, Round, Settlement, WagerKind, lines_since
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft, asked
from boxseat.training.practice_round import next_act, no_wish, practice_round
from boxseat.training.rulings import Ruling, asked_afterwards, asked_ruling, ruled
from boxseat.training.skill import Skill
from boxseat.training.skills.loose_cards import has_device

LATE_PERCENT = 50
"""In how many tries of a hundred the dealer's second card is to be out when missed insurance is noticed; few rounds have that."""


def _insurance_missed(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance, without=(Insure, EvenMoney))
    closed, late = (Phase.INITIAL_DEAL, Phase.INSURANCE), chance.percent(LATE_PERCENT)

    def fits(one: Round) -> bool:
        is_open = one.phase not in closed and one.dealer[0].rank in book.insurance.against.value
        return is_open and (len(one.dealer) > 1) is late

    moments = practice.open_states(fits)
    if not moments:
        return None
    before = chance.one_of(moments)
    box = chance.one_of(before.boxes)
    result = ruled(book, before, InsuranceMissed())
    who = box.main[0].player
    most = insurance_bounds(book, result.after, box.main[0].cents).most
    refused = refusal(book, result.after, Insure(box.number, who, most))
    clause = refused.clause if refused else book.insurance.most.clause
    asks = f"The most that {who} may lay on insurance for box {box.number} now, in dollars (0 if nothing)"
    return Draft(
        ("Insurance was never offered, and this is noticed now.",),
        (
            asked_ruling(result.ruling, result.clause, result.why),
            asked(f"most:{who}", asks, "amount", dollars(0 if refused else most), clause),
        ),
        before,
    )


def _report(
    act: Report, told: str, *, device: bool = False, face_up: bool = False
) -> Callable[[Book, Chance], Draft | None]:
    """Something that went wrong before or in the round and does not change it."""

    def draft(book: Book, chance: Chance) -> Draft | None:
        practice = practice_round(book, chance, device=device)
        moments = practice.open_states(lambda one: one.phase is not Phase.INITIAL_DEAL)
        if not moments:
            return None
        before = chance.one_of(moments)
        if face_up:
            found = Burn(practice.next_card(before))
            if refusal(book, before, found) is not None:
                return None
            before = step(book, before, found)
        result = ruled(book, before, act)
        return Draft(
            (told,), (asked_ruling(result.ruling, result.clause, result.why), asked_afterwards(book, result)), before
        )

    return draft


def _pay_at_end(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance)
    states = practice.states
    places = [at for at in range(len(states) - 1) if states[at].card_due and _paid_at_once(states[at], states[at + 1])]
    if not places:
        return None
    at = chance.one_of(places)
    before, card = states[at], practice.next_card(states[at])
    line = _paid_at_once(states[at], states[at + 1])[0]
    result = ruled(book, before, PayAtEnd(line.box if chance.percent(50) else 0))
    after = step(book, result.after, next_act(book, result.after, practice.shoe, no_wish))
    paid = sum(one.net for one in _paid_at_once(before, after) if (one.box, one.player) == (line.box, line.player))
    ruling = Ruling.PAY_AT_END if after.deferred else Ruling.PAY
    told = (
        "A gaming manager wants hands that win before the end of the round to be paid at the final settlement.",
        f"The next card, {card}, then makes the hand of box {line.box} win.",
    )
    asks = f"What goes to {line.player} on box {line.box} at once, in dollars (0 if nothing)"
    return Draft(
        told,
        (
            asked_ruling(ruling, result.clause, result.why),
            asked(f"paid:{line.player}", asks, "amount", dollars(paid), result.clause),
        ),
        before,
    )


def _paid_at_once(before: Round, after: Round) -> list[Settlement]:
    """The main wagers that a card won, in a round that is not over."""
    if after.over:
        return []
    won = (line for line in lines_since(before, after) if line.result is Result.WIN)
    return [line for line in won if line.wager in (WagerKind.MAIN, WagerKind.SPLIT)]


FORGOTTEN_STEPS = (
    Skill(
        "insurance-missed",
        "irregularities",
        "Insurance was not offered",
        _insurance_missed,
        weight=4,
        offered=lambda book: bool(book.insurance.against.value),
    ),
    Skill(
        "cut-missed",
        "irregularities",
        "The cards were not cut",
        _report(Report("cut-missed"), "The cards in the shoe were shuffled before this round, but nobody cut them."),
    ),
    Skill(
        "cut-missed-device",
        "irregularities",
        "The cards of a device were not cut",
        _report(
            Report("cut-missed"), "A player complains that nobody cut the cards in the shuffling device.", device=True
        ),
        weight=1,
        offered=has_device,
    ),
    Skill(
        "shuffle-missed",
        "irregularities",
        "A shuffle was missed",
        _report(
            Report("shuffle-missed"),
            "The cutting card was out already, and the cards were not shuffled before this round.",
        ),
    ),
    Skill(
        "shuffle-missed-device",
        "irregularities",
        "The cards of a device were not shuffled by hand",
        _report(
            Report("shuffle-missed"),
            "A player complains that nobody shuffled the cards before they went into the shuffling device.",
            device=True,
        ),
        weight=1,
        offered=has_device,
    ),
    Skill(
        "rack-left",
        "irregularities",
        "Discards left in the rack",
        _report(
            Report("rack-left"),
            "After the initial deal, the dealer did not put the cards of the discard rack back into the shuffling device.",
            device=True,
        ),
        offered=has_device,
    ),
    Skill(
        "check-cards",
        "irregularities",
        "More cards face up in a device",
        _report(
            Report("check-cards"),
            "A card in the shuffling device lay face up and was burnt. A supervisor thinks that more may lie so, and wants "
            "the rest taken out after the round.",
            device=True,
            face_up=True,
        ),
        offered=has_device,
    ),
    Skill(
        "pay-at-end",
        "irregularities",
        "Payment left to the end",
        _pay_at_end,
        weight=3,
        offered=lambda book: book.natural.interim.value == "paid-at-once",
    ),
)
