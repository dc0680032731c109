"""The pool of processes: what its workers get, and that none outlives the block, the error or the parent."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from threading import Thread

import pytest

from perturb.process.pool import THREADS, cores, processes
from tests.cli.processes import ENVIRONMENT, nobody_left

ENDINGS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture(autouse=True)
def nothing_stays():
    """No child, no handler and no variable is left behind by any of these."""
    handlers, variables = [signal.getsignal(number) for number in ENDINGS], dict(os.environ)
    yield
    assert active_children() == []
    assert [signal.getsignal(number) for number in ENDINGS] == handlers
    assert {name: os.environ.get(name) for name in THREADS} == {name: variables.get(name) for name in THREADS}


def test_workers_have_one_thread_each_and_the_parent_keeps_its_own(monkeypatch):
    monkeypatch.setenv(THREADS[0], "7")
    monkeypatch.delenv(THREADS[1], raising=False)
    with processes(2) as pool:
        found = [pool.submit(os.getenv, name).result() for name in THREADS]
    assert found == ["1", "1", "1"]
    assert (os.environ[THREADS[0]], os.environ.get(THREADS[1])) == ("7", None)


def test_at_least_one_worker():
    with pytest.raises(ValueError, match="greater than 0"), processes(0):
        pass
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_an_error_ends_work_that_goes_on():
    jobs = []

    def work():
        with processes(2) as pool:
            jobs.extend(pool.submit(time.sleep, 600) for _ in range(4))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert [job.done() for job in jobs] == [True] * 4


def test_a_worker_that_is_ended_from_outside_is_an_error_of_the_system():
    """As when memory runs out; an OSError is one line and exit code 2 in every command."""
    jobs = []

    def work():
        with processes(2) as pool:
            jobs.append(pool.submit(time.sleep, 600))
            assert len(active_children()) == 2  # one that starts later may die unseen
            pool.submit(os._exit, 3).result()

    with pytest.raises(ChildProcessError, match="a worker has died"):
        work()
    assert jobs[0].done()


def dies_while_it_sends() -> None:
    """As if it were killed in the midst of a large result: with the lock, after a piece of it."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    queue = frame.f_locals["result_queue"]
    queue._wlock.acquire()
    os.write(queue._writer.fileno(), struct.pack("!i", 100) + b"a piece")
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_dies_while_it_sends(workers: int) -> None:
    """The pool waited for the rest of what it had sent, for ever; Ctrl-C did not end it."""
    with pytest.raises(ChildProcessError), processes(workers) as pool:
        pool.submit(dies_while_it_sends).result()


def test_one_ctrl_c_is_one_interruption_however_many_come(monkeypatch):
    """The second one comes while the workers are being ended, which it must not break off."""
    with processes(1) as pool:
        own = type(pool)
    kill, came, jobs = own.kill, [], []

    def killed(pool):
        came.append(signal.raise_signal(signal.SIGINT))
        kill(pool)
        came.append(signal.raise_signal(signal.SIGTERM))

    def work():
        with processes(1) as pool:
            jobs.append(pool.submit(time.sleep, 600))
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(own, "kill", killed)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # as the command line answers it
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(came) == 2
    assert jobs[0].done()


def test_ctrl_c_waits_until_a_process_is_started(monkeypatch):
    """Broken off half-way, a process would be nobody's child; it inherits the blocked signal."""
    real, seen = ProcessPoolExecutor.submit, []

    def submit(*args, **kwargs):
        os.kill(os.getpid(), signal.SIGINT)
        job = real(*args, **kwargs)
        seen.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        return job

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    with pytest.raises(KeyboardInterrupt), processes(1) as pool:
        pool.submit(time.sleep, 600)
    assert seen == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_ctrl_c_at_the_very_end_is_not_lost(monkeypatch):
    real = ProcessPoolExecutor.shutdown

    def shutdown(*args, **kwargs):
        signal.raise_signal(signal.SIGINT)
        real(*args, **kwargs)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", shutdown)
    with pytest.raises(KeyboardInterrupt), processes(1) as pool:
        assert pool.submit(abs, -1).result() == 1


def test_what_the_caller_ignores_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with processes(1) as pool:
            signal.raise_signal(signal.SIGINT)
            assert pool.submit(abs, -1).result() == 1
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_thread_may_have_a_pool():
    found = []

    def work():
        with processes(1) as pool:
            found.append(pool.submit(abs, -1).result())

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [1]


# Python answers no signal and runs no other thread within one multiplication of long integers.
BUSY = """
from perturb.process.pool import processes


def busy():
    print("busy", flush=True)
    return 3 ** 300_000_000


if __name__ == "__main__":
    with processes(1) as pool:
        pool.submit(busy).result()
"""


def test_a_worker_in_a_long_call_ends_with_its_parent(tmp_path: Path):
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    parent = subprocess.Popen(
        [sys.executable, script],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert parent.stdout is not None
    with parent, parent.stdout as lines:
        assert lines.readline() == b"busy\n"
        parent.kill()
        parent.wait()
        nobody_left(parent.pid, seconds=10)
