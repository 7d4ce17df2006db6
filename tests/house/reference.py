"""A simple reference model of the house: whose money went where, who sits where, and what must not change.

The model does not know the rules of play. It takes a round's results from the round, and checks that they are paid to
the cent and that nothing else moves.
"""

from __future__ import annotations

from boxseat.house.answers import Answer, Behind, Done, Paused, Refused
from boxseat.ledger.double_entry import overdrawn
from boxseat.table import commands as c
from boxseat.table.state import Table, layout_chips
from tests.house.memory_store import Disk


class Holdings:
    """All that one person holds, in cents."""

    def __init__(self, table: Table, money: dict[str, int], name: str) -> None:
        self.wallet = money.get(f"wallet/{name}", 0)
        self.debt = -money.get(f"owed/{name}", 0)
        self.chips = money.get(f"chips/{table.id}/{name}", 0)
        self.wagers = {box: cents for (box, player), cents in layout_chips(table).items() if player == name and cents}

    @property
    def total(self) -> int:
        return self.wallet + self.chips + sum(self.wagers.values()) - self.debt


class Reference:
    """The state before a command, and a check of the result."""

    def __init__(self, disk: Disk, table: Table, people: tuple[str, ...]) -> None:
        self._disk = disk
        self._before = table
        self._seq = disk.found.seq
        self._money = dict(disk.found.balances)
        self._people = people

    def judge(self, who: str, command: c.TableCommand, answer: Answer, after: Table) -> None:
        """Check that the answer, the table and the ledger agree."""
        money = self._disk.found.balances
        assert sum(money.values()) == 0, "money came from nowhere"
        assert not overdrawn(money), overdrawn(money)
        table_is_the_ledger(after, money)
        if not isinstance(answer, Done):
            _reads_well(answer)
            assert after is self._before, (command, answer, "something changed")
            assert self._disk.found.seq == self._seq, (command, answer, "something was stored")
            assert money == self._money
            return
        assert self._disk.found.seq - self._seq <= 1, "one command, one entry"
        assert after.version - self._before.version == self._disk.found.seq - self._seq
        if after.version == self._before.version:
            return
        self._everyone_is_paid(after, money)
        self._seats(who, command, after)
        self._plain_commands(who, command, after, money)

    def _everyone_is_paid(self, after: Table, money: dict[str, int]) -> None:
        """Check that holdings change only by the results of a round."""
        before = self._before
        won = before.round.net() if before.round is not None and before.in_round else {}
        same_round = before.in_round or after.round_number != before.round_number
        wins = after.round.net() if after.round is not None and same_round else {}
        for name in self._people:
            was, now = Holdings(before, self._money, name), Holdings(after, money, name)
            assert now.total - was.total == wins.get(name, 0) - won.get(name, 0), (name, was.total, now.total)

    def _seats(self, who: str, command: c.TableCommand, after: Table) -> None:
        """Check that no one is seated except by their own command, from the waiting list, or as a computer player."""
        before = self._before
        assert set(after.seats.values()) <= set(after.patrons)
        for box, name in after.seats.items():
            if before.seats.get(box) == name:
                continue
            waited = before.wanted.get(box) == name
            robot = isinstance(command, c.AskComputer) and bool(after.patrons[name].computer)
            asked = name == who and isinstance(command, c.Sit | c.AskForBox)
            assert waited or robot or asked, (command, box, name)

    def _plain_commands(self, who: str, command: c.TableCommand, after: Table, money: dict[str, int]) -> None:
        """Check commands that have one simple effect on their own player, unless a round begins with them."""
        before = self._before
        if after.round_number != before.round_number:
            return
        was, now = Holdings(before, self._money, who), Holdings(after, money, who)
        match command:
            case c.BuyIn(amount=amount):
                assert (now.wallet, now.chips) == (was.wallet - amount, was.chips + amount)
            case c.Lay(box=box, stake=stake, perfect_pairs=pairs, super_sevens=sevens):
                laid = stake + pairs + sevens
                assert now.wagers == {**was.wagers, box: laid}
                assert now.chips == was.chips + was.wagers.get(box, 0) - laid
            case c.TakeBack(box=box):
                assert now.wagers == {other: cents for other, cents in was.wagers.items() if other != box}
            case c.Sit(box=box):
                assert after.seats[box] == who
            case c.GiveUp(box=box):
                assert after.seats.get(box) != who
            case c.Leave() if not before.in_round and who in self._people:
                assert who not in after.patrons
                assert now.chips == 0
                assert now.wagers == {}
                assert now.wallet == was.total


def table_is_the_ledger(table: Table, money: dict[str, int]) -> None:
    """Check that chips, wagers, float and drop of a table equal the ledger's balances."""
    lying = layout_chips(table)
    for account, cents in money.items():
        kind, _, rest = account.partition("/")
        if not rest.startswith(f"{table.id}/"):
            continue
        if kind == "chips":
            patron = table.patrons.get(rest.split("/")[1])
            assert cents == (patron.chips if patron is not None else 0), account
        elif kind == "wager":
            _, box, name = rest.split("/")
            assert cents == lying.get((int(box), name), 0), account
    assert money.get(f"float/{table.id}", 0) == table.float_cents
    assert money.get(f"drop/{table.id}", 0) == table.drop_cents


def _reads_well(answer: Answer) -> None:
    """Check that a refusal has a code and a readable sentence."""
    if isinstance(answer, Refused):
        area, _, what = answer.code.partition("/")
        assert area, answer
        assert what, answer
        assert len(answer.reason) > 8, answer
        assert answer.reason[-1] not in ".!", answer
        assert "None" not in answer.reason, answer
    elif isinstance(answer, Paused):
        assert answer.reason
    else:
        assert isinstance(answer, Behind)
        assert answer.version > 0
