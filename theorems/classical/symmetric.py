"""Eigenvalues of symmetric matrices: order, forms, traces, and those of a leading part."""

from perturb import claim, indices, then
from perturb.domains import integer, psd, scalar, symmetric, together, vector
from perturb.vocab import (
    absolute,
    cols,
    entries,
    lam,
    lam_max,
    lam_min,
    larger,
    leading,
    s,
    s1,
    sq,
    total,
    trace,
)
from theorems.classical import BHATIA, CLASSICAL, HJ

(i,) = indices("i")
N = {"n": (1, 4)}
FORM = together(A=symmetric(), x=vector(), **N)
PART = together(A=symmetric(), k=integer(1, "n"), **N)


@claim(
    CLASSICAL,
    f"{HJ}, Section 4.2",
    id="eigenvalues-descend",
    status="proved",
    lemma=1,
    domain=together(A=symmetric(), k=integer(0, "n"), **N),
    equality=[{"A": [[1, 0], [0, 1]], "k": 1}],
)
def eigenvalues_descend(A, k):
    """Eigenvalues come in descending order: one that stands k places later is at most the earlier one."""
    yield then(lam(A)[i + k], "<=", lam(A)[i])


@claim(
    CLASSICAL,
    f"Rayleigh and Ritz; {HJ}, Theorem 4.2.2, lower bound",
    id="form-lower",
    status="proved",
    lemma=2,
    domain=FORM,
    equality=[{"A": [[2, 0], [0, 1]], "x": [0, 3]}],
)
def form_from_below(A, x):
    """The form of a symmetric matrix is at least its smallest eigenvalue times the square of the length."""
    yield then(lam_min(A) * total(sq(x)), "<=", total(x * (A @ x)))


@claim(
    CLASSICAL,
    f"Rayleigh and Ritz; {HJ}, Theorem 4.2.2, upper bound",
    id="form-upper",
    status="proved",
    lemma=2,
    domain=FORM,
    equality=[{"A": [[2, 0], [0, 1]], "x": [3, 0]}],
)
def form_from_above(A, x):
    """The form of a symmetric matrix is at most its largest eigenvalue times the square of the length."""
    yield then(total(x * (A @ x)), "<=", lam_max(A) * total(sq(x)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="eigenvalue-spectral-norm",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[0, 2], [2, 0]]],
)
def eigenvalues_by_the_spectral_norm(A):
    """Every eigenvalue is at most the largest singular value in modulus."""
    yield then(absolute(lam(A)[i]), "<=", s1(A))


@claim(
    CLASSICAL,
    f"Fan and Hoffman 1955; {BHATIA}, Section III.5",
    id="eigenvalue-from-below",
    status="proved",
    lemma=2,
    domain=symmetric(**N),
    equality=[[[-2, 0], [0, -1]]],
)
def eigenvalues_by_singular_values_from_below(A):
    """The eigenvalue with i - 1 larger ones is at least minus the singular value with i - 1 smaller ones."""
    yield then(-s(A)[cols(A) + 1 - i], "<=", lam(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="spectral-norm-eigenvalues",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[1, 0], [0, -2]]],
)
def spectral_norm_of_a_symmetric_matrix(A):
    """The largest singular value of a symmetric matrix is its largest eigenvalue or minus its smallest."""
    yield then(s1(A), "==", larger(lam_max(A), -lam_min(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Corollary 4.3.12",
    id="eigenvalues-monotone",
    status="proved",
    lemma=2,
    domain=together(A=symmetric(), B=psd(), **N),
    presupposes=["weyl"],
    equality=[{"A": [[3, 0], [0, 1]], "B": [[0, 0], [0, 0]]}],
)
def eigenvalues_rise_with_the_matrix(A, B):
    """No eigenvalue falls when a positive semidefinite matrix is added."""
    yield then(lam(A)[i], "<=", lam(A + B)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.2",
    id="trace-eigenvalues",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[2, 1], [1, 0]]],
)
def trace_and_eigenvalues(A):
    """The trace is the sum of the eigenvalues."""
    yield then(trace(A), "==", total(lam(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 4.2",
    id="trace-smallest-eigenvalue",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[2, 0], [0, 2]]],
)
def trace_from_below(A):
    """The trace is at least n times the smallest eigenvalue."""
    yield then(cols(A) * lam_min(A), "<=", trace(A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 4.2",
    id="trace-largest-eigenvalue",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[2, 0], [0, 2]]],
)
def trace_from_above(A):
    """The trace is at most n times the largest eigenvalue."""
    yield then(trace(A), "<=", cols(A) * lam_max(A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.1",
    id="eigenvalues-scaled",
    status="proved",
    lemma=1,
    domain=together(A=symmetric(), c=scalar(0), **N),
    equality=[{"A": [[3, 0], [0, 1]], "c": 2}],
)
def eigenvalues_of_a_multiple(A, c):
    """A factor that is not negative multiplies every eigenvalue."""
    yield then(lam(c * A)[i], "==", c * lam(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.1, sign",
    id="eigenvalues-negated",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[3, 0], [0, 1]]],
)
def eigenvalues_of_the_negative(A):
    """The eigenvalues of -A are those of A with the other sign, in the opposite order."""
    yield then(lam(-A)[i], "==", -lam(A)[cols(A) + 1 - i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.5",
    id="squares-of-eigenvalues",
    status="proved",
    lemma=1,
    domain=symmetric(**N),
    equality=[[[1, 2], [2, 3]]],
)
def squares_of_eigenvalues_and_of_entries(A):
    """The squares of the eigenvalues of a symmetric matrix have the sum of the squares of the entries."""
    yield then(total(sq(lam(A))), "==", total(sq(entries(A))))


@claim(
    CLASSICAL,
    f"Cauchy 1829; {HJ}, Theorem 4.3.28, upper bound",
    id="interlacing-leading-upper",
    status="proved",
    lemma=2,
    domain=PART,
    equality=[{"A": [[3, 0], [0, 1]], "k": 1}],
)
def eigenvalues_of_a_leading_part_from_above(A, k):
    """An eigenvalue of the leading k x k part is at most the one of the whole in the same place."""
    yield then(lam(leading(A, k))[i], "<=", lam(A)[i])


@claim(
    CLASSICAL,
    f"Cauchy 1829; {HJ}, Theorem 4.3.28, lower bound",
    id="interlacing-leading-lower",
    status="proved",
    lemma=2,
    domain=PART,
    equality=[{"A": [[1, 0], [0, 3]], "k": 1}],
)
def eigenvalues_of_a_leading_part_from_below(A, k):
    """An eigenvalue of the leading k x k part is at least the one of the whole n - k places later."""
    yield then(lam(A)[i + cols(A) - k], "<=", lam(leading(A, k))[i])
