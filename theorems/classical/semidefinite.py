"""Positive semidefinite matrices: eigenvalues, traces, entrywise products and congruences."""

from perturb import claim, indices, then
from perturb.domains import psd, rectangular, square, symmetric, together, vector
from perturb.vocab import (
    T,
    diagonal,
    fro,
    hadamard,
    lam,
    lam_max,
    lam_min,
    largest,
    max_entry,
    s,
    s1,
    s_min,
    sq,
    total,
    trace,
)
from theorems.classical import CLASSICAL, HJ, TOPICS

(i,) = indices("i")
N = {"n": (1, 4)}
TRACES = together(A=symmetric(), B=psd(), n=(1, 3))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.3",
    id="psd-singular-values",
    status="proved",
    lemma=1,
    domain=psd(**N),
    equality=[[[2, 1], [1, 2]]],
)
def singular_values_of_a_semidefinite_matrix(A):
    """The singular values of a positive semidefinite matrix are its eigenvalues."""
    yield then(s(A)[i], "==", lam(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1",
    id="psd-eigenvalues",
    status="proved",
    lemma=1,
    domain=psd(**N),
    equality=[[[1, 1], [1, 1]]],
    true_mutants={"conclusion-1:right:shift-lam[i]": "the eigenvalue after it is not negative either"},
)
def eigenvalues_of_a_semidefinite_matrix(A):
    """The eigenvalues of a positive semidefinite matrix are at least zero."""
    yield then(0, "<=", lam(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1, lower bound",
    id="trace-product-lower",
    status="proved",
    lemma=2,
    domain=TRACES,
    equality=[{"A": [[3, 0], [0, 1]], "B": [[0, 0], [0, 2]]}],
)
def trace_of_a_product_from_below(A, B):
    """For B positive semidefinite tr AB is at least the smallest eigenvalue of A times tr B."""
    yield then(lam_min(A) * trace(B), "<=", trace(A @ B))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1, upper bound",
    id="trace-product-upper",
    status="proved",
    lemma=2,
    domain=TRACES,
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 0]]}],
)
def trace_of_a_product_from_above(A, B):
    """For B positive semidefinite tr AB is at most the largest eigenvalue of A times tr B."""
    yield then(trace(A @ B), "<=", lam_max(A) * trace(B))


@claim(
    CLASSICAL,
    f"Schur 1911; {TOPICS}, Section 5.3",
    id="hadamard-largest-eigenvalue",
    status="proved",
    lemma=2,
    domain=psd(count=2, n=(1, 3)),
    equality=[{"A": [[1, 1], [1, 1]], "B": [[2, 1], [1, 2]]}],
)
def largest_eigenvalue_of_a_hadamard_product(A, B):
    """The largest eigenvalue of the entrywise product of positive semidefinite matrices is at most the
    largest diagonal entry of the one times the largest eigenvalue of the other.
    """
    yield then(lam_max(hadamard(A, B)), "<=", largest(diagonal(A)) * lam_max(B))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1",
    id="psd-trace",
    status="proved",
    lemma=1,
    domain=psd(**N),
    equality=[[[0, 0], [0, 0]]],
)
def trace_of_a_semidefinite_matrix(A):
    """The trace of a positive semidefinite matrix is at least zero."""
    yield then(0, "<=", trace(A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1",
    id="psd-frobenius-trace",
    status="proved",
    lemma=1,
    domain=psd(**N),
    equality=[[[1, 2], [2, 4]]],
)
def frobenius_norm_and_trace(A):
    """The Frobenius norm of a positive semidefinite matrix is at most its trace, stated of the squares."""
    yield then(sq(fro(A)), "<=", sq(trace(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1",
    id="psd-largest-entry",
    status="proved",
    lemma=1,
    domain=psd(**N),
    equality=[[[2, 1], [1, 2]]],
)
def largest_entry_of_a_semidefinite_matrix(A):
    """No entry of a positive semidefinite matrix is larger in modulus than the largest diagonal one."""
    yield then(max_entry(A), "<=", largest(diagonal(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1, traces",
    id="psd-trace-product",
    status="proved",
    lemma=2,
    domain=psd(count=2, **N),
    equality=[{"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]}],
)
def trace_of_a_product_of_semidefinite_matrices(A, B):
    """The trace of a product of two positive semidefinite matrices is at least zero."""
    yield then(0, "<=", trace(A @ B))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.1, forms",
    id="psd-form",
    status="proved",
    lemma=1,
    domain=together(A=psd(), x=vector(), **N),
    equality=[{"A": [[1, 1], [1, 1]], "x": [1, -1]}],
)
def form_of_a_semidefinite_matrix(A, x):
    """The form of a positive semidefinite matrix is at least zero."""
    yield then(0, "<=", total(x * (A @ x)))


@claim(
    CLASSICAL,
    f"Ostrowski 1959; {HJ}, Theorem 4.5.9, upper bound",
    id="congruence-upper",
    status="proved",
    lemma=2,
    domain=together(A=psd(), B=rectangular(), m=(1, 3), n=(1, 3)),
    presupposes=["ostrowski"],
    equality=[{"A": [[3, 0], [0, 1]], "B": [[0, 2], [2, 0]]}],
)
def congruence_from_above(A, B):
    """A congruence with B multiplies eigenvalues that are not negative by the square of s_1(B) at most."""
    yield then(lam(B @ A @ T(B))[i], "<=", sq(s1(B)) * lam(A)[i])


@claim(
    CLASSICAL,
    f"Ostrowski 1959; {HJ}, Theorem 4.5.9, lower bound",
    id="congruence-lower",
    status="proved",
    lemma=2,
    domain=together(A=psd(), B=square(), n=(1, 3)),
    presupposes=["ostrowski"],
    equality=[{"A": [[3, 0], [0, 1]], "B": [[0, 2], [2, 0]]}],
)
def congruence_from_below(A, B):
    """A congruence with a square B multiplies eigenvalues that are not negative by the square of its smallest
    singular value at least.
    """
    yield then(sq(s_min(B)) * lam(A)[i], "<=", lam(B @ A @ T(B))[i])


@claim(
    CLASSICAL,
    f"{HJ}, Theorem 7.2.7",
    id="gram-semidefinite",
    status="proved",
    lemma=1,
    domain=rectangular(m=(1, 4), n=(1, 4)),
    equality=[[[1, 2], [2, 4]]],
)
def gram_matrices_are_semidefinite(A):
    """No eigenvalue of A'A is negative: x'A'Ax = |Ax|^2."""
    yield then(0, "<=", lam_min(T(A) @ A))
