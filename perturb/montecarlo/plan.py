"""An experiment is a declaration: a statistic, the sizes, the draws, and the law it is held against."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perturb.law import Law
from perturb.laws.base import LimitLaw

FloatArray = NDArray[np.float64]


class Bins(NamedTuple):
    """`number` equal bins on [lo, hi)."""

    lo: float
    hi: float
    number: int

    def edges(self) -> FloatArray:
        return np.linspace(self.lo, self.hi, self.number + 1)


@dataclass(frozen=True, kw_only=True)
class Experiment(Law):
    """A distribution drawn at several sizes and set beside a limit law.

    name       "paper/figure"; with `version` and the seed it fixes every random bit
    statistic  f(n, draws, rng) -> shape (draws,), finite; importable by name, so that workers find it; it
               takes its randomness from `rng` draw by draw (a shorter run is then a prefix of a longer one)
    symbol     the statistic in LaTeX, without dollar signs
    source     where the figure and its statement come from
    reference  the law that theory gives in the limit; `contrast` is a second law to tell it from
    note       what a reader has to know, in markdown
    version    to be raised when the statistic changes: the streams change with it
    """

    symbol: str
    draws: int
    bins: Bins
    contrast: LimitLaw | None = None
    note: str = ""
    seed: int = 0
    version: int = 1

    def __post_init__(self) -> None:
        if self.draws < 1:
            raise ValueError(f"draws must be positive, got {self.draws}")
        if not self.sizes or min(self.sizes) < 1 or len(set(self.sizes)) < len(self.sizes):
            raise ValueError(f"sizes must be distinct positive integers, got {self.sizes}")
        if not (self.bins.lo < self.bins.hi and self.bins.number >= 1):
            raise ValueError(f"bins must be a non-empty range, got {self.bins}")

    def laws(self) -> tuple[LimitLaw, ...]:
        return (self.reference,) if self.contrast is None else (self.reference, self.contrast)

    def fingerprint(self) -> str:
        """16 hexadecimal digits of the name and version: what the random streams are keyed by.

        Sizes and draws stay out of it, so adding one changes no other stream.
        """
        return hashlib.sha256(f"{self.name}#{self.version}".encode()).hexdigest()[:16]
