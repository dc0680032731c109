"""Records as plain data and back, the one store of them, damage named; slack in bins."""

from __future__ import annotations

import errno
import json
import math
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perturb.enclosure import Verdict
from perturb.results.records import ClaimRecord, LawRecord
from perturb.results.run import slack
from perturb.results.store import (
    CLAIMS,
    CONSTANTS,
    FULL_SIMULATIONS,
    LAWS,
    MUTANTS,
    SIMULATIONS,
    RecordError,
    Store,
    Unfit,
    from_plain,
    to_plain,
)
from perturb.search.found import SearchResult
from perturb.statements.paper import Status
from tests.results import examples
from tests.results.examples import CLAIM, EVERY, LAW, SIMULATION, named

KINDS = {
    CLAIMS: CLAIM,
    LAWS: LAW,
    MUTANTS: examples.MUTANTS,
    CONSTANTS: examples.CONSTANTS,
    SIMULATIONS: SIMULATION,
    FULL_SIMULATIONS: SIMULATION,
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "reports")


@pytest.fixture
def full(store: Store) -> Store:
    """One record of each kind."""
    for kind, record in KINDS.items():
        store.put(kind, record)
    return store


def test_every_kind_is_read_as_it_was_put_from_a_file_of_its_own(full):
    for kind, record in KINDS.items():
        assert full.read(kind) == {getattr(record, kind.key): record}
    assert len({full.path(kind) for kind in KINDS}) == len(KINDS)
    assert sorted(path.name for path in full.folder.iterdir()) == sorted(kind.file for kind in KINDS)


def test_without_a_file_there_is_nothing(store):
    assert store.read(CLAIMS) == {}
    assert store.of(CLAIMS, CLAIM) is None


def test_lines_are_in_the_order_of_ids_however_they_came(store):
    for name in ("me/b", "me/a~x", "other/a", "me/a"):
        store.put(CLAIMS, named(name))
    lines = store.path(CLAIMS).read_bytes().split(b"\n")
    assert [json.loads(line)["id"] for line in lines[:-1]] == ["me/a", "me/a~x", "me/b", "other/a"]
    assert lines[-1] == b""
    assert list(store.read(CLAIMS)) == ["me/a", "me/a~x", "me/b", "other/a"]


def test_a_changed_record_is_one_changed_line(store):
    store.put(CLAIMS, *map(named, "abcde"))
    before = store.path(CLAIMS).read_bytes().splitlines()
    store.put(CLAIMS, replace(named("c"), seed=1))
    after = store.path(CLAIMS).read_bytes().splitlines()
    assert [k for k in range(5) if before[k] != after[k]] == [2]
    assert store.read(CLAIMS)["c"].seed == 1
    store.put(CLAIMS, named("c"))
    assert store.path(CLAIMS).read_bytes().splitlines() == before


def test_a_record_of_an_older_statement_is_none_of_this_one(store):
    store.put(CLAIMS, CLAIM)
    assert store.of(CLAIMS, CLAIM) == CLAIM
    assert store.of(CLAIMS, replace(CLAIM, fingerprint="f" * 12)) is None


def test_strangers_are_removed_and_no_record_of_another_kind(full):
    """Statements of other kinds have other ids: what is no claim may well be a law."""
    full.put(CLAIMS, named("me/gone"), named("me/stays"))
    others = {kind: full.path(kind).read_bytes() for kind in KINDS if kind is not CLAIMS}
    full.keep_only(CLAIMS, ["me/stays", "me/never-examined"])
    assert list(full.read(CLAIMS)) == ["me/stays"]
    assert {kind: full.path(kind).read_bytes() for kind in others} == others
    full.keep_only(CLAIMS, [])
    assert full.read(CLAIMS) == {}
    assert full.read(LAWS) == {LAW.id: LAW}


