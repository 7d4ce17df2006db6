"""Common passwords, which are refused: common words and names, with the digits people add, and sequences of keys.

The list is of our own making, not a count of passwords that leaked. `common-words.txt` holds words that such counts are known to be
full of, and this file adds to them what people add. It comes to far more than the 3,000 commonest that ASVS 6.2.4 asks to refuse;
whether each of any one such list is among them, nobody has checked.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

BEGINNINGS = (
    "1",
    "12",
    "123",
    "1234",
    "12345",
    "123456",
    "a",
    "aa",
    "i",
    "my",
    "the",
    "mr",
    "el",
    "la",
    "x",
    "xx",
    "!",
)
ENDINGS = frozenset(
    (
        *(
            "1!",
            "12!",
            "123!",
            "1234!",
            "!",
            "!!",
            "!1",
            "@1",
            "@12",
            "@123",
            "#1",
            "?",
            ".",
            "*",
            "$",
            "-1",
            "_1",
            "_123",
        ),
        *(
            "a",
            "aa",
            "abc",
            "abcd",
            "me",
            "man",
            "boy",
            "girl",
            "s",
            "s1",
            "x",
            "xx",
            "xxx",
            "qwe",
            "qwer",
            "qwerty",
            "asd",
        ),
        *(str(number) for number in range(1000)),
        *(f"{number:02d}" for number in range(10)),
        *(
            "000",
            "001",
            "007",
            "0000",
            "1111",
            "1212",
            "1313",
            "2222",
            "3333",
            "4444",
            "5555",
            "6666",
            "7777",
            "8888",
            "9999",
        ),
        *("1234", "4321", "12345", "54321", "123456", "654321", "1234567", "12345678", "123456789", "1234567890"),
        *(f"{mark}{year}" for mark in ("", "@", "!") for year in range(1940, 2036)),
        *(f"{year}!" for year in range(2010, 2036)),
    )
)
_ROWS = (
    *("1234567890", "0987654321", "qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz"),
    *("abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm"),
    *("1qaz2wsx3edc4rfv5tgb", "qazwsxedcrfvtgb", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8", "zaq12wsxcde34rfv"),
    *("1a2b3c4d5e6f", "a1b2c3d4e5f6", "147258369", "159357", "741852963", "963852741", "qweasdzxc", "14789632"),
    *("123qweasdzxc", "01234567890", "11223344556677889900", "998877665544332211", "1029384756", "31415926535897"),
)
_SPELLINGS = (
    "ao|@0",
    "aoes|@03$",
    "aoi|401",
    "aoie|@013",
    "aoies|40135",
    "o|0",
    "a|@",
    "a|4",
    "e|3",
    "i|1",
    "s|$",
    "s|5",
)
_DATE = re.compile(
    r"(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d\d"
    r"|(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])"
)


def is_common(password: str) -> bool:
    """Whether a password is a common one: a word with a usual beginning or ending, a date, or a repetition."""
    """Whether a password is one of those that are tried first, whatever its capitals."""
    text = password.lower()
    if _DATE.fullmatch(text) or _is_one_thing_again(text):
        return True
    words = common_words()
    for cut in range(len(text) + 1):
        start, rest = text[:cut], text[cut:]
        if (start in words and (not rest or rest in ENDINGS)) or (start in BEGINNINGS and rest in words):
            return True
    return False


@cache
def common_words() -> frozenset[str]:
    """The common words, also in usual spellings and backwards, and sequences of keys."""
    """What such passwords are made of: words as written, backwards and in letters like digits, and runs of keys."""
    words = set(files(__package__).joinpath("common-words.txt").read_text("ascii").split())
    spelt = {
        word.translate(str.maketrans(*spelling.split("|")))
        for word in words
        if len(word) > 3
        for spelling in _SPELLINGS
    }
    runs = {row[start:end] for row in _ROWS for start in range(len(row)) for end in range(start + 3, len(row) + 1)}
    runs |= {run + run[::-1] for run in runs}
    return frozenset(words | spelt | runs | {word[::-1] for word in words if len(word) > 3})


def _is_one_thing_again(text: str) -> bool:
    """Whether a text is a short part or a common word, repeated."""
    """One to four keys, or a common word, over and over."""
    for length in range(1, len(text) // 2 + 1):
        part = text[:length]
        if part * (len(text) // length) == text and (length <= 4 or part in common_words()):
            return True
    return False
