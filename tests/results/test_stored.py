"""What is shown of a stored witness was decided just now: nothing that its file says alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from perturb.certify import witness
from perturb.certify.point import SECOND_KERNEL, certify
from perturb.certify.replay import replay
from perturb.enclosure import Verdict
from perturb.results import claims
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import from_store, stored_witness
from perturb.search.shrink import free_entries
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from tests.certify.witness_cases import edited

CATALOGUE = catalogue()
KNOWN = CATALOGUE["refuted/commutator-operator-norm"]
STORED = [
    (one, path)
    for one in CATALOGUE.values()
    for path in (stored_witness(one), stored_witness(one).with_name(f"{one.slug}-worst.json"))
    if path.exists()
]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The witness of a claim of the catalogue in a folder where it may be edited; its worst one beside it."""
    path = tmp_path / stored_witness(KNOWN).name
    for name in (path.name, f"{path.stem}-worst.json"):
        if (stored_witness(KNOWN).parent / name).exists():
            shutil.copy(stored_witness(KNOWN).parent / name, tmp_path / name)
    monkeypatch.setattr(claims, "stored_witness", lambda claim: path)
    return path


def said(evidence: Evidence | None) -> str:
    assert evidence is not None
    return "\n".join([*evidence.lines(), json.dumps(evidence.rows())])


def test_what_the_file_says_alone_is_not_shown(copied: Path) -> None:
    before = said(from_store(KNOWN))

    lies = {"kernel": "oracle", "bits": 7, "rigour": "divine", "relative_violation": "77", "vary": ["Z[9]"]}
    edited(copied, lambda data: data.update(lies))
    now = from_store(KNOWN)
    assert now is not None
    assert now.simplest is not None
    assert now.simplest.data["vary"] == []
    assert (now.simplest.data["kernel"], now.simplest.data["bits"]) == ("exact", 64)
    for word in ("oracle", "divine", "77", "Z[9]"):
        assert word not in said(now)
    assert "REFUTED" in before
    assert "REFUTED" in said(now)


def test_an_entry_that_may_vary_is_tried(copied: Path) -> None:
    true = free_entries(KNOWN, KNOWN.domain.point(witness.load(copied).values))
    edited(copied, lambda data: data.update(vary=[*true[:1], "A[1,1]"]))
    now = from_store(KNOWN)
    assert now is not None
    assert now.simplest is not None
    assert now.simplest.data["vary"] == [name for name in [*true[:1], "A[1,1]"] if name in true]


def test_a_worst_one_of_another_statement_is_not_shown(copied: Path) -> None:
    worst = copied.with_name(f"{copied.stem}-worst.json")
    shutil.copy(copied, worst)
    assert "worst found" in said(from_store(KNOWN))
    edited(worst, lambda data: data.update(conclusions=["(<= (s1 A) 0)"], relative_violation="1e9"))
    assert "worst found" not in said(from_store(KNOWN))


def test_a_fingerprint_of_another_statement_is_noticed(copied: Path) -> None:
    edited(copied, lambda data: data.update(fingerprint="0" * 12))
    assert "another statement" in said(from_store(KNOWN))


def of(one: Claim, path: Path) -> dict[str, Any]:
    """What a file says that pages show, where it is not what is decided."""
    data = json.loads(path.read_text(encoding="utf-8"))
    found = witness.load(path)
    point = one.domain.point(found.values)
    decided = [certify(one, point), certify(one, point, SECOND_KERNEL), *replay(found).verdicts]
    decided = [v for v in decided if v.verdict is Verdict.VIOLATED]
    fine = {
        "fingerprint": data["fingerprint"] == one.fingerprint,
        "kernel": (data["kernel"], data["bits"]) in [(v.kernel, v.bits) for v in decided],
        "failed": all((data["failed"], data["at"]) == (v.failed, dict(v.at)) for v in decided),
        "vary": not data["vary"] or set(data["vary"]) <= set(free_entries(one, point)),
    }
    return {key: data[key] for key, holds in fine.items() if not holds}


def test_what_pages_show_of_the_catalogue_is_what_is_decided() -> None:
    """Kernel, bits, the relation that fails and the entries that may vary, of every file."""
    wrong = {path.name: found for one, path in STORED if (found := of(one, path))}
    assert len(STORED) > 100
    assert wrong == {}
