"""Words for eigenvectors of symmetric matrices and for complex eigenvalues of any square matrix."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from flint import arb

from perturb.numbers import complex_eigenvalues, functions
from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab.grammar.kinds import INT, M, S, V, When
from perturb.vocab.grammar.tree import Expr, Word
from perturb.vocab.systems.eigen_conditions import (
    eigenvalues,
    eigenvector_of,
    imaginary,
    pairing,
    projection_of,
)
from perturb.vocab.systems.evaluate import OutOfRange, check_shapes, matrix_of, screened
from perturb.vocab.systems.facts import Facts
from perturb.vocab.words.lists import ordered
from perturb.vocab.words.spectral import certified_eigenvalues, general_eigenvalues

CLOSE = 1e-12  # eigenvalues of a matrix of size one that a screen takes for equal


def _place(k: int, n: int) -> int:
    if not 1 <= k <= n:
        raise OutOfRange(k)
    return k - 1


def _vector(field: Any, A: Any, k: int, facts: Facts) -> Any:
    values = certified_eigenvalues(field, A, facts)
    return functions.eigenvector(A, values, _place(k, A.nrows()))


def _projection(field: Any, A: Any, k: int, facts: Facts) -> Any:
    values = certified_eigenvalues(field, A, facts)
    return matrix_of(functions.eigenprojection(A, values, _place(k, A.nrows())).tolist())


def _float_vector(A: Any, k: int) -> Any:
    """NaN at an eigenvalue that is close to another."""
    n = A.shape[-1]
    place = n - 1 - _place(k, n)
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    gaps = np.abs(np.delete(values, place, axis=-1) - values[..., place, None])
    simple = gaps.min(axis=-1, initial=np.inf) > CLOSE * np.abs(values).max(axis=-1)
    v = vectors[..., place]
    first = np.argmax(np.abs(v) > CLOSE, axis=-1)[..., None]
    v = v * np.sign(np.take_along_axis(v, first, axis=-1))
    return np.where(simple[..., None], v, np.nan)[..., None]


def _float_projection(A: Any, k: int) -> Any:
    v = _float_vector(A, k)
    return v @ np.swapaxes(v, -1, -2)


def _group(field: Any, A: Any, i: int, j: int, facts: Facts) -> Any:
    values = certified_eigenvalues(field, A, facts)
    first, last = _places(i, j, A.nrows())
    return matrix_of(functions.spectral_projection(A, values, first, last).tolist())


def _places(i: int, j: int, n: int) -> tuple[int, int]:
    """Both subscripts exist or not by themselves; of none between them there is no projection."""
    first, last = _place(i, n), _place(j, n)
    if first > last:
        raise Undefined(f"no eigenvalue is counted from {i} to {j}")
    return first, last


def _float_group(A: Any, i: int, j: int) -> Any:
    """NaN where the group is close to the rest."""
    n = A.shape[-1]
    try:
        first, last = _places(i, j, n)
    except Undefined:
        return np.full(A.shape, np.nan)
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    values, vectors = values[..., ::-1], vectors[..., ::-1]
    gaps = -np.diff(values, axis=-1)[..., [k for k in (first - 1, last) if 0 <= k < n - 1]]
    apart = gaps.min(axis=-1, initial=np.inf) > CLOSE * np.abs(values).max(axis=-1)
    basis = vectors[..., first : last + 1]
    return np.where(apart[..., None, None], basis @ np.swapaxes(basis, -1, -2), np.nan)


def _of_one(A: Expr, k: Expr) -> Expr:
    found: Expr = spectral_projection(A, k, k)
    return found


def _parts(field: Any, A: Any, part: str) -> tuple[Any, ...]:
    """The real or the imaginary parts, descending."""
    return tuple(ordered([getattr(z, part) for z in complex_eigenvalues.eigenvalues(A)]))


def _real(values: Any) -> Any:
    return -np.sort(-values.real, axis=-1)[..., None]


def _imaginary(values: Any) -> Any:
    return -np.sort(-values.imag, axis=-1)[..., None]


def _matching(field: Any, A: Any, B: Any) -> Any:
    check_shapes(A, B, A.nrows() == B.nrows() and A.ncols() == B.ncols(), "matching_distance")
    if A.nrows() > complex_eigenvalues.MATCHING_LIMIT:  # said before eigenvalues are looked for
        raise Unavailable(f"size {A.nrows()} exceeds {complex_eigenvalues.MATCHING_LIMIT}")
    left, right = complex_eigenvalues.eigenvalues(A), complex_eigenvalues.eigenvalues(B)
    if not all(map(complex_eigenvalues.is_finite, [*left, *right])):
        return arb.nan()
    return complex_eigenvalues.matching_distance(left, right)


def _float_matching(A: Any, B: Any) -> Any:
    """Over all permutations; NaN above the sizes that are enclosed."""
    n = A.shape[-1]
    if n > complex_eigenvalues.MATCHING_LIMIT:
        return np.full((*A.shape[:-2], 1, 1), np.nan)
    return _nearest(np.linalg.eigvals(A), np.linalg.eigvals(B))


def _nearest(left: Any, right: Any) -> Any:
    n, gaps = left.shape[-1], np.abs(left[..., :, None] - right[..., None, :])
    if n > complex_eigenvalues.MATCHING_LIMIT:
        return np.full((*left.shape[:-1], 1, 1), np.nan)
    each = [gaps[..., range(n), list(p)].max(axis=-1) for p in permutations(range(n))]
    return np.min(each, axis=0)[..., None, None]


def _both(A: Any, B: Any) -> Any:
    """LAPACK is shown no NaN: a pair is screened as one matrix of twice the rows."""
    A, B = np.broadcast_arrays(A, B)
    n = A.shape[-2]
    whole = screened(lambda X: _float_matching(X[..., :n, :], X[..., n:, :]))
    return whole(np.concatenate([A, B], axis=-2))


eigenvector = Word(
    "eigenvector",
    V,
    "v_{{{1:0}}}({0:0})",
    screened(_float_vector),
    _vector,
    bounded=eigenvector_of(_place),
    meaning="the unit eigenvector of the k-th largest eigenvalue of a symmetric matrix, its first non-zero "
    "component positive; undefined where the eigenvalue is repeated",
    elsewhere="eigh, eigenvectors, principal direction",
    square=True,
    symmetric_in=(0,),
    accepts=(M, INT),
    indexed="v_{{{1:0}}}({0:0})_{{{i}}}",
    shape=lambda A, k: A[:1],
    subscripts=lambda m, n: ((1, m),),
    partial=True,
    informed=True,
)
eigenprojection = Word(
    "eigenprojection",
    M,
    "P_{{{1:0}}}({0:0})",
    screened(_float_projection),
    _projection,
    bounded=projection_of(_place),
    formula=_of_one,
    meaning="the orthogonal projection on the line of the k-th largest eigenvalue of a symmetric matrix; "
    "undefined where the eigenvalue is repeated",
    elsewhere="eigh, eigenvectors, spectral projection, rank-one projection",
    square=True,
    symmetric_in=(0,),
    symmetric=True,
    semidefinite=When.ALWAYS,
    accepts=(M, INT),
    shape=lambda A, k: A,
    subscripts=lambda m, n: ((1, m),),
    partial=True,
    informed=True,
)
spectral_projection = Word(
    "spectral_projection",
    M,
    "P_{{{1:3}..{2:3}}}({0:0})",
    screened(_float_group),
    _group,
    meaning="the orthogonal projection on the eigenvectors of the i-th to j-th largest eigenvalues of a "
    "symmetric matrix; undefined where one of these is equal to one of the others",
    elsewhere="eigh, spectral projector, invariant subspace, Riesz projection",
    square=True,
    symmetric_in=(0,),
    symmetric=True,
    semidefinite=When.ALWAYS,
    accepts=(M, INT, INT),
    shape=lambda A, i, j: A,
    subscripts=lambda m, n: ((1, m), (1, m)),
    partial=True,
    informed=True,
)
eig_re = Word(
    "eig_re",
    V,
    r"\mathrm{{Re}}\,\lambda({0:0})",
    screened(lambda A: _real(general_eigenvalues(A))),
    lambda field, A: _parts(field, A, "re"),
    bounded=eigenvalues(general_eigenvalues, _real),
    meaning="the real parts of the n complex eigenvalues of a square matrix, descending, with multiplicity",
    elsewhere="eig, eigvals, real, complex eigenvalues, spectral abscissa, logarithmic norm, stable",
    square=True,
    descending=True,
    level=3,
    accepts=(M,),
    indexed=r"\mathrm{{Re}}\,\lambda_{{{i}}}({0:0})",
    shape=lambda A: A[:1],
)
eig_im = Word(
    "eig_im",
    V,
    r"\mathrm{{Im}}\,\lambda({0:0})",
    screened(lambda A: _imaginary(general_eigenvalues(A))),
    lambda field, A: _parts(field, A, "im"),
    bounded=imaginary(general_eigenvalues, _imaginary),
    meaning="the imaginary parts of the n complex eigenvalues of a square matrix, descending by themselves",
    elsewhere="eig, eigvals, imag, complex eigenvalues",
    square=True,
    descending=True,
    level=3,
    accepts=(M,),
    indexed=r"\mathrm{{Im}}\,\lambda_{{{i}}}({0:0})",
    shape=lambda A: A[:1],
)
matching_distance = Word(
    "matching_distance",
    S,
    r"d(\lambda({0:0}), \lambda({1:0}))",
    _both,
    _matching,
    bounded=pairing(_nearest),
    meaning="the least over all pairings of the complex eigenvalues of A with those of B of the largest "
    "distance of a pair; for sizes up to 6",
    elsewhere="eigvals, optimal matching, spectral variation, distance of spectra",
    square=True,
    nonneg=When.ALWAYS,
    accepts=(M, M),
)
