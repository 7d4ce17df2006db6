"""What can go wrong at a table, from a player's side: a refusal with its clause, too late, or nobody at home."""

from __future__ import annotations


class ClientError(Exception):
    """Something was not done; the message is a sentence."""


class Refused(ClientError):
    """The rules, or one's authority, do not allow it; nothing has changed."""

    def __init__(self, code: str, clause: str, reason: str, version: int = 0, status: int = 422) -> None:
        super().__init__(f"{reason} (clause {clause})" if clause else reason)
        self.code = code
        self.clause = clause
        self.reason = reason
        self.version = version
        self.status = status
        """What the answer's HTTP status is, or would be."""


class Behind(ClientError):
    """The command answers a question that is no longer asked; look at the table again."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table has gone on, to version {version}")
        self.version = version


class Paused(ClientError):
    """The house could not write anything down for longer than one's patience."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the house is paused: {reason}")
        self.reason = reason


class NoAnswer(ClientError):
    """The house was silent for longer than one's patience. Sent again with the same id, the command is done once at the most."""

    def __init__(self, command_id: str, version: int = 0) -> None:
        unseen = f"command {command_id} is done, at version {version}, but the table has not been shown since"
        super().__init__(unseen if version else f"no answer to command {command_id}, which may or may not be done")
        self.command_id = command_id
        self.version = version
        """At which the command is done, where it is only the picture that has not come."""


class SessionOver(ClientError):
    """One has been shown out, or one's session has run out; come in anew."""


class Unreachable(ClientError):
    """There is no house at that address."""

    def __init__(self, reason: str, *, maybe_heard: bool = False) -> None:
        super().__init__(reason)
        self.maybe_heard = maybe_heard
        """The line broke after something was said, and the house may have done it."""
