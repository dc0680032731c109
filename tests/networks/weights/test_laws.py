"""Spectra beside drawn ones, and power laws beside what else fits."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.weights.laws import (
    against_exponential,
    against_lognormal,
    draws_for,
    goodness,
    laws,
    null_squares,
    p_value,
    power_fit,
)
from perturb.networks.weights.spectra import bulk
from perturb.networks.weights.values import values


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def found(A: np.ndarray) -> object:
    own = values(A)
    return laws(own, bulk(own))


def test_drawn_spectra_have_the_moments_of_the_matrix() -> None:
    """E tr XX' = pN and E tr (XX')^2 = pN(p + N + 1); 4000 draws, 7 standard errors."""
    p, N, count = 5, 9, 4000
    x = null_squares(p, N, count)
    for power, mean in ((1, p * N), (2, p * N * (p + N + 1))):
        sums = (x**power).sum(axis=1)
        assert abs(sums.mean() - mean) < 7 * sums.std() / count**0.5
    assert (np.diff(x, axis=1) <= 0).all()
    assert np.array_equal(x, null_squares(p, N, count))


def test_p_values_are_ranks() -> None:
    drawn = np.arange(99.0)
    assert p_value(200, drawn) == 0.01
    assert p_value(-1, drawn) == 1
    assert p_value(98, drawn) == 0.02  # at least as large counts


def test_how_many_are_drawn() -> None:
    assert draws_for(10) == 199
    assert draws_for(10**6) == 0
    assert found(np.eye(3)) is None


@pytest.mark.parametrize("draw", ["standard_normal", "uniform"])
def test_independent_entries_are_not_refused(rng: np.random.Generator, draw: str) -> None:
    A = rng.standard_normal((60, 100)) if draw == "standard_normal" else rng.uniform(-1, 1, (60, 100))
    own = found(A)
    assert min(own.p_distance, own.p_largest) > 0.01
    assert own.outliers == (0, 0)
    assert own.tail.verdict == "bulk"
    assert own.variance[0] < A.var() < own.variance[1]


def test_a_few_directions_stand_out(rng: np.random.Generator) -> None:
    A = rng.standard_normal((200, 200))
    U, V = (np.linalg.qr(rng.standard_normal((200, 7)))[0] for _ in range(2))
    own = found(A + 80 * U @ V.T)
    assert own.outliers == (7, 7)
    assert own.p_largest == 1 / 200
    assert own.tail.verdict != "bulk"


def test_a_power_law_is_not_ruled_out_and_others_are(rng: np.random.Generator) -> None:
    """Singular values whose squares have the exponent 2.5; and an orthogonal matrix, which has no tail."""
    power = np.diag(np.sqrt(rng.random(300) ** (-1 / 1.5)))
    own = found(power)
    assert own.tail.verdict == "power"
    assert own.tail.fit.exponent == pytest.approx(2.5, abs=0.4)
    flat = found(np.linalg.qr(rng.standard_normal((100, 100)))[0])
    assert flat.p_distance == 1 / 200
    assert flat.p_largest == 1
    assert flat.outliers == (0, 0)


def test_the_exponent_of_likelihood(rng: np.random.Generator) -> None:
    """At x_min of all values, 1 + n / sum log(x / x_min)."""
    x = rng.random(2000) ** -0.5  # density 2 x^-3 from 1 on
    fit = power_fit(x)
    assert fit is not None
    tail = x[x >= fit.x_min]
    assert fit.count == len(tail)
    assert fit.exponent == pytest.approx(1 + len(tail) / np.log(tail / fit.x_min).sum())
    assert fit.exponent == pytest.approx(3, abs=0.3)
    assert goodness(x, fit, 49, np.random.default_rng(1)) > 0.02


def test_vuong_tells_what_is_far_apart(rng: np.random.Generator) -> None:
    """A power law beats the exponential and the other way round; it is a limit of lognormals."""
    x, y = rng.random(2000) ** -1.0, 1 + rng.exponential(size=2000)
    fits = [power_fit(z) for z in (x, y)]
    whole = fits[1].__class__(1 + len(y) / np.log(y / y.min()).sum(), float(y.min()), len(y), 1.0)
    assert against_exponential(x, fits[0]).ratio > 2
    assert against_exponential(y, whole).ratio < -4
    assert abs(against_lognormal(x, fits[0]).ratio) < 3
    assert against_lognormal(np.exp(1.5 * rng.standard_normal(4000)), whole).p < 1e-3


@pytest.mark.parametrize("x", [np.ones(50), np.zeros(50), np.arange(1.0, 5)])
def test_what_has_no_tail(x: np.ndarray) -> None:
    assert power_fit(x) is None


def test_rank_one_is_no_spectrum_of_noise() -> None:
    """All but one value is of the size of rounding: no law is fitted to that."""
    assert found(np.outer(np.ones(30), np.arange(1.0, 41))) is None
