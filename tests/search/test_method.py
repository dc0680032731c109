"""The protocol of the search: methods in order, streams that repeat, time by sizes, and slow points."""

from __future__ import annotations

import math
import random
import signal
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.point import PointVerdict
from perturb.domains import graph, square, vector
from perturb.process.pool import TimeIsOver, limited
from perturb.results.claims import examine
from perturb.search import found as seen
from perturb.search.attack import METHODS, search
from perturb.search.found import EVEN, SearchResult, Sizing
from perturb.search.method import PROFILES, Effort, SearchMethod, Walk, claim_stream
from perturb.search.methods import solve
from perturb.search.solvers.climb import climb
from perturb.search.solvers.descent import descent, slide
from perturb.search.solvers.flips import flips
from perturb.statements.claim import Claim
from perturb.vocab import (
    commutator,
    entries,
    fro,
    mul,
    rows,
    s1,
    sq,
    total,
)
from tests.declared import declare

WALKS: tuple[Walk, ...] = (climb, descent, slide, flips)
SMALL = Effort(rounds=3, batch=16, certified=2, corners=3, grid=64, climb_every=1, longest=1, terms=200)


def product(A: Any, B: Any) -> Any:
    yield then(fro(mul(A, B)), "<", fro(A) * fro(B) + 1)


def few_edges(A: Any) -> Any:
    yield then(total(entries(A)), "<=", rows(A) * (rows(A) - 1))


CLAIM = declare(product, square(count=2, n=(2, 3)))
GRAPH = declare(few_edges, graph(n=(4, 5)))


def looked(method: SearchMethod) -> tuple[list[float], dict[str, int]]:
    found = SearchResult()
    for _ in method(CLAIM, SMALL, 0, found):
        pass
    return found.margins, dict(found.origins)


def test_the_methods_run_in_this_order() -> None:
    names = [getattr(method, "__name__", "") for method in METHODS]
    assert names == ["known", "grid", "isolated", "solved", "wander"]


@pytest.mark.parametrize("method", METHODS)
def test_a_method_has_no_randomness_but_its_streams(method: SearchMethod) -> None:
    random.seed(1)
    np.random.seed(1)
    before = looked(method)
    shared = random.getstate(), np.random.get_state()[1:3]
    random.seed(2)
    np.random.seed(2)
    assert looked(method) == before
    random.seed(1)
    np.random.seed(1)
    assert shared[0] == random.getstate()
    assert all(np.array_equal(a, b) for a, b in zip(shared[1], np.random.get_state()[1:3], strict=True))


@pytest.mark.parametrize("walk", WALKS)
@pytest.mark.parametrize("claim", [CLAIM, GRAPH], ids=["product", "graph"])
def test_a_walk_leads_to_one_point_the_same_each_time(walk: Walk, claim: Claim) -> None:
    sizes = next(iter(claim.domain.sizes()))
    rng = np.random.default_rng(0)
    batch = claim.domain.draw(rng, 1 if walk is flips else 8, sizes)
    ends = [walk(claim, batch, np.random.default_rng(3), 3, late=lambda: False) for _ in range(2)]
    if ends[0] is None:
        assert ends[1] is None
        return
    assert ends[0].count == 1
    assert ends[1] is not None
    assert all((ends[1].params[key] == array).all() for key, array in ends[0].params.items())
    assert claim.domain.contains(claim.domain.construct(dict(ends[0].sizes), ends[0].params_of(0)))


# A search repeats itself exactly; another seed, statement or driver draws other points.


SOURCE = paper("test")
SMALL_STREAMS = Effort(rounds=3, batch=64, certified=4, corners=10, grid=500)


def declare_streams(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 3)) if domain is None else domain, **options)(body)


def counts(found: SearchResult) -> tuple[Any, ...]:
    points = [(p.values, v.verdict, v.margin) for p, v in found.violations]
    tightest = found.tightest[1].values if found.tightest[1] else None
    numbers = (
        found.drawn,
        found.inside,
        found.met,
        found.origins,
        found.verdicts,
        found.kernels,
        found.margins,
    )
    return *numbers, found.equality, tightest, points


def submultiplicative(A: Any, B: Any) -> Any:
    yield given(s1(A), "<", 2)
    yield then(s1(A @ B), "<=", s1(A) * s1(B))


def too_small_constant(A: Any, B: Any) -> Any:
    yield then(fro(commutator(A, B)), "<=", Fraction(14142, 10000) * fro(A) * fro(B))


TWO = square(count=2, n=(1, 3))


@pytest.mark.parametrize("body", [submultiplicative, too_small_constant])
def test_the_same_seed_finds_the_same(body: Callable[..., Any]) -> None:
    c = declare_streams(body, TWO)
    again = declare_streams(body, TWO, id="copy", status="proved")
    one, two = (search(x, SMALL_STREAMS, seed=3, stop_at_first=False) for x in (c, again))
    assert counts(one) == counts(two)


def test_another_seed_draws_other_points() -> None:
    c = declare_streams(submultiplicative, TWO)
    assert counts(search(c, SMALL_STREAMS, seed=1)) != counts(search(c, SMALL_STREAMS, seed=2))


def test_a_claim_declared_beside_it_changes_nothing() -> None:
    before = search(declare_streams(submultiplicative, TWO), SMALL_STREAMS, seed=3)
    declare_streams(too_small_constant, TWO)
    search(declare_streams(too_small_constant, TWO), SMALL_STREAMS, seed=3)
    assert counts(search(declare_streams(submultiplicative, TWO), SMALL_STREAMS, seed=3)) == counts(before)


