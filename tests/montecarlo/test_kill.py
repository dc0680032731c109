"""SIGKILL at random moments: at most the chunks in flight are lost, and no bit of the result changes."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from dataclasses import replace
from multiprocessing import get_context
from threading import Timer

import numpy as np
import pytest

from perturb.montecarlo import run, tally
from tests.montecarlo.plans import CHUNK, PLAN, napping

# Two and a half seconds of naps at each size: more than the kills leave time for.
PLAN = replace(PLAN, statistic=napping, sizes=(1, 2), draws=250 * CHUNK)
KILLS = 20
LONGEST = 0.05  # seconds that a child has, a few naps


def child(path, seconds, at_start):
    """Ends itself so many seconds after its start, or after its second chunk has begun: the first is stored.

    No clock of another process decides how far it comes.
    """
    end, begun = Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)), []

    def perform(chunk):
        begun.append(chunk)
        if len(begun) == 2 and not at_start:
            end.start()
        return tally.perform(chunk)

    if at_start:
        end.start()
    run.__globals__["perform"] = perform
    run(PLAN, store=path)


def stored(path):
    """Chunks in the store; a child that was killed early left none, or no table yet."""
    with sqlite3.connect(path) as base:
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        found = base.execute("SELECT count(*) FROM part").fetchone()[0] if tables else 0
    base.close()
    return found


@pytest.fixture(scope="module")
def context():
    """Children are forked from a server that has loaded everything: one costs milliseconds."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "tests.montecarlo.plans"])
    return context


def killed(context, path, seconds, at_start):
    process = context.Process(target=child, args=(path, seconds, at_start))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    process.close()


def test_twenty_kills_change_no_bit(context, tmp_path, monkeypatch):
    path, rng = tmp_path / "run.chunks", np.random.default_rng(7)
    before = 0
    for number, share in enumerate(rng.random(KILLS)):
        at_start = number % 2 == 0
        killed(context, path, share * LONGEST, at_start)
        after = stored(path)
        assert after >= before + (not at_start)
        before = after
    assert before < 500
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    assert run(PLAN, store=path) == run(PLAN)


def parent(path, workers, ready):
    def progress(*_):
        ready.set()

    run(PLAN, store=path, workers=workers, progress=progress)


def children_of(pid):
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(name))
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_workers_do_not_outlive_a_killed_parent(context, tmp_path):
    path, ready = tmp_path / "run.chunks", context.Event()
    process = context.Process(target=parent, args=(path, 2, ready))
    process.start()
    assert ready.wait(60)
    workers = children_of(process.pid)
    assert len(workers) >= 2
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    deadline = time.monotonic() + 60
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, workers))
    assert stored(path) > 0
