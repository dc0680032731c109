"""The tails of the largest eigenvalue of a Gaussian matrix at size n, with small relative errors.

y = largest / sqrt(2), as in `gaussian_largest`, whose determinants lose a small probability against 1. Errors
of log cdf and log sf are below 1e-12 for n to 20 and 1e-10 up to 400, measured in balls for n up to 101.

Above: with A(y) = A - B(y) and M = A^-1 B, log cdf = -f (tr M + tr M^2 / 2 + ...), f = 1/2 for beta = 1; for
beta = 2 M is the matrix of int phi_i phi_j over [y, inf) and f = 1. Beyond the largest zero of phi_n all of
its ingredients are sums of positive terms, so small numbers keep their digits.
Below: polynomials orthonormal for exp(-u^2) on (-inf, y], made by Lanczos from a quadrature rule. Their norms
over those on the line give P(all <= y) as a product for beta = 2, with no cancellation however small it is
(G. Szego, Orthogonal Polynomials, (2.2.7)); in their basis the antisymmetric form of beta = 1 is well
conditioned. Both rest on Hermite functions and their integrals over a half line, which stand last.
"""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import NamedTuple

import numpy as np
import scipy
from numpy.polynomial import Chebyshev

from perturb.types import BoolArray, FloatArray

TERMS = 40  # of the series above, at most; it ends where they no longer matter
BEYOND = 9.0  # how far the quadrature reaches beyond where the polynomials live, less for large n

# What to call on either side, from where on, and to where a table serves; in x, the scale of the limit.
LEFT, RIGHT = {1: -5.0, 2: -4.5}, 1.0
TABLE = {"below": (-30.0, -4.0), "above": (RIGHT, 30.0)}
NODES = 80
SMALLEST = -695.0  # a logarithm: beyond it there is nothing
FARTHEST = (
    37.5  # in y: beyond it exp(-y^2 / 2) is hardly a float; P above is below 1e-60 there for n up to 400
)


def log_below(beta: int, n: int, x: FloatArray, table: bool = False) -> FloatArray:
    """log cdf in the lower tail; -inf where cdf is too small for a float.

    The largest eigenvalue is at least an entry of the diagonal, so there cdf is at most that of N(0, 2/beta).
    """
    top = 2 * sqrt(n) + x / n ** (1 / 6)
    known = np.asarray(scipy.special.log_ndtr(top * sqrt(beta / 2))) > -745
    return _by_table(beta, n, "below", x, known, table)


def log_above(beta: int, n: int, x: FloatArray, table: bool = False) -> FloatArray:
    """log sf in the upper tail; -inf where sf is too small for a float."""
    y = (2 * sqrt(n) + x / n ** (1 / 6)) / sqrt(2)
    return _by_table(beta, n, "above", x, y < FARTHEST, table)


def _by_table(beta: int, n: int, side: str, x: FloatArray, known: BoolArray, table: bool) -> FloatArray:
    """From a table if asked for, or for more values than it costs; outside of it one by one."""
    found = np.full(x.shape, -np.inf)
    near, far = _ranges(beta, n, side)
    for low, high in (near, far):
        many = known & (low <= x) & (x <= high)
        if many.sum() > NODES or (table and (low, high) == near and many.any()):
            found[many] = _table(beta, n, side, low, high)(x[many])
            known = known & ~many
    known = known & (min(near[0], far[0]) <= x) & (x <= max(near[1], far[1]))
    found[known] = _one_by_one(beta, n, side, x[known])
    return found


