"""What is shown of proofs: short ones on pages, open cases in words, the map, `perturb replay`."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb import claim, paper, then
from perturb.cli import main
from perturb.domains import square, symmetric
from perturb.pages.report.proved import short_proof
from perturb.prove import prover, store
from perturb.prove.cases.undecided import Teller, case
from perturb.prove.prover import Attempt, Explorer, Worker
from perturb.prove.reading.path import Asked
from perturb.prove.reading.path import Path as Path_spoken
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.prove.store import KeptProof, every, is_about
from perturb.statements.catalogue import catalogue
from perturb.vocab import det, fro, lam, larger, trace
from perturb.vocab.grammar.ranges import index
from tests.prove.concrete import statement_of
from tests.prove.handmade import (
    HOLD,
    determinant,
    equality,
    general,
    goal,
    hypothesis,
    identity,
    trace_below_norm,
    trace_below_norm_turned,
)

STORED = {(one.id, one.size): one for one in every(Path(__file__).parents[2] / "proofs")}


def kept(data):
    return KeptProof(Path("proof.json"), raw=json.dumps(data).encode())


def test_a_short_proof_is_its_identity():
    text = short_proof(kept(trace_below_norm()), str)
    assert r"$r_{1}^2 = u_{2}^2 + u_{1}^2$" in text
    assert r"\tfrac{1}{4} (- 2r_{2} - 2r_{1} + 2u_{1})^2 + r_{1} \cdot (- 2r_{2} - 2r_{1} + 2u_{1})" in text


def test_rotations_and_cases_are_named():
    lines = short_proof(kept(trace_below_norm_turned()), str).splitlines()
    assert "- After a rotation $v_{2} = 0$:" in lines
    assert r"  - Where $- r_{1} + u_{1} \le 0$:" in lines


def test_a_long_proof_is_not_shown():
    data = trace_below_norm()
    leaf = data["proofs"][0]["goals"][0]["tree"]["close"]["identity"]
    leaf["sum"] = leaf["sum"] * 3
    assert short_proof(kept(data), str) == ""


def test_it_says_which_matrices_are_diagonal() -> None:
    text = short_proof(STORED["riedi2022/prop-4.20a", 3], str)
    assert "$A$ may be diagonal, in descending order" in text
    assert "may be diagonal" not in short_proof(STORED["classical/fan-hoffman", 2], str)


# Open cases are told in the letters of the statement, and what is told holds where the case is.


k = index("k", 1, 2)


@claim(paper("spoken"), "of-signs", domain=square(n=(1, 3)))
def of_signs(A: Any) -> Any:
    yield then(abs(det(A)) + abs(trace(A)) + larger(A[1, 2], 3 * A[2, 1]), "<=", fro(A) ** 2)


@claim(paper("spoken"), "with-indices", domain=symmetric(n=(2, 3)))
def with_indices(A: Any) -> Any:
    yield then(lam(A)[k], "<=", abs(trace(A)))


def finished(statement: SizedClaim, goal: Goal, answers: list[int]) -> Iterator[Path_spoken]:
    """The paths that come to the goal."""
    try:
        yield statement.run(goal, [], answers)
    except Asked as asked:
        for bits in asked.options:
            yield from finished(statement, goal, [*answers, bits])


# What the names of the first statement mean, of the entries of A.
MEANS = {
    r"\det\left(A\right)": lambda a, b, c, d: a * d - b * c,
    r"\mathrm{tr}\left(A\right)": lambda a, b, c, d: a + d,
    "A[1, 2]": lambda a, b, c, d: b,
    r"3 \, A[2, 1]": lambda a, b, c, d: 3 * c,
    "0": lambda a, b, c, d: 0.0,
}
HOLDS = {r"\ge": lambda x, y: x >= y - 1e-6, "<": lambda x, y: x < y + 1e-6}


def test_what_is_told_of_a_case_holds_in_it():
    statement = SizedClaim(of_signs, {"n": 2})
    goal = statement.goals()[0]
    cloud = Explorer(statement, 0).cloud
    u1, u2, v1, v2 = (
        dict(zip(statement.names, cloud.columns, strict=True))[f"A.{k}"] for k in ("u1", "u2", "v1", "v2")
    )
    entries = u1 + v1, v2 - u2, v2 + u2, u1 - v1
    paths = list(finished(statement, goal, []))
    assert len(paths) == 8
    for path in paths:
        relation, told = case(statement, path, goal).split(r" \text{ where } ")
        assert relation == statement.goal(goal).latex()
        conditions = re.split(r"(?<!\\), (?!\d\])", told)
        assert len(conditions) == 3, told
        path.constraints = path.constraints[: path.conclusion]
        inside = cloud.fits(path)
        assert inside.any()
        for condition in conditions:
            left, sign, right = next(condition.partition(f" {s} ") for s in HOLDS if f" {s} " in condition)
            x, y = MEANS[left](*entries), MEANS[right](*entries)
            assert HOLDS[sign.strip()](x, y + 0 * x)[inside].all(), condition


def test_indices_are_told_as_numbers():
    statement = SizedClaim(with_indices, {"n": 2})
    goals = statement.goals()
    told = [case(statement, None, goal) for goal in goals]
    assert told == [rf"\lambda_{{{k}}}(A) \le \lvert \mathrm{{tr}}\left(A\right) \rvert" for k in (1, 2)]


def test_the_teller_keeps_to_a_small_part_of_the_time():
    statement, told = SizedClaim(with_indices, {"n": 2}), []
    goal = statement.goals()[0]
    path = next(finished(statement, goal, []))
    teller = Teller(told.append)
    for _ in range(100):
        teller(statement, path, goal)
    assert 1 <= len(told) < 50


def test_the_command_tells_the_open_case(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    target = ["prove", "classical/berger-square", "--n", "2", "--seconds"]
    row = json.loads(CliRunner().invoke(main, [*target, "2", "--json"]).output)
    assert row["outcome"] == "unresolved"
    assert row["note"] == "out of time"
    assert row["case"].startswith(r"w(A^{2}) \le w(A)^2")
    seen = Attempt("timeout", 2, 1.0, case=row["case"])
    monkeypatch.setattr(Worker, "prove", lambda *_: seen)
    said = CliRunner().invoke(main, [*target, "1"]).output
    assert "not decided: w(A²) ≤ w(A)²" in said


# The page that walks a claim through the prover says what the prover does.


PAGE = Path(prover.__file__).with_name("MAP.md")
FOLDERS = [PAGE.parent, *(path for path in PAGE.parent.iterdir() if path.is_dir())]


def test_what_the_page_prints_is_real():
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 30
    assert not found.failed


def test_the_page_names_every_file_of_the_prover():
    text = PAGE.read_text(encoding="utf-8")
    names = {
        path.name
        for folder in FOLDERS
        if folder.name != "checker"
        for path in folder.glob("*.py")
        if path.name != "__init__.py"
    }
    assert not sorted(name for name in names if name not in text)


# `perturb replay` on proof files.


FAN_HOFFMAN = "proofs/classical/forms.n2.jsonl#classical/fan-hoffman"


def replayed(tmp_path: Path, data: Any) -> tuple[int, str]:
    path = tmp_path / "proof.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    done = CliRunner().invoke(main, ["replay", str(path)])
    return done.exit_code, done.output


@pytest.mark.parametrize("made", HOLD[:2], ids=lambda f: f.__name__)
def test_a_proof_is_checked_again(made: Any, tmp_path: Path) -> None:
    code, said = replayed(tmp_path, made())
    assert (code, "PROVED at n = 2" in said) == (0, True), said


def test_a_damaged_proof_is_refused(tmp_path: Path) -> None:
    data = trace_below_norm()
    data["then"] = ["(<= (trace A) (s1 A))"]
    code, said = replayed(tmp_path, data)
    assert (code, "REJECTED" in said, "fingerprint" in said) == (1, True, True)
    assert replayed(tmp_path, json.dumps(data)[:-9])[0] == 2


def test_a_proof_of_something_else_under_a_known_name_is_refused(tmp_path: Path) -> None:
    """The file proves what it says; but the catalogue says something else by that id."""
    code, said = replayed(tmp_path, {**determinant(), "id": "classical/fan-hoffman"})
    assert (code, "another statement" in said) == (1, True)
    leaf = identity((1, {"1": 1}, [0]))
    claim = statement_of(catalogue()["classical/fan-hoffman"])
    assert (
        replayed(
            tmp_path,
            {
                **(claim or {}),
                "n": 1,
                "defined": True,
                "proofs": [{"sizes": {"n": 1}, "goals": [goal(leaf)]}],
            },
        )[0]
        == 1
    )


def test_a_proof_that_never_ends_is_refused(tmp_path: Path) -> None:
    """As a witness is: one line and exit code 2 after two seconds of processor time."""
    power = "(trace (matpow (mul {} A) 64))"
    then = [f"(== {power.format(k)} {power.format(k)})" for k in range(2, 1000)]
    code, said = replayed(tmp_path, general(2, [], then, [goal({"true": 1})] * len(then)))
    assert (code, "more than 2 s" in said) == (2, True), said


def test_it_prints_what_it_proves(tmp_path: Path) -> None:
    """Read from the file: the inputs, the hypotheses, the conclusions, the sizes."""
    code, said = replayed(tmp_path, hypothesis())
    lines = said.splitlines()
    assert code == 0
    assert [" ".join(line.split()) for line in lines[1:6]] == [
        "for all A ∈ ℝⁿˣⁿ",
        "sizes every n >= 1, searched up to 4",
        "given s₁(A) ≤ 1",
        "then s₁(A) < 2",
        "proved n = 2",
    ]


def test_an_id_is_compared_as_it_stands(tmp_path: Path) -> None:
    """A blank at its end, and 0 = 0: the catalogue has no such id, and the headline is not that id PROVED."""
    name = "riedi2022/lem-19.pre-eig"
    code, said = replayed(tmp_path, {**equality(), "id": f"{name} "})
    assert (code, said.startswith(name)) == (0, False)
    assert f"'{name} ', which the catalogue has not" in " ".join(said.split())
    assert "then     tr(A) = tr(Aᵀ)" in said
    code, said = replayed(tmp_path, {**equality(), "id": name})
    assert (code, said.startswith(name)) == (1, False)
    assert f"but the catalogue's {name} is another statement" in " ".join(said.split())


def test_one_of_the_catalogue_is_said_to_be() -> None:
    of_a_mutant = next(one for one in store.every() if store.MUTANT in one.id)
    for text in (FAN_HOFFMAN, str(of_a_mutant)):
        done = CliRunner().invoke(main, ["replay", text])
        name = text.partition("#")[2]
        assert (done.exit_code, done.output.startswith(f"{name}  PROVED at n = ")) == (0, True)


def test_texts_are_compared_and_not_their_hash() -> None:
    """As if 48 bits agreed."""
    (kept,) = store.named(FAN_HOFFMAN)
    claim, whole = catalogue()["classical/fan-hoffman"], json.loads(kept.raw)
    for change in ({"ranges": "[('n', (2, 4))]"}, {"domain": "A"}, {"then": []}, {"given": ["(< 0 1)"]}):
        assert is_about(whole, claim)
        assert not is_about({**whole, **change}, claim)
