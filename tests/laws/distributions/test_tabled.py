"""Tables of many values: the stated error and relative tails in 50 digits, and where they do not say."""

from __future__ import annotations

from dataclasses import dataclass

import mpmath as mp
import numpy as np
import pytest

from perturb.laws.distributions import graded
from perturb.laws.distributions.bulk import quarter_circle, semicircle
from perturb.laws.distributions.free import semicircle_sum
from perturb.laws.distributions.graded import Graded
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
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
