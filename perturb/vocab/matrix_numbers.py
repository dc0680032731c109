"""Numbers of a matrix: its sides, trace, determinant, permanent, rank."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.numbers import functions
from perturb.numbers.errors import Unavailable
from perturb.vocab.arrays import (
    screened,
    square_only,
)
from perturb.vocab.conditions import full
from perturb.vocab.determinants import determinant, permanent_of
from perturb.vocab.facts import Facts
from perturb.vocab.rounding import settled, summed
from perturb.vocab.values import check_shapes
from perturb.vocab.word import INT, M, S, When, Word


def _trace(field: Any, A: Any) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "trace")
    return sum([A[i, i] for i in range(A.nrows())], fmpq(0))


def _float_trace(A: Any) -> Any:
    return np.trace(A, axis1=-2, axis2=-1)[..., None, None]


def _float_permanent(A: Any) -> Any:
    """Ryser's formula: 2^n products of row sums instead of n! products."""
    square_only(A)
    n = A.shape[-1]
    total = np.zeros(A.shape[:-2])
    for chosen in itertools.product((False, True), repeat=n):
        sign = -1.0 if (n - sum(chosen)) % 2 else 1.0
        total = total + sign * np.prod(A[..., list(chosen)].sum(axis=-1), axis=-1)
    return total[..., None, None]


def _permanent(field: Any, A: Any) -> Any:
    if not isinstance(A, fmpq_mat):
        raise Unavailable("the permanent of a matrix with irrational entries")
    return functions.permanent(A)


def _rank(field: Any, A: Any, facts: Facts) -> Any:
    found = facts.rank()
    if found is None:
        raise Unavailable("the rank of a matrix with irrational entries")
    return fmpq(found)


trace = Word(
    "trace",
    S,
    r"\mathrm{{tr}}\left({0:0}\right)",
    _float_trace,
    _trace,
    bounded=summed,
    meaning="the sum of the diagonal entries of a square matrix",
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    algebraic=True,
)

det = Word(
    "det",
    S,
    r"\det\left({0:0}\right)",
    screened(lambda A: np.linalg.det(A)[..., None, None]),
    lambda field, A: functions.determinant(A),
    bounded=determinant,
    meaning="the determinant of a square matrix",
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    algebraic=True,
)

permanent = Word(
    "permanent",
    S,
    r"\mathrm{{per}}\left({0:0}\right)",
    _float_permanent,
    _permanent,
    bounded=permanent_of,
    meaning="the permanent of a square rational matrix: the determinant's sum with all signs plus",
    accepts=(M,),
    exact=True,
)

rank = Word(
    "rank",
    S,
    r"\mathrm{{rank}}\left({0:0}\right)",
    screened(lambda A: np.linalg.matrix_rank(A).astype(float)[..., None, None]),
    _rank,
    bounded=full,
    meaning="the rank, counted exactly",
    nonneg=When.ALWAYS,
    accepts=(M,),
    exact=True,
    informed=True,
    algebraic=True,
)

rows = Word(
    "rows",
    INT,
    "{rows}",
    lambda A: A.shape[-2],
    lambda field, A: A.nrows(),
    bounded=settled,
    meaning="m of an m x n matrix",
    nonneg=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: A[0],
    algebraic=True,
)

cols = Word(
    "cols",
    INT,
    "{cols}",
    lambda A: A.shape[-1],
    lambda field, A: A.ncols(),
    bounded=settled,
    meaning="n of an m x n matrix",
    nonneg=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: A[1],
    algebraic=True,
)
