"""Score the flow on the two hundred networks, beside Euler's method; writes benchmarks/flows/score.jsonl.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.flows.score          # a quarter of an hour of one core
    OPENBLAS_NUM_THREADS=1 python -m benchmarks.flows.score 0 20     # these numbers, shown and not kept

first.jsonl is the first score, of the code that first ran on these networks; it is never replaced.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.flows import RISES, STEP, TOLERANCE
from benchmarks.flows.euler import NUMBERS, TIMES, Case, case, euler
from perturb.networks import NotUnique, dense, gradient_flow, logistic, parameters, squared
from perturb.process.output import write_whole

PLACE = Path(__file__).parent / "score.jsonl"
LOSSES = {"squared": squared, "logistic": logistic}


def risk(one: Case, networks: Any) -> Any:
    """The mean loss of each of the networks."""
    margins = one.y * np.array([network(one.x)[:, 0] for network in networks])
    each = (1 - margins) ** 2 if one.loss == "squared" else np.logaddexp(0, -margins)
    return each.mean(axis=1)


def score(number: int, steps: Any) -> dict[str, Any]:
    """What the flow does on this network, beside the parameters (times, parameters) of Euler's method."""
    one = case(number)
    try:
        flow = gradient_flow(dense(one.weights, one.biases), one.x, LOSSES[one.loss](one.y), TIMES)
    except ArithmeticError as error:
        kind = "not unique" if isinstance(error, NotUnique) else "refused"
        return {"number": number, "found": kind, "said": str(error)}
    found = np.array([parameters(network).astype(float) for network in flow.networks])
    distance, rise = float(np.abs(found - steps).max()), float(np.diff(risk(one, flow.networks)).max())
    agrees = distance <= TOLERANCE * (1 + np.abs(found).max()) and rise <= RISES
    kinds = Counter(event.what for event in flow.events)
    return {
        "number": number,
        "found": "agrees" if agrees else "disagrees",
        "distance": float(f"{distance:.2g}"),
        "rise": float(f"{rise:.2g}"),
        "events": dict(sorted(kinds.items())),
    }


def scores(numbers: Any) -> list[dict[str, Any]]:
    """Of networks of both depths, each depth in one run of Euler's method."""
    found = []
    for deep in (False, True):
        group = [k for k in numbers if (k >= 100) == deep]
        if group:
            steps = euler([case(k) for k in group], STEP, TIMES)
            found += [score(k, steps[:, j]) for j, k in enumerate(group)]
    return found


def main() -> None:
    numbers = range(*map(int, sys.argv[1:3])) if sys.argv[1:] else NUMBERS
    found = scores(numbers)
    lines = "".join(json.dumps(one) + "\n" for one in found)
    print(Counter(one["found"] for one in found), lines if sys.argv[1:] else "")
    if not sys.argv[1:]:
        write_whole(PLACE, lines)


if __name__ == "__main__":
    main()
