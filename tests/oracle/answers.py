"""The answer to a document."""

from .cards import total


def money(amount):
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def answer(table, ledger):
    net = {wager.player: 0 for wager in table.document.wagers}
    for line in ledger.lines:
        net[line["player"]] += line["net"]
    boxes = []
    for box in table.boxes:
        hands = [{"cards": list(hand.cards), "total": hand.total()} for hand in box.hands]
        boxes.append({"box": box.number, "hands": hands})
    carried = [card.number for card in table.lying if card.fate == "carried"]
    answered = {
        "dealer": {"cards": list(table.dealer), "total": total(table.dealer)},
        "boxes": boxes,
        "settlements": [dict(line, stake=money(line["stake"]), net=money(line["net"])) for line in ledger.lines],
        "refused": table.refused,
        "net": {player: money(amount) for player, amount in net.items()},
        "house": money(-sum(net.values())),
        "cards_used": table.left - len(carried),
    }
    if any(entry.by is not None for entry in table.document.decisions):
        answered.update(of_staff(table, carried))
    return answered


def of_staff(table, carried):
    """What a document with steps of staff is answered besides."""
    cards = table.document.cards
    unneeded = [card.number for card in table.lying if card.fate == "burned"]  # R31, R37
    return {
        "burned": [cards[number] for number in [*table.burned, *unneeded]],
        "carried": [cards[number] for number in carried],
        "void": table.ended,
        "irregularities": table.record,
        "after_round": sorted(table.after_round),
        "notified": sorted(table.notified),
    }
