"""Bounds for spectra in a check by hand: each one is a count of eigenvalues above a rational number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import numpy as np
from flint import arb, ctx, fmpq

from perturb.numbers import charpoly
from perturb.pages.byhand import kit, terms
from perturb.pages.byhand.tables import Names, Table, as_flint, as_fraction, gram, table_code
from perturb.pages.byhand.terms import BeyondError, Facts, Side, Term, UnprovedError, literal, merged, point

ZERO = Side("F(0)", Fraction(0))


def _ends(x: fmpq | arb) -> tuple[Fraction, Fraction]:
    if isinstance(x, fmpq):
        return as_fraction(x), as_fraction(x)
    if not x.is_finite():
        raise UnprovedError("a spectrum that was not enclosed")
    return as_fraction(x.lower().fmpq()), as_fraction(x.upper().fmpq())


def _step(x: Fraction, digits: int) -> Fraction:
    """One unit of the last of `digits` significant digits of x."""
    size = len(str(floor(abs(x)))) - 1 if abs(x) >= 1 else -len(str(floor(1 / abs(x))))
    return Fraction(10) ** (size + 1 - digits)


def rounded(x: fmpq | arb, digits: int) -> tuple[Fraction, Fraction]:
    """Short fractions around x: x itself where it is rational, else outward to `digits` digits."""
    low, high = _ends(x)
    if low == high:
        return low, high
    if low <= 0 <= high:
        raise UnprovedError("an eigenvalue that may be zero")
    step = _step(low, digits)
    return floor(low / step) * step, ceil(high / step) * step


def spectrum(f: Callable[..., list[fmpq | arb]], A: Table, digits: int) -> list[fmpq | arb]:
    with ctx.workprec(64 + 8 * digits):
        return f(as_flint(A.value))


def singular_values(names: Names, A: Table, digits: int) -> tuple[Term, ...]:
    """The min(m, n) singular values, each between two counted thresholds; a radius widens them."""
    if A.radius:
        exact = replace(A, radius=Fraction(0))
        return tuple(_nonneg(_widened(x, A)) for x in singular_values(names, exact, digits))
    G = gram(names, A)
    if is_diagonal(G.value):
        return tuple(terms.rational_power(x, 1, 2, digits) for x in _diagonal(G)[: min(A.nrows(), A.ncols())])
    values = spectrum(charpoly.singular_values, A, digits)
    return tuple(_singular_value(A, G, k, rounded(x, digits)) for k, x in enumerate(values, 1))


def is_diagonal(A: kit.Matrix) -> bool:
    return all(x == 0 for i, row in enumerate(A) for j, x in enumerate(row) if i != j)


def diagonal_fact(A: Table) -> Facts:
    return merged(A.facts, (f"assert {A.code} == {table_code(A.value)}  # diagonal",))


def _diagonal(A: Table) -> list[Term]:
    """The eigenvalues of a diagonal matrix, descending."""
    order = sorted(range(A.nrows()), key=lambda i: -A.value[i][i])
    return [point(f"{A.code}[{i}][{i}]", A.value[i][i], diagonal_fact(A)) for i in order]


def _singular_value(A: Table, G: Table, k: int, ends: tuple[Fraction, Fraction]) -> Term:
    low, high = ends
    label = f"  # s_{k}({A.code})"
    if low == high:
        code = _squared(low)
        fact = f"assert above({G.code}, {code})[0] < {k} <= above({G.code}, {code})[1]{label} = {low}"
        return point(literal(low), low, merged(G.facts, (fact,)))
    at_least = f"assert above({G.code}, {_squared(low)})[1] >= {k}{label} >= {shown(low)}"
    at_most = f"assert above({G.code}, {_squared(high)})[0] < {k}{label} <= {shown(high)}"
    lower = Side(literal(low), low, merged(G.facts, (at_least,))) if low > 0 else ZERO
    return Term(lower, Side(literal(high), high, merged(G.facts, (at_most,))), True)


def _squared(x: Fraction) -> str:
    return f"{literal(x)}**2" if x else "F(0)"


def shown(x: Fraction) -> str:
    text = literal(x)[2:-1].strip('"')
    return text.replace(", ", "/")


def eigenvalues(names: Names, S: Table, digits: int) -> tuple[Term, ...]:
    """Eigenvalues of a symmetric matrix, descending; a radius widens them (Weyl)."""
    if is_diagonal(S.value):
        return tuple(_widened(x, S) for x in _diagonal(S))
    values = spectrum(charpoly.symmetric_eigenvalues, S, digits)
    symmetric = (f"assert {S.code} == transpose({S.code})",)
    facts = merged(S.facts, symmetric)
    return tuple(_widened(_eigenvalue(S, facts, k, rounded(x, digits)), S) for k, x in enumerate(values, 1))


def _eigenvalue(S: Table, facts: Facts, k: int, ends: tuple[Fraction, Fraction]) -> Term:
    low, high = ends
    label = f"  # lambda_{k}({S.code})"
    if low == high:
        code = literal(low)
        fact = f"assert above({S.code}, {code})[0] < {k} <= above({S.code}, {code})[1]{label} = {low}"
        return point(code, low, merged(facts, (fact,)))
    at_least = f"assert above({S.code}, {literal(low)})[1] >= {k}{label} >= {shown(low)}"
    at_most = f"assert above({S.code}, {literal(high)})[0] < {k}{label} <= {shown(high)}"
    lower, upper = merged(facts, (at_least,)), merged(facts, (at_most,))
    return Term(Side(literal(low), low, lower), Side(literal(high), high, upper))


def _widened(x: Term, S: Table) -> Term:
    if not S.radius:
        return x
    note = (f"# what {S.code} stands for is within {shown(S.radius)} of it, and so is its spectrum",)
    code, r = literal(S.radius), S.radius
    lo = Side(f"{x.lo.code} - {code}", x.lo.value - r, merged(x.lo.facts, note), atom=False)
    return Term(lo, Side(f"{x.hi.code} + {code}", x.hi.value + r, merged(x.hi.facts, note), atom=False))


def _nonneg(x: Term) -> Term:
    return Term(x.lo if x.lo.value >= 0 else ZERO, x.hi, True)


def moduli(names: Names, A: Table, digits: int) -> tuple[Term, ...]:
    """|eigenvalues| of a square matrix, descending, between two counted circles."""
    if A.radius:
        raise BeyondError("eigenvalues of a matrix with irrational entries")
    values = spectrum(charpoly.moduli, A, digits)
    return tuple(_modulus(A, k, *_ends(x), digits) for k, x in enumerate(values, 1))


def _modulus(A: Table, k: int, low: Fraction, high: Fraction, digits: int) -> Term:
    """No eigenvalue may lie on a counting circle, so exact values get a bracket too."""
    n, step = A.nrows(), _step(high, digits) if high else Fraction(1, 10**digits)
    below = floor(low / step) * step - step
    over = ceil(high / step) * step + step
    label = f"  # |lambda_{k}({A.code})|"
    at_least = f"assert inside({A.code}, {literal(below)}) <= {n - k}{label} >= {shown(below)}"
    at_most = f"assert inside({A.code}, {literal(over)}) >= {n - k + 1}{label} <= {shown(over)}"
    lower = Side(literal(below), below, merged(A.facts, (at_least,))) if below > 0 else ZERO
    return Term(lower, Side(literal(over), over, merged(A.facts, (at_most,))), True)


def square_root(names: Names, G: Table, digits: int) -> Table:
    """A rational matrix S >= 0 near the root of the semidefinite G.

    Where ||S^2 - G|| <= r^2, S is within r of the root: the square root is 1/2-Hölder (Ando, 1988).
    """
    if G.radius:
        raise BeyondError("a root of a matrix with irrational entries")
    S, exact = _near_root(G.value, digits)
    squared = kit.times(S, S)
    n, code = len(S), table_code(S)
    made = names.define(code, S, G)
    psd = f"assert {made.code} == transpose({made.code}) and above({made.code}, F(0))[1] == {n}"
    if exact:
        reason = f"assert times({made.code}, {made.code}) == {G.code}  # {made.code} is the root of {G.code}"
        return Table(made.code, S, merged(made.facts, (psd, reason)))
    worst = max(sum((abs(x) for x in row), Fraction(0)) for row in kit.minus(squared, G.value))
    r = Fraction(1, 10 ** (digits // 2))
    while r * r < worst:
        r *= 10
    size = f"max(sum(abs(x) for x in row) for row in minus(times({made.code}, {made.code}), {G.code}))"
    note = f"# so {made.code} is within {shown(r)} of the root of {G.code} (Ando, 1988)"
    return Table(made.code, S, merged(made.facts, (psd, f"assert {size} <= {literal(r)}**2", note)), r)


def _near_root(G: kit.Matrix, digits: int) -> tuple[kit.Matrix, bool]:
    values, vectors = np.linalg.eigh(np.array([[float(x) for x in row] for row in G]))
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    simple = [[Fraction(float(x)).limit_denominator(10**6) for x in row] for row in root]
    symmetric = simple == kit.transpose(simple)
    if symmetric and kit.times(simple, simple) == G and kit.above(simple, Fraction(0))[1] == len(G):
        return simple, True
    n, scale = len(G), 10**digits
    near = np.round((root + root.T) / 2 * scale)
    grid = [[Fraction(int(x), scale) for x in row] for row in near]
    # A small shift makes up for the rounding, so that S is semidefinite.
    return kit.plus(grid, kit.scaled(Fraction(n, scale), kit.identity(n))), False
