"""What cells do from layer to layer: networks of small integers are drawn, and all their cells found
exactly.

The weights are integers, 0 among them, so that dead neurons, equal neurons and ties on whole regions occur.
What is said holds for all networks; 0.95 is what a thousand draws certify. Cells are those with (9): every
configuration that some input has, also one whose cell is a point.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from perturb.networks import Cells, cells, dense
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
