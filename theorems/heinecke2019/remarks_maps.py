"""Section 3.2: atoms and paths, remarks about stability and learning, numbers."""

from __future__ import annotations

from perturb import remark
from theorems.heinecke2019 import HEINECKE

REMARKS = [
    remark(
        HEINECKE,
        "rem-atoms.path",
        kind="definition",
        reason="Entries must meet, the row of one being the column of the next, and rows must be active: "
        "the columns of W_l Q_(l-1) that do not vanish have entries in inactive rows too.",
    ),
    remark(
        HEINECKE,
        "thm-6.proof-ii",
        kind="existence",
        reason="True; it follows from (10), or from rho being 1-Lipschitz, and (12) is not needed.",
        seen_by=["thm-6.ii"],
    ),
    remark(
        HEINECKE,
        "thm-6.rem-crude",
        "thm-6.rem-refine",
        kind="qualitative",
        reason="On a cell the constant is best possible for its widths, as equal rows and columns attain "
        "it. For random weights it is far off: at widths 2, 8, 8, 8, 1 an exact constant of 21.5 stands "
        "beside 3727 by (i) with active neurons, 12721 globally, 471 by (ii) and 146 by the product of "
        "norms. A table of certified numbers, for trained networks too, stands among the simulations.",
        seen_by=["thm-6.i", "thm-6.ii"],
    ),
    remark(
        HEINECKE,
        "thm-6.rem-nonincreasing",
        kind="qualitative",
        reason="A bound that stays bounded in L suffices; it need not fall.",
    ),
    remark(
        HEINECKE,
        "thm-6.rem-meanvar",
        kind="qualitative",
        reason="|w| <= 1/n leaves a variance of 1/n^2 at most, far below the 2/n with which ReLU layers "
        "are commonly started: what keeps the bound bounded makes signals of random layers vanish.",
        depends=["thm-6.rem-wn"],
    ),
    remark(
        HEINECKE,
        "eq-13.belief",
        "eq-13.early",
        "eq-15.cond",
        "eq-input.stable",
        kind="qualitative",
        reason="Arithmetic of powers and what is hoped of it. The conditions suffice; that they are "
        "needed is not said of a quantity, and bounds that grow do not show that gradients do.",
        seen_by=["eq-13.max", "eq-input.c"],
    ),
    remark(
        HEINECKE,
        "eq-14",
        kind="definition",
        reason="An assumption on the loss.",
    ),
    remark(
        HEINECKE,
        "num-lip",
        kind="definition",
        reason="The three bounds of Theorem 6 again.",
        seen_by=["thm-6.i", "thm-6.i-global", "thm-6.ii"],
    ),
]
