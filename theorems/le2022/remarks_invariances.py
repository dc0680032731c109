"""Sections 4.2 to 4.4: residual blocks, what Theorem 1 and Lemma 3 imply, sketches of their proofs."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        *("asm-3.main", "asm-3.ex"),
        kind="definition",
        reason="The three losses have continuous derivatives. Differentiable everywhere is neither needed "
        "nor enough: (4) to (7) hold for the hinge loss, and t^2 sin(1/t^2) is not locally Lipschitz, so "
        "that it has no Clarke subdifferential at 0.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        "lem-2.pattern",
        kind="existence",
        reason="True where no pre-activation is 0.",
        seen_by=["lem-2.5~corrected"],
    ),
    remark(
        LE,
        "lem-2.du-ftc",
        kind="qualitative",
        reason="The balance holds at every w and for every element of the subdifferential, by homogeneity "
        "alone, so that for this statement the operational chain rule loses nothing.",
        seen_by=["lem-2.4"],
    ),
    remark(
        LE,
        *("def-5.1", "def-5.2", "def-5.3", "def-6.next"),
        kind="definition",
        reason="Notation. With or without the outer activation, the invariances are the same for neurons "
        "that are active. A block without it ends in linear neurons.",
    ),
    remark(
        LE,
        *("def-5.special", "def-5.nogen"),
        kind="definition",
        reason="True of functions. Of gradient flows they are three: what is not learned does not move.",
        seen_by=["thm-1.proof-6", "thm-1.proof-6~corrected"],
    ),
    remark(
        LE,
        *(
            "thm-1.local",
            "thm-1.arora",
            "thm-1.sketch-rest",
            "thm-1.proof-1",
            "thm-1.proof-3",
            "thm-1.proof-4",
        ),
        "thm-1.proof-7",
        kind="existence",
        reason="True: what the proof needs of the rest of the network is an arbitrary X and E. Cases 3, 4 "
        "and 7 are the first one, with in- and out-edges of one set of neurons put together. Case 7b is not "
        "treated in print: it is the first one with [Y; Z] behind.",
        seen_by=["thm-1.6~corrected"],
    ),
    remark(
        LE,
        *("thm-1.sketch-off", "thm-1.proof-general"),
        kind="existence",
        reason="True for neurons that are linear or have positive pre-activations on all examples.",
        seen_by=["lem-2.5", "lem-2.5~corrected"],
    ),
    remark(
        LE,
        "thm-1.sig-ftc",
        kind="existence",
        reason="True for pre-activations that are positive on all examples at almost every time, and for "
        "linear layers. A neuron that stops at 0 counts as active in Definition 6 and breaks it.",
        seen_by=["thm-1.6", "thm-1.6~corrected"],
    ),
    remark(
        LE,
        "thm-1.sig-sv",
        kind="existence",
        reason="The same but for zeros: W_1 = (1, 0)' has the singular value 1, W_2 = diag(1, 0) has 1 and 0."
        " What is equal are the eigenvalues of W_1 W_1' and W_2' W_2.",
    ),
    remark(
        LE,
        "lem-3.sig-layer",
        kind="existence",
        reason="True where every path to the output passes the layer; a weight that many edges share "
        "counts once, as its derivative is the sum over them. ResNetIdentity is rightly not named: its "
        "skip is not learned.",
        seen_by=["lem-3.7~corrected", "lem-9.54"],
    ),
    remark(
        LE,
        "lem-3.sig-frob",
        kind="existence",
        reason="True of matrices that every path passes once: [Y; Z], [U Z], not Y or U alone.",
        seen_by=["lem-3.7~corrected"],
    ),
    remark(
        LE,
        "lem-3.sig-bias",
        kind="existence",
        reason="True: b^2 is one of the squares that come in. A layer then has the biases behind it as "
        "well; between consecutive ones |W|^2 + |b|^2 and the next |W|^2 are left. "
        "perturb.networks.invariants counts so.",
        seen_by=["lem-3.7~corrected"],
    ),
    remark(
        LE,
        "eq-8",
        kind="existence",
        reason="True where no pre-activation is 0: the chain rule. Elsewhere it holds for each element of "
        "the "
        "subdifferential with a choice of slopes.",
        seen_by=["eq-11a", "lem-2.4"],
    ),
    remark(
        LE,
        "lem-4.rem",
        kind="existence",
        reason="See Remark 1; for one example the derivative of W_1 W_1' - W_2' W_2 is a commutator of "
        "rank 4 at most.",
        seen_by=["lem-4.12~formula"],
    ),
]
