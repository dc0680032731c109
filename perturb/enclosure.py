"""Every measured quantity is an enclosure; every verdict is the comparison of two enclosures."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from enum import Enum, IntEnum

from flint import fmpq


class Verdict(Enum):
    """What a comparison found. Only a positive certificate decides; the start value is UNDECIDED."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"


class Rigour(IntEnum):
    """The ladder of rigour, weakest first, so that `min` gives the rigour of a combination."""

    SCREEN = 0
    ASYMPTOTIC = 1
    CONFIDENCE = 2
    BALL = 3
    EXACT = 4


@dataclass(frozen=True)
class Enclosure:
    """The true value lies in [lo, hi], except with probability alpha.

    `None` is an infinite end, so the whole line (what a NaN is worth) has two of them. `trusts` names the
    theorems that the enclosure rests on beyond the arithmetic itself.
    """

    lo: fmpq | None = None
    hi: fmpq | None = None
    alpha: float = 0.0
    rigour: Rigour = Rigour.BALL
    trusts: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.lo is not None and self.hi is not None and self.lo > self.hi:
            raise ValueError(f"enclosure: lo = {self.lo} exceeds hi = {self.hi}")
        if not 0.0 <= self.alpha <= 1.0:
            raise ValueError(f"enclosure: alpha = {self.alpha} is not a probability")

    @property
    def is_point(self) -> bool:
        return self.lo is not None and self.lo == self.hi

    @property
    def floats(self) -> tuple[float | None, float | None]:
        """The ends as float64, rounded outwards; None for one that is infinite or beyond all floats."""
        return _float_beyond(self.lo, -1), _float_beyond(self.hi, 1)

    def __str__(self) -> str:
        if self.is_point:
            return str(self.lo)
        return f"[{_show(self.lo, '-inf')}, {_show(self.hi, '+inf')}]"


WHOLE_LINE = Enclosure()


DIGITS = 17


def _show(end: fmpq | None, infinite: str) -> str:
    """A decimal of 17 digits outside the interval, so that what is printed holds what was certified."""
    if end is None:
        return infinite
    rounding = ROUND_FLOOR if infinite == "-inf" else ROUND_CEILING
    with localcontext(prec=DIGITS, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX):
        decimal = Decimal(int(end.p)) / Decimal(int(end.q))
    return f"{decimal.normalize():g}"


def _float_beyond(end: fmpq | None, way: int) -> float | None:
    """The nearest float64 that is no further inside: `way` is -1 for a lower end, 1 for an upper one."""
    if end is None:
        return None
    try:
        near = float(end)
    except OverflowError:
        near = sys.float_info.max if end > 0 else -sys.float_info.max
    inside = way * (end - fmpq(*near.as_integer_ratio())) > 0
    found = math.nextafter(near, way * math.inf) if inside else near
    return found if math.isfinite(found) else None


def _below(x: fmpq | None, y: fmpq | None, strict: bool) -> bool:
    """Certified x <= y (or x < y) for an upper end x and a lower end y; an infinite end certifies nothing."""
    if x is None or y is None:
        return False
    return bool(x < y) if strict else bool(x <= y)


def _at_most(a: Enclosure, b: Enclosure, strict: bool) -> Verdict:
    if _below(a.hi, b.lo, strict):
        return Verdict.HOLDS
    if _below(b.hi, a.lo, not strict):
        return Verdict.VIOLATED
    return Verdict.UNDECIDED


def _equal(a: Enclosure, b: Enclosure) -> Verdict:
    if a.is_point and b.is_point and a.lo == b.lo:
        return Verdict.HOLDS
    if _below(a.hi, b.lo, True) or _below(b.hi, a.lo, True):
        return Verdict.VIOLATED
    return Verdict.UNDECIDED


OPPOSITE = {Verdict.HOLDS: Verdict.VIOLATED, Verdict.VIOLATED: Verdict.HOLDS}
OPERATORS = ("<=", "<", ">=", ">", "==", "!=")


def compare(lhs: Enclosure, op: str, rhs: Enclosure) -> Verdict:
    """Decide `lhs op rhs` where the enclosures allow it; a screened (float64) side never decides.

    Raises ValueError for an unknown operator.
    """
    if op not in OPERATORS:
        raise ValueError(f"op = {op!r} is not one of {', '.join(OPERATORS)}")
    if min(lhs.rigour, rhs.rigour) == Rigour.SCREEN:
        return Verdict.UNDECIDED
    if op in (">=", ">"):
        return _at_most(rhs, lhs, op == ">")
    if op in ("<=", "<"):
        return _at_most(lhs, rhs, op == "<")
    same = _equal(lhs, rhs)
    return same if op == "==" else OPPOSITE.get(same, same)


def all_of(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a conjunction: a violation decides it, an open part leaves it open."""
    for verdict in (Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.HOLDS):
        if verdict in verdicts:
            return verdict
    return Verdict.VACUOUS
