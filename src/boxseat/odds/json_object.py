"""The type of a JSON object, as the figures are written and charts are read."""

from __future__ import annotations

JsonObject = dict[str, object]
"""A JSON object: values by name."""
