"""What the first statements of `typed.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from perturb import claim, given, indices, paper, then
from perturb.domains import (
    doubly_stochastic,
    integer,
    m_matrix,
    nonnegative,
    normal,
    orthogonal,
    positive_definite,
    psd,
    rectangular,
    scalar,
    square,
    stochastic,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    adjugate,
    ascending,
    block,
    cols,
    det,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    eye,
    fro,
    hadamard,
    inv,
    kappa,
    kron,
    lam,
    lam_min,
    mat_exp,
    mat_power,
    matching_distance,
    matpow,
    moduli,
    norm,
    norm_1,
    norm_inf,
    numerical_radius,
    ones,
    ones_matrix,
    op,
    partial_sums,
    permanent,
    pinv,
    polar,
    power,
    product,
    rank,
    rows,
    s,
    schur,
    smaller,
    smallest,
    spectral_radius,
    sq,
    total,
    trace,
    trailing,
)

TYPED = paper("typed")
i, j, k = indices("i j k")


@claim(TYPED, "one and infinity", id="one-and-infinity", domain=rectangular(), status="proved")
def one_and_infinity(A):
    yield then(1 / cols(A) * norm_inf(A), "<=", norm_1(A), "<=", rows(A) * norm_inf(A))


@claim(TYPED, "parallelogram", id="parallelogram", domain=rectangular(count=2), status="proved")
def parallelogram(A, B):
    yield then(sq(fro(A + B)) + sq(fro(A - B)), "==", 2 * sq(fro(A)) + 2 * sq(fro(B)))


@claim(
    TYPED,
    "a product",
    id="frobenius-product",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "p")),
    status="proved",
)
def frobenius_product(A, B):
    yield then(fro(A @ B), "<=", smaller(op(A) * fro(B), fro(A) * op(B)))


@claim(TYPED, "Frobenius norm", id="frobenius-three-ways", domain=rectangular(), status="proved")
def frobenius_three_ways(A):
    yield then(sq(fro(A)), "==", trace(T(A) @ A), "==", total(sq(s(A))))


@claim(TYPED, "harmonic mean", id="harmonic-determinant", domain=positive_definite(), status="proved")
def harmonic_determinant(A):
    n = cols(A)
    yield then(n / trace(inv(A)), "<=", power(det(A), 1 / n))


@claim(TYPED, "two traces", id="two-traces", domain=positive_definite(), status="proved")
def two_traces(A):
    yield then(trace(A) * trace(inv(A)), ">=", sq(cols(A)))


@claim(
    TYPED,
    "Rayleigh and Ritz",
    id="rayleigh-ritz",
    domain=together(A=symmetric(), x=vector()),
    status="proved",
)
def rayleigh_ritz(A, x):
    least, most = lam(A)[cols(A)], lam(A)[1]
    yield then(least * total(x * x), "<=", total(x * (A @ x)), "<=", most * total(x * x))


@claim(TYPED, "Weyl, below", id="weyl-below", domain=symmetric(count=2), status="proved")
def weyl_below(A, B):
    yield then(lam(A + B)[i + j - cols(A)], ">=", lam(A)[i] + lam(B)[j])


@claim(TYPED, "differences", id="singular-differences", domain=rectangular(count=2), status="proved")
def singular_differences(A, B):
    yield then(absolute(s(A) - s(B)), "weakly majorized", s(A - B))


@claim(TYPED, "four blocks", id="four-blocks", domain=square(count=4), status="proved")
def four_blocks(A, B, C, D):
    yield then(sq(op(block(A, B, C, D))), "<=", sq(op(A)) + sq(op(B)) + sq(op(C)) + sq(op(D)))


@claim(TYPED, "determinants", id="determinant-superadditive", domain=psd(count=2), status="proved")
def determinant_superadditive(A, B):
    yield then(det(A + B), ">=", det(A) + det(B), ">=", det(A))


@claim(TYPED, "Lidskii", id="lidskii-up", domain=symmetric(count=2), status="proved")
def lidskii_up(A, B):
    yield then(lam(A) + ascending(lam(B)), "majorized", lam(A + B))


@claim(TYPED, "exponentials", id="exponential-log-majorized", domain=symmetric(count=2), status="proved")
def exponential_log_majorized(A, B):
    middle = mat_exp(A / 2) @ mat_exp(B) @ mat_exp(A / 2)
    yield then(lam(mat_exp(A + B)), "log-majorized", lam(middle))


@claim(TYPED, "four factors", id="trace-of-four", domain=symmetric(count=2), status="proved")
def trace_of_four(A, B):
    yield then(trace(A @ B @ A @ B), "<=", trace(matpow(A, 2) @ matpow(B, 2)))


@claim(TYPED, "semidefinite factors", id="trace-of-psd-product", domain=psd(count=2), status="proved")
def trace_of_psd_product(A, B):
    yield then(0, "<=", trace(A @ B), "<=", trace(A) * trace(B))


@claim(TYPED, "Schwarz", id="trace-schwarz", domain=rectangular(count=2), status="proved")
def trace_schwarz(A, B):
    yield then(sq(trace(T(A) @ B)), "<=", trace(T(A) @ A) * trace(T(B) @ B))


@claim(
    TYPED,
    "Loewner and Heinz",
    id="loewner-heinz",
    domain=together(A=positive_definite(), B=positive_definite(), r=scalar(0, 1)),
    status="proved",
)
def loewner_heinz(A, B, r):
    yield given(B, "loewner", A)
    yield then(mat_power(B, r), "loewner", mat_power(A, r))


@claim(
    TYPED,
    "Lyapunov",
    id="lyapunov",
    domain=together(A=square(), P=positive_definite(), Q=positive_definite()),
    status="proved",
)
def lyapunov(A, P, Q):
    yield given(entries(T(A) @ P + P @ A), "==", entries(-Q))
    yield then(eig_re(A)[i], "<", 0)


@claim(TYPED, "radius", id="radius-below-norms", domain=square(), status="proved")
def radius_below_norms(A):
    yield then(spectral_radius(A), "<=", smaller(norm_1(A), norm_inf(A)))


@claim(TYPED, "numerical radii", id="radius-of-products", domain=square(count=2), status="proved")
def radius_of_products(A, B):
    yield then(numerical_radius(A @ B), "<=", 4 * numerical_radius(A) * numerical_radius(B))


@claim(TYPED, "normal", id="normal-vectors", domain=together(N=normal(), x=vector()), status="proved")
def normal_vectors(N, x):
    yield then(norm(N @ x), "==", norm(T(N) @ x))


@claim(TYPED, "normal, moduli", id="normal-moduli", domain=normal(), status="proved")
def normal_moduli(N):
    yield then(s(N)[i], "==", moduli(N)[i])


@claim(TYPED, "rank of Gram", id="rank-of-gram", domain=rectangular(), status="proved")
def rank_of_gram(A):
    yield then(rank(T(A) @ A), "==", rank(A @ T(A)), "==", rank(A))


@claim(
    TYPED,
    "a triangle",
    id="rank-of-triangle",
    domain=together(A=rectangular(), B=rectangular("p", "q"), C=rectangular("m", "q")),
    status="proved",
)
def rank_of_triangle(A, B, C):
    zero = 0 * ones_matrix(rows(B), cols(A))
    yield then(rank(block(A, C, zero, B)), ">=", rank(A) + rank(B))


@claim(TYPED, "adjugate", id="adjugate", domain=square(), status="proved")
def determinant_of_adjugate(A):
    yield then(det(adjugate(A)), "==", power(det(A), cols(A) - 1))


@claim(TYPED, "two adjugates", id="adjugate-of-product", domain=square(count=2), status="proved")
def adjugate_of_product(A, B):
    yield then(entries(adjugate(A @ B)), "==", entries(adjugate(B) @ adjugate(A)))


@claim(TYPED, "permanents", id="permanent-of-product", domain=nonnegative(count=2), status="proved")
def permanent_of_product(A, B):
    yield then(permanent(A @ B), ">=", permanent(A) * permanent(B))


@claim(TYPED, "doubly stochastic", id="stochastic-norm", domain=doubly_stochastic(), status="proved")
def stochastic_norm(S):
    yield then(op(S), "==", 1)
    yield then(permanent(S), "<=", 1)


@claim(
    TYPED,
    "mixed product",
    id="mixed-product",
    domain=together(
        A=rectangular(), B=rectangular("p", "q"), C=rectangular("n", "k"), D=rectangular("q", "l")
    ),
    status="proved",
)
def mixed_product(A, B, C, D):
    yield then(entries(kron(A, B) @ kron(C, D)), "==", entries(kron(A @ C, B @ D)))


@claim(TYPED, "Hadamard", id="hadamard-submultiplicative", domain=rectangular(count=2), status="proved")
def hadamard_submultiplicative(A, B):
    yield then(op(hadamard(A, B)), "<=", op(A) * op(B))


@claim(TYPED, "Schur product", id="schur-product", domain=psd(count=2), status="proved")
def schur_product(A, B):
    yield then(0, "loewner", hadamard(A, B))
    yield then(lam_min(hadamard(A, B)), ">=", lam_min(A) * smallest(diagonal(B)))


@claim(TYPED, "complement", id="inverse-and-complement", domain=positive_definite(), status="proved")
def inverse_and_complement(A):
    yield then(trace(schur(A, k)), "<=", trace(trailing(A, k)))
    yield then(op(inv(schur(A, k))), "<=", op(inv(A)))


@claim(
    TYPED,
    "least squares",
    id="least-squares",
    domain=together(A=rectangular(), b=vector("m"), x=vector("n")),
    status="proved",
)
def least_squares(A, b, x):
    yield then(norm(A @ (pinv(A) @ b) - b), "<=", norm(A @ x - b))


@claim(TYPED, "full column rank", id="pinv-full-column", domain=rectangular(), status="proved")
def pinv_full_column(A):
    yield given(rank(A), "==", cols(A))
    yield then(entries(pinv(A)), "==", entries(inv(T(A) @ A) @ T(A)))
    yield then(entries(pinv(A) @ A), "==", entries(eye(A)))


@claim(TYPED, "Skeel", id="skeel", domain=square(), status="proved")
def skeel(A):
    yield given(det(A), "!=", 0)
    left = norm_inf(entrywise_abs(inv(A)) @ entrywise_abs(A))
    yield then(left, "<=", norm_inf(inv(A)) * norm_inf(A))


@claim(
    TYPED,
    "a perturbed system",
    id="perturbed-system",
    domain=together(A=square(), E=square(), x=vector(), y=vector(), b=vector()),
    status="proved",
)
def perturbed_system(A, E, x, y, b):
    yield given(det(A), "!=", 0)
    yield given(norm(y), ">", 0)
    yield given(A @ x, "==", b)
    yield given((A + E) @ y, "==", b)
    yield then(norm(x - y) / norm(y), "<=", kappa(A) * (op(E) / op(A)))


@claim(TYPED, "matching", id="optimal-matching", domain=square(count=2), status="proved")
def optimal_matching(A, B):
    n = cols(A)
    bound = 4 * power(op(A) + op(B), 1 - 1 / n) * power(op(A - B), 1 / n)
    yield then(matching_distance(A, B), "<=", bound)


@claim(
    TYPED,
    "nearest orthogonal",
    id="nearest-orthogonal",
    domain=together(A=square(), Q=orthogonal()),
    status="proved",
)
def nearest_orthogonal(A, Q):
    yield given(det(A), "!=", 0)
    yield then(fro(A - polar(A)), "<=", fro(A - Q))


@claim(
    TYPED,
    "low rank",
    id="low-rank-approximation",
    domain=together(A=square(), B=square(), k=integer(1, "n")),
    status="proved",
)
def low_rank_approximation(A, B, k):
    yield given(rank(B), "<", k)
    yield then(op(A - B), ">=", s(A)[k])


@claim(
    TYPED,
    "Fan, traces",
    id="fan-trace-principle",
    domain=together(A=symmetric(), U=rectangular("n", "k")),
    status="proved",
)
def fan_trace_principle(A, U):
    yield given(entries(T(U) @ U), "==", entries(eye(U)))
    yield then(trace(T(U) @ A @ U), "<=", partial_sums(lam(A))[cols(U)])


@claim(
    TYPED,
    "Poincare",
    id="poincare",
    domain=together(A=symmetric(), V=rectangular("n", "k")),
    status="proved",
)
def poincare(A, V):
    yield given(entries(T(V) @ V), "==", entries(eye(V)))
    yield then(lam(T(V) @ A @ V)[i], "<=", lam(A)[i])


@claim(TYPED, "M-matrix", id="m-matrix-hadamard", domain=m_matrix(), status="proved")
def m_matrix_hadamard(A):
    yield then(det(A), "<=", product(diagonal(A)))


@claim(TYPED, "two chains", id="product-of-chains", domain=stochastic(count=2), status="proved")
def product_of_chains(P, Q):
    yield then(P @ Q @ ones(cols(P)), "==", ones(cols(P)))
