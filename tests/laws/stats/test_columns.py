"""Samples as a column or a row of a matrix, in a file and from Python; values near the largest float."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perturb import law
from perturb.laws.distributions import semicircle
from perturb.laws.stats.samples import BadSamples, read_samples

VALUES = semicircle().rvs(size=300, random_state=1)


@pytest.mark.parametrize("shape", [(-1, 1), (1, -1)])
def test_one_column_or_row_is_a_vector(shape: tuple[int, int], tmp_path: Path) -> None:
    """`goodness` refused from Python what the command line takes from a file."""
    np.save(tmp_path / "s.npy", VALUES.reshape(shape))
    assert np.array_equal(read_samples(tmp_path / "s.npy"), VALUES)
    found, plain = law(VALUES.reshape(shape), "semicircle"), law(VALUES, "semicircle")
    assert repr(found) == repr(plain)


def test_two_columns_are_none() -> None:
    with pytest.raises(BadSamples, match=r"a vector is needed, this has shape \(150, 2\)"):
        law(VALUES.reshape(-1, 2), "semicircle")


def test_a_spread_beyond_all_floats_is_no_warning() -> None:
    """Warnings are errors here: the difference of the quartiles overflowed, and said so on the console."""
    assert law(np.array([1e308, -1e308] * 50), "semicircle").verdict == "refuted"
