"""What the first statements of `typed.toml` say, as claims; the rest stands in `both.py`."""

from __future__ import annotations

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    integer,
    nonnegative,
    positive_blocks,
    positive_definite,
    psd,
    rectangular,
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
    cond,
    det,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    fro,
    hadamard,
    hstack,
    inv,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    leading,
    mat_exp,
    mat_sqrt,
    matpow,
    norm,
    norm_1,
    norm_inf,
    op,
    partial_sums,
    permanent,
    pinv,
    power,
    product,
    rank,
    row_sums,
    rows,
    s,
    s_min,
    schatten,
    schur,
    smaller,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
    unit,
)

TYPED = paper("typed")
i, j, k = indices("i j k")


@claim(TYPED, "Weyl", id="weyl", domain=symmetric(count=2), status="proved")
def weyl(A, B):
    yield then(lam(A + B)[i + j - 1], "<=", lam(A)[i] + lam(B)[j])


@claim(TYPED, "Weyl, ascending", id="weyl-ascending", domain=symmetric(count=2), status="proved")
def weyl_ascending(A, B):
    n = cols(A)
    least, most = lam(A)[n + 1 - k] + lam(B)[n], lam(A)[n + 1 - k] + lam(B)[1]
    yield then(least, "<=", lam(A + B)[n + 1 - k], "<=", most)


@claim(TYPED, "two norms", id="two-norms", domain=rectangular(), status="proved")
def two_norms(A):
    yield then(op(A), "<=", fro(A), "<=", sqrt(smaller(rows(A), cols(A))) * op(A))


@claim(TYPED, "row sums", id="row-sum-norm", domain=rectangular(), status="proved")
def row_sum_norm(A):
    yield then(1 / sqrt(cols(A)) * norm_inf(A), "<=", op(A), "<=", sqrt(rows(A)) * norm_inf(A))


@claim(TYPED, "Schur test", id="schur-test", domain=rectangular(), status="proved")
def schur_test(A):
    yield then(sq(op(A)), "<=", norm_1(A) * norm_inf(A))


@claim(TYPED, "Hadamard", id="hadamard-rows", domain=square(), status="proved")
def hadamard_rows(A):
    yield then(absolute(det(A)), "<=", product(sqrt(row_sums(hadamard(A, A)))))


@claim(TYPED, "Fischer", id="fischer", domain=positive_blocks(), status="proved")
def fischer(A, B, C):
    yield then(det(block(A, B, T(B), C)), "<=", det(A) * det(C))


@claim(TYPED, "Oppenheim", id="oppenheim", domain=psd(count=2), status="proved")
def oppenheim(A, B):
    yield then(det(hadamard(A, B)), ">=", det(A) * product(diagonal(B)))


@claim(TYPED, "Fiedler", id="fiedler", domain=positive_definite(), status="proved")
def fiedler(A):
    yield then(I, "loewner", hadamard(A, inv(A)))


@claim(
    TYPED,
    "Kantorovich",
    id="kantorovich",
    domain=together(A=positive_definite(), x=vector()),
    status="proved",
)
def kantorovich(A, x):
    top, bottom = lam(A)[1], lam(A)[cols(A)]
    factor = sq(top + bottom) / (4 * top * bottom)
    yield then(total(x * (A @ x)) * total(x * (inv(A) @ x)), "<=", factor * power(norm(x), 4))


@claim(TYPED, "Cauchy", id="cauchy", domain=symmetric(n=(2, 5)), status="proved")
def cauchy(A):
    B = leading(A, cols(A) - 1)
    yield then(lam(A)[i + 1], "<=", lam(B)[i], "<=", lam(A)[i])


@claim(TYPED, "Ky Fan", id="ky-fan-sum", domain=symmetric(count=2), status="proved")
def ky_fan_sum(A, B):
    both = partial_sums(lam(A))[k] + partial_sums(lam(B))[k]
    yield then(partial_sums(lam(A + B))[k], "<=", both)


@claim(TYPED, "Lidskii", id="lidskii", domain=symmetric(count=2), status="proved")
def lidskii(A, B):
    yield then(lam(A + B) - lam(A), "majorized", lam(B))


@claim(TYPED, "a sum, weakly", id="weak-sum", domain=rectangular(count=2), status="proved")
def weak_sum(X, Y):
    yield then(s(X + Y), "weakly majorized", s(X) + s(Y))


@claim(TYPED, "a product, Horn", id="horn-log", domain=square(count=2), status="proved")
def horn_log(A, B):
    yield then(s(A @ B), "log-majorized", s(A) * s(B))


@claim(
    TYPED,
    "Hoelder",
    id="schatten-hoelder",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "p")),
    status="proved",
)
def schatten_hoelder(A, B):
    yield then(schatten(A @ B, 1), "<=", schatten(A, 2) * schatten(B, 2))


@claim(TYPED, "Golden and Thompson", id="golden-thompson", domain=symmetric(count=2), status="proved")
def golden_thompson(H, K):
    yield then(trace(mat_exp(H + K)), "<=", trace(mat_exp(H) @ mat_exp(K)))


@claim(TYPED, "a false radius", id="radius-of-product", domain=square(count=2), status="refuted")
def radius_of_product(A, B):
    yield then(spectral_radius(A @ B), "<=", spectral_radius(A) * spectral_radius(B))


@claim(TYPED, "Perron", id="perron-monotone", domain=nonnegative(count=2), status="proved")
def perron_monotone(A, B):
    yield given(entries(A), "<=", entries(B))
    yield then(spectral_radius(A), "<=", spectral_radius(B))


