"""Polynomials with rational coefficients in numbered atoms; exponents are negative where an atom is not 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

Monomial = tuple[tuple[int, int], ...]  # (atom, exponent other than 0), by atoms

MOST, BITS = 300_000, 20_000  # products of terms in a product; of the coefficients of a factor


class Poly:
    """Immutable; equal polynomials are equal objects of a dictionary."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        self.terms = {m: c for m, c in terms.items() if c}
        self._hash = hash(frozenset(self.terms.items()))

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
            terms[m] = terms.get(m, Fraction(0)) + c
        return Poly(terms)

    def __neg__(self) -> Poly:
        return Poly({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        terms: dict[Monomial, Fraction] = {}
        if len(self.terms) * len(other.terms) > MOST or max(self.bits, other.bits) > BITS:
            raise ArithmeticError("a product of this size")
        for m, c in self.terms.items():
            for k, d in other.terms.items():
                product = times(m, k)
                terms[product] = terms.get(product, Fraction(0)) + c * d
        return Poly(terms)

    def scaled(self, c: Fraction) -> Poly:
        return Poly({m: c * d for m, d in self.terms.items()})

    def power(self, k: int) -> Poly:
        found = ONE
        for _ in range(k):
            found = found * self
        return found

    @property
    def bits(self) -> int:
        """The length of its coefficients."""
        return max([(c.numerator * c.denominator).bit_length() for c in self.terms.values()], default=0)

    @property
    def constant(self) -> Fraction | None:
        """Its value where it has no atoms."""
        return None if any(self.terms) else self.terms.get((), Fraction(0))

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

    def ordered(self) -> list[tuple[Monomial, Fraction]]:
        return sorted(self.terms.items())


def times(m: Monomial, k: Monomial) -> Monomial:
    powers = dict(m)
    for atom, e in k:
        powers[atom] = powers.get(atom, 0) + e
    return tuple(sorted((atom, e) for atom, e in powers.items() if e))


def number(x: int | Fraction) -> Poly:
    return Poly({(): Fraction(x)})


def atom(k: int, e: int = 1) -> Poly:
    return Poly({((k, e),): Fraction(1)})


def total(polys: Iterable[Poly]) -> Poly:
    terms: dict[Monomial, Fraction] = {}
    for poly in polys:
        for m, c in poly.terms.items():
            terms[m] = terms.get(m, Fraction(0)) + c
    return Poly(terms)


ZERO, ONE = Poly({}), number(1)
