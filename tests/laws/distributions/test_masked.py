"""Masked limits and the law of singular values behind masks: closed forms, Dyson equation, matrices."""

from __future__ import annotations

from math import inf, isnan, sqrt

import mpmath
import numpy as np
import pytest

from perturb.laws.distributions import (
    MaskedSingularValues,
    masked_singular_values,
    shifted_singular_values,
    tracy_widom,
)
from perturb.laws.distributions.masked_extremes import masked_edges, masked_limits, noise_edges
from perturb.laws.distributions.shifted import shifted_limits, shifted_scales
from perturb.laws.distributions.tabled import MANY
from perturb.laws.ensembles import singular_values

RELU = [(2.0, 0.5, 0.5, None), (0.5, 1.0, 0.5, None), (0.5, 0.5, 1.0, None), (0.2, 0.9, 0.5, 0.45)]
SLOPED = [(1.0, 0.5, 0.5, None, 0.3), (0.6, 0.3, 0.8, 0.2, -0.5)]
CASES = [(*case, 0.0) for case in RELU] + SLOPED


def masked(r, kept_in, kept_out, overlap, slope, n, rng):
    """The kept columns for slope 0 (the others vanish), all otherwise."""
    both = round(n * (kept_in * kept_out if overlap is None else overlap))
    kept, noisy = round(n * kept_in), round(n * kept_out)
    D, D1 = np.full(n, slope), np.full(n, slope)
    D[:kept], D1[:both], D1[kept : kept + noisy - both] = 1, 1, 1
    B = (D1[:, None] * rng.standard_normal((n, n)) / (r * sqrt(8 * n)) + np.eye(n)) * D
    return B[:, :kept] if slope == 0 else B


def spectral_density(x, r, kept_in, kept_out, overlap, slope):
    """Weighted spectral density at sqrt(x) by averaged iteration at z = sqrt(x) + 3e-6 i."""
    both = kept_in * kept_out if overlap is None else overlap
    p = np.array([both, kept_out - both, kept_in - both, 1 - kept_in - kept_out + both])
    d, e = np.array([1, 1, slope, slope]), np.array([1, slope, 1, slope])
    z, U, V, a = sqrt(x) + 3e-6j, -1j, -1j, 1 / (8 * r * r)
    for _ in range(2000):
        row, column = z - a * d * d * V, z - a * e * e * U
        det = row * column - e * e
        U, V = (U + p @ (d * d * column / det)) / 2, (V + p @ (e * e * row / det)) / 2
    return -V.imag / np.pi


@pytest.mark.parametrize("r", [0.3, 0.36, 2, 1e4])
def test_no_mask_is_the_closed_form(r):
    assert masked_limits(r, 1, 1) == pytest.approx(shifted_limits(r), rel=1e-11)
    assert masked_limits(r, 0.4, 0.7, slope=-1) == pytest.approx(shifted_limits(r), rel=1e-11)
    ends, scales = masked_edges(r, 1, 1), shifted_scales(r)
    assert ends[1].scale == pytest.approx(scales[0], rel=1e-4)
    assert ends[0].scale == pytest.approx(scales[1], rel=1e-4, nan_ok=True)


@pytest.mark.parametrize("kept", [0.2, 0.99])
def test_columns_only_solve_a_cubic(kept):
    """D_1 = I: x = t^2 - a b t^2 / (1 - t) + a (1 - b) t with t = 1/P, stationary at the edges."""
    r = 0.8
    a = 1 / (8 * r * r)
    cubic = np.polyadd(np.polymul([2, a * (1 - kept)], [1, -2, 1]), [a * kept, -2 * a * kept, 0])
    t = np.roots(cubic)
    t = t[np.isreal(t)].real
    x = t**2 - a * kept * t**2 / (1 - t) + a * (1 - kept) * t
    low, high = masked_edges(r, kept, 1)
    assert low.x == pytest.approx(x[(t > 0) & (t < 1)].max(), rel=1e-11)
    assert high.x == pytest.approx(x[t > 1].min(), rel=1e-11)


