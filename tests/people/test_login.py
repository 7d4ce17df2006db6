"""Login: opening accounts, signing in, lock-out, and answers that never say which part was wrong (S3, GLI-19 2.5.3)."""

from __future__ import annotations

import asyncio
from statistics import median
from threading import BoundedSemaphore
from time import perf_counter

import msgspec
import pytest

from boxseat.people.administration import OneTimePassword
from boxseat.people.credentials import digest_of_hash, insert_credential
from boxseat.people.login import NAME_TAKEN, WRONG_LOGIN, Admitted
from boxseat.people.names import (
    GUEST_PREFIX,
    PLANTS,
    guest_name,
    is_name,
    refusal_of_name,
)
from boxseat.people.passwords import BUSY, Busy
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.people.settings import HOUR, MINUTE, OPENING_CENTS_MAX, AccountSettings, Hashing
from boxseat.refusal import Refusal
from boxseat.table.names import COMPUTER_NAMES
from tests.people.conftest import CHEAP, PASSWORD, Casino, MovedClock, admitted

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", ["ann", "ann-lee_2", "a" * 24])
def test_names(name: str) -> None:
    assert refusal_of_name(name) is None


@pytest.mark.parametrize(
    "name", ["", "an", "a" * 25, "2ann", "-ann", "an n", "ann/bob", "ann\n", "änn", "ann\0", "Ann", "\u0430nn"]
)
def test_what_is_no_name(name: str) -> None:
    refused = refusal_of_name(name)
    assert refused is not None
    assert refused.code == "name/shape"


@pytest.mark.parametrize(
    "name",
    ["house", "dealer", "bank", "admin", "guest-wattle-4821", "dealer-bob", *(name.lower() for name in COMPUTER_NAMES)],
)
def test_names_the_house_keeps(name: str) -> None:
    refused = refusal_of_name(name)
    assert refused is not None
    assert refused.code == "name/reserved"


def test_guests_names() -> None:
    assert is_name(guest_name())
    assert is_name(GUEST_PREFIX + max(PLANTS, key=len) + "-123456")


async def test_opening_money_comes_from_the_bank_in_the_same_entry(casino: Casino) -> None:
    ann = admitted(await casino.login.open_account("Ann", PASSWORD))
    assert ann.person == Person("ann", Role.PLAYER)
    assert await casino.store.balances() == {"bank": -100_000, "wallet/ann": 100_000}
    assert await casino.written("ann") == ["account-opened.2", "logged-in.2"]
    assert len(await casino.store.read("account/ann")) == 1
    visit = await casino.sessions.find(ann.token)
    assert visit is not None
    assert visit.person == ann.person


async def test_a_guest_comes_in_by_one_click(casino: Casino) -> None:
    guest = await casino.login.open_guest()
    assert guest.person.guest
    assert guest.person.role is Role.PLAYER
    assert await casino.store.balance(f"wallet/{guest.person.name}") == 100_000
    assert await casino.login.login(guest.person.name, "") == WRONG_LOGIN
    assert await casino.written(guest.person.name) == ["account-opened.2", "logged-in.2"]


async def test_a_name_is_taken_whatever_its_capitals(casino: Casino) -> None:
    await casino.ann()
    assert await casino.login.open_account("ANN", PASSWORD) == NAME_TAKEN
    assert isinstance(await casino.login.login("aNN", PASSWORD), Admitted)


async def test_i5_fifty_people_open_one_name_at_once(casino: Casino, second: Casino) -> None:
    for node in (casino, second):
        node.front.passwords._room = BoundedSemaphore(50)
    answers = await asyncio.gather(
        *((casino, second)[i % 2].login.open_account("ann", f"{PASSWORD} {i}") for i in range(50))
    )
    winners = [i for i, answer in enumerate(answers) if isinstance(answer, Admitted)]
    assert len(winners) == 1
    assert all(answer == NAME_TAKEN for i, answer in enumerate(answers) if i not in winners)
    assert await casino.store.balances() == {"bank": -100_000, "wallet/ann": 100_000}
    assert isinstance(await casino.login.login("ann", f"{PASSWORD} {winners[0]}"), Admitted)
    assert len(await casino.sessions_of("ann")) == 2


async def test_two_logins_at_once_have_a_session_each(casino: Casino, second: Casino) -> None:
    await casino.ann()
    answers = await asyncio.gather(*(node.login.login("ann", PASSWORD) for node in (casino, second) for _ in range(5)))
    tokens = {admitted(answer).token for answer in answers}
    assert len(tokens) == 10
    assert [visit.person.name for token in tokens if (visit := await second.sessions.find(token))] == ["ann"] * 10
    assert (await casino.written("ann")).count("logged-in.2") == 11


