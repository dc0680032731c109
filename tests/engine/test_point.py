"""Certifying one point: the order of the questions, the ladder of kernels, and what may decide."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from perturb import claim, given, indices, paper, then
from perturb.balls import residual
from perturb.balls.scalar import Unavailable
from perturb.claim import Claim
from perturb.domains import integer, rectangular, scalar, square, symmetric, together, vector
from perturb.drivers.point import LADDER, SECOND_KERNEL, PointVerdict, certify
from perturb.enclosure import Enclosure, Verdict, compare
from perturb.vocab import (
    I,
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
    pi,
    s,
    s1,
    s_min,
    sq,
    sqrt,
    total,
    trace,
)
from perturb.vocab.certified import CharPoly, Exact
from perturb.vocab.decide import instances
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.tree import Kind, Word

SOURCE = paper("test")
i, j, k = indices("i j k")


def declare(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 4)) if domain is None else domain, **options)(body)


def at(c: Claim, ladder: Any = LADDER, **values: Any) -> PointVerdict:
    return certify(c, c.domain.point(values), ladder)


def verdict(lhs: Any, op: str, rhs: Any, ladder: Any = LADDER, **values: Any) -> Verdict:
    """The verdict on one relation between functions of A."""

    def body(A: Any) -> Any:
        yield then(lhs(A) if callable(lhs) else lhs, op, rhs(A) if callable(rhs) else rhs)

    return at(declare(body), ladder, **values).verdict


def two_hypotheses(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield given(s_min(A), ">", 0)
    yield then(kappa(I + A), "<=", 3)


def test_a_failed_hypothesis_makes_the_point_vacuous() -> None:
    c = declare(two_hypotheses)
    first = at(c, A=[[2]])
    assert (first.verdict, first.failed, first.reason) == (Verdict.VACUOUS, 0, "hypothesis 1")
    second = at(c, A=[[0.5, 0], [0, 0]])
    assert (second.verdict, second.failed, second.reason) == (Verdict.VACUOUS, 1, "hypothesis 2")
    border = at(c, A=[["3/5", "4/5"], ["-4/5", "3/5"]])
    assert (border.verdict, border.failed) == (Verdict.VACUOUS, 0)


def test_a_point_inside() -> None:
    c = declare(two_hypotheses)
    assert at(c, A=[[0.5]]).verdict is Verdict.HOLDS
    found = at(c, A=[[0.75, 0], [0, -0.75]])
    assert (found.verdict, found.failed) == (Verdict.VIOLATED, 0)
    assert compare(found.lhs, ">", found.rhs) is Verdict.HOLDS
    assert found.margin == pytest.approx(-4 / 7)


def test_conclusions_are_not_looked_at_where_a_hypothesis_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def body(A: Any) -> Any:
        yield given(trace(A), ">", 0)
        yield then(s1(A), "<=", 0)

    def forbidden(*_: Any) -> Any:
        raise AssertionError("a spectrum was computed")

    monkeypatch.setattr(residual, "singular_values", forbidden)
    assert at(declare(body), A=[[-1]]).verdict is Verdict.VACUOUS


def unknowable(A: Any) -> Any:
    """pi equals pi, but no finite precision certifies it."""
    yield given(pi + s1(A), "==", s1(A) + pi)
    yield then(s1(A), "<", 0)


def test_a_violation_needs_every_hypothesis() -> None:
    found = at(declare(unknowable), A=[[1]])
    assert found.verdict is Verdict.UNDECIDED
    assert found.reason.startswith("hypothesis 1")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_wherever_the_open_hypothesis_stands(place: int) -> None:
    def body(A: Any) -> Any:
        sides = [given(s1(A), ">", 0), given(trace(A), ">", 0)]
        sides.insert(place, given(exp(trace(A)), "==", exp(trace(A)) + 0))
        yield from sides
        yield then(trace(A), "<", 0)

    assert at(declare(body), A=[[1]]).verdict is Verdict.UNDECIDED


def test_a_false_hypothesis_beside_an_open_one() -> None:
    """The open one comes first, so nothing later is looked at: UNDECIDED, which is not a pass either."""

    def body(A: Any) -> Any:
        yield given(pi, "==", pi + 0 * trace(A))
        yield given(trace(A), "<", 0)
        yield then(trace(A), "<", 0)

    assert at(declare(body), A=[[1]]).verdict is Verdict.UNDECIDED


@pytest.fixture
def screened_word() -> Word:
    """The largest entry in absolute value, as a word that float64 alone can compute."""
    return Word(
        "test screened", Kind.SCALAR, "x({0})", lambda A: np.abs(A).max((-2, -1))[..., None, None], accepts=(Kind.MATRIX,)
    )


@pytest.mark.parametrize("op", ["<=", "<", ">=", ">", "==", "!="])
def test_a_word_without_a_certificate_decides_nothing(op: str, screened_word: Word) -> None:
    assert screened_word(np.array([[1.0, -5.0]])) == 5.0
    for rhs in (-1000, 5, 1000):
        assert verdict(lambda A: screened_word(A), op, rhs, A=[[1, 5], [0, 0]]) is Verdict.UNDECIDED

    def as_hypothesis(A: Any) -> Any:
        yield given(screened_word(A), op, 5)
        yield then(s1(A), "<", 0)

    found = at(declare(as_hypothesis), A=[[1, 5], [0, 0]])
    assert found.verdict is Verdict.UNDECIDED
    assert "screened only" in found.reason


def test_a_violated_conclusion_beside_an_open_one() -> None:
    def body(A: Any) -> Any:
        yield then(exp(trace(A)), "==", exp(trace(A)) + 0)
        yield then(s1(A), "<", 0)

    found = at(declare(body), A=[[1]])
    assert (found.verdict, found.failed) == (Verdict.VIOLATED, 1)


def test_an_open_conclusion_is_no_pass() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), ">=", 0)
        yield then(exp(trace(A)), "==", exp(trace(A)) + 0)

    found = at(declare(body), A=[[1]])
    assert (found.verdict, found.failed, found.reason) == (Verdict.UNDECIDED, 1, "precision")


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


WEYL_POINT = {"A": [[1, 2], [3, 4]], "B": [[0, 1], [1, 1]]}


def test_presupposed_theorems_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step whose enclosures rest on Weyl may run, but what it says is thrown away."""
    two = square(count=2, n=(1, 3))
    free = at(declare(weyl, two), **WEYL_POINT)
    assert (free.verdict, free.kernel, free.trusts) == (Verdict.HOLDS, "residual", {"weyl", "ostrowski"})
    bound = at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT)
    assert (bound.verdict, bound.kernel, bound.trusts) == (Verdict.HOLDS, "charpoly", frozenset())

    def wrong(A: Any) -> Any:
        return [fmpq(10**6 if A[0, 0] == 1 and A[0, 1] == 3 else 0)] * 2

    monkeypatch.setattr(residual, "singular_values", wrong)
    assert at(declare(weyl, two), **WEYL_POINT).verdict is Verdict.VIOLATED
    assert at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT).verdict is Verdict.HOLDS


