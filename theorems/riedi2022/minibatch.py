"""Section 3.6 as printed, for G = 2 data: the blocks A_j of (59), Lemma 10 and Corollary 11.

The blocks belong to the printed Q of (49), which is not that of the loss. What holds for the loss is in the
chapter "Section 3.6 for the loss itself".
"""

from __future__ import annotations

from perturb import claim, given, indices, named, then
from perturb.domains import activation, psd, rectangular, scalar, square, together
from perturb.vocab import (
    T,
    cols,
    column,
    det,
    diag,
    entries,
    fro,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    largest,
    leading,
    norm,
    s,
    s1,
    s_min,
    s_star,
    smaller,
    sq,
    trailing,
    vec_rows,
)
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.batches import (
    BATCH,
    BOUNDED,
    MASKED,
    WEIGHTS,
    constants,
    gram,
    mean_squares,
    printed_block,
    printed_gram,
)
from theorems.riedi2022.data_factor import block_diagonal
from theorems.riedi2022.notation import squared_length

i, j, k = indices("i j k")
ANY_BATCH = together(
    R=rectangular("m", "n"), Z=rectangular("m", "n"), K=activation(0), m=(1, 4), n=(1, 3)
)  # fmt: skip
ONE_MORE = together(S=psd(), B=square(), z=scalar(), n=(1, 3)).lettered(B="MD", z="z[j]")
ALL_INDICES = {"conclusion-1:left:shift-lam[i]": "the bound is the same for all i: the index is renamed"}
ALIKE = [{"A": [[2, 0], [0, 2]], "B": [[2, 0], [0, 2]], "z": [1, 3], "x": [1, 1]}]


@claim(
    RIEDI,
    "(55), the quadratic term",
    id="eq-55",
    status="refuted",
    domain=WEIGHTS,
    depends=["eq-3", "eq-47", "lem-8.50"],
)
def batch_loss_with_the_printed_matrix(A, B, z, x, W):
    """Inherits the error of (50): |Q^(g) w|^2 with the Q of (49) is not |M^(g) D^(g) W z^(g)|^2."""
    w = named("w", vec_rows(W))
    Q, Q_2 = named("Q^{(1)}", block_diagonal(A, z)), named("Q^{(2)}", block_diagonal(B, x))
    printed, printed_2 = squared_length(Q @ w), squared_length(Q_2 @ w)
    mean = (squared_length(A @ W @ z) + squared_length(B @ W @ x)) / 2
    yield then(mean, "==", (printed + printed_2) / 2)


@claim(
    RIEDI,
    "Lemma 10, (59)",
    id="lem-10.index",
    status="proved",
    domain=BATCH,
    depends=["lem-8.49"],
)
def blocks_of_the_printed_gram_matrix(A, B, z, x):
    """With the printed Q, A is block diagonal and its j-th block is A_j: a sum of block diagonal matrices."""
    whole = printed_gram(A, B, z, x)
    by_data = (kron(diag(sq(z)), gram(A)) + kron(diag(sq(x)), gram(B))) / 2
    yield then(entries(whole), "==", entries(by_data))
    block = leading(trailing(whole, cols(A) * (j - 1)), cols(A))
    yield then(fro(block - printed_block(A, B, z, x)), "==", 0)


@claim(
    RIEDI,
    "Lemma 10, (57)",
    id="lem-10.57",
    true_mutants=ALL_INDICES,
    status="proved",
    domain=BATCH,
    equality=ALIKE,
    presupposes=["weyl"],
    depends=["lem-10.index", "prop-4.20a", "prop-4.21"],
)
def blocks_from_above(A, B, z, x):
    """lambda_i(A_j) for the printed Q: the largest eigenvalue of a sum is at most the sum of the largest. For
    the Q of the loss see "Section 3.6 for the loss itself".
    """
    bound = (sq(z[j]) * sq(s1(A)) + sq(x[j]) * sq(s1(B))) / 2
    yield then(lam(printed_block(A, B, z, x))[i], "<=", bound)


@claim(
    RIEDI,
    "Lemma 10, (58)",
    id="lem-10.58",
    true_mutants=ALL_INDICES,
    status="proved",
    domain=BATCH,
    equality=ALIKE,
    presupposes=["weyl"],
    depends=["lem-10.index"],
)
def blocks_from_below(A, B, z, x):
    """lambda_i(A_j) for the printed Q: the smallest eigenvalue of a sum is at least the sum of theirs."""
    bound = (sq(z[j]) * sq(s_min(A)) + sq(x[j]) * sq(s_min(B))) / 2
    yield then(lam(printed_block(A, B, z, x))[i], ">=", bound)


@claim(
    RIEDI,
    "Lemma 10, (57), index by index",
    id="lem-10.57~sharpened",
    status="sharpened",
    sharpens="lem-10.57",
    domain=BATCH,
    equality=ALIKE,
    presupposes=["weyl"],
    depends=["lem-10.index", "prop-5.22"],
)
def blocks_from_above_by_index(A, B, z, x):
    """Every s_i has its own bound; (57) uses s_1 for all of them, which is i = k = 1 here.

    Proof: Weyl's inequalities for two indices on the two summands of (59).
    """
    bound = (sq(z[j]) * sq(s(A)[i]) + sq(x[j]) * sq(s(B)[k])) / 2
    yield then(lam(printed_block(A, B, z, x))[i + k - 1], "<=", bound)


