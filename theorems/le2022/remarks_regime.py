"""Section 4.1 and Claims 1, 2: the stable sign regime, and what directional convergence implies."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        *("asm-1.main", "asm-1.wlog", "asm-2.main"),
        kind="definition",
        reason="Assumptions. The first allows weights that stay 0. (4) and (7) need neither, so that no "
        "t_0 has to be waited for: their constants are those of the initialization.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        *("asm-2.implies", "claim-1.main", "claim-1.time"),
        kind="asymptotic",
        reason="True: from some time on the direction is in the ball, where all signs are those of the "
        "limit.",
        seen_by=["claim-1.ball", "claim-1.ball~sharpened"],
    ),
    remark(
        LE,
        "asm-2.known",
        kind="asymptotic",
        reason="Quoted, for homogeneous networks; ResNetIdentity is none.",
    ),
    remark(
        LE,
        "asm-2.second",
        kind="asymptotic",
        reason="True of curves: (t, exp(-t) sin t). Whether a gradient flow does so is not shown.",
    ),
    remark(
        LE,
        "asm-2.pointwise",
        kind="asymptotic",
        reason="True: a convergent curve is bounded. It is about the losses named, on data that are fitted.",
    ),
    remark(
        LE,
        "asm-2.reduce",
        kind="qualitative",
        reason="Not immediate: the limit may lie on a boundary. The flow of (5)'s counterexample "
        "converges, and one neuron has pre-activation 0 from some time on without being linear.",
        seen_by=["lem-2.5"],
    ),
    remark(
        LE,
        "asm-2.convex",
        kind="qualitative",
        reason="True of weights: for f = rho(1 - ab) the positive (a, b) with ab < 1 hold (3, 1/4) and "
        "(1/4, 3), and not their midpoint. In the inputs x the set of one activation pattern is convex, "
        "for any network.",
    ),
    remark(
        LE,
        "rem-stable.fix",
        kind="existence",
        reason="True if no weight is 0: nu = mu o h with one mu near w.",
        depends=["lem-1.fixed"],
    ),
    remark(
        LE,
        *("rem-stable.degree", "rem-stable.tensor"),
        kind="existence",
        reason="True: an acyclic graph has no path with an edge twice, and a path of a fully-connected "
        "network is a choice of one neuron in each of V_1 to V_(L+1). Weights that are shared between "
        "layers would have higher degrees.",
    ),
    remark(
        LE,
        "claim-2.cross",
        kind="existence",
        reason="Does not follow: f is a curve, and no risk is shown of which it is a gradient flow. That "
        "such a flow may cross a boundary infinitely often is not proved.",
        depends=["claim-2.main"],
    ),
]
