"""Derivations of what is false, each of which the checker has to refuse, for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perturb import given, index, then
from perturb.derive.checker.check import check
from perturb.derive.header import header
from perturb.derive.lemmas import Base
from perturb.domains import integer, rectangular, scalar, square, symmetric, together, vector
from perturb.prove.checker.numbers import Rejected
from perturb.vocab import T, cols, det, entries, head, inv, largest, length, mat_exp, s1, smaller, total
from tests.derive.forging import Step, k, places, refused, stated, verify


@pytest.mark.parametrize("put", [{"1": "0"}, {"<=": ">="}, {"0": "1"}, {"": "1"}])
def test_only_names_are_replaced(put: dict[str, str]) -> None:
    def small(A: Any) -> Any:
        yield given(s1(A), "<=", 1)
        yield then(s1(A), "<=" if "1" in put else ">=", 0 if "1" in put else 1)

    step = {"do": "given", "part": 0, "with": put}
    refused("names are replaced", stated(square(n=(1, 3)), small), [step])


def test_numbers_in_a_lemma_stay() -> None:
    def bound(x: Any) -> Any:
        yield then(x, ">=", 1)

    lemma = stated(scalar(1, None), bound, rank=1, name="from_one")
    step = {"do": "lemma", "name": lemma.id, "part": 0, "with": {"x": "x", "1": "2"}}

    def two(x: Any) -> Any:
        yield then(x, ">=", 2)

    refused("names are replaced", stated(scalar(1, None), two), [step], lemmas=[lemma])


def test_cases_are_as_strict_as_the_weaker_one() -> None:
    def above(x: Any) -> Any:
        yield then(x * x, ">", 0)

    product = {"do": "combine", "terms": [["1", [0, 0], None]]}
    square_of = {"do": "square", "of": "x"}
    for first, second in ((square_of, product), (product, square_of)):
        step = {"do": "cases", "of": "x", "above": [first], "below": [second]}
        refused("ends elsewhere", stated(scalar(), above), [step])


def test_cases_hold_where_both_do() -> None:
    def above(x: Any) -> Any:
        yield then(x * x, ">=", 0)

    product = {"do": "combine", "terms": [["1", [0, 0], None]]}
    verify(stated(scalar(), above), [{"do": "cases", "of": "x", "above": [product], "below": [product]}])


@pytest.mark.parametrize("domain", [vector(1), vector("n", n=(1, 1))])
@pytest.mark.parametrize("of", [largest, total, lambda v: smaller(v, 0)[1]])
def test_a_vector_of_one_number_is_not_0(domain: Any, of: Callable[..., Any]) -> None:
    def zero(v: Any) -> Any:
        yield then(of(v), "==", 0)

    def same(v: Any) -> Any:
        yield then(of(v), "==", of(v + v) / 2)

    refused("ends elsewhere", stated(domain, zero), [])
    verify(stated(domain, same), [])


def test_the_first_of_a_vector_is_not_0() -> None:
    def zero(v: Any) -> Any:
        yield then(largest(head(v, 1)), "==", 0)

    def first(v: Any) -> Any:
        yield then(largest(head(v, 1)), "==", v[1])

    domain = vector("n", n=(1, 3))
    refused("ends elsewhere", stated(domain, zero), [])
    verify(stated(domain, first), [])


def test_the_inverse_of_a_number() -> None:
    def swapped(A: Any) -> Any:
        yield then(inv(A)[1, 1] * A[1, 1], "==", 1)

    def positive(A: Any) -> Any:
        yield then(inv(A)[1, 1], ">", 0)

    verify(stated(square(n=(1, 1)), swapped), [])
    refused("ends elsewhere", stated(square(n=(1, 1)), positive), [])


def test_entries_in_rows_of_other_lengths() -> None:
    def turned(A: Any, B: Any) -> Any:
        yield then(total(entries(A) * entries(T(B))), "==", total(entries(B) * entries(T(A))))

    def both(A: Any, B: Any) -> Any:
        yield then(total(entries(T(A)) * entries(T(B))), "==", total(entries(A) * entries(B)))

    domain = rectangular(count=2, m=(1, 3), n=(1, 3))
    refused("ends elsewhere", stated(domain, turned), [])
    verify(stated(domain, both), [])
    verify(stated(square(count=2, n=(1, 3)), turned), [])


@pytest.mark.parametrize("half", ["1/2", "x", "(div (cols A) 2)"])
def test_indices_are_whole(half: str) -> None:
    def convex(A: Any, x: Any) -> Any:
        every = index("r", 0, cols(A))
        yield given((every - 1) * every * x, ">=", 0)
        yield then(x, "<=", 0)

    of = stated(together(A=square(n=(1, 3)), x=scalar()), convex)
    refused("no sum of integers", of, [{"do": "given", "part": 0, "with": {"r": half}}])


def test_the_index_of_components_is_of_no_other_name() -> None:
    def one(_: Any, v: Any) -> Any:
        yield given(v[_], ">=", 0)
        yield then(v, ">=", 0)

    def other(v: Any) -> Any:
        yield then(v[index("_", 1, length(v))] * v, ">=", 0)

    step = {"do": "given", "part": 0}
    of = stated(together(v=vector("n", n=(1, 3)), _=integer(1, "n")), one)
    refused("an input or an index that is called _", of, [step])
    of = stated(vector("n", n=(1, 3)), other)
    refused("an input or an index that is called _", of, [{"do": "square", "of": "(component v _)"}])


def test_an_exponential_is_definite_where_the_matrix_is_symmetric() -> None:
    def above(A: Any, x: Any) -> Any:
        yield then(total(x * (mat_exp(A) @ x)), ">=", 0)

    refused("ends elsewhere", stated(together(A=square(n=(1, 3)), x=vector("n")), above), [])
    verify(stated(together(A=symmetric(n=(1, 3)), x=vector("n")), above), [])


def test_words_of_square_matrices() -> None:
    def squares(A: Any) -> Any:
        yield then(det(A) ** 2, ">=", 0)

    refused("a rectangle", stated(rectangular(m=(1, 3), n=(1, 3)), squares), [])
    verify(stated(square(n=(1, 3)), squares), [])


def nested(word: str, rest: str, times: int, x: str = "x") -> str:
    return f"({word} " * times + x + f"{rest})" * times


SENSELESS = [
    *[
        "",
        "()",
        "(x)",
        "((x))",
        "(add x)",
        "(add",
        "x x",
        "(sqrt)",
        "(trace x)",
        "(s1 (kron A))",
        "(larger A A)",
    ],
    *["1e9", "1e999999999", "9" * 5000, "(trace matrix[1e999999999])", "(trace matrix[1,2;3])", "matrix[]"],
    *["(pow x 1/3)", "(div 1 0)", "(component (s A) (div 1 0))", "(max (sub (s A) (s A)))", "(inv A)", "A"],
    nested("neg", "", 2_000),
    nested("sq", "", 60, "7"),
]


@pytest.mark.parametrize("of", SENSELESS, ids=lambda of: of[:20])
@pytest.mark.parametrize("do", ["square", "cases", "sum", "given", "cancel"])
def test_texts_without_sense_are_refused(of: str, do: str) -> None:
    def above(A: Any, x: Any) -> Any:
        yield given(x, ">=", 0)
        yield then(x, ">", 0)

    step = {
        **{"do": do, "of": of, "above": [], "below": [], "index": "q", "length": of, "steps": []},
        **{"part": 0, "with": {"i": of}, "by": 0, "left": of},
    }
    refused("", stated(together(A=square(n=(1, 3)), x=scalar()), above), [step, step])


def damaged(x: Any, at: tuple[Any, ...], by: Any) -> Any:
    if not at:
        return by
    copy = dict(x) if isinstance(x, dict) else list(x)
    copy[at[0]] = damaged(x[at[0]], at[1:], by)
    return copy


def test_damage_is_refused() -> None:
    """Whatever stands in the place of a part: it is refused, or says the same."""

    def squares(x: Any, y: Any) -> Any:
        yield given(x, ">=", y)
        yield given(y, ">=", 0)
        yield then(x**2 - y**2, ">=", 0)

    def product(x: Any, y: Any) -> Any:
        yield given(x, ">=", 0)
        yield given(y, ">=", 0)
        yield then(x * y, ">=", 0)

    domain = together(x=scalar(), y=scalar())
    lemma = stated(domain, product, rank=1, name="product")
    of, base = stated(domain, squares), Base([lemma])
    steps: list[Step] = [{"do": "given", "part": 0, "with": {}}, {"do": "given", "part": 1}]
    steps += [{"do": "combine", "terms": [["1", [0], None], ["2", [1], None]]}]
    steps += [{"do": "lemma", "name": lemma.id, "part": 0, "with": {"x": "(sub x y)", "y": "(add x y)"}}]
    data = {**header(of), "goals": [steps], "lemmas": base.fingerprints([lemma.id])}
    check(data, base)
    values: list[Any] = [
        None,
        True,
        0,
        1,
        -1,
        7,
        1.5,
        float("nan"),
        "",
        "x",
        "y",
        "0",
        "-1",
        "lemma",
        [],
        {},
        [[]],
        [None],
    ]
    accepted = set[Any]()
    for at in places(data):
        for by in values:
            other = damaged(data, at, by)
            try:
                check(other, base)
            except Rejected:
                continue
            if other != data:
                accepted.add(at[-1])
    assert accepted <= {"id", "with"}


def test_a_part_of_a_vector_may_be_empty() -> None:
    def above(v: Any) -> Any:
        yield then(length(head(v, k)), ">", 0)

    least = "(length (s (matmul (column_matrix v) (T (column_matrix (head v k))))))"
    steps: list[Step] = [{"do": "clear", "of": least}, {"do": "clear", "of": f"(sub k {least})"}]
    steps += [{"do": "combine", "terms": [["1", [0], None], ["1", [1], None]]}]
    refused("a side that may be 0", stated(vector("n", n=(1, 3)), above), steps)