@cache
def _ranges(beta: int, n: int, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Of the two tables: next to the bulk, and from there to where the probability is about 1e-300."""
    near, edge, sign = TABLE[side], 30.0, -1.0 if side == "below" else 1.0
    most = (sqrt(2) * FARTHEST - 2 * sqrt(n)) * n ** (1 / 6)
    inside, outside = edge, 200.0 if side == "below" else most
    for _ in range(12):
        middle = (inside + outside) / 2
        log = _one_by_one(beta, n, side, np.array([sign * middle]))[0]
        inside, outside = (middle, outside) if log > SMALLEST else (inside, middle)
    far = (-inside, -edge) if side == "below" else (edge, inside)
    return near, far


def _one_by_one(beta: int, n: int, side: str, x: FloatArray) -> FloatArray:
    y = (2 * sqrt(n) + x / n ** (1 / 6)) / sqrt(2)
    if side == "below":
        return log_cdf_below(beta, n, y)
    with np.errstate(divide="ignore"):
        return np.log(-np.expm1(log_cdf_above(beta, n, y)))


@cache
def _table(beta: int, n: int, side: str, low: float, high: float) -> Chebyshev:
    found: Chebyshev = Chebyshev.interpolate(lambda x: _one_by_one(beta, n, side, x), NODES - 1, (low, high))
    return found


def log_cdf_above(beta: int, n: int, y: FloatArray) -> FloatArray:
    """log P(largest <= sqrt(2) y) for y in the upper tail, shape (k,)."""
    return np.array([_series(_excess(beta, n, float(at))) for at in y]) * (1 if beta == 2 else 0.5)


def _series(M: FloatArray) -> float:
    """-(tr M + tr M^2 / 2 + ...)."""
    total, power = float(np.trace(M)), M
    for k in range(2, TERMS):
        power = power @ M
        total += (term := float(np.trace(power)) / k)
        if abs(term) <= 1e-17 * abs(total):
            break
    return -total


def _excess(beta: int, n: int, y: float) -> FloatArray:
    """M."""
    phi, slope, _ = functions(n, np.array([y]))
    # Integrals over [y, inf) are those over (-inf, -y] up to signs; the diagonal is a sum of positive terms.
    inner = -products(phi, slope, np.array([scipy.special.erf(y)]))
    index = np.arange(n)
    steps = phi[0, : n - 1] * phi[0, 1:n] / np.sqrt(2.0 * np.arange(1, n))
    inner[0, index, index] = scipy.special.erfc(y) / 2 + np.concatenate(([0.0], np.cumsum(steps)))
    if beta == 2:
        return np.asarray(inner[0])
    rest, whole = _beyond(n, y, phi[0]), _whole(n)
    B = np.outer(whole.ends, rest[:n]) - np.outer(rest[:n], whole.ends)
    B += antisymmetric(phi, rest[None], inner)[0]
    if n % 2:
        B = np.block([[B, rest[:n, None]], [-rest[None, :n], np.zeros((1, 1))]])
    return np.asarray(whole.inverse @ B)


def _beyond(n: int, y: float, phi: FloatArray) -> FloatArray:
    """int phi_i over [y, inf), i = 0..n: positive terms."""
    rest = np.zeros(n + 1)
    rest[0] = pi**0.25 * sqrt(0.5) * scipy.special.erfc(y / sqrt(2))
    for i in range(n):
        before = rest[i - 1] if i else 0.0
        rest[i + 1] = sqrt(i / (i + 1)) * before + sqrt(2 / (i + 1)) * phi[i]
    return rest


class Whole(NamedTuple):
    """Of the whole line: int phi_i, i < n, and the inverse of the antisymmetric form, bordered for odd n."""

    ends: FloatArray
    inverse: FloatArray


@cache
def _whole(n: int) -> Whole:
    phi, slope, primitive = functions(n, np.array([np.inf]))
    ends = primitive[0, :n]
    A = antisymmetric(phi, primitive, products(phi, slope, np.ones(1)))[0]
    if n % 2:
        A = np.block([[A, ends[:, None]], [-ends[None], np.zeros((1, 1))]])
    return Whole(ends, np.linalg.inv(A))


def log_cdf_below(beta: int, n: int, y: FloatArray) -> FloatArray:
    """log P(largest <= sqrt(2) y), anywhere but meant for the lower tail, shape (k,)."""
    return np.array([_log_product(beta, n, float(at)) for at in y])


def _log_product(beta: int, n: int, y: float) -> float:
    edge = sqrt(2 * n)
    low = min(-edge, y - edge) - BEYOND / (1 + edge / 30)
    rule = _rule(5 * n // 2 + 160)  # two nodes a wave, and more
    half = (y - low) / 2
    u = low + half * (1 + rule.nodes)
    peak = min(y, 0.0) ** 2  # of exp(-u^2): nothing underflows near it
    root = np.exp((peak - u * u) / 2) * np.sqrt(half * rule.weights)
    V, b = _lanczos(u, root, n)
    j = np.arange(1, n)
    # Norms on the line are sqrt(pi) j! / 2^j; scipy's logarithm of the normal cdf is that of the first one.
    total = n * float(scipy.special.log_ndtr(sqrt(2) * y)) + float(((n - j) * np.log(2 * b**2 / j)).sum())
    if beta == 2:
        return total
    return total / 2 + _log_form(n, half, rule, V) - _log_form_whole(n)


def _lanczos(u: FloatArray, start: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Orthonormal polynomials times the roots of the weights, (N, n); the coefficients b_1..b_(n-1)."""
    V, b = np.zeros((len(u), n)), np.zeros(n - 1)
    V[:, 0] = start / np.linalg.norm(start)
    for k in range(n - 1):
        v = u * V[:, k]
        for _ in range(2):
            v -= V[:, : k + 1] @ (V[:, : k + 1].T @ v)
        b[k] = np.linalg.norm(v)
        V[:, k + 1] = v / b[k]
    return V, b


def _log_form(n: int, half: float, rule: Rule, V: FloatArray) -> float:
    """The logarithm of the Pfaffian for functions of norm 1 on the interval, `V` times roots of weights."""
    weights = half * rule.weights[:, None]
    f = V / np.sqrt(weights)
    G = (half * (rule.primitive @ f)).T @ (weights * f)
    return _log_pfaffian(G - G.T, (weights * f).sum(axis=0))


@cache
def _log_form_whole(n: int) -> float:
    phi, slope, primitive = functions(n, np.array([np.inf]))
    A = antisymmetric(phi, primitive, products(phi, slope, np.ones(1)))[0]
    return _log_pfaffian(A, primitive[0, :n])


def _log_pfaffian(A: FloatArray, ends: FloatArray) -> float:
    if len(A) % 2:
        A = np.block([[A, ends[:, None]], [-ends[None], np.zeros((1, 1))]])
    return float(np.linalg.slogdet(A)[1]) / 2


class Rule(NamedTuple):
    """Gauss and Legendre's on [-1, 1]; the matrix that makes of values at nodes those of the primitive."""

    nodes: FloatArray
    weights: FloatArray
    primitive: FloatArray


@cache
def _rule(number: int) -> Rule:
    t, w = np.polynomial.legendre.leggauss(number)
    P = np.polynomial.legendre.legvander(t, number)
    degree = np.arange(number)
    coefficients = (2 * degree[:, None] + 1) / 2 * (P[:, :number] * w[:, None]).T
    below = np.column_stack((-np.ones(number), P[:, : number - 1]))  # the first integral is t + 1
    integrals = (P[:, 1:] - below) / (2 * degree + 1)
    return Rule(t, w, integrals @ coefficients)


def functions(n: int, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """phi_i(y), phi_i'(y), and the primitive of phi_i from -inf, i = 0..n: shape (len(y), n + 1) each."""
    finite = np.where(np.isfinite(y), y, 0.0)
    phi, slope, primitive = (np.zeros((len(y), n + 1)) for _ in range(3))
    phi[:, 0] = np.where(np.isfinite(y), pi**-0.25 * np.exp(-(finite**2) / 2), 0.0)
    primitive[:, 0] = pi**0.25 * sqrt(0.5) * scipy.special.erfc(-y / sqrt(2))
    before, earlier = np.zeros(len(y)), np.zeros(len(y))
    for i in range(n):
        phi[:, i + 1] = sqrt(2 / (i + 1)) * finite * phi[:, i] - sqrt(i / (i + 1)) * before
        primitive[:, i + 1] = sqrt(i / (i + 1)) * earlier - sqrt(2 / (i + 1)) * phi[:, i]
        before, earlier = phi[:, i], primitive[:, i]
    root = np.sqrt(2.0 * np.arange(n + 1))
    slope[:, 1:] = root[1:] * phi[:, :-1]
    slope -= finite[:, None] * phi
    return phi, slope, primitive


def products(phi: FloatArray, slope: FloatArray, error: FloatArray) -> FloatArray:
    """int phi_i phi_j over (-inf, y] for i, j < n: from the Wronskian, and on the diagonal by recurrence."""
    n = phi.shape[1] - 1
    wronskian = phi[:, :n, None] * slope[:, None, :n]
    wronskian = wronskian - wronskian.swapaxes(1, 2)
    index = np.arange(n)
    gap = 2.0 * (index[:, None] - index)
    gap[index, index] = 1.0
    inner: FloatArray = wronskian / gap
    step = phi[:, : n - 1] * phi[:, 1:n] / np.sqrt(2.0 * np.arange(1, n))
    inner[:, index, index] = (1 + error[:, None]) / 2
    inner[:, index[1:], index[1:]] -= np.cumsum(step, axis=1)
    return inner


def antisymmetric(phi: FloatArray, primitive: FloatArray, inner: FloatArray) -> FloatArray:
    """A_ij: from phi_i' = sqrt(i/2) phi_(i-1) - sqrt((i+1)/2) phi_(i+1), and A(phi_i', phi_j) by parts."""
    n = inner.shape[1]
    parts = 2 * inner - phi[:, :n, None] * primitive[:, None, :n]
    A = np.zeros_like(inner)
    for i in range(n - 1):
        before = A[:, i - 1, 0] if i else 0.0
        A[:, i + 1, 0] = sqrt(i / (i + 1)) * before - sqrt(2 / (i + 1)) * parts[:, i, 0]
    A[:, 0, :] = -A[:, :, 0]
    for i in range(n - 1):
        above = A[:, i - 1, 1:] if i else 0.0
        A[:, i + 1, 1:] = sqrt(i / (i + 1)) * above - sqrt(2 / (i + 1)) * parts[:, i, 1:]
    return A
