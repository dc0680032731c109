"""Points and domains as people write them: read exactly or refused; (a, b) and the sizes searched."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import HealthCheck, find, settings

from perturb import given, then
from perturb.certify import witness
from perturb.certify.replay import replay
from perturb.domains import (
    Domain,
    bounded,
    circulants,
    correlation,
    diagonally_dominant,
    h_matrix,
    hankel,
    integer,
    laplacians,
    m_matrix,
    normal,
    of_rank,
    positive_contraction,
    psd,
    rectangular,
    scalar,
    square,
    stochastic,
    toeplitz,
    together,
    vector,
    weighted_permutation,
    with_eigenvalues,
    with_singular_values,
)
from perturb.domains.domain import Domain as Domain_sized
from perturb.domains.space import Point, beyond, exact_value, floats
from perturb.vocab import cols, det, fro, rank, rows, s, s1
from perturb.vocab.grammar.kinds import Kind
from tests.declared import at, declare


def test_sizes_are_part_of_membership() -> None:
    """The least size belongs to the statement, the greatest only bounds the search."""
    domain = square(n=(2, 3)).named(["A"])
    assert [domain.contains(domain.point({"A": [[0] * n] * n})) for n in (1, 2, 3, 4)] == [
        False,
        True,
        True,
        True,
    ]


def test_integers_may_end_at_a_size() -> None:
    domain = together(A=rectangular(), k=integer(1, "n"), m=(1, 2), n=(1, 3))
    assert [(z["n"], z["k"]) for z in domain.sizes() if z["m"] == 1] == [
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    inside = [domain.contains(domain.point({"A": [[1, 2]], "k": k})) for k in (0, 1, 2, 3)]
    assert inside == [False, True, True, False]


def test_a_hidden_size() -> None:
    domain = of_rank(2, m=3, n=3).named(["A"])
    assert domain.contains(domain.point({"A": [[1, 0, 0], [0, 1, 0], [0, 0, 0]]}))
    assert not domain.contains(domain.point({"A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}))


def test_together_keeps_the_ranges_of_its_parts() -> None:
    assert together(A=square(n=(2, 3)), z=vector()).ranges == {"n": (2, 3)}
    assert together(z=vector(), A=square(n=(2, 3))).ranges == {"n": (2, 3)}
    assert together(A=square(n=(2, 3)), n=(1, 9)).ranges == {"n": (1, 9)}
    with pytest.raises(ValueError, match="not a range"):
        together(A=square(n=(1, 2)), z=vector(n=(3, 4)))


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "unknown size": (lambda: square(m=3), TypeError, "unknown size"),
    "unknown size together": (
        lambda: together(A=square(), m=(1, 2)),
        TypeError,
        "neither an input nor a size",
    ),
    "two inputs in one": (lambda: together(A=square(count=2)), TypeError, "leave out count"),
    "no copies": (lambda: square(count=0), ValueError, "at least 1"),
    "empty range": (lambda: square(n=(3, 2)), ValueError, "not a range"),
    "size zero": (lambda: square(n=0), ValueError, "not a range"),
    "no values": (lambda: with_eigenvalues([]), ValueError, "at least one value"),
    "bad value": (lambda: with_singular_values([float("nan")]), ValueError, "finite"),
    "bad bound": (lambda: bounded(float("inf")), ValueError, "finite"),
    "bad end": (lambda: scalar("a"), ValueError, "finite"),
    "end without a size": (
        lambda: together(A=square(), k=integer(1, "p")).named(["A", "k"]),
        TypeError,
        "'p'",
    ),
    "wrong names": (lambda: together(A=square()).named(["B"]), TypeError, r"takes \(B\)"),
    "wrong number": (lambda: square().named(["A", "B"]), TypeError, r"takes \(A, B\)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    build, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        build()


MIXED = together(M=square(), z=vector(), rho=scalar(), k=integer(1, "n"), n=(1, 3))
GOOD = {"M": [[1, 2], [3, 4]], "z": [1, 2], "rho": 1, "k": 1}
BAD_POINTS: dict[str, tuple[dict[str, Any], str]] = {
    "missing": ({"M": None, "z": None}, "not a matrix"),
    "flat matrix": ({"M": [1, 2]}, "not a matrix"),
    "number for a matrix": ({"M": 5}, "not a matrix"),
    "ragged": ({"M": [[1, 2], [3]]}, "ragged"),
    "empty": ({"M": []}, "empty"),
    "not square": ({"M": [[1, 2]]}, "M: size n is 1 elsewhere, 2 here"),
    "too long": ({"z": [1, 2, 3]}, "z: size n is 2 elsewhere, 3 here"),
    "number for a vector": ({"z": 3}, "not a vector"),
    "matrix for a vector": ({"z": [[1], [2]]}, "not a finite number"),
    "nan": ({"M": [[1, float("nan")], [0, 0]]}, "nan is not a finite number"),
    "infinite": ({"z": [1, float("inf")]}, "inf is not a finite number"),
    "numpy nan": ({"M": np.full((2, 2), np.nan)}, "nan"),
    "text": ({"rho": "two"}, "'two' is not a finite number"),
    "complex": ({"rho": 1j}, "1j is not a finite number"),
    "division by zero": ({"rho": "1/0"}, "'1/0' is not a finite number"),
    "vector for a number": ({"rho": [1]}, r"\[1\] is not a finite number"),
    "fraction for an integer": ({"k": 1.5}, "1.5 has a fractional part"),
    "nan for an integer": ({"k": float("nan")}, "not a finite number"),
    "none for an integer": ({"k": None}, "not a finite number"),
}


@pytest.mark.parametrize("name", BAD_POINTS)
def test_bad_points(name: str) -> None:
    changes, message = BAD_POINTS[name]
    with pytest.raises(ValueError, match=message):
        MIXED.point({**GOOD, **changes})


@pytest.mark.parametrize("names", [["M"], ["M", "z", "rho", "k", "x"], ["M", "z", "rho", "K"]])
def test_wrong_names_of_a_point(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"inputs \[.*\] given, \['M', 'k', 'rho', 'z'\] expected"):
        MIXED.point(dict.fromkeys(names, 1))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (0.1, fmpq(3602879701896397, 36028797018963968)),
        ("1/3", fmpq(1, 3)),
        ("0.1", fmpq(1, 10)),
        (Fraction(2, 6), fmpq(1, 3)),
        (np.float32(0.5), fmpq(1, 2)),
        (np.int64(-7), fmpq(-7)),
        (5e-324, fmpq(1, 2**1074)),
    ],
)
def test_numbers_are_exactly_what_is_written(data: Any, expected: fmpq) -> None:
    assert exact_value(data, Kind.SCALAR) == expected
    assert exact_value([[data]], Kind.MATRIX) == fmpq_mat([[expected]])


def test_an_array_is_read_as_its_lists() -> None:
    A = np.array([[1.5, -2.0], [0.1, 3.0]])
    assert exact_value(A, Kind.MATRIX) == exact_value(A.tolist(), Kind.MATRIX)


def simplest_point(domain: Domain, wanted: Callable[[Point], bool]) -> Point:
    fixed = settings(
        derandomize=True, database=None, max_examples=500, suppress_health_check=list(HealthCheck)
    )
    return find(domain.strategy(), wanted, settings=fixed)


def test_strategies_shrink_to_the_simplest() -> None:
    A = square(n=(1, 3)).named(["A"])
    of = lambda word, p: word(np.array(floats(p.values["A"])))  # noqa: E731
    assert simplest_point(A, lambda p: of(rank, p) >= 1).values == {"A": fmpq_mat([[1]])}
    two = simplest_point(A, lambda p: of(rank, p) >= 2).values["A"]
    assert (two.nrows(), sorted(abs(x) for x in two.entries())) == (2, [0, 0, 1, 1])
    assert simplest_point(A, lambda p: of(s, p)[1] > 1).values == {"A": fmpq_mat([[2]])}
    negative = simplest_point(scalar().named(["x"]), lambda p: p.values["x"] < 0)
    assert negative.values == {"x": fmpq(-1)}
    assert simplest_point(psd(n=(1, 3)).named(["A"]), lambda p: True).values == {"A": fmpq_mat([[0]])}


# (a, b) with a < b: every size from a on, searched up to b. (a, a), or a: that size alone.


def inside(domain: Domain_sized, upto: int = 4) -> list[int]:
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


def inverse_is_nonnegative(A: fmpq_mat) -> bool:
    return A.det() != 0 and min(A.inv().entries()) >= 0


def with_moduli(A: fmpq_mat, off: int) -> fmpq_mat:
    """|a_ij|, off the diagonal `off` times that."""
    n, rows = A.nrows(), A.tolist()
    return fmpq_mat(n, n, [abs(rows[i][j]) * (1 if i == j else off) for i in range(n) for j in range(n)])


def semidefinite(A: fmpq_mat) -> bool:
    """By its principal minors; 2 x 2 and 1 x 1."""
    return A.transpose() == A and min(A[k, k] for k in range(A.nrows())) >= 0 and A.det() >= 0


def off(A: fmpq_mat) -> list[fmpq]:
    return [A[i, j] for i in range(A.nrows()) for j in range(A.ncols()) if i != j]


def sums(A: fmpq_mat) -> list[fmpq]:
    return [sum(row, fmpq(0)) for row in A.tolist()]


def signs(A: fmpq_mat) -> list[list[int]]:
    return [[int(x > 0) for x in row] for row in A.tolist()]


# What makes a matrix one of a domain, by its definition alone.
DEFINITIONS: dict[str, tuple[Any, Callable[[Any], bool]]] = {
    "m-matrix": (m_matrix, lambda A: max([fmpq(0), *off(A)]) == 0 and inverse_is_nonnegative(A)),
    "h-matrix": (h_matrix, lambda A: inverse_is_nonnegative(with_moduli(A, -1))),
    "dominant": (diagonally_dominant, lambda A: all(x >= 0 for x in sums(with_moduli(A, -1)))),
    "stochastic": (stochastic, lambda A: min(A.entries()) >= 0 and set(sums(A)) == {1}),
    "laplacians": (
        laplacians,
        lambda A: A.transpose() == A and set(sums(A)) == {0} and max([fmpq(0), *off(A)]) == 0,
    ),
    "positive contraction": (positive_contraction, lambda A: semidefinite(A) and semidefinite(A**0 - A)),
    "correlation": (correlation, lambda A: semidefinite(A) and {A[k, k] for k in range(A.nrows())} == {1}),
    "normal": (normal, lambda A: A * A.transpose() == A.transpose() * A),
    "circulants": (circulants, lambda A: A.nrows() == 1 or (A[0, 0], A[0, 1]) == (A[1, 1], A[1, 0])),
    "toeplitz": (toeplitz, lambda A: A.nrows() == 1 or A[0, 0] == A[1, 1]),
    "hankel": (hankel, lambda A: A.nrows() == 1 or A[0, 1] == A[1, 0]),
    "permutations": (
        weighted_permutation,
        lambda A: (
            min(A.entries()) >= 0 and {sum(x) for x in (*signs(A), *zip(*signs(A), strict=True))} == {1}
        ),
    ),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_members_are_what_the_definition_says(name: str) -> None:
    """Zero, singular and nilpotent matrices, repeated values and 1 x 1 among them."""
    make, known = DEFINITIONS[name]
    domain, found = make(), set()
    for n, values in ((1, (-1, 0, Fraction(1, 2), 1, 2)), (2, (-1, 0, Fraction(1, 2), 1))):
        for flat in itertools.product(values, repeat=n * n):
            point = domain.point({"_0": [flat[i * n : i * n + n] for i in range(n)]})
            found.add(known(point.values["_0"]))
            assert domain.contains(point) == known(point.values["_0"]), flat
    assert found == {True, False}
