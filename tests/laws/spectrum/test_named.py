"""Which matrix a distribution speaks of, once n values are its spectrum."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions import (
    circular_law_radius,
    marchenko_pastur,
    quarter_circle,
    semicircle,
    tracy_widom,
)
from perturb.laws.distributions.names import named_distribution
from perturb.laws.spectrum.gaussian_spectra import Ginibre, Wigner, Wishart
from perturb.laws.spectrum.limits import NoEnsemble, asked


def test_ensembles_of_limits() -> None:
    assert asked(semicircle(4.0), 50).ensemble == Wigner(50, 1)
    assert asked(quarter_circle(), 50, 2).ensemble == Wishart(50, 50, 2)
    assert asked(circular_law_radius(), 50).ensemble == Ginibre(50, 1)
    assert asked(marchenko_pastur(0.5), 300).ensemble == Wishart(300, 600, 1)


def test_values_go_into_the_units_of_the_ensemble() -> None:
    x = np.array([3.0, 1.0, 2.0])
    assert asked(semicircle(4.0), 3).units(x) == pytest.approx([0.5, 1, 1.5])
    assert asked(quarter_circle(4.0), 3).units(x) == pytest.approx([0.25, 1, 2.25])
    assert asked(named_distribution("2*marchenko-pastur:0.5,3"), 3).units(x) == pytest.approx(np.sort(x) / 6)


def test_more_rows_than_columns() -> None:
    found = asked(marchenko_pastur(2.0), 300)
    assert (found.ensemble, found.zeros) == (Wishart(150, 300, 1), 150)
    assert "150 are 0" in found.note
    X = np.random.default_rng(0).standard_normal((6, 3))
    wide = np.linalg.eigvalsh(X.T @ X / 6)
    assert asked(marchenko_pastur(2.0), 6).units(np.linalg.eigvalsh(X @ X.T / 3))[3:] == pytest.approx(wide)


def test_columns_that_are_no_integer_are_said() -> None:
    found = asked(marchenko_pastur(0.3), 50)
    assert found.ensemble == Wishart(50, 167, 1)
    assert found.note == "50/0.3 = 166.667 columns, rounded to 167"
    assert asked(marchenko_pastur(0.5), 50).note == ""


@pytest.mark.parametrize(
    ("distribution", "n", "beta", "message"),
    [
        (tracy_widom(1), 50, 1, "no spectrum of one matrix is known here for TW_1; it is for semicircle"),
        (semicircle(), 50, 3, "beta = 3 is none of 1, 2, 4"),
        (circular_law_radius(), 50, 4, "beta = 4 is none of 1, 2 for radius"),
        (marchenko_pastur(1000.0), 50, 1, "50 values at ratio 1000 would be of a matrix of 0.05 columns"),
    ],
)
def test_what_has_none(distribution, n, beta, message) -> None:
    with pytest.raises(NoEnsemble, match=message):
        asked(distribution, n, beta)
