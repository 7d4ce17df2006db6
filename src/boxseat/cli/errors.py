"""The error of a wrong request."""


class WrongRequest(Exception):
    """A request that cannot be met: exit 2, with a message that names the field and why."""
