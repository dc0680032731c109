"""Samplers against closed forms: dense matrices, gamma and normal variables; false alarms of 1e-9."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2, gamma, norm, t, uniform

from perturb.laws.ensembles import (
    circulant_extremes,
    dense,
    entries_of,
    ginibre,
    masked_extremes,
    shifted_extremes,
    symmetrised_largest,
    uniform_entries,
)
from perturb.laws.ensembles.tridiagonal import PAIRED, _large_gammas, _log_taken, gammas, standard_normal
from perturb.laws.stats.bands import dkw_radius, sup_distance
from tests.laws.ensembles.models import rng as rng_normals

ALPHA = 1e-9
DRAWS = 20_000


def rng():
    return np.random.default_rng(20260)


def test_ginibre_entries_are_standard_normal():
    K = ginibre(3, DRAWS, rng())
    assert K.shape == (DRAWS, 3, 3)
    assert sup_distance(K.ravel(), norm.cdf) <= dkw_radius(K.size, ALPHA)


def test_uniform_entries_have_variance_one():
    K = uniform_entries(3, DRAWS, rng())
    cdf = uniform(-np.sqrt(3), 2 * np.sqrt(3)).cdf
    assert sup_distance(K.ravel(), cdf) <= dkw_radius(K.size, ALPHA)


@pytest.mark.parametrize("distribution", ["rademacher", "sparse(0.25)", "sparse(1)"])
def test_bounded_entries_have_mean_zero_and_variance_one(distribution):
    """Hoeffding, for entries in [-2, 2] and their squares in [0, 4]."""
    K = entries_of(distribution)(3, DRAWS, rng())
    assert abs(K.mean()) <= 4 * np.sqrt(np.log(2 / ALPHA) / 2 / K.size)
    assert abs((K**2).mean() - 1) <= 4 * np.sqrt(np.log(2 / ALPHA) / 2 / K.size)


def test_student_entries():
    K = entries_of("student(5)")(2, DRAWS, rng())
    assert t(5, scale=np.sqrt(3 / 5)).std() == pytest.approx(1)
    assert sup_distance(K.ravel(), t(5, scale=np.sqrt(3 / 5)).cdf) <= dkw_radius(K.size, ALPHA)


@pytest.mark.parametrize("distribution", ["normal", "student", "student(2)", "sparse(0)", "sparse(2)"])
def test_unknown_entries_are_named(distribution):
    with pytest.raises(ValueError, match=r"entries = '|df = 2|p = "):
        entries_of(distribution)


@pytest.mark.parametrize("distribution", ["gaussian", "uniform", "rademacher", "student(5)", "sparse(0.5)"])
def test_a_shorter_run_is_a_prefix(distribution):
    draw = entries_of(distribution)
    assert (draw(4, 20, rng())[:7] == draw(4, 7, rng())).all()


def test_largest_at_one_is_normal_of_variance_four():
    largest = symmetrised_largest(1, DRAWS, rng())
    assert sup_distance(largest, norm(scale=2).cdf) <= dkw_radius(DRAWS, ALPHA)
    assert sup_distance(largest, norm(scale=1.8).cdf) > dkw_radius(DRAWS, ALPHA)


def test_largest_at_two_has_mean_sqrt_pi():
    """a + d + sqrt((a - d)^2 + (b + c)^2) has mean sqrt(pi).

    It is 2-Lipschitz in four standard normals, so its mean over m draws is off by more than r with
    probability at most 2 exp(-m r^2 / 8).
    """
    radius = np.sqrt(8 * np.log(2 / ALPHA) / DRAWS)
    assert abs(symmetrised_largest(2, DRAWS, rng()).mean() - np.sqrt(np.pi)) <= radius


def test_largest_is_the_largest_eigenvalue():
    K = ginibre(6, 10, rng())
    expected = [max(np.linalg.eigvals(k + k.T).real) for k in K]
    assert symmetrised_largest(6, 10, rng()) == pytest.approx(expected, rel=1e-12)


def test_batches_change_no_bit(monkeypatch):
    whole = symmetrised_largest(4, 50, rng(), uniform_entries)
    monkeypatch.setattr(dense, "BATCH", 7 * 16)
    assert (symmetrised_largest(4, 50, rng(), "uniform") == whole).all()


def test_goe_variances():
    S = dense.goe(2, DRAWS, rng())
    assert np.array_equal(S, S.swapaxes(1, 2))
    assert sup_distance(S[:, 0, 0], norm(scale=np.sqrt(2)).cdf) <= dkw_radius(DRAWS, ALPHA)
    assert sup_distance(S[:, 0, 1], norm.cdf) <= dkw_radius(DRAWS, ALPHA)


def test_haar_matrices_are_orthogonal_and_their_first_entry_has_the_law_of_a_cosine():
    Q = dense.haar_orthogonal(2, DRAWS, rng())
    assert np.abs(Q @ Q.swapaxes(1, 2) - np.eye(2)).max() < 1e-14
    cdf = lambda x: 1 - np.arccos(np.clip(x, -1, 1)) / np.pi  # noqa: E731
    assert sup_distance(Q[:, 0, 0], cdf) <= dkw_radius(DRAWS, ALPHA)
    assert sup_distance(Q[:, 1, 1], cdf) <= dkw_radius(DRAWS, ALPHA)


def test_masks_have_m_entries_eta():
    D = dense.masks(5, 100, 2, 0.25, rng())
    assert ((D == 0.25).sum(axis=1) == 2).all()
    assert ((D == 1).sum(axis=1) == 3).all()
    with pytest.raises(ValueError, match="m = 6"):
        dense.masks(5, 1, 6, 0.25, rng())


def test_circulants_have_the_modulus_of_the_transform_for_singular_values():
    C = dense.circulant(6, 10, rng(), taps=3)
    assert (C[:, 1:, 1:] == C[:, :-1, :-1]).all()
    assert (C[:, 0, 3:] == 0).all()
    moduli = np.abs(np.fft.fft(C[:, 0]))
    found = circulant_extremes(6, 10, rng(), np.sqrt(3), rho=0.0, taps=3)
    assert found["s_1"] == pytest.approx(moduli.max(axis=1))
    assert found["s_n"] == pytest.approx(moduli.min(axis=1))


def test_shifted_extremes_are_those_of_lapack():
    W = 0.5 * ginibre(7, 20, rng()) / np.sqrt(7)
    found = shifted_extremes(7, 20, rng(), 0.5, rho=2.0)
    s, shifted = np.linalg.svd(W, compute_uv=False), np.linalg.svd(W + 2 * np.eye(7), compute_uv=False)
    tau = np.linalg.eigvalsh(W + W.swapaxes(1, 2))
    expected = {
        "s_1": s[:, 0], "s_n": s[:, -1], "tau_low": tau[:, 0], "tau_up": tau[:, -1],
        "shifted_s_1": shifted[:, 0], "shifted_s_n": shifted[:, -1],
    }  # fmt: skip
    assert found.keys() == expected.keys()
    for name, values in expected.items():
        assert found[name] == pytest.approx(values, rel=1e-8), name


def test_masks_of_ones_change_nothing_and_masks_of_eta_scale():
    plain = shifted_extremes(4, 30, rng(), 1.0)
    same = masked_extremes(4, 30, rng(), 1.0, m=0, eta=0.5)
    scaled = masked_extremes(4, 30, rng(), 1.0, m=4, eta=0.5)
    for name, values in plain.items():
        assert (same[name] == values).all(), name
    for name in ("s_1", "s_n", "tau_low", "tau_up"):
        assert scaled[name] == pytest.approx(plain[name] / 4, rel=1e-7), name
    one_side = masked_extremes(4, 30, rng(), 1.0, m=4, m_1=0, eta=0.5)
    assert one_side["s_1"] == pytest.approx(plain["s_1"] / 2)


def test_bad_sizes_are_named():
    with pytest.raises(ValueError, match="draws = 0"):
        shifted_extremes(2, 0, rng(), 1.0)
    with pytest.raises(ValueError, match="taps = 9"):
        circulant_extremes(2, 1, rng(), 1.0, taps=9)


# Gamma and normal variables side by side have their distributions; false alarm 1e-9 each.


@pytest.mark.parametrize("shape", [200.0, 450.0, 5e7])
def test_large_gammas_are_taken_with_the_probability_that_gives_their_density(shape):
    """Density of d (1 + y)^3 for normal x, times exp(h), over the gamma density: the same for all x."""
    x = np.linspace(-6, 6, 49)
    d = np.full_like(x, shape - 1 / 3)
    y = x / np.sqrt(9 * d)
    h = _log_taken(x, d)
    jacobian = 2 * np.log1p(y)
    log_ratio = gamma.logpdf(d * (1 + y) ** 3, shape) + jacobian - (-(x**2) / 2 + h)
    assert np.ptp(log_ratio) < 1e-15 * shape * 20
    assert h.max() <= 1e-15 * shape
    assert (-np.expm1(h) <= x**4 / (108 * d * (1 - np.abs(y))) + 1e-15 * shape).all()


def test_large_and_small_shapes_lie_in_their_bands():
    """Rows on both sides of the change of method, chance of a false alarm 1e-9 each."""
    draws = 200_000
    shapes = (1000.0, 500.0, 225.5, 200.5, 200.0, 199.5, 50.5, 25.0, 1.5, 0.5)
    rows = gammas(shapes, draws, np.random.default_rng(5))
    for row, shape in zip(rows, shapes, strict=True):
        assert sup_distance(row, gamma(shape).cdf) <= dkw_radius(draws, ALPHA)


def test_refused_gammas_are_drawn_again():
    """Mean and variance to 6.5 standard errors. Were none refused the variance would be larger by 1/9: 11."""
    shape, draws = 20.0, 8_000_000
    x = np.empty((80, draws // 80))
    _large_gammas(np.full((80, 1), shape), np.random.default_rng(7), x)
    assert abs(x.mean() - shape) < 6.5 * np.sqrt(shape / draws)
    assert abs(x.var() - shape) < 6.5 * np.sqrt((2 * shape**2 + 6 * shape) / draws)


def test_normal_variables_side_by_side():
    """All of one distribution and independent, at an odd size: sines, cosines, neighbours, squares."""
    draws = 6 * PAIRED + 1
    x = np.full(draws, np.nan)
    standard_normal(np.random.default_rng(6), x)
    assert sup_distance(x, norm.cdf) <= dkw_radius(draws, ALPHA)
    cosines, sines = x[:-1].reshape(-1, 2, PAIRED // 2).swapaxes(0, 1).reshape(2, -1)
    for part in (cosines, sines):
        assert sup_distance(part, norm.cdf) <= dkw_radius(len(part), ALPHA)
    assert sup_distance(cosines**2 + sines**2, chi2(2).cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((cosines + sines) / 2**0.5, norm.cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((x[:-1:2] - x[1::2]) / 2**0.5, norm.cdf) <= dkw_radius(draws // 2, ALPHA)
    assert x[-1] != 0
    with pytest.raises(ValueError, match="strides"):
        standard_normal(rng_normals(), np.empty((4, 4))[:, :2])
