"""Words for the pseudo-inverse, the polar factor, singular vectors, projections on ranges, and angles."""

from __future__ import annotations

import numpy as np

from perturb.numbers import inverses
from perturb.vocab.grammar.kinds import INT, Interval, M, V, When, smaller
from perturb.vocab.grammar.tree import Expr, Word
from perturb.vocab.systems.conditions import pseudo_inverse
from perturb.vocab.systems.eigen_conditions import polar_factor
from perturb.vocab.systems.evaluate import screened
from perturb.vocab.words.arithmetic import smaller as smaller_of
from perturb.vocab.words.arithmetic import sq, sqrt
from perturb.vocab.words.eigen import eigenvector
from perturb.vocab.words.matrix import T, cols, inv, mul, rows
from perturb.vocab.words.matrix_functions import mat_abs
from perturb.vocab.words.spectral import s
from perturb.vocab.words.vector import head

pinv = Word(
    "pinv",
    M,
    "{0:9}^+",
    screened(lambda A: np.linalg.pinv(A, rcond=1e-12)),
    lambda field, A: field.matrix(inverses.pseudo_inverse, A, frozenset()),
    bounded=pseudo_inverse,
    meaning="the Moore-Penrose pseudo-inverse, n x m; with irrational entries it must have full rank",
    elsewhere="pinv, pseudoinverse, Moore-Penrose, generalised inverse, least squares",
    mirror="pinv",
    semidefinite=When.FIRST,
    keeps_rank=True,
    level=3,
    accepts=(M,),
    shape=lambda A: A[::-1],
)
polar = Word(
    "polar",
    M,
    r"\mathrm{{polar}}({0:0})",
    meaning="the polar factor A |A|^(-1), its columns orthonormal; undefined unless A has full column rank",
    elsewhere="polar decomposition, orthogonal factor, Procrustes",
    bounded=polar_factor,
    body=lambda A: mul(A, inv(mat_abs(A))),
    accepts=(M,),
    inexact=True,
)
right_singular_vector = Word(
    "right_singular_vector",
    V,
    r"\mathrm{{rsv}}_{{{1:0}}}({0:0})",
    meaning="the k-th right singular vector, the unit eigenvector of the k-th largest eigenvalue of A'A, its "
    "first non-zero component positive; undefined where that eigenvalue is repeated",
    elsewhere="svd, singular vectors",
    body=lambda A, k: eigenvector(T(A) @ A, k),
    accepts=(M, INT),
    indexed=r"\mathrm{{rsv}}_{{{1:0}}}({0:0})_{{{i}}}",
    shape=lambda A, k: A[1:],
    subscripts=lambda m, n: ((1, n),),
)
left_singular_vector = Word(
    "left_singular_vector",
    V,
    r"\mathrm{{lsv}}_{{{1:0}}}({0:0})",
    meaning="the k-th left singular vector A v / s_k, v the right one; undefined where there is no such v "
    "and where s_k = 0",
    elsewhere="svd, singular vectors",
    body=lambda A, k: A @ right_singular_vector(A, k) / s(A)[k],
    accepts=(M, INT),
    indexed=r"\mathrm{{lsv}}_{{{1:0}}}({0:0})_{{{i}}}",
    shape=lambda A, k: A[:1],
    subscripts=lambda m, n: ((1, min(m, n)),),
)
range_projection = Word(
    "range_projection",
    M,
    r"P_{{\mathrm{{im}}\,{0:9}}}",
    meaning="A A^+, the m x m orthogonal projection on the range (column space) of A",
    elsewhere="orth, projector, column space, hat matrix",
    body=lambda A: A @ pinv(A),
    symmetric=True,
    semidefinite=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: (A[0], A[0]),
)


def _cosines(A: Expr, B: Expr) -> Expr:
    count = smaller_of(rows(A), smaller_of(cols(A), cols(B)))
    both: Expr = head(s(range_projection(A) @ range_projection(B)), count)
    return both


def _angles(A: tuple[Interval, Interval], B: tuple[Interval, Interval]) -> tuple[Interval]:
    return (smaller(A[0], smaller(A[1], B[1])),)


canonical_cosines = Word(
    "canonical_cosines",
    V,
    r"\cos\Theta({0:0}, {1:0})",
    meaning="the cosines of the canonical (principal) angles between the ranges of A and B, descending: the "
    "min(m, cols A, cols B) largest singular values of P_A P_B, P the projections on the ranges",
    elsewhere="subspace_angles, principal angles, canonical correlations, cosine",
    nonneg=When.ALWAYS,
    descending=True,
    body=_cosines,
    accepts=(M, M),
    indexed=r"\cos\Theta_{{{i}}}({0:0}, {1:0})",
    shape=_angles,
)
canonical_sines = Word(
    "canonical_sines",
    V,
    r"\sin\Theta({0:0}, {1:0})",
    meaning="the sines of the canonical (principal) angles between the ranges of A and B, ascending, as the "
    "angles are; sqrt(1 - c^2) of each cosine c",
    elsewhere="subspace_angles, principal angles, gap of subspaces, sine",
    nonneg=When.ALWAYS,
    body=lambda A, B: sqrt(1 - sq(canonical_cosines(A, B))),
    accepts=(M, M),
    indexed=r"\sin\Theta_{{{i}}}({0:0}, {1:0})",
    shape=_angles,
)
