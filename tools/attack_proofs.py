"""The stored proofs and the checker under attack: `python tools/attack_proofs.py points|files SEED COUNT`.

`points`: exact points of the domains of all stored proofs, special ones included, each followed through the
case tree: exactly one child must fit at every branch, at a leaf only the negated conclusion may be false, and
both sides must lie in the balls of the engine. Rounds over all proofs, each with its own draws, until COUNT.
`files`: damaged proofs; one that is accepted must say what it said before, and every identity in it
must hold at random complex numbers. Exit code 1 at the first failure, which is shown.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.prove.checker.check import MALFORMED, check_data  # noqa: E402
from perturb.prove.checker.numbers import Rejected  # noqa: E402
from perturb.prove.proved import named  # noqa: E402
from perturb.prove.store import every  # noqa: E402
from perturb.statements.catalogue import catalogue  # noqa: E402
from tests.prove.beside import one_path_fits, points, with_diagonals  # noqa: E402
from tests.prove.test_forgeries import SAYS, judged, mutated  # noqa: E402

STORED = list(every(ROOT / "proofs"))
EACH = 20  # draws of a round for each proof and assignment of sizes; as many special points, in the first


def attack_by_points(seed: int, wanted: int) -> Counter[str]:
    seen = Counter[str]()
    known = catalogue()
    for at in count(seed):
        for done, kept in enumerate(STORED):
            if not done % 50:
                print(at, done, dict(seen), flush=True)
            data = json.loads(kept.raw)
            claim = named(data["id"], known)
            assert claim is not None
            for entry in data["proofs"]:
                every = list(points(claim, entry["sizes"], EACH, seed=at))
                for drawn in every if at == seed else every[-EACH:]:
                    point = with_diagonals(claim, data, drawn)
                    if point is None:
                        seen["not of the domain"] += 1
                        continue
                    try:
                        goals = one_path_fits(claim, data, entry, point)
                    except Rejected:  # a free part whose value is too long to be computed in polynomials
                        seen["not followed"] += 1
                        break
                    seen += Counter(points=goals > 0, outside=goals == 0, goals=goals)
        if seen["points"] >= wanted:
            return seen
    return seen


def attack_by_files(seed: int, wanted: int) -> Counter[str]:
    seen = Counter[str]()
    stored = [one for one in STORED if len(one.raw) < 12_000]
    for at in range(seed, seed + wanted):
        rng = random.Random(at)
        whole = json.loads(rng.choice(stored).raw)
        what, data = mutated(whole, rng)
        try:
            check_data(json.loads(json.dumps(data)))
        except (Rejected, *MALFORMED):
            seen["refused"] += 1
            continue
        seen["accepted"] += 1
        assert [key for key in SAYS if whole[key] != data[key]] == [], (at, what)
        assert judged(data, rng), (at, what)
    return seen


if __name__ == "__main__":
    kind, start, many = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print(dict((attack_by_points if kind == "points" else attack_by_files)(start, many)))
