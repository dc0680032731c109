"""Numbers of ones as integers, what is said of all components, and derivations along a declared way."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import claim, given, then
from perturb.derive.checker.check import check
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.member import statement
from perturb.derive.checker.reading import parsed
from perturb.derive.deriver import derive
from perturb.derive.formulas import Notation
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.derive.lemmas import Base
from perturb.derive.tell import tell
from perturb.domains import activation, integer, psd, scalar, square, together, vector
from perturb.statements.catalogue import catalogue
from perturb.statements.route import (
    ROUTES,
    Citation,
    by_cases,
    by_factor,
    by_squares,
    cite,
    have,
    product,
    route,
    stops_of,
    summed,
)
from perturb.vocab import cols, diag, diagonal, larger, largest, length, norm, s, s1, sq, total, trace
from tests.derive.forging import P, Step, refused, stated, verify

MASK = activation(0, n=(1, 3))
TWO_CASES: list[Step] = [
    {
        "do": "cases",
        "of": "(sub (trace D) 1)",
        "above": [{"do": "clear", "of": "(trace D)"}, {"do": "combine", "terms": [["1", [0, 1], None]]}],
        "below": [
            {"do": "clear", "of": "(sub 1 (trace D))"},
            {"do": "combine", "terms": [["1", [0, 1], None]]},
        ],
    }
]


def never_between(D: Any) -> Any:
    yield then(trace(D) * (trace(D) - 1), ">=", 0)


def test_a_mask_has_a_whole_number_of_ones() -> None:
    verify(stated(MASK, never_between), TWO_CASES)


def test_the_trace_of_another_matrix_is_any_number() -> None:
    """1/2 (1/2 - 1) < 0."""
    refused("cases that end differently", stated(psd("n", n=(1, 3)), never_between), TWO_CASES)


def test_a_mask_has_no_more_ones_than_rows() -> None:
    def fewer(D: Any) -> Any:
        yield then(trace(D), "<=", cols(D))

    verify(stated(MASK, fewer), [{"do": "clear", "of": "(sub (cols D) (trace D))"}])


def ordered(x: Any, k: Any, t: Any) -> Any:
    yield then(larger(t, 0) * (sq(x[k]) + 1), ">=", 0)


def by_a_subscript(p: str) -> list[Step]:
    used = {"do": "square", "of": f"(component x {p})"}
    return [{"do": "cases", "of": f"(sub {p} 1)", "above": [used], "below": [used]}, used]


def test_a_case_says_of_an_integer_that_a_component_exists() -> None:
    """In the one case, and no longer than that."""
    of = stated(together(x=vector("n"), k=integer(0, "n"), t=scalar(), n=(1, 3)), ordered)
    exists = {"do": "square", "of": "(component x k)"}
    nothing = {"do": "square", "of": "1"}
    cases: Step = {"do": "cases", "of": "(sub k 1)", "above": [exists, nothing], "below": [nothing]}
    goal = {"do": "clear", "of": "(mul (larger t 0) (add (sq (component x k)) 1))"}
    verify(of, [cases, goal])


def test_a_case_is_forgotten_after_it() -> None:
    def shorter(x: Any, k: Any) -> Any:
        yield then(total(sq(x)), ">=", k)

    of = stated(together(x=vector("n"), k=integer(0, "n"), n=(1, 3)), shorter)
    exists, nothing = {"do": "square", "of": "(component x k)"}, {"do": "square", "of": "1"}
    cases: Step = {"do": "cases", "of": "(sub k 1)", "above": [nothing], "below": [nothing]}
    refused("a subscript that may not exist", of, [cases, exists])
    below: Step = {**cases, "below": [exists, nothing]}
    refused("a subscript that may not exist", of, [below])


def test_a_case_of_a_number_says_nothing_of_subscripts() -> None:
    def shorter(x: Any, k: Any, t: Any) -> Any:
        yield then(total(sq(x)), ">=", k + t)

    of = stated(together(x=vector("n"), k=integer(0, "n"), t=scalar(), n=(1, 3)), shorter)
    exists, nothing = {"do": "square", "of": "(component x k)"}, {"do": "square", "of": "1"}
    cases: Step = {"do": "cases", "of": "(sub (mul t k) t)", "above": [exists], "below": [nothing]}
    refused("a subscript that may not exist", of, [cases])


def not_negative(x: Any) -> Any:
    yield given(0, "<=", x)
    yield then(largest(x), ">=", 0)


LEMMA = stated(vector("n", n=(1, 3)), not_negative, 1, "not-negative")
ANY = vector("n", n=(1, 3))


def all_of(v: str, *steps: Step) -> Step:
    return {"do": "sum", "index": "q", "length": "(length y)", "steps": [*steps], "vector": v}


def put(v: str) -> Step:
    return {"do": "lemma", "name": "forged/not-negative", "part": 0, "with": {"x": v}}


def squares(y: Any) -> Any:
    yield then(largest(sq(y)), ">=", 0)


def positive(y: Any) -> Any:
    yield then(largest(y), ">=", 0)


SQUARE: Step = {"do": "square", "of": "(component y q)"}


def test_what_is_shown_of_any_component_is_known_of_the_vector() -> None:
    verify(stated(ANY, squares), [all_of("(sq y)", SQUARE), put("(sq y)")], lemmas=[LEMMA])
    refused("a hypothesis of a lemma", stated(ANY, squares), [put("(sq y)")], lemmas=[LEMMA])


@pytest.mark.parametrize(
    ("v", "why"),
    [
        ("y", "something else than the component"),
        ("(head y 1)", "another length"),
        ("(mul (sub (length y) q) (diagonal (eye (diag y))))", "depends on the index"),
        ("(mul (component y q) y)", "a subscript that may not exist"),
    ],
)
def test_a_vector_of_which_something_else_is_shown(v: str, why: str) -> None:
    steps = [all_of(v, SQUARE), put("y")]
    refused(why, stated(vector("n", n=(2, 3)), positive), steps, lemmas=[LEMMA])


def test_the_diagonal_of_a_diagonal_matrix() -> None:
    def same(y: Any) -> Any:
        yield then(total(diagonal(diag(y))) + length(y), "==", total(y) + length(y))

    verify(stated(ANY, same), [])


@claim(P, "a way", id="a-way", domain=together(A=square(), t=scalar(0, 1), n=(1, 3)))
def with_a_way(A, t):
    yield given(t, "<", 1)
    yield then(s1(A) * norm(diagonal(A) - diagonal(A) + s(A)) * t / (1 - t), ">=", 0)
    yield then(t * s1(A @ A), "<=", sq(s1(A)))


@route(with_a_way)
def way(k, A, t):
    if k == 1:
        yield cite("product-upper", A=A, B=A, i=1, j=1)
        yield product(have(t, "<=", 1), have(0, "<=", s1(A @ A)))
        yield by_squares(t, 1)
        yield by_cases(t - 1, t * s1(A @ A), "<=", sq(s1(A)))
    else:
        yield by_factor(1 - t, t / (1 - t), ">=", 0)
        yield summed("each", length(s(A)), cite("singular-values-nonnegative", A=A, i="each"))


@claim(P, "a false one", id="a-false-one", domain=square(n=(1, 3)))
def false_with_a_way(A):
    yield then(s1(A), "<=", 1)


@route(false_with_a_way)
def wishing(k, A):
    yield have(s1(A), "<=", 1)


def lemmas() -> Base:
    return Base(catalogue()[f"classical/{name}"] for name in ("product-upper", "singular-values-nonnegative"))


def test_a_derivation_along_a_way() -> None:
    base = lemmas()
    found = derive(with_a_way, base, 20)
    assert found.outcome == "derived", found
    check(found.data, base, 0)


def test_cases_of_integers_and_vectors_are_told() -> None:
    known = Citable([LEMMA])
    ones = stated(MASK, never_between)
    told = "\n".join(tell(ones, {**header(ones), "goals": [TWO_CASES], "lemmas": {}}, known))
    assert "Where tr(D) ≥ 1:" in told
    assert "Where 0 ≥ tr(D):" in told or "tr(D)" in told.partition("Where tr(D) ≥ 1:")[2]
    of = stated(ANY, squares)
    goals = [[all_of("(sq y)", SQUARE), put("(sq y)")]]
    assert "no component of" in "\n".join(tell(of, {**header(of), "goals": goals, "lemmas": {}}, known))


def test_a_subscript_that_counts_ones_is_printed() -> None:
    """s_{tr D}(A), for which no word of statements has an integer."""

    def descends(A: Any, k: Any) -> Any:
        yield given(k, "<=", cols(A))
        yield then(s(A)[k], ">=", 0)

    def first(A: Any, D: Any) -> Any:
        yield then(s1(A), ">=", 0)

    lemma = stated(together(A=square(), k=integer(1, "n"), n=(1, 3)), descends, 1, "descends")
    of = stated(together(A=square(), D=activation(0), n=(1, 3)), first)
    show = Notation(of, 0)
    relation = header(lemma)["then"][0]
    kernel = Kernel(statement(header(of)), lambda name: statement(header(lemma)))
    told = show.relation(parsed(relation), {"A": "A", "k": "(trace D)"}, kernel.R)
    assert told == r"s_{\operatorname{tr}(D)}(A) \ge 0"


def test_what_is_declared_is_not_believed() -> None:
    found = derive(false_with_a_way, lemmas(), 2)
    assert (found.outcome, found.data) == ("open", None)
    assert "stop 1 of its route" in found.why


def test_a_statement_has_one_way() -> None:
    with pytest.raises(ValueError, match="two routes"):
        route(with_a_way)(wishing)


def test_every_way_of_the_catalogue_is_of_a_claim_and_cites_lemmas() -> None:
    claims = catalogue()
    known = [claims[name] for name in ROUTES if name in claims]
    assert len(known) > 40
    for one in known:
        stops = [stop for k in range(len(one.conclusions)) for stop in stops_of(one, k)]
        assert stops, one.id
        for stop in stops:
            if isinstance(stop, Citation):
                assert claims[stop.lemma].lemma > 0, one.id
                assert claims[stop.lemma].paper.key == "classical"
