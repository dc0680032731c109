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
        kind="empirical",
        reason="Eight runs of one random network, seeds and values of rho not given. What the caption says "
        "of them is drawn for many networks.",
        seen_by=["fig-8-steadily"],
    ),
]
