"""Words that act on a matrix entry by entry, and sums of its rows and columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import fmpq

from perturb.numbers import scalar as exact
from perturb.vocab.arithmetic import raised
from perturb.vocab.arrays import entries_of, matrix_of, quiet
from perturb.vocab.rounding import exponential, moved, powered, summed
from perturb.vocab.tree import CONST, Expr
from perturb.vocab.values import as_scalar
from perturb.vocab.word import Kind, M, S, V, Word


def _entrywise(f: Callable[..., Any]) -> Callable[..., Any]:
    """The certified form of a function of one entry and of numbers after it."""

    def apply(field: Any, A: Any, *rest: Any) -> Any:
        numbers = [as_scalar(x) for x in rest]
        return matrix_of([[f(x, *numbers) for x in row] for row in entries_of(A)])

    return apply


def _sums(rows: list[list[Any]]) -> tuple[Any, ...]:
    """The sum of each row; entries that are certainly not negative keep their sums so."""
    totals = []
    for row in rows:
        total: Any = fmpq(0)
        for x in row:
            total = exact.add(total, x)
        totals.append(total)
    return tuple(totals)


def _power_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (Kind.INTEGER, S):
        raise TypeError(f"entrywise_power takes a matrix and a number, not a {A.value} and a {p.value}")
    return M


def _may_lack_a_power(A: Expr, p: Expr) -> bool:
    return not (p.word is CONST and p.payload[0].denominator == 1 and p.payload[0] >= 0)


entrywise_abs = Word(
    "entrywise_abs",
    M,
    r"\lvert {0:0|} \rvert_\circ",
    np.abs,
    _entrywise(exact.absolute),
    bounded=moved,
    meaning="the matrix of the |a_ij|, entry by entry; (A'A)^(1/2) is mat_abs",
    mirror="entrywise_abs",
    accepts=(M,),
    algebraic=True,
)
entrywise_power = Word(
    "entrywise_power",
    _power_kind,
    r"{0:9}^{{\circ {1:0}}}",
    quiet(lambda A, p: np.power(A, np.asarray(p, dtype=float))),
    _entrywise(raised),
    bounded=powered,
    meaning="the matrix of the a_ij^p, entry by entry, p real; undefined where one is not real",
    takes=("matrix", "number p"),
    mirror="entrywise_power",
    counts=True,
    level=3,
    shape=lambda A, p: A,
    partial=_may_lack_a_power,
)
entrywise_exp = Word(
    "entrywise_exp",
    M,
    r"e^{{\circ {0:9}}}",
    quiet(np.exp),
    _entrywise(exact.exp),
    bounded=exponential,
    meaning="the matrix of the e^(a_ij), entry by entry; the matrix exponential is mat_exp",
    letter="e",
    instead=r"\exp_\circ\left({0:0}\right)",
    mirror="entrywise_exp",
    accepts=(M,),
    level=3,
    inexact=True,
)
row_sums = Word(
    "row_sums",
    V,
    r"\mathrm{{rowsums}}({0:0})",
    lambda A: A.sum(axis=-1, keepdims=True),
    lambda field, A: _sums(entries_of(A)),
    bounded=summed,
    meaning="the vector of the m sums over the rows, the first row first",
    level=1,
    accepts=(M,),
    indexed=r"\textstyle\sum_{{{b}}} {0:9}[{i},{b}]",
    shape=lambda A: A[:1],
    algebraic=True,
)
column_sums = Word(
    "column_sums",
    V,
    r"\mathrm{{colsums}}({0:0})",
    lambda A: np.swapaxes(A.sum(axis=-2, keepdims=True), -1, -2),
    lambda field, A: _sums(entries_of(A.transpose())),
    bounded=summed,
    meaning="the vector of the n sums over the columns, the first column first",
    level=1,
    accepts=(M,),
    indexed=r"\textstyle\sum_{{{b}}} {0:9}[{b},{i}]",
    shape=lambda A: A[1:],
    algebraic=True,
)
