"""Lemmas 1, 5 and 6 and the counting of paths for any network: networks are drawn, and both sides are
exact.

Weights are fractions, 0 among them, and activations are rectifiers or leaky ones with the slope 1/10, which
is a fraction too: nothing is rounded. There are dense networks of one and two hidden layers, residual
blocks with a free skip, and a skip over one neuron. What is said holds for all networks; 0.95 is what a
thousand draws certify.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perturb.networks import RELU, Network, Neurons, Paths, dense, leaky, parameters, paths, with_parameters
from perturb.statements.chance import tail
from theorems.le2022 import LE

TENTH = Fraction(1, 10)
STEP = Fraction(1, 10**12)


def fractions(rng: np.random.Generator, *shape: int) -> Any:
    """Quarters from -1 to 1."""
    return np.vectorize(lambda k: Fraction(int(k), 4), otypes=[object])(rng.integers(-4, 5, shape))


def rectified(rng: np.random.Generator) -> Network:
    return dense([fractions(rng, 2, 2), fractions(rng, 2, 2), fractions(rng, 1, 2)])


def leaking(rng: np.random.Generator) -> Network:
    return dense([fractions(rng, 2, 2), fractions(rng, 2, 2), fractions(rng, 1, 2)], None, leaky(TENTH))


def shallow(rng: np.random.Generator) -> Network:
    return dense([fractions(rng, 3, 2), fractions(rng, 1, 3)])


def block(rng: np.random.Generator) -> Network:
    """rho(U rho(Yx) + Zx), and a row behind it: some paths are shorter than others."""
    Y, U, Z = fractions(rng, 2, 2), fractions(rng, 2, 2), fractions(rng, 2, 2)
    none = np.array([0, 0])
    free = Neurons((1, 0), (U, Z), none, RELU, biased=False)
    whole = Network(2, (Neurons((0,), (Y,), none, RELU, biased=False), free))
    return whole.then(dense([fractions(rng, 1, 2)]))


KINDS = (rectified, leaking, shallow, block)


def drawn(kinds: int, rng: np.random.Generator) -> tuple[Paths, Any]:
    """The paths of a network of one of the kinds, and an input."""
    network = KINDS[rng.integers(kinds)](rng)
    return paths(network), fractions(rng, network.inputs)


def decomposes(of: Paths, x: Any) -> bool:
    """nu = mu(h) = sum of Z_p h_p, the weights of mu are signs, and it is the same for weights of the same
    signs.
    """
    value, h, mu = of.network(x)[0], of.h(x), of.mu()
    moved = paths(with_parameters(of.network, parameters(of.network) * 3))
    by_paths = sum(z * y for z, y in zip(of.active(x), h, strict=True))
    other = moved.mu()
    signs = set(mu.weights[1:]) <= {1, -1} and mu.weights == other.weights
    return bool(mu(h) == value == by_paths and other(moved.h(x)) == moved.network(x)[0] and signs)


def with_absolute_values(of: Paths, x: Any) -> bool:
    """nu = mu(|h|), mu the tree of the signs of the weights: without the linear neurons that Lemma 1 adds."""
    signs = of.mu()
    size = len(signs.parents) - len(signs.leaves)
    tree = type(signs)(
        signs.parents[:size], signs.weights[:size], signs.activations[:size], signs.parents[size:]
    )
    absolute = [start * abs(w) for start, w in zip(of.starts(x), of.products, strict=True)]
    return bool(tree(absolute) == of.network(x)[0] and set(tree.weights[1:]) <= {1, -1})


def unrolls(of: Paths, x: Any) -> bool:
    """T_G computes what G computes, at x_p for each path."""
    return bool(of.unrolled()(of.starts(x)) == of.network(x)[0])


def balanced(of: Paths, x: Any) -> bool:
    """At each inner neuron: sum over in-edges of w_e dnu/dw_e, of paths through it of Z_p h_p, of
    out-edges.
    """
    terms = [z * y for z, y in zip(of.active(x), of.h(x), strict=True)]
    own = of.partials(x)
    inner = range(of.network.inputs, sum(of.network.sizes) - of.network.outputs)
    for v in inner:
        into = sum(e.weight * own[e.parameter] for e in of.wires if e.head == v)
        out = sum(e.weight * own[e.parameter] for e in of.wires if e.tail == v)
        through = sum(t for t, p in zip(terms, of, strict=True) if any(e.head == v for e in p))
        if not into == through == out:
            return False
    edges = [sum(t for t, p in zip(terms, of, strict=True) if e in p) for e in of.wires]
    return all(e.weight * own[e.parameter] == a for e, a in zip(of.wires, edges, strict=True))


def moves(of: Paths, x: Any) -> bool:
    """Off ties the derivative in each weight is that of (2), by an exact quotient; nu is affine in each."""
    at, own, value = parameters(of.network), of.partials(x), of.network(x)[0]
    used = sorted({e.parameter for e in of.wires})
    for k in used:
        there = at.copy()
        there[k] += STEP
        if (with_parameters(of.network, there)(x)[0] - value) / STEP != own[k]:
            return False
    return True


def off_ties(kinds: int, rng: np.random.Generator) -> tuple[Paths, Any]:
    """Drawn again until no pre-activation is 0."""
    of, x = drawn(kinds, rng)
    while any(t == 0 for values, _ in of.network.run(x) for t in values):
        of, x = drawn(kinds, rng)
    return of, x


def truth(said: Any, kinds: int, draws: int, rng: np.random.Generator) -> Any:
    return np.array([said(*drawn(kinds, rng)) for _ in range(draws)], dtype=bool)


def law(label: str, name: str, covers: tuple[str, ...]) -> Any:
    """A statement about networks of all the kinds."""
    return tail(
        LE,
        label,
        id=name,
        status="proved",
        covers=list(covers),
        direction=">=",
        bound=lambda kinds: 0.95,
        cases=[(len(KINDS),)],
    )


@law(
    "Lemma 1 and (1)",
    "lem-1.main",
    ("lem-1.weights", "lem-1.fixed", "lem-1.proof", "eq-1", "eq-1.tree", "lem-8.proof-01"),
)
def a_tree_of_signs(kinds, draws, rng):
    """nu(x) = mu(h(x; w)) with weights 1 and -1 that the signs of w decide: three times as large weights
    have the same mu. A weight 0 has the sign 1. And nu is the sum of Z_p h_p, whatever Z_p is at a tie.
    """
    return truth(decomposes, kinds, draws, rng)


@law("Lemma 5", "lem-5.main", ("lem-5.weights", "lem-5.proof-inv1", "lem-5.proof-inv2"))
def a_tree_for_absolute_values(kinds, draws, rng):
    """nu(x) = mu(|h|(x; w)), mu the unrolled tree with the signs of the weights."""
    return truth(with_absolute_values, kinds, draws, rng)


@law(
    "Lemma 6",
    "lem-6.main",
    ("lem-6.base", "lem-6.construct", "lem-6.T-weights", "eq-18", "eq-19", "eq-20", "eq-21", "eq-22"),
)
def the_unrolled_network(kinds, draws, rng):
    """T_G has a vertex for each path to the output, paths being sets of edges, and computes what G
    computes.
    """
    return truth(unrolls, kinds, draws, rng)


@law(
    "(10), (11), (36) to (39): paths counted twice", "eq-11a", ("eq-10", "eq-10.A", "eq-34", "eq-37", "eq-39")
)
def both_sides_of_a_neuron(kinds, draws, rng):
    """For one example and the loss of derivative 1, at ties too, with the slope on the negative side. More
    examples, another loss and the flow are sums of these.

    Proof: a path through an inner vertex has one of its in-edges and one of its out-edges.
    """
    return truth(balanced, kinds, draws, rng)


@law("(2), (3), (9): the derivative in a weight", "eq-2", ("eq-3", "eq-9"))
def a_sum_over_the_paths_of_an_edge(kinds, draws, rng):
    """Where no pre-activation is 0, exactly, by a step of 10^-12 that no neuron crosses: nu is affine in
    each weight there. In (3) the second sum is 0, because Z_p is piecewise constant.
    """
    return np.array([moves(*off_ties(kinds, rng)) for _ in range(draws)], dtype=bool)
