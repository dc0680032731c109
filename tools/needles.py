"""The needles (benchmarks/unseen/needles_*.py): plain climbs, and the search.

`python tools/needles.py climbs` writes needles-climbs.jsonl: 50 restarts of 600 steps each on float64 (fewer
where they take 30 seconds of the processor), every step towards a fresh draw in some of the parameters and
kept where the margin falls; "found" where a point is then certified as a violation. `python tools/needles.py
search [--again] [--part 1/2]` writes needles.jsonl: the outcome within 60 seconds of the processor, 5 for
true twins. Rows are added as they come; a first score stays.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # before the engine is imported: seconds are the processor's
    time.monotonic = time.process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from perturb.certify.point import certify, screen  # noqa: E402
from perturb.domains.draws import draw  # noqa: E402
from perturb.domains.space import Batch  # noqa: E402
from perturb.enclosure import Verdict  # noqa: E402
from perturb.search.method import claim_stream  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from tools.unseen import FOLDER, rows, run, statements  # noqa: E402

RESTARTS, STEPS, MOST = 50, 600, 30.0
LIMITS = {True: (5.0,), False: (60.0,)}


def main() -> None:
    """Rows of what has none yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["climbs", "search"])
    parser.add_argument("--again", action="store_true", help="a second score")
    parser.add_argument("--part", default="1/1", help="the first of three parts is 1/3")
    asked = parser.parse_args()
    ending = "-climbs" if asked.what == "climbs" else "-again" * asked.again
    record = FOLDER / f"needles{ending}.jsonl"
    first, step = map(int, asked.part.split("/"))
    done = {row["id"] for row in rows(record)}
    for claim in statements("needles")[first - 1 :: step]:
        false = claim.paper.key == "unseen-false"
        if claim.id not in done and (false or asked.what == "search"):
            row = json.dumps(climbed(claim) if asked.what == "climbs" else run(claim, LIMITS))
            with record.open("a", encoding="utf-8") as out:
                out.write(row + "\n")
            print(row, flush=True)


def climbed(claim: Claim) -> dict[str, Any]:
    """How many of the restarts end at a certified violation, and the least margin that float64 saw."""
    rng, sizes = claim_stream(claim, "plain climbs", 0), next(iter(claim.domain.sizes()))
    start = time.process_time()
    here = fresh(claim, rng, sizes)
    discrete = all(np.isin(array, (-1, 0, 1)).all() for array in here.params.values())
    margins, reach = worth(claim, here), np.ones(RESTARTS)
    for _ in range(STEPS):
        if time.process_time() - start > MOST:
            break
        there = moved(here, fresh(claim, rng, sizes), rng, reach, discrete)
        now = worth(claim, there)
        better = now < margins
        margins = np.where(better, now, margins)
        reach = np.clip(np.where(better, 1.3 * reach, 0.95 * reach), 1e-6, 1.0)
        here = Batch(
            sizes, {k: chosen(better, there.params[k], here.params[k]) for k in here.params}, RESTARTS
        )
    found = sum(
        certify(claim, claim.domain.construct(sizes, here.params_of(int(k)))).verdict is Verdict.VIOLATED
        for k in np.flatnonzero(margins < 0)
    )
    seconds = round(time.process_time() - start, 1)
    return {
        "id": claim.id,
        "found": found,
        "of": RESTARTS,
        "margin": float(margins.min()),
        "seconds": seconds,
    }


def fresh(claim: Claim, rng: np.random.Generator, sizes: Any) -> Batch:
    return draw(claim.domain, rng, RESTARTS, sizes)


def worth(claim: Claim, batch: Batch) -> Any:
    """The relative margins; outside the hypotheses by how much they fail, beyond every margin."""
    seen = screen(claim, batch)
    outside = np.zeros(batch.count)
    for link, met in zip(claim.hypotheses, seen.met, strict=True):
        inside = met >= 0 if link.op in ("<=", ">=", "==") else met > 0
        outside = outside + np.where(inside, 0.0, 10.0 + np.nan_to_num(-met, nan=1e3, posinf=1e3, neginf=1e3))
    inside_worth = np.nan_to_num(seen.margin, nan=1e3, posinf=1e3, neginf=1e3)
    return np.where(outside > 0, outside, inside_worth)


def moved(here: Batch, aim: Batch, rng: np.random.Generator, reach: Any, discrete: bool) -> Batch:
    """Part of the way towards a fresh draw, in some of the parameters; all of it where they are discrete."""
    params = {}
    for key, x in here.params.items():
        share = rng.choice([0.05, 0.2, 0.6], size=(RESTARTS, *([1] * (x.ndim - 1))))
        mask = rng.random(x.shape) < share
        step = 1.0 if discrete else reach.reshape(RESTARTS, *([1] * (x.ndim - 1)))
        params[key] = np.where(mask, x + step * (aim.params[key] - x), x)
    return Batch(here.sizes, params, RESTARTS)


def chosen(better: Any, new: Any, old: Any) -> Any:
    return np.where(better.reshape(-1, *([1] * (new.ndim - 1))), new, old)


if __name__ == "__main__":
    np.seterr(all="ignore")
    main()
