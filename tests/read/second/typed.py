"""What the first statements of `typed.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, indices, paper, then
from perturb.domains import (
    circulants,
    commuting,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    laplacians,
    m_matrix,
    nonnegative,
    normal,
    positive_blocks,
    positive_definite,
    probability_vector,
    psd,
    rectangular,
    scalar,
    square,
    stochastic,
    symmetric,
    together,
    totally_nonnegative,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    cols,
    column_matrix,
    det,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    entrywise_power,
    fro,
    geometric_mean,
    hadamard,
    inv,
    lam,
    lam_max,
    larger,
    largest,
    leading,
    length,
    log,
    mat_log,
    mat_power,
    mat_sqrt,
    matpow,
    max_entry,
    moduli,
    norm,
    norm_1,
    norm_inf,
    nuclear,
    numerical_radius,
    ones,
    op,
    permanent,
    pinv,
    product,
    rank,
    row_sums,
    rows,
    s,
    s1,
    s_min,
    smaller,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
    without_columns,
)

TYPED = paper("typed")
i, j = indices("i j")


@claim(
    TYPED,
    "Frobenius",
    id="frobenius-rank",
    domain=together(A=rectangular("m", "k"), B=rectangular("k", "p"), C=rectangular("p", "n")),
    status="proved",
)
def frobenius_rank(A, B, C):
    yield then(rank(A @ B) + rank(B @ C), "<=", rank(B) + rank(A @ B @ C))


@claim(
    TYPED,
    "nullity",
    id="law-of-nullity",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "p")),
    status="proved",
)
def law_of_nullity(A, B):
    yield then(rank(A) + rank(B) - cols(A), "<=", rank(A @ B), "<=", smaller(rank(A), rank(B)))


@claim(TYPED, "the largest entry", id="largest-entry", domain=rectangular(), status="proved")
def largest_entry(A):
    yield then(max_entry(A), "<=", op(A), "<=", sqrt(rows(A) * cols(A)) * max_entry(A))


@claim(TYPED, "Hoffman and Wielandt", id="hoffman-wielandt", domain=symmetric(count=2), status="proved")
def hoffman_wielandt(A, E):
    yield then(sqrt(total(sq(lam(A + E) - lam(A)))), "<=", fro(E))


@claim(
    TYPED, "Wielandt", id="wielandt-comparison", domain=together(A=square(), B=nonnegative()), status="proved"
)
def wielandt_comparison(A, B):
    yield given(absolute(A[i, j]), "<=", B[i, j])
    yield then(spectral_radius(A), "<=", spectral_radius(B))


@claim(TYPED, "Gershgorin", id="gershgorin", domain=symmetric(), status="proved")
def gershgorin(A):
    others = row_sums(entrywise_abs(A)) - absolute(diagonal(A))
    yield then(lam_max(A), "<=", largest(diagonal(A) + others))


@claim(TYPED, "entropy", id="entropy", domain=positive_definite(), status="proved")
def entropy(rho):
    yield given(trace(rho), "==", 1)
    yield then(0, "<=", -trace(rho @ mat_log(rho)), "<=", log(cols(rho)))


@claim(TYPED, "normal", id="normal-radius", domain=normal(), status="proved")
def normal_radius(N):
    yield then(spectral_radius(N), "==", op(N))


@claim(TYPED, "Wedin", id="pinv-perturbed", domain=rectangular(count=2), status="proved")
def pinv_perturbed(A, E):
    B = A + E
    yield given(rank(A), "==", rank(B))
    bound = (1 + sqrt(5)) / 2 * op(pinv(A)) * op(pinv(B)) * op(E)
    yield then(op(pinv(B) - pinv(A)), "<=", bound)


@claim(
    TYPED,
    "absolute values of a product",
    id="abs-product",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "p")),
    status="proved",
)
def abs_product(A, B):
    yield then(entries(entrywise_abs(A @ B)), "<=", entries(entrywise_abs(A) @ entrywise_abs(B)))


@claim(TYPED, "power inequality", id="radius-power", domain=square(), status="proved")
def radius_power(A):
    yield then(numerical_radius(matpow(A, 2)), "<=", sq(numerical_radius(A)))


@claim(TYPED, "radii that commute", id="radius-commuting", domain=commuting(), status="refuted")
def radius_commuting(A, B):
    yield then(numerical_radius(A @ B), "<=", numerical_radius(A) * op(B))


@claim(TYPED, "van der Waerden", id="van-der-waerden", domain=doubly_stochastic(n=3), status="proved")
def van_der_waerden(S):
    yield then(permanent(S), ">=", Fraction(2, 9))


@claim(TYPED, "permanents of products", id="per-cauchy", domain=square(count=2), status="proved")
def per_cauchy(A, B):
    yield then(sq(permanent(A @ B)), "<=", permanent(A @ T(A)) * permanent(T(B) @ B))


@claim(TYPED, "Lieb", id="lieb-permanent", domain=positive_blocks(), status="proved")
def lieb_permanent(A, B, C):
    yield then(permanent(block(A, B, T(B), C)), ">=", permanent(A) * permanent(C))


@claim(TYPED, "Davis", id="mean-of-factors", domain=together(A=psd(), B=psd(), X=square()), status="proved")
def mean_of_factors(A, B, X):
    yield then(2 * op(mat_sqrt(A) @ X @ mat_sqrt(B)), "<=", op(A @ X + X @ B))


@claim(
    TYPED,
    "Heinz",
    id="heinz-pencil",
    domain=together(A=positive_definite(), B=positive_definite(), X=square(), t=scalar(0, 1)),
    status="proved",
)
def heinz_pencil(A, B, X, t):
    one = mat_power(A, t) @ X @ mat_power(B, 1 - t)
    other = mat_power(A, 1 - t) @ X @ mat_power(B, t)
    yield then(fro(one + other), "<=", fro(A @ X + X @ B))


@claim(TYPED, "Klein", id="klein", domain=positive_definite(count=2), status="proved")
def klein(A, B):
    yield then(trace(A @ (mat_log(A) - mat_log(B))), ">=", trace(A - B))


@claim(TYPED, "logarithms", id="log-monotone", domain=positive_definite(count=2), status="proved")
def log_monotone(A, B):
    yield given(A, "loewner", B)
    yield then(mat_log(A), "loewner", mat_log(B))


@claim(TYPED, "Furuta", id="furuta", domain=psd(count=2), status="proved")
def furuta(A, B):
    yield given(B, "loewner", A)
    yield then(matpow(B, 2), "loewner", mat_sqrt(B @ matpow(A, 2) @ B))


@claim(TYPED, "means", id="mean-concave", domain=positive_definite(count=4), status="proved")
def mean_concave(A, B, C, D):
    parts = geometric_mean(A, C) + geometric_mean(B, D)
    yield then(parts, "loewner", geometric_mean(A + B, C + D))


@claim(TYPED, "Riccati", id="riccati", domain=positive_definite(count=2), status="proved")
def riccati(A, B):
    G = geometric_mean(A, B)
    yield then(entries(G @ inv(A) @ G), "==", entries(B))
    yield then(det(G), "==", sqrt(det(A) * det(B)))


@claim(
    TYPED,
    "Sylvester",
    id="two-orders",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m")),
    status="proved",
)
def two_orders(A, B):
    yield then(det(I + A @ B), "==", det(I + B @ A))


@claim(
    TYPED,
    "Guttman",
    id="guttman",
    domain=together(A=square(), B=rectangular("n", "q"), C=rectangular("p", "n"), D=rectangular("p", "q")),
    status="proved",
)
def guttman(A, B, C, D):
    yield given(det(A), "!=", 0)
    yield then(rank(block(A, B, C, D)), "==", cols(A) + rank(D - C @ inv(A) @ B))


@claim(TYPED, "Vybiral", id="vybiral", domain=psd(), status="proved")
def vybiral(A):
    d = column_matrix(diagonal(A))
    yield then(d @ T(d), "loewner", cols(A) * hadamard(A, A))


@claim(
    TYPED,
    "Bapat and Sunder",
    id="correlation-majorized",
    domain=together(A=symmetric(), R=correlation()),
    status="proved",
)
def correlation_majorized(A, R):
    yield then(lam(hadamard(A, R)), "majorized", lam(A))


@claim(
    TYPED,
    "pinching",
    id="pinching",
    domain=together(A=symmetric(), C=symmetric(), B=square()),
    status="proved",
)
def pinching(A, C, B):
    yield then(lam(block(A, 0 * A, 0 * A, C)), "majorized", lam(block(A, B, T(B), C)))


@claim(TYPED, "both sides", id="product-from-both-sides", domain=square(count=2), status="proved")
def product_from_both_sides(A, B):
    yield then(s(A)[i] * s_min(B), "<=", s(A @ B)[i], "<=", s(A)[i] * s1(B))


@claim(TYPED, "Weyl, products", id="weyl-multiplicative", domain=square(count=2), status="proved")
def weyl_multiplicative(A, B):
    yield then(s(A @ B)[i + j - 1], "<=", s(A)[i] * s(B)[j])


@claim(TYPED, "a column less", id="deleted-column", domain=rectangular(n=(2, 5)), status="proved")
def deleted_column(A):
    B = without_columns(A, 1)
    yield given(rows(A), ">=", cols(A))
    yield then(s(A)[i + 1], "<=", s(B)[i], "<=", s(A)[i])


@claim(TYPED, "rank one", id="rank-one-update", domain=together(A=symmetric(), u=vector()), status="proved")
def rank_one_update(A, u):
    n = cols(A)
    moved = A + column_matrix(u) @ T(column_matrix(u))
    yield then(lam(A)[n + 1 - i], "<=", lam(moved)[n + 1 - i])
    yield then(lam(moved)[n + 1 - i], "<=", lam(A)[n + 1 - (i + 1)])


@claim(TYPED, "Perron", id="perron-diagonal", domain=nonnegative(), status="proved")
def perron_diagonal(A):
    yield then(spectral_radius(A), ">=", largest(diagonal(A)), ">=", 1 / cols(A) * trace(A))


@claim(TYPED, "roots", id="hadamard-roots", domain=nonnegative(count=2), status="proved")
def hadamard_roots(A, B):
    half = Fraction(1, 2)
    roots = hadamard(entrywise_power(A, half), entrywise_power(B, half))
    yield then(spectral_radius(roots), "<=", sqrt(spectral_radius(A) * spectral_radius(B)))


@claim(TYPED, "M-matrices", id="m-matrices", domain=m_matrix(count=2), status="proved")
def m_matrices(A, B):
    yield given(entries(A), "<=", entries(B))
    yield then(0, "<=", entries(inv(B)), "<=", entries(inv(A)))
    yield then(det(A), "<=", det(B))


@claim(TYPED, "dominant", id="dominant-determinant", domain=diagonally_dominant(strict=True), status="proved")
def dominant_determinant(A):
    others = row_sums(entrywise_abs(A)) - absolute(diagonal(A))
    yield then(absolute(det(A)), ">=", product(absolute(diagonal(A)) - others))


@claim(TYPED, "last entry", id="totally-nonnegative", domain=totally_nonnegative(n=(2, 5)), status="proved")
def last_entry(A):
    n = cols(A)
    yield then(det(A), "<=", A[n, n] * det(leading(A, n - 1)))


@claim(TYPED, "stochastic", id="stochastic", domain=stochastic(), status="proved")
def spectrum_of_a_chain(P):
    yield then(moduli(P)[i], "<=", 1)
    yield then(spectral_radius(P), "==", 1)


@claim(TYPED, "circulants", id="circulants", domain=circulants(count=2), status="proved")
def circulants_commute(C_1, C_2):
    yield then(entries(C_1 @ C_2), "==", entries(C_2 @ C_1))


@claim(TYPED, "average degree", id="average-degree", domain=graph(), status="proved")
def average_degree(A):
    yield then(1 / cols(A) * total(entries(A)), "<=", lam_max(A), "<=", largest(row_sums(A)))


@claim(TYPED, "Laplacian", id="laplacian", domain=laplacians(), status="proved")
def laplacian_of_ones(L):
    yield then(L @ ones(cols(L)), "==", 0)
    yield then(0, "loewner", L)


@claim(TYPED, "vector norms", id="vector-norms", domain=vector(), status="proved")
def vector_norms(x):
    n = length(x)
    yield then(norm_inf(x), "<=", norm(x), "<=", norm_1(x), "<=", sqrt(n) * norm(x), "<=", n * norm_inf(x))


@claim(TYPED, "Pinsker", id="pinsker", domain=probability_vector(count=2), status="proved")
def pinsker(p, q):
    yield then(total(p * log(p / q)), ">=", Fraction(1, 2) * sq(norm_1(p - q)))


@claim(TYPED, "homogeneous", id="homogeneous", domain=together(t=scalar(0), x=vector()), status="proved")
def homogeneous(t, x):
    yield then(larger(t * x, 0), "==", t * larger(x, 0))


@claim(TYPED, "real parts", id="real-parts", domain=square(), status="proved")
def real_parts(A):
    yield then(eig_re(A), "majorized", lam(Fraction(1, 2) * (A + T(A))))


@claim(TYPED, "moduli", id="sum-of-moduli", domain=square(), status="proved")
def sum_of_moduli(A):
    yield then(absolute(trace(A)), "<=", total(moduli(A)), "<=", nuclear(A))


@claim(TYPED, "Hadamard products", id="hadamard-singular", domain=square(count=2), status="proved")
def hadamard_singular(A, B):
    yield then(s(hadamard(A, B)), "weakly majorized", s(A) * s(B))
