"""Lemma 3 and (64) of Corollary 13: values depend continuously on the matrix and integrate their slopes."""

from __future__ import annotations

from perturb import claim, given, indices, named, then
from perturb.domains import orthogonal, scalar, square, together, vector
from perturb.vocab import T, diag, diagonal, fro, partial_sums, s, s1, smaller, sqrt
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.singular_vectors import descending

i = indices("i")[0]
TWO = together(A=square(), A_tilde=square(), n=(1, 4))


def gap(A: Expr) -> Expr:
    return s(A)[i] - s(A)[i + 1]


@claim(
    RIEDI,
    "Lemma 3, continuity",
    id="lem-3.cont",
    status="proved",
    domain=together(A=square(), A_tilde=square(), delta=scalar(), n=(1, 4)),
    depends=["cor-2.18"],
    reading=readings.MODULUS_OF_VALUES,
)
def singular_values_inherit_the_modulus(A, A_tilde, delta):
    """With A = A(rho_1), A~ = A(rho_2): where the matrices are delta-close, every s_i is. (18), one term."""
    yield given(fro(A - A_tilde), "<=", delta)
    yield then(abs(s(A) - s(A_tilde)), "<=", delta)


@claim(
    RIEDI,
    "Lemma 3, open sets",
    id="lem-3.open",
    status="proved",
    domain=TWO,
    depends=["lem-3.cont"],
    reading=readings.OPEN_SETS,
)
def gaps_and_positive_values_persist(A, A_tilde):
    """A positive gap, or a positive value, at A is positive at every A~ close enough: S_i and S_i^* are open
    in I. By (18) the squares of two changes add up to at most |A - A~|_F^2, so their sum is sqrt(2) of it.
    """
    yield then(gap(A) - sqrt(2) * fro(A - A_tilde), "<=", gap(A_tilde))
    yield then(s(A)[i] - fro(A - A_tilde), "<=", s(A_tilde)[i])


@claim(
    RIEDI,
    "Lemma 3, open sets, by the operator norm",
    id="lem-3.open~sharpened",
    status="sharpened",
    sharpens="lem-3.open",
    domain=TWO,
    equality=[
        {"A": [[2, 0], [0, 0]], "A_tilde": [[1, 0], [0, 1]]},
        {"A": [[5, 0, 0], [0, 3, 0], [0, 0, 1]], "A_tilde": [[4, 0, 0], [0, 4, 0], [0, 0, "1/2"]]},
    ],
    presupposes=["weyl"],
)
def gaps_persist_by_the_operator_norm(A, A_tilde):
    """Proof: (24) for s_i and s_{i+1}, and (18) as before; the smaller radius counts."""
    moved = smaller(2 * s1(A - A_tilde), sqrt(2) * fro(A - A_tilde))
    yield then(gap(A) - moved, "<=", gap(A_tilde))
    yield then(s(A)[i] - s1(A - A_tilde), "<=", s(A_tilde)[i])


@claim(
    RIEDI,
    "Corollary 13, (64), one cell of the integral",
    id="cor-13.64",
    status="proved",
    domain=together(P=orthogonal(), k=vector(), Q=orthogonal(), l=vector(), n=(1, 3)),
    depends=["lem-3.cont", "thm-6.30", "cor-13.finite"],
    letters={"P": "U(0)", "Q": "U(1)"},
    reading=readings.RIEMANN_SUMS,
)
def growth_between_riemann_sums(P, k, Q, l):  # noqa: E741 (eigenvalues, as on paper)
    """For a linear family the sums of the k largest eigenvalues grow, from rho = 0 to 1, by at least their
    slope at 0 and at most that at 1: lower and upper Riemann sums of (64), whose limit it is. Eigenvalues may
    be multiple; that N(0) has simple ones is idle. Proof: Ky Fan's maximum principle at both ends.

    (64) even holds for every C^1 family: each lambda_i is Lipschitz, so the integral of its derivative, and
    at almost every rho where eigenvalues coincide their slopes do, so that any unit eigenvector gives them.
    """
    before = named(r"\lambda^{(0)}", descending(abs(k)), "the eigenvalues of N(0), in descending order")
    after = named(r"\lambda^{(1)}", descending(abs(l)), "those of N(1)")
    N_1 = named("N'", Q @ diag(after) @ T(Q) - P @ diag(before) @ T(P))
    slopes = [partial_sums(diagonal(T(U) @ N_1 @ U)) for U in (P, Q)]
    yield then(slopes[0], "<=", partial_sums(after - before), "<=", slopes[1])
