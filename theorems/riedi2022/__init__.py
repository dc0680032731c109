"""Riedi, Balestriero and Baraniuk on singular values of networks: one file a group of results, as printed.

A statement that is false as printed keeps its number and the status "refuted", or "misprint" where the text
around it makes clear what is meant; the claim beside it says what is true. Where a statement itself prints no
range, the widest one that its words allow is taken: rho is any real.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from perturb import paper

HERE = Path(__file__).parent
PRINTED = tomllib.loads((HERE / "printed.toml").read_text(encoding="utf-8"))

RIEDI = paper(
    "riedi2022",
    title="Singular Value Perturbation and Deep Network Optimization",
    authors="R. H. Riedi, R. Balestriero, R. G. Baraniuk",
    reference="Constructive Approximation (2022); numbering of arXiv:2203.03099, received 21 November 2021",
    items=(HERE / "sheet.txt").read_text(encoding="utf-8").split(),
    sections={
        "eq-1": "1 Introduction",
        "eq-10": "2 Background",
        "eq-33": "3 Singular values in deep learning",
        "lem-12.poly": "4 From a ConvNet to a ResNet",
        "eq-78": "5 The activation nonlinearity",
        "lem-27.85": "6.1 Hard bounds",
        "thm-33.106": "6.2 Random matrices",
        "cor-40.pre": "6.3 Advantages of residual layers",
        "num-three": "Numbers in the text",
        "fig-2.a": "Figures",
    },
    ranges={
        "eq-1-9": ("eq-1", "eq-1-9.offset"),
        "eq-10-16": ("eq-10", "eq-16"),
        "eq-33-38": ("eq-33", "eq-38"),
        "eq-39-40": ("eq-39", "eq-40"),
        "eq-41-45": ("eq-41", "eq-45"),
        "eq-46-48": ("eq-46", "eq-48.shape"),
        "eq-72-73": ("eq-72", "eq-73.sharper"),
    },
    beside=(
        *("cor-2.rect", "prop-5.24a", "prop-5.24b", "thm-6.cm", "cor-7.sharp", "lem-12.sv", "thm-16.as"),
        *("thm-16.any", "lem-18.order", "lem-19.order", "lem-21.compare", "lem-21.random", "lem-24.leaky"),
        *("lem-24.submult", "lem-24.diff", "thm-33.conc", "thm-38.sqrt2", "eq-12.sym"),
        *("eq-48.region", "eq-48.shape"),
    ),
    printed=PRINTED["formula"] | PRINTED["sentence"],
    in_words=PRINTED["sentence"],
)
