"""Random rounds in which something goes wrong: documents with players' decisions and steps of staff.

A round is played by the oracle while it is written, so that most decisions are legal and most steps are in time.
"""

from random import Random

from .cards import RANKS, SUITS, is_ace
from .clauses import Refused
from .documents import CB, CP, S6, SP, STAR, Unreadable, read
from .literal import DEALER, Table
from .sequence import play, take
from .steps import BY, read_step

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
STAKES = ("5", "7.50", "10", "10", "15.50", "20", "24.99", "25", "50", "4", "0.50")
FAVOURITES = ("", "", "A", "AJQK", "AJQK", "7", "7", "7", "78", "8", "678", "A2345", "2345", "JQK")
CARDS_LISTED = 90

# How often each step is taken
OF_ANY = {
    "void": 2,
    "burn": 4,
    "draw-in-error": 4,
    "void-wagers": 7,
    "pay-at-end": 3,
    "malfunction": 1,
    "invalidate": 2,
    "missing-card": 1,
    "foreign-card": 1,
    "cut-missed": 1,
    "shuffle-missed": 1,
    "rack-left": 1,
    "check-cards": 1,
    "burn-forgotten": 1,
    "insurance-missed": 1,
    "reconstruct": 1,
}
FROM_A_DEVICE = {"malfunction": 9, "rack-left": 3, "cut-missed": 0.3, "shuffle-missed": 0.3}
BEFORE_THE_FIRST_CARD = {"burn-forgotten": 8, "pay-at-end": 10, "misplace": 24, "malfunction": 1}
WHEN_DUE = {"misplace": 24}
WHEN_ASKED = {"draw-in-error": 14, "misplace": 1, "extra-card": 2, "absent": 2, "close": 2}
WHEN_COMPLETE = {"extra-card": 14}
AGAINST_AN_ACE = {"insurance-missed": 50}
AFTER_A_FACED_CARD = {"check-cards": 15}


def random_document(seed, game):
    """A document that can be read, with at least one step of staff."""
    rng = Random(f"{game} {seed} irregular")
    while True:
        document = Writer(rng, game).write()
        if any("by" in entry for entry in document["decisions"]) and is_readable(document):
            return document


def is_readable(document):
    try:
        play(read(document, read_step))
    except Unreadable:
        return False
    return True


