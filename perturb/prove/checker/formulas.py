"""Words that are no more to proofs than these formulas, at two rows or columns (AUDIT.md has the proofs).

They are written over numbers that can be added and multiplied, and a path F that answers: the prover reads
them too, with numbers of its own, and so makes what the checker makes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations
from operator import add
from typing import Any

from perturb.prove.checker.matrices import within
from perturb.prove.checker.numbers import require
from perturb.prove.checker.paths import POS, ZERO

FORMULAS: dict[str, Callable[..., Any]] = {}
OF_SQUARES, WITH_SUBSCRIPTS = set[str](), set[str]()


def formula(square: bool = False, subscripts: bool = False) -> Callable[[Any], Any]:
    """Declare one: of a matrix that has to be square, then perhaps of subscripts, which count from 1."""

    def declared(rule: Callable[..., Any]) -> Callable[..., Any]:
        FORMULAS[rule.__name__] = rule
        OF_SQUARES.update([rule.__name__] if square else [])
        WITH_SUBSCRIPTS.update([rule.__name__] if subscripts else [])
        return rule

    return declared


@formula()
def pinv(F: Any, A: Any) -> Any:
    """A'/|A|^2 of rank one, adj(A)/det A, adj(A'A)A'/det A'A or A'adj(AA')/det AA' of rank two, else 0."""
    turned = [list(column) for column in zip(*A, strict=True)]
    if min(len(A), len(turned)) > 1:
        top, d = _of_rank_two(A, turned)
        if F.sign(d) != ZERO:
            return _over(F, top, d)
    size = _sum([x * x for row in A for x in row])
    if F.sign(size) == ZERO:
        return [[F.nothing for _ in row] for row in turned]
    return _over(F, turned, size)


def _of_rank_two(A: Any, turned: Any) -> tuple[Any, Any]:
    """The pseudo-inverse as a matrix over a number, which is 0 just where the rank is less."""
    if len(A) == len(turned) == 2:
        return _adjugate(A), _det(A)
    require(2 in (len(A), len(turned)), "unsupported: this word at this size")
    if len(A) == 2:
        G = _product(A, turned)
        return _product(turned, _adjugate(G)), _det(G)
    G = _product(turned, A)
    return _product(_adjugate(G), turned), _det(G)


@formula(square=True, subscripts=True)
def eigenvector(F: Any, A: Any, k: int) -> Any:
    """(q + v1, v2) or (q - v1, -v2), of length one; the second unit vector where that is 0."""
    if len(A) == within(k, 1, len(A)) == 1:
        return [F.unit]
    ((x, y), _), _ = _simple(F, A, k)
    if F.sign(x) == ZERO:
        return [F.nothing, F.unit]
    size = F.root(x * x + y * y, True)
    return [F.div(x, size), F.div(y, size)]


@formula(square=True, subscripts=True)
def spectral_projection(F: Any, A: Any, i: int, j: int) -> Any:
    """(q +- V) / 2q of one eigenvalue, I of both."""
    within(i, 1, len(A)), within(j, 1, len(A))
    require(i <= j, "unsupported: no eigenvalue")
    if len(A) == 1:
        return [[F.unit]]
    if i < j:
        _symmetric(F, A)
        return [[F.unit, F.nothing], [F.nothing, F.unit]]
    P, q = _simple(F, A, i)
    return _over(F, P, q + q)


def _simple(F: Any, A: Any, k: int) -> tuple[Any, Any]:
    """q + V and q, V = 2 A - (trace A) I, or its negative for k = 2, V^2 = q^2 > 0: 2q times a projection."""
    _symmetric(F, A)
    (a, b), (_, d) = A
    v1, v2 = (a - d, b + b) if k == 1 else (d - a, -(b + b))
    q = F.norm([v1, v2])
    if F.sign(q) == ZERO:
        F.undefined()
    return [[q + v1, v2], [v2, q - v1]], q


def _symmetric(F: Any, A: Any) -> None:
    require(len(A) == 2, "unsupported: this word at this size")
    if F.sign(A[0][1] - A[1][0]) != ZERO:
        F.undefined()


@formula(square=True)
def principal_sqrt(F: Any, A: Any) -> Any:
    """(A + s) / sqrt(trace A + 2s), s the root of the determinant."""
    if len(A) == 1:
        ((x,),) = A
        return [[F.root(_positive(F, x), True)]]
    s = F.root(_positive(F, _det(A)), True)
    (a, b), (c, d) = A
    t = F.root(_positive(F, a + d + (s + s)), True)
    return _over(F, [[a + s, b], [c, d + s]], t)


def _positive(F: Any, x: Any) -> Any:
    return x if F.sign(x) == POS else F.undefined()


@formula(square=True)
def eig_re(F: Any, A: Any) -> Any:
    """u +- sqrt(w), twice u where w < 0."""
    if len(A) == 1:
        return [A[0][0]]
    u, w = _halves(F, A)
    if F.negative(w):
        return [u, u]
    e = F.root(w)
    return [u + e, u - e]


@formula(square=True)
def eig_im(F: Any, A: Any) -> Any:
    """0, and +- sqrt(-w) where w < 0."""
    if len(A) == 1:
        return [F.nothing]
    _, w = _halves(F, A)
    if not F.negative(w):
        return [F.nothing, F.nothing]
    e = F.root(-w)
    return [e, -e]


def _halves(F: Any, A: Any) -> tuple[Any, Any]:
    """u and w of the eigenvalues u +- sqrt(w)."""
    require(len(A) == 2, "unsupported: this word at this size")
    (a, b), (c, d) = A
    v = F.half * (a - d)
    return F.half * (a + d), v * v + b * c


@formula()
def least_minor(F: Any, A: Any) -> Any:
    """The smallest of the entries and of the determinants of two rows and two columns."""
    n = len(A[0])
    require(min(len(A), n) <= 2, "unsupported: this word at this size")
    twos = [
        _det([[r[i], r[j]], [t[i], t[j]]])
        for r, t in combinations(A, 2)
        for i, j in combinations(range(n), 2)
    ]
    return reduce(F.smaller, [x for row in A for x in row] + twos)


def _sum(xs: list[Any]) -> Any:
    return reduce(add, xs)


def _product(A: Any, B: Any) -> Any:
    return [
        [_sum([x * y for x, y in zip(row, col, strict=True)]) for col in zip(*B, strict=True)] for row in A
    ]


def _adjugate(A: Any) -> Any:
    (a, b), (c, d) = A
    return [[d, -b], [-c, a]]


def _det(A: Any) -> Any:
    require(len(A) == 2, "unsupported: this word at this size")
    (a, b), (c, d) = A
    return a * d - b * c


def _over(F: Any, A: Any, d: Any) -> Any:
    return [[F.div(x, d) for x in row] for row in A]
