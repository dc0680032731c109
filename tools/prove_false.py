"""The prover on what is false: `python tools/prove_false.py [SECONDS] [ID...]`.

Every refuted claim and every mutant of the records is given to the prover at n = 1 and n = 2. A row each goes
to reports/benchmarks/prove-false.ndjson, and what has a row is left out, so that a run can be stopped and
taken up. What is proved is checked (a certificate that the checker refuses proves nothing), and tried at
POINTS exact points, special ones first: none may violate it (a mutant that is killed at n = 3 alone may be
true at n = 2). Exit code 1 when one does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from perturb.certify.point import certify
from perturb.domains.draws import corners
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.prove.checker.check import check_data
from perturb.prove.checker.numbers import Rejected
from perturb.prove.prover import Attempt, attempt
from perturb.sharpen.mutants import mutants
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "reports" / "benchmarks" / "prove-false.ndjson"
POINTS = 200


def main(seconds: float, wanted: list[str]) -> int:
    """0 when nothing that is violated was proved."""
    wrong = 0
    done = {(row["id"], row["mutant"], row["n"]) for row in rows(RECORD)}
    for original, claim, name, kind in statements(wanted):
        for n in (1, 2):
            if (original, name, n) in done:
                continue
            found = attempt(claim, n, seconds)
            outcome = found.outcome
            try:
                bad = outcome == "proved" and violated(claim, found)
            except Rejected:
                outcome, bad = "not accepted", False
            row = {
                "id": original,
                "mutant": name,
                "kind": kind,
                "n": n,
                "outcome": outcome,
                "violated": bad,
            }
            with RECORD.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            wrong += bad
    return int(wrong > 0)


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def statements(wanted: list[str]) -> Iterator[tuple[str, Claim, str, str]]:
    """(id, claim, name of the mutant or "", kind): refuted claims, killed mutants, mutants declared true."""
    known = catalogue()
    records = ROOT / "reports" / "records"
    for row in rows(records / "claims.jsonl"):
        claim = known.get(str(row["id"]))
        if row["outcome"] == "refuted" and isinstance(claim, Claim) and chosen(claim.id, wanted):
            yield claim.id, claim, "", "refuted"
    for row in rows(records / "mutants.jsonl"):
        claim = known.get(str(row["id"]))
        if not isinstance(claim, Claim) or not chosen(claim.id, wanted):
            continue
        told = {one["mutant"]: one for one in row["mutants"]}  # type: ignore[attr-defined]
        for mutant in mutants(claim):
            one = told.get(mutant.name)
            if one is not None and (one["killed"] or one["proved_true"]):
                yield claim.id, mutant.claim, mutant.name, "killed" if one["killed"] else "declared true"


def chosen(identifier: str, wanted: list[str]) -> bool:
    return not wanted or any(part in identifier for part in wanted)


def violated(claim: Claim, found: Attempt) -> bool:
    """Whether some point of the sizes that are proved is certified to violate the claim."""
    assert found.certificate is not None
    check_data(json.loads(json.dumps(found.certificate)))
    return any(
        certify(claim, point).verdict is Verdict.VIOLATED
        for proof in found.certificate["proofs"]
        for point in points(claim, proof["sizes"])
    )


def points(claim: Claim, sizes: dict[str, int]) -> Iterator[Point]:
    """Corners, then random points."""
    yield from islice((p for p in corners(claim.domain, 60) if dict(p.sizes) == sizes), POINTS)
    batch = claim.domain.draw(np.random.default_rng(1), POINTS, sizes=sizes)
    yield from (claim.domain.construct(sizes, batch.params_of(k)) for k in range(POINTS))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if sys.argv[1:] else 1.0, sys.argv[2:]))
