"""What the second half of `typed.toml` says, as claims: the order, forms, functions, layers, complex ones."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, index, indices, paper, then
from perturb.domains import (
    complex_square,
    doubly_stochastic,
    hermitian,
    orthogonal,
    positive_definite,
    projection,
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
    exp,
    fro,
    hadamard,
    inv,
    ky_fan,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    log,
    mat_exp,
    mat_log,
    matpow,
    moduli,
    norm,
    nuclear,
    numerical_radius,
    op,
    partial_products,
    power,
    rank,
    rows,
    s,
    s1,
    s_min,
    schatten,
    sq,
    sqrt,
    total,
    trace,
)

TYPED = paper("typed")
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
