"""Certified points of statements that are known to be true, none of which may be violated.

`python tools/true_points.py SECONDS POINTS`. The statements are those of the catalogue that are proved,
corrected, sharpened or printed and not doubted, and the true halves of the unseen ones. Each gets random
points of its domain, all of them certified, until so many seconds of the processor, or so many points hold; a
later run goes on with the next points. A row of benchmarks/unseen/true_points.jsonl counts one statement's.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.certify.point import certify  # noqa: E402
from perturb.domains.draws import draw  # noqa: E402
from perturb.process.output import write_whole  # noqa: E402
from perturb.search.method import claim_stream  # noqa: E402
from perturb.statements.catalogue import catalogue  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from perturb.statements.paper import Status  # noqa: E402
from tools.unseen import FOLDER, rows, statements  # noqa: E402

RECORD = FOLDER / "true_points.jsonl"
BATCH = 100
TRUE = (Status.PRINTED, Status.PROVED, Status.CORRECTED, Status.SHARPENED, Status.GAP)


def main(share: float, many: int) -> int:
    """Exit code 1 where a point is violated."""
    record = {(row["from"], row["id"]): row for row in rows(RECORD)}
    for source, claim in known_as_true():
        row = record.setdefault(
            (source, claim.id), {"from": source, "id": claim.id, "batches": 0, "points": {}}
        )
        _more(claim, row, share, many)
        write_whole(RECORD, "".join(json.dumps(one) + "\n" for one in record.values()))
        print(source, claim.id, row["points"], flush=True)
    violated = [row["id"] for row in record.values() if "violated" in row["points"]]
    total = sum((Counter(row["points"]) for row in record.values()), Counter())
    print(dict(total), "violated:", violated or "none")
    return int(bool(violated))


def known_as_true() -> Iterator[tuple[str, Claim]]:
    """Where it is from, and the statement."""
    for half in ("first", "second"):
        for claim in statements(half):
            if claim.paper.key != "unseen-false":
                yield f"unseen, {half} half", claim
    for claim in catalogue().values():
        if claim.status in TRUE:
            yield claim.paper.key, claim


def _more(claim: Claim, row: dict[str, Any], share: float, many: int) -> None:
    """Further batches, each from a stream of its own."""
    end, counts = time.process_time() + share, Counter(row["points"])
    sizes = list(claim.domain.sizes())
    while counts["holds"] < many and time.process_time() < end:
        rng = claim_stream(claim, "true points", 0, row["batches"])
        batch = draw(claim.domain, rng, BATCH, sizes[int(rng.integers(len(sizes)))])
        for k in range(batch.count):
            found = certify(claim, claim.domain.construct(batch.sizes, batch.params_of(k)))
            counts[found.verdict.value] += 1
        row["batches"] += 1
    row["points"] = dict(counts)


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
