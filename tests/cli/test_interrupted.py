"""Ctrl-C where a command has begun work of its own: a word at once, nothing left, what was found is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perturb.cli import simulate
from perturb.cli.simulate import Choice
from perturb.montecarlo.result import Results
from simulations.riedi2022.fig_4 import FIG_4
from tests.cli import cli_files as files
from tests.cli.processes import ROOT, WAIT, finish, nobody_left, start

# The process that proves stops at its first import of ours, before it has said what to do with Ctrl-C.
PROVING = """import sys
from importlib.abc import MetaPathFinder


class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name != "perturb.prove.worker":
            return
        from multiprocessing.process import current_process

        if getattr(current_process(), "_inheriting", False):
            from wait import wait

            wait("proving")


sys.meta_path.insert(0, Finder())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
def test_a_prover_that_is_still_loading(tmp_path: Path) -> None:
    """The keyboard speaks to both processes, and the one that loads told a traceback."""
    (tmp_path / "wait.py").write_text(WAIT)
    (tmp_path / "sitecustomize.py").write_text(PROVING)
    (tmp_path / "true.py").write_text(files.true())
    process = start(tmp_path, "prove", "true.py", PHASE="proving")
    assert process.stdout is not None
    assert process.stdout.readline() == "proving\n"
    os.killpg(process.pid, signal.SIGINT)
    assert finish(process) == (130, "", "interrupted\n")
    nobody_left(process.pid)


@pytest.mark.skipif(
    not hasattr(signal, "pthread_sigmask"), reason="signals are blocked where there are masks"
)
def test_the_first_process_inherits_the_block_as_well() -> None:
    """With it Python starts a tracker of resources, which unblocks Ctrl-C again."""
    code = (
        "import signal\n"
        "from multiprocessing import resource_tracker\n"
        "from perturb.process.pool import deaf\n"
        "with deaf():\n"
        "    resource_tracker.getfd()  # as a process that is started does\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_nothing_slow_is_loaded_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows what was drawn; matplotlib, a second to load, is there before."""
    monkeypatch.delitem(sys.modules, "perturb.pages.figures.histogram", raising=False)
    loaded: list[bool] = []

    def interrupted(*_: object, **__: object) -> Results:
        loaded.append("perturb.pages.figures.histogram" in sys.modules)
        return Results(FIG_4.name, FIG_4.stream_key, FIG_4.seed, (), True)

    monkeypatch.setattr(simulate, "run", interrupted)
    simulate.campaign(FIG_4, Choice(), tmp_path, tmp_path, resume=True)
    assert loaded == [True]
