"""The noun Law: a statement about a distribution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perturb.laws.base import LimitLaw

Statistic = Callable[[int, int, np.random.Generator], NDArray[np.float64]]


@dataclass(frozen=True, kw_only=True)
class Law:
    """A statement about a distribution: what is drawn, at which sizes n, the limit it is held against.

    `statistic(n, draws, rng)` gives shape (draws,); `reference` the limit, its cdf and the cdf's error.
    A limit alone says nothing at a finite n, so a law without a rate is shown and never decided. `covers`
    lists ids of printed items.
    """

    name: str
    title: str
    source: str
    statistic: Statistic
    sizes: tuple[int, ...]
    reference: LimitLaw
    covers: tuple[str, ...] = ()

    kind = "law"
