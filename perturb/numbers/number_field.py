"""Numbers of one real number field Q(r): polynomials in r, of which 0 is told exactly and the sign by balls.

The numbers of one point of algebraic entries are made of one r, so that sums and products of many of them
stay of its degree, where those of unrelated algebraic numbers multiply theirs.

Eigenvalues and singular values of matrices over one number field Q(r), exact.
"""

from __future__ import annotations

from typing import cast

from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from perturb.numbers import residual
from perturb.numbers.algebraic import (
    Algebraic,
    Rational,
    algebraic_eigenvalues,
    algebraic_sqrt,
    ball_of,
    exact_root,
    root_between,
    select,
)
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.roots import distinct_real_roots, irreducible_factors, isolated

GUARD = 16  # bits beside those that are asked for


class NumberField:
    """Q(r) for a real root r of an irreducible polynomial of degree 2 or more; equal for equal r."""

    def __init__(self, root: Algebraic) -> None:
        self.root, self.modulus = root, fmpq_poly(root.poly)

    @property
    def degree(self) -> int:
        """The degree of r over the rationals."""
        return self.root.degree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberField) and (self is other or self.root == other.root)

    def __hash__(self) -> int:
        return hash(self.root)

    def number(self, form: fmpq_poly) -> fmpq | FieldNumber:
        """form(r): a rational number where what is left of the form modulo that of r is constant."""
        rest = form % self.modulus
        return FieldNumber(self, rest) if rest.degree() > 0 else rest[0]

    @property
    def generator(self) -> FieldNumber:
        """r itself."""
        return FieldNumber(self, fmpq_poly([0, 1]))


def field_of(poly: fmpz_poly, low: fmpq, high: fmpq, deepest: int | None = None) -> NumberField:
    """Q(r) for the root r of an irreducible `poly` in [low, high].

    ValueError unless the polynomial is irreducible of degree 2 or more, and has exactly one root there; with
    `deepest`, where its roots lie so close together that more halvings are needed to tell them apart.
    """
    factors = irreducible_factors(fmpq_poly(poly))
    if poly.degree() < 2 or len(factors) != 1 or factors[0][1] != 1:
        raise ValueError("the polynomial is not irreducible of degree 2 or more")
    if deepest is not None and isolated(factors[0][0]).depth > deepest:
        raise ValueError(f"roots of the polynomial lie closer together than 2^-{deepest} of the largest")
    return NumberField(cast("Algebraic", root_between(poly, low, high)))


class FieldNumber(Algebraic):
    """form(r), irrational. Beside a number of another field it is the algebraic number that it is."""

    __slots__ = ("field", "form")

    def __init__(self, field: NumberField, form: fmpq_poly) -> None:
        self.field, self.form = field, form
        self._bits, self._ball = 0, arb.nan()

    def __getattr__(self, name: str) -> object:
        """Its name as an algebraic number, polynomial and index, when it is asked for."""
        if name not in ("poly", "index"):
            raise AttributeError(name)
        named = self._named()
        self.poly, self.index = named.poly, named.index
        return getattr(named, name)

    def _named(self) -> Algebraic:
        """The characteristic polynomial of the multiplication by form(r) is a power of the minimal one."""
        d = self.field.degree
        rows = [(self.form * fmpq_poly([0] * k + [1])) % self.field.modulus for k in range(d)]
        matrix = fmpq_mat(d, d, [row[j] for row in rows for j in range(d)])
        return cast("Algebraic", select(matrix.charpoly(), self.ball))

    def refine(self, bits: int) -> arb:
        """A ball of at least `bits` accurate bits: it is not 0, so that some precision gives them."""
        work = bits + GUARD
        while bits > self._bits:
            with ctx.workprec(work):
                r, value = self.field.root.refine(work), arb(0)
                for c in reversed(self.form.coeffs()):
                    value = value * r + arb(c)
            if value.rel_accuracy_bits() >= bits:
                self._ball, self._bits = value, bits
            work *= 2
        return self._ball

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FieldNumber) and other.field == self.field:
            return bool(self.form == other.form)
        return super().__eq__(other)

    __hash__ = Algebraic.__hash__

    def __neg__(self) -> FieldNumber:
        return FieldNumber(self.field, -self.form)

    def __add__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        if isinstance(other, FieldNumber) and other.field == self.field:
            return self.field.number(self.form + other.form)
        return super().__add__(other)

    __radd__ = __add__

    def __mul__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        if isinstance(other, FieldNumber) and other.field == self.field:
            return self.field.number(self.form * other.form)
        return super().__mul__(other)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> fmpq | Algebraic:
        base = self.inverse() if exponent < 0 else self
        result = fmpq_poly([1])
        for _ in range(abs(exponent)):
            result = (result * base.form) % self.field.modulus
        return self.field.number(result)

    def inverse(self) -> FieldNumber:
        """1/x by Bezout's identity with the irreducible polynomial of r."""
        common, _, factor = self.field.modulus.xgcd(self.form)
        return FieldNumber(self.field, (factor / common[0]) % self.field.modulus)

    def _shift(self, q: fmpq) -> FieldNumber:
        return FieldNumber(self.field, self.form + q)

    def _scale(self, q: fmpq) -> fmpq | FieldNumber:
        return FieldNumber(self.field, self.form * q) if q != 0 else fmpq(0)


