"""Passwords: which may be chosen (ASVS 6.2.1-9), and checks that delay nothing else (S3)."""

from __future__ import annotations

import asyncio
import threading
import time
from statistics import median

import pytest

from boxseat.people.common_passwords import ENDINGS, common_words, is_common
from boxseat.people.passwords import Busy, Passwords, refusal_of_password
from boxseat.people.settings import AccountSettings, Hashing

pytestmark = pytest.mark.anyio
CHEAP = Hashing(passes=1, kibibytes=8)
WELL_KNOWN = """
    password 12345678 123456789 1234567890 qwertyuiop password1 password123 iloveyou 11111111 87654321 sunshine princess football
    baseball superman trustno1 1q2w3e4r 1qaz2wsx qwerty123 abcd1234 letmein1 P@ssw0rd Passw0rd passw0rd1 asdfghjkl zaq12wsx
    michelle jennifer starwars whatever internet 123123123 987654321 a1b2c3d4 aa123456 1234qwer welcome1 monkey123 Summer2024!
    admin123 changeme liverpool 88888888 147258369 q1w2e3r4t5 1q2w3e4r5t test1234 hello123 dragon123 charlie1 iloveyou2 computer
    blackjack pontoon21 19122000
"""


@pytest.mark.parametrize("password", WELL_KNOWN.split())
def test_2_4_well_known_passwords_are_refused(password: str) -> None:
    refused = refusal_of_password("ann", password)
    assert refused is not None
    assert refused.code == "password/common"


def test_2_4_more_than_3000_are_refused() -> None:
    words = sorted(word for word in common_words() if len(word) >= 8)
    assert len(words) > 3_000
    assert all(is_common(word) for word in words)
    assert all(is_common(word.title() + ending) for word in words[::500] for ending in ENDINGS)


@pytest.mark.parametrize(
    "password",
    [
        "kettle on the verandah",
        "aaaaaaa ",
        "zoqvexil",
        "73920461",
        "pässwörter-sind-lang",
        "x" * 63 + "y",
        "q" * 127 + "r",
        "\0\0\0\1\0\0\0\2",
    ],
)
def test_2_5_any_characters_will_do(password: str) -> None:
    assert refusal_of_password("ann", password) is None


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password/short"),
        ("wombats", "password/short"),
        ("zoqvexil" * 16 + "a", "password/long"),
        ("Annabella", "password/name"),
        ("annabella2024!", "password/name"),
    ],
)
def test_2_1_refused_passwords(password: str, code: str) -> None:
    refused = refusal_of_password("annabella", password)
    assert refused is not None
    assert refused.code == code


async def test_2_8_every_character_counts() -> None:
    passwords = Passwords(CHEAP)
    kept = await passwords.hash("a" * 127 + "b")
    assert kept.startswith("$argon2id$")
    assert await passwords.verify(kept, "a" * 127 + "b")
    for other in ("a" * 127 + "B", "a" * 127, "a" * 127 + "b ", "", "\ud800"):
        assert not await passwords.verify(kept, other)
    assert not await passwords.verify("not a hash", "a")
    passwords.close()


async def test_s3_nobodys_password_costs_one_check_too(monkeypatch: pytest.MonkeyPatch) -> None:
    passwords = Passwords(CHEAP)
    checked: list[str] = []

    def check(kept: str, password: bytes) -> bool:
        checked.append(kept)
        return password == b"right"

    monkeypatch.setattr(passwords, "check", check)
    kept = await passwords.hash("right")
    assert await passwords.verify(kept, "right")
    assert not await passwords.verify(None, "right")
    assert len(checked) == 2
    assert checked[1].rsplit("$", 2)[0] == kept.rsplit("$", 2)[0], "both checks must cost the same"
    passwords.close()


async def test_s3_beyond_the_bound_people_are_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    passwords = Passwords(CHEAP, hashers=1, waiting=2)
    gate = threading.Event()
    monkeypatch.setattr(passwords, "check", lambda kept, password: gate.wait(10))
    tasks = [asyncio.create_task(passwords.verify("kept", "x")) for _ in range(10)]
    await asyncio.sleep(0.05)
    busy = [task for task in tasks if task.done() and isinstance(task.exception(), Busy)]
    assert len(busy) == 7
    waiting = [task for task in tasks if not task.done()]
    waiting[0].cancel()  # a cancelled request frees no thread: the work continues
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await passwords.verify("kept", "x")
    gate.set()
    assert await asyncio.gather(*waiting[1:]) == [True, True]
    assert await passwords.verify("kept", "x")
    passwords.close()


async def test_s3_the_real_price_and_a_loop_that_goes_on() -> None:
    """With real settings: known and unknown names cost the same, and many logins do not block the event loop."""
    real = AccountSettings()
    passwords = Passwords(real.hashing, hashers=real.hashers, waiting=real.waiting)
    kept = await passwords.hash("kettle on the verandah")
    took: dict[str | None, list[float]] = {kept: [], None: []}
    for _ in range(9):
        for which, times in took.items():
            began = time.process_time()  # of all threads, so that other load does not matter
            assert not await passwords.verify(which, "another kettle")
            times.append(time.process_time() - began)
    known, unknown = median(took[kept]), median(took[None])
    assert min(took[kept]) > 0.005, "a check must be expensive"
    assert 0.6 < known / unknown < 1.6

    crowd = [asyncio.create_task(passwords.verify(kept, "x")) for _ in range(100)]
    turns = 0
    while not all(task.done() for task in crowd):
        await asyncio.sleep(0)
        turns += 1
    assert sum(isinstance(task.exception(), Busy) for task in crowd) == 100 - real.hashers - real.waiting
    assert turns > 100, "the loop must run while passwords are checked"
    passwords.close()