@pytest.mark.parametrize(("kept_in", "kept_out"), [(0.3, 0.6), (0.5, 0.5), (0.6, 0.2)])
def test_disjoint_masks_add_a_wishart_matrix(kept_in, kept_out):
    """overlap = 0: B'B = I + sigma^2 N'N, N of kept_out n rows and kept_in n columns."""
    a = 1 / (8 * 0.7**2)
    low, high = masked_edges(0.7, kept_in, kept_out, 0.0)
    assert high.x == pytest.approx(1 + a * (sqrt(kept_in) + sqrt(kept_out)) ** 2, rel=1e-12)
    assert low.x == pytest.approx(1 + a * max(sqrt(kept_out) - sqrt(kept_in), 0) ** 2, rel=1e-10)
    assert isnan(low.scale) == (kept_out <= kept_in)


@pytest.mark.parametrize("case", CASES)
def test_the_complex_equation_has_its_support_between_the_edges(case):
    """2 % inside an edge the density is of order 1, 2 % outside it is of the order of Im z."""
    low, high = masked_edges(*case)
    for edge, inside in ((low.x, 1.02), (high.x, 0.98)):
        assert spectral_density(edge * inside, *case) > 0.005
        assert spectral_density(edge * (2 - inside), *case) < 0.001


@pytest.mark.parametrize("case", CASES)
def test_matrices(case):
    """n = 1000: both ends within TW_1 beyond its 1e-9 quantiles, widened by 2 for finite n."""
    n, (low, high) = 1000, masked_edges(*case)
    s = np.linalg.svd(masked(*case, n, np.random.default_rng(21)), compute_uv=False)
    left, right = tracy_widom(1).ppf(1e-9) - 2, tracy_widom(1).isf(1e-9) + 2
    assert left < n ** (2 / 3) * (s[0] - sqrt(high.x)) / high.scale < right
    assert left < n ** (2 / 3) * (sqrt(low.x) - s[-1]) / low.scale < right


@pytest.mark.parametrize("kept_in", [1.0, 0.7])
@pytest.mark.parametrize(("kept_out", "slope"), [(0.5, 0.0), (0.5, 0.3), (0.2, -0.9), (0.0, 0.5)])
def test_where_the_gap_closes(kept_in, kept_out, slope):
    """kept_out + (1 - kept_out) slope^2 = 8 r^2; for ReLU when D keeps every index that D_1 keeps."""
    overlap = kept_out if slope == 0 else None
    r = sqrt((kept_out + (1 - kept_out) * slope**2) / 8)
    assert masked_limits(r * 0.99, kept_in, kept_out, overlap, slope)[1:] == (0, inf)
    assert masked_limits(r * 1.01, kept_in, kept_out, overlap, slope).s_n > 1e-5


def test_one_more_noisy_row_opens_the_gap():
    assert masked_limits(0.2, 0.8, 0.5, 0.5).s_n == 0
    assert masked_limits(0.2, 0.8, 0.51, 0.5).s_n > 1e-4


@pytest.mark.parametrize("case", RELU)
def test_dropping_columns_never_hurts(case):
    """s_n((D_1 W + I) D) >= s_n(D_1 W + I) and s_1 likewise smaller; so for D_1 instead of I as to s_1."""
    r, kept_in, kept_out, overlap = case
    one, full = masked_limits(r, kept_in, kept_out, overlap), masked_limits(r, 1.0, kept_out)
    assert one.s_1 <= full.s_1 * (1 + 1e-12)
    assert one.s_n >= full.s_n * (1 - 1e-12)
    assert full.s_1 <= shifted_limits(r).s_1 * (1 + 1e-12)


def test_no_noise_left():
    assert masked_limits(1.0, 0.5, 0.0) == (1, 1, 1)


