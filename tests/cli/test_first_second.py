"""Ctrl-C while a command is still loading: 130 and a word, at whatever import it comes."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from perturb.process import signals
from perturb.process.ending import Ending
from tests.cli.processes import ENVIRONMENT, ROOT, finish

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
    ours |= {"perturb.__main__", "perturb.process"}
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

    signals.answer()
    assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    command.main([], standalone_mode=False)
    assert seen == ["an exception"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signals.answer()
    signals.done()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