@claim(
    RIEDI,
    "Lemma 10, (58), index by index",
    id="lem-10.58~sharpened",
    status="sharpened",
    sharpens="lem-10.58",
    domain=BATCH,
    equality=ALIKE,
    presupposes=["weyl"],
    depends=["lem-10.index", "prop-5.22"],
)
def blocks_from_below_by_index(A, B, z, x):
    """(58) is i = k = n. Proof: the duals of Weyl's inequalities for two indices on (59)."""
    bound = (sq(z[j]) * sq(s(A)[i]) + sq(x[j]) * sq(s(B)[k])) / 2
    yield then(lam(printed_block(A, B, z, x))[i + k - cols(A)], ">=", bound)


@claim(
    RIEDI,
    "Lemma 10, a coordinate that vanishes in all data",
    id="lem-10.zero",
    status="proved",
    domain=MASKED,
    depends=["lem-10.57"],
)
def coordinates_without_data(A, B, z, x, K):
    """K keeps some coordinates of both data and clears the others: the block of a cleared one is zero."""
    block = printed_block(A, B, K @ z, K @ x)
    yield then((1 - K[j, j]) * lam(block)[i], "==", 0)


@claim(
    RIEDI,
    "Lemma 10, a coordinate that vanishes in all data, any number of data",
    id="lem-10.zero~any-batch",
    status="proved",
    domain=ANY_BATCH,
    reading=readings.ROWS_OF_DATA,
    depends=["lem-10.index"],
)
def coordinates_without_data_in_any_batch(R, Z, K):
    """A_j is the sum over k of z_k[j]^2 times R_k^T R_k, R_k being row k: no term is left of a cleared j."""
    data = column(Z @ K, j)
    yield then((1 - K[j, j]) * lam(T(R) @ diag(sq(data)) @ R)[i], "==", 0)


@claim(
    RIEDI,
    "Lemma 10, (57) and (58), one datum more",
    id="lem-10.57~any-batch",
    status="proved",
    domain=ONE_MORE,
    covers=["lem-10.58"],
    presupposes=["weyl"],
    reading=readings.ONE_DATUM_MORE,
    depends=["lem-10.index", "prop-4.21"],
    equality=[{"S": [[2, 0], [0, 2]], "B": [[1, 0], [0, 1]], "z": 3}],
    true_mutants={"domain:rim": "Weyl's inequalities ask for a symmetric S alone"},
)
def blocks_of_a_batch_with_one_datum_more(S, B, z):
    """Weyl: the next datum adds at least z[j]^2 s_n(MD)^2 to the smallest eigenvalue of the block A_j, and at
    most z[j]^2 s_1(MD)^2 to the largest.
    """
    values = lam(S + sq(z) * gram(B))
    yield then(lam_min(S) + sq(z) * sq(s_min(B)), "<=", values, "<=", lam_max(S) + sq(z) * sq(s1(B)))


@claim(
    RIEDI,
    "Corollary 11, (63), squared",
    id="cor-11.63",
    status="proved",
    domain=BOUNDED,
    reading=readings.CONSTANTS,
    equality=[{**ALIKE[0], "more": 0, "less": 0}],
    depends=["lem-10.57", "lem-10.58", "lem-10.zero"],
)
def condition_number_of_the_printed_batch(A, B, z, x, more, less):
    """True of the printed Q, kappa(Q_batch)^2 being kappa of A: (57), (58), and zero blocks do not count."""
    C, c = constants(A, B, more, less)
    yield given(c, ">", 0)
    yield given(norm(mean_squares(z, x)), ">", 0)
    bound = sq(C / c) * kappa(diag(mean_squares(z, x)))
    yield then(kappa(printed_gram(A, B, z, x)), "<=", bound)


@claim(
    RIEDI,
    "Corollary 11, (63), each datum with its own constants, squared",
    id="cor-11.63~sharpened",
    status="sharpened",
    sharpens="cor-11.63",
    domain=BATCH,
    equality=ALIKE,
    depends=["lem-10.57", "lem-10.58", "lem-10.zero"],
)
def condition_number_of_the_printed_batch_by_datum(A, B, z, x):
    """The largest right side of (57) over the smallest non-zero right side of (58).

    Proof: Lemma 10, a block being zero exactly when its bounds are. C and c for all data lose more.
    """
    yield given(smaller(s_min(A), s_min(B)), ">", 0)
    yield given(norm(mean_squares(z, x)), ">", 0)
    above = (sq(s1(A)) * sq(z) + sq(s1(B)) * sq(x)) / 2
    below = (sq(s_min(A)) * sq(z) + sq(s_min(B)) * sq(x)) / 2
    yield then(kappa(printed_gram(A, B, z, x)), "<=", largest(above) / s_star(diag(below)))


@claim(
    RIEDI,
    "Corollary 11: (62) excludes a ReLU that is off somewhere",
    id="cor-11.62~relu",
    status="proved",
    domain=together(M=square(), D=activation(0), n=(1, 3)),
    equality=[{"M": [[1]], "D": [[0]]}],
    true_mutants={"domain:rim": "det D = 0 is all that the proof takes"},
)
def a_relu_that_is_off(M, D):
    """(62) asks for s_n(MD) >= c > 0, which no ReLU layer meets unless all its outputs are on: a zero on the
    diagonal of D makes MD singular. The corollary is about slopes eta != 0.
    """
    yield given(det(D), "==", 0)
    yield then(s_min(M @ D), "==", 0)
