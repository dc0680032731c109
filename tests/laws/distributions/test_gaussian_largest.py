"""The largest eigenvalue of GOE and GUE at finite n, by closed forms, balls, limits and matrices."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from flint import arb, arb_mat, ctx
from scipy.integrate import quad
from scipy.stats import chi, norm

from perturb.laws.distributions.gaussian_largest import (
    LARGEST,
    GaussianLargest,
    exact_cdf,
    gue_largest_distribution,
)
from perturb.laws.distributions.tracy_widom import tracy_widom
from perturb.laws.stats.bands import dkw_radius, sup_distance

X = np.linspace(-7, 6, 27)


@pytest.mark.parametrize(("beta", "deviation"), [(1, sqrt(2)), (2, 1.0)])
def test_one_entry(beta, deviation):
    assert exact_cdf(beta, 1, X) == pytest.approx(norm.cdf((X + 2) / deviation), abs=1e-14)


@pytest.mark.parametrize("beta", [1, 2])
def test_two_by_two(beta):
    """Half the trace plus an independent chi(beta + 1) variable, of variance 1/beta a coordinate."""

    def at(x: float) -> float:
        y = sqrt(beta) * (2 * sqrt(2) + x / 2 ** (1 / 6))
        return quad(lambda r: chi.pdf(r, beta + 1) * norm.cdf(y - r), 0, 40, epsabs=1e-13, limit=200)[0]

    assert exact_cdf(beta, 2, X) == pytest.approx([at(x) for x in X], abs=1e-12)


@pytest.mark.parametrize("n", [12, 13])
@pytest.mark.parametrize("beta", [1, 2])
def test_balls(beta, n):
    """Determinants of moments of monomials in balls of 400 bits: no Hermite function, no Wronskian."""
    dist = GaussianLargest(beta, n)
    for x in (-4.5, -2.0, -0.5, 1.0, 3.5):
        found = float(ball_cdf(beta, n, (2 * sqrt(n) + x / n ** (1 / 6)) / sqrt(2)))
        assert abs(float(exact_cdf(beta, n, np.array([x]))[0]) - found) < 1e-12
        assert abs(float(dist.cdf(x)) - found) < dist.cdf_error


# By `ball_cdf` with 3,500 bits and the integrals up to 200 as the whole.
DIGITS = {
    (1, 100): (0.0856047659125070, 0.701221661120703, 0.980749124696181),
    (2, 100): (0.0831533680859586, 0.881510424990008, 0.999458483496620),
    (1, 101): (0.0855407109247132, 0.701119623506465, 0.980735474758532),
    (2, 101): (0.0831343555169158, 0.881502973327805, 0.999458315479713),
}


@pytest.mark.parametrize(("beta", "n"), DIGITS)
def test_large_matrices(beta, n):
    dist, x = GaussianLargest(beta, n), np.array([-3.0, -0.7, 1.5])
    assert np.abs(exact_cdf(beta, n, x) - DIGITS[beta, n]).max() < 1e-12
    assert np.abs(dist.cdf(x) - DIGITS[beta, n]).max() < dist.cdf_error


def ball_cdf(beta: int, n: int, y: float, bits: int = 400, top: int = 30) -> arb:
    ctx.prec = bits
    try:
        whole, part = (ball_determinant(beta, n, end) for end in (arb(top), arb(y)))
        return part / whole if beta == 2 else (part / whole).sqrt()
    finally:
        ctx.prec = 53


def ball_determinant(beta: int, n: int, y: arb) -> arb:
    if beta == 2:
        m = moments(2 * n, y, 1)
        return arb_mat([[m[i + j] for j in range(n)] for i in range(n)]).det()
    # a_ij = int int_{u < v < y} (u^i v^j - u^j v^i) g(u) g(v), g = exp(-u^2 / 2), by parts in u.
    single, double = moments(n, y, 2), moments(2 * n, y, 1)
    inner = [[arb(0)] * n for _ in range(n)]
    for j in range(n):
        inner[0][j] = first(j, y, double)
    for i in range(1, n):
        for j in range(n):
            below = (i - 1) * inner[i - 2][j] if i > 1 else arb(0)
            inner[i][j] = below - double[i - 1 + j]
    a = [[inner[i][j] - inner[j][i] for j in range(n)] for i in range(n)]
    if n % 2:
        a = [[*row, m] for row, m in zip(a, single, strict=True)] + [[*(-m for m in single), arb(0)]]
    return arb_mat(a).det()


def first(j: int, y: arb, double: list[arb]) -> arb:
    """int_{v < y} v^j g(v) N(v) dv with N the primitive of g."""
    primitive = (arb.pi() / 2).sqrt() * (1 + (y / arb(2).sqrt()).erf())
    weight = (-y * y / 2).exp()
    found = [primitive**2 / 2, -weight * primitive + double[0]]
    for k in range(2, j + 1):
        found.append((k - 1) * found[k - 2] - y ** (k - 1) * weight * primitive + double[k - 1])
    return found[j]


def moments(count: int, y: arb, half: int) -> list[arb]:
    """int_{u < y} u^k exp(-u^2 / half), k < count."""
    c = arb(half)
    weight = (-y * y / c).exp()
    found = [(arb.pi() * c).sqrt() / 2 * (1 + (y / c.sqrt()).erf()), -c / 2 * weight]
    for k in range(2, count):
        found.append(c / 2 * ((k - 1) * found[k - 2] - y ** (k - 1) * weight))
    return found


@pytest.mark.parametrize("n", [20, 41, 100])
def test_the_limit_and_the_better_centre(n):
    """sup |F_n - TW_1(. + n^(-1/3)/2)| < 0.063 n^(-2/3), for the GUE 0.09 n^(-2/3) without a shift."""
    shifted = tracy_widom(1).cdf(X + n ** (-1 / 3) / 2)
    assert np.abs(GaussianLargest(1, n).cdf(X) - shifted).max() < 0.063 * n ** (-2 / 3)
    assert np.abs(GaussianLargest(1, n).cdf(X) - tracy_widom(1).cdf(X)).max() > 0.14 * n ** (-1 / 3)
    assert np.abs(gue_largest_distribution(n).cdf(X) - tracy_widom(2).cdf(X)).max() < 0.09 * n ** (-2 / 3)


@pytest.mark.parametrize("beta", [1, 2])
def test_the_interpolant_and_its_slope(beta):
    dist = GaussianLargest(beta, 30)
    rng = np.random.default_rng(3)
    x = rng.uniform(-13, 14, 200)
    assert np.abs(dist.cdf(x) - exact_cdf(beta, 30, x)).max() < dist.cdf_error / 2
    total = quad(dist.pdf, -14, 16, points=(-4, 0, 4), epsabs=1e-11, limit=200)[0]
    assert total == pytest.approx(1, abs=1e-9)
    assert dist.ppf(dist.cdf(np.array([-3.0, -1.0, 1.0]))) == pytest.approx([-3, -1, 1], abs=1e-9)
    assert list(dist.cdf(np.array([-np.inf, -50, 50, np.inf]))) == [0, 0, 1, 1]


@pytest.mark.parametrize(("beta", "n"), [(1, 7), (2, 6)])
def test_matrices(beta, n):
    """Dense draws at alpha 1e-9; with half the variance on the diagonal they are refuted."""
    rng = np.random.default_rng(11)
    K = rng.standard_normal((20_000, n, n))
    H = (K + K.swapaxes(1, 2)) / sqrt(2)
    if beta == 2:
        L = rng.standard_normal((20_000, n, n))
        H = H / sqrt(2) + 0.5j * (L - L.swapaxes(1, 2))
    radius = dkw_radius(20_000, 1e-9)
    dist = GaussianLargest(beta, n)
    assert sup_distance(edge(H), dist.cdf) < radius
    i = np.arange(n)
    H[:, i, i] *= sqrt(0.5)
    assert sup_distance(edge(H), dist.cdf) > radius


def edge(H):
    n = H.shape[1]
    return n ** (1 / 6) * (np.linalg.eigvalsh(H)[:, -1] - 2 * sqrt(n))


@pytest.mark.parametrize("n", [0, 2.5, LARGEST + 1])
def test_bad_sizes(n):
    with pytest.raises(ValueError, match="n must be an integer"):
        GaussianLargest(1, n)


def test_bad_beta():
    with pytest.raises(ValueError, match="beta"):
        GaussianLargest(4, 10)
    assert GaussianLargest(1, 3).name == "GOE largest, n = 3"


# log cdf or, to the right of 0, log sf, by `ball_cdf` with 6,000 bits.
LOGARITHMS = {
    (1, 60, -14.0): -113.95401597593985,
    (1, 60, 12.0): -33.703274513022855,
    (1, 101, -14.0): -117.31496132537534,
    (1, 101, 12.0): -33.147493746265845,
}


@pytest.mark.parametrize(("beta", "n"), [(1, 12), (1, 13), (2, 5), (2, 13)])
def test_tails_are_relatively_accurate(beta, n):
    """On either side, by balls of 400 bits; one by one and, of many values, from a table."""
    dist = GaussianLargest(beta, n)
    low, high = np.array([-14.0, -9.0, -6.0, -4.6, -2.0]), np.array([0.5, 1.5, 4.0, 9.0, 14.0])
    for x, log, plain in ((low, dist.logcdf, dist.cdf), (high, dist.logsf, dist.sf)):
        truth = np.array([ball_logarithm(beta, n, at) for at in x])
        many = np.concatenate((x, np.linspace(x[0], x[-1], 300)))
        for found in (log(x), log(many)[: len(x)], np.log(plain(x)), np.log(plain(many)[: len(x)])):
            assert np.abs(found - truth).max() < dist.tail_error


def ball_logarithm(beta: int, n: int, x: float, bits: int = 400) -> float:
    """log cdf for x < 0, else log sf."""
    ctx.prec = bits
    try:
        cdf = ball_cdf(beta, n, (2 * sqrt(n) + x / n ** (1 / 6)) / sqrt(2), bits, 30 if bits == 400 else 50)
        ctx.prec = bits
        return float(cdf.log() if x < 0 else (1 - cdf).log())
    finally:
        ctx.prec = 53


@pytest.mark.parametrize(("beta", "x"), [(1, 90.0), (2, 90.0)])
def test_tails_are_relatively_accurate_to_the_end_of_the_stated_range(beta, x):
    """About 1e-290, the least that the docstring states for n up to 100."""
    dist = GaussianLargest(beta, 12)
    while dist.logsf(x) < -667.7:
        x -= 0.25
    truth = ball_logarithm(beta, 12, x, 3000)
    assert -668 < truth < -640
    assert abs(dist.logsf(x) - truth) < dist.tail_error


@pytest.mark.parametrize("beta", [1, 2])
def test_tails_of_one_entry(beta):
    dist, x = GaussianLargest(beta, 1), np.array([-30.0, -8.0, 3.0, 14.0, 30.0])
    assert dist.logcdf(x[:2]) == pytest.approx(norm.logcdf((x[:2] + 2) * sqrt(beta / 2)), rel=1e-12)
    assert dist.logsf(x[2:]) == pytest.approx(norm.logsf((x[2:] + 2) * sqrt(beta / 2)), rel=1e-12)


def test_tails_of_large_matrices():
    for (beta, n, x), truth in LOGARITHMS.items():
        dist = GaussianLargest(beta, n)
        assert abs((dist.logcdf if x < 0 else dist.logsf)(x) - truth) < dist.tail_error


@pytest.mark.parametrize("beta", [1, 2])
def test_tails_end_where_floats_do(beta):
    """Nothing overflows or warns; 0 and 1 only where no float lies between; monotone across the joints."""
    dist = GaussianLargest(beta, 7)
    x = np.concatenate(([-np.inf, -1e300, -200.0], np.linspace(-30, 40, 2_000), [200.0, 1e300, np.inf]))
    for log, sign in ((dist.logcdf, 1), (dist.logsf, -1)):
        with np.errstate(invalid="ignore"):  # -inf less -inf
            assert not (sign * np.diff(log(x)) < -dist.tail_error).any()
    assert dist.sf(14.0) > 0
    assert dist.logsf(np.array([1e300, np.inf])).tolist() == [-np.inf] * 2
    assert dist.sf(dist.isf(1e-200)) == pytest.approx(1e-200, rel=1e-7)
    assert dist.cdf(dist.ppf(1e-30)) == pytest.approx(1e-30, rel=1e-7)
