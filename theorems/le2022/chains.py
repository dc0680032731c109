"""Theorem 2 in full and Corollary 1: several blocks, convolutions and blocks in one chain, alignment with
rates.

A chain has a factor C and a number D for each passage from a layer to the next, and composes: from s_(j+1)
<= C_(j+1) s_j + D_j the last layer is at most the product of the factors times s_j, plus each D_i times the
factors of the passages behind it. So D is known: it is a sum of traces and largest eigenvalues of what is
conserved. By (13) what is not in the first singular value of a layer stays bounded; where its Frobenius
norm diverges this is rank one in the limit, and what is conserved between two layers aligns them: the bound
is a fixed number over a gap that diverges.
"""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import (
    T,
    cols,
    column_matrix,
    exp,
    fro,
    lam_max,
    left_singular_vector,
    length,
    log,
    norm,
    nuclear,
    product,
    rank,
    right_singular_vector,
    s1,
    smaller,
    smallest,
    sq,
    total,
    trace,
)
from perturb.vocab.grammar.tree import Expr
from theorems.le2022 import LE, readings
from theorems.le2022.low_rank import LAYERS, SIZES
from theorems.le2022.neurons import inner
from theorems.le2022.notation import deficit, fro_sq, imbalance, op_sq

RECURSION = together(
    s_1=scalar(),
    s_2=scalar(),
    s_3=scalar(),
    C_2=scalar(),
    C_3=scalar(0),
    D_1=scalar(),
    D_2=scalar(),
    D_0=scalar(),
)


@claim(
    LE,
    "Proof of Theorem 2: telescoping (84)",
    id="thm-2.proof-telescope",
    status="proved",
    printed=("thm-2.proof-telescope", "eq-83", "eq-84"),
    reading=readings.TELESCOPED,
    domain=RECURSION,
    equality=[
        {"s_1": 1, "s_2": 3, "s_3": 7, "C_2": 2, "C_3": 2, "D_1": 1, "D_2": 1, "D_0": 1},
        {"s_1": 0, "s_2": 0, "s_3": 0, "C_2": 1, "C_3": 1, "D_1": 0, "D_2": 0, "D_0": 0},
    ],
)
def constants_of_a_chain(s_1, s_2, s_3, C_2, C_3, D_1, D_2, D_0):
    """D = D_0 + D_L + C_L D_(L-1) + C_L C_(L-1) D_(L-2) + ...: each loss is carried through what stands
    behind.

    Proof: multiply by C_(j+1) >= 0 and add, step by step.
    """
    yield given(s_2, "<=", C_2 * s_1 + D_1)
    yield given(s_3, "<=", C_3 * s_2 + D_2)
    F = named("F", s_3 + D_0)
    yield then(F - C_3 * C_2 * s_1, "<=", named("D", D_0 + D_2 + C_3 * D_1))


@claim(
    LE,
    "Theorem 2, (13), two residual blocks",
    id="thm-2.13~two-blocks",
    status="proved",
    printed=["thm-2.13"],
    reading=readings.ANY_TIME,
    depends=["lem-11.main", "thm-2.proof-telescope"],
    domain=together(
        W=rectangular("a", "d"),
        Y_1=rectangular("b", "a"),
        U_1=rectangular("c", "b"),
        Z_1=rectangular("c", "a"),
        Y_2=rectangular("e", "c"),
        U_2=rectangular("l", "e"),
        Z_2=rectangular("l", "c"),
        w=vector("l"),
        **{size: (1, 2) for size in "abcdel"},
    ),
    equality=[
        {
            "W": [[int(i == j) for j in range(4)] for i in range(4)],
            "Y_1": [[1, 0, 0, 0], [0, 1, 0, 0]],
            "Z_1": [[0, 0, 1, 0], [0, 0, 0, 1]],
            "U_1": [[1, 0], [0, 1]],
            "Y_2": [[1, 1]],
            "Z_2": [[1, -1]],
            "U_2": [[1]],
            "w": [1],
        }
    ],
)
def a_layer_before_two_blocks(W, Y_1, U_1, Z_1, Y_2, U_2, Z_2, w):
    """4 = 2^2 in place of 8^2, with D written out, and attained by balanced layers of 4 and 2 neurons.

    Proof: from [Y_i; Z_i] to [U_i Z_i] costs a factor of 2 by Lemma 11 and lambda(-E) with E = Y_i Y_i' -
    U_i'U_i; from a layer to the next nothing but lambda(-E). What is lost in front of a block counts twice
    behind it.
    """
    E_1 = named("E_1", W @ T(W) - T(Y_1) @ Y_1 - T(Z_1) @ Z_1)
    E_2 = named("E_2", imbalance(Y_1, U_1))
    E_3 = named("E_3", U_1 @ T(U_1) + Z_1 @ T(Z_1) - T(Y_2) @ Y_2 - T(Z_2) @ Z_2)
    E_4 = named("E_4", imbalance(Y_2, U_2))
    E_5 = named("E_5", U_2 @ T(U_2) + Z_2 @ T(Z_2) - column_matrix(w) @ T(column_matrix(w)))
    traces = trace(E_1) + trace(E_2) + trace(E_3) + trace(E_4) + trace(E_5)
    lost = 4 * deficit(E_1) + 2 * deficit(E_2) + 2 * deficit(E_3) + deficit(E_4) + deficit(E_5)
    yield then(fro_sq(W) - 4 * op_sq(W), "<=", named("D", traces + lost))


