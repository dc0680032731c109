"""The limit law of all n singular values of (D_1 W + I) D, masks of ReLU or of leaky ReLU.

Bands, gaps and densities come from the Dyson equation of `masked_extremes`, solved to many digits at
Chebyshev points (`banded`). That all masses add up to 1 is checked when a law is made; that
the distribution function is the one of the logarithmic potential, which needs no quadrature, is checked by
tests.

The Dyson equation of masked matrices, (q, s) at x, and its bands: in float64, then to many digits.

With a = variance, P = 1 + d^2 q, Y = e^2 s - x the two equations of `masked_extremes` say that

    Phi = sum p (log P + log(Y + t^2/P)) - q s/a

is stationary in q and s, and dPhi/dx = - sum p P/(t^2 + P Y) is minus the Stieltjes transform of the spectrum
of B'B. So Phi is its logarithmic potential, and the distribution function is -Im Phi(x + i0)/pi, which needs
no quadrature. Above the real line Im P > 0, Im Y < 0 and Im t^2/P < 0: principal logarithms are continuous.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import Any

import numpy as np
from flint import acb, arb, ctx

from perturb.laws.distributions.banded import Band, band
from perturb.laws.distributions.evaluate import check_order
from perturb.laws.distributions.masked_extremes import masked_edges, masked_groups
from perturb.laws.distributions.protocol import exactly
from perturb.laws.distributions.tabled import TabledDistribution, jumps
from perturb.types import ComplexArray, FloatArray, Function

ALIKE = 1e-12  # masses by quadrature and by the potential
Gap = tuple[float, float]


@dataclass(frozen=True)
class MaskedSingularValues(TabledDistribution):
    """The limit of all n singular values of (D_1 W + I) D, D_1 and D masks of ReLU or of leaky ReLU.

    Made by `masked_singular_values`, which see. The error of the cdf is absolute, in the tails too: an end of
    a band is a float beside an algebraic number, so that at a distance u from an end h the mass is known to
    a relative 3e-16 h/u or so, and no `tail_error` holds down to 1e-60.
    """

    r: float
    kept_in: float
    kept_out: float
    overlap: float
    slope: float

    cdf_error = 1e-14

    @property
    def name(self) -> str:
        given = ", ".join(f"{field.name} = {exactly(getattr(self, field.name))}" for field in fields(self))
        return f"singular values of (D_1 W + I) D, {given}"

    @property
    def latex(self) -> str:
        masks = ", ".join(exactly(x) for x in (self.kept_in, self.kept_out, self.overlap, self.slope))
        return rf"s((D_1 W_{{{exactly(self.r)}}} + I)\,D;\ {masks})"

    @cached_property
    def model(self) -> Model:
        p, d, e = masked_groups(self.kept_in, self.kept_out, self.overlap, self.slope)
        fractions, rows, columns = (tuple(float(x) for x in value) for value in (p, d**2, e**2))
        return Model(fractions, rows, columns, columns, 1 / (8 * self.r**2))

    @property
    def atoms(self) -> tuple[tuple[float, float], ...]:
        """At 0 what D deletes; at 1 the inputs that no noisy row reaches. None unless the slope is 0."""
        if self.slope != 0:
            return ()
        alone = self.kept_in - self.overlap - self.kept_out
        found = ((0.0, 1 - self.kept_in), (1.0, alone))
        return tuple((at, mass) for at, mass in found if mass > 1e-15)

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """In order; ArithmeticError where they cannot be told apart or the masses are not all."""
        found = []
        with precise():
            for low, high in band_ends(self.model, *self._outer()):
                found.append(self._band(low, high))
        total = sum(one.mass for one in found) + sum(mass for _, mass in self.atoms)
        if not abs(total - 1) < ALIKE:
            raise ArithmeticError(f"{self.name}: bands have the mass {total}; one is too thin to be seen")
        return tuple(found)

    def _outer(self) -> Gap:
        ends = masked_edges(self.r, self.kept_in, self.kept_out, self.overlap, self.slope)
        return ends[0].x, ends[1].x

    def _band(self, low: arb | None, high: arb) -> Band:
        model, top = self.model, high.sqrt()
        bottom = arb(0) if low is None else low.sqrt()

        def rooted(v: arb) -> arb:
            return (top - v).sqrt() * (arb(1) if low is None else (v - bottom).sqrt())

        def smooth(v: FloatArray) -> FloatArray:
            q, s = model.solved(v**2)
            out = np.empty_like(v)
            for k, at in enumerate(v):
                V = arb(float(at))
                found = model.stieltjes(*model.exactly(V * V, complex(q[k]), complex(s[k])), V * V)
                out[k] = float(2 * V * found.imag / arb.pi() / rooted(V))
            return out

        return band(float(bottom), float(top), low is not None, smooth)

    @cached_property
    def levels(self) -> tuple[tuple[float, float], ...]:
        level, last, found = 0.0, -inf, list[tuple[float, float]]()
        for one in self.bands:
            level += self._between(last, one.low)
            inner = one.parts(np.array(one.cuts[1:-1]))[0] + level
            found += pairwise([level, *inner.tolist(), level + one.mass])
            level, last = level + one.mass, one.low
        return (*found[:-1], (found[-1][0], 1.0))

    def _between(self, low: float, high: float) -> float:
        return sum(mass for at, mass in self.atoms if low < at <= high)

    @property
    def support(self) -> tuple[float, float]:
        places = [at for at, _ in self.atoms]
        return min([self.bands[0].low, *places]), max([self.bands[-1].high, *places])

    @property
    def ends(self) -> tuple[float, float]:
        low = self.bands[0]
        return (0.0 if low.edge else float(low.pdf(np.zeros(1))[0])), 0.0

    @property
    def kinks(self) -> tuple[float, ...]:
        low, high = self.support
        return tuple(z for one in self.bands for z in (one.low, one.high) if low < z < high)

    @cached_property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """Bands, cut where their panels are narrow: there the tables are fine."""
        return tuple(piece for one in self.bands for piece in pairwise(one.cuts))

    def moment(self, order: int) -> float:
        """E X^order, panel by panel."""
        check_order(order)
        panels = (panel for one in self.bands for panel in one.panels)
        whole = sum(panel.integral(lambda v: v**order) for panel in panels)
        return float(whole + sum(mass * at**order for at, mass in self.atoms))

    def var(self) -> float:
        return self.moment(2) - self.mean() ** 2

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._beside_jumps("ppf", super()._ppf, q)

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._beside_jumps("isf", super()._isf, q)

    def _beside_jumps(self, method: str, inverse: Function, q: FloatArray) -> FloatArray:
        """Levels inside the jump of an atom are put in their place: no search finds it exactly."""
        out, left = np.empty_like(q), np.ones(q.shape, dtype=bool)
        for jump in jumps(self, method):
            there = (jump.first <= q) & (q <= jump.last)
            out[there], left = jump.value, left & ~there
        out[left] = inverse(q[left]) if left.any() else []
        return out

    def _pdf(self, x: FloatArray) -> FloatArray:
        out = np.zeros_like(x)
        for one in self.bands:
            inside = (one.low < x) & (x < one.high)
            out[inside] = one.pdf(x[inside])
        return out

    def _cdf(self, x: FloatArray) -> FloatArray:
        out = np.zeros_like(x)
        for at, mass in self.atoms:
            out += mass * (x >= at)
        return self._with_bands(x, out, 0)

    def _sf(self, x: FloatArray) -> FloatArray:
        out = np.zeros_like(x)
        for at, mass in self.atoms:
            out += mass * (x < at)
        return self._with_bands(x, out, 1)

    def _with_bands(self, x: FloatArray, out: FloatArray, side: int) -> FloatArray:
        for one in self.bands:
            inside = (one.low < x) & (x < one.high)
            out[(x <= one.low) if side else (x >= one.high)] += one.mass
            out[inside] += one.parts(x[inside])[side]
        return out


def masked_singular_values(
    r: float, kept_in: float, kept_out: float, overlap: float | None = None, slope: float = 0.0
) -> MaskedSingularValues:
    """The limit of all n singular values of (D_1 W + I) D; arguments and model of `masked_limits`.

    With slope 0 there is an atom of 1 - kept_in at 0, and one of kept_in - overlap - kept_out at 1 if that is
    positive: inputs that only the link passes on. Leaky masks have up to two bands, near 1 and near |slope|.
    ValueError as for `masked_limits`, for kept_out = slope = 0, where no noise is left, and where a gap is
    about to close or to open, so that the density has no settled form at its end.
    """
    both = kept_in * kept_out if overlap is None else overlap
    masked_edges(r, kept_in, kept_out, both, slope)
    if kept_out == slope == 0:
        raise ValueError(f"kept_out = {kept_out} with slope = {slope}: no noise is left, and no density")
    found = MaskedSingularValues(float(r), float(kept_in), float(kept_out), float(both), float(slope))
    try:
        found.bands  # noqa: B018
    except ArithmeticError as error:
        raise ValueError(str(error)) from None
    return found


DIGITS = 200  # bits
SLOW, LAST = 60, 12  # fixed-point steps far up; steps of Newton's method at the end
STEPS = ((0.6, 3), (0.85, 5))  # heights on the way down, and steps at each
FAR, LOW = 8.0, 1e-15  # heights, in units of the squared norm
GRID, PARTS, CLOSER = 1200, 33, 2  # points at which bands are looked for; then between two of them, again
ASIDE = 1e-4
INSIDE = 1e-7  # of the largest density seen: less is outside


@dataclass(frozen=True)
class Model:
    """Groups of indices: fractions p of sum 1, squares of d, e, t, as in `masked_extremes`; variance a."""

    p: tuple[float, ...]
    d: tuple[float, ...]
    e: tuple[float, ...]
    t: tuple[float, ...]
    a: float

    @property
    def scale(self) -> float:
        """Above the spectrum, but not far."""
        noise = 2 * sqrt(self.a * max(self.d) * max(self.e))
        return max(self.t) + noise**2 + 2 * noise * sqrt(max(self.t))

    def equations(self, q: Any, s: Any, x: Any) -> tuple[Any, ...]:
        """Both sides' differences f, g and their derivatives f_q = g_s, f_s, g_q; then f_x, g_x."""
        f, g, same, f_s, g_q, f_x, g_x = q, s, 1, 0, 0, 0, 0
        for p, d, e, t in zip(self.p, self.d, self.e, self.t, strict=True):
            P, Y, weight = 1 + d * q, e * s - x, self.a * p
            over = 1 / (t + P * Y)
            P, Y, mixed = P * over, Y * over, t * over * over
            f, g = f - weight * e * P, g - weight * d * Y
            same = same - weight * d * e * mixed
            f_s, g_q = f_s + weight * (e * P) * (e * P), g_q + weight * (d * Y) * (d * Y)
            f_x, g_x = f_x - weight * e * P * P, g_x + weight * d * mixed
        return f, g, same, f_s, g_q, f_x, g_x

    def stieltjes(self, q: Any, s: Any, x: Any) -> Any:
        """Of the distribution of all n eigenvalues of B'B."""
        found = 0
        for p, d, e, t in zip(self.p, self.d, self.e, self.t, strict=True):
            P = 1 + d * q
            found = found + p * P / (t + P * (e * s - x))
        return found

    def below(self, q: complex, s: complex, x: float) -> float:
        """The distribution function of B'B at x, outside atoms."""
        found = -(q * s).imag / self.a
        for p, d, e, t in zip(self.p, self.d, self.e, self.t, strict=True):
            P = 1 + d * q
            found += p * (np.angle(P) + np.angle(_under(e * s - x) + _under(t / P)))
        return float(-found / np.pi)

    def solved(self, x: FloatArray) -> tuple[ComplexArray, ComplexArray]:
        """q and s at x + i0, x > 0, not close to an edge, nor at an atom; again and slower where Im q is not
        positive, which is so in gaps, but also where a step led to another root.
        """
        q, s = self._descended(x, *STEPS[0])
        again = np.flatnonzero(~(q.imag > 0))
        if again.size:
            q[again], s[again] = self._descended(x[again], *STEPS[1])
        return q, s

    def _descended(self, x: FloatArray, down: float, fast: int) -> tuple[ComplexArray, ComplexArray]:
        """From far above on straight lines down."""
        scale, height = self.scale, FAR * self.scale
        z = x + 1j * height
        q = np.zeros_like(z)
        s = np.zeros_like(z)
        for _ in range(SLOW):
            f, g = self.equations(q, s, z)[:2]
            q, s = q - f, s - g
        with np.errstate(all="ignore"):
            while height > LOW * min(scale, float(x.min(initial=scale)) / LOW**0.5):
                height *= down
                q, s = self._newton(q, s, x + 1j * height, fast)
            return self._newton(q, s, x + 0j, LAST)

    def _newton(self, q: Any, s: Any, z: Any, steps: int) -> tuple[Any, Any]:
        for _ in range(steps):
            f, g, same, f_s, g_q, *_ = self.equations(q, s, z)
            det = same * same - f_s * g_q
            q, s = q - (f * same - g * f_s) / det, s - (g * same - f * g_q) / det
        return q, s

    def exactly(self, x: arb, q: complex, s: complex) -> tuple[acb, acb]:
        """q and s at a real x inside a band, from what float64 has; to about DIGITS bits, not certified."""
        now, other, z = acb(q), acb(s), acb(x)
        for _ in range(LAST):
            old = now
            now, other = (value.mid() for value in self._newton(now, other, z, 1))
            if abs(now - old) < abs(now) * arb(2) ** (-DIGITS // 2 - 10):
                break
        now, other = self._newton(now, other, z, 1)
        return now.mid(), other.mid()

    def path(self, q: Any, s: Any, x: Any) -> tuple[Any, Any, Any]:
        """At a real q the real s and x, by Newton's method; and dx/dq along the curve."""
        for _ in range(LAST):
            f, g, same, f_s, g_q, f_x, g_x = self.equations(q, s, x)
            det = f_s * g_x - same * f_x
            s, x = s + (f_x * g - g_x * f) / det, x + (same * f - f_s * g) / det
            if isinstance(s, arb):
                s, x = s.mid(), x.mid()
        _, _, same, f_s, g_q, f_x, g_x = self.equations(q, s, x)
        return s, x, (same * same - g_q * f_s) / (f_s * g_x - same * f_x)

    def edge(self, q: float, s: float, x: float) -> arb:
        """Where dx/dq = 0, from nearby, to many digits; not certified."""
        Q, S, X, h = arb(q), arb(s), arb(x), arb(2) ** (-DIGITS // 3)
        for _ in range(LAST):
            S, X, rise = self.path(Q, S, X)
            bend = (self.path(Q + h, S, X)[2] - self.path(Q - h, S, X)[2]) / (2 * h)
            Q = (Q - rise / bend).mid()
        found: arb = self.path(Q, S, X)[1]
        return found


def precise() -> Any:
    return ctx.workprec(DIGITS)


def _under(z: complex) -> complex:
    """On the lower side of the cut, where an imaginary part is 0 or a rounding above it."""
    return complex(z.real, min(z.imag, -5e-324))


def density_of(model: Model, v: FloatArray) -> FloatArray:
    """Of singular values, outside atoms, in float64."""
    q, s = model.solved(v**2)
    return np.asarray(2 * v * model.stieltjes(q, s, v**2).imag / np.pi)


def band_ends(model: Model, lowest: float, highest: float) -> list[tuple[arb | None, arb]]:
    """The ends of the bands of B'B, in order; None for a band that begins at 0 without an edge."""
    v = np.linspace(sqrt(lowest), sqrt(highest), GRID + 2)
    v[0], v[-1] = v[0] * (1 - ASIDE) + (v[0] == 0) * v[1] / 8, v[-1] * (1 + ASIDE)
    density = density_of(model, v)
    limit = INSIDE * np.nanmax(density)
    inside = density > limit
    turns = np.flatnonzero(np.diff(inside.astype(int)))
    out = np.where(inside[turns], v[turns + 1], v[turns])
    into = np.where(inside[turns], v[turns], v[turns + 1])
    for _ in range(CLOSER):
        between = out[:, None] + (into - out)[:, None] * np.linspace(0, 1, PARTS)
        within = density_of(model, between.ravel()).reshape(between.shape) > limit
        first, row = within.argmax(axis=1), np.arange(len(out))
        out, into = between[row, first - 1], between[row, first]
    q, s = model.solved(into**2)
    ends: list[arb | None] = [
        model.edge(float(a.real), float(b.real), float(x)) for a, b, x in zip(q, s, into**2, strict=True)
    ]
    if inside[0]:
        ends.insert(0, None)
    values = [-1.0 if end is None else float(end) for end in ends]
    if len(values) % 2 or not (np.isfinite(values).all() and (np.diff(values) > 0).all()):
        raise ArithmeticError("the ends of the bands are not settled: a gap is about to close or to open")
    return list(zip(ends[::2], ends[1::2], strict=True))  # type: ignore[arg-type]
