"""Section 2: Wielandt-Hoffman, the operator norm, interlacing."""

from __future__ import annotations

from perturb import claim, given, indices, then
from perturb.domains import of_rank, orthogonal, rectangular, square, symmetric, together, vector
from perturb.vocab import (
    T,
    cols,
    diag,
    diagonal,
    fro,
    lam,
    largest,
    norm,
    nuclear,
    op,
    rank,
    s,
    s1,
    sq,
    sqrt,
    total,
)
from perturb.vocab.grammar.ranges import index
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import size, without_last_columns, without_last_rows

i, j = indices("i j")


@claim(
    RIEDI,
    "Proposition 1, (17)",
    id="prop-1.17",
    status="proved",
    domain=symmetric(count=2, n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, -5]]}],
)
def eigenvalues_move_less_than_the_matrix(A, A_tilde):
    """Wielandt-Hoffman for symmetric matrices; equality when both are diagonal in the same order. "By size"
    is the descending order; by modulus it would be false, as for diag(2, -1) and diag(1, -2).

    Proof: it says tr(A A~) <= sum lambda_i(A) lambda_i(A~). In an eigenbasis of A the left side is linear in
    a doubly stochastic matrix (U_ij^2), so largest at a permutation (Birkhoff), and there by rearrangement.
    """
    yield then(total(sq(lam(A) - lam(A_tilde))), "<=", sq(fro(A - A_tilde)))


@claim(
    RIEDI,
    "Corollary 2, (18)",
    id="cor-2.18",
    status="proved",
    domain=square(count=2, n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, 0]]}],
    depends=["prop-1.17"],
)
def singular_values_move_less_than_the_matrix(A, A_tilde):
    """Wielandt-Hoffman for singular values: Proposition 1 on [0 A; A' 0] counts both sides twice."""
    yield then(total(sq(s(A) - s(A_tilde))), "<=", sq(fro(A - A_tilde)))


@claim(
    RIEDI,
    "Corollary 2, remark on rectangular matrices",
    id="cor-2.rect",
    status="proved",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[{"A": [[3, 0, 0], [0, 1, 0]], "A_tilde": [[1, 0, 0], [0, 0, 0]]}],
    depends=["prop-1.17", "cor-2.18"],
)
def rectangular_singular_values_move_less_than_the_matrix(A, A_tilde):
    """The sum runs over the min(m, n) singular values: zero rows or columns make both matrices square."""
    yield then(total(sq(s(A) - s(A_tilde))), "<=", sq(fro(A - A_tilde)))


@claim(
    RIEDI,
    "Proposition 4, (20), s_1 bounds |Ax|",
    id="prop-4.20a",
    reading=readings.HALF_OF_A_MAXIMUM,
    status="proved",
    domain=together(A=square(), x=vector(), n=(1, 4)),
    equality=[{"A": [[2, 0], [0, 1]], "x": [1, 0]}, {"A": [[0, 1], [-1, 0]], "x": [3, 4]}],
)
def largest_singular_value_bounds_the_image(A, x):
    """One half of s_1 = max |Ax| over unit vectors, scaled to any length: |Ax|^2 = x'A'Ax <= s_1^2 |x|^2."""
    yield then(norm(A @ x), "<=", s1(A) * norm(x))


@claim(
    RIEDI,
    "Proposition 4, (20), s_1 is attained",
    id="prop-4.20a~attained",
    reading=readings.ATTAINED,
    status="proved",
    domain=together(V=orthogonal(), U=orthogonal(), d=vector(), n=(1, 3)),
    covers=["prop-4.20a"],
)
def largest_singular_value_is_attained(V, U, d):
    """The other half: A = V diag(d) U' reaches s_1 at a column u of U, for A u_k = d_k v_k there."""
    A = V @ diag(d) @ T(U)
    lengths = sqrt(diagonal(T(A @ U) @ (A @ U)))
    yield then(largest(lengths), "==", s1(A))


@claim(
    RIEDI,
    "Proposition 4, (20), second and third relation",
    id="prop-4.20",
    status="proved",
    domain=square(n=(1, 5)),
    covers=["prop-4.20b", "prop-4.20c"],
    equality=[[[0, 3], [0, 0]], [[1, 0], [0, 1]], [[0]]],
    depends=["eq-16"],
)
def operator_and_frobenius_norms(A):
    """|A|_F^2 is the sum of rank(A) squares, each between 0 and s_1^2, one of them s_1^2. Zero is allowed."""
    yield then(op(A), "<=", fro(A), "<=", sqrt(rank(A)) * op(A))


