"""Eigenvalues of rational matrices from their exact characteristic polynomials, with exact multiplicities.

A polynomial is a list of Fractions, leading coefficient first, and monic unless said otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np

from tests.fuzz.tower import (
    ONE,
    UNIT,
    ZERO,
    Approx,
    Number,
    Special,
    Unsupported,
    absolute,
    add,
    approx,
    ctx,
    div,
    mpf,
    neg,
    sign,
    sqrt,
)

Matrix = list[list[Any]]
Poly = list[Fraction]
ORDER = 9  # the largest matrix whose eigenvalues are computed


def multiply(A: Matrix, B: Matrix) -> Matrix:
    """Product of rational matrices."""
    columns = list(zip(*B, strict=True))
    return [[sum((x * y for x, y in zip(row, col, strict=True)), ZERO) for col in columns] for row in A]


def characteristic(A: Matrix) -> Poly:
    """Faddeev and LeVerrier: M_k = A M_(k-1) + c_(k-1) I, c_k = -tr(A M_k) / k."""
    n = len(A)
    if n > ORDER:
        raise Unsupported("a large matrix")
    coefficients, M = [ONE], [[Fraction(i == j) for j in range(n)] for i in range(n)]
    for k in range(1, n + 1):
        AM = multiply(A, M)
        c = -sum((AM[i][i] for i in range(n)), ZERO) / k
        coefficients.append(c)
        M = [[AM[i][j] + (c if i == j else 0) for j in range(n)] for i in range(n)]
    return coefficients


def _divide(f: Poly, g: Poly) -> tuple[Poly, Poly]:
    rest, quotient = list(f), []
    while len(rest) >= len(g):
        q = rest[0] / g[0]
        quotient.append(q)
        rest = [r - q * c for r, c in zip(rest, g + [ZERO] * (len(rest) - len(g)), strict=True)][1:]
    while rest and rest[0] == 0:
        rest = rest[1:]
    return quotient, rest


def _monic(f: Poly) -> Poly:
    return [c / f[0] for c in f]


def _gcd(f: Poly, g: Poly) -> Poly:
    while g:
        f, g = g, _divide(f, g)[1]
    return _monic(f)


def _derivative(f: Poly) -> Poly:
    return [c * (len(f) - 1 - k) for k, c in enumerate(f[:-1])]


def square_free(f: Poly) -> list[tuple[Poly, int]]:
    """Factors without repeated roots, each with the multiplicity of its roots in f."""
    found, power = [], 1
    while len(f) > 1:
        shared = _gcd(f, _derivative(f))
        simple = _divide(f, shared)[0]  # every root of f, once
        repeated = _gcd(simple, shared) if len(shared) > 1 else [ONE]
        once = _monic(_divide(simple, repeated)[0])
        if len(once) > 1:
            found.append((once, power))
        f, power = shared, power + 1
    return found


def _value(f: Poly, x: Any) -> Any:
    total = x * 0
    for c in f:
        total = total * x + (c if isinstance(x, Fraction) else mpf(c))
    return total


class Root:
    """A complex root: its modulus, its real part, and its real value (None unless it is real)."""

    def __init__(self, modulus: Number, real: Number | None, part: Number) -> None:
        self.modulus, self.real, self.part = modulus, real, part


def _real(x: Number) -> Root:
    return Root(absolute(x), x, x)


def _of_quadratic(f: Poly) -> list[Root]:
    _, b, c = f
    discriminant = b * b - 4 * c
    if discriminant < 0:
        return [Root(sqrt(c), None, -b / 2)] * 2
    far = div(add(-b, sqrt(discriminant) if b <= 0 else neg(sqrt(discriminant))), Fraction(2))
    near = div(c, far) if sign(far) else neg(far)
    return [_real(far), _real(near)]


def _companion(f: Poly) -> Any:
    """The matrix whose characteristic polynomial is f."""
    n = len(f) - 1
    C = ctx.zeros(n)
    for k in range(n):
        C[0, k] = -mpf(f[k + 1])
        if k:
            C[k, k - 1] = 1
    return C


def _disks(f: Poly, digits: int) -> list[tuple[Any, Any]]:
    """Approximate roots z with radii: the disk of radius n |f(z) / f'(z)| holds a root of f."""
    slope, n = _derivative(f), len(f) - 1
    with ctx.workdps(digits):
        found = _by_newton(f, slope) if digits == 150 else ctx.eig(_companion(f), left=False, right=False)
    with ctx.workdps(3 * digits):
        return [(z, n * abs(_value(f, z) / _value(slope, z))) for z in found]


