"""Theorem 5: the linear part of a configuration as a sum of atoms, and their coefficients as sums over
paths.

Atom (i, j) is column i of W_L times row j of W_1. What stands between W_L and W_1 is a matrix C, and the
linear part is the sum of c_ij times atom (i, j). A layer more turns C into Q_l W_l C, whose entry (i, j) is
for an active i the sum over k of w_ik c_kj, with c_kj = 0 for inactive k: one weight more on each path.
"""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import activation, rectangular, together, vector
from perturb.vocab import (
    T,
    cols,
    diag,
    entries,
    kron,
    ones_matrix,
    rank,
    rows,
    smaller,
    total,
    trace,
)
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import FIVE_SIZES, FOURTH, PATTERNS, SIZES, UNITS, WEIGHTS

ANY = "an identity of any matrices of these shapes, whatever the Q_l are"


@claim(
    HEINECKE,
    "Theorem 5 (i): two layers",
    id="thm-5.i",
    status="proved",
    covers=["thm-5.proof-i"],
    reading="L = 2, any widths. Matrices are written as vectors, row by row; (Q_1)_ii is 1 for i in S_1.",
    domain=together(
        W_1=WEIGHTS["W_1"], W_2=WEIGHTS["W_2"], Q_1=PATTERNS["Q_1"], a=(1, 3), b=(1, 2), n=(1, 2)
    ),
    equality=[{"W_1": [[1]], "W_2": [[1]], "Q_1": [[1]]}],
    true_mutants={"domain:rim": ANY},
)
def one_atom_for_each_active_neuron(W_1, W_2, Q_1):
    """The atom of column i and row j has the coefficient (Q_1)_ij: 1 for i = j in S_1, 0 for all others. So
    it is the sum of the s_1 atoms of column i and row i, i in S_1.
    """
    yield then(entries(W_2 @ Q_1 @ W_1), "==", kron(W_2, T(W_1)) @ entries(Q_1))


@claim(
    HEINECKE,
    "Theorem 5: the linear part as a sum of atoms",
    id="thm-5.form",
    status="proved",
    covers=["rem-atoms.kron", "thm-5.ii", "thm-5.proof-ii"],
    reading=readings.ROW_BY_ROW,
    domain=together(**WEIGHTS, **PATTERNS, **SIZES),
    equality=[{**UNITS, "Q_1": [[1]], "Q_2": [[1]]}],
    true_mutants={
        "domain:rim-Q_1": "an identity of any three matrices W_3, B and W_1",
        "domain:rim-Q_2": "an identity of any three matrices W_3, B and W_1",
    },
)
def sum_of_atoms(W_1, W_2, W_3, Q_1, Q_2):
    """The atoms, listed number by number, are the columns of the Kronecker product; the coefficients are the
    entries of what stands between, of which those of inactive neurons are 0. With more layers in between an
    entry is a sum over paths: one entry of each Q_l W_l Q_(l-1), the row of one being the column of the next.
    """
    between = Q_2 @ W_2 @ Q_1
    yield then(entries(W_3 @ between @ W_1), "==", kron(W_3, T(W_1)) @ entries(between))


@claim(
    HEINECKE,
    "Theorem 5: how many atoms are needed",
    id="thm-5.rank",
    status="proved",
    printed=("thm-5.ii", "thm-5.iii"),
    reading=readings.ANY_PATTERN,
    domain=together(**WEIGHTS, **PATTERNS, **SIZES),
    equality=[{**UNITS, "Q_1": [[1]], "Q_2": [[1]]}],
)
def as_many_as_the_narrowest_layer(W_1, W_2, W_3, Q_1, Q_2):
    """The linear part is a sum of min(s_1, ..., s_(L-1)) rank one matrices, where (11) has s_1 s_(L-1) atoms.

    Proof: its rank is at most that of each factor Q_l.
    """
    yield then(rank(W_3 @ Q_2 @ W_2 @ Q_1 @ W_1), "<=", smaller(trace(Q_1), trace(Q_2)))


