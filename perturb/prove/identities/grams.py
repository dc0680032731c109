"""Gram matrices for an identity: one for each product of constraints and parity of monomials; made exact.

`exact` goes from the floating point solution of a semidefinite program to an exact one: faces, projection,
L D L'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import scipy
from flint import fmpq, fmpq_mat

from perturb.prove.identities.atoms import Degree, Powers, Product, Supply, halves, minus
from perturb.prove.identities.conditions import Conditions
from perturb.prove.reading.ring import Poly

LARGEST, ENTRIES = 60, 6_000  # monomials of a block; entries of all blocks


@dataclass
class GramCone:
    """product times b' Q b, b polynomials, Q positive semidefinite; `strict`: one positive number."""

    product: Product
    basis: list[Poly]
    strict: bool = False
    table: dict[tuple[int, int], Poly] = field(default_factory=dict)

    def fill(self, system: Conditions) -> GramCone:
        """The coefficients of Q: b_i b_j times the product, twice off the diagonal."""
        reduced = system.reduced
        for i, p in enumerate(self.basis):
            for j in range(i, len(self.basis)):
                twice = 1 if i == j else 2
                self.table[i, j] = reduced(reduced(p * self.basis[j]) * self.product.poly) * twice
        return self

    def within(self, system: Conditions, columns: list[list[fmpq]]) -> GramCone:
        """The face of the Q = V R V' with the columns of V."""
        basis = [
            sum([p * c for c, p in zip(column, self.basis, strict=True) if c != 0], system.ring.zero)
            for column in columns
        ]
        return GramCone(self.product, basis, self.strict).fill(system)


@dataclass
class Gram:
    """What a semidefinite program is about: cones and free multiples of equations."""

    system: Conditions
    cones: list[GramCone]
    multiples: list[tuple[int, Powers, Poly]]


def gram(store: Supply, products: list[Product], target: Degree, degree: int) -> Gram | None:
    """All that fits a multidegree and a total degree; None where it is too much."""
    system, monomials = store.system, store.monomials(degree)
    signs = flips(system, store.grading.used)
    found = Gram(system, [], [])
    room = ENTRIES
    for product in products:
        rest = minus(target, store.grading.of_poly(product.poly))
        fitting = halves(monomials, rest, degree - product.degree)
        groups: dict[int, list[Powers]] = {}
        for m in fitting:
            groups.setdefault(sum(_odd(m, flip) << k for k, flip in enumerate(signs)), []).append(m)
        for group in groups.values():
            room -= len(group) * (len(group) + 1) // 2
            if len(group) > LARGEST or room < 0:
                return None
            cone = GramCone(product, [store.polynomial(m) for m in group]).fill(system)
            found.cones.append(cone)
            if product.strict and any(p.is_constant() for p in cone.basis):
                found.cones.append(GramCone(product, [system.ring.one], strict=True).fill(system))
    for number, c in enumerate(system.constraints):
        reduced = system.reduced(c.poly) if c.kind == "=" else system.ring.zero
        if reduced.is_zero():
            continue
        rest = minus(target, store.grading.of_poly(reduced))
        left = degree - store.degree(reduced)
        for size, m in monomials.get(rest, []):
            if size <= left and not any(_odd(m, flip) for flip in signs):
                multiple = system.reduced(store.polynomial(m) * reduced)
                found.multiples.append((number, m, multiple))
    return found if any(cone.strict for cone in found.cones) else None


def flips(system: Conditions, used: list[int]) -> list[list[int]]:
    """Sets of variables whose signs may be changed together: every constraint and rule stays as it is.

    Over such symmetries an identity may be averaged: then monomials of different parity are in no one square.
    """
    rows: set[int] = set()
    for p in [*[system.reduced(c.poly) for c in system.constraints], *system.rules.values()]:
        rows |= {sum(1 << k for k, place in enumerate(used) if int(m[place]) % 2) for m in p.monoms()}
    pivots: dict[int, int] = {}
    for row in sorted(rows):
        for bit, other in pivots.items():
            if row >> bit & 1:
                row ^= other
        if row:
            bit = row.bit_length() - 1
            pivots = {b: other ^ row if other >> bit & 1 else other for b, other in pivots.items()}
            pivots[bit] = row
    free = [k for k in range(len(used)) if k not in pivots]
    return [[used[k], *[used[b] for b, row in pivots.items() if row >> k & 1]] for k in free]


def _odd(powers: Powers, flip: list[int]) -> int:
    return sum(int(powers[k]) for k in flip) % 2


NEAR = ((12, 1e-3), (60, 1e-4), (300, 1e-6), (2000, 1e-7))  # a denominator counts when it is that close
DENOMINATORS = (1, 2, 6, 24, 120, 5040, 2**16, 2**24, 2**34)
FREE = 1e3  # the weight of multiples of equations among the columns that are solved for


def face(Q: Any, S: Any) -> list[list[fmpq]] | None:
    """Columns that span the range of Q, None where it is all there is, or no rational ones are near."""
    values, vectors = np.linalg.eigh(Q)
    duals = np.einsum("ij,ik,kj->j", vectors, S, vectors)
    null = vectors[:, values < duals]
    size, count = null.shape
    if not count:
        return None
    if count == size:
        return []
    _, _, order = scipy.linalg.qr(null.T, pivoting=True, mode="economic")
    pivots, rest = list(order[:count]), sorted(int(q) for q in order[count:])
    R = null[rest] @ np.linalg.inv(null[pivots])
    columns = []
    for row, q in zip(R, rest, strict=True):
        column = [fmpq(0)] * size
        column[q] = fmpq(1)
        for x, p in zip(row, pivots, strict=True):
            near = rational(float(x))
            if near is None:
                return None
            column[p] = fmpq(-near.numerator, near.denominator)
        columns.append(column)
    return columns


