"""Certified ReLU singular values of the matrices of Figure 2: a minute of work, kept in bands.json.

    python -m simulations.dittmer2019.bands

renews the file. The matrices are ours, one of each law; those of the paper are not printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from perturb.relu import relu_singular_values, relu_singular_values_sampled

KEPT = Path(__file__).with_name("bands.json")
SIZE, SEED, POINTS, RESTARTS = 4, 2, 1000, 3
LAWS: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    "normal": lambda rng: rng.standard_normal((SIZE, SIZE)),
    "uniform on [-1, 1]": lambda rng: rng.uniform(-1, 1, (SIZE, SIZE)),
    "Laplace": lambda rng: rng.laplace(size=(SIZE, SIZE)),
    "signs": lambda rng: rng.choice([-1.0, 1.0], (SIZE, SIZE)),
}


def matrix(law):
    """Shape (4, 4); its stream has the law's place as a key, so that no law changes another's matrix."""
    return LAWS[law](np.random.default_rng([SEED, list(LAWS).index(law)]))


def measured(law):
    """s_0, ..., s_3: certified ends, rounded outwards, and (10) of the method."""
    ends = [found.floats for found in relu_singular_values(matrix(law))]
    method = relu_singular_values_sampled(matrix(law), POINTS, restarts=RESTARTS)
    lower, upper = zip(*ends, strict=True)
    return {"lower": lower, "upper": upper, "method": method.tolist()}


def kept():
    return json.loads(KEPT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    KEPT.write_text(json.dumps({law: measured(law) for law in LAWS}, indent=1) + "\n", encoding="utf-8")
