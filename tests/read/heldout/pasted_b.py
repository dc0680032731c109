"""What the second half of `pasted.toml` says, as claims."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    correlation,
    diagonally_dominant,
    positive_definite,
    psd,
    rectangular,
    scalar,
    square,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    block,
    cols,
    column_matrix,
    cond,
    det,
    diagonal,
    entries,
    entrywise_abs,
    eye,
    fro,
    geometric_mean,
    inv,
    ky_fan,
    lam,
    lam_max,
    lam_min,
    larger,
    log,
    mat_abs,
    mat_exp,
    mat_power,
    mat_sqrt,
    matpow,
    norm,
    norm_inf,
    nuclear,
    op,
    power,
    row_sums,
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

PASTED = paper("pasted")
i, j, k = indices("i j k")


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
