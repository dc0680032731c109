"""The word of the ReLU singular values, enclosed without the bounds that statements about them are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks.relu.singular import SIDE_LIMIT, searched
from perturb.networks.words.finite_widths import middle_of
from perturb.networks.words.layers import ball_of, relu_distance, relu_norm
from perturb.numbers.errors import Unavailable
from perturb.vocab.grammar.intervals import smaller
from perturb.vocab.grammar.kinds import M, V, When
from perturb.vocab.grammar.tree import Word

# Rounds of the search among kernels and steps of the fit: while few bits are asked for, and beyond.
QUICK, QUICK_IN_THE_PLANE, THOROUGH = (8, 0), (0, 0), (12, 6)
FEW_BITS = 64
CIRCLE = np.array([np.cos(angles := np.linspace(0, np.pi, 128, endpoint=False)), np.sin(angles)])


@lru_cache(maxsize=256)
def _known(m: int, n: int, entries: tuple[fmpq, ...], k: int, effort: tuple[int, int]) -> Enclosure:
    rounds, steps = effort
    return searched(fmpq_mat(m, n, entries), k, rounds, 1, steps, lipschitz=False)


def _values(field: Any, A: Any) -> tuple[Any, ...]:
    """s_0 is the norm. The others are 1-Lipschitz in A, which is used for matrices of balls, and listed."""
    m, n = A.nrows(), A.ncols()
    if max(m, n) > SIDE_LIMIT and min(m, n) > 1:
        raise Unavailable(f"relu_singular_values: sides up to {SIDE_LIMIT}, not {m} x {n}")
    first = relu_norm.certified(field, A)  # type: ignore[misc]
    middle, apart = (A, arb(0)) if isinstance(A, fmpq_mat) else middle_of(A)
    if middle is None:
        return (first, *[arb.nan()] * (min(m, n) - 1))
    field.trusts |= set() if apart == 0 else {"relu-lipschitz"}
    quick = QUICK_IN_THE_PLANE if n == 2 else QUICK
    effort = quick if field.bits <= FEW_BITS else THOROUGH
    found = [_known(m, n, tuple(middle.entries()), k, effort) for k in range(1, min(m, n))]
    return (first, *[_widened(ball_of(field, x), apart) for x in found])


def _widened(x: Any, by: arb) -> Any:
    return x if by == 0 else (x + arb(0, 1) * by).nonnegative_part()


def _screen(A: Any) -> Any:
    """For two columns the least over the lines that L may forget; else what the truncated SVD is off by."""
    known = np.isfinite(A).all(axis=(-2, -1), keepdims=True)
    A = np.where(known, A, 0.0)
    first = relu_norm.floats(A)  # type: ignore[misc]
    if min(A.shape[-2:]) == 1:
        return np.where(known, first, np.nan)
    rest = _lines(A) if A.shape[-1] == 2 else _truncated(A)
    return np.where(known, np.concatenate([first, rest], axis=-2), np.nan)


def _lines(A: Any) -> Any:
    Y = A @ CIRCLE
    larger = np.maximum((np.maximum(Y, 0) ** 2).sum(axis=-2), (np.minimum(Y, 0) ** 2).sum(axis=-2))
    return np.sqrt(larger.min(axis=-1))[..., None, None]


def _truncated(A: Any) -> Any:
    U, d, V = np.linalg.svd(A, full_matrices=False)
    cut = [(U[..., :k] * d[..., None, :k]) @ V[..., :k, :] for k in range(1, d.shape[-1])]
    return np.concatenate([relu_distance.floats(A, L) for L in cut], axis=-2)  # type: ignore[misc]


relu_singular_values = Word(
    "relu_singular_values",
    V,
    r"s^{{\mathrm{{ReLU}}}}({0:0})",
    _screen,
    _values,
    meaning="for k = 1, ..., min(m, n) the least distance |ReLU(A.) - ReLU(L.)| over the ball from an L of "
    "rank below k, so that [1] is relu_norm(A); enclosed, to some percent, for sides up to 5",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
    indexed=r"s^{{\mathrm{{ReLU}}}}_{{{i}}}({0:0})",
    shape=lambda A: (smaller(*A),),
)
