"""Dittmer, King and Maass on singular values of ReLU layers: one file a group of results, as printed.

The paper counts singular values from 0: its sigma_k is `s(A)[k + 1]` here. A statement about the minimum over
all matrices of rank k is examined as an inequality for each of them, and a construction that attains it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from perturb import paper

HERE = Path(__file__).parent
PRINTED = tomllib.loads((HERE / "printed.toml").read_text(encoding="utf-8"))

DITTMER = paper(
    "dittmer2019",
    title="Singular Values for ReLU Layers",
    authors="S. Dittmer, E. J. King, P. Maass",
    reference="arXiv:1812.02566v2 (12 August 2019); and the slides of the same name, 2019 (ids sl-...)",
    items=(HERE / "sheet.txt").read_text(encoding="utf-8").split(),
    sections={
        "eq-1": "I Introduction",
        "eq-3": "II-A ReLU singular values, theory",
        "eq-9": "II-B ReLU singular values, numerics",
        "eq-11.11": "III Data-dependent, affine ReLU singular values",
        "eq-14": "IV Gaussian mean width",
        "eq-28.28": "V Applications",
        "num-metrics": "Numbers in the text",
        "fig-1.setup": "Figures",
        "sl-background.relu": "The slides",
    },
    ranges={
        "eq-1-2": ("eq-1", "eq-2"),
        "eq-3-5": ("eq-3", "eq-5.hom"),
        "eq-14-15": ("eq-14", "eq-15.gmw"),
    },
    printed=PRINTED["formula"] | PRINTED["sentence"],
    in_words=PRINTED["sentence"],
)
