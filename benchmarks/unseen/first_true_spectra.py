"""True statements, first half: norms, singular values, exponentials, numerical radii."""

from fractions import Fraction

from benchmarks.unseen.matrices import (
    TRUE,
)
from perturb import claim, then
from perturb.domains import orthogonal, projection, psd, rectangular, square, together, vector
from perturb.vocab import (
    I,
    T,
    commutator,
    cond,
    fro,
    hadamard,
    inv,
    lam_max,
    leading,
    mat_sqrt,
    matpow,
    moduli,
    nuclear,
    op,
    rank,
    rows,
    s,
    s_min,
    schatten,
    spectral_radius,
    sq,
    sym,
    total,
    trace,
    trailing,
    upper_right,
)


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
