"""Stored proofs as files of Coq: what is written, what Coq says, and what becomes of damaged certificates."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from perturb.prove import store
from perturb.prove.checker.check import MALFORMED
from perturb.prove.kernel import coq, ledger
from perturb.prove.kernel.terms import NotExpressible
from perturb.prove.kernel.theorem import written

PROOFS = Path(__file__).parents[2] / "proofs"
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")


def data(file: str, identifier: str) -> dict[str, Any]:
    kept = store.line_of(PROOFS / "classical" / file, f"classical/{identifier}")
    assert kept is not None
    return store.content(kept)


def test_a_theorem_reads_like_the_claim() -> None:
    text, names = written(data("additive.n1.jsonl", "weyl-additive"))
    assert names == ["claim_m1_n1"]
    assert "forall A_11 B_11 : R," in text
    assert "(component (s (madd A B)) 1) <= ((component (s A) 1) + (component (s B) 1))" in text
    assert not coq.plain(text)


def test_texts_of_a_file_cannot_reach_coq_as_they_are() -> None:
    broken = data("additive.n1.jsonl", "weyl-additive") | {"id": 'x *) Axiom a : False. (* "'}
    text, _ = written(broken)
    assert text.index("*)") == text.index("`perturb kernel`. The words are those of perturb.v. *)") + 52
    assert not coq.plain(text)


@pytest.mark.parametrize(
    "line", ["Axiom a : False.", "Admitted.", "Parameter a : False.", "(* *)", 'idtac "x".']
)
def test_what_is_no_proof_is_forbidden(line: str) -> None:
    assert coq.plain(f"(* a *)\nTheorem t : True. Proof. exact I. Qed.\n{line}\n")


def test_assumptions_are_read_strictly() -> None:
    said = "Axioms:\nClassicalDedekindReals.sig_forall_dec : a\n  : b\n" + coq.CLOSED
    assert coq.asked(said) == [{"ClassicalDedekindReals.sig_forall_dec"}, set()]
    assert coq.asked("Axioms:\nmine : False\n") == [{"mine"}]
    assert coq.asked("something else\n") is None


def test_the_ledger_is_of_these_bytes(tmp_path: Path) -> None:
    kept = store.line_of(PROOFS / "classical/additive.n1.jsonl", "classical/weyl-additive")
    assert kept is not None
    told = ledger.KernelTold(kept, 1, None, "0", coq.CoqAnswer(coq.ACCEPTED))
    ledger.save({("classical/weyl-additive", 1): told.record()}, tmp_path)
    records = ledger.read(tmp_path)
    assert ledger.accepted(kept, records)
    other = store.KeptProof(kept.file, kept.id, kept.raw + b" ")
    assert not ledger.accepted(other, records)


def damaged(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The first identity of a proof with a weight, a constraint or a question changed."""
    text = json.dumps(whole)
    changes = [('"close"', '"true"'), ('"<"', '"<="'), ('["1"', '["2"')]
    changes += [("[3]", "[2]"), ('">="', '">"'), ("[0]", "[1]")]
    found = [json.loads(text.replace(old, new, 1)) for old, new in changes if old in text]
    return [one for one in found if one != whole]


@needs_coq
def test_coq_accepts_a_proof_and_no_damage_changes_a_statement(tmp_path: Path) -> None:
    home = coq.library(tmp_path)
    whole = data("additive.n1.jsonl", "weyl-additive")
    text, names = written(copy.deepcopy(whole))
    file = tmp_path / "whole.v"
    file.write_text(text)
    assert coq.compiled(file, len(names), home).outcome == coq.ACCEPTED
    for number, one in enumerate(damaged(whole)):
        try:
            other, names = written(one)
        except (NotExpressible, *MALFORMED):
            continue
        file = tmp_path / f"damaged{number}.v"
        file.write_text(other)
        answer = coq.compiled(file, len(names), home)
        assert answer.outcome != coq.ACCEPTED or ledger.digest(other) == ledger.digest(text)


@needs_coq
def test_coq_refuses_a_false_statement_with_a_proof_of_a_true_one(tmp_path: Path) -> None:
    text, names = written(data("additive.n1.jsonl", "weyl-additive"))
    false = text.replace("(component (s (madd A B)) 1) <=", "(component (s (madd A B)) 1) + 1 <=")
    assert false != text
    file = tmp_path / "false.v"
    file.write_text(false)
    assert coq.compiled(file, len(names), coq.library(tmp_path)).outcome == coq.REJECTED