@claim(
    RIEDI,
    "Proposition 4, (20), by the nuclear norm",
    id="prop-4.20~sharpened",
    status="sharpened",
    sharpens="prop-4.20",
    domain=square(n=(1, 5)),
    equality=[[[0, 3], [0, 0]], [[1, 0], [0, 1]], [[0]]],
)
def norms_in_order(A):
    """Proof: sum s_i^2 <= s_1 sum s_i, and sum s_i has rank(A) non-zero terms, each at most s_1."""
    between = sqrt(op(A) * nuclear(A))
    yield then(op(A), "<=", fro(A), "<=", between, "<=", sqrt(rank(A)) * op(A))


@claim(
    RIEDI,
    "Proposition 4, rank one",
    id="prop-4.rank1",
    status="proved",
    domain=of_rank(1, rows="n", cols="n", n=(1, 4)),
    true_mutants={
        "hypothesis-1:dropped": "the domain leaves rank 0 besides, where both norms are 0",
        "domain:rim": "the hypothesis says rank one again",
    },
    equality=[[[3, 0], [4, 0]], [[1, 2], [2, 4]]],
    depends=["prop-4.20"],
)
def norms_coincide_on_rank_one(A):
    """The sum of squares of the singular values has one term."""
    yield given(rank(A), "==", 1)
    yield then(op(A), "==", fro(A))


@claim(
    RIEDI,
    "Proposition 4, (21)",
    id="prop-4.21",
    status="proved",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    presupposes=["weyl"],
    equality=[{"A": [[1, 0], [0, 0]], "A_tilde": [[2, 0], [0, 1]]}],
    depends=["prop-4.20a"],
)
def largest_singular_value_is_subadditive(A, A_tilde):
    """The triangle inequality |(A + A~)x| <= |Ax| + |A~x| at the unit x where the left side is largest."""
    yield then(s1(A + A_tilde), "<=", s1(A) + s1(A_tilde))


@claim(
    RIEDI,
    "Proposition 5, (22)",
    id="prop-5.22",
    status="proved",
    domain=square(count=2, n=(1, 4)),
    presupposes=["weyl"],
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, 1]]}],
)
def weyl_additive_perturbation(A, A_tilde):
    """Weyl, for all i, j >= 1 with i + j - 1 <= n.

    Proof: off a space of dimension at most i - 1 the image under A~ is at most s_i(A~), off one of dimension
    at most j - 1 that under A - A~ is at most s_j(A - A~); Courant-Fischer with the i + j - 2 directions.
    """
    yield then(s(A)[i + j - 1], "<=", s(A_tilde)[i] + s(A - A_tilde)[j])


@claim(
    RIEDI,
    "Proposition 5, (23), rows",
    id="prop-5.23~rows",
    reading="A~ is A without its last m rows.",
    status="proved",
    domain=square(n=(2, 5)),
    covers=["prop-5.23a", "prop-5.23b"],
    equality=[[[1, 0], [0, 1]], [[2, 0, 0], [0, 1, 0], [0, 0, 0]]],
)
def deleting_rows_interlaces(A):
    """The last m rows are deleted, for all 1 <= m < n: a permutation of rows changes no singular value.

    Proof: |PAx| <= |Ax|, and PAx = Ax on the kernel of m linear forms; Courant-Fischer both times.
    """
    m = index("m", 1, size(A) - 1)
    yield then(s(A)[i], ">=", s(without_last_rows(A, m))[i], ">=", s(A)[i + m])


@claim(
    RIEDI,
    "Proposition 5, (23), columns",
    id="prop-5.23~columns",
    reading="A~ is A without its last m columns.",
    status="proved",
    domain=square(n=(2, 5)),
    covers=["prop-5.23a", "prop-5.23b"],
    equality=[[[1, 0], [0, 1]], [[2, 0, 0], [0, 1, 0], [0, 0, 0]]],
)
def deleting_columns_interlaces(A):
    """The last m columns are deleted, for all 1 <= m < n: the row statement for A^T, by (15)."""
    m = index("m", 1, cols(A) - 1)
    yield then(s(A)[i], ">=", s(without_last_columns(A, m))[i], ">=", s(A)[i + m])


@claim(
    RIEDI,
    "Proposition 5, (24)",
    id="prop-5.24",
    status="proved",
    domain=square(count=2, n=(1, 4)),
    covers=["prop-5.24a", "prop-5.24b"],
    presupposes=["weyl"],
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, 1]]}],
    depends=["prop-5.22", "prop-4.20"],
)
def singular_values_are_uniformly_continuous(A, A_tilde):
    """(22) with j = 1, used both ways round, then (20); for every i."""
    yield then(abs(s(A) - s(A_tilde)), "<=", s1(A - A_tilde), "<=", fro(A - A_tilde))
