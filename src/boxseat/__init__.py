"""Casino twenty-one by the gazetted rules: played, run and proved exactly."""

__version__ = "0.2.0"
