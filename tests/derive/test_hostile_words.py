"""Forged steps about deleted rows, diagonal matrices, factors and roots of vectors: none is accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perturb import given, then
from perturb.domains import (
    diagonal_matrices,
    integer,
    orthogonal,
    projection,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    vector,
)
from perturb.statements.claim import Claim
from perturb.vocab import (
    T,
    absolute,
    cols,
    fro,
    head,
    larger,
    largest,
    length,
    max_entry,
    nuclear,
    rank,
    rows,
    s,
    s1,
    s_min,
    smallest,
    sq,
    sqrt,
    total,
    without_columns,
    without_rows,
)
from perturb.vocab.words.lists import I
from tests.derive.forging import Step, i, refused, stated
from tests.derive.test_hostile_claims import named

CUT = together(A=square(), k=integer(0, "n"), n=(1, 3))
CUT_OF_ANY = together(A=rectangular(), k=integer(0, "m"), m=(1, 3), n=(1, 3))
TWICE = together(A=square(), k=integer(0, "n"), j=integer(0, "n"), n=(1, 3))
SCALED = together(A=square(), a=scalar(), b=scalar(), n=(1, 3))
HEAD = together(x=vector(), k=integer(0, "n"), n=(1, 3))
ANY, X, PAIR = rectangular(m=(1, 3), n=(1, 3)), vector(n=(1, 3)), vector(count=2, n=(1, 3))
Sides = Callable[..., tuple[Any, str, Any]]


def of(domain: Any, sides: Sides, rank_: int = 0, name: str = "statement") -> Claim:
    def body(*inputs: Any) -> Any:
        yield then(*sides(*inputs))

    return stated(domain, named(body, sides), rank_, name)


def by(name: str, part: int = 0, **put: str) -> list[Step]:
    return [{"do": "lemma", "name": f"forged/{name}", "part": part, "with": put}]


@pytest.mark.parametrize(
    ("domain", "sides"),
    [
        (CUT, lambda A, k: (s1(without_rows(A, k)), "==", s1(without_columns(A, k)))),
        (CUT, lambda A, k: (s1(without_rows(T(A), k)), "==", s1(T(without_rows(A, k))))),
        (CUT, lambda A, k: (rank(without_rows(A, k)), "==", rank(A))),
        (CUT, lambda A, k: (rows(without_columns(A, k)), "==", cols(without_columns(A, k)))),
        (CUT, lambda A, k: (s_min(without_columns(A, k)), "==", s(A)[cols(A) - k])),
        (TWICE, lambda A, k, j: (fro(without_rows(A, k)), "==", fro(without_rows(A, j)))),
        (TWICE, lambda A, k, j: (k, "==", j)),
        (
            together(A=square(), Q=orthogonal("n"), k=integer(0, "n"), n=(1, 3)),
            lambda A, Q, k: (nuclear(without_rows(Q @ A, k)), "==", nuclear(without_rows(A, k))),
        ),
        (SCALED, lambda A, a, b: (s1((a + b) * A), "==", (a + b) * s1(A))),
        (SCALED, lambda A, a, b: (s1((a * a - b) * A), "==", (a * a + absolute(b)) * s1(A))),
        (SCALED, lambda A, a, b: (s1((a + b) * A + I), "==", absolute(a + b) * s1(A + I))),
        (SCALED, lambda A, a, b: (fro((a * a - b * b) * A + (a - b) * I), "==",
                                  absolute(a + b) * fro((a - b) * A + I))),
        (SCALED, lambda A, a, b: (rank((a + b) * A), "==", rank(A))),
        (SCALED, lambda A, a, b: (rank((a - a) * A), "==", rank(A))),
        (SCALED, lambda A, a, b: (fro((a + b) * A), "==", absolute(a) * fro(A) + absolute(b) * fro(A))),
    ],
)  # fmt: skip
def test_no_normal_form_makes_them_one(domain: Any, sides: Sides) -> None:
    refused("ends elsewhere", of(domain, sides), [])


LARGEST: list[tuple[Any, Sides]] = [
    (X, lambda x: (largest(-absolute(x)), ">=", 0)),
    (X, lambda x: (largest(larger(x, 0) + x / 2), ">=", 0)),
    (X, lambda x: (largest(2 * larger(x, 0) + x), ">=", 0)),
    (X, lambda x: (largest(absolute(x) - 1), ">=", 0)),
    (X, lambda x: (largest(absolute(x - 1) - 1), ">=", 0)),
    (X, lambda x: (largest(absolute(x) - larger(x, 0) + x), ">=", 0)),
    (PAIR, lambda x, y: (largest(2 * larger(x, 0) - y), ">=", 0)),
    (PAIR, lambda x, y: (largest(absolute(x) - absolute(y)), ">=", 0)),
    (together(x=vector(), c=scalar(), n=(1, 3)), lambda x, c: (largest(c * absolute(x)), ">=", 0)),
    (X, lambda x: (largest(absolute(x)), ">", 0)),
    (X, lambda x: (smallest(-absolute(x)), ">=", 0)),
]  # fmt: skip


@pytest.mark.parametrize(("domain", "sides"), LARGEST)
def test_the_largest_of_what_is_no_absolute_value(domain: Any, sides: Sides) -> None:
    """With x = -1 or 1, y = 1, c = -1, or 0 all the components are negative, or not positive."""
    refused("ends elsewhere", of(domain, sides), [])


SPACES = together(A=square(), B=square(), P=projection("n"), D=diagonal_matrices(), S=symmetric(), n=(1, 3))


@pytest.mark.parametrize(
    "D", ["B", "P", "S", "(add D S)", "(matmul D B)", "(matmul B (matmul D (T B)))", "(hadamard D B)",
          "(add (eye A) P)", "(without_columns B 0)", "(kron D (column_matrix (diagonal A)))"],
)  # fmt: skip
def test_what_is_not_shown_to_be_diagonal(D: str) -> None:
    """A = ones, D = ones: n^3 <= n^2 for one row of n ones. Entrywise products are not looked into."""

    def scaled(A: Any, D: Any) -> Any:
        return sq(fro(A @ D)), "<=", rows(A) * sq(max_entry(A)) * sq(fro(D))

    lemma = of(together(A=rectangular(), D=diagonal_matrices(), m=(1, 3), n=(1, 3)), scaled, 1, "scaled")
    false = of(SPACES, lambda A, B, P, D, S: (sq(fro(A @ B)), "<=", 0 * fro(P) * fro(D) * fro(S)))
    refused("diagonal|of another shape", false, by("scaled", A="A", D=D), lemmas=[lemma])


LENGTH = "(length (s (without_rows A (neg k))))"


@pytest.mark.parametrize(
    ("less", "why"),
    [
        ("(neg k)", "a subscript that may not exist"),  # the smaller side would be n + k
        ("(add k 1)", "a subscript that may not exist"),
        ("(div k 2)", "no sum of integers"),
        ("(sub k (cols A))", "a subscript that may not exist"),
        ("k", "a subscript that may not exist"),  # no row may be left
        ("(rows A)", "a subscript that may not exist"),
    ],
)
def test_rows_that_are_not_there_to_be_deleted(less: str, why: str) -> None:
    lemma = of(ANY, lambda A: (length(s(A)), "<=", cols(A)), 1, "long")
    refused(why, of(CUT, lambda A, k: (k, "<=", 0)), by("long", A=f"(without_rows A {less})"), lemmas=[lemma])


def test_a_matrix_without_rows_has_none() -> None:
    """The lemma is of matrices that have rows: k < n would follow, and n rows may be deleted."""
    lemma = of(ANY, lambda A: (rows(A), ">=", 1), 1, "some")
    steps = by("some", A="(without_rows A k)")
    refused("a subscript that may not exist", of(CUT, lambda A, k: (k, "<", cols(A))), steps, lemmas=[lemma])


@pytest.mark.parametrize(
    "text", ["(s (without_rows A k))", "(s1 (without_rows A k))", "(nuclear (without_columns (T A) k))",
             "(s_min (without_rows (without_rows A k) 0))"],
)  # fmt: skip
def test_the_smaller_one_of_two_sides_that_may_be_0(text: str) -> None:
    """It would be at least 1 and at most m - k."""
    steps: list[Step] = [{"do": "square", "of": f"(length {text})" if text.startswith("(s (") else text}]
    refused("a side that may be 0", of(CUT_OF_ANY, lambda A, k: (k, "<", rows(A))), steps)


@pytest.mark.parametrize("word", ["s1", "s_min"])
def test_no_singular_value_of_nothing(word: str) -> None:
    false = of(CUT, lambda A, k: (s1(A), "<=", 0))
    for text in (f"({word} (without_rows A (rows A)))", f"({word} (without_columns A k))"):
        refused("a subscript that may not exist", false, [{"do": "clear", "of": text}])


@pytest.mark.parametrize(
    ("part", "put", "why"),
    [
        (0, {"k": "0", "i": "1"}, "least value"),
        (0, {"k": "(cols A)", "i": "(sub 1 (cols A))"}, "subscript"),  # s_1(A) <= s_{1-n} of nothing
        (0, {"k": "(cols A)", "i": "1"}, "subscript"),
        (1, {"k": "(cols A)", "i": "1"}, "subscript"),
        (1, {"k": "(sub (cols A) 1)", "i": "2"}, "subscript"),  # of one column
        (0, {"k": "(add (cols A) 1)", "i": "1"}, "greatest value"),
        (0, {"k": "3/2", "i": "1"}, "an integer"),
        (0, {"k": "(sub 0 1)", "i": "2"}, "least value"),  # s_1(A) <= s_2 of more columns
    ],
)
def test_interlacing_beyond_its_ends(part: int, put: dict[str, str], why: str) -> None:
    def rest(A: Any, k: Any) -> Any:
        yield then(s(A)[i + k], "<=", s(without_columns(A, k))[i], "<=", s(A)[i])

    lemma = stated(together(A=square(), k=integer(1, "n"), n=(2, 3)), rest, 1, "rest")
    false = of(square(n=(2, 3)), lambda A: (s1(A), "<=", s(A)[2]))
    refused(why, false, by("rest", part, A="A", **put), lemmas=[lemma])


def test_a_hypothesis_about_more_rows_than_there_are() -> None:
    """i = -1 is no index of the hypothesis."""

    def small(A: Any) -> Any:
        yield given(s1(without_rows(A, i)), "<=", rows(A) - i - 1)
        yield then(s1(A), "<=", 0)

    for at in ("(sub 0 1)", "(rows A)", "(add (rows A) 1)"):
        steps: list[Step] = [{"do": "given", "part": 0, "with": {"i": at}}]
        refused("a subscript that may not exist", stated(square(n=(2, 3)), small), steps)


ROOT = of(HEAD, lambda x, k: (sqrt(head(x, k)) + x[length(x)], ">=", 0))
TOTAL = of(HEAD, lambda x, k: (sqrt(head(x, k)) + total(x), ">=", 0))
QUOTIENT = of(HEAD, lambda x, k: (sq(x[length(x)]) + 0 * (1 / head(x, k)), ">", 0))
HERE: Step = {"do": "clear", "of": "(sqrt (component x _))"}


@pytest.mark.parametrize(
    ("false", "at", "why"),
    [
        (ROOT, "(length x)", "sign that is not clear"),  # x = (0, -1), k = 1
        (ROOT, "1", "sign that is not clear"),  # no component of the statement
        (ROOT, "q", "sign that is not clear|not exist"),
        (QUOTIENT, "(length x)", "sign that is not clear"),
    ],
)
def test_a_root_at_one_component_says_nothing_of_others(false: Claim, at: str, why: str) -> None:
    last: Step = {"do": "clear", "of": f"(component x {at})"}
    both: Step = {"do": "combine", "terms": [["1", [0], None], ["1", [1], None]]}
    steps = [HERE, last, both] if false is ROOT else [last, {"do": "combine", "terms": [["1", [0, 0], None]]}]
    refused(why, false, steps)


@pytest.mark.parametrize("index", ["_", "q"])
def test_a_root_at_one_component_is_not_summed(index: str) -> None:
    inner: list[Step] = [{"do": "clear", "of": f"(component x {index})"}]
    summed: Step = {"do": "sum", "index": index, "length": "(length x)", "steps": inner}
    steps = [HERE, summed, {"do": "combine", "terms": [["1", [0], None], ["1", [1], None]]}]
    refused("an index that is in use|sign that is not clear", TOTAL, steps)
