"""Equality is decided exactly, indices run over exactly what exists, intervals against every integer."""

from __future__ import annotations

import math
import operator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import fmpq

from perturb import given, indices, paper, then
from perturb.certify.point import BALLS, LADDER, Exact, certify
from perturb.domains import integer, rectangular, scalar, square, symmetric, together, vector
from perturb.enclosure import Enclosure, Verdict, compare
from perturb.statements.claim import Claim
from perturb.vocab import (
    T,
    absolute,
    entries,
    exp,
    fro,
    inv,
    kappa,
    lam,
    larger,
    matpow,
    nuclear,
    partial_sums,
    s,
    s1,
    sq,
    sqrt,
    total,
    trace,
)
from perturb.vocab.grammar import kinds as iv
from perturb.vocab.grammar.kinds import INTEGERS, Interval, Kind, exactly
from perturb.vocab.grammar.tree import variable
from perturb.vocab.relations.decide import instances
from perturb.vocab.relations.order import MAJORIZED
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation
from tests.declared import at, declare, verdict

i, j, k = indices("i j k")


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


EQUALITIES: dict[str, tuple[Any, Any, Any]] = {
    "rational": (s1, 2, [[2]]),
    "one surd": (s1, sqrt(2), [[1, 1], [0, 0]]),
    "golden": (lambda A: s1(A) * 2, 1 + sqrt(5), [[1, 1], [0, 1]]),
    "sum of surds": (nuclear, sqrt(5), [[1, 1], [0, 1]]),
    "product of surds": (lambda A: s(A)[1] * s(A)[2], 1, [[1, 1], [0, 1]]),
    "two spellings": (fro, lambda A: sqrt(total(sq(s(A)))), [[1, 2], [3, 4]]),
    "nested": (lambda A: sq(s1(A)) * 2, 3 + sqrt(5), [[1, 1], [0, 1]]),
    "repeated": (lambda A: s(A)[1] - s(A)[2], 0, [[1, 1], [-1, 1]]),
    "of a matrix with surds": (lambda A: s1(A), lambda A: s1(T(A)), [[1, 2], [3, 5]]),
    "cubic": (lambda A: s(A)[1] * s(A)[2] * s(A)[3], 1, [[1, 1, 0], [0, 1, 1], [0, 0, 1]]),
}


@pytest.mark.parametrize("name", EQUALITIES)
def test_equality_is_decided_exactly(name: str) -> None:
    lhs, rhs, A = EQUALITIES[name]
    for op, expected in (("<=", True), (">=", True), ("==", True), ("<", False), (">", False), ("!=", False)):
        assert verdict(lhs, op, rhs, A=A) is (Verdict.HOLDS if expected else Verdict.VIOLATED), op
    tiny = Fraction(1, 10**40)
    lower = lambda A: (lhs(A) if callable(lhs) else lhs) - tiny  # noqa: E731
    assert verdict(lower, "<", rhs, A=A) is Verdict.HOLDS
    assert verdict(lower, ">=", rhs, A=A) is Verdict.VIOLATED


@pytest.mark.parametrize("A", [[[2]], [[1, 1], [0, 1]], [[1, 2], [3, 4]]])
def test_the_margin_at_equality_is_exactly_zero(A: Any) -> None:
    def body(A: Any) -> Any:
        yield then(sqrt(5) * s1(A), "<=", s1(T(A)) * sqrt(5))

    found = at(declare(body), A=A)
    assert (found.verdict, found.margin) == (Verdict.HOLDS, 0.0)


def test_equality_is_out_of_reach_of_balls() -> None:
    for ladder in (LADDER[:1], BALLS[1:]):
        assert verdict(s1, "<=", sqrt(2), ladder, A=[[1, 1], [0, 0]]) is Verdict.UNDECIDED
    assert verdict(s1, "<=", sqrt(2), ((Exact, 64),), A=[[1, 1], [0, 0]]) is Verdict.HOLDS


def test_the_first_sufficient_step_answers() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), "<=", sqrt(2) + Fraction(1, 2**150))

    exact, balls = at(declare(body), A=[[1, 1], [0, 0]]), at(declare(body), BALLS, A=[[1, 1], [0, 0]])
    assert {exact.verdict, balls.verdict} == {Verdict.HOLDS}
    assert exact.certificate == "exact"
    assert (balls.kernel, balls.bits) == ("charpoly", 212)
    assert balls.certificate == "charpoly@212"


def test_more_bits_help_where_exact_arithmetic_has_no_method() -> None:
    def body(A: Any) -> Any:
        yield then(exp(s1(A)), "<=", exp(sqrt(2) + Fraction(1, 2**150)))

    assert at(declare(body), A=[[1, 1], [0, 0]]).certificate == "charpoly@212"


def test_an_open_verdict_names_what_had_no_method_before_its_last_step() -> None:
    def body(A: Any) -> Any:
        yield then(exp(s1(A)), "<=", exp(sqrt(trace(A) + 1)))

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert found.verdict is Verdict.UNDECIDED
    assert found.certificate == "charpoly@424"


