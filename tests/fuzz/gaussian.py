"""Complex numbers of the second implementation, Gaussian rationals where they are, and their matrices.

A number is a `Z`, its parts a Fraction or an Approx each; a vector, or a row x^*, is a list of them and a
matrix a list of rows. Determinants are sums over permutations, exact spectra come from characteristic
polynomials over Q(i); no matrix is doubled.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import permutations, product
from typing import Any, NamedTuple

from tests.fuzz import tower
from tests.fuzz.algebra import descending, roots_of
from tests.fuzz.matrices import Refused
from tests.fuzz.tower import (
    ONE,
    UNDEFINED,
    UNIT,
    UNKNOWN,
    ZERO,
    Approx,
    Special,
    Unsupported,
    approx,
    ctx,
    sign,
)

ORDER = 6
Matrix = list[list[Any]]


class Z(NamedTuple):
    """A complex number; a real one has the exact imaginary part 0."""

    re: Any
    im: Any = ZERO


class NoValue(Exception):
    """UNDEFINED, or UNKNOWN where that cannot be told."""

    def __init__(self, special: Special) -> None:
        super().__init__(special.name)
        self.special = special


def told(x: Any) -> Any:
    """A number of the tower; NoValue where there is none."""
    if isinstance(x, Special):
        raise NoValue(x)
    return x


def real(x: Any) -> Z:
    return Z(told(x))


NOUGHT, UNITY = Z(ZERO), Z(ONE)


def add(x: Z, y: Z) -> Z:
    return Z(tower.add(x.re, y.re), tower.add(x.im, y.im))


def neg(x: Z) -> Z:
    return Z(tower.neg(x.re), tower.neg(x.im))


def sub(x: Z, y: Z) -> Z:
    return add(x, neg(y))


def conj(x: Z) -> Z:
    return Z(x.re, tower.neg(x.im))


def mul(x: Z, y: Z) -> Z:
    a, b, c, d = x.re, x.im, y.re, y.im
    if b == ZERO == d:
        return Z(tower.mul(a, c))
    return Z(tower.sub(tower.mul(a, c), tower.mul(b, d)), tower.add(tower.mul(a, d), tower.mul(b, c)))


def square(x: Z) -> Any:
    """|x|^2, of which it is known that it is not negative."""
    found = tower.add(tower.mul(x.re, x.re), tower.mul(x.im, x.im))
    if isinstance(found, Approx) and found.v < found.e:
        top = found.v + found.e
        return Approx(top / 2, top / 2)
    return found


def root(x: Any) -> Any:
    """Of a number that is not negative, also where digits do not tell."""
    if isinstance(x, Approx) and sign(x) != 1:
        edge = ctx.sqrt(abs(x.v) + x.e)
        return Approx(edge / 2, edge / 2)
    return told(tower.sqrt(x))


def modulus(x: Z) -> Any:
    return tower.absolute(x.re) if x.im == ZERO else root(square(x))


def div(x: Z, y: Z) -> Z:
    d = square(y)
    top = mul(x, conj(y))
    return Z(told(tower.div(top.re, d)), told(tower.div(top.im, d)))


def power(x: Z, p: Any) -> Z:
    """A whole power of a complex number, any of a real one."""
    if not isinstance(p, int):
        return real(tower.power(x.re, p))
    found = reduce(mul, [x] * abs(p), UNITY)
    return found if p >= 0 else div(UNITY, found)


def each(f: Callable[..., Any]) -> Callable[..., Any]:
    """Number by number; one beside a vector or a matrix is repeated."""

    def word(*xs: Any) -> Any:
        count = next((len(x) for x in xs if isinstance(x, list)), None)
        if count is None:
            return f(*xs)
        return [word(*[x[k] if isinstance(x, list) else x for x in xs]) for k in range(count)]

    return word


def of_reals(f: Callable[..., Any]) -> Callable[..., Any]:
    return each(lambda *xs: real(f(*[x.re for x in xs])))


def total(xs: Any) -> Z:
    return reduce(add, xs, NOUGHT)


def flat(A: Matrix) -> list[Z]:
    return [x for row in A for x in row]


def transpose(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A, strict=True)]


def adjoint(A: Any) -> Any:
    """A^*; of a vector the row x^*, of a number the conjugate."""
    below = isinstance(A, list) and isinstance(A[0], list)
    return each(conj)(transpose(A) if below else A)


def times(A: Any, B: Any) -> Any:
    if not isinstance(A[0], list):
        if isinstance(B[0], list):
            return times([A], B)[0]
        return total(map(mul, A, B))
    if not isinstance(B[0], list):
        return flat(times(A, [[x] for x in B]))
    columns = transpose(B)
    return [[total(map(mul, row, column)) for column in columns] for row in A]


def outer(x: list[Z], y: list[Z]) -> Matrix:
    return [[mul(a, b) for b in y] for a in x]


def diag(v: list[Z]) -> Matrix:
    return [[x if i == j else NOUGHT for j in range(len(v))] for i, x in enumerate(v)]


def identity(n: int) -> Matrix:
    return diag([UNITY] * n)


plus, minus = each(add), each(sub)


def exact(A: Matrix) -> bool:
    return all(isinstance(part, Fraction) for x in flat(A) for part in x)


def limited(A: Matrix) -> Matrix:
    if max(len(A), len(A[0])) > ORDER:
        raise Unsupported("a large matrix")
    return A


def _by_permutations(A: Matrix, signed: bool) -> Z:
    n, found = len(limited(A)), NOUGHT
    for p in permutations(range(n)):
        odd = sum(p[i] > p[j] for j in range(n) for i in range(j)) % 2
        term = reduce(mul, [A[i][p[i]] for i in range(n)], UNITY)
        found = add(found, neg(term) if signed and odd else term)
    return found


def det(A: Matrix) -> Z:
    return _by_permutations(A, True) if len(A) < 5 else _eliminated(A)


def _eliminated(A: Matrix) -> Z:
    """Of a larger matrix, of Gaussian rationals."""
    if not exact(A):
        raise Unsupported("a large determinant")
    *_, (_, last) = faddeev(A)
    return last if len(A) % 2 == 0 else neg(last)


def permanent(A: Matrix) -> Z:
    if len(A) > 4:
        raise Unsupported("a large permanent")
    return _by_permutations(A, False)


def matpow(A: Matrix, k: int) -> Matrix:
    if k < 0:
        raise NoValue(UNDEFINED)
    return reduce(times, [A] * k, identity(len(A)))


def faddeev(A: Matrix) -> list[tuple[Matrix, Z]]:
    """Faddeev and LeVerrier: M_k = A M_(k-1) + c_(k-1) I and c_k for all k, of z^n + c_1 z^(n-1) + ..."""
    n, found = len(limited(A)), list[tuple[Matrix, Z]]()
    M = identity(n)
    for k in range(1, n + 1):
        AM = times(A, M)
        c = mul(total(AM[i][i] for i in range(n)), Z(Fraction(-1, k)))
        found.append((M, c))
        M = plus(AM, diag([c] * n))
    return found


def inv(A: Matrix) -> Matrix:
    """The adjugate over the determinant."""
    d = det(A)
    if sign(square(d)) != 1:
        raise NoValue(UNDEFINED if sign(square(d)) == 0 else UNKNOWN)
    if len(A) > 4 and not exact(A):
        raise Unsupported("a large inverse")
    M, c = faddeev(A)[-1]
    return each(lambda x: neg(div(x, c)))(M)


def pinv(A: Matrix) -> Matrix:
    """Decell: with G = A^* A of rank r, A^+ = -M_r(G) A^* / c_r."""
    if not exact(A):
        raise Unsupported("a pseudo-inverse of irrational numbers")
    ranked = [(M, c) for M, c in faddeev(times(adjoint(A), A)) if c != NOUGHT]
    if not ranked:
        return each(lambda x: NOUGHT)(adjoint(A))
    M, c = ranked[-1]
    return each(lambda x: neg(div(x, c)))(times(M, adjoint(A)))


@lru_cache(maxsize=4096)
def _spectrum(A: tuple[tuple[Z, ...], ...]) -> tuple[Any, ...]:
    """Every eigenvalue twice, of Gaussian rationals: the roots of f times its conjugate, which is real."""
    f = [UNITY, *[c for _, c in faddeev([list(row) for row in A])]]
    n = len(f)
    both: list[list[Z]] = [[] for _ in range(2 * n - 1)]
    for i, j in product(range(n), repeat=2):
        both[i + j].append(mul(f[i], conj(f[j])))
    return tuple(roots_of([total(terms).re for terms in both]))


def spectrum(A: Matrix) -> tuple[Any, ...]:
    return _spectrum(tuple(map(tuple, limited(A))))


@lru_cache(maxsize=4096)
def of_hermitian(A: tuple[tuple[Z, ...], ...]) -> tuple[Any, ...]:
    f = [ONE, *[c.re for _, c in faddeev([list(row) for row in A])]]
    return tuple(descending([found.real for found in roots_of(f)]))


def centre(A: Matrix, digits: int = 150) -> tuple[Any, Any, Any]:
    """A in that many digits, its Frobenius norm, and a bound on its error, later rounding included."""
    if digits > 150:
        V = ctx.matrix([[ctx.mpc(tower.mpf(x.re), tower.mpf(x.im)) for x in row] for row in limited(A)])
        norm = ctx.norm(V)
        return V, norm, norm * ctx.mpf(10) ** (20 - digits)
    parts = [[(approx(x.re), approx(x.im)) for x in row] for row in limited(A)]
    V = ctx.matrix([[ctx.mpc(a.v, b.v) for a, b in row] for row in parts])
    norm = ctx.sqrt(sum(abs(x) ** 2 for x in V))
    error = ctx.sqrt(sum(a.e**2 + b.e**2 for row in parts for a, b in row))
    return V, norm, error + UNIT * norm


def require_hermitian(A: Matrix) -> None:
    """Refused where it certainly is not; one that may be is taken for Hermitian."""
    gaps = [sub(A[i][j], conj(A[j][i])) for i in range(len(A)) for j in range(i + 1)]
    if any(sign(part) not in (0, None) for gap in gaps for part in gap):
        raise Refused("not Hermitian")


def eigenvalues(A: Matrix) -> list[Any]:
    require_hermitian(A)
    if exact(A):
        return list(of_hermitian(tuple(map(tuple, limited(A)))))
    V, _, e = centre(A)
    return descending([Approx(x, e) for x in ctx.eighe((V + V.H) / 2, eigvals_only=True)])


def singular_values(A: Matrix) -> list[Any]:
    B = A if len(A) >= len(A[0]) else adjoint(A)
    if exact(A):
        return descending([root(x) for x in eigenvalues(times(adjoint(B), B))])
    V, _, e = centre(B)
    return descending([Approx(max(x, ctx.mpf(0)), e) for x in ctx.svd_c(V, compute_uv=False)])
