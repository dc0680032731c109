"""Paths by two routes each: sums over paths, trees and mu against running forwards and backwards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from perturb.networks import (
    LINEAR,
    RELU,
    Network,
    Neurons,
    Shared,
    chain,
    convolution,
    dense,
    leaky,
    residual,
)
from perturb.networks.arithmetic import fractions
from perturb.networks.descent import gradient
from perturb.networks.paths import Paths, TooManyPaths, paths
from perturb.networks.wires import ONE, parameters, with_parameters
from tests.networks.zoo import numbers

HALF = Fraction(1, 2)


def block(rng: np.random.Generator, ends: int = 2) -> Network:
    """U rho(Yx) + Zx, all of it learned, and a row behind it."""
    Y, U, Z = numbers(rng, 3, 2), numbers(rng, ends, 3), numbers(rng, ends, 2)
    free = Neurons((1, 0), (U, Z), numbers(rng, ends) * 0, RELU)
    return Network(2, (Neurons((0,), (Y,), numbers(rng, 3), RELU), free)).then(dense([numbers(rng, 1, ends)]))


def small_integers(rng: np.random.Generator) -> Network:
    """Weights -1, 0 and 1: many zeros and many ties."""
    return dense([rng.integers(-1, 2, (3, 2)), rng.integers(-1, 2, (3, 3)), rng.integers(-1, 2, (1, 3))])


def zoo(rng: np.random.Generator) -> dict[str, Network]:
    return {
        "ties": small_integers(rng),
        "biases": dense([numbers(rng, 3, 2), numbers(rng, 1, 3)], [numbers(rng, 3), numbers(rng, 1)]),
        "leaky": dense([numbers(rng, 3, 2), numbers(rng, 2, 3), numbers(rng, 1, 2)], None, leaky(HALF), RELU),
        "skips": block(rng),
        "identity": chain(
            residual(dense([numbers(rng, 3, 2), numbers(rng, 2, 3)])), dense([numbers(rng, 1, 2)])
        ),
        "convolution": chain(
            convolution(numbers(rng, 2, 1, 2), (2,), 0, RELU, padding=1), dense([numbers(rng, 1, 6)])
        ),
    }


def integers(rng: np.random.Generator, n: int) -> Any:
    return fractions(rng.integers(-2, 3, n))


@pytest.mark.parametrize("name", zoo(np.random.default_rng(0)))
def test_the_decomposition(name: str) -> None:
    """(1), Lemmas 1 and 6: one value by four routes, whichever sign 0 is said to have."""
    rng = np.random.default_rng(1)
    for _ in range(2):
        network = zoo(rng)[name]
        found, x = paths(network), integers(rng, network.inputs)
        value = network(x)[0]
        assert value == sum(z * h for z, h in zip(found.active(x), found.h(x), strict=True))
        assert value == found.unrolled()(found.starts(x))
        assert value == found.mu(1)(found.h(x)) == found.mu(-1)(found.h(x))


def test_the_weights_of_mu_are_signs_and_a_zero_needs_one_of_them() -> None:
    found = paths(dense([[[0]], [[-2]], [[3]]]))
    assert set(found.mu().weights) == {1, -1}
    assert 0 in found.mu(0).weights


@pytest.mark.parametrize("name", zoo(np.random.default_rng(0)))
def test_derivatives(name: str) -> None:
    """(2) against backward differentiation, at ties too; and against difference quotients, which are exact
    between ties, as the output is affine in one weight.
    """
    rng = np.random.default_rng(2)
    network = zoo(rng)[name]
    found, x = paths(network), numbers(rng, network.inputs)
    seen = {wire.parameter for wire in found.wires}
    by_paths, backwards = found.partials(x), gradient(network, x, [1])
    w, tiny = fractions(parameters(network)), Fraction(1, 2**40)
    for k in sorted(seen):
        assert by_paths[k] == backwards[k]
        up = with_parameters(network, w + tiny * (np.arange(len(w)) == k))
        if not any(isinstance(W, Shared) for node in network.nodes for W in node.weights) and name != "ties":
            assert (up(x) - network(x))[0] == tiny * backwards[k]


def test_the_gradient_of_mu_is_the_activity_of_paths() -> None:
    """So that (2) and the first sum of (3) are the same, and (3) has nothing else."""
    rng = np.random.default_rng(3)
    found, x = paths(block(rng)), numbers(rng, 2)
    assert found.mu().derivative(found.h(x)) == found.active(x)


def hasse(found: Paths, as_edges: bool) -> tuple[int, int]:
    """How many nodes and edges the Hasse diagram has of all paths to the output."""
    sets = {frozenset(way[k:]) for way in found.ways for k in range(len(way) + 1)}
    if not as_edges:
        end = {found.wires[way[-1]].head for way in found.ways}
        sets = {frozenset(end | {found.wires[e].tail for e in p}) for p in sets}
    pairs = combinations(sets, 2)
    return len(sets), sum(abs(len(p) - len(q)) == 1 and (p < q or q < p) for p, q in pairs)


def test_sets_of_edges_make_a_tree_and_sets_of_neurons_do_not() -> None:
    """Definition 10 and (23), with a skip over one neuron; without one both do."""
    skip = Network(1, (Neurons((0,), ([[1]],), [0], RELU), Neurons((1, 0), ([[1]], [[1]]), [0], RELU)))
    nodes, edges = hasse(paths(skip), as_edges=True)
    assert edges == nodes - 1 == len(paths(skip).unrolled().parents) - 1
    nodes, edges = hasse(paths(skip), as_edges=False)
    assert edges > nodes - 1
    nodes, edges = hasse(paths(dense([[[1]], [[1]]])), as_edges=False)
    assert edges == nodes - 1


def test_ten_thousand_paths_and_no_more() -> None:
    rng = np.random.default_rng(4)
    network = dense([rng.integers(-3, 4, (10, 10)) for _ in range(3)] + [rng.integers(-3, 4, (1, 10))])
    found, x = paths(network), integers(rng, 10)
    assert len(found) == 10**4
    assert found.mu()(found.h(x)) == network(x)[0]
    with pytest.raises(TooManyPaths, match=r"100,000 paths to output 0; limit = 10,000"):
        paths(chain(dense([rng.integers(1, 3, (10, 10))]), network))
    with pytest.raises(ValueError, match=r"output = 1 is none of 0, \.\.\., 0"):
        paths(network, 1)


def test_a_path_from_a_bias_begins_with_one() -> None:
    found = paths(dense([[[2]], [[3]]], [[5], [0]], LINEAR))
    assert sorted(found.h([7])) == [15, 42]
    assert {path[0].tail for path in found} == {ONE, 0}


def test_differentiable_with_a_subdifferential_of_more_than_one_element() -> None:
    """Proof of Lemma 4: p rho(qy) - r rho(sy + vw) has the derivative 0 in y at 0, and 1 nearby."""
    y, v, w = Fraction(0), Fraction(0), Fraction(0)

    def network(y: Fraction, v: Fraction, w: Fraction) -> Network:
        first = Neurons((0,), (np.array([[y], [v]], dtype=object),), [0, 0])
        second = Neurons((1,), (np.array([[1, 0], [1, w]], dtype=object),), [0, 0], RELU)
        return Network(1, (first, second, Neurons((2,), ([[1, -1]],), [0])))

    one = np.array([Fraction(1)], dtype=object)
    for k in range(3, 9):
        t = Fraction(1, 2**k)
        near = network(t * t / 2, t, -t)
        assert gradient(near, one, [1])[0] == 1
        assert abs(near(one)[0]) <= t * t
    assert network(y, v, w)(one)[0] == 0
