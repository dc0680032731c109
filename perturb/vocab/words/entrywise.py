"""Words that act entry by entry, the Gamma function among them, sums of rows and columns, the products of
Hadamard and of Kronecker.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import fmpq

from perturb.numbers import scalar as exact
from perturb.numbers.errors import Undefined
from perturb.vocab.grammar.kinds import Kind, M, S, V, When, exactly, times
from perturb.vocab.grammar.tree import CONST, Expr, Word
from perturb.vocab.systems import gradients
from perturb.vocab.systems.evaluate import (
    as_scalar,
    build,
    check_shapes,
    column,
    entries_of,
    matrix_of,
    quiet,
    real,
    require_entries,
    same_system,
)
from perturb.vocab.systems.facts import may_be_empty
from perturb.vocab.systems.rounding import bilinear, exponential, moved, one_term, powered, summed
from perturb.vocab.words.arithmetic import raised, real_kind
from perturb.vocab.words.lists import ones
from perturb.vocab.words.matrix import cols, rows
from perturb.vocab.words.parts import reshape
from perturb.vocab.words.vector import diag, entries

WHOLE = 170  # up to here (x - 1)! is a float too


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


def _of_entries(A: Expr, values: Expr) -> Expr:
    """The matrix of the shape of A with these entries, row by row."""
    found: Expr = reshape(values, rows(A), cols(A))
    return found


entrywise_abs = Word(
    "entrywise_abs",
    M,
    r"\lvert {0:0|} \rvert_\circ",
    np.abs,
    _entrywise(exact.absolute),
    bounded=moved,
    formula=lambda A: _of_entries(A, abs(entries(A))),
    meaning="the matrix of the |a_ij|, entry by entry; (A'A)^(1/2) is mat_abs",
    elsewhere="abs, entrywise modulus, elementwise absolute value",
    gradient=gradients.absolute,
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
    formula=lambda A, p: _of_entries(A, entries(A) ** p),
    meaning="the matrix of the a_ij^p, entry by entry, p real; undefined where one is not real",
    elsewhere="pow, elementwise power, Hadamard power",
    gradient=gradients.power,
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
    elsewhere="exp, elementwise exponential, Hadamard exponential",
    gradient=gradients.exponential,
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
    formula=lambda A: A @ ones(cols(A)),
    meaning="the vector of the m sums over the rows, the first row first",
    elsewhere="sum, sums of rows, infinity norm, stochastic",
    gradient=gradients.total,
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
    formula=lambda A: A.T @ ones(rows(A)),
    meaning="the vector of the n sums over the columns, the first column first",
    elsewhere="sum, sums of columns, 1-norm",
    gradient=gradients.column_sums,
    level=1,
    accepts=(M,),
    indexed=r"\textstyle\sum_{{{b}}} {0:9}[{b},{i}]",
    shape=lambda A: A[1:],
    algebraic=True,
)


def _kron(field: Any, A: Any, B: Any) -> Any:
    if isinstance(A, tuple):
        A = column(A)
    if isinstance(B, tuple):
        B = column(B)
    A, B = same_system(A, B)
    rows = itertools.product(entries_of(A), entries_of(B))
    return build([[a * b for a in row for b in other] for row, other in rows], A)


def _float_kron(A: Any, B: Any) -> Any:
    require_entries(A, B)
    out = np.einsum("...ij,...kl->...ikjl", A, B)
    return out.reshape(*out.shape[:-4], out.shape[-4] * out.shape[-3], out.shape[-2] * out.shape[-1])


def _hadamard(field: Any, A: Any, B: Any) -> Any:
    check_shapes(A, B, (A.nrows(), A.ncols()) == (B.nrows(), B.ncols()), "hadamard")
    A, B = same_system(A, B)
    pairs = zip(entries_of(A), entries_of(B), strict=True)
    return build([[a * b for a, b in zip(r, s, strict=True)] for r, s in pairs], A)


def _kron_kind(a: Kind, b: Kind) -> Kind:
    for kind in (a, b):
        if kind not in (M, V):
            raise TypeError(f"kron takes matrices and vectors, not a {kind.value}")
    return M


def _kron_sides(A: Any, B: Any) -> Any:
    """A vector counts as a column."""
    (m, n), (k, p) = ((*side, exactly(1))[:2] for side in (A, B))
    return times(m, k), times(n, p)


kron = Word(
    "kron",
    _kron_kind,
    r"{0:3} \otimes {1:3}",
    _float_kron,
    _kron,
    bounded=bilinear(one_term),
    fits=lambda A, B: True,
    meaning="the Kronecker product, blocks a_ij B; a vector counts as a column; the result is a matrix",
    elsewhere="tensor product, outer",
    gradient=gradients.kron,
    takes=("matrix or vector", "matrix or vector"),
    mirror="kron",
    semidefinite=When.ALL,
    level=1,
    shape=_kron_sides,
    partial=may_be_empty,
    algebraic=True,
)
degrees = Word(
    "degrees",
    V,
    r"\deg({0:0})",
    meaning="the degrees of a graph with this matrix of weights, its sums of rows",
    elsewhere="degree, weighted degree",
    body=lambda W: row_sums(W),
    accepts=(M,),
    indexed=r"\deg_{{{i}}}({0:0})",
)
laplacian = Word(
    "laplacian",
    M,
    r"\mathrm{{Lap}}({0:0})",
    meaning="the Laplacian D - W of a graph with the square matrix W of weights, D = diag(row_sums(W))",
    elsewhere="laplacian, graph Laplacian, Kirchhoff matrix",
    square=True,
    body=lambda W: diag(row_sums(W)) - W,
    accepts=(M,),
)
hadamard = Word(
    "hadamard",
    M,
    r"{0:3} \circ {1:3}",
    np.multiply,
    _hadamard,
    bounded=bilinear(one_term),
    meaning="the product entry by entry of two matrices of one shape",
    elsewhere="multiply, entrywise product, elementwise product, Schur product, mask",
    gradient=gradients.times,
    mirror="hadamard",
    semidefinite=When.ALL,
    level=1,
    accepts=(M, M),
    algebraic=True,
)


def _float_gamma(x: Any) -> Any:
    """NaN where it is undefined."""
    from scipy.special import gamma as by_scipy  # which not every statement needs

    x = np.asarray(x, dtype=float)
    return np.where(x > 0, by_scipy(np.where(x > 0, x, 1.0)), np.nan)


def _gamma(x: Any) -> Any:
    """(x - 1)! exactly at a whole number of moderate size, else in a ball, by Arb."""
    if x <= 0:
        raise Undefined("the Gamma function of a number that is not positive")
    if isinstance(x, fmpq) and x.q == 1 and x <= WHOLE:
        return fmpq(math.factorial(int(x.p) - 1))
    return exact.to_arb(x).gamma()


gamma = Word(
    "gamma",
    real_kind,
    r"\Gamma({0:0})",
    quiet(_float_gamma),
    real(_gamma),
    meaning="the Gamma function of a positive number or of each component: the integral of t^(x-1) e^(-t) "
    "over t > 0, which is (x - 1)! at whole numbers; undefined unless positive",
    elsewhere="gamma, factorial, Gamma function",
    gradient=gradients.gamma,
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    nonzero=True,
    partial=True,
    inexact=True,
)
