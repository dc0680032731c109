"""False statements beside the true ones, each a step away: by a constant, a domain, an index, a strict sign.

`AT` says where each is false, at n = 2.
"""

from typing import Any

from benchmarks.unseen import FALSE, FIRST, ID, ONES, RAISE, SWAP, TURN
from perturb import claim, given, then
from perturb.domains import (
    circulants,
    contraction,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    hankel,
    laplacians,
    m_matrix,
    nonnegative,
    normal,
    positive_contraction,
    positive_definite,
    projection,
    rank_one_perturbation,
    sign_matrices,
    square,
    stochastic,
    symmetric,
    toeplitz,
    together,
    totally_nonnegative,
    vector,
    weighted_permutation,
)
from perturb.vocab import (
    T,
    adjugate,
    degrees,
    det,
    diagonal,
    entries,
    entrywise_abs,
    fro,
    geometric_mean,
    hadamard,
    hstack,
    indices,
    lam,
    lam_max,
    largest,
    left_singular_vector,
    moduli,
    norm,
    norm_1,
    norm_inf,
    numerical_radius,
    op,
    permanent,
    product,
    right_singular_vector,
    row_sums,
    rows,
    s,
    s1,
    smallest,
    spectral_radius,
    sq,
    total,
    trace,
)

i = indices("i")[0]
AT: dict[str, dict[str, Any]] = {}


def at(**point: Any) -> Any:
    """Where the statement below is false."""

    def named(made: Any) -> Any:
        AT[made.id] = point
        return made

    return named


@at(A=SWAP)
@claim(FALSE, "Trace of the square", domain=nonnegative(n=(1, 4)), id="language-false-trace")
def false_trace(A):
    """tr(A)^2 <= n tr(A^2), not tr(A^2) <= tr(A)^2."""
    yield then(trace(A @ A), "<=", sq(trace(A)))


@at(A=[[-2, 0], [0, 1]])
@claim(FALSE, "Perron for all", domain=square(n=(1, 4)), id="language-false-perron")
def false_perron(A):
    """Nonnegative entries are needed."""
    yield then(spectral_radius(A), "<=", largest(row_sums(A)))


@at(A=[[1, 0], [1, 0]])
@claim(FALSE, "Norm of a chain", domain=stochastic(n=(1, 4)), id="language-false-chain")
def false_chain(A):
    """Rows alone do not bound the norm."""
    yield then(s1(A), "<=", 1)


@at(A=SWAP)
@claim(FALSE, "Strict contraction", domain=doubly_stochastic(n=(1, 4)), id="language-false-doubly")
def false_doubly(A):
    """A permutation has determinant -1."""
    yield then(det(A), ">=", 0)


@at(D=[[1, 0], [1, 0]], x=[1, 0])
@claim(
    FALSE, "Polya by rows", domain=together(D=stochastic(), x=vector(), n=(1, 4)), id="language-false-hardy"
)
def false_hardy(D, x):
    """Columns must sum to 1, too."""
    yield then(D @ x, "weakly majorized", x)


@at(A=[[2, -1], [-1, 2]])
@claim(FALSE, "Equality for M", domain=m_matrix(n=(1, 4)), id="language-false-m")
def false_m(A):
    """det A may be below the product of the diagonal."""
    yield then(det(A), ">=", product(diagonal(A)))


@at(A=[[2, 1], [1, 2]])
@claim(FALSE, "H-matrices and row sums", domain=h_matrix(n=(1, 4)), id="language-false-h")
def false_h(A):
    """A positive entry beside the diagonal makes the row sum too large."""
    yield then(abs(det(A)), ">=", product(abs(row_sums(A))))


@at(A=ONES)
@claim(FALSE, "Weak dominance", domain=diagonally_dominant(n=(1, 4)), id="language-false-dominant")
def false_dominant(A):
    """Dominance must be strict."""
    yield then(det(A), "!=", 0)


