"""What the theorems say about one layer: with ReLU, under masks, and beside random matrices.

Of a weight matrix with ReLU behind it: its ReLU singular values and the mean width of its image. S. Dittmer,
E. J. King and P. Maass, Singular values for ReLU layers (2019): s_k of x -> ReLU(Ax) is the least distance
on the unit ball to layers of rank k, and the Gaussian mean width Omega measures the image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import ctx, fmpq

from perturb.enclosure import Enclosure
from perturb.laws.ensembles.certified import UP, U
from perturb.networks.machine import one_thread
from perturb.networks.relu.directions import enclosed, mean_positive_norm
from perturb.networks.relu.linear_operators import BITS, mean_length
from perturb.networks.relu.norm import ROWS_LIMIT, relu_norm
from perturb.networks.relu.width import relu_width
from perturb.networks.weights.auditing import AuditedLayer
from perturb.networks.weights.composition import Layer, is_relu
from perturb.networks.weights.laws import Laws, laws
from perturb.networks.weights.masks import MOST, Masked, with_skip, without_skip
from perturb.networks.weights.values import Values, fmpq_of, skew, values
from perturb.types import BoolArray, FloatArray

STEPS = 60
STARTS = 8
SMALL = 24  # rows and columns up to which directions are drawn for the width
WIDE = 400  # columns beyond which a layer of few rows is not handed to the exact search
DRAWS, RISK = 100, 1e-6
FAR = 200  # powers of 2


@dataclass(frozen=True, eq=False)
class ReluLayer:
    """Of x -> ReLU(Ax) on the unit ball, without the bias.

    norm           s_0, the largest |ReLU(Ax)|
    bounds         of s_0, s_1, ..., one for each singular value of A
    linear_width   Omega(A), the mean width of the image without ReLU, in a ball
    width          Omega(ReLU(A.)), certified
    sampled        the same in a band that covers with probability 1 - alpha; None where nothing was drawn
    """

    norm: Enclosure
    bounds: tuple[Enclosure, ...]
    linear_width: Enclosure
    width: Enclosure
    sampled: Enclosure | None = None


def relu_layer(A: FloatArray, found: Values, seed: int = 0) -> ReluLayer:
    """What ReLU leaves of A, shape (m, n), whose singular values are `found`.

    s_k lies between s_(k+1) / sqrt 2 and s_(k+1); s_0 is found exactly, to rounding, for at most 20 rows, and
    has a better lower end beyond. The width lies between Omega(A) / 2 and min(Omega(A), 2 p_m s_1), as proved
    in `perturb.networks.relu.width.relu_width_bounds`; for at most 24 rows and columns there is a band as
    well.
    """
    bounds = tuple(found.relu)
    norm = _norm(A, bounds[0])
    linear = linear_width(found)
    small = max(A.shape) <= SMALL and 1e-100 < _largest_entry(A) < 1e100
    rng = np.random.default_rng([seed, *A.shape])
    sampled = relu_width(A, draws=DRAWS, alpha=RISK, rng=rng) if small else None
    return ReluLayer(norm, (norm, *bounds[1:]), linear, _width(found, linear), sampled)


def linear_width(found: Values) -> Enclosure:
    """Omega(A) = 2 E |A'g| = 2 E sqrt(sum s_i^2 g_i^2).

    Proof of the ends: the mean increases with every s_i, and each lies between its ends.
    """
    with ctx.workprec(BITS):
        low, high = (enclosed(2 * mean_length(np.asarray(s))) for s in (found.low, found.high))
    return Enclosure(low.lo, high.hi, trusts=frozenset({"weyl", "ostrowski", "trapezoidal rule"}))


def _width(found: Values, linear: Enclosure) -> Enclosure:
    low, top = (linear.lo or fmpq(0)) / 2, mean_positive_norm(found.shape[0]).hi
    assert top is not None
    tops = [x for x in (linear.hi, 2 * top * fmpq_of(float(found.high[0]))) if x is not None]
    trusts = linear.trusts | {"Sudakov-Fernique"}
    return Enclosure(low, max(min(tops), low) if tops else None, trusts=trusts)


def _norm(A: FloatArray, known: Enclosure) -> Enclosure:
    """s_0 within `known`, [s_1 / sqrt 2, s_1]."""
    if not A.any():
        return Enclosure(fmpq(0), fmpq(0))
    if len(A) <= ROWS_LIMIT and A.shape[1] <= WIDE:
        other = relu_norm(A)
    else:
        other = Enclosure(fmpq_of(_attained(A)), None)
    lows = [x for x in (known.lo, other.lo) if x is not None]
    tops = [x for x in (known.hi, other.hi) if x is not None]
    return Enclosure(max(lows), max(min(tops), max(lows)) if tops else None, trusts=known.trusts)


def _attained(A: FloatArray) -> float:
    """A certified lower bound of s_0, by a y >= 0 that y <- ReLU(AA'y) made large.

    Proof: |ReLU(u)| >= y'u / |y| for y >= 0, so that x = A'y / |A'y| has |ReLU(Ax)| >= |A'y| / |y|. Computed,
    A'y errs by at most g_m |A|_F |y|, g_m = mu / (1 - mu) (Higham, (3.13)), and each norm by a part below
    2^-16, which UP covers.
    """
    m, n = A.shape
    power = int(np.frexp(_largest_entry(A))[1])
    power = power if abs(power) > FAR else 0
    B = np.ldexp(A, -power) if power else A  # a copy only where squares would leave the range of floats
    Y = np.maximum(np.random.default_rng([m, n]).standard_normal((STARTS, n)) @ B.T, 0)
    Y = np.concatenate([Y, np.maximum(B[np.argmax(np.einsum("ij,ij->i", B, B))] @ B.T, 0)[None]])
    Y = Y[Y.any(axis=1)]
    for _ in range(STEPS):
        Y = np.maximum((Y @ B) @ B.T, 0)
        Y /= Y.max(axis=1, keepdims=True)
    image = Y @ B
    lengths, sizes = np.sqrt(np.square(image).sum(axis=1)), np.sqrt(np.square(Y).sum(axis=1))
    best = int(np.argmax(lengths / sizes))
    off = UP**2 * (m + 2) * U * float(np.linalg.norm(B)) * float(sizes[best])
    least = (float(lengths[best]) / UP - off) / (float(sizes[best]) * UP)
    return max(float(np.ldexp(least, power)), 0.0)


def _largest_entry(A: FloatArray) -> float:
    return max(float(A.max()), -float(A.min()))


@dataclass(frozen=True, eq=False)
class LayerTheory:
    """`masked` is None for a convolution, whose activations are not one number a row of the kernel; it and
    `relu` are where an activation is known that is not ReLU. `omitted` says in words what was left out.
    """

    name: str
    relu: ReluLayer | None
    masked: Masked | None
    laws: Laws | None
    omitted: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """Plain values, for a table."""
        row: dict[str, Any] = {"layer": self.name}
        if self.relu is not None:
            for name, x in (
                ("relu_s_0", self.relu.norm),
                ("linear_width", self.relu.linear_width),
                ("relu_width", self.relu.width),
            ):
                row[f"{name}_low"], row[f"{name}_high"] = x.floats
        for side, name in (("rows", "kappa_DA"), ("columns", "kappa_MD")):
            cases = () if self.masked is None else self.masked.cases
            worst = [case.truth.lo for case in cases if case.deleted == side and case.m]
            if any(x is not None for x in worst):
                row[f"{name}_worst_seen"] = float(max(x for x in worst if x is not None))
        return row | ({} if self.laws is None else _laws(self.laws))


def _laws(found: Laws) -> dict[str, Any]:
    row: dict[str, Any] = {"mp_p": found.p_distance, "largest_p": found.p_largest}
    row |= {"outliers_band_low": found.outliers[0], "outliers_band_high": found.outliers[1]}
    if found.tail is None:
        return row
    tail = found.tail
    row |= {"power_exponent": tail.fit.exponent, "power_tail_count": tail.fit.count}
    row |= {"power_usual_low": tail.usual[0], "power_usual_high": tail.usual[1], "power_p": tail.heavier}
    row |= {"power_goodness_p": tail.goodness, "lognormal_ratio": tail.lognormal.ratio}
    return row | {"lognormal_p": tail.lognormal.p, "tail": tail.verdict}


@one_thread()
def layer_theory(
    layer: Layer,
    audited: AuditedLayer,
    behind: BoolArray | None = None,
    ahead: BoolArray | None = None,
    before: str | None = None,
    seed: int = 0,
) -> LayerTheory:
    """Of a layer that was audited; its matrix is read once more. `before` is the activation before it.

    `behind` are the masks of data behind it, shape (N, m), `ahead` those of the layer before it, (N, n).
    """
    A = layer.load()
    dense = layer.convolution is None
    omitted = [] if dense else ["a kernel: what ReLU does is said of one patch, masks are left out"]
    if dense and max(A.shape) > MOST:
        omitted.append(f"masks: a side is beyond {MOST}")
    found = laws(audited.values, audited.bulk)
    if found is None:
        omitted.append("tests against random matrices: too few values, too many zeros, or too many to draw")
    if not layer.known:
        omitted.append("role unknown: what ReLU does behind a map, and masks, are left out")
        return LayerTheory(layer.name, None, None, found, tuple(omitted))
    own, gate = layer.activation, layer.activation if layer.skip is None else before
    if not is_relu(own):
        omitted.append(f"{own} behind it: what is said of ReLU, its singular values and widths, is left out")
    if not is_relu(gate) and dense:
        omitted.append(
            f"{gate} {'behind' if layer.skip is None else 'before'} it: masks of ReLU are left out"
        )
    masked = _masked(A, layer, audited, (behind, ahead), seed) if dense and is_relu(gate) else None
    relu = relu_layer(A, audited.values, seed) if is_relu(own) else None
    return LayerTheory(layer.name, relu, masked, found, tuple(omitted))


def _masked(
    A: FloatArray,
    layer: Layer,
    audited: AuditedLayer,
    visited: tuple[BoolArray | None, BoolArray | None],
    seed: int,
) -> Masked:
    """With its skip; a square layer without one as if it had rho = 1, since the bounds ask for one."""
    if audited.skip is not None:
        own = (audited.values, audited.skip.values, audited.skip.tau)
        return with_skip(A, audited.skip.rho, own, False, visited[1], seed)
    if A.shape[0] != A.shape[1] or len(A) > MOST:
        return without_skip(A, audited.values, visited[0], seed)
    S = A + np.eye(len(A))
    both = values(S)
    off = 2.0**-52 * float(np.abs(np.diagonal(S)).max())  # what the sum rounds away, by Weyl's inequality
    wider = Values(both.shape, both.values, both.radius + off, both.norm)
    own = (audited.values, wider, skew(A))
    bare = without_skip(A, audited.values, visited[0], seed)
    supposed = with_skip(A, 1.0, own, True, None, seed)
    return Masked(1.0, True, (*bare.cases, *supposed.cases))
