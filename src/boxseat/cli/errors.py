"""A request that was wrong."""


class WrongRequest(Exception):
    """What was asked for cannot be done; the message names the field and why."""
