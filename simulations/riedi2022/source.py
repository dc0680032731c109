"""Where the figures come from, the sizes of the histograms, and curves that several figures draw."""

from __future__ import annotations

from math import sqrt

from perturb.laws import Scaled, tracy_widom

PAPER = (
    "R. H. Riedi, R. Balestriero, R. G. Baraniuk, *Singular Value Perturbation and Deep Network Optimization*"
)
SIZES = (5, 10, 25, 50, 100)
TW1 = tracy_widom(1)
SQRT2_TW1 = Scaled(TW1, sqrt(2), "sqrt(2) TW_1", r"\sqrt{2}\,\mathrm{TW}_1")
