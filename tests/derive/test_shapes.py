"""Multiples, Kronecker products, shorter matrices: which texts are read as the same, and which are not."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import given, then
from perturb.certify.point import certify
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Wording, reader
from perturb.derive.checker.polynomials import ONE, atom
from perturb.derive.checker.reading import TermReader, parsed
from perturb.derive.deriver import derive
from perturb.derive.lemmas import Base
from perturb.domains import integer, rectangular, scalar, square, together, vector
from perturb.enclosure import Verdict
from perturb.vocab import (
    cols,
    column_matrix,
    diag,
    fro,
    head,
    largest,
    rows,
    s,
    s1,
    smallest,
    sqrt,
    trace,
    without_columns,
    without_rows,
)
from tests.derive.forging import Step, refused, stated, verify

INPUTS = """A general m n; B general k l; W general n l; V general l n; z vector l; y vector n; X general n n;
c scalar; d scalar; i integer 1 n"""
ENDS = {name: ("1", "4") for name in "klmn"} | {"i": ("1", "n")}


@pytest.fixture
def R() -> TermReader:
    return reader(Wording("shapes", [line.split() for line in INPUTS.split(";")], ENDS, [], []))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("(matmul (kron A B) (entries W))", "(entries (matmul (matmul A W) (T B)))"),
        ("(matmul (kron A (T (column_matrix z))) (entries W))", "(matmul (matmul A W) z)"),
        ("(matmul (kron (T (column_matrix y)) B) (entries W))", "(matmul B (matmul (T W) y))"),
        ("(s (mul (sub c d) X))", "(mul (abs (sub d c)) (s X))"),
        ("(s (add (mul (sub c d) X) (mul (mul c (sub d c)) (T X))))",
         "(mul (abs (sub c d)) (s (sub X (mul c (T X)))))"),
        ("(fro (mul (sub c d) X))", "(mul (abs (sub c d)) (fro X))"),
        ("(length (s (without_columns X (sub i 1))))", "(sub (cols X) (sub i 1))"),
        ("(without_rows X 0)", "X"),
    ],
)  # fmt: skip
def test_two_texts_are_one(R: TermReader, first: str, second: str) -> None:
    assert R.reading(parsed(first))[0] == R.reading(parsed(second))[0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("(matmul (kron A B) (entries W))", "(entries (matmul (matmul B (T W)) (T A)))"),
        ("(s (mul (sub c d) X))", "(mul (sub c d) (s X))"),
        ("(s (add (mul (sub c d) X) (mul (add c d) (T X))))", "(mul (abs (sub c d)) (s (add X (T X))))"),
        ("(without_rows X i)", "(T (without_columns X i))"),
    ],
)
def test_two_texts_are_two(R: TermReader, first: str, second: str) -> None:
    try:
        values = [R.reading(parsed(text))[0] for text in (first, second)]
    except Unspoken:
        return
    assert values[0] != values[1]


def test_entries_of_another_shape_are_left_as_they_are(R: TermReader) -> None:
    """V has as many entries as W has, in rows of another length."""
    value, _ = R.reading(parsed("(matmul (kron A B) (entries V))"))
    assert [len(word) for word in value.terms] == [2]


def test_a_polynomial_divides() -> None:
    x, y = atom(0), atom(1)
    assert (x - y).divides((x - y) * (x + y * y)) == x + y * y
    assert (x - y).divides(x * x + y * y) is None
    assert (x * y + ONE).divides(x * y) is None


def test_a_kronecker_product_is_semidefinite_where_both_are(R: TermReader) -> None:
    gram, plain = "(matmul (T X) X)", "(add X (T X))"
    for other, fine in ((gram, True), (plain, False)):
        value, _ = R.reading(parsed(f"(kron {gram} {other})"))
        assert R.semidefinite(value) is fine  # type: ignore[arg-type]


def test_more_columns_are_deleted_than_there_are() -> None:
    """Without any column the matrix has no singular value: a lemma about one says nothing of it."""

    def one_is_left(A: Any, k: Any) -> Any:
        yield then(s1(without_columns(A, k)) - s1(without_columns(A, k)) + cols(A) - k, ">=", 1)

    def always(A: Any, k: Any) -> Any:
        yield then(cols(A) - k, ">=", 1)

    domain = together(A=square(), k=integer(0, "n"), n=(1, 3))
    lemma = stated(domain, one_is_left, 1, "left")
    step: Step = {"do": "lemma", "name": "forged/left", "part": 0, "with": {"A": "A", "k": "k"}}
    refused("may not exist", stated(domain, always), [step], lemmas=[lemma])


def test_which_side_is_shorter_is_not_guessed() -> None:
    """With deleted columns either side may be the shorter one, and the other may be 0."""

    def wide(A: Any, k: Any) -> Any:
        yield then(s(without_columns(A, k))[cols(A) - k], ">=", 0)

    domain = together(A=rectangular(), k=integer(0, "n"), m=(1, 3), n=(1, 3))
    refused("a side that may be 0", stated(domain, wide), [])


def test_the_components_of_a_root_are_not_negative() -> None:
    """Where the statement has the root of a vector; elsewhere a component may be negative."""
    both = together(x=vector("n"), y=vector("n"), n=(1, 3))

    def rooted(x: Any, y: Any) -> Any:
        yield then(sqrt(x) + x, ">=", sqrt(x))

    def plain(x: Any, y: Any) -> Any:
        yield then(y + x, ">=", y)

    clear: Step = {"do": "clear", "of": "(component x _)"}
    verify(stated(both, rooted), [clear])
    refused("a sign that is not clear", stated(both, plain), [clear])


def test_a_hypothesis_between_vectors_is_used_at_every_component() -> None:
    def bounded(x: Any, y: Any, c: Any) -> Any:
        yield given(x, "<=", y)
        yield then(x + c, "<=", y + c)

    domain = together(x=vector("n"), y=vector("n"), c=scalar(), n=(1, 3))
    assert derive(stated(domain, bounded), Base([]), 3.0).outcome == "derived"


NOTHING: dict[str, Any] = {
    "columns": lambda A, x, k: cols(A) - k + 0 * fro(without_columns(A, k)),
    "rows": lambda A, x, k: rows(A) - k + 0 * fro(without_rows(A, k)),
    "largest": lambda A, x, k: k + 0 * largest(head(x, k)),
    "smallest": lambda A, x, k: k + 0 * smallest(head(x, k)),
    "diagonal": lambda A, x, k: k + 0 * trace(diag(head(x, k))),
    "column": lambda A, x, k: k + 0 * fro(column_matrix(head(x, k))),
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_has_no_value(name: str) -> None:
    """Where no column, row or component is left the lemma says nothing, and 0 >= 1 is false."""
    k, left = integer(0, "n"), {"columns": cols, "rows": rows}.get(name)
    space = together(A=rectangular("n", "n"), x=vector("n"), k=k, n=(1, 3))

    def where_something_is_left(A: Any, x: Any, k: Any) -> Any:
        yield then(NOTHING[name](A, x, k), ">=", 1)

    def always(A: Any, x: Any, k: Any) -> Any:
        yield then(left(A) - k if left else k, ">=", 1)

    lemma = stated(space, where_something_is_left, 1, "left")
    ends = [space.point({"A": [[1, 2], [3, 4]], "x": [1, 2], "k": k}) for k in (0, 1, 2)]
    assert Verdict.VIOLATED not in {certify(lemma, point).verdict for point in ends}
    step = {"do": "lemma", "name": "forged/left", "part": 0, "with": {"A": "A", "x": "x", "k": "k"}}
    refused("a subscript that may not exist", stated(space, always), [step], lemmas=[lemma])
