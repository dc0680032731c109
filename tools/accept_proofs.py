"""The record of accepted proofs: `python tools/accept_proofs.py` writes perturb/prove/accepted.txt.

Every proof in proofs/ is checked, and what it says is attacked, unless the record has it already, of this
checker: a few seconds for one, three minutes of one core for all. To be run whenever a proof or a source
of the checker changes; until then proofs that are not in the record are checked and attacked where they are
read, which takes a fraction of a second each. Exit code 1, and no record, where one is not accepted.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.prove import store  # noqa: E402
from perturb.prove.proved import RECORD, judged, lines_of  # noqa: E402
from perturb.prove.store import HOLDS  # noqa: E402

FOLDER = ROOT / store.FOLDER


def ruling(kept: store.KeptProof) -> tuple[str, str]:
    """What becomes of a proof, and why; without limits, for they cost a process each."""
    found = judged(kept, no_limits=True)
    return found.outcome, found.reason


def main() -> int:
    """0 when all are accepted."""
    proofs = list(store.every(FOLDER))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        rulings = []
        for said in pool.map(ruling, proofs, chunksize=4):
            rulings.append(said)
            if not len(rulings) % 100:
                print(f"{len(rulings):,} of {len(proofs):,}", flush=True)
    wrong = [(one, *said) for one, said in zip(proofs, rulings, strict=True) if said[0] != HOLDS]
    for one, outcome, reason in wrong:
        print(f"{outcome.upper()}  {str(one).removeprefix(f'{ROOT}/')}: {reason}")
    if wrong:
        return 1
    RECORD.write_text(lines_of(proofs, FOLDER), encoding="utf-8")
    print(f"{len(proofs):,} proofs accepted: {RECORD.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
