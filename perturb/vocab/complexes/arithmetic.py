"""Sums, products, quotients and powers of complex values, their parts and moduli."""

from __future__ import annotations

from typing import Any

from perturb.vocab.complexes.meanings import MEANINGS, Meaning, applied, meaning, node
from perturb.vocab.complexes.values import Complex, Multiple, is_complex, lifted, zero
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, WORDS, Expr, as_expr, const
from perturb.vocab.systems.facts import may_be_empty
from perturb.vocab.words.lists import Identity

ZERO, ONE = const(0), const(1)
# Linear over the complex numbers in the first argument: of each part by itself.
LINEAR = (
    "upper lower strict_upper strict_lower leading trailing lower_left upper_right without_rows banded "
    + "reshape without_columns vec_rows vec_columns row column row_sums column_sums diagonal diag "
    + "sum component head entry entries"
).split()


def as_matrix(x: Any) -> Complex:
    found = lifted(x)
    if found.kind is not Kind.MATRIX:
        raise TypeError(f"a matrix is expected, not a complex {found.kind.value}")
    return found


def _pair(a: Any, b: Any) -> tuple[Complex, Complex]:
    return lifted(a, b), lifted(b, a)


def _added(name: str) -> Meaning:
    def rule(a: Any, b: Any) -> Any:
        if isinstance(a, Multiple | Identity) and isinstance(b, Multiple | Identity):
            return Multiple(applied(WORDS[name], (_factor(a), _factor(b))))
        x, y = beside_rows(*_pair(a, b), is_complex(a), is_complex(b))
        kind = node(name, x.re, y.re).kind
        alike = x.kind is y.kind is not Kind.SCALAR
        return Complex(
            Kind.SCALAR if kind is Kind.INTEGER else kind,
            lambda: (node(name, x.re, y.re), node(name, x.im, y.im)),
            node(name, x.double, y.double) if alike else None,
            x.sides if alike and kind is Kind.MATRIX else None,
            row=x.row or y.row,
        )

    return rule


def beside_rows(x: Complex, y: Complex, *are_complex: bool) -> tuple[Complex, Complex]:
    """Two sides of a sum or an equality; TypeError for a row x^* and a column. A real vector is either."""
    if x.kind is not Kind.VECTOR or y.kind is not Kind.VECTOR or x.row is y.row:
        return x, y
    if all(are_complex):
        raise TypeError("a row x^* meets a column: write conj(x) for the column of the conjugates")
    return (x if x.row else x.H), (y if y.row else y.H)


def _factor(x: Any) -> Complex:
    return x.factor if isinstance(x, Multiple) else lifted(x.factor)


for _name in ("add", "sub"):
    MEANINGS[_name] = _added(_name)


