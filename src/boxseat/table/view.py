"""What people see of a table: a public picture, the viewer's private part, and a part for staff.

All are allow-lists. A shoe in play shows its commitment and the number of cards dealt, and nothing of the cards to come. Money is
in dollars.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from boxseat.cards import Card, total
from boxseat.consistency import present
from boxseat.fairness.shuffle import SHUFFLE, cut_bounds
from boxseat.money import dollars
from boxseat.play.acts import Double, Insure, PlayersAct
from boxseat.play.discards import cards_cleared, is_cleared
from boxseat.play.legal import Bounds, Choice
from boxseat.play.state import Hand, Laid, Phase, Round, Settlement, Stake, TableLimits, Wager
from boxseat.play.void import BONUSES
from boxseat.rulebook.book import Book, Cited
from boxseat.table.card_source import decks
from boxseat.table.checks.checklist import clauses_of_checks
from boxseat.table.hand_dealt.view import hand_dealt_for_staff, hand_dealt_seen
from boxseat.table.permissions.face_down import CARD_FOLLOWS, EXPOSED_FIRST, boxes_face_down, lies_face_down
from boxseat.table.permissions.overlay import book_of_bets, book_of_round
from boxseat.table.permissions.view import covered, own_cards
from boxseat.table.picture import (
    AmountSeen,
    BoxInPlay,
    BoxSeen,
    CardsSeen,
    ChipsSeen,
    ChoiceSeen,
    ClosedSeen,
    ComingSeen,
    CutSeen,
    HandSeen,
    JoinSeen,
    LineSeen,
    OwnLimitsSeen,
    PatronForStaff,
    PatronSeen,
    RoundSeen,
    SignSeen,
    StaffSeen,
    TableSeen,
    WagerSeen,
    You,
)
from boxseat.table.questions import OpenQuestion, choices_and_refusals, who_may_join
from boxseat.table.state import Pack, Table, TableUse
from boxseat.table.wager_rules import held_by, in_line

NO_BOX = 0
"""A box that no marker stands beside."""
HANDS_TURN = (Phase.DECISION, Phase.DRAW, Phase.FORFEIT)


class Pictured(NamedTuple):
    """A table and its public picture."""

    table: Table
    seen: TableSeen


def seen_by_all(
    book: Book,
    table: Table,
    waiting: Sequence[OpenQuestion],
    said: tuple[str, ...] = (),
    before: Pictured | None = None,
) -> TableSeen:
    """The public picture of a table, with the dealer's announcements of its last entry.

    Parts that have not changed are taken from an earlier picture: a full table is drawn several times a second.
    """
    book = book_of_round(book, table)
    return TableSeen(
        id=table.id,
        game=table.game,
        title=table.title,
        status=table.status,
        version=table.version,
        asked_since=table.asked_since,
        open_since=table.open_since,
        sign=before.seen.sign if before and _has_same_sign(before.table, table) else _sign(book, table),
        boxes=_boxes(book, table, before),
        patrons=tuple(PatronSeen(one.name, one.computer, one.leaving, one.away) for one in table.patrons.values()),
        round=None if table.round is None else round_seen(book, table, table.round, before),
        in_round=table.in_play,
        due=table.due,
        asked=tuple(waiting),
        ready=table.ready,
        cut=_cut(book, table),
        join=_join(table),
        cards=None if table.pack is None or table.by_hand is not None else _cards(book, table, table.pack),
        revealed=table.revealed,
        house_decisions=table.house_decisions,
        final_rounds=table.final_rounds,
        deadline=None if table.deadline is None or table.use is TableUse.PRACTICE else table.deadline // 1000,
        said=said,
        practice=table.use is TableUse.PRACTICE,
        dealt=table.settings.dealt,
        by_hand=hand_dealt_seen(book, table),
    )


def seen_by(book: Book, table: Table, waiting: Sequence[OpenQuestion], viewer: str) -> You:
    """The private part of one person: their chips, choices and questions."""
    book = book_of_round(book, table)
    patron = table.patrons.get(viewer)
    held = None if patron is None else held_by(book, table, viewer)
    mine = tuple(entry for entry in waiting if entry.player == viewer)
    own = _own_limits(table, viewer)
    choices: list[ChoiceSeen] = []
    closed: list[ClosedSeen] = []
    for entry in mine:
        if entry.what == "join":
            choices.extend(_join_choices(book, table, entry))
            continue
        place, box = table.current_round.box_at(entry.box)
        hidden = lies_face_down(table, entry.box)
        if hidden and box.controller == viewer:
            choices.append(ChoiceSeen("expose", entry.box))
        for one in choices_and_refusals(book, table, place, viewer):
            if isinstance(one, Choice) and hidden and isinstance(one.act, CARD_FOLLOWS):
                rule = book.permissions.exposed
                closed.append(ClosedSeen(_word(one.players_act), entry.box, "expose/first", rule.clause, EXPOSED_FIRST))
            elif isinstance(one, Choice):
                choices.append(_choice(book, table, one))
            else:
                act, refused = one.players_act, one.refusal
                closed.append(ClosedSeen(_word(act), act.box, refused.code, refused.clause, refused.reason))
        if entry.what != "decision":
            choices.append(ChoiceSeen("decline", entry.box))
    return You(
        name=viewer,
        chips=None if patron is None else dollars(patron.chips),
        boxes=tuple(table.boxes_of(viewer)),
        warned=patron is not None and patron.warned,
        minimum_only=held is not None,
        minimum_until=_until(book, held),
        minimum_clause="" if held is None else held.clause,
        one_box=patron is not None and patron.to_one_box,
        asked=mine,
        choices=tuple(choices),
        closed=tuple(closed),
        own_minimum=own[0],
        own_maximum=own[1],
        face_down=own_cards(table, viewer),
    )


def _own_limits(table: Table, viewer: str) -> tuple[str | None, str | None]:
    """The limits of a player where they are not those of the sign."""
    box, own = table.sign.box, table.sign_for(viewer, NO_BOX).box
    least = None if own.minimum == box.minimum else _or_none(own.minimum)
    return least, None if own.maximum == box.maximum else _or_none(own.maximum)


def seen_by_staff(book: Book, table: Table) -> StaffSeen:
    """The part of a table's picture that is for staff."""
    return StaffSeen(
        tuple(
            PatronForStaff(
                one.name,
                dollars(one.chips),
                one.warned,
                one.idle_rounds,
                one.to_minimum,
                one.to_one_box,
                one.why_leaving,
            )
            for one in table.patrons.values()
        ),
        hand_dealt_for_staff(book, table),
        shut_out=table.admissions.shut_out,
        without_card=table.admissions.without_card,
        checklist=clauses_of_checks(book, table),
        checks=table.checks,
    )


