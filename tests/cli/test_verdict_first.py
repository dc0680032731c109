"""Where nothing can be written the verdict is printed all the same, then the complaint, with exit code 2."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perturb.prove.prover import attempt
from perturb.prove.worker import Worker
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, write

TIGHT = files.COMMUTATOR.replace("1.4142", "1.5")


@pytest.mark.parametrize(
    ("text", "command", "blocked", "said"),
    [
        (files.false(), ("attack", "{}", "--seconds", "0.1"), "witnesses", "best margin -"),
        (TIGHT, ("tighten", "{}", "--seconds", "0.1", "--record", "out"), "out/records", "3/2"),
    ],
)
def test_of_a_statement(text: str, command: tuple[str, ...], blocked: str, said: str, run: Run) -> None:
    """`attack`, `prove`, `tighten` told the complaint alone: the work was lost."""
    Path(blocked).parent.mkdir(exist_ok=True)
    Path(blocked).write_text("a file where the folder should be", encoding="utf-8")
    path = write(text)
    done = run(*(part.format(path) for part in command))
    assert done.exit_code == 2
    assert said in done.stdout
    assert [line for line in done.stderr.splitlines() if line.startswith(f"Error: {blocked}")]


def test_of_a_proof(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker, "prove", lambda _, *asked: replace(attempt(*asked), seconds=0.1, leaves=2))
    Path("proofs").write_text("a file where the folder should be", encoding="utf-8")
    done = run("prove", write(files.true()), "--n", "1")
    assert (done.exit_code, "n = 1  PROVED  0.1 s, 2 leaves\n" in done.stdout) == (2, True)
    assert "Error: proofs" in done.stderr


def test_of_samples(run: Run) -> None:
    np.save("s.npy", np.random.default_rng(0).normal(size=200))
    Path("figures").mkdir()
    Path("figures/s.png").mkdir()  # a folder where the picture should be
    done = run("law", "s.npy", "--distribution", "semicircle", "--out", "figures")
    assert done.exit_code == 2
    assert "sup distance" in done.stdout
    assert "Error: figures/s.png: Is a directory" in done.stderr


def test_of_a_statement_with_a_picture(run: Run) -> None:
    """The witness is saved where the picture cannot be."""
    Path("figures/me-small.svg").mkdir(parents=True)
    done = run("check", write(files.false()), "--profile", "ci", "--plot", "figures")
    assert done.exit_code == 2
    assert "replay: perturb replay witnesses/me-small" in done.stdout
    assert "Error: figures/me-small.svg: Is a directory" in done.stderr