@meaning("mul")
def _times(a: Any, b: Any) -> Any:
    """Number by anything, vectors componentwise."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Multiple | Identity):
            return Multiple(applied(WORDS["mul"], (_factor(one), lifted(other))))
    if not is_complex(a) and as_expr(a).kind in (Kind.SCALAR, Kind.INTEGER):
        return _scaled("mul", as_expr(a), lifted(b), first=True)
    if not is_complex(b) and as_expr(b).kind in (Kind.SCALAR, Kind.INTEGER):
        return _scaled("mul", as_expr(b), lifted(a), first=False)
    x, y = lifted(a), lifted(b)
    found = product("mul", x, y)
    if Kind.SCALAR in (x.kind, y.kind):
        found.row = x.row or y.row
    return found


def product(name: str, x: Complex, y: Complex, *, sides: Any = None, double: Expr | None = None) -> Complex:
    """Bilinear over the complex numbers."""
    whole = node(name, x.re, y.re)

    def part(one: tuple[Expr, Expr], other: tuple[Expr, Expr], sign: str) -> Expr:
        found = _plus(_by_parts(name, *one), _by_parts(name, *other), sign)
        return zero(whole) if found is None else found

    return Complex(
        Kind.SCALAR if whole.kind is Kind.INTEGER else whole.kind,
        lambda: (
            part((x.re, y.re), (x.im, y.im), "sub"),
            part((x.re, y.im), (x.im, y.re), "add"),
        ),
        double,
        sides,
    )


def _by_parts(name: str, x: Expr, y: Expr) -> Expr | None:
    """The product of two parts; None where one is the constant 0, the other side where it is 1."""
    if name == "mul" and ZERO in (x, y):
        return None
    if name == "mul" and ONE in (x, y):
        return y if x is ONE else x
    return node(name, x, y)


def _plus(x: Expr | None, y: Expr | None, sign: str) -> Expr | None:
    if x is not None and y is not None:
        return node(sign, x, y)
    if x is None and y is None:
        return None
    return x if x is not None else y if sign == "add" else -y  # type: ignore[operator]


def _scaled(name: str, c: Expr, z: Complex, first: bool) -> Complex:
    """A real number times a complex value, or, by `div`, the value by the number."""

    def one(x: Expr) -> Expr:
        return node(name, c, x) if first else node(name, x, c)

    if c.kind is Kind.VECTOR:  # component by component
        return Complex.of(one(z.re), one(z.im))
    double = one(z.double) if z.kind is not Kind.SCALAR else None
    sides = z.sides if z.kind is Kind.MATRIX else None
    return Complex(z.kind, lambda: (one(z.re), one(z.im)), double, sides, row=z.row)


@meaning("matmul")
def _matmul(a: Any, b: Any) -> Any:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Multiple | Identity):
            return _times(_factor(one), other)
    x, y = lifted(a), lifted(b)
    if x.kind is Kind.VECTOR and not x.row and not is_complex(a) and not y.row:
        x = x.H  # of a real vector: a row is what it can be before others
    if x.kind is Kind.VECTOR and y.kind is Kind.VECTOR:
        if not x.row and y.row:
            return _matmul(_column(x), _column(y.H).H)
        if y.row or not x.row:
            raise TypeError(
                "a product of two vectors is H(x) @ y, or x @ H(y); total(x * y) is without conjugation"
            )
        return _inner(x, y)
    if x.kind is Kind.VECTOR:
        if not x.row:
            raise TypeError("a vector before a matrix is H(x) @ A")
        flipped = y.transposed
        found = product("matmul", flipped, Complex.of(*x.parts), double=node("matmul", x.double, y.double))
        found.row = True
        return found
    if y.row:
        raise TypeError("a row x^* stands before a matrix, H(x) @ A, or after a vector, y @ H(x)")
    double = node("matmul", x.double, y.double)
    sides = (x.sides[0], y.sides[1]) if y.kind is Kind.MATRIX else None
    return product("matmul", x, y, sides=sides, double=double)


def _column(x: Complex) -> Complex:
    re, im = (node("column_matrix", part) for part in x.parts)
    return Complex(Kind.MATRIX, lambda: (re, im), x.double)


@meaning("column_matrix")
def _as_column(x: Any) -> Complex:
    x = lifted(x)
    if x.row:
        raise TypeError("column_matrix takes a column: the matrix of the row x^* is H(column_matrix(x))")
    return Complex.of(*[node("column_matrix", part) for part in x.parts])


def _inner(x: Complex, y: Complex) -> Complex:
    """x^* y: a complex 1 x 1 matrix; of vectors that may be empty, which no matrix has, the sum."""
    if may_be_empty(x.re, y.re):
        found: Complex = _summed(_times(Complex.of(*x.parts), y))
        return found
    one = node("matmul", x.double, y.double)
    return Complex(
        Kind.SCALAR,
        lambda: (node("complex_re", one), node("complex_im", one)),
        modulus=node("complex_abs", one),
    )


@meaning("div")
def _divided(a: Any, b: Any) -> Any:
    if isinstance(a, Multiple | Identity):
        return Multiple(_divided(_factor(a), b))
    if not is_complex(b):
        divisor = as_expr(b)
        if divisor.kind is not Kind.VECTOR or lifted(a).kind is Kind.VECTOR:
            return _scaled("div", divisor, lifted(a), first=False)
    w = lifted(b)
    if w.kind is Kind.MATRIX:
        raise TypeError("cannot divide by a matrix: write inv(A)")
    return _divided(_times(a, w.conj), _squared_modulus(w))


@meaning("pow")
def _power(a: Any, p: Any) -> Any:
    exponent = as_expr(p) if not is_complex(p) else None
    if exponent is None or exponent.word is not CONST or exponent.payload[0].denominator != 1:
        raise TypeError("a complex number is raised to an integer only")
    z, k = lifted(a), int(exponent.payload[0])
    if z.kind is Kind.MATRIX:
        raise TypeError("** takes numbers and vectors, not a matrix: matpow(A, k) is a whole power")
    if abs(k) > 12:
        raise TypeError(f"a complex number is raised to at most the 12th power, not to {k}")
    found = lifted(zero(z.re) + 1)
    for _ in range(abs(k)):
        found = _times(found, z)
    return found if k >= 0 else _divided(1, found)


def _squared_modulus(z: Complex) -> Expr:
    if z.modulus is not None:
        return node("sq", z.modulus)
    return node("sq", z.re) + node("sq", z.im)


@meaning("abs")
def _modulus(z: Any) -> Expr:
    """Of a number, or component by component."""
    z = lifted(z)
    if z.kind is Kind.MATRIX:
        raise TypeError(
            "abs takes numbers and vectors: entrywise_abs(A) has the moduli, mat_abs(A) is (A^* A)^(1/2)"
        )
    return z.modulus if z.modulus is not None else node("sqrt", _squared_modulus(z))


@meaning("entrywise_abs")
def _moduli(A: Any) -> Expr:
    A = as_matrix(A)
    squares = node("hadamard", A.re, A.re) + node("hadamard", A.im, A.im)
    return node("entrywise_power", squares, const(1) / 2)


@meaning("norm")
def _norm(v: Any) -> Expr:
    v = lifted(v)
    if v.kind is not Kind.VECTOR:
        raise TypeError("norm takes a vector: op(A), fro(A) and nuclear(A) are norms of matrices")
    if may_be_empty(v.re):
        return node("sqrt", node("sum", _squared_modulus(v)))
    return node("complex_norm", v.double)


@meaning("real")
def _real(z: Any) -> Expr:
    return lifted(z).re


@meaning("imag")
def _imag(z: Any) -> Expr:
    return lifted(z).im


@meaning("conj")
def _conj(z: Any) -> Complex:
    return lifted(z).conj


@meaning("H")
def _adjoint(A: Any) -> Complex:
    return lifted(A).H


def _linear(name: str) -> Meaning:
    def rule(z: Any, *more: Any) -> Any:
        z = lifted(z)
        found = Complex.of(node(name, z.re, *more), node(name, z.im, *more))
        found.row = z.row and name == "head"
        return found

    return rule


for _name in LINEAR:
    MEANINGS[_name] = _linear(_name)
_summed = MEANINGS["sum"]


@meaning("neg")
def _negative(z: Any) -> Any:
    if isinstance(z, Multiple):
        return Multiple(_negative(z.factor))
    z = lifted(z)
    double = -z.double if z.kind is not Kind.SCALAR else None
    sides = z.sides if z.kind is Kind.MATRIX else None
    return Complex(z.kind, lambda: (-z.re, -z.im), double, sides, z.modulus, z.row)
