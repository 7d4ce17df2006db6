"""Every code of a refusal or error, with its meaning and its HTTP status: what the program answers and the API's manual lists.

A code is ``subject/reason``. It never changes its meaning: another reason is another code.
"""

from __future__ import annotations

NOT_ALLOWED = 422
"""The status of whatever the rules of the game, the table or the house do not allow."""

MEANINGS: dict[str, dict[str, str]] = {
    "account": {
        "disabled": "the account is closed",
        "none": "nobody has this name",
        "oneself": "somebody else must do this to one's own account",
        "open": "the account is open and not locked",
    },
    "administrator": {"exists": "there is an administrator already"},
    "advice": {"none": "the house gives advice at practice tables only"},
    "box": {
        "empty": "the box has no main wager in this round",
        "full": "the box has as many wagers as it takes",
        "none": "there is no box of this number",
    },
    "chips": {
        "multiples": "chips are bought in multiples of the smallest chip",
        "none": "the player has no chips at this table",
        "nothing": "an amount must be above zero",
        "short": "the player has too few chips",
    },
    "clause": {"none": "there is no clause of this number"},
    "clock": {"nothing": "the table waits for nobody"},
    "command": {"reused": "another command had this id"},
    "computer": {
        "none": "no computer player can be asked to sit there",
        "not-at-table": "only players at the table ask computer players to come or go",
        "not-there": "no computer player sits at this box",
    },
    "connection": {"many": "as many connections are open as may be"},
    "control": {"not-yours": "another player decides for the box"},
    "cut": {
        "none": "the cards are not to be cut now",
        "not-yours": "somebody else is asked to cut",
        "place": "the cards cannot be cut there",
    },
    "deal": {
        "no-more": "every such card is out already",
        "no-such-card": "the card is not in this game's deck",
        "not-due": "no card is due",
    },
    "double": {
        "after-split": "a split hand may not be doubled",
        "amount": "a double is exactly the wager",
        "first-two": "only a hand's first two cards may be doubled",
        "multiples": "a double is laid in multiples of the smallest chip",
        "not-offered": "this game has no doubling",
        "nothing": "a double is above zero",
        "soft": "a soft total may not be doubled",
        "too-much": "a double is no more than the wager",
        "total": "the total may not be doubled",
    },
    "draw": {"split-aces": "a split ace gets one card only"},
    "drill": {"none": "there is no such theme in this game"},
    "even-money": {
        "closed": "the interim settlement is over",
        "dealers-card": "the dealer's first card is not an ace",
        "insured": "the player has insured this natural",
        "no-natural": "the box has no natural",
        "no-wager": "the player has no main wager on the box",
        "not-offered": "this game has no even money",
        "twice": "the player has taken even money already",
    },
    "forfeit": {
        "busted": "the hand went over 21 and has lost",
        "closed": "the next hand has been acted on",
        "not-doubled": "the player has no doubled wager on the hand",
        "not-offered": "this game has no forfeit",
        "twenty-one": "the hand made 21 and is paid",
    },
    "frame": {
        "bad": "the frame cannot be read",
        "binary": "frames are JSON text",
        "long": "the frame is longer than the server takes",
    },
    "game": {"none": "there is no such game"},
    "history": {"busy": "too many past rounds are being looked up, or the database does not answer"},
    "host": {"unknown": "the server is not called that"},
    "house": {
        "fault": "a fault of the program, noted in its log under the number given",
        "paused": "nothing can be stored now; the same command may be sent again",
    },
    "insurance": {
        "closed": "insurance is closed",
        "dealers-card": "the dealer's first card is not an ace",
        "even-money": "the player has taken even money",
        "multiples": "insurance is laid in multiples",
        "natural": "the box has a natural",
        "no-wager": "the player has no main wager on the box",
        "not-offered": "this game has no insurance",
        "nothing": "an insurance wager is above zero",
        "too-much": "insurance is at most its part of the wager",
        "twice": "the player has insured the box already",
    },
    "join": {
        "controlling": "the controlling player joins nobody",
        "no-wager": "the player has no wager on the hand",
        "not-asked": "the player is not asked to join",
        "twice": "a player is named twice",
        "waiting": "the box's other players are being asked",
    },
    "limits": {
        "in-round": "limits are not changed in a round",
        "marker": "the marker's maximum is not allowed",
        "wagers": "wagers on the box are above the new maximum",
    },
    "login": {"wrong": "name or password is wrong, or the account is locked"},
    "metrics": {"address": "this address may not read the metrics"},
    "name": {
        "reserved": "the house keeps this name for itself",
        "shape": "the name has letters that a name may not have, or is too short or too long",
        "taken": "somebody else has this name",
    },
    "odds": {
        "busy": "as many calculations are running as may; ask again",
        "cannot": "the book or the hand cannot be solved; the sentence says why",
    },
    "offer": {"none": "nothing is being offered"},
    "option": {"bad": "the game has no such option, or not with this value"},
    "origin": {
        "foreign": "pages of this origin may not call the server",
        "header": "a page that acts for somebody sends the header X-Boxseat: 1",
        "none": "a page that acts for somebody sends its origin",
    },
    "password": {
        "busy": "as many passwords are being checked as may; try again",
        "changed": "the password was changed meanwhile",
        "common": "the password is a common one",
        "due": "a password of one's own must be chosen first",
        "long": "the password is too long",
        "name": "the password is the name",
        "none": "a guest has no password",
        "same": "this is the password one has",
        "short": "the password is too short",
    },
    "path": {
        "method": "the address does not take this method",
        "none": "there is nothing at this address",
    },
    "player": {"none": "the player is not at this table"},
    "power": {
        "house-only": "only the house itself does this",
        "none": "the role may not do this",
        "own-table": "somebody with chips, a wager or a seat at the table has no staff powers there",
    },
    "practice": {
        "cards": "these cards cannot come next",
        "in-round": "cards are set between rounds",
        "only": "this is done at practice tables only",
        "owner": "a practice table is for its owner alone",
    },
    "rate": {"too-fast": "requests come faster than the rate limit allows"},
    "register": {"none": "a book of one's own has no register of clauses"},
    "request": {
        "bad": "the request cannot be read",
        "broken-off": "the request broke off before it was whole",
        "head": "the request line and headers are larger than the server takes",
        "json": "the body is not JSON",
        "large": "the request is larger than the server takes",
        "shape": "a field is missing, unknown, or of the wrong type",
        "type": "the body must be application/json",
    },
    "restrict": {
        "inspector": "an inspector must be notified first",
        "none": "this game has no such restriction",
    },
    "role": {
        "at-table": "the person has chips or wagers at a table",
        "guest": "a guest can only be a player",
        "player": "players open their accounts themselves",
        "same": "the person has this role already",
    },
    "round": {
        "dealing": "the initial deal is not complete",
        "none": "no round is being played",
        "open": "the round is still being played",
        "unknown": "there is no round of this name",
        "void": "the round is void",
    },
    "seat": {
        "free": "a box is free, and need not be given up",
        "has-one": "the player has a box already",
        "in-round": "the box is played on",
        "leaving": "the player is leaving after the round",
        "none": "the player sits at no such box",
        "not-yours": "another player sits at the box",
        "one-box": "the player is held to one box",
        "reserve": "the box cannot be reserved",
        "reserved": "the box is reserved for another player",
        "taken": "another player is seated at the box",
        "waiting": "the player waits for a box already",
        "wanted": "another player waits for the box",
    },
    "session": {"none": "nobody is logged in"},
    "setting": {
        "device": "this game is not dealt from a shuffling device",
        "float": "the opening float is not allowed",
        "players-at-table": "the number of players at the table is not allowed",
        "players-on-box": "the number of players on a box is not allowed",
        "practice": "a practice table has one owner and a shoe",
        "sign": "the sign's limits are not allowed",
        "times": "a time is not allowed",
    },
    "shoe": {"none": "there is no shoe of this name"},
    "shuffle": {
        "already": "the cards were shuffled just now",
        "in-round": "cards are shuffled between rounds",
        "not-yet": "the cards cannot be shuffled now",
    },
    "side-bet": {
        "box-full": "the box has as many of these side bets as it takes",
        "limits": "the side bet is outside its limits",
        "no-main-wager": "the side bet needs a main wager",
        "not-offered": "the table does not offer this side bet",
    },
    "socket": {"many": "as many sockets are open as may be"},
    "split": {
        "aces": "aces may be split only once",
        "no-pair": "the two cards are no pair",
        "played-on": "only the first two cards of a hand may be split",
        "too-many": "no more hands may be formed",
    },
    "stand": {"too-low": "a hard total this low must draw"},
    "surrender": {
        "closed": "the subsequent deal has begun",
        "dealers-card": "surrender is not offered against this card",
        "natural": "the box has a natural",
        "not-offered": "this game has no surrender",
        "not-yet": "insurance is still open",
        "twice": "the box has surrendered already",
    },
    "table": {
        "closed": "the table is not open",
        "exists": "there is a table of this name already",
        "final-rounds": "the final rounds cannot be announced",
        "full": "the table has as many players as it takes",
        "many": "a socket watches as many tables as it may",
        "name": "a table cannot have this name",
        "none": "there is no table of this name",
        "not-watched": "the socket does not watch this table",
        "open": "the table is open already",
    },
    "turn": {
        "busted": "the box has gone over 21",
        "card-due": "the box is waiting for a card",
        "finished": "the box has finished its hands",
        "natural": "the box has a natural",
        "not-yet": "it is another box's turn",
        "offer": "the dealer is still offering something",
        "split-aces": "a split ace gets one card only",
        "surrendered": "the box has surrendered",
        "twenty-one": "the box has made 21",
    },
    "version": {
        "behind": "the command answers a question that is no longer asked",
        "unknown": "the table has not reached this version",
    },
    "void": {"reason": "a void round needs a reason"},
    "wager": {
        "minimum-only": "the player is held to the minimum",
        "multiples": "a wager is laid in multiples of the smallest chip",
        "no-more-bets": "bets are closed",
        "none": "the player has no wager on the box",
        "nothing": "nothing is wagered",
        "over-maximum": "the wager is above the maximum",
        "twice": "the player has a wager on the box already",
        "under-minimum": "the wager is below the minimum",
        "unit": "above the minimum a wager goes up in steps",
    },
    "wallet": {"short": "the player has too little money"},
}
"""By subject, then by reason."""

CODES: dict[str, str] = {
    f"{subject}/{reason}": meaning for subject, reasons in MEANINGS.items() for reason, meaning in reasons.items()
}
"""The meaning of every code."""

_STATUSES: dict[int, tuple[str, ...]] = {
    400: ("request/bad", "request/broken-off", "request/json", "request/shape"),
    401: ("login/wrong", "session/none"),
    403: (
        "account/disabled",
        "account/oneself",
        "metrics/address",
        "origin/foreign",
        "origin/header",
        "origin/none",
        "password/due",
        "power/house-only",
        "power/none",
        "power/own-table",
    ),
    404: ("account/none", "clause/none", "path/none", "register/none", "round/unknown", "shoe/none", "table/none"),
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
