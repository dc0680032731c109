"""The cdf of a distribution in balls by other formulas than its own: what its error is measured against.

The Tracy-Widom values come from Fredholm determinants (tools/tracy_widom/reference.py writes them).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, singledispatch
from pathlib import Path
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpq, fmpq_poly

from perturb.laws.distributions import (
    ContinuousDistribution,
    MaskedSingularValues,
    ScaledDistribution,
    SemicircleSum,
    ShiftedSingularValues,
    TracyWidom,
)
from perturb.laws.distributions.bulk import CircularRadius, QuarterCircle, Semicircle
from perturb.laws.distributions.condition import EdelmanKappa, Kappa2x2, SmallestSingular
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur
from perturb.laws.distributions.marchenko_pastur_product import MarchenkoPasturProduct
from perturb.laws.distributions.masked_law import Model, precise
from perturb.laws.distributions.smallest import GinibreSmallest
from perturb.laws.distributions.spectral_radius import GinibreSpectralRadius
from perturb.types import FloatArray

TABLE = Path(__file__).with_name("tracy_widom_cdf.npz")
BITS = 192
ROWS = {1: 0, 2: 1, 4: 2}
# TW_4 in its three scales: exact factors of the variable.
FACTORS: dict[str | None, Callable[[], arb]] = {
    None: lambda: arb(1),
    "goe": lambda: arb(1),
    "tracy-widom": lambda: arb(1) / arb(2).sqrt(),
    "stochastic-airy": lambda: 1 / arb(2).root(3) ** 2,
}


@dataclass(frozen=True)
class Reference:
    """The cdf at `x` as a sum of two floats, shapes (k,), and in words where it comes from."""

    x: FloatArray
    head: FloatArray
    rest: FloatArray
    by: str

    def error(self, distribution: ContinuousDistribution) -> FloatArray:
        """|cdf - reference|, shape (k,)."""
        found: FloatArray = np.abs((np.asarray(distribution.cdf(self.x)) - self.head) - self.rest)
        return found


@singledispatch
def reference(distribution: ContinuousDistribution, x: FloatArray) -> Reference | None:
    """The cdf at the points x inside the support, or at points of its own where those are stored.

    None for a distribution that has no second formula here.
    """
    return None


def _at(exact: Callable[[arb], arb], x: FloatArray, by: str) -> Reference:
    """At BITS, or at a higher precision that is in force: near an end of the support the tail needs it."""
    with ctx.workprec(max(BITS, ctx.prec)):
        balls = [exact(arb(float(t))) for t in x]
        head = np.array([float(F) for F in balls])
        rest = np.array([float(F - arb(float(h))) for F, h in zip(balls, head, strict=True)])
    return Reference(x, head, rest, by)


@reference.register
def _(distribution: TracyWidom, x: FloatArray) -> Reference:
    with np.load(TABLE) as data:
        s, head, rest = (
            data["s"],
            data["head"][ROWS[distribution.beta]],
            data["rest"][ROWS[distribution.beta]],
        )
    stored = Reference(s, head, rest, "Fredholm determinants in balls")
    return _moved(stored, distribution, FACTORS[distribution.convention])


@reference.register
def _(distribution: ScaledDistribution, x: FloatArray) -> Reference | None:
    inner = reference(distribution.distribution, (x - distribution.shift) / distribution.factor)
    return (
        None
        if inner is None
        else _moved(inner, distribution, lambda: arb(distribution.factor), distribution.shift)
    )


def _moved(
    inner: Reference, distribution: ContinuousDistribution, factor: Callable[[], arb], shift: float = 0.0
) -> Reference:
    """At shift + factor x, rounded: by the slope of the cdf, as the square of a rounding is nothing."""
    with ctx.workprec(BITS):
        exact = [arb(shift) + factor() * arb(float(t)) for t in inner.x]
        x = np.array([float(t) for t in exact])
        gap = np.array([float(arb(float(t)) - e) for t, e in zip(x, exact, strict=True)])
    return Reference(x, inner.head, inner.rest + np.asarray(distribution.pdf(x)) * gap, inner.by)


@reference.register
def _(distribution: EdelmanKappa, x: FloatArray) -> Reference:
    return _at(
        lambda t: (-2 / t - 2 / t**2 if distribution.real else -4 / t**2).exp(), x, "its formula in balls"
    )


@reference.register
def _(distribution: SmallestSingular, x: FloatArray) -> Reference:
    return _at(
        lambda t: 1 - (-t / 2 - t.sqrt() if distribution.real else -t).exp(), x, "its formula in balls"
    )


@reference.register
def _(distribution: Kappa2x2, x: FloatArray) -> Reference:
    def exact(k: arb) -> arb:
        return (k - 1) ** 2 / (k**2 + 1) if distribution.real else ((k**2 - 1) / (k**2 + 1)) ** 3

    return _at(exact, x, "its formula in balls")


@cache
def _mixture(n: int) -> list[tuple[arb, arb]]:
    """(weight, (1 + R)/2) of survival = E erfc(sqrt(x (1 + R)/2)): trapezoidal rule in log R."""
    if n == 1:
        return [(arb(1), arb(1) / 2)]
    points = [(arb(j) / 5).exp() for j in range(-96 * 5, 36 * 5)]
    inverse = arb(1) / n
    twice = [r.log() * (n - 1) - (r + inverse).log() * (n + 2) - (1 + r).log() for r in points]
    weights = [(log / 2).exp() for log in twice]
    total = sum(weights, arb(0))
    return [
        (w / total, (1 + r) / 2) for w, r in zip(weights, points, strict=True) if float(w / total) > 1e-26
    ]


@reference.register
def _(distribution: GinibreSmallest, x: FloatArray) -> Reference:
    """By another rule than the distribution's, with step 1/5: off by exp(-5 pi^2) or so."""
    with ctx.workprec(BITS):
        terms = _mixture(distribution.n)
    return _at(lambda t: sum((w * (t * a).sqrt().erf() for w, a in terms), arb(0)), x, "its mixture in balls")


