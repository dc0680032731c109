"""The command line as a process of its own: exit codes, errors in workers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import cli_files as files
from tests.cli.processes import finish, start


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "true.py").write_text(files.true(), encoding="utf-8")
    (tmp_path / "false.py").write_text(files.COMMUTATOR, encoding="utf-8")
    return tmp_path


def test_a_refutation_and_its_replay(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "false.py", "--profile", "ci", "--json"))
    assert (code, err.strip()) == (1, "")
    record = json.loads(out)
    assert record["outcome"] == "refuted"
    code, out, _ = finish(start(folder, "replay", record["witness"]))
    assert code == 0
    assert "REFUTED, as saved" in out


def test_a_bad_target(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "missing.py"))
    assert (code, out) == (2, "")
    assert "no such file" in err
    assert "Traceback" not in err


def test_not_a_number_of_seconds(folder: Path) -> None:
    code, _, err = finish(start(folder, "check", "true.py", "--seconds", "nan"))
    assert code == 2
    assert "--seconds" in err


def test_the_installed_command_is_this_one() -> None:
    script = Path(sys.executable).with_name("perturb")
    if not script.exists():
        pytest.skip("perturb is not installed beside this interpreter")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("perturb")


def test_what_is_wrong_in_a_worker_is_one_line(folder: Path) -> None:
    """A statement between matrices of different shapes makes no sense, and one cannot be declared; the rest
    of the file is examined.
    """
    odd = files.body("yield then(kron(A, A), 'loewner', A + A.T)")
    nonsense = files.body("yield then(nonsense(A), '<=', 1)").replace("def stated", "def declared")
    parts = [odd, *[text.removeprefix(files.HEAD) for text in (nonsense, files.true(), files.false())]]
    (folder / "odd.py").write_text("".join(parts), encoding="utf-8")
    done = finish(start(folder, "check", "odd.py", "--profile", "ci", "--workers", "2", "--json"))
    code, out, err = done
    assert code == 2
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["me/submultiplicative", "me/small"]
    (line,) = [line for line in err.splitlines() if line.startswith("Error:")]
    assert "claim me/stated" in line
    assert "name 'nonsense' is not defined" in line
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["check", "mutants"])
def test_nothing_is_left_that_nobody_asked_for(command: str, tmp_path: Path) -> None:
    """Mutants left a folder of Hypothesis, with what it had read of all sources."""
    target = "classical/fan-hoffman"
    code, *_ = finish(start(tmp_path, command, target, "--seconds", "0.2", "--workers", "1"))
    assert code in (0, 1)
    assert list(tmp_path.iterdir()) == []
