"""Numbers of one field against algebraic numbers of their own and against 100 digits; matrices, spectra."""

from __future__ import annotations

import itertools
import random

import pytest
from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from perturb.numbers import number_field
from perturb.numbers.algebraic import Algebraic, algebraic_sqrt
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber, NumberField, field_of
from perturb.numbers.numerals import interval, latex, readable

R2 = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2))
HEPTAGON = field_of(fmpz_poly([-1, -4, 4, 8]), fmpq(0), fmpq(1))
LAST = field_of(fmpz_poly([1, 0, -10, 0, 1]), fmpq(3), fmpq(4))  # sqrt 2 + sqrt 3
FIELDS = {"root of two": R2, "heptagon": HEPTAGON, "two roots": LAST}


def drawn(field: NumberField, rng: random.Random) -> FieldNumber | fmpq:
    return field.number(fmpq_poly([fmpq(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(field.degree)]))


def named(x: FieldNumber | fmpq) -> Algebraic | fmpq:
    """The same number without its field."""
    return Algebraic(x.poly, x.index) if isinstance(x, FieldNumber) else x


def close(x: object, ball: arb) -> bool:
    found = x.ball() if isinstance(x, Algebraic) else arb(x)
    return bool(found.overlaps(ball)) and bool(abs(found - ball) < arb("1e-90"))


@pytest.mark.parametrize("name", FIELDS)
def test_arithmetic_is_that_of_the_numbers(name: str) -> None:
    rng = random.Random(name)
    with ctx.workprec(400):
        for _ in range(40):
            x, y = (drawn(FIELDS[name], rng) for _ in range(2))
            a, b = (v.ball() if isinstance(v, FieldNumber) else arb(v) for v in (x, y))
            for found, ball in (
                (x + y, a + b),
                (x - y, a - b),
                (x * y, a * b),
                (3 - x, 3 - a),
                (x * x, a * a),
            ):
                assert close(found, ball)
            if y != 0:
                assert close(x / y, a / b)
                assert (x / y) * y == x
            assert ((x > y), (x < y)) == (bool(a > b), bool(a < b)) or x == y


@pytest.mark.parametrize("name", FIELDS)
def test_a_number_is_the_algebraic_number_of_its_name(name: str) -> None:
    rng = random.Random(name)
    for _ in range(10):
        x = drawn(FIELDS[name], rng)
        if isinstance(x, FieldNumber):
            assert x == named(x)
            assert named(x) == x
            assert hash(x) == hash(named(x))
            assert FIELDS[name].degree % x.degree == 0
            assert x - named(x) == 0
            assert (x.poly(x.ball())).contains(0)


def test_what_is_rational_becomes_so() -> None:
    r = R2.generator
    for found, value in ((r * r, 2), (r - r, 0), (r**4, 4), (r / r, 1), ((r + 1) * (r - 1), 1), (r**0, 1)):
        assert type(found) is fmpq
        assert found == value
    assert r**-1 == r / 2
    assert r**3 == 2 * r
    assert algebraic_sqrt(r * r) == r
    assert r.sqrt() ** 2 == r


def test_other_fields_meet_as_algebraic_numbers() -> None:
    r, s = R2.generator, field_of(fmpz_poly([-3, 0, 1]), fmpq(1), fmpq(2)).generator
    assert (r + s) == LAST.generator
    assert (r * s) ** 2 == 6
    assert r < s
    assert r != s


BAD = {
    "two roots": ([-2, 0, 1], -2, 2),
    "no root": ([-2, 0, 1], 2, 3),
    "reducible": ([-4, 0, 1], 1, 3),
    "a square": ([4, 0, -4, 0, 1], 1, 2),
    "rational": ([-1, 2], 0, 1),
    "constant": ([3], 0, 1),
    "turned": ([-2, 0, 1], 2, 1),
}


@pytest.mark.parametrize("name", BAD)
def test_no_field_without_one_root_of_an_irreducible_polynomial(name: str) -> None:
    coefficients, low, high = BAD[name]
    with pytest.raises(ValueError, match=r"irreducible|distinct real roots"):
        field_of(fmpz_poly(coefficients), fmpq(low), fmpq(high))


def matrix(field: NumberField, n: int, rng: random.Random) -> ExactMatrix:
    return ExactMatrix(n, n, [drawn(field, rng) for _ in range(n * n)])


@pytest.mark.parametrize("name", FIELDS)
def test_matrices_are_those_of_their_balls(name: str) -> None:
    rng = random.Random(name)
    with ctx.workprec(600):
        for n in (1, 2, 3):
            A, B = matrix(FIELDS[name], n, rng), matrix(FIELDS[name], n, rng)
            assert (A * B).balls().overlaps(A.balls() * B.balls())
            assert (A + B).balls().overlaps(A.balls() + B.balls())
            assert A.det() == 0 or close(A.det(), A.balls().det())
            if A.det() != 0:
                one = (A.inv() * A).collapsed()
                assert one == fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
                assert A.rank() == n


def test_rank_and_inverse_of_what_is_singular() -> None:
    r = R2.generator
    A = ExactMatrix(2, 2, [1, r, r, 2])
    assert A.rank() == 1
    assert A.det() == 0
    with pytest.raises(ZeroDivisionError):
        A.inv()
    assert number_field.eigenvalues(A) == [3, 0]
    assert number_field.singular_values(A) == [3, 0]


def test_a_rotation_has_singular_values_one() -> None:
    half = R2.generator / 2
    Q = ExactMatrix(2, 2, [half, half, -half, half])
    assert (Q.transpose() * Q).collapsed() == fmpq_mat(2, 2, [1, 0, 0, 1])
    assert number_field.singular_values(Q) == [1, 1]


@pytest.mark.parametrize("name", FIELDS)
def test_eigenvalues_are_roots_of_the_characteristic_polynomial(name: str) -> None:
    rng = random.Random(name)
    A = matrix(FIELDS[name], 2, rng)
    S = A + A.transpose()
    values = number_field.eigenvalues(S)
    assert values[0] >= values[1]
    assert values[0] + values[1] == S[0, 0] + S[1, 1]
    assert values[0] * values[1] == S.det()


def test_repeated_eigenvalues_and_blocks() -> None:
    r = R2.generator
    S = ExactMatrix(3, 3, [r, 0, 0, 0, r, 0, 0, 0, -r])
    assert number_field.eigenvalues(S) == [r, r, -r]
    near = r + fmpq(1, 2**90)  # 64 bits do not tell them apart
    assert number_field.eigenvalues(ExactMatrix(2, 2, [r, 0, 0, near])) == [near, r]
    with pytest.raises(ValueError, match="not symmetric"):
        number_field.eigenvalues(ExactMatrix(2, 2, [1, r, 0, 1]))
    with pytest.raises(Unavailable, match="more than one number field"):
        number_field.eigenvalues(ExactMatrix(2, 2, [r, 0, 0, HEPTAGON.generator]))


SHOWN = {
    "sqrt(2)": R2.generator,
    "-sqrt(2)/2": -R2.generator / 2,
    "3*sqrt(2)/2": 3 * R2.generator / 2,
    "(1 + sqrt(2))/3": (R2.generator + 1) / 3,
    "3 - 2*sqrt(2)": 3 - 2 * R2.generator,
    "root of 8*x^3 + 4*x^2 - 4*x - 1 in [0.6, 0.7]": HEPTAGON.generator,
    "root of x^4 - 10*x^2 + 1 in [3.1, 3.2]": LAST.generator,
    "1/2": fmpq(1, 2),
}


@pytest.mark.parametrize("text", SHOWN)
def test_shown(text: str) -> None:
    assert readable(SHOWN[text]) == text


def test_as_latex() -> None:
    assert latex("-sqrt(2)/2") == r"\tfrac{-\sqrt{2}}{2}"
    assert latex("(1 + sqrt(5))/2") == r"\tfrac{1 + \sqrt{5}}{2}"
    assert latex("3 - 2*sqrt(2)") == r"3 - 2 \, \sqrt{2}"
    assert latex("root of x^12 - 2 in [1, 1.1]") == r"\text{root of } x^{12} - 2 \text{ in } [1, 1.1]"
    assert latex("-7/3") == "-7/3"


def test_an_interval_holds_one_root() -> None:
    """Where two are close, more digits tell them apart."""
    close_roots = fmpz_poly([10**8 - 3, -2 * 10**8, 10**8])  # (x - 1)^2 = 3 10^-8
    first, second = (Algebraic(close_roots, k) for k in range(2))
    for x, other in itertools.permutations((first, second)):
        low, high = interval(x)
        assert low < x < high
        assert not low < other < high
