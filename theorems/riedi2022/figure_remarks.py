"""Figures 3 and 8: pictures of single random networks."""

from __future__ import annotations

from perturb import remark
from theorems.riedi2022 import RIEDI

REMARKS = [
    remark(
        RIEDI,
        "fig-3",
        kind="qualitative",
        reason="A picture without weights. Three lines in general position cut the plane into 1 + 3 + 3 "
        "= 7 regions; one with six of them in its window is drawn with weights of ours.",
    ),
    remark(
        RIEDI,
        "fig-8.setup",
        kind="definition",
        reason="Printed with W_2 of size 6 x 2 and every other weight matrix 6 x 6, which does not "
        "compose: f_2 takes 6 inputs and x, of dimension 2, enters f_-1. Meant is W_-1 of size 6 "
        "x 2.",
    ),
    remark(
        RIEDI,
        "fig-8.a",
        "fig-8.b",
        "fig-8.c",
        "fig-8.d",
        "fig-8.inc",
        "fig-8.dec",
        "fig-8.narrow",
        "fig-8.ecc",
        kind="empirical",
        reason="Eight runs of one random network, seeds and values of rho not given. Nothing forces the "
        "growth: for rho above 0 singular values may fall, as Figure 2 shows; M_o = -Id/2 is the "
        "simplest case. Of many realisations s_1 rises steadily in 4 of 10, all singular values in a few "
        "of 1,000, the condition number falls steadily in 4 of 100; it is smaller at rho = 1 than at 0 "
        "in 85 of 100.",
        seen_by=["fig-8-steadily"],
    ),
]
