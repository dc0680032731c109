"""Numbers and figures of the text."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        "num-huh",
        kind="empirical",
        reason="Reported from another source, with no number. Rectified layers of trained networks on digits"
        " lose rank less than linear ones behind them.",
        seen_by=["low-rank"],
    ),
    remark(
        LE,
        "num-weights",
        kind="existence",
        reason="By Lemma 1, where no weight is 0; sign(0) = 0 would be a third value.",
    ),
    remark(
        LE,
        "num-degree",
        kind="definition",
        reason="True: a path is a set of edges and has each of them once.",
    ),
    remark(
        LE,
        "num-rho",
        kind="definition",
        reason="True from two neurons a layer on: the number of paths is the product of the widths of all "
        "layers, inputs included. For width 1 it is the number of inputs.",
    ),
    remark(
        LE,
        "num-alexnet-conv",
        kind="definition",
        reason="The numbers fit 227 x 227: (227 - 11) / 4 + 1 = 55, 55^2 = 3025, and 96 times that is "
        "290400. With 224 the quotient is no integer, which an argument without padding excludes.",
    ),
    remark(
        LE,
        "fig-1",
        "fig-1.a",
        "fig-1.b",
        "fig-2",
        "fig-2.a",
        "fig-2.b",
        kind="definition",
        reason="Pictures of one example, whose widths are not legible; drawn here for two inputs and two "
        "neurons. What they show is Lemmas 6 and 7.",
        seen_by=["fig-1", "fig-2"],
    ),
    remark(
        LE,
        "fig-3",
        kind="definition",
        reason="An illustration of the step of Lemma 6 from the in-neighbours of the output to T'; nothing "
        "is asserted beside it.",
    ),
]
