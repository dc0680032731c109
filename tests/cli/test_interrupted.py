"""Ctrl-C while a command loads, and where it has begun work: a word at once, and what was found kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from perturb.cli import simulate
from perturb.cli.simulate import Choice
from perturb.montecarlo.result import Results
from perturb.process import signals as start_first_second
from perturb.process.ending import Ending
from simulations.riedi2022.fig_4 import FIG_4
from tests.cli import cli_files as files
from tests.cli.processes import ENVIRONMENT, ROOT, WAIT, finish, nobody_left, start

# The process that proves stops at its first import of ours, before it has said what to do with Ctrl-C.
PROVING = """import sys
from importlib.abc import MetaPathFinder


class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name != "perturb.prove.prover":
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


# Ctrl-C while a command is still loading: 130 and a word, at whatever import it comes.


INTERRUPTS = """import os, signal, sys
from importlib.abc import MetaPathFinder


class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == os.environ.get("AT"):
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))


sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
@pytest.mark.parametrize("module", ["click", "perturb.process.ending", "perturb.cli.words", "numpy", "rich"])
def test_an_import_that_is_interrupted(module: str, number: signal.Signals, tmp_path: Path) -> None:
    """The first libraries, our own front, a command, what it needs: before, each told a traceback, and
    SIGTERM not a word.
    """
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTS)
    process = subprocess.Popen(
        [sys.executable, "-m", "perturb", "words", "relu"],
        cwd=tmp_path,
        env={**ENVIRONMENT, "PYTHONPATH": f"{tmp_path}:{ROOT}", "AT": module, "SIGNAL": str(int(number))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert finish(process) == (128 + number, "", "interrupted\n")


def test_the_command_that_is_installed_answers_first() -> None:
    declared = tomllib.loads(Path(ROOT, "pyproject.toml").read_text())["project"]["scripts"]["perturb"]
    module, _, name = declared.partition(":")
    assert module == "perturb.__main__"
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        assert callable(getattr(import_module(module), name))
    finally:
        for number, old in before.items():
            signal.signal(number, old)  # else the next Ctrl-C would end the tests, too
        sys.modules.pop(module, None)


def test_next_to_nothing_is_loaded_before() -> None:
    """Until then Python itself answers Ctrl-C, with a traceback."""
    code = "import sys; before = {*sys.modules}; import perturb.__main__; print(*{*sys.modules} - before)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    ours = {"perturb", "perturb.process.public", "perturb.version", "perturb.process.signals"}
    ours |= {"perturb.process.signals", "perturb.__main__", "perturb.process"}
    assert set(done.stdout.split()) - ours <= {"__future__"}


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what a process of its own finds when it starts; put back at the end."""
    before = [(signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))]
    before.append((signal.SIGTERM, signal.signal(signal.SIGTERM, signal.SIG_DFL)))
    yield
    for number, old in before:
        signal.signal(number, old)


@pytest.mark.usefixtures("answered")
def test_a_command_that_runs_keeps_what_it_found() -> None:
    """From its first line on Ctrl-C is an exception, which it may catch; where it is ignored it stays so."""
    seen = []

    @click.command(cls=Ending)
    def command() -> None:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        seen.append("an exception")

    start_first_second.answer()
    assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    command.main([], standalone_mode=False)
    assert seen == ["an exception"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start_first_second.answer()
    start_first_second.done()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
