"""The file that reading writes, the command, and the door from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import perturb
from perturb.cli import main
from perturb.read.reader import read
from perturb.statements.catalogue import load_statements
from tests.read.test_statements import STATEMENTS

COMMUTATOR = r"For $A, B \in \mathbb{R}^{n\times n}$: $\|AB - BA\|_F \le \sqrt2\,\|A\|_F\|B\|_F$"
LONG = (
    r"Let $A, B, E, F \in \mathbb{R}^{n\times n}$. Then $\|(A+E)(B+F)-AB\|_F + "
    r"\|(A+E)^T(B+F)^T - A^TB^T\|_F \le "
    + (r"2\|A\|\|F\|_F + 2\|E\|_F\|B\|+2\|E\|_F\|F\|+2\|A\|_F\|B\|_F+2\|E\|_F\|A\|_F+\|A+B\|_F\|E+F\|_F$.")
)


def run(*args: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["read", *args])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    "text", [*(text for text, _ in STATEMENTS[::9]), LONG], ids=range(len(STATEMENTS[::9]) + 1)
)
def test_a_file_that_is_written_is_formatted_and_says_the_same(text: str, tmp_path: Path) -> None:
    found = read(text)
    path = tmp_path / "mine.py"
    path.write_text(found.source, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "format", "--check", "--isolated", "--line-length=110", str(path)]
    assert subprocess.run(ruff, capture_output=True, check=False).returncode == 0, found.source
    (loaded,) = load_statements(path)
    assert isinstance(loaded, perturb.Claim)
    assert (loaded.canonical, loaded.fingerprint) == (found.claim.canonical, found.claim.fingerprint)


def test_an_input_may_be_called_as_a_word_is() -> None:
    text = r"For real $s$ and $A \in \mathbb{R}^{n \times n}$, $\sigma_i(sA) = |s|\,\sigma_i(A)$ for all $i$."
    found = read(text)
    assert "s as s_of" in found.source
    assert found.claim.canonical == [
        "then (== (component (s (mul s A)) i) (mul (abs s) (component (s A) i)))"
    ]


def test_the_command_tells_what_it_understood_and_writes(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    code, told = run(COMMUTATOR, "-o", str(path))
    assert code == 0
    assert "for all  A, B" in told
    assert "A          matrix" in told
    assert path.read_text(encoding="utf-8") == read(COMMUTATOR).source


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("mine", encoding="utf-8")
    code, told = run(COMMUTATOR, "-o", str(path))
    assert (code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "exists already" in told


def test_the_canonical_text_stands_alone() -> None:
    assert run(COMMUTATOR, "--canonical") == (0, "\n".join(read(COMMUTATOR).claim.canonical) + "\n")


def test_a_file_is_read_and_its_place_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.tex"
    path.write_text("Let $A$ be a matrix.\nThen $\\|A\\| \\le x$.", encoding="utf-8")
    code, told = run(str(path))
    assert code == 2
    assert f"{path}: line 2, column 17" in " ".join(told.split())


@pytest.mark.parametrize("text", ["", "   ", "no mathematics", "missing.tex", "$", r"\begin{theorem}", "\\"])
def test_nothing_ends_in_a_traceback(text: str) -> None:
    assert run(text)[0] == 2


def test_a_reading_from_the_command_line() -> None:
    code, told = run(r"$\|A\| \le \|A\|_*$", "--reading", r"\|A\| = frobenius", "--canonical")
    assert (code, told) == (0, "then (<= (fro A) (nuclear A))\n")
    assert run(r"$\|A\| \le \|A\|_*$", "--reading", "frobenius")[0] == 2


def test_a_notebook_shows_the_formula_as_it_was_understood(tmp_path: Path) -> None:
    found = perturb.read(COMMUTATOR)
    assert r"\lVert A B - B A \rVert_F" in found._repr_markdown_()
    assert found.claim(A=[[0, 1], [0, 0]], B=[[0, 0], [1, 0]])
    assert found.save(tmp_path / "mine.py").read_text(encoding="utf-8") == found.source
    with pytest.raises(ValueError, match="line 1, column 2"):
        perturb.read("$y \\le 1$")


def test_a_tex_file_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "triangle.tex"
    path.write_text(r"For real $a$, $b$ we have $a + b \le |a| + |b|$ and $a \le b$.", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(main, ["check", str(path), "--seconds", "1"])
    assert found.exit_code == 1, found.output
    assert (tmp_path / "triangle.py").is_file()


def test_the_text_of_a_claim_is_its_statement_and_says_the_same() -> None:
    """Without the file around it, comments and macros of the file; read again it is the same claim."""
    text = r"""\documentclass{article} \newcommand{\n}[1]{\|#1\|} \begin{document} Some words.
    \begin{lemma}\label{l} Let $A$ be square, % of any size
    and $c=\n{A}$. Then $\det A\le c\,\n{A}$. \end{lemma} \end{document}"""
    found = read(text)
    assert found.claim.doc == r"Let $A$ be square, and $c=\|A\|$. Then $\det A\le c\,\|A\|$."
    assert read(found.claim.doc).claim.canonical == found.claim.canonical
    plain = "for all square matrices A: ||A||_2 <= ||A||_F"
    assert read(plain).claim.doc == plain
