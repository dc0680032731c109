"""Heinecke and Hwang on deep ReLU representations: cells, atoms, Lipschitz bounds and gradients, as printed.

The displays of the paper were not at hand: they are rebuilt from its prose. Statements for any number L of
layers are examined for L = 3, which has all that happens, a first, a last and a middle matrix, and those that
the paper makes of L >= 4 for L = 4 and 5; the step from one layer to the next is named in each. The cells of
whole networks are found exactly by `perturb.networks`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from perturb import paper

HERE = Path(__file__).parent
PRINTED = tomllib.loads((HERE / "printed.toml").read_text(encoding="utf-8"))

HEINECKE = paper(
    "heinecke2019",
    title="Deep Representation with ReLU Neural Networks",
    authors="A. Heinecke, W.-L. Hwang",
    reference="arXiv:1903.12384 (29 March 2019); displayed formulas as rebuilt from the prose",
    items=(HERE / "sheet.txt").read_text(encoding="utf-8").split(),
    sections={
        "rem-intro.pwl": "1 Introduction",
        "eq-model.def": "2 From bases to deep representations",
        "def-relu.rectifier": "3 ReLU representations",
        "rem-configs.def": "3.1 Input space partition",
        "rem-atoms.kron": "3.2 Affine linear maps",
        "num-config1": "Numbers in the text",
        "fig-1": "Figures",
    },
    ranges={
        "eq-3-5": ("eq-3", "eq-5"),
        "eq-6-9": ("eq-6", "eq-9.fn1"),
        "eq-14-15": ("eq-14", "eq-15.cond"),
    },
    printed=PRINTED["formula"] | PRINTED["sentence"],
    in_words=PRINTED["sentence"],
)