def rational(x: float) -> Fraction | None:
    """The fraction with a small denominator that is near, None where there is none."""
    for denominator, miss in NEAR:
        near = Fraction(x).limit_denominator(denominator)
        if abs(float(near) - x) <= miss * (1 + abs(x)):
            return near
    return None


class Unknown(NamedTuple):
    """An unknown: an entry of the Gram matrix of a cone, or a multiple of an equation (cone -1)."""

    cone: int
    i: int
    j: int
    poly: Poly


Solution = tuple[list[fmpq_mat], list[fmpq]]


def exact(gram: Gram, primal: list[Any]) -> Solution | None:
    """Gram matrices and multiples that solve the program exactly, near the ones given."""
    columns = [Unknown(k, i, j, p) for k, cone in enumerate(gram.cones) for (i, j), p in cone.table.items()]
    columns += [Unknown(-1, k, k, p) for k, (_, _, p) in enumerate(gram.multiples)]
    rows: dict[Any, int] = {}
    entries = [
        (rows.setdefault(m, len(rows)), k, c)
        for k, column in enumerate(columns)
        for m, c in column.poly.to_dict().items()
    ]
    last = len(rows)
    entries += [
        (last, k, fmpq(1)) for k, c in enumerate(columns) if c.cone >= 0 and gram.cones[c.cone].strict
    ]
    A = np.zeros((last + 1, len(columns)))
    for i, j, c in entries:
        A[i, j] = int(c.p) / int(c.q)
    solved, kept = _basis(A, columns, primal)
    near = np.array([0.0 if c.cone < 0 else primal[c.cone][c.i, c.j] for c in columns])
    chosen, place = set(solved), {k: n for n, k in enumerate(solved)}
    row = {i: n for n, i in enumerate(kept)}
    matrix = fmpq_mat(len(kept), len(solved))
    others: list[tuple[int, int, fmpq]] = []
    for i, j, c in entries:
        if i in row and j in chosen:
            matrix[row[i], place[j]] = c
        elif i in row:
            others.append((row[i], j, c))
    for denominator in DENOMINATORS:
        values = [fmpq(int(v), denominator) for v in np.round(near * denominator)]
        right = fmpq_mat(len(kept), 1)
        right[row[last], 0] = fmpq(1)
        for i, j, c in others:
            right[i, 0] = right[i, 0] - c * values[j]
        try:
            found = matrix.solve(right)
        except ZeroDivisionError:
            return None
        for n, k in enumerate(solved):
            values[k] = found[n, 0]
        grams = _matrices(gram, columns, values)
        if all(next(iter(squares(Q)), None) is not None or _zero(Q) for Q in grams):
            return grams, values[len(columns) - len(gram.multiples) :]
    return None


def _basis(A: Any, columns: list[Unknown], primal: list[Any]) -> tuple[list[int], list[int]]:
    """Columns to solve for, those of matrices far from the boundary first, and as many rows."""
    margins = [float(np.linalg.eigvalsh(Q)[0]) for Q in primal]
    weights = np.array([FREE if c.cone < 0 else max(margins[c.cone], 1e-12) for c in columns])
    scale = np.linalg.norm(A, axis=0)
    scaled = A * (weights / np.where(scale > 0, scale, 1.0))
    _, R, order = scipy.linalg.qr(scaled, pivoting=True, mode="economic")
    diagonal = np.abs(np.diag(R))
    # the rank, column by column: of the unweighted ones, since weights differ by many powers of ten
    rank = int(np.linalg.matrix_rank(A))
    solved = [int(k) for k in order[: min(rank, len(diagonal))]]
    _, _, order = scipy.linalg.qr(A[:, solved].T, pivoting=True, mode="economic")
    kept = [int(k) for k in order[: len(solved)]]
    if len(A) - 1 not in kept:
        kept[-1] = len(A) - 1
    return solved, kept


def _matrices(gram: Gram, columns: list[Unknown], values: list[fmpq]) -> list[fmpq_mat]:
    found = [fmpq_mat(len(cone.basis), len(cone.basis)) for cone in gram.cones]
    for c, value in zip(columns, values, strict=True):
        if c.cone >= 0:
            found[c.cone][c.i, c.j] = value
            found[c.cone][c.j, c.i] = value
    return found


def _zero(Q: fmpq_mat) -> bool:
    return all(x == 0 for x in Q.entries())


def squares(Q: fmpq_mat) -> Iterator[tuple[fmpq, list[fmpq]]]:
    """Q = sum of d l l' with d > 0; nothing where Q is not positive semidefinite (or is 0)."""
    k = Q.nrows()
    left = [[Q[i, j] for j in range(k)] for i in range(k)]
    found = []
    for i in range(k):
        d = left[i][i]
        if d < 0 or (d == 0 and any(left[i][j] != 0 for j in range(i, k))):
            return
        if d == 0:
            continue
        line = [left[i][j] / d if j >= i else fmpq(0) for j in range(k)]
        found.append((d, line))
        for a in range(i + 1, k):
            if line[a] != 0:
                for b in range(i, k):
                    left[a][b] = left[a][b] - line[a] * left[i][b]
    yield from found
