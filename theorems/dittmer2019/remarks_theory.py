"""Sections I to III: definitions, and what they take for granted."""

from __future__ import annotations

from perturb import remark
from theorems.dittmer2019 import DITTMER

REMARKS = [
    remark(
        DITTMER,
        "eq-1",
        "eq-1.relu",
        "def-1.hom",
        "def-1.space",
        "def-curve.def",
        "eq-11.11",
        "eq-14",
        kind="definition",
        reason="Notation; nothing is asserted.",
    ),
    remark(
        DITTMER,
        "rem-7.err",
        "lem-5.end-a",
        kind="definition",
        reason="(2) in words, or once more.",
        depends=["eq-2"],
    ),
    remark(
        DITTMER,
        "eq-4.general",
        "rem-8.ext",
        kind="definition",
        reason="A way to define singular values of other operators; rank still needs linear competitors.",
        seen_by=["rem-8.lem5"],
    ),
    remark(
        DITTMER,
        "eq-2",
        "def-3.a",
        kind="existence",
        reason="The minimum exists, which the definition takes for granted: |Lx|^2 is the sum of the "
        "squares of ReLU(Lx) and of ReLU(-Lx), so the distance of the layers is at least |L|/sqrt(2) "
        "- |A|; it grows with L, is continuous, and the matrices of rank at most k are a closed set.",
        seen_by=["values.coercive", "eq-15.norm"],
    ),
    remark(
        DITTMER,
        "def-3.b",
        kind="definition",
        reason="The difference of two nonnegatively homogeneous operators is one, so (6) applies to it.",
        depends=["def-2.6", "def-1.relu"],
    ),
    remark(
        DITTMER,
        "def-3.7",
        kind="existence",
        reason="A matrix of rank at most k competes for k + 1 too (k + 1 < min(m, n)). For two columns it is "
        "examined with the values themselves.",
        seen_by=["lem-5.main~values"],
        depends=["def-3.a"],
    ),
    remark(
        DITTMER,
        "def-3.intract",
        kind="qualitative",
        reason="No statement on complexity is made. s_0 is NP-hard to compute: for AA' = J - kB + kd I, B "
        "the adjacency matrix of a graph of degree at most d, it tells whether k + 1 vertices are "
        "independent (Motzkin and Straus). The linear singular values give every s_k up to a factor sqrt(2).",
        seen_by=["lem-5.main~kernel"],
    ),
    remark(
        DITTMER,
        "lem-5.tighter",
        "eq-9-10.approx",
        kind="qualitative",
        reason="What (10) reports is no bound, because X is finite; the text calls it an approximation.",
        seen_by=["eq-9-10.upper", "eq-9-10.upper~corrected"],
    ),
    remark(
        DITTMER,
        "rem-6.svd",
        kind="qualitative",
        reason="Says that no decomposition is known to the authors. None is examined here.",
    ),
    remark(
        DITTMER,
        "rem-6.seq",
        kind="existence",
        reason="The operators exist, as the minimum does; they need not be unique, so the sequence is a "
        "choice.",
        depends=["def-3.a"],
    ),
    remark(
        DITTMER,
        "eq-9",
        kind="existence",
        reason="The arg min need not exist: on three points the infimum over rank 1 is 0 and is not "
        "attained.",
        seen_by=["three-points.near", "three-points.never"],
    ),
    remark(
        DITTMER,
        "eq-9-10.stronger",
        kind="existence",
        reason="False for the exact minimiser of (9) too, which minimises a sum while (10) is a maximum. "
        "A = diag(1, 2), sigma_1 = 1; X has N points near (1, 0), N near (0.6, -0.8), and (0.6, "
        "0.8). L = diag(1, 0) has the sum 64/25 up to the nearness, so the best L = wm' has errors "
        "of the order 1/sqrt(N) at points of both groups; then, with w_1 = 1, m is near (1, 0) and "
        "w_2 at most of that order, so that the error at (0.6, 0.8) is near 1.6. (Computed: 1.58 at "
        "N = 20.)",
        seen_by=["sum-and-maximum", "eq-9-10.stronger~random-start"],
        depends=["eq-9", "eq-10"],
    ),
    remark(
        DITTMER,
        "eq-9.opt",
        "eq-10.search",
        "eq-9-10.params",
        kind="definition",
        reason="How (9) and (10) are computed. Size and law of X, steps, rates and restarts are not "
        "given; the numbers that (10) reports depend on all of them.",
    ),
    remark(
        DITTMER,
        "eq-9-10.cost",
        "eq-9-10.dim",
        kind="qualitative",
        reason="No quantity is named. An eps-net of the sphere has about (1/eps)^(n-1) points; what "
        "Section III changes is the set over which the maximum is taken, not its approximation.",
        seen_by=["eq-9-10.upper~corrected"],
    ),
    remark(
        DITTMER,
        "eq-9-10.act",
        kind="qualitative",
        reason="Smaller by a factor of at most sqrt(2), as sigma_k/sqrt(2) <= s_k; and with s_0 <= sigma_0 "
        "also s_0/s_k <= sqrt(2) sigma_0/sigma_k: the decay is at most that much steeper.",
        seen_by=["lem-5.main", "lem-5.main~kernel"],
    ),
    remark(
        DITTMER,
        "eq-9-10.lower",
        "num-lower",
        kind="empirical",
        reason="Seen in Figure 2 on values of (10), which are no bounds. What is certain: s_k is between "
        "sigma_k/sqrt(2) and sigma_k, for every k. Certified values of random 4 x 4 matrices are drawn in "
        "place of Figure 2.",
        seen_by=["lem-5.main", "lem-5.main~kernel"],
    ),
    remark(
        DITTMER,
        "eq-11.most",
        "eq-11.data",
        kind="qualitative",
        reason="Of layers and data in practice; nothing is asserted that a matrix could decide.",
    ),
    remark(
        DITTMER,
        "def-9.12",
        kind="definition",
        reason="The maximum exists for compact X; for other X of R^n, supremum is meant.",
    ),
    remark(
        DITTMER,
        "def-9.13",
        kind="existence",
        reason="The minimum need not exist: on three unit vectors, with b = 0, the infimum s_{1,X} is 0 "
        "and is not attained. On the ball it is attained, on a finite set infimum has to be read.",
        seen_by=["three-points.near", "three-points.never", "data.attained", "data.few"],
    ),
    remark(
        DITTMER,
        "def-9.notnorm",
        kind="existence",
        reason="True: it is the maximum norm of the restriction to X, hence a seminorm, and 0 for a "
        "layer that is 0 on X.",
        seen_by=["eq-11.notrep"],
    ),
]
