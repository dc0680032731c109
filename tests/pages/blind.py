"""A distribution that is off, and blind to it."""

from __future__ import annotations

from dataclasses import dataclass

from perturb.laws.distributions.bulk import Semicircle


@dataclass(frozen=True)
class Wrong(Semicircle):
    """Off by a share `by`, and blind to it."""

    by: float = 0.0

    def _cdf(self, x):
        return super()._cdf(x) * (1 + self.by)
