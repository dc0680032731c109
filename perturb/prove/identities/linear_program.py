"""A linear program for an identity that contradicts the constraints, made exact over the rationals.

Where it fails, squares that it lacks are added without a semidefinite solver: the prices of the monomials
are a pseudo-expectation. Where the matrix of a block of monomials under it has a positive eigenvalue, the
square of the eigenvector would help; rounded to small fractions it becomes a new column (column generation
after Ahmadi, Dash and Hall 2017).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np
import scipy
from flint import fmpq, fmpq_mat

from perturb.prove.identities.atoms import (
    Atom,
    Block,
    Degree,
    Grading,
    Monomials,
    Powers,
    Product,
    Supply,
    halves,
    minus,
    squares,
    targets,
)
from perturb.prove.identities.conditions import Conditions
from perturb.prove.reading.ring import Poly

COLUMNS = 12_000
SUPPORT = 1e-9
PRICES = "highs-ipm"
FEASIBLE = 1e-9
WORTH = 1e-7
MANY, LARGEST = 24, 60  # new squares at once; monomials of a block
DENOMINATORS = (1, 2, 3, 4, 8, 24, 120)
KEPT = 0.6  # of the worth of an eigenvector must be left after rounding


@dataclass(frozen=True)
class Width:
    """How wide to look: factors in a product, total degree, sums of two monomials in squares.

    `flat`: products of constraints as they are, no squares and no multiples beside them. `rounds`: how
    often squares of longer sums are added where the program wants them. `gram`: any squares, by a
    semidefinite program instead of a linear one.
    """

    factors: int
    degree: int
    pairs: bool = False
    flat: bool = False
    rounds: int = 0
    gram: bool = False


@dataclass
class Problem:
    """Columns of a linear program: atoms with coefficients >= 0 and free multiples of equations."""

    atoms: list[Atom] = field(default_factory=list)
    multiples: list[tuple[int, Powers, Poly]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.atoms) + len(self.multiples)

    def columns(self) -> list[Poly]:
        return [a.poly for a in self.atoms] + [p for _, _, p in self.multiples]


Identity = dict[str, Any]


def identity(system: Conditions, width: Width, deadline: float) -> Identity | None:
    """An identity that shows the constraints to be impossible, or None."""
    store = Supply(system, Grading(system))
    products = store.products(width.factors, width.degree)
    if width.flat:
        return _solved(system, _flat(store, products), deadline)
    monomials = store.monomials(width.degree)
    for target in targets(store, products):
        if process_time() > deadline:
            return None
        problem = _problem(store, products, monomials, target, width)
        if problem is not None:
            found = _solved(system, problem, deadline)
            if found is None and width.rounds and grown(problem, width.rounds, deadline):
                found = _solved(system, problem, deadline)
            if found is not None:
                return found
    return None


def grown(problem: Problem, rounds: int, deadline: float) -> bool:
    """Whether squares of longer sums make the program feasible; they are added to it."""
    for _ in range(rounds):
        if process_time() > deadline:
            return False
        miss, prices = _prices(problem, deadline)
        if miss < FEASIBLE:
            return True
        new = wanted(problem.blocks, prices) if prices else []
        if not new:
            return False
        problem.atoms += new
    return False


def _prices(problem: Problem, deadline: float) -> tuple[float, dict[Powers, float]]:
    """By how much the program fails, and what a unit of each monomial is worth to it."""
    entries, rows = _entries(problem)
    A, b = _matrix(problem, entries, len(rows))
    count, free = len(rows) + 1, len(problem.multiples)
    whole = scipy.sparse.hstack([A, scipy.sparse.eye(count), -scipy.sparse.eye(count)]).tocsr()
    cost = [0.0] * problem.count + [1.0] * (2 * count)
    bounds = [(0, None)] * len(problem.atoms) + [(None, None)] * free + [(0, None)] * (2 * count)
    found = _program(cost, whole, b, bounds, deadline, PRICES)
    if found.x is None or found.status != 0:
        return 1.0, {}
    return found.fun, {m: float(found.eqlin.marginals[k]) for m, k in rows.items()}


def _problem(
    store: Supply,
    products: list[Product],
    monomials: Monomials,
    target: Degree,
    width: Width,
) -> Problem | None:
    problem = Problem()
    for product in products:
        rest = minus(target, store.grading.of_poly(product.poly))
        fitting = halves(monomials, rest, width.degree - product.degree)
        made, block = squares(store, product, fitting, width.pairs)
        problem.atoms += [atom for atom in made if not atom.poly.is_zero() or atom.strict]
        if width.rounds and len(fitting) > 2:
            problem.blocks.append(block)
        if len(problem.atoms) > COLUMNS:
            return None
    for number, c in enumerate(store.system.constraints):
        if c.kind != "=" or c.poly.is_zero():
            continue
        reduced = store.system.reduced(c.poly)
        if reduced.is_zero():
            continue
        rest = minus(target, store.grading.of_poly(reduced))
        room = width.degree - store.degree(reduced)
        for degree, m in monomials.get(rest, []):
            if degree <= room:
                multiple = store.system.reduced(store.polynomial(m) * reduced)
                problem.multiples.append((number, m, multiple))
    return problem if problem.count <= COLUMNS else None


def _flat(store: Supply, products: list[Product]) -> Problem:
    """Products and equations as they are, of all multidegrees at once."""
    system, one = store.system, store.system.ring.one
    kept = [p for p in products if not p.poly.is_zero() or p.strict][:COLUMNS]
    equations = [(k, system.reduced(c.poly)) for k, c in enumerate(system.constraints) if c.kind == "="]
    (alone,) = one.monoms()
    return Problem(
        [Atom(one, p.numbers, p.poly, p.strict) for p in kept],
        [(k, alone, p) for k, p in equations if not p.is_zero()],
    )


def _entries(problem: Problem) -> tuple[list[tuple[int, int, fmpq]], dict[Powers, int]]:
    """(row, column, coefficient), the last row for what is strict; the row of each monomial."""
    rows: dict[Powers, int] = {}
    entries = [
        (rows.setdefault(m, len(rows)), j, c)
        for j, p in enumerate(problem.columns())
        for m, c in p.to_dict().items()
    ]
    entries += [(len(rows), j, fmpq(1)) for j, atom in enumerate(problem.atoms) if atom.strict]
    return entries, rows


def _matrix(problem: Problem, entries: list[tuple[int, int, fmpq]], last: int) -> tuple[Any, Any]:
    places = [i for i, _, _ in entries], [j for _, j, _ in entries]
    values = [int(c.p) / int(c.q) for _, _, c in entries]
    b = np.zeros(last + 1)
    b[last] = 1.0
    return scipy.sparse.coo_matrix((values, places), (last + 1, problem.count)).tocsr(), b


def _program(cost: Any, A: Any, b: Any, bounds: Any, deadline: float, method: str = "highs-ds") -> Any:
    limit = max(deadline - process_time(), 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"time_limit": limit}
        return scipy.optimize.linprog(cost, A_eq=A, b_eq=b, bounds=bounds, method=method, options=options)


def _solved(system: Conditions, problem: Problem, deadline: float) -> Identity | None:
    """The vertex that the solver finds, made exact."""
    entries, rows = _entries(problem)
    A, b = _matrix(problem, entries, len(rows))
    cost = [1.0 + len(a.product) for a in problem.atoms] + [0.0] * len(problem.multiples)
    bounds = [(0, None)] * len(problem.atoms) + [(None, None)] * len(problem.multiples)
    found = _program(cost, A, b, bounds, deadline)
    if found.x is None or found.status != 0:
        return None
    exact = _exact(found.x, entries, len(rows), len(problem.atoms))
    return None if exact is None else _written(system, problem, exact)


def _exact(x: Any, entries: list[tuple[int, int, fmpq]], last: int, atoms: int) -> dict[int, fmpq] | None:
    """The solution on the support of x, by row reduction; None where it is not one or has a negative part."""
    kept = [j for j in range(len(x)) if abs(x[j]) > SUPPORT]
    place = {j: k for k, j in enumerate(kept)}
    used = [(i, place[j], c) for i, j, c in entries if j in place]
    rows = {i: k for k, i in enumerate(sorted({i for i, _, _ in used} | {last}))}
    matrix = fmpq_mat(len(rows), len(kept) + 1)
    for i, j, c in used:
        matrix[rows[i], j] = c
    matrix[rows[last], len(kept)] = fmpq(1)
    reduced, rank = matrix.rref()
    solution: dict[int, fmpq] = {}
    for i in range(rank):
        pivot = next(j for j in range(len(kept) + 1) if reduced[i, j] != 0)
        if pivot == len(kept):
            return None
        solution[kept[pivot]] = reduced[i, len(kept)]
        for j in range(pivot + 1, len(kept)):
            if reduced[i, j] != 0:
                return None  # dependent columns: no vertex
    if any(c < 0 for j, c in solution.items() if j < atoms):
        return None
    return {j: c for j, c in solution.items() if c != 0}


def _written(system: Conditions, problem: Problem, solution: dict[int, fmpq]) -> Identity:
    ring, atoms = system.ring, len(problem.atoms)
    terms = []
    multipliers: dict[int, Poly] = {}
    for j, c in sorted(solution.items()):
        if j < atoms:
            atom = problem.atoms[j]
            terms.append([str(c), ring.written(atom.square), list(atom.product)])
        else:
            number, m, _ = problem.multiples[j - atoms]
            multipliers[number] = multipliers.get(number, ring.zero) + ring.made({m: c})
    return {"sum": terms, "equations": [[k, ring.written(p)] for k, p in sorted(multipliers.items())]}


# -- squares that are wanted ------------------------------------------------------------------------------


def wanted(blocks: Sequence[Block], prices: Mapping[Powers, float]) -> list[Atom]:
    """The squares that are worth most."""
    found = []
    for block in blocks:
        if len(block.monomials) > LARGEST:
            continue
        M = _expected(block, prices)
        values, vectors = np.linalg.eigh(M)
        for value, v in zip(values[-6:], vectors.T[-6:], strict=True):
            if value > WORTH:
                found.append((value, block, _rounded(M, v, value)))
    found.sort(key=lambda three: -three[0])
    return [_atom(block, c) for _, block, c in found[:MANY] if np.count_nonzero(c) > 1]


def _expected(block: Block, prices: Mapping[Powers, float]) -> Any:
    k = len(block.monomials)
    M = np.zeros((k, k))
    for (i, j), p in block.table.items():
        M[i, j] = M[j, i] = sum(prices.get(m, 0.0) * int(c.p) / int(c.q) for m, c in p.to_dict().items())
    return M


def _rounded(M: Any, v: Any, value: float) -> Any:
    """Integers along v, small ones where these are good enough."""
    v = v / v[np.abs(v).argmax()]
    for d in DENOMINATORS:
        c = np.round(v * d)
        if c @ M @ c > KEPT * value * (c @ c):
            return c
    return c


def _atom(block: Block, c: Any) -> Atom:
    places = [int(k) for k in np.flatnonzero(c)]
    weights = {k: fmpq(int(c[k])) for k in places}
    square = _added([block.monomials[k] * w for k, w in weights.items()])
    parts = [
        block.table[i, j] * weights[i] * weights[j] * (1 if i == j else 2)
        for i in places
        for j in places
        if i <= j
    ]
    return Atom(square, block.product.numbers, _added(parts), False)


def _added(parts: list[Poly]) -> Poly:
    total = parts[0]
    for p in parts[1:]:
        total = total + p
    return total
