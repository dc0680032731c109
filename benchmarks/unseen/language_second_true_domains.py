"""A second set of true statements for proofs at n = 2: what a domain means, chosen from books."""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    binary,
    box,
    circulants,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    h_matrix,
    hankel,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    normal,
    positive_contraction,
    positive_definite,
    probability_vector,
    projection,
    rank_one_perturbation,
    scalar,
    sign_matrices,
    sparse_nonnegative,
    stochastic,
    symmetric,
    toeplitz,
    together,
    unit_vector,
    weighted_permutation,
)
from perturb.vocab import (
    I,
    T,
    adjugate,
    canonical_cosines,
    circulant,
    column_matrix,
    column_sums,
    det,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    entrywise_power,
    hadamard,
    indices,
    inv,
    lam,
    lam_max,
    lam_min,
    largest,
    length,
    log,
    lower,
    mat_abs,
    moduli,
    norm,
    norm_1,
    norm_inf,
    ones,
    op,
    partial_sums,
    permanent,
    polar,
    power,
    principal_sqrt,
    product,
    rank,
    row_sums,
    rows,
    s,
    s1,
    schatten,
    schur,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    strict_lower,
    strict_upper,
    sym,
    total,
    unit,
)

i, j = indices("i j")
HALF = Fraction(1, 2)


@claim(
    TRUE,
    "Collatz and Wielandt",
    domain=together(A=nonnegative(), x=box("1/2", 2), n=(1, 4)),
    id="language-second-collatz",
)
def collatz(A, x):
    """D^(-1) A D, D = diag(x), has the row sums (Ax)_i / x_i (Horn and Johnson, 8.1.26)."""
    yield then(smallest(A @ x / x), "<=", spectral_radius(A), "<=", largest(A @ x / x))


@claim(
    TRUE,
    "Levinger",
    domain=together(A=nonnegative(), t=scalar(0, 1), n=(1, 4)),
    id="language-second-levinger",
)
def levinger(A, t):
    """For u, v of Perron and x_i = sqrt(u_i v_i), arithmetic and geometric means of a_ij, a_ji (1970)."""
    yield then(spectral_radius(A), "<=", spectral_radius((1 - t) * A + t * T(A)))


@claim(
    TRUE,
    "Cohen",
    domain=together(A=nonnegative(), x=box(), y=box(), n=(1, 4)),
    id="language-second-cohen",
)
def cohen(A, x, y):
    """r(A + D) is convex in the diagonal D (Cohen 1981)."""
    between = 2 * spectral_radius(A + diag((x + y) / 2))
    yield then(between, "<=", spectral_radius(A + diag(x)) + spectral_radius(A + diag(y)))


@claim(
    TRUE,
    "Elsner, Johnson, Dias da Silva",
    domain=sparse_nonnegative(count=2, n=(1, 4)),
    id="language-second-schur-roots",
)
def schur_roots(A, B):
    """Cauchy and Schwarz in the sum over closed walks, k-th roots (1988)."""
    mean = hadamard(entrywise_power(A, HALF), entrywise_power(B, HALF))
    yield then(sq(spectral_radius(mean)), "<=", spectral_radius(A) * spectral_radius(B))


@claim(TRUE, "Hopf's ratio", domain=mask("1/2", n=(2, 4)), id="language-second-hopf")
def hopf(A):
    """|lambda_2| <= (M - m) / (M + m) r for entries from m to M (E. Hopf 1963)."""
    yield then(3 * moduli(A)[2], "<=", spectral_radius(A))


@claim(TRUE, "Minc", domain=binary(n=(1, 4)), id="language-second-minc")
def minc(A):
    """per A is at most the product of the (r_i + 1) / 2 (Minc 1963)."""
    yield then(permanent(A), "<=", product((row_sums(A) + 1) / 2))


@claim(TRUE, "Trace norm and rank", domain=binary("m", "n", m=(1, 3), n=(1, 3)), id="language-second-integer")
def integer_nuclear(A):
    """The product of the r non-zero s_i^2 is the sum of squared minors of order r, at least 1; means."""
    yield then(schatten(A, 1), ">=", rank(A))


@claim(
    TRUE,
    "Variance of an observable",
    domain=together(A=symmetric(), x=unit_vector(), n=(1, 4)),
    id="language-second-variance",
)
def variance(A, x):
    """(lambda_1 - A)(A - lambda_n) >= 0 at x, and (a - m)(m - b) <= (a - b)^2 / 4 (Bhatia and Davis)."""
    spread = sq(norm(A @ x)) - sq(total(x * (A @ x)))
    yield then(4 * spread, "<=", sq(lam_max(A) - lam_min(A)))


