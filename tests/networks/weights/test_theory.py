"""ReLU behind a layer, and what is said of whole files."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import mpmath
import numpy as np
import pytest

from perturb.networks.relu import operator_width, relu_width_bounds
from perturb.networks.weights import checkpoints, network_sentences, theory
from perturb.networks.weights.layer_theory import linear_width, relu_layer
from perturb.networks.weights.sentences import theory_sentences
from perturb.networks.weights.values import values
from perturb.pages.weights.audit_page import theory_sections

RNG = np.random.default_rng(3)
LAYERS = [
    np.eye(4),
    np.ones((1, 1)),
    np.array([[1.0, 2], [3, 4], [-5, 6]]),
    RNG.standard_normal((6, 9)),
    RNG.standard_normal((30, 7)),
    1e-200 * RNG.standard_normal((5, 5)),
]


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


@pytest.mark.parametrize("A", LAYERS, ids=lambda A: f"{A.shape}")
def test_the_relu_layer_agrees_with_the_engines(A: np.ndarray) -> None:
    own = relu_layer(A, values(A))
    width, bounds = operator_width(A), relu_width_bounds(A)
    assert max(own.linear_width.lo, width.lo) <= min(own.linear_width.hi, width.hi)
    assert max(own.width.lo, bounds.lo) <= min(own.width.hi, bounds.hi)
    s = np.linalg.svd(A, compute_uv=False)
    low, high = own.norm.floats
    assert s[0] / sqrt(2) * (1 - 1e-9) <= low <= high <= s[0] * (1 + 1e-9)
    assert len(own.bounds) == len(s)


def test_s_0_of_known_layers() -> None:
    """The identity: 1. Rows a and -a: |a|, which is s_1 / sqrt 2. All entries positive: s_1."""
    a = np.array([[3.0, 4]])
    for A, value in ((np.eye(5), 1.0), (np.vstack([a, -a]), 5.0), (np.ones((30, 30)), 30.0)):
        assert relu_layer(A, values(A)).norm.floats == pytest.approx((value, value), rel=1e-4)


@pytest.mark.parametrize("m", [25, 60])
def test_the_attained_end_of_s_0_is_attained(rng: np.random.Generator, m: int) -> None:
    """Many rows: an x of the unit ball has |ReLU(Ax)| above the lower end, at 50 digits."""
    A = rng.standard_normal((m, 8))
    low = relu_layer(A, values(A)).norm.floats[0]
    X = rng.standard_normal((20000, 8))
    best = X[np.argmax(np.linalg.norm(np.maximum(X @ A.T, 0), axis=1) / np.linalg.norm(X, axis=1))]
    for _ in range(500):
        best = A.T @ np.maximum(A @ best, 0)
        best /= np.linalg.norm(best)
    with mpmath.workdps(50):
        image = mpmath.matrix(A.tolist()) * mpmath.matrix(best.tolist())
        seen = mpmath.norm([max(x, 0) for x in image]) / mpmath.norm(best.tolist())
    assert low <= seen * (1 + mpmath.mpf(2) ** -14)


def test_the_width_against_50_digits() -> None:
    """2 E |diag(s) g| for s = (3, 4), 2 sqrt(2/pi) 4 E(1 - (3/4)^2), the complete elliptic integral."""
    with mpmath.workdps(50):
        exact = 2 * mpmath.sqrt(2 / mpmath.pi) * 4 * mpmath.ellipe(1 - mpmath.mpf(9) / 16)
    found = linear_width(values(np.diag([3.0, 4])))
    low, high = (mpmath.mpf(int(x.p)) / int(x.q) for x in (found.lo, found.hi))
    assert low <= exact <= high <= low * (1 + mpmath.mpf(10) ** -12)


KERNEL = {"convolution": {"kernel": {}}}
NETWORK = {
    "first": RNG.standard_normal((40, 20)) / 6,
    "second": RNG.standard_normal((40, 40)) / 200,
    "kernel": RNG.standard_normal((4, 3, 2, 2)),
    "zero": np.zeros((20, 20)),
    "column": np.ones((4, 1)),
    "one": np.ones((1, 1)),
    "bias": np.zeros(4),
}


def test_every_layer_is_answered_and_says_what_it_rests_on() -> None:
    told = []
    found = theory(NETWORK, KERNEL | {"skip": {"second": 1.0}}, seen=lambda one: told.append(one.name))
    assert told == [one.name for one in found.layers] == [k for k in NETWORK if k != "bias"]
    for one in found.layers:
        for line in theory_sentences(one, found.alpha):
            left_out = line in one.omitted
            assert left_out or line.endswith("]"), line
    second = found.layers[1]
    assert second.masked is not None
    assert not second.masked.supposed
    assert [case.m for case in second.masked.cases] == [0, 4, 20]
    assert found.layers[2].masked is None
    assert "masks are left out" in found.layers[2].omitted[0]


def test_the_table_the_object_and_the_page() -> None:
    found = theory(NETWORK, KERNEL | {"order": [k for k in NETWORK if k != "bias"]})
    frame = found.to_frame()
    assert list(frame["layer"]) == [k for k in NETWORK if k != "bias"]
    assert frame.loc[1, "kappa_MD_worst_seen"] > 1
    assert set(found.object()["sentences"]) == set(frame["layer"])
    text = theory_sections(found)
    assert "Theorem 31 (89)" in text
    assert "had it a skip, at rho = 1" in text
    assert "nan" not in text


def test_layers_that_are_not_finite_hide_no_others(tmp_path: Path) -> None:
    """A file with NaN in one layer: the other is answered, and why there is no network and no movement."""
    good = {"a": np.eye(20), "b": np.full((20, 20), np.nan)}
    np.savez(tmp_path / "w.npz", **good)
    found = theory(tmp_path / "w.npz", {"order": ["a", "b"]})
    assert [one.name for one in found.layers] == ["a"]
    assert found.network.why_not == "b: entry (0, 0) is nan"
    assert "b: entry" in next(network_sentences(found.network))
    (step,) = checkpoints([tmp_path / "w.npz", tmp_path / "w.npz"])
    assert ([one.layer for one in step.moved], step.missing) == (["a"], ("b",))


def test_what_is_said_of_relu_is_left_out_behind_others() -> None:
    found = theory([np.eye(3), np.eye(3), np.eye(3)], {"activation": {"1": "leaky_relu"}, "skip": {"2": 1.0}})
    first, second, third = found.layers
    assert first.relu is not None
    assert (second.relu, second.masked) == (None, None)
    assert third.masked is None  # its D is that of the layer before
    assert third.relu is not None
    text = theory_sections(found)
    assert "1: leaky_relu behind it" in text.replace("\\_", "_")
    assert "relu_s_0_low" not in found.rows()[1]


def test_the_least_rho_is_that_of_every_number_of_zeros() -> None:
    """(91) asks for 2 cn (1 + 2m) < 1: c = 0.1, n = 20, so 4 (1 + 2m) for m = 2 and m = 10."""
    text = theory_sections(theory([np.full((20, 20), 0.1)], {"skip": {"0": 1.0}}))
    (row,) = (line for line in text.splitlines() if line.startswith("| Theorem 31 (91)"))
    assert "| 20 to 84 |" in row