@at(A=[[1, -1], [-1, 1]])
@claim(FALSE, "Laplacian index", domain=laplacians(n=(1, 4)), id="language-false-laplacian")
def false_laplacian(A):
    """The factor 2 is needed."""
    yield then(lam_max(A), "<=", largest(diagonal(A)))


@at(A=[[0, 0], [0, 0]])
@claim(FALSE, "Edges", domain=graph(n=(1, 4)), id="language-false-edges")
def false_edges(A):
    """The empty graph."""
    yield then(0, "<", total(degrees(A)))


@at(A=ONES, B=ID)
@claim(FALSE, "Oppenheim's equality", domain=correlation(count=2, n=(1, 3)), id="language-false-oppenheim")
def false_oppenheim(A, B):
    """det(A o I) = 1."""
    yield then(det(hadamard(A, B)), "<=", det(A))


@at(A=FIRST, B=ONES)
@claim(FALSE, "Multipliers", domain=symmetric(count=2, n=(1, 3)), id="language-false-multiplier")
def false_multiplier(A, B):
    """A second factor that is no correlation matrix."""
    yield then(lam(A), "majorized", lam(hadamard(A, B) + A))


@at(A=[[1, 1], [1, -1]])
@claim(FALSE, "Signs", domain=sign_matrices(n=(1, 4)), id="language-false-sign")
def false_sign(A):
    """|det| = 2 at n = 2."""
    yield then(sq(det(A)), "<=", rows(A))


@at(A=RAISE)
@claim(FALSE, "Moduli of all", domain=square(n=(1, 4)), id="language-false-moduli")
def false_moduli(A):
    """For normal matrices alone."""
    yield then(s1(A), "<=", spectral_radius(A))


@at(A=TURN)
@claim(FALSE, "Normal and symmetric", domain=normal(n=(1, 4)), id="language-false-normal")
def false_normal(A):
    """A rotation is normal."""
    yield then(entries(A), "==", entries(T(A)))


@at(A=SWAP)
@claim(
    FALSE,
    "Determinant of a permutation",
    domain=weighted_permutation(n=(1, 4)),
    id="language-false-permutation",
)
def false_permutation(A):
    """The sign may be -1."""
    yield then(permanent(A), "==", det(A))


@at(A=[[0, 1], [0, 0]])
@claim(FALSE, "Toeplitz trace norm", domain=toeplitz(n=(1, 4)), id="language-false-toeplitz")
def false_toeplitz(A):
    """The diagonal does not see the rest."""
    yield then(fro(A), "<=", abs(trace(A)))


@at(A=[[0, 1], [1, 0]])
@claim(FALSE, "Hankel determinants", domain=hankel(n=(1, 4)), id="language-false-hankel")
def false_hankel(A):
    """Moments of a measure would be needed."""
    yield then(det(A), ">=", 0)


@at(A=[[0, -1], [-1, 0]])
@claim(FALSE, "Circulant radius", domain=circulants(n=(1, 4)), id="language-false-circulant")
def false_circulant(A):
    """The row sum may be negative, -1 here."""
    yield then(row_sums(A), "==", s1(A))


@at(A=[[0, 0], [0, 0]], B=[[1, 0], [0, 0]])
@claim(
    FALSE,
    "Interlacing without a shift",
    domain=rank_one_perturbation(symmetric=True, n=(1, 4)),
    id="language-false-interlacing",
)
def false_interlacing(A, B):
    """The index must move by one."""
    yield then(lam(B)[i], "<=", lam(A)[i])


@at(A=[[1, 1], [0, 1]])
@claim(FALSE, "Minors", domain=totally_nonnegative(n=(1, 4)), id="language-false-minors")
def false_minors(A):
    """The permanent would do: the determinant is at most it, not the sum of the entries below it."""
    yield then(total(entries(A)), "<=", 2 * det(A))


@at(A=[["1/2", 0], [0, 1]])
@claim(FALSE, "Effects", domain=positive_contraction(n=(1, 4)), id="language-false-effect")
def false_effect(A):
    """A <= A^2 for projections alone."""
    yield then(A, "loewner", A @ A)


