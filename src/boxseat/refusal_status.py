"""The HTTP status of each code of a refusal or error."""

from __future__ import annotations

NOT_ALLOWED = 422
"""The status of whatever the rules of the game, the table or the house do not allow."""

_STATUSES: dict[int, tuple[str, ...]] = {
    400: ("document/bad", "request/bad", "request/broken-off", "request/json", "request/shape"),
    401: ("login/wrong", "session/none"),
    403: (
        "account/disabled",
        "account/oneself",
        "administrator/link",
        "demo/none",
        "metrics/address",
        "origin/foreign",
        "origin/header",
        "origin/none",
        "password/due",
        "power/house-only",
        "power/none",
        "power/own-table",
    ),
    404: (
        "account/none",
        "clause/none",
        "dispute/none",
        "notice/none",
        "path/none",
        "payment/no-register",
        "register/none",
        "round/unknown",
        "rules/no-copy",
        "shoe/none",
        "cage/none",
        "stream/none",
        "table/none",
    ),
    405: ("path/method",),
    409: ("name/taken", "table/exists", "version/behind"),
    413: ("request/large",),
    415: ("request/type",),
    421: ("host/unknown",),
    429: ("password/busy", "rate/too-fast", "socket/many"),
    431: ("request/head",),
    500: ("house/fault",),
    503: ("connection/many", "history/busy", "house/paused", "odds/busy"),
}
_STATUS = {code: status for status, codes in _STATUSES.items() for code in codes}


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return _STATUS.get(code, NOT_ALLOWED)
