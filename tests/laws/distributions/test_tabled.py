"""Tables of many values: stated errors and tails in 50 digits, plateaus and gaps, cubics on cells."""

from __future__ import annotations

from dataclasses import dataclass

import mpmath as mp
import numpy as np
import pytest

from perturb.laws.distributions import graded
from perturb.laws.distributions.bulk import quarter_circle, semicircle
from perturb.laws.distributions.free import semicircle_sum
from perturb.laws.distributions.graded import BUCKETS, FEW, Graded, Segments
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.masked_law import masked_singular_values
from perturb.laws.distributions.piecewise import BLOCK, FIT, NODES, Dyadic, Piecewise, Room, cubics
from perturb.laws.distributions.tabled import MANY, TabledDistribution, _table

COUNT = 60


def circle(x, variance):
    """The semicircle's share below x."""
    u = x / (2 * mp.sqrt(mp.mpf(variance)))
    return mp.mpf(1) / 2 + (mp.asin(u) + u * mp.sqrt(1 - u * u)) / mp.pi


def pastur(x, ratio):
    """The continuous part's share below x, by its Fourier series in the angle, summed."""
    c = mp.mpf(ratio)
    k = mp.sqrt(min(c, 1 / c))
    angle = mp.acos((1 + k * k - x / max(c, 1)) / (2 * k))
    turn = mp.atan2(k * mp.sin(angle), 1 - k * mp.cos(angle))
    return (angle + mp.sin(angle) / k - (1 / k**2 - 1) * turn) / mp.pi


def convolved(dist, x):
    """The share below x of a free sum, from the roots of the polynomial of its subordination point."""
    a, p, v = [mp.mpf(t) for t in dist.points], [mp.mpf(t) for t in dist.weights], mp.mpf(dist.variance)
    start = complex(dist.subordination(float(x))[0])
    w = mp.findroot(lambda w: w + v * mp.fsum(q / (w - b) for q, b in zip(p, a, strict=True)) - x, start)
    G = mp.fsum(q / (w - b) for q, b in zip(p, a, strict=True))
    turn = mp.fsum(q * mp.arg(w - b) for q, b in zip(p, a, strict=True))
    return 1 - (turn + v * mp.im(G * G) / 2) / mp.pi


@dataclass(frozen=True)
class TwoHumps(TabledDistribution):
    """A semicircle at -5 with mass 0.25 and one at 5 with the rest: two pieces with a formula."""

    name = latex = "two humps"
    cdf_error = 2e-15
    support = (-7.0, 7.0)
    pieces = ((-7.0, -3.0), (3.0, 7.0))
    levels = ((0.0, 0.25), (0.25, 1.0))

    def _sum(self, method, x):
        return 0.25 * getattr(semicircle(), method)(x + 5) + 0.75 * getattr(semicircle(), method)(x - 5)

    def _cdf(self, x):
        return self._sum("cdf", x)

    def _sf(self, x):
        return self._sum("sf", x)

    def _pdf(self, x):
        return self._sum("pdf", x)


def shares(ratio):
    part = min(mp.mpf(1), 1 / mp.mpf(ratio))
    return lambda t: 1 - part * (1 - pastur(t, ratio))


BANDS = semicircle_sum([-1, 1], [0.5, 0.5], 0.25)
CASES = {
    "semicircle": (semicircle(0.3), lambda t: circle(t, 0.3), 4e-15),
    "quarter circle": (quarter_circle(), lambda t: 2 * circle(t, 1) - 1, 4e-15),
    "ratio 1/2": (marchenko_pastur(0.5), shares(0.5), 6e-15),
    "hard edge": (marchenko_pastur(1), shares(1), 6e-15),
    "almost hard": (marchenko_pastur(0.9999), shares(0.9999), 6e-15),
    "atom": (marchenko_pastur(2.5), shares(2.5), 6e-15),
    "two bands": (BANDS, lambda t: convolved(BANDS, t), None),
}
each = pytest.mark.parametrize(("dist", "exact", "relative"), CASES.values(), ids=CASES.keys())
CHEAP = [TwoHumps(), *(dist for dist, _, _ in CASES.values() if dist is not BANDS)]


