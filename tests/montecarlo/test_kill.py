"""SIGKILL at random moments: at most the chunks in flight are lost, and no bit of the result changes."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest

from perturb.montecarlo import run
from tests.montecarlo.plans import CHUNK, PLAN, napping

# Two and a half seconds of naps at each size: more than the kills leave time for.
PLAN = replace(PLAN, statistic=napping, sizes=(1, 2), draws=250 * CHUNK)
KILLS = 20


def child(path):
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


def killed_after(context, path, seconds):
    process = context.Process(target=child, args=(path,))
    process.start()
    process.join(seconds)
    ended = process.exitcode is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    process.close()
    return not ended


def test_twenty_kills_change_no_bit(context, tmp_path, monkeypatch):
    path, rng = tmp_path / "run.chunks", np.random.default_rng(7)
    # The first child waits for the server to load.
    process = context.Process(target=time.sleep, args=(0,))
    process.start()
    process.join()
    before, longest = 0, 0.05
    for share in rng.random(KILLS):
        assert killed_after(context, path, share * longest)
        after = stored(path)
        assert after >= before
        # However slow the machine, some child gets far enough.
        longest *= 1.5 if after == before else 1.0
        before = after
    assert 0 < before < 500
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
    deadline = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, workers))
    assert stored(path) > 0
