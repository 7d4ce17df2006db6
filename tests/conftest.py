"""Settings for all tests: Hypothesis without deadlines, since machines differ and time is measured in the benchmarks."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("boxseat", deadline=None)
settings.load_profile("boxseat")
