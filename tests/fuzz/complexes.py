"""What words mean of complex matrices: exact where Gaussian rationals allow, else with an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from tests.fuzz import tower
from tests.fuzz.algebra import descending
from tests.fuzz.gaussian import (
    NOUGHT,
    Matrix,
    NoValue,
    Z,
    adjoint,
    centre,
    conj,
    det,
    diag,
    div,
    each,
    eigenvalues,
    exact,
    flat,
    identity,
    inv,
    limited,
    matpow,
    minus,
    modulus,
    mul,
    neg,
    of_reals,
    outer,
    permanent,
    pinv,
    plus,
    power,
    real,
    root,
    singular_values,
    spectrum,
    square,
    times,
    told,
    total,
    transpose,
)
from tests.fuzz.matrices import widest
from tests.fuzz.tower import ONE, UNDEFINED, UNIT, UNKNOWN, ZERO, Approx, Unsupported, approx, ctx, sign


def of_eigenvalues(
    part: Callable[[Any], Any], of_float: Callable[[Any], Any]
) -> Callable[[Matrix], list[Any]]:
    """Elsner: the spectra of A and B match within (2n - 1) (|A| + |B|)^(1 - 1/n) |A - B|^(1/n)."""

    def word(A: Matrix) -> list[Any]:
        if exact(A):
            return descending([part(found) for found in spectrum(A)])[::2]
        V, norm, e = centre(A)
        n = len(A)
        radius = (2 * n - 1) * (2 * norm + e) ** (1 - ctx.mpf(1) / n) * ctx.root(e, n)
        return descending([Approx(of_float(x), radius) for x in ctx.eig(V, left=False, right=False)])

    return word


moduli = of_eigenvalues(lambda found: found.modulus, abs)
real_parts = of_eigenvalues(lambda found: found.part, lambda x: x.real)


def rank(A: Matrix) -> Any:
    values = singular_values(A)
    sure, possible = sum(sign(x) == 1 for x in values), sum(sign(x) != 0 for x in values)
    if sure == possible:
        return Fraction(sure)
    return Approx(ctx.mpf(sure + possible) / 2, ctx.mpf(possible - sure) / 2)


def s_star(A: Matrix) -> Any:
    values = singular_values(A)
    if any(sign(x) is None for x in values):
        raise NoValue(UNKNOWN)
    if not any(map(sign, values)):
        raise NoValue(UNDEFINED)
    return [x for x in values if sign(x)][-1]


def numerical_radius(A: Matrix) -> Any:
    """The spectral radius of a normal matrix; else directions, all around."""
    if len(A) == 1:
        return modulus(A[0][0])
    if exact(A) and times(A, adjoint(A)) == times(adjoint(A), A):
        return moduli(A)[0]
    V, norm, e = centre(A)
    if norm == 0:
        return Approx(norm, e)
    found, error = widest(np.array([[complex(x / norm) for x in row] for row in V.tolist()]), 2 * np.pi)
    return Approx(norm * found, norm * error + e)


def as_matrix(V: Any, error: Any) -> Matrix:
    size = ctx.norm(V)
    return [
        [Z(*[Approx(part, error + UNIT * size) for part in (x.real, x.imag)]) for x in map(ctx.mpc, row)]
        for row in V.tolist()
    ]


def mat_exp(A: Matrix) -> Matrix:
    """The finite sum for a nilpotent matrix, else Taylor after halving, then squaring."""
    if exact(A) and not any(x != NOUGHT for x in flat(matpow(limited(A), len(A)))):
        terms, scale = [matpow(A, k) for k in range(len(A))], ONE
        for k in range(len(A)):
            scale = scale / max(k, 1)
            terms[k] = each(mul)(Z(scale), terms[k])
        return reduce(plus, terms)
    V, norm, e = centre(A)
    if norm > 100 or e > 1:
        raise Unsupported("mat_exp")
    halvings = int(ctx.log(norm + 1, 2)) + 10
    with ctx.workdps(150 + int(norm)):
        term = X = ctx.eye(len(A))
        for k in range(1, 45):  # 2^-10 to the 45th over 45!
            term = term * (V / 2**halvings) / k
            X = X + term
        for _ in range(halvings):
            X = X * X
    return as_matrix(X, (e + UNIT) * 4 * ctx.exp(norm + e))


def of_spectrum(f: Any, low: tuple[int, ...], bound: Any) -> Callable[[Matrix], Matrix]:
    """f of a Hermitian matrix by eigenvectors; `bound(e, least, |A|)`: how far an error e of A moves it.

    It has no value where the sign of the least eigenvalue is one of `low`.
    """

    def word(A: Matrix) -> Matrix:
        least = eigenvalues(A)[-1]
        if low and sign(least) in (*low, None):
            raise NoValue(UNKNOWN if sign(least) is None else UNDEFINED)
        digits = 400 if exact(A) else 150
        with ctx.workdps(digits):
            V, norm, e = centre(A, digits)
            values, Q = ctx.eighe((V + V.H) / 2)
            X = Q * ctx.diag([f(x) for x in values]) * Q.H
            found = as_matrix(X, bound(e, approx(least), norm))
        return _recognised(A, found) if f is _clipped_root else found

    return word


def _clipped_root(x: Any) -> Any:
    return ctx.sqrt(max(x, ctx.mpf(0)))


def _recognised(A: Matrix, X: Matrix) -> Matrix:
    """A rational root within 1e-60 of the semidefinite one whose square is A is the semidefinite one."""
    if not exact(A):
        return X
    near = each(lambda x: Z(*[_near(part.v) for part in x]))(X)
    return near if times(near, near) == A else X


def _near(x: Any) -> Fraction:
    return Fraction(int(ctx.nint(x * 10**60)), 10**60).limit_denominator(10**15)


def mat_abs(A: Matrix) -> Matrix:
    """The root of A^* A, which is semidefinite also where that cannot be told."""
    return of_spectrum(_clipped_root, (), _root_error)(times(adjoint(A), A))


def _root_error(e: Any, least: Any, norm: Any) -> Any:
    """|sqrt(A) - sqrt(B)| <= |A - B|^(1/2), or |A - B| / (2 sqrt(lambda_min))."""
    slow = ctx.sqrt(e) * ctx.sqrt(norm + 1) * 9
    away = least.v - least.e - e
    return min(slow, 9 * e / (2 * ctx.sqrt(away))) if away > 0 else slow


def mat_power(A: Matrix, p: Fraction) -> Matrix:
    """0 < p < 1, of a definite matrix: t^p moves by p t^(p - 1) at most."""

    def error(e: Any, least: Any, norm: Any) -> Any:
        return 9 * e * (least.v - least.e - e) ** (tower.mpf(p) - 1)

    return of_spectrum(lambda x: x ** tower.mpf(p), (-1, 0), error)(A)


mat_sqrt = of_spectrum(_clipped_root, (-1,), _root_error)
mat_log = of_spectrum(ctx.log, (-1, 0), lambda e, least, norm: 9 * e / (least.v - least.e - e))


def spectral_projection(A: Matrix, i: int, j: int) -> Matrix:
    """On the i-th to j-th eigenvectors; undefined where one of these values is another one's, too."""
    values, n = eigenvalues(A), len(A)
    if i > j:
        raise NoValue(UNDEFINED)
    gaps = [tower.sub(values[k - 1], values[k]) for k in (i - 1, j) if 0 < k < n]
    if any(sign(gap) != 1 for gap in gaps):
        raise NoValue(UNDEFINED if any(sign(gap) == 0 for gap in gaps) else UNKNOWN)
    digits = 400 if exact(A) else 150
    with ctx.workdps(digits):
        V, _, e = centre(A, digits)
        found, Q = ctx.eighe((V + V.H) / 2)
        order = sorted(range(n), key=lambda k: found[k], reverse=True)[i - 1 : j]
        X = sum((Q[:, k] * Q[:, k].H for k in order), ctx.zeros(n))
        least = min([approx(gap).v - approx(gap).e for gap in gaps], default=ctx.inf)
        return as_matrix(X, 40 * e / least)