@at(A=ID, B=[[0, 0], [0, 0]])
@claim(FALSE, "Strict projections", domain=projection(count=2, n=(1, 4)), id="language-false-projection")
def false_projection(A, B):
    """The distance 1 is reached."""
    yield then(op(A - B), "<", 1)


@at(A=ID, B=ID)
@claim(FALSE, "Beside each other", domain=square(count=2, n=(1, 3)), id="language-false-hstack")
def false_hstack(A, B):
    """The larger of the two does not bound."""
    yield then(op(hstack(A, B)), "<=", op(A) + op(B) - smallest(s(B)))


@at(A=[[1, 1], [0, 0]])
@claim(FALSE, "One norm", domain=square(n=(1, 4)), id="language-false-norm")
def false_norm(A):
    """Both norms are needed."""
    yield then(s1(A), "<=", norm_1(A))


@at(A=[[4, 0], [0, 1]], B=[[1, 0], [0, 4]])
@claim(FALSE, "Mean below the product", domain=positive_definite(count=2, n=(1, 3)), id="language-false-mean")
def false_mean(A, B):
    """The mean of diagonal matrices is 2 I, their arithmetic mean larger."""
    yield then((A + B) / 2, "loewner", geometric_mean(A, B))


@at(A=[[0, 1], [2, 0]])
@claim(FALSE, "Singular vectors", domain=square(n=(1, 3)), id="language-false-singular")
def false_singular(A):
    """u and v differ."""
    yield then(left_singular_vector(A, 1), "==", right_singular_vector(A, 1))


@at(A=[[1, 1], [0, 1]], B=[[1, 0], [1, 1]])
@claim(FALSE, "Cofactors in order", domain=square(count=2, n=(1, 3)), id="language-false-adjugate")
def false_adjugate(A, B):
    """The order turns."""
    yield then(entries(adjugate(A @ B)), "==", entries(adjugate(A) @ adjugate(B)))


@at(A=[[1, 1], [1, -1]])
@claim(FALSE, "Absolute entries", domain=square(n=(1, 4)), id="language-false-entrywise")
def false_entrywise(A):
    """s_1 = sqrt 2 becomes 2."""
    yield then(s1(entrywise_abs(A)), "<=", s1(A))


@at(A=SWAP)
@claim(FALSE, "Schur turned", domain=symmetric(n=(1, 4)), id="language-false-schur")
def false_schur(A):
    """The eigenvalues majorize the diagonal, not the other way."""
    yield then(lam(A), "majorized", diagonal(A))


@at(A=FIRST, B=[[0, 0], [0, 1]])
@claim(FALSE, "Fan turned", domain=symmetric(count=2, n=(1, 4)), id="language-false-fan")
def false_fan(A, B):
    """lambda(A + B) = (1, 1)."""
    yield then(lam(A) + lam(B), "majorized", lam(A + B))


@at(A=RAISE)
@claim(FALSE, "Weyl turned", domain=square(n=(1, 4)), id="language-false-weyl")
def false_weyl(A):
    """A nilpotent matrix."""
    yield then(s(A), "weakly log-majorized", moduli(A))


@at(A=RAISE, B=[[0, 0], [1, 0]])
@claim(FALSE, "Radius of a product", domain=contraction(count=2, n=(1, 3)), id="language-false-radius")
def false_radius(A, B):
    """w(AB) = 1, w(A) w(B) = 1/4."""
    yield given(norm_inf(A), "<=", 1)
    yield then(numerical_radius(A @ B), "<=", 2 * numerical_radius(A) * numerical_radius(B))


@at(A=SWAP, x=[1, 1])
@claim(FALSE, "Lengths", domain=together(A=symmetric(), x=vector(), n=(1, 4)), id="language-false-lengths")
def false_lengths(A, x):
    """|x|_2, not |x|_inf."""
    yield then(norm(A @ x), "<=", s1(A) * norm_inf(x))