def _until(book: Book, held: Cited[Any] | None) -> str:
    """How long a player is restricted to the minimum."""
    if held is None:
        return ""
    return "next-shoe" if held is book.seating.late_players else "further-notice"


def _choice(book: Book, table: Table, choice: Choice) -> ChoiceSeen:
    act = choice.players_act
    amount = choice.amount if isinstance(act, Insure | Double) else None
    asked = tuple(name for name in who_may_join(book, table, choice) if not table.patrons[name].leaving)
    return ChoiceSeen(_word(act), act.box, None if amount is None else _amount(amount), asked)


def _join_choices(book: Book, table: Table, entry: OpenQuestion) -> list[ChoiceSeen]:
    amount = None
    if isinstance(table.current_join_offer.act, Double):
        stake = present(table.current_round.hand_in_turn.stake_of(entry.player), f"wager of {entry.player} on the hand")
        chip = book.chips.smallest_chip.value
        exact = book.doubling.amount.value == "exactly-wager"
        most = min(stake.own, table.patrons[entry.player].chips)
        amount = AmountSeen(*(dollars(cents) for cents in ((stake.own if exact else chip), most - most % chip, chip)))
    return [ChoiceSeen("join", entry.box, amount), ChoiceSeen("pass", entry.box)]


def _word(act: PlayersAct) -> str:
    return str(type(act).__struct_config__.tag)


def _amount(bounds: Bounds) -> AmountSeen:
    return AmountSeen(dollars(bounds.least), dollars(bounds.most), dollars(bounds.step))


