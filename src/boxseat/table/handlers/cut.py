"""The cut: who is asked, in which order, and who cuts (CP 5.2-5.3, CB 5.2-5.4, SP 5.3-5.6)."""

from __future__ import annotations

from boxseat.fairness.shuffle import cut_bounds, cut_region_of_pack, cutting_card_place, house_cut
from boxseat.play.state import Wager
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table.desk import Desk
from boxseat.table.records import HOUSE_CUTTER, CardBurnt, CardsCut, CutDeclined, CutOffered
from boxseat.table.state import Table


def in_order_of_asking(table: Table) -> list[str]:
    """The players whom the dealer asks to cut, in order: the one the rules name, then clockwise."""
    persons = {patron.name for patron in table.people}
    places = [(box, name) for box, name in table.seats.items() if name in persons]
    seated = {name for _, name in places}
    places += [(laid.box, laid.player) for laid in _laid(table) if laid.player in persons - seated]
    people = sorted(dict.fromkeys(places), key=lambda place: place[0])
    if not people:
        return []
    first = _first_asked(table, people)
    names = [name for _, name in people[first:] + people[:first]]
    return list(dict.fromkeys(names))


def _laid(table: Table) -> tuple[Wager, ...]:
    """The wagers of the current round; between rounds, those of the last and of the next."""
    return table.wagers if table.round is None else table.round.wagers + table.wagers


def _first_asked(table: Table, people: list[tuple[int, str]]) -> int:
    """The index of the player who is asked first."""
    rightmost = max(range(len(people)), key=lambda place: people[place][0])
    where = table.last_out_at
    if table.beginning:
        names = [name for _, name in people]
        return next(names.index(name) for name in table.patrons if name in names)
    if where.startswith("box "):
        box = int(where.removeprefix("box "))
        cutter = _who_plays(table, box)
        named = [place for place, (_, name) in enumerate(people) if name == cutter]
        if named:
            return next((place for place in named if people[place][0] == box), named[0])
        return next((place for place, (at, _) in enumerate(people) if at > box), 0)
    return rightmost


def _who_plays(table: Table, box: int) -> str:
    found = table.round.find_box(box) if table.round is not None else None
    return found[1].controller if found is not None else table.seats.get(box, "")


def offer_cut(desk: Desk) -> None:
    """Ask the next player who has not declined; if nobody is left, the house cuts."""
    table = desk.table
    declined = table.cut_offer.declined if table.cut_offer else ()
    for name in in_order_of_asking(table):
        if name not in declined and not table.patrons[name].leaving:
            desk.note(CutOffered(name))
            return
    if table.settings.supervisor_cuts:
        desk.note(CutOffered(""))
    else:
        cut_by_house(desk)


def refusal_to_cut(book: Book, table: Table, who: str, place: int) -> Refusal | None:
    """The refusal if this player may not cut at this place."""
    rule = book.shoe.cut_from_ends
    if table.cut_offer is None or table.pack is None:
        return refuse("cut/none", rule, "the cards are not being cut")
    if table.cut_offer.player != who:
        return refuse("cut/not-yours", rule, f"the cut is offered to {table.cut_offer.player or 'a supervisor'}")
    least, most = cut_bounds(book, table.pack.size)
    if not least <= place <= most:
        return refuse("cut/place", rule, f"the cutting card goes in from {least} to {most} cards from the front")
    return None


def cut_cards(desk: Desk, by: str, place: int) -> None:
    """Cut the cards, place the cutting card, and burn the first card if the rules say so (R24)."""
    pack = desk.table.current_pack
    region = cut_region_of_pack(desk.book, pack.size, mid_round=pack.mid_round)
    desk.note(CardsCut(by, place, cutting_card_place(desk.seed, 1, region)))
    if (desk.book.shoe.burns_in_mid_round if pack.mid_round else desk.book.shoe.burns).value and pack.size > 1:
        desk.note(CardBurnt())


def cut_by_house(desk: Desk) -> None:
    """Cut for the house: the place comes from the seed, so that the house cannot choose it."""
    cut_cards(desk, HOUSE_CUTTER, house_cut(desk.seed, 1, cut_bounds(desk.book, desk.table.current_pack.size)))


def decline_cut(desk: Desk, who: str, *, by_house: bool = False) -> Refusal | None:
    """A player declines to cut."""
    offer = desk.table.cut_offer
    if offer is None or offer.player != who:
        return refuse("cut/not-yours", desk.book.shoe.cut_from_ends, f"the cut is not offered to {who}")
    desk.note(CutDeclined(who, by_house))
    offer_cut(desk)
    return None


def cut_for_house(desk: Desk, who: str, place: int) -> Refusal | None:
    """A supervisor cuts after every player was asked."""
    table = desk.table
    rule = desk.book.shoe.cut_from_ends
    if table.cut_offer is None or table.pack is None:
        return refuse("cut/none", rule, "the cards are not being cut")
    if table.cut_offer.player:
        return refuse("cut/not-yours", rule, f"the cut is offered to {table.cut_offer.player}")
    least, most = cut_bounds(desk.book, table.pack.size)
    if not least <= place <= most:
        return refuse("cut/place", rule, f"the cutting card goes in from {least} to {most} cards from the front")
    cut_cards(desk, who, place)
    return None
