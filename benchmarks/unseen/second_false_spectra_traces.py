"""False statements, second half: eigenvalues, condition numbers, vectors.

And: traces, determinants, permanents, ranks.
"""

from benchmarks.unseen.matrices import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE, SWAP, TURN
from perturb import claim, then
from perturb.domains import psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    commutator,
    det,
    diagonal,
    exp,
    fro,
    hadamard,
    indices,
    lam,
    lam_max,
    lam_min,
    largest,
    leading,
    mat_exp,
    moduli,
    nuclear,
    op,
    permanent,
    rank,
    smallest,
    spectral_radius,
    sq,
    sym,
    total,
    trace,
    trailing,
)

KNOWN = {}


@claim(
    FALSE,
    "the largest eigenvalue of an entrywise product from below",
    id="entrywise-product-from-below",
    domain=psd(count=2, n=(1, 4)),
)
def entrywise_product_from_below(A, B):
    """True of the smallest eigenvalue (Schur 1911)."""
    yield then(lam_max(A) * smallest(diagonal(B)), "<=", lam_max(hadamard(A, B)))


KNOWN["entrywise-product-from-below"] = {"A": ONES, "B": ID}


@claim(
    FALSE,
    "spectral radii of entrywise and usual product",
    id="entrywise-and-usual-product",
    domain=psd(count=2, n=(1, 4)),
)
def entrywise_and_usual_product(A, B):
    """True of nonnegative entries (Huang 2011)."""
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A @ B))


KNOWN["entrywise-and-usual-product"] = {"A": ONES, "B": [[1, -1], [-1, 1]]}


@claim(FALSE, "spectral radius times norm", id="spectral-radius-times-norm", domain=square(count=2, n=(1, 4)))
def spectral_radius_times_norm(A, B):
    """True where the matrices commute."""
    yield then(spectral_radius(A @ B), "<=", spectral_radius(A) * op(B))


KNOWN["spectral-radius-times-norm"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "the spectral radius and a perturbation",
    id="spectral-radius-perturbed",
    domain=square(count=2, n=(1, 4)),
)
def spectral_radius_perturbed(A, B):
    """Bauer and Fike need a normal A."""
    yield then(spectral_radius(A + B), "<=", spectral_radius(A) + op(B))


KNOWN["spectral-radius-perturbed"] = {"A": [[0, 4], [0, 0]], "B": LOWER}


@claim(
    FALSE,
    "moduli of eigenvalues and the trace norm",
    id="moduli-and-trace-norm",
    domain=square(count=2, n=(1, 4)),
)
def moduli_and_trace_norm(A, B):
    """True of symmetric matrices (Lidskii)."""
    yield then(total(absolute(moduli(A) - moduli(B))), "<=", nuclear(A - B))


KNOWN["moduli-and-trace-norm"] = {"A": [[0, 4], [0, 0]], "B": [[0, 4], [1, 0]]}


@claim(
    FALSE,
    "each eigenvalue of a product of positive matrices",
    id="eigenvalues-of-a-product",
    domain=psd(count=2, n=(1, 4)),
)
def eigenvalues_of_a_product(A, B):
    """Only their products are ordered so (Horn 1950)."""
    (i,) = indices("i")
    yield then(moduli(A @ B)[i], "<=", lam(A)[i] * lam(B)[i])


KNOWN["eigenvalues-of-a-product"] = {"A": [[2, 0], [0, 1]], "B": [[1, 0], [0, 2]]}


@claim(
    FALSE,
    "Golden and Thompson for each eigenvalue",
    id="golden-thompson-each",
    domain=symmetric(count=2, n=(1, 3)),
)
def golden_thompson_each(A, B):
    """The determinants agree, so that only majorisation can hold (Lenard, Thompson 1971)."""
    (i,) = indices("i")
    yield then(lam(mat_exp(A + B))[i], "<=", lam(mat_exp(A / 2) @ mat_exp(B) @ mat_exp(A / 2))[i])


KNOWN["golden-thompson-each"] = {"A": FIRST, "B": SWAP}


@claim(
    FALSE,
    "the second eigenvalue is convex",
    id="second-eigenvalue-convex",
    domain=symmetric(count=2, n=(2, 4)),
)
def second_eigenvalue_convex(A, B):
    """The sum of the two largest is (Fan 1949)."""
    yield then(lam(A + B)[2], "<=", lam(A)[2] + lam(B)[2])


KNOWN["second-eigenvalue-convex"] = {"A": FIRST, "B": LAST}