def test_what_is_undefined_is_outside() -> None:
    for op in ("<=", ">"):
        assert verdict(kappa, op, 5, A=[[0, 0], [0, 0]]) is Verdict.VACUOUS
        assert verdict(lambda A: s1(inv(A)), op, 5, A=[[1, 1], [1, 1]]) is Verdict.VACUOUS
        assert verdict(lambda A: sqrt(trace(A)), op, 5, A=[[-1]]) is Verdict.VACUOUS

    def body(A: Any) -> Any:
        yield given(kappa(A), ">=", 0)
        yield then(s1(A), "<", 0)

    found = at(declare(body), A=[[0]])
    assert (found.verdict, found.undefined) == (Verdict.VACUOUS, True)
    assert found.reason.startswith("hypothesis 1 undefined: the smallest non-zero singular value")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_instances_of_two_indices(n: int) -> None:
    (link,) = then(s(matpow(A_TREE, 2))[i + j - 1], "<=", s(A_TREE)[i] * s(A_TREE)[j]).links
    found = [dict(x.at) for x in instances(link, reading(n, n))]
    expected = [{"i": a, "j": b} for a in range(1, n + 1) for b in range(1, n + 1) if a + b - 1 <= n]
    assert found == expected
    assert len(found) == n * (n + 1) // 2


A_TREE = declare(weyl, square(count=2)).domain.tree("A")


def reading(m: int, n: int) -> Evaluation:
    A = rectangular(m=m, n=n).named(["A"])
    return Evaluation(
        CharPoly({"A.X": A.point({"A": [[a + b for b in range(n)] for a in range(m)]}).values["A"]})
    )


@pytest.mark.parametrize(
    ("lhs", "rhs", "count"),
    [
        (s(A_TREE)[i], s(A_TREE)[1], 2),
        (s(A_TREE)[i + 1], s(A_TREE)[i], 1),
        (s(A_TREE), s(A_TREE)[1], 2),
        (s(A_TREE), s(A_TREE), 2),
        (entries(A_TREE), 10, 6),
        (A_TREE[i, j], 10, 6),
        (A_TREE[i, i], 10, 2),
        (s(A_TREE)[larger(i, j)], s(A_TREE)[i] + 0 * s(A_TREE)[j], 4),
        (s(A_TREE)[2 * i], 10, 1),
        (s(A_TREE)[i - 1], 10, 2),
        (partial_sums(s(A_TREE))[k], 10, 2),
        (total(s(A_TREE)[:k]), 10, 3),
        (s(A_TREE)[3], 10, 0),
        (trace(T(A_TREE) @ A_TREE), 10, 1),
    ],
)
def test_instances_at_two_by_three(lhs: Any, rhs: Any, count: int) -> None:
    (link,) = then(lhs, "<=", rhs).links
    assert len(list(instances(link, reading(2, 3)))) == count


def test_no_instance_is_no_pass() -> None:
    def body(A: Any) -> Any:
        yield then(s(A)[3], "<=", 0)

    c = declare(body)
    found = at(c, A=[[1, 2], [3, 4]])
    assert (found.verdict, found.reason) == (Verdict.VACUOUS, "no instance at this size")
    assert at(c, A=[[1, 0, 0], [0, 1, 0], [0, 0, 1]]).verdict is Verdict.VIOLATED


def test_the_violated_instance_is_named() -> None:
    def by_index(A: Any) -> Any:
        yield then(s1(A), ">=", 0)
        yield then(s(A)[i], "==", 1)

    def by_component(A: Any) -> Any:
        yield then(s(A), "==", 1)

    A = [[1, 0, 0], [0, 1, 0], [0, 0, "1/2"]]
    first = at(declare(by_index), A=A)
    assert (first.verdict, first.failed, first.at) == (Verdict.VIOLATED, 1, {"i": 3})
    second = at(declare(by_component), A=A)
    assert (second.verdict, second.failed, second.at) == (Verdict.VIOLATED, 0, {"i": 3})
    assert compare(second.lhs, "<", Enclosure(fmpq(51, 100), fmpq(51, 100))) is Verdict.HOLDS


def test_inputs_of_every_kind() -> None:
    def body(A: Any, v: Any, x: Any, m: Any) -> Any:
        yield given(m, "<=", 2)
        yield then(absolute((A @ v)[m]), "<=", x)

    space = together(A=square(), v=vector(), x=scalar(), m=integer(1, "n"), n=(1, 3))
    c = declare(body, space)
    values = {"A": [[1, 2], [3, 4]], "v": [1, -1], "x": 1, "m": 2}
    assert at(c, **values).verdict is Verdict.HOLDS
    assert at(c, **{**values, "x": "999/1000"}).verdict is Verdict.VIOLATED
    assert at(c, **{**values, "m": 3}).verdict is Verdict.VACUOUS


def test_eigenvalues_need_a_symmetric_matrix() -> None:
    def body(A: Any) -> Any:
        yield then(lam(A)[1], ">=", lam(A)[i])

    assert at(declare(body, symmetric()), A=[[1, 2], [2, 1]]).verdict is Verdict.HOLDS
    with pytest.raises(ValueError, match="not symmetric"):
        at(declare(body, symmetric()), A=[[1, 2], [3, 1]])


