"""Statements as tests: the assertion alone, and the pytest plugin as a user has it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import perturb
from perturb import claim, paper, then
from perturb.domains import square
from perturb.statements.loading import load_statements
from perturb.testing import assert_agrees, assert_survives
from perturb.vocab import fro, s1, trace
from tests.cli import cli_files as files

ROOT = str(Path(perturb.__file__).parent.parent)


@claim(paper("me"), "a trace", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


@claim(paper("me"), "a norm", domain=square(n=(1, 2)))
def a_norm(A):
    yield then(s1(A), "<=", fro(A))


def test_an_assertion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert assert_survives(a_norm, "ci").outcome == "survived"
    with pytest.raises(AssertionError) as failed:
        assert_survives(a_trace, "ci")
    said = str(failed.value)
    (saved,) = [p for p in Path("witnesses").iterdir() if "worst" not in p.name]
    for part in ("tr(A) ≤ ‖A‖_F", "REFUTED", "simplest witness  A = ", f"replay: perturb replay {saved}"):
        assert part in said


def test_where_no_witness_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("witnesses").write_text("a file")
    with pytest.raises(AssertionError, match=r"REFUTED(?s:.*)the witness was not saved: witnesses"):
        assert_survives(a_trace, "ci")


def test_a_claim_that_is_declared_false_has_to_be(tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text(files.false(options=', status="refuted"'), encoding="utf-8")
    (declared,) = load_statements(tmp_path / "c.py")
    assert assert_agrees(declared, "ci").outcome == "refuted"
    with pytest.raises(AssertionError):
        assert_survives(declared, "ci")


USED = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import fro, s1, trace


@claim(paper("me"), "n", domain=square(n=(1, 2)))
def a_norm(A):
    yield then(s1(A), "<=", fro(A))


@claim(paper("me"), "t", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


def test_mine(claim_holds):
    assert claim_holds(a_norm).outcome == "survived"


def test_yours(claim_holds):
    claim_holds(a_trace)
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What pytest says of a folder of tests and of claims, over xdist."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "pytest.ini").write_text("[pytest]\nperturb_claims =\n    lemmas/*.py\n")
    (folder / "test_mine.py").write_text(USED)
    (folder / "lemmas").mkdir()
    (folder / "lemmas/good.py").write_text(files.true())
    (folder / "lemmas/known.py").write_text(files.false(options=', status="refuted"', name="known"))
    (folder / "lemmas/bad.py").write_text(files.false())
    (folder / "lemmas/broken.py").write_text("1 / 0\n")
    command = [sys.executable, "-m", "pytest", "-p", "perturb.pytest_plugin", "--perturb-profile", "ci"]
    environment = {**os.environ, "PYTHONPATH": ROOT, "COLUMNS": "200"}
    command += ["-n", "1", "-v", "--continue-on-collection-errors", "-W", "error", "."]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout, folder


def test_the_fixture_and_the_claims_of_files(report: tuple[str, Path]) -> None:
    out, _ = report
    assert "3 passed" in out, out
    assert "2 failed" in out
    assert "1 error" in out
    for name in (
        "lemmas/good.py::me/submultiplicative",
        "lemmas/known.py::me/known",
        "test_mine.py::test_mine",
    ):
        assert any("PASSED" in line and name in line for line in out.splitlines()), out


def test_a_failure_shows_statement_witness_and_replay(report: tuple[str, Path]) -> None:
    out, folder = report
    assert "tr(A) ≤ ‖A‖_F" in out
    assert "ZeroDivisionError: division by zero (line 1)" in out
    assert "perturb/search" not in out
    (saved,) = [p for p in (folder / "witnesses").glob("me-small-*.json") if "worst" not in p.name]
    assert f"replay: perturb replay witnesses/{saved.name}" in out
    assert "perturb/testing.py:" not in out


@pytest.mark.parametrize(
    ("claims", "option", "message"),
    [
        ("lemma.py", "--co", "perturb_claims: lemma.py names no Python file in "),
        ("/lemmas.py", "--co", "perturb_claims: /lemmas.py names no Python file in "),
        ("lemmas.py", "--perturb-seconds=-1", "--perturb-seconds -1 is not a positive finite number"),
        ("lemmas.py", "--perturb-seconds=nan", "--perturb-seconds nan is not a positive finite number"),
        ("lemmas.py", "--perturb-seed=-1", "--perturb-seed -1 is not an integer from 0 on"),
    ],
)
def test_a_configuration_that_tests_nothing(claims: str, option: str, message: str, tmp_path: Path) -> None:
    """A name with a slip in it was a run without these tests, which nobody would see."""
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nperturb_claims = {claims}\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/lemmas.py").write_text(files.true())
    command = [sys.executable, "-m", "pytest", "-p", "perturb.pytest_plugin", option]
    environment = {**os.environ, "PYTHONPATH": ROOT, "COLUMNS": "200"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert f"ERROR: {message}" in done.stderr
    assert "Traceback" not in done.stderr
