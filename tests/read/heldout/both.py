"""What the last statements of `typed.toml` and of `pasted.toml` say, as claims."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    complex_square,
    diagonally_dominant,
    doubly_stochastic,
    hermitian,
    orthogonal,
    positive_definite,
    projection,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    cols,
    column_matrix,
    complex_det,
    complex_lam,
    complex_matrix,
    complex_s,
    det,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    exp,
    eye,
    fro,
    geometric_mean,
    hadamard,
    inv,
    ky_fan,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    log,
    mat_abs,
    mat_exp,
    mat_log,
    mat_power,
    mat_sqrt,
    matpow,
    moduli,
    norm,
    norm_inf,
    nuclear,
    numerical_radius,
    op,
    partial_products,
    power,
    rank,
    row_sums,
    rows,
    s,
    s1,
    s_min,
    schatten,
    smallest,
    sq,
    sqrt,
    total,
    trace,
)

TYPED = paper("typed")
PASTED = paper("pasted")
i, j, k = indices("i j k")


@claim(TYPED, "Schur and Horn", id="schur-horn", domain=symmetric(), status="proved")
def schur_horn(A):
    yield then(diagonal(A), "majorized", lam(A))


@claim(TYPED, "complex determinant", id="complex-det", domain=complex_square(2), status="proved")
def complex_determinant(A):
    yield then(complex_det(A), "==", s1(A) * complex_s(A)[2])


@claim(TYPED, "Hermitian sum", id="hermitian-sum", domain=hermitian(3, count=2), status="proved")
def hermitian_sum(H, K):
    yield then(complex_lam(H + K)[i], "<=", complex_lam(H)[i] + complex_lam(K)[1])


@claim(TYPED, "Cartesian", id="cartesian-norm", domain=square(count=2), status="proved")
def cartesian_norm(X, Y):
    yield then(op(complex_matrix(X, Y)), "<=", op(X) + op(Y))


@claim(TYPED, "Bendixson", id="bendixson", domain=square(), status="proved")
def bendixson(A):
    middle = (A + T(A)) / 2
    yield then(lam_min(middle), "<=", eig_re(A)[i], "<=", lam_max(middle))


@claim(TYPED, "numerical radius", id="numerical-radius", domain=square(), status="proved")
def radius_and_norm(A):
    yield then(Fraction(1, 2) * op(A), "<=", numerical_radius(A), "<=", op(A))


@claim(TYPED, "commutator", id="commutator", domain=square(count=2), status="proved")
def commuted(A, B):
    yield then(fro(A @ B - B @ A), "<=", sqrt(2) * fro(A) * fro(B))


@claim(TYPED, "symmetric commutator", id="commutator-one", domain=symmetric(count=2), status="refuted")
def commuted_symmetric(A, B):
    yield then(op(A @ B - B @ A), "<=", op(A) * op(B))


@claim(TYPED, "trace of a square", id="trace-square", domain=square(), status="proved")
def trace_square(A):
    yield then(trace(matpow(A, 2)), "<=", trace(T(A) @ A))


@claim(TYPED, "Schur", id="schur-inequality", domain=square(), status="proved")
def schur_inequality(A):
    yield then(total(sq(moduli(A))), "<=", total(sq(absolute(entries(A)))))


@claim(TYPED, "Weyl, products", id="weyl-products", domain=square(), status="proved")
def weyl_products(A):
    yield then(partial_products(moduli(A))[k], "<=", partial_products(s(A))[k])


@claim(TYPED, "Fan and Hoffman", id="fan-hoffman", domain=square(), status="proved")
def fan_hoffman(A):
    yield then(lam((A + T(A)) / 2)[i], "<=", s(A)[i])


@claim(TYPED, "Minkowski", id="minkowski", domain=psd(count=2), status="proved")
def minkowski(A, B):
    n = cols(A)
    roots = power(det(A), 1 / n) + power(det(B), 1 / n)
    yield then(power(det(A + B), 1 / n), ">=", roots)


@claim(TYPED, "trace of a logarithm", id="trace-log", domain=positive_definite(), status="proved")
def trace_log(P):
    yield then(log(det(P)), "==", trace(mat_log(P)))


@claim(TYPED, "Jacobi", id="det-exp", domain=square(), status="proved")
def det_exp(A):
    yield then(det(mat_exp(A)), "==", exp(trace(A)))


@claim(
    TYPED,
    "Hardy, Littlewood and Polya",
    id="averaged",
    domain=together(S=doubly_stochastic(), x=vector()),
    status="proved",
)
def averaged(S, x):
    yield then(S @ x, "majorized", x)


@claim(
    TYPED,
    "turned",
    id="orthogonal-invariance",
    domain=together(A=square(), U=orthogonal(), V=orthogonal()),
    status="proved",
)
def turned(A, U, V):
    yield then(s(U @ A @ V)[i], "==", s(A)[i])


@claim(TYPED, "two projections", id="two-projections", domain=projection(count=2), status="proved")
def two_projections(P, Q):
    yield then(op(P - Q), "<=", 1)


@claim(
    TYPED,
    "determinant lemma",
    id="determinant-lemma",
    domain=together(A=square(), u=vector(), v=vector()),
    status="refuted",
)
def determinant_lemma(A, u, v):
    yield given(det(A), "!=", 0)
    yield then(det(A + column_matrix(u) @ T(column_matrix(v))), "==", (1 + total(u * (inv(A) @ v))) * det(A))


@claim(
    TYPED,
    "Schwarz",
    id="schwarz",
    domain=together(A=positive_definite(), x=vector(), y=vector()),
    status="proved",
)
def schwarz(A, x, y):
    yield then(sq(total(x * y)), "<=", total(x * (A @ x)) * total(y * (inv(A) @ y)))


@claim(TYPED, "Ky Fan norms", id="ky-fan-frobenius", domain=rectangular(), status="proved")
def ky_fan_frobenius(A):
    k = index("k", 1, cols(A))
    yield given(rows(A), ">=", cols(A))
    yield then(ky_fan(A, k), "<=", sqrt(k) * fro(A))


@claim(TYPED, "nuclear norm", id="nuclear-rank", domain=rectangular(), status="proved")
def nuclear_rank(A):
    yield then(nuclear(A), "<=", sqrt(rank(A)) * fro(A))


@claim(TYPED, "trace norm", id="trace-norm", domain=square(), status="proved")
def trace_norm(A):
    yield then(absolute(trace(A)), "<=", nuclear(A))


@claim(TYPED, "resolvent", id="psd-resolvent", domain=psd(), status="proved")
def psd_resolvent(A):
    yield then(op(inv(I + A)), "<=", 1)
    yield then(op(A @ inv(I + A)), "<", 1)


@claim(TYPED, "smallest singular value", id="least-singular", domain=rectangular(count=2), status="proved")
def least_singular(A, E):
    yield then(s_min(A + E), ">=", s_min(A) - op(E))


@claim(TYPED, "Hadamard spectra", id="hadamard-largest", domain=psd(count=2), status="proved")
def hadamard_largest(A, B):
    yield then(lam_max(hadamard(A, B)), "<=", largest(diagonal(A)) * lam_max(B))


@claim(TYPED, "ReLU", id="relu", domain=vector(count=2), status="proved")
def relu_is_lipschitz(x, y):
    yield then(norm(larger(x, 0) - larger(y, 0)), "<=", norm(x - y))


@claim(TYPED, "Schatten, p = 4", id="schatten-four", domain=rectangular(), status="proved")
def schatten_four(A):
    yield then(schatten(A, 4), "<=", fro(A), "<=", nuclear(A))


@claim(PASTED, "Jordan and Wielandt", id="jordan-wielandt", domain=square(), status="proved")
def jordan_wielandt(A):
    H = block(0 * A, A, T(A), 0 * A)
    yield then(lam(H)[i], "==", s(A)[i])
    yield then(lam(H)[2 * cols(A) + 1 - i], "==", -s(A)[i])


@claim(PASTED, "same index", id="same-index", domain=square(count=2), status="refuted")
def same_index(A, B):
    yield then(s(A + B)[i], "<=", s(A)[i] + s(B)[i])


@claim(PASTED, "Mirsky", id="mirsky", domain=rectangular(count=2), status="proved")
def mirsky(A, B):
    yield then(total(sq(s(A) - s(B))), "<=", sq(fro(A - B)))


@claim(PASTED, "Powers and Stoermer", id="powers-stoermer", domain=psd(count=2), status="proved")
def powers_stoermer(A, B):
    yield then(sq(fro(mat_sqrt(A) - mat_sqrt(B))), "<=", nuclear(A - B))


@claim(PASTED, "Araki and Yamagami", id="araki-yamagami", domain=square(count=2), status="proved")
def araki_yamagami(A, B):
    yield then(fro(mat_abs(A) - mat_abs(B)), "<=", sqrt(2) * fro(A - B))


@claim(PASTED, "Varah", id="varah", domain=diagonally_dominant(strict=True), status="proved")
def varah(A):
    others = row_sums(entrywise_abs(A)) - absolute(diagonal(A))
    yield then(norm_inf(inv(A)), "<=", 1 / smallest(absolute(diagonal(A)) - others))


@claim(
    PASTED,
    "a perturbed inverse",
    id="perturbed-inverse",
    domain=together(A=square(), E=square()),
    status="proved",
)
def perturbed_inverse(A, E):
    yield given(det(A), "!=", 0)
    yield given(op(inv(A)) * op(E), "<", 1)
    yield then(det(A + E), "!=", 0)
    bound = sq(op(inv(A))) * op(E) / (1 - op(inv(A)) * op(E))
    yield then(op(inv(A + E) - inv(A)), "<=", bound)


@claim(PASTED, "means", id="three-means", domain=positive_definite(count=2), status="proved")
def three_means(A, B):
    mean = geometric_mean(A, B)
    yield then(2 * inv(inv(A) + inv(B)), "loewner", mean, "loewner", (A + B) / 2)


@claim(PASTED, "Bhatia and Kittaneh", id="bhatia-kittaneh", domain=square(count=2), status="proved")
def bhatia_kittaneh(A, B):
    yield then(s(A @ T(B))[j], "<=", Fraction(1, 2) * s(T(A) @ A + T(B) @ B)[j])


@claim(
    PASTED,
    "Heinz",
    id="heinz-norm",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1)),
    status="proved",
)
def heinz_norm(A, B, t):
    yield then(op(mat_power(A, t) @ mat_power(B, 1 - t)), "<=", power(op(A), t) * power(op(B), 1 - t))


@claim(
    PASTED,
    "Cordes",
    id="cordes",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar()),
    status="proved",
)
def cordes(A, B, t):
    yield given(0, "<", t, "<", 1)
    yield then(op(mat_power(A, t) @ mat_power(B, t)), "<=", power(op(A @ B), t))


@claim(PASTED, "a trace of squares", id="araki-two", domain=psd(count=2), status="proved")
def araki_two(A, B):
    root = mat_sqrt(A)
    yield then(trace(matpow(root @ B @ root, 2)), "<=", trace(matpow(A, 2) @ matpow(B, 2)))


@claim(
    PASTED,
    "log det",
    id="log-det-concave",
    domain=together(A=positive_definite(), B=positive_definite(), theta=scalar(0, 1)),
    status="proved",
)
def log_det_concave(A, B, theta):
    mixed = log(det(theta * A + (1 - theta) * B))
    yield then(mixed, ">=", theta * log(det(A)) + (1 - theta) * log(det(B)))


@claim(
    PASTED,
    "Sherman and Morrison",
    id="sherman-morrison",
    domain=together(A=square(), u=vector(), v=vector()),
    status="proved",
)
def sherman_morrison(A, u, v):
    yield given(det(A), "!=", 0)
    yield given(1 + total(v * (inv(A) @ u)), "!=", 0)
    left, right = column_matrix(u), T(column_matrix(v))
    less = inv(A) @ left @ right @ inv(A) / (1 + total(v * (inv(A) @ u)))
    yield then(entries(inv(A + left @ right)), "==", entries(inv(A) - less))


@claim(
    PASTED,
    "Wielandt",
    id="wielandt",
    domain=together(A=positive_definite(), x=vector(), y=vector()),
    status="proved",
)
def wielandt(A, x, y):
    top, bottom = lam_max(A), lam_min(A)
    factor = sq((top - bottom) / (top + bottom))
    yield given(total(x * y), "==", 0)
    yield then(sq(total(x * (A @ y))), "<=", factor * total(x * (A @ x)) * total(y * (A @ y)))


@claim(PASTED, "a contraction block", id="contraction-block", domain=square(), status="proved")
def contraction_block(A):
    yield given(op(A), "<=", 1)
    yield then(0, "loewner", block(eye(A), A, T(A), eye(A)))


@claim(
    PASTED,
    "ReLU layer",
    id="relu-layer",
    domain=together(W=rectangular(), b=vector("m"), x=vector("n"), y=vector("n")),
    status="proved",
)
def relu_layer(W, b, x, y):
    yield then(norm(larger(W @ x + b, 0) - larger(W @ y + b, 0)), "<=", s1(W) * norm(x - y))
