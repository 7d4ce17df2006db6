"""Role-based access control: each role's powers, in one table that every check uses.

Duties are kept apart. Staff do not play. Who keeps the accounts does not touch the tables, and who runs the tables does not keep
the accounts. The cage plays no part at a table, and surveillance only watches. An inspector sees everything and changes nothing
but what lies with them: reviews of disputes.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from boxseat.refusal import Refusal


class Role(StrEnum):
    """A person's role in the casino; everybody has exactly one."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    GAMING_MANAGER = "gaming-manager"
    TOURNAMENT_MANAGER = "tournament-manager"
    INSPECTOR = "inspector"
    CAGE = "cage"
    """The cashier: chips, drop, and what is paid out and collected."""
    SURVEILLANCE = "surveillance"
    ADMINISTRATOR = "administrator"


class Power(StrEnum):
    """A permission that a role may include, worded to follow "may not"."""

    PLAY = "play"
    WATCH = "watch"
    RECALL_OWN_ROUNDS = "recall-own-rounds"
    RECALL_ANY_ROUND = "recall-any-round"
    SEE_FLOOR = "see-floor"
    ASK_RULING = "ask-ruling"
    SEE_LOG = "see-log"
    SEE_ACCOUNTS = "see-accounts"
    CUT_FOR_THE_HOUSE = "cut-for-the-house"
    OPEN_TABLE = "open-table"
    CLOSE_TABLE = "close-table"
    CHANGE_SIGN = "change-sign"
    RESERVE_BOX = "reserve-box"
    HOLD_TO_MINIMUM = "hold-to-minimum"
    RESTRICT_PLAYER = "restrict-player"
    REFUSE_WAGER = "refuse-wager"
    REPLACE_CARDS = "replace-cards"
    VOID_ROUND = "void-round"
    DEAL_BY_HAND = "deal-by-hand"
    REPORT_IRREGULARITY = "report-irregularity"
    DECIDE_IRREGULARITY = "decide-irregularity"
    INVALIDATE = "invalidate"
    KEEP_WAGERS = "keep-wagers"
    DEFER_PAYMENT = "defer-payment"
    RECORD_PAYMENT_ERROR = "record-payment-error"
    SEE_PAYMENT_ERRORS = "see-payment-errors"
    DECIDE_DISPUTE = "decide-dispute"
    REVIEW_DISPUTE = "review-dispute"
    ACKNOWLEDGE_NOTICE = "acknowledge-notice"
    EXCLUDE = "exclude"
    READMIT = "readmit"
    ATTEST = "attest"
    RECORD_CHECK = "record-check"
    CHANGE_SETTINGS = "change-settings"
    HANDLE_FLOAT = "handle-float"
    CONFIRM_COUNT = "confirm-count"
    ORDER_CHIPS = "order-chips"
    RUN_CAGE = "run-cage"
    SEE_CAGE = "see-cage"
    SEE_RESULTS = "see-results"
    NOTE_RESULT = "note-result"
    RATE_PLAYER = "rate-player"
    WRITE_SHIFT_LOG = "write-shift-log"
    REQUEST_FOOTAGE = "request-footage"
    SEE_FOOTAGE = "see-footage"
    ANSWER_FOOTAGE = "answer-footage"
    RUN_TOURNAMENT = "run-tournament"
    END_SESSIONS = "end-sessions"
    MANAGE_ACCOUNTS = "manage-accounts"


READ_ONLY_POWERS = frozenset(
    {
        Power.WATCH,
        Power.RECALL_OWN_ROUNDS,
        Power.RECALL_ANY_ROUND,
        Power.SEE_FLOOR,
        Power.ASK_RULING,
        Power.SEE_LOG,
        Power.SEE_ACCOUNTS,
        Power.SEE_CAGE,
        Power.SEE_RESULTS,
        Power.SEE_FOOTAGE,
        Power.SEE_PAYMENT_ERRORS,
    }
)
"""Powers that change nothing."""

_FLOOR_STAFF = frozenset({Power.WATCH, Power.SEE_FLOOR, Power.ASK_RULING})
_DEALER = _FLOOR_STAFF | {Power.DEAL_BY_HAND, Power.REPORT_IRREGULARITY, Power.HANDLE_FLOAT, Power.WRITE_SHIFT_LOG}
_SUPERVISOR = _DEALER | {
    Power.RECALL_ANY_ROUND,
    Power.CUT_FOR_THE_HOUSE,
    Power.OPEN_TABLE,
    Power.CLOSE_TABLE,
    Power.CHANGE_SIGN,
    Power.RESERVE_BOX,
    Power.HOLD_TO_MINIMUM,
    Power.REFUSE_WAGER,
    Power.REPLACE_CARDS,
    Power.VOID_ROUND,
    Power.DECIDE_IRREGULARITY,
    Power.INVALIDATE,
    Power.DECIDE_DISPUTE,
    Power.REVIEW_DISPUTE,
    Power.ACKNOWLEDGE_NOTICE,
    Power.EXCLUDE,
    Power.CONFIRM_COUNT,
    Power.RECORD_CHECK,
    Power.ORDER_CHIPS,
    Power.SEE_CAGE,
    Power.RATE_PLAYER,
    Power.NOTE_RESULT,
    Power.REQUEST_FOOTAGE,
    Power.SEE_FOOTAGE,
    Power.RECORD_PAYMENT_ERROR,
    Power.SEE_PAYMENT_ERRORS,
}