# Values.


def first(f: Callable[..., Any]) -> Callable[..., Z]:
    def word(v: list[Z]) -> Z:
        if not v:
            raise NoValue(UNDEFINED)
        found = v[0].re
        for x in v[1:]:
            found = f(found, x.re)
        return Z(found)

    return word


largest = first(tower.larger)


def number(f: Callable[..., Any]) -> Callable[..., Z]:
    return lambda *args: real(f(*args))


def vector(f: Callable[..., Any]) -> Callable[..., list[Z]]:
    return lambda *args: [Z(x) for x in f(*args)]


def norm(v: list[Z]) -> Any:
    found: Any = ZERO
    for x in v:
        found = tower.add(found, square(x))
    return root(found)


def added(values: Sequence[Any]) -> Any:
    found: Any = ZERO
    for x in values:
        found = tower.add(found, x)
    return found


def schatten(A: Any, p: Fraction) -> Any:
    powers = [told(tower.power(x, Fraction(p))) for x in singular_values(A)]
    return tower.power(added(powers), 1 / Fraction(p))


def ratio(least: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda A: tower.div(singular_values(A)[0], least(A))


def kron(A: Any, B: Any) -> Any:
    A, B = ([[c] for c in x] if not isinstance(x[0], list) else x for x in (A, B))
    return [[mul(a, b) for a in p for b in q] for p in A for q in B]


def kept(f: Callable[[int, int], bool]) -> Callable[..., Any]:
    return lambda A: [[x if f(i, j) else NOUGHT for j, x in enumerate(row)] for i, row in enumerate(A)]


def schur(A: Any, k: int) -> Any:
    left, right = [row[:k] for row in A[k:]], [row[k:] for row in A[:k]]
    away = times(times(left, inv([row[:k] for row in A[:k]])), right)
    return minus([row[k:] for row in A[k:]], away)


def sums(A: Any) -> list[Z]:
    return [total(row) for row in A]


def moduli_of(A: Any) -> Any:
    return each(lambda z: Z(modulus(z)))(A)


def plus_multiple(A: Any, z: Z) -> Any:
    return plus(A, each(mul)(z, identity(len(A))))


def norm_1(A: Any) -> Z:
    return largest(sums(moduli_of(transpose(A)))) if A and isinstance(A[0], list) else total(moduli_of(A))


def norm_inf(A: Any) -> Z:
    return largest(sums(moduli_of(A)) if A and isinstance(A[0], list) else moduli_of(A))


VALUE: dict[str, Callable[..., Any]] = {
    "add": plus,
    "sub": minus,
    "neg": each(neg),
    "mul": each(mul),
    "div": each(div),
    "pow": lambda x, p: each(lambda z: power(z, p))(x),
    "conj": each(conj),
    "real": each(lambda z: Z(z.re)),
    "imag": each(lambda z: Z(z.im)),
    "abs": moduli_of,
    "entrywise_abs": moduli_of,
    "sqrt": of_reals(tower.sqrt),
    "exp": of_reals(tower.exp),
    "log": of_reals(tower.log),
    "sq": of_reals(lambda x: tower.mul(x, x)),
    "larger": of_reals(tower.larger),
    "smaller": of_reals(tower.smaller),
    "H": adjoint,
    "T": transpose,
    "matmul": times,
    "outer": lambda x, y: outer(x, each(conj)(y)),
    "hadamard": each(mul),
    "kron": kron,
    "commutator": lambda A, B: minus(times(A, B), times(B, A)),
    "plus_multiple": plus_multiple,
    "inv": inv,
    "pinv": pinv,
    "range_projection": lambda A: times(A, pinv(A)),
    "polar": lambda A: times(A, inv(mat_abs(A))),
    "matpow": matpow,
    "mat_exp": mat_exp,
    "mat_sqrt": mat_sqrt,
    "mat_abs": mat_abs,
    "mat_log": mat_log,
    "mat_power": mat_power,
    "spectral_projection": spectral_projection,
    "eigenprojection": lambda A, k: spectral_projection(A, k, k),
    "eye": lambda A: identity(len(A[0])),
    "block": lambda A, B, C, D: [
        *[[*p, *q] for p, q in zip(A, B, strict=True)],
        *[[*p, *q] for p, q in zip(C, D, strict=True)],
    ],
    "hstack": lambda A, B: [[*p, *q] for p, q in zip(A, B, strict=True)],
    "vstack": lambda A, B: [*A, *B],
    "upper": kept(lambda i, j: j >= i),
    "lower": kept(lambda i, j: j <= i),
    "strict_upper": kept(lambda i, j: j > i),
    "strict_lower": kept(lambda i, j: j < i),
    "banded": lambda A, k: kept(lambda i, j: abs(i - j) <= k)(A),
    "leading": lambda A, k: [row[:k] for row in A[:k]],
    "trailing": lambda A, k: [row[k:] for row in A[k:]],
    "upper_right": lambda A, k: [row[k:] for row in A[:k]],
    "lower_left": lambda A, k: [row[:k] for row in A[k:]],
    "without_columns": lambda A, k: [row[: len(row) - k] for row in A],
    "without_rows": lambda A, k: A[: len(A) - k],
    "schur": schur,
    "laplacian": lambda A: minus(diag(sums(A)), A),
    "diag": diag,
    "column_matrix": lambda v: [[x] for x in v],
    "diagonal": lambda A: [A[i][i] for i in range(min(len(A), len(A[0])))],
    **dict.fromkeys(("entries", "vec_rows"), flat),
    "vec_columns": lambda A: flat(transpose(A)),
    "row": lambda A, k: A[k - 1],
    "column": lambda A, k: [row[k - 1] for row in A],
    "row_sums": sums,
    "column_sums": lambda A: sums(transpose(A)),
    "sum": total,
    "max": largest,
    "min": first(tower.smaller),
    "component": lambda v, i: v[i - 1],
    "head": lambda v, k: v[:k],
    "entry": lambda A, i, j: A[i - 1][j - 1],
    "norm": number(norm),
    "norm_1": norm_1,
    "norm_inf": norm_inf,
    "fro": number(lambda A: norm(flat(A))),
    "max_entry": lambda A: largest(moduli_of(flat(A))),
    "trace": lambda A: total(A[i][i] for i in range(len(A))),
    "det": det,
    "permanent": permanent,
    "rank": number(rank),
    "s": vector(singular_values),
    "lam": vector(eigenvalues),
    "moduli": vector(moduli),
    "eig_re": vector(real_parts),
    "s1": number(lambda A: singular_values(A)[0]),
    "op": number(lambda A: singular_values(A)[0]),
    "s_min": number(lambda A: singular_values(A)[-1]),
    "s_star": number(s_star),
    "kappa": number(ratio(s_star)),
    "cond": number(ratio(lambda A: singular_values(A)[-1])),
    "lam_max": number(lambda A: eigenvalues(A)[0]),
    "lam_min": number(lambda A: eigenvalues(A)[-1]),
    "spectral_radius": number(lambda A: moduli(A)[0]),
    "numerical_radius": number(numerical_radius),
    "nuclear": number(lambda A: added(singular_values(A))),
    "schatten": number(schatten),
    "ky_fan": number(lambda A, k: added(singular_values(A)[:k])),
}
