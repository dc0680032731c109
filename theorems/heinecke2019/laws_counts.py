"""How many configurations there are: networks are drawn, and their cells counted exactly.

What is said holds for all networks that are drawn, but for a set of measure 0; 0.95 is what a thousand draws
certify. What is counted are cells with inner points.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from perturb.networks import cells, dense
from perturb.networks.counts import at_most, attained, zaslavsky
from perturb.statements.chance import tail
from theorems.heinecke2019 import HEINECKE


def gaussian(widths, rng):
    """Gaussian weights and biases, a rectifier behind each layer."""
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(widths)]
    return dense(weights, [rng.standard_normal(len(W)) for W in weights], last="relu")


def folded(p, k, rng):
    """A zigzag of p >= 2 slopes over (0, 1), that runs through all of it on each, and k neurons behind it."""
    first = np.full(p, 2.0 * p)
    first[0] = p
    offsets = -2.0 * np.arange(p)
    signs, size = (-1.0) ** np.arange(p), rng.choice([-1.0, 1.0], k) * (1 + rng.random(k))
    return dense([first[:, None], np.outer(size, signs)], [offsets, -size * rng.random(k)], last="relu")


def counted(network):
    return cells(network).full_dimensional


def one_layer(rng):
    """Three neurons over the plane: as many as so many lines in general position make."""
    return counted(gaussian((2, 3), rng)) == zaslavsky(3, 2)


def two_layers(rng):
    """Two neurons over the line, and one behind them: no more than the ranks of the layers allow."""
    return counted(gaussian((1, 2, 1), rng)) <= at_most(1, (2, 1))


def zigzag(rng):
    """Two neurons that fold, and one behind them: as many as folding makes."""
    return counted(folded(2, 1, rng)) >= attained(1, (2, 1))


KINDS = (one_layer, two_layers, zigzag)


@tail(
    HEINECKE,
    "after (10): the numbers of Zaslavsky, Serra and Montufar",
    id="rem-configs.lower~known",
    status="proved",
    covers=["rem-configs.lower", "rem-configs.notall", "rem-configs.depends"],
    direction=">=",
    bound=lambda kinds: 0.95,
    cases=[(len(KINDS),)],
)
def the_known_numbers_hold(kinds, draws, rng):
    """A network of one of three kinds is drawn, and its cells are counted exactly.

    One layer in general position: m neurons on R^n cut sum_{k <= n} C(m, k) cells (Schlaefli; Zaslavsky
    1975), fewer than the 2^m vectors of signs once m > n, and 2 sum_{k < n} C(m - 1, k) without biases.
    Any network: at most the sum of prod C(n_l, j_l) over all (j_1, ..., j_L) with j_l at most n, n_l and each
    n_i - j_i of the layers before (Serra, Tjandraatmadja and Ramalingam 2018).
    Folds: p neurons fold (0, 1) p times onto itself, and each fold is cut by k more as the whole was, which
    makes p (k + 1) cells (Montufar, Pascanu, Cho and Bengio 2014). In R^n, coordinate by coordinate, it is
    prod floor(n_l / n)^n times the cells of the last layer: with depth, more than one layer of them all has.
    """
    return np.array([KINDS[kind](rng) for kind in rng.integers(kinds, size=draws)], dtype=bool)
