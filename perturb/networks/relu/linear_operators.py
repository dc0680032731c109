"""A linear operator: its singular values in balls, and the width of the image of the unit ball under it.

The singular values of a dense layer are enclosed for every size, from one float64 decomposition.

The width of the image of the unit ball under a linear operator, 2 E |A'g|: two routes by one rule.

The rule gives E sqrt(Q) for Q = sum s_i^2 g_i^2, g_i standard Gaussian, as a sum over nodes with a bound
of its error. With phi(t) = E exp(-tQ) = prod (1 + 2 t s_i^2)^(-1/2),

    E sqrt(Q) = 1/(2 sqrt(pi)) * integral of (1 - phi(t)) t^(-3/2) over t > 0,

and with t = e^x an integral over the line of a function f that is analytic for |Im x| < pi. The
trapezoidal rule with step log(2)/k converges there geometrically; its nodes are the powers of 2^(1/k), of
which those from 2^-left to 2^right are summed and the others bounded.

From float64 weights s_i the sum is fast: nothing but + * / and square roots is computed, each of which
float64 rounds to the nearest; `factors` finds the s_i of a matrix and what they err by.

For a rational matrix A the characteristic polynomial of A'A alone gives any precision: det(1 + 2 t A'A)
is the sum of e_k (2t)^k with e_k >= 0 its coefficients but for their signs, so that phi(t) = det(1 + 2 t
A'A)^(-1/2) loses no digits and no singular value is needed. Where the r singular values that are not 0
are all one t, E |A'g| is t c_r, c_r = sqrt(2) Gamma((r + 1)/2) / Gamma(r/2), without an integral: at rank
1 and for t times an orthogonal matrix, where bounds by norms are attained.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from flint import arb, arb_poly, ctx, fmpq, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks.relu.dense import Dense
from perturb.networks.relu.directions import enclosed
from perturb.types import FloatArray

STEPS = tuple(1 << i for i in range(1, 11))
ROUNDING = 2.0**-53
LEFT, RIGHT = 40, 56  # the nodes lie between 2^-40 and 2^56, for weights of Euclidean norm 1 to 4
BITS = 106
TINY = 1e-140
AIM = -42.0  # the logarithm of the error of the rule at which the step is small enough
# Far above the underflow of any product here, for matrices with largest entry 1/2 to 1.
UNDERFLOW = 1e-290
GUARD_BITS = 24


def refinement(r: int, aim: float) -> int:
    """The least k, a power of 2, with which the logarithm of the error is below `aim`, for r weights."""
    return next((k for k in STEPS if log_error(r, k) < aim), STEPS[-1])


def mean_root(inner: arb, n2: arb, r: int, k: int, left: int, right: int) -> arb:
    """E sqrt(Q) at the working precision from `inner`, the sum of (1 - phi(t)) / sqrt(t) over the nodes.

    n2 = E Q is the sum of s_i^2 over the r weights.
    """
    total = inner + _left_of_nodes(n2, k, left) + _right_of_nodes(n2, k, right)
    error = arb(0, 1) * arb(log_error(r, k)).exp() * n2.sqrt()
    return arb.log(arb(2)) / k * total / (2 * arb.pi().sqrt()) + error


def log_error(r: int, k: int) -> float:
    """A bound of the logarithm of the error of the rule with step h = log(2)/k, r weights of norm 1.

    On the line Im x = a, pi/2 < a < pi, |1 + 2 t s^2| >= sin a, hence with c = 1/sin a both |1 - phi| <= 2
    c^(r/2) and |1 - phi| <= |t| sup |phi'| <= |t| c^(r/2 + 1), so that |f| integrates to at most M = 4
    sqrt(2) c^(r/2 + 1); nearer to the real line too. The error is at most 2 M / (exp(2 pi a / h) - 1) (L. N.
    Trefethen and J. A. C. Weideman, SIAM Review 56, 385 (2014), Theorem 5.1), and 1/(2 sqrt(pi)) of it here.
    """
    h, power = math.log(2) / k, r / 2 + 1
    beyond = math.atan(power * h / (2 * math.pi))  # pi - a, where the bound is least
    exponent = 2 * math.pi * (math.pi - beyond) / h
    grown = power * math.log(1 / math.sin(beyond)) - math.log1p(-math.exp(-exponent))
    return math.log(4 * math.sqrt(2 / math.pi)) + grown - exponent + 1e-9


def _left_of_nodes(n2: arb, k: int, left: int) -> arb:
    """The sum over j < -left k, from t E Q - t^2 E Q^2 / 2 <= 1 - phi <= t E Q and E Q^2 <= 3 (E Q)^2."""
    most, least = n2 * _geometric(k, 1, left), 3 * n2 * n2 / 2 * _geometric(k, 3, left)
    return (most - least).union(most)


def _right_of_nodes(n2: arb, k: int, right: int) -> arb:
    """The sum over j > right k, from 0 <= phi(t) <= (1 + 2 t E Q)^(-1/2), which decreases."""
    most = _geometric(k, 1, right)
    return (most * (1 - (1 + 2 * n2 * arb(2) ** right).rsqrt())).union(most)


def _geometric(k: int, power: int, end: int) -> arb:
    """The sum of 2^(-power j / 2k) over j > end k."""
    half = arb(2).log() * power / 2
    return (-half * end).exp() / ((half / k).exp() - 1)


def mean_length(weights: FloatArray) -> arb:
    """E sqrt(sum w_i^2 g_i^2) for standard Gaussian g_i, in a ball; weights w >= 0 finite, shape (r,), exact.

    The relative width is about r times 1e-15.
    """
    largest = float(weights.max(initial=0.0))
    if largest == 0.0:
        return arb(0)
    power = math.frexp(largest)[1] + math.frexp(float(np.linalg.norm(weights / largest)))[1] - 2
    scaled = np.ldexp(weights, -power)
    kept, dropped = scaled[scaled > TINY], TINY * len(scaled)
    with ctx.workprec(BITS):
        # What was dropped moves the mean by its norm at most.
        return (_integral(kept) + arb(0, dropped)) * arb(2) ** power


def _integral(s: FloatArray) -> arb:
    """The same for weights s > 0 of norm between 1 and 2."""
    k = refinement(len(s), AIM)
    n2 = sum((arb(x) * arb(x) for x in s.tolist()), arb(0))
    return mean_root(_inner_sum(s, k), n2, len(s), k, LEFT, RIGHT)


def _inner_sum(s: FloatArray, k: int) -> arb:
    """The sum of (1 - phi(t)) / sqrt(t) over the nodes, in float64, within its bound of rounding.

    P - 1 = prod (1 + x_i) - 1 comes from sums and products of positive numbers alone, so that each of r
    factors costs six roundings at most, and 1 - P^(-1/2) = (P - 1) / (P + sqrt P) no digits. A relative error
    of t is no more than that of 1 - phi, since t |phi'| <= 1 - phi.
    """
    t = nodes(k)
    with np.errstate(over="ignore"):
        excess = _product_minus_one(2 * (s * s)[:, None] * t)
        finite = np.minimum(excess, 1e300)  # beyond it phi is below 1e-150, which is no more than a rounding
    terms = finite / ((1 + finite) + np.sqrt(1 + finite)) / np.sqrt(t)
    roundings = (6 * len(s) + 60) * ROUNDING
    total = math.fsum(terms.tolist())
    return arb(total, total * roundings / (1 - roundings))


def nodes(k: int) -> FloatArray:
    """2^(j/k) for -LEFT k <= j <= RIGHT k, k a power of 2, with at most 2 log2(k) roundings each."""
    within, root = np.ones(1), 2.0
    while len(within) < k:
        root = math.sqrt(root)
        within = np.stack([within, within * root], axis=1).ravel()
    j = np.arange(-LEFT * k, RIGHT * k + 1)
    values: FloatArray = np.ldexp(within[j % k], j // k)
    return values


def _product_minus_one(x: FloatArray) -> FloatArray:
    """prod (1 + x_i) - 1 over the first axis, for x > 0."""
    while len(x) > 1:
        half = len(x) // 2
        a, b = x[:half], x[half : 2 * half]
        x = np.concatenate([a + b * (1 + a), x[2 * half :]])
    product: FloatArray = x[0]
    return product


@dataclass(frozen=True)
class Factors:
    """A = 2^power (U diag(s) V + E) with |E|_F <= residual; |U'U - I|_F <= a and |V V' - I|_F <= b, in balls:
    stretch holds sqrt((1 +- a)(1 +- b))."""

    s: FloatArray
    stretch: arb
    residual: arb
    power: int

    def mean_image(self) -> arb:
        """E |A'g| in a ball, g standard Gaussian in R^m.

        U'g has a covariance between 1 - a and 1 + a, and E |C^(1/2) h| increases with C. Hence it lies within
        |E|_F of sqrt((1 +- a)(1 +- b)) E |diag(s) h|.
        """
        return (self.stretch * mean_length(self.s) + arb(0, 1) * self.residual) * arb(2) ** self.power

    def norm(self) -> arb:
        """A bound of the operator norm |A|."""
        return (self.stretch.upper() * arb(float(self.s[0])) + self.residual) * arb(2) ** self.power


def factors(A: FloatArray) -> Factors:
    """Singular values of a finite A, shape (m, n), in float64, with what they err by."""
    if not A.any():
        return Factors(np.zeros(1), arb(1), arb(0), 0)
    power = int(np.frexp(np.abs(A).max())[1])
    scaled = np.ldexp(A, -power)
    U, s, V = np.linalg.svd(scaled, full_matrices=False)
    with ctx.workprec(BITS):
        a, b = _defect(U.T), _defect(V)
        stretch = (
            ((1 - a) * (1 - b)).sqrt().union(((1 + a) * (1 + b)).sqrt()) if a < 1 and b < 1 else arb.nan()
        )
        return Factors(s, stretch, _residual(scaled, U, s, V), power)


def _defect(V: FloatArray) -> arb:
    """A bound of |V V' - I| in the Frobenius norm; an inner product of n terms errs by n roundings."""
    r, n = V.shape
    size = np.abs(V) @ np.abs(V.T)
    rounding: arb = (n + 4) * ROUNDING * (_norm(size) + 2 * _norm(np.eye(r)))
    return _norm(V @ V.T - np.eye(r)) + rounding


