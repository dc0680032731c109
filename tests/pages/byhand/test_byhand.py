"""Checks by hand: each runs in an empty namespace and can fail; brackets of spectra, helpers, and none.

Brackets prove what stands above them; helpers agree with LAPACK; without a violation there is no check.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import arb, fmpq

import theorems
from perturb import then
from perturb.domains import (
    square,
)
from perturb.pages.byhand import kit
from perturb.pages.byhand.brackets import (
    eigenvalues,
    is_diagonal,
    moduli,
    rounded,
    shown,
    singular_values,
    square_root,
)
from perturb.pages.byhand.script import by_hand
from perturb.pages.byhand.tables import Names, Table
from perturb.pages.byhand.terms import BeyondError, Term, UnprovedError
from perturb.statements.catalogue import catalogue
from perturb.vocab import (
    T,
    absolute,
    inv,
    lam_max,
    larger,
    mat_exp,
    mat_sqrt,
    s1,
    s_min,
    smaller,
    spectral_radius,
    sq,
    sqrt,
)
from tests.pages.byhand.false_statements import FALSE, check, run, statement


@pytest.mark.parametrize(
    ("domain", "body", "inputs"), FALSE, ids=[f"{k}-{f[1].__name__}" for k, f in enumerate(FALSE)]
)
def test_a_check_runs_uses_every_input_and_ends_in_the_violation(domain, body, inputs):
    code = check(statement(domain, body), inputs)
    lines = re.sub("#.*", "", code)
    for name in [name for name, x in inputs.items() if isinstance(x, list)]:
        assert len(re.findall(rf"\b{name}\b", lines.split(f"\n{name} = ")[1])) > 0, name
    shown, said = code.rstrip().splitlines()[-2:]
    relation = shown.removeprefix("assert ")
    assert relation.startswith("lhs ")
    assert said.startswith(f'print("the statement fails here: {relation}')


@pytest.mark.parametrize(
    ("line", "change"),
    [("A = ", "A = [[F(1), F(0)], [F(0), F(1)]]"), ("lhs = ", "lhs = F(0)"), ("rhs = ", "rhs = F(9)")],
)
def test_a_check_fails_when_a_line_is_another(line, change):
    domain, body, inputs = FALSE[1]
    code = check(statement(domain, body), inputs)
    broken = [change if text.startswith(line) else text for text in code.splitlines()]
    assert broken != code.splitlines()
    with pytest.raises(AssertionError):
        run("\n".join(broken))


BEYOND = {"mat_exp", "numerical_radius", "mat_abs", "exp"}
WITNESSES = sorted(Path(theorems.__file__).parent.glob("*/witnesses/*.json"))


def test_every_stored_witness_has_a_check_that_runs():
    """Only statements about exponentials, matrix functions and numerical radii may do without one."""
    known = catalogue()
    silent = []
    for path in WITNESSES:
        content = json.loads(path.read_text())
        of = known[content["claim"]]
        point = of.domain.point({name: x["value"] for name, x in content["inputs"].items()})
        code = by_hand(of, point, content["failed"], content["at"])
        if code is None:
            links = [*of.hypotheses, *of.conclusions]
            nodes = {node for link in links for side in link.parts for node in side.walk()}
            silent.append({node.word.name for node in nodes} & BEYOND)
        else:
            assert run(code)[-1].startswith("the statement fails here")
    assert all(silent)
    assert len(silent) < len(WITNESSES) / 2


# Brackets of spectra: what stands above a bound proves it, run as a reader runs it.


F = Fraction
GOLDEN = [[F(1), F(1)], [F(1), F(0)]]
SHEAR = [[F(1), F(2), F(0)], [F(0), F(1), F(-1)]]
EXACT = F(0)
TURN = [[F(0), F(-2)], [F(1), F(0)]]


def table(value: kit.Matrix, radius: Fraction = EXACT) -> Table:
    return Table("A", value, (), radius)


def run_brackets(value: kit.Matrix, *terms: Term) -> None:
    """Every fact in order, in a namespace that has the pasted helpers, F and A."""
    known = {**vars(kit), "A": value}
    for line in dict.fromkeys(line for t in terms for side in (t.lo, t.hi) for line in side.facts):
        exec(line, known)


@pytest.mark.parametrize(
    ("bracket", "value", "true"),
    [
        (singular_values, SHEAR, np.linalg.svd(np.array(SHEAR, float), compute_uv=False)),
        (eigenvalues, GOLDEN, np.linalg.eigvalsh(np.array(GOLDEN, float))[::-1]),
        (moduli, TURN, [2**0.5, 2**0.5]),
    ],
)
def test_the_facts_run_and_the_bounds_are_short_and_right(bracket, value, true):
    found = bracket(Names({"A"}), table(value), 5)
    run_brackets(value, *found)
    assert len(found) == len(true)
    for term, x in zip(found, true, strict=True):
        assert term.lo.value - F(1, 10**9) <= F(float(x)) <= term.hi.value + F(1, 10**9)
        assert 0 <= term.hi.value - term.lo.value < F(1, 1000)


def test_a_bound_that_is_moved_fails():
    (largest, _) = eigenvalues(Names({"A"}), table(GOLDEN), 5)
    (fact,) = [line for line in largest.hi.facts if "lambda_1" in line]
    assert largest.hi.code in fact
    with pytest.raises(AssertionError):
        exec(fact.replace(largest.hi.code, largest.lo.code), {**vars(kit), "A": GOLDEN})


def test_a_diagonal_is_read_off_in_order_and_a_radius_widens():
    value = [[F(-3), F(0)], [F(0), F(2)]]
    assert is_diagonal(value)
    assert [t.lo.value for t in eigenvalues(Names({"A"}), table(value), 5)] == [2, -3]
    assert [t.lo.value for t in singular_values(Names({"A"}), table(value), 5)] == [3, 2]
    wide = eigenvalues(Names({"A"}), table(value, F(1, 10)), 5)
    assert [(t.lo.value, t.hi.value) for t in wide] == [(F(19, 10), F(21, 10)), (F(-31, 10), F(-29, 10))]
    with pytest.raises(BeyondError):
        moduli(Names({"A"}), table(value, F(1, 10)), 5)


def test_a_root_is_exact_or_within_its_radius():
    names = Names({"A"})
    exact = square_root(names, table([[F(5), F(4)], [F(4), F(5)]]), 8)
    assert (exact.value, exact.radius) == ([[2, 1], [1, 2]], 0)
    near = square_root(names, table([[F(2), F(1)], [F(1), F(2)]]), 8)
    assert 0 < near.radius <= F(1, 1000)
    gap = kit.minus(kit.times(near.value, near.value), [[F(2), F(1)], [F(1), F(2)]])
    assert max(sum(map(abs, row)) for row in gap) <= near.radius**2
    known = {**vars(kit), "A": [[F(2), F(1)], [F(1), F(2)]]}
    for line in near.facts:
        exec(line, known)


def test_rounding_goes_outward_and_refuses_what_may_be_zero():
    third = arb(1) / 3
    low, high = rounded(third, 3)
    assert (low, high) == (F(333, 1000), F(334, 1000))
    assert rounded(fmpq(1, 3), 3) == (F(1, 3), F(1, 3))
    with pytest.raises(UnprovedError, match="may be zero"):
        rounded(arb(0, 1), 3)
    with pytest.raises(UnprovedError, match="not enclosed"):
        rounded(arb("nan"), 3)
    assert [shown(x) for x in (F(1, 3), F(5, 8), F(7))] == ["1/3", "0.625", "7"]


# The helpers that a check is pasted with, against LAPACK.


def exact(A):
    return [[Fraction(int(x)) for x in row] for row in A]


def test_counts_of_eigenvalues_agree_with_lapack():
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4):
        for _ in range(20):
            A = rng.integers(-3, 4, size=(n, n))
            S, t = A + A.T, int(rng.integers(-3, 4))
            values = np.linalg.eigvalsh(S)
            more, least = kit.above(exact(S), Fraction(t))
            assert more == np.sum(values > t + 1e-8)
            assert least == np.sum(values > t - 1e-8)
            # 7/13 is no modulus of a matrix of integers, nor a product of two: its circle is never touched.
            r = Fraction(7, 13) * int(rng.integers(1, 9))
            assert kit.inside(exact(A), r) == np.sum(np.abs(np.linalg.eigvals(A)) < float(r))


def test_inverse_determinant_and_permanent_agree_with_numpy():
    A = [[0, 2, 1], [1, 1, 0], [3, 0, 1]]
    assert kit.times(exact(A), kit.inverse(exact(A))) == kit.identity(3)
    assert kit.determinant(exact(A)) == round(np.linalg.det(A))
    assert kit.permanent(exact(A)) == 0 + 2 * 1 * 1 + 2 * 0 * 3 + 1 * 1 * 0 + 1 * 1 * 3


# There is no check by hand where nothing is violated, or where fractions do not reach.


def test_a_true_statement_has_no_check():
    domain, body, _ = FALSE[0]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[1]], "B": [[2]]})) is None


EQUALITIES = {
    "sum": lambda A, B: (s1(A) + s1(B), s1(B) + s1(A)),
    "difference": lambda A, B: (s1(A) - s1(B), -(s1(B) - s1(A))),
    "negative product": lambda A, B: ((s1(A) - s1(B)) * s1(A), sq(s1(A)) - s1(A) * s1(B)),
    "quotient": lambda A, B: (s1(A) / s1(B) * s1(B), s1(A)),
    "negative quotient": lambda A, B: ((s1(A) - s1(B)) / (0 - s1(B)), 1 - s1(A) / s1(B)),
    "absolute value": lambda A, B: (absolute(s1(A) - s1(B)), absolute(s1(B) - s1(A))),
    "roots": lambda A, B: (sqrt(s1(A)) * sqrt(s1(B)), sqrt(s1(A) * s1(B))),
    "powers": lambda A, B: (s1(A) ** Fraction(-3, 2) * sq(s1(A)), sqrt(s1(A))),
    "extremes": lambda A, B: (smaller(s1(A), s1(B)) + larger(s1(A), s1(B)), s1(A) + s1(B)),
    "spectra": lambda A, B: (s1(A), sqrt(lam_max(T(A) @ A))),
    "moduli": lambda A, B: (spectral_radius(A + T(A)), s1(A + T(A))),
    "inverse": lambda A, B: (s1(inv(A)), 1 / s_min(A)),
    "negation": lambda A, B: (0 - s1(A), -sqrt(lam_max(T(A) @ A))),
    "matrix root": lambda A, B: (lam_max(mat_sqrt(T(A) @ A)), s1(A)),
}
IRRATIONAL = [
    [[1, 2], [0, 1]],
    [[3, 1], [1, "1/3"]],
    [[5, 1], [2, 1]],
    [[1, 1], [0, 7]],
    [[2, 9], [1, 3]],
    [[1, 4], [4, 0]],
]


@pytest.mark.parametrize("sign", ["<=", ">="])
@pytest.mark.parametrize("sides", EQUALITIES.values(), ids=EQUALITIES)
def test_equal_irrational_numbers_are_never_shown_to_differ(sides, sign):
    def body(A, B):
        lhs, rhs = sides(A, B)
        yield then(lhs, sign, rhs)

    of = statement(square(count=2, n=(1, 2)), body)
    for A, B in zip(IRRATIONAL, reversed(IRRATIONAL), strict=True):
        assert by_hand(of, of.domain.point({"A": A, "B": B})) is None


def test_a_point_outside_the_hypotheses_has_no_check():
    domain, body, _ = FALSE[13]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"M": [[2, 0], [0, -2]]})) is None


def test_a_point_outside_the_domain_has_no_check():
    domain, body, _ = FALSE[6]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[0, 1], [0, 0]], "C": [[1, 0], [0, 0]]})) is None


def test_words_beyond_fractions_have_no_check():
    def exponential(A):
        yield then(s1(mat_exp(A)), "<=", 1)

    of = statement(square(n=(1, 2)), exponential)
    assert by_hand(of, of.domain.point({"A": [[1]]})) is None
