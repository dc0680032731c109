"""The command line as a process of its own: exit codes, signals, pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import perturb
from tests.cli import cli_files as files

COMMAND = [sys.executable, "-c", "from perturb.cli import main; main(prog_name='perturb')"]
ROOT = str(Path(perturb.__file__).parent.parent)  # the code that the other tests run
ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "200", "PYTHONPATH": ROOT}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "true.py").write_text(files.true(), encoding="utf-8")
    (tmp_path / "false.py").write_text(files.COMMUTATOR, encoding="utf-8")
    return tmp_path


def start(folder: Path, *args: str) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*COMMAND, *args], cwd=folder, env=ENVIRONMENT, text=True, **pipes)


def finish(process: subprocess.Popen[str], seconds: float = 30) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail(f"still running after {seconds} s: {process.args}")
    return process.returncode, out, err


def test_a_refutation_and_its_replay(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "false.py", "--profile", "ci", "--json"))
    assert (code, err.strip()) == (1, "")
    record = json.loads(out)
    assert record["outcome"] == "refuted"
    code, out, _ = finish(start(folder, "replay", record["witness"]))
    assert code == 0
    assert "VIOLATED, as saved" in out


def test_a_true_claim(folder: Path) -> None:
    assert finish(start(folder, "check", "true.py", "--profile", "ci"))[0] == 0


def test_a_bad_target(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "missing.py"))
    assert (code, out) == (2, "")
    assert "no such file" in err
    assert "Traceback" not in err


def test_not_a_number_of_seconds(folder: Path) -> None:
    code, _, err = finish(start(folder, "check", "true.py", "--seconds", "nan"), seconds=10)
    assert code == 2
    assert "--seconds" in err


def test_interrupted_during_a_check(folder: Path) -> None:
    process = start(folder, "check", "false.py", "true.py", "--seconds", "60", "--json")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert (code, out) == (130, "")
    assert "interrupted: 1 of 2 claims finished" in err
    assert "Traceback" not in err
    assert (folder / first["witness"]).exists()
    assert not list(folder.rglob(".*json*"))


def test_interrupted_while_a_file_is_loaded(folder: Path) -> None:
    (folder / "slow.py").write_text(
        "import time\nprint('loading', flush=True)\ntime.sleep(60)\n", encoding="utf-8"
    )
    process = start(folder, "check", "slow.py")
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert code == 130
    assert "Traceback" not in err


def test_the_installed_command_is_this_one() -> None:
    script = Path(sys.executable).with_name("perturb")
    if not script.exists():
        pytest.skip("perturb is not installed beside this interpreter")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("perturb")


def test_the_number_of_workers_changes_nothing_but_the_clock(folder: Path) -> None:
    def records(workers: str) -> list[dict[str, object]]:
        args = ("check", "false.py", "refuted/weyl*", "true.py", "--profile", "ci", "--json")
        code, out, _ = finish(start(folder, *args, "--workers", workers), seconds=60)
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
