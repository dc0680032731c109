"""Constants and lists: pi, multiples of the identity, exact matrices, lists of numbers, sorted ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpq_mat

from perturb.numbers.errors import Undefined
from perturb.numbers.numerals import literal, meant_within
from perturb.numbers.scalar import hull, to_arb
from perturb.vocab.grammar.kinds import INT, Kind, M, V, When, exactly
from perturb.vocab.grammar.tree import LATER, WORDS, Expr, Word, as_expr, const
from perturb.vocab.systems.evaluate import as_scalar
from perturb.vocab.systems.rounding import moved, settled, sorted_out
from perturb.vocab.words.matrix import eye
from perturb.vocab.words.parts import row
from perturb.vocab.words.vector import column_matrix, diag

ONE = const(1)

pi = Word(
    "pi",
    Kind.SCALAR,
    r"\pi",
    lambda: np.pi,
    lambda field: arb.pi(),
    meaning="the number pi",
    nonneg=When.ALWAYS,
    nonzero=True,
    inexact=True,
).node()


def _shown(x: str) -> str:
    """0.1 as it is typed, 1/2 on one line."""
    return literal(Fraction(x)) or x


def constant_matrix(A: fmpq_mat) -> Expr:
    """A matrix of exact constants inside a statement."""
    rows = [[str(x) for x in row] for row in A.tolist()]
    name = "matrix[" + ";".join(",".join(row) for row in rows) + "]"
    if name not in WORDS:
        body = r" \\ ".join(" & ".join(_shown(x) for x in row) for row in rows)
        tex = rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"
        screen = np.array([[float(Fraction(x)) for x in row] for row in rows])[None]
        sides = exactly(A.nrows()), exactly(A.ncols())
        shown = tex.replace("{", "{{").replace("}", "}}")
        Word(name, M, shown, lambda: screen, lambda field: A, shape=lambda: sides, constant=A)
    return WORDS[name].node()


class Identity:
    """the identity; c * I beside a square matrix takes its size from it"""

    as_multiple_of_identity = True

    def __init__(self, factor: Expr) -> None:
        self.factor = factor

    def beside(self, A: Expr) -> Expr:
        if A.kind is not M:
            raise TypeError(f"I can be added to a matrix, not to a {A.kind.value}")
        return eye.node(A) if self.factor is ONE else self.factor * eye.node(A)

    def __add__(self, other: Any) -> Any:
        both = isinstance(other, Identity)
        return Identity(self.factor + other.factor) if both else self._beside("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._beside("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, Identity) else self._beside("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._beside("sub", other, self)

    def _beside(self, name: str, left: Any, right: Any) -> Any:
        if _complex(left) or _complex(right):
            return LATER.on_complex(WORDS[name], (left, right))
        A = as_expr(right if left is self else left)
        one = self.beside(A)
        return WORDS[name].node(*((one, A) if left is self else (A, one)))

    def __mul__(self, factor: Any) -> Any:
        if _complex(factor):
            return LATER.on_complex(WORDS["mul"], (factor, self))
        return Identity(as_expr(factor) if self.factor is ONE else self.factor * as_expr(factor))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Identity:
        return Identity(self.factor / as_expr(divisor))

    def __repr__(self) -> str:
        return "I" if self.factor is ONE else f"{self.factor!r} * I"

    def __neg__(self) -> Identity:
        return Identity(-self.factor)


def _complex(x: Any) -> bool:
    return isinstance(x, complex) or hasattr(x, "as_complex")


I = Identity(as_expr(1))  # noqa: E741 (the identity is called I in every text)


def _listed(field: Any, *numbers: Any) -> tuple[Any, ...]:
    return tuple(as_scalar(x) for x in numbers)


def _float_listed(*numbers: Any) -> Any:
    columns = np.broadcast_arrays(*[np.asarray(x, dtype=float).reshape(-1, 1, 1) for x in numbers])
    return np.concatenate(columns, axis=-2)


def ordered(numbers: list[Any]) -> list[Any]:
    """Numbers descending; of balls the k-th holds the k-th largest of every choice of points in them.

    With x_j in [l_j, u_j], the k-th largest x lies between the k-th largest l and the k-th largest u.
    """
    values = [as_scalar(x) for x in numbers]
    if not any(isinstance(x, arb) for x in values):
        return sorted(values, reverse=True)
    balls = [to_arb(x) for x in values]
    if not all(x.is_finite() for x in balls):
        return [arb.nan()] * len(balls)
    lows, highs = ([getattr(x, end)() for x in balls] for end in ("lower", "upper"))
    pairs = zip(sorted(lows, reverse=True), sorted(highs, reverse=True), strict=True)
    return [hull(lo, hi) for lo, hi in pairs]


def _positive(*sizes: int) -> None:
    if min(sizes) < 1:
        raise Undefined(f"a vector or matrix of size {' x '.join(map(str, sizes))}")


def _ones(field: Any, *sizes: int) -> Any:
    _positive(*sizes)
    if len(sizes) == 1:
        return (fmpq(1),) * sizes[0]
    m, n = sizes
    return fmpq_mat(m, n, [1] * (m * n))


def _float_ones(*sizes: int) -> Any:
    _positive(*sizes)
    return np.ones((1, *sizes, *([1] * (2 - len(sizes)))))


def _place(n: int, k: int) -> range:
    """0, ..., n - 1, which must hold k - 1."""
    _positive(n)
    if not 1 <= k <= n:
        raise Undefined(f"the unit vector {k} of {n}")
    return range(n)


def _known_sizes(*sizes: Any) -> bool:
    """May a size be below 1? Not that of a matrix or vector."""
    return not all(x.word.name in ("rows", "cols", "length") for x in sizes)


listed = Word(
    "list",
    V,
    "({list})",
    _float_listed,
    _listed,
    bounded=moved,
    meaning="a list of numbers as a vector; written [x, y]",
    takes=("number", "number"),
    nonneg=When.ALL,
    indexed="({list})_{{{i}}}",
    shape=lambda *numbers: (exactly(len(numbers)),),
)
descending = Word(
    "descending",
    V,
    r"{0:9*}^\downarrow",
    lambda v: -np.sort(-v, axis=-2),
    lambda field, v: tuple(ordered(list(v))),
    bounded=sorted_out,
    meaning="the components of a vector sorted, the largest first, with repetition",
    elsewhere="sort, sorted, order statistics, majorisation",
    nonneg=When.ALL,
    moves=(1,),
    descending=True,
    accepts=(V,),
    indexed=r"({0:9*}^\downarrow)_{{{i}}}",
)
ascending = Word(
    "ascending",
    V,
    r"{0:9*}^\uparrow",
    lambda v: np.sort(v, axis=-2),
    lambda field, v: tuple(ordered(list(v))[::-1]),
    bounded=sorted_out,
    formula=lambda v: -descending(-v),
    meaning="the components of a vector sorted, the smallest first, with repetition",
    elsewhere="sort, sorted, order statistics",
    nonneg=When.ALL,
    moves=(1,),
    accepts=(V,),
    indexed=r"({0:9*}^\uparrow)_{{{i}}}",
)
ones = Word(
    "ones",
    V,
    r"\mathbf{{1}}_{{{0:0}}}",
    _float_ones,
    _ones,
    bounded=settled,
    meaning="the vector of n ones, n >= 1 an integer such as cols(A)",
    elsewhere="ones, all-ones vector, 1",
    nonneg=When.ALWAYS,
    accepts=(INT,),
    indexed=r"(\mathbf{{1}}_{{{0:0}}})_{{{i}}}",
    shape=lambda n: (n,),
    partial=_known_sizes,
)
ones_matrix = Word(
    "ones_matrix",
    M,
    r"J_{{{0:3} \times {1:3}}}",
    _float_ones,
    _ones,
    bounded=settled,
    formula=lambda m, n: column_matrix(ones(m)) @ column_matrix(ones(n)).T,
    letter="J",
    instead=r"\mathbf{{1}}_{{{0:3} \times {1:3}}}",
    meaning="the m x n matrix of ones, m and n integers such as rows(A) and cols(A)",
    elsewhere="ones, all-ones matrix, J",
    accepts=(INT, INT),
    shape=lambda m, n: (m, n),
    partial=_known_sizes,
)
unit = Word(
    "unit",
    V,
    r"e_{{{1:0}}}^{{({0:0})}}",
    lambda n, k: np.array([float(i == k - 1) for i in _place(n, k)]).reshape(1, n, 1),
    lambda field, n, k: tuple(fmpq(int(i == k - 1)) for i in _place(n, k)),
    bounded=settled,
    formula=lambda n, k: row(diag(ones(n)), k),
    meaning="the k-th unit vector of n components, 1 <= k <= n",
    elsewhere="standard basis vector, coordinate vector, e_k",
    nonneg=When.ALWAYS,
    accepts=(INT, INT),
    indexed=r"(e_{{{1:0}}}^{{({0:0})}})_{{{i}}}",
    shape=lambda n, k: (n,),
    partial=True,
)


def from_list(rows: Any) -> Any:
    """What as_expr makes of a list, a tuple or an array: a vector of numbers, or a matrix of constants.

    TypeError for what is deeper than a matrix, or ragged, or a matrix of parts of a statement.
    """
    from perturb.vocab.grammar.tree import CONST, as_expr

    rows = meant_within(rows if isinstance(rows, list | tuple | np.ndarray) else rows.tolist())
    if not rows:
        raise TypeError(f"{rows!r} is not a number or a part of a statement")
    if not any(isinstance(x, list | tuple) for x in rows):
        return listed.node(*[_number(as_expr(x)) for x in rows])
    if len({len(r) if isinstance(r, list | tuple) else -1 for r in rows}) != 1 or not rows[0]:
        raise TypeError(f"the rows of {rows!r} are not of one length")
    if any(isinstance(x, list | tuple) for r in rows for x in r):
        raise TypeError("a matrix written as a list has two levels, rows and numbers")
    numbers = [_number(as_expr(x)) for x in chain.from_iterable(rows)]
    if not all(x.word is CONST for x in numbers):
        raise TypeError("a matrix written as a list holds constants: block(A, B, C, D) joins matrices")
    exact = [fmpq(x.payload[0].numerator, x.payload[0].denominator) for x in numbers]
    return constant_matrix(fmpq_mat(len(rows), len(rows[0]), exact))


def _number(x: Any) -> Any:
    if x.kind not in (Kind.SCALAR, Kind.INTEGER):
        raise TypeError(f"a list holds numbers, not a {x.kind.value}")
    return x
