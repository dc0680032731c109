"""Commands that are ended by a signal or a full disk: no worker stays, no traceback, what is done is kept."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from perturb.results.store import CLAIMS, Store
from perturb.statements.paper import Outcome
from tests.cli import cli_files as files
from tests.cli.processes import finish, nobody_left, small_catalogue, start

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
Send = Callable[[int, int], None]
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    small_catalogue(tmp_path)
    return tmp_path


def ended(folder: Path, phase: str, number: int, send: Send, *args: str) -> str:
    """Ends a command when its first line says that the phase is reached; gives back what stderr says."""
    process = start(folder, *args, PHASE=phase)
    assert process.stdout is not None
    while (line := process.stdout.readline()) != f"{phase}\n":
        assert line, process.communicate()
    send(process.pid, number)
    code, _, err = finish(process)
    nobody_left(process.pid)
    assert code == CODES[signal.Signals(number)]
    assert "Traceback" not in err
    assert not [path for path in folder.rglob(".*") if path.is_file()]
    return err


REPORT = ("report", "--out", "out")
KEPT = "interrupted: finished records are in out/records; perturb report --render-only shows them\n"


def test_a_report_while_claims_are_examined(folder: Path) -> None:
    """Nobody can tell the workers; Python itself says a word on what they had open."""
    assert "interrupted" not in ended(folder, "claims", signal.SIGKILL, os.kill, *REPORT)


def test_a_report_while_laws_are_examined(folder: Path) -> None:
    """What was finished before is kept, whole."""

    def after_the_claim(process: int, number: int) -> None:
        while not Store(folder / "out").read(CLAIMS):
            time.sleep(0.01)
        os.killpg(process, number)

    assert ended(folder, "laws", signal.SIGTERM, after_the_claim, *REPORT) == KEPT
    assert Store(folder / "out").read(CLAIMS)["small/true"].outcome is Outcome.SURVIVED


def test_a_report_while_figures_are_drawn(folder: Path) -> None:
    """Of simulations and declared pictures, in workers; of the pages, in the parent, when all is drawn."""
    page = folder / "out/small/simulations/normal.md"
    page.parent.mkdir(parents=True)
    page.write_text("of an earlier run")
    assert ended(folder, "simulations", signal.SIGINT, os.kill, *REPORT) == KEPT
    assert ended(folder, "pictures", signal.SIGINT, os.kill, *REPORT) == KEPT
    assert page.read_text() == "of an earlier run"
    assert ended(folder, "rendering", signal.SIGINT, os.killpg, *REPORT, "--render-only") == KEPT


@pytest.mark.parametrize(("number", "send"), [(signal.SIGINT, os.kill), (signal.SIGTERM, os.killpg)])
def test_a_check(number: int, send: Send, folder: Path) -> None:
    said = ended(folder, "laws", number, send, "check", "small/true", "small/one", "--workers", "2")
    assert re.fullmatch("interrupted: [01] of 2 statements finished; their verdicts stand above\n", said)


def test_mutants(folder: Path) -> None:
    said = ended(folder, "claims", signal.SIGINT, os.killpg, "mutants", "small/true")
    assert said.startswith("interrupted: 0 of ")


def test_a_simulation(folder: Path) -> None:
    """It waits for no chunk in flight, and says so in full after one word from the keyboard."""
    said = ended(folder, "simulations", signal.SIGINT, os.kill, "simulate", "small/normal", "--workers", "2")
    drawn = "the page shows what was drawn; the same command goes on from there"
    # The keyboard may be faster than the chunk beside the one that waits.
    page = (folder / "reports/small/simulations/normal.md").exists()
    assert said == f"interrupted: {drawn if page else 'before the first chunk was drawn'}\n"


def test_a_check_with_one_verdict_out(folder: Path) -> None:
    """The verdict stands, its witness is saved whole, and Python ends without a word."""
    (folder / "false.py").write_text(files.COMMUTATOR, encoding="utf-8")
    (folder / "true.py").write_text(files.true(), encoding="utf-8")
    process = start(folder, "check", "false.py", "true.py", "--seconds", "60", "--json")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    nobody_left(process.pid)
    assert (code, out) == (130, "")
    # The reader may be faster than the count.
    assert re.fullmatch("interrupted: [01] of 2 statements finished; their verdicts stand above\n", err)
    assert (folder / first["witness"]).exists()
    assert not list(folder.rglob(".*json*"))


def test_while_a_file_is_loaded(folder: Path) -> None:
    text = "from wait import wait\nwait('loading')\n"
    (folder / "slow.py").write_text(text, encoding="utf-8")
    assert ended(folder, "loading", signal.SIGINT, os.kill, "check", "slow.py") == "interrupted\n"


def refused(folder: Path, name: str, message: str, *args: str, limit: int | None = None) -> None:
    """Exit code 2 and one line that names the file; nobody is left to go on."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit is not None:  # passed on to what is started: a disk that is full after so many bytes
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        process = start(folder, *args)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    code, _, err = finish(process)
    nobody_left(process.pid)
    lines = [line for line in err.splitlines() if line.startswith("Error: ")]
    assert (code, len(lines)) == (2, 1), err
    assert name in lines[0]
    assert message in lines[0]
    assert "Traceback" not in err


def test_a_report_on_a_full_disk(folder: Path) -> None:
    refused(folder, "out/records/", "File too large", *REPORT, limit=100)
    assert not [path for path in (folder / "out").rglob("*") if path.is_file()]


def test_a_witness_on_a_full_disk(folder: Path) -> None:
    (folder / "false.py").write_text(files.COMMUTATOR, encoding="utf-8")
    args = ("check", "false.py", "small/true", "--profile", "ci")
    refused(folder, "witnesses/me-commutator", "File too large", *args, limit=100)


def test_chunks_on_a_full_disk(folder: Path) -> None:
    args = ("simulate", "small/normal", "--workers", "2")
    refused(folder, "normal-seed-0.chunks", "what it holds is kept", *args, limit=5_000)


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    """Said before anything is examined."""
    (folder / "out").mkdir()
    (folder / "out/records").write_text("a file where the folder should be")
    refused(folder, "out/records", "File exists", *REPORT)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_an_output_that_cannot_be_written(folder: Path) -> None:
    process = start(folder, "list", into="/dev/full")
    code, _, err = finish(process)
    assert code == 2
    assert err.splitlines()[-1] == "Error: output: No space left on device"


def test_a_reader_that_goes_away(folder: Path) -> None:
    process = start(folder, "list", "--json")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 1