def test_nothing_but_a_circular_kernel() -> None:
    c = declare(weyl, square(count=2, n=(1, 3)), presupposes=["ostrowski"])
    found = at(c, LADDER[:1], **WEYL_POINT)
    assert (found.verdict, found.kernel) == (Verdict.UNDECIDED, "none")
    assert "circular" in found.reason


def test_the_second_kernel_never_calls_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Any:
        raise AssertionError("the residual kernel was called")

    monkeypatch.setattr(residual, "singular_values", forbidden)
    monkeypatch.setattr(residual, "symmetric_eigenvalues", forbidden)
    c = declare(weyl, square(count=2, n=(1, 3)))
    assert at(c, SECOND_KERNEL, **WEYL_POINT).verdict is Verdict.HOLDS


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


def test_equality_is_out_of_reach_of_balls() -> None:
    for ladder in (LADDER[:1], LADDER[1:4]):
        assert verdict(s1, "<=", sqrt(2), ladder, A=[[1, 1], [0, 0]]) is Verdict.UNDECIDED
    assert verdict(s1, "<=", sqrt(2), LADDER[4:], A=[[1, 1], [0, 0]]) is Verdict.HOLDS


def test_the_first_sufficient_step_answers() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), "<=", sqrt(2) + Fraction(1, 2**150))

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert found.verdict is Verdict.HOLDS
    assert (found.kernel, found.bits) == ("charpoly", 212)
    assert found.certificate == "charpoly@212"


def test_undefined_is_neither_true_nor_false() -> None:
    for op in ("<=", ">"):
        assert verdict(kappa, op, 5, A=[[0, 0], [0, 0]]) is Verdict.UNDECIDED
        assert verdict(lambda A: s1(inv(A)), op, 5, A=[[1, 1], [1, 1]]) is Verdict.UNDECIDED
        assert verdict(lambda A: sqrt(trace(A)), op, 5, A=[[-1]]) is Verdict.UNDECIDED

    def body(A: Any) -> Any:
        yield given(kappa(A), ">=", 0)
        yield then(s1(A), "<", 0)

    assert at(declare(body), A=[[0]]).verdict is Verdict.UNDECIDED


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
    return Evaluation(CharPoly({"A.X": A.point({"A": [[a + b for b in range(n)] for a in range(m)]}).values["A"]}))


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
        (s(A_TREE)[larger(i, j)], s(A_TREE)[i], 4),
        (s(A_TREE)[2 * i], 10, 1),
        (s(A_TREE)[i - 1], 10, 2),
        (partial_sums(s(A_TREE))[k], 10, 2),
        (total(s(A_TREE)[:k]), 10, 2),
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
    assert (second.verdict, second.failed, second.at) == (Verdict.VIOLATED, 0, {"component": 3})
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


def test_the_start_value_is_not_a_pass() -> None:
    assert PointVerdict().verdict is Verdict.UNDECIDED
    assert PointVerdict().reason == "not computed"
    assert at(declare(two_hypotheses), (), A=[[0.5]]).verdict is Verdict.UNDECIDED


def test_exact_declines_rather_than_guesses() -> None:
    big = Exact({"A": declare(weyl, square(count=2)).domain.point({"A": [[1] * 13] * 13, "B": [[1] * 13] * 13}).values["A"]})
    with pytest.raises(Unavailable, match="up to n = 12"):
        big.singular_values(big.inputs["A"])