async def test_3_8_the_answer_never_says_what_was_wrong(casino: Casino) -> None:
    await casino.ann()
    administrator = await casino.administrator()
    admitted(await casino.login.open_account("bob", PASSWORD))
    await casino.administration.disable(administrator, "bob")
    for name, password in [
        ("ann", "wrong"),
        ("nobody-here", "x"),
        ("bob", PASSWORD),
        ("\0", ""),
        ("a" * 999, "x"),
        ("Änn", ""),
    ]:
        assert await casino.login.login(name, password) == WRONG_LOGIN


async def test_s3_three_failures_in_half_an_hour_lock_for_half_an_hour(casino: Casino, clock: MovedClock) -> None:
    await casino.ann()
    for _ in range(3):
        assert await casino.login.login("ann", "wrong") == WRONG_LOGIN
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    clock.at += 30 * MINUTE - 1
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    clock.at += 1
    assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)
    assert (await casino.written("ann"))[2:] == [*["login-failed.1"] * 3, "locked.1", "logged-in.2"]


async def test_s3_failures_far_apart_or_before_a_login_do_not_lock(casino: Casino, clock: MovedClock) -> None:
    await casino.ann()
    for _ in range(6):
        assert await casino.login.login("ann", "wrong") == WRONG_LOGIN
        clock.at += 15 * MINUTE + 1
    for _ in range(2):
        assert await casino.login.login("ann", "wrong") == WRONG_LOGIN
        assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)
    assert "locked.1" not in await casino.written("ann")


async def test_a_lock_out_leaves_those_who_are_in_alone(casino: Casino) -> None:
    ann = await casino.ann()
    for _ in range(3):
        await casino.login.login("ann", "wrong")
    assert await casino.sessions.find(ann.token) is not None


async def test_knocking_at_a_locked_account_writes_nothing(casino: Casino) -> None:
    await casino.ann()
    for _ in range(20):
        assert await casino.login.login("ann", "wrong") == WRONG_LOGIN
        assert await casino.login.login("stranger", "wrong") == WRONG_LOGIN
    assert (await casino.written("ann")).count("login-failed.1") == 3
    assert await casino.store.streams("account/stranger") == []


async def test_guessing_on_two_nodes_at_once_gets_three_guesses(casino: Casino, second: Casino) -> None:
    """If many passwords are tried at once, even the right one fails after three wrong ones."""
    await casino.ann()
    tries = [(casino, second)[i % 2].login.login("ann", "wrong") for i in range(12)]
    assert await asyncio.gather(*tries) == [WRONG_LOGIN] * 12
    assert await second.login.login("ann", PASSWORD) == WRONG_LOGIN
    written = await casino.written("ann")
    assert (written.count("login-failed.1"), written.count("locked.1")) == (3, 1)


