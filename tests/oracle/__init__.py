"""A second implementation of the four rule texts, slow and literal, for comparison with the engine.

It shares no code with the engine. `settle` answers one replay document; `Unreadable` says why one cannot be read.

Where the rulings on irregularities (R27 to R44) leave room, it reads them so:

- R27. `after_cards: n` is the earliest moment at which n cards have left, after the entries listed before it. To get there
  offers and hands for which the list holds nothing more are passed over (R20); a hand that decides later in the list, or a
  moment that has passed, makes the document unreadable. Left out: at an open forfeit (SP 13.5), at blackjacks that may take
  even money, at a hand to act even if it stays silent, else at the complete hand of the dealer.
- R27. A refused entry leaves no trace: cards dealt and hands passed over to look at it are taken back.
- SP 14.2. While a forfeit may be declared, the next split hand has not got its second card.
- R28. A burn takes the next card of the shoe also while a card drawn in error lies out.
- R29. Drawn while somebody is due a card, it goes there at once. One that lies out goes to its place as soon as one is due,
  without a further entry.
- R30. A refusal is a decision in turn, and closes insurance, surrender and forfeit like one.
- R32. Later decisions that bar an extra card are hit, stand, split, double and refuse of the hand in turn, and a forfeit of
  the open double; the card is the shoe's, and an unseen one at The Star is dealt after all if the dealer needs one later.
- R33. Nobody has missed insurance before the initial deal is complete. Late insurance does not open it for others.
- R35. A box alone names its first hand. A card is due to the dealer when only silent hands or an untaken forfeit are before.
  A hand that is not there is unreadable. Surplus is not shown among the cards of a round that ends void.
- R36. What was seen is the hand with all surplus on its box, in any order, which hand it is, and the dealer's first card.
  A decision that is never asked for again is set aside. A hand that was played for an absent player is so played again.
- R36. An insurance or surrender that is set aside is offered again before other boxes' decisions on hands are repeated; a
  forfeit that was not declared is offered again only where the hand has changed.
- R36. `set_aside` grows while boxes are asked again; it belongs to the last reconstruction before.
- R36. What staff did to wagers and payments is repeated before the decisions that followed, and before the cards that left
  after it.
- R37. Every card out at a reconstruction is left over burned, one drawn in error unseen too; an extra card stays carried.
- R38, R43. A payment is made when the initial deal is complete or the hand makes 21. The fifty dollars go with the hand that
  earned them.
- R40. `returned_to` is refused where the round is terminated; a round that has changed to a shoe is dealt from a shoe.
  "No card out" is none that left. `then` is `deal-on` or `shuffle`, and shuffles after the round.
- R40, R42. In the initial deal Perfect Pairs of others come back with the last main wager on the box (SP 16.5). Control
  passes among those with an unsettled wager on the box; without a wager on a hand one may not double or split it.
- R41. Wagers are forfeited by name at The Star alone. A forfeit's double is a void line.
- R42. `player-card` needs a wager that would come back. A Super Bonus that is void rewards nobody.
- R39. The text of a foreign card is not compared with the cards of the document.
"""

from typing import Any

from .annulment import settle_ended
from .answers import answer
from .documents import Unreadable, fields, listed, read
from .sequence import play
from .settlements import Ledger, settle_played
from .steps import read_step

__all__ = ["Unreadable", "settle"]


def settle(document: dict[str, Any]) -> dict[str, Any]:
    """Answer a replay document: one round, or {"rounds": [...]} of independent ones."""
    if isinstance(document, dict) and "rounds" in document:
        fields(document, "document", ("rounds",))
        return {"rounds": [settle_one(one) for one in listed(document["rounds"], "rounds")]}
    return settle_one(document)


def settle_one(document):
    table = play(read(document, read_step))
    ledger = Ledger(table)
    if table.ended:
        settle_ended(ledger)
    else:
        settle_played(ledger)
    return answer(table, ledger)
