"""What a limit law offers, and the law of a constant times a variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


class LimitLaw(Protocol):
    """A continuous distribution on the line, evaluated to a stated error.

    `name` is plain text and `latex` is mathematics without dollar signs; `cdf_error` bounds the absolute
    error of `cdf` everywhere.
    """

    @property
    def name(self) -> str: ...
    @property
    def latex(self) -> str: ...
    @property
    def cdf_error(self) -> float: ...

    def cdf(self, x: ArrayLike) -> FloatArray: ...
    def pdf(self, x: ArrayLike) -> FloatArray: ...


@dataclass(frozen=True)
class Scaled:
    """The law of `factor * X` for X distributed as `law`; `factor` > 0 (ValueError otherwise)."""

    law: LimitLaw
    factor: float
    name: str
    latex: str

    def __post_init__(self) -> None:
        if not 0 < self.factor < np.inf:
            raise ValueError(f"factor must be positive and finite, got {self.factor}")

    @property
    def cdf_error(self) -> float:
        return self.law.cdf_error

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self.law.cdf(np.asarray(x, dtype=float) / self.factor)

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self.law.pdf(np.asarray(x, dtype=float) / self.factor) / self.factor