@pytest.mark.parametrize("ratio", [0.1, 0.9])
def test_marchenko_pastur_either_way(ratio):
    """n x n noise cut to ratio n columns, or rows: edges (1 +- sqrt(ratio))^2."""
    for out, into in (([1, 1], [1, 0]), ([1, 0], [1, 1])):
        low, high = noise_edges([ratio, 1 - ratio], out, into, [0, 0], 1.0)
        assert low.x == pytest.approx((1 - sqrt(ratio)) ** 2, rel=1e-11)
        assert high.x == pytest.approx((1 + sqrt(ratio)) ** 2, rel=1e-11)


def test_a_sample_covariance_matrix():
    """Columns of sizes 1 and 2 against Silverstein and Choi: x = -1/m + sum p t / (1 + t m), stationary."""
    p, t = np.array([0.2, 0.1]), np.array([1.0, 4.0])
    low, high = noise_edges([0.2, 0.1, 0.7], [1, 1, 1], [1, 2, 0], [0, 0, 0], 1.0)

    def x(m):
        return -1 / m + (p * t / (1 + t * m)).sum()

    fine = np.linspace(0, 1, 20_001)[1:-1]
    assert high.x == pytest.approx(min(x(-0.25 * f) for f in fine), rel=1e-7)
    # From x = -inf (m = 0+) through 0 (m = inf) to the lower edge: m from -inf towards -1.
    assert low.x == pytest.approx(max(x(-1 / f) for f in fine), rel=1e-7)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ((0.0, 0.5, 0.5), "r must"),
        ((1.0, 0.0, 0.5), "do not fit"),
        ((1.0, 0.5, 1.5), "do not fit"),
        ((1.0, 0.5, 0.5, 0.6), "do not fit"),
        ((1.0, 0.9, 0.9, 0.5), "do not fit"),
        ((1.0, 0.5, np.nan), "do not fit"),
        ((1.0, 0.5, 0.5, None, 2.0), "slope"),
    ],
)
def test_bad_masks(arguments, names):
    with pytest.raises(ValueError, match=names):
        masked_limits(*arguments)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (([1], [1, 1], [1], [1], 1.0), "one shape"),
        (([0.5], [1], [1], [1], 1.0), "sum to 1"),
        (([1], [1], [1], [1], 0.0), "variance"),
        (([0.5, 0.5], [1, 1], [1, 0], [1, 1], 1.0), "carry noise"),
    ],
)
def test_bad_groups(arguments, names):
    with pytest.raises(ValueError, match=names):
        noise_edges(*arguments)


# The law of singular values behind masks: quadrature to thirty digits, known cases, simulation, atoms.


PEAK = MaskedSingularValues(1.1, 0.5, 0.5, 0.25, 0.0)  # a gap above the atom at 0, a peak beside 1
LEAKY = MaskedSingularValues(0.2, 0.5, 0.5, 0.25, 0.1)  # two bands, the lower one down to 0
THREE = MaskedSingularValues(2.0, 0.9, 0.2, 0.15, 0.0)  # three bands, atoms at 0 and 1
LAWS = [pytest.param(law, id=name) for law, name in ((PEAK, "peak"), (LEAKY, "leaky"), (THREE, "three"))]


