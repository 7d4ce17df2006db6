"""The worked example of the replay contract, answered word for word."""

from __future__ import annotations

from boxseat.play.document import read_document
from boxseat.play.replay import play_document, replay
from tests.notation import document, play


def test_the_worked_example() -> None:
    """ann decides for box 1 and doubles to 21 with bob; cat stands off on box 3."""
    written = document(
        "star-pontoon",
        "KS 9D 7H 6C 8D 5S KD",
        "1:ann*=20+pp5 1:bob=10 3:cat=25",
        "1 insure bob 5",
        "1 double 20 +bob=10",
        "1 forfeit bob",
        "3 stand",
        limits={"min": "5", "max": "1000"},
        decks=8,
        smallest_chip="0.50",
    )

    def line(
        box: int, player: str, wager: str, stake: str, result: str, odds: str | None, net: str, clause: str
    ) -> object:
        return {
            "box": box,
            "hand": 1,
            "player": player,
            "wager": wager,
            "stake": stake,
            "result": result,
            "odds": odds,
            "net": net,
            "clause": clause,
        }

    assert replay(written) == {
        "dealer": {"cards": ["7H", "KD"], "total": 17},
        "boxes": [
            {"box": 1, "hands": [{"cards": ["KS", "6C", "5S"], "total": 21}]},
            {"box": 3, "hands": [{"cards": ["9D", "8D"], "total": 17}]},
        ],
        "settlements": [
            line(1, "ann", "perfect-pairs", "5.00", "lose", None, "-5.00", "16.9"),
            line(1, "ann", "main", "20.00", "win", "1:1", "20.00", "13.2"),
            line(1, "ann", "double", "20.00", "win", "1:1", "20.00", "13.2"),
            line(1, "bob", "main", "10.00", "win", "1:1", "10.00", "13.2"),
            line(1, "bob", "double", "10.00", "win", "1:1", "10.00", "13.2"),
            line(3, "cat", "main", "25.00", "stand-off", None, "0.00", "17.1.10"),
        ],
        "refused": [
            {"decision": 0, "do": "insure", "clause": "9.1", "reason": "the dealer's first card is not an ace"},
            {"decision": 2, "do": "forfeit", "clause": "13.5", "reason": "the hand made 21 and is paid"},
        ],
        "net": {"ann": "35.00", "bob": "20.00", "cat": "0.00"},
        "house": "-55.00",
        "cards_used": 7,
    }


def test_a_box_with_side_bets_alone_gets_no_cards_and_they_come_back() -> None:
    told = play("star-pontoon", "", "2:ann=-+pp5")
    assert told.all == {
        "dealer": {"cards": [], "total": 0},
        "boxes": [],
        "settlements": [
            {
                "box": 2,
                "hand": 1,
                "player": "ann",
                "wager": "perfect-pairs",
                "stake": "5.00",
                "result": "void",
                "odds": None,
                "net": "0.00",
                "clause": "16.5",
            }
        ],
        "refused": [],
        "net": {"ann": "0.00"},
        "house": "0.00",
        "cards_used": 0,
    }


def test_a_decision_on_such_a_box_is_refused() -> None:
    told = play("star-pontoon", "KS 7H QC KD", "1:ann=20 2:bob=-+pp5", "2 hit", "5 stand", "2 double", "1 stand")
    assert told.refused == [(0, "6.6"), (1, "6.6"), (2, "6.6")]
    assert told.reasons[:2] == ["box 2 has no main wager", "box 5 has no main wager"]


def test_a_refusal_is_kept_with_its_place_in_the_document_and_in_the_round() -> None:
    """The first decision is tried after three cards, the last after one more card and a hit."""
    read = read_document(document("star-pontoon", "9S 7H 5C 4D KD", "1:ann=20", "1 insure 5", "1 hit", "1 split"))
    played = play_document(read)
    assert played.document is read
    assert [(refused.decision, refused.do, refused.after_acts) for refused in played.refused] == [
        (0, "insure", 3),
        (2, "split", 5),
    ]
