"""Words of complex matrices: parts, functions, spectra, norms, determinants."""

from __future__ import annotations

from functools import partial
from typing import Any

from perturb.vocab.complexes.arithmetic import as_matrix, product
from perturb.vocab.complexes.meanings import MEANINGS, Meaning, meaning, node
from perturb.vocab.complexes.values import Complex, lifted
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, as_expr

# Of square matrices: the same function of the double, whose value is a double again.
FUNCTIONS = (
    "mat_exp mat_log mat_sqrt mat_abs mat_power principal_sqrt principal_log principal_power geometric_mean "
    + "weighted_geometric_mean matpow inv"
).split()
# One number for the matrix and for its double.
ALIKE = ("s1 op s_min s_star lam_max lam_min spectral_radius numerical_radius " + "kappa cond").split()


@meaning("T")
def _transpose(A: Any) -> Complex:
    return as_matrix(A).T


@meaning("rows")
def _rows(A: Any) -> Expr:
    return as_matrix(A).sides[0]


@meaning("cols")
def _cols(A: Any) -> Expr:
    return as_matrix(A).sides[1]


@meaning("length")
def _length(v: Any) -> Expr:
    return node("length", lifted(v).re)


@meaning("eye_rows")
def _eye_rows(A: Any) -> Complex:
    found: Complex = _eye(as_matrix(A).transposed)
    return found


@meaning("eye")
def _eye(A: Any) -> Complex:
    A = as_matrix(A)
    one = node("eye", A.re)
    return Complex(Kind.MATRIX, lambda: (one, 0 * one), node("eye", A.double), (A.sides[1], A.sides[1]))


def _bilinear(name: str, a: Any, b: Any) -> Complex:
    x, y = lifted(a), lifted(b)
    if x.row or y.row:
        raise TypeError(f"{name} takes vectors as columns: the matrix of the row x^* is H(column_matrix(x))")
    return product(name, x, y)


for _name in ("hadamard", "kron"):
    MEANINGS[_name] = partial(_bilinear, _name)


@meaning("block")
def _block(*four: Any) -> Complex:
    A, B, C, D = map(as_matrix, four)
    return Complex.of(node("block", A.re, B.re, C.re, D.re), node("block", A.im, B.im, C.im, D.im))


def _function(name: str) -> Meaning:
    def rule(A: Any, *more: Any) -> Complex:
        A = as_matrix(A)
        rest = [as_matrix(x).double if _is_matrix(x) else as_expr(x) for x in more]
        return _of_square(node(name, A.double, *rest), A.sides[1])

    return rule


def _is_matrix(x: Any) -> bool:
    return (x if isinstance(x, Complex) else as_expr(x)).kind is Kind.MATRIX


def _of_square(double: Expr, n: Expr) -> Complex:
    """An n x n matrix whose double is known: X above, Y below on the left."""
    return Complex(
        Kind.MATRIX, lambda: (node("leading", double, n), node("lower_left", double, n)), double, (n, n)
    )


for _name in FUNCTIONS:
    MEANINGS[_name] = _function(_name)


@meaning("pinv")
def _pinv(A: Any) -> Complex:
    A = as_matrix(A)
    m, n = A.sides
    double = node("pinv", A.double)

    def parts() -> tuple[Expr, Expr]:  # A^+ = (A^* A)^+ A^*
        gram = A.H @ A
        square = _of_square(node("pinv", gram.double), n)
        found: Complex = square @ A.H
        return found.parts

    return Complex(Kind.MATRIX, parts, double, (n, m))


@meaning("spectral_projection")
def _projection(A: Any, i: Any, j: Any) -> Complex:
    A = as_matrix(A)
    first, last = 2 * as_expr(i) - 1, 2 * as_expr(j)
    return _of_square(node("spectral_projection", A.double, first, last), A.sides[1])


@meaning("eigenprojection")
def _line(A: Any, k: Any) -> Complex:
    found: Complex = _projection(A, k, k)
    return found


def _alike(name: str, A: Any) -> Expr:
    return node(name, as_matrix(A).double)


for _name in ALIKE:
    MEANINGS[_name] = partial(_alike, _name)


@meaning("s")
def _singular_values(A: Any) -> Expr:
    return node("complex_s", as_matrix(A).double)


@meaning("lam")
def _eigenvalues(A: Any) -> Expr:
    return node("complex_lam", as_matrix(A).double)


@meaning("moduli")
def _moduli_of_eigenvalues(A: Any) -> Expr:
    return node("complex_moduli", as_matrix(A).double)


@meaning("eig_re")
def _real_parts(A: Any) -> Expr:
    """Those of the double come twice each, in descending order: the first of each pair."""
    A = as_matrix(A)
    return node("column", node("reshape", node("eig_re", A.double), A.sides[0], 2), 1)


@meaning("fro")
def _frobenius(A: Any) -> Expr:
    return node("complex_fro", as_matrix(A).double)


@meaning("schatten")
def _schatten(A: Any, p: Any) -> Expr:
    return node("schatten", node("diag", _singular_values(A)), p)


@meaning("rank")
def _rank(A: Any) -> Expr:
    return node("complex_rank", as_matrix(A).double)


@meaning("trace")
def _trace(A: Any) -> Complex:
    A = as_matrix(A)
    return Complex(Kind.SCALAR, lambda: (node("complex_trace", A.double), node("trace", A.im)))


@meaning("det")
def _determinant(A: Any) -> Complex:
    D = as_matrix(A).double
    return Complex(
        Kind.SCALAR,
        lambda: (node("complex_det_re", D), node("complex_det_im", D)),
        modulus=node("complex_det", D),
    )


@meaning("permanent")
def _permanent(A: Any) -> Complex:
    D = as_matrix(A).double
    return Complex(Kind.SCALAR, lambda: (node("complex_permanent_re", D), node("complex_permanent_im", D)))
