"""Cells of drawn networks, found and counted exactly: the partition, its refinement, and how many there
are.

What is said holds for all networks that are drawn, but for a set of measure 0 where weights are Gaussian;
0.95 is what a thousand draws certify. Where weights are small integers, 0 among them, dead neurons, equal
neurons and ties on whole regions occur; cells are then those with (9): every configuration that some input
has, also one whose cell is a point.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from perturb.networks import Cells, Network, cells, dense
from perturb.networks.counts import at_most, attained, zaslavsky
from perturb.statements.chance import tail
from theorems.heinecke2019 import HEINECKE

WIDTHS = ((1, 1, 1), (1, 2, 1), (1, 2, 2), (2, 2, 1), (2, 1, 2), (2, 2, 2))


def small(widths: tuple[int, ...], rng: np.random.Generator) -> Any:
    """Weights and biases from -2 to 2, half of them without biases."""
    weights = [rng.integers(-2, 3, (m, n)) for n, m in pairwise(widths)]
    biased = int(rng.integers(2))
    return weights, [biased * rng.integers(-2, 3, len(W)) for W in weights]


def of_layers(weights: Any, biases: Any) -> Cells:
    return cells(dense(weights, biases, last="relu"))


def refines(widths: tuple[int, ...], rng: np.random.Generator) -> bool:
    """Each cell of two layers is in exactly one of the first; and each of those is cut into cells behind
    it.
    """
    weights, biases = small(widths, rng)
    coarse, fine = of_layers(weights[:1], biases[:1]), of_layers(weights, biases)
    first = len(weights[0])
    heads = {cell.configuration[:first] for cell in fine.cells}
    inside = all(
        [c.configuration for c in coarse.cells if c.contains(cell.point)] == [cell.configuration[:first]]
        for cell in fine.cells
    )
    return inside and heads == {c.configuration for c in coarse.cells}


def partitions(widths: tuple[int, ...], rng: np.random.Generator) -> bool:
    """A point of a cell is in no other, and any input is in exactly one, on which the network is its map."""
    weights, biases = small(widths, rng)
    found = of_layers(weights, biases)
    points = [cell.point for cell in found.cells] + list(rng.integers(-3, 4, (4, widths[0])))
    for x in points:
        holds = [cell for cell in found.cells if cell.contains(x)]
        if len(holds) != 1 or list(holds[0].A @ x + holds[0].b) != list(found.network(np.array(x))):
            return False
    return len({cell.configuration for cell in found.cells}) == len(found.cells)


@tail(
    HEINECKE,
    "Proposition 3 (ii), its proof",
    id="prop-3.proof",
    status="proved",
    covers=["prop-3.ii-refine", "rem-configs.concat", "ex-2.split"],
    direction=">=",
    bound=lambda kinds: 0.95,
    cases=[(len(WIDTHS),)],
)
def a_layer_more_refines(kinds, draws, rng):
    """A network of one of six shapes is drawn. Each cell of both layers is in one cell of the first and in no
    other, and the configurations (q_1; q_2) begin with exactly those of the first layer.

    Proof: a layer more asks for more; and each input has one q_2.
    """
    return np.array([refines(WIDTHS[k], rng) for k in rng.integers(kinds, size=draws)], dtype=bool)


@tail(
    HEINECKE,
    "Proposition 3, Corollary 4, with (9): a partition",
    id="prop-3.ii-partition~all",
    status="proved",
    printed=("prop-3.ii-partition", "cor-4.i-number"),
    direction=">=",
    bound=lambda kinds: 0.95,
    cases=[(len(WIDTHS),)],
)
def every_input_in_one_cell(kinds, draws, rng):
    """As many cells as configurations, every input in exactly one of them, and there the network is its
    map.
    """
    return np.array([partitions(WIDTHS[k], rng) for k in rng.integers(kinds, size=draws)], dtype=bool)


def example(rng: np.random.Generator) -> bool:
    """Example 2: how many configurations and maps there are is what signs say."""
    W_1 = rng.integers(-2, 3, (2, 2))
    while W_1[0, 0] * W_1[1, 1] == W_1[0, 1] * W_1[1, 0]:
        W_1 = rng.integers(-2, 3, (2, 2))
    W_2, b_1, b = rng.integers(-2, 3, (1, 2)), rng.integers(-2, 3, 2), int(rng.integers(-2, 3))
    found = of_layers([W_1, W_2], [b_1, np.array([b])])
    maps = {(tuple(cell.A.ravel()), tuple(cell.b)) for cell in found.cells}
    seven = bool((W_2 * b < 0).all())
    at_most = 5 if b > 0 else 4
    return (found.configurations == 7) == seven and found.configurations <= 7 and len(maps) <= at_most


@tail(
    HEINECKE,
    "Example 2: the numbers of regions and of maps",
    id="ex-2.maps",
    status="proved",
    direction=">=",
    bound=lambda inputs: 0.95,
    cases=[(2,)],
)
def seven_regions_and_five_maps(inputs, draws, rng):
    """Two inputs, W_1 invertible: never more than 7 configurations, and 7 exactly if both weights of W_2
    have the sign opposite to that of b_2; never more than 5 maps for b_2 > 0, and 4 otherwise.

    Proof: where the second layer is inactive the map is b_3, whatever q_1 is, so that only the maps with
    q_2 = 1 are different: 4 for b_2 > 0, where (0, 0) has q_2 = 1, and 3 otherwise.
    """
    return np.array([example(rng) for _ in range(draws)], dtype=bool)


def gaussian(widths, rng):
    """Gaussian weights and biases, a rectifier behind each layer."""
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(widths)]
    return dense(weights, [rng.standard_normal(len(W)) for W in weights], last="relu")


def slopes_of(p: int) -> tuple[Any, Any, Any]:
    """A zigzag of p >= 2 slopes over (0, 1), that runs through all of it on each: weights, biases and
    signs.
    """
    first = np.full(p, 2.0 * p)
    first[0] = p
    return first, -2.0 * np.arange(p), (-1.0) ** np.arange(p)


def folded(folds: tuple[int, ...], k: int, rng: np.random.Generator) -> Network:
    """One zigzag behind the other on the line, and k neurons behind them that bend at points of (0, 1)."""
    weights, offsets, before = [], [], np.ones(1)
    for p in folds:
        first, offset, signs = slopes_of(p)
        weights.append(np.outer(first, before))
        offsets.append(offset)
        before = signs
    size = rng.choice([-1.0, 1.0], k) * (1 + rng.random(k))
    return dense([*weights, np.outer(size, before)], [*offsets, -size * rng.random(k)], last="relu")


def folded_plane(rng: np.random.Generator) -> Network:
    """A zigzag of two slopes in each coordinate of the plane, and two lines that cross within the
    square.
    """
    first, offset, signs = slopes_of(2)
    normals, through = rng.standard_normal((2, 2)), 0.25 + rng.random(2) / 2
    weights = [np.kron(np.eye(2), first[:, None]), normals @ np.kron(np.eye(2), signs)]
    return dense(weights, [np.tile(offset, 2), -normals @ through], last="relu")


def counted(network):
    return cells(network).full_dimensional


def one_layer(rng):
    """Up to four neurons over the line or the plane: as many as so many hyperplanes in general position
    make.
    """
    n, m = int(rng.integers(1, 3)), int(rng.integers(1, 5))
    return counted(gaussian((n, m), rng)) == zaslavsky(m, n)


def any_layers(rng):
    """Two or three layers with Gaussian weights: no more than the ranks of the layers allow."""
    widths = SHAPES[rng.integers(len(SHAPES))]
    return counted(gaussian(widths, rng)) <= at_most(widths[0], widths[1:])


def of_integers(rng):
    """The same with small integers, 0 among them."""
    widths = SHAPES[rng.integers(len(SHAPES))]
    return counted(dense(*small(widths, rng), last="relu")) <= at_most(widths[0], widths[1:])


def zigzags(rng):
    """One or two zigzags of two or three slopes on the line, or one in the plane: as many as folding "
    "makes."""
    k = int(rng.integers(1, 3))
    folds = FOLDS[rng.integers(len(FOLDS))]
    if folds:
        return counted(folded(folds, k, rng)) >= attained(1, (*folds, k))
    return counted(folded_plane(rng)) >= attained(2, (4, 2))


