"""Lipschitz constants of small networks beside what bounds them, in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/lipschitz.py    # writes simulations/heinecke2019/lipschitz.json

The semidefinite programs run in .venv-peers (`make peers`); their multipliers are recorded, so that the bound
can be certified again without a solver. About a minute of one core.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks import (
    box,
    box_bound,
    cells,
    layer_bounds,
    lipschitz_bounds,
    lipschitz_constant,
    multiplier_bound,
)
from perturb.networks.arithmetic import fractions, rational
from perturb.networks.cells import TooManyCells
from perturb.networks.lipschitz import enclosed, norm
from perturb.process.output import write_whole
from simulations.heinecke2019.small_networks import named

HOME = Path(__file__).parent
OUT = HOME.parent / "simulations" / "heinecke2019" / "lipschitz.json"
PYTHON = HOME.parent / ".venv-peers" / "bin" / "python"
TRIED = 2000  # inputs at which the constant is bounded from below where cells are out of reach


def timed(f: Callable[[], Any]) -> tuple[Any, float]:
    start = process_time()
    found = f()
    return found, round(process_time() - start, 3)


def ends(x: Enclosure) -> list[float]:
    return list(x.floats)


def proposed(networks: list[Any]) -> list[dict[str, Any]]:
    """What the solver says, multipliers to eight digits: any will do."""
    asked = json.dumps([[node.matrices[0].astype(float).tolist() for node in one.nodes] for one in networks])
    command = [str(PYTHON), str(HOME / "peers_lipsdp.py"), "--answer"]
    settings = os.environ | {"OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, env=settings)
    found = json.loads(ran.stdout)
    for one in found:
        one["multipliers"] = [[float(f"{x:.8g}") for x in d] for d in one["multipliers"]]
    return found


def steepest(network: Any, low: Any, high: Any) -> Enclosure:
    """The norm of the linear part at one of many drawn inputs: a bound from below."""
    X = np.random.default_rng(0).uniform(low, high, (TRIED, network.inputs))
    x = max(X, key=lambda x: np.linalg.norm(network.affine(x)[0], 2))
    A = network.affine(fractions(x))[0]
    return enclosed(norm(fmpq_mat([[rational(a) for a in row] for row in A])))


def measured(network: Any, low: Any, high: Any) -> dict[str, Any]:
    try:
        table, seconds = timed(lambda: lipschitz_bounds(cells(network)))
    except TooManyCells:
        table, seconds = timed(lambda: {"at least": steepest(network, low, high), **layer_bounds(network)})
    inside, more = timed(lambda: box_bound(network, low, high))
    table["box"] = inside
    if "constant" in table:
        table["constant in the box"] = lipschitz_constant(cells(network, within=box(low, high)))
    return {
        "bounds": {name: ends(value) for name, value in table.items()},
        "seconds": {"cells" if "constant" in table else "layers": seconds, "box": more},
    }


def main() -> None:
    if not PYTHON.exists():
        print("no .venv-peers (make peers): the record stays as it is")
        return
    networks, record = named(), {}
    answers = proposed([network for network, _, _ in networks.values()])
    for (name, (network, low, high)), answer in zip(networks.items(), answers, strict=True):
        found = measured(network, low, high)
        proved, seconds = timed(lambda n=network, d=answer["multipliers"]: multiplier_bound(n, d))
        found["bounds"]["LipSDP"] = ends(proved)
        found["seconds"] |= {"LipSDP": round(answer["seconds"], 3), "certified": seconds}
        found["solver"], found["multipliers"] = answer["value"], answer["multipliers"]
        record[name] = found
        print(name, {key: f"{value[1]:.5g}" for key, value in found["bounds"].items()}, found["seconds"])
    write_whole(OUT, json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
