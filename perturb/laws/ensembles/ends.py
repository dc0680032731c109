"""Certified ends of spectra without singular vectors: at most as much time again as the values alone take.

LAPACK is not trusted. Let t be a little above the value found for lambda_max(G), M = t I - G, and R the upper
factor that a Cholesky factorisation gives. R'R is positive semidefinite whatever R is, so with M = R'R + E
    lambda_max(G) <= t + |E|,      and as well lambda_min(G) >= t - |E|,  M = G - t I, from a t below.
Any vector x bounds from the other side: lambda_max(G) >= x'Gx / x'x >= lambda_min(G), s_1(A) >= |Ax| / |x|
>= s_n(A). M is nearly singular, so R x = e_n, one step of inverse iteration, gives a good x.
G = A'A for singular values, A + A' for eigenvalues. What rounding does is bounded as in `certified`, in
Frobenius norms: g_n |X| |Y| for a product of n terms, u |.| for sums that are rounded once, which are the
entries of A + plus, of A + A' and of M. A factorisation that stops leaves the Frobenius norm as an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from flint import arb, fmpq, fmpq_mat

from perturb.laws.ensembles import certified
from perturb.laws.ensembles.certified import LARGEST, UP, U, above, below, checked_stack, norms, up
from perturb.laws.ensembles.spectra import singular_values, small_gram, symmetric_eigenvalues, tall
from perturb.laws.ensembles.truth import Number, Span
from perturb.numbers import residual
from perturb.types import FloatArray


class Extent(NamedTuple):
    """The largest and the smallest value of a spectrum: arrays, spans or balls."""

    largest: Number
    smallest: Number


@dataclass(frozen=True, eq=False)
class EitherEnd:
    """An extent whose ends are made when they are first asked for: many an event speaks of one of them."""

    of_largest: Callable[[], Span]
    of_smallest: Callable[[], Span]

    @cached_property
    def largest(self) -> Span:
        return self.of_largest()

    @cached_property
    def smallest(self) -> Span:
        return self.of_smallest()

    def __iter__(self) -> Iterator[Span]:
        return iter((self.largest, self.smallest))


@dataclass(frozen=True, eq=False)
class Singular:
    """The extreme singular values of A + plus, A of shape (draws, m, n), `plus` of 0 and 1, or None."""

    A: FloatArray
    plus: FloatArray | None = None

    @cached_property
    def matrix(self) -> FloatArray:
        """In float64: each entry is rounded once."""
        return self.A if self.plus is None else self.A + self.plus

    @cached_property
    def _gram(self) -> FloatArray:
        """In float64, where neither it nor its square overflows or vanishes."""
        return small_gram(tall(self.matrix))

    @cached_property
    def values(self) -> Extent:
        """In float64, shape (draws,)."""
        s = singular_values(self.matrix, lambda: self._gram)
        return Extent(s[:, 0], s[:, -1])

    @cached_property
    def spans(self) -> EitherEnd:
        """Certified, shape (draws,). ValueError for entries that are not finite or beyond 2^-200..2^200."""
        A = checked_stack(self.matrix)
        if A.shape[1:] == (1, 1):
            # Exact; of a sum that is rounded once 2 U is an ulp at least, twice too much.
            only = np.abs(A[:, 0, 0])
            off = 0.0 if self.plus is None else 2 * U * only
            return EitherEnd(*2 * (lambda: Span(only - off, only + off),))
        A, G = tall(A), self._gram
        size = norms(A)
        squares, entries = UP * (A.shape[1] + 4) * U * size**2, UP * U * size

        def largest() -> Span:
            high, x = above(G, self.values.largest**2, size**2)
            found, off = _stretch(A, x, size)
            top = np.sqrt(high + squares) * (1 + 4 * U) + entries
            return Span(np.fmax(found - off - entries, 0.0), np.fmin(top, size))

        def smallest() -> Span:
            low, x = below(G, self.values.smallest**2, size**2)
            found, off = _stretch(A, x, size)
            least = np.sqrt(np.maximum(low - squares, 0.0)) * (1 - 4 * U) - entries
            found = np.fmin(found + off + entries, _least_column(G) + entries)
            return Span(np.fmax(least, 0.0), np.fmin(found, size))

        return EitherEnd(largest, smallest)

    def balls(self, k: int) -> Extent:
        """Of the k-th matrix, at the working precision."""
        A = exact(self.A[k])
        found = residual.singular_values(A if self.plus is None else A + exact(self.plus))
        return Extent(found[0], found[-1])


@dataclass(frozen=True, eq=False)
class Symmetric:
    """The extreme eigenvalues of A + A', A of shape (draws, n, n)."""

    A: FloatArray

    @cached_property
    def matrix(self) -> FloatArray:
        """In float64: each entry is rounded once."""
        return self.A + self.A.swapaxes(-1, -2)

    @cached_property
    def values(self) -> Extent:
        """In float64, shape (draws,)."""
        found = symmetric_eigenvalues(self.matrix)
        return Extent(found[:, -1], found[:, 0])

    @cached_property
    def spans(self) -> EitherEnd:
        """Certified, shape (draws,); ValueError as for singular values."""
        S = checked_stack(self.matrix)
        if S.shape[1] == 1:  # a doubling is exact
            return EitherEnd(*2 * (lambda: Span(S[:, 0, 0], S[:, 0, 0]),))
        size = norms(S)
        entries = UP * U * size

        def largest() -> Span:
            high, x = above(S, self.values.largest, size)
            found, off = _quotient(S, x, size)
            return Span(np.fmax(found - off - entries, -size), np.fmin(up(high + entries), size))

        def smallest() -> Span:
            low, x = below(S, self.values.smallest, size)
            found, off = _quotient(S, x, size)
            return Span(np.fmax(-up(entries - low), -size), np.fmin(found + off + entries, size))

        return EitherEnd(largest, smallest)

    def balls(self, k: int) -> Extent:
        """Of the k-th matrix, at the working precision."""
        A = exact(self.A[k])
        found = residual.symmetric_eigenvalues(A + A.transpose())
        return Extent(found[0], found[-1])


