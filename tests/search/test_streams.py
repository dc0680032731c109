"""A search repeats itself exactly; another seed, statement or driver draws other points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from perturb import claim, given, paper, then
from perturb.domains import square
from perturb.results.claims import examine
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.search.streams import claim_stream
from perturb.statements.claim import Claim
from perturb.vocab import (
    commutator,
    fro,
    s1,
)

SOURCE = paper("test")
SMALL = Effort(rounds=3, batch=64, certified=4, corners=10, grid=500)


def declare(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
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
    c = declare(body, TWO)
    again = declare(body, TWO, id="copy", status="proved")
    one, two = (search(x, SMALL, seed=3, stop_at_first=False) for x in (c, again))
    assert counts(one) == counts(two)


def test_another_seed_draws_other_points() -> None:
    c = declare(submultiplicative, TWO)
    assert counts(search(c, SMALL, seed=1)) != counts(search(c, SMALL, seed=2))


def test_a_claim_declared_beside_it_changes_nothing() -> None:
    before = search(declare(submultiplicative, TWO), SMALL, seed=3)
    declare(too_small_constant, TWO)
    search(declare(too_small_constant, TWO), SMALL, seed=3)
    assert counts(search(declare(submultiplicative, TWO), SMALL, seed=3)) == counts(before)


def test_streams_are_keyed_by_seed_statement_driver_and_index() -> None:
    one, two = declare(submultiplicative, TWO), declare(too_small_constant, TWO)
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
    c = declare(too_small_constant, TWO)
    found = [examine(c, PROFILES["ci"], seed=5) for _ in range(2)]
    assert [e.outcome for e in found] == ["refuted", "refuted"]
    assert found[0].simplest is not None
    assert found[0].simplest == found[1].simplest
    assert found[0].worst == found[1].worst