@claim(FALSE, "the gap of a sum", id="gap-of-a-sum", domain=symmetric(count=2, n=(2, 4)))
def gap_of_a_sum(A, B):
    """True of the distance of the first from the last, and so at n = 2."""
    yield then(lam(A + B)[1] - lam(A + B)[2], "<=", lam(A)[1] - lam(A)[2] + lam(B)[1] - lam(B)[2])


KNOWN["gap-of-a-sum"] = {"A": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "B": [[1, 0, 0], [0, 0, 0], [0, 0, 1]]}


@claim(FALSE, "the spread and the Frobenius norm", id="spread-and-frobenius", domain=symmetric(n=(1, 4)))
def spread_and_frobenius(A):
    """Mirsky 1956 has the root of 2."""
    yield then(lam_max(A) - lam_min(A), "<=", 1.4 * fro(A))


KNOWN["spread-and-frobenius"] = {"A": SWAP}


@claim(FALSE, "the distance from normality", id="distance-from-normality", domain=square(n=(1, 4)))
def distance_from_normality(A):
    """Henrici 1962 has sqrt((n^3 - n) / 12), which is sharp."""
    yield then(sq(fro(A)) - total(sq(moduli(A))), "<=", fro(commutator(T(A), A)) / 2)


KNOWN["distance-from-normality"] = {"A": RAISE}


@claim(
    FALSE, "the spectral radius and the diagonal", id="spectral-radius-and-diagonal", domain=square(n=(1, 4))
)
def spectral_radius_and_diagonal(A):
    """True of nonnegative and of normal matrices."""
    yield then(largest(absolute(diagonal(A))), "<=", spectral_radius(A))


KNOWN["spectral-radius-and-diagonal"] = {"A": [[1, 1], [-1, -1]]}


@claim(
    FALSE,
    "a symmetric and a skew matrix",
    id="symmetric-and-skew",
    domain=together(A=symmetric(), B=square(), n=(1, 4)),
)
def symmetric_and_skew(A, B):
    """True where A is positive semidefinite."""
    yield then(det(A), "<=", det(A + B - T(B)))