def by_quadrature(law, k, u):
    """The mass of the k-th band up to low + u (high - low), by Gauss-Legendre to 30 digits.

    The Dyson equation is solved here anew, from what float64 gives: only the ends are those of the law.
    """
    p, d, e, t, a = (law.model.p, law.model.d, law.model.e, law.model.t, mpmath.mpf(law.model.a))
    one, groups = law.bands[k], list(zip(p, d, e, t, strict=True))
    low, high = mpmath.mpf(one.low), mpmath.mpf(one.high)

    def density(v):
        x = v * v
        start = law.model.solved(np.array([float(x)]))

        def both(q, s):
            terms = [(w, D, E, 1 + D * q, E * s - x, T) for w, D, E, T in groups]
            return (
                q - a * sum(w * E * P / (T + P * Y) for w, D, E, P, Y, T in terms),
                s - a * sum(w * D * Y / (T + P * Y) for w, D, E, P, Y, T in terms),
            )

        q, s = mpmath.findroot(both, [mpmath.mpmathify(complex(y[0])) for y in start], tol=1e-50)
        m = sum(w * (1 + D * q) / (T + (1 + D * q) * (E * s - x)) for w, D, E, T in groups)
        return 2 * v * m.imag / mpmath.pi

    def along(angle):
        return density(low + (high - low) * mpmath.sin(angle / 2) ** 2) * (high - low) * mpmath.sin(angle) / 2

    with mpmath.workdps(30):
        end = 2 * mpmath.asin(mpmath.sqrt(u))
        return mpmath.quad(along, [0, end], method="gauss-legendre", maxdegree=4)


@pytest.mark.parametrize(
    ("law", "k", "u", "relative"),
    [(PEAK, 0, 1e-6, 1e-9), (PEAK, 0, 0.1, 1e-12), (LEAKY, 0, 1e-3, 1e-12), (LEAKY, 1, 0.1, 1e-12),
     (THREE, 1, 0.3, 1e-12), (THREE, 2, 1e-3, 1e-10)],
)  # fmt: skip
def test_the_cdf_is_that_of_quadrature(law, k, u, relative):
    """In the tails too; there it is the place of the edge, a float, that limits what is known."""
    one = law.bands[k]
    at = one.low + u * (one.high - one.low)
    exact = float(by_quadrature(law, k, (mpmath.mpf(at) - one.low) / (mpmath.mpf(one.high) - one.low)))
    left = float(one.parts(np.array([at]))[0][0])
    assert left == pytest.approx(exact, rel=relative, abs=0)
    assert abs(float(law.cdf(at)) - (law.levels[0][0] if k == 0 else float(law.cdf(one.low))) - exact) < 1e-14


@pytest.mark.parametrize("law", LAWS)
def test_the_cdf_is_that_of_the_logarithmic_potential(law):
    """Which needs neither bands nor quadrature."""
    v = np.linspace(law.support[0], 1.05 * law.support[1], 60)[1:]
    v = v[np.abs(v - 1) > 1e-3]
    for at, q, s in zip(v, *law.model.solved(v**2), strict=True):
        assert abs(law.model.below(complex(q), complex(s), at * at) - law.cdf(at)) < law.cdf_error


@pytest.mark.parametrize("r", [0.2, 0.5, 2.0])
@pytest.mark.parametrize(("kept", "slope"), [(1.0, 0.0), (0.5, -1.0)])
def test_without_masks_it_is_the_law_of_i_plus_w(r, kept, slope):
    law, known = masked_singular_values(r, kept, kept, slope=slope), shifted_singular_values(sqrt(1 / 8) / r)
    v = np.linspace(*known.support, 400)[1:-1]
    assert np.abs(law.cdf(v) - known.cdf(v)).max() < law.cdf_error + known.cdf_error
    assert law.pdf(v) == pytest.approx(known.pdf(v), rel=1e-11)
    near = known.support[1] - np.geomspace(1e-8, 1e-2, 20)
    assert law.sf(near) == pytest.approx(known.sf(near), rel=1e-6)


def spectra(law, n, draws, rng):
    """All singular values of draws of the model; shape (draws, n)."""
    both, out, into = (round(x * n) for x in (law.overlap, law.kept_out, law.kept_in))
    D_1, D = np.full(n, law.slope), np.full(n, law.slope)
    D_1[:out], D[:both], D[out : out + into - both] = 1, 1, 1
    W = rng.standard_normal((draws, n, n)) / (sqrt(8 * n) * law.r)
    return singular_values((D_1[:, None] * W + np.eye(n)) * D)


