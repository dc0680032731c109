"""True statements, first half: norms, singular values, exponentials, numerical radii."""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import orthogonal, projection, psd, rectangular, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    block,
    commutator,
    cond,
    entries,
    exp,
    fro,
    hadamard,
    inv,
    kappa,
    lam_max,
    lam_min,
    larger,
    leading,
    mat_abs,
    mat_exp,
    mat_sqrt,
    matpow,
    moduli,
    nuclear,
    numerical_radius,
    op,
    rank,
    rows,
    s,
    s_min,
    schatten,
    spectral_radius,
    sq,
    sqrt,
    sym,
    total,
    trace,
    trailing,
    upper_right,
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


@claim(
    TRUE,
    "the difference of projections",
    id="projection-difference",
    domain=projection(count=2, n=(1, 4)),
)
def projection_difference(P, Q):
    yield then(op(P - Q), "<=", 1)


@claim(
    TRUE,
    "the commutator of projections",
    id="projection-commutator",
    domain=projection(count=2, n=(1, 4)),
)
def projection_commutator(P, Q):
    yield then(2 * op(commutator(P, Q)), "<=", 1)


@claim(
    TRUE,
    "Kress, de Vries, Wegmann 1974",
    id="kress",
    domain=square(n=(1, 4)),
)
def kress(A):
    yield then(sq(total(sq(moduli(A)))), "<=", sq(sq(fro(A))) - sq(fro(commutator(A, T(A)))) / 2)


@claim(
    TRUE,
    "the root of a sum, in trace",
    id="rotfeld",
    domain=psd(count=2, n=(1, 4)),
)
def rotfeld(A, B):
    yield then(trace(mat_sqrt(A + B)), "<=", trace(mat_sqrt(A)) + trace(mat_sqrt(B)))


@claim(
    TRUE,
    "the difference of roots",
    id="difference-of-roots",
    domain=psd(count=2, n=(1, 4)),
)
def difference_of_roots(A, B):
    yield then(sq(op(mat_sqrt(A) - mat_sqrt(B))), "<=", op(A - B))


@claim(
    TRUE,
    "Ando 1988: the difference of cubes",
    id="difference-of-cubes",
    domain=psd(count=2, n=(1, 3)),
)
def difference_of_cubes(A, B):
    gap = op(A - B)
    yield then(gap * gap * gap, "<=", op(matpow(A, 3) - matpow(B, 3)))


@claim(
    TRUE,
    "the smallest singular value moves little",
    id="smallest-moves",
    domain=square(count=2, n=(1, 4)),
)
def smallest_moves(A, B):
    yield then(s_min(A) - op(B), "<=", s_min(A + B))


@claim(
    TRUE,
    "rank, trace norm and Frobenius norm",
    id="rank-norms",
    domain=rectangular(m=(1, 4), n=(1, 4)),
)
def rank_norms(A):
    yield then(sq(nuclear(A)), "<=", rank(A) * sq(fro(A)))


@claim(
    TRUE,
    "interpolation of norms",
    id="norm-interpolation",
    domain=rectangular(m=(1, 4), n=(1, 4)),
)
def norm_interpolation(A):
    yield then(sq(fro(A)), "<=", nuclear(A) * op(A))


@claim(
    TRUE,
    "McCarthy 1967 at p = 4",
    id="mccarthy-four",
    domain=square(count=2, n=(1, 3)),
)
def mccarthy(A, B):
    left = sq(sq(schatten(A + B, 4))) + sq(sq(schatten(A - B, 4)))
    yield then(2 * (sq(sq(schatten(A, 4))) + sq(sq(schatten(B, 4)))), "<=", left)
    yield then(left, "<=", 8 * (sq(sq(schatten(A, 4))) + sq(sq(schatten(B, 4)))))


@claim(
    TRUE,
    "the block off the diagonal",
    id="off-diagonal-block",
    domain=psd(n=4),
)
def off_diagonal_block(M):
    yield then(sq(op(upper_right(M, 2))), "<=", op(leading(M, 2)) * op(trailing(M, 2)))


@claim(
    TRUE,
    "commutators of orthogonal matrices",
    id="orthogonal-commutator-true",
    domain=orthogonal(count=2, n=(1, 4)),
)
def orthogonal_commutator(A, B):
    yield then(op(A @ B @ T(A) @ T(B) - I), "<=", 2 * op(A - I) * op(B - I))


@claim(
    TRUE,
    "the spectral radius of a positive entrywise product",
    id="audenaert-zhan",
    domain=square(count=2, n=(1, 4)),
)
def audenaert(X, Y):
    """Zhan's conjecture, proved by Audenaert 2010."""
    A, B = hadamard(X, X), hadamard(Y, Y)
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A @ B))


@claim(
    TRUE,
    "Levinger 1970",
    id="levinger",
    domain=square(n=(1, 4)),
)
def levinger(X):
    A = hadamard(X, X)
    yield then(spectral_radius(A), "<=", lam_max(sym(A)))


@claim(
    TRUE,
    "the Frobenius condition number",
    id="frobenius-condition",
    domain=square(n=(1, 4)),
)
def frobenius_condition(A):
    yield then(2 * fro(A) * fro(inv(A)), "<=", rows(A) * (cond(A) + 1 / cond(A)))


@claim(
    TRUE,
    "Young's inequality, exponents 3 and 3/2",
    id="ando-young",
    domain=psd(count=2, n=(1, 3)),
)
def ando_young(A, C):
    """Ando 1995, with B = C^2."""
    yield then(s(A @ C @ C), "<=", s(matpow(A, 3) / 3 + Fraction(2, 3) * matpow(C, 3)))


@claim(
    TRUE,
    "a vector and its image",
    id="wielandt-angle",
    domain=together(A=psd(), x=vector(), n=(1, 4)),
)
def image(A, x):
    yield then(sq(total(x * (A @ x))), "<=", total(x * x) * total((A @ x) * (A @ x)))
