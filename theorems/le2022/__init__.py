"""Le and Jegelka on training invariances and the low-rank phenomenon, as printed.

The displays of the paper were not at hand: they are rebuilt from its prose and its proofs. What is printed
for an item is in the files printed*.toml, one for a part of the paper.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from perturb import paper

HERE = Path(__file__).parent
PARTS = [tomllib.loads(part.read_text(encoding="utf-8")) for part in sorted(HERE.glob("printed*.toml"))]
FORMULAS = {item: text for part in PARTS for item, text in part.get("formula", {}).items()}
SENTENCES = {item: text for part in PARTS for item, text in part.get("sentence", {}).items()}

LE = paper(
    "le2022",
    title="Training invariances and the low-rank phenomenon: beyond linear networks",
    authors="T. Le, S. Jegelka",
    reference="ICLR 2022, arXiv:2201.11968; displayed formulas were not at hand and are rebuilt from the "
    "prose, and an entry that hangs on one says so",
    items=(HERE / "sheet.txt").read_text(encoding="utf-8").split(),
    sections={
        "rem-intro.known": "1 Introduction",
        "def-clarke.def": "2 Preliminaries and notation",
        "def-4.main": "3 Structural lemma: decomposition of deep networks",
        "asm-1.main": "4.1 Stable sign regime",
        "asm-3.main": "4.2 Training invariances",
        "eq-8": "4.3 Proof sketch of Lemmas 2 and 3",
        "lem-4.12": "4.4 Noninvariance of general ReLU layers",
        "def-8.main": "5 Low rank phenomenon",
        "rem-concl.fixed": "6 Concluding remarks",
        "rem-illus.inputs": "A Illustration of Lemma 1",
        "lem-5.main": "B Proof of Lemma 1",
        "claim-1.main": "C Proof of training invariances",
        "lem-10.68": "D Proof of Theorem 2",
        "cor-1.proof-diverge": "E Proof of Corollary 1",
        "num-rank1": "Numbers in the text",
        "fig-1": "Figures",
    },
    ranges={
        "eq-1-3": ("eq-1", "eq-2.simple"),
        "eq-8-11": ("eq-8", "eq-11.layer"),
        "lem-5.proof": ("lem-5.proof-order", "lem-1.proof"),
        "eq-30-39": ("eq-30.abs", "eq-39"),
        "eq-40-50": ("eq-40", "eq-50"),
        "thm-1.proof": ("thm-1.proof-general", "thm-1.proof-7"),
        "eq-62-67": ("eq-62.singleton", "lem-4.symm"),
        "eq-83-84": ("thm-2.proof-rep", "thm-2.proof-trivial"),
        "cor-1.proof": ("cor-1.proof-diverge", "cor-1.proof-definable"),
    },
    printed=FORMULAS | SENTENCES,
    in_words=SENTENCES,
)