@claim(
    TRUE,
    "Krein's angle",
    domain=together(A=positive_definite(), x=unit_vector(), n=(1, 4)),
    id="language-second-angle",
)
def krein_angle(A, x):
    """cos of the angle from x to Ax is at least 2 sqrt(ab) / (a + b), by Kantorovich (7.4.12)."""
    turn = canonical_cosines(column_matrix(x), column_matrix(A @ x))[1]
    yield then((lam_max(A) + lam_min(A)) * turn, ">=", 2 * sqrt(lam_max(A) * lam_min(A)))


@claim(TRUE, "Pinsker", domain=probability_vector(count=2, n=(1, 4)), id="language-second-pinsker")
def pinsker(x, y):
    """The divergence is at least half the squared distance of variation."""
    yield then(total(x * log(x / y)), ">=", sq(norm_1(x - y)) / 2)


@claim(TRUE, "Extreme points", domain=probability_vector(n=(1, 4)), id="language-second-simplex")
def simplex(x):
    """A point of the simplex is a mean of its corners; circ(x) is a mean of cyclic shifts, circ(x) 1 = 1."""
    yield then(x, "majorized", unit(length(x), 1))
    yield then(op(circulant(x)), "==", 1)


@claim(TRUE, "Doeblin", domain=stochastic(n=(2, 4)), id="language-second-doeblin")
def doeblin(A):
    """A = m J + (1 - nm) S, S stochastic, m the least entry; J is 0 on the left of 1."""
    yield then(moduli(A)[2], "<=", 1 - rows(A) * smallest(entries(A)))


@claim(TRUE, "Hua", domain=positive_contraction(count=2, n=(1, 3)), id="language-second-hua")
def hua(A, B):
    """det(I - A'A) det(I - B'B) <= det(I - A'B)^2 for contractions (Hua 1955)."""
    yield then(det(I - A @ A) * det(I - B @ B), "<=", sq(det(I - A @ B)))


@claim(TRUE, "Alefeld and Schneider", domain=m_matrix(n=(1, 4)), id="language-second-m-root")
def m_root(A):
    """A = c(I - B), r(B) < 1: the series of (1 - x)^(1/2) has coefficients <= 0 after the first (1982)."""
    root = principal_sqrt(A)
    yield then(entries(strict_upper(root) + strict_lower(root)), "<=", 0)
    yield then(0, "<=", entries(inv(root)))


@claim(TRUE, "Fan on M-matrices", domain=m_matrix(count=2, n=(1, 4)), id="language-second-m-order")
def m_order(A, B):
    """A <= B: A^(-1) - B^(-1) = A^(-1) (B - A) B^(-1) >= 0, det A <= det B (Topics, 2.5.4)."""
    yield given(entries(A), "<=", entries(B))
    yield then(entries(inv(B)), "<=", entries(inv(A)))
    yield then(det(A), "<=", det(B))


@claim(TRUE, "Egorychev and Falikman", domain=doubly_stochastic(n=(1, 4)), id="language-second-waerden")
def waerden(A):
    """per A >= n! / n^n (van der Waerden's conjecture)."""
    n = rows(A)
    yield then(permanent(A) * power(n, n), ">=", product(partial_sums(ones(n))))


@claim(
    TRUE,
    "Schur concave",
    domain=together(A=doubly_stochastic(), x=box(), n=(1, 4)),
    id="language-second-schur-concave",
)
def schur_concave(A, x):
    """Ax is majorized by x >= 0, and the product is Schur concave (Marshall and Olkin, 3.F.1)."""
    yield then(product(A @ x), ">=", product(x))


@claim(TRUE, "Rows of projections", domain=projection(n=(1, 4)), id="language-second-projection-rows")
def projection_rows(A):
    """p + sqrt((n - 1) p (1 - p)) is largest at (1 + sqrt n) / 2, p = a_ii the sum of the a_ij^2."""
    yield then(2 * norm_inf(A), "<=", 1 + sqrt(rows(A)))


@claim(TRUE, "Duncan and Taylor", domain=projection(count=2, n=(1, 4)), id="language-second-projection-sum")
def projection_sum(A, B):
    """|P + Q| = 1 + |PQ| for P, Q not 0 (1976)."""
    yield given(1, "<=", rank(A))
    yield given(1, "<=", rank(B))
    yield then(op(A + B), "==", 1 + op(A @ B))


@claim(
    TRUE, "Triangle for normal matrices", domain=normal(count=2, n=(1, 3)), id="language-second-normal-sum"
)
def normal_sum(A, B):
    """[[X, Y'], [Y, X]] >= 0 for X = |A| + |B|, Y = A + B, Y = X^(1/2) K X^(1/2), |K| <= 1; Horn."""
    yield then(s(A + B), "weakly log-majorized", lam(mat_abs(A) + mat_abs(B)))


