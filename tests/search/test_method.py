"""The protocol of the search: the methods in their order, each by its own streams; a walk gives one point."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from perturb import then
from perturb.domains import graph, square
from perturb.search.attack import METHODS
from perturb.search.found import SearchResult
from perturb.search.method import Effort, SearchMethod, Walk
from perturb.search.solvers.climb import climb
from perturb.search.solvers.descent import descent, slide
from perturb.search.solvers.flips import flips
from perturb.statements.claim import Claim
from perturb.vocab import entries, fro, mul, rows, total
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
