"""What was judged is named by a hash in everything that is kept or printed of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from perturb.prove.store import every
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, write

ROOT = Path(__file__).parents[2]
HASH = re.compile(r"[0-9a-f]{12}|[0-9a-f]{16}")
RECORDS = sorted((ROOT / "reports" / "records").glob("*.jsonl"))
LAW = """from perturb import limit_law, paper
from perturb.laws.distributions import semicircle


@limit_law(paper("me"), "a law", limit=semicircle(), sizes=(4,), rate=lambda n: 1.0)
def even(n, draws, rng):
    return semicircle().rvs(draws, rng)
"""


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_every_record_names_what_was_judged(path: Path) -> None:
    key = "stream_key" if path.stem.startswith("simulations") else "fingerprint"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert rows
    assert [row for row in rows if not HASH.fullmatch(row[key])] == []


def test_every_proof_and_witness_does() -> None:
    witnesses = [path.read_bytes() for path in (ROOT / "theorems").rglob("witnesses/*.json")]
    proofs = [one.raw for one in every(ROOT / "proofs")]
    assert min(len(witnesses), len(proofs)) > 100
    rows = [json.loads(text) for text in (*witnesses, *proofs)]
    assert [row["id"] for row in rows if not HASH.fullmatch(row["fingerprint"])] == []


def test_every_line_of_json_does(run: Run) -> None:
    """The line of a law had the hash of its file alone."""
    law = write(LAW, "law.py")
    done = run("check", law, write(files.true()), "--profile", "ci", "--workers", "1", "--json")
    claim, stated = map(json.loads, done.stdout.splitlines())
    assert HASH.fullmatch(claim["fingerprint"])
    assert HASH.fullmatch(stated["fingerprint"])
    assert len(claim["source"]) == len(stated["source"]) == 64
