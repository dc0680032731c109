"""What gradient flow conserves, in every architecture; and networks without biases."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from perturb.networks import (
    LINEAR,
    RELU,
    Activation,
    Network,
    Neurons,
    Shared,
    chain,
    convolution,
    dense,
    descent,
    drift,
    gradient,
    gradient_flow,
    invariants,
    leaky,
    logistic,
    parameters,
    paths,
    residual,
    with_parameters,
)
from perturb.networks.exchange import arrays, from_arrays
from perturb.networks.wires import Fixed, learned
from tests.networks.zoo import numbers

EYE = np.eye(2, dtype=int)


def free_block(rng: np.random.Generator, sizes: tuple[int, int, int], inner: Any) -> Network:
    """U phi(Yx) + Zx for inputs, hidden neurons and outputs of these numbers."""
    a, b, c = sizes
    inside = Neurons((0,), (numbers(rng, b, a),), numbers(rng, b), inner)
    return Network(a, (inside, Neurons((1, 0), (numbers(rng, c, b), numbers(rng, c, a)), numbers(rng, c))))


def block(rng: np.random.Generator, skip: Any, inner: Any, outer: Any = LINEAR) -> Network:
    """A matrix, a residual block with `skip`, a row."""
    Y, U = numbers(rng, 3, 2), numbers(rng, 2, 3)
    inside = Neurons((0,), (Y,), numbers(rng, 3), inner), Neurons((1, 0), (U, skip), [0, 0], outer)
    first = dense([numbers(rng, 2, 3)], [numbers(rng, 2)], last=outer)
    return chain(first, Network(2, inside), dense([numbers(rng, 1, 2)]))


def convolutions(rng: np.random.Generator, first: Any) -> Network:
    one, two = numbers(rng, 2, 2, 2), numbers(rng, 3, 2, 2)
    return chain(
        convolution(one, (4,), 0, first), convolution(two, (3,), 0, padding=1), dense([numbers(rng, 2, 12)])
    )


def zoo(rng: np.random.Generator) -> dict[str, tuple[Network, Fixed, list[str]]]:
    """A network, what is not learned, and what should be found: a letter and the size of each."""
    plain = [numbers(rng, 3, 2), numbers(rng, 2, 3), numbers(rng, 1, 2)]
    biases = [numbers(rng, 3), numbers(rng, 2), numbers(rng, 1)]
    diagonal = Shared(numbers(rng, 2), np.array([[0, -1], [-1, 1]]))
    fixed = [(k, "bias") for k in range(1, 4)]
    stack = chain(
        convolution(numbers(rng, 2, 1, 2), (3,)),
        free_block(rng, (4, 2, 3), RELU),
        free_block(rng, (3, 2, 2), RELU),
        dense([numbers(rng, 1, 2)]),
    )
    tied = chain(dense([numbers(rng, 4, 2)], last=RELU), convolution(numbers(rng, 1, 1, 2), (4,)))
    return {
        "relu": (dense(plain, biases), (), ["s"] * 5),
        "linear": (dense(plain, biases, LINEAR), (), ["m3", "m2"]),
        "a fixed bias": (dense(plain, biases), [(1, "bias")], ["s"] * 2),
        "a fixed layer": (dense(plain, biases), [(2, 0)], ["s"]),
        "free skip": (block(rng, numbers(rng, 2, 2), RELU), (), ["m2", "m2", "s", "s", "s"]),
        "free skip and outer relu": (block(rng, numbers(rng, 2, 2), RELU, RELU), (), ["s"] * 7),
        "cases 3, 4, 6 and 7 of Theorem 1": (stack, [(1, "bias")], ["m2", "m3", "m2"] + ["s"] * 4),
        "diagonal skip": (block(rng, diagonal, RELU), (), ["s"] * 7),
        "identity": (block(rng, EYE, RELU, RELU), [(3, 1)], ["s"] * 5),
        "linear identity": (block(rng, EYE, LINEAR), [(3, 1)], ["m2", "m3"]),
        "convolutions": (convolutions(rng, LINEAR), fixed, ["m2", "m3"]),
        "relu convolution": (convolutions(rng, RELU), fixed, ["m3", "s", "s"]),
        "matrix, convolution": (chain(tied, dense([numbers(rng, 1, 3)])), fixed, ["m1", "s", "s"]),
    }


def derivative(one: Any, network: Network, step: Any) -> Any:
    """Of a quadratic function of the weights in a direction, exactly."""
    w = parameters(network)
    return np.asarray(one.value(with_parameters(network, w + step))) - np.asarray(
        one.value(with_parameters(network, w - step))
    )


NAMES = list(zoo(np.random.default_rng(0)))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_the_list_moves_and_nothing_is_missing(name: str) -> None:
    rng = np.random.default_rng(5)
    network, fixed, expected = zoo(rng)[name]
    found = invariants(network, fixed)
    for _ in range(2):
        x, e = numbers(rng, 4, network.inputs), numbers(rng, 4, network.outputs)
        step = np.where(learned(network, fixed), gradient(network, x, e), Fraction(0))
        assert np.any(step != 0)
        assert all(np.all(derivative(one, network, step) == 0) for one in found)
    sizes = [f"m{len(one.value(network))}" if one.kind == "mixture" else "s" for one in found]
    assert sizes == expected
    assert all(np.any(np.asarray(one.value(network)) != 0) for one in found)


def test_what_is_not_in_the_list_moves() -> None:
    """Off-diagonal entries at ReLU neurons, a matrix beside an identity that is not learned."""
    rng = np.random.default_rng(6)
    relu = invariants(dense([numbers(rng, 3, 2), numbers(rng, 1, 3)], None, LINEAR))[0]
    network = dense([numbers(rng, 3, 2), numbers(rng, 1, 3)])
    changes = [derivative(relu, network, gradient(network, numbers(rng, 2), [1])) for _ in range(9)]
    assert all(np.all(np.diag(change) == 0) for change in changes)
    assert any(np.any(change != 0) for change in changes)


def test_a_position_is_conserved_between_a_matrix_and_a_convolution() -> None:
    """Scale position k by c^k in front of a convolution and behind it: its taps take powers of c."""
    network, fixed, _ = zoo(np.random.default_rng(7))["matrix, convolution"]
    assert sum("together" in one.name for one in invariants(network, fixed)) >= 1


def test_a_step_of_descent_moves_by_the_square_of_the_step() -> None:
    rng = np.random.default_rng(8)
    network = dense([numbers(rng, 2, 2), numbers(rng, 1, 2)])
    g, w, r = gradient(network, numbers(rng, 3, 2), numbers(rng, 3, 1)), parameters(network), Fraction(1, 8)
    at = with_parameters(network, w - r * g)
    for one in invariants(network):
        assert one.value(at) - one.value(network) == r * r * one.value(with_parameters(network, g))


def test_drift_of_a_run() -> None:
    first = dense([[[1.0], [2.0]], [[3.0, 4.0]]])
    later = dense([[[1.0], [2.5]], [[3.0, 4.0]]])
    worst, other = drift([first, later, first])
    assert worst.changes.tolist() == [0.0, 2.25, 0.0]
    assert worst.invariant.name == "group 1, neuron 1"
    assert (worst.worst, worst.scale, other.worst) == (2.25, 20.0, 0.0)
    assert worst.relative == 2.25 / 20
    with pytest.raises(ValueError, match="1 checkpoints where two are needed"):
        drift([first])
    with pytest.raises(ValueError, match="drift: checkpoint 1 is no network of the architecture"):
        drift([first, dense([np.ones((3, 1)), np.ones((1, 3))])])
    with pytest.raises(ValueError, match=r"fixed = \(3, 0\) is no block"):
        invariants(first, [(3, 0)])


def between(network: Network) -> list[frozenset[int]]:
    """The edges that leave a set of neurons with the inputs and without the output; none comes back."""
    edges = paths(network).wires
    hidden = range(network.inputs, sum(network.sizes) - 1)
    found = []
    for bits in product((0, 1), repeat=len(hidden)):
        inside = set(range(network.inputs)) | {v for v, bit in zip(hidden, bits, strict=True) if bit}
        if not any(e.head in inside and e.tail not in inside for e in edges):
            found.append(
                frozenset(i for i, e in enumerate(edges) if e.tail in inside and e.head not in inside)
            )
    return found


def test_layers_are_the_sets_that_every_path_meets_once() -> None:
    """Definition 7, with a skip: all sets of edges are tried and cuts are listed; then (7) on all."""
    rng = np.random.default_rng(9)
    network = Network(
        2,
        (
            Neurons((0,), (numbers(rng, 1, 2),), [0], RELU),
            Neurons((1, 0), (numbers(rng, 1, 1), numbers(rng, 1, 2)), [0]),
        ),
    )
    found = paths(network)
    once = {
        F
        for bits in product((0, 1), repeat=len(found.wires))
        for F in [frozenset(i for i, bit in enumerate(bits) if bit)]
        if all(len(F & set(way)) == 1 for way in found.ways)
    }
    assert once == set(between(network))
    g, w = gradient(network, numbers(rng, 3, 2), numbers(rng, 3, 1)), parameters(network)
    terms = [w[wire.parameter] * g[wire.parameter] for wire in found.wires]
    assert len({sum(terms[i] for i in F) for F in once}) == 1
    alone = frozenset(i for i, wire in enumerate(found.wires) if wire.tail == 0)
    assert max(len(alone & set(way)) for way in found.ways) == 1
    assert alone not in once
    assert sum(terms[i] for i in alone) != sum(terms[i] for i in min(once, key=sorted))


# A network without biases has none to learn, and formulas of invariants show the biases that there are.


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
