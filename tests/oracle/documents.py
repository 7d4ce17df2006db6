"""Replay documents: reading them, and rejecting those that cannot be read."""

import math
import re
from collections import Counter
from fractions import Fraction

from .cards import RANKS, SUITS

CP = "canberra-pontoon"
CB = "canberra-blackjack"
SP = "star-pontoon"
S6 = "star-pontoon-6to5"
GAMES = (CP, CB, SP, S6)
STAR = (SP, S6)

TAKES = ("original-wager", "busted-plus-one", "everything")
ACTS = ("hit", "stand", "split", "double", "refuse")
DOES = (*ACTS, "insure", "even-money", "surrender", "forfeit")


class Unreadable(Exception):
    """The document is not a replay document; the reason names the field."""


class Wager:
    """What one player laid on one box. Amounts in cents; None if nothing was laid."""

    def __init__(self, box, player):
        self.box = box
        self.player = player
        self.stake = None
        self.seated = False
        self.warned = False
        self.perfect_pairs = None
        self.super_sevens = None


class Decision:
    """A player's decision; a step of staff says who takes it."""

    by = None

    def __init__(self, index, box, do):
        self.index = index
        self.box = box
        self.do = do
        self.player = None
        self.amount = None
        self.joined_by = None


class Document:
    """A document that has been read."""

    def __init__(self):
        self.game = None
        self.decks = None
        self.smallest_chip = 50
        self.takes = None
        self.max_hands = 4
        self.absent = "draw-past-11"
        self.minimum = None
        self.maximum = None
        self.cards_from = "shoe"
        self.cards = []
        self.wagers = []
        self.decisions = []


def cents(value, field):
    """An amount above zero in whole cents, from a plain decimal string or a number of dollars."""
    if isinstance(value, str):
        if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]{1,30})?", value):
            raise Unreadable(f"{field}: {value!r} is not an amount")
        dollars = Fraction(value)
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unreadable(f"{field}: {value!r} is not an amount")
    elif not math.isfinite(value):
        raise Unreadable(f"{field}: {value!r} is not an amount")
    else:
        dollars = Fraction(repr(value))
    if dollars <= 0:
        raise Unreadable(f"{field}: must be above zero")
    amount = dollars * 100
    if amount.denominator != 1:
        raise Unreadable(f"{field}: {value!r} has a fraction of a cent")
    return int(amount)


def whole(value, field, allowed):
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise Unreadable(f"{field}: {value!r} is not one of {list(allowed)}")
    return value


def word(value, field, allowed):
    if not isinstance(value, str) or value not in allowed:
        raise Unreadable(f"{field}: {value!r} is not one of {list(allowed)}")
    return value


def yes_or_no(value, field):
    if not isinstance(value, bool):
        raise Unreadable(f"{field}: {value!r} is neither true nor false")
    return value


def name(value, field):
    if not isinstance(value, str) or value == "":
        raise Unreadable(f"{field}: {value!r} is not a name")
    return value


def fields(value, field, allowed, required=()):
    if not isinstance(value, dict):
        raise Unreadable(f"{field}: not an object")
    for key in value:
        if key not in allowed:
            raise Unreadable(f"{field}: unknown field {key!r}")
    for key in required:
        if key not in value:
            raise Unreadable(f"{field}: {key!r} is missing")


def listed(value, field):
    if not isinstance(value, list):
        raise Unreadable(f"{field}: not a list")
    return value


def read(raw, read_step):
    """Read one round, or raise Unreadable; steps of staff are read by `read_step`."""
    known = ("game", "options", "limits", "cards_from", "cards", "wagers", "decisions")
    fields(raw, "document", known, required=("game", "cards", "wagers"))
    document = Document()
    document.game = word(raw["game"], "game", GAMES)
    read_options(document, raw.get("options", {}))
    read_limits(document, raw.get("limits", {}))
    document.cards_from = word(raw.get("cards_from", "shoe"), "cards_from", ("shoe", "device"))
    read_cards(document, raw["cards"])
    for index, entry in enumerate(listed(raw["wagers"], "wagers")):
        document.wagers.append(read_wager(document.game, entry, f"wagers[{index}]"))
    check_wagers(document.wagers)
    for index, entry in enumerate(listed(raw.get("decisions", []), "decisions")):
        by_staff = isinstance(entry, dict) and "by" in entry
        field = f"decisions[{index}]"
        read_one = read_step(document.game, index, entry, field) if by_staff else read_decision(index, entry, field)
        document.decisions.append(read_one)
    return document


