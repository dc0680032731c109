"""Words for the adjugate, the pseudo-inverse and the orthogonal polar factor."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.balls import inverses
from perturb.vocab.arrays import screened, square_only
from perturb.vocab.matrix import inv, mul
from perturb.vocab.matrix_functions import mat_abs
from perturb.vocab.word import M, When, Word


def _float_adjugate(A: Any) -> Any:
    """Cofactors, so that singular matrices have theirs."""
    square_only(A)
    n = A.shape[-1]
    found = np.ones_like(A)
    for i in range(n):
        for j in range(n):
            kept = np.delete(np.delete(A, i, axis=-2), j, axis=-1)
            found[..., j, i] = (-1) ** (i + j) * (np.linalg.det(kept) if n > 1 else 1.0)
    return found


adjugate = Word(
    "adjugate",
    M,
    r"\mathrm{{adj}}({0:0})",
    screened(_float_adjugate),
    lambda field, A: field.matrix(inverses.adjugate, A, frozenset()),
    meaning="the adjugate of a square matrix, the transposed cofactors: A adj(A) = det(A) I",
    mirror="adjugate",
    semidefinite=When.FIRST,
    accepts=(M,),
)
pinv = Word(
    "pinv",
    M,
    "{0:9}^+",
    screened(lambda A: np.linalg.pinv(A, rcond=1e-12)),
    lambda field, A: field.matrix(inverses.pseudo_inverse, A, frozenset()),
    meaning="the Moore-Penrose pseudo-inverse, n x m; with irrational entries it must have full rank",
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
    body=lambda A: mul(A, inv(mat_abs(A))),
    accepts=(M,),
    inexact=True,
)
