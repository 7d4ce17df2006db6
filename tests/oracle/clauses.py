"""Which clause is about what, for the remarks in an answer; None where a text has no such rule."""

from .documents import CB, CP, S6

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


class Refused(Exception):
    """A decision that can be read but is not allowed; the topic gives the clause."""

    def __init__(self, topic, reason):
        super().__init__(reason)
        self.topic = topic
        self.reason = reason


def clause(game, topic):
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