KNOWN["symmetric-and-skew"] = {
    "A": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "B": [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
}


@claim(
    FALSE,
    "Oppenheim's inequality with one symmetric factor",
    id="oppenheim-one-symmetric",
    domain=together(A=psd(), B=symmetric(), n=(1, 4)),
)
def oppenheim_one_symmetric(A, B):
    """Both factors have to be positive semidefinite."""
    yield then(det(A) * det(B), "<=", det(hadamard(A, B)))


KNOWN["oppenheim-one-symmetric"] = {
    "A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "B": [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
}


@claim(FALSE, "permanent and mean of the diagonal", id="permanent-and-mean", domain=psd(n=3))
def permanent_and_mean(A):
    """True of the determinant."""
    yield then(27 * permanent(A), "<=", trace(A) ** 3)


KNOWN["permanent-and-mean"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(
    FALSE, "the permanent of an entrywise square", id="permanent-of-entrywise-square", domain=square(n=(1, 4))
)
def permanent_of_entrywise_square(A):
    """Fails at the matrix of ones."""
    yield then(sq(permanent(A)), "<=", permanent(hadamard(A, A)))


KNOWN["permanent-of-entrywise-square"] = {"A": ONES}


@claim(FALSE, "the permanent of a square", id="permanent-of-a-square", domain=square(n=(1, 4)))
def permanent_of_a_square(A):
    """True of nonnegative entries (Brualdi 1966)."""
    yield then(sq(permanent(A)), "<=", permanent(A @ A))


KNOWN["permanent-of-a-square"] = {"A": [[1, 1], [-1, -1]]}


@claim(FALSE, "permanent and Frobenius norm, n = 3", id="permanent-and-frobenius", domain=square(n=3))
def permanent_and_frobenius(A):
    """True of the determinant (Hadamard, and the two means)."""
    yield then(27 * sq(permanent(A)), "<=", fro(A) ** 6)


KNOWN["permanent-and-frobenius"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(FALSE, "the rank of an entrywise square", id="rank-of-entrywise-square", domain=square(n=(1, 4)))
def rank_of_entrywise_square(A):
    """Fails at Hadamard matrices."""
    yield then(rank(A), "<=", rank(hadamard(A, A)))


KNOWN["rank-of-entrywise-square"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "Cauchy and Schwarz for traces of squares",
    id="cauchy-schwarz-squares",
    domain=square(count=2, n=(1, 4)),
)
def cauchy_schwarz_squares(A, B):
    """The trace of AB is an inner product of symmetric matrices only."""
    yield then(sq(trace(A @ B)), "<=", trace(A @ A) * trace(B @ B))


KNOWN["cauchy-schwarz-squares"] = {"A": TURN, "B": ID}


@claim(FALSE, "the trace of a fourth power", id="trace-of-fourth-power", domain=square(n=(1, 4)))
def trace_of_fourth_power(A):
    """A turn by 45 degrees."""
    yield then(0, "<=", trace(A @ A @ A @ A))


KNOWN["trace-of-fourth-power"] = {"A": [[1, -1], [1, 1]]}


@claim(FALSE, "the trace of a cube", id="trace-of-a-cube", domain=symmetric(n=(1, 4)))
def trace_of_a_cube(A):
    """True of positive semidefinite matrices."""
    yield then(trace(A @ A @ A), "<=", trace(A) * trace(A @ A))


KNOWN["trace-of-a-cube"] = {"A": [[2, 0], [0, -1]]}


@claim(
    FALSE,
    "the trace of a product of symmetric matrices",
    id="trace-of-symmetric-product",
    domain=symmetric(count=2, n=(1, 4)),
)
def trace_of_symmetric_product(A, B):
    """True of positive semidefinite matrices."""
    yield then(trace(A @ B), "<=", trace(A) * trace(B))


KNOWN["trace-of-symmetric-product"] = {"A": [[1, 0], [0, -1]], "B": [[1, 0], [0, -1]]}


@claim(FALSE, "the trace of ABAB", id="trace-of-abab", domain=symmetric(count=2, n=(1, 4)))
def trace_of_abab(A, B):
    """True where one of them is positive semidefinite."""
    yield then(0, "<=", trace(A @ B @ A @ B))


KNOWN["trace-of-abab"] = {"A": [[1, 0], [0, -1]], "B": SWAP}


@claim(
    FALSE,
    "the determinant and the exponential of the trace",
    id="determinant-and-exponential",
    domain=square(n=(1, 4)),
)
def determinant_and_exponential(A):
    """True of positive semidefinite matrices."""
    yield then(det(I + A), "<=", exp(trace(A)))


KNOWN["determinant-and-exponential"] = {"A": TURN}


@claim(
    FALSE,
    "the determinant of an entrywise square",
    id="determinant-of-entrywise-square",
    domain=square(n=(1, 4)),
)
def determinant_of_entrywise_square(A):
    """True of positive semidefinite matrices (Oppenheim)."""
    yield then(sq(det(A)), "<=", absolute(det(hadamard(A, A))))


KNOWN["determinant-of-entrywise-square"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "the determinant of the symmetric part",
    id="determinant-of-symmetric-part",
    domain=square(n=(1, 4)),
)
def determinant_of_symmetric_part(A):
    """Ostrowski and Taussky 1951 have a positive definite symmetric part."""
    yield then(absolute(det(sym(A))), "<=", absolute(det(A)))


KNOWN["determinant-of-symmetric-part"] = {"A": [[0, 2], [0, 0]]}


@claim(
    FALSE,
    "Koteljanskii's inequality without symmetry",
    id="koteljanskii-without-symmetry",
    domain=square(n=3),
)
def koteljanskii_without_symmetry(A):
    """True of symmetric and of totally nonnegative matrices."""
    yield then(det(A) * A[2, 2], "<=", det(leading(A, 2)) * det(trailing(A, 1)))


KNOWN["koteljanskii-without-symmetry"] = {"A": [[0, 1, 0], [1, 1, 1], [0, -1, 0]]}


@claim(
    FALSE,
    "the determinant of a complex structure",
    id="determinant-of-complex-structure",
    domain=square(count=2, n=(1, 3)),
)
def determinant_of_complex_structure(A, B):
    """True where A and B commute (Silvester 2000)."""
    yield then(det(block(A, -B, B, A)), "==", det(A @ A + B @ B))


KNOWN["determinant-of-complex-structure"] = {"A": FIRST, "B": SWAP}


@claim(
    FALSE, "the determinant of four blocks", id="determinant-of-four-blocks", domain=square(count=4, n=(1, 2))
)
def determinant_of_four_blocks(A, B, C, D):
    """True where A and C commute (Silvester 2000)."""
    yield then(det(block(A, B, C, D)), "==", det(A @ D - C @ B))


KNOWN["determinant-of-four-blocks"] = {"A": RAISE, "B": LAST, "C": LOWER, "D": FIRST}
