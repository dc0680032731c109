"""What the first statements of `pasted.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, indices, paper, then
from perturb.domains import (
    complex_square,
    correlation,
    hermitian,
    positive_blocks,
    positive_definite,
    probability_vector,
    psd,
    rectangular,
    scalar,
    sign_matrices,
    square,
    symmetric,
    together,
    unit_vector,
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
    column_sums,
    commutator,
    complex_det,
    complex_matrix,
    complex_s,
    complex_trace,
    descending,
    det,
    diagonal,
    eig_im,
    entries,
    entrywise_abs,
    exp,
    fro,
    inv,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    leading,
    length,
    lower_left,
    mat_exp,
    mat_power,
    mat_sqrt,
    matpow,
    max_entry,
    norm,
    norm_1,
    norm_inf,
    nuclear,
    numerical_radius,
    ones,
    op,
    permanent,
    pinv,
    power,
    rank,
    row_sums,
    rows,
    s,
    s1,
    schatten,
    schur,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
    trailing,
    upper_right,
)

PASTED = paper("pasted")
i, j, k = indices("i j k")


@claim(PASTED, "Tao", id="off-diagonal-block", domain=positive_blocks(), status="proved")
def off_diagonal_block(A, B, C):
    yield then(2 * s(B)[j], "<=", s(block(A, B, T(B), C))[j])


@claim(PASTED, "Drury", id="drury", domain=psd(count=2), status="proved")
def drury(A, B):
    yield then(sqrt(s(A @ B)[j]), "<=", Fraction(1, 2) * lam(A + B)[j])


@claim(PASTED, "Kittaneh 2003", id="kittaneh-radius", domain=square(), status="proved")
def kittaneh_radius(A):
    yield then(numerical_radius(A), "<=", Fraction(1, 2) * (op(A) + sqrt(op(matpow(A, 2)))))


@claim(PASTED, "roots", id="roots-of-a-sum", domain=psd(count=2), status="proved")
def roots_of_a_sum(A, B):
    yield then(s(mat_sqrt(A + B)), "weakly majorized", s(mat_sqrt(A) + mat_sqrt(B)))


@claim(PASTED, "a sum", id="schur-superadditive", domain=positive_definite(count=2), status="proved")
def schur_superadditive(A, B):
    yield then(schur(A, k) + schur(B, k), "loewner", schur(A + B, k))


@claim(PASTED, "Albert", id="albert", domain=positive_definite(), status="proved")
def albert(M):
    last = trailing(M, k)
    less = last - lower_left(M, k) @ inv(leading(M, k)) @ upper_right(M, k)
    yield then(0, "loewner", less, "loewner", last)


@claim(
    PASTED,
    "Araki, Lieb and Thirring",
    id="araki-lieb-thirring",
    domain=together(A=positive_definite(), B=positive_definite(), r=scalar(1)),
    status="proved",
)
def araki_lieb_thirring(A, B, r):
    root, half = mat_sqrt(B), mat_power(B, r / 2)
    yield then(trace(mat_power(root @ A @ root, r)), "<=", trace(half @ mat_power(A, r) @ half))


@claim(PASTED, "mgf", id="bernstein-mgf", domain=together(X=symmetric("d"), theta=scalar()), status="proved")
def bernstein_mgf(X, theta):
    yield given(lam_max(X), "<=", 1)
    yield given(theta, ">", 0)
    bound = I + theta * X + (exp(theta) - theta - 1) * matpow(X, 2)
    yield then(mat_exp(theta * X), "loewner", bound)


@claim(
    PASTED,
    "two layers",
    id="two-layers",
    domain=together(W_1=rectangular("m", "n"), W_2=rectangular("p", "m"), x=vector("n"), y=vector("n")),
    status="proved",
)
def two_layers(W_1, W_2, x, y):
    moved = W_2 @ larger(W_1 @ x, 0) - W_2 @ larger(W_1 @ y, 0)
    yield then(norm(moved), "<=", op(W_2) * op(W_1) * norm(x - y))


@claim(
    PASTED,
    "two layers with bias",
    id="two-layers-with-bias",
    domain=together(
        W_1=rectangular("m", "n"), W_2=rectangular("p", "m"), b_1=vector("m"), b_2=vector("p"), x=vector("n")
    ),
    status="proved",
)
def two_layers_with_bias(W_1, W_2, b_1, b_2, x):
    output = larger(W_2 @ larger(W_1 @ x + b_1, 0) + b_2, 0)
    yield then(norm(output), "<=", op(W_2) * (op(W_1) * norm(x) + norm(b_1)) + norm(b_2))


@claim(
    PASTED,
    "leaky",
    id="leaky",
    domain=together(alpha=scalar(0, 1), W=rectangular(), x=vector("n"), y=vector("n")),
    status="proved",
)
def leaky(alpha, W, x, y):
    first, second = larger(W @ x, alpha * (W @ x)), larger(W @ y, alpha * (W @ y))
    yield then(norm(first - second), "<=", op(W) * norm(x - y))


@claim(PASTED, "dynamical isometry", id="near-isometry", domain=square(), status="proved")
def near_isometry(W):
    yield then(absolute(s(I + W)[i] - 1), "<=", op(W))


@claim(PASTED, "three factors", id="three-factors", domain=square(count=3), status="proved")
def three_factors(W_1, W_2, W_3):
    W = W_3 @ W_2 @ W_1
    yield then(fro(W), "<=", op(W_3) * op(W_2) * fro(W_1))
    yield then(nuclear(W), "<=", fro(W_3) * op(W_2) * fro(W_1))


@claim(PASTED, "stable rank", id="stable-rank", domain=rectangular(), status="proved")
def stable_rank(A):
    yield given(s1(A), ">", 0)
    yield then(1, "<=", sq(fro(A)) / sq(op(A)), "<=", rank(A))


@claim(
    PASTED,
    "a factorisation",
    id="factorisation",
    domain=together(U=rectangular("m", "r"), V=rectangular("n", "r")),
    status="proved",
)
def factorisation(U, V):
    mean = Fraction(1, 2) * (sq(fro(U)) + sq(fro(V)))
    yield then(nuclear(U @ T(V)), "<=", fro(U) * fro(V), "<=", mean)


@claim(PASTED, "duality", id="trace-duality", domain=rectangular(count=2), status="proved")
def trace_duality(A, B):
    yield then(absolute(trace(T(A) @ B)), "<=", op(A) * nuclear(B))


@claim(
    PASTED,
    "ideals",
    id="schatten-ideal",
    domain=together(A=square(), B=square(), C=square(), p=scalar(1)),
    status="proved",
)
def schatten_ideal(A, B, C, p):
    yield then(schatten(A @ B @ C, p), "<=", op(A) * schatten(B, p) * op(C))


@claim(PASTED, "Kittaneh", id="semidefinite-commutator", domain=psd(count=2), status="proved")
def semidefinite_commutator(A, B):
    yield then(op(commutator(A, B)), "<=", Fraction(1, 2) * op(A) * op(B))


@claim(PASTED, "idempotent", id="idempotent", domain=square(), status="proved")
def idempotent(A):
    yield given(entries(matpow(A, 2)), "==", entries(A))
    yield then(rank(A), "==", trace(A))
    yield then(rank(A) + rank(I - A), "==", cols(A))


@claim(PASTED, "square zero", id="square-zero", domain=square(), status="proved")
def square_zero(A):
    yield given(entries(matpow(A, 2)), "==", 0)
    yield then(numerical_radius(A), "==", Fraction(1, 2) * op(A))


@claim(PASTED, "Gurvits", id="permanent-norm", domain=square(), status="proved")
def permanent_norm(A):
    yield then(absolute(permanent(A)), "<=", power(op(A), cols(A)))


@claim(PASTED, "Hadamard", id="hadamard-signs", domain=sign_matrices(), status="proved")
def hadamard_signs(A):
    yield then(absolute(det(A)), "<=", power(cols(A), cols(A) / 2))


@claim(PASTED, "three correlations", id="three-correlations", domain=correlation(n=3), status="proved")
def three_correlations(R):
    squares = sq(R[1, 2]) + sq(R[1, 3]) + sq(R[2, 3])
    yield then(squares, "<=", 1 + 2 * R[1, 2] * R[1, 3] * R[2, 3])


@claim(PASTED, "entries", id="entries-of-psd", domain=psd(), status="proved")
def entries_of_psd(A):
    yield then(sq(A[i, j]), "<=", A[i, i] * A[j, j])
    yield then(max_entry(A), "==", largest(diagonal(A)))


@claim(PASTED, "traces", id="trace-and-determinants", domain=positive_definite(count=2), status="proved")
def trace_and_determinants(A, B):
    n = cols(A)
    yield then(trace(A @ B), ">=", n * power(det(A), 1 / n) * power(det(B), 1 / n))


@claim(PASTED, "Everitt", id="block-determinants", domain=positive_blocks(), status="proved")
def block_determinants(A, B, C):
    yield then(sq(det(B)), "<=", det(A) * det(C))
    yield then(sq(op(B)), "<=", op(A) * op(C))


@claim(PASTED, "Bhatia and Zhan", id="cartesian-squares", domain=psd(count=2), status="proved")
def cartesian_squares(X, Y):
    yield then(sq(op(complex_matrix(X, Y))), "<=", sq(op(X)) + sq(op(Y)))


@claim(
    PASTED,
    "a unitary factor",
    id="unitary-trace",
    domain=together(A=complex_square(3), U=unitary(3)),
    status="proved",
)
def unitary_trace(A, U):
    yield then(absolute(complex_trace(U @ A)), "<=", total(complex_s(A)))


@claim(PASTED, "Hermitian means", id="hermitian-means", domain=hermitian(3), status="proved")
def hermitian_means(H):
    yield given(lam_min(H), ">", 0)
    yield then(complex_det(H), "<=", power(complex_trace(H) / 3, 3))


@claim(PASTED, "majorized", id="majorization-consequences", domain=vector(count=2), status="proved")
def majorization_consequences(x, y):
    yield given(x, "majorized", y)
    yield then(largest(x), "<=", largest(y))
    yield then(total(sq(x)), "<=", total(sq(y)))


@claim(PASTED, "rearranged", id="rearrangement", domain=vector(count=2), status="proved")
def rearrangement(x, y):
    least = total(descending(x) * ascending(y))
    yield then(least, "<=", total(x * y), "<=", total(descending(x) * descending(y)))


@claim(PASTED, "weak norms", id="weak-majorization-norms", domain=vector(count=2), status="proved")
def weak_majorization_norms(x, y):
    yield given(absolute(x), "weakly majorized", absolute(y))
    yield then(norm_1(x), "<=", norm_1(y))
    yield then(norm(x), "<=", norm(y))
    yield then(norm_inf(x), "<=", norm_inf(y))


@claim(PASTED, "uniform", id="uniform", domain=probability_vector(), status="proved")
def uniform(p):
    n = length(p)
    yield then(1 / n * ones(n), "majorized", p)
    yield then(sq(norm(p)), ">=", 1 / n)


@claim(
    PASTED,
    "Ostrowski, rows and columns",
    id="rows-and-columns",
    domain=together(A=square(), alpha=scalar(0, 1)),
    status="proved",
)
def rows_and_columns(A, alpha):
    r, c = row_sums(entrywise_abs(A)), column_sums(entrywise_abs(A))
    yield then(spectral_radius(A), "<=", largest(power(r, alpha) * power(c, 1 - alpha)))


@claim(PASTED, "Bendixson, imaginary", id="imaginary-parts", domain=square(), status="proved")
def imaginary_parts(A):
    skew = (A - T(A)) / 2
    yield then(absolute(eig_im(A)[i]), "<=", op(skew), "<=", 1 / sqrt(2) * fro(skew))


@claim(
    PASTED,
    "reverse order",
    id="reverse-order",
    domain=together(A=rectangular("m", "k"), B=rectangular("k", "n")),
    status="proved",
)
def reverse_order(A, B):
    yield given(rank(A), "==", cols(A))
    yield given(rank(B), "==", rows(B))
    yield then(entries(pinv(A @ B)), "==", entries(pinv(B) @ pinv(A)))


@claim(PASTED, "Newton and Schulz", id="newton-schulz", domain=square(count=2), status="proved")
def newton_schulz(A, X):
    Y = X @ (2 * I - A @ X)
    yield then(op(I - A @ Y), "<=", sq(op(I - A @ X)))


@claim(
    PASTED,
    "Rayleigh quotient",
    id="rayleigh-quotient",
    domain=together(A=symmetric(), x=unit_vector(), mu=scalar()),
    status="proved",
)
def rayleigh_quotient(A, x, mu):
    quotient = total(x * (A @ x))
    yield then(norm(A @ x - quotient * x), "<=", norm(A @ x - mu * x))
