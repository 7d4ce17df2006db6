"""A table's settings: impossible numbers are refused before the table exists."""

from __future__ import annotations

import msgspec
import pytest

from boxseat.clock import SECOND
from boxseat.play.state import TableLimits
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table.settings import Settings, Times, refusal_to_set
from boxseat.table.sign import SIGN, Sign

SIDE_BET = TableLimits(100, 1000)


def _signed(minimum: int | None, maximum: int | None, unit: int | None = None) -> Sign:
    return Sign(box=TableLimits(minimum, maximum), side_bet=SIDE_BET, unit=unit)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("setting/float", {"opening_float": -1}),
        ("setting/players-at-table", {"players_at_table": -3}),
        ("setting/times", {"times": Times(wager=0)}),
        ("setting/times", {"times": Times(decide=-1)}),
        ("setting/times", {"times": Times(cut=SECOND // 20)}),
        ("setting/times", {"times": Times(seat=100_000 * SECOND)}),
        ("setting/times", {"times": Times(wager=3 * SECOND - 1)}),
        ("setting/times", {"times": Times(decide=3 * SECOND - 1)}),
        ("setting/times", {"times": Times(least=3 * SECOND - 1)}),
        ("setting/times", {"times": Times(least=21 * SECOND)}),
        ("setting/sign", {"sign": _signed(None, 1000)}),
        ("setting/sign", {"sign": _signed(500, None)}),
        ("setting/sign", {"sign": _signed(1000, 500)}),
        ("setting/sign", {"sign": _signed(-500, -100)}),
        ("setting/sign", {"sign": _signed(500, 1000, unit=0)}),
        ("setting/sign", {"sign": _signed(510, 540)}),
        ("setting/sign", {"sign": _signed(0, 40)}),
        ("setting/sign", {"sign": Sign(box=TableLimits(500, 1000), side_bet=TableLimits(-1, None))}),
    ],
)
def test_numbers_that_make_no_table_are_refused(game: str, code: str, given: dict[str, object]) -> None:
    settings = msgspec.structs.replace(Settings(sign=SIGN), **given)
    refused = refusal_to_set(open_book(game), settings)
    assert refused is not None
    assert refused.code == code
    assert refused.clause


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sign", [SIGN, _signed(500, 5000, unit=250), _signed(0, 50)])
def test_signs_that_leave_room_for_a_wager_are_taken(game: str, sign: Sign) -> None:
    assert refusal_to_set(open_book(game), Settings(sign=sign, opening_float=0, times=Times(wager=3 * SECOND))) is None


@pytest.mark.parametrize(
    ("sign", "reason"),
    [
        (_signed(525, 10_000, unit=500), "sign.box.minimum is 5.25, and no multiple of the smallest chip, 0.50"),
        (_signed(500, 10_000, unit=125), "sign.unit is 1.25, and no multiple of the smallest chip, 0.50"),
    ],
)
def test_a_sign_that_chips_cannot_follow_is_refused(sign: Sign, reason: str) -> None:
    """CP 7.3, SP 6.2, R19: wagers are laid in chips, and no wager of chips would fit such a minimum or such steps."""
    refused = refusal_to_set(open_book("star-pontoon"), Settings(sign=sign))
    assert refused is not None
    assert (refused.code, refused.clause, refused.reason) == ("setting/sign", "6.2", reason)
