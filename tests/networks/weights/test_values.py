"""Certified numbers of a weight matrix, beside a computation with 200 bits."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb_mat, ctx

from perturb.networks import convolution
from perturb.networks.weights import skew, values
from perturb.networks.weights.values import fmpq_of
from perturb.numbers import residual

SHAPES = ((1, 1), (3, 3), (2, 5), (5, 1), (8, 4))


def exactly(A: np.ndarray) -> list[object]:
    """The singular values in balls of 200 bits; of a wide matrix those of its transpose."""
    tall = A if A.shape[0] >= A.shape[1] else A.T
    return list(residual.singular_values(arb_mat([[float(x) for x in row] for row in tall])))


@pytest.mark.parametrize("scale", [1.0, 1e-290, 1e290])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_error_bars_hold_the_true_values(shape: tuple[int, int], scale: float) -> None:
    rng = np.random.default_rng(shape[0])
    for kind in (rng.standard_normal(shape), np.float32(rng.uniform(-1, 1, shape)), np.ones(shape)):
        A = np.asarray(kind, dtype=np.float64) * scale
        found = values(A)
        with ctx.workprec(200):
            for low, high, true in zip(found.low, found.high, exactly(A), strict=True):
                assert fmpq_of(low) <= true <= fmpq_of(high) or (low == 0 and not true > fmpq_of(high))
        assert found.radius.max() <= 1e-12 * found.values[0] + 1e-323


def test_what_follows_from_them() -> None:
    found = values(np.diag([4.0, 2.0, 2e-9]))
    low, high = found.condition.floats
    assert low is not None
    assert high is not None
    assert low <= 2e9 <= high <= 2.1e9
    assert (found.rank(1e-6), found.rank(0)) == ((2, 2), (3, 3))
    least, most = found.stable_rank.floats
    assert least is not None
    assert most is not None
    assert 1.25 - 1e-12 <= least <= 1.25 <= most <= 1.25 + 1e-12
    singular = values(np.ones((3, 3)))
    assert singular.condition.hi is None
    assert singular.rank(0)[0] == 1
    assert values(np.zeros((2, 2))).stable_rank.lo is None
    assert [x.floats[1] for x in found.relu] == [found.high[i] for i in range(3)]


def test_the_ends_of_a_symmetric_part() -> None:
    low, high = skew(np.array([[1.0, 4.0], [0.0, 1.0]]))
    assert low.floats == pytest.approx((-2, -2), abs=1e-12)
    assert high.floats == pytest.approx((6, 6), abs=1e-12)


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        (np.ones(3), r"shape \(3,\) is not that of"),
        (np.ones((0, 3)), "m, n >= 1"),
        (np.array([[np.nan]]), "an entry is not finite"),
        (np.full((3, 3), 1e305), r"an entry is beyond 2\^1000"),
    ],
)
def test_bad_matrices(bad: np.ndarray, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        values(bad)


def test_the_stretch_of_a_convolution_lies_between_its_bounds() -> None:
    """|K| <= |C| <= sqrt(places) |K|; the kernel of ones meets the upper one in the limit of large inputs."""
    rng = np.random.default_rng(2)
    for kernel in (rng.standard_normal((3, 2, 2, 2)), np.ones((1, 1, 2, 2))):
        (node,) = convolution(kernel, (5, 5), padding=1).nodes
        norm = np.linalg.norm(node.matrices[0], 2)
        bound = np.linalg.norm(kernel.reshape(len(kernel), -1), 2)
        assert bound * (1 - 1e-12) <= norm <= 2 * bound * (1 + 1e-12)
    assert norm > 1.85 * bound
