"""All singular values of samples, squared, with certified ends; for relations that extremes do not say.

The squares are eigenvalues of G = (A + plus)'(A + plus). In float64 an entry of A + plus is rounded once, so
that G, and its symmetric part, is off by at most (m + 4) u |A + plus|^2 in the Frobenius norm, m rows: g_m
for the product, twice u for the entries, and roundings of both; Weyl's inequality adds this to the radii of
`certified`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import arb

from perturb.laws.ensembles import certified
from perturb.laws.ensembles.ends import exact
from perturb.laws.ensembles.truth import Span
from perturb.numbers import residual
from perturb.types import FloatArray


@dataclass(frozen=True, eq=False)
class Squares:
    """The squared singular values of A + plus, decreasing; A of shape (draws, m, n), m >= n, `plus` of 0 and
    1, or None. As a spectrum of `settled` it is a tuple of n spans, or of balls.
    """

    A: FloatArray
    plus: FloatArray | None = None

    @cached_property
    def matrix(self) -> FloatArray:
        """In float64: each entry is rounded once."""
        return self.A if self.plus is None else self.A + self.plus

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Certified, shape (draws,) each; ValueError as for singular values."""
        A = certified.checked_stack(self.matrix)
        G = A.swapaxes(-1, -2) @ A
        found = certified.symmetric_eigenvalues((G + G.swapaxes(-1, -2)) / 2)
        size = certified.UP * np.einsum("dij,dij->d", A, A)[:, None]
        radius = certified.UP * (found.radius + (A.shape[1] + 4) * certified.U * size)
        low = np.maximum(np.nextafter(found.values - radius, -np.inf), 0.0)
        high = np.nextafter(found.values + radius, np.inf)
        return tuple(Span(low[:, i], high[:, i]) for i in reversed(range(A.shape[2])))

    def balls(self, k: int) -> tuple[arb, ...]:
        """Of the k-th matrix, at the working precision."""
        A = exact(self.A[k])
        found = residual.singular_values(A if self.plus is None else A + exact(self.plus))
        return tuple(s * s for s in found)