def test_where_there_is_no_stranger_nothing_is_written(full, monkeypatch):
    monkeypatch.setattr(os, "replace", lambda *_: pytest.fail("written"))
    full.keep_only(CLAIMS, [CLAIM.id])
    assert list(full.read(CLAIMS)) == [CLAIM.id]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Expecting property name"),
        ("", "Expecting value"),
        ("<<<<<<< HEAD", "Expecting value"),
        ("[]", "id is missing"),
        ('{"id": 3}', "id is missing"),
        ('{"id": "me/b", "drawn": NaN}', "NaN is not JSON"),
        ('{"id": "me/a"}', "me/a stands on an earlier line already"),
        ('{"id": "me/b"}', "agrees is missing"),
        ('{"id": "me/b", "x": ' + "[" * 100_000, "recursion"),
        (b'{"id": "\xff"}', "codec can't decode"),
    ],
)
def test_damage_is_named_with_file_and_line_and_left_alone(store, line, said):
    store.put(CLAIMS, named("me/a"), named("me/c"))
    first, last = store.path(CLAIMS).read_bytes().splitlines()
    damaged = b"\n".join([first, line if isinstance(line, bytes) else line.encode(), last, b""])
    store.path(CLAIMS).write_bytes(damaged)
    with pytest.raises(RecordError, match=r"claims\.jsonl, line 2: ") as caught:
        store.read(CLAIMS)
    assert said in str(caught.value)
    assert store.path(CLAIMS).read_bytes() == damaged


def test_a_damaged_line_is_not_carried_along_when_another_one_is_put(store):
    store.put(CLAIMS, named("me/a"))
    damaged = store.path(CLAIMS).read_text() + "half of a li"
    store.path(CLAIMS).write_text(damaged)
    for change in (lambda: store.put(CLAIMS, named("me/b")), lambda: store.keep_only(CLAIMS, [])):
        with pytest.raises(RecordError, match="line 2"):
            change()
    assert store.path(CLAIMS).read_text() == damaged


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_this_run_put_is_not_taken_apart_again_and_what_another_put_is_seen(store, monkeypatch):
    store.put(CLAIMS, named("me/a"))
    with monkeypatch.context() as at_rest:
        at_rest.setattr(Store, "_lines", lambda *_: pytest.fail("taken apart"))
        store.put(CLAIMS, named("me/b"))
    Store(store.folder.parent).put(CLAIMS, named("me/c"))
    store.put(CLAIMS, named("me/d"))
    assert list(store.read(CLAIMS)) == ["me/a", "me/b", "me/c", "me/d"]


def test_a_full_disk_leaves_the_old_file(store, monkeypatch):
    store.put(CLAIMS, named("me/a"))
    before = store.path(CLAIMS).read_bytes()
    monkeypatch.setattr(os, "fdopen", no_space)
    with pytest.raises(OSError, match="No space left") as caught:
        store.put(CLAIMS, named("me/b"))
    assert caught.value.filename == str(store.path(CLAIMS))
    assert store.path(CLAIMS).read_bytes() == before
    assert [path.name for path in store.folder.iterdir()] == ["claims.jsonl"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_leaves_the_old_file(store):
    store.put(CLAIMS, named("me/a"))
    store.folder.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            store.put(CLAIMS, named("me/b"))
    finally:
        store.folder.chmod(0o700)
    assert list(store.read(CLAIMS)) == ["me/a"]


def test_a_file_in_the_place_of_the_folder_is_an_error_of_the_system(tmp_path):
    (tmp_path / "records").write_text("no folder")
    with pytest.raises(OSError, match="records"):
        Store(tmp_path).put(CLAIMS, CLAIM)


def test_runs_that_write_at_the_same_time_lose_nothing(store):
    names = [f"me/{number}" for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: Store(store.folder.parent).put(CLAIMS, named(name)), names))
    assert store.read(CLAIMS).keys() == set(names)


def test_a_run_that_is_killed_has_kept_every_record_that_it_put(store):
    script = (
        "import sys; from pathlib import Path; from perturb.results.store import CLAIMS, Store\n"
        "from tests.results.examples import named\n"
        "for number in range(10**6):\n"
        "    Store(Path(sys.argv[1])).put(CLAIMS, named(f'me/{number}')); print(number, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(store.folder.parent)], stdout=subprocess.PIPE, text=True
    ) as child:
        seen = [child.stdout.readline() for _ in range(5)]
        child.send_signal(signal.SIGKILL)
        seen += child.stdout.readlines()
    assert {f"me/{line.strip()}" for line in seen} <= store.read(CLAIMS).keys()


# Records as plain data and back; data that do not fit are refused with their place.


@pytest.mark.parametrize("record", EVERY, ids=lambda record: type(record).__name__)
def test_a_record_survives_json(record):
    text = json.dumps(to_plain(record), allow_nan=False)
    assert from_plain(type(record), json.loads(text)) == record