SHAPES = ((1, 2, 1), (1, 3, 2), (2, 2, 1), (2, 2, 2), (1, 2, 2, 1), (2, 1, 2, 1))
FOLDS = ((2,), (3,), (2, 2), ())
KINDS = (one_layer, any_layers, of_integers, zigzags)


@tail(
    HEINECKE,
    "after (10): the numbers of Zaslavsky, Serra and Montufar",
    id="rem-configs.lower~known",
    status="proved",
    covers=["rem-configs.lower", "rem-configs.notall", "rem-configs.depends"],
    direction=">=",
    bound=lambda kinds: 0.95,
    cases=[(len(KINDS),)],
    version=2,
)
def the_known_numbers_hold(kinds, draws, rng):
    """A network of one of four kinds is drawn, and its cells are counted exactly.

    One layer in general position: m neurons on R^n cut sum_{k <= n} C(m, k) cells (Schlaefli; Zaslavsky
    1975), fewer than the 2^m vectors of signs once m > n, and 2 sum_{k < n} C(m - 1, k) without biases.
    Any network: at most the sum of prod C(n_l, j_l) over all (j_1, ..., j_L) with j_l at most n, n_l and each
    n_i - j_i of the layers before (Serra, Tjandraatmadja and Ramalingam 2018).
    Folds: p neurons fold (0, 1) p times onto itself, and each fold is cut by k more as the whole was, which
    makes p (k + 1) cells (Montufar, Pascanu, Cho and Bengio 2014). In R^n, coordinate by coordinate, it is
    prod floor(n_l / n)^n times the cells of the last layer: with depth, more than one layer of them all has.
    """
    return np.array([KINDS[kind](rng) for kind in rng.integers(kinds, size=draws)], dtype=bool)
