"""(10) and the singular value beside it, certified: which of the two is larger, for given A, L and X.

L is what the run of Adam delivers; A, L and X are the numbers that the floats are. For x of n entries
ReLU(Lx) - ReLU(Ax) is computed with an error of at most (n + 2) u (|L| + |A|) |x|, Frobenius norms: g_n for
each product, which ReLU lets through, and once u for the difference; its length with (n + 2) u of it besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from flint import arb, arb_mat, ctx

from perturb.laws.ensembles import certified
from perturb.laws.ensembles.certified import UP, U
from perturb.laws.ensembles.ends import exact
from perturb.laws.ensembles.truth import Number, Span, Truth
from perturb.numbers import residual
from perturb.types import AnyArray, FloatArray

BITS = (106, 212)
Events = Callable[[Number, Number], Mapping[str, Truth]]


def lengths(A: FloatArray, L: FloatArray, X: FloatArray) -> Span:
    """|ReLU(Ax) - ReLU(Lx)|, shape (draws, inputs)."""
    found = np.linalg.norm(np.maximum(L @ X, 0) - np.maximum(A @ X, 0), axis=1)
    sizes = sum(np.linalg.norm(M, axis=(1, 2)) for M in (A, L))
    off = UP**2 * (A.shape[2] + 2) * U * (sizes[:, None] * np.linalg.norm(X, axis=1) + found)
    return Span(np.nextafter(found - off, -np.inf), np.nextafter(found + off, np.inf))


def sides(events: Events, A: FloatArray, L: FloatArray, X: FloatArray, k: int) -> dict[str, AnyArray]:
    """Columns of events(e, s), e = (10) and s = sigma_k(A): A and L (draws, n, n), X (draws, n, inputs).

    Decided in float64 where the bounds above and those of `certified` leave no doubt, else in balls.
    """
    each, s = lengths(A, L, X), certified.singular_values(A)
    sigma = Span(
        np.nextafter(s.values[:, k] - s.radius[:, k], -np.inf),
        np.nextafter(s.values[:, k] + s.radius[:, k], np.inf),
    )
    found = dict(events(Span(each.lo.max(axis=1), each.hi.max(axis=1)), sigma))
    for d in np.flatnonzero(np.any([truth.open for truth in found.values()], axis=0)):
        near = X[d][:, each.hi[d] >= each.lo[d].max()]
        for bits in BITS:
            with ctx.workprec(bits):
                closer = events(_largest(A[d], L[d], near), residual.singular_values(exact(A[d]))[k])
            for name, truth in found.items():
                truth.yes[d] |= closer[name].yes
                truth.no[d] |= closer[name].no
    return {name: truth.column() for name, truth in found.items()}


def _largest(A: FloatArray, L: FloatArray, X: FloatArray) -> arb:
    """(10) over some inputs."""
    inputs = arb_mat(exact(X))
    images = [(arb_mat(exact(M)) * inputs).tolist() for M in (A, L)]
    squares = [arb(0)] * inputs.ncols()
    for a, b in zip(*images, strict=True):
        squares = [s + (x.max(0) - y.max(0)) ** 2 for s, x, y in zip(squares, a, b, strict=True)]
    most = squares[0]
    for one in squares[1:]:
        most = most.max(one)
    return most.sqrt()
