"""Errors of the client: refused, too late, paused, no answer, session over, or unreachable."""

from __future__ import annotations


class ClientError(Exception):
    """Something was not done; the message is a sentence."""


class Refused(ClientError):
    """The rules, or the person's role, do not allow it; nothing has changed."""

    def __init__(self, code: str, clause: str, reason: str, version: int = 0, status: int = 422) -> None:
        super().__init__(f"{reason} (clause {clause})" if clause else reason)
        self.code = code
        self.clause = clause
        self.reason = reason
        self.version = version
        self.status = status
        """HTTP status of the answer, or the one it would have over HTTP."""


class Behind(ClientError):
    """The command answers a question that is no longer open; look at the table again."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table has changed; it is now at version {version}")
        self.version = version


class Paused(ClientError):
    """The server could not store anything for longer than the client's patience."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the house is paused: {reason}")
        self.reason = reason


class NoAnswer(ClientError):
    """No answer within the client's patience. Sent again with the same id, the command is done at most once."""

    def __init__(self, command_id: str, version: int = 0) -> None:
        unseen = f"command {command_id} is done, at version {version}, but the table has not been shown since"
        super().__init__(unseen if version else f"no answer to command {command_id}, which may or may not be done")
        self.command_id = command_id
        self.version = version
        """Version at which the command was done, where only the snapshot has not come; 0 otherwise."""


class SessionOver(ClientError):
    """The session was ended or has expired; log in again."""


class Unreachable(ClientError):
    """No answer from a server at that address."""

    def __init__(self, reason: str, *, maybe_heard: bool = False) -> None:
        super().__init__(reason)
        self.maybe_heard = maybe_heard
        """Whether the request may have reached the server and been carried out."""
