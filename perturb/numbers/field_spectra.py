"""Eigenvalues and singular values of matrices over one number field Q(r), exact."""

from __future__ import annotations

from flint import ctx, fmpq, fmpq_mat, fmpq_poly

from perturb.numbers import residual
from perturb.numbers.algebraic import Algebraic, algebraic_eigenvalues, algebraic_sqrt, ball_of, exact_root
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber, NumberField, exact_form
from perturb.numbers.roots import distinct_real_roots

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
