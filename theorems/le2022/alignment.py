"""(15) and Corollary 1: layers become rank one, and adjacent ones align, earlier layers too, with rates.

By (13) what is not in the first singular value of a layer stays bounded; where its Frobenius norm diverges
this is rank one in the limit. What is conserved between two layers then aligns them: the bound below is a
fixed number over a gap that diverges.
"""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import rectangular, together, vector
from perturb.vocab import (
    T,
    column_matrix,
    fro,
    lam_max,
    left_singular_vector,
    norm,
    nuclear,
    rank,
    right_singular_vector,
    s1,
    sq,
    trace,
)
from theorems.le2022 import LE, readings
from theorems.le2022.low_rank import LAYERS, SIZES
from theorems.le2022.neurons import inner
from theorems.le2022.notation import deficit, fro_sq, imbalance, op_sq


@claim(
    LE,
    "Theorem 2, (15): rank one",
    id="thm-2.15a",
    status="proved",
    printed=("thm-2.15a", "cor-1.proof-rank1"),
    covers=["cor-1.proof-rank1"],
    reading=readings.AT_ONE_TIME,
    depends=["thm-2.13"],
    domain=rectangular(m=(1, 3), n=(1, 3)),
    equality=[[[2, 0], [0, 1]], [[1, 0], [0, 0]]],
)
def near_its_first_singular_vectors(W):
    """The square of the distance in (15) is 2 - 2 |W|_2 / |W|_F, by (13) at most 2D / |W|_F^2; and what W has
    beside its best approximation of rank 1 is |W|_F^2 - |W|_2^2, which stays at most D.

    Proof: <W, uv'> = |W|_2, and 1 - r <= 1 - r^2 for a ratio r in [0, 1].
    """
    u, v = named("u", column_matrix(left_singular_vector(W, 1))), named("v", right_singular_vector(W, 1))
    one = u @ T(column_matrix(v))
    apart = sq(fro(W / fro(W) - one))
    rest = named("r", fro_sq(W) - op_sq(W))
    yield then(apart, "==", 2 - 2 * s1(W) / fro(W))
    yield then(sq(fro(W - s1(W) * one)), "==", rest)


@claim(
    LE,
    "Theorem 2, (15), Corollary 1: alignment of any two adjacent layers",
    id="thm-2.15b~earlier",
    status="proved",
    printed=("thm-2.15b", "cor-1.main"),
    reading=readings.AT_ONE_TIME,
    depends=["thm-1.6~corrected", "thm-2.13"],
    domain=together(W=rectangular("b", "a"), V=rectangular("c", "b"), **SIZES).lettered(
        W="W^{[j]}", V="W^{[j+1]}"
    ),
    equality=[{"W": [[1], [0]], "V": [[0, 1]]}],
)
def adjacent_layers_align(W, V):
    """(13) bounds |V|_F^2 - |V|_2^2, and E is conserved: where |V|_2 diverges, <v, u>^2 tends to 1, at the
    rate of 1/|V|_2^2. The last layer is V of one row, with v = V' over its length.

    Proof: |W|_2^2 = u'WW'u = u'V'Vu + u'Eu, and u'V'Vu <= c |V|_2^2 + (1 - c) s_2(V)^2 for c = <v, u>^2;
    and |V|_2^2 = v'WW'v - v'Ev <= |W|_2^2 + lambda(-E).
    """
    E = named("E", imbalance(W, V))
    u, v = named("u_j", left_singular_vector(W, 1)), named("v_{j+1}", right_singular_vector(V, 1))
    rest = named("r", fro_sq(V) - op_sq(V))
    yield then((1 - sq(inner(v, u))) * (op_sq(V) - rest), "<=", lam_max(E) + deficit(E))


@claim(
    LE,
    "Proof of Corollary 1: all layers diverge, or none",
    id="cor-1.proof-sum",
    status="proved",
    reading="Three layers at one time: the traces are those of what is conserved, and D_j is made of them.",
    depends=["lem-3.7~corrected"],
    domain=together(**LAYERS, w=vector("c"), **SIZES).lettered(W="W^{[1]}", V="W^{[2]}"),
    equality=[{"W": [[2]], "V": [[1]], "w": [1]}],
)
def norms_of_all_layers(W, V, w):
    """L |W^[j]|_F^2 is |w|^2 and a constant, for each j: here for the first, the second and the last "
    "layer."""
    first, second = (
        named("D_0", trace(imbalance(W, V))),
        named("D_0'", trace(imbalance(V, T(column_matrix(w))))),
    )
    whole = named(r"\|w\|_2^2", fro_sq(W) + fro_sq(V) + sq(norm(w)))
    yield then(3 * fro_sq(W), "==", whole + 2 * first + second)
    yield then(3 * fro_sq(V), "==", whole - first + second)
    yield then(3 * sq(norm(w)), "==", whole - first - 2 * second)


@claim(
    LE,
    "Proof of Corollary 1: the largest singular value dominates",
    id="cor-1.proof-dominate",
    status="proved",
    reading="At one time; D of (13) bounds |W|_F^2 - |W|_2^2.",
    depends=["thm-2.13"],
    domain=rectangular(m=(1, 3), n=(1, 3)),
    equality=[[[2, 0], [0, 1]], [[1, 0], [0, 1]]],
)
def the_other_singular_values_stay_bounded(W):
    """The sum of all singular values but the first is at most the root of (rank - 1) D.

    Proof: Cauchy and Schwarz for the rank - 1 numbers that are not 0.
    """
    yield then(sq(nuclear(W) - s1(W)), "<=", (rank(W) - 1) * (fro_sq(W) - op_sq(W)))
