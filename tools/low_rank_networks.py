"""Train the networks behind the picture of the low-rank phenomenon, and record the norms of their layers.

    nice python tools/low_rank_networks.py

Plain numpy in float64, full batches, seeded; about three minutes of one core.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.training.examples import load
from perturb.networks.training.run import rounded
from perturb.process.output import write_whole
from perturb.types import FloatArray

PLACE = Path(__file__).parent.parent / "simulations" / "le2022" / "trained" / "digits-3-5.json"
CLASSES = (3, 5)
WIDTH, SCALE, STEPS, SEEDS = 16, 0.3, 6000, 5
# Each layer in order: a ReLU layer, a linear one, a linear block r(x) = UYx + Zx. A last row follows.
NETWORKS = {
    "linear": ("linear", "linear", "linear"),
    "relu-linear": ("relu", "linear", "linear"),
    "relu-block": ("relu", "linear", "block"),
    "relu": ("relu", "relu", "relu"),
}
RATES = {"gradient descent": 0.1, "momentum": 0.02, "adam": 0.002}
SEEN = sorted({0, *np.unique(np.round(np.geomspace(1, STEPS, 40)).astype(int)).tolist()})
Layer = dict[str, FloatArray]


def start(kinds: tuple[str, ...], width: int, seed: int) -> list[Layer]:
    """Gaussian weights of variance SCALE^2 over the number of inputs; the last layer is a row."""
    rng = np.random.default_rng(seed)
    layers: list[Layer] = []
    for kind in (*kinds, "row"):
        shapes = {"W": (1 if kind == "row" else WIDTH, width)}
        if kind == "block":
            shapes = {name: (WIDTH, WIDTH) for name in "UYZ"}
        layers.append({k: SCALE * rng.standard_normal(s) / s[1] ** 0.5 for k, s in shapes.items()})
        width = WIDTH
    return layers


def gradients(layers: list[Layer], kinds: tuple[str, ...], X: FloatArray, y: FloatArray) -> Any:
    """The mean logistic loss over the columns of X, and its derivative in every matrix."""
    inputs, inner = [X], []
    for layer, kind in zip(layers, (*kinds, "row"), strict=True):
        x = inputs[-1]
        if kind == "block":
            inner.append(layer["Y"] @ x)
            inputs.append(layer["U"] @ inner[-1] + layer["Z"] @ x)
        else:
            inner.append(layer["W"] @ x)
            inputs.append(np.maximum(inner[-1], 0) if kind == "relu" else inner[-1])
    margins = y * inputs[-1][0]
    back = (-y / (1 + np.exp(margins)) / len(y))[None]
    found: list[Layer] = []
    for k in reversed(range(len(layers))):
        layer, x, z = layers[k], inputs[k], inner[k]
        if "U" in layer:
            hidden = layer["U"].T @ back
            found.append({"U": back @ z.T, "Y": hidden @ x.T, "Z": back @ x.T})
            back = layer["Y"].T @ hidden + layer["Z"].T @ back
        else:
            back = back * (z > 0) if (*kinds, "row")[k] == "relu" else back
            found.append({"W": back @ x.T})
            back = layer["W"].T @ back
    return float(np.mean(np.logaddexp(0, -margins))), found[::-1]


class Optimiser:
    """Gradient descent, with momentum 0.9, or Adam with its usual constants; it changes weights in place."""

    def __init__(self, name: str, layers: list[Layer]) -> None:
        self.name, self.rate, self.step = name, RATES[name], 0
        self.first = [{k: np.zeros_like(W) for k, W in layer.items()} for layer in layers]
        self.second = [{k: np.zeros_like(W) for k, W in layer.items()} for layer in layers]

    def __call__(self, layers: list[Layer], found: list[Layer]) -> None:
        self.step += 1
        for layer, slope, m, v in zip(layers, found, self.first, self.second, strict=True):
            for k, g in slope.items():
                if self.name == "gradient descent":
                    layer[k] -= self.rate * g
                elif self.name == "momentum":
                    m[k] = 0.9 * m[k] + g
                    layer[k] -= self.rate * m[k]
                else:
                    m[k] = 0.9 * m[k] + 0.1 * g
                    v[k] = 0.999 * v[k] + 0.001 * g * g
                    size = np.sqrt(v[k] / (1 - 0.999**self.step)) + 1e-8
                    layer[k] -= self.rate * m[k] / (1 - 0.9**self.step) / size


def outgoing(layer: Layer) -> FloatArray:
    """The matrix representation: [U Z] of a block."""
    return np.hstack([layer["U"], layer["Z"]]) if "U" in layer else layer["W"]


def incoming(layer: Layer) -> FloatArray:
    """What meets the layer before: Y on top of Z for a block."""
    return np.vstack([layer["Y"], layer["Z"]]) if "U" in layer else layer["W"]


def bounds(layers: list[Layer]) -> list[tuple[int, float]]:
    """For each layer C and D with |W|_F^2 <= C |W|_2^2 + D at all times of gradient flow from here, with the
    best constants: 2 for a block.
    """
    found = [(1, 0.0)]
    for here, after in reversed(list(pairwise(layers))):
        C, D = found[-1]
        if "U" in after:
            within = after["Y"] @ after["Y"].T - after["U"].T @ after["U"]
            C, D = 2 * C, D + C * top(-within) + np.trace(within)
        between = outgoing(here) @ outgoing(here).T - incoming(after).T @ incoming(after)
        found.append((C, float(D + C * top(-between) + np.trace(between))))
    return found[::-1]


def top(S: FloatArray) -> float:
    return float(np.linalg.eigvalsh(S)[-1])


def measured(layers: list[Layer]) -> dict[str, list[float]]:
    """Squared norms of all layers, and how far each is aligned with the next."""
    ways = [(np.linalg.svd(outgoing(one)), np.linalg.svd(incoming(one))) for one in layers]
    aligned = [abs(float(ways[k + 1][1][2][0] @ ways[k][0][0][:, 0])) for k in range(len(layers) - 1)]
    return {
        "operator": rounded([out[1][0] ** 2 for out, _ in ways]),
        "frobenius": rounded([(out[1] ** 2).sum() for out, _ in ways]),
        "alignment": rounded(aligned),
    }


def run(network: str, optimiser: str, seed: int, X: FloatArray, y: FloatArray) -> dict[str, Any]:
    kinds = NETWORKS[network]
    layers = start(kinds, len(X), seed)
    step, seen = Optimiser(optimiser, layers), []
    known = bounds(layers)
    for k in range(STEPS + 1):
        loss, slopes = gradients(layers, kinds, X, y)
        if k in SEEN:
            seen.append({"loss": loss, **measured(layers)})
        step(layers, slopes)
    course = {name: [one[name] for one in seen] for name in ("operator", "frobenius", "alignment")}
    return {
        "network": network,
        "optimiser": optimiser,
        "seed": seed,
        "bounds": [[C, *rounded([D])] for C, D in known],
        "loss": rounded([one["loss"] for one in seen]),
        **course,
    }


def examples() -> tuple[FloatArray, FloatArray]:
    """All images of two digits as columns, and their signs."""
    data = load("digits")
    X, labels = np.vstack([data.X, data.X_test]), np.concatenate([data.y, data.y_test])
    kept = np.isin(labels, CLASSES)
    return X[kept].T, np.where(labels[kept] == CLASSES[0], 1.0, -1.0)


def ends(record: dict[str, Any]) -> dict[str, Any]:
    """The last point alone."""
    course = {name: record[name][-1:] for name in ("loss", "operator", "frobenius", "alignment")}
    return {**record, **course}


def main() -> None:
    X, y = examples()
    runs = [
        run(network, optimiser, seed, X, y)
        for seed in range(SEEDS)
        for network in NETWORKS
        for optimiser in RATES
    ]
    kept = [one if one["seed"] == 0 else ends(one) for one in runs]
    settings = {
        "digits": CLASSES,
        "examples": len(y),
        "width": WIDTH,
        "scale": SCALE,
        "rates": RATES,
        "networks": NETWORKS,
        "steps": SEEN,
    }
    record = {"settings": settings, "versions": {name: version(name) for name in ("numpy", "scikit-learn")}}
    lines = [json.dumps(one) for one in kept]
    head = json.dumps(record, indent=1)[:-2]
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    write_whole(PLACE, head + ',\n "runs": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n")


if __name__ == "__main__":
    main()