def many(dist, seed):
    """MANY points inside the pieces; the first COUNT of them anywhere and towards both ends of all."""
    rng, x = np.random.default_rng(seed), np.empty(MANY)
    ends = np.array(dist.pieces)
    low, high = ends[rng.integers(len(ends), size=MANY)].T
    x[:] = low + (high - low) * rng.random(MANY)
    near = (ends[-1, 1] - ends[0, 0]) * 10.0 ** rng.uniform(-5, -1, 2 * COUNT // 3)
    x[: len(near)] = np.where(np.arange(len(near)) % 2, ends[0, 0] + near, ends[-1, 1] - near)
    return x


@each
def test_many_values_have_the_stated_error_in_50_digits(dist, exact, relative):
    x = many(dist, 1)
    assert np.isfinite(_table(dist, "cdf")(x)).mean() > 0.9  # the tables do say
    assert np.isfinite(_table(dist, "sf")(x)).mean() > 0.9
    with mp.workdps(50):
        for t, F, S in zip(x[:COUNT], dist.cdf(x), dist.sf(x), strict=False):
            if dist.pdf(t) > 0:
                truth = exact(mp.mpf(float(t)))
                assert abs(F - truth) <= dist.cdf_error
                assert abs(S - (1 - truth)) <= dist.cdf_error
                if relative:
                    assert abs(F / truth - 1) <= relative
                    assert abs(S / (1 - truth) - 1) <= relative


@pytest.mark.parametrize("dist", CHEAP, ids=lambda dist: dist.name)
@pytest.mark.parametrize("method", ["ppf", "isf"])
def test_many_quantiles_come_back(dist, method):
    """To a relative error, or as well as neighbouring floats allow, in both tails and between bands."""
    q = np.random.default_rng(2).random(MANY)
    q[:40] = 10.0 ** -np.linspace(0.1, 12, 40)
    q[40:80] = 1 - q[:40]
    x = getattr(dist, method)(q)
    back = dist.cdf(x) if method == "ppf" else dist.sf(x)
    inner = x > dist.pieces[0][0]
    grain = 4 * dist.pdf(x) * np.spacing(np.abs(x))
    assert (np.abs(back - q) <= max(1e-14, 2 * dist.cdf_error) * q + grain + dist.cdf_error * (q > 0.1))[
        inner
    ].all()
    few = getattr(dist, method)(q[:200])
    assert (dist.pdf(few) * np.abs(x[:200] - few) <= 4 * dist.cdf_error + 4 * grain[:200]).all()


def test_cells_that_do_not_check_say_nothing():
    """A kink inside an interval: its cell is NaN, the others are right."""

    def kinked(side):
        return np.abs(0.3 - (1 - side.gap if side.upper else side.gap))

    def good(side, found):
        return np.abs(found - kinked(side)) < 1e-13

    table = Graded(np.array([[0.0, 1.0]]), 10, kinked, good)
    x = np.random.default_rng(3).uniform(0.01, 0.99, 10_000)
    silent = np.isnan(table(x))
    assert 0 < silent.sum() < 200
    assert np.abs(x[silent] - 0.3).max() < 0.3 / 64
    assert np.abs(table(x) - np.abs(0.3 - x))[~silent].max() < 1e-13
    assert np.isnan(table(np.array([-1.0, 0.0, 1e-9, 1 - 1e-9, 2.0]))).all()


@pytest.mark.parametrize(
    "dist", [marchenko_pastur(0.9, 3e-200), marchenko_pastur(5, 1e200)], ids=["small", "large"]
)
def test_near_the_ends_of_the_floats_the_formulas_answer(dist):
    q = np.random.default_rng(5).random(MANY)
    x = dist.ppf(q)
    assert dist.cdf(x)[:200] == pytest.approx(dist.cdf(x[:200]), abs=dist.cdf_error)
    assert (np.abs(dist.cdf(x) - q)[q > dist._at_low()] < 1e-14).all()


def test_wrong_coefficients_are_refused(monkeypatch):
    """Slopes that are off by a thousandth leave the formulas to answer."""
    dist = semicircle(0.77)
    monkeypatch.setattr(graded, "FIT", 1.001 * graded.FIT)
    x = many(dist, 4)
    assert np.isnan(_table(dist, "cdf")(x)).mean() > 0.9
    assert (dist.cdf(x)[1:] == dist.cdf(x[1:])).all()


def test_a_table_says_nothing_in_gaps_at_ends_and_beyond():
    """Intervals of many widths, two of them side by side: each point is answered from its own one."""
    ends = np.array([[0.0, 1.0], [1.0, 1.5], [3.0, 3.001], [8.0, 40.0]])

    def root(side):
        low, high = ends[side.number]
        u = side.gap / (high - low)
        return side.number + (1 - u if side.upper else u)

    table = Graded(ends, 12, root, lambda side, found: np.abs(found - root(side)) < 1e-14)
    u = np.concatenate([np.linspace(0.001, 0.999, 400), [0.5, np.nextafter(0.5, 1)]])
    for k, (low, high) in enumerate(ends):
        x = low + u * (high - low)
        found = table(x)
        assert np.isnan(found).sum() <= 2
        assert np.nanmax(np.abs(found - (k + (x - low) / (high - low)))) < 1e-12
    assert np.isnan(table(np.array([-5.0, 0.0, 1.0, 1.5, 2.0, 3.0, 3.001, 7.0, 8.0, 40.0, 50.0]))).all()


# Tables of many values at atoms, in gaps and outside, and which segment of the line a point is in.


BANDS_PLATEAUS = semicircle_sum([-1, 1], [0.5, 0.5], 0.25)
ATOMS = {
    "atom": marchenko_pastur(2.5),
    "a small rest": marchenko_pastur(50),
    "three bands and two atoms": masked_singular_values(2.0, 0.9, 0.2, 0.15),
    "two bands": BANDS_PLATEAUS,
    "semicircle": semicircle(0.3),
}


@pytest.mark.parametrize("dist", ATOMS.values(), ids=ATOMS.keys())
@pytest.mark.parametrize("method", ["cdf", "cdf_left", "sf"])
def test_tables_have_atoms_and_gaps_and_what_is_outside(dist, method):
    """With the very values of the formulas, at the ends of the pieces and beside atoms too."""
    rng, (low, high) = np.random.default_rng(6), dist.support
    x = rng.uniform(2 * low - high, 2 * high - low, MANY)
    inside = np.zeros(MANY, dtype=bool)
    for a, b in dist.pieces:
        inside |= (a < x) & (x < b)
    marks = [end for piece in dist.pieces for end in piece] + [at for at, _ in dist.atoms]
    special = [*marks, *np.nextafter(marks, np.inf), *np.nextafter(marks, -np.inf), np.inf, -np.inf]
    x = np.concatenate([x[~inside], special])
    few = np.concatenate([getattr(dist, method)(part) for part in np.array_split(x, 8)])
    many = np.tile(x, dist.many // len(x) + 1)
    found = getattr(dist, method)(many)[: len(x)]
    on_atom = np.isin(x, [at for at, _ in dist.atoms])
    assert (found == few)[~on_atom].all()
    assert found == pytest.approx(few, abs=dist.cdf_error, rel=1e-15)
    said = ~np.isnan(_table(dist, method)(x))
    assert said[: -len(special)].all()
    assert said[on_atom].all()


@pytest.mark.parametrize("dist", ATOMS.values(), ids=ATOMS.keys())
@pytest.mark.parametrize("method", ["ppf", "isf"])
def test_tables_have_the_levels_that_atoms_jump_over(dist, method):
    for at, mass in dist.atoms:
        low = float(dist.cdf_left(at) if method == "ppf" else dist.sf(at))
        q = low + mass * np.linspace(1e-6, 1 - 1e-6, MANY)
        assert (_table(dist, method)(q) == at).all()
        assert (getattr(dist, method)(q[::500]) == at).all()
    q = np.random.default_rng(7).random(MANY)
    assert np.isnan(_table(dist, method)(q)).mean() < 1e-3


@pytest.mark.parametrize("dist", ATOMS.values(), ids=ATOMS.keys())
def test_every_kind_of_input_is_answered_by_tables_as_by_formulas(dist):
    x = np.linspace(*dist.support, dist.many + 1)
    x[5], x[6] = np.nan, np.inf
    for given in (x, x.astype(np.float32), x[:-1].reshape(2, -1), np.arange(dist.many) % 4):
        for method in ("cdf", "cdf_left", "sf", "ppf", "isf"):
            found, few = getattr(dist, method)(given), getattr(dist, method)(given.ravel()[:50])
            assert found.shape == given.shape
            assert found.dtype == few.dtype
            slack = float(2 * np.finfo(found.dtype).eps) + 2 * dist.cdf_error
            slack += 1e-4 if method in ("ppf", "isf") else 0.0
            assert found.ravel()[:50] == pytest.approx(few, rel=1e-6, abs=slack, nan_ok=True)
            assert (np.isnan(found.ravel()[:50]) == np.isnan(few)).all()


@pytest.mark.parametrize("count", [1, FEW, FEW + 1, 40, 400])
def test_segments_are_those_of_a_search(count):
    """Also where there are more than fit into a byte; where a bucket has two cuts it is not clear."""
    rng = np.random.default_rng(8)
    cuts = np.unique(
        np.concatenate([rng.normal(size=count - count // 4), [3 + 1e-9 * k for k in range(count // 4)]])
    )
    where = Segments(cuts)
    x = np.concatenate(
        [rng.normal(size=4000), cuts, np.nextafter(cuts, 9), np.nextafter(cuts, -9), [1e308, -1e308]]
    )
    found = where(x, Room(x.size))
    clear = found != where.unclear
    assert (found == np.searchsorted(cuts, x))[clear].all()
    assert clear.all() or count > FEW
    assert clear[:4000].mean() > 1 - 2 * count / BUCKETS


def test_memory_for_many_bands_is_that_of_a_block():
    """At first an array of points x nodes x atoms was made."""
    import tracemalloc

    dist = semicircle_sum(5 * np.arange(8.0), np.full(8, 1 / 8), 0.2)
    x = np.random.default_rng(9).uniform(*dist.bands[2], 100_000)
    assert x.size < dist.many
    tracemalloc.start()
    dist.cdf(x)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 250e6


# Cubics on cells: they are what they interpolate, cell by cell, block by block.


def cubic(x):
    return 2 - 3 * x + x**2 / 4 + x**3 / 8


def test_the_fit_inverts_the_vandermonde_matrix_of_its_nodes() -> None:
    assert np.abs(NODES[:, None] ** np.arange(4) @ FIT - np.eye(4)).max() < 1e-14


def test_a_cubic_is_its_own_interpolant_and_has_its_derivative() -> None:
    fitted = Piecewise.fitted(cubic, -8, 8, 4)
    assert (fitted.low, fitted.high) == (-2, 2)
    x = np.random.default_rng(1).uniform(-2, 2, 2 * BLOCK + 3)
    assert np.abs(fitted(x) - cubic(x)).max() < 1e-13
    assert np.abs(fitted.derivative()(x) - (-3 + x / 2 + 3 * x**2 / 8)).max() < 1e-12


def test_a_point_belongs_to_the_cell_on_its_right() -> None:
    steps = Piecewise(3, 2, np.array([[10.0], [20.0], [30.0]]))
    x = np.array([1.5, np.nextafter(2, 0), 2, 2.25, 2.5, np.nextafter(3, 0)])
    assert steps(x).tolist() == [10, 10, 20, 20, 30, 30]


def test_neighbouring_cubics_meet_and_the_error_falls_with_the_fourth_power() -> None:
    errors = []
    x = np.linspace(0, 3.999, 5001)
    for per_unit in (4, 8):
        fitted = Piecewise.fitted(np.sin, 0, 4 * per_unit, per_unit)
        knots = np.arange(1, 4 * per_unit) / per_unit
        assert np.abs(fitted(knots) - fitted(np.nextafter(knots, 0))).max() < 1e-14
        errors.append(np.abs(fitted(x) - np.sin(x)).max())
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.1)


def test_no_points_give_no_values() -> None:
    assert Piecewise.fitted(cubic, 0, 4, 2)(np.empty(0)).shape == (0,)


def test_rows_are_the_values_at_both_ends() -> None:
    starts, widths = np.array([0.0, 1.0]), np.array([0.5, 2.0])
    rows = cubics(np.exp, starts, widths)
    assert np.array_equal(rows[:, 0], np.exp(starts))
    assert rows.sum(axis=1) == pytest.approx(np.exp(starts + widths), rel=1e-15)


def test_levels_near_zero_and_one_have_functions_of_their_own() -> None:
    dyadic = Dyadic(lambda p: p**3, lambda p: 5 + p**2, octaves=40, bits=3)
    p = np.concatenate([2.0 ** -np.arange(1, 40), np.random.default_rng(2).uniform(0, 0.5, BLOCK)])
    assert np.abs(dyadic(p) / p**3 - 1).max() < 1e-12
    high = 1 - p[(p > 1e-3) & (p < 0.5)]
    assert np.abs(dyadic(high) - (5 + (1 - high) ** 2)).max() < 1e-13


def test_a_survival_level_swaps_the_ends() -> None:
    dyadic = Dyadic(np.negative, np.positive, octaves=20, bits=2)
    assert dyadic(np.array([0.25, 0.75])).tolist() == [-0.25, 0.25]
    assert dyadic(np.array([0.25, 0.75]), survival=True).tolist() == [0.25, -0.25]
    half = np.array([0.5])
    assert (dyadic(half)[0], dyadic(half, survival=True)[0]) == (-0.5, 0.5)
