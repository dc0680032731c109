"""What the bounds of kappa((A + rho I) D) are made of, and one bound with its hypothesis.

R. H. Riedi, R. Balestriero and R. G. Baraniuk, Singular value perturbation and deep network optimization
(2022). For X = A / rho the condition number is that of (X + I) D; t = cn with c the largest |X_ij|.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.weights.formulas import evaluated


@dataclass(frozen=True, eq=False)
class ShiftedLayer:
    """What the bounds are made of: n, t = cn, and of X: s_1, s_n, the ends tau of X + X', s_1 and s_n of
    X + I; `size` is |rho|.
    """

    n: int
    t: fmpq
    s_1: Enclosure
    s_n: Enclosure
    tau: tuple[Enclosure, Enclosure]
    sum_s_1: Enclosure
    sum_s_n: Enclosure
    size: fmpq


@dataclass(frozen=True, eq=False)
class MaskBound:
    """One bound of kappa for m deleted columns.

    source  the claim's id, or "" for what A itself gives
    label   how the paper numbers it
    kind    "printed" or "sharpened"
    needs   its hypothesis
    margin  what must be positive for the hypothesis to hold
    value   the bound, None where the hypothesis is not certainly met
    rho     from which |rho| on the hypothesis holds for this A, None where that is not one number
    """

    source: str
    label: str
    kind: str
    needs: str
    margin: Enclosure
    value: Enclosure | None
    rho: fmpq | None

    @property
    def met(self) -> bool | None:
        """Certainly, certainly not, or None."""
        if self.margin.lo is not None and self.margin.lo > 0:
            return True
        return False if self.margin.hi is not None and self.margin.hi <= 0 else None


def bound_in_t(
    source: str,
    label: str,
    needs: str,
    t: fmpq,
    margin: Callable[[Any], Any],
    formula: Callable[[Any], Any],
    rho: fmpq | None,
    kind: str = "printed",
) -> MaskBound:
    return bound(source, label, needs, (t,), margin, (t,), formula, rho, kind)


def bound(
    source: str,
    label: str,
    needs: str,
    about: tuple[Any, ...],
    margin: Callable[..., Any],
    given: tuple[Any, ...],
    formula: Callable[..., Any],
    rho: fmpq | None,
    kind: str = "printed",
) -> MaskBound:
    room = evaluated(margin, *about)
    met = room.lo is not None and room.lo > 0
    value = evaluated(formula, *given) if met else None
    return MaskBound(source, label, kind, needs, room, None if value == WHOLE_LINE else value, rho)