def test_streams_are_keyed_by_seed_statement_driver_and_index() -> None:
    one, two = declare_streams(submultiplicative, TWO), declare_streams(too_small_constant, TWO)
    keys = [
        (one, "grid", 0, 0),
        (one, "grid", 0, 1),
        (one, "grid", 1, 0),
        (one, "random", 0, 0),
        (two, "grid", 0, 0),
    ]
    first = [claim_stream(*key).integers(2**62) for key in keys]
    assert len(set(first)) == len(keys)
    assert [claim_stream(*key).integers(2**62) for key in keys] == first


def test_the_same_witness_twice() -> None:
    c = declare_streams(too_small_constant, TWO)
    found = [examine(c, PROFILES["ci"], seed=5) for _ in range(2)]
    assert [e.outcome for e in found] == ["refuted", "refuted"]
    assert found[0].simplest is not None
    assert found[0].simplest == found[1].simplest
    assert found[0].worst == found[1].worst


# Time goes to the sizes whose margins fall: of random batches, and of solutions of equations.


ME = paper("test")


@claim(ME, "sizes", domain=vector(n=(1, 4)))
def sizes(v: Any) -> Any:
    yield given(total(v), "==", 1)
    yield then(sq(v[1]), ">=", 0)


def test_half_of_the_later_batches_go_where_margins_fall() -> None:
    sizing, rng, chosen = Sizing(sizes), np.random.default_rng(0), []
    for number in range(EVEN + 200):
        which = sizing.next(number, rng)
        chosen.append(which)
        sizing.saw(which, 0.5**number if which == 2 else 1.0)
    assert chosen[EVEN:].count(2) > 90
    assert all(chosen[EVEN:].count(k) > 5 for k in (0, 1, 3))


def solved_sizes(rounds: int, falls: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes in turn at which equations are solved, when margins fall at one of them alone."""
    found, chosen = SearchResult(), []

    def one(system: Any, *rest: Any) -> Any:
        n = system.fixed.sizes["n"]
        chosen.append(n)
        found.best[(("n", n),)] = (0.5 ** len(chosen) if n == falls else 1.0), None
        yield

    monkeypatch.setattr(solve, "_round", one)
    for _ in solve.solved(sizes, Effort(solved=rounds), 0, found):
        pass
    return chosen


def test_the_first_solutions_are_of_all_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solved_sizes(1, 3, monkeypatch) == [1, 2, 3, 4]


def test_further_solutions_are_where_margins_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = solved_sizes(20, 3, monkeypatch)
    assert len(chosen) == 80
    assert chosen[4::2] == [n % 4 + 1 for n in range(38)]
    assert chosen[5::2].count(3) > 25


def test_what_cannot_be_solved_gets_no_turn_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "WIDE", 3)
    chosen = solved_sizes(20, 1, monkeypatch)
    assert 4 not in chosen
    assert chosen.count(1) > 35


# One slow point does not outlast the limit: it is left, and counts as nothing.


def forever(*_: Any) -> PointVerdict:
    while True:
        time.monotonic()


def test_a_computation_that_looks_at_no_clock_is_interrupted() -> None:
    with pytest.raises(TimeIsOver), limited(0.01):
        forever()
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0
    with limited(math.inf):
        pass


def test_a_ring_that_is_told_of_late_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer ran out inside the block, the handler is called after it: nobody waits for it there."""
    before = signal.getsignal(signal.SIGALRM)
    with monkeypatch.context() as blocked:
        blocked.setattr(signal, "setitimer", lambda *_: (0.0, 0.0))
        with limited(0.01):
            pass
    late = signal.getsignal(signal.SIGALRM)
    assert callable(late)
    late(signal.SIGALRM, None)
    with limited(60.0):
        late(signal.SIGALRM, None)  # of the block before
    assert signal.getsignal(signal.SIGALRM) == before


def test_a_ring_at_any_place_stays_inside_its_block() -> None:
    """Thousands of rings around the end of a short block: each is caught by the try around it."""
    caught = 0
    for k in range(400):
        try:
            with limited(0.001):
                end = time.perf_counter() + 0.0009 + k * 1e-6
                while time.perf_counter() < end:
                    pass
        except TimeIsOver:
            caught += 1
        time.sleep(0)
    assert 0 < caught <= 400
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0


def test_a_point_that_takes_forever_ends_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    @claim(paper("test"), "norms", domain=square(n=(2, 2)))
    def norms(A: Any) -> Any:
        yield then(s1(A), ">=", 0)

    monkeypatch.setattr(seen, "certify", forever)
    found = search(norms, Effort(seconds=0.05))
    assert found.cut_short
    assert found.points == 0


def _busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def _first(work: Callable[[], object]) -> None:
    work()
    _busy(60)


def test_an_import_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that was being loaded when the alarm rang was missing from then on, or half there."""
    text = (
        "import time\nend = time.monotonic() + 0.1\nwhile time.monotonic() < end:\n    pass\nwhole = True\n"
    )
    (tmp_path / "slow_to_load.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TimeIsOver), limited(0.01):
        _first(lambda: import_module("slow_to_load"))
    assert sys.modules.pop("slow_to_load").whole


def test_an_alarm_in_a_finaliser_rings_afterwards(capsys: pytest.CaptureFixture[str]) -> None:
    """Python printed it with a traceback, and the limit was none any more."""

    class Slow:
        def __del__(self) -> None:
            _busy(0.1)

    with pytest.raises(TimeIsOver), limited(0.01):
        _first(Slow)
    assert capsys.readouterr().err == ""
