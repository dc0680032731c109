"""The networks of the table of Lipschitz bounds, by name, with a box of inputs; cells of a plane."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from perturb.networks import box, cells, dense, plane
from simulations.heinecke2019.records import UNIT, network


def drawn(*widths):
    """He's start and biases of deviation 0.3, in multiples of 1/1024; the widths are the seed."""
    rng = np.random.default_rng(widths)
    weights = [rng.standard_normal((m, n)) * (2 / n) ** 0.5 for n, m in pairwise(widths)]
    biases = [0.3 * rng.standard_normal(len(W)) for W in weights]
    return dense(*([np.round(A / UNIT) * UNIT for A in arrays] for arrays in (weights, biases)))


def named():
    """Name -> (network, low, high)."""
    found = {
        "copies of one unit": (dense([[[1]] * 3, [[2] * 3] * 3, [[1] * 3]]), [-1], [1]),
        "identities": (dense([np.eye(2, dtype=int)] * 3), [-1] * 2, [1] * 2),
    }
    for widths in ((2, 8, 1), (2, 8, 8, 1), (2, 8, 8, 8, 1), (3, 10, 10, 1)):
        name = f"random {'-'.join(map(str, widths))}"
        found[name] = (drawn(*widths), [-1] * widths[0], [1] * widths[0])
    for moment, said in ((0, "start"), (-1, "end")):
        found[f"wine 2-8-8-8-3, {said}"] = (network("wine", moment), [-1] * 2, [1] * 2)
    for moment, said in ((0, "start"), (-1, "end")):
        found[f"digits 64-32-32-10, {said}"] = (network("digits", moment), [0] * 64, [1] * 64)
    return found


WINDOW = (-1, 2)  # of both coordinates; the three inputs are (0, 0), (1, 0), (0, 1)


def over(network, points):
    low, high = WINDOW
    return cells(plane(network, *points), within=box([low, low], [high, high]))
