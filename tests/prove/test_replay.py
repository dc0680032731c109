"""`perturb replay` on proof files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.prove import store
from perturb.prove.stated import is_about
from perturb.statements.catalogue import catalogue
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
)

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
