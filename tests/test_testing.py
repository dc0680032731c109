"""Statements as tests: the assertion, the pytest plugin, and matrices for Hypothesis."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import find, given, settings
from hypothesis import strategies as st

import perturb
from perturb import claim, paper, then
from perturb.domains import hermitian, psd, scalar, square, together, vector
from perturb.domains.random_matrices import STRUCTURES
from perturb.statements.catalogue import load_statements
from perturb.strategies import entries, matrices, points, vectors
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


# Matrices for Hypothesis are what they are said to be, exactly, and shrink to small ones.


MANY = settings(max_examples=25)
HERMITIAN = {"symmetric": 1, "psd": 1, "projection": 1, "skew": -1}


def exact(A: Any) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in A])


def det(A: Any) -> Fraction:
    found = exact(A).det()
    return Fraction(int(found.p), int(found.q))


def identity(n: int) -> Any:
    return np.array([[Fraction(i == j) for j in range(n)] for i in range(n)])


HOLDS = {
    "general": lambda A: True,
    "symmetric": lambda A: (A == A.T).all(),
    "skew": lambda A: (A == -A.T).all(),
    "psd": lambda A: (A == A.T).all() and np.linalg.eigvalsh(A.astype(float)).min() > -1e-9,
    "orthogonal": lambda A: (identity(len(A)) == A @ A.T).all(),
    "projection": lambda A: (A @ A == A).all() and (A == A.T).all(),
    "diagonal": lambda A: (np.diag(np.diag(A)) == A).all(),
    "upper": lambda A: (np.tril(A, -1) == 0).all(),
    "toeplitz": lambda A: (A[1:, 1:] == A[:-1, :-1]).all(),
    "circulant": lambda A: (np.roll(np.roll(A, 1, 0), 1, 1) == A).all(),
    "permutation": lambda A: set(A.ravel()) <= {0, 1} and (identity(len(A)) == A @ A.T).all(),
    "nilpotent": lambda A: (np.linalg.matrix_power(A, len(A)) == 0).all() if len(A) > 1 else A[0, 0] == 0,
}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_structure_is_exact(structure: str) -> None:
    @MANY
    @given(matrices(structure=structure), matrices(3, structure=structure, numbers="complex"))
    def check(A: Any, Z: Any) -> None:
        assert all(isinstance(x, Fraction) for x in A.ravel())
        assert HOLDS[structure](A)
        if structure in HERMITIAN:
            assert np.allclose(Z, HERMITIAN[structure] * Z.conj().T)
        if structure == "orthogonal":
            assert np.allclose(Z @ Z.conj().T, np.eye(3))

    check()


@MANY
@given(matrices((3, 4), rank=2), matrices((3, 4), rank=2, numbers="complex"))
def test_a_rank(A: Any, Z: Any) -> None:
    assert exact(A).rank() == 2
    assert np.linalg.matrix_rank(Z) == 2


@MANY
@given(
    matrices((2, 3), singular_values=[3, 0]),
    matrices(eigenvalues=[1, 1, -2]),
    matrices(structure="symmetric", eigenvalues=[5, Fraction(1, 2)]),
    matrices((3, 2), condition=1000),
)
def test_a_spectrum(A: Any, B: Any, C: Any, D: Any) -> None:
    """Traces and determinants of 9 and 0, of 1, 1 and -2, of 5 and 1/2, of 10^6 x and x."""
    assert ((A @ A.T).trace(), det(A @ A.T)) == (9, 0)
    assert (B.trace(), (B @ B).trace(), det(B)) == (0, 6, -2)
    assert (C == C.T).all()
    assert (C.trace(), det(C)) == (Fraction(11, 2), Fraction(5, 2))
    gram = D.T @ D
    assert gram.trace() ** 2 * 10**6 == det(gram) * (10**6 + 1) ** 2


@MANY
@given(vectors(3, numbers="float"), matrices(st.integers(2, 3), numbers="float"), entries("unit"))
def test_numbers_and_shapes(v: Any, A: Any, x: Fraction) -> None:
    assert (v.shape, v.dtype, A.dtype) == ((3,), np.float64, np.float64)
    assert A.shape[0] == A.shape[1] in (2, 3)
    assert 0 <= x <= 1


@MANY
@given(points(together(P=psd(), v=vector(), n=(1, 3))))
def test_the_inputs_of_a_domain(point: dict[str, Any]) -> None:
    assert point["P"].shape == (len(point["v"]),) * 2
    assert (point["P"] == point["P"].T).all()


@MANY
@given(points(together(H=hermitian(), v=vector(), z=scalar(field="complex"), n=(1, 3))))
def test_complex_inputs_of_a_domain(point: dict[str, Any]) -> None:
    assert point.keys() == {"H", "v", "z"}
    assert (point["H"].dtype, point["H"].shape) == (np.complex128, (len(point["v"]),) * 2)
    assert (point["H"] == np.conj(point["H"].T)).all()
    assert isinstance(point["z"], complex)
    assert np.isreal(trace(point["H"]))


def test_what_fails_shrinks_to_a_small_exact_matrix() -> None:
    found = find(matrices(structure="symmetric"), lambda A: A.trace() > 3)
    assert found.tolist() in ([[4]], [[6]])
    assert find(matrices((3, 3), rank=1), lambda A: True).tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"structure": "hankel"}, "structure = 'hankel' is not one of general"),
        ({"numbers": "int"}, "numbers = 'int' is not one of rational, float, complex"),
        ({"rank": 1, "condition": 2}, "rank and condition are given"),
        ({"structure": "psd", "rank": 1}, "'psd' does not go with rank"),
        ({"singular_values": [-1]}, "none of them negative"),
        ({"condition": 0.5}, "below 1"),
        ({"shape": 0}, "not a positive integer"),
    ],
)
def test_what_does_not_go_together(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        matrices(**given_)


@pytest.mark.parametrize(
    ("shape", "more", "said"),
    [
        ((2, 3), {"structure": "psd"}, "square"),
        ((1, 2), {"rank": 2}, "exceeds"),
        (1, {"condition": 2}, "two"),
    ],
)
def test_shapes_that_cannot_be(shape: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        find(matrices(shape, **more), lambda A: True)
