"""True statements, first half: norms, singular values, exponentials, numerical radii."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import psd, rectangular, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    block,
    commutator,
    entries,
    exp,
    hadamard,
    inv,
    kappa,
    lam_max,
    lam_min,
    larger,
    mat_abs,
    mat_exp,
    mat_sqrt,
    nuclear,
    numerical_radius,
    op,
    s,
    sq,
    sqrt,
    sym,
)


@claim(
    TRUE,
    "Drury 2012: roots of the singular values of a product",
    id="drury",
    domain=psd(count=2, n=(1, 4)),
)
def drury(A, B):
    yield then(2 * sqrt(s(A @ B)), "<=", s(A + B))


@claim(
    TRUE,
    "Bhatia and Davis 1993: Heinz's inequality",
    id="heinz-norm",
    domain=together(A=psd(), B=psd(), X=square(), n=(1, 3)),
)
def heinz_norm(A, B, X):
    yield then(2 * nuclear(mat_sqrt(A) @ X @ mat_sqrt(B)), "<=", nuclear(A @ X + X @ B))


@claim(
    TRUE,
    "Lee 2010: sqrt 2 for the operator norm",
    id="lee-operator",
    domain=square(count=2, n=(1, 4)),
)
def lee_operator(A, B):
    yield then(sq(op(A + B)), "<=", 2 * sq(op(mat_abs(A) + mat_abs(B))))


@claim(
    TRUE,
    "Bhatia, Proposition IX.1.1: a symmetric product",
    id="symmetric-product-true",
    domain=square(count=2, n=(1, 3)),
)
def symmetric_product(A, B):
    yield given(entries(A @ B), "==", entries(T(A @ B)))
    yield then(op(A @ B), "<=", op(B @ A))


@claim(
    TRUE,
    "the logarithmic norm bounds the exponential",
    id="log-norm",
    domain=square(n=(1, 4)),
)
def log_norm(A):
    yield then(op(mat_exp(A)), "<=", exp(lam_max(sym(A))))


@claim(
    TRUE,
    "Segal 1969: the norm of the exponential of a sum",
    id="segal",
    domain=symmetric(count=2, n=(1, 3)),
)
def segal(A, B):
    yield then(op(mat_exp(A + B)), "<=", op(mat_exp(A) @ mat_exp(B)))


@claim(
    TRUE,
    "the exponential minus the identity",
    id="exponential-minus-identity",
    domain=square(n=(1, 4)),
)
def exponential_minus_identity(A):
    yield then(op(mat_exp(A) - I), "<=", exp(op(A)) - 1)


@claim(
    TRUE,
    "the condition of the exponential",
    id="condition-of-exponential-true",
    domain=square(n=(1, 3)),
)
def condition_of_exponential(A):
    yield then(kappa(mat_exp(A)), "<=", exp(lam_max(sym(A)) - lam_min(sym(A))))


@claim(
    TRUE,
    "Schur 1911: the norm of an entrywise product",
    id="schur-norm",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
)
def schur_norm(A, B):
    yield then(op(hadamard(A, B)), "<=", op(A) * op(B))


@claim(
    TRUE,
    "the trace norm of an entrywise product",
    id="schur-trace-norm",
    domain=square(count=2, n=(1, 4)),
)
def schur_trace_norm(A, B):
    yield then(nuclear(hadamard(A, B)), "<=", op(A) * nuclear(B))


@claim(
    TRUE,
    "Horn and Johnson: entrywise squares",
    id="entrywise-squares",
    domain=square(count=2, n=(1, 4)),
)
def entrywise_squares(A, B):
    yield then(sq(op(hadamard(A, B))), "<=", op(hadamard(A, A)) * op(hadamard(B, B)))


@claim(
    TRUE,
    "Fong and Holbrook 1983",
    id="fong-holbrook",
    domain=square(count=2, n=(1, 3)),
)
def fong_holbrook(A, B):
    yield then(sq(numerical_radius(A @ B + B @ A)), "<=", 8 * sq(op(A)) * sq(numerical_radius(B)))


@claim(
    TRUE,
    "the numerical radius of an inverse",
    id="radius-of-inverse",
    domain=square(n=(1, 3)),
)
def radius_of_inverse(A):
    yield then(1, "<=", numerical_radius(A) * numerical_radius(inv(A)))


@claim(
    TRUE,
    "the numerical radius of corners",
    id="radius-of-corners",
    domain=square(count=2, n=(1, 2)),
)
def radius_of_corners(A, B):
    yield then(2 * numerical_radius(block(0 * A, A, B, 0 * B)), "<=", op(A) + op(B))


@claim(
    TRUE,
    "Ando 1973: squares and the numerical radius",
    id="square-and-radius-true",
    domain=square(n=(1, 4)),
)
def square_and_radius(A):
    yield then(op(A @ A), "<=", 2 * sq(numerical_radius(A)))


@claim(
    TRUE,
    "Kittaneh 2007: the commutator of positive matrices",
    id="kittaneh-commutator",
    domain=psd(count=2, n=(1, 4)),
)
def kittaneh_commutator(A, B):
    yield then(2 * op(commutator(A, B)), "<=", op(A) * op(B))


@claim(
    TRUE,
    "Davidson and Power 1986",
    id="davidson-power",
    domain=psd(count=2, n=(1, 4)),
)
def davidson_power(A, B):
    yield then(op(A + B), "<=", larger(op(A), op(B)) + op(mat_sqrt(A) @ mat_sqrt(B)))
