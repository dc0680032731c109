"""The stored proofs: about the statements of today, where they belong, and on which rules they rest."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perturb.derive import store as derivations
from perturb.pages.report.adversary import fate
from perturb.prove import proved, store
from perturb.prove.checker import doubles, frames, words
from perturb.prove.checker.check import check_data, parsed
from perturb.prove.checker.definitions import SPACES
from perturb.prove.checker.statements import Statement, assignments
from perturb.prove.proved import named, phrase, proofs_of, save, sizes_of, true_ones
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
        said = None if claim is None else (store.says(claim)["fingerprint"], store.place(claim, data["n"]))
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
    assert everything == {*store.files(), *derivations.files(store.FOLDER)}


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


# Which stored proofs rest on which rule of the checker: the tables of AUDIT.md, counted.


FEW = 10
ROW = re.compile(r"^\| (.+?) \| (.+?) \|(?: (.*?) ?\|)?$", re.MULTILINE)
CODED = [
    *words.OWN.split(),
    *words.ENTRYWISE.split(),
    *words.FORMULAS,
]  # what is more than a formula for each entry
# Of complex inputs, which no statement of the catalogue has: tests/prove/test_complex.py carries these.
OVER_C = {name for name, f in words.FORMULAS.items() if f.__module__ == doubles.__name__} | {"space skew"}
WRITTEN = {"split": '"split":', "circle": '"circle":', "outside": '"outside":'}
KEYS = {"gauge": "gauges", "free parts": "let", "squares": "squared", "turn": "turn", "lemmas": "lemmas"}
Carried = dict[str, set[str]]  # paper, name and size of proofs by the rule


@cache
def table() -> dict[str, list[str]]:
    """The cells behind the name of a rule."""
    text = (proved.CHECKER / "AUDIT.md").read_text(encoding="utf-8").partition("## What each rule carries")[2]
    return {rule: cells for rule, *cells in ROW.findall(text) if rule not in ("rule", "---")}


def names(cell: str) -> set[str]:
    """Of proofs: "eq-5a n2, n3; data.few n1"."""
    entries = [re.split(r" (?=n\d)", entry, maxsplit=1) for entry in cell.split("; ") if entry]
    return {f"{name} {n}" for name, sizes in entries for n in sizes.split(", ")}


def read(text: str, data: Any) -> set[str]:
    """The rules that a file names."""
    goals = [goal for proof in data["proofs"] for goal in proof["goals"]]
    lemmas = [lemma for goal in goals for lemma in goal.get("lemmas", [])]
    stages = goals + [lemma["goal"] for lemma in lemmas]
    found = {rule for rule, sign in WRITTEN.items() if sign in text}
    found |= {rule for rule, key in KEYS.items() if any(goal.get(key) for goal in stages)}
    spaces = {name: space for name, space, *_ in data["inputs"]}
    found |= {f"space {space}" for space in spaces.values()}
    found |= {f"diagonal {spaces[name]}" for goal in stages for name in goal.get("diagonal", [])}
    found |= {f"turn of a {spaces[name]}" for goal in stages for name in goal.get("turn", {})}
    statement = Statement(data, next(assignments(data)))
    found |= {"indices" for relation in data["then"] if statement.free[statement.read(relation)]}
    said = [*data["given"], *data["then"], *[lemma["state"] for lemma in lemmas]]
    return found | {word for relation in said for word in re.findall(r"\((\w+) ", relation)}


@cache
def carried() -> Carried:
    """Those that a file names, and those that the checker comes upon in turns and in larger matrices."""
    found, here = defaultdict[str, set[str]](set), set[str]()
    moves, scattered, rank = frames.Frames.moves, words.scattered, words.Words.rank

    def moving(self: Any, part: str) -> Any:
        turn = moves(self, part)
        word, *args = self.statement.args[part]
        inner = self.statement.args[args[0]] if args else ("",)
        args = [*inner[1:]] if (word, inner[0]) == ("norm", "entries") and args[0] not in self.lets else args
        here.update(f"turn through {word}" for arg in args if self.known[arg] != frames.STILL)
        return turn

    def larger(A: Any) -> Any:
        found = scattered(A)
        here.add("two rows" if found is None else "larger matrix")
        return found

    def ranked(self: Any, A: Any) -> Any:
        here.update(["rank of a larger matrix"] * (max(len(A), len(A[0])) > 2 and min(len(A), len(A[0])) > 1))
        return rank(self, A)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frames.Frames, "moves", moving)
        patch.setattr(words, "scattered", larger)
        patch.setattr(words.Words, "rank", ranked)
        for kept in store.every():
            text = kept.raw.decode()
            data = json.loads(text)
            here.clear()
            if '"turn"' in text or data["n"] > 2 or re.search(r"\((kron|block|diag) ", text):
                check_data(data)
            for rule in here | read(text, data) | {"stored"}:
                paper, _, name = kept.id.partition("/")
                found[rule].add(f"{paper} {name} n{data['n']}")
    return found


def test_the_numbers_are_those_of_the_files() -> None:
    counts = {
        rule: int(cells[0].replace(",", "")) for rule, cells in table().items() if cells[0][0].isdigit()
    }
    assert len(counts) > 20
    assert counts == {rule: len(carried()[rule]) for rule in counts}


def test_rules_with_few_proofs_are_listed_with_them() -> None:
    """All of those that are more than formulas for entries: words, spaces, and what a turn goes through."""
    rules = [*CODED, *(rule for rule in carried() if rule.startswith(("space", "turn", "diagonal")))]
    rules += [f"space {line.split()[0]}" for line in SPACES.strip().splitlines()]
    few = {rule for rule in [*rules, *WRITTEN, *KEYS] if len(carried()[rule]) < FEW} - OVER_C
    assert not [rule for rule in OVER_C if carried()[rule]]  # else they belong to the tables
    listed = {rule: names("; ".join(cells)) for rule, cells in table().items() if not cells[0][0].isdigit()}
    assert few <= listed.keys()
    assert listed == {rule: {name.partition(" ")[2] for name in carried()[rule]} for rule in listed}