def read_options(document, raw):
    game = document.game
    allowed = ["decks", "smallest_chip", "dealer_pontoon_takes"]
    if game in STAR:
        allowed.append("max_split_hands")
    if game == S6:
        allowed.append("absent_player")
    fields(raw, "options", allowed)

    # R25
    if game == CP:
        permitted, default = range(3, 9), 4
    elif game == CB:
        permitted, default = range(4, 9), 8
    else:
        permitted, default = (6, 8), 8
    document.decks = whole(raw.get("decks", default), "options.decks", permitted)

    document.smallest_chip = cents(raw.get("smallest_chip", "0.50"), "options.smallest_chip")

    # R03
    if game == CP:
        default = "busted-plus-one"
    elif game == CB:
        default = "everything"
    else:
        default = "original-wager"
    takes = raw.get("dealer_pontoon_takes", default)
    document.takes = word(takes, "options.dealer_pontoon_takes", TAKES)

    # R15: CP 11.3, CB 10.3: four. SP 14.8, 14.9: two, or three where permitted.
    if game in STAR:
        document.max_hands = whole(raw.get("max_split_hands", 2), "options.max_split_hands", (2, 3))

    # R20
    if game == SP:
        document.absent = "stand"
    if game == S6:
        absent = raw.get("absent_player", "draw-past-11")
        document.absent = word(absent, "options.absent_player", ("draw-past-11", "stand"))


def read_limits(document, raw):
    fields(raw, "limits", ("min", "max"))
    if "min" in raw:
        document.minimum = cents(raw["min"], "limits.min")
    if "max" in raw:
        document.maximum = cents(raw["max"], "limits.max")
    if "min" in raw and "max" in raw and document.minimum > document.maximum:
        raise Unreadable("limits: min is above max")


def read_cards(document, raw):
    if not isinstance(raw, str):
        raise Unreadable("cards: not a string")
    ranks = RANKS
    if document.game != CB:
        ranks = RANKS.replace("T", "")  # CP 2.1, SP 4.1: the tens have been removed
    document.cards = raw.split()
    for card in document.cards:
        if len(card) != 2 or card[0] not in ranks or card[1] not in SUITS:
            raise Unreadable(f"cards: there is no card {card!r} in the shoe")
    for card, count in Counter(document.cards).items():
        if count > document.decks:
            raise Unreadable(f"cards: {count} of {card} in {document.decks} decks")


def read_wager(game, raw, field):
    allowed = ["box", "player", "stake", "seated", "warned", "perfect-pairs"]
    if game == CB:
        allowed.append("super-sevens")
    fields(raw, field, allowed, required=("box", "player"))
    box = whole(raw["box"], f"{field}.box", range(1, 8))  # R26
    wager = Wager(box, name(raw["player"], f"{field}.player"))
    wager.seated = yes_or_no(raw.get("seated", False), f"{field}.seated")
    wager.warned = yes_or_no(raw.get("warned", False), f"{field}.warned")
    if "stake" in raw:
        wager.stake = cents(raw["stake"], f"{field}.stake")
    if "perfect-pairs" in raw:
        wager.perfect_pairs = cents(raw["perfect-pairs"], f"{field}.perfect-pairs")
    if "super-sevens" in raw:
        wager.super_sevens = cents(raw["super-sevens"], f"{field}.super-sevens")
    if wager.stake is None and wager.perfect_pairs is None and wager.super_sevens is None:
        raise Unreadable(f"{field}: neither a stake nor a side bet")
    return wager


def check_wagers(wagers):
    if not wagers:
        raise Unreadable("wagers: there are none")
    for box in range(1, 8):
        here = [wager for wager in wagers if wager.box == box]
        if len({wager.player for wager in here}) < len(here):
            raise Unreadable(f"wagers: a player twice on box {box}")
        if len([wager for wager in here if wager.seated]) > 1:
            raise Unreadable(f"wagers: two seated players on box {box}")
        if len([wager for wager in here if wager.stake is not None]) > 3:  # CP 4.5, CB 4.5, SP 6.5
            raise Unreadable(f"wagers: four main wagers on box {box}")


def read_decision(index, raw, field):
    if not isinstance(raw, dict) or "do" not in raw:
        raise Unreadable(f"{field}: not an object with a 'do'")
    do = word(raw["do"], f"{field}.do", DOES)
    allowed = ["box", "do", "player"]
    required = ["box"]
    if do == "insure":
        allowed.append("amount")
        required.append("amount")
    if do == "double":
        allowed += ["amount", "joined_by"]
    if do in ("surrender", "split"):
        allowed.append("joined_by")
    fields(raw, field, allowed, required)
    decision = Decision(index, whole(raw["box"], f"{field}.box", range(1, 8)), do)
    if "player" in raw:
        decision.player = name(raw["player"], f"{field}.player")
    if "amount" in raw:
        decision.amount = cents(raw["amount"], f"{field}.amount")
    joined = f"{field}.joined_by"
    if do == "double":
        amounts = raw.get("joined_by", {})
        fields(amounts, joined, amounts)
        decision.joined_by = {name(who, joined): cents(amount, joined) for who, amount in amounts.items()}
    if do in ("surrender", "split"):
        decision.joined_by = [name(who, joined) for who in listed(raw.get("joined_by", []), joined)]
    return decision
