"""Words for minors, the adjugate, the pseudo-inverse and the orthogonal polar factor."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.numbers import inverses, scalar
from perturb.vocab.grammar.kinds import M, S, When
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.conditions import all_minors, cofactors, pseudo_inverse
from perturb.vocab.systems.definite import polar_factor
from perturb.vocab.systems.evaluate import screened, square_only
from perturb.vocab.words.matrix import inv, mul
from perturb.vocab.words.matrix_functions import mat_abs


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


def _float_least_minor(A: Any) -> Any:
    """The minimum over all square submatrices; NaN above the sizes that are enclosed."""
    if max(A.shape[-2:]) > inverses.MINORS_LIMIT:
        return np.full((*A.shape[:-2], 1, 1), np.nan)
    places = inverses.submatrices(*A.shape[-2:])
    found = [np.linalg.det(A[..., np.array(rows)[:, None], list(cols)]) for rows, cols in places]
    return np.min(found, axis=0)[..., None, None]


adjugate = Word(
    "adjugate",
    M,
    r"\mathrm{{adj}}({0:0})",
    screened(_float_adjugate),
    lambda field, A: field.matrix(inverses.adjugate, A, frozenset()),
    bounded=cofactors,
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
    bounded=pseudo_inverse,
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
    bounded=polar_factor,
    body=lambda A: mul(A, inv(mat_abs(A))),
    accepts=(M,),
    inexact=True,
)
least_minor = Word(
    "least_minor",
    S,
    r"\min\,\mathrm{{minors}}({0:0})",
    screened(_float_least_minor),
    lambda field, A: scalar.minimum(inverses.minors(A)),
    bounded=all_minors,
    meaning="the smallest of all minors of all orders, m and n up to 6; at least 0: totally nonnegative",
    accepts=(M,),
)
