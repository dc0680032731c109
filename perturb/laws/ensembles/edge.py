"""Where to look for the largest eigenvalues of tridiagonal models, at the edge of their spectrum.

Their leading eigenvectors are, but for noise, Airy functions of row / `length`. A long edge is looked at
through a coarse mesh first, which costs a few per cent of a draw and saves four looks in ten at all its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from perturb.laws.ensembles.roots import RootBracket
from perturb.laws.ensembles.tridiagonal import Tridiagonal
from perturb.types import FloatArray

PEAK = 1.5  # where the leading eigenvector is large, in lengths
SPREAD = 1.27  # standard deviation of TW_1
STARTS = (-2.7, -0.2)  # around its mean, -1.2
ACCURACY = 1e-8  # of the scale of the fluctuations
MESHES = 14  # in a length
LOOKS = 4  # through the mesh, after the first two
STEEP = 5.0  # a length: f' at the root is one to two of them
STEP = 0.05  # how far such a look is off, in units


@dataclass(frozen=True)
class Edge:
    """Largest eigenvalues of about `upper` + `unit` times a Tracy-Widom variable.

    coupling: what the b of these rows are near; length: in rows, see above.
    """

    upper: float
    coupling: float
    length: float

    @property
    def unit(self) -> float:
        return self.coupling / self.length**2

    def rows(self, n: int, cut: float) -> int:
        """How many of n rows lie within `cut` lengths."""
        return min(n, ceil(cut * self.length))

    def bracket(self, a: FloatArray, b2: FloatArray) -> RootBracket:
        """Brackets of the largest eigenvalues of models (see `Tridiagonal`), ready to be settled."""
        model = Tridiagonal(a, b2, min(len(a) - 1, int(PEAK * self.length)))
        mesh = int(min(self.length / MESHES, len(a) / 8) + 1) // 2 * 2 - 1
        if mesh < 3:
            return self._search(model)
        start, slope = self._guess(model.coarse(mesh, self.coupling))
        bracket = self._near(model, [start], STEP * self.unit)
        reach, value = 4 * STEP * self.unit, bracket.points[0][1]
        with np.errstate(all="ignore"):
            bracket.look(start - np.clip(value / (mesh * slope), -reach, reach))
        return bracket

    def _guess(self, model: Tridiagonal) -> tuple[FloatArray, FloatArray]:
        """Nearly the largest eigenvalues, and the slope of the last pivot there."""
        scout = self._search(model)
        for _ in range(LOOKS):
            scout.look(scout.proposed())
        start = scout.proposed()
        scout.look(start)
        scout.look(start + STEP * self.unit)
        (x, p, _), (y, q, _) = scout.points[-2:]
        with np.errstate(all="ignore"):
            return start, (q - p) / (y - x)

    def _search(self, model: Tridiagonal) -> RootBracket:
        starts = [np.full(model.a.shape[1], self.upper + k * self.unit) for k in STARTS]
        return self._near(model, starts, SPREAD * self.unit)

    def _near(self, model: Tridiagonal, starts: list[FloatArray], width: float) -> RootBracket:
        tol = max(ACCURACY * SPREAD * self.unit, 8 * float(np.spacing(self.upper)))
        widths, tols = np.full_like(starts[0], width), np.full_like(starts[0], tol)
        return RootBracket(model, starts, widths, tols, steep=self.length > STEEP)
