"""True statements for proofs at n = 2: stacked matrices, means, parts, majorization."""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, then
from perturb.domains import positive_definite, psd, rectangular, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    adjugate,
    banded,
    cols,
    column,
    det,
    diagonal,
    entries,
    entrywise_abs,
    fro,
    geometric_mean,
    hstack,
    indices,
    inv,
    lam,
    left_singular_vector,
    lower,
    moduli,
    norm,
    norm_1,
    norm_inf,
    ones,
    op,
    polar,
    product,
    rank,
    reshape,
    right_singular_vector,
    row_sums,
    rows,
    s,
    s1,
    spectral_projection,
    sq,
    sqrt,
    strict_upper,
    sym,
    total,
    trace,
    unit,
    vstack,
    weighted_geometric_mean,
)

j = indices("j")[0]
TWO = {"m": (1, 3), "n": (1, 3)}


@claim(TRUE, "Columns beside each other", domain=rectangular(count=2, **TWO), id="language-hstack-norm")
def hstack_norm(A, B):
    """[A B] [A B]' = A A' + B B'."""
    yield then(sq(s1(hstack(A, B))), "<=", sq(s1(A)) + sq(s1(B)))


@claim(TRUE, "Rank of a row of blocks", domain=rectangular(count=2, **TWO), id="language-hstack-rank")
def hstack_rank(A, B):
    """Spans of columns add."""
    yield then(rank(A), "<=", rank(hstack(A, B)), "<=", rank(A) + rank(B))


@claim(TRUE, "Matrices above each other", domain=rectangular(count=2, **TWO), id="language-vstack-frobenius")
def vstack_frobenius(A, B):
    """Pythagoras; |A x| <= |[A; B] x|."""
    yield then(sq(fro(vstack(A, B))), "==", sq(fro(A)) + sq(fro(B)))
    yield then(s1(A), "<=", s1(vstack(A, B)))


@claim(TRUE, "Schur's test", domain=rectangular(**TWO), id="language-schur-test")
def schur_test(A):
    """|A|^2 <= |A|_1 |A|_inf (Horn and Johnson, 5.6.P21)."""
    yield then(sq(s1(A)), "<=", norm_1(A) * norm_inf(A))


@claim(TRUE, "Infinity-norm of a product", domain=square(count=2, n=(1, 4)), id="language-norm-product")
def norm_product(A, B):
    """Induced norms are submultiplicative."""
    yield then(norm_inf(A @ B), "<=", norm_inf(A) * norm_inf(B))


@claim(
    TRUE, "1-norm is induced", domain=together(A=square(), x=vector(), n=(1, 4)), id="language-norm-induced"
)
def norm_induced(A, x):
    """|A x|_1 <= |A|_1 |x|_1."""
    yield then(norm_1(A @ x), "<=", norm_1(A) * norm_1(x))


@claim(TRUE, "Means", domain=positive_definite(count=2, n=(1, 3)), id="language-mean-arithmetic")
def mean_arithmetic(A, B):
    """A # B <= (A + B) / 2 (Ando 1979)."""
    yield then(geometric_mean(A, B), "loewner", (A + B) / 2)


@claim(
    TRUE,
    "Determinant of the mean",
    domain=positive_definite(count=2, n=(1, 3)),
    id="language-mean-determinant",
)
def mean_determinant(A, B):
    """det(A # B)^2 = det A det B."""
    yield then(sq(det(geometric_mean(A, B))), "==", det(A) * det(B))


@claim(TRUE, "Trace of the mean", domain=positive_definite(count=2, n=(1, 3)), id="language-mean-trace")
def mean_trace(A, B):
    """tr(A # B) <= sqrt(tr A tr B) (Ando)."""
    yield then(sq(trace(geometric_mean(A, B))), "<=", trace(A) * trace(B))


@claim(TRUE, "Weighted means", domain=positive_definite(count=2, n=(1, 3)), id="language-mean-weighted")
def mean_weighted(A, B):
    """A #_(1/2) B is below the arithmetic mean."""
    yield then(weighted_geometric_mean(A, B, Fraction(1, 2)), "loewner", (A + B) / 2)


@claim(TRUE, "Right singular vectors", domain=square(n=(1, 3)), id="language-singular-right")
def singular_right(A):
    """|A v_1| = s_1, |v_1| = 1."""
    yield then(norm(A @ right_singular_vector(A, 1)), "==", s1(A))


@claim(TRUE, "Pairs of singular vectors", domain=square(n=(1, 3)), id="language-singular-pair")
def singular_pair(A):
    """u_1' A v_1 = s_1."""
    u, v = left_singular_vector(A, 1), right_singular_vector(A, 1)
    yield then(total(u * (A @ v)), "==", s1(A))


@claim(TRUE, "Spectral projections", domain=symmetric(n=(1, 3)), id="language-projection-trace")
def projection_trace(A):
    """The rank is the number of eigenvalues, and the projection commutes with A."""
    P = spectral_projection(A, 1, 1)
    yield then(trace(P), "==", 1)
    yield then(entries(A @ P), "==", entries(P @ A))


