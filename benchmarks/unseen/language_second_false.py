"""A second set of false statements for proofs at n = 2: near misses of what books say, each a step away.

`AT` says where each is false, at n = 2.
"""

from fractions import Fraction
from typing import Any

from benchmarks.unseen import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE, SWAP, TURN, ZERO
from perturb import claim, given, then
from perturb.domains import (
    binary,
    box,
    circulants,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    hankel,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    normal,
    positive_contraction,
    positive_definite,
    probability_vector,
    projection,
    rank_one_perturbation,
    sign_matrices,
    sparse_nonnegative,
    square,
    stochastic,
    symmetric,
    toeplitz,
    together,
    unit_vector,
    weighted_permutation,
)
from perturb.vocab import (
    I,
    banded,
    canonical_cosines,
    column_matrix,
    degrees,
    det,
    diag,
    diagonal,
    entries,
    hadamard,
    hstack,
    inv,
    lam,
    lam_max,
    lam_min,
    laplacian,
    log,
    lower,
    moduli,
    norm_1,
    norm_inf,
    op,
    permanent,
    power,
    principal_sqrt,
    product,
    row_sums,
    rows,
    s,
    schatten,
    smallest,
    spectral_projection,
    spectral_radius,
    sq,
    sqrt,
    strict_upper,
    sym,
    total,
    vstack,
    weighted_geometric_mean,
)

QUARTER = Fraction(1, 4)
AT: dict[str, dict[str, Any]] = {}


def at(**point: Any) -> Any:
    """Where the statement below is false."""

    def named(made: Any) -> Any:
        AT[made.id] = point
        return made

    return named


@at(A=SWAP, x=[1, 0], y=[0, 1])
@claim(
    FALSE,
    "Cohen turned",
    domain=together(A=nonnegative(), x=box(), y=box(), n=(1, 4)),
    id="language-second-false-cohen",
)
def false_cohen(A, x, y):
    """r(A + D) is convex in D, not concave: 3 < 1 + sqrt 5."""
    between = 2 * spectral_radius(A + diag((x + y) / 2))
    yield then(between, ">=", spectral_radius(A + diag(x)) + spectral_radius(A + diag(y)))


@at(A=RAISE, B=LOWER)
@claim(
    FALSE, "Radius of a sum", domain=sparse_nonnegative(count=2, n=(1, 4)), id="language-second-false-sparse"
)
def false_sparse(A, B):
    """Two nilpotent matrices; true of those that commute."""
    yield then(spectral_radius(A + B), "<=", spectral_radius(A) + spectral_radius(B))


@at(A=[[1, "1/2"], ["1/2", 1]])
@claim(FALSE, "Hopf's ratio, 1/4", domain=mask("1/2", n=(2, 4)), id="language-second-false-hopf")
def false_hopf(A):
    """The eigenvalues are 3/2 and 1/2."""
    yield then(4 * moduli(A)[2], "<=", spectral_radius(A))


@at(A=ID)
@claim(FALSE, "Minc, strictly", domain=binary(n=(1, 4)), id="language-second-false-minc")
def false_minc(A):
    """Permutations reach the bound."""
    yield then(permanent(A), "<", product((row_sums(A) + 1) / 2))


@at(A=[[4, 0], [0, 1]], x=["3/5", "4/5"])
@claim(
    FALSE,
    "Krein's angle squared",
    domain=together(A=positive_definite(), x=unit_vector(), n=(1, 4)),
    id="language-second-false-angle",
)
def false_angle(A, x):
    """cos^2 = 169/250 < 4/5; without the square it is true."""
    turn = canonical_cosines(column_matrix(x), column_matrix(A @ x))[1]
    yield then((lam_max(A) + lam_min(A)) * sq(turn), ">=", 2 * sqrt(lam_max(A) * lam_min(A)))


@at(x=["1/2", "1/2"], y=["1/4", "3/4"])
@claim(
    FALSE,
    "Pinsker without 1/2",
    domain=probability_vector(count=2, n=(1, 4)),
    id="language-second-false-pinsker",
)
def false_pinsker(x, y):
    """log(4/3) / 2 = 0.144 < 1/4."""
    yield then(total(x * log(x / y)), ">=", sq(norm_1(x - y)))


@at(A=[["3/4", "1/4"], ["1/4", "3/4"]])
@claim(FALSE, "Doeblin and one more", domain=stochastic(n=(2, 4)), id="language-second-false-doeblin")
def false_doeblin(A):
    """lambda_2 = 1/2 > 1 - 3/4."""
    yield then(moduli(A)[2], "<=", 1 - (rows(A) + 1) * smallest(entries(A)))


