"""Ctrl-C at a bad moment comes a little later: not in an import, a finaliser, the taking of a lock."""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from perturb.process import signals
from perturb.process.ending import ends_saying
from perturb.process.pool import processes
from perturb.process.signals import patient

LOADS = """import signal

signal.raise_signal(signal.SIGINT)
for k in range(1000):
    pass
whole = True
"""


def interrupt() -> None:
    """A little code after it, at which Python would raise."""
    signal.raise_signal(signal.SIGINT)
    for _ in range(1000):
        pass


@pytest.fixture
def answered() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, patient(signal.default_int_handler))
    yield
    signal.signal(signal.SIGINT, before)


def comes_later(work: Callable[[], object]) -> None:
    """The work is done as a whole, then there is an exception, though nobody sends a second signal."""
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 (the work must not raise it)
        try:
            work()
        except KeyboardInterrupt:
            pytest.fail("in its midst")
        time.sleep(60)


@pytest.mark.usefixtures("answered")
def test_an_import_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "interrupted_while_loading.py").write_text(LOADS)
    monkeypatch.syspath_prepend(str(tmp_path))
    comes_later(lambda: import_module("interrupted_while_loading"))
    assert sys.modules.pop("interrupted_while_loading").whole


class Loud:
    def __del__(self) -> None:
        interrupt()


@pytest.mark.usefixtures("answered")
def test_a_finaliser_does_not_swallow_it(capsys: pytest.CaptureFixture[str]) -> None:
    comes_later(Loud)
    assert capsys.readouterr().err == ""


class Locked:
    """A lock that is taken, and a signal before whoever took it knows."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.condition = threading.Condition(self)

    def acquire(self) -> bool:
        return self.lock.acquire()

    def release(self) -> None:
        self.lock.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()
        interrupt()


@pytest.mark.usefixtures("answered")
def test_a_lock_is_taken_and_given_back_as_a_whole() -> None:
    def work() -> None:
        with Locked().condition:
            pass

    comes_later(work)


@pytest.mark.usefixtures("answered")
def test_an_import_that_does_not_end_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "PATIENCE", 0.05)
    (tmp_path / "loads_for_ever.py").write_text(LOADS.replace("pass", "__import__('time').sleep(1)"))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        import_module("loads_for_ever")


def test_while_workers_live(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), processes(1):  # noqa: PT012
        comes_later(Loud)
        raise KeyboardInterrupt
    assert capsys.readouterr().err == ""


def test_other_moments_are_good_ones() -> None:
    assert not signals.delicate(sys._getframe())
    assert not signals.delicate(None)


def test_what_was_done_is_kept() -> None:
    done = []
    with signals.keeping() as kept:
        done.append(1)
        signals.interrupt()
    assert (done, kept.interrupted) == ([1], True)
    with pytest.raises(ValueError, match="no number"), signals.keeping() as kept:
        raise ValueError("no number")
    assert not kept.interrupted


def test_a_command_ends_with_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    found: list[int] = []

    def work() -> None:
        found.append(1)
        signals.interrupt()

    with pytest.raises(SystemExit) as ended, ends_saying(lambda: f"{len(found)} found"):
        work()
    assert (ended.value.code, capsys.readouterr().err) == (130, "interrupted: 1 found\n")


def test_one_room_speaks_of_ctrl_c() -> None:
    """Nineteen files caught it, each in its own way."""
    home = Path(signals.__file__).parent
    others = (path for path in home.parent.rglob("*.py") if path.parent != home)
    assert [p for p in others if re.search(r"\b(KeyboardInterrupt|SIGINT)\b", p.read_text())] == []