def _arcsine(x: arb, variance: float) -> arb:
    u = x / (2 * arb(variance).sqrt())
    return arb(1) / 2 + (u.asin() + u * (1 - u * u).sqrt()) / arb.pi()


@reference.register
def _(distribution: Semicircle, x: FloatArray) -> Reference:
    return _at(lambda t: _arcsine(t, distribution.variance), x, "the arcsine in balls")


@reference.register
def _(distribution: QuarterCircle, x: FloatArray) -> Reference:
    return _at(lambda t: 2 * _arcsine(t, distribution.variance) - 1, x, "the arcsine in balls")


@reference.register
def _(distribution: MarchenkoPastur, x: FloatArray) -> Reference:
    """The Fourier series of the density in the angle, summed."""

    def exact(t: arb) -> arb:
        c = arb(distribution.ratio)
        square = 1 / c if distribution.ratio > 1 else c
        k, share = square.sqrt(), 1 / c if distribution.ratio > 1 else arb(1)
        cosine = (1 + square - t / (arb(distribution.variance) * max(c, arb(1)))) / (2 * k)
        if cosine >= 1:
            return 1 - share
        angle, sine = cosine.acos(), (1 - cosine * cosine).sqrt()
        turn = arb.atan2(k * sine, 1 - k * cosine)
        return 1 - share + share * (angle + sine / k - (1 / square - 1) * turn) / arb.pi()

    return _at(exact, x, "its Fourier series in balls")


@reference.register
def _(distribution: CircularRadius, x: FloatArray) -> Reference:
    return _at(lambda t: t * t, x, "its formula in balls")