def exact_form(x: fmpq | Algebraic) -> fmpq_poly:
    """A number of a field, or a rational one, as a polynomial in r."""
    return x.form if isinstance(x, FieldNumber) else fmpq_poly([cast("fmpq", x)])


SIDE = 36  # of the rational matrix whose characteristic polynomial is factored
BITS = 4096


def eigenvalues(S: ExactMatrix) -> list[fmpq | Algebraic]:
    """Of a symmetric S, descending, with multiplicity; ValueError where it is not symmetric.

    Each is a root of the characteristic polynomial of S over the rationals. Which one, the residual kernel
    tells as soon as its enclosure meets no other.
    """
    if S.nrows() != S.ncols() or S.transpose() != S:
        raise ValueError("the matrix is not symmetric")
    rational = S.collapsed()
    if isinstance(rational, fmpq_mat):
        return algebraic_eigenvalues(rational)
    roots = [exact_root(root) for root in distinct_real_roots(over_rationals(S).charpoly())]
    bits = max(64, ctx.prec)
    while bits <= BITS:
        with ctx.workprec(bits):
            balls = residual.symmetric_eigenvalues(S.balls())
            met = [[x for x in roots if ball_of(x).overlaps(ball)] for ball in balls]
        if all(len(found) == 1 for found in met):
            return [found[0] for found in met]
        bits *= 2
    raise Unavailable(f"eigenvalues that {BITS} bits do not tell apart")


def singular_values(A: ExactMatrix) -> list[fmpq | Algebraic]:
    """The min(m, n) singular values, descending: roots of the eigenvalues of the smaller Gram matrix."""
    At = A.transpose()
    values = eigenvalues(At * A if A.nrows() >= A.ncols() else A * At)
    return [algebraic_sqrt(x) for x in values]


def over_rationals(S: ExactMatrix) -> fmpq_mat:
    """S as a rational matrix on Q^(n d), d the degree of r: each entry by what it does to 1, r, r^2, ...

    Its characteristic polynomial is the product of those of S and of its conjugates. Unavailable where the
    entries are of no one field, or it is too large.
    """
    field = field_of_entries(S)
    n, d = S.nrows(), field.degree
    if n * d > SIDE:
        raise Unavailable(f"exact spectra: {n} x {n} over a field of degree {d}")
    steps = [fmpq_poly([0] * k + [1]) for k in range(d)]
    rows = [
        [((exact_form(x) * step) % field.modulus)[k] for x in row for k in range(d)]
        for row in S.tolist()
        for step in steps
    ]
    return fmpq_mat(n * d, n * d, [x for row in rows for x in row])


def field_of_entries(S: ExactMatrix) -> NumberField:
    """The one field of all entries."""
    irrational = [x for x in S.entries() if isinstance(x, Algebraic)]
    fields = {x.field for x in irrational if isinstance(x, FieldNumber)}
    if len(fields) != 1 or not all(isinstance(x, FieldNumber) for x in irrational):
        raise Unavailable("exact spectra: entries of more than one number field")
    return fields.pop()
