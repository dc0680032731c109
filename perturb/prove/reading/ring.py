"""Polynomials in the entries of the inputs and in roots, with rational coefficients."""

from __future__ import annotations

from math import gcd, isqrt, lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Poly = fmpq_mpoly
Key = str
LONG = 60  # terms of a polynomial
ROOTS = 40  # on one path; a statement with more is beyond reach


class Unsupported(Exception):
    """No polynomials express this part of the statement, or too many would."""


class Ring:
    """Real variables by name, and r1, r2, ... for the roots of a path."""

    def __init__(self, names: list[str]) -> None:
        self.names = [*names, *[f"r{k}" for k in range(1, ROOTS + 1)]]
        self.place = {name: k for k, name in enumerate(self.names)}
        self.context = fmpq_mpoly_ctx.get(self.names, Ordering.lex)
        self.first_root = len(names)
        self.variables = dict(zip(self.names, self.context.gens(), strict=True))
        self.zero: Poly = self.context.constant(0)
        self.one: Poly = self.context.constant(1)
        self.factored: dict[Key, list[tuple[Poly, int]]] = {}

    def constant(self, value: Any) -> Poly:
        return self.context.constant(value)

    def factors(self, p: Poly) -> list[tuple[Poly, int]]:
        """The irreducible factors and their exponents, those of long polynomials not looked for."""
        if p.is_constant() or len(p) > LONG:
            return []
        key = hashed(p)
        if key not in self.factored:
            self.factored[key] = [(f, int(e)) for f, e in p.factor()[1]]
        return self.factored[key]

    def made(self, terms: dict[tuple[int, ...], fmpq]) -> Poly:
        return self.context.from_dict(terms)

    def written(self, p: Poly) -> dict[str, str]:
        """Monomials to coefficients, as certificates hold them."""
        return {self._monomial(powers): str(c) for powers, c in p.to_dict().items()}

    def _monomial(self, powers: tuple[int, ...]) -> str:
        parts = [
            name + (f"^{k}" if k > 1 else "") for name, k in zip(self.names, powers, strict=True) if int(k)
        ]
        return "*".join(parts) or "1"


def constant_value(p: Poly) -> fmpq | None:
    """The number that a polynomial is, None where it is none."""
    if not p.is_constant():
        return None
    return p.leading_coefficient() if not p.is_zero() else fmpq(0)


def content(p: Poly) -> fmpq:
    """The positive rational c with p / c of coprime integer coefficients; p is not 0."""
    coefficients = p.coeffs()
    top, bottom = 0, 1
    for c in coefficients:
        top, bottom = gcd(top, int(c.p)), lcm(bottom, int(c.q))
    return fmpq(top, bottom)


def hashed(p: Poly) -> Key:
    """Equal for equal polynomials of one ring."""
    return str(p)


def primitive(p: Poly) -> tuple[Key, int]:
    """p up to a rational factor, and the sign of that factor."""
    scale = content(p)
    sign = 1 if p.leading_coefficient() > 0 else -1
    return hashed(p / (scale * sign)), sign


def rational_root(c: fmpq) -> fmpq | None:
    """The root of a rational number that is a square, None for another one."""
    if c < 0:
        return None
    top, bottom = int(c.p), int(c.q)
    a, b = isqrt(top), isqrt(bottom)
    return fmpq(a, b) if a * a == top and b * b == bottom else None