def _stretch(A: FloatArray, x: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """|A x| / |x| and a bound of its error."""
    m, n = A.shape[1:]
    with np.errstate(over="ignore", invalid="ignore"):
        y = (A @ x[:, :, None])[:, :, 0]
        found = np.sqrt(np.einsum("di,di->d", y, y) / _square(x))
    return found, UP * (m + 2 * n + 8) * U * size


def _least_column(G: FloatArray) -> FloatArray:
    """The least |A e_j|, from above: at least s_n, and known where no factorisation comes to its end."""
    return np.asarray(UP * np.sqrt(np.einsum("djj->dj", G).min(axis=1)))


def _quotient(S: FloatArray, x: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """x'Sx / x'x and a bound of its error."""
    n = S.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        y = (S @ x[:, :, None])[:, :, 0]
        found = np.einsum("di,di->d", x, y) / _square(x)
    return found, UP * (3 * n + 8) * U * size


def _square(x: FloatArray) -> FloatArray:
    """|x|^2, at least 1; NaN where something might overflow."""
    found = np.einsum("di,di->d", x, x)
    return np.where(found < LARGEST**2, found, np.nan)


def exact(A: FloatArray) -> fmpq_mat:
    """The rational numbers that the floats are."""
    return fmpq_mat([[fmpq(*float(x).as_integer_ratio()) for x in row] for row in A])


@dataclass(frozen=True, eq=False)
class Squares:
    """The squared singular values of A + plus, decreasing; A of shape (draws, m, n), m >= n, `plus` of 0 and
    1, or None. As a spectrum of `settled` it is a tuple of n spans, or of balls.

    The squares are eigenvalues of G = (A + plus)'(A + plus). In float64 an entry of A + plus is rounded once,
    so that G, and its symmetric part, is off by at most (m + 4) u |A + plus|^2 in the Frobenius norm, m rows:
    g_m for the product, twice u for the entries, and roundings of both; Weyl's inequality adds this to the
    radii of `certified`.
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
