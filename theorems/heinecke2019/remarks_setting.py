"""Sections 1 to 3: bases, frames, the representation and its configurations."""

from __future__ import annotations

from perturb import remark
from theorems.heinecke2019 import HEINECKE

REMARKS = [
    remark(
        HEINECKE,
        "rem-intro.pwl",
        "rem-intro.config",
        "rem-intro.atoms",
        "rem-intro.paths",
        kind="definition",
        reason="Announcements of Proposition 3, Corollary 4 and Theorem 5.",
        seen_by=["eq-12.rep", "thm-5.rank"],
    ),
    remark(
        HEINECKE,
        "rem-intro.universal",
        kind="asymptotic",
        reason="Known, for networks of unbounded width; no rate is named.",
    ),
    remark(
        HEINECKE,
        "eq-fourier.matrix",
        kind="definition",
        reason="Notation. The sign in the exponent is not legible, and either serves.",
    ),
    remark(
        HEINECKE,
        "eq-model.def",
        "eq-1.def",
        "eq-2.problem",
        "eq-2.generative",
        "def-rep.map",
        "def-rep.affine",
        "def-rep.input",
        "def-rep.collection",
        "def-relu.rectifier",
        "def-relu.rep",
        "eq-3",
        "eq-4",
        "eq-5",
        "def-config.induces",
        "rem-configs.def",
        kind="definition",
        reason="Notation; nothing is asserted.",
    ),
    remark(
        HEINECKE,
        "eq-fourier.coef",
        "eq-1.stable",
        "eq-1.dual",
        "eq-1.tight",
        kind="existence",
        reason="True, and textbook: a matrix has a lower frame bound exactly if its rows are independent, "
        "and then (FF')^-1 F is a dual frame, which is F/A where FF' = A I.",
    ),
    remark(
        HEINECKE,
        "eq-2.nphard",
        kind="qualitative",
        reason="Known (Natarajan 1995); complexity is not examined here.",
    ),
    remark(
        HEINECKE,
        "eq-6.tie",
        kind="definition",
        reason="A convention. It is what makes the diagonal matrix unique, and cells a partition.",
        seen_by=["eq-9.iff", "prop-3.fn2~corrected"],
    ),
    remark(
        HEINECKE,
        "eq-9.neglect",
        kind="definition",
        reason="What is kept in mind cannot be left out of the definition of a configuration: without (9) "
        "Proposition 3 and Corollary 4 are false.",
        seen_by=["prop-3.fn2", "prop-3.fn2~corrected"],
    ),
    remark(
        HEINECKE,
        "eq-datadriven.back",
        "eq-datadriven.depends",
        "eq-datadriven.equiv",
        kind="definition",
        reason="(4) and (6) together. The equivalent form is not legible; with (7) and (8) joined as (2Q "
        "- I)z >= 0 it is one.",
        seen_by=["eq-6", "eq-7-9.equiv"],
    ),
    remark(
        HEINECKE,
        "def-config.config",
        kind="definition",
        reason="The display has (7) and (8) alone, so that a tie belongs to both sides; with (9) kept in "
        "mind each condition on an active neuron is strict, and every input has one configuration.",
        seen_by=["prop-3.fn2", "prop-3.fn2~corrected"],
    ),
]