def _by_newton(f: Poly, slope: Poly) -> list[Any]:
    """From float64 on, where the digits double eight times; the disks tell whether they did."""
    found = [ctx.mpc(complex(z)) for z in np.roots([float(c) for c in f])]
    f, slope = ([mpf(c) for c in g] for g in (f, slope))
    for _ in range(8):
        found = [z - _horner(f, z) / _horner(slope, z) for z in found]
    return found


def _horner(f: list[Any], x: Any) -> Any:
    total = x * 0
    for c in f:
        total = total * x + c
    return total


def _isolated(f: Poly) -> list[tuple[Any, Any]]:
    """Disks that hold one root each, 130 digits of it. No root is zero."""
    for digits in (150, 400, 1000):
        try:
            disks = _disks(f, digits)
        except (RuntimeError, ZeroDivisionError, OverflowError, ValueError):
            continue
        pairs = [(a, b) for i, a in enumerate(disks) for b in disks[:i]]
        apart = all(abs(z - w) > 2 * (r + q) for (z, r), (w, q) in pairs)
        if apart and all(r <= UNIT * abs(z) for z, r in disks):
            return disks
    raise Unsupported("roots of a polynomial")


def _of_factor(f: Poly) -> list[Root]:
    """Roots of a polynomial without repeated ones: rational ones exactly, taken out first."""
    if len(f) == 2:
        return [_real(-f[1])]
    if f[-1] == 0:
        return [_real(ZERO), *_of_factor(f[:-1])]
    if len(f) == 3:
        return _of_quadratic(f)
    disks = _isolated(f)
    scale = lcm(*[c.denominator for c in f])  # scale * root is an algebraic integer
    for z, r in disks:
        candidate = Fraction(int(ctx.nint(z.real * scale)), scale)
        if abs(z - mpf(candidate)) <= r + UNIT * (1 + abs(z)) and _value(f, candidate) == 0:
            return [_real(candidate), *_of_factor(_divide(f, [ONE, -candidate])[0])]
    return [_of_disk(z, r) for z, r in disks]


def _of_disk(z: Any, r: Any) -> Root:
    """A disk that is isolated and meets the real line holds a real root, because f is real."""
    real = Approx(z.real, r + UNIT * abs(z)) if abs(z.imag) <= r else None
    error = r + UNIT * abs(z)
    return Root(Approx(abs(z), error), real, Approx(z.real, error))


@lru_cache(maxsize=4096)
def _roots(A: tuple[tuple[Fraction, ...], ...]) -> tuple[Root, ...]:
    return tuple(roots_of(characteristic([list(row) for row in A])))


def roots_of(f: Poly) -> list[Root]:
    """All roots of a rational polynomial, with multiplicity."""
    return [root for factor, power in square_free(f) for root in _of_factor(factor) * power]


def roots(A: Matrix) -> tuple[Root, ...]:
    """The n eigenvalues of a rational matrix with multiplicity."""
    return _roots(tuple(map(tuple, A)))


def descending(values: list[Number]) -> list[Number]:
    return sorted(values, key=lambda x: approx(x).v, reverse=True)


def eigenvalues(A: Matrix) -> list[Number]:
    """Of a rational symmetric matrix, descending."""
    found = [root.real for root in roots(A)]
    if any(x is None for x in found):
        raise Unsupported("an eigenvalue of a symmetric matrix that is not told to be real")
    return descending(found)


def moduli(A: Matrix) -> list[Number]:
    return descending([root.modulus for root in roots(A)])


def singular_values(A: Matrix) -> list[Number]:
    """The roots of the eigenvalues of A A' or A' A, whichever is smaller."""
    At = [list(col) for col in zip(*A, strict=True)]
    gram = multiply(A, At) if len(A) <= len(At) else multiply(At, A)
    values = [sqrt(x) for x in eigenvalues(gram)]
    if any(isinstance(x, Special) for x in values):
        raise Unsupported("a singular value that is not told from 0")
    return descending(values)
