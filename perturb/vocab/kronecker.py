"""Words for the products of Kronecker and of Hadamard."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from perturb.vocab.arrays import build, column, entries_of, may_be_empty, require_entries
from perturb.vocab.intervals import exactly, times
from perturb.vocab.rounding import bilinear, one_term
from perturb.vocab.values import check_shapes, same_system
from perturb.vocab.word import Kind, M, V, When, Word


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
    check_shapes(A, B, (A.nrows(), A.ncols()) == (B.nrows(), B.ncols()), "Hadamard product")
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
    meaning="the Kronecker product, blocks a_ij B; a vector counts as a column; the result is a matrix",
    takes=("matrix or vector", "matrix or vector"),
    mirror="kron",
    semidefinite=When.ALL,
    level=1,
    shape=_kron_sides,
    partial=may_be_empty,
    algebraic=True,
)
hadamard = Word(
    "hadamard",
    M,
    r"{0:3} \circ {1:3}",
    np.multiply,
    _hadamard,
    bounded=bilinear(one_term),
    meaning="the product entry by entry of two matrices of one shape",
    mirror="hadamard",
    semidefinite=When.ALL,
    level=1,
    accepts=(M, M),
    algebraic=True,
)
