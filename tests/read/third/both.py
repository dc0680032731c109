"""What the last statements of `typed.toml` and of `pasted.toml` say, as claims."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, indices, paper, then
from perturb.domains import (
    commuting,
    complex_square,
    diagonally_dominant,
    graph,
    laplacians,
    nonnegative,
    positive_blocks,
    positive_contraction,
    positive_definite,
    probability_vector,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    unitary,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    ascending,
    block,
    cols,
    complex_det,
    complex_moduli,
    descending,
    det,
    diagonal,
    entries,
    exp,
    eye,
    geometric_mean,
    hadamard,
    inv,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    leading,
    length,
    log,
    mat_exp,
    mat_sqrt,
    matpow,
    max_entry,
    norm,
    norm_1,
    norm_inf,
    nuclear,
    numerical_radius,
    ones_matrix,
    op,
    product,
    rank,
    rows,
    s,
    s1,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
    vstack,
)

TYPED = paper("typed")
PASTED = paper("pasted")
i, k = indices("i k")


@claim(
    TYPED,
    "Collatz and Wielandt",
    id="collatz-wielandt-bounds",
    domain=together(A=nonnegative(), x=vector()),
    status="proved",
)
def collatz_wielandt_bounds(A, x):
    yield given(x, ">", 0)
    quotients = A @ x / x
    yield then(smallest(quotients), "<=", spectral_radius(A), "<=", largest(quotients))


@claim(TYPED, "spectrum of a graph", id="graph-spectrum", domain=graph(), status="proved")
def graph_spectrum(A):
    yield then(total(lam(A)), "==", 0)
    yield then(lam(A)[1], "<=", cols(A) - 1)


@claim(TYPED, "Hoelder", id="hoelder-vectors", domain=vector(count=2), status="proved")
def hoelder_vectors(x, y):
    yield then(absolute(total(x * y)), "<=", norm_1(x) * norm_inf(y))


@claim(TYPED, "log-sum-exp", id="log-sum-exp", domain=vector(), status="proved")
def log_sum_exp(x):
    yield then(largest(x), "<=", log(total(exp(x))), "<=", largest(x) + log(length(x)))


@claim(TYPED, "Le Cam", id="le-cam", domain=probability_vector(count=2), status="proved")
def le_cam(p, q):
    yield then(total(sq(sqrt(p) - sqrt(q))), "<=", norm_1(p - q))
    yield then(total(sqrt(p * q)), "<=", 1)


@claim(TYPED, "commuting", id="exponential-of-sum", domain=commuting(), status="proved")
def exponential_of_sum(A, B):
    yield then(entries(mat_exp(A + B)), "==", entries(mat_exp(A) @ mat_exp(B)))


@claim(
    TYPED,
    "Kronecker",
    id="exponential-kronecker",
    domain=together(A=square("m"), B=square("n")),
    status="proved",
)
def exponential_kronecker(A, B):
    both = kron(A, eye(B)) + kron(eye(A), B)
    yield then(entries(mat_exp(both)), "==", entries(kron(mat_exp(A), mat_exp(B))))


@claim(TYPED, "a convex square", id="convex-square", domain=symmetric(count=2), status="proved")
def convex_square(A, B):
    yield then(matpow((A + B) / 2, 2), "loewner", (matpow(A, 2) + matpow(B, 2)) / 2)


@claim(TYPED, "largest entries", id="max-entry-product", domain=square(count=2), status="refuted")
def max_entry_product(A, B):
    yield then(max_entry(A @ B), "<=", max_entry(A) * max_entry(B))


@claim(TYPED, "Jordan product", id="jordan-product", domain=psd(count=2), status="refuted")
def jordan_product(A, B):
    yield then(0, "loewner", A @ B + B @ A)


@claim(TYPED, "parallel", id="parallel", domain=positive_definite(count=2), status="proved")
def parallel(A, B):
    yield then(inv(A + B), "loewner", Fraction(1, 4) * (inv(A) + inv(B)))


@claim(TYPED, "with the inverse", id="block-with-inverse", domain=positive_definite(), status="proved")
def block_with_inverse(A):
    yield then(0, "loewner", block(A, eye(A), eye(A), inv(A)))
    yield then(2 * I, "loewner", A + inv(A))


@claim(TYPED, "off the diagonal", id="off-diagonal-trace", domain=positive_blocks(), status="proved")
def off_diagonal_trace(A, B, C):
    yield then(sq(nuclear(B)), "<=", trace(A) * trace(C))


@claim(TYPED, "moduli", id="complex-eigenvalue-product", domain=complex_square(3), status="proved")
def complex_eigenvalue_product(A):
    values = complex_moduli(A)
    yield then(complex_det(A), "==", values[1] * values[2] * values[3])


@claim(TYPED, "unitary", id="unitary-determinant", domain=unitary(2), status="proved")
def unitary_determinant(U):
    yield then(complex_det(U), "==", 1)
    yield then(op(U), "==", 1)


@claim(TYPED, "ReLU, firmly", id="relu-firmly", domain=vector(count=2), status="proved")
def relu_firmly(x, y):
    moved = larger(x, 0) - larger(y, 0)
    yield then(sq(norm(moved)), "<=", total((x - y) * moved))


@claim(TYPED, "two parts", id="relu-split", domain=vector(), status="proved")
def relu_split(x):
    plus, minus = larger(x, 0), larger(-x, 0)
    yield then(x, "==", plus - minus)
    yield then(sq(norm(x)), "==", sq(norm(plus)) + sq(norm(minus)))


@claim(
    TYPED,
    "a perturbed layer",
    id="perturbed-layer",
    domain=together(W=rectangular(), W_tilde=rectangular(), x=vector("n")),
    status="proved",
)
def perturbed_layer(W, W_tilde, x):
    moved = larger(W @ x, 0) - larger(W_tilde @ x, 0)
    yield then(norm(moved), "<=", op(W - W_tilde) * norm(x))


@claim(TYPED, "intrinsic dimension", id="intrinsic-dimension", domain=psd(), status="proved")
def intrinsic_dimension(A):
    yield given(s1(A), ">", 0)
    yield then(1, "<=", trace(A) / op(A), "<=", rank(A))


@claim(TYPED, "Cayley and Hamilton", id="cayley-hamilton", domain=square(n=2), status="proved")
def cayley_hamilton(A):
    yield then(entries(matpow(A, 2) - trace(A) * A + det(A) * I), "==", 0)


@claim(TYPED, "I + A", id="determinant-exponential", domain=psd(), status="proved")
def determinant_exponential(A):
    yield then(1 + trace(A), "<=", det(I + A), "<=", exp(trace(A)))


@claim(TYPED, "sums, majorized", id="majorization-of-sums", domain=vector(count=2), status="proved")
def majorization_of_sums(x, y):
    least, most = descending(x) + ascending(y), descending(x) + descending(y)
    yield then(least, "majorized", x + y, "majorized", most)


@claim(TYPED, "products, majorized", id="majorized-products", domain=vector(count=2), status="proved")
def majorized_products(x, y):
    yield given(x, ">", 0)
    yield given(y, ">", 0)
    yield given(x, "majorized", y)
    yield then(product(x), ">=", product(y))


@claim(TYPED, "a symmetric norm", id="symmetric-norm", domain=symmetric(), status="proved")
def symmetric_norm(A):
    yield then(op(A), "==", larger(lam_max(A), -lam_min(A)))


@claim(TYPED, "a difference", id="difference-of-psd", domain=psd(count=2), status="proved")
def difference_of_psd(A, B):
    yield then(op(A - B), "<=", larger(op(A), op(B)))


@claim(
    TYPED,
    "regularised",
    id="regularised-condition",
    domain=together(A=positive_definite(), alpha=scalar(0)),
    status="proved",
)
def regularised_condition(A, alpha):
    yield then(kappa(A + alpha * I), "<=", kappa(A))


@claim(TYPED, "involution", id="involution", domain=square(), status="proved")
def involution(A):
    yield given(entries(matpow(A, 2)), "==", entries(eye(A)))
    yield then(rank(I + A) + rank(I - A), "==", cols(A))


@claim(PASTED, "an effect", id="effect", domain=positive_contraction(), status="proved")
def effect(E):
    yield then(matpow(E, 2), "loewner", E, "loewner", mat_sqrt(E))


@claim(PASTED, "Levinger", id="levinger", domain=nonnegative(), status="proved")
def levinger(A):
    yield then(spectral_radius(A), "<=", spectral_radius((A + T(A)) / 2))


@claim(PASTED, "turned", id="radius-turned", domain=square(count=2), status="proved")
def radius_turned(A, B):
    yield then(spectral_radius(A @ B), "==", spectral_radius(B @ A))
    yield then(spectral_radius(matpow(A, 2)), "==", sq(spectral_radius(A)))


@claim(PASTED, "nonnegative", id="hadamard-of-nonnegative", domain=nonnegative(count=2), status="proved")
def hadamard_of_nonnegative(A, B):
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A) * spectral_radius(B))


@claim(
    PASTED,
    "stacked",
    id="stacked",
    domain=together(A=rectangular("m", "n"), B=rectangular("p", "n")),
    status="proved",
)
def stacked(A, B):
    yield then(s(vstack(A, B))[i], ">=", s(A)[i])


@claim(
    PASTED,
    "a triangle",
    id="block-triangular",
    domain=together(A=square(), B=rectangular("n", "m"), D=square("m")),
    status="proved",
)
def block_triangular(A, B, D):
    yield then(det(block(A, B, 0 * ones_matrix(rows(D), cols(A)), D)), "==", det(A) * det(D))


@claim(
    PASTED,
    "Levy and Desplanques",
    id="levy-desplanques",
    domain=diagonally_dominant(strict=True),
    status="proved",
)
def levy_desplanques(A):
    yield then(det(A), "!=", 0)


@claim(
    PASTED, "weakly majorized", id="weakly-majorized-exponentials", domain=vector(count=2), status="proved"
)
def weakly_majorized_exponentials(x, y):
    yield given(x, "weakly majorized", y)
    yield then(total(exp(x)), "<=", total(exp(y)))
    yield then(largest(x), "<=", largest(y))


@claim(PASTED, "stretching", id="stretching", domain=together(A=square(), x=vector()), status="proved")
def stretching(A, x):
    yield given(det(A), "!=", 0)
    yield then(1 / kappa(A) * norm(x), "<=", norm(A @ x) / op(A), "<=", norm(x))


@claim(PASTED, "Laplacian", id="laplacian-top", domain=laplacians(), status="proved")
def laplacian_top(L):
    yield then(lam_max(L), "<=", 2 * largest(diagonal(L)))


@claim(
    PASTED,
    "congruence",
    id="congruence",
    domain=together(A=symmetric(), B=symmetric(), C=rectangular("n", "m")),
    status="proved",
)
def congruence(A, B, C):
    yield given(A, "loewner", B)
    yield then(T(C) @ A @ C, "loewner", T(C) @ B @ C)


@claim(PASTED, "three factors", id="three-semidefinite", domain=psd(count=3), status="refuted")
def three_semidefinite(A, B, C):
    yield then(trace(A @ B @ C), ">=", 0)


@claim(PASTED, "monotone", id="trace-exponential-monotone", domain=symmetric("d", count=2), status="proved")
def trace_exponential_monotone(A, B):
    yield given(A, "loewner", B)
    yield then(trace(mat_exp(A)), "<=", trace(mat_exp(B)))
    yield then(lam(A)[i], "<=", lam(B)[i])


@claim(PASTED, "Gram", id="gram-determinants", domain=rectangular(count=2), status="proved")
def gram_determinants(A, B):
    yield then(sq(det(T(A) @ B)), "<=", det(T(A) @ A) * det(T(B) @ B))


@claim(PASTED, "mean", id="trace-of-mean", domain=positive_definite(count=2), status="proved")
def trace_of_mean(A, B):
    yield then(trace(geometric_mean(A, B)), "<=", sqrt(trace(A) * trace(B)))
    yield then(op(geometric_mean(A, B)), "<=", sqrt(op(A) * op(B)))


@claim(PASTED, "a corner", id="radius-of-corner", domain=square(), status="proved")
def radius_of_corner(A):
    yield then(numerical_radius(block(0 * A, A, 0 * A, 0 * A)), "==", Fraction(1, 2) * op(A))


@claim(PASTED, "a sum", id="condition-of-sum", domain=square(count=2), status="refuted")
def condition_of_sum(A, B):
    yield given(det(A), "!=", 0)
    yield given(det(B), "!=", 0)
    yield then(kappa(A + B), "<=", kappa(A) + kappa(B))


@claim(PASTED, "Thompson", id="submatrix", domain=square(), status="proved")
def submatrix(A):
    yield then(s(leading(A, k))[i], "<=", s(A)[i])


@claim(PASTED, "tangent", id="tangent", domain=symmetric(), status="proved")
def tangent(A):
    yield then(I + A, "loewner", mat_exp(A))
    yield then(cols(A) + trace(A), "<=", trace(mat_exp(A)))
