"""Work beside the main thread: the same items and errors, and Ctrl-C answered while C computes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from perturb.process.beside import beside
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
