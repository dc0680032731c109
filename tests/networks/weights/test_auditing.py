"""An audit of a network from Python: layers, skips, what is left out, what changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import BadWeights, audit, changes, sentences, values

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
