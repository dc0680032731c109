"""What the theorems say about one layer: with ReLU, under masks, and beside random matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.networks.weights.auditing import AuditedLayer
from perturb.networks.weights.composition import Layer
from perturb.networks.weights.laws import Laws, laws
from perturb.networks.weights.masks import MOST, Masked, with_skip, without_skip
from perturb.networks.weights.relu_layer import ReluLayer, relu_layer
from perturb.networks.weights.slopes import is_relu
from perturb.networks.weights.threads import one_thread
from perturb.networks.weights.values import Values, skew, values
from perturb.types import BoolArray, FloatArray


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
