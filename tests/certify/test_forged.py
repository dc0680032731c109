"""Mutated witness files, with the sides that their author would have written: what replays is a refutation.

The mutations are those of `test_hostile`; a file whose violation the engine finds elsewhere than saved is
made to say so, as a forger would. Each that replays is judged by the second implementation of `tests/fuzz`.
"""

from __future__ import annotations

import json
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from perturb.certify.point import certify_links
from perturb.certify.witness import CorruptWitness, Witness, checksum, load
from perturb.cli.replay import decided
from perturb.enclosure import Verdict
from tests.certify.test_hostile import mutated
from tests.certify.witness_cases import CASES, made
from tests.fuzz.oracle import Truth, judge
from tests.fuzz.tower import Unsupported

SECONDS, MEMORY = 2, 2**20  # of processor time a file; KiB beyond what is held


def forged(data: dict[str, Any]) -> dict[str, Any]:
    """The file with the violation that is there, if there is one, and a checksum that fits."""
    parts = Witness(data).links("hypotheses"), Witness(data).links("conclusions")
    found = certify_links(*parts, Witness(data).values)
    if found.verdict is Verdict.VIOLATED:
        data |= {"failed": found.failed, "at": dict(found.at), "lhs": str(found.lhs), "rhs": str(found.rhs)}
    return data


def written(path: Path, data: dict[str, Any]) -> Path:
    """With a checksum that fits, if one can be made of what is in the file."""
    data.pop("checksum", None)
    path.write_text(json.dumps({**data, "checksum": checksum(data)}), encoding="utf-8")
    return path


def exact(value: Any, kind: str) -> Any:
    if isinstance(value, list):
        return [exact(x, kind) for x in value]
    return int(value) if kind == "integer" else Fraction(value)


def truths(path: Path) -> frozenset[Truth]:
    """What the second implementation allows of the statement in a file, its domain being a hypothesis."""
    found = load(path)
    values = {name: exact(e["value"], e["kind"]) for name, e in found.data["inputs"].items()}
    given = [*found.links("membership"), *found.links("hypotheses")]
    return judge(given, found.links("conclusions"), values).truths


def files(count: int, folder: Path) -> Iterator[tuple[int, Path]]:
    """Each with the seed that makes it again; half of them are forged where that is possible."""
    witnesses = [json.loads(json.dumps(dict(made(c, p).data))) for c, p in CASES.values()]
    for seed in range(count):
        rng = random.Random(seed)
        data = mutated(rng.choice(witnesses), rng)
        path = written(folder / "w.json", data)
        if seed % 2:
            with suppress(CorruptWitness, ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
                written(path, forged(dict(load(path).data)))
        yield seed, path


def outcome(path: Path) -> str:
    try:
        if not decided(path).refutes:
            return "not reproduced"
    except CorruptWitness:
        return "refused"
    try:
        return "refuted" if Truth.VIOLATED in truths(path) else "WRONG"
    except Unsupported:
        return "not judged"


@pytest.mark.parametrize("value", ["0", ["0"], ["12", "34"]])
def test_a_text_is_no_matrix(value: Any, tmp_path: Path) -> None:
    """Found by the test below: letters were read as entries."""
    data = json.loads(json.dumps(dict(made(*CASES["semidefinite"]).data)))
    data["inputs"]["A"]["value"] = value
    with pytest.raises(CorruptWitness, match="is not a matrix"):
        load(written(tmp_path / "w.json", data))


def test_what_replays_is_a_refutation(tmp_path: Path) -> None:
    """No file has a wrong verdict, or takes two seconds or a gigabyte."""
    count = 10**5 if settings.default and settings.default.max_examples >= 2_000 else 100
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen, slowest = Counter[str](), 0.0
    for seed, path in files(count, tmp_path):
        start = time.process_time()
        found = outcome(path)
        seen[found] += 1
        slowest = max(slowest, time.process_time() - start)
        assert found != "WRONG", f"seed {seed}: {path.read_text()}"
        assert slowest < SECONDS, f"seed {seed}: {slowest} s: {path.read_text()}"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < MEMORY
    assert seen["refuted"] > 0.05 * count, seen
    assert seen["not judged"] < 0.2 * seen["refuted"], seen