@claim(TRUE, "Polar factors", domain=square(n=(1, 3)), id="language-polar")
def polar_factor(A):
    """The columns are orthonormal, and tr(U'A) is the sum of the singular values."""
    yield then(entries(T(polar(A)) @ polar(A)), "==", entries(I + 0 * A))
    yield then(trace(T(polar(A)) @ A), "==", total(s(A)))


@claim(TRUE, "Cofactors", domain=square(n=(1, 3)), id="language-adjugate")
def cofactors(A):
    """A adj(A) = det(A) I."""
    yield then(entries(A @ adjugate(A)), "==", entries(det(A) * I + 0 * A))


@claim(TRUE, "Cofactors of products", domain=square(count=2, n=(1, 3)), id="language-adjugate-product")
def cofactors_product(A, B):
    """adj(AB) = adj(B) adj(A)."""
    yield then(entries(adjugate(A @ B)), "==", entries(adjugate(B) @ adjugate(A)))


@claim(TRUE, "Absolute entries", domain=square(n=(1, 4)), id="language-entrywise-norm")
def entrywise_norm(A):
    """|x'Ay| <= |x|'|A||y|, so s_1(A) <= s_1(|A|)."""
    yield then(s1(A), "<=", s1(entrywise_abs(A)))


@claim(TRUE, "Triangular determinants", domain=square(n=(1, 4)), id="language-triangular")
def triangular(A):
    """det of the lower part is the product of the diagonal, and the parts are orthogonal."""
    yield then(det(lower(A)), "==", product(diagonal(A)))
    yield then(sq(fro(A)), "==", sq(fro(lower(A))) + sq(fro(strict_upper(A))))


@claim(TRUE, "Pinching", domain=square(n=(1, 4)), id="language-pinching")
def pinching(A):
    """The diagonal is a mean of A by conjugations with signs."""
    yield then(op(banded(A, 0)), "<=", op(A))


@claim(TRUE, "Columns", domain=rectangular(**TWO), id="language-columns")
def columns(A):
    """A e_j is the j-th column, at most |A| long."""
    yield then(norm(column(A, j)), "<=", s1(A))
    yield then(A @ unit(cols(A), 1), "==", column(A, 1))


@claim(TRUE, "Other shapes", domain=rectangular(**TWO), id="language-reshape")
def other_shape(A):
    """The entries stay."""
    yield then(fro(reshape(A, cols(A), rows(A))), "==", fro(A))
    yield then(total(row_sums(A)), "==", total(A @ ones(cols(A))))


@claim(TRUE, "Schur", domain=symmetric(n=(1, 4)), id="language-schur")
def schur_horn(A):
    """The diagonal is majorized by the eigenvalues."""
    yield then(diagonal(A), "majorized", lam(A))


@claim(TRUE, "Lidskii", domain=symmetric(count=2, n=(1, 4)), id="language-lidskii")
def lidskii(A, B):
    """lambda(A + B) - lambda(A) is majorized by lambda(B) (Bhatia, Theorem III.4.1)."""
    yield then(lam(A + B) - lam(A), "majorized", lam(B))


@claim(TRUE, "Ky Fan's sums", domain=symmetric(count=2, n=(1, 4)), id="language-fan")
def fan(A, B):
    """lambda(A + B) is majorized by lambda(A) + lambda(B)."""
    yield then(lam(A + B), "majorized", lam(A) + lam(B))


@claim(TRUE, "Mirsky", domain=square(count=2, n=(1, 3)), id="language-mirsky")
def mirsky(A, B):
    """|s(A) - s(B)| is weakly majorized by s(A - B)."""
    yield then(abs(s(A) - s(B)), "weakly majorized", s(A - B))


@claim(TRUE, "Weyl's products", domain=square(n=(1, 4)), id="language-weyl")
def weyl(A):
    """|lambda(A)| is log-majorized by s(A), so weakly majorized, too."""
    yield then(moduli(A), "log-majorized", s(A))
    yield then(moduli(A), "weakly majorized", s(A))


@claim(TRUE, "Horn", domain=square(count=2, n=(1, 3)), id="language-horn")
def horn(A, B):
    """s(AB) is log-majorized by s(A) s(B) (Horn 1950)."""
    yield then(s(A @ B), "log-majorized", s(A) * s(B))


@claim(TRUE, "Fan and Hoffman", domain=square(n=(1, 4)), id="language-real-part")
def real_part(A):
    """lambda_i of the symmetric part is at most s_i(A)."""
    yield then(lam(sym(A)), "<=", s(A))
    yield then(lam(sym(A)), "weakly majorized", s(A))


@claim(TRUE, "Products of positive matrices", domain=psd(count=2, n=(1, 3)), id="language-positive-product")
def positive_product(A, B):
    """The eigenvalues of AB are log-majorized by lambda(A) lambda(B)."""
    yield then(moduli(A @ B), "log-majorized", lam(A) * lam(B))


@claim(TRUE, "Inverse by cofactors", domain=positive_definite(n=(1, 3)), id="language-inverse-norms")
def inverse_norms(A):
    """sqrt(|A|_1 |A|_inf) bounds |A|; both are equal for a symmetric matrix, and |A^(-1)| >= 1 / |A|."""
    yield then(s1(A), "<=", sqrt(norm_1(A) * norm_inf(A)), "==", norm_inf(A))
    yield then(norm_inf(A) * norm_inf(inv(A)), ">=", 1)
