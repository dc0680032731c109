"""Cells by three routes, and the cells and Lipschitz bounds of the recorded networks along training."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from time import process_time
from typing import Any

import numpy as np
import pytest

from perturb.networks import (
    TooManyCells,
    area,
    box,
    box_bound,
    cells,
    convolution,
    dense,
    layer_bounds,
    lipschitz_constant,
    multiplier_bound,
    plane,
    polygon,
    residual,
)
from perturb.networks.arithmetic import fractions
from perturb.networks.cells import expected, gram
from perturb.networks.counts import at_most, at_most_coarse, attained, zaslavsky
from perturb.networks.lipschitz import pre_activations
from simulations.heinecke2019 import fig_2_trained, lipschitz
from simulations.heinecke2019.records import network, record
from simulations.heinecke2019.small_networks import WINDOW, named, over
from tests.networks.test_affine import ends
from tests.networks.zoo import networks
from theorems.heinecke2019.laws_counts import folded

HALF = Fraction(1, 2)


def degenerate(seed: int) -> Any:
    """Weights -1, 0, 1: many ties, parallel cuts, cells that are segments and points."""
    rng = np.random.default_rng(seed)
    shape = [(2, 3, 3), (1, 3, 3), (3, 3, 2)][seed % 3]
    weights = [rng.integers(-1, 2, size=(m, n)) for n, m in pairwise(shape)]
    biases = [rng.integers(-1, 2, size=m) for m in shape[1:]]
    return dense(weights, biases, ["relu", "absolute", HALF][seed // 3 % 3], last="relu")


def drawn(rng: np.random.Generator, *widths: int) -> Any:
    """Gaussian weights and biases, a rectifier behind each layer."""
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(widths)]
    return dense(weights, [rng.standard_normal(len(W)) for W in weights], last="relu")


def feasible(rows: list[tuple[list[Fraction], bool]]) -> bool:
    """Has h_0 + h_1 x_1 + ... > 0 (or >= 0) for all rows a solution? Fourier and Motzkin, one x at a time."""
    while len(rows[0][0]) > 1:
        up, down, rest = [], [], []
        for h, strict in rows:
            (up if h[-1] > 0 else down if h[-1] < 0 else rest).append((h, strict))
        for (g, a), (h, b) in product(up, down):
            rest.append(([x * -h[-1] + y * g[-1] for x, y in zip(g, h, strict=True)], a or b))
        rows = [(h[:-1], strict) for h, strict in rest] or [([Fraction(1)], True)]
    return all(h[0] > 0 if strict else h[0] >= 0 for h, strict in rows)


def by_sign_vectors(network: Any) -> dict[tuple[int, ...], bool]:
    """Each configuration, and whether inner points have it: all 2^N vectors are tried, nothing is pruned."""
    found = {}
    for q in product((0, 1), repeat=network.neurons):
        at, M, rows = (
            0,
            np.concatenate([fractions(np.zeros((network.inputs, 1))), fractions(np.eye(network.inputs))], 1),
            [],
        )
        for node in network.exactly().nodes:
            M = node.matrices[0] @ M
            M[:, 0] = M[:, 0] + node.bias
            bits = q[at : at + node.size]
            at += node.size
            rows += [([x if bit else -x for x in h], bool(bit)) for h, bit in zip(M, bits, strict=True)]
            slopes = [node.activation.up if bit else node.activation.low for bit in bits]
            M = fractions(slopes)[:, None] * M
        if feasible(rows):
            inner = [h for h, _ in rows if any(x != 0 for x in h[1:])]
            found[q] = feasible([(h, True) for h in inner] or [([Fraction(1)], True)])
    return found


@pytest.mark.parametrize("seed", range(9))
def test_cells_are_those_of_a_search_over_sign_vectors(seed: int) -> None:
    network = degenerate(seed)
    found = cells(network)
    by_signs = by_sign_vectors(network)
    assert {cell.configuration: cell.full_dimensional for cell in found.cells} == by_signs
    assert all((cell.dimension == network.inputs) == cell.full_dimensional for cell in found.cells)
    assert found.by_layer[-1] == (found.configurations, found.full_dimensional)


@pytest.mark.parametrize("seed", range(3))
def test_each_point_lies_in_the_cell_of_its_configuration(seed: int) -> None:
    """Points of a grid, so that many lie on cuts; the map of the cell is the network there."""
    network = degenerate(seed)
    found = cells(network)
    for x in fractions(np.random.default_rng(seed).integers(-4, 5, size=(60, network.inputs))) / Fraction(2):
        cell = found.at(x)
        assert [other for other in found.cells if other.contains(x)] == [cell]
        assert (cell.A @ x + cell.b == network(x)).all()
    assert all(found.at(cell.point) is cell for cell in found.cells)


def test_closed_polytopes_share_their_ties() -> None:
    """Without the strict side, as in (7) and (8): two equal neurons have four configurations and three
    polytopes, a neuron that is 0 has two with common inner points. With it each point has one cell.
    """
    rows = {1: [Fraction(0), Fraction(1)], 0: [Fraction(0), Fraction(-1)]}
    closed = [q for q in product((0, 1), repeat=2) if feasible([(rows[bit], False) for bit in q])]
    assert len(closed) == 4
    assert len({frozenset(q) for q in closed}) == 3
    assert cells(dense([[[1], [1]]], last="relu")).configurations == 2
    assert cells(dense([[[0]]], last="relu")).configurations == 1


def test_both_targets_are_met() -> None:
    """Three layers of 8 over the plane within 5 s, two layers of 10 over three inputs within 30 s."""
    for widths, seconds in (((2, 8, 8, 8), 5), ((3, 10, 10), 30)):
        start = process_time()
        found = cells(drawn(np.random.default_rng(0), *widths))
        assert process_time() - start < seconds
        sampled = np.random.default_rng(1).standard_normal((3000, widths[0])) * 2
        met = np.unique(np.concatenate(found.network.pattern(sampled), axis=1) > 0, axis=0)
        assert {tuple(q) for q in met.astype(int).tolist()} <= {c.configuration for c in found.cells}


def test_skips_and_shared_weights_have_cells_too() -> None:
    for name, made in networks(np.random.default_rng(4), Fraction(0)).items():
        small = plane(made, [0, 0, 0], [1, 0, 0], [0, 1, 1])
        found = cells(small)
        drawn = np.random.default_rng(5).standard_normal((400, 2)) * 3
        assert {small.configuration(x) for x in drawn} <= {c.configuration for c in found.cells}, name
        assert all((found.at(x)).A.tolist() == small.affine(fractions(x))[0].tolist() for x in drawn[:5]), (
            name
        )
    sliding = convolution([[[1, -1]]], (3,), activation="relu")
    assert [cells(sliding).configurations, sliding.nodes[0].weights[0].parameters.tolist()] == [4, [1, -1]]


@pytest.mark.parametrize("skip", [1, [2, -1], [[0, 1], [1, 0]]], ids=["identity", "diagonal", "free"])
def test_residual_blocks_have_half_open_cells(skip: Any) -> None:
    network = residual(dense([[[1, -2], [1, 1]]], [[0, 1]], last="absolute"), skip, HALF)
    found = cells(network)
    for x in product(fractions([-2, -1, 0, HALF, 1]), repeat=2):
        (cell,) = [cell for cell in found.cells if cell.contains(x)]
        assert (cell.A @ fractions(x) + cell.b == network(fractions(x))).all()
    assert found.pieces <= found.full_dimensional <= found.configurations


def test_three_numbers_are_three() -> None:
    """relu(x) - relu(x) > 0 nowhere: 3 configurations, one of them a point; the map 0 is one piece."""
    found = cells(dense([[[1], [1], [-1]], [[1, -1, 0]]], last="relu"))
    assert (found.configurations, found.full_dimensional, found.pieces) == (3, 2, 1)
    apart = cells(dense([[[1, 0], [0, 1]], [[1, 1]], [[1]]], [[0, 0], [-1], [0]]))
    assert (apart.configurations, apart.full_dimensional, apart.pieces) == (7, 7, 4)


def test_pieces_with_one_map_that_do_not_touch_stay_apart() -> None:
    """min(x+, y+) - min(x-, y-) is 0 in two quadrants, and x and y in two parts each; all meet in 0 only."""
    assert cells(dense([[[1], [-1]], [[1, 1]]], [[-1, -1], [0]])).pieces == 3
    parts = [[1, 0], [0, 1], [-1, 0], [0, -1]]
    folded = [[1, 0, 0, 0], [1, -1, 0, 0], [0, 0, 1, 0], [0, 0, 1, -1]]
    found = cells(dense([parts, folded, [[1, -1, -1, 1]]]))
    assert (found.full_dimensional, found.pieces) == (6, 6)
    assert len({str(cell.map) for cell in found.cells if cell.full_dimensional}) == 3


def test_cuts_in_general_position_reach_the_number_of_zaslavsky() -> None:
    rng = np.random.default_rng(1)
    for n, m in ((1, 5), (2, 5), (3, 5)):
        one = drawn(rng, n, m)
        assert cells(one).full_dimensional == cells(one).configurations == zaslavsky(m, n)


def test_deep_networks_keep_to_the_bounds() -> None:
    """And the folding of Montufar et al. (2014) reaches what is said to be attained."""
    rng = np.random.default_rng(2)
    for widths in ((2, 4, 4), (3, 3, 2), (2, 5, 1, 4)):
        count = cells(drawn(rng, *widths)).full_dimensional
        assert count <= at_most(widths[0], widths[1:]) <= at_most_coarse(widths[0], widths[1:])
    fold = dense(
        [[[1], [2]], [[2, -2]], [[1], [1]]], [[0, -1], [0], [Fraction(-1, 4), Fraction(-3, 4)]], last="relu"
    )
    assert cells(fold).full_dimensional >= attained(1, (2, 2)) == 6


def test_folds_have_one_cell_more_than_is_asserted() -> None:
    rng = np.random.default_rng(4)
    for p, k in ((2, 2), (3, 2), (4, 3)):
        assert cells(folded((p,), k, rng)).full_dimensional == p * (k + 1) + 1 == attained(1, (p, k)) + 1


def test_areas_add_up_exactly() -> None:
    rng = np.random.default_rng(3)
    network = dense([rng.standard_normal((6, 5)), rng.standard_normal((5, 6)), rng.standard_normal((2, 5))])
    points = rng.standard_normal((3, 5))
    sliced = plane(network, *points)
    found = cells(sliced, within=box([-1, -2], [3, HALF]))
    assert found.full_dimensional > 10
    with pytest.raises(KeyError, match="outside the part of space"):
        found.at([4, 0])
    assert sum(area(cell) for cell in found.cells) == 10
    assert (sliced(fractions([0, 1])) == network(fractions(points[2]))).all()
    u, v = points[1] - points[0], points[2] - points[0]
    assert float(gram(*points)) == pytest.approx(np.linalg.det([[u @ u, u @ v], [u @ v, v @ v]]))
    corners = polygon(next(cell for cell in found.cells if cell.full_dimensional))
    turns = [
        np.linalg.det(np.stack([b - a, c - b]).astype(float))
        for a, b, c in zip(corners, np.roll(corners, -1, 0), np.roll(corners, -2, 0), strict=True)
    ]
    assert min(turns) > 0


def test_what_is_out_of_reach_is_said_with_an_estimate() -> None:
    large = dense([np.ones((64, 10))], last="relu")
    with pytest.raises(
        TooManyCells, match=r"about 10\^11 .* over 10 inputs, .*; a plane slice has about 2081"
    ):
        cells(large)
    with pytest.raises(TooManyCells, match=r"over 2 inputs, more than limit = 9$"):
        cells(dense([np.ones((4, 2))], last="relu"), limit=9)
    assert expected(large) == zaslavsky(64, 10)
    with pytest.raises(TooManyCells, match="limit = 3"):
        cells(dense([np.eye(2)], last="relu"), limit=3)
    for bad, line in (
        (lambda: cells(dense([[[1]]]), within=[[1, 2, 3]]), "3 numbers where 2 are needed"),
        (lambda: cells(dense([[[1]]]), within=[[-1, 0]]), "no inner point"),
        (lambda: plane(large, np.zeros(10), np.ones(10), 2 * np.ones(10)), "lie on a line"),
        (lambda: box([0, 0], [1, 0]), "not below"),
        (lambda: cells(large, limit=0), "limit = 0 is less than 1"),
        (lambda: polygon(cells(dense([[[1, 1]]])).cells[0]), "not bounded"),
        (lambda: attained(3, (2, 4)), "less than n = 3"),
        (lambda: residual(dense([[[1, 2]]]), [[1]]), r"a skip of shape \(1, 1\)"),
    ):
        with pytest.raises(ValueError, match=line):
            bad()


# The recorded networks, their exact cells along training, and the recorded Lipschitz bounds.


def test_the_recorded_counts_are_those_of_the_recorded_weights() -> None:
    """Of a slice of the trained network on digits, within 30 s, and of all the plane on wine."""
    start = process_time()
    found = over(network("digits"), record("digits")["planes"][0] / 16)
    spent = process_time() - start
    counts = [found.configurations, found.full_dimensional, found.pieces]
    assert counts == record("digits")["counts"][-1, 0].tolist()
    assert sum(area(cell) for cell in found.cells) == (WINDOW[1] - WINDOW[0]) ** 2
    assert spent < 30
    for moment in (0, 4):
        whole = cells(network("wine", moment))
        counts = [whole.configurations, whole.full_dimensional, whole.pieces]
        assert counts == record("wine")["counts"][moment, 0].tolist()


def test_the_recorded_network_classifies_as_recorded() -> None:
    wine = record("wine")
    right = network("wine")(wine["examples"] / 100).argmax(axis=1) == wine["labels"]
    assert right.mean() == wine["accuracy"][-1] > 0.95
    images = record("digits")["planes"][0] / 16
    assert network("digits")(images).argmax(axis=1).tolist() == [3, 5, 8]


def test_a_trained_partition_is_refined_layer_by_layer() -> None:
    deep = fig_2_trained.hidden()
    coarse, fine = cells(deep.head(1)), cells(deep.head(2))
    assert {cell.configuration[:8] for cell in fine.cells} == {cell.configuration for cell in coarse.cells}
    assert fine.full_dimensional > coarse.full_dimensional


@pytest.mark.parametrize("name", [name for name in named() if "digits" not in name])
def test_multipliers_and_boxes_bound_the_constant(name: str) -> None:
    """From the record, without a solver; any multipliers bound it, those of the solver best."""
    one, low, high = named()[name]
    kept = lipschitz.record()[name]
    found = multiplier_bound(one, kept["multipliers"])
    constant = kept["bounds"]["constant"]
    assert list(ends(found)) == pytest.approx(kept["bounds"]["LipSDP"], rel=1e-12)
    assert constant[0] <= ends(found)[1] <= ends(layer_bounds(one)["product of norms"])[1] * (1 + 1e-4)
    assert ends(found)[1] == pytest.approx(kept["solver"], rel=1e-4)
    for d in (np.ones, np.zeros):
        assert ends(multiplier_bound(one, [d(n) for n in one.sizes[1:-1]]))[1] >= ends(found)[0] * (1 - 1e-6)
    assert ends(box_bound(one, low, high))[1] >= kept["bounds"]["constant in the box"][0]


def test_the_recorded_constant_is_that_of_the_cells() -> None:
    one, *_ = named()["random 2-8-8-1"]
    kept = lipschitz.record()["random 2-8-8-1"]["bounds"]["constant"]
    assert list(ends(lipschitz_constant(cells(one)))) == pytest.approx(kept, rel=1e-12)
    assert all(
        lipschitz.least(row["bounds"]) <= row["bounds"][key][1]
        for row in lipschitz.record().values()
        for key in lipschitz.BOUNDS
        if key in row["bounds"]
    )


def test_pre_activations_stay_between_their_bounds() -> None:
    one, low, high = named()["random 2-8-8-8-1"]
    X = np.random.default_rng(0).uniform(low, high, (4000, 2))
    found = pre_activations(one, low, high)
    for (a, b), (t, _) in zip(found, one.run(X), strict=False):
        assert (a <= t.min(axis=0) + 1e-9).all()
        assert (b >= t.max(axis=0) - 1e-9).all()
    reach = (found[0][1] - found[0][0]).astype(float) / 2
    assert reach == pytest.approx(abs(one.nodes[0].matrices[0]).sum(axis=1))  # nothing is lost in one layer


@pytest.mark.parametrize(
    ("multipliers", "line"),
    [
        ([[1.0] * 8], "1 vectors for 2 hidden layers"),
        ([[1.0] * 8, [1.0] * 7], "8 numbers that are not negative"),
        ([[1.0] * 8, [-1.0] * 8], "8 numbers that are not negative"),
    ],
)
def test_what_is_no_multiplier_is_refused(multipliers: list[list[float]], line: str) -> None:
    with pytest.raises(ValueError, match=line):
        multiplier_bound(named()["random 2-8-8-1"][0], multipliers)
    with pytest.raises(ValueError, match="is no box of 2 numbers"):
        box_bound(named()["random 2-8-8-1"][0], [0, 0], [1, -1])


def test_the_pages_hold_the_record() -> None:
    assert lipschitz.table().count("\n") == len(lipschitz.record()) + 1
    assert "| copies of one unit | 18 |" in lipschitz.NOTE
    assert lipschitz.table().count("at least") == 2  # constants out of reach
