"""Spectra that are drawn: those of dense matrices, with the fluctuations that theorems give them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ks_2samp

from perturb.laws.distributions import tracy_widom
from perturb.laws.ensembles.spectra import LARGE
from perturb.laws.spectrum.gaussian_spectra import (
    MANY,
    Ginibre,
    Wigner,
    Wishart,
    _eigenvalues,
    alone,
    normal_score,
)
from perturb.laws.spectrum.statistics import null, spacing_ratio, table

ALL = [Wigner(200, 1), Wigner(200, 2), Wigner(200, 4), Wishart(100, 250, 1), Wishart(150, 150, 2)]
DRAWS = 1_500


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_traces_of_chebyshev_polynomials_have_the_variance_of_johansson(one) -> None:
    """k / (2 beta), whatever the ensemble: only the ends of the support count. Six standard deviations."""
    found = table(one, one.draw(DRAWS, np.random.default_rng(1)))
    spread = found.of(tuple(f"sum of T_{k}" for k in (1, 2, 3))).var(axis=0)
    assert spread == pytest.approx(np.array([1, 2, 3]) / (2 * one.beta), rel=6 * (2 / DRAWS) ** 0.5)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_means_are_shifted_as_bai_and_silverstein_say(one) -> None:
    """By (2/beta - 1)/2 for even degrees and not for odd ones, beside n times the limit's."""
    found = table(one, one.draw(DRAWS, np.random.default_rng(2)))
    t = one.centred(one.limit.ppf((np.arange(10**5) + 0.5) / 10**5))
    for k in (1, 2, 3):
        column = found.of((f"sum of T_{k}",))[:, 0]
        expected = one.n * np.cos(k * np.arccos(t.clip(-1, 1))).mean() + (k == 2) * (1 / one.beta - 0.5)
        error = 6 * column.std() / DRAWS**0.5
        assert column.mean() == pytest.approx(expected, abs=error + 2.5 / one.n**0.9)


def dense(one, rng: np.random.Generator) -> np.ndarray:
    shape = (one.n, getattr(one, "m", one.n))
    X = rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if one.beta == 2 else 0)
    X = X / np.sqrt(one.beta)
    if isinstance(one, Ginibre):
        return np.sort(np.abs(np.linalg.eigvals(X))) / np.sqrt(one.n)
    if isinstance(one, Wishart):
        return np.linalg.eigvalsh(X @ X.conj().T / one.m)
    return np.linalg.eigvalsh((X + X.conj().T) / np.sqrt(2 * one.n))


@pytest.mark.parametrize(
    "one",
    [Wigner(20, 1), Wigner(20, 2), Wishart(20, 30, 1), Wishart(20, 20, 2), Ginibre(20, 2), Ginibre(20, 1)],
    ids=lambda one: one.name,
)
def test_draws_are_as_those_of_dense_matrices(one) -> None:
    rng = np.random.default_rng(3)
    ours = table(one, one.draw(1_000, rng))
    other = table(one, np.stack([dense(one, rng) for _ in range(1_000)]))
    for k, name in enumerate(ours.names):
        assert ks_2samp(ours.values[:, k], other.values[:, k]).pvalue > 1e-9, name


def test_conjugate_pairs_are_no_spread() -> None:
    values = np.abs(np.linalg.eigvals(np.random.default_rng(4).standard_normal((30, 30))))
    real = int(alone(np.sort(values)[None])[0])
    assert 0 < real < 20
    assert real % 2 == 0
    assert alone(np.arange(1.0, 9.0)[None])[0] == 8


def test_spacings_tell_the_symmetry() -> None:
    """Means of Y. Y. Atas et al., Phys. Rev. Lett. 110 (2013); of independent values 2 log 2 - 1."""
    found = [
        spacing_ratio(Wigner(200, beta).draw(200, np.random.default_rng(5))).mean() for beta in (1, 2, 4)
    ]
    assert found == pytest.approx([0.5307, 0.5996, 0.6744], abs=0.01)
    apart = spacing_ratio(np.sort(np.random.default_rng(6).random((200, 200)), axis=1)).mean()
    assert apart == pytest.approx(2 * np.log(2) - 1, abs=0.01)
    assert np.isnan(spacing_ratio(np.ones((1, 2)))).all()
    assert spacing_ratio(np.ones((1, 5)))[0] == 0


def test_normal_scores() -> None:
    law = tracy_widom(1)
    x = law.rvs(2_000, np.random.default_rng(7))
    score = normal_score(law, x)
    assert abs(score.mean()) < 6 / 2_000**0.5
    assert np.isfinite(normal_score(law, np.array([-1e4, 1e4]))).all()
    assert np.all(np.diff(normal_score(law, np.linspace(-8, 8, 50))) > 0)


def test_the_draws_are_always_the_same() -> None:
    null.cache_clear()
    first = null(Wigner(30, 1), 100).values
    null.cache_clear()
    assert np.array_equal(first, null(Wigner(30, 1), 100).values)


@pytest.mark.parametrize("draws", [3, MANY])
@pytest.mark.parametrize("n", [7, LARGE + 2])
def test_eigenvalues_side_by_side_and_one_by_one(n, draws) -> None:
    rng = np.random.default_rng(8)
    a, b2 = rng.standard_normal((n, draws)), rng.random((n - 1, draws))
    found = _eigenvalues(a, b2)
    for k in (0, draws - 1):
        b = np.sqrt(b2[:, k])
        expected = np.linalg.eigvalsh(np.diag(a[:, k]) + np.diag(b, 1) + np.diag(b, -1))
        assert found[k] == pytest.approx(expected, abs=1e-11)
