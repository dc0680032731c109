"""Checkpoints: Weyl's and Wedin's bounds hold, and what gradient flow keeps is kept."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.weights.checkpoints import checkpoints, kept, movement
from perturb.networks.weights.sentences import step_sentences

ALPHA = 1e-6


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(12)


@pytest.mark.parametrize("size", [1e-6, 1e-2, 0.3])
def test_weyl_and_wedin(rng: np.random.Generator, size: float) -> None:
    """One large direction, so that the gap is open; the sine is below its bound, the values move by |E|."""
    for m, n in ((20, 30), (30, 20), (25, 25)):
        A = rng.standard_normal((m, n)) / 20 + 3 * np.outer(np.eye(m)[0], np.eye(n)[0])
        E = size * rng.standard_normal((m, n)) / 10
        found = movement("a", A, A + E, ALPHA)
        norm = np.linalg.norm((A + E) - A, 2)
        assert found.size.floats == pytest.approx((norm, norm), rel=1e-9)
        assert found.values_moved.floats[1] <= norm * (1 + 1e-9) + 1e-12
        assert found.leading == 1
        assert found.wedin is not None
        assert found.angle <= found.wedin * (1 + 1e-9) + 1e-12


def test_wedins_bound_is_attained_by_a_rotation() -> None:
    """diag(1, 0) turned by t: |E| = 2 sin(t/2) against a gap of 1 and a sine of sin t."""
    t = 0.1
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    A = np.diag([1.0, 0])
    found = movement("a", A, R @ A, ALPHA)
    assert found.angle == pytest.approx(np.sin(t))
    assert np.sin(t) <= found.wedin <= 1.01 * np.sin(t)


def test_no_gap_and_no_bound(rng: np.random.Generator) -> None:
    A = rng.standard_normal((20, 20))
    assert movement("a", A, rng.standard_normal((20, 20)), ALPHA).wedin is None
    assert movement("a", np.zeros((3, 3)), np.zeros((3, 3)), ALPHA).wedin is None


def test_what_was_learned_stands_out(rng: np.random.Generator) -> None:
    A = rng.standard_normal((60, 80))
    spikes = (
        60 * np.linalg.qr(rng.standard_normal((60, 3)))[0] @ np.linalg.qr(rng.standard_normal((80, 3)))[0].T
    )
    found = movement("a", A, A + spikes + rng.standard_normal((60, 80)) / 10, ALPHA)
    assert found.gained == (3, 3)
    assert found.new == (3, 3)
    assert found.leading == 3


def test_a_verdict_a_layer(rng: np.random.Generator) -> None:
    """As one would say it: near the law at first, three outliers later."""
    A = rng.standard_normal((60, 80))
    spikes = (
        60 * np.linalg.qr(rng.standard_normal((60, 3)))[0] @ np.linalg.qr(rng.standard_normal((80, 3)))[0].T
    )
    (step,) = checkpoints([{"fc": A}, {"fc": A + spikes}], names=["start", "end"], alpha=ALPHA)
    line = next(iter(step_sentences(step, ALPHA)))
    assert line.startswith("fc is within ")
    assert "of the Marchenko-Pastur law in start, within " in line
    assert line.endswith(" with 3 outliers in end [test at 1e-06]")


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="a: shapes"):
        movement("a", np.eye(2), np.eye(3), ALPHA)


def flow(linear: bool, rng: np.random.Generator) -> list[list[np.ndarray]]:
    """Gradient descent in small steps on |V phi(W x) - y|^2: at the start, and at the end."""
    W, V = rng.standard_normal((5, 4)) / 2, rng.standard_normal((3, 5)) / 2
    X, Y = rng.standard_normal((4, 30)), rng.standard_normal((3, 30))
    start = [W.copy(), V.copy()]
    for _ in range(20000):
        z = W @ X
        D = np.ones_like(z) if linear else (z > 0).astype(float)
        h = D * z
        gap = (V @ h - Y) / 30
        W, V = W - 1e-4 * ((V.T @ gap) * D) @ X.T, V - 1e-4 * gap @ h.T
    return [start, [W, V]]


@pytest.mark.parametrize("linear", [True, False])
def test_what_gradient_flow_keeps(rng: np.random.Generator, linear: bool) -> None:
    """The matrix for linear units; for ReLU its diagonal, and the matrix moves."""
    (W, V), (W_2, V_2) = flow(linear, rng)
    found = kept(("a", "b"), (W, np.zeros(5), V), (W_2, np.zeros(5), V_2))
    assert found.own > 0.1
    assert found.diagonal < 1e-3 * found.own
    assert (found.matrix < 1e-3 * found.own) == linear


def test_three_checkpoints(rng: np.random.Generator) -> None:
    first = {"a": rng.standard_normal((6, 4)), "b": rng.standard_normal((2, 6))}
    second = {"a": 2 * first["a"], "b": first["b"]}
    order = {"order": ["a", "b"]}
    steps = checkpoints([first, second, {"a": first["a"], "b": np.eye(6)}], order, names=["x", "y", "z"])
    assert [step.name for step in steps] == ["y", "z"]
    assert [one.part for one in steps[0].moved] == pytest.approx([1, 0])
    assert steps[0].kept[0].diagonal > 0
    assert (steps[1].missing, steps[1].kept) == (("b",), ())
    assert "b: not in both" in "\n".join(step_sentences(steps[1], ALPHA))
    assert steps[0].object()["moved"][1]["moved_high"] < 1e-300
    assert checkpoints([first, second], order | {"skip": {}})[0].why_not is None
    with pytest.raises(ValueError, match="1 where two are needed"):
        checkpoints([first])


def test_with_a_skip_nothing_is_said_of_invariants(rng: np.random.Generator) -> None:
    net = {"a": rng.standard_normal((4, 4)), "b": rng.standard_normal((2, 4))}
    (step,) = checkpoints([net, net], {"skip": {"a": 1.0}, "order": ["a", "b"]})
    assert step.kept == ()
    assert "skip" in (step.why_not or "")
