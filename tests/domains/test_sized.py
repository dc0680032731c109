"""(a, b) with a < b: every size from a on, searched up to b. (a, a), or a: that size alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb.certify import witness
from perturb.certify.replay import replay
from perturb.domains import integer, rectangular, square, together, vector
from perturb.domains.domain import Domain
from perturb.domains.space import beyond
from perturb.vocab import cols, det, fro, rows, s1
from tests.declared import at, declare


def inside(domain: Domain, upto: int = 4) -> list[int]:
    one = domain.named(["A"])
    return [n for n in range(1, upto + 1) if one.contains(one.point({"A": np.zeros((n, n))}))]


@pytest.mark.parametrize(
    ("range", "sizes", "searched"),
    [(2, [2], [2]), ((2, 2), [2], [2]), ((2, 3), [2, 3, 4], [2, 3]), ((1, 2), [1, 2, 3, 4], [1, 2])],
)
def test_what_a_range_means(range: Any, sizes: list[int], searched: list[int]) -> None:
    assert inside(square(n=range)) == inside(together(A=square(), n=range)) == sizes
    one = square(n=range).named(["A"])
    points = [one.point({"A": np.zeros((n, n))}) for n in (1, 2, 3, 4)]
    assert [p.sizes["n"] for p in points if one.searches(p)] == searched
    assert [z["n"] for z in one.sizes()] == searched


def test_a_size_beside_another() -> None:
    """m = 2 alone, n from 1 on; an integer input has both ends."""
    domain = together(A=rectangular(), k=integer(1, "n"), m=2, n=(1, 2)).named(["A", "k"])

    def holds(m: int, n: int, k: int) -> bool:
        return domain.contains(domain.point({"A": np.zeros((m, n)), "k": k}))

    assert [holds(*z) for z in ((2, 1, 1), (2, 5, 5))] == [True, True]
    assert [holds(*z) for z in ((1, 1, 1), (3, 1, 1), (2, 2, 3))] == [False] * 3
    assert domain.sizes_said == "m = 2; every n >= 1, searched up to 2"


def test_a_size_that_is_another() -> None:
    domain = rectangular(m=("n", "n"), n=(1, 3)).named(["A"])
    assert [domain.contains(domain.point({"A": np.zeros((m, 2))})) for m in (1, 2, 3)] == [False, True, False]
    assert domain.sizes_said == "m = n; every n >= 1, searched up to 3"


def test_what_two_inputs_have_in_common() -> None:
    """Both speak of every size from 3 on: so does the whole, though they are searched together at 3 alone."""

    def of(**parts: Any) -> Any:
        return together(**parts).ranges["n"]

    assert of(A=square(n=(1, 3)), v=vector(n=(3, 5))) == (3, 4)
    assert of(A=square(n=(1, 3)), v=vector(n=(2, 5))) == (2, 3)
    assert of(A=square(n=3), v=vector(n=(2, 5))) == of(A=square(n=(2, 5)), v=vector(n=3)) == (3, 3)
    for far in (4, (4, 6)):
        with pytest.raises(ValueError, match="is not a range of sizes"):
            of(A=square(n=(1, 3)), v=vector(n=far))


def test_what_lies_beyond() -> None:
    ranges = {"m": (1, 2), "n": (1, 3)}
    assert beyond(ranges, {"m": 2, "n": 3}) == ""
    assert beyond(ranges, {"m": 2, "n": 5}) == "n = 5 is beyond the sizes searched (n <= 3)"
    both = "m = 3, n = 5 are beyond the sizes searched (m <= 2, n <= 3)"
    assert beyond(ranges, {"m": 3, "n": 5}) == both


def test_an_equality_case_is_of_a_size_that_the_statement_speaks_of() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), "<=", fro(A))

    declare(body, square(n=(1, 2)), equality=[np.eye(3).tolist()])
    with pytest.raises(ValueError, match="is not in the domain"):
        declare(body, square(n=2), equality=[np.eye(3).tolist()])


@pytest.mark.parametrize(("range", "asked"), [(2, "(== (rows A) 2)"), ((2, 3), "(>= (rows A) 2)")])
def test_a_witness_carries_the_sizes(range: Any, asked: str) -> None:
    def body(A: Any) -> Any:
        yield given(s1(A), "<=", 5)
        yield then(det(A), "<=", 0)

    claim = declare(body, square(n=range))
    point = claim.domain.point({"A": [[1, 0], [0, 1]]})
    made = witness.make(claim, point, at(claim, A=[[1, 0], [0, 1]]))
    assert asked in made.data["membership"]
    assert witness.speaks_of(made, claim)
    other = declare(body, square(n=2 if range == (2, 3) else (2, 3)))
    assert not witness.speaks_of(made, other)


def test_an_end_that_names_a_size_is_carried_too() -> None:
    """m from n on: without it a file of a point with m < n would be believed."""

    def body(A: Any) -> Any:
        yield then(fro(A), "<=", 0)

    claim = declare(body, rectangular(m=("n", 5), n=(1, 3)))
    links = witness.membership(claim, claim.domain.point({"A": [[1, 2], [3, 4]]}))
    assert "(>= (rows A) (cols A))" in [link.canonical() for link in links]


def test_sizes_are_integers() -> None:
    """Those of numpy are as good: an end 0 of theirs was a size, and their type stood in the fingerprint."""
    for one in (np.int64(2), (np.int64(2), 2), [2, 2]):
        assert (square(n=one).ranges, repr(square(n=one).ranges)) == ({"n": (2, 2)}, "{'n': (2, 2)}")
    for wrong in (2.0, (2.0, 3), (1, 2.5), True, (True, 2), None, "m", (2,), (1, 2, 3), (np.int64(0), 2)):
        with pytest.raises(ValueError, match=r"^n = .* is not a"):
            square(n=wrong)
    for ends in ((1.5, 3), (1, 3.0), (True, 3), (None, 2)):
        with pytest.raises(ValueError, match=r"^integer = .* is not an integer"):
            integer(*ends)
    assert integer(np.int64(1), 3).all_ranges() == {"_0": (1, 3)}


def test_an_upper_end_that_names_a_size() -> None:
    """Wide matrices: a tall one was a point of the domain, and its file refuted what is true of wide ones."""

    def wide(A: Any) -> Any:
        yield then(rows(A), "<=", cols(A))

    claim = declare(wide, rectangular(m=(1, "n"), n=(1, 3)))
    inside = [claim.domain.contains(claim.domain.point({"A": np.ones(z)})) for z in ((2, 1), (1, 2), (4, 4))]
    assert inside == [False, True, True]
    assert claim.domain.sizes_said == "every m from 1 to n; every n >= 1, searched up to 3"
    tall = claim.domain.point({"A": [[1], [2]]})
    made = witness.make(claim, tall, at(claim, A=[[1], [2]]))
    assert "(<= (rows A) (cols A))" in made.data["membership"]
    assert not replay(made).refutes
