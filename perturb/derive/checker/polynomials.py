"""Polynomials with rational coefficients in numbered atoms; exponents are negative where an atom is not 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from flint import fmpq

Monomial = tuple[tuple[int, int], ...]  # (atom, exponent other than 0), by atoms

UNIT: dict[Monomial, fmpq] = {(): fmpq(1)}
ZERO_ = fmpq(0)
MOST, BITS = 300_000, 20_000  # products of terms in a product; of the coefficients of a factor


class Poly:
    """Immutable; equal polynomials are equal objects of a dictionary."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, fmpq]) -> None:
        self.terms = {m: c for m, c in terms.items() if c}
        self._hash = hash(frozenset(self.terms))  # of few of them the coefficients differ alone

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return f"Poly({self.terms})"

    def __add__(self, other: Poly) -> Poly:
        terms = dict(self.terms)
        for m, c in other.terms.items():
            terms[m] = terms.get(m, ZERO_) + c
        return Poly(terms)

    def __neg__(self) -> Poly:
        return Poly({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        if self.terms == UNIT or other.terms == UNIT:
            return other if self.terms == UNIT else self
        terms: dict[Monomial, fmpq] = {}
        if len(self.terms) * len(other.terms) > MOST or max(self.bits, other.bits) > BITS:
            raise ArithmeticError("a product of this size")
        for m, c in self.terms.items():
            for k, d in other.terms.items():
                product = times(m, k)
                terms[product] = terms.get(product, ZERO_) + c * d
        return Poly(terms)

    def scaled(self, c: int | fmpq) -> Poly:
        return Poly({m: c * d for m, d in self.terms.items()})

    def power(self, k: int) -> Poly:
        found = ONE
        for _ in range(k):
            found = found * self
        return found

    def divides(self, other: Poly) -> Poly | None:
        """The polynomial that times this one is the other; None where there is none."""
        atoms = sorted(self.atoms | other.atoms)

        def lead(p: Poly) -> Monomial:
            return max(p.terms, key=lambda m: [dict(m).get(k, 0) for k in atoms])

        if any(e < 0 for p in (self, other) for m in p.terms for _, e in m):
            return None
        found, first = ZERO, lead(self)
        while other:
            m = lead(other)
            powers = times(m, tuple((k, -e) for k, e in first))
            if any(e < 0 for _, e in powers):
                return None
            part = Poly({powers: other.terms[m] / self.terms[first]})
            found, other = found + part, other - part * self
        return found

    @property
    def bits(self) -> int:
        """The length of its coefficients."""
        return max([c.height_bits() for c in self.terms.values()], default=0)

    @property
    def constant(self) -> fmpq | None:
        """Its value where it has no atoms."""
        return None if any(self.terms) else self.terms.get((), ZERO_)

    @property
    def atoms(self) -> set[int]:
        return {atom for m in self.terms for atom, _ in m}

    @property
    def single(self) -> int | None:
        """The atom that it is."""
        if len(self.terms) == 1:
            ((m, c),) = self.terms.items()
            if c == 1 and len(m) == 1 and m[0][1] == 1:
                return m[0][0]
        return None

    def ordered(self) -> list[tuple[Monomial, fmpq]]:
        return sorted(self.terms.items())


def times(m: Monomial, k: Monomial) -> Monomial:
    powers = dict(m)
    for atom, e in k:
        powers[atom] = powers.get(atom, 0) + e
    return tuple(sorted((atom, e) for atom, e in powers.items() if e))


def rational(x: int | str | Fraction | fmpq) -> fmpq:
    """As the coefficients are."""
    if isinstance(x, fmpq):
        return x
    exact = Fraction(x)
    return fmpq(exact.numerator, exact.denominator)


def number(x: int | str | Fraction | fmpq) -> Poly:
    return Poly({(): rational(x)})


def atom(k: int, e: int = 1) -> Poly:
    return Poly({((k, e),): fmpq(1)})


def total(polys: Iterable[Poly]) -> Poly:
    terms: dict[Monomial, fmpq] = {}
    for poly in polys:
        for m, c in poly.terms.items():
            terms[m] = terms.get(m, ZERO_) + c
    return Poly(terms)


ZERO, ONE = Poly({}), number(1)
