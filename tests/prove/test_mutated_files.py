"""Stored proofs, changed where their structure allows it: each file has a verdict, the right one."""

from __future__ import annotations

import json
import random
import resource
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import settings

from perturb.cli.replay import CODES
from perturb.prove import proved
from perturb.prove.store import HOLDS, proofs_in
from tests.prove.damage import damaged, second_opinion
from tests.prove.test_checker import SMALL

SECONDS, MEMORY = 2, 2**20  # of processor time a file; KiB beyond what is held
SAYS = ("domain", "ranges", "given", "then", "n", "inputs")  # what is claimed to be proved


def mutated(whole: dict[str, Any], rng: random.Random) -> tuple[list[str], Any]:
    """One to three changes; a quarter of them beside the proofs, which are by far the most of a file."""
    data, done = dict(whole), []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.25 and isinstance(data, dict):
            proofs = {key: data.pop(key) for key in ("proofs",) if key in data}
            what, data = damaged(data, rng)
            data |= proofs
        else:
            what, data = damaged(data, rng)
        done.append(what)
    return done, data


def judged(data: Any, rng: random.Random) -> bool:
    """By the second opinion; at random numbers that it can divide by."""
    for _ in range(5):
        with suppress(ZeroDivisionError):
            return second_opinion(data, rng)
    return True


def test_what_is_accepted_proves_what_was_proved(tmp_path: Path) -> None:
    """Any other statement is refused; no file takes two seconds or a gigabyte, or ends in another error."""
    stored = [json.loads(one.raw) for one in SMALL]
    held, path = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, tmp_path / "p.json"
    seen, slowest = Counter[str](), 0.0
    for seed in range(10**5 if settings.default and settings.default.max_examples >= 2_000 else 60):
        rng = random.Random(seed)
        whole = rng.choice(stored)
        what, data = mutated(whole, rng)
        path.write_text(json.dumps(data))
        start = time.process_time()
        (kept,) = proofs_in(path)
        found = proved.judged(kept, again=True, no_limits=True, net=False)
        slowest = max(slowest, time.process_time() - start)
        assert slowest < SECONDS, (seed, what)
        assert found.outcome in CODES
        seen[found.outcome] += 1
        if found.outcome == HOLDS:
            assert [key for key in SAYS if whole[key] != data[key]] == [], (seed, what)
            assert judged(data, rng), (seed, what)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < MEMORY
    assert min(seen.values()) > 0.02 * seen.total(), seen
    assert len(seen) == len(CODES)
