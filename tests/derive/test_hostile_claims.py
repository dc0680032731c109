"""False statements that stand beside true ones: no normal form, no search and no forged step derives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perturb import given, then
from perturb.derive.known import Citable
from perturb.derive.trying import tried
from perturb.domains import orthogonal, psd, rectangular, scalar, square, symmetric, together, vector
from perturb.vocab import (
    T,
    absolute,
    cols,
    fro,
    hadamard,
    kappa,
    lam,
    lam_max,
    lam_min,
    larger,
    norm,
    rank,
    rows,
    s,
    s1,
    s_min,
    s_star,
    sq,
    total,
    trace,
)
from perturb.vocab.words.lists import I
from tests.derive.forging import Step, i, refused, stated

KNOWN = Citable()
SECONDS = 0.4
X, XY = scalar(), together(x=scalar(), y=scalar())
ANY, SQUARES = rectangular(m=(1, 3), n=(1, 3)), square(count=2, n=(1, 3))
SCALED = together(A=rectangular(), c=scalar(), m=(1, 3), n=(1, 3))
ROTATED = together(A=square(), Q=orthogonal("n"), n=(1, 3))
WEIGHTED = together(A=symmetric(), c=scalar(), n=(1, 3))
VECTORS = vector("n", count=2, n=(1, 3))
SYMMETRIC, DEFINITE = symmetric(n=(1, 3)), psd(count=2, n=(1, 3))
Sides = Callable[..., tuple[Any, str, Any]]


@pytest.mark.parametrize(
    ("domain", "sides"),
    [
        (SCALED, lambda A, c: (rank(c * A), "==", rank(A))),  # c may be 0
        (SCALED, lambda A, c: (s1(c * A), "==", c * s1(A))),
        (SCALED, lambda A, c: (s_star(c * A), "==", c * s_star(A))),
        (ANY, lambda A: (s_star(-2 * A), "==", s_star(A))),
        (ANY, lambda A: (s_star(A), "==", s_min(A))),  # of rank 1, n = 2
        (ANY, lambda A: (rank(0 * A), "==", rank(A))),
        (ANY, lambda A: (lam_min(T(A) @ A), "==", lam_min(A @ T(A)))),  # of other sizes
        (ANY, lambda A: (rows(A), "==", cols(A))),
        (ROTATED, lambda A, Q: (trace(Q @ A), "==", trace(A))),
        (ROTATED, lambda A, Q: (s1(A @ Q + A), "==", s1(Q @ A + A))),  # the factor is on another side
        (ROTATED, lambda A, Q: (rank(Q @ A @ Q + A), "==", rank(A))),
        (WEIGHTED, lambda A, c: (lam_max(c * A), "==", c * lam_max(A))),
        (SYMMETRIC, lambda A: (lam(-A)[i], "==", -lam(A)[i])),
        (SYMMETRIC, lambda A: (lam_max(A @ A), "==", sq(lam_max(A)))),
        (SQUARES, lambda A, B: (fro(A @ B), "==", fro(B @ A))),
        (SQUARES, lambda A, B: (s1(hadamard(A, A)), "==", s1(A) * s1(A))),
        (X, lambda x: (x / x, "<", 1)),
        (X, lambda x: (x, "<", x)),
    ],
)
def test_no_normal_form_makes_them_one(domain: Any, sides: Sides) -> None:
    def alike(*inputs: Any) -> Any:
        yield then(*sides(*inputs))

    refused("ends elsewhere", stated(domain, named(alike, sides)), [])


def named(body: Callable[..., Any], sides: Sides) -> Callable[..., Any]:
    """With the parameters of the statement."""
    body.__wrapped__ = sides  # type: ignore[attr-defined]
    return body


@pytest.mark.parametrize(
    ("domain", "sides", "lemmas"),
    [
        (ANY, lambda A: (s_min(T(A) @ A), "==", sq(s_min(A))), "gram-singular-values"),  # wide ones
        (ANY, lambda A: (s_star(A), "<=", s_min(A)), "smallest-nonzero-of-full-rank"),
        (ANY, lambda A: (s_star(A), "<", s1(A)), "smallest-nonzero-largest"),
        (ANY, lambda A: (s_min(A), ">", 0), "smallest-nonzero-positive"),
        (DEFINITE, lambda A, B: (rank(A) + rank(B), "<=", rank(A + B)), "rank-psd-sum"),
        (DEFINITE, lambda A, B: (rank(A), "<=", rank(A - B)), "rank-psd-sum"),
        (symmetric(count=2, n=(1, 3)), lambda A, B: (rank(A), "<=", rank(A + B)), "rank-psd-sum"),
        (square(n=(1, 3)), lambda A: (s_min(I + A), ">", 0), "weyl-additive"),
        (square(n=(1, 3)), lambda A: (kappa(I + A) * (1 - s1(A)), "<", 1 + s1(A)), "weyl-additive"),
        (SQUARES, lambda A, B: (s(A @ B)[i], "<=", s(A)[i] * s(B)[i]), "product-upper"),
        (VECTORS, lambda x, y: (2 * parts(x, y), "<=", mixed(x, y)), "relu-firm"),
        (VECTORS, lambda x, y: (mixed(x, y), "<=", parts(x, y)), "relu-firm"),
        (VECTORS, lambda x, y: (norm(larger(x, 0)), "<", norm(x)), "relu-length"),
        (XY, lambda x, y: (x * y, "<=", (x * x + y * y) / 4), "cauchy-schwarz"),
    ],
)
def test_no_search_derives_them(domain: Any, sides: Sides, lemmas: str) -> None:
    def near(*inputs: Any) -> Any:
        yield then(*sides(*inputs))

    found = tried(stated(domain, named(near, sides)), KNOWN, SECONDS, frozenset({f"classical/{lemmas}"}))
    assert found.outcome == "open"


def parts(x: Any, y: Any) -> Any:
    return total(sq(larger(x, 0) - larger(y, 0)))


def mixed(x: Any, y: Any) -> Any:
    return total((larger(x, 0) - larger(y, 0)) * (x - y))


@pytest.mark.parametrize("sides", [lambda x: (x, "<", x), lambda x: (x - x, ">", 0)])
def test_nothing_above_nothing_is_open(sides: Sides) -> None:
    def empty(x: Any) -> Any:
        yield then(*sides(x))

    assert tried(stated(X, empty), KNOWN, SECONDS).outcome == "open"


@pytest.mark.parametrize(
    "factor",
    ["0", "-0", "0/7", "-1", "0.5", "1e3", "+1", " 1", "1/0", "1/-1", "1_0", "nan", "inf", "\u0661",
     "9" * 5000, 1, 1.0, True, None, ["1"]],
)  # fmt: skip
def test_a_factor_is_a_positive_rational_number(factor: Any) -> None:
    """From x >= 0 with another factor: -x >= 0, or whatever it is read as."""

    def never(x: Any) -> Any:
        yield then(x, "<=", 0)

    steps: list[Step] = [{"do": "domain", "name": "x", "part": 0}]
    steps += [{"do": "combine", "terms": [[factor, [0], None]]}]
    refused("", stated(scalar(0, None), never), steps)


def strictly(*steps: Step) -> None:
    """x y > 0 from x >= 0 and y > 0, by these steps."""

    def positive(x: Any, y: Any) -> Any:
        yield given(y, ">", 0)
        yield then(x * y, ">", 0)

    first: Step = {"do": "domain", "name": "x", "part": 0}
    domain = together(x=scalar(0, None), y=scalar())
    refused("ends elsewhere|whose sign|not positive|not there", stated(domain, positive), [first, *steps])


def test_what_is_strict_comes_of_strict_parts() -> None:
    strict: Step = {"do": "given", "part": 0}
    strictly(strict, {"do": "combine", "terms": [["1", [0, 1], None]]})
    strictly(strict, {"do": "combine", "terms": [["1", [1], "x"]]})
    strictly(strict, {"do": "combine", "terms": [["0", [1], None], ["1", [0, 1], None]]})
    strictly({"do": "cases", "of": "y", "above": [strict], "below": [strict]}, strict,
             {"do": "combine", "terms": [["1", [3, 1], None]]})  # fmt: skip


def test_what_was_found_in_a_case_ends_with_it() -> None:
    """x >= 0 is assumed in one case and has the number 0 there, x x >= 0 the number 1."""

    def assumed(x: Any) -> Any:
        yield then(x, ">=", 0)

    both: Step = {"do": "cases", "of": "x", "above": [{"do": "square", "of": "x"}], "below": []}
    both["below"] = both["above"]
    of = stated(X, assumed)
    for k, why in ((0, "ends elsewhere"), (1, "not there"), (-1, "not there")):
        refused(why, of, [both, {"do": "combine", "terms": [["1", [k], None]]}])


def test_equal_squares_give_nothing_strict() -> None:
    def less(x: Any, y: Any) -> Any:
        yield given(x * x, "==", y * y)
        yield given(y, ">=", 0)
        yield then(x, "<", y)

    steps: list[Step] = [{"do": "given", "part": 0}, {"do": "given", "part": 1}]
    steps += [{"do": "root", "small": "x", "large": "y", "by": 0}]
    refused("ends elsewhere", stated(XY, less), steps)


def test_the_meaning_of_a_quotient_says_nothing_where_it_is_none() -> None:
    def above(x: Any) -> Any:
        yield then(absolute(x), ">", 0)

    refused("a divisor that may be 0", stated(X, above), [{"do": "means", "of": "(div 1 (add x 1))"}])
