"""Paths by two routes each, and the loss as a function of the weights of one layer."""

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
    Trained,
    chain,
    convolution,
    dense,
    leaky,
    quadratic,
    residual,
)
from perturb.networks.arithmetic import fractions
from perturb.networks.descent import gradient
from perturb.networks.paths import Paths, TooManyPaths, paths
from perturb.networks.wires import ONE, parameters, with_parameters
from tests.networks.zoo import ETAS, layer, numbers

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


# The loss as a function of the weights of one layer: quadratic in a region, with Hessian 2 Q'Q.


def deep(rng: np.random.Generator, eta: Any, kind: str, exact: bool = True) -> Trained:
    """A layer before the trained one, the trained one, and two layers after it."""
    eta = eta if exact else float(eta)
    rho = 1 if kind == "residual" else 0
    after = (layer(rng, 2, 2, eta, rho, exact), layer(rng, 2, 2, eta, rho, exact))
    tail = residual(chain(*after), 1) if kind == "one skip" else chain(*after)
    return Trained(chain(layer(rng, 3, 2, eta, 0, exact), layer(rng, 2, 3, eta, 0, exact), tail), 2)


KINDS = ("plain", "residual", "one skip")


@pytest.mark.parametrize("eta", ETAS)
@pytest.mark.parametrize("kind", KINDS)
def test_second_differences_are_exactly_those_of_the_form(kind: str, eta: Fraction) -> None:
    """L(W + E) - 2 L(W) + L(W - E) = 2 |Q vec E|^2 with rational numbers, for both flattenings."""
    rng, met = np.random.default_rng(4), 0
    for _ in range(12):
        net = deep(rng, eta, kind)
        x, y, E = numbers(rng, 2), numbers(rng, 2), numbers(rng, 2, 3) / Fraction(4096)
        ahead, back = net.with_weights(net.W + E), net.with_weights(net.W - E)
        if not (net.same_region(x, ahead.W) and net.same_region(x, back.W)):
            continue
        met += 1
        difference = ahead.loss(x, y) - 2 * net.loss(x, y) + back.loss(x, y)
        rows, columns = net.Q(x) @ E.ravel(), net.Q(x, "columns") @ E.T.ravel()
        assert np.all(rows == columns)
        assert difference == 2 * (rows * rows).sum()
    assert met > 4


@pytest.mark.parametrize("kind", KINDS)
def test_hessian_by_finite_differences(kind: str) -> None:
    rng, met, h = np.random.default_rng(5), 0, 2.0**-10
    for _ in range(6):
        net = deep(rng, Fraction(1, 10), kind, exact=False)
        x, y, W = numbers(rng, 2, exact=False), numbers(rng, 2, exact=False), net.W
        units = [h * unit.reshape(W.shape) for unit in np.eye(W.size)]
        if not all(net.same_region(x, W + s * e + t * f) for e in units for f in units for s in (1, -1)
                   for t in (1, -1)):  # fmt: skip
            continue
        met += 1

        def mixed(e: Any, f: Any, net: Trained = net, x: Any = x, y: Any = y, W: Any = W) -> Any:
            corners = [(1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1)]
            values = [sign * net.with_weights(W + s * e + t * f).loss(x, y) for sign, s, t in corners]
            return sum(values) / (4 * h * h)

        hessian = np.array([[mixed(e, f) for f in units] for e in units])
        Q = net.Q(x)
        rounding = 64 * np.finfo(float).eps * max(1.0, net.loss(x, y)) / (4 * h * h)
        np.testing.assert_allclose(hessian, 2 * Q.T @ Q, rtol=1e-12, atol=rounding)
        assert np.abs(hessian).max() > 100 * rounding
    assert met > 0


@pytest.mark.parametrize("kind", KINDS)
def test_output_is_MDWz_plus_B_throughout_the_region(kind: str) -> None:
    rng = np.random.default_rng(6)
    net = deep(rng, Fraction(1, 10), kind)
    x, E = numbers(rng, 2), numbers(rng, 2, 3) / Fraction(10**6)
    moved = net.with_weights(net.W + E)
    assert net.same_region(x, moved.W)
    M, d = net.M_and_d(x)
    assert np.all(moved.output(x) == (M * d) @ moved.W @ net.input(x) + net.B(x))
    assert np.all(moved.B(x) == net.B(x))


def test_the_region_is_left_when_a_sign_changes() -> None:
    net = Trained(dense([[[1.0]], [[1.0]]], [[0.0], [-1.0]], last="relu"), 1)
    x = np.array([2.0])
    assert net.same_region(x, np.array([[0.75]]))
    assert not net.same_region(x, np.array([[0.25]]))  # the second layer's pre-activation turns
    assert not net.same_region(x, np.array([[-1.0]]))


def test_a_batch_loss_is_the_mean_and_its_form_the_mean_of_the_forms() -> None:
    rng = np.random.default_rng(7)
    net = deep(rng, Fraction(-1), "residual")
    x, y, E = numbers(rng, 5, 2), numbers(rng, 5, 2), numbers(rng, 2, 3) / Fraction(10**6)
    assert net.loss(x, y) == sum(net.loss(a, b) for a, b in zip(x, y, strict=True)) / Fraction(5)
    ahead, back = net.with_weights(net.W + E), net.with_weights(net.W - E)
    assert all(net.same_region(a, V.W) for a in x for V in (ahead, back))
    steps = [net.Q(a) @ E.ravel() for a in x]
    form = sum((v * v).sum() for v in steps) / Fraction(5)
    assert ahead.loss(x, y) - 2 * net.loss(x, y) + back.loss(x, y) == 2 * form


def test_an_offset_undoes_a_step_of_the_weights() -> None:
    rng = np.random.default_rng(8)
    net = deep(rng, Fraction(0), "residual")
    x, y, E = numbers(rng, 2), numbers(rng, 2), numbers(rng, 2, 3)
    moved = net.with_weights(net.W + E, net.layer.bias - E @ net.input(x))
    assert moved.loss(x, y) == net.loss(x, y)


def test_the_printed_matrix_is_not_the_quadratic_form() -> None:
    M, d, z, W = np.eye(2), np.ones(2), np.array([1.0, 1.0]), np.array([[1.0, -1.0], [0.0, 0.0]])
    printed = np.kron(np.diag(z), M * d)
    assert np.sum((quadratic(M, d, z) @ W.ravel()) ** 2) == np.sum((M @ W @ z) ** 2) == 0
    assert np.sum((printed @ W.ravel()) ** 2) == 2


def test_bad_input_is_named() -> None:
    one = dense([np.eye(2)], last="relu")
    with pytest.raises(ValueError, match="k = 3 is not the number of a layer"):
        Trained(one, 3)
    with pytest.raises(ValueError, match="k = 2 is not the number of a layer"):
        Trained(residual(one), 2)
    with pytest.raises(ValueError, match="order = 'diagonals'"):
        quadratic(np.eye(2), np.ones(2), np.ones(2), "diagonals")
