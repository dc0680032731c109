"""`perturb derive` in this process: what it prints, keeps, checks again and exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perturb.cli.derive import COLOURS
from perturb.derive.trying import OUTCOMES
from tests.cli.cli_files import Run
from tests.quality.test_house import OUTCOMES as SAID

FILE = """from perturb import claim, given, paper, then
from perturb.domains import rectangular, square, together, vector
from perturb.vocab import fro, norm, rank, s1

ME = paper("me", "A draft of mine")
TWO = dict(A=square(n=(1, 3)), B=square("n"), x=vector("n"))


@claim(ME, "operator norm", domain=together(A=rectangular(m=(1, 3), n=(1, 3)), x=vector("n")), lemma=1)
def operator_norm(A, x):
    yield then(norm(A @ x), "<=", s1(A) * norm(x))


@claim(ME, "(1)", domain=together(**TWO))
def twice(A, B, x):
    yield then(norm(A @ (B @ x)), "<=", s1(A) * s1(B) * norm(x))


@claim(ME, "(2)", domain=together(**TWO))
def other(A, B, x):
    yield then(norm(A @ (B @ x)), "<=", s1(A) * fro(B) * norm(x))


@claim(ME, "(3)", domain=together(**TWO), status="refuted")
def false(A, B, x):
    yield then(norm(A @ (B @ x)), "<=", s1(A) * norm(x))
"""
KEYS = ["id", "outcome", "seconds", "lemmas", "terms", "one_lemma", "file", "why", "missing"]
KEPT = Path("proofs/me/derived.jsonl")


@pytest.fixture
def mine(run: Run) -> str:
    Path("mine.py").write_text(FILE)
    return "mine.py"


def test_a_file_of_mine_derives_with_its_own_lemma(run: Run, mine: str) -> None:
    done = run("derive", f"{mine}::twice")
    assert done.exit_code == 0
    assert "me/twice  DERIVED" in done.output
    assert "by operator norm (me/operator_norm), for x := B x" in done.output
    assert "rests on the lemma base" in done.output
    assert f"{KEPT}#me/twice" in done.output
    assert len(KEPT.read_text().splitlines()) == 1


def test_json_has_a_line_a_claim(run: Run, mine: str) -> None:
    done = run("derive", mine, "--json", "--seconds", "2", "--from", "operator_norm")
    rows = {row["id"]: row for row in map(json.loads, done.output.splitlines())}
    assert done.exit_code == 1
    assert [list(row) for row in rows.values()] == [KEYS] * 4
    assert {name: row["outcome"] for name, row in rows.items()} == {
        "me/operator_norm": "open",
        "me/twice": "derived",
        "me/other": "open",
        "me/false": "refuted",
    }
    assert rows["me/twice"]["lemmas"] == ["me/operator_norm"]
    assert rows["me/twice"]["terms"] == 3
    assert not rows["me/twice"]["one_lemma"]
    assert rows["me/other"]["why"]


def test_textbook_is_cited_and_not_counted(run: Run, mine: str) -> None:
    done = run("derive", f"{mine}::operator_norm")
    assert done.exit_code == 0
    assert "TEXTBOOK" in done.output
    assert not KEPT.exists()


def test_what_is_open_says_what_it_got_to(run: Run, mine: str) -> None:
    done = run("derive", f"{mine}::other", "--from", "me/operator_norm", "--seconds", "2")
    assert done.exit_code == 1
    assert "OPEN" in done.output
    assert "got to conclusion 1" in done.output


@pytest.mark.parametrize("option", ["--from", "--without"])
def test_a_name_that_is_none(run: Run, mine: str, option: str) -> None:
    done = run("derive", mine, option, "operator_nrm")
    assert done.exit_code == 2
    assert f"{option} 'operator_nrm' is no lemma; nearest are me/operator_norm" in done.output
    assert "is a claim, and no lemma" in run("derive", mine, option, "me/twice").output


def test_bad_input(run: Run, mine: str) -> None:
    assert run("derive").exit_code == 2
    assert run("derive", "nothing-of-this-name").exit_code == 2
    assert run("derive", mine, "--seconds", "0").exit_code == 2
    assert run("derive", "--check").exit_code == 2


def test_latex(run: Run, mine: str) -> None:
    done = run("derive", f"{mine}::twice", "--tex")
    assert r"\begin{proof}" in done.output
    assert r"\cite{me:operator_norm}" in done.output
    assert "% me:operator_norm: operator norm [A draft of mine]" in done.output


def test_checked_again(run: Run, mine: str) -> None:
    run("derive", f"{mine}::twice")
    done = run("derive", "--check", mine)
    assert (done.exit_code, done.output.strip()) == (0, "1 of 1 derivations hold")
    alone = run("derive", "--check")
    assert alone.exit_code == 1
    assert "me/operator_norm, which is not known" in alone.output
    KEPT.write_text(KEPT.read_text().replace('"(matmul B x)"', '"x"'))
    damaged = run("derive", "--check", mine, "--json")
    assert damaged.exit_code == 1
    assert json.loads(damaged.output)["outcome"] == "rejected"
    KEPT.write_text("{}\n")
    assert run("derive", "--check", str(KEPT)).exit_code == 2


def test_the_verdict_says_it(run: Run, mine: str) -> None:
    run("derive", f"{mine}::twice")
    done = run("check", f"{mine}::twice", "--profile", "ci")
    assert "survived; derived for every n, for every input: proofs/me/derived.jsonl#me/twice" in done.output
    assert "rests on the lemma base: me/operator_norm" in done.output
    row = json.loads(run("check", f"{mine}::twice", "--profile", "ci", "--json").output)
    assert (row["derived"], row["for_all"]) == (["me/operator_norm"], "derived for every n")


def test_each_outcome_is_in_the_table_of_the_readme() -> None:
    assert {*OUTCOMES, *COLOURS} <= SAID
