"""Audits from Python: layers, skips, changes; checkpoints: Weyl, Wedin and what gradient flow keeps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import BadWeights, audit, changes, sentences, values
from perturb.networks.weights.checkpoints import checkpoints, kept, movement
from perturb.networks.weights.sentences import step_sentences

RNG = np.random.default_rng(0)
NETWORK = {
    "a.weight": RNG.standard_normal((20, 30)) / 5,
    "a.bias": np.zeros(20),
    "conv": RNG.standard_normal((4, 3, 2, 2)),
    "b.weight": np.eye(20) / 2,
}


def test_layers_and_what_is_none() -> None:
    found = audit(NETWORK, {"convolution": {"conv": {}}})
    assert [(x.name, x.values.shape, x.places) for x in found.layers] == [
        ("a.weight", (20, 30), 1),
        ("conv", (4, 12), 4),
        ("b.weight", (20, 20), 1),
    ]
    assert found.others == (("a.bias", "a vector, the bias of a.weight"),)
    lines = sentences(found)
    assert lines[-2:] == [
        "no bound of the whole network: nobody declared the order of the layers; "
        'settings: order = ["a.weight", "conv", ...]',
        "no layer: a.bias (a vector, the bias of a.weight)",
    ]
    assert found.lipschitz.hi is None
    assert lines[0].startswith("a.weight (20 x 30, role unknown): s_1 ")
    assert "as a convolution it stretches by [" in lines[1]
    assert "s_1 0.5, kappa 1, rank 20, stable rank 20" in lines[2]


def test_declared_order_and_skip() -> None:
    """I/2 + I: the skip of 1 around it."""
    found = audit(NETWORK, {"order": ["b.weight"], "skip": {"b.weight": 1.0}})
    (layer,) = found.layers
    assert layer.skip is not None
    assert layer.skip.values.largest.floats == pytest.approx((1.5, 1.5), abs=1e-12)
    assert [x.floats for x in layer.skip.tau] == [pytest.approx((1, 1), abs=1e-12)] * 2
    assert dict(found.others)["conv"].startswith("role unknown, of 4 axes")
    assert found.guessed == ()
    assert found.lipschitz.floats[1] == pytest.approx(1.5)


def test_a_skip_around_an_activation_is_not_the_norm_of_the_sum() -> None:
    """ReLU(-x) + x is x for x > 0, and A + I is 0."""
    found = audit([-np.eye(3)], {"skip": {"0": 1.0}})
    (layer,) = found.layers
    assert layer.skip is not None
    assert layer.skip.values.largest.floats == pytest.approx((0, 0), abs=1e-12)
    assert found.lipschitz.floats[1] == pytest.approx(2)


def test_the_table_has_a_row_a_layer() -> None:
    table = audit([np.eye(3), np.ones((3, 2))]).to_frame()
    assert list(table["layer"]) == ["0", "1"]
    assert table.loc[1, "s_1_low"] <= np.sqrt(6) <= table.loc[1, "s_1_high"]


def test_two_checkpoints() -> None:
    later = NETWORK | {"b.weight": 2 * np.eye(20), "conv": np.ones((2, 2))}
    before = audit(NETWORK, {"convolution": {"conv": {}}})
    rows = {row["layer"]: row for row in changes(before, audit(later))}
    assert (rows["b.weight"]["s_1_before"], rows["b.weight"]["s_1_after"]) == ("0.5", "2")
    assert rows["conv"]["change"] == "not in both, or of another shape"


@pytest.mark.parametrize(
    ("weights", "settings", "line"),
    [
        ({}, {}, "weights: there are none"),
        ({"b": np.ones(3)}, {}, "no tensor has two axes"),
        ({"k": np.ones((4, 4, 3, 3))}, {}, r'k: role unknown, of 4 axes; .* a table \[convolution."k"\]'),
        ({"k": np.ones((4, 4, 3, 3))}, {"order": ["k"]}, "k is no layer: role unknown, of 4 axes"),
        (3, {}, "a int is no file, no mapping"),
        ([[[1, "x"]]], {}, "0: could not convert"),
        (NETWORK, {"order": ["c"]}, "there is no tensor 'c'"),
        (NETWORK, {"order": ["a.bias"]}, "a.bias is no layer: a vector"),
        (NETWORK, {"skips": {}}, "'skips' is not one of order, ignore, skip"),
        (NETWORK, {"skip": {"b.weight": "x"}}, "a skip of 'x' around b.weight"),
        (NETWORK, {"skip": [1]}, r"skip = \[1\] is not a table"),
        (NETWORK, {"order": "conv"}, "order = 'conv' is not a list"),
        (
            {"k": np.ones((4, 4, 3, 3))},
            {"skip": {"k": 1.0}, "convolution": {"k": {}}},
            "a skip of 1.0 around the convolution k, whose kernel is 4 x 36",
        ),
        (NETWORK, {"activation": {"a.weight": 1}}, "the activation 1 of a.weight is no word"),
        (NETWORK, {"convolution": {"a.weight": {}}}, r"a.weight of shape \(20, 30\) is no kernel"),
        (NETWORK, {"convolution": {"conv": 2}}, "convolution.conv = 2 is not a table"),
        (NETWORK, {"convolution": {"conv": {"strides": 2}}}, "'strides' is not one of stride, dilation"),
        (NETWORK, {"convolution": {"conv": {"stride": [1]}}}, r"stride = \[1\] is no number for 2 axes"),
        (NETWORK, {"convolution": {"conv": {"groups": 3}}}, "3 groups do not divide the 4 outputs"),
        (NETWORK, {"convolution": {"conv": {"padding": "x"}}}, "padding 'x' is not zeros or circular"),
        (NETWORK, {"skip": {"a.weight": 1}}, r"a skip of 1 around a.weight of shape \(20, 30\)"),
    ],
)
def test_bad_input(weights: Any, settings: dict[str, Any], line: str) -> None:
    with pytest.raises(BadWeights, match=line):
        audit(weights, settings)


def test_a_layer_that_is_not_finite_hides_no_other() -> None:
    """And there is no bound of the network."""
    found = audit({"a": np.eye(3), "b": np.array([[1.0, np.nan]]), "c": np.ones((2, 3)), "d": [[np.inf]]})
    assert [layer.name for layer in found.layers] == ["a", "c"]
    assert dict(found.others) == {"b": "entry (0, 1) is nan", "d": "entry (0, 0) is inf"}
    assert found.lipschitz.hi is None
    with pytest.raises(BadWeights, match=r"b: entry \(0, 1\) is nan"):
        audit({"b": np.array([[1.0, np.nan]])})


def test_layers_are_audited_with_one_thread_of_blas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a machine that others use spin."""
    from threadpoolctl import threadpool_info, threadpool_limits

    from perturb.networks.weights import auditing

    def threads() -> list[int]:
        return [x["num_threads"] for x in threadpool_info() if x["user_api"] == "blas"]

    seen: list[int] = []

    def watched(A: Any) -> Any:
        seen.extend(threads())
        return values(A)

    monkeypatch.setattr(auditing, "values", watched)
    with threadpool_limits(2, user_api="blas"):
        before = threads()
        audit([np.eye(20)])
        assert threads() == before
    assert set(seen) == {1}


# Checkpoints: Weyl's and Wedin's bounds hold, and what gradient flow keeps is kept.


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
