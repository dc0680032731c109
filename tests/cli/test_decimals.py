"""Decimals and sizes on the console: what is told and where; verdicts are those of what is shown."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from perturb.certify import witness
from perturb.certify.point import certify
from perturb.enclosure import Verdict
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import catalogue
from tests.cli.cli_files import Run
from tests.cli.processes import COMMAND, ENVIRONMENT, SECONDS

HEAD = """import math
from perturb import claim, given, paper, then
from perturb.domains import probability_vector, scalar, square
from perturb.vocab import I, T, det, entries, fro, largest, s1, trace

ME = paper("me")

"""
TENTHS = (
    HEAD
    + """
@claim(ME, "sums", domain=scalar())
def sums(t):
    yield then(0.1 * t + 0.2 * t, "==", 0.3 * t)

@claim(ME, "ten times", domain=scalar(0, 0.1))
def ten_times(t):
    yield then(10 * t, "<=", 1)

@claim(ME, "the largest", domain=probability_vector(n=10))
def the_largest(p):
    yield then(largest(p), ">=", 0.1)
"""
)
ROOTS = (
    HEAD
    + """
@claim(ME, "a root", domain=square(n=(1, 3)))
def root(A):
    yield given(fro(A), "<=", math.sqrt(3))
    yield then(s1(A), "<=", math.sqrt(3))
"""
)
CAYLEY_HAMILTON = (
    HEAD
    + """
@claim(ME, "Cayley and Hamilton", domain=square(n={n}))
def cayley_hamilton(A):
    yield then(entries(A @ A - trace(A) * A + det(A) * I), "==", 0)
"""
)
OTHER = (
    HEAD
    + """
@claim(ME, "unrelated", domain=square(n=3))
def unrelated(A):
    yield then(trace(A), "<=", 2)
"""
)


def test_what_is_true_of_tenths_is_not_refuted(run: Run) -> None:
    Path("mine.py").write_text(TENTHS)
    done = run("check", "mine.py", "--seconds", "1", "--json")
    found = {line["id"]: line["outcome"] for line in map(json.loads, done.stdout.splitlines())}
    assert found == dict.fromkeys(("me/sums", "me/ten_times", "me/the_largest"), "survived")
    assert "warning" not in done.stderr


def test_a_statement_shows_its_decimals(run: Run) -> None:
    Path("mine.py").write_text(TENTHS)
    shown = run("show", "mine.py::ten_times").stdout + run("show", "mine.py::sums").stdout
    assert "t ∈ [0, 0.1]" in shown
    assert "0.1 t + 0.2 t = 0.3 t" in shown


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_long_float_is_told_in_one_line_a_place(more: tuple[str, ...], run: Run) -> None:
    """On stderr, so that what a program reads stays whole."""
    Path("mine.py").write_text(ROOTS)
    done = run("check", "mine.py", "--seconds", "1", *more)
    lines = [line for line in done.stderr.splitlines() if "warning" in line]
    number = ROOTS[: ROOTS.index("yield given")].count("\n") + 1
    said = "1.7320508075688772 means just that decimal in a statement; for the number beside it write sqrt(3)"
    assert lines == [f"mine.py:{number + k}: warning: {said}" for k in (0, 1)]
    assert "warning" not in done.stdout


def test_workers_do_not_tell_it_again(tmp_path: Path) -> None:
    """Each of them reads the file for itself."""
    (tmp_path / "mine.py").write_text(ROOTS + ROOTS[len(HEAD) :].replace("def root", "def two"))
    done = subprocess.run(
        [*COMMAND, "check", "mine.py", "--seconds", "1", "--workers", "2"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=10 * SECONDS,
    )
    assert done.stdout.count("SURVIVED") == 2
    assert [line for line in done.stderr.splitlines() if "sqrt(3)" in line] == _four(done.stderr)


def _four(told: str) -> list[str]:
    """The lines of two statements with two floats each, as they came."""
    lines = sorted({line for line in told.splitlines() if "warning: 1.7320508075688772" in line})
    assert len(lines) == 4
    return lines


def _left_a_witness(run: Run) -> None:
    Path("other.py").write_text(OTHER)
    assert run("check", "other.py", "--seconds", "20").exit_code == 1
    (file,) = Path("witnesses").glob("me-unrelated-????.json")
    assert len(json.loads(file.read_text())["inputs"]["A"]["value"]) == 3


def test_a_witness_of_another_size_in_the_folder_decides_nothing(run: Run) -> None:
    _left_a_witness(run)
    Path("mine.py").write_text(CAYLEY_HAMILTON.format(n="(2, 2)"))
    assert "SURVIVED" in run("check", "mine.py", "--seconds", "1").stdout


def test_a_constant_matrix_beside_a_witness_of_another_size(run: Run) -> None:
    """It ended with exit code 2 and no verdict: the shapes did not fit at the size of the file."""
    _left_a_witness(run)
    fits = HEAD + (
        '@claim(ME, "a product", domain=square(n=2))\n'
        "def product(A):\n"
        '    yield then(fro(A @ [[1, 0, 0], [0, 1, 0]]), "==", fro(A))\n'
    )
    Path("mine.py").write_text(fits)
    assert "SURVIVED" in run("check", "mine.py", "--seconds", "1").stdout


def test_the_meaning_of_a_range_is_shown(run: Run) -> None:
    for n, said in (("(2, 2)", "n = 2"), ("2", "n = 2"), ("(2, 3)", "every n >= 2, searched up to 3")):
        Path("mine.py").write_text(CAYLEY_HAMILTON.format(n=n))
        assert f"sizes    {said}\n" in run("show", "mine.py::cayley_hamilton").stdout


def test_a_violation_beyond_the_sizes_that_are_searched_is_told_as_such(run: Run) -> None:
    """Of every n >= 1 it is false, and an equality case says so, at a size that no search looks at."""
    Path("mine.py").write_text(
        HEAD
        + '@claim(ME, "a trace", domain=square(n=(1, 2)), equality=[[[1, 0, 0], [0, 1, 0], [0, 0, 1]]])\n'
        + "def a_trace(A):\n"
        + '    yield given(entries(T(A) @ A), "==", entries(I + 0 * A))\n'
        + '    yield then(trace(A), "<=", 2)\n'
    )
    said = "n = 3 is beyond the sizes searched (n <= 2)"
    done = run("check", "mine.py", "--seconds", "5")
    assert "REFUTED" in done.stdout
    assert said in done.stdout
    found = json.loads(run("check", "mine.py", "--seconds", "5", "--json").stdout)
    assert found["outcome"] == "refuted"
    assert said in found["note"]


def test_a_replay_tells_what_lies_beyond(run: Run) -> None:
    """A violation of a claim of the catalogue with zeros around it, larger than any that is searched."""
    claim = catalogue()["refuted/spectral-radius-submultiplicative"]
    (name, (_, most)), *_ = claim.domain.ranges.items()
    stored = witness.load(stored_witness(claim)).data["inputs"]
    larger = {key: _padded(entry["value"], most + 1) for key, entry in stored.items()}
    point = claim.domain.point(larger)
    found = certify(claim, point)
    assert found.verdict is Verdict.VIOLATED
    witness.save(witness.make(claim, point, found), Path("w.json"))
    done = run("replay", "w.json")
    assert done.exit_code == 0
    assert f"{name} = {most + 1} is beyond the sizes searched ({name} <= {most})" in done.stdout


def _padded(rows: list[list[str]], n: int) -> list[list[str]]:
    wide = [row + ["0"] * (n - len(row)) for row in rows]
    return wide + [["0"] * n] * (n - len(rows))
