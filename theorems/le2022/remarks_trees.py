"""Sections 2 and 3, Appendices A and B: architectures, paths, the unrolled tree and the decomposition."""

from __future__ import annotations

from perturb import remark
from theorems.le2022 import LE

REMARKS = [
    remark(
        LE,
        *(
            "def-1.main",
            "def-3.main",
            "def-4.main",
            "eq-16-17.sets",
            "eq-16",
            "eq-17",
            "eq-17.out",
            "def-9.main",
        ),
        *("def-10.weight", "def-10.act"),
        kind="definition",
        reason="Notation; nothing is asserted.",
    ),
    remark(
        LE,
        "def-1.ex",
        kind="definition",
        reason="True of what the graph can hold: linear and piecewise linear neurons. Pooling by maxima "
        "and batch normalisation, which these architectures also have, are no neurons of this kind.",
    ),
    remark(
        LE,
        *("def-2.main", "def-2.mat"),
        kind="definition",
        reason="Layers are counted from 1, as i runs through [L + 1] and the last of the L + 2 sets is the "
        "output. Of the orientations n_(i+1) x n_i is the one that goes with (6), where W_1 W_1' and W_2' "
        "W_2 meet.",
        seen_by=["thm-1.6~corrected"],
    ),
    remark(
        LE,
        "def-3.khimloh",
        kind="definition",
        reason="Quoted, and not used. Where w enters is not legible; indexed by all of p_1 to p_L it gives "
        "each copy of a first neuron a number of its own, as here.",
    ),
    remark(
        LE,
        *("lem-1.sketch-order", "lem-5.proof-order"),
        kind="existence",
        reason="True, and any order will do in which a vertex comes after the one that it leads to. For a "
        "product 0 the sign of the new edge is arbitrary.",
        depends=["lem-7.25"],
    ),
    remark(
        LE,
        "eq-2.simple",
        kind="qualitative",
        reason="The gradient of mu at h(x; w) depends on w_e as well, and is Z_p: (2) and (3) are one "
        "formula. What is gained is a fixed locally Lipschitz mu for a chain rule with inclusions.",
        depends=["eq-2", "eq-3"],
    ),
    remark(
        LE,
        "rem-illus.rho",
        kind="asymptotic",
        reason="True for widths of 2 or more: a fully-connected network has as many paths as the product "
        "of its widths.",
    ),
    remark(
        LE,
        *("eq-16-17.paths", "eq-16-17.graph", "eq-16-17.furthest"),
        kind="definition",
        reason="The trivial path of the output is in H_G and not in P_G as soon as there is a second "
        "vertex: the bound is 1. The further symbol is not legible and is not used.",
    ),
    remark(
        LE,
        "def-10.graph",
        kind="existence",
        reason="A tree if paths are sets of edges, as in Section 2: what is left of p without its furthest "
        "edge is the only path with one edge less in it. As sets of vertices, as (23) has them, {a, b, o} "
        "holds {b, o} and {a, o}: with an edge from a to o, as in every residual block, the diagram has a "
        "cycle.",
    ),
    remark(
        LE,
        *("lem-6.remove", "eq-23.well", "eq-24"),
        kind="existence",
        reason="True: a vertex is replaced by one copy of what leads to it for each of its out-edges.",
        depends=["lem-6.main"],
    ),
    remark(
        LE,
        *("eq-23", "lem-6.iso-edges"),
        kind="existence",
        reason="False with a skip over one neuron: {a, b, o} and {a, o} are an edge of the diagram and lie "
        "in different copies of T'. With f(p) = p and the edge from u to o, paths being sets of edges, it "
        "is an isomorphism.",
        depends=["def-10.graph"],
    ),
]