@claim(TYPED, "entrywise", id="radius-entrywise", domain=square(), status="proved")
def radius_entrywise(A):
    yield then(spectral_radius(A), "<=", spectral_radius(entrywise_abs(A)))


@claim(TYPED, "cond", id="cond-product", domain=square(count=2), status="proved")
def cond_product(A, B):
    yield given(det(A), "!=", 0)
    yield given(det(B), "!=", 0)
    yield then(cond(A @ B), "<=", cond(A) * cond(B))


@claim(TYPED, "normal equations", id="kappa-gram", domain=square(), status="proved")
def kappa_gram(A):
    yield given(det(A), "!=", 0)
    yield then(kappa(T(A) @ A), "==", sq(kappa(A)))


@claim(TYPED, "Neumann", id="neumann", domain=square(), status="proved")
def neumann(F):
    yield given(op(F), "<", 1)
    yield then(op(inv(I - F)), "<=", 1 / (1 - op(F)))


@claim(TYPED, "pseudoinverse", id="pinv-full-rank", domain=rectangular(), status="proved")
def pinv_full_rank(A):
    yield given(rank(A), "==", cols(A))
    yield then(op(pinv(A)), "==", 1 / s_min(A))


@claim(TYPED, "its projection", id="pinv-rank", domain=rectangular(), status="proved")
def pinv_rank(A):
    yield then(sq(fro(A @ pinv(A))), "==", rank(A))


@claim(TYPED, "ranks", id="rank-difference", domain=rectangular(count=2), status="proved")
def rank_difference(A, B):
    yield then(absolute(rank(A) - rank(B)), "<=", rank(A - B), "<=", rank(A) + rank(B))


@claim(TYPED, "permanent", id="per-psd", domain=psd(), status="proved")
def per_psd(A):
    yield then(det(A), "<=", product(diagonal(A)), "<=", permanent(A))


@claim(TYPED, "permanent by rows", id="per-rows", domain=nonnegative(), status="proved")
def per_rows(A):
    yield then(permanent(A), "<=", product(row_sums(A)))


@claim(
    TYPED,
    "Kronecker determinant",
    id="kron-det",
    domain=together(A=square("m"), B=square("n")),
    status="proved",
)
def kron_det(A, B):
    yield then(det(kron(A, B)), "==", power(det(A), cols(B)) * power(det(B), cols(A)))


@claim(
    TYPED,
    "Kronecker norm",
    id="kron-norm",
    domain=together(A=rectangular(), B=rectangular("p", "q")),
    status="proved",
)
def kron_norm(A, B):
    yield then(op(kron(A, B)), "==", op(A) * op(B))


@claim(TYPED, "direct sum", id="direct-sum", domain=square(count=2), status="proved")
def direct_sum(A, B):
    yield then(op(block(A, 0 * A, 0 * A, B)), "==", larger(op(A), op(B)))


@claim(
    TYPED,
    "beside",
    id="beside",
    domain=together(A=rectangular("m", "n"), B=rectangular("m", "p")),
    status="proved",
)
def beside(A, B):
    yield then(sq(op(hstack(A, B))), "<=", sq(op(A)) + sq(op(B)))


@claim(TYPED, "Schur complement", id="schur-complement", domain=positive_definite(), status="proved")
def schur_complement(A):
    yield then(lam_min(A), "<=", lam_min(schur(A, k)))


@claim(TYPED, "Loewner", id="loewner-root", domain=psd(count=2), status="proved")
def loewner_root(A, B):
    yield given(B, "loewner", A)
    yield then(mat_sqrt(B), "loewner", mat_sqrt(A))


@claim(TYPED, "squares", id="loewner-square", domain=psd(count=2), status="refuted")
def loewner_square(A, B):
    yield given(A, "loewner", B)
    yield then(matpow(A, 2), "loewner", matpow(B, 2))


@claim(TYPED, "inverses", id="loewner-inverse", domain=positive_definite(count=2), status="proved")
def loewner_inverse(A, B):
    yield given(A, "loewner", B)
    yield then(inv(B), "loewner", inv(A))


@claim(TYPED, "von Neumann", id="von-neumann", domain=square(count=2), status="proved")
def von_neumann(A, B):
    yield then(absolute(trace(A @ B)), "<=", total(s(A) * s(B)))


@claim(TYPED, "trace bounds", id="trace-bounds", domain=together(A=symmetric(), B=psd()), status="proved")
def trace_bounds(A, B):
    yield then(lam_min(A) * trace(B), "<=", trace(A @ B), "<=", lam_max(A) * trace(B))


@claim(TYPED, "basis vectors", id="inverse-diagonal", domain=positive_definite(), status="proved")
def inverse_diagonal(A):
    e = unit(cols(A), index("i", 1, cols(A)))
    yield then(total(e * (A @ e)) * total(e * (inv(A) @ e)), ">=", 1)


@claim(TYPED, "a column", id="a-column", domain=rectangular(), status="proved")
def a_column(A):
    yield then(norm(A @ unit(cols(A), index("j", 1, cols(A)))), "<=", op(A))


@claim(
    TYPED,
    "a diagonal factor",
    id="diagonal-factor",
    domain=together(d=vector("m"), A=rectangular()),
    status="proved",
)
def diagonal_factor(d, A):
    yield then(op(diag(d) @ A), "<=", largest(absolute(d)) * op(A))


@claim(
    TYPED,
    "a leading block",
    id="leading-block",
    domain=together(A=psd(), k=integer(1, "n")),
    status="proved",
)
def leading_block(A, k):
    yield then(trace(leading(A, k)), "<=", partial_sums(lam(A))[k])
