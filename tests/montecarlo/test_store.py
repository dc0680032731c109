"""The store of chunks: resumes, refuses what is not its own, and never loses what it holds."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from importlib import import_module

import pytest

from perturb.montecarlo import Bins, StoreError, run
from perturb.montecarlo.chunk import about, chunks
from perturb.montecarlo.store import ChunkStore
from perturb.montecarlo.tally import perform
from tests.montecarlo.plans import CHUNK, MANY, PLAN, napping

# The package has a function of the same name.
MODULE = import_module("perturb.montecarlo.run")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "run.chunks"


def counted(draw):
    """How many chunks a run draws."""
    seen = []

    def count(chunk):
        seen.append(chunk)
        return perform(chunk)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "perform", count)
        draw()
    return len(seen)


def stop_at(count):
    seen = []

    def progress(*call):
        seen.append(call)
        if len(seen) == count:
            raise KeyboardInterrupt

    return progress


def rows(path):
    with sqlite3.connect(path) as base:
        found = base.execute("SELECT * FROM part ORDER BY 1, 2, 3, 4, 5").fetchall()
    base.close()
    return found


def change(path, statement):
    with sqlite3.connect(path) as base:
        base.execute(statement)
    base.close()


@pytest.mark.parametrize("plan", [PLAN, MANY], ids=["one", "many"])
def test_an_interrupted_run_goes_on(plan, path):
    whole, total = run(plan), len(list(chunks(plan)))
    assert run(plan, store=path, progress=stop_at(3)).interrupted
    assert counted(lambda: run(plan, store=path)) == total - 3
    assert counted(lambda: run(plan, store=path)) == 0
    assert run(plan, store=path) == whole


def test_more_draws_add_to_what_is_there(path):
    run(PLAN, store=path, draws=2 * CHUNK + 5)
    assert counted(lambda: run(PLAN, store=path)) == 2 * 4
    assert run(PLAN, store=path) == run(PLAN)
    assert counted(lambda: run(PLAN, store=path, draws=2 * CHUNK + 5)) == 0
    assert run(PLAN, store=path, draws=700) == run(PLAN, draws=700)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(PLAN, seed=1), "seed is 0 there and 1 here"),
        (replace(PLAN, version=2), "version is 1 there and 2 here"),
        (replace(PLAN, name="test/other"), "experiment is test/gaussian"),
        (replace(PLAN, bins=Bins(-4, 4, 9)), "bins is"),
        (replace(PLAN, statistic=napping), "statistic is"),
    ],
)
def test_another_experiment_is_refused(other, words, path):
    run(PLAN, store=path, draws=CHUNK)
    before = rows(path)
    with pytest.raises(StoreError, match=words):
        run(other, store=path)
    assert rows(path) == before


DAMAGE = [
    "UPDATE part SET total = total + 1e-9 WHERE chunk = 1",
    "UPDATE part SET counts = x'00' WHERE chunk = 1",
    "UPDATE part SET counts = NULL WHERE chunk = 1",
    "UPDATE part SET smallest = 'x' WHERE chunk = 1",
    "UPDATE part SET checksum = '' WHERE chunk = 1",
    "UPDATE part SET chunk = 99 - n WHERE chunk = 1 AND \"column\" = 'top'",
    "DELETE FROM part WHERE chunk = 1 AND \"column\" = 'top'",
    "UPDATE part SET \"column\" = 'top2' WHERE chunk = 1 AND \"column\" = 'top'",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_row_is_named_and_can_be_drawn_again(damage, path):
    whole = run(MANY, store=path)
    change(path, damage)
    before = rows(path)
    with pytest.raises(StoreError, match=r"n = 1, chunk 1 is damaged .*--repair"):
        run(MANY, store=path)
    assert rows(path) == before
    assert run(MANY, store=path, repair=True) == whole
    assert run(MANY, store=path) == whole


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_store_is_left_alone(content, path):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match=re.escape(str(path))):
        run(PLAN, store=path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(path):
    path.parent.mkdir()
    change(path, "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        run(PLAN, store=path)
    assert path.read_bytes() == before


def test_pages_that_are_damaged_are_said_to_be(path):
    run(PLAN, store=path)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        run(PLAN, store=path)


def test_two_runs_on_one_store_are_refused(path):
    with ChunkStore(path, about(PLAN)), pytest.raises(StoreError, match="in use by another run"):
        run(PLAN, store=path)
    assert run(PLAN, store=path) == run(PLAN)


def test_a_full_disk_keeps_what_is_there(path):
    plan = list(chunks(PLAN))
    with ChunkStore(path, about(PLAN)) as store:
        pages = store.base.execute("PRAGMA page_count").fetchone()[0]
        store.base.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match="the disk is full; what it holds is kept"):
            put_all(store, plan)
    stored = len(rows(path))
    assert 0 < stored < len(plan)
    assert run(PLAN, store=path) == run(PLAN)


def put_all(store, plan):
    for chunk in plan:
        store.put(chunk, perform(chunk).parts)


def test_a_folder_in_its_place_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        run(PLAN, store=tmp_path)


def test_a_statistic_that_fails_keeps_the_chunks_before_it(path, monkeypatch):
    monkeypatch.setattr(MODULE, "perform", fails_at_third())
    with pytest.raises(ArithmeticError):
        run(PLAN, store=path)
    monkeypatch.undo()
    assert len(rows(path)) == 2
    assert run(PLAN, store=path) == run(PLAN)


def fails_at_third():
    seen = []

    def failing(chunk):
        seen.append(chunk)
        if len(seen) == 3:
            raise ArithmeticError
        return perform(chunk)

    return failing