POWERS: dict[Role, frozenset[Power]] = {
    Role.PLAYER: frozenset({Power.PLAY, Power.WATCH, Power.RECALL_OWN_ROUNDS}),
    Role.DEALER: _DEALER,
    Role.SUPERVISOR: _SUPERVISOR,
    Role.GAMING_MANAGER: _SUPERVISOR
    | {
        Power.RESTRICT_PLAYER,
        Power.KEEP_WAGERS,
        Power.DEFER_PAYMENT,
        Power.READMIT,
        Power.ATTEST,
        Power.CHANGE_SETTINGS,
        Power.SEE_RESULTS,
        Power.SEE_LOG,
        Power.END_SESSIONS,
    },
    Role.TOURNAMENT_MANAGER: _FLOOR_STAFF | {Power.RECALL_ANY_ROUND, Power.RUN_TOURNAMENT},
    Role.INSPECTOR: (READ_ONLY_POWERS - {Power.RECALL_OWN_ROUNDS})
    | {Power.REQUEST_FOOTAGE, Power.REVIEW_DISPUTE, Power.ACKNOWLEDGE_NOTICE},
    Role.CAGE: frozenset({Power.WATCH, Power.SEE_CAGE, Power.RUN_CAGE, Power.ACKNOWLEDGE_NOTICE}),
    Role.SURVEILLANCE: frozenset({Power.WATCH, Power.SEE_FOOTAGE, Power.ANSWER_FOOTAGE, Power.ACKNOWLEDGE_NOTICE}),
    Role.ADMINISTRATOR: frozenset(
        {Power.WATCH, Power.SEE_LOG, Power.SEE_ACCOUNTS, Power.MANAGE_ACCOUNTS, Power.END_SESSIONS}
    ),
}
"""The powers of each role. What is not in this table, nobody may do."""


class Person(msgspec.Struct, frozen=True):
    """A person with an account, and their role."""

    name: str
    role: Role
    guest: bool = False
    """Logged in by one click, without a password; cannot log in again after the session."""
    disabled: bool = False
    password_due: bool = False
    """Has a generated password, and may do nothing before choosing their own."""


def may(person: Person, power: Power) -> bool:
    """Whether somebody has a power, and may use it now."""
    return not person.disabled and not person.password_due and power in POWERS[person.role]


def refusal_of(person: Person, power: Power) -> Refusal | None:
    """Why somebody may not use a power; none where they may."""
    if may(person, power):
        return None
    if person.disabled:
        return Refusal("account/disabled", "", "this account is closed")
    if person.password_due:
        return Refusal("password/due", "", "choose a password of your own first")
    return Refusal("power/none", "", f"{_article(person.role)} {spoken(person.role)} may not {spoken(power)}")


def spoken(word: Role | Power) -> str:
    """A role or power in words: ``gaming manager``, ``cut for the house``."""
    return _SPOKEN.get(word, word.replace("-", " "))


_SPOKEN: dict[Role | Power, str] = {
    Power.RECALL_OWN_ROUNDS: "recall rounds of their own",
    Power.RECALL_ANY_ROUND: "recall other people's rounds",
    Power.SEE_FLOOR: "see the whole floor",
    Power.ASK_RULING: "ask for a ruling",
    Power.SEE_LOG: "see the log",
    Power.SEE_ACCOUNTS: "see people's accounts",
    Power.OPEN_TABLE: "open a table",
    Power.CLOSE_TABLE: "close a table",
    Power.CHANGE_SIGN: "change a table's sign",
    Power.RESERVE_BOX: "reserve a box",
    Power.HOLD_TO_MINIMUM: "hold a player to the minimum",
    Power.RESTRICT_PLAYER: "restrict a player",
    Power.REFUSE_WAGER: "refuse a wager",
    Power.REPLACE_CARDS: "replace a table's cards",
    Power.VOID_ROUND: "declare a round void",
    Power.DEAL_BY_HAND: "deal cards by hand",
    Power.REPORT_IRREGULARITY: "report an irregularity",
    Power.DECIDE_IRREGULARITY: "decide on an irregularity",
    Power.INVALIDATE: "declare a round without outcome",
    Power.KEEP_WAGERS: "keep wagers of a round without outcome",
    Power.DEFER_PAYMENT: "leave payments to the final settlement",
    Power.RECORD_PAYMENT_ERROR: "record a wrong payment",
    Power.SEE_PAYMENT_ERRORS: "see wrong payments",
    Power.DECIDE_DISPUTE: "decide a dispute",
    Power.REVIEW_DISPUTE: "review a dispute",
    Power.ACKNOWLEDGE_NOTICE: "acknowledge notices to a desk",
    Power.EXCLUDE: "exclude or detain somebody",
    Power.READMIT: "readmit an excluded player",
    Power.ATTEST: "attest what happened outside the tables",
    Power.RECORD_CHECK: "record checks at a table",
    Power.CHANGE_SETTINGS: "change a table's settings",
    Power.HANDLE_FLOAT: "handle a table's float",
    Power.CONFIRM_COUNT: "confirm the count of a float",
    Power.ORDER_CHIPS: "order chips for a table",
    Power.RUN_CAGE: "run the cage",
    Power.SEE_CAGE: "see the books of the cage",
    Power.SEE_RESULTS: "see the results of tables",
    Power.NOTE_RESULT: "explain a result",
    Power.RATE_PLAYER: "rate a player",
    Power.WRITE_SHIFT_LOG: "write in the shift log",
    Power.REQUEST_FOOTAGE: "ask for footage",
    Power.SEE_FOOTAGE: "see requests for footage",
    Power.ANSWER_FOOTAGE: "answer about footage",
    Power.RUN_TOURNAMENT: "run a tournament",
    Power.END_SESSIONS: "end somebody's sessions",
    Power.MANAGE_ACCOUNTS: "change people's accounts",
}


def _article(role: Role) -> str:
    return "an" if role[0] in "aeiou" else "a"
