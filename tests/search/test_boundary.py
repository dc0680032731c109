"""Points of equality: on boundaries, where two sides meet, direct sums, products and neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb import claim, given, paper, then
from perturb.certify.point import certify, screen
from perturb.domains import (
    box,
    contraction,
    graph,
    positive_contraction,
    positive_definite,
    psd,
    scalar,
    square,
    together,
    vector,
)
from perturb.domains.domain import Domain
from perturb.domains.draws import draw
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.found import NearEquality, SearchResult
from perturb.search.method import Effort, claim_stream
from perturb.search.methods.composed import composed, direct_sum, joined, kronecker, neighbours, sums
from perturb.search.methods.isolated import contacts, isolated
from perturb.search.solvers.contact import Contact
from perturb.statements.claim import Claim
from perturb.vocab import (
    det,
    entries,
    lam_max,
    lam_min,
    larger,
    norm,
    rank,
    row_sums,
    rows,
    s,
    s1,
    smaller,
    sq,
    sqrt,
    total,
    trace,
)
from tests.declared import declare


def row(A: Any) -> Any:
    yield then(A[1, 1] * A[1, 2], "<", Fraction(1, 2))


def first(A: Any) -> Any:
    yield then(A[1, 1] + A[1, 2] + A[1, 3], "<", sqrt(3))


def half(A: Any) -> Any:
    yield then(A[1, 1] + A[1, 2], "<", (1 + sqrt(2)) / 2)


def product(A: Any) -> Any:
    yield then(A[1, 1] * A[1, 2], "<", 3 * sqrt(3) / 16)


def disc(a: Any, b: Any) -> Any:
    yield given(a**2 + b**2, "<=", 1)
    yield then(a + 2 * b, "<", sqrt(5))


def chain(a: Any, b: Any) -> Any:
    """Most points where the last two are equal miss the hypotheses."""
    yield given(0, "<", a, "<", b)
    yield then(smaller(a, b), "<", sqrt(a * b), "<", larger(a, b), "!=", sqrt(7))


FALSE = {
    "a disc": (disc, scalar(count=2)),
    "a chain": (chain, scalar(count=2)),
    "a row of norm one": (row, contraction(n=(2, 2))),
    "a longer row": (first, contraction(n=(3, 3))),
    "an eigenvalue 1": (half, positive_contraction(n=(2, 2))),
    "an eigenvalue 0": (product, positive_contraction(n=(2, 2))),
}


def violations(body: Any, domain: Domain) -> list[Any]:
    found = SearchResult()
    for _ in isolated(declare(body, domain), Effort(), 0, found):
        pass
    return found.violations


@pytest.mark.parametrize("name", FALSE)
def test_a_point_of_equality_is_found(name: str) -> None:
    """The equation holds outside the domain all around: every way to it left the ranges of the parameters."""
    assert violations(*FALSE[name])


def test_what_is_strict_survives() -> None:
    def body(A: Any) -> Any:
        yield then(total(entries(A)), "<", 2 + Fraction(1, 10**6))

    assert not violations(body, contraction(n=(2, 2)))


def test_coordinates_at_the_nearest_end() -> None:
    def body(x: Any) -> Any:
        yield then(x[1], "<", x[2])

    claim = declare(body, box(0, 1, n=(2, 2)))
    (sizes,) = claim.domain.sizes()
    batch = claim.domain.draw(np.random.default_rng(0), 5, sizes)
    contact = Contact(claim, batch)
    vectors = np.array([[0.4, 0.6], [0.5, 1.0]])
    assert contact.bounded.tolist() == [True, True]
    assert contact.at_ends(vectors).tolist() == [[0.0, 1.0], [0.0, 1.0]]


# Where both sides of a strict conclusion meet: how far that is, and whether the hypotheses hold there.


def contact_of(claim: Claim) -> Contact:
    sizes = next(iter(claim.domain.sizes()))
    return next(contacts(claim, draw(claim.domain, claim_stream(claim, "test", 0), 1, sizes)))


def falling(t: Any) -> Any:
    yield then(t / (1 + t), "<", 1)


def touching(t: Any) -> Any:
    yield given(t, "<", 1)
    yield then((t - 1) ** 2, ">", 0)


def test_a_margin_that_falls_for_ever_leads_to_no_point() -> None:
    assert not contact_of(declare(falling, scalar(low=0))).nears([fmpq(2) ** 25])
    assert contact_of(declare(touching, scalar())).nears([1 - fmpq(1, 2**25)])


def test_equality_on_the_edge_of_a_hypothesis_is_outside() -> None:
    contact = contact_of(declare(touching, scalar()))
    assert contact.outside([fmpq(1)])
    assert contact.outside([fmpq(2)])
    assert not contact.outside([fmpq(1, 2)])


def test_a_parameter_keeps_its_range() -> None:
    contact = contact_of(declare(falling, scalar(low=0)))
    assert contact.outside([fmpq(-1)])
    assert not contact.outside([fmpq(0)])


def definite(A: Any) -> Any:
    yield then(0, "<", lam_min(A))


def test_a_point_that_holds_with_more_bits_does_not_touch() -> None:
    """Columns that are dependent to 700 bits."""
    claim = declare(definite, positive_definite(n=(2, 2)))
    big = fmpq(2) ** 350
    point = claim.domain.point({"A": [[1, big], [big, big * big + 1]]})
    found = certify(claim, point)
    assert found.verdict is Verdict.UNDECIDED
    assert NearEquality().sharper(claim, point, found).verdict is Verdict.HOLDS


def of_rank_two(A: Any) -> Any:
    yield given(rank(A), "==", 2)
    yield given(A[1, 1], "==", 1)
    yield then(det(A), "!=", 0)


def test_a_rank_is_no_equation_to_solve() -> None:
    claim = declare(of_rank_two, square(n=(2, 2)))
    contact = contact_of(claim)
    assert [str(link.lhs.word.name) for link in contact.equations] == ["entry"]
    assert contact.residual(contact.vectors(contact.fixed)).shape == (1, 2)
    assert screen(claim, contact.fixed).margin.shape == (1,)


# Direct sums of points of equality: blocks of parameters, and a violation made of two of them.


ME = paper("test")


@claim(ME, "two means of degrees", domain=graph(n=(2, 9)))
def means_of_degrees(A: Any) -> Any:
    d = row_sums(A)
    yield then(total(d) * total(sq(d)), "<=", rows(A) * total(d * (A @ d)))


@claim(ME, "a trace", domain=psd(n=(1, 3)))
def positive_trace(A: Any) -> Any:
    yield then(0, "<=", trace(A))


def test_blocks_of_parameters_are_blocks_of_the_inputs() -> None:
    one, two = {"A.B": np.array([[[2.0]]])}, {"A.B": np.array([[[1.0, 1.0], [0.0, 3.0]]])}
    assert list(positive_trace.domain.params) == ["A.B"]
    found = joined(positive_trace.domain, {"n": 3}, one, two, np.random.default_rng(0))
    assert found is not None
    A = positive_trace.domain.inputs(found)["A"][0]
    assert A[0, 0] == 4
    assert (A[0, 1:] == 0).all()
    assert (A[1:, 1:] == [[1, 1], [1, 10]]).all()
    assert joined(positive_trace.domain, {"n": 2}, one, two, np.random.default_rng(0)) is None


def test_a_star_and_a_triangle_are_found_from_two_equalities() -> None:
    margins = [
        float(screen(means_of_degrees, b).margin.min())
        for b in sums(means_of_degrees, np.random.default_rng(0))
    ]
    assert min(margins) < -1e-3
    assert not list(sums(means_of_degrees, np.random.default_rng(0), lambda: True))


@claim(ME, "hypotheses that no small input meets", domain=psd(n=(1, 3)))
def nowhere(A: Any) -> Any:
    yield given(1000, "<=", trace(A))
    yield then(0, "<=", trace(A))


def test_no_sums_where_no_small_input_is_inside() -> None:
    assert not list(sums(nowhere, np.random.default_rng(0)))


def test_the_search_certifies_them() -> None:
    effort = Effort(rounds=17, batch=16, certified=1, corners=1, grid=16, longest=1)
    found = search(means_of_degrees, effort)
    assert found.violations
    assert found.violations[0][0].sizes["n"] == 9


# Direct sums, Kronecker products and neighbours: points of the domain, and what is found by them.


@claim(ME, "applied", domain=together(A=square(), v=vector("n"), n=(1, 4)))
def applied(A: Any, v: Any) -> Any:
    yield then(norm(A @ v), "<=", s1(A) * norm(v))


def test_sums_and_products_have_the_shapes_that_are_searched() -> None:
    X, Y = fmpq_mat([[1, 2], [3, 4]]), fmpq_mat([[5]])
    assert direct_sum(X, Y) == fmpq_mat([[1, 2, 0], [3, 4, 0], [0, 0, 5]])
    assert kronecker(X, X)[1, 2] == 6
    assert np.array_equal(
        [[int(x) for x in row] for row in kronecker(X, X).tolist()],
        np.kron([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    )
    one, two = (
        applied.domain.point({"A": A, "v": v}) for A, v in (([[5]], [1]), ([[1, 2], [3, 4]], [1, -1]))
    )
    tried: set[tuple[float, float]] = set()
    found = list(composed(applied, {1: (0.0, one), 2: (0.1, two)}, tried))
    assert not list(composed(applied, {1: (0.0, one), 2: (0.1, two)}, tried))
    assert {point.sizes["n"] for point in found} == {1, 2, 3, 4}
    assert all(applied.domain.contains(point) for point in found)


def test_neighbours_stay_in_the_domain() -> None:
    @claim(ME, "trace", domain=psd(n=(2, 3)), equality=[[[1, 0], [0, 0]]])
    def positive(P: Any) -> Any:
        yield then(lam_max(P), "<=", trace(P))

    points = list(neighbours(positive, np.random.default_rng(5)))
    assert all(positive.domain.contains(point) for point in points)
    assert points
    assert all(point.values["P"] != positive.equality[0].values["P"] for point in points[:1])


def test_a_longer_search_tries_them() -> None:
    @claim(ME, "norms", domain=square(n=(1, 4)), equality=[[[1]]])
    def norms(A: Any) -> Any:
        yield then(s1(A), "<=", s(A)[1] + 1)

    effort = Effort(rounds=17, batch=8, certified=2, corners=2, grid=20, climb_every=50, longest=1)
    assert search(norms, effort).origins["composed"] > 0