@claim(
    HEINECKE,
    "Theorem 5 (iii), (11): four layers",
    id="thm-5.iii",
    status="proved",
    covers=["thm-5.proof-iii", "rem-atoms.widths", "num-atoms"],
    reading=readings.FOUR_ROW_BY_ROW,
    domain=together(**WEIGHTS, **PATTERNS, **FOURTH, **FIVE_SIZES),
    equality=[{**UNITS, "W_4": [[1]], "Q_1": [[1]], "Q_2": [[1]], "Q_3": [[1]]}],
    true_mutants={f"domain:rim-Q_{k}": ANY for k in (1, 2, 3)},
)
def atoms_of_four_layers(W_1, W_2, W_3, Q_1, Q_2, W_4, Q_3):
    """There are n_1 n_(L-1) atoms, of which those with i in S_(L-1) and j in S_1 have coefficients other
    than 0.

    With C' = Q_l W_l C for C it is the same for one layer more.
    """
    C = named("C", Q_3 @ W_3 @ Q_2 @ W_2 @ Q_1)
    atoms = named(r"W_L \otimes W_1^T", kron(W_4, T(W_1)))
    yield then(entries(W_4 @ C @ W_1), "==", atoms @ entries(C))
    yield then(cols(kron(W_4, T(W_1))), "==", cols(W_4) * rows(W_1))


@claim(
    HEINECKE,
    "Theorem 5 (iii): coefficients as sums over paths",
    id="thm-5.iii-coef",
    status="proved",
    covers=["rem-atoms.coef"],
    reading=readings.PATHS,
    domain=together(
        v=vector("b"),
        w=vector("a"),
        W_3=rectangular("b", "a"),
        Q_2=activation(0, "a"),
        Q_3=activation(0, "b"),
        a=(1, 2),
        b=(1, 2),
    ).lettered(v="w^4_{i:}", w="w^2_{:j}"),
    equality=[{"v": [1], "w": [1], "W_3": [[1]], "Q_2": [[1]], "Q_3": [[1]]}],
    true_mutants={
        f"domain:rim-Q_{k}": "row times matrix times column is a sum of products, whatever the matrix is"
        for k in (2, 3)
    },
)
def a_sum_over_paths(v, w, W_3, Q_2, Q_3):
    """Entry (k_3, k_2) of P is the path over these two neurons: its weights multiplied, 0 if one is inactive.

    Proof: (D_v A D_w)_km = v_k a_km w_m. With a layer more c_ij is the sum over k in S_l of w_ik times the
    coefficient from j to k, and each path becomes longer by one weight.
    """
    C = named("C", Q_3 @ W_3 @ Q_2)
    P = named("P", diag(v) @ C @ diag(w))
    yield then(total(v * (C @ w)), "==", total(entries(P)))


@claim(
    HEINECKE,
    "Theorem 5 (iii): the number of paths",
    id="thm-5.iii-paths",
    status="proved",
    covers=["rem-atoms.number", "num-paths"],
    reading=readings.COUNTED,
    depends=["thm-5.iii-coef"],
    domain=together(
        Q_2=activation(0, "a"), Q_3=activation(0, "b"), Q_4=activation(0, "c"), **{s: (1, 3) for s in "abc"}
    ),
    equality=[{"Q_2": [[1]], "Q_3": [[1]], "Q_4": [[1]]}],
    true_mutants={
        f"domain:rim-Q_{k}": "of diagonal matrices: the sum of the products is the product of the sums"
        for k in (2, 3, 4)
    },
)
def as_many_as_active_neurons_between(Q_2, Q_3, Q_4):
    """Each path through active neurons has exactly one weight of each of the layers 2 to L - 1; printed is at
    most one.
    """
    first = named("J_3", ones_matrix(rows(Q_3), rows(Q_2)))
    second = named("J_4", ones_matrix(rows(Q_4), rows(Q_3)))
    paths = Q_4 @ second @ Q_3 @ first @ Q_2
    yield then(total(entries(paths)), "==", trace(Q_2) * trace(Q_3) * trace(Q_4))
