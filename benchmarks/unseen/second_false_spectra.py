"""False statements, second half: eigenvalues, condition numbers, vectors."""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE, SWAP
from perturb import claim, then
from perturb.domains import psd, square, symmetric
from perturb.vocab import (
    T,
    absolute,
    commutator,
    diagonal,
    fro,
    hadamard,
    indices,
    lam,
    lam_max,
    lam_min,
    largest,
    mat_exp,
    moduli,
    nuclear,
    op,
    smallest,
    spectral_radius,
    sq,
    total,
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
