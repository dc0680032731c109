"""The exact minimiser of (9) on evenly spaced points, beside a search that knows nothing of arcs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from tools.evenly_spaced import PICTURED, minimiser


def outputs(L: np.ndarray, count: int) -> np.ndarray:
    turn = 2 * np.pi * np.arange(count) / count
    return np.maximum(L @ np.stack([np.cos(turn), np.sin(turn)]), 0)


def squares(L: np.ndarray, count: int, A: np.ndarray) -> float:
    """(9) without the root."""
    return float(((outputs(A, count) - outputs(L, count)) ** 2).sum())


@pytest.mark.parametrize("count", [20, 100])
@pytest.mark.parametrize("rows", [PICTURED, ((2, 1), (-1, 3)), ((1, 2), (3, 1))])
def test_no_matrix_of_rank_one_is_nearer(count: int, rows: tuple[tuple[int, int], ...]) -> None:
    A, found = np.array(rows, dtype=float), minimiser(count, rows)
    L = np.outer([float(x) for x in found.u], [float(x) for x in found.v])
    here, rng = squares(L, count, A), np.random.default_rng(1)
    for start in rng.standard_normal((5, 4)):
        near = minimize(lambda p: squares(np.outer(p[:2], p[2:]), count, A), start, method="Nelder-Mead")
        assert here <= near.fun + 1e-9
    errors = np.linalg.norm(outputs(A, count) - outputs(L, count), axis=0)
    assert float(found.worst) == pytest.approx(errors.max())
    assert float(found.sigma) == pytest.approx(np.linalg.svd(A, compute_uv=False)[1])


def test_many_points_of_the_first_figure_are_above_the_singular_value() -> None:
    """The numbers that the errata have, decided in balls."""
    above, below = minimiser(2000), minimiser(256)
    assert above.worst > above.sigma
    assert below.worst < below.sigma
    assert above.worst.str(7, radius=False) == "0.6185709"
    assert below.worst.str(7, radius=False) == "0.6108042"


def test_the_points_are_opposite_and_square() -> None:
    with pytest.raises(ValueError, match="count = 6: a multiple of four is expected"):
        minimiser(6)
