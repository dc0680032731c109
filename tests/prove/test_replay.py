"""`perturb replay` on proof files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.statements.catalogue import catalogue
from tests.prove.concrete import statement_of
from tests.prove.handmade import HOLD, determinant, general, goal, hypothesis, identity, trace_below_norm


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


@pytest.mark.parametrize("other", ["{} ", "./{}", "{}!none", "\u200b{}", "mine/{}"])
def test_a_proof_under_an_unknown_name_says_what_it_proves(other: str, tmp_path: Path) -> None:
    """Whatever the id looks like; what is proved stands in the file alone."""
    data = {**hypothesis(), "id": other.format("classical/fan-hoffman")}
    code, said = replayed(tmp_path, data)
    assert code == 0
    for line in (
        "no statement of the catalogue",
        data["domain"],
        data["ranges"],
        f"given {data['given'][0]}",
        *data["then"],
    ):
        assert line in said
    known = json.loads(Path("proofs/classical/fan-hoffman.n2.json").read_text())
    code, said = replayed(tmp_path, known)
    assert (code, "no statement of the catalogue" in said) == (0, False)


def test_a_proof_that_never_ends_is_refused(tmp_path: Path) -> None:
    """As a witness is: one line and exit code 2 after two seconds of processor time."""
    power = "(trace (matpow (mul {} A) 64))"
    then = [f"(== {power.format(k)} {power.format(k)})" for k in range(2, 1000)]
    code, said = replayed(tmp_path, general(2, [], then, [goal({"true": 1})] * len(then)))
    assert (code, "more than 2 s" in said) == (2, True), said
