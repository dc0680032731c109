"""Workers and interrupts: the same bits however many; SIGKILL and Ctrl-C lose chunks in flight alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from multiprocessing import get_context
from threading import Timer

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from perturb.laws.ensembles import symmetrised_largest
from perturb.montecarlo import Bins, run, tally
from perturb.montecarlo.chunk import about, chunks
from perturb.montecarlo.run import Keeper, cluster, in_order, local
from perturb.montecarlo.store import ChunkStore
from perturb.process.pool import cores
from tests.montecarlo.plans import CHUNK, MANY, PLAN, napping

EIGENVALUES = replace(PLAN, statistic=symmetrised_largest, sizes=(2, 70), draws=1500, bins=Bins(-30, 30, 60))


@pytest.fixture(scope="module")
def alone():
    return {plan: run(plan) for plan in (EIGENVALUES, MANY)}


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("plan", [EIGENVALUES, MANY], ids=["eigenvalues", "many"])
def test_threads_change_no_bit(alone, plan, workers):
    assert run(plan, workers=workers, pool="threads") == alone[plan]


def test_processes_change_no_bit(alone):
    with local(2, "processes") as executor:
        for plan in (EIGENVALUES, MANY):
            assert run(plan, executor=executor, workers=2) == alone[plan]


def test_any_executor_will_do(alone):
    with ThreadPoolExecutor(2) as executor:
        assert run(MANY, executor=executor, workers=2) == alone[MANY]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_changes_no_bit(alone):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local_cluster,
        cluster(local_cluster.scheduler_address) as (executor, slots),
    ):
        assert slots == 2
        for plan in (EIGENVALUES, MANY):
            assert run(plan, executor=executor, workers=slots) == alone[plan]


class Swapped(Executor):
    """Of two chunks the second is done at once, the first a little later."""

    def submit(self, fn, chunk):
        future = Future()
        timer = Timer(0.03 * (1 - chunk.index % 2), lambda: future.set_result(fn(chunk)))
        timer.start()
        if chunk.index % 2:
            timer.join()
        return future


def test_chunks_that_come_out_of_order_are_put_in_order(tmp_path):
    plan = replace(PLAN, sizes=(1,))
    with ChunkStore(tmp_path / "run.chunks", about(plan)) as store:
        order = [chunk.index for chunk, _ in in_order(chunks(plan), Swapped(), 4, Keeper(store, None))]
        assert order == list(range(6))
        assert all(store.get(chunk) for chunk in chunks(plan))


def blas_threads():
    return max((lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"), default=1)


def limited(n, draws, rng):
    return rng.standard_normal(draws) + 0 * blas_threads() if blas_threads() == 1 else None


@pytest.mark.parametrize("pool", ["threads", "processes"])
def test_workers_have_one_blas_thread(monkeypatch, pool):
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.setenv(name, "2")
    assert run(replace(PLAN, statistic=limited), workers=2, pool=pool).sizes


def test_the_pool_is_closed():
    with local(2, "threads") as executor:
        pass
    with pytest.raises(RuntimeError):
        executor.submit(print)


def test_cores_are_those_of_this_process():
    assert 1 <= cores() <= os.cpu_count()


# SIGKILL at random moments: at most the chunks in flight are lost, and no bit of the result changes.


# Two and a half seconds of naps at each size: more than the kills leave time for.
NAPPING = replace(PLAN, statistic=napping, sizes=(1, 2), draws=250 * CHUNK)
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
    run(NAPPING, store=path)


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
    assert run(NAPPING, store=path) == run(NAPPING)


def parent(path, workers, ready):
    def progress(*_):
        ready.set()

    run(NAPPING, store=path, workers=workers, progress=progress)


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


# Ctrl-C at any line of adding a chunk up leaves a run with fewer draws.


def test_an_interruption_while_chunks_are_added_up():
    """At any line: draws were counted without their sums, which gave wrong numbers, or a traceback."""
    files = {module.__file__ for module in (tally, sys.modules[Keeper.__module__])}
    few, left = replace(MANY, sizes=(2,), draws=2 * CHUNK, cases=({"r": 2},)), [0]
    whole = [run(few, draws=k * CHUNK).sizes for k in (1, 2)]

    def traced(frame, event, _):
        if frame.f_code.co_filename not in files or frame.f_code.co_name not in ("add", "plus", "_added"):
            return None
        left[0] -= event == "line"
        if left[0] == 0:
            raise KeyboardInterrupt
        return traced

    before, found = sys.gettrace(), []
    for lines in count(1):
        left[0] = lines
        sys.settrace(traced)
        try:
            found.append(run(few))
        finally:
            sys.settrace(before)
        if not found[-1].interrupted:
            break
    assert len(found) > 20
    assert all(results.sizes in ((), *whole) for results in found)
