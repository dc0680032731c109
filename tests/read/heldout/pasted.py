"""What the first statements of `pasted.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    complex_square,
    correlation,
    diagonal_matrices,
    hermitian,
    nonnegative,
    positive_definite,
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
    block,
    cols,
    complex_det,
    complex_moduli,
    complex_s,
    complex_trace,
    cond,
    det,
    entries,
    entrywise_abs,
    eye,
    fro,
    geometric_mean,
    hadamard,
    hermitian_permanent,
    inv,
    kappa,
    kron,
    ky_fan,
    lam,
    lam_max,
    largest,
    log,
    mat_abs,
    mat_exp,
    mat_power,
    mat_sqrt,
    matpow,
    norm,
    nuclear,
    numerical_radius,
    ones_matrix,
    op,
    power,
    rank,
    relu_norm,
    row_sums,
    rows,
    s,
    s1,
    s_min,
    schatten,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
    weighted_geometric_mean,
)

PASTED = paper("pasted")
i, j, k = indices("i j k")


@claim(PASTED, "kappa of a shift", id="kappa-shift", domain=square(), status="proved")
def kappa_shift(M):
    tau = lam_max(M + T(M))
    yield given(op(M), "<", 1)
    yield then(kappa(M + I), "<=", sqrt(1 + tau + sq(op(M))) / (1 - op(M)), "<=", (1 + op(M)) / (1 - op(M)))


@claim(PASTED, "Zhan", id="zhan-difference", domain=psd(count=2), status="proved")
def zhan_difference(A, B):
    yield then(s(A - B)[j], "<=", s(block(A, 0 * A, 0 * A, B))[j])


@claim(PASTED, "Kittaneh 2005", id="kittaneh-squares", domain=square(), status="proved")
def kittaneh_squares(A):
    squares = op(T(A) @ A + A @ T(A))
    middle = sq(numerical_radius(A))
    yield then(Fraction(1, 4) * squares, "<=", middle, "<=", Fraction(1, 2) * squares)


@claim(
    PASTED,
    "Weyl for singular values",
    id="weyl-singular",
    domain=together(A=rectangular(), E=rectangular()),
    status="proved",
)
def weyl_singular(A, E):
    yield then(largest(absolute(s(A + E) - s(A))), "<=", op(E))


@claim(
    PASTED,
    "diagonalisable",
    id="bauer-fike-radius",
    domain=together(X=square(), D=diagonal_matrices(), E=square()),
    status="proved",
)
def bauer_fike_radius(X, D, E):
    yield given(det(X), "!=", 0)
    yield then(spectral_radius(X @ D @ inv(X) + E), "<=", op(D) + kappa(X) * op(E))


@claim(
    PASTED,
    "residual",
    id="residual",
    domain=together(A=square(), x=vector(), y=vector()),
    status="proved",
)
def residual(A, x, y):
    b, r = A @ x, A @ x - A @ y
    yield given(det(A), "!=", 0)
    yield given(norm(x), ">", 0)
    yield then(norm(x - y) / norm(x), "<=", kappa(A) * (norm(r) / norm(b)))


@claim(PASTED, "entrywise norm", id="entrywise-norm", domain=rectangular(), status="proved")
def entrywise_norm(A):
    yield then(op(A), "<=", op(entrywise_abs(A)), "<=", sqrt(rank(A)) * op(A))


@claim(PASTED, "a layer", id="layer-norm", domain=rectangular(), status="proved")
def layer_norm(A):
    yield then(relu_norm(A), "<=", s1(A), "<=", sqrt(2) * relu_norm(A))


@claim(PASTED, "Kronecker squares", id="kron-squares", domain=symmetric(count=2), status="proved")
def kron_squares(A, B):
    squares = kron(matpow(A, 2), eye(A)) + kron(eye(A), matpow(B, 2))
    yield then(2 * kron(A, B), "loewner", squares)


@claim(
    PASTED,
    "Chernoff",
    id="chernoff",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1)),
    status="proved",
)
def chernoff(A, B, t):
    least = Fraction(1, 2) * trace(A + B - mat_abs(A - B))
    yield then(trace(mat_power(A, t) @ mat_power(B, 1 - t)), ">=", least)


@claim(PASTED, "Rotfel'd", id="rotfeld", domain=psd(count=2), status="proved")
def rotfeld(A, B):
    yield then(trace(mat_sqrt(A + B)), "<=", trace(mat_sqrt(A)) + trace(mat_sqrt(B)))


@claim(PASTED, "Peierls and Bogoliubov", id="bogoliubov", domain=symmetric(count=2), status="proved")
def bogoliubov(H, V):
    Z = trace(mat_exp(H))
    yield then(log(trace(mat_exp(H + V)) / Z), ">=", trace(V @ mat_exp(H)) / Z)


@claim(PASTED, "Ando and Hiai", id="ando-hiai", domain=positive_definite(count=2), status="proved")
def ando_hiai(A, B):
    yield given(geometric_mean(A, B), "loewner", I)
    yield then(geometric_mean(matpow(A, 2), matpow(B, 2)), "loewner", I)


@claim(
    PASTED,
    "weighted means",
    id="weighted-means",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1)),
    status="proved",
)
def weighted_means(A, B, t):
    harmonic = inv((1 - t) * inv(A) + t * inv(B))
    arithmetic = (1 - t) * A + t * B
    yield then(harmonic, "loewner", weighted_geometric_mean(A, B, t), "loewner", arithmetic)


@claim(
    PASTED,
    "off-diagonal",
    id="off-diagonal",
    domain=together(A=symmetric("m"), B=rectangular("m", "n"), C=symmetric("n")),
    status="proved",
)
def off_diagonal(A, B, C):
    H = block(A, B, T(B), C)
    zero, other = 0 * ones_matrix(rows(A), cols(C)), 0 * ones_matrix(rows(C), cols(A))
    yield then(absolute(lam(H)[i] - lam(block(A, zero, other, C))[i]), "<=", op(B))


@claim(
    PASTED,
    "a determinant by blocks",
    id="schur-determinant",
    domain=together(A=square(), B=rectangular("n", "m"), C=rectangular("m", "n"), D=square("m")),
    status="proved",
)
def schur_determinant(A, B, C, D):
    yield given(det(A), "!=", 0)
    yield then(det(block(A, B, C, D)), "==", det(A) * det(D - C @ inv(A) @ B))


@claim(
    PASTED,
    "Woodbury",
    id="woodbury",
    domain=together(A=square(), U=rectangular("n", "k"), V=rectangular("n", "k")),
    status="proved",
)
def woodbury(A, U, V):
    capacitance = I + T(V) @ inv(A) @ U
    yield given(det(A), "!=", 0)
    yield given(det(capacitance), "!=", 0)
    less = inv(A) @ U @ inv(capacitance) @ T(V) @ inv(A)
    yield then(entries(inv(A + U @ T(V))), "==", entries(inv(A) - less))


@claim(PASTED, "complex trace", id="complex-trace", domain=complex_square(2, count=2), status="proved")
def complex_von_neumann(A, B):
    yield then(absolute(complex_trace(A @ B)), "<=", total(complex_s(A) * complex_s(B)))


@claim(PASTED, "Hermitian permanent", id="hermitian-permanent", domain=hermitian(3), status="proved")
def hermitian_per(H):
    yield given(0, "loewner", H)
    yield then(hermitian_permanent(H), ">=", complex_det(H))


@claim(PASTED, "unitary", id="unitary-moduli", domain=unitary(2, count=2), status="proved")
def unitary_moduli(U, V):
    yield then(complex_moduli(T(U) @ V)[j], "==", 1)


@claim(PASTED, "Frobenius", id="perron-bounds", domain=nonnegative(), status="proved")
def perron_bounds(A):
    yield then(smallest(row_sums(A)), "<=", spectral_radius(A), "<=", largest(row_sums(A)))


@claim(
    PASTED,
    "Collatz and Wielandt",
    id="collatz",
    domain=together(A=nonnegative(), x=vector(), alpha=scalar()),
    status="proved",
)
def collatz(A, x, alpha):
    yield given(x, ">", 0)
    yield given(A @ x, "<=", alpha * x)
    yield then(spectral_radius(A), "<=", alpha)


@claim(PASTED, "Audenaert", id="hadamard-radius", domain=nonnegative(count=2), status="proved")
def hadamard_radius(A, B):
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A @ B))


@claim(PASTED, "exponentials", id="exp-order", domain=symmetric(count=2), status="refuted")
def exp_order(A, B):
    yield given(A, "loewner", B)
    yield then(mat_exp(A), "loewner", mat_exp(B))


@claim(PASTED, "moduli of a sum", id="abs-triangle", domain=square(count=2), status="refuted")
def abs_triangle(A, B):
    yield then(mat_abs(A + B), "loewner", mat_abs(A) + mat_abs(B))


@claim(PASTED, "Lee", id="lee", domain=square(count=2), status="proved")
def lee(A, B):
    yield then(fro(A + B), "<=", sqrt((1 + sqrt(2)) / 2) * fro(mat_abs(A) + mat_abs(B)))


@claim(
    PASTED,
    "McCarthy",
    id="mccarthy",
    domain=together(A=square(), B=square(), p=scalar(2)),
    status="proved",
)
def mccarthy(A, B, p):
    left = power(schatten(A + B, p), p) + power(schatten(A - B, p), p)
    yield then(left, "<=", power(2, p - 1) * (power(schatten(A, p), p) + power(schatten(B, p), p)))


@claim(
    PASTED,
    "distance to singularity",
    id="eckart-young",
    domain=together(A=square(), E=square()),
    status="proved",
)
def eckart_young(A, E):
    yield given(det(A), "!=", 0)
    yield given(det(A + E), "==", 0)
    yield then(1 / cond(A), "<=", op(E) / op(A))


@claim(PASTED, "correlations", id="correlation-det", domain=correlation(n=(2, 5)), status="proved")
def correlation_det(R):
    yield then(det(R), "<=", 1 - sq(R[1, 2]))


@claim(PASTED, "skew exponential", id="skew-exp", domain=square(), status="proved")
def skew_exp(K):
    yield given(entries(T(K)), "==", entries(-K))
    yield then(entries(T(mat_exp(K)) @ mat_exp(K)), "==", entries(eye(K)))
    yield then(det(mat_exp(K)), "==", 1)


@claim(
    PASTED,
    "Ostrowski",
    id="ostrowski",
    domain=together(A=psd(), S=square()),
    status="proved",
)
def ostrowski(A, S):
    yield given(det(S), "!=", 0)
    moved = lam(S @ A @ T(S))[k]
    yield then(sq(s_min(S)) * lam(A)[k], "<=", moved, "<=", sq(s1(S)) * lam(A)[k])


@claim(PASTED, "symplectic", id="symplectic-two", domain=square(n=2), status="proved")
def symplectic_two(A):
    J = [[0, 1], [-1, 0]]
    yield then(entries(T(A) @ J @ A), "==", entries(det(A) * J))


@claim(PASTED, "Fan dominance", id="fan-dominance", domain=square(count=2), status="proved")
def fan_dominance(A, B):
    k = index("k", 1, cols(A))
    yield given(ky_fan(A, k), "<=", ky_fan(B, k))
    yield then(fro(A), "<=", fro(B))
    yield then(nuclear(A), "<=", nuclear(B))