def _sign(book: Book, table: Table) -> SignSeen:
    book, sign, signs = book_of_bets(book, table), table.sign, table.signs
    old = sorted({each.main for each in signs.old_minimum.values() if each.main is not None})
    return SignSeen(
        *_limits(sign.box),
        *_limits(sign.side_bet),
        unit=_or_none(sign.unit),
        smallest_chip=dollars(book.chips.smallest_chip.value),
        decks=book.cards.decks.value,
        players_on_box=table.players_on_box,
        players_at_table=table.players_at_table or None,
        split_hands=book.splitting.max_split_hands.value,
        side_bets=book.offers.side_bets.value,
        perfect_pairs_needs=None if book.perfect_pairs is None else book.perfect_pairs.perfect_pairs_needs.value,
        super_sevens_minimum=None if sign.super_sevens is None else _or_none(sign.super_sevens.minimum),
        super_sevens_maximum=None if sign.super_sevens is None else _or_none(sign.super_sevens.maximum),
        coming=tuple(ComingSeen(one.what, one.bet, dollars(one.cents), one.at // 1000) for one in signs.coming),
        old_minima=tuple(dollars(cents) for cents in old),
        private_limits=tuple(
            OwnLimitsSeen(name, dollars(own.minimum or 0), dollars(own.maximum or 0))
            for name, own in signs.private.items()
        ),
        closing=None if signs.closing is None else signs.closing // 1000,
        low_limit=signs.low_limit,
        face_down=table.permissions.face_down,
    )


def _has_same_sign(before: Table, table: Table) -> bool:
    same = before.settings is table.settings and before.permissions is table.permissions
    return same and before.signs is table.signs


def _limits(limits: TableLimits) -> tuple[str | None, str | None]:
    return _or_none(limits.minimum), _or_none(limits.maximum)


def _or_none(cents: int | None) -> str | None:
    return None if cents is None else dollars(cents)


def _boxes(book: Book, table: Table, before: Pictured | None) -> tuple[BoxSeen, ...]:
    if before is not None and all(one is other for one, other in zip(_lies(before.table), _lies(table), strict=True)):
        return before.seen.boxes
    return tuple(_box(book, table, number) for number in range(1, book.layout.boxes.value + 1))


def _lies(table: Table) -> tuple[object, ...]:
    """The state that the picture of the layout between two rounds depends on."""
    return table.seats, table.reserved, table.wanted, table.box_maxima, table.wagers, table.signs.old_minimum


def _box(book: Book, table: Table, number: int) -> BoxSeen:
    return BoxSeen(
        number=number,
        seated=table.seats.get(number, ""),
        reserved_for=table.reserved.get(number, ""),
        wanted_by=table.wanted.get(number, ""),
        maximum=_or_none(table.box_maxima.get(number)),
        wagers=_wagers(book, [laid for laid in table.wagers if laid.box == number]) if table.wagers else (),
        old_minimum=_marker(table, number) if table.signs.old_minimum else None,
    )


def _marker(table: Table, number: int) -> str | None:
    """The old minimum of the player at a box: of their first one, if they have several (SP 7.5.1.3)."""
    player = table.seats.get(number, "")
    old = table.signs.old_minimum.get(player)
    if old is None or old.main is None or table.boxes_of(player)[0] != number:
        return None
    return dollars(old.main)


def _wagers(book: Book, on_box: Sequence[Wager]) -> tuple[WagerSeen, ...]:
    return tuple(
        WagerSeen(laid.player, dollars(laid.stake), dollars(laid.perfect_pairs), dollars(laid.super_sevens))
        for laid in in_line(book, on_box)
    )


def round_seen(book: Book, table: Table, round_: Round, before: Pictured | None = None) -> RoundSeen:
    """A round as everybody sees it."""
    dealers = total(round_.dealer)
    was, seen = (before.table.round, before.seen.round) if before is not None else (None, None)
    if was is not None and seen is not None and was.settlements is round_.settlements and was.wagers is round_.wagers:
        settlements, net = seen.settlements, seen.net
    else:
        settlements = tuple(line_seen(line) for line in round_.settlements)
        net = {name: dollars(cents) for name, cents in round_.net().items()}
    hidden = boxes_face_down(table)
    if before is not None and boxes_face_down(before.table) != hidden:
        was = None
    boxes = _boxes_in_play(book, round_, was, seen)
    return RoundSeen(
        id=table.round_id,
        number=table.round_number,
        phase=round_.phase,
        boxes=tuple(covered(box) if box.number in hidden else box for box in boxes) if hidden else boxes,
        dealer=_written(round_.dealer),
        dealer_total=dealers.points,
        dealer_soft=dealers.soft,
        settlements=settlements,
        net=net,
        void=round_.void,
    )


def _boxes_in_play(book: Book, round_: Round, was: Round | None, seen: RoundSeen | None) -> tuple[BoxInPlay, ...]:
    """All boxes; a box is drawn again if its chips, cards or turn have changed, and all boxes when the round is over."""
    if was is None or seen is None or len(was.boxes) != len(round_.boxes) or was.over != round_.over:
        return boxes_in_play(book, round_)
    return tuple(
        seen.boxes[place]
        if box is was.boxes[place] and _in_turn(round_, place) == _in_turn(was, place)
        else box_in_play(book, round_, place)
        for place, box in enumerate(round_.boxes)
    )


def boxes_in_play(book: Book, round_: Round) -> tuple[BoxInPlay, ...]:
    """The boxes of a round as everybody sees them."""
    return tuple(box_in_play(book, round_, place) for place in range(len(round_.boxes)))


def _in_turn(round_: Round, place: int) -> int | None:
    """The index of the box's hand in turn, if any."""
    return round_.turn[1] if round_.turn[0] == place and round_.phase in HANDS_TURN else None


def box_in_play(book: Book, round_: Round, place: int) -> BoxInPlay:
    """A box of a round as everybody sees it."""
    box, in_turn = round_.boxes[place], _in_turn(round_, place)
    return BoxInPlay(
        number=box.number,
        controller=box.controller,
        hands=tuple(
            _hand(
                hand,
                _deferred(round_, box.number, number),
                in_turn=number == in_turn,
                cleared=not round_.over and is_cleared(book, round_, box, hand),
            )
            for number, hand in enumerate(box.hands)
        ),
        insurance=_laid(box.insurance),
        perfect_pairs=_laid(box.perfect_pairs),
        super_sevens=_laid(box.super_sevens),
    )


def _deferred(round_: Round, box: int, place: int) -> tuple[Stake, ...]:
    """Wagers on a hand that are paid at the end of the round (R43)."""
    return tuple(
        Stake(line.player, line.stake)
        for line in round_.deferred
        if (line.box, line.hand) == (box, place + 1) and line.wager not in BONUSES
    )


def _hand(hand: Hand, deferred: tuple[Stake, ...], *, in_turn: bool, cleared: bool) -> HandSeen:
    points, soft = hand.total
    return HandSeen(
        cards=_written(hand.cards),
        total=points,
        soft=soft,
        doubled=hand.doubled,
        in_turn=in_turn,
        wagers=tuple(ChipsSeen(stake.player, dollars(stake.own + stake.double)) for stake in hand.stakes + deferred),
        surrendered=tuple(stake.player for stake in hand.stakes if stake.surrendered),
        cleared=cleared,
    )


def _laid(chips: tuple[Laid, ...]) -> tuple[ChipsSeen, ...]:
    return tuple(ChipsSeen(laid.player, dollars(laid.cents)) for laid in chips)


def _written(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def line_seen(line: Settlement) -> LineSeen:
    """A line of the settlement as everybody sees it."""
    return LineSeen(
        box=line.box,
        hand=line.hand,
        player=line.player,
        wager=line.wager,
        stake=dollars(line.stake),
        result=line.result,
        odds=None if line.odds is None else str(line.odds),
        net=dollars(line.net),
        clause=line.clause,
        why=line.why,
    )


def _cut(book: Book, table: Table) -> CutSeen | None:
    if table.cut_offer is None or table.pack is None:
        return None
    return CutSeen(table.cut_offer.player, *cut_bounds(book, table.pack.size))


def _join(table: Table) -> JoinSeen | None:
    offer = table.join_offer
    if offer is None:
        return None
    act = offer.act
    return JoinSeen(act.box, act.player, _word(act), offer.asked)


def _cards(book: Book, table: Table, pack: Pack) -> CardsSeen:
    return CardsSeen(
        shoe=pack.shoe,
        commitment=pack.commitment,
        cards_from=pack.cards_from,
        shuffle=SHUFFLE,
        size=pack.size,
        drawn=pack.drawn,
        cut=pack.cut,
        cutting_card_out=bool(pack.out_at),
        rounds=pack.rounds,
        rack=_rack(book, table, pack),
    )


def _rack(book: Book, table: Table, pack: Pack) -> int:
    """The number of cards in the rack: all cards dealt except those on the layout; for a device, the cards put there."""
    round_ = table.round if table.in_round else None
    cleared = 0 if round_ is None else sum(1 for _ in cards_cleared(book, round_))
    if pack.cards_from == "device":
        return len(table.rack) + cleared
    on_layout = 0 if round_ is None else round_.cards_used - cleared
    return max(0, len(decks(book)) - pack.to_come - on_layout)
