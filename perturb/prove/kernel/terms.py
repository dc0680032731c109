"""Polynomials of the checker as Coq terms, and the multiples of known equations that a rewriting used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from perturb.prove.checker.numbers import FACTORS, NULL, Poly, Ratio, X

LONGEST = 60_000  # letters of one polynomial
ROUNDS = 1000


class NotExpressible(Exception):
    """The generator has no words for a certificate, with the reason."""


def constant(c: Any) -> str:
    """A rational number."""
    p, q = (c, 1) if isinstance(c, int) else (int(c.p), int(c.q))
    top = str(p) if p >= 0 else f"({p})"
    return top if q == 1 else f"({p} / {q})"


def positive_constant(c: Any) -> str:
    """A proof that this rational number is positive."""
    p, q = (c, 1) if isinstance(c, int) else (int(c.p), int(c.q))
    if p == q == 1:
        return "Rlt_0_1"
    over = f"(IZR_lt 0 {p} eq_refl)"
    return over if q == 1 else f"(Rdiv_lt_0_compat _ _ {over} (IZR_lt 0 {q} eq_refl))"


def monomial(c: Any, exponents: tuple[int, ...], names: Mapping[int, str]) -> str:
    powers = [names[k] if e == 1 else f"{names[k]} ^ {e}" for k, e in enumerate(exponents) if e]
    if c == 1 and powers:
        return " * ".join(powers)
    return " * ".join([constant(c), *powers])


def polynomial(p: Poly, names: Mapping[int, str]) -> str:
    """As Coq reads it; names by the numbers of the variables."""
    text = " + ".join(monomial(c, e, names) for e, c in p.terms()) or "0"
    if len(text) > LONGEST:
        raise NotExpressible("a polynomial that is too long")
    return text


def product_of(d: Counter[str], names: Mapping[int, str]) -> str:
    """Of what is positive on a path."""
    return " * ".join(f"({polynomial(FACTORS[f], names)})" for f in sorted(d.elements())) or "1"


def ratio(x: Ratio, names: Mapping[int, str]) -> str:
    top = polynomial(x.n, names)
    return f"({top}) / ({product_of(x.d, names)})" if x.d else top


def cofactors(p: Poly, rules: Mapping[int, Any]) -> tuple[Poly, dict[int, Poly]]:
    """The rest of p modulo the rules x^k = q, and of each rule how many times x^k - q was taken away."""
    taken = dict[int, Poly]()
    for _ in range(ROUNDS):
        degrees = p.degrees() if rules else ()
        high = [x for x, rule in rules.items() if degrees[x] >= rule.k]
        if not high:
            return p, {x: c for x, c in taken.items() if c}
        for x in high:
            times, rest = divmod(p, X[x] ** rules[x].k)
            taken[x] = taken.get(x, NULL) + times
            p = times * rules[x].q + rest
    raise NotExpressible("a reduction that does not end")


def whole(*polynomials: Poly) -> bool:
    """Have all of them integer coefficients?"""
    return all(c.q == 1 for p in polynomials for c in p.coeffs())
