"""Train the two networks whose cells are drawn for Heinecke and Hwang (2019), and count their cells.

    nice python tools/cells_in_training.py     # writes simulations/heinecke2019/trained/{digits,wine}.npz

Needs perturb[train]. Weights are rounded to multiples of 1/1024; cells and accuracy are those of what is
recorded, in exact arithmetic. Digits are 64 numbers 0, 1/16, ..., 1, cells those of a plane through three of
them; wine is alcohol - 13 and flavanoids - 2, cells those of the whole plane.
"""

from __future__ import annotations

from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np
from sklearn import datasets

from perturb.networks import area, cells
from perturb.networks.relu.dense import DenseStack, dense_stack
from perturb.networks.training.learn import Learner, shuffled
from simulations.heinecke2019.records import TRAINED, UNIT, WIDTHS, unpacked
from simulations.heinecke2019.small_networks import WINDOW, over

EPOCHS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 65, 80, 100)
TIMES = {"digits": 1, "wine": 10}  # an epoch of so little data is short
RATE, BATCH = 2e-3, {"digits": 64, "wine": 16}
PLANES = 8  # the first is the one that is drawn
SHOWN = (3, 5, 8)  # digits whose first images span it


def data(name: str) -> tuple[Any, Any]:
    if name == "digits":
        found = datasets.load_digits()
        return found.data / 16, found.target
    found = datasets.load_wine()
    columns = [found.feature_names.index(column) for column in ("alcohol", "flavanoids")]
    return found.data[:, columns] - np.array([13.0, 2.0]), found.target


def start(widths: tuple[int, ...], rng: np.random.Generator) -> DenseStack:
    """He's start, with biases: without them cells would be cones."""
    layers = []
    for n, m in pairwise(widths):
        W = rng.standard_normal((m, n)) * (2 / n) ** 0.5
        layers.append((W, rng.uniform(-1, 1, m) * n**-0.5))
    return dense_stack(layers)


def packed(stack: DenseStack) -> Any:
    """Multiples of UNIT as integers of 16 bits."""
    rows = [np.column_stack([layer.weight, layer.bias]).ravel() for layer in stack.layers]
    numbers = np.round(np.concatenate(rows) / UNIT)
    if np.abs(numbers).max() >= 2**15:
        raise ValueError("weights: larger than what 16 bits hold")
    return numbers.astype(np.int16)


def counted(name: str, network: Any, planes: Any) -> list[tuple[int, int, int]]:
    """Configurations, cells with inner points and pieces, of the plane or of the window of each slice."""
    parts = [cells(network)] if name == "wine" else [over(network, points / 16) for points in planes]
    low, high = WINDOW
    for found in parts if name == "digits" else ():
        assert sum(area(cell) for cell in found.cells) == (high - low) ** 2
    return [(found.configurations, found.full_dimensional, found.pieces) for found in parts]


def spanned(X: Any, y: Any) -> Any:
    """Three images of different digits for each plane, in sixteenths."""
    rng = np.random.default_rng(1)
    digits = [SHOWN, *(rng.choice(10, 3, replace=False) for _ in range(PLANES - 1))]
    return np.array([[X[np.flatnonzero(y == k)[0]] * 16 for k in three] for three in digits])


def trained(name: str) -> None:
    X, y = data(name)
    planes = spanned(X, y) if name == "digits" else None
    learner = Learner(start(WIDTHS[name], np.random.default_rng(0)), RATE)
    weights, accuracy, counts, done = [], [], [], 0
    moments = [TIMES[name] * epoch for epoch in EPOCHS]
    for moment in moments:
        for epoch in range(done, moment):
            learner.epoch(X, y, shuffled(len(y), BATCH[name], [0, 1, epoch]))
        done = moment
        weights.append(packed(learner.stack))
        network = unpacked(weights[-1], WIDTHS[name])
        accuracy.append(float((network(X).argmax(axis=1) == y).mean()))
        begun = process_time()
        counts.append(counted(name, network, planes))
        print(name, moment, f"{accuracy[-1]:.4f}", counts[-1], f"{process_time() - begun:.1f} s", flush=True)
    if planes is None:
        kept = {"examples": np.round(100 * X).astype(np.int16), "labels": y.astype(np.int8)}
    else:
        kept = {"planes": planes.astype(np.int16)}
    np.savez_compressed(
        TRAINED / f"{name}.npz",
        weights=np.array(weights),
        epochs=np.array(moments),
        accuracy=np.array(accuracy),
        counts=np.array(counts),
        **kept,
    )


if __name__ == "__main__":
    for one in WIDTHS:
        trained(one)
