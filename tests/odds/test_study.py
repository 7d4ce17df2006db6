"""The notebook's examples are correct, and results can be turned into rows."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from boxseat import odds
from boxseat.odds import Study, array, frame, rows, study
from boxseat.rulebook.load import OptionError
from tests.tiers import heavy


@heavy
def test_the_examples() -> None:
    found = doctest.testmod(study, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 10
    assert found.failed == 0


@heavy
def test_all_results_have_rows() -> None:
    star = Study("star-pontoon")
    carried = star.chart()
    assert {row["section"] for row in rows(carried)} == {"hard", "soft", "pairs"}
    found = star.simulate(100_000)
    assert sum(row["chance"] for row in rows(found)) == pytest.approx(1)
    assert isinstance(array(found), np.ndarray)
    compared = star.compare(Study("star-pontoon", dealer_pontoon_takes="everything"))
    assert rows(compared)[0]["second"] == "everything"
    assert list(frame(compared).columns) == ["rule", "first", "second", "alone"]


def test_what_is_no_result_has_no_rows() -> None:
    with pytest.raises(TypeError, match="int has no rows"):
        rows(3)


def test_options_are_the_books() -> None:
    with pytest.raises(OptionError, match="max_split_hands: canberra-pontoon has no such option"):
        Study("canberra-pontoon", max_split_hands=2)


def test_the_package_offers_no_more_than_it_names() -> None:
    assert set(odds.__all__) == {"Study", "array", "frame", "rows"}
    with pytest.raises(AttributeError, match="nothing"):
        _ = odds.nothing
