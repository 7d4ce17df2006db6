"""A demo floor: its people are logged in by one click, without a password.

A floor is a demo from its birth or never. The mark is the first entry of one account: an administrator without a password, under a
name that nobody can be given. No command writes such an entry; only a floor that begins as a demo has it.
"""

from __future__ import annotations

from boxseat.clock import Clock
from boxseat.journal import queries as reads
from boxseat.journal.entry import Conflict
from boxseat.journal.store import Store
from boxseat.people.account_store import AccountStore, account_stream
from boxseat.people.login import Admitted
from boxseat.people.names import DEMO_PREFIX, plain
from boxseat.people.records import AccountOpened, LoggedIn, decode
from boxseat.people.roles import Person, Role
from boxseat.people.sessions import Sessions
from boxseat.refusal import Refusal

DEMO_ADMINISTRATOR = f"{DEMO_PREFIX}administrator"
NO_DEMO = Refusal("demo/none", "", "this floor is no demo: log in by name and password")
_PEOPLE_MAX = 100


class DemoLogin:
    """Logs in as a person of a demo floor; refuses everywhere else."""

    def __init__(self, store: Store, accounts: AccountStore, sessions: Sessions, clock: Clock) -> None:
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock
        self._born_demo: bool | None = None

    async def people(self) -> tuple[Person, ...]:
        """The people of the demo, by name; none if this floor is no demo."""
        if not await self._is_demo():
            return ()
        page = await self._accounts.page(DEMO_PREFIX, _PEOPLE_MAX)
        found = [account.person for account in page if account.name.startswith(DEMO_PREFIX)]
        return tuple(person for person in found if not person.disabled)

    async def login(self, name: str) -> Admitted | Refusal:
        """Log in as a person of the demo."""
        name = plain(name)
        if not await self._is_demo() or not name.startswith(DEMO_PREFIX):
            return NO_DEMO
        async with self._accounts.lock(name):
            while (account := await self._accounts.load(name)) is not None and not account.disabled:
                now = self._clock.now()
                session = self._sessions.prepare(name, account.version + 1, now)
                records = (LoggedIn(session.id),)
                try:
                    after = await self._accounts.write(name, account, records, at=now, who=name, beside=session.insert)
                except Conflict:
                    continue
                return Admitted(session.token, session.id, after.person)
        return NO_DEMO

    async def _is_demo(self) -> bool:
        """Whether the floor was born as a demo; that never changes."""
        if self._born_demo is None:
            first = await self._store.query(reads.stream(account_stream(DEMO_ADMINISTRATOR), 0, 1))
            match decode(first[0].records) if first else ():
                case (AccountOpened(role=Role.ADMINISTRATOR, guest=False, credential=""), *_):
                    self._born_demo = True
                case _:
                    self._born_demo = False
        return self._born_demo
