"""How large the terms of a side are: what a relation with 0 is measured by.

x >= 0 alone has no scale: relative to its sides it is met or missed by 1. Beside the terms that x is made of,
a determinant beside the lengths of its rows, an eigenvalue beside its matrix, it is met by much or by little.
float64 only: sizes steer a search and are printed; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb.numbers.errors import Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.floats import Floats
from perturb.vocab.gaps import nearest
from perturb.vocab.order import Link
from perturb.vocab.tree import Expr, const
from perturb.vocab.word import Kind

NOUGHT = const(0)


def beside_nought(link: Link) -> Expr | None:
    """The other side of a relation with 0; None where neither side is 0 itself."""
    return link.rhs if link.lhs is NOUGHT else link.lhs if link.rhs is NOUGHT else None


def terms(expr: Expr, read: Evaluation, at: Mapping[str, int]) -> Any:
    """The size of the terms of `expr` at each point, shape (B, 1, 1): read floats, indices at the integers
    `at`.
    """
    if expr.expansion is not None:
        return terms(expr.expansion, read, at)
    name, args = expr.word.name, expr.args
    if name in OF_SIZES and not (name == "mul" and all(a.kind is Kind.MATRIX for a in args)):
        return OF_SIZES[name](*[terms(a, read, at) for a in args])
    if name in OF_FIRST:
        return terms(args[0], read, at)
    if name in BOTH:
        return np.maximum(BOTH[name](read(args[0], at)), terms(args[0], read, at))
    if name in OF_VALUES and expr.kind is Kind.SCALAR:
        return OF_VALUES[name](*[read(a, at) for a in args])
    if name == "div":
        return terms(args[0], read, at) / np.abs(read(args[1], at))
    if name == "pow" and args[1].kind is Kind.INTEGER and not args[1].free:
        return terms(args[0], read, at) ** float(abs(read(args[1], at)))
    return _magnitude(read(expr, at), expr.kind)


def terms_at(side: Expr, inputs: Mapping[str, Any], at: Mapping[str, int]) -> float:
    """The same at one exact input; 0 where floats see no size."""
    with np.errstate(all="ignore"):
        try:
            found = terms(side, Evaluation(Floats({n: _array(x) for n, x in inputs.items()})), at)
        except (Undefined, ArithmeticError, ValueError):
            return 0.0
    size = float(np.max(found, initial=0.0))
    return size if np.isfinite(size) else 0.0


def _array(x: Any) -> Any:
    """An exact input as a batch of one in float64."""
    if isinstance(x, int):
        return x
    if isinstance(x, fmpq_mat | ExactMatrix):
        return np.array([nearest(e) for e in x.entries()]).reshape(1, x.nrows(), x.ncols())
    return np.array([nearest(e) for e in (x if isinstance(x, tuple) else (x,))]).reshape(1, -1, 1)


def _magnitude(value: Any, kind: Kind) -> Any:
    """|x|, the largest component of a vector, the Frobenius norm of a matrix."""
    if kind is Kind.MATRIX:
        return np.sqrt((np.asarray(value, dtype=float) ** 2).sum(axis=(-2, -1), keepdims=True))
    if kind is Kind.VECTOR:
        return np.abs(value).max(axis=(-2, -1), keepdims=True, initial=0.0)
    return np.abs(np.asarray(value, dtype=float))


def _lengths_of_rows(A: Any) -> Any:
    """Their product bounds |det A| (Hadamard)."""
    return np.sqrt((A**2).sum(axis=-1, keepdims=True)).prod(axis=-2, keepdims=True)


def _sums_of_rows(A: Any) -> Any:
    """The product of the sums of |a_ij| over each row bounds the permanent."""
    return np.abs(A).sum(axis=-1, keepdims=True).prod(axis=-2, keepdims=True)


def _lengths(u: Any, v: Any) -> Any:
    """|u| |v|, which bounds u'v (Cauchy and Schwarz)."""
    return np.sqrt((u**2).sum(axis=(-2, -1), keepdims=True) * (v**2).sum(axis=(-2, -1), keepdims=True))


def _diagonal(A: Any) -> Any:
    return np.abs(np.diagonal(A, axis1=-2, axis2=-1)).sum(axis=-1)[..., None, None]


def _sum(v: Any) -> Any:
    return np.abs(v).sum(axis=(-2, -1), keepdims=True)


OF_SIZES: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.add,
    "mul": np.multiply,
    "sq": np.square,
    "larger": np.maximum,
    "smaller": np.maximum,
}
OF_FIRST = frozenset(
    ("neg", "abs", "T", "component", "entry", "entries", "head", "diagonal", "lam_min", "s_min", "min", "max")
)
BOTH: dict[str, Callable[..., Any]] = {"trace": _diagonal, "sum": _sum}
OF_VALUES: dict[str, Callable[..., Any]] = {
    "det": _lengths_of_rows,
    "permanent": _sums_of_rows,
    "matmul": _lengths,
    "log": lambda x: 1.0 + np.abs(np.log(np.abs(x))),
}
