"""Polynomials as products of others that are no products."""

from __future__ import annotations

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from perturb.derive.checker.polynomials import Poly, atom

LONG, HIGH = 80, 12  # terms and degree of what is tried


def factors_of(p: Poly) -> tuple[fmpq, list[Poly]]:
    """A number and polynomials, of which p is the product; p alone where it is long or has divisors."""
    atoms = sorted(p.atoms)
    powers = [dict(m) for m in p.terms]
    high = max([sum(one.values()) for one in powers], default=0)
    if p.constant is not None:
        return p.constant, []
    if len(p.terms) > LONG or high > HIGH or any(e < 0 for one in powers for e in one.values()):
        return fmpq(1), [p]
    ring = fmpq_mpoly_ctx.get(("x", len(atoms)), Ordering.lex)
    terms = {tuple(dict(m).get(k, 0) for k in atoms): c for m, c in p.terms.items()}
    content, factors = ring.from_dict(terms).factor()
    found = [(_polynomial(q.to_dict(), atoms), int(e)) for q, e in factors]
    return fmpq(content), [q for q, e in found for _ in range(e)]


def _polynomial(terms: dict[tuple[int, ...], fmpq], atoms: list[int]) -> Poly:
    return Poly({next(iter(_monomial(exponents, atoms).terms)): fmpq(c) for exponents, c in terms.items()})


def _monomial(exponents: tuple[int, ...], atoms: list[int]) -> Poly:
    found = Poly({(): fmpq(1)})
    for k, e in zip(atoms, exponents, strict=False):
        found = found * atom(k, int(e)) if e else found
    return found