def test_what_is_read_has_its_own_types_again():
    claim = from_plain(ClaimRecord, to_plain(CLAIM))
    assert claim.status is Status.PROVED
    assert claim.slack.counts == (0, 3, 2)
    assert claim.slack.points == 9
    assert claim.slack.tightest.inputs["A"] == [["1", "-1/3"]]
    law = from_plain(LawRecord, to_plain(LAW))
    assert law.checks[0].verdict is Verdict.HOLDS
    assert law.histogram.draws == 500


def changed(path: str, value: Any) -> dict[str, Any]:
    """The claim as plain data with one part replaced, or removed by `...`."""
    data = to_plain(CLAIM)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner: Any = data
    for part in way:
        inner = inner[part]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("outcome", ..., "outcome is missing"),
        ("slack.equality", ..., "slack.equality is missing"),
        ("more", 1, "more is unknown"),
        (
            "outcome",
            "true",
            "outcome: 'true' is not one of survived, refuted, ",
        ),
        ("outcome", ["survived"], "outcome: ['survived'] is not one of"),
        ("status", "Proved", "status: 'Proved' is not one of printed, proved"),
        ("agrees", 1, "agrees: 1 is not true or false"),
        ("drawn", True, "drawn: True is not a whole number"),
        ("drawn", 1.0, "drawn: 1.0 is not a whole number"),
        ("drawn", None, "drawn: None is not a whole number"),
        ("floor", "0.01", "floor: '0.01' is not a finite number"),
        ("floor", math.inf, "floor: inf is not a finite number"),
        ("floor", math.nan, "floor: nan is not a finite number"),
        ("note", 7, "note: 7 is not a text"),
        ("slack.counts.1", "3", "slack.counts[1]: '3' is not a whole number"),
        ("slack.counts", {"0": 3}, "slack.counts: {'0': 3} is not a list"),
        ("points.random", -1.5, "points.random: -1.5 is not a whole number"),
        ("points", [], "points: [] is not an object"),
        ("slack.tightest.inputs.A", [[1]], "slack.tightest.inputs.A[0][0]: 1 is not a text"),
        ("hypotheses.0", 3, "hypotheses[0]: 3 is not an object"),
        ("win.wider", None, "win.wider: None is not a finite number"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(path, value, said):
    with pytest.raises(Unfit) as caught:
        from_plain(ClaimRecord, changed(path, value))
    assert str(caught.value).startswith(said)


def test_a_pair_has_two_numbers():
    with pytest.raises(Unfit, match=r"^exponent: \[0.5\] is not a list of 2$"):
        from_plain(LawRecord, {**to_plain(LAW), "exponent": [0.5]})


def test_a_long_value_is_shown_in_part_and_a_whole_number_may_stand_for_a_float():
    with pytest.raises(Unfit) as caught:
        from_plain(ClaimRecord, changed("drawn", "9" * 500))
    assert len(str(caught.value)) < 80
    floor = from_plain(ClaimRecord, changed("floor", 0)).floor
    assert (floor, type(floor)) == (0.0, float)


def test_the_whole_may_be_wrong_too():
    for data in (None, [], "x"):
        with pytest.raises(Unfit, match=r"^the whole: "):
            from_plain(ClaimRecord, data)


def test_equal_records_are_equal_and_cannot_be_changed():
    assert replace(CLAIM, seed=0) == CLAIM
    with pytest.raises(AttributeError):
        CLAIM.seed = 1


# The slack of a claim's points, counted in bins of half a power of ten.


def counted(*margins: float, equality: int = 0) -> dict[int, int]:
    counts = slack(SearchResult(margins=list(margins), equality=equality)).counts
    return {number: count for number, count in enumerate(counts) if count}


@pytest.mark.parametrize(
    ("margin", "number"),
    [(1e-16, 0), (4e-16, 1), (1.01e-15, 2), (0.99, 31), (1.0, 32), (3.3, 33), (1e-300, 0), (1e300, 33)],
)
def test_the_bin_of_a_margin(margin: float, number: int) -> None:
    """From 1e-16 to 10; the first bin and the last hold what lies beyond."""
    assert counted(margin) == {number: 1}


def test_equality_is_counted_apart_and_violations_not_at_all() -> None:
    found = slack(SearchResult(margins=[-0.5, 0.5, 0.5], equality=7))
    assert (sum(found.counts), found.equality, found.points) == (2, 7, 9)
    assert (found.low, found.high, len(found.counts)) == (-16, 1, 34)
    assert found.tightest is None
