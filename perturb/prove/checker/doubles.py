"""Words of complex matrices of at most two rows and columns, each as its double [[X, -Y], [Y, X]].

An entry is the pair of its real and imaginary part. Of a matrix that is no double nothing is said here. As in
formulas.py: over numbers that can be added and multiplied, and a path F that answers (AUDIT.md has proofs).
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from perturb.prove.checker.formulas import formula
from perturb.prove.checker.numbers import require
from perturb.prove.checker.paths import ZERO as SAME


def halves(F: Any, D: Any) -> Any:
    """The complex entries by rows."""
    m, n = len(D) // 2, len(D[0]) // 2
    require(len(D) == 2 * m and len(D[0]) == 2 * n, "unsupported: a complex matrix of odd sides")
    require(0 < m <= 2 and 0 < n <= 2, "unsupported: this word at this size")
    same = all(
        F.vanishes(D[i][j] - D[i + m][j + n]) and F.vanishes(D[i][j + n] + D[i + m][j])
        for i in range(m)
        for j in range(n)
    )
    require(same, "unsupported: a matrix that is not [[X, -Y], [Y, X]]")
    return [[(D[i][j], D[i + m][j]) for j in range(n)] for i in range(m)]


def double(F: Any, Z: Any) -> Any:
    return [[x for x, _ in row] + [-y for _, y in row] for row in Z] + [
        [y for _, y in row] + [x for x, _ in row] for row in Z
    ]


def product(z: Any, w: Any) -> Any:
    return z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]


def plus(z: Any, w: Any) -> Any:
    return z[0] + w[0], z[1] + w[1]


def negative(z: Any) -> Any:
    return -z[0], -z[1]


def joined(F: Any, Z: Any, sign: Any) -> Any:
    """ad - bc, or ad + bc."""
    if len(Z) == 1:
        return Z[0][0]
    (a, b), (c, d) = Z
    return plus(product(a, d), sign(product(b, c)))


def length(F: Any, xs: Any) -> Any:
    """The root of a sum of squares, of which those of 0 say nothing."""
    kept = [x for x in xs if not F.vanishes(x)]
    return F.norm(kept) if kept else F.nothing


def descending(F: Any, xs: Any) -> Any:
    found: list[Any] = []
    for x in xs:
        k = 0
        while k < len(found) and not F.negative(found[k] - x):
            k += 1
        found.insert(k, x)
    return found


def nought(F: Any, z: Any) -> bool:
    return all(map(F.vanishes, z))


def parts(Z: Any) -> Any:
    return [x for row in Z for z in row for x in z]


def squares(xs: Any) -> Any:
    return reduce(add, [x * x for x in xs])


@formula()
def complex_s(F: Any, D: Any) -> Any:
    """(p +- q) / 2, p^2 and q^2 the sum of the |z|^2 plus and minus 2 |det|; moduli of what stands apart."""
    Z = halves(F, D)
    if 1 in (len(Z), len(Z[0])):
        return [length(F, parts(Z))]
    (a, b), (c, d) = Z
    for kept, others in (((a, d), (b, c)), ((b, c), (a, d))):
        if all(nought(F, z) for z in others):
            return descending(F, [length(F, z) for z in kept])
    size, whole = squares(parts(Z)), length(F, joined(F, Z, negative))
    p, q = F.root(size + whole + whole), F.root(size - whole - whole)
    return [F.half * (p + q), F.half * (p - q)]


@formula()
def complex_fro(F: Any, D: Any) -> Any:
    return length(F, parts(halves(F, D)))


@formula()
def complex_norm(F: Any, D: Any) -> Any:
    return complex_fro(F, D)


@formula(square=True)
def complex_lam(F: Any, D: Any) -> Any:
    """u +- |(v, b)|, u and v half the sum and the difference of the diagonal; of a Hermitian matrix."""
    Z = halves(F, D)
    own = [Z[k][k] for k in range(len(Z))]
    apart = [y for _, y in own]
    if len(Z) == 2:
        b, c = Z[0][1], Z[1][0]
        apart = [b[0] - c[0], b[1] + c[1], *apart]
    for x in apart:
        if not F.vanishes(x) and F.sign(x) != SAME:
            F.undefined()
    if len(Z) == 1:
        return [own[0][0]]
    (a, _), (d, _) = own
    u, q = F.half * (a + d), length(F, [F.half * (a - d), *b])
    return [u + q, u - q]


@formula(square=True)
def complex_moduli(F: Any, D: Any) -> Any:
    """Of a triangular matrix those of the diagonal; else |z +- w|, z half the trace, w^2 = z^2 - det.

    The sum of the two squares is 2 |z|^2 + 2 |w^2|, their product |det|^2.
    """
    Z = halves(F, D)
    if len(Z) == 1:
        return [length(F, Z[0][0])]
    (a, b), (c, d) = Z
    if nought(F, b) or nought(F, c):
        return descending(F, [length(F, a), length(F, d)])
    z = F.half * (a[0] + d[0]), F.half * (a[1] + d[1])
    whole = joined(F, Z, negative)
    w = plus(product(z, z), negative(whole))
    mean = squares(z) + length(F, w)
    e = F.root(mean * mean - squares(whole))
    return [F.root(mean + e), F.root(mean - e)]


@formula(square=True)
def complex_det(F: Any, D: Any) -> Any:
    return length(F, joined(F, halves(F, D), negative))


@formula(square=True)
def complex_det_re(F: Any, D: Any) -> Any:
    return joined(F, halves(F, D), negative)[0]


@formula(square=True)
def complex_det_im(F: Any, D: Any) -> Any:
    return joined(F, halves(F, D), negative)[1]


@formula(square=True)
def complex_permanent_re(F: Any, D: Any) -> Any:
    return joined(F, halves(F, D), lambda z: z)[0]


@formula(square=True)
def complex_permanent_im(F: Any, D: Any) -> Any:
    return joined(F, halves(F, D), lambda z: z)[1]


@formula()
def complex_rank(F: Any, D: Any) -> Any:
    Z = halves(F, D)
    if len(Z) == len(Z[0]) == 2 and F.sign(squares(joined(F, Z, negative))) != SAME:
        return F.unit + F.unit
    return F.nothing if F.sign(squares(parts(Z))) == SAME else F.unit


def adjugate(F: Any, D: Any) -> Any:
    """Of the double of a 2 x 2 matrix A: the double of conj(det A) adj(A)."""
    (a, b), (c, d) = Z = halves(F, D)
    x, y = joined(F, Z, negative)
    return double(F, [[product((x, -y), z) for z in row] for row in ((d, negative(b)), (negative(c), a))])


def determinant(F: Any, D: Any) -> Any:
    """Of the double of a 2 x 2 matrix A: |det A|^2."""
    return squares(joined(F, halves(F, D), negative))
