"""Who may say "proved": a proof that the checker has accepted in this run, or that the record names."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb import Claim, claim, paper, then
from perturb.cli import main
from perturb.domains import square
from perturb.prove import judging, proved, store
from perturb.prove.checker import check
from perturb.prove.proved import RECORD, judged, lines_of, proofs_of, recorded, sizes_of
from perturb.prove.store import HOLDS, LARGEST, REFUSED, REJECTED, says
from perturb.statements.catalogue import catalogue
from perturb.statements.targets import statements
from perturb.vocab import T, trace
from tests.prove.handmade import equality

ROOT = Path(__file__).parents[2]
STORED = list(store.every(ROOT / "proofs"))
WRITTEN_ANEW = "python tools/accept_proofs.py"
DIFFERS = """from perturb import claim, paper, then
from perturb.domains import scalar


@claim(paper("q"), "ne", domain=scalar())
def ne(t):
    yield then(t, "!=", t + 1)
"""


@claim(paper("mine"), "by hand", domain=square(n=(1, 4)), id="by-hand")
def by_hand(A: Any) -> Any:
    yield then(trace(A), "==", trace(T(A)))


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been judged in this run."""
    monkeypatch.setattr(proved, "_done", {})


def counted(real: Any, name: str, seen: list[str]) -> Any:
    def asked(data: Any) -> Any:
        seen.append(name)
        return real(data)

    return asked


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to work in, with the claim t != t + 1."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.py").write_text(DIFFERS)
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the checker and the net are asked, in this process."""
    seen: list[str] = []
    for name in ("checked", "attacked"):
        monkeypatch.setattr(judging, name, counted(getattr(judging, name), name, seen))
    monkeypatch.setattr(judging, "guarded", lambda work, seconds, memory: work())
    return seen


@pytest.mark.parametrize("more", [{"defined": True, "seconds": 0.1}, {}, {"format": 1, "id": "q/ne"}])
def test_a_proof_that_nobody_checked_proves_nothing(more: Any, empty: Path) -> None:
    """It has the right fingerprint, and stands where a proof would."""
    (ne,) = statements(["q.py"])
    assert isinstance(ne, Claim)
    data = {"id": ne.id, **says(ne), "n": 2, "proofs": [], "inputs": [["t", "scalar", "", ""]], **more}
    for content in (data, {key: data[key] for key in ("id", "fingerprint", "n", "proofs", *more)}):
        store.save(ne, content)
        assert store.find(ne, 2) is not None
        for command in (["check", "q.py", "--profile", "ci"], ["check", "q.py", "--profile", "ci", "--json"]):
            done = CliRunner().invoke(main, command)
            assert ("SURVIVED" in done.output.upper(), "proved" in done.output) == (True, False)
            assert done.exit_code == 0
        assert proofs_of(ne) == []


def test_a_proof_that_is_checked_does(tmp_path: Path, calls: list[str]) -> None:
    """Once in a run, by the checker and the net; it may not say how long it took to find."""
    store.save(by_hand, equality(), tmp_path)
    (proof,) = proofs_of(by_hand, tmp_path)
    assert (proof.n, proof.leaves, proof.seconds) == (2, 1, 0.0)
    assert proofs_of(by_hand, tmp_path) == [proof]
    assert calls == ["checked", "attacked"]


@pytest.mark.parametrize(
    "more",
    [{"n": 1}, {"proofs": []}, {"defined": False}, {"then": ["(== 0 0)"]}, {"inputs": []}, {"format": 2}],
)
def test_one_that_is_changed_does_not(more: Any, tmp_path: Path) -> None:
    path = store.place(by_hand, 2, tmp_path)
    store.save(by_hand, {**equality(), "n": 2}, tmp_path)
    path.write_text(json.dumps({**equality(), **more}) + "\n")
    assert proofs_of(by_hand, tmp_path) == []
    (kept,) = store.proofs_in(path)
    assert judged(kept).outcome in (REJECTED, REFUSED)


def test_a_proof_of_another_statement_is_none_of_this_one(tmp_path: Path) -> None:
    """Accepted as it is; the texts are compared, not their hashes."""

    @claim(paper("mine"), "by hand", domain=square(n=(1, 4)), id="by-hand")
    def other(A: Any) -> Any:
        yield then(trace(A), "<=", trace(T(A)))

    @claim(paper("mine"), "by hand", domain=square(n=(2, 4)), id="by-hand")
    def larger(A: Any) -> Any:
        yield then(trace(A), "==", trace(T(A)))

    store.save(by_hand, equality(), tmp_path)
    for one in (other, larger):
        one.__dict__["fingerprint"] = by_hand.fingerprint  # as if 48 bits agreed
        assert proofs_of(one, tmp_path) == []
    assert len(proofs_of(by_hand, tmp_path)) == 1


def test_the_record_is_of_these_proofs_and_this_checker() -> None:
    assert RECORD.read_text(encoding="utf-8") == lines_of(STORED, ROOT / "proofs"), WRITTEN_ANEW


def test_what_the_record_names_is_not_checked_again(calls: list[str]) -> None:
    known = catalogue()["classical/fan-hoffman"]
    assert [proof.n for proof in proofs_of(known, ROOT / "proofs")] == [1, 2]
    assert calls == []
    assert judged(STORED[0], again=True).outcome == HOLDS
    assert calls == ["checked"]


def test_a_record_of_another_checker_is_none(
    tmp_path: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One source that changes is another checker; then the files are checked where they are read."""
    monkeypatch.setattr(proved, "CHECKER", Path(shutil.copytree(proved.CHECKER, tmp_path / "checker")))
    proved.version.cache_clear()
    assert len(recorded()) == len(STORED)
    with (tmp_path / "checker" / "text.py").open("a") as source:
        source.write("\n")
    proved.version.cache_clear()
    try:
        assert recorded() == frozenset()
        assert judged(STORED[0]).outcome == HOLDS
        assert calls == ["checked", "attacked"]
    finally:
        proved.version.cache_clear()


def test_a_record_beside_the_claim_is_not_read(empty: Path) -> None:
    (ne,) = statements(["q.py"])
    assert isinstance(ne, Claim)
    kept = store.save(ne, {**equality(), **says(ne), "id": ne.id, "proofs": []})
    for place in (Path("perturb/prove/proved.txt"), Path("proofs/proved.txt"), Path("accepted.txt")):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(lines_of([kept], Path("proofs")))
    assert proofs_of(ne) == []


def test_a_damaged_proof_of_the_record_is_another_proof(calls: list[str]) -> None:
    raw = STORED[0].raw.replace(b'"defined":true', b'"defined":false')
    assert judged(replace(STORED[0], raw=raw)).outcome == REJECTED
    assert calls == ["checked"]


def test_mutants_are_read_by_the_same_rule(tmp_path: Path) -> None:
    data = next(json.loads(one.raw) for one in STORED if store.MUTANT in one.id)
    of, _, name = data["id"].partition(store.MUTANT)
    known = catalogue()[of]
    assert isinstance(known, Claim)
    assert data["n"] in sizes_of(known, name, ROOT / "proofs")
    path = store.place(known, data["n"], tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**data, "proofs": []}) + "\n")
    assert store.find(known, data["n"], tmp_path, name) is not None
    assert sizes_of(known, name, tmp_path) == []


def test_the_checker_is_all_of_its_sources() -> None:
    assert {path.name for path in proved.CHECKER.glob("*.py")} >= {"check.py", "text.py", "words.py"}
    assert Path(check.__file__).parent == proved.CHECKER
    assert check.LARGEST == LARGEST
