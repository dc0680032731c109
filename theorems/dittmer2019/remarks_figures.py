"""Figures, Table I, and the slides without a claim of their own."""

from __future__ import annotations

from perturb import remark
from theorems.dittmer2019 import DITTMER

REMARKS = [
    remark(
        DITTMER,
        "fig-2.setup",
        "fig-2.claim",
        kind="empirical",
        reason="Values of (10) for 4 x 4 matrices whose laws are not legible. Certified intervals for "
        "matrices of four laws are drawn in its place; no s_k is below sigma_k/sqrt(2).",
        seen_by=["lem-5.main", "lem-5.main~kernel", "eq-9-10.upper"],
    ),
    remark(
        DITTMER,
        "fig-2.notgiven",
        "fig-3.net",
        "fig-3.sets",
        "tab-1.caption",
        "tab-1.entries",
        "fig-4.axes",
        "fig-4.lines",
        "fig-4.smooth",
        "fig-6-15.net",
        "fig-6-15.panels",
        "fig-6-15.lines",
        "fig-6-15.boston",
        "fig-6-15.notgiven",
        kind="definition",
        reason="How networks were trained and drawn; nothing is asserted. Hyperparameters, sizes of sets and "
        "smoothing are not legible or not given; those of the figures drawn here stand beside them.",
    ),
    remark(
        DITTMER,
        "fig-3.a",
        "fig-3.b",
        "fig-3.c",
        "fig-3.d",
        "fig-4.a",
        "fig-4.b",
        kind="empirical",
        reason="Pictures of two trained networks, on HTRU2 and MNIST, which have to be downloaded. "
        "Drawn in the same way, "
        "with certified bounds and bands, for breast cancer and digits: the figures fig-3-trained and "
        "fig-4-trained under Simulations.",
        seen_by=["def-9.numerics"],
    ),
    remark(
        DITTMER,
        "fig-4.input",
        kind="empirical",
        reason="Said of the data of two networks, on average. Where the inputs of correctly classified data "
        "are wider already, what differs in a layer is not its doing alone: the figure thirty-networks shows "
        "the ratio of the widths from the inputs to the last layer.",
    ),
    remark(
        DITTMER,
        "fig-5.a",
        "fig-5.b",
        "fig-5.setup",
        kind="empirical",
        reason="Runs on CIFAR-10 and MNIST, which have to be downloaded. The same at the printed size on "
        "Fashion-MNIST, and for digits, is the figure fig-5-trained: for five sixths of the steps the "
        "accuracy is as constant as printed, and so is that of a truncated SVD or of weights pruned "
        "by their size, when they are retrained as often.",
        seen_by=["alg-hp.step-3", "alg-hp.step-3one"],
    ),
    remark(
        DITTMER,
        *(f"fig-{k}" for k in range(6, 16)),
        kind="empirical",
        reason="More pictures of the same kind. Figures 8 and 9 are drawn anew, of networks of the printed "
        "widths on all of Fashion MNIST; in place of Boston housing (which scikit-learn has dropped), HTRU2 "
        "and MNIST (which have to be downloaded) stand wine, breast cancer and digits at the same widths. "
        "With certified bounds and bands, under the same numbers.",
        seen_by=["def-9.numerics"],
    ),
    remark(
        DITTMER,
        "sl-background.relu",
        "sl-background.svd",
        "sl-background.cauchy",
        "sl-items.def-3",
        "sl-items.def-10",
        "sl-items.lem-13-14",
        kind="definition",
        reason="Textbook definitions, or names for what the paper has.",
    ),
    remark(
        DITTMER,
        "sl-background.opnorm-iff",
        kind="existence",
        reason="True if the supremum of nothing is minus infinity; in [0, infinity] it is 0 and all six "
        "forms agree.",
    ),
    remark(
        DITTMER,
        "sl-width.simpler",
        "sl-width.pic-direction",
        "sl-width.pic-blow",
        "sl-width.pic-recovery",
        kind="qualitative",
        reason="Pictures of what a width is good for; nothing is asserted.",
    ),
    remark(
        DITTMER,
        "sl-interp.group-1",
        "sl-interp.group-2",
        "sl-interp.notgiven",
        kind="empirical",
        reason="Curves without numbers: function, matrix, values of p and the condition number that is "
        "meant are not given. What holds for every matrix is said beside the formula.",
        seen_by=[
            "sl-interp.group-3~singular-values",
            "sl-interp.group-3~kappa",
            "sl-interp.group-3~absolute",
            "sl-interp.group-3~kappa-moves",
        ],
    ),
]
