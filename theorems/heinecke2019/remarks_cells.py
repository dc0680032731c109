"""Section 3.1: how many configurations there are; counts by perturb.networks."""

from __future__ import annotations

from perturb import remark
from theorems.heinecke2019 import HEINECKE

REMARKS = [
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
]