class Writer:
    """One round while it is played and written down."""

    def __init__(self, rng, game):
        self.rng = rng
        self.game = game
        self.document = {
            "game": game,
            "options": self.options(),
            "cards_from": rng.choice(("shoe", "device")),
            "wagers": self.wagers(),
            "decisions": [],
        }
        decks = self.document["options"].get("decks", 8 if game != CP else 4)
        self.document["cards"] = " ".join(self.shoe(decks))
        if rng.random() < 0.1:
            self.document["limits"] = {"min": "5", "max": rng.choice(("20", "30", "60"))}
        self.table = Table(read(self.document, read_step))
        self.taken = []
        self.silent = set()  # boxes that decide nothing more
        self.offered = False
        self.steps = rng.choice((1, 1, 2, 2, 3))
        self.often = rng.choice((0.05, 0.1, 0.2))
        self.soon = rng.choice((0.02, 0.1, 0.1, 0.4))  # how soon a misplaced card is put right

    def chance(self, likelihood):
        return self.rng.random() < likelihood

    # What lies on the table

    def options(self):
        options = {}
        if self.game in STAR and self.chance(0.3):
            options["max_split_hands"] = 3
        if self.game == S6 and self.chance(0.5):
            options["absent_player"] = self.rng.choice(("stand", "draw-past-11"))
        if self.chance(0.2):
            options["smallest_chip"] = self.rng.choice(("0.05", "0.50", "1", "2.50"))
        if self.chance(0.15):
            options["dealer_pontoon_takes"] = self.rng.choice(("original-wager", "busted-plus-one", "everything"))
        return options

    def wagers(self):
        rng = self.rng
        wagers = []
        for box in sorted(rng.sample(range(1, 8), rng.choice((1, 1, 2, 2, 2, 3, 3, 4)))):
            players = rng.sample(PLAYERS, rng.choice((1, 1, 1, 2, 2, 3)))
            seated = rng.choice((players[0], players[0], players[-1], None))
            for player in players:
                wager = {"box": box, "player": player}
                if player == players[0] or self.chance(0.9):
                    wager["stake"] = rng.choice(STAKES)
                if "stake" not in wager or self.chance(0.2):
                    wager["perfect-pairs"] = rng.choice(STAKES)
                if self.game == CB and self.chance(0.2):
                    wager["super-sevens"] = rng.choice(STAKES)
                if player == seated:
                    wager["seated"] = True
                wagers.append(wager)
        return wagers

    def shoe(self, decks):
        ranks = RANKS if self.game == CB else RANKS.replace("T", "")
        cards = [rank + suit for rank in ranks for suit in SUITS] * decks
        favourites = self.rng.choice(FAVOURITES)
        suits = self.rng.choice((SUITS, SUITS, SUITS, "H", "SH"))
        keys = {}
        for place, card in enumerate(cards):
            keys[place] = self.rng.random() - 0.7 * (card[0] in favourites and card[1] in suits)
        return [cards[place] for place in sorted(keys, key=keys.get)][:CARDS_LISTED]

    # Playing and writing

    def write(self):
        try:
            while self.goes_on():
                pass
        except (Unreadable, Refused):
            pass  # a later decision changes what an earlier step passed over; the document is tried as it stands
        return self.document

    def add(self, *entries):
        """Write entries and take them; whether the first was not refused."""
        self.document["decisions"] += entries
        taken = read(self.document, read_step).decisions[-len(entries) :]
        self.taken += taken
        refused = len(self.table.refused)
        take(self.table, taken[0], self.taken)
        accepted = len(self.table.refused) == refused
        for later in taken[1:]:
            take(self.table, later, self.taken)
        self.silent |= {made.box for made in self.table.history if made.stage == "absent"}
        return accepted

    def goes_on(self):
        table = self.table
        if table.ended:
            if self.chance(0.2):
                self.add(self.noise())
            return False
        if table.misplaced and self.chance(self.soon):
            self.put_right()
        elif self.steps and self.chance(self.often):
            self.steps -= 1
            self.step()
        elif table.due() is not None:
            table.deal()
        elif table.asked() is not None:
            self.decide(*table.asked())
        elif table.waits():
            self.answer_offer()
        elif self.steps:
            self.steps -= 1
            self.step()
        elif table.misplaced:
            self.put_right()
        else:
            return False
        return True

    def decide(self, box, hand):
        """Offers before the first hand; then a decision of the hand in turn, or none from now on."""
        table = self.table
        if not self.offered:
            self.offered = True
            self.take_offers()
        elif self.chance(0.05):
            self.add(self.noise())
        elif box.number in self.silent or self.chance(0.04):
            self.silent.add(box.number)
            table.play_absent()
        elif any(card.refusable for card in table.lying) and self.chance(0.45 if table.star else 0.1):
            self.add({"box": box.number, "do": "refuse"})
        else:
            entry = self.decision_for(box, hand)
            if not self.add(entry) and not self.add({"box": box.number, "do": "hit"}):
                self.silent.add(box.number)

    def take_offers(self):
        table = self.table
        first = table.dealer[0]
        if is_ace(first) and self.chance(0.5):  # else it is not offered
            for box in table.boxes:
                for player in box.stakes:
                    if self.chance(0.3):
                        self.add(self.insurance(box, player))
        for box in table.boxes:
            if first[0] in "JQKA" and self.chance(0.2 if self.game != CB else 0.02):
                self.add({"box": box.number, "do": "surrender", "joined_by": self.joiners(box, box.hands[0])})

    def insurance(self, box, player):
        if box.hands[0].natural() and self.chance(0.5):
            return {"box": box.number, "do": "even-money", "player": player}
        amount = box.stakes[player] // 2 if self.chance(0.8) else box.stakes[player] // 4 + 1
        return {"box": box.number, "do": "insure", "player": player, "amount": dollars(max(amount, 1))}

    def joiners(self, box, hand):
        return [bet.player for bet in hand.live() if bet.player != box.controller and self.chance(0.6)]

    def decision_for(self, box, hand):
        entry = {"box": box.number}
        total = hand.total()
        pair = len(hand.cards) == 2 and hand.cards[0][0] == hand.cards[1][0]
        if pair and self.chance(0.6 if len(box.hands) < self.table.document.max_hands else 0.03):
            return {**entry, "do": "split", "joined_by": self.joiners(box, hand)}
        if hand.split_aces:
            return {**entry, "do": "stand"}
        if self.chance(0.5 if total in (9, 10, 11) else 0.12):
            return self.double_of(box, hand)
        likely = 0.97 if total < 12 else 0.5 if total < 17 else 0.1
        return {**entry, "do": "hit" if self.chance(likely) else "stand"}

    def double_of(self, box, hand):
        entry = {"box": box.number, "do": "double"}
        joined = {player: dollars(box.stakes[player]) for player in self.joiners(box, hand)}
        if joined:
            entry["joined_by"] = joined
        if self.game != CB and self.chance(0.3):
            entry["amount"] = dollars(max(box.stakes[box.controller] // 2, 1))
        return entry

    def answer_offer(self):
        """A forfeit, even money, or nothing: then the offer is passed over."""
        table = self.table
        if table.forfeit_waits():
            box, hand = table.forfeit_open
            for bet in hand.live():
                if bet.doubled is not None and not bet.forfeited and self.chance(0.25):
                    self.add({"box": box.number, "do": "forfeit", "player": bet.player})
        elif not self.offered:
            self.offered = True
            self.take_offers()
        if table.waits():
            table.pass_offer()

    def noise(self):
        """A decision that is probably not allowed."""
        box = self.rng.choice([wager["box"] for wager in self.document["wagers"]] + [self.rng.randint(1, 7)])
        do = self.rng.choice(("hit", "stand", "split", "double", "surrender", "forfeit", "refuse", "insure"))
        entry = {"box": box, "do": do}
        if box in self.silent and do in ("hit", "stand", "split", "double", "refuse"):
            entry["do"] = "forfeit"
        if do == "insure":
            entry["amount"] = self.rng.choice(STAKES)
        if self.chance(0.5):
            entry["player"] = self.rng.choice(PLAYERS)
        return entry

    # Steps of staff

    def step(self):
        table = self.table
        do = self.likely_step()
        entry = {"by": BY[do], "do": do, **self.timing(do), **self.fields(do)}
        asked = table.asked()
        if do in ("extra-card", "misplace") and asked is not None:  # wrong, as the hand decides later
            if asked[0].number not in self.silent:
                self.add(entry, self.decision_for(*asked))
            return
        done = self.add(entry)
        if done and do == "insurance-missed":
            self.insure_late()

    def likely_step(self):
        table = self.table
        often = dict(OF_ANY)
        if table.cards_from == "device":
            often.update(FROM_A_DEVICE)
        if table.left == 0:
            often.update(BEFORE_THE_FIRST_CARD)
        elif table.due() is not None:
            often.update(WHEN_DUE)
        elif table.asked() is not None or table.waits():
            often.update(WHEN_ASKED)
        else:
            often.update(WHEN_COMPLETE)
        if not table.unserved and len(table.dealer) == 1 and is_ace(table.dealer[0]):
            often.update(AGAINST_AN_ACE)
        if table.faced_up:
            often.update(AFTER_A_FACED_CARD)
        return self.rng.choices(list(often), list(often.values()))[0]

    def timing(self, do):
        """R27: mostly as many cards as have left the shoe."""
        waits = self.table.asked() is not None or self.table.waits()
        if do in ("extra-card", "absent", "close"):
            return {}
        if do != "misplace" and waits and self.chance(0.5):
            return {}
        return {"after_cards": self.table.left}

    def fields(self, do):
        makers = {
            "burn": lambda: self.maybe(0.4, because=self.rng.choice(("face-up", "in-error"))),
            "draw-in-error": lambda: self.maybe(0.5, exposed=self.chance(0.3)),
            "extra-card": lambda: self.maybe(0.6, exposed=self.chance(0.3)),
            "misplace": lambda: {"to": self.place()},
            "void": lambda: self.maybe(0.3, because=self.rng.choice(("cannot-reconstruct", "found-later"))),
            "foreign-card": lambda: self.maybe(0.5, card="joker"),
            "malfunction": self.malfunction,
            "invalidate": self.invalidation,
            "void-wagers": self.voided,
            "pay-at-end": lambda: self.maybe(0.5, box=self.rng.randint(1, 7)),
        }
        return makers[do]() if do in makers else {}

    def maybe(self, likelihood, **given):
        return given if self.chance(likelihood) else {}

    def place(self):
        """Where a card is put by mistake: mostly where one of the round's hands lies."""
        table = self.table
        if self.chance(0.25 if table.due() != DEALER else 0.02):
            return DEALER
        box = self.rng.choice(table.boxes) if table.boxes and self.chance(0.85) else None
        if box is None:
            free = set(range(1, 8)) - {one.number for one in table.boxes}
            return str(min(free)) if free else DEALER
        due = table.due()
        if due is not None and due != DEALER and due[0] is box and len(box.hands) == 1 and self.chance(0.8):
            return DEALER  # it is due on this box
        if len(box.hands) == 1 and self.chance(0.7):
            return str(box.number)
        return f"{box.number}.{self.rng.randint(1, len(box.hands))}"

    def put_right(self):
        supervisor = {"by": "supervisor", **self.maybe(0.6, after_cards=self.table.left)}
        if self.chance(0.88):
            self.offered = self.offered and self.chance(0.3)
            self.add({**supervisor, "do": "reconstruct"})
        else:
            self.add({**supervisor, "do": "void"})

    def somebody(self):
        return self.rng.choice([wager["player"] for wager in self.document["wagers"]])

    def several(self):
        return sorted({self.somebody() for _ in range(self.rng.choice((1, 1, 2, 3)))})

    def malfunction(self):
        said = self.maybe(0.2, disadvantaged=True)
        if self.game in STAR and self.chance(0.6):
            said.update(self.rng.choice(({"another_device": False}, {"transferable": False})))
            if self.chance(0.8):
                said["returned_to"] = self.several() if self.chance(0.95) else ["nobody"]
        elif self.chance(0.05):
            said["returned_to"] = self.several()
        if self.chance(0.3):
            said["damaged"] = "two cards bent"
        if self.game == CP and self.chance(0.5):
            said["then"] = self.rng.choice(("deal-on", "shuffle"))
        return said

    def invalidation(self):
        said = {"because": self.rng.choice(("disruption", "fraud", "fraud", "impractical"))}
        if self.chance(0.3):
            said["refund"] = False
        if self.chance(0.3 if self.game in STAR else 0.1):
            said["forfeited_by"] = self.several() if self.chance(0.9) else ["nobody"]
        return said

    def voided(self):
        """Often those of a controlling player."""
        controllers = [box.controller for box in self.table.boxes]
        player = self.rng.choice(controllers) if controllers and self.chance(0.6) else self.somebody()
        if self.chance(0.05):
            player = "nobody"
        grounds = {SP: ("player-card", "player-card", "device"), S6: ("device",)}.get(self.game, ("device", "rules"))
        ground = self.rng.choice(("rules", "player-card")) if self.chance(0.05) else self.rng.choice(grounds)
        return {"player": player, "because": ground}

    def insure_late(self):
        for box in self.table.boxes:
            for player in box.stakes:
                if self.chance(0.4):
                    amount = dollars(max(box.stakes[player] // 2, 1))
                    self.add({"box": box.number, "do": "insure", "player": player, "amount": amount})


def dollars(cents):
    return f"{cents // 100}.{cents % 100:02d}"
