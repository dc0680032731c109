"""Raw samples: every value that was counted, once, whatever happened on the way."""

from __future__ import annotations

import builtins
from dataclasses import replace

import numpy as np
import pytest

from perturb.montecarlo import run
from perturb.montecarlo.chunk import chunks
from perturb.montecarlo.tally import perform
from tests.montecarlo.plans import MANY, PLAN

pytest.importorskip("pyarrow")


def read(folder):
    from pyarrow import parquet

    return {path.relative_to(folder): parquet.read_table(path) for path in sorted(folder.rglob("*.parquet"))}


def own(experiment):
    return f"{experiment.name.replace('/', '-')}-seed-{experiment.seed}"


def test_values_are_those_that_were_counted(tmp_path):
    results = run(PLAN, raw=tmp_path, workers=2, pool="threads")
    tables = read(tmp_path / own(PLAN))
    assert len(tables) == len(list(chunks(PLAN)))
    for size in results.sizes:
        x = np.concatenate([t["value"].to_numpy() for p, t in tables.items() if p.parts[0] == f"n-{size.n}"])
        drawn = [perform(chunk).raw[""] for chunk in chunks(PLAN, raw=True) if chunk.n == size.n]
        assert (x == np.concatenate(drawn)).all()
        assert x.max() == size.largest
    assert not list(tmp_path.rglob("*.part"))


def test_columns_and_cases_have_their_place(tmp_path):
    run(MANY, raw=tmp_path)
    tables = read(tmp_path / own(MANY))
    assert {path.parts[:2] for path in tables} == {(f"r = {r}", f"n-{n}") for r in (1, 2) for n in (1, 2)}
    assert all(table.column_names == ["first", "top", "positive"] for table in tables.values())


def test_experiments_and_seeds_share_no_folder(tmp_path):
    run(PLAN, raw=tmp_path)
    first = read(tmp_path)
    run(PLAN, raw=tmp_path, seed=PLAN.seed + 1)
    run(replace(PLAN, version=2), raw=tmp_path)
    after = read(tmp_path)
    assert len(after) == 3 * len(first)
    assert all(after[path].equals(first[path]) for path in first)


def test_a_longer_run_replaces_the_chunk_that_was_cut(tmp_path):
    n = PLAN.sizes[0]
    step = PLAN.chunk_draws(n)
    for draws in (step + 3, 2 * step + 5, step + 1):
        run(PLAN, raw=tmp_path, sizes=(n,), draws=draws)
        rows = [table.num_rows for table in read(tmp_path).values()]
        assert sum(rows[:2]) == min(draws, 2 * step)
    assert len(rows) == 3


def test_a_missing_file_is_drawn_again(tmp_path):
    """Chunks without the values, or a file that went away: the chunk comes back, the same."""
    store, raw = tmp_path / "run.chunks", tmp_path / "raw"
    whole = run(PLAN, store=store)
    assert run(PLAN, store=store, raw=raw) == whole
    before = read(raw)
    next(iter(raw.rglob("*.parquet"))).unlink()
    assert run(PLAN, store=store, raw=raw) == whole
    after = read(raw)
    assert after.keys() == before.keys()
    assert all(after[path].equals(before[path]) for path in before)


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"perturb\[raw\]"):
        run(PLAN, raw=tmp_path)
