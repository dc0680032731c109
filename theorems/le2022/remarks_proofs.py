"""Appendix C: the proofs of Lemmas 2, 4, 8 and 9, and what a convolutional layer is."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        *("lem-8.proof-paths", "lem-8.proof-sign"),
        kind="existence",
        reason="True of mu in Lemma 5, off ties: the derivatives are Z_p times the product of the signs, "
        "so that g is symmetric only where both paths have one sign.",
        seen_by=["lem-8.proof-sym", "lem-8.proof-swap"],
    ),
    remark(
        LE,
        *("eq-30.abs", "eq-30"),
        kind="existence",
        reason="True: solutions are absolutely continuous by definition, and bounded on bounded intervals.",
    ),
    remark(
        LE,
        "eq-31",
        kind="existence",
        reason="True for a loss with a continuous derivative. For one that is only differentiable the "
        "subdifferential of the risk may hold more; (4) and (7) do not need it.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        *("eq-32", "eq-32.comb", "eq-33", "eq-35", "eq-35.indep"),
        kind="existence",
        reason="True if no weight is 0, when mu is the same near w. Functions u_p need not be chosen "
        "measurably, as only their sums at an edge are integrated.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        "eq-32.nonzero",
        kind="existence",
        reason="Does not follow from Assumption 1: a weight that stays 0 has a stable sign. The product "
        "over the other weights is right, the quotient is not needed, and mu is not fixed near such w; (4) "
        "and (7) stay true.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        *("eq-36", "eq-38"),
        kind="existence",
        reason="True: the integral of what is counted at one time.",
        seen_by=["eq-11a", "lem-2.4"],
    ),
    remark(
        LE,
        *("eq-40", "eq-42-43", "eq-44-46", "eq-47-49"),
        kind="existence",
        reason="True with the elements that the flow has chosen in place of sets, and assigned as here: "
        "Lemma 4 finds (62) from (46) with u active. Equal sets, as Lemma 8 has them, would not identify "
        "(46) with (49); equal elements do.",
        seen_by=["lem-2.5", "lem-2.5~corrected"],
    ),
    remark(
        LE,
        *("def-11.linear", "def-11.main", "def-11.alexnet", "def-11.stride", "eq-58-59"),
        kind="definition",
        reason="Notation and arithmetic: 11 x 11 is 121. For ReLU convolutions (54) holds for j = j'.",
        seen_by=["lem-9.54"],
    ),
    remark(
        LE,
        "def-12.52",
        kind="existence",
        reason="True where padding counts as inputs that are 0, as it does as a rule; without them a neuron "
        "at the border has fewer inputs. Lemma 9 does not need it: patches are arbitrary.",
        seen_by=["lem-9.54"],
    ),
    remark(
        LE,
        *("def-12.53", "eq-61.linear"),
        kind="existence",
        reason="True of linear convolutions without groups of channels, before a layer that joins all "
        "channels.",
        seen_by=["lem-9.54", "thm-1.case-5"],
    ),
    remark(
        LE,
        "def-12.alexnet",
        kind="existence",
        reason="227 is the size that fits: (227 - 11)/4 + 1 = 55, and 96 x 55^2 = 290400; 224 leaves a "
        "remainder and gives 54.",
    ),
    remark(
        LE,
        "eq-62.singleton",
        kind="existence",
        reason="Differentiable is not enough: the network p rho(qy) - r rho(sy + vw) has a derivative at p "
        "= q = r = s = 1, y = v = w = 0, with 0 in the direction of y, and where 0 < y < -vw that is 1. "
        "With pre-activations other than 0 at all neurons it is true.",
        seen_by=["lem-4.12~formula"],
    ),
    remark(
        LE,
        "eq-62.active",
        kind="existence",
        reason="True of mu in Lemma 1; with |h| the sign of the path is a factor.",
        seen_by=["lem-8.proof-sym~corrected"],
    ),
    remark(
        LE,
        "lem-4.symm",
        kind="qualitative",
        reason="For one example and v = -u, in front and behind, (65) and (67) agree at the start. They "
        "agree for ever if and only if u is balanced too, z_u^2 = |x|^2 f_u^2: v rests, and z_u/f_u has to.",
        seen_by=["lem-4.12"],
    ),
]