@claim(
    TRUE, "Oppenheim and Schur", domain=correlation(count=2, n=(1, 3)), id="language-second-oppenheim-schur"
)
def oppenheim_schur(A, B):
    """det(A o B) + det A det B >= det A + det B for diagonals of ones (Styan 1973)."""
    yield then(det(hadamard(A, B)) + det(A) * det(B), ">=", det(A) + det(B))


@claim(
    TRUE,
    "Carlson and Markham",
    domain=diagonally_dominant(n=(2, 4)),
    id="language-second-dominant-schur",
)
def dominant_schur(A):
    """Elimination leaves no row less dominant: |a_i1| / |a_11| times the rest of row 1 is at most |a_i1|."""
    rest = schur(A, 1)
    before = smallest(2 * abs(diagonal(A)) - row_sums(entrywise_abs(A)))
    yield then(smallest(2 * abs(diagonal(rest)) - row_sums(entrywise_abs(rest))), ">=", before)


@claim(
    TRUE,
    "Signs in four norms",
    domain=together(A=sign_matrices(), x=unit_vector(), n=(1, 4)),
    id="language-second-signs",
)
def signs(A, x):
    """|(Ax)_i| <= |x|_1 <= sqrt n; n times the sum of s_i^4 is at least (the sum of s_i^2)^2 = n^4."""
    yield then(norm_inf(A @ x), "<=", norm_1(x), "<=", sqrt(rows(A)))
    yield then(power(schatten(A, 4), 4), ">=", power(rows(A), 3))


@claim(
    TRUE, "Polar of a monomial matrix", domain=weighted_permutation(n=(1, 4)), id="language-second-monomial"
)
def monomial(A):
    """A = P W, W > 0 diagonal: polar(A) = P, s(A) is the diagonal of W, sorted."""
    yield then(0, "<=", entries(polar(A)))
    yield then(row_sums(polar(A)), "==", 1)
    yield then(s(A), "majorized", column_sums(A))


@claim(
    TRUE,
    "Monotone matrices",
    domain=together(A=m_matrix(), P=weighted_permutation(), n=(1, 4)),
    id="language-second-monotone",
)
def monotone(A, P):
    """Inverses without negative entries multiply (Berman and Plemmons, 5.2)."""
    yield then(0, "<=", entries(inv(A @ P)))
    yield then(0, "<=", entries(inv(P @ A @ P)))


@claim(TRUE, "Gauss and Seidel", domain=h_matrix(n=(1, 4)), id="language-second-seidel")
def seidel(A):
    """The iteration converges for H-matrices (Berman and Plemmons, 7.5; Varga)."""
    yield then(spectral_radius(inv(lower(A)) @ strict_upper(A)), "<", 1)


@claim(TRUE, "Lower Toeplitz", domain=toeplitz(count=2, n=(1, 4)), id="language-second-toeplitz")
def lower_toeplitz(A, B):
    """Lower triangular Toeplitz matrices are polynomials in one shift."""
    yield then(entries(lower(A) @ lower(B)), "==", entries(lower(B) @ lower(A)))


@claim(TRUE, "Products of moments", domain=hankel(count=2, n=(1, 3)), id="language-second-hankel")
def hankel_product(A, B):
    """det(A o B) >= det A det B for semidefinite A, B: Oppenheim and Hadamard."""
    yield given(0, "loewner", sym(A))
    yield given(0, "loewner", sym(B))
    yield then(det(hadamard(A, B)), ">=", det(A) * det(B))


@claim(
    TRUE,
    "Functions of circulants",
    domain=circulants(count=2, n=(1, 4)),
    id="language-second-circulant-functions",
)
def circulant_functions(A, B):
    """The root of A and B (B'B)^(-1/2) are circulant, so they commute."""
    yield then(entries(principal_sqrt(A) @ polar(B)), "==", entries(polar(B) @ principal_sqrt(A)))


@claim(TRUE, "Matrix and tree", domain=laplacians(n=(1, 4)), id="language-second-tree")
def tree(A):
    """Kirchhoff: each cofactor is the weighted number of spanning trees."""
    yield then(adjugate(A)[i, j], "==", adjugate(A)[1, 1], ">=", 0)


@claim(TRUE, "Determinant lemma", domain=rank_one_perturbation(n=(1, 4)), id="language-second-rank-one")
def rank_one(A, B):
    """det(A + t u v') is affine in t; one singular value of B - A is not 0."""
    yield then(2 * det((A + B) / 2), "==", det(A) + det(B))
    yield then(schatten(B - A, 1), "==", s1(B - A))


@claim(TRUE, "Polya and Szego", domain=box(1, 2, count=2, n=(1, 4)), id="language-second-polya")
def polya(x, y):
    """(2y - x)(2x - y) >= 0 gives 2 x^2 + 2 y^2 <= 5 xy, term by term, and means."""
    yield then(4 * norm(x) * norm(y), "<=", 5 * total(x * y))
