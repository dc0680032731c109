"""One forgery for each guard of the checker: without the guard, something false would be derived."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from perturb import given, then
from perturb.derive.checker.bounds import Bounds
from perturb.derive.checker.check import check
from perturb.derive.checker.member import digest
from perturb.derive.checker.polynomials import ONE, atom, number
from perturb.derive.header import header
from perturb.derive.lemmas import Base
from perturb.domains import bounded, integer, scalar, square, together, vector
from perturb.prove.checker.numbers import Rejected
from perturb.vocab import T, cols, entries, head, inv, largest, length, rank, s, s1, sqrt, total
from tests.derive.forging import Step, i, refused, stated, verify

X, ANY, XY = scalar(), vector("n", n=(1, 3)), together(x=scalar(), y=scalar())


def of_lemma(name: str, **put: str) -> Step:
    return {"do": "lemma", "name": f"forged/{name}", "part": 0, "with": put}


def test_a_divisor_that_may_be_0() -> None:
    """The lemma says nothing of y = 0."""

    def where_it_is_defined(y: Any) -> Any:
        yield then((1 / y) * (1 / y) * y * y * y * y, ">", 0)

    def everywhere(x: Any) -> Any:
        yield then(x * x, ">", 0)

    lemma = stated(X, where_it_is_defined, 1, "divided")
    refused("a divisor that may be 0", stated(X, everywhere), [of_lemma("divided", y="x")], lemmas=[lemma])


def test_an_inverse_that_may_not_exist() -> None:
    def where_it_is_defined(A: Any) -> Any:
        yield then(rank(A) + s1(inv(A)) - s1(inv(A)), "==", cols(A))

    def everywhere(A: Any) -> Any:
        yield then(rank(A), "==", cols(A))

    domain = square(n=(1, 3))
    lemma = stated(domain, where_it_is_defined, 1, "regular")
    refused("no value", stated(domain, everywhere), [of_lemma("regular", A="A")], lemmas=[lemma])


def test_a_root_of_what_may_be_negative() -> None:
    def where_it_is_defined(y: Any) -> Any:
        yield then(y + sqrt(y) - sqrt(y), ">=", 0)

    def everywhere(x: Any) -> Any:
        yield then(x, ">=", 0)

    lemma = stated(X, where_it_is_defined, 1, "rooted")
    refused("a root of what", stated(X, everywhere), [of_lemma("rooted", y="x")], lemmas=[lemma])


def test_a_hypothesis_of_a_lemma_for_all_indices() -> None:
    def each(x: Any) -> Any:
        yield given(x[i], "<=", 1)
        yield then(largest(x), "<=", 1)

    def first(x: Any) -> Any:
        yield given(x[1], "<=", 1)
        yield then(largest(x), "<=", 1)

    steps = [{"do": "given", "part": 0}, of_lemma("each", x="x", i="1")]
    lemma = stated(ANY, each, 1, "each")
    refused("a hypothesis of a lemma with an index", stated(ANY, first), steps, lemmas=[lemma])


def test_a_hypothesis_of_a_lemma_about_a_vector() -> None:
    def positive(x: Any) -> Any:
        yield given(x, ">=", 0)
        yield then(total(x), ">=", 0)

    def always(x: Any) -> Any:
        yield then(total(x), ">=", 0)

    lemma = stated(ANY, positive, 1, "positive")
    refused("a hypothesis of a lemma", stated(ANY, always), [of_lemma("positive", x="x")], lemmas=[lemma])


def test_a_hypothesis_about_another_input() -> None:
    def other(A: Any, B: Any) -> Any:
        yield given(s1(A), "<=", 1)
        yield then(s1(B), "<=", 1)

    step = {"do": "given", "part": 0, "with": {"A": "B"}}
    refused("an input that is replaced", stated(square(count=2, n=(1, 3)), other), [step])


def test_a_lemma_below_its_sizes() -> None:
    def long(x: Any) -> Any:
        yield then(length(x), ">=", 2)

    lemma = stated(vector("n", n=(2, 3)), long, 1, "long")
    refused("below its least value", stated(ANY, long), [of_lemma("long", x="x")], lemmas=[lemma])


def test_a_negative_factor() -> None:
    def never(x: Any) -> Any:
        yield then(x, "<=", 0)

    steps = [{"do": "domain", "name": "x", "part": 0}, {"do": "combine", "terms": [["-1", [0], None]]}]
    refused("a factor that is not positive", stated(scalar(0, None), never), steps)


def test_a_factor_of_any_sign() -> None:
    def never(x: Any, y: Any) -> Any:
        yield then(x * y, ">=", 0)

    steps = [{"do": "domain", "name": "x", "part": 0}, {"do": "combine", "terms": [["1", [0], "y"]]}]
    refused("whose sign is not known", stated(together(x=scalar(0, None), y=scalar()), never), steps)


def test_squares_of_what_may_be_negative() -> None:
    def compared(x: Any, y: Any) -> Any:
        yield given(x * x, "<=", y * y)
        yield then(x, "<=", y)

    steps: list[Step] = [{"do": "given", "part": 0}, {"do": "root", "small": "x", "large": "y", "by": 0}]
    refused("squares that are not compared", stated(XY, compared), steps)


def test_a_factor_that_may_be_0_is_not_cancelled() -> None:
    def cancelled(x: Any, y: Any) -> Any:
        yield given(x * y, ">=", 0)
        yield then(y, ">=", 0)

    steps: list[Step] = [{"do": "domain", "name": "x", "part": 0}, {"do": "given", "part": 0}]
    steps += [{"do": "cancel", "by": 0, "of": 1, "left": "y"}]
    refused("cannot be cancelled", stated(together(x=scalar(0, None), y=scalar()), cancelled), steps)


def summed(index: str, long: str, *steps: Step) -> list[Step]:
    return [{"do": "sum", "index": index, "length": long, "steps": [*steps]}]


def test_a_sum_over_an_index_that_is_an_input() -> None:
    def one_is_enough(x: Any, k: Any) -> Any:
        yield given(x[k], ">=", 0)
        yield then(total(x), ">=", 0)

    of = stated(together(x=vector("n", n=(1, 3)), k=integer(1, "n")), one_is_enough)
    refused("an index that is in use", of, summed("k", "(length x)", {"do": "given", "part": 0}))


def test_a_sum_over_a_part_of_a_vector() -> None:
    def some_are_enough(x: Any, k: Any) -> Any:
        yield given(head(x, k), ">=", 0)
        yield then(total(x), ">=", 0)

    of = stated(together(x=vector("n", n=(1, 3)), k=integer(1, "n")), some_are_enough)
    step = {"do": "given", "part": 0, "with": {"_": "q"}}
    refused("a vector of another length", of, summed("q", "k", step))


def test_a_sum_over_half_a_length() -> None:
    def positive(x: Any) -> Any:
        yield then(length(x), ">", 0)

    refused(
        "no integer", stated(ANY, positive), summed("q", "(div (length x) 2)", {"do": "square", "of": "1"})
    )


def test_a_sum_of_no_components_divides_by_nothing() -> None:
    """1 - 1/k >= 0 wherever there is a component; the sum of k of them is k - 1, which is -1 for k = 0."""

    def one_at_least(x: Any, k: Any) -> Any:
        yield then(k, ">=", 1)

    less = {"do": "combine", "terms": [["1", [2, 3], None]]}
    inverse: list[Step] = [{"do": "clear", "of": "k"}, {"do": "clear", "of": "1"}]
    inverse += [{"do": "cancel", "by": 0, "of": 1, "left": "(div 1 k)"}, {"do": "clear", "of": "(sub k 1)"}]
    steps = summed("q", "k", *inverse, less)
    for low in (0, 1):
        of = stated(together(x=vector("n", n=(1, 3)), k=integer(low, "n")), one_at_least)
        if low:
            verify(of, steps)
        else:
            refused("a divisor that may be 0", of, steps)


@pytest.mark.parametrize(
    ("index", "conclusion", "why"),
    [
        ("(add 1 (mul 0 (div 1 (sq t))))", "(sq t)", "a divisor that may be 0"),
        ("(add 1 (sub (div 1 (sq t)) (div 1 (sq t))))", "(sq t)", "a divisor that may be 0"),
        ("(add 1 (mul 0 (sqrt t)))", "t", "a root of what may be negative"),
    ],
)
def test_an_index_of_a_hypothesis_that_may_have_no_value(index: str, conclusion: str, why: str) -> None:
    """The hypothesis has a value at 1, which says nothing of 1/t^2 nor of the root of t."""

    def square_above_0(x: Any, t: Any) -> Any:
        yield given(x[i], "<=", 1)
        yield then(t * t, ">", 0)

    def never_negative(x: Any, t: Any) -> Any:
        yield given(x[i], "<=", 1)
        yield then(t, ">=", 0)

    of = stated(
        together(x=vector("n", n=(1, 3)), t=scalar()), never_negative if conclusion == "t" else square_above_0
    )
    refused(why, of, [{"do": "given", "part": 0, "with": {"i": index}}, {"do": "clear", "of": conclusion}])


@pytest.mark.parametrize("name", ["i", "n"])
def test_an_index_with_the_name_of_a_size(name: str) -> None:
    """x_n <= 1 for the last component would be read as for all n, and no component would exceed 1."""

    def last(x: Any) -> Any:
        yield given(x[i], "<=", 1)
        yield then(x[1], "<=", 1)

    data = header(stated(ANY, last))
    data["given"] = [f"(<= (component x {name}) 1)"]
    data |= {"fingerprint": digest(data), "lemmas": {}}
    step = {"do": "given", "part": 0, "with": {name: "1"}}
    if name == "i":
        check({**data, "goals": [[step]]}, Base([]))
        return
    with pytest.raises(Rejected, match="called or printed like another name"):
        check({**data, "goals": [[step]]}, Base([]))


def test_a_statement_from_itself_under_another_name() -> None:
    def false(x: Any) -> Any:
        yield then(x, ">=", 1)

    lemma = stated(X, false, 1, "other")
    refused("derived from itself", stated(X, false), [of_lemma("other", x="x")], lemmas=[lemma])


def test_a_subscript_between_two_integers() -> None:
    def halved(A: Any) -> Any:
        yield then(s(A)[i + i], "<=", s(A)[i])

    domain = square(n=(3, 4))
    lemma = stated(square(n=(1, 4)), halved, 1, "halved")
    step = of_lemma("halved", A="A", i="3/2")
    refused("a subscript that is no sum", stated(domain, third_below_first), [step], lemmas=[lemma])


def third_below_first(A: Any) -> Any:
    yield then(s(A)[3], "<=", s(A)[1])


def test_an_entry_that_is_not_there() -> None:
    def small(V: Any) -> Any:
        yield then(entries(V), "<=", 1)

    step = {"do": "domain", "name": "V", "part": 0, "with": {"_": "(add (mul (rows V) (cols V)) 1)"}}
    refused("a subscript that may not exist", stated(bounded(1, n=(1, 3)), small), [step])


def test_halves_of_integers_are_no_integers() -> None:
    """n/2 >= 3/4 does not follow from n >= 1, although n/2 - 3/4 <= -1 is impossible."""
    n = atom(0)
    known = Bounds([n - ONE])
    half = n.scaled(fmpq(1, 2))
    assert known.entail(half)
    assert not known.entail(half - number(Fraction(3, 4)))


def no_entry_above_1(A: Any) -> Any:
    yield then(s1(A), "<=", cols(A))


def test_entries_that_may_be_larger_than_those_of_the_space() -> None:
    """Of a lemma about entries of at most 1: at entries of at most 1 it holds, of at most 2 it is false."""
    lemma = stated(bounded(1, n=(1, 3)), no_entry_above_1, 1, "bounded")

    def twice(A: Any) -> Any:
        yield then(2 * s1(A), "<=", 2 * cols(A))

    steps: list[Step] = [{"do": "domain", "name": "A", "part": 0}, of_lemma("bounded", A="A")]
    for bound in (1, "1/2"):
        less: list[Step] = [{"do": "combine", "terms": [["1", [0], None], ["1/2", [], None]]}]
        part = steps if bound == 1 else [steps[0], *less, steps[1]]
        verify(stated(bounded(Fraction(bound), n=(1, 3)), twice), part, lemmas=[lemma])
    for bound in (Fraction(1001, 1000), 2):
        refused("not shown", stated(bounded(bound, n=(1, 3)), twice), steps, lemmas=[lemma])
    refused("not shown", stated(square(n=(1, 3)), twice), steps[1:], lemmas=[lemma])
    refused("not shown", stated(bounded(1, n=(1, 3)), twice), steps[1:], lemmas=[lemma])


def test_a_multiple_whose_entries_may_be_larger() -> None:
    def doubled(A: Any) -> Any:
        yield then(2 * s1(A), "<=", cols(A))

    lemma = stated(bounded(1, n=(1, 3)), no_entry_above_1, 1, "bounded")
    steps: list[Step] = [{"do": "domain", "name": "A", "part": 0}, of_lemma("bounded", A="(mul 2 A)")]
    refused("not shown", stated(bounded(1, n=(1, 3)), doubled), steps, lemmas=[lemma])


@pytest.mark.parametrize("made", ["(matmul A A)", "(add A A)", "(sub A (T A))", "(matmul A (T A))"])
def test_what_is_made_of_bounded_entries_is_not_bounded_by_that(made: str) -> None:
    """Of two 2 x 2 matrices of ones the product has entries 2, so that s_1 = 4, which is not at most 2."""
    value = {
        "(matmul A A)": lambda A: A @ A,
        "(add A A)": lambda A: A + A,
        "(sub A (T A))": lambda A: A - T(A),
        "(matmul A (T A))": lambda A: A @ T(A),
    }[made]

    def larger_entries(A: Any) -> Any:
        yield then(s1(value(A)), "<=", cols(A))

    lemma = stated(bounded(1, n=(1, 3)), no_entry_above_1, 1, "bounded")
    steps: list[Step] = [{"do": "domain", "name": "A", "part": 0}, of_lemma("bounded", A=made)]
    refused("not shown", stated(bounded(1, n=(1, 3)), larger_entries), steps, lemmas=[lemma])
