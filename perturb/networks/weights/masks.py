"""Condition numbers with masks: the bounds beside the truth on masks that were drawn, or that data visit.

kappa(MD) for M = A + rho I where the layer has a skip (the setting of riedi2022), kappa(DA) for a layer
without one; D has zeros on its diagonal, and kappa is taken over what is left, as (53) does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.networks.weights.mask_bounds import MaskBound, ShiftedLayer, mask_bounds, scaled
from perturb.networks.weights.values import Values, fmpq_of, values
from perturb.types import BoolArray, FloatArray

SHARES = (fmpq(1, 10), fmpq(1, 2))
MOST = 1024  # rows and columns of what is drawn
WORK = 3e8  # multiplications that the drawn masks of one share may take, more or less
DRAWS = 24
FEWEST = 2


@dataclass(frozen=True, eq=False)
class MaskCase:
    """One number m of zeros among n: the bounds, and the largest kappa over `count` masks, certified.

    `deleted` is "columns" (of A + rho I) or "rows" (of A); `source` says where the masks come from.
    """

    m: int
    n: int
    deleted: str
    source: str
    count: int
    truth: Enclosure
    bounds: tuple[MaskBound, ...] = ()

    def failed(self, one: MaskBound) -> bool:
        """Certainly: a mask was seen whose kappa is above a bound whose hypothesis holds."""
        top = None if one.value is None else one.value.hi
        return top is not None and self.truth.lo is not None and self.truth.lo > top

    def loose(self, one: MaskBound) -> float | None:
        """The bound as a multiple of the largest kappa seen; None where it says nothing."""
        if one.value is None or one.value.hi is None or not self.truth.lo:
            return None
        return float(one.value.hi / self.truth.lo)


@dataclass(frozen=True, eq=False)
class Masked:
    """All cases of a layer. `rho` is the skip; `supposed` where the layer has none and rho = 1 was put."""

    rho: float | None
    supposed: bool
    cases: tuple[MaskCase, ...] = field(default=())


def with_skip(
    A: FloatArray,
    rho: float,
    parts: tuple[Values, Values, tuple[Enclosure, Enclosure]],
    supposed: bool = False,
    visited: BoolArray | None = None,
    seed: int = 0,
) -> Masked:
    """kappa((A + rho I) D). `parts`: values of A, of A + rho I, and tau of A; `visited`: the masks of data,
    shape (count, n), True where D is 1. For rho = 0, or more than 1024 rows, there are no cases.
    """
    if rho == 0 or len(A) > MOST:
        return Masked(rho, supposed)
    of = _residual(A, rho, parts)
    M = A + rho * np.eye(len(A))
    off = 2.0**-52 * float(np.abs(np.diagonal(M)).max())  # what the sum rounds away, by Weyl's inequality
    rng = np.random.default_rng([seed, len(A)])
    n = len(A)
    cases = [MaskCase(0, n, "columns", "no mask", 1, parts[1].condition, tuple(mask_bounds(of, 0)))]
    for m in _counts(n):
        masks = _drawn(n, m, rng)
        truth = _largest(M.T, masks, off)
        cases.append(
            MaskCase(
                m, n, "columns", "drawn", len(np.unique(masks, axis=0)), truth, tuple(mask_bounds(of, m))
            )
        )
    if visited is not None and len(visited):
        masks = visited[visited.any(axis=1)]
        cases += [
            MaskCase(
                int((~one).sum()),
                n,
                "columns",
                "data",
                count,
                truth,
                tuple(mask_bounds(of, int((~one).sum()))),
            )
            for one, truth, count in _worst(M.T, masks, off)
        ]
    return Masked(rho, supposed, tuple(cases))


def without_skip(A: FloatArray, found: Values, visited: BoolArray | None = None, seed: int = 0) -> Masked:
    """kappa(DA), rows deleted. For m <= n every mask leaves kappa <= s_1 / s_m; for m > n none does, and
    the masks show how bad it may be.
    """
    if max(A.shape) > MOST:
        return Masked(None, False)
    rng = np.random.default_rng([seed, *A.shape])
    rows, wide = len(A), A.shape[0] <= A.shape[1]
    bounds = (_own(found),) if wide else ()
    cases = [
        MaskCase(m, rows, "rows", "drawn", len(np.unique(masks, axis=0)), _largest(A, masks), bounds)
        for m in _counts(rows)
        for masks in [_drawn(rows, m, rng)]
    ]
    if visited is not None and len(visited):
        masks = visited[visited.any(axis=1)]
        cases += [
            MaskCase(int((~one).sum()), rows, "rows", "data", count, truth, bounds)
            for one, truth, count in _worst(A, masks)
        ]
    return Masked(None, False, tuple(cases))


def _own(found: Values) -> MaskBound:
    """kappa(DA) <= s_1(A) / s_m(A) for m <= n. Proof: the rows that are left are those of A over fewer y."""
    least, value = found.smallest, found.condition
    met = least.lo is not None and least.lo > 0
    return MaskBound(
        "", "s_1 / s_m of A itself", "sharpened", "s_m(A) > 0", least, value if met else None, None
    )


def _residual(
    A: FloatArray, rho: float, parts: tuple[Values, Values, tuple[Enclosure, Enclosure]]
) -> ShiftedLayer:
    own, both, tau = parts
    over = 1 / fmpq_of(rho)
    size, least = abs(over), both.smallest
    ends = [scaled(x, over) for x in (tau if rho > 0 else tau[::-1])]
    t = fmpq_of(float(np.abs(A).max())) * len(A) * size
    return ShiftedLayer(
        len(A),
        t,
        scaled(own.largest, size),
        scaled(own.smallest, size),
        (ends[0], ends[1]),
        scaled(both.largest, size),
        scaled(least, size),
        1 / size,
    )


def _counts(n: int) -> list[int]:
    return sorted({int(share * n) for share in SHARES} - {0}) if n > 1 else []


def _drawn(n: int, m: int, rng: np.random.Generator) -> BoolArray:
    """Masks with m zeros, as many as the work allows."""
    count = int(min(DRAWS, max(FEWEST, WORK / (10.0 * n**3))))
    order = np.argsort(rng.random((count, n)), axis=1)
    return np.asarray(order >= m)


def _largest(A: FloatArray, masks: BoolArray, off: float = 0.0) -> Enclosure:
    """Over the rows that each mask keeps: certified for the worst, which float64 finds."""
    return _worst(A, masks, off)[0][1]


def _worst(
    A: FloatArray, masks: Sequence[BoolArray] | BoolArray, off: float = 0.0
) -> list[tuple[BoolArray, Enclosure, int]]:
    """The mask with the largest kappa in float64, its kappa in an enclosure, and how many were looked at: at
    most 24, spread over all that differ. None for no masks.
    """
    unique = np.unique(np.asarray(masks), axis=0)
    if len(unique) > DRAWS:
        unique = unique[np.linspace(0, len(unique) - 1, DRAWS).astype(int)]
    if not len(unique):
        return []
    found = [np.linalg.svd(A[keep], compute_uv=False) for keep in unique]
    with np.errstate(divide="ignore", invalid="ignore"):
        kappas = [s[0] / s[-1] if s[-1] > 0 else np.inf for s in found]
    worst = unique[int(np.argmax(kappas))]
    own = values(A[worst])
    return [(worst, Values(own.shape, own.values, own.radius + off, own.norm).condition, len(unique))]