@at(A=[["1/3", "1/3"], ["1/3", "1/3"]], B=[["2/3", "1/3"], ["1/3", "1/3"]])
@claim(
    FALSE,
    "Squares keep order",
    domain=positive_contraction(count=2, n=(1, 3)),
    id="language-second-false-effect",
)
def false_effect(A, B):
    """Roots do (Loewner and Heinz), squares do not."""
    yield given(A, "loewner", B)
    yield then(A @ A, "loewner", B @ B)


@at(A=[[1, -3], [0, 1]], B=[[1, 0], [-3, 1]])
@claim(FALSE, "Sums of M-matrices", domain=m_matrix(count=2, n=(1, 4)), id="language-second-false-m")
def false_m(A, B):
    """det(A + B) = 4 - 9."""
    yield then(0, "<", det(A + B))


@at(D=[["1/2", "1/2"], ["1/2", "1/2"]], x=[1, 0])
@claim(
    FALSE,
    "Schur convex",
    domain=together(D=doubly_stochastic(), x=box(), n=(1, 4)),
    id="language-second-false-schur",
)
def false_schur(D, x):
    """The product is Schur concave."""
    yield then(product(D @ x), "<=", product(x))


@at(A=[["144/169", "60/169"], ["60/169", "25/169"]])
@claim(FALSE, "Rows up to 6/5", domain=projection(n=2), id="language-second-false-projection")
def false_projection(A):
    """(1 + sqrt 2) / 2 = 1.2071, and 204/169 = 1.20710 of the angle with tangent 5/12."""
    yield then(5 * norm_inf(A), "<=", 6)


@at(A=TURN, B=FIRST)
@claim(FALSE, "Sums stay normal", domain=normal(count=2, n=(1, 3)), id="language-second-false-normal")
def false_normal(A, B):
    """A + B has the radius 1 and the norm (1 + sqrt 5) / 2."""
    yield then(op(A + B), "<=", spectral_radius(A + B))


@at(A=ID, B=ID)
@claim(
    FALSE,
    "Oppenheim and Schur, less a term",
    domain=correlation(count=2, n=(1, 3)),
    id="language-second-false-correlation",
)
def false_correlation(A, B):
    """det A det B belongs on the left: here 1 < 2."""
    yield then(det(hadamard(A, B)), ">=", det(A) + det(B))


@at(A=ONES)
@claim(FALSE, "Jacobi", domain=diagonally_dominant(n=(2, 4)), id="language-second-false-jacobi")
def false_jacobi(A):
    """Dominance must be strict."""
    yield then(norm_inf(I - inv(banded(A, 0)) @ A), "<", 1)


@at(A=ONES)
@claim(FALSE, "Fourth moment", domain=sign_matrices(n=(1, 4)), id="language-second-false-sign")
def false_sign(A):
    """n^3 is the least value, of Hadamard matrices; here it is 16."""
    yield then(power(schatten(A, 4), 4), "<=", power(rows(A), 3))


@at(A=[[0, 1], [2, 0]])
@claim(
    FALSE,
    "Radius of a monomial matrix",
    domain=weighted_permutation(n=(1, 4)),
    id="language-second-false-monomial",
)
def false_monomial(A):
    """The radius is the geometric mean sqrt 2 along the cycle."""
    yield then(norm_inf(A), "<=", spectral_radius(A))


@at(A=[[1, 3], [0, 1]])
@claim(FALSE, "H-matrices and order", domain=h_matrix(n=(1, 4)), id="language-second-false-h")
def false_h(A):
    """The symmetric part of an H-matrix with positive diagonal may be indefinite."""
    yield given(0, "<", diagonal(A))
    yield then(0, "loewner", sym(A))


@at(A=RAISE, B=LOWER)
@claim(FALSE, "All Toeplitz commute", domain=toeplitz(count=2, n=(1, 4)), id="language-second-false-toeplitz")
def false_toeplitz(A, B):
    """Lower triangular ones do."""
    yield then(entries(A @ B), "==", entries(B @ A))


@at(A=[[1, -1], [-1, 1]])
@claim(FALSE, "Odd moments", domain=hankel(n=(2, 4)), id="language-second-false-hankel")
def false_hankel(A):
    """Moments of a measure at -1."""
    yield given(0, "loewner", sym(A))
    yield then(0, "<=", total(entries(strict_upper(A))))


