"""A network without biases has none to learn, and formulas of invariants show the biases that there are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb.networks import (
    LINEAR,
    RELU,
    Activation,
    Network,
    Neurons,
    chain,
    convolution,
    dense,
    descent,
    drift,
    gradient_flow,
    invariants,
    leaky,
    logistic,
    paths,
    residual,
)
from perturb.networks.exchange import arrays, from_arrays
from tests.networks.zoo import numbers

RNG = np.random.default_rng(2)
WEIGHTS = [RNG.standard_normal((4, 3)), RNG.standard_normal((1, 4))]
X, Y = RNG.standard_normal((5, 3)), np.array([1, -1, 1, -1, 1])


def after(network: Network, fixed: Any = ()) -> list[Network]:
    """At the end of descent, and of the flow."""
    flow = gradient_flow(network, X, logistic(Y), [0, 0.5], fixed)
    return [descent(network, X, logistic(Y), 0.05, 10, 10, fixed)[-1], flow.networks[-1]]


def test_without_biases_none_are_learned() -> None:
    for network in after(dense(WEIGHTS)):
        assert all(not node.bias.any() for node in network.nodes)
        assert all(np.any(node.matrices[0] != W) for node, W in zip(network.nodes, WEIGHTS, strict=True))
    for network in after(dense(WEIGHTS, [None, [0.0]])):
        assert not network.nodes[0].bias.any()
        assert network.nodes[1].bias.any()


def test_biases_that_are_0_are_learned() -> None:
    for network in after(dense(WEIGHTS, [np.zeros(4), np.zeros(1)])):
        assert all(node.bias.any() for node in network.nodes)


def test_descent_holds_what_is_fixed() -> None:
    start = dense(WEIGHTS, [np.ones(4), np.ones(1)])
    for network in after(start, [(1, 0), (2, "bias")]):
        assert np.all(network.nodes[0].matrices[0] == WEIGHTS[0])
        assert np.all(network.nodes[1].bias == 1)
        assert np.any(network.nodes[0].bias != 1)
    with pytest.raises(ValueError, match=r"fixed = \(3, 0\) is no block"):
        descent(start, X, logistic(Y), 0.1, 1, fixed=[(3, 0)])


def test_drift_of_descent_is_that_of_weights_alone() -> None:
    found = drift(descent(dense(WEIGHTS), X, logistic(Y), 0.05, 10))
    assert len(found) == 4
    assert all(0 < d.worst < 0.1 for d in found)


def test_the_formula_of_a_scaling_is_its_value() -> None:
    """sum_u w_uv^2 + b_v^2 - sum_t w_vt^2, the second term where there is a bias that is learned."""
    rng = np.random.default_rng(3)
    W, V, b = numbers(rng, 3, 2), numbers(rng, 1, 3), numbers(rng, 3)
    with_b, without = dense([W, V], [b, [0]]), dense([W, V])
    for one, v in zip(invariants(with_b), range(3), strict=True):
        assert one.formula == r"\sum_uw_{uv}^2+b_v^2-\sum_tw_{vt}^2"
        assert one.value(with_b) == (W[v] ** 2).sum() + b[v] ** 2 - (V[:, v] ** 2).sum()
    for one, v in zip(invariants(without), range(3), strict=True):
        assert one.formula == r"\sum_uw_{uv}^2-\sum_tw_{vt}^2"
        assert one.value(without) == (W[v] ** 2).sum() - (V[:, v] ** 2).sum()


def test_the_formula_of_a_matrix_is_its_value() -> None:
    rng = np.random.default_rng(4)
    W, V, b = numbers(rng, 3, 2), numbers(rng, 1, 3), numbers(rng, 3)
    (one,) = invariants(dense([W, V], [b, [0]], LINEAR))
    assert one.formula == r"W_{\mathrm{in}}W_{\mathrm{in}}^T+bb^T-W_{\mathrm{out}}^TW_{\mathrm{out}}"
    assert np.all(one.value(dense([W, V], [b, [0]], LINEAR)) == W @ W.T + np.outer(b, b) - V.T @ V)
    (one,) = invariants(dense([W, V], None, LINEAR))
    assert one.formula == r"W_{\mathrm{in}}W_{\mathrm{in}}^T-W_{\mathrm{out}}^TW_{\mathrm{out}}"


@pytest.mark.parametrize("bias", [None, 0])
def test_formulas_of_channels_and_of_neurons_that_are_tied(bias: Any) -> None:
    rng = np.random.default_rng(5)
    shown = "+" if bias is not None else ""
    one = chain(convolution(numbers(rng, 2, 1, 2), (4,), bias, RELU), dense([numbers(rng, 1, 6)]))
    assert {i.formula for i in invariants(one)} == {
        rf"\sum_{{w\ \mathrm{{in}}}}w^2{shown and '+' + chr(92) + 'sum_bb^2'}-\sum_{{w\ \mathrm{{out}}}}w^2"
    }
    first = Neurons((0,), (numbers(rng, 4, 2),), np.zeros(4), RELU, bias is not None)
    tied = chain(
        Network(2, (first,)), convolution(numbers(rng, 1, 1, 2), (4,), None), dense([numbers(rng, 1, 3)])
    )
    together = [i for i in invariants(tied) if "together" in i.name]
    assert together
    end = r"+\sum_v\varphi(v)\,b_v^2" if shown else r"\,w_{uv}^2"
    assert all(i.formula.endswith(end) for i in together)


def test_a_skip_has_no_bias() -> None:
    network = residual(dense([numbers(np.random.default_rng(6), 2, 2)]))
    assert [node.biased for node in network.nodes] == [False, False]


def test_files_keep_what_has_no_bias() -> None:
    found = arrays(dense(WEIGHTS, [None, [0.5]]))
    assert sorted(found) == ["0.weight", "1.bias", "1.weight"]
    assert [node.biased for node in from_arrays(found).nodes] == [False, True]


def test_paths_are_exact_with_a_slope_that_is_written_as_a_decimal() -> None:
    """0.1 is 1/10: on 35 of 40 networks the sums were not the value of the network."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        network = dense([numbers(rng, 3, 2), numbers(rng, 3, 3), numbers(rng, 1, 3)], None, leaky(0.1))
        found, x = paths(network), numbers(rng, 2)
        value = network(x)[0]
        assert isinstance(value, Fraction)
        assert value == sum(z * h for z, h in zip(found.active(x), found.h(x), strict=True))
        assert value == found.unrolled()(found.starts(x)) == found.mu()(found.h(x))
        assert value == dense([n.matrices[0] for n in network.nodes], None, leaky(Fraction(1, 10)))(x)[0]


def test_a_slope_of_another_width_is_its_decimal_too() -> None:
    assert leaky(0.1) == leaky(Fraction(1, 10))
    assert leaky(1e-07).low == Fraction(1, 10**7)
    assert Activation(np.float64(0.01)).low == Activation(np.float32(0.01)).low == Fraction(1, 100)
