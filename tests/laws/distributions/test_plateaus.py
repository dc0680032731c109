"""Tables of many values at atoms, in gaps and outside, and which segment of the line a point is in."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions.bulk import semicircle
from perturb.laws.distributions.free import semicircle_sum
from perturb.laws.distributions.graded import BUCKETS, FEW, Segments
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.masked_law import masked_singular_values
from perturb.laws.distributions.piecewise import Room
from perturb.laws.distributions.tabled import MANY, _table

BANDS = semicircle_sum([-1, 1], [0.5, 0.5], 0.25)
ATOMS = {
    "atom": marchenko_pastur(2.5),
    "a small rest": marchenko_pastur(50),
    "three bands and two atoms": masked_singular_values(2.0, 0.9, 0.2, 0.15),
    "two bands": BANDS,
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
