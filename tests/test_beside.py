"""Work beside the main thread, and Ctrl-C at a bad moment: answered, and never in the midst of an import."""

from __future__ import annotations

import itertools
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from perturb.process import signals
from perturb.process.beside import beside
from perturb.process.ending import ends_saying
from perturb.process.pool import processes
from perturb.process.signals import patient
from tests.cli.processes import ENVIRONMENT, finish

# One call in C for many minutes, as the decomposition of a large matrix is for some seconds.
LONG = """
import hashlib, os, sys
from perturb.process.beside import beside


def items():
    os.write(1, b"begun\\n")  # past the lock of stdout, which a thread that is given up may hold
    yield hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)


try:
    list(beside(items()))
except KeyboardInterrupt:
    os._exit(130)  # as who gives up a call in C has to: OpenSSL clears up at exit, under the call
"""


def test_a_long_call_in_c_does_not_keep_ctrl_c_waiting() -> None:
    """`perturb audit` answered when a layer was done."""
    process = subprocess.Popen(
        [sys.executable, "-c", LONG],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    assert finish(process) == (130, "", "")


def test_ctrl_c_is_an_interrupt_at_each_step_of_the_main_thread() -> None:
    """`Thread.start` made "release unlocked lock" of it while it waited for the thread to begin."""

    def interrupted(after: int) -> bool:
        """Was the exception of Ctrl-C raised, so many instructions after the thread was asked for?"""
        steps = 0

        def trace(frame: FrameType, event: str, _: object) -> Any:
            nonlocal steps
            frame.f_trace_opcodes = True
            if event == "opcode":
                steps += 1
            if steps == after:
                sys.settrace(None)
                raise KeyboardInterrupt
            return trace

        found, before = beside([1]), sys.gettrace()
        sys.settrace(trace)
        try:
            next(found)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False

    moments = itertools.takewhile(interrupted, itertools.count(1))
    assert sum(1 for _ in moments) > 50


def test_a_signal_that_does_not_end_the_wait_is_seen() -> None:
    """As one that comes just before it; here it goes to the thread that computes."""
    made = []

    def items() -> Iterator[int]:
        time.sleep(0.1)
        signal.raise_signal(signal.SIGINT)
        time.sleep(20)
        made.append(1)
        yield 1

    with pytest.raises(KeyboardInterrupt):
        list(beside(items()))
    assert made == []


def test_the_same_items() -> None:
    with np.errstate(over="raise"):
        assert list(beside(np.geterr()["over"] for _ in range(2))) == ["raise", "raise"]
    assert list(beside([1, 2])) == [1, 2]
    assert list(beside([])) == []


def test_an_error_comes_through() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise ValueError("two")

    found = beside(items())
    assert next(found) == 1
    with pytest.raises(ValueError, match="two"):
        next(found)


# Ctrl-C at a bad moment comes a little later: not in an import, a finaliser, the taking of a lock.


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
