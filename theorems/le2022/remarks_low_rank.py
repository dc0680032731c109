"""Sections 5 and 6 and Appendices D and E: readings of Theorem 2, and steps of its proof."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        "def-8.main",
        kind="definition",
        reason="[U Z] and R^(c x ab) are what the text supports: they stand on the left of Lemma 11 and of "
        "(68), where (84) uses them, and are what Theorem 1 compares with the next layer. With the "
        "other arrangement both lemmas would be needed in the other direction. N_j, which leaves j out, "
        "says so, too.",
        seen_by=["lem-11.main", "lem-10.68"],
    ),
    remark(
        LE,
        "rem-lowrank.better",
        kind="qualitative",
        reason="It says more than 1 / rank exactly if the rank of W^[j] exceeds 8^N_j M_j: one block needs "
        "layers of 9 neurons, two need 65; with the best constant 3 and 5. Either "
        "reading of the factor of a convolution is at most the size b_i of its filter.",
        seen_by=["thm-2.rank", "thm-2.proof-trivial"],
    ),
    remark(
        LE,
        "rem-lowrank.match",
        kind="asymptotic",
        reason="True of fully-connected layers behind the last convolution and without blocks behind them; "
        "(13) gives the rate: what is missing to 1 is at most D over the squared Frobenius norm.",
        seen_by=["thm-2.13", "num-upper1", "low-rank"],
    ),
    remark(
        LE,
        "rem-concl.fixed",
        kind="qualitative",
        reason="This is Claim 1 with Lemma 1. The invariances do not need it.",
    ),
    remark(
        LE,
        "rem-1.eig",
        kind="qualitative",
        reason="A direction for later work; no bound is stated. An update of rank 2 moves at most two "
        "singular values past each other, and bounds none of them over time.",
        seen_by=["rem-1.rank"],
    ),
    remark(
        LE,
        "cor-1.proof-definable",
        kind="existence",
        reason="Known: piecewise linear functions and the logistic loss are definable with the exponential "
        "function (Wilkie), and compositions are.",
    ),
]
