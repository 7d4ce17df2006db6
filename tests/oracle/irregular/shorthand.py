"""Irregular rounds in short: wagers, decisions and steps of staff, and parts of an answer.

A single box is dealt player, dealer, player; two boxes: box 1, box 2, dealer, box 1, box 2.
"""

from tests.oracle import settle

CP = "canberra-pontoon"
CB = "canberra-blackjack"
SP = "star-pontoon"
S6 = "star-pontoon-6to5"
GAMES = (CP, CB, SP, S6)

SUPERVISORS = "reconstruct void check-cards missing-card foreign-card malfunction invalidate void-wagers".split()


def bet(player, box=1, stake=10, **more):
    """A wager of somebody who sits there, unless said otherwise; `pairs` are Perfect Pairs."""
    wager = {"box": box, "player": player, "seated": True, **more}
    if stake is not None:
        wager["stake"] = stake
    if "pairs" in wager:
        wager["perfect-pairs"] = wager.pop("pairs")
    return wager


ANN = [bet("ann")]
ANN_AND_BOB = [bet("ann"), bet("bob", box=2)]


def do(what, box=1, **more):
    return {"box": box, "do": what, **more}


def step(what, after=None, **more):
    """A step of staff, after so many cards."""
    by = "gaming-manager" if what == "pay-at-end" else "supervisor" if what in SUPERVISORS else "dealer"
    timed = {} if after is None else {"after_cards": after}
    return {"by": by, "do": what, **timed, **more}


def document(game, cards, wagers, *decisions, cards_from="shoe", **options):
    return {
        "game": game,
        "options": options,
        "cards": cards,
        "cards_from": cards_from,
        "wagers": wagers,
        "decisions": [do(one) if isinstance(one, str) else one for one in decisions],
    }


def played(*args, **more):
    return settle(document(*args, **more))


def nets(answer):
    return {player: float(amount) for player, amount in answer["net"].items()}


def hands(answer):
    """Each box's hands, and the dealer's as box 0."""
    found = {box["box"]: [" ".join(hand["cards"]) for hand in box["hands"]] for box in answer["boxes"]}
    return {**found, 0: " ".join(answer["dealer"]["cards"])}


def refusals(answer):
    return [(one["decision"], one["clause"]) for one in answer["refused"]]


def clauses(answer):
    return [one["clause"] for one in answer["irregularities"]]


def results(answer):
    return sorted((line["player"], line["wager"], line["result"], float(line["net"])) for line in answer["settlements"])
