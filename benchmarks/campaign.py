"""What a campaign costs over the bare sampler, what two workers gain, what memory it takes, in one run."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from pandas import DataFrame

from perturb.laws.distributions import tracy_widom
from perturb.laws.ensembles import symmetrised_largest
from perturb.montecarlo import Bins, Experiment, run
from perturb.montecarlo.chunk import chunk_stream, chunks
from perturb.montecarlo.run import local
from perturb.montecarlo.tally import perform


def gaussian(n, draws, rng):
    return rng.standard_normal(draws)


PLAN = Experiment(
    name="bench/largest",
    title="largest eigenvalue",
    source="none",
    statistic=symmetrised_largest,
    symbol="t_n",
    sizes=(20,),
    draws=1,
    bins=Bins(-20, 40, 60),
    reference=tracy_widom(1),
)
HEAD = ["what", "measured", "wanted"]
Row = tuple[str, str, str]
CHEAP = replace(PLAN, name="bench/gaussian", statistic=gaussian, sizes=(1,), bins=Bins(-6, 6, 60))


def one_second(chunks: int) -> Experiment:
    """The plan with so many chunks that cost about a second each."""
    start = process_time()
    symmetrised_largest(20, 2_000, np.random.default_rng(0))
    chunk = 1 << round(np.log2(2_000 / (process_time() - start)))
    return replace(PLAN, cost=lambda n: 500_000 / chunk, draws=chunks * chunk)


def bare(plan: Experiment) -> float:
    start = process_time()
    for chunk in chunks(plan):
        chunk.statistic(chunk.n, chunk.draws, chunk_stream(chunk.key, chunk.seed, chunk.n, chunk.index))
    return process_time() - start


def campaign(plan: Experiment, folder: Path) -> float:
    """Processor time, so that a neighbour on the machine does not count."""
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        start = process_time()
        run(plan, store=Path(fresh) / "run.chunks")
        return process_time() - start


def overhead(folder: Path) -> Row:
    plan = one_second(2)
    pairs = [(bare(plan), campaign(plan, folder)) for _ in range(3)]
    over = statistics.median(c / b for b, c in pairs) - 1
    each = statistics.median(b for b, _ in pairs) / 2
    return (
        f"overhead of campaign, store and histogram, chunks of {each:.1f} s",
        f"{100 * over:.1f} %",
        "<= 5 %",
    )


def speedup() -> Iterator[Row]:
    """The pool is warm: starting a worker costs seconds once, a campaign runs for hours.

    On a machine that is busy with other work the clock says little; the share of the parent, in processor
    time, says what keeps two workers from being twice as fast.
    """
    plan = one_second(4)
    one, two, shares = [], [], []
    with local(2) as executor:
        list(executor.map(perform, islice(chunks(plan), 2)))
        for _ in range(3):
            one.append(timed(plan)[0])
            wall, parent = timed(plan, workers=2, executor=executor)
            two.append(wall)
            shares.append(parent)
    ratio, share = min(one) / min(two), statistics.median(shares) / bare(plan)
    yield f"two workers against one, at load {os.getloadavg()[0]:.1f}", f"{ratio:.2f} times", ">= 1.8"
    yield "work of the parent, of that of the sampler", f"{100 * share:.1f} %", ""


def timed(plan: Experiment, **how) -> tuple[float, float]:
    """Seconds by the clock, and of this process's processor time."""
    wall, own = perf_counter(), process_time()
    run(plan, **how)
    return perf_counter() - wall, process_time() - own


def peak(draws: int) -> float:
    """Peak resident memory of a fresh process that runs so many draws, in MB."""
    command = [sys.executable, __file__, "memory", str(draws)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def memory() -> Iterator[Row]:
    for draws in (10**6, 10**7):
        yield f"peak memory, {draws:,} draws", f"{peak(draws):.0f} MB", "< 500 MB"


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as scratch:
        yield overhead(Path(scratch))
    yield from speedup()
    yield from memory()


if __name__ == "__main__":
    if sys.argv[1:2] == ["memory"]:
        with tempfile.TemporaryDirectory() as scratch:
            run(replace(CHEAP, draws=int(sys.argv[2])), store=Path(scratch) / "run.chunks")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    else:
        print(DataFrame(rows(), columns=HEAD).to_string(index=False))
