"""Section 2 and Theorem 16 with all indices at once: every unitarily invariant norm, majorisation, corners.

All but one rest on Lidskii's inequality: for symmetric H and E and any k indices i the sum of lambda_i(H + E)
- lambda_i(H) is at most the sum of the k largest eigenvalues of E, for all n with equality. Proof (Li and
Mathias 1999): take lambda_k(E) from E, so that it is 0; with E_+ >= E no term falls, and the sum of all of
them is tr E_+.
"""

from __future__ import annotations

from perturb import claim, indices, named, then
from perturb.domains import rectangular, scalar, square, symmetric, together
from perturb.vocab import I, T, cols, diag, fro, ky_fan, lam, length, partial_sums, s, sq, trace
from perturb.vocab.grammar.ranges import index
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.growth import growth
from theorems.riedi2022.notation import size, with_residual, without_last_columns, without_last_rows

i = indices("i")[0]


@claim(
    RIEDI,
    "Proposition 1, (17), in every unitarily invariant norm",
    id="prop-1.17~sharpened",
    status="sharpened",
    sharpens="prop-1.17",
    domain=symmetric(count=2, n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, -5]]}],
)
def eigenvalues_move_less_in_every_norm(A, A_tilde):
    """For the sums of the k largest singular values, k = 1, ..., n, and so for every unitarily invariant norm
    (Fan): (17) is that of Frobenius, k = 1 the first part of (24) for eigenvalues.

    Proof: by Lidskii lambda(A) - lambda(A~) is majorised by lambda(A - A~), and a list x that y majorises has
    |x| with partial sums in order below those of |y|.
    """
    k = index("k", 1, cols(A))
    moved = named(r"\Delta", diag(lam(A) - lam(A_tilde)))
    yield then(ky_fan(moved, k), "<=", ky_fan(A - A_tilde, k))


@claim(
    RIEDI,
    "Corollary 2, (18), in every unitarily invariant norm",
    id="cor-2.18~sharpened",
    status="sharpened",
    sharpens="cor-2.18",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "A_tilde": [[1, 0], [0, 0]]}],
)
def singular_values_move_less_in_every_norm(A, A_tilde):
    """Mirsky (1960), for rectangular matrices as well: k = 1 is (24).

    Proof: Lidskii for [0 A; A' 0] and [0 A~; A~' 0], whose positive eigenvalues are the singular values.
    """
    k = index("k", 1, length(s(A)))
    moved = named(r"\Delta", diag(s(A) - s(A_tilde)))
    yield then(ky_fan(moved, k), "<=", ky_fan(A - A_tilde, k))


@claim(
    RIEDI,
    "Proposition 5, (23), rows and columns at once",
    id="prop-5.23~both",
    reading="A~ is A without its last p rows and its last q columns.",
    status="proved",
    domain=square(n=(2, 4)),
    equality=[[[1, 0], [0, 1]], [[2, 0, 0], [0, 1, 0], [0, 0, 0]]],
)
def deleting_rows_and_columns_interlaces(A):
    """A corner of A keeps s_i(A) >= s_i(A~) >= s_{i+p+q}(A), rows and columns counted together.

    Proof: (23) for the columns, then for the rows of what is left, which need not be square.
    """
    p, q = index("p", 1, size(A) - 1), index("q", 1, cols(A) - 1)
    corner = without_last_rows(without_last_columns(A, q), p)
    yield then(s(A)[i], ">=", s(corner)[i], ">=", s(A)[i + p + q])


@claim(
    RIEDI,
    "Theorem 16, (70), all singular values at once",
    id="thm-16.70b~majorised",
    status="sharpened",
    sharpens="thm-16.70b~sharpened",
    domain=together(M_o=square(), rho=scalar(), n=(2, 4)),
    equality=[{"M_o": [[2, 0], [0, -1]], "rho": 0}, {"M_o": [[0, 2], [-2, 0]], "rho": -1}],
)
def growth_is_majorised(M_o, rho):
    """Any k < n of the numbers s_i(rho)^2 - s_i(0)^2 add up to at most the k largest rho tau_j + rho^2, and
    all n to their sum: k = 1 is the upper bound of (70), k = n - 1 the lower one. So not all of them can come
    close to the same bound: their mean is rho tr(M_o + M_o^T)/n + rho^2.

    Proof: Lidskii for H = M_o^T M_o and E = rho (M_o^T + M_o) + rho^2 Id; the traces agree.
    """
    k, E = index("k", 1, cols(M_o) - 1), named("E", rho * (T(M_o) + M_o) + sq(rho) * I)
    yield then(partial_sums(lam(diag(growth(M_o, rho))))[k], "<=", partial_sums(lam(E))[k])
    yield then(sq(fro(with_residual(M_o, rho))) - sq(fro(M_o)), "==", trace(E))