async def test_s3_unknown_and_known_names_do_the_same_work(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    await casino.ann()
    checks: list[str] = []
    check = casino.front.passwords.check

    def counted(kept: str, given: bytes) -> bool:
        checks.append("one")
        return check(kept, given)

    monkeypatch.setattr(casino.front.passwords, "check", counted)
    for name in ("ann", "unknown-name", "ann", "ann", "ann", "?"):
        checks.clear()
        assert await casino.login.login(name, "wrong") == WRONG_LOGIN
        assert checks == ["one"], name


async def test_s3_a_failed_login_takes_as_long_whatever_was_wrong(casino: Casino) -> None:
    """The answer comes a fixed time after the request, including the journal's write."""
    node = Casino(casino.store, casino.clock, msgspec.structs.replace(CHEAP, failed_answer_after=150_000))
    await node.ann()
    took: dict[str, list[float]] = {"ann": [], "no-ann": []}
    for _ in range(5):
        for name, times in took.items():
            began = perf_counter()
            assert await node.login.login(name, "wrong") == WRONG_LOGIN
            times.append(perf_counter() - began)
    known, unknown = median(took["ann"]), median(took["no-ann"])
    assert min(*took["ann"], *took["no-ann"]) >= 0.149
    assert abs(known - unknown) < 0.05 * unknown + 0.01
    await node.front.close()


async def test_a_crowd_is_asked_to_come_again(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await casino.ann()

    async def busy(*_: object) -> bool:
        raise Busy

    monkeypatch.setattr(casino.front.passwords, "verify", busy)
    monkeypatch.setattr(casino.front.passwords, "hash", busy)
    assert await casino.login.login("ann", PASSWORD) == BUSY
    assert await casino.login.open_account("bob", PASSWORD) == BUSY
    visit = await casino.sessions.find(ann.token)
    assert visit is not None
    assert await casino.administration.change_password(visit, PASSWORD, "another kettle") == BUSY
    assert await casino.administration.create_first_administrator() == BUSY
    assert await casino.written("ann") == ["account-opened.2", "logged-in.2"]


async def test_a_password_is_hashed_anew_when_the_price_has_changed(casino: Casino) -> None:
    await casino.ann()
    dearer = Casino(casino.store, casino.clock, msgspec.structs.replace(CHEAP, hashing=Hashing(passes=2, kibibytes=16)))
    admitted(await dearer.login.login("ann", PASSWORD))
    rows = await casino.store.query(lambda connection: connection.exec_driver_sql("SELECT hash FROM credentials").all())
    assert [row.hash.split("$")[3] for row in rows] == ["m=16,t=2,p=1"]
    admitted(await dearer.login.login("ann", PASSWORD))
    await dearer.front.close()


async def test_nothing_secret_is_in_the_journal_or_readable_in_the_database(casino: Casino) -> None:
    ann = await casino.ann()
    ticket = await casino.sessions.ticket(ann.token)
    made = await casino.administration.create_first_administrator()
    assert isinstance(made, OneTimePassword)
    assert ticket is not None
    tables = ("entries", "snapshots", "streams", "credentials", "sessions", "tickets", "secrets")

    def dump(connection: object) -> bytes:
        return b"\n".join(
            value if isinstance(value, bytes) else str(value).encode()
            for table in tables
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}")  # type: ignore[attr-defined]
            for value in row
        )

    text = await casino.store.query(dump)
    for secret in (ann.token, ticket, PASSWORD, made.password):
        assert secret.encode() not in text
    journal = b"".join(entry.records + entry.hash for entry in await casino.store.since(0))
    assert b"argon2" in text
    assert b"argon2" not in journal
    assert ann.token not in repr(ann)
    assert made.password not in repr(made)


async def test_a_refusal_is_data(casino: Casino) -> None:
    answer = await casino.login.open_account("x", PASSWORD)
    assert isinstance(answer, Refusal)
    assert answer.reason.startswith("a name has 3 to 24")


async def test_a_hash_that_the_records_do_not_name_opens_nothing(casino: Casino) -> None:
    """Someone with database access replaces another person's hash with that of a password they know."""
    await casino.ann()
    await casino.login.open_account("mallory", "a password of my own")
    swap = "UPDATE credentials SET hash = (SELECT hash FROM credentials WHERE name = 'mallory') WHERE name = 'ann'"
    await casino.store.change(lambda connection: connection.exec_driver_sql(swap))
    assert await casino.login.login("ann", "a password of my own") == WRONG_LOGIN
    assert isinstance(await casino.login.login("mallory", "a password of my own"), Admitted)


async def test_a_hash_of_an_earlier_program_is_on_record_from_the_next_login_on(casino: Casino) -> None:
    await casino.ann()
    before = AccountOpened("old", Role.PLAYER, False, 0, "c1", False)
    (kept,) = await casino.store.query(
        lambda connection: connection.exec_driver_sql("SELECT hash FROM credentials").scalars().all()
    )
    await casino.front.login._accounts.write(
        "old",
        None,
        (before,),
        at=casino.clock.now(),
        who="old",
        beside=lambda connection: insert_credential(connection, "c1", "old", kept),
    )
    admitted(await casino.login.login("old", PASSWORD))
    account = await casino.front.login._accounts.load("old")
    assert account is not None
    assert account.hash_digest == digest_of_hash(kept)


async def test_a_lock_that_a_clock_ahead_has_set_does_not_refuse_for_longer_than_locks_last(
    casino: Casino, clock: MovedClock
) -> None:
    await casino.ann()
    clock.at += 24 * HOUR
    for _ in range(3):
        await casino.login.login("ann", "wrong")
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    clock.at -= 24 * HOUR
    assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)


def test_opening_money_has_a_bound_that_the_audit_knows() -> None:
    for cents in (-1, OPENING_CENTS_MAX + 1):
        with pytest.raises(ValueError, match="opening_cents: from 0 to"):
            AccountSettings(opening_cents=cents)
