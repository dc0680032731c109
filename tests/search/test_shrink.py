"""The simplest witness: no step makes it simpler; stored witnesses of other claims as seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb import claim, given, paper, then
from perturb.certify import witness
from perturb.certify.point import certify
from perturb.domains import contraction, integer, positive_definite, psd, scalar, square, together, vector
from perturb.domains.space import Point, exact_array
from perturb.results.claims import KernelsDisagree, cross_checked, examine
from perturb.search.attack import search
from perturb.search.method import PROFILES, Effort
from perturb.search.methods.listed import related
from perturb.search.shrink import candidates, complexity, free_entries, simplest, violated
from perturb.statements.claim import Claim
from perturb.vocab import commutator, det, fro, lam_min, s, s1, s_min, sq, total, trace
from tests.declared import at
from tests.declared import declare as declare_related

SOURCE = paper("test")
SMALL = Effort(rounds=4, batch=64, certified=6, corners=20, grid=2_000)


def declare(body: Callable[..., Any], domain: Any) -> Claim:
    return claim(SOURCE, "label", domain=domain)(body)


def commuting(A: Any, B: Any) -> Any:
    yield then(fro(commutator(A, B)), "<=", Fraction(7, 5) * fro(A) * fro(B))


def small_trace(A: Any) -> Any:
    yield then(trace(A), "<=", 3)


def big_determinant(A: Any) -> Any:
    yield then(det(A), "<=", sq(lam_min(A)) + 2)


def short(v: Any, rho: Any) -> Any:
    yield given(rho, "<", 0)
    yield then(total(v), ">=", rho)


def not_contracted(A: Any) -> Any:
    yield then(s1(A), "<", 1)


def some_index(A: Any, k: Any) -> Any:
    yield then(s(A)[k], "<=", 1 + s_min(A))


CLAIMS: dict[str, Claim] = {
    "commutator": declare(commuting, square(count=2, n=(1, 3))),
    "trace": declare(small_trace, square(n=(1, 3))),
    "determinant": declare(big_determinant, positive_definite(n=(1, 3))),
    "vector and number": declare(short, together(v=vector(n=(1, 3)), rho=scalar())),
    "contraction": declare(not_contracted, contraction(n=(1, 2))),
    "an integer": declare(some_index, together(A=square(), k=integer(1, "n"), n=(1, 3))),
}
each = pytest.mark.parametrize("name", CLAIMS)


def starts(c: Claim) -> list[Point]:
    """Some violations, the most complicated ones first."""
    points = [p for p, _ in search(c, SMALL, seed=1, stop_at_first=False).violations]
    return sorted(points, key=complexity, reverse=True)[:3]


@each
def test_locally_minimal(name: str) -> None:
    c = CLAIMS[name]
    for start in starts(c):
        best = simplest(c, start, seconds=math.inf)
        assert violated(c, best)
        assert c.domain.contains(best)
        assert complexity(best) <= complexity(start)
        better = [p for p in candidates(c, best) if complexity(p) < complexity(best) and violated(c, p)]
        assert better == []


@each
def test_candidates_are_members(name: str) -> None:
    c = CLAIMS[name]
    for start in starts(c)[:1]:
        assert all(c.domain.contains(p) for p in candidates(c, start))


@each
def test_free_entries_are_free(name: str) -> None:
    """A move of 1/16 either way, one entry at a time: in the domain and still a violation."""
    c = CLAIMS[name]
    point = simplest(c, starts(c)[0], seconds=math.inf)
    names = free_entries(c, point)
    labels = []
    for key, value in point.values.items():
        for label, changed in moved(key, value):
            labels.append(label)
            pair = [c.domain.point({**point.values, key: x}) for x in changed]
            free = all(c.domain.contains(p) and violated(c, p) for p in pair)
            assert free == (label in names)
    assert set(names) <= set(labels)


def moved(key: str, value: Any) -> list[tuple[str, list[Any]]]:
    step = fmpq(1, 16)
    if isinstance(value, int):
        return []
    if isinstance(value, fmpq):
        return [(key, [value + step, value - step])]
    found = []
    if isinstance(value, tuple):
        for a in range(len(value)):
            pair = [(*value[:a], value[a] + d, *value[a + 1 :]) for d in (step, -step)]
            found.append((f"{key}[{a + 1}]", pair))
        return found
    for a, b in np.ndindex(value.nrows(), value.ncols()):
        unit = fmpq_mat(value.nrows(), value.ncols())
        unit[a, b] = step
        found.append((f"{key}[{a + 1},{b + 1}]", [value + unit, value - unit]))
    return found


def built(c: Claim, **arrays: Any) -> Point:
    params = {f"{key}.{c.domain.spaces[key].params.__iter__().__next__()}": a for key, a in arrays.items()}
    sizes = {"n": len(next(iter(arrays.values())))}
    return c.domain.construct(
        sizes, {key: exact_array(np.array(a, dtype=object)) for key, a in params.items()}
    )


def test_known_answers() -> None:
    c = CLAIMS["trace"]
    start = built(c, A=[[Fraction(17, 3), 2, -1], [4, Fraction(1, 7), 1], [0, 0, 5]])
    (entry,) = simplest(c, start, seconds=math.inf).values["A"].entries()
    assert entry in (4, 5, 6, 7)
    two = CLAIMS["commutator"]
    start = built(
        two,
        A=[[0, 1, 0], [0, 0, 0], [0, 0, Fraction(1, 99)]],
        B=[[0, 0, 0], [1, 0, 0], [0, Fraction(1, 99), 0]],
    )
    found = simplest(two, start).values
    assert sorted(str(x) for x in found.values()) == ["[0, 0]\n[1, 0]", "[0, 1]\n[0, 0]"]


@pytest.mark.parametrize("entry", [2**40, -(2**40), 10**30, Fraction(12345, 2), 999])
def test_large_numbers_come_down(entry: Any) -> None:
    def at_most_five(A: Any) -> Any:
        yield then(s1(A), "<=", 5)

    c = declare(at_most_five, square(n=(1, 3)))
    (found,) = simplest(c, built(c, A=[[Fraction(entry)]]), seconds=math.inf).values["A"].entries()
    assert 5 < abs(found) <= 8


def test_a_point_without_parameters_stays_as_it_is() -> None:
    c = CLAIMS["trace"]
    point = c.domain.point({"A": [[7, 1], [2, 3]]})
    assert simplest(c, point) is point


def test_no_time_is_no_harm() -> None:
    c = CLAIMS["trace"]
    start = built(c, A=[[7, 1], [2, 3]])
    assert violated(c, simplest(c, start, seconds=0))


def test_complexity_orders_by_size_then_zeros_then_digits_then_signs() -> None:
    c = CLAIMS["trace"]
    points = [[[1]], [[-1]], [[9]], [["1/9"]], [[0, 0], [0, 5]], [[0, 1], [0, 1]], [[1, 1], [1, 1]]]
    measured = [complexity(c.domain.point({"A": A})) for A in points]
    assert measured == sorted(measured)


def test_both_kernels_must_agree_on_a_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    from perturb.numbers import residual

    def at_most_three(A: Any) -> Any:
        yield then(s1(A), "<=", 3)

    c = declare(at_most_three, square(n=(1, 3)))
    point = c.domain.point({"A": [[1, 2], [2, 1]]})
    monkeypatch.setattr(residual, "singular_values", lambda A: (fmpq(100), fmpq(1)))
    assert certify(c, point).verdict.value == "violated"
    with pytest.raises(KernelsDisagree, match="at_most_three"):
        cross_checked(c, point)


def test_a_witness_outside_of_its_domain_is_a_defect() -> None:
    def nonnegative(A: Any) -> Any:
        yield then(s_min(A), ">=", 1)

    c = declare(nonnegative, psd(n=(1, 3)))
    outside = replace(c.domain.point({"A": [[0.5, 0], [1, 0.5]]}))
    with pytest.raises(AssertionError, match="not in the domain"):
        cross_checked(c, outside)


def positive_margin(A: Any) -> Any:
    yield then(lam_min(A), ">=", Fraction(1, 1000))


def not_at_one(x: Any) -> Any:
    yield given(x, "!=", 1)
    yield then(x, "<=", Fraction(1, 2))


@pytest.mark.parametrize(
    ("body", "domain"),
    [(positive_margin, positive_definite(n=(1, 2))), (not_at_one, scalar(0, 1)), (not_at_one, scalar(0))],
)
def test_the_simplest_witness_stays_in_the_domain(body: Callable[..., Any], domain: Any) -> None:
    """The simplest number on the way lies just outside: 0 is not positive definite, 2 not in [0, 1]."""
    c = declare(body, domain)
    evidence = examine(c, PROFILES["ci"])
    assert evidence.outcome == "refuted"
    assert evidence.simplest is not None
    assert c.domain.contains(c.domain.point(evidence.simplest.values))


def test_an_entry_is_free_only_if_it_may_move_both_ways() -> None:
    c = CLAIMS["trace"]
    assert free_entries(c, c.domain.point({"A": [["49/16"]]})) == []
    assert free_entries(c, c.domain.point({"A": [["51/16"]]})) == ["A[1,1]"]
    bounded_above = declare(not_at_one, scalar(0, 1))
    assert free_entries(bounded_above, bounded_above.domain.point({"x": "31/32"})) == []


def test_one_entry_at_a_time() -> None:
    """Rounding all entries together would lose the hypothesis, so each is simplified by itself."""

    def body(v: Any) -> Any:
        yield given(v[1], "==", Fraction(1, 2))
        yield then(v[2], "<=", 1)

    c = declare(body, vector(n=(2, 3)))
    start = built(c, v=[Fraction(1, 2), Fraction(9, 8)])
    assert simplest(c, start, seconds=math.inf).values == {"v": (fmpq(1, 2), fmpq(2))}


# Stored witnesses of other claims as seeds: of the sizes that are searched, and no others.


def claim_related(n: Any, folder: Path, name: str = "mine") -> Claim:
    def body(A: Any) -> Any:
        yield then(trace(A), "<=", 0)

    return replace(declare_related(body, square(n=n), id=name), file=folder / "mine.py")


@pytest.mark.parametrize(
    ("range", "tried"), [(2, [2]), ((2, 2), [2]), ((1, 3), [1, 2, 3]), ((2, 3), [2, 3]), ((5, 9), [])]
)
def test_the_sizes_of_seeds(range: Any, tried: list[int], tmp_path: Path) -> None:
    for n in (1, 2, 3, 4):
        other = claim_related((1, 4), tmp_path, f"other{n}")
        one = [[int(i == j) for j in (1, 2, 3, 4)[:n]] for i in (1, 2, 3, 4)[:n]]
        made = witness.make(other, other.domain.point({"A": one}), at(other, A=one))
        witness.save(made, tmp_path / "witnesses" / f"{n}.json")
    assert [point.sizes["n"] for point in related(claim_related(range, tmp_path))] == tried
