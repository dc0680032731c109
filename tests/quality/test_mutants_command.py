"""perturb mutants, on a file of one claim."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb import claim, paper, then
from perturb.cli import mutants as mutants_command
from perturb.cli.mutants import attacked, command
from perturb.domains import square
from perturb.sharpen.mutants import Mutant, mutants
from perturb.statements.loading import load_statements
from perturb.vocab import s1

ME = paper("test")
SUBMULTIPLICATIVE = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.statements.loading import load_statements
from perturb.vocab import s1

EQUAL = {{"A": [[2]], "B": [[3]]}}

@claim(paper("me"), "mine", domain=square(count=2, n=(1, 3)), status="proved", equality=[EQUAL]{more})
def submultiplicative(A, B):
    yield then(s1(A @ B), "<=", {bound})
"""


def declare(body, domain, **options):
    return claim(ME, "label", domain=domain, status="proved", **options)(body)


def named(c) -> dict[str, Mutant]:
    return {m.name: m for m in mutants(c)}


def run(tmp_path: Path, monkeypatch, bound: str, *args: str, more: str = "", seconds: str = "0.5"):
    monkeypatch.chdir(tmp_path)
    Path("c.py").write_text(SUBMULTIPLICATIVE.format(bound=bound, more=more), encoding="utf-8")
    return CliRunner().invoke(command, ["c.py", "--seconds", seconds, "--workers", "1", *args])


def test_the_command_prints_a_line_a_mutant(tmp_path, monkeypatch):
    """In a worker; all of them fall at once, and the time is for a machine that is busy."""
    done = run(tmp_path, monkeypatch, "s1(A) * s1(B)", "--json", seconds="300")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["mutant"] for line in lines] == list(named(_mine()))
    keys = {"id", "mutant", "proved_true", "killed", "by", "evaluations", "seconds"}
    assert all(keys <= set(line) for line in lines)
    assert all(line["killed"] for line in lines)


def _mine():
    def submultiplicative(A, B):
        yield then(s1(A @ B), "<=", s1(A) * s1(B))

    return declare(submultiplicative, square(count=2, n=(1, 3)), equality=[{"A": [[2]], "B": [[3]]}])


@pytest.mark.usefixtures("counted_time")
def test_the_command_lists_survivors(tmp_path, monkeypatch):
    """In this process, whose time is counted."""
    here = lambda jobs, seconds, workers: (attacked(job, seconds) for job in jobs)  # noqa: E731
    monkeypatch.setattr(mutants_command, "run_all", here)
    monkeypatch.setattr(mutants_command, "again", lambda file: {s.id: s for s in load_statements(Path(file))})
    done = run(tmp_path, monkeypatch, "2 * s1(A) * s1(B) + 1", seconds="0.1")
    assert done.exit_code == 1
    assert "conclusion-1:right-1%" in done.stdout
    assert "killed 2 of 6 mutants (33.3%)" in done.stdout


def test_a_stale_proof_and_an_unknown_target_are_bad_input(tmp_path, monkeypatch):
    done = run(tmp_path, monkeypatch, "s1(A) * s1(B)", more=', true_mutants={"conclusion-7:right-1%": "x"}')
    assert done.exit_code == 2
    assert "conclusion-7:right-1%" in done.stderr
    done = CliRunner().invoke(command, ["no-such-claim"])
    assert done.exit_code == 2
    assert "names no statement" in done.stderr
