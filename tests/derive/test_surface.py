"""Derivations on disk, what of them is believed, what is told of them, and the door for Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import perturb
from perturb import given, then
from perturb.api.derive import Derived
from perturb.derive import store, tell
from perturb.derive.accepted import derivation_of, derivations, judged, one_lemma, terms
from perturb.derive.known import Citable
from perturb.derive.trying import KEPT, found_or_kept, tried
from perturb.domains import integer, rectangular, square, together, vector
from perturb.prove import store as proofs
from perturb.prove.prover import attempt
from perturb.results.for_all import ForAll, for_all
from perturb.statements.claim import Claim
from perturb.vocab import norm, s1
from tests.declared import declare


def _operator_norm(A: Any, x: Any) -> Any:
    yield then(norm(A @ x), "<=", s1(A) * norm(x))


def _twice(A: Any, B: Any, x: Any) -> Any:
    yield then(norm(A @ (B @ x)), "<=", s1(A) * s1(B) * norm(x))


def _small(A: Any, x: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(norm(A @ x), "<=", norm(x))


SPACE = together(A=rectangular(m=(1, 3), n=(1, 3)), x=vector("n"))
LEMMA = declare(_operator_norm, SPACE, lemma=1, id="operator-norm")
TWICE = declare(_twice, together(A=square(n=(1, 3)), B=square("n"), x=vector("n")), id="twice")
SMALL = declare(_small, SPACE, id="small")
ALIKE = declare(_operator_norm, SPACE, id="alike")
KNOWN = Citable([LEMMA, TWICE, SMALL, ALIKE])


def derived(claim: Claim) -> dict[str, Any]:
    found = tried(claim, KNOWN, 10)
    assert found.outcome == "derived", found.why
    assert found.data is not None
    return found.data


def test_round_trip(tmp_path: Path) -> None:
    for claim in (TWICE, SMALL):
        store.save(claim, derived(claim), tmp_path)
    (file,) = store.files(tmp_path)
    assert file == tmp_path / "test" / "derived.jsonl"
    assert [one.id for one in store.every(tmp_path)] == ["test/small", "test/twice"]
    assert store.save(TWICE, derived(TWICE), tmp_path).raw == file.read_bytes().splitlines(True)[1]
    known = derivation_of(TWICE, tmp_path, KNOWN)
    assert known is not None
    assert (known.lemmas, known.terms) == (["test/operator-norm"], 3)
    assert derivation_of(LEMMA, tmp_path, KNOWN) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"(matmul B x)"', '"x"'),  # another instance
        ('["1",[0],null]', '["-1",[0],null]'),  # a factor that is negative
        ('"(component (s A) 1)"', '"(sub 0 (component (s A) 1))"'),
        ('"goals":[[', '"goals":[[],['),
        ('"format":1', '"format":2'),
        ("(<= (norm (matmul A", "(<= (norm (matmul B"),  # another statement
        ("('n', (1, ", "('n', (2, "),
        ('"lemmas":{', '"lemmas":{"test/small":"0",'),
    ],
)
def test_a_damaged_line_is_not_believed(old: str, new: str, tmp_path: Path) -> None:
    file = store.save(TWICE, derived(TWICE), tmp_path).file
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert derivation_of(TWICE, tmp_path, KNOWN) is None
    file.write_text(text[:-9])
    assert derivation_of(TWICE, tmp_path, KNOWN) is None
    file.write_text(text)
    assert derivation_of(TWICE, tmp_path, KNOWN) is not None


def test_a_claim_or_a_lemma_that_has_changed(tmp_path: Path) -> None:
    """The line is about what both were."""
    kept = store.save(TWICE, derived(TWICE), tmp_path)
    wider = declare(_twice, together(A=square(n=(2, 3)), B=square("n"), x=vector("n")), id="twice")
    assert judged(kept, wider, KNOWN).reason == "it is about another statement than the claim is now"
    other = declare(_operator_norm, together(A=square(n=(1, 3)), x=vector("n")), lemma=1, id="operator-norm")
    assert judged(kept, TWICE, KNOWN).outcome == "holds"
    assert judged(kept, TWICE, Citable([other, TWICE])).outcome == "rejected"
    none = declare(_operator_norm, SPACE, id="operator-norm")
    assert judged(kept, TWICE, Citable([none, TWICE])).outcome == "rejected"


def test_what_is_no_claim_to_derive() -> None:
    assert tried(LEMMA, KNOWN).outcome == "textbook"
    assert tried(ALIKE, KNOWN).outcome == "textbook"
    false = declare(_small, SPACE, status="refuted")
    assert tried(false, KNOWN).outcome == "refuted"
    ranks = frozenset(["classical/rank-sum"])
    assert tried(TWICE, KNOWN, 2, chosen=ranks).outcome == "open"
    assert tried(TWICE, KNOWN, 2, chosen=frozenset()).outcome == "open"


def test_sentences_name_the_theorem_its_instance_and_hypotheses() -> None:
    twice = tell.tell(TWICE, derived(TWICE), KNOWN)
    assert twice[0] == "(1) ‖A B x‖ ≤ s₁(A) ‖B x‖, by label (test/operator-norm), for x := B x."
    assert twice[-1].startswith("Add (1) and (2) times s₁(A): this is the conclusion,")
    small = "\n".join(tell.tell(SMALL, derived(SMALL), KNOWN))
    assert "s₁(A) ≤ 1, hypothesis 1." in small
    assert "by label (test/operator-norm)" in small
    assert len(small.splitlines()) <= 10


def test_latex_has_a_proof_and_its_references() -> None:
    text = tell.tex(TWICE, derived(TWICE), KNOWN)
    assert text.count(r"\begin{proof}") == text.count(r"\end{proof}") == 1
    assert r"by label~\cite{test:operator-norm}" in text
    assert "% test:operator-norm: label" in text
    assert r"$\lVert A B x \rVert \le s_1(A) \, \lVert B x \rVert$" in text


def _split(p: str) -> list[dict[str, Any]]:
    return [{"do": "cases", "of": p, "above": [{"do": "clear", "of": "(sq k)"}],
             "below": [{"do": "square", "of": "k"}]}]  # fmt: skip


def test_cases_are_told() -> None:
    """The finder may come to them one day: the rules have them."""

    def body(k: Any) -> Any:
        yield then(k * k, ">=", 0)

    claim = declare(body, together(k=integer(1, 3)))
    data = {**derived(claim), "goals": [_split("(sub k 2)")]}
    told = tell.tell(claim, data, KNOWN)
    assert told[0] == "Where k ≥ 2:"
    assert told[2] == "Where 1 ≥ k:"
    assert "in both cases" in told[-1]


def test_counts() -> None:
    instance = {"do": "lemma", "name": "a", "part": 0, "with": {}}
    multiple = {"do": "combine", "terms": [["2", [0], None]]}
    product = {"do": "combine", "terms": [["2", [0], "k"]]}
    assert one_lemma({"goals": [[instance], [instance, multiple]]})
    assert not one_lemma({"goals": [[instance], [{**instance, "name": "b"}]]})
    assert not one_lemma({"goals": [[instance, product]]})
    assert not one_lemma({"goals": [[]]})
    assert terms({"goals": [_split("k"), [instance]]}) == 4


def test_the_words_for_all_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perturb.derive.accepted.Citable", lambda: KNOWN)
    assert str(for_all(TWICE, tmp_path)) == ""
    store.save(TWICE, derived(TWICE), tmp_path)
    assert str(for_all(TWICE, tmp_path)) == "derived for every n"
    found = attempt(SMALL, 1, 10).certificate
    assert found is not None
    proofs.save(SMALL, found, tmp_path)
    store.save(SMALL, derived(SMALL), tmp_path)
    known = for_all(SMALL, tmp_path)
    assert str(known) == "derived for every n; proved for n = 1"
    first, second = known.lines("survived")
    assert first.startswith("survived; derived for every n; proved for n = 1, for every input: ")
    assert second.startswith("derived for every size, from named theorems; rests on the lemma base: ")
    assert ForAll().lines("survived") == []
    assert [*derivations([TWICE, SMALL, LEMMA], tmp_path)] == ["test/twice", "test/small"]


def test_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This module is the file that states the claims: its lemmas are those of the claim."""
    found = perturb.derive(TWICE, seconds=10)
    assert found
    assert (found.outcome, found.lemmas) == ("derived", ["test/operator-norm"])
    assert "DERIVED" in repr(found)
    assert r"\lVert A B x \rVert" in found.markdown()
    assert found.rows()[0]["terms"] == 3
    saved = found.save(tmp_path)
    assert json.loads(saved.read_text())["id"] == "test/twice"
    assert not perturb.derive(LEMMA)
    assert not perturb.derive(TWICE, seconds=2, lemmas=[])
    with pytest.raises(LookupError, match="is no lemma"):
        perturb.derive(TWICE, without=["operator-nrm"])
    with pytest.raises(ValueError, match="seconds"):
        perturb.derive(TWICE, seconds=0)


def test_what_is_kept_is_said_where_it_is_not_found_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else `check` would say derived, and `derive` open."""
    monkeypatch.chdir(tmp_path)
    assert found_or_kept(TWICE, KNOWN, 1e-9).outcome == "open"
    store.save(TWICE, derived(TWICE))
    found = Derived(TWICE, found_or_kept(TWICE, KNOWN, 1e-9), KNOWN)
    assert found.outcome == "derived"
    assert found.told[-1] == KEPT
    assert KEPT not in Derived(TWICE, found_or_kept(TWICE, KNOWN, 10), KNOWN).told
    assert found_or_kept(TWICE, KNOWN, 1e-9, without=["test/operator-norm"]).outcome == "open"


def test_a_check_has_a_limit_of_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> None:
        while True:
            pass

    kept = store.save(TWICE, derived(TWICE), tmp_path)
    monkeypatch.setattr("perturb.derive.accepted.check", slow)
    monkeypatch.setattr("perturb.derive.accepted.SECONDS", 0.1)
    assert judged(kept, TWICE, KNOWN).outcome == "refused"
