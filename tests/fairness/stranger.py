"""An independent check of a shoe, written from docs/fairness.md alone: it shares no code with the table."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

RANKS, SUITS = "A23456789TJQK", "SHDC"


def seed_of_pattern(pattern: str) -> bytes:
    unit = bytes.fromhex(pattern)
    return (unit * 512)[:512]


def commitment_of(book: str, shoe: str, seed: bytes) -> str:
    return hashlib.sha256(b"boxseat shoe 1\x00" + book.encode() + b"\x00" + shoe.encode() + b"\x00" + seed).hexdigest()


class Words:
    def __init__(self, seed: bytes, label: str) -> None:
        self.seed, self.label, self.block, self.ready = seed, label, 0, list[int]()

    def next(self) -> int:
        if not self.ready:
            key = b"boxseat shuffle 1\x00" + self.label.encode() + b"\x00" + self.block.to_bytes(8, "big")
            raw = hmac.new(key, self.seed, hashlib.sha256).digest()
            self.ready = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4)]
            self.block += 1
        return self.ready.pop(0)

    def below(self, n: int) -> int:
        while True:
            word = self.next()
            if word < (2**32 // n) * n:
                return word % n


def order_of(pack: list[str], seed: bytes, stage: int) -> list[str]:
    order = sorted(pack, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
    words = Words(seed, f"stage {stage}")
    for i in range(len(order) - 1, 0, -1):
        j = words.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def bounds_of(proof: dict[str, Any], pack: list[str]) -> tuple[int, int]:
    m = min(proof["cut_from_ends"] * 4 * len(proof["ranks"]), len(pack) // 2)
    return m, len(pack) - m


def verified(proof: dict[str, Any]) -> bool:
    """Whether a proof, given as its JSON, holds."""
    seed = bytes.fromhex(proof["seed"])
    decks = [rank + suit for rank in proof["ranks"] for suit in SUITS] * proof["decks"]
    if proof["version"] != 1 or len(seed) != 512 or len(proof["stages"]) not in (1, 2):
        return False
    if commitment_of(proof["book"], proof["shoe"], seed) != proof["commitment"]:
        return False
    left: list[str] = []
    table: list[str] = []
    for number, stage in enumerate(proof["stages"], start=1):
        pack = stage["pack"].split() if stage.get("pack") is not None else decks
        dealt = stage["dealt"].split()
        if any(pack.count(card) < left.count(card) for card in left):
            return False
        if any(pack.count(card) + table.count(card) > decks.count(card) for card in pack + table):
            return False
        if not _one_stage(proof, stage, seed, number, pack, dealt):
            return False
        left = list(pack)
        for card in dealt:
            left.remove(card)
        table += [card for place, card in enumerate(dealt, start=1) if place not in stage.get("burnt", [])]
    return all(stage["dealt"] for stage in proof["stages"][:-1])


def _one_stage(
    proof: dict[str, Any], stage: dict[str, Any], seed: bytes, number: int, pack: list[str], dealt: list[str]
) -> bool:
    order = order_of(pack, seed, number)
    if cut := stage.get("cut"):
        least, most = bounds_of(proof, pack)
        if not least <= cut["place"] <= most:
            return False
        if cut["by"] == "house" and cut["place"] != least + Words(seed, f"cut {number}").below(most - least + 1):
            return False
        order = order[cut["place"] :] + order[: cut["place"]]
    if card := stage.get("cutting_card"):
        if not 0 <= card["least"] <= card["most"] <= len(pack):
            return False
        drawn = Words(seed, f"cutting card {number}").below(card["most"] - card["least"] + 1)
        if card["behind"] != card["least"] + drawn:
            return False
    burnt = stage.get("burnt", [])
    if len(set(burnt)) != len(burnt) or not all(1 <= place <= len(dealt) for place in burnt):
        return False
    fates = stage.get("fates", [])
    kept = [fate["place"] for fate in fates]
    if len(set(kept)) != len(kept) or not all(1 <= place <= len(dealt) and place not in burnt for place in kept):
        return False
    if not all(fate["fate"] in ("burned", "set-aside", "carried") and fate["record"] >= 1 for fate in fates):
        return False
    return order[: len(dealt)] == dealt
