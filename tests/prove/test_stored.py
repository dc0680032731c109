"""The stored proofs: they are about the statements of today, stand where they belong, and hold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from perturb.pages.report.adversary import fate
from perturb.prove import store
from perturb.prove.checker.check import check_data, parsed
from perturb.prove.proved import phrase, proofs_of
from perturb.prove.true_mutants import named, save, sizes_of, true_ones
from perturb.sharpen.kills import MutantRow
from perturb.statements.catalogue import catalogue
from perturb.statements.paper import Status

CATALOGUE = catalogue()
STORED = list(store.every())
PROOFS = [one for one in STORED if store.MUTANT not in one.id]
MUTANTS = [one for one in STORED if store.MUTANT in one.id]
RECORD = Path(__file__).parents[2] / "reports" / "benchmarks" / "prove-false.ndjson"


def test_every_proof_is_about_a_statement_of_today():
    stale = []
    for one in PROOFS:
        data = json.loads(one.raw)
        claim = CATALOGUE.get(data["id"])
        said = None if claim is None else (claim.fingerprint, store.place(claim, data["n"]))
        if said != (data["fingerprint"], one.file):
            stale.append(str(one))
    assert not stale, f"perturb prove makes them again: {stale}"


def test_every_proof_of_a_mutant_is_about_one_of_today():
    """Of a claim as it is now, and about a mutant that it says is true."""
    stale, mutants = [], {}
    for kept in MUTANTS:
        data = json.loads(kept.raw)
        claim = CATALOGUE[data["id"].partition(store.MUTANT)[0]]
        if claim.id not in mutants:
            mutants[claim.id] = {one.id: one for one in true_ones(claim)}
        one = mutants[claim.id].get(data["id"])
        said = None if one is None else (one.fingerprint, claim.fingerprint, store.place(one, data["n"]))
        if said != (data["fingerprint"], data["of"], kept.file):
            stale.append(str(kept))
        elif data["n"] not in sizes_of(claim, data["id"].partition(store.MUTANT)[2]):
            stale.append(f"{kept} is not found")
    assert MUTANTS
    assert not stale, f"perturb prove --mutants makes them again: {stale}"


def test_a_mutant_of_another_statement_has_no_proof(tmp_path):
    data = json.loads(MUTANTS[0].raw)
    claim = CATALOGUE[data["id"].partition(store.MUTANT)[0]]
    mutant = named(data["id"], CATALOGUE)
    name = data["id"].partition(store.MUTANT)[2]
    save(claim, mutant, data, tmp_path)
    assert sizes_of(claim, name, tmp_path) == [data["n"]]
    assert sizes_of(replace(claim, conclusions=claim.conclusions[::-1] * 2), name, tmp_path) == []


def test_the_page_says_at_which_sizes_a_true_mutant_is_proved():
    row = MutantRow("strict", True, False, False, None, 1, 0.1, {}, "both sides differ")
    assert fate(row, [1, 2]).endswith("both sides differ; proved for n = 1, 2")
    assert fate(row).endswith("both sides differ")


def test_files_hold_their_proofs_in_the_order_of_ids():
    """So one changed proof is one changed line."""
    assert not [str(one) for one in STORED if one.wrong]
    for file in store.files():
        ids = [one.id for one in store.proofs_in(file)]
        assert ids == sorted(set(ids)), file
    everything = {path for path in store.FOLDER.rglob("*") if path.is_file()}
    assert everything == set(store.files())


def test_nothing_that_is_called_false_has_a_proof():
    kept = [json.loads(one.raw)["id"] for one in PROOFS]
    assert kept
    assert not [name for name in kept if CATALOGUE[name].status in (Status.REFUTED, Status.MISPRINT)]


def test_nothing_violated_was_proved_in_the_record():
    """What `tools/prove_false.py` found on refuted claims and killed mutants."""
    rows = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    assert {row["kind"] for row in rows} >= {"refuted", "killed"}
    assert not [row for row in rows if row["violated"]]


@pytest.mark.parametrize("share", range(4))
def test_every_proof_holds(share):
    """What `perturb prove --check` does, in four parts that run beside each other."""
    for one in STORED[share::4]:
        check_data(parsed(one.raw.decode()))


def test_the_verdict_line_names_the_sizes(tmp_path):
    claim = CATALOGUE["classical/fan-hoffman"]
    assert phrase(proofs_of(claim)) == "proved for n = 1, 2"
    store.save(claim, {**json.loads(store.find(claim, 2).raw), "fingerprint": "0" * 12}, tmp_path)
    assert store.find(claim, 2, tmp_path)
    assert proofs_of(claim, tmp_path) == []
