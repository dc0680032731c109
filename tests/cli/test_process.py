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


def test_a_true_claim(folder: Path) -> None:
    assert finish(start(folder, "check", "true.py", "--profile", "ci"))[0] == 0


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


def test_the_number_of_workers_changes_nothing_but_the_clock(folder: Path) -> None:
    def records(workers: str) -> list[dict[str, object]]:
        args = ("check", "false.py", "refuted/weyl*", "true.py", "--profile", "ci", "--json")
        code, out, _ = finish(start(folder, *args, "--workers", workers))
        assert code == 1
        return [{**json.loads(line), "seconds": None} for line in out.splitlines()]

    alone = records("1")
    assert len(alone) > 3
    assert records("2") == alone


def test_an_error_in_a_worker_is_one_line(folder: Path) -> None:
    """A statement between matrices of different shapes makes no sense; it is the user's error."""
    (folder / "odd.py").write_text(files.body("yield then(kron(A, A), 'loewner', A + A.T)"), encoding="utf-8")
    code, _, err = finish(start(folder, "check", "odd.py", "true.py", "--profile", "ci", "--workers", "2"))
    assert code == 2
    assert "claim me/stated" in err
    assert "Traceback" not in err
