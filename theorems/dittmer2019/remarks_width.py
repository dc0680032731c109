"""Section IV: definitions, sources, and what is said in words."""

from __future__ import annotations

from perturb import remark
from theorems.dittmer2019 import DITTMER

REMARKS = [
    remark(
        DITTMER,
        "def-10.16",
        "def-10.17",
        "def-10.sph-set",
        "def-10.sph-op",
        "eq-22",
        kind="definition",
        reason="Notation. The set is meant to be not empty; the width of an unbounded set is infinite.",
    ),
    remark(
        DITTMER,
        "eq-27.layers",
        kind="definition",
        reason="What is measured: the width of the set that the layers make of the data. In the words of "
        "(17) it is that of the layer over another set than the ball, as the text says.",
        seen_by=["eq-27"],
    ),
    remark(
        DITTMER,
        "eq-22-27.params",
        kind="definition",
        reason="The set-up: 100 samples, a linear program each; the size of the set is not given. No program "
        "is needed.",
        seen_by=["eq-27", "eq-22.one"],
    ),
    remark(
        DITTMER,
        "cor-11.effdim",
        "rem-12.complexity",
        kind="qualitative",
        reason="No constant is named. omega^2 alone is no dimension, as it is multiplied by t^2 when the "
        "set is stretched by t; (omega/diameter)^2 is one: it lies between 2/pi and the affine "
        "dimension of the set, and for ellipsoids it is |A|_F^2/|A|_*^2 but for 1/2 at most.",
        seen_by=["lem-14.21~stable-rank", "rem-12.obs"],
    ),
    remark(
        DITTMER,
        "lem-13.src",
        kind="definition",
        reason="The source that the text names; its argument is the proof that the text prints after it.",
    ),
    remark(
        DITTMER,
        "lem-13.ru",
        kind="definition",
        reason="A misprint: under p_n(u|r) u already has the length r, so that u for ru is meant, or u of "
        "length 1.",
    ),
    remark(
        DITTMER,
        "lem-13.proj",
        kind="qualitative",
        reason="The length |g| and the direction g/|g| are polar coordinates; neither is a projection, "
        "for neither is linear. What is needed is that they are independent.",
    ),
    remark(
        DITTMER,
        "eq-22.100",
        kind="definition",
        reason="The mean of 100 draws of two points still has a standard deviation of 7.6 in 100 of the "
        "width.",
        seen_by=["eq-22.one"],
    ),
    remark(
        DITTMER,
        "eq-27.time",
        kind="empirical",
        reason="A time on the authors' machine. The program has a closed form, the largest less the "
        "smallest component of Kg, which takes microseconds.",
        seen_by=["eq-27"],
    ),
]