@claim(
    LE,
    "Theorem 2, (13), two convolutions and a residual block",
    id="thm-2.13~all",
    status="proved",
    printed=("thm-2.13", "thm-2.Mj"),
    reading=readings.A_WHOLE_CHAIN,
    depends=["lem-10.68", "lem-11.main", "thm-2.Mj", "thm-2.proof-telescope"],
    domain=together(
        S=rectangular("a", "d"),
        X_1=rectangular("b", "a"),
        X_2=rectangular("b", "a"),
        Y_1=rectangular("c", "b"),
        Y_2=rectangular("c", "b"),
        Z_1=rectangular("e", "b"),
        Z_2=rectangular("e", "b"),
        U=rectangular("e", "c"),
        w=vector("e"),
        **{size: (1, 2) for size in "abcde"},
    ).lettered(S="T^{[1]}"),
    equality=[
        {
            "S": [[int(i == j) for j in range(8)] for i in range(8)],
            "X_1": [[int(i == j) for j in range(8)] for i in range(4)],
            "X_2": [[int(i + 4 == j) for j in range(8)] for i in range(4)],
            "Y_1": [[1, 1, 0, 0]],
            "Y_2": [[1, -1, 0, 0]],
            "Z_1": [[0, 0, 1, 1]],
            "Z_2": [[0, 0, 1, -1]],
            "U": [[2]],
            "w": [1],
        },
    ],
)
def a_convolution_before_all(S, X_1, X_2, Y_1, Y_2, Z_1, Z_2, U, w):
    """All factors at once: 2 for the block, min(m, c_K) for its positions, min(a_2, b_2) for the
    convolution.

    Proof: from T^[1] to the slices of T^[2] on top of each other lambda(-E_1) is lost, and Lemma 10 sets
    them beside each other; from there to the slices of [Y; Z] on top of each other lambda(-E_2), and Lemma
    10, mirrored, sets these beside each other; then Lemma 11, and the last layer.
    """
    E_1 = named("E_1", S @ T(S) - T(X_1) @ X_1 - T(X_2) @ X_2)
    ahead = X_1 @ T(X_1) + X_2 @ T(X_2)
    E_2 = named("E_2", ahead - T(Y_1) @ Y_1 - T(Y_2) @ Y_2 - T(Z_1) @ Z_1 - T(Z_2) @ Z_2)
    E_3 = named("E_3", Y_1 @ T(Y_1) + Y_2 @ T(Y_2) - T(U) @ U)
    E_4 = named("E_4", U @ T(U) + Z_1 @ T(Z_1) + Z_2 @ T(Z_2) - column_matrix(w) @ T(column_matrix(w)))
    of_positions, of_filters = named("p", smaller(cols(Y_1), 2)), named("q", smaller(cols(X_1), 2))
    traces = trace(E_1) + trace(E_2) + trace(E_3) + trace(E_4)
    behind = named("C", 2 * of_positions)
    lost = behind * of_filters * deficit(E_1) + behind * deficit(E_2) + deficit(E_3) + deficit(E_4)
    yield then(fro_sq(S) - behind * of_filters * op_sq(S), "<=", named("D", traces + lost))


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
    equality=[{"W": [[1]], "V": [[1]]}],
)
def adjacent_layers_align(W, V):
    """(13) bounds |V|_F^2 - |V|_2^2, and E is conserved: where |V|_2 diverges, <v, u>^2 tends to 1, at the
    rate of 1/|V|_2^2. The last layer is V of one row, with v = V' over its length. No factor below 1
    replaces the right side: V = diag(2, 1) and W close to I.

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
    """L |W^[j]|_F^2 is |w|^2 and a constant, for each j: here for the first, the second, the last layer."""
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


@term(r"\mathcal{R}")
def risk(z: Expr) -> Expr:
    """The mean of the logistic loss over the margins z_i = y_i nu(x_i)."""
    return total(log(1 + exp(-z))) / length(z)


@claim(
    LE,
    "Corollary 1, the threshold l(0) / n",
    id="cor-1.main",
    status="proved",
    covers=["cor-1.proof-diverge"],
    reading="The product is e^(nR). For R < l(0) / n the right side is below 1, so that all margins are "
    "positive: what the sources of the corollary need of the start.",
    domain=vector(n=(1, 3)),
    equality=[[0], [1]],
)
def every_margin_is_positive(z):
    """l(0) / n is the right one: if one margin is not positive its loss alone is l(0), and the others add.

    Then the norm diverges, and (13) gives (15). That no entry of the limiting direction is 0 is not needed.
    """
    yield then(exp(-smallest(z)), "<=", product(1 + exp(-z)) - 1)


@claim(
    LE,
    "Corollary 1, the threshold l(0)",
    id="cor-1.main~mean",
    status="refuted",
    reading="As for l(0) / n, with the mean below l(0).",
    domain=vector(n=(1, 3)),
)
def below_the_mean(z):
    """One large margin hides a negative one, and gradient flow can stand still there: see the errata."""
    yield given(risk(z), "<", log(2))
    yield then(smallest(z), ">=", 0)
