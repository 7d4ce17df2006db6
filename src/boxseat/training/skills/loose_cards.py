"""Skills: cards that were burnt, drawn when nobody was due one, refused, or drawn for a complete hand of the dealer."""

from __future__ import annotations

from collections.abc import Callable

from boxseat.cards import Card
from boxseat.play.acts import Act, Burn, DrawInError, ExtraCard, Hit, Refuse, Report
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import refusal
from boxseat.play.state import Phase, Round, irregular
from boxseat.play.step import before_final_settlement, step
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft, choice
from boxseat.training.practice_round import PracticeRound, opened, practice_round, practice_wagers, shuffled_shoe
from boxseat.training.practice_round import some_boxes as boxes_in_play
from boxseat.training.rulings import asked_place, asked_ruling, resting_place, ruling_for
from boxseat.training.situation import waiting_sentence
from boxseat.training.skill import Skill

ALL_STAND = "From then on nobody takes an offer, and every player stands as soon as the rules allow it."
FIRST_DRAWS = "The player in turn then asks for a card; after that every player stands as soon as the rules allow it."
ANOTHER_DRAWS = (
    "The next other player in turn asks for a card; apart from that every player stands as soon as the rules allow it."
)


def _found(
    practice: PracticeRound, before: Round, act: Act, card: Card, told: list[str], *, draws: bool = False
) -> Draft:
    """The exercise about a card: how it is ruled on, and where it goes."""
    book = practice.book
    refused = refusal(book, before, act)
    after = step(book, before, act) if refused is None else before
    clause = clause_of(book, before, act) if refused is None else refused.clause
    place = resting_place(practice, before, after, card, draws=(lambda _: True) if draws else None)
    table = before_final_settlement(book, before) if before.over else before
    why = refused.reason if refused else ""
    return Draft(
        told=tuple(told),
        asked=(asked_ruling(ruling_for(place), clause, why), asked_place(before, place, clause)),
        table=table,
    )


def _burn(make: Callable[[Card], Burn], said: str) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        practice = practice_round(book, chance, device=book.device.offered.value and chance.percent(30))
        moments = practice.open_states(lambda one: one.card_due or one.phase is Phase.DECISION)
        if not moments:
            return None
        before = chance.one_of(moments)
        card = practice.next_card(before)
        told = [waiting_sentence(before), said.format(card=card, source=_source(before)), ALL_STAND]
        return _found(practice, before, make(card), card, told)

    return draft


def _source(round_: Round) -> str:
    return "shuffling device" if round_.device else "shoe"


def _drawn_in_error(*, exposed: bool) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        practice = practice_round(book, chance)
        moments = practice.open_states(lambda one: not one.card_due)
        if not moments:
            return None
        before = chance.one_of(moments)
        card = practice.next_card(before)
        draws = before.phase is Phase.DECISION and chance.percent(40) and _may_draw(book, before)
        seen = f"{card}, face up" if exposed else "face down, and nobody has seen it"
        told = [
            waiting_sentence(before),
            f"Nobody is due a card, and the dealer draws one: {seen}.",
            FIRST_DRAWS if draws else ALL_STAND,
        ]
        return _found(practice, before, DrawInError(card, exposed), card, told, draws=draws)

    return draft


def _may_draw(book: Book, round_: Round) -> bool:
    box = round_.box_in_turn
    return refusal(book, round_, Hit(box.number, box.controller)) is None


def _refused_card(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance)
    moments = practice.open_states(lambda one: one.phase is Phase.DECISION)
    if not moments:
        return None
    before = chance.one_of(moments)
    card, box = practice.next_card(before), before.box_in_turn
    out = step(book, before, DrawInError(card))
    act = Refuse(box.number, box.controller)
    refused = refusal(book, out, act)
    after = step(book, out, act) if refused is None else out
    clause = book.dealing_errors.refused_card.clause if refused is None else refused.clause
    another = chance.percent(50)

    def draws(round_: Round) -> bool:
        return another and round_.box_in_turn.controller != box.controller and _may_draw(book, round_)

    place = resting_place(practice, before, after, card, draws=draws)
    bound = box.number in irregular(after).no_more
    told = (
        waiting_sentence(before),
        f"Nobody is due a card, and the dealer draws one: {card}, face up.",
        f"{box.controller}, who decides for box {box.number}, says: I do not want that card.",
        ANOTHER_DRAWS if another else ALL_STAND,
    )
    return Draft(
        told=told,
        asked=(
            asked_ruling(ruling_for(place), clause, refused.reason if refused else ""),
            asked_place(before, place, clause),
            choice(
                "bound",
                f"May box {box.number} still ask for cards in this round?",
                {"yes": "Yes, as before", "no": "No further card"},
                "no" if bound else "yes",
                clause,
            ),
        ),
        table=before,
    )


def _extra_card(*, exposed: bool) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        practice = practice_round(book, chance)
        before = practice.states[-1]
        if not before.dealer:
            return None
        card = practice.next_card(before)
        seen = f"{card}, face up" if exposed else "face down, and nobody has seen it"
        told = [f"No further card is due to the dealer's hand, and the dealer draws one to it: {seen}."]
        return _found(practice, before, ExtraCard(card, exposed), card, told)

    return draft


def _burn_forgotten(*, device: bool) -> Callable[[Book, Chance], Draft | None]:
    def draft(book: Book, chance: Chance) -> Draft | None:
        wagers = practice_wagers(book, chance, boxes_in_play(book, chance, 2, 3))
        before = opened(book, wagers, device=device)
        practice = PracticeRound(book, shuffled_shoe(book, chance), (before,))
        card = practice.next_card(before)
        told = [
            f"The cards have been shuffled and put into the {_source(before)}.",
            f"No card was burnt, and the first card, {card}, is about to be dealt.",
        ]
        return _found(practice, before, Report("burn-forgotten"), card, told)

    return draft


def has_device(book: Book) -> bool:
    """Whether a table of the game may use a shuffling device."""
    return book.device.offered.value


LOOSE_CARDS = (
    Skill(
        "burn",
        "irregularities",
        "A card face up in the shoe",
        _burn(lambda card: Burn(card), "The next card in the {source}, {card}, lies face up."),
    ),
    Skill(
        "burnt-in-error",
        "irregularities",
        "A card burnt by mistake",
        _burn(
            lambda card: Burn(card, "in-error"),
            "By mistake, the dealer puts the next card, {card}, in the discard rack.",
        ),
    ),
    Skill("draw-in-error", "irregularities", "A card drawn in error", _drawn_in_error(exposed=True), weight=4),
    Skill("draw-in-error-unseen", "irregularities", "A card drawn in error, unseen", _drawn_in_error(exposed=False)),
    Skill("refuse", "irregularities", "A player refuses a card drawn in error", _refused_card, weight=3),
    Skill("extra-card", "irregularities", "A card too many to the dealer", _extra_card(exposed=True), weight=3),
    Skill(
        "extra-card-unseen",
        "irregularities",
        "An unseen card too many to the dealer",
        _extra_card(exposed=False),
        weight=3,
    ),
    Skill("burn-forgotten", "irregularities", "No card was burnt", _burn_forgotten(device=False)),
    Skill(
        "burn-forgotten-device",
        "irregularities",
        "No card was burnt from a device",
        _burn_forgotten(device=True),
        weight=1,
        offered=has_device,
    ),
)