def _residual(A: FloatArray, U: FloatArray, s: FloatArray, V: FloatArray) -> arb:
    """A bound of |A - U diag(s) V| in the Frobenius norm, rounding included."""
    left = U * s
    size = np.abs(A) + np.abs(left) @ np.abs(V)
    return _norm(A - left @ V) + (len(s) + 6) * ROUNDING * _norm(size) + UNDERFLOW


def _norm(M: FloatArray) -> arb:
    """A bound of the Frobenius norm of M, M >= 0 or not, from a float64 sum of squares."""
    return arb(float(np.linalg.norm(M))) * (1 + 4 * M.size * ROUNDING) + UNDERFLOW


def exact_mean_image(A: fmpq_mat) -> arb:
    """E |A'g| in a ball at the working precision, g standard Gaussian in R^m, A of shape (m, n)."""
    gram = A.transpose() * A if A.ncols() <= A.nrows() else A * A.transpose()
    trace = sum((gram[i, i] for i in range(gram.nrows())), fmpq(0))
    if trace == 0:
        return arb(0)
    if gram * gram * (rank := gram.rank()) == gram * trace:
        return (arb(2 * trace / rank)).sqrt() * arb(fmpq(rank + 1, 2)).gamma() / arb(fmpq(rank, 2)).gamma()
    power = (int(trace.p).bit_length() - int(trace.q).bit_length()) // 2
    bits = ctx.prec
    with ctx.extraprec(GUARD_BITS + gram.nrows().bit_length()):
        return _from_characteristic((gram / fmpq(4) ** power).charpoly().coeffs(), bits) * arb(2) ** power


