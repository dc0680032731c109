"""Theorem 2 in full: several blocks, convolutions and blocks in one chain, D written out, and the
recursion.

A chain has a factor C and a number D for each passage from a layer to the next, and composes: from s_(j+1)
<= C_(j+1) s_j + D_j the last layer is at most the product of the factors times s_j, plus each D_i times the
factors of the passages behind it. So D is known: it is a sum of traces and largest eigenvalues of what is
conserved.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import T, cols, column_matrix, smaller, trace
from theorems.le2022 import LE, readings
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
    equality=[{k: [[1]] for k in ("W", "Y_1", "Y_2", "U_1", "U_2")} | {"Z_1": [[0]], "Z_2": [[0]], "w": [1]}],
)
def a_layer_before_two_blocks(W, Y_1, U_1, Z_1, Y_2, U_2, Z_2, w):
    """4 = 2^2 in place of 8^2, with D written out.

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
        {k: [[1]] for k in ("S", "X_1", "Y_1", "U")}
        | {k: [[0]] for k in ("X_2", "Y_2", "Z_1", "Z_2")}
        | {"w": [1]},
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
