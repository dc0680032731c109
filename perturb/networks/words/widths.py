"""The word of the Gaussian mean width of a linear operator."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, fmpq_mat

from perturb.networks.relu.width_exact import exact_mean_image
from perturb.numbers.scalar import bounds
from perturb.vocab.grammar.kinds import M, S, When
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.conditions import to_a_part

# Of the screen: nodes t = 2^(j/4) of the rule in `perturb.networks.relu.width_rule`, for Frobenius norm 1.
EACH, LAST = 4, 160
NODES = 2.0 ** (np.arange(-LAST, LAST + 1) / EACH)
STEP = np.log(2) / EACH
# Left of the nodes the summands are about t^(1/2), right of them t^(-1/2).
BEYOND = float((2.0 ** (-np.arange(LAST + 1, 40 * LAST) / (2 * EACH))).sum())


def float_width(A: Any) -> Any:
    """2 E|A'g|, to about 1e-12, see `width_rule`; NaN for a matrix that is not finite."""
    known = np.isfinite(A).all(axis=(-2, -1))
    s = np.linalg.svd(np.where(known[..., None, None], A, 0.0), compute_uv=False)
    top = s[..., :1]
    scale = np.where(
        (top > 1e-140) & (top < 1e140), 1.0, top + (top == 0)
    )  # whose squares do not fit a float
    s = s / scale
    size = np.sqrt((s * s).sum(axis=-1, keepdims=True))
    share = np.divide(s, size, out=np.zeros_like(s), where=size > 0)
    logs = np.log1p(2 * NODES * (share * share)[..., None]).sum(axis=-2)
    inner = (-np.expm1(-logs / 2) / np.sqrt(NODES)).sum(axis=-1) + 2 * BEYOND
    width = np.where(known, STEP * inner / np.sqrt(np.pi) * (size * scale)[..., 0], np.nan)
    return width[..., None, None]


def _width(field: Any, A: Any) -> Any:
    """From the characteristic polynomial of A'A. Of balls that of the midpoints: | |A'g| - |B'g| | is at most
    |(A - B)'g|, whose mean is at most the Frobenius norm of A - B.
    """
    if isinstance(A, fmpq_mat):
        return 2 * exact_mean_image(A)
    ends = [bounds(x) for x in A.entries()]
    if any(end is None for end in ends):
        return arb.nan()
    middle = fmpq_mat(A.nrows(), A.ncols(), [(lo + hi) / 2 for lo, hi in ends])  # type: ignore[misc]
    apart = sum((arb((hi - lo) / 2) ** 2 for lo, hi in ends), arb(0)).sqrt()  # type: ignore[misc]
    return (2 * exact_mean_image(middle) + arb(0, 2) * apart).nonnegative_part()


operator_width = Word(
    "operator_width",
    S,
    r"\Omega({0:0})",
    float_width,
    _width,
    bounded=to_a_part(1e-10),
    meaning="2 E|A'g|, g standard Gaussian: the Gaussian mean width of the image of the unit ball under A",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)
