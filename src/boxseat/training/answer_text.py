"""Reading of answers: each form has one text for all ways of writing the same answer, and answers are compared by it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from boxseat.cards import BadCard, parse_cards
from boxseat.money import dollars
from boxseat.play.places import DEALERS_PLACE
from boxseat.training.exercise import Part

ANSWER_CHARACTERS_MAX = 400
NOTHING = "-"
"""How no card and no option are written; so is an empty answer."""
_AMOUNT = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,2})?")
_TOTAL = re.compile(r"(soft|hard|s|h)? ?([0-9]{1,2})")


class UnreadableAnswer(ValueError):
    """An answer that does not have its part's form; the message is a sentence."""


def read_answer(part: Part, text: str) -> str:
    """An answer to a part, in the form in which answers are compared."""
    if len(text) > ANSWER_CHARACTERS_MAX:
        raise UnreadableAnswer(f"an answer has at most {ANSWER_CHARACTERS_MAX} characters")
    words = text.lower().replace(",", " ").split()
    match part.form:
        case "choice":
            return _option(part, " ".join(words))
        case "several":
            chosen = {_option(part, word) for word in words if word != NOTHING}
            return " ".join(option.id for option in part.options if option.id in chosen)
        case "cards":
            return _cards(words)
        case "amount":
            return dollars(_cents(" ".join(words)))
        case "total":
            return _total(" ".join(words))
        case "places":
            return " ".join(_places(part, words))


def cards_text(cards: Iterable[str]) -> str:
    """Cards of one place as they are compared: their order does not matter."""
    return " ".join(sorted(cards))


def _option(part: Part, word: str) -> str:
    ids = [option.id for option in part.options]
    if word in ids:
        return word
    if re.fullmatch("[0-9]{1,3}", word) and 1 <= int(word) <= len(ids):
        return ids[int(word) - 1]
    raise UnreadableAnswer(f"{word[:40]!r} is none of the numbers 1 to {len(ids)}")


def _cards(words: list[str]) -> str:
    try:
        return cards_text(parse_cards(" ".join(word for word in words if word != NOTHING).upper()))
    except BadCard as error:
        raise UnreadableAnswer(str(error)) from None


def _cents(text: str) -> int:
    """Dollars, or chips added up: 25+10+2.50."""
    parts = [part.strip() for part in text.replace("$", "").split("+")]
    if not all(_AMOUNT.fullmatch(part) for part in parts):
        raise UnreadableAnswer(f"{text[:40]!r} is not an amount in dollars, such as 37.50 or 25+10+2.50")
    return sum(_exact_cents(part) for part in parts)


def _exact_cents(part: str) -> int:
    whole, _, cents = part.lstrip("-").partition(".")
    amount = int(whole) * 100 + int(cents.ljust(2, "0"))
    return -amount if part.startswith("-") else amount


def _total(text: str) -> str:
    found = _TOTAL.fullmatch(text)
    if found is None:
        raise UnreadableAnswer(f"{text[:40]!r} is no total, such as 17 or soft 17")
    return f"soft {int(found[2])}" if (found[1] or "h").startswith("s") else str(int(found[2]))


def _places(part: Part, words: list[str]) -> list[str]:
    """Boxes by number, and `d` for the dealer; a word that is no place of the part is several places of one sign each."""
    ids = [option.id for option in part.options]
    places: list[str] = []
    for word in words:
        if word in ids:
            places.append(word)
        elif re.fullmatch("[0-9d]+", word):
            places.extend(DEALERS_PLACE if sign == "d" else sign for sign in word)
        else:
            raise UnreadableAnswer(f"{word[:40]!r} is no place; a box is its number, the dealer is d")
    return places