@reference.register
def _(distribution: GinibreSpectralRadius, x: FloatArray) -> Reference:
    """The product of P(k, z) = 1 - Q(k, z), each Q a finite exponential sum."""

    def exact(r: arb) -> arb:
        z = distribution.n * r * r
        product, q, term = arb(1), arb(0), (-z).exp()
        for k in range(1, distribution.n + 1):
            q, term = q + term, term * z / k
            product *= 1 - q
        return product

    return _at(exact, x, "a product of sums in balls")


@reference.register
def _(distribution: SemicircleSum, x: FloatArray) -> Reference:
    points, weights = [exact_of(a) for a in distribution.points], [exact_of(p) for p in distribution.weights]
    shares, variance = [p / sum(weights, fmpq(0)) for p in weights], exact_of(distribution.variance)
    inside = x[np.asarray(distribution.pdf(x)) > 0]
    return _at(lambda t: 1 - above(points, shares, variance, t), inside, "polynomial roots in balls")


@reference.register
def _(distribution: ShiftedSingularValues, x: FloatArray) -> Reference:
    ends, half, square = [fmpq(-1), fmpq(1)], [fmpq(1, 2)] * 2, exact_of(distribution.sigma) ** 2
    return _at(lambda t: 1 - 2 * above(ends, half, square, t), x, "polynomial roots in balls")


@reference.register
def _(distribution: MaskedSingularValues, x: FloatArray) -> Reference:
    """Outside gaps and atoms: there the cdf is as good as the bands before."""
    inside = x[np.asarray(distribution.pdf(x)) > 0]
    with precise():
        return _at(lambda t: below(distribution.model, t), inside, "its logarithmic potential to 50 digits")


@reference.register
def _(distribution: MarchenkoPasturProduct, x: FloatArray) -> Reference:
    a, b = exact_of(distribution.a), exact_of(distribution.b)

    def exact(t: arb) -> Any:
        cubic = fmpq_poly([1, 1 + a + b - exact_of(float(t)), a + b + a * b, a * b])
        roots: list[Any] = cubic.complex_roots()
        w = min((root for root, _ in roots), key=lambda root: float(root.imag))
        turns = sum((arb(1 / c - 1) * (1 + arb(c) * w).arg() for c in (a, b)), w.arg())
        return 1 - (2 * w.imag - turns) / arb.pi()

    return _at(exact, x, "polynomial roots in balls")


def exact_of(value: float) -> fmpq:
    return fmpq(*float(value).as_integer_ratio())


def above(points: list[fmpq], weights: list[fmpq], variance: fmpq, x: arb) -> arb:
    """The mass above x, from all roots of the rational polynomial of the subordination point."""
    whole, rest = fmpq_poly([1]), fmpq_poly([0])
    for p, a in zip(weights, points, strict=True):
        whole, rest = whole * fmpq_poly([-a, 1]), rest * fmpq_poly([-a, 1]) + whole * (variance * p)
    roots: list[Any] = (fmpq_poly([-exact_of(float(x)), 1]) * whole + rest).complex_roots()
    w = max((root for root, _ in roots), key=lambda root: float(root.imag))
    G = sum((arb(p) / (w - arb(a)) for p, a in zip(weights, points, strict=True)), acb(0))
    turn = sum((arb(p) * (w - arb(a)).arg() for p, a in zip(weights, points, strict=True)), arb(0))
    return (turn + arb(variance) * (G * G).imag / 2) / arb.pi()


def below(model: Model, v: arb) -> arb:
    """The mass below a singular value v inside a band, by `Model.below` with more digits: no quadrature.

    q and s are what Newton's method has settled to, the mass is stationary in both.
    """
    x = v * v
    q, s = (complex(root[0]) for root in model.solved(np.array([float(x)])))
    Q, S = model.exactly(x, q, s)
    found = -(Q * S).imag / arb(model.a)
    for p, d, e, t in zip(model.p, model.d, model.e, model.t, strict=True):
        P = 1 + d * Q
        # From below the cut, where the imaginary part is exactly 0.
        found += p * (P.arg() - (e * S - x + t / P).conjugate().arg())
    return -found / arb.pi()