# Intervals of integers against every integer in them.


SMALL = [Interval(lo, hi) for lo in range(-3, 4) for hi in range(lo, 4)]
INF = math.inf
BINARY = [
    (iv.plus, operator.add),
    (iv.minus, operator.sub),
    (iv.times, operator.mul),
    (iv.larger, max),
    (iv.smaller, min),
]
UNARY = [(iv.negative, operator.neg), (iv.size, abs), (iv.square, lambda x: x * x)]


def holds(found: Interval, x: int) -> bool:
    return found.lo <= x <= found.hi


@pytest.mark.parametrize(("on_intervals", "on_integers"), BINARY)
def test_the_interval_of_all_results_is_the_smallest(on_intervals, on_integers) -> None:
    for a, b in product(SMALL, SMALL):
        results = [on_integers(x, y) for x in a.values() for y in b.values()]
        assert on_intervals(a, b) == (min(results), max(results))


@pytest.mark.parametrize(("on_intervals", "on_integers"), UNARY)
def test_of_one_operand_too(on_intervals, on_integers) -> None:
    for a in SMALL:
        results = [on_integers(x) for x in a.values()]
        assert on_intervals(a) == (min(results), max(results))


@pytest.mark.parametrize(
    ("back", "forth"),
    [
        (iv.factor, operator.mul),
        (iv.below_maximum, max),
        (iv.above_minimum, min),
    ],
)
def test_what_a_result_says_of_an_operand_holds_all_that_give_it(back, forth) -> None:
    for result, other in product(SMALL, SMALL):
        found = back(result, other)
        able = [x for x in range(-4, 5) if any(holds(result, forth(x, y)) for y in other.values())]
        assert all(holds(found, x) for x in able)


def test_the_factor_is_as_narrow_as_division_makes_it() -> None:
    assert iv.factor(Interval(5, 11), exactly(3)) == (2, 3)
    assert iv.factor(Interval(-11, -5), exactly(3)) == (-3, -2)
    assert iv.factor(Interval(5, 11), exactly(-3)) == (-3, -2)
    assert iv.factor(exactly(6), Interval(-9, 9)) == (-6, 6)
    assert iv.factor(Interval(0, 6), Interval(-1, 1)) == INTEGERS


def test_roots_and_absolute_values_backwards() -> None:
    assert iv.root(Interval(2, 10)) == (-3, 3)
    assert iv.root(Interval(-5, -1)) == (0, 0)
    assert iv.root(Interval(0, INF)) == INTEGERS
    assert iv.of_size(Interval(1, 4)) == (-4, 4)


def test_infinite_ends_stay_exact() -> None:
    huge = 10**400  # too long for a float
    assert iv.plus(Interval(huge, INF), exactly(1)) == (huge + 1, INF)
    assert iv.times(Interval(0, INF), exactly(0)) == (0, 0)
    assert iv.times(Interval(-INF, 2), exactly(-3)) == (-6, INF)
    assert iv.minus(INTEGERS, INTEGERS) == INTEGERS
    assert iv.factor(Interval(7, INF), Interval(2, INF)) == (0, INF)


def test_meeting_and_lying_within() -> None:
    assert Interval(0, 5).meet(Interval(3, INF)) == (3, 5)
    assert Interval(0, 1).meet(Interval(2, 3)).empty
    assert not exactly(2).empty
    assert Interval(1, 2).within(Interval(1, 3))
    assert not Interval(0, 2).within(Interval(1, 3))
    assert exactly(4).finite
    assert not Interval(1, INF).finite


def by_definition(op: str, a: tuple[int, ...], b: tuple[int, ...]) -> bool | None:
    """None of what has a negative component where products are compared."""
    if "log" in op and min(*a, *b) < 0:
        return None
    whole = math.prod if "log" in op else sum
    low, high = (sorted(side, reverse=True) for side in (a, b))
    every = all(whole(low[:k]) <= whole(high[:k]) for k in range(1, len(a) + 1))
    return every and ("weakly" in op or whole(low) == whole(high))


@pytest.mark.parametrize("op", MAJORIZED)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_majorization_says_what_its_definition_says(op: str, n: int) -> None:
    """With ties, zeros and negative components; as a hypothesis it lets the same points in."""
    domain = together(x=vector(), y=vector(), n=n)
    left, right = (variable(name, Kind.VECTOR) for name in "xy")
    says = Claim("m/then", paper("m"), "", domain, (), then(left, op, right).links, "")
    lets = replace(says, hypotheses=given(left, op, right).links, conclusions=then(0, "<", 0).links)
    pairs = list(product(product((2, 1, 0, -1), repeat=n), repeat=2))
    for a, b in pairs[:: 1 + len(pairs) // 60]:
        point, known = domain.point({"x": a, "y": b}), by_definition(op, a, b)
        wanted = {None: Verdict.VACUOUS, True: Verdict.HOLDS, False: Verdict.VIOLATED}[known]
        assert certify(says, point).verdict is wanted, (a, b)
        assert (certify(lets, point).verdict is Verdict.VIOLATED) == (known is True), (a, b)
