"""Rows as a pandas table, and what is said where pandas is missing."""

from __future__ import annotations

import sys

import pytest

from perturb.process.output import frame


def test_rows_of_dicts_and_of_tuples() -> None:
    assert frame([{"a": 1, "b": 2}, {"a": 3}])["a"].tolist() == [1, 3]
    table = frame([(1, 2), (3, 4)], ["x", "y"])
    assert (list(table), table["y"].tolist()) == (["x", "y"], [2, 4])


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'perturb\[report\]'"):
        frame([])