@at(A=ONES, B=[[1, -1], [-1, 1]])
@claim(FALSE, "Radii multiply", domain=circulants(count=2, n=(1, 4)), id="language-second-false-circulant")
def false_circulant(A, B):
    """AB = 0: the largest eigenvalues belong to different vectors."""
    yield then(spectral_radius(A) * spectral_radius(B), "<=", spectral_radius(A @ B))


@at(A=ZERO)
@claim(FALSE, "Forests", domain=laplacians(n=(2, 4)), id="language-second-false-forests")
def false_forests(A):
    """(I + L)^(-1) is doubly stochastic, positive for connected graphs alone."""
    yield then(0, "<", entries(inv(I + A)))


@at(A=ZERO, B=RAISE)
@claim(
    FALSE, "Radius of a change", domain=rank_one_perturbation(n=(1, 4)), id="language-second-false-rank-one"
)
def false_rank_one(A, B):
    """u v' has the norm |u| |v|, the radius |v'u|."""
    yield then(op(B - A), "<=", spectral_radius(B - A))


@at(A=FIRST, B=LAST)
@claim(
    FALSE, "Columns in the trace norm", domain=square(count=2, n=(1, 3)), id="language-second-false-hstack"
)
def false_hstack(A, B):
    """For p >= 2 it is true; here 4 > 2."""
    yield then(sq(schatten(hstack(A, B), 1)), "<=", sq(schatten(A, 1)) + sq(schatten(B, 1)))


@at(A=FIRST, B=LAST)
@claim(FALSE, "Rows in the norm", domain=square(count=2, n=(1, 3)), id="language-second-false-vstack")
def false_vstack(A, B):
    """|[A; B]|^2 is at most the sum; here 1 < 2."""
    yield then(sq(op(vstack(A, B))), ">=", sq(op(A)) + sq(op(B)))


@at(A=[["4/5", "-3/5"], ["3/5", "4/5"]])
@claim(FALSE, "Truncation by 5/4", domain=square(n=2), id="language-second-false-truncation")
def false_truncation(A):
    """The square of the constant is 4/3; here it is 1.3326."""
    yield then(4 * sq(op(lower(A))), "<=", 5 * sq(op(A)))


@at(A=[[16, 0], [0, 16]], B=ID)
@claim(
    FALSE,
    "Weights exchanged",
    domain=positive_definite(count=2, n=(1, 3)),
    id="language-second-false-weights",
)
def false_weights(A, B):
    """16^(3/4) = 8 > 4 + 3/4: A has the weight 3/4."""
    yield then(weighted_geometric_mean(A, B, QUARTER), "loewner", QUARTER * A + (1 - QUARTER) * B)


@at(A=ONES, B=ID)
@claim(FALSE, "Horn for Hadamard", domain=square(count=2, n=(1, 3)), id="language-second-false-hadamard")
def false_hadamard(A, B):
    """Weakly majorized, not weakly log-majorized: s(A o B) = (1, 1), s(A) s(B) = (2, 0)."""
    yield then(s(hadamard(A, B)), "weakly log-majorized", s(A) * s(B))


@at(A=[[1, 4], [0, 1]])
@claim(FALSE, "Norm of the root", domain=square(n=(1, 3)), id="language-second-false-root")
def false_root(A):
    """True of normal matrices: (1 + sqrt 2)^2 = 5.83 > 2 + sqrt 5."""
    yield then(sq(op(principal_sqrt(A))), "<=", op(A))


@at(A=SWAP)
@claim(FALSE, "Schur's degrees turned", domain=graph(n=(1, 4)), id="language-second-false-degrees")
def false_degrees(A):
    """(1, 1) is majorized by (2, 0)."""
    yield then(lam(laplacian(A)), "weakly majorized", degrees(A))


@at(A=[[1, 0], [0, -1]], B=[[0, "1/4"], ["1/4", 0]])
@claim(FALSE, "One gap", domain=symmetric(count=2, n=(2, 3)), id="language-second-false-gap")
def false_gap(A, B):
    """The gap must lie between the two spectra, or the right side be doubled: sqrt 2 > sqrt(17) / 4."""
    turn = op(spectral_projection(A, 1, 1) - spectral_projection(B, 1, 1))
    yield then((lam(A)[1] - lam(A)[2]) * turn, "<=", op(A - B))
