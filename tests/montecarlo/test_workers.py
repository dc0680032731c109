"""One, two, three workers, threads, processes, a cluster: the same bits."""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Timer

import pytest
from threadpoolctl import threadpool_info

from perturb.laws.ensembles import symmetrised_largest
from perturb.montecarlo import Bins, run
from perturb.montecarlo.executors import cluster, local
from perturb.montecarlo.plan import about, chunks
from perturb.montecarlo.run import Keeper, in_order
from perturb.montecarlo.store import ChunkStore
from perturb.process.pool import cores
from tests.montecarlo.plans import MANY, PLAN

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
