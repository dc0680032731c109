"""What the first statements of `pasted.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    box,
    circulants,
    complex_square,
    correlation,
    hermitian,
    orthogonal,
    positive_definite,
    psd,
    rectangular,
    scalar,
    sign_matrices,
    square,
    symmetric,
    together,
    unit_vector,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    column_matrix,
    commutator,
    complex_lam,
    complex_matrix,
    complex_moduli,
    complex_s,
    det,
    diag,
    entries,
    exp,
    fro,
    hadamard,
    inv,
    ky_fan,
    lam_max,
    lam_min,
    larger,
    log,
    mat_exp,
    mat_log,
    mat_sqrt,
    matpow,
    norm,
    nuclear,
    op,
    pinv,
    rank,
    rows,
    s1,
    schatten,
    smaller,
    sq,
    sqrt,
    sym,
    total,
    trace,
)

PASTED = paper("pasted")
(j,) = indices("j")


@claim(PASTED, "two parts", id="real-and-imaginary", domain=square(count=2), status="proved")
def real_and_imaginary(X, Y):
    yield then(larger(op(X), op(Y)), "<=", op(complex_matrix(X, Y)))


@claim(PASTED, "monotone", id="hermitian-monotone", domain=hermitian(3, count=2), status="proved")
def hermitian_monotone(H, K):
    yield given(0, "loewner", K)
    yield then(complex_lam(H)[j], "<=", complex_lam(H + K)[j])


@claim(PASTED, "Browne", id="browne", domain=complex_square(2), status="proved")
def browne(A):
    values = complex_moduli(A)
    yield then(complex_s(A)[2], "<=", values[2], "<=", values[1], "<=", s1(A))


@claim(
    PASTED,
    "a residual layer",
    id="residual-layer",
    domain=together(W_1=rectangular("m", "n"), W_2=rectangular("n", "m"), x=vector("n"), y=vector("n")),
    status="proved",
)
def residual_layer(W_1, W_2, x, y):
    moved = x + W_2 @ larger(W_1 @ x, 0) - (y + W_2 @ larger(W_1 @ y, 0))
    yield then(norm(moved), "<=", (1 + op(W_1) * op(W_2)) * norm(x - y))


@claim(
    PASTED,
    "two perturbed layers",
    id="two-perturbed-layers",
    domain=together(
        W_1=rectangular("m", "n"),
        V_1=rectangular("m", "n"),
        W_2=rectangular("p", "m"),
        V_2=rectangular("p", "m"),
        x=vector("n"),
    ),
    status="proved",
)
def two_perturbed_layers(W_1, V_1, W_2, V_2, x):
    moved = larger(W_2 @ larger(W_1 @ x, 0), 0) - larger(V_2 @ larger(V_1 @ x, 0), 0)
    yield then(norm(moved), "<=", (op(W_2 - V_2) * op(W_1) + op(V_2) * op(W_1 - V_1)) * norm(x))


@claim(PASTED, "gates", id="gates", domain=together(d=box(0, 1, "m"), W=rectangular()), status="proved")
def gates(d, W):
    yield then(op(diag(d) @ W), "<=", op(W))
    yield then(fro(diag(d) @ W), "<=", fro(W))


@claim(
    PASTED,
    "rate",
    id="contraction-factor",
    domain=together(H=symmetric(), eta=scalar()),
    status="proved",
)
def contraction_factor(H, eta):
    ends = larger(absolute(1 - eta * lam_max(H)), absolute(1 - eta * lam_min(H)))
    yield then(op(I - eta * H), "==", ends)


@claim(
    PASTED,
    "spectral normalisation",
    id="spectral-normalisation",
    domain=together(W=rectangular(), x=vector("n"), y=vector("n")),
    status="proved",
)
def spectral_normalisation(W, x, y):
    unit_layer = W / op(W)
    yield given(s1(W), ">", 0)
    yield then(norm(larger(unit_layer @ x, 0) - larger(unit_layer @ y, 0)), "<=", norm(x - y))


@claim(
    PASTED,
    "nearly isometric",
    id="nearly-isometric",
    domain=together(A=rectangular(), epsilon=scalar(), x=vector("n")),
    status="proved",
)
def nearly_isometric(A, epsilon, x):
    yield given(0, "<", epsilon, "<", 1)
    yield given(op(T(A) @ A - I), "<=", epsilon)
    yield then(absolute(sq(norm(A @ x)) - sq(norm(x))), "<=", epsilon * sq(norm(x)))


@claim(
    PASTED,
    "outer product",
    id="outer-product",
    domain=together(u=vector("m"), v=vector("n")),
    status="proved",
)
def outer_product(u, v):
    outer = column_matrix(u) @ T(column_matrix(v))
    yield then(op(outer), "==", fro(outer), "==", norm(u) * norm(v))


@claim(PASTED, "Popoviciu", id="variance", domain=together(A=symmetric(), x=unit_vector()), status="proved")
def variance(A, x):
    left = total(x * (matpow(A, 2) @ x)) - sq(total(x * (A @ x)))
    yield then(left, "<=", Fraction(1, 4) * sq(lam_max(A) - lam_min(A)))


@claim(PASTED, "Householder", id="householder", domain=together(v=unit_vector(), x=vector()), status="proved")
def householder(v, x):
    H = I - 2 * column_matrix(v) @ T(column_matrix(v))
    yield then(det(H), "==", -1)
    yield then(norm(H @ x), "==", norm(x))


@claim(PASTED, "Jacobi", id="jacobi-identity", domain=square(count=3), status="proved")
def jacobi_identity(A, B, C):
    first = commutator(A, commutator(B, C)) + commutator(B, commutator(C, A))
    yield then(entries(first + commutator(C, commutator(A, B))), "==", 0)


@claim(
    PASTED,
    "Sylvester's equation",
    id="sylvester-equation",
    domain=together(A=positive_definite(), B=positive_definite(), X=square()),
    status="proved",
)
def sylvester_equation(A, B, X):
    yield then(fro(A @ X + X @ B), ">=", (lam_min(A) + lam_min(B)) * fro(X))


@claim(PASTED, "Stewart", id="rank-increase", domain=rectangular(count=2), status="proved")
def rank_increase(A, E):
    yield given(rank(A + E), ">", rank(A))
    yield then(op(pinv(A + E)), ">=", 1 / op(E))


@claim(PASTED, "acute", id="acute", domain=rectangular(count=2), status="proved")
def acute(A, E):
    yield given(rank(A + E), "==", rank(A))
    yield given(op(pinv(A)) * op(E), "<", 1)
    yield then(op(pinv(A + E)), "<=", op(pinv(A)) / (1 - op(pinv(A)) * op(E)))


@claim(
    PASTED,
    "Lieb",
    id="lieb-midpoint",
    domain=together(H=symmetric(), A=positive_definite(), B=positive_definite()),
    status="proved",
)
def lieb_midpoint(H, A, B):
    half = Fraction(1, 2)
    ends = half * trace(mat_exp(H + mat_log(A))) + half * trace(mat_exp(H + mat_log(B)))
    yield then(trace(mat_exp(H + mat_log((A + B) / 2))), ">=", ends)


@claim(PASTED, "inverses", id="hadamard-inverse", domain=positive_definite(count=2), status="proved")
def hadamard_inverse(A, B):
    yield then(inv(hadamard(A, B)), "loewner", hadamard(inv(A), inv(B)))


@claim(PASTED, "Davidson and Power", id="norm-of-sum", domain=psd(count=2), status="proved")
def norm_of_sum(A, B):
    yield then(op(A + B), "<=", larger(op(A), op(B)) + op(mat_sqrt(A) @ mat_sqrt(B)))


@claim(PASTED, "Ky Fan norm", id="fan-norm-triangle", domain=square(count=2), status="proved")
def fan_norm_triangle(A, B):
    order = index("k", 1, cols(A))
    yield then(ky_fan(A + B, order), "<=", ky_fan(A, order) + ky_fan(B, order))


@claim(PASTED, "three", id="schatten-three", domain=rectangular(count=2), status="proved")
def schatten_three(A, B):
    bound = schatten(A, 3) * schatten(B, Fraction(3, 2))
    yield then(absolute(trace(T(A) @ B)), "<=", bound)


@claim(PASTED, "interpolation", id="interpolation", domain=rectangular(), status="proved")
def interpolation(A):
    yield then(sq(fro(A)), "<=", op(A) * nuclear(A))
    yield then(fro(A), "<=", nuclear(A), "<=", sqrt(smaller(rows(A), cols(A))) * fro(A))


@claim(PASTED, "logarithm", id="log-det", domain=positive_definite(), status="proved")
def log_det(A):
    yield then(log(det(A)), "<=", trace(A) - cols(A))


@claim(PASTED, "shifts", id="det-of-shifts", domain=psd(count=2), status="proved")
def det_of_shifts(A, B):
    yield then(det(I + A + B), "<=", det(I + A) * det(I + B))


@claim(PASTED, "Fredholm", id="fredholm", domain=square(), status="proved")
def fredholm(A):
    yield then(absolute(det(I + A)), "<=", exp(nuclear(A)))


@claim(PASTED, "Ostrowski and Taussky", id="ostrowski-taussky-real", domain=square(), status="proved")
def ostrowski_taussky_real(A):
    yield given(lam_min(sym(A)), ">", 0)
    yield then(det(sym(A)), "<=", det(A))


@claim(PASTED, "skew", id="skew", domain=together(K=square(), x=vector()), status="proved")
def skew(K, x):
    yield given(entries(T(K)), "==", entries(-K))
    yield then(total(x * (K @ x)), "==", 0)
    yield then(det(I + K), ">=", 1)


@claim(
    PASTED,
    "Procrustes",
    id="orthogonal-trace",
    domain=together(A=square(), Q=orthogonal()),
    status="proved",
)
def orthogonal_trace(A, Q):
    yield then(trace(Q @ A), "<=", nuclear(A))


@claim(PASTED, "correlation", id="correlation-spectrum", domain=correlation(), status="proved")
def correlation_spectrum(R):
    yield then(1, "<=", lam_max(R), "<=", cols(R))
    yield then(det(R), "<=", 1)


@claim(PASTED, "signs", id="signs", domain=sign_matrices(), status="proved")
def signs(A):
    yield then(sqrt(cols(A)), "<=", op(A), "<=", cols(A))


@claim(PASTED, "circulant", id="circulant-normal", domain=circulants(), status="proved")
def circulant_normal(C):
    yield then(entries(T(C) @ C), "==", entries(C @ T(C)))
