"""Which clause is about what, for the remarks in an answer; None where a text has no such rule."""

from .documents import CB, CP, GAMES, S6

# (canberra-pontoon, canberra-blackjack, star-pontoon)
CLAUSES = {
    "control": ("4.5", "4.5", "6.6"),
    "main wager": ("4.1", "4.1", "6.3"),
    "turn": ("10.1", "9.1", "12.1"),
    "insurance": ("7.1", "7.1", "9.1"),
    "insurance time": ("7.2", "7.2", "9.4"),
    "insurance multiple": ("7.3", "7.3", "9.1"),
    "insurance on a natural": ("7.1", "7.1", "9.2"),
    "insurance odds": ("7.4", "7.4", "17.1.6"),
    "insurance lost": ("7.5(a)", "7.5(a)", "15.2"),
    "even money": ("8.1", "8.1(b)", "11.1"),
    "surrender": ("9.1", "9.1", "10.1"),
    "surrender joined": ("9.2", "9.1", "10.4"),
    "surrender annulled": ("9.3", "9.1", "10.6"),
    "surrendered": ("9.4", "9.1", "17.1.11"),
    "draw": ("10.2", "9.2(a)", "12.3"),
    "stand": ("10.2(c)", "9.2(b)", "12.2"),
    "split": ("11.1", "10.1", "14.1"),
    "split again": ("11.3", "10.3", "14.8"),
    "split joined": ("11.2", "10.2", "14.10"),
    "split aces": ("11.5", "10.5", "14.6"),
    "double": ("12.1", "11.1", "13.1"),
    "double joined": ("12.3", "11.2", "13.4"),
    "forfeit": ("12.6", "11.1", "13.5"),
    "forfeited": ("12.6", "11.1", "13.6"),
    "natural": ("8.1", "13.2(a)", "11.1"),
    "both naturals": ("14.1(c)", "13.1(g)", "11.1"),
    "21": ("14.1(d)", "13.2(b)", "11.2.1"),
    "doubled 21": ("12.7", "13.2(b)", "13.2"),
    "bust": ("14.1(e)", "13.1(d)", "12.5"),
    "dealer bust": ("14.1(a)", "13.1(a)", "17.1.4"),
    "higher": ("14.1(b)", "13.1(b)", "17.1.5"),
    "lower": ("14.1(f)", "13.1(e)", "17.1.9"),
    "equal": ("14.1(h)", "13.1(g)", "17.1.10"),
    "dealer natural": ("14.1(g)", "13.1(f)", "17.1.7"),
    "dealer natural, added": ("11.9", "13.1(f)", "17.1.8"),
    "perfect pairs": ("18.11", "18.11", "16.8"),
    "super sevens": (None, "17.7", None),
    "super bonus": ("14.3", None, "11.5"),
    "returned main": ("3.4", "3.4", "7.3"),
    "returned perfect-pairs": ("18.10", "18.10", "16.6"),
    "returned super-sevens": (None, "17.5", None),
}


# (canberra-pontoon, canberra-blackjack, star-pontoon, star-pontoon-6to5): irregularities and powers of staff
STEPS = {
    "absent": ("15.7", "14.7", "18.10", "17.10"),
    "close": ("7.2", "7.2", "9.4", "8.4"),
    "burn": ("15.1", "14.1", "18.1", "17.1"),
    "burned in error": ("15.2", "14.2", "18.17", "17.17"),
    "draw-in-error": ("15.2", "14.2", "18.2", "17.2"),
    "refuse": ("15.2", "14.2", "18.3", "17.3"),
    "extra-card": ("15.3", "14.3", "18.5", "17.5"),
    "extra-card carried": ("15.3", "14.3", "18.6", "17.6"),
    "misplace": ("15.4", "14.4", "18.8", "17.8"),
    "reconstruct": ("15.4", "14.4", "18.8", "17.8"),
    "void": ("15.5", "14.5", "18.8", "17.8"),
    "insurance-missed": ("7.2", "7.2", "18.13", "17.13"),
    "no ace": ("7.1", "7.1", "9.1", "8.1"),
    "burn-forgotten": ("5.3", "5.7", "18.12", "17.12"),
    "cut-missed": ("5.2", "5.2", "18.11", "17.11"),
    "shuffle-missed": ("15.8", "14.8", "18.14", "17.14"),
    "not cut in a device": ("19.1", "19.1", "5.7", "4.7"),
    "rack-left": ("19.2", "19.2", "18.15", "17.15"),
    "check-cards": ("15.1", "14.1", "18.1.1", "17.1.1"),
    "missing-card": ("17.4", "16.4", "18.16.2", "17.16.2"),
    "foreign-card": ("17.4", "16.4", "18.16.2", "17.16.2"),
    "malfunction": ("19.3", "19.3", "19.2", "18.2"),
    "malfunction, cards damaged": ("19.3", "19.3", "19.3", "18.3"),
    "malfunction, disadvantaged": ("19.3", "19.3", "19.4", "18.4"),
    "malfunction, no other device": ("19.3", "19.3", "19.5", "18.5"),
    "malfunction of a shoe": ("19.3", "19.3", "19.1.1", "18.1.1"),
    "malfunction before a card": ("19.3", "19.3", "19.1.2", "18.1.2"),
    "returned by choice": ("19.3", "19.3", "19.5.1", "18.5.1"),
    "disruption": ("17.1", "16.1", "20.5.1", "19.4.1"),
    "fraud": ("17.4", "16.4", "20.5.2", "19.4.2"),
    "impractical": ("17.4", "16.4", "20.5", "19.4"),
    "forfeited by": ("17.5", "16.5", "20.6", "19.5"),
    "void-wagers": ("17.3(a)", "16.3(a)", "20.4.1", "19.3.1"),
    "void-wagers, player-card": ("17.3", "16.3", "18.21.2", "19.3"),
    "void-wagers, rules": ("17.3(a)", "16.3(a)", "20.4", "19.3"),
    "pay-at-end": ("8.1", "8.1", "11.3", "10.3"),
}


class Refused(Exception):
    """A decision that can be read but is not allowed; the topic gives the clause, unless it is cited."""

    def __init__(self, topic, reason, cited=None):
        super().__init__(reason)
        self.topic = topic
        self.reason = reason
        self.cited = cited


def clause(game, topic):
    if topic in STEPS:
        return STEPS[topic][GAMES.index(game)]
    pontoon, blackjack, star = CLAUSES[topic]
    if game == CP:
        return pontoon
    if game == CB:
        return blackjack
    if game == S6:
        # The 2017 text is the 2024 text with the section one lower; in sections 6 and 20 the second number too.
        section, second, *rest = star.split(".")
        if section in ("6", "20"):
            second = str(int(second) - 1)
        return ".".join([str(int(section) - 1), second, *rest])
    return star
