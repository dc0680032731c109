"""`perturb referee`, `replay --tex`, and what `check` and `mutants` say of an idle hypothesis."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.cli_files import Run
from tests.latex import broken

FILE = """from perturb import claim, given, paper, then
from perturb.domains import square
from perturb.vocab import det, fro, op

ME = paper("me")


@claim(ME, "(1)", domain=square(n=(1, 2)))
def idle(A):
    yield given(det(A), "!=", 0)
    yield then(op(A), "<=", fro(A))


@claim(ME, "(2)", domain=square(n=(1, 2)))
def wrong(A):
    yield then(fro(A), "==", op(A))
"""


@pytest.fixture
def mine(run: Run) -> str:
    Path("mine.py").write_text(FILE)
    return "mine.py"


def test_a_page_on_the_console_and_in_a_file(run: Run, mine: str) -> None:
    done = run("referee", f"{mine}::wrong", "--seconds", "100")
    assert done.exit_code == 0
    assert done.output.startswith("Report on me/wrong\n")
    assert "√2 ≠ 1" in done.output
    (saved,) = re.findall(r"perturb replay (\S+)", done.output)
    assert run("replay", saved).exit_code == 0
    written = run("referee", f"{mine}::wrong", "--seconds", "100", "-o", "page.tex")
    assert (written.exit_code, written.output) == (0, "")
    assert broken(Path("page.tex").read_text()) == []
    told = run("replay", saved, "--tex")
    assert told.exit_code == 0
    assert r"\[ \sqrt{2} \ne 1 \]" in told.output
    assert r"\[ \sqrt{2} \ne 1 \]" in Path("page.tex").read_text()


def test_the_same_seed_gives_the_same_page(run: Run, mine: str) -> None:
    pages = [run("referee", f"{mine}::wrong", "--seconds", "100", "--seed", "3", "--md").output for _ in "ab"]
    first, second = (re.sub(r"\d+\.\d s", "", page) for page in pages)
    assert first == second


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["no/such"], "names no statement"),
        (["missing.py"], "missing.py"),
        (["mine.py", "-o", "page.pdf"], "-o page.pdf: end it in .tex, .md or .txt, or say --tex or --md"),
        (["mine.py", "--md", "-o", "page.tex"], "-o page.tex is not for --md"),
        (["mine.py", "--seconds", "0"], "--seconds"),
    ],
)
def test_bad_input(run: Run, mine: str, more: list[str], said: str) -> None:
    done = run("referee", *more)
    assert done.exit_code == 2
    assert said in done.output


def test_proofs_have_no_witness_to_tell(run: Run) -> None:
    Path("some.jsonl").write_text("{}\n")
    done = run("replay", "some.jsonl", "--tex")
    assert done.exit_code == 2
    assert "--tex is for a witness" in done.output


def test_check_names_an_idle_hypothesis_and_what_survival_means(run: Run, mine: str) -> None:
    command = ("check", f"{mine}::idle", "--profile", "ci")
    shown = run(*command).output
    assert (
        "hypothesis 1, det(A) ≠ 0, is not needed: the statement without it is derived for every size" in shown
    )
    assert re.search(r"no violation at [\d,]+ certified points, n = 1 to 2: evidence, and no proof", shown)
    (one,) = json.loads(run(*command, "--json").output)["idle"]
    assert one.startswith("hypothesis 1, det(A) ≠ 0, is not needed")


def test_why_there_is_no_mutant(run: Run, mine: str) -> None:
    done = run("mutants", "refuted/loewner-square")
    assert done.exit_code == 0
    assert (
        "made stronger is what is asserted to be true, which refuted/loewner-square (refuted) is not"
        in done.output
    )


PAPER = r"""\documentclass{article}
\newcommand{\n}[1]{\lVert #1\rVert}
\begin{document}
\begin{theorem}\label{t}
Let $A$ be a $2\times 2$ matrix. Then $\n{A}_F = \n{A}_2$.
\end{theorem}
\end{document}
"""


def test_a_statement_in_latex_is_answered_on_stdout_alone(run: Run) -> None:
    """How it was understood goes to stderr; the page has the statement, not the file that it is in."""
    Path("paper.tex").write_text(PAPER)
    page = run("referee", "paper.tex", "--seconds", "100", "--md")
    assert page.exit_code == 0
    assert page.stdout.startswith("# Report on mine/statement\n")
    assert "for all  A" in page.stderr
    assert "documentclass" not in page.stdout
    assert "Let $A$ be a" in page.stdout
    found = run("check", "paper.tex", "--seconds", "1", "--json")
    assert json.loads(found.stdout)["outcome"] == "refuted"
