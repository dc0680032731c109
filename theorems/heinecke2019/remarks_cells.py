"""Section 3.1: how many configurations there are, and what they partition; counts by perturb.networks."""

from __future__ import annotations

from perturb import remark
from theorems.heinecke2019 import HEINECKE

REMARKS = [
    remark(
        HEINECKE,
        "rem-configs.concat",
        "ex-2.split",
        "prop-3.ii-refine",
        "prop-3.proof",
        kind="existence",
        reason="True: one more layer asks for more, so a cell is cut and never joined to another. The "
        "parts of a cell are disjoint with (9).",
        depends=["def-config.config"],
    ),
    remark(
        HEINECKE,
        "fig-1",
        "fig-2",
        kind="qualitative",
        reason="Pictures without weights. They are drawn exactly with weights of ours: Example 2 with seven "
        "and with five regions, three random layers that refine each other, and a network trained on two "
        "features, layer by layer.",
    ),
    remark(
        HEINECKE,
        "rem-configs.notall",
        "rem-configs.depends",
        kind="existence",
        reason="True: two equal neurons are never of different signs, two opposite ones never both positive. "
        "Of m neurons in general position sum over k <= n_0 of C(m, k) vectors are left of 2^m; deeper "
        "networks have an upper bound by Serra et al. (2018).",
        seen_by=["rem-configs.lower~known"],
    ),
    remark(
        HEINECKE,
        "rem-configs.lower",
        kind="existence",
        reason="Montufar et al. (2014), for well chosen weights and widths of at least n_0: folding "
        "reaches it. Below them there is no general bound but 1.",
        seen_by=["rem-configs.lower~known"],
    ),
    remark(
        HEINECKE,
        "rem-configs.one",
        "num-config1",
        kind="existence",
        reason="True with (9): every z_l is 0, so every q_l is. Without it all vectors of 0 and 1 are "
        "configurations. W_l = 0 and b_l <= 0 suffices.",
        depends=["eq-9"],
    ),
    remark(
        HEINECKE,
        "ex-2.C1",
        kind="existence",
        reason="True: W_1 is square and onto, so W_1 x + b_1 takes all values, whatever b_1 is.",
    ),
    remark(
        HEINECKE,
        "ex-2.zero",
        kind="existence",
        reason="True with (9): the entry is 1 if b_2 > 0 and 0 if not. For b_2 = 0 both entries would do "
        "without it.",
        depends=["eq-9"],
    ),
    remark(
        HEINECKE,
        "ex-2.seven",
        "num-polygons",
        kind="existence",
        reason="True. All 7 occur exactly if both weights of W_2 have the sign opposite to that of b_2: "
        "on (1,0) the sign of w_1 u + b_2 changes for some u > 0 exactly if w_1 b_2 < 0, on (0,1) alike, "
        "and then on (1,1) too. Without b_2 there are 5 at most, and b_1 plays no role.",
    ),
    remark(
        HEINECKE,
        "ex-2.maps",
        kind="existence",
        reason="True, and never attained: where the second layer is inactive the map is b_3, whatever q_1 "
        "is, so that there are at most 5 different maps for b_2 > 0 and 4 for b_2 < 0.",
        depends=["ex-2.seven"],
    ),
    remark(
        HEINECKE,
        "prop-3.ii-partition",
        "prop-3.fn2",
        "cor-4.i-number",
        "num-count",
        kind="existence",
        reason="True with (9), and then each input is in exactly one cell, not only up to boundaries. As "
        "displayed, with (7) and (8), false: two equal neurons of one input have four configurations and "
        "three polytopes, and a neuron that is 0 everywhere gives two polytopes with common inner points. "
        "With (9) too a cell may be a point, and cells may share their map: configurations, cells with "
        "inner points and linear pieces are three numbers.",
        depends=["eq-9", "def-config.config"],
    ),
]
