"""Bars of large matrices, at sizes where 50 digits tell the truth, and the memory that they take."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from mpmath import mp

from perturb.laws.ensembles import certified
from perturb.networks.weights import large, skew, values
from perturb.types import FloatArray
from tests.networks.weights.small_layers import KINDS, drawn, true_values


@pytest.mark.parametrize("kind", KINDS)
def test_bars_hold_the_true_values(kind: str) -> None:
    """Both ways of computing, on matrices of every kind, tall, wide and square."""
    for shape in ((4, 4), (6, 3), (2, 5), (1, 4), (4, 1), (1, 1)):
        A = drawn(kind, shape, np.random.default_rng(shape))
        size = float(np.abs(A).max())
        if size:
            A = np.ldexp(A, 1 - np.frexp(size)[1])
        low, high = large.singular_values(A.copy)
        with mp.workdps(50):
            truth = true_values(A)
            assert all(x <= y <= z for x, y, z in zip(low.tolist(), truth, high.tolist(), strict=True))
        assert float((high - low).max()) <= 1e-12 * float(high[0]) + 1e-100


def geometric(n: int, least: float) -> FloatArray:
    """Values from 1 down to `least`, by Householder reflections."""
    rng = np.random.default_rng(n)
    u, v = rng.standard_normal((2, n))
    D = np.geomspace(1, least, n)[:, None] * (np.eye(n) - 2 * np.outer(v, v) / (v @ v))
    return np.asarray(D - 2 * np.outer(u, u @ D) / (u @ u))


def test_small_values_are_found_from_their_own_columns() -> None:
    """A Gram matrix alone says nothing of a value below 1e-8 of the largest."""
    A = geometric(300, 1e-9)
    found = values(A)
    direct = certified.singular_values(A[None])
    assert (found.low <= direct.values[0] + direct.radius[0]).all()
    assert (found.high >= direct.values[0] - direct.radius[0]).all()
    assert float(found.radius.max()) < 1e-10
    assert found.rank(1e-8) == (int((direct.values[0] > 1e-8).sum()),) * 2


def test_bars_do_not_trust_the_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong ones, and none, make bars wide and not wrong."""
    A = np.random.default_rng(3).standard_normal((300, 260))
    truth = np.linalg.svd(A, compute_uv=False)
    rng = np.random.default_rng(4)

    def wrong(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(S)), np.eye(len(S)) + 1e-4 * rng.standard_normal(S.shape)

    def bad(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(S)), rng.standard_normal(S.shape)

    def none(S: FloatArray) -> tuple[FloatArray, FloatArray]:
        raise ArithmeticError

    def twice(G: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Parallel and far from orthonormal: neither the split nor the defect bounds anything."""
        V = np.zeros((len(G), len(G)))
        V[0, -2:] = 1
        return np.zeros(len(G)), V

    def nothing(G: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.zeros(len(G)), np.full((len(G), len(G)), np.nan)

    for vectors in (wrong, bad, none, twice, nothing):
        monkeypatch.setattr(large, "eigenvectors", vectors)
        found = values(A)
        assert ((found.low <= truth) & (truth <= found.high)).all()
        assert found.radius[0] > 1e-4


def test_ends_of_a_symmetric_part() -> None:
    A = np.random.default_rng(5).standard_normal((300, 300))
    d = np.linalg.eigvalsh(A + A.T)
    ends = skew(A)
    for end, value in zip(ends, (d[0], d[-1]), strict=True):
        low, high = end.floats
        assert low is not None
        assert high is not None
        assert value - 1e-8 < low <= value <= high < value + 1e-8
    assert np.array_equal(large.doubled(A.copy()), A + A.T)


MEMORY = """
import sys
from pathlib import Path
import numpy as np
from perturb.networks.weights import values

def kept(name):
    return 1024 * int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0])

A = np.random.default_rng(0).standard_normal((int(sys.argv[1]),) * 2) + float(sys.argv[2])
values(A[:300, :300])
before = kept("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # the peak from here on
values(A)
print((kept("VmHWM") - before) / A.nbytes)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a process is measured as Linux counts it")
@pytest.mark.parametrize("mean", ["0.0", "1.0"])
def test_memory_is_at_most_three_layers(mean: str) -> None:
    """1024 x 1024, also where one value stands out and all others are found in a second round."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, "1024", mean], capture_output=True, text=True, check=True
    )
    assert 1.5 < float(done.stdout) < 3