def _from_characteristic(coefficients: list[fmpq], bits: int) -> arb:
    """E sqrt(Q) from the characteristic polynomial of a Gram matrix with trace 1/2 to 4, to so many bits."""
    excess = [abs(x) for x in coefficients[-2::-1]]  # e_1, e_2, ...
    while excess[-1] == 0:
        excess.pop()
    left, right = 2 * (bits + 12) // 3, bits + 12
    k = refinement(len(excess), -0.7 * (bits + 6))
    polynomial = arb_poly([arb(0), *[arb(x * 2 ** (i + 1)) for i, x in enumerate(excess)]])
    within = [(arb(2).log() * i / k).exp() for i in range(k)]
    nodes = (within[j % k] * arb(2) ** (j // k) for j in range(-left * k, right * k + 1))
    inner = sum((_term(polynomial(t)) * t.rsqrt() for t in nodes), arb(0))
    return mean_root(inner, arb(excess[0]), len(excess), k, left, right)


def _term(excess: arb) -> arb:
    """1 - P^(-1/2) for P = 1 + excess."""
    return excess / (1 + excess + (1 + excess).sqrt())


TRUSTS = frozenset({"weyl", "ostrowski"})


def layer_singular_values(layer: Dense) -> list[Enclosure]:
    """All min(m, n) singular values of the weight, in decreasing order, each to about 1e-12 s_1.

    Of a double layer those of the exact product WM: at most k are not 0, and the others are exactly 0. With
    A = U diag(s) V + E in float64, |U'U - I| <= a and |VV' - I| <= b, the i-th lies within |E| of s_i times
    sqrt((1 +- a)(1 +- b)). ValueError for anything but a Dense layer.
    """
    if not isinstance(layer, Dense):
        raise ValueError(f"layer: a {type(layer).__name__} is no Dense layer")
    inner, least = layer.factors[-1].shape[0], min(layer.shape)
    with ctx.workprec(BITS):
        found = factors(layer.weight)
        off = found.residual * arb(2) ** found.power + _product_error(layer)
        scale = found.stretch * arb(2) ** found.power
        balls = [scale * arb(value) + arb(0, 1) * off for value in found.s.tolist()]
        kept = least if len(layer.factors) == 1 else min(inner, least)
        return [_positive(enclosed(ball, TRUSTS)) for ball in balls[:kept]] + [
            Enclosure(fmpq(0), fmpq(0)) for _ in range(least - min(kept, len(balls)))
        ]


def relu_bounds(values: list[Enclosure]) -> list[Enclosure]:
    """[s_{k+1} / sqrt(2), s_{k+1}] around s_k, as `relu_singular_bounds`, for singular values in balls."""
    with ctx.workprec(BITS):
        share = fmpq(*float((arb(1) / 2).sqrt().lower()).as_integer_ratio()) - fmpq(1, 2**52)
    return [Enclosure((x.lo or fmpq(0)) * share, x.hi, trusts=x.trusts) for x in values]


def _product_error(layer: Dense) -> arb:
    """A bound of |fl(WM) - WM| in the Frobenius norm; 0 for a single layer."""
    if len(layer.factors) == 1:
        return arb(0)
    W, M = (np.abs(factor) for factor in layer.factors)
    size = float(np.linalg.norm(W @ M)) * (1 + 2.0**-20)
    return arb((W.shape[1] + 4) * ROUNDING * size) + arb(2) ** -1000


def _positive(x: Enclosure) -> Enclosure:
    if x.lo is None or x.lo >= 0:
        return x
    return Enclosure(fmpq(0), x.hi, trusts=x.trusts)
