"""Bounds of kappa((A + rho I) D), D with m zeros (ReLU) on the diagonal: printed, sharpened, and of A
itself.

R. H. Riedi, R. Balestriero and R. G. Baraniuk, Singular value perturbation and deep network optimization
(2022): Theorem 22 without a mask, Lemma 29 and Theorem 31 with one. For X = A / rho the condition number
is that of (X + I) D; t = cn with c the largest |X_ij|. Each statement is a claim of the catalogue, named
here by its id; the proof of what is "sharpened" stands there. Formulas are evaluated in balls, outwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.numbers.scalar import bounds

BITS = 106


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


def shift_bounds(of: ShiftedLayer) -> list[MaskBound]:
    s, low, up = of.s_1, *of.tau
    square = of.size
    return [
        bound(
            "thm-22.76a",
            "Theorem 22 (76), first",
            "s_1(A) < rho",
            (s,),
            lambda s: 1 - s,
            (up, s),
            lambda up, s: (1 + up + s * s).sqrt() / (1 - s),
            norm_of(s, square),
        ),
        bound(
            "thm-22.76b",
            "Theorem 22 (76), second",
            "s_1(A) < rho",
            (s,),
            lambda s: 1 - s,
            (s,),
            lambda s: (1 + s) / (1 - s),
            norm_of(s, square),
        ),
        bound(
            "thm-22.77a",
            "Theorem 22 (77), first",
            "tau_low(A) > -rho",
            (low,),
            lambda x: 1 + x,
            (low, up, s, of.s_n),
            lambda low, up, s, least: ((1 + up + s * s) / (1 + low + least * least)).sqrt(),
            minus_low(low, square),
        ),
        bound(
            "thm-22.77b",
            "Theorem 22 (77), second",
            "tau_low(A) > -rho",
            (low,),
            lambda x: 1 + x,
            (low, s),
            lambda low, s: (1 + s) / (1 + low).sqrt(),
            minus_low(low, square),
        ),
        bound(
            "thm-22.76a~sharpened",
            "(76) and (77) in one",
            "the best of three lower bounds of s_n > 0",
            (low, of.s_n),
            _least,
            (low, up, s, of.s_n),
            lambda low, up, s, least: (1 + up + s * s).sqrt() / _least(low, least),
            None,
            "sharpened",
        ),
    ]


def _least(low: Any, s_n: Any) -> Any:
    """The largest of three lower bounds of s_n(X + I)."""
    root = (1 + low + s_n * s_n).max(arb(0)).sqrt()
    return (1 + low / 2).max(s_n - 1).max(root)


def norm_of(x: Enclosure, size: fmpq) -> fmpq | None:
    """s_1(A) from above."""
    return scaled(x, size).hi


def minus_low(low: Enclosure, size: fmpq) -> fmpq | None:
    """-tau_low(A) from above, or 0."""
    return None if low.lo is None else max(-low.lo * size, fmpq(0))


def mask_bounds(of: ShiftedLayer, m: int) -> list[MaskBound]:
    """All of them for m zeros among n >= 1, 0 <= m < n; those of Theorem 22 are for m = 0."""
    rows = shift_bounds(of) if m == 0 else _relu(of, m)
    return [*rows, _entry_bound(of, m), _interlacing(of, m)]


def _relu(of: ShiftedLayer, m: int) -> list[MaskBound]:
    n, t = of.n, of.t
    entry, share = t * of.size, fmpq(m, n)
    root = arb(share).sqrt()
    kept = t * (1 - share)
    return [
        bound_in_t(
            "thm-31.89",
            "Theorem 31 (89)",
            "2 cn (1 + n) < 1",
            t,
            lambda t: 1 - 2 * t * (1 + n),
            lambda t: (1 + t) / (1 - 2 * t * (1 + n)).sqrt(),
            2 * entry * (1 + n),
        ),
        bound_in_t(
            "thm-31.90",
            "Theorem 31 (90)",
            "m < n (1 - cn)^2, cn < 1",
            t,
            lambda t: 1 - t - root,
            lambda t: (1 + t) / (1 - t - root),
            None,
        ),
        bound_in_t(
            "thm-31.91",
            "Theorem 31 (91)",
            "2 cn (1 + 2m) < 1",
            t,
            lambda t: 1 - 2 * t * (1 + 2 * m),
            lambda t: (1 + t) / (1 - 2 * t * (1 + 2 * m)).sqrt(),
            2 * entry * (1 + 2 * m),
        ),
        bound_in_t(
            "thm-31.90~sharpened",
            "Theorem 31, kept block",
            "c (n - m) < 1",
            t,
            lambda t: 1 - arb(kept),
            lambda t: (
                _ball(arb(kept)) ** 2 + t * t * arb(share * (1 - share)) / (1 - arb(kept)) ** 2
            ).sqrt(),
            entry * (1 - share),
            "sharpened",
        ),
    ]


def _ball(x: Any) -> Any:
    """f of the sharpened (87)."""
    return (1 + x * (2 - x * x).sqrt()) / (1 - x * x)


def _entry_bound(of: ShiftedLayer, m: int) -> MaskBound:
    label = "Lemma 29 (87), interlacing" if m else "Lemma 29 (87)"
    source, kind = ("thm-31.89~sharpened", "sharpened") if m else ("lem-29.87", "printed")
    return bound_in_t(
        source, label, "cn < 1", of.t, lambda t: 1 - t, lambda t: (1 + t) / (1 - t), of.t * of.size, kind
    )


def _interlacing(of: ShiftedLayer, m: int) -> MaskBound:
    """kappa(MD) <= s_1(M) / s_n(M), M = X + I, for every m < n.

    Proof: to delete columns lowers s_1, and the n - m columns that are left span a subspace of unit vectors u
    with |Mu| >= s_n(M): their least singular value is at least s_n(M). With m = 0 it is kappa(M).
    """
    return bound(
        "",
        "s_1 / s_n of A + rho I itself",
        "s_n(A + rho I) > 0",
        (of.sum_s_n,),
        lambda x: x,
        (of.sum_s_1, of.sum_s_n),
        lambda top, least: top / least,
        None,
        "sharpened",
    )


def ball(x: Enclosure | fmpq | int) -> Any:
    """A ball around an enclosure; not a number where an end is infinite. Call it within `evaluated`."""
    if not isinstance(x, Enclosure):
        return arb(x)
    if x.lo is None or x.hi is None:
        return arb.nan()
    return arb(x.lo).union(arb(x.hi))


def evaluated(formula: Callable[..., Any], *given: Enclosure | fmpq | int) -> Enclosure:
    """formula(balls of the arguments), enclosed; the whole line where it is no number on all of them.

    Proof: balls contain their arguments, and each operation of Arb contains the image of its operands.
    """
    with ctx.workprec(BITS):
        ends = bounds(formula(*(ball(x) for x in given)))
    if ends is None:
        return WHOLE_LINE
    trusts = frozenset().union(*(x.trusts for x in given if isinstance(x, Enclosure)))
    return Enclosure(*ends, trusts=trusts)


def scaled(x: Enclosure, factor: fmpq) -> Enclosure:
    """factor x, exactly; the ends change places for a negative factor."""
    low, high = (None if end is None else end * factor for end in (x.lo, x.hi))
    return Enclosure(*((low, high) if factor >= 0 else (high, low)), trusts=x.trusts)