@pytest.mark.parametrize("law", LAWS)
def test_simulated_spectra_follow_the_law(law):
    """One value of each of 1,500 independent matrices within the DKW band at 1e-9, and 0.01 for n = 60; whole
    spectra, which are more even than independent values, within 0.008.
    """
    rng = np.random.default_rng(1)
    m, n = 1500, 60
    s = spectra(law, n, m, rng)
    assert distance(law, s[np.arange(m), rng.integers(0, n, m)]) < sqrt(np.log(2e9) / (2 * m)) + 0.01
    assert distance(law, s[:400].ravel()) < 0.008
    wrong = MaskedSingularValues(1.5 * law.r, law.kept_in, law.kept_out, law.overlap, law.slope)
    assert distance(wrong, s[:400].ravel()) > 0.02


def distance(law, sample):
    x = np.sort(sample)
    x[x < 1e-6] = 0  # numerical zeros
    x[np.abs(x - 1) < 1e-6] = 1
    at = np.unique(x)
    count = np.searchsorted(x, at, side="right") / len(x), np.searchsorted(x, at) / len(x)
    return max(np.abs(law.cdf(at) - count[0]).max(), np.abs(law.cdf_left(at) - count[1]).max())


@pytest.mark.parametrize("law", LAWS)
def test_tables_say_what_the_formulas_say(law):
    q = np.random.default_rng(2).random(MANY)
    x = law.ppf(q)
    few = slice(0, 400)
    assert np.abs(law.cdf(x)[few] - law.cdf(x[few])).max() < law.cdf_error
    assert np.abs(law.sf(x)[few] - law.sf(x[few])).max() < law.cdf_error
    assert x[few] == pytest.approx(law.ppf(q[few]), rel=1e-11)
    assert law.isf(q)[few] == pytest.approx(law.isf(q[few]), rel=1e-11)
    assert (law.cdf(x) >= q - 1e-13).all()
    assert (law.cdf_left(x) <= q + 1e-13).all()


def test_atoms_are_where_the_kept_fractions_put_them():
    assert THREE.atoms == ((0.0, 1 - 0.9), (1.0, 0.9 - 0.15 - 0.2))
    assert PEAK.atoms == ((0.0, 0.5),)
    assert LEAKY.atoms == ()
    assert THREE.cdf(1.0) - THREE.cdf_left(1.0) == pytest.approx(0.55, abs=1e-15)
    assert THREE.ppf([0.05, 0.3, 0.79]).tolist() == [0, 1, 1]
    assert THREE.isf([0.95, 0.5, 0.21]).tolist() == [0, 1, 1]
    assert len(THREE.bands) == 3
    assert LEAKY.bands[0].low == 0
    assert not LEAKY.bands[0].edge


@pytest.mark.parametrize("law", LAWS)
def test_moments_are_those_of_the_traces(law):
    """E s^2 = (|D|^2 + a |D_1|^2 |D|^2)/n, as the diagonal of W has no weight in the limit."""
    p, d, e, _, a = (np.array(x) for x in (law.model.p, law.model.d, law.model.e, law.model.t, law.model.a))
    assert law.moment(2) == pytest.approx(p @ e + a * (p @ d) * (p @ e), rel=1e-12)


@pytest.mark.parametrize(
    ("given", "said"),
    [((2.0, 0.5, 0.0), "no noise is left"), ((0.0, 0.5, 0.5), "r must be positive"),
     ((2.0, 0.5, 0.5, 0.6), "do not fit"), ((2.0, 0.5, 0.5, 0.25, 2.0), "slope must be"),
     ((sqrt(1 / 8), 1.0, 1.0), "about to close")],
)  # fmt: skip
def test_what_has_no_such_law_is_refused_in_a_line(given, said):
    with pytest.raises(ValueError, match=said) as caught:
        masked_singular_values(*given)
    assert "\n" not in str(caught.value)
