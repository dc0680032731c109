"""Spectra of weights: Marchenko-Pastur, drawn ones, power laws; bars of large matrices and memory."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from mpmath import mp

from perturb.laws.distributions import marchenko_pastur
from perturb.laws.ensembles import certified
from perturb.networks.weights import bulk, large, skew, values
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
from perturb.networks.weights.spectra import bulk as bulk_laws
from perturb.networks.weights.values import values as values_laws
from perturb.types import FloatArray
from tests.networks.weights.small_layers import KINDS, drawn, true_values


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


# Spectra beside drawn ones, and power laws beside what else fits.


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def found(A: np.ndarray) -> object:
    own = values_laws(A)
    return laws(own, bulk_laws(own))


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


# Bars of large matrices, at sizes where 50 digits tell the truth, and the memory that they take.


@pytest.mark.parametrize("kind", KINDS)
def test_bars_hold_the_true_values(kind: str) -> None:
    """Both ways of computing, on matrices of every kind, tall, wide and square."""
    for shape in ((4, 4), (6, 3), (2, 5), (1, 4), (4, 1), (1, 1)):
        A = drawn(kind, shape, np.random.default_rng(shape))
        size = float(np.abs(A).max())
        if size:
            A = np.ldexp(A, 1 - np.frexp(size)[1])
        low, high = large.singular_values(A.copy)
        with mp.workdps(50):
            truth = true_values(A)
            assert all(x <= y <= z for x, y, z in zip(low.tolist(), truth, high.tolist(), strict=True))
        assert float((high - low).max()) <= 1e-12 * float(high[0]) + 1e-100


def geometric(n: int, least: float) -> FloatArray:
    """Values from 1 down to `least`, by Householder reflections."""
    rng = np.random.default_rng(n)
    u, v = rng.standard_normal((2, n))
    D = np.geomspace(1, least, n)[:, None] * (np.eye(n) - 2 * np.outer(v, v) / (v @ v))
    return np.asarray(D - 2 * np.outer(u, u @ D) / (u @ u))


def test_small_values_are_found_from_their_own_columns() -> None:
    """A Gram matrix alone says nothing of a value below 1e-8 of the largest."""
    A = geometric(300, 1e-9)
    found = values(A)
    direct = certified.singular_values(A[None])
    assert (found.low <= direct.values[0] + direct.radius[0]).all()
    assert (found.high >= direct.values[0] - direct.radius[0]).all()
    assert float(found.radius.max()) < 1e-10
    assert found.rank(1e-8) == (int((direct.values[0] > 1e-8).sum()),) * 2


def test_bars_do_not_trust_the_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong ones, and none, make bars wide and not wrong."""
    A = np.random.default_rng(3).standard_normal((300, 260))
    truth = np.linalg.svd(A, compute_uv=False)
    rng = np.random.default_rng(4)

    def wrong(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(S)), np.eye(len(S)) + 1e-4 * rng.standard_normal(S.shape)

    def bad(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(S)), rng.standard_normal(S.shape)

    def none(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        raise ArithmeticError

    def twice(G: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Parallel and far from orthonormal: neither the split nor the defect bounds anything."""
        V = np.zeros((len(G), len(G)))
        V[0, -2:] = 1
        return np.zeros(len(G)), V

    def nothing(G: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(G)), np.full((len(G), len(G)), np.nan)

    for vectors in (wrong, bad, none, twice, nothing):
        monkeypatch.setattr(large, "eigenvectors", vectors)
        found = values(A)
        assert ((found.low <= truth) & (truth <= found.high)).all()
        assert found.radius[0] > 1e-4


def test_ends_of_a_symmetric_part() -> None:
    A = np.random.default_rng(5).standard_normal((300, 300))
    d = np.linalg.eigvalsh(A + A.T)
    ends = skew(A)
    for end, value in zip(ends, (d[0], d[-1]), strict=True):
        low, high = end.floats
        assert low is not None
        assert high is not None
        assert value - 1e-8 < low <= value <= high < value + 1e-8
    assert np.array_equal(large.doubled(A.copy()), A + A.T)


MEMORY = """
import sys
from pathlib import Path
import numpy as np
from perturb.networks.weights import values

def kept(name):
    return 1024 * int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0])

A = np.random.default_rng(0).standard_normal((int(sys.argv[1]),) * 2) + float(sys.argv[2])
values(A[:300, :300])
before = kept("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # the peak from here on
values(A)
print((kept("VmHWM") - before) / A.nbytes)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a process is measured as Linux counts it")
@pytest.mark.parametrize("mean", ["0.0", "1.0"])
def test_memory_is_at_most_three_layers(mean: str) -> None:
    """1024 x 1024, also where one value stands out and all others are found in a second round."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, "1024", mean], capture_output=True, text=True, check=True
    )
    assert 1.5 < float(done.stdout) < 3
