"""Spectra beside the law of Marchenko and Pastur."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions import marchenko_pastur
from perturb.networks.weights import bulk, values


def test_independent_entries_have_no_outliers_and_spikes_are_counted() -> None:
    rng = np.random.default_rng(0)
    A = 0.1 * rng.standard_normal((120, 200))
    plain = bulk(values(A))
    assert plain is not None
    assert plain.outliers == (0, 0)
    assert plain.distance[1] < 0.03
    assert plain.variance == pytest.approx(0.01, rel=0.1)
    spikes = np.linalg.qr(rng.standard_normal((120, 3)))[0] @ np.linalg.qr(rng.standard_normal((200, 3)))[0].T
    spiked = bulk(values(A + 5 * spikes))
    assert spiked is not None
    assert spiked.outliers == (3, 3)
    assert spiked.tail < 1e-12 < plain.tail


def test_the_distance_is_that_of_the_step_function() -> None:
    rng = np.random.default_rng(1)
    found = values(rng.uniform(-1, 1, (40, 60)))
    law = bulk(found)
    assert law is not None
    x = np.sort(found.values**2 / 60)
    F = marchenko_pastur(law.ratio, law.variance).cdf(x)
    steps = np.arange(1, 41) / 40
    direct = max(np.max(steps - F), np.max(F - steps + 1 / 40))
    assert law.distance[0] <= direct <= law.distance[1] <= law.distance[0] + 1e-9


def test_a_transposed_matrix_has_the_same_law() -> None:
    A = np.random.default_rng(3).standard_normal((20, 50))
    one, other = bulk(values(A)), bulk(values(A.T))
    assert one is not None
    assert other is not None
    assert (one.ratio, one.edge) == (other.ratio, pytest.approx(other.edge))


def test_where_a_law_says_nothing() -> None:
    assert bulk(values(np.eye(15))) is None
    assert bulk(values(np.diag([1.0] * 9 + [0.0] * 11))) is None
    with pytest.raises(ValueError, match=r"alpha = 0 is not in \(0, 1\)"):
        bulk(values(np.eye(20)), alpha=0)


@pytest.mark.parametrize(("shape", "alpha"), [((16, 16), 0.05), ((16, 40), 0.05), ((40, 40), 0.01)])
def test_independent_entries_have_outliers_no_more_often_than_alpha(
    shape: tuple[int, int], alpha: float
) -> None:
    """The variance is fitted: with that alone, 16 x 16 had outliers three times as often as alpha says."""
    rng = np.random.default_rng(7)
    count = sum(
        (law := bulk(values(rng.standard_normal(shape)), alpha)) is not None and law.outliers[1] > 0
        for _ in range(300)
    )
    assert count <= 300 * alpha
