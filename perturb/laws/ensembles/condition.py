"""Is the condition number of a Gaussian matrix above a number? By signs of pivots of its bidiagonal model.

T = B'B is tridiagonal with a_k = q_k + e_(k-1) and squares q_k e_k beside them (see `tridiagonal`). In
float64 the pivots d_k = ((a_k - x)(1 + r) - b_k^2 (1 + r') / d_(k-1)) (1 + r''), |r| <= u, have the signs of
exact ones with the same a_k - x and each b_k^2 changed by a factor within (1 + u)^4 / (1 - u)^4: divide d_k
by (1 + r)(1 + r''). With the roundings of a_k and b_k^2 the signs count the eigenvalues below x of a matrix
that is off T by at most u (max a + 7 max b), by less than 2^-49 lambda_max as a_k, b_k <= lambda_max;
quotients that underflow are nothing beside it. So for L within 2^-24 of lambda_max, which two counts certify,
kappa > t where T - x I has a negative pivot, x = L (1 - 2^-23) / t^2 - 2^-46 L: then lambda_min is at most
x + 2^-48 L < lambda_max / t^2. Likewise kappa < t where all are positive at L (1 + 2^-23) / t^2 + 2^-46 L.
Roundings of L, t^2 and x, a few u, are far less than these margins. The rest is counted in rational numbers.
"""

from __future__ import annotations

import numpy as np
from flint import fmpq

from perturb.laws.ensembles.gaussian import extremes_of_models, models
from perturb.laws.ensembles.truth import Truth
from perturb.types import AnyArray, BoolArray, FloatArray

NEAR, ASIDE = 2.0**-24, 2.0**-46  # values found for the largest eigenvalue have eight digits
USUAL = 2.0**200  # the largest eigenvalue is in this range, else nothing is said in float64
HALVINGS = 200


def kappa_above(n: int, t: float, draws: int, rng: np.random.Generator) -> AnyArray:
    """A column (draws,): is kappa > t > 0 for a real n x n matrix of independent N(0, 1) entries?

    Decided for the entries that are drawn, those of `kappa_ginibre`; OPEN where neither side is certain.
    """
    found = Truth(np.zeros(draws, dtype=bool), np.zeros(draws, dtype=bool))
    for part, q, e in models(n, n, draws, rng, 1):
        s_1, s_n = extremes_of_models(n, n, q, e, 1)
        found.yes[part], found.no[part] = _decided(q, e, s_1**2 / 2, s_1 > t * s_n, t)
    return found.column()


def _decided(
    q: FloatArray, e: FloatArray, L: FloatArray, above: BoolArray, t: float
) -> tuple[BoolArray, ...]:
    """Yes and no for each; L is what float64 has for lambda_max, `above` what it has for the answer."""
    a, b2 = q.copy(), q[:-1] * e
    a[1:] += e
    sign = np.where(above, -1.0, 1.0)
    some, every = _signs(a, b2, L * (1 + sign * 2 * NEAR) / t**2 + sign * ASIDE * L)
    inside = _signs(-a, b2, -L * (1 + NEAR))[1] & _signs(-a, b2, -L * (1 - NEAR))[0]
    inside &= (1 / USUAL < L) & (L < USUAL)
    yes, no = inside & above & some, inside & ~above & every
    for k in np.flatnonzero(~(yes | no)):
        yes[k], no[k] = _exactly([_exact(x) for x in q[:, k]], [_exact(x) for x in e[:, k]], _exact(t))
    return yes, no


def _signs(a: FloatArray, b2: FloatArray, x: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Is some pivot of T - x I negative, are all positive? Neither where one is 0 or not finite."""
    pivot = a[0] - x
    low, sure = pivot.copy(), pivot != 0
    with np.errstate(all="ignore"):
        for row, square in zip(a[1:], b2, strict=True):
            pivot = (row - x) - square / pivot
            np.minimum(low, pivot, out=low)
            sure &= np.isfinite(pivot) & (pivot != 0)
    return sure & (low < 0), sure & (low > 0)


def _exactly(q: list[fmpq], e: list[fmpq], t: fmpq) -> tuple[bool, bool]:
    """By halving an interval that holds lambda_max, until lambda_max / t^2 is on one side of lambda_min."""
    a = [x + y for x, y in zip(q, [fmpq(0), *e], strict=True)]
    b2 = [x * y for x, y in zip(q[:-1], e, strict=True)]
    low, high = max(a), sum(a, fmpq(0))
    for _ in range(HALVINGS):
        if _side(a, b2, low / t**2) < 0:
            return True, False
        if _side(a, b2, high / t**2) > 0:
            return False, True
        middle = (low + high) / 2
        low, high = (low, middle) if _side([-x for x in a], b2, -middle) > 0 else (middle, high)
    return False, False


def _side(a: list[fmpq], b2: list[fmpq], x: fmpq) -> int:
    """1 if all eigenvalues are above x, -1 if one is certainly below, else 0: one is at most x."""
    pivot = a[0] - x
    for row, square in zip(a[1:], b2, strict=True):
        if pivot <= 0:
            break
        pivot = row - x - square / pivot
    return int(pivot > 0) - int(pivot < 0)


def _exact(x: float) -> fmpq:
    return fmpq(*float(x).as_integer_ratio())
