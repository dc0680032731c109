"""The exact Lipschitz constant against slopes of drawn pairs, against known ones, and below every bound."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from perturb.networks import cells, dense, lipschitz_bounds, lipschitz_constant, residual
from perturb.networks.lipschitz import Enclosure


def ends(x: Enclosure) -> tuple[float, float]:
    low, high = x.floats
    assert low is not None
    assert high is not None
    return low, high


def drawn(rng: np.random.Generator, *widths: int) -> dense:
    pairs = list(pairwise(widths))
    return dense([rng.standard_normal((m, n)) for n, m in pairs], [rng.standard_normal(m) for _, m in pairs])


def test_it_is_above_all_slopes_and_below_all_bounds() -> None:
    rng = np.random.default_rng(0)
    for widths in ((2, 4, 3, 2), (3, 4, 1)):
        network = drawn(rng, *widths)
        found = cells(network)
        table = lipschitz_bounds(found)
        low, high = ends(table["constant"])
        x, step = 3 * rng.standard_normal((3000, widths[0])), 1e-3 * rng.standard_normal((3000, widths[0]))
        slopes = np.linalg.norm(network(x + step) - network(x), axis=1) / np.linalg.norm(step, axis=1)
        assert 0.5 * low < slopes.max() <= high * (1 + 1e-9)
        assert high - low < 1e-12 * high
        assert all(low <= ends(bound)[1] for bound in table.values())
        assert ends(table["active blocks"])[0] <= ends(table["product of norms"])[1]


def test_a_linear_part_that_acts_on_no_inner_point_does_not_count() -> None:
    """Both neurons are positive nowhere: relu(x) and relu(-x) meet at 0, where no segment stays."""
    network = dense([[[1], [-1]], [[1, 1]]])
    assert lipschitz_constant(cells(network)).floats == (1.0, 1.0)
    assert ends(lipschitz_bounds(cells(network))["product of norms"])[0] == pytest.approx(2.0)


def test_skips_count_and_are_refused_by_the_bounds_of_chains() -> None:
    skip = residual(dense([[[1]], [[1]]]), 2)
    assert lipschitz_constant(cells(skip)).floats == (3.0, 3.0)
    with pytest.raises(ValueError, match="a chain of at least two layers"):
        lipschitz_bounds(cells(skip))


def test_theorem_6_is_attained_by_copies_of_one_unit() -> None:
    """W_1 and W_L of n equal unit rows and columns, w for all weights between: n^(L-1) w^(L-2) exactly."""
    n, w = 3, 2
    network = dense([[[1]] * n, [[w] * n] * n, [[1] * n]])
    table = lipschitz_bounds(cells(network))
    assert ends(table["constant"]) == ends(table["c r w^(L-2) n^(L-1)"]) == (n * n * w, n * n * w)
