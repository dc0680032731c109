"""True statements, third set: vectors, order."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    contraction,
    positive_contraction,
    positive_definite,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    det,
    entries,
    indices,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    norm,
    op,
    sq,
    total,
)


@claim(
    TRUE,
    "Wielandt's inequality",
    id="wielandt",
    domain=together(A=positive_definite(), x=vector(), y=vector(), n=(2, 3)),
)
def wielandt(A, x, y):
    """Horn and Johnson, Matrix Analysis, 7.4."""
    yield given(total(x * y), "==", 0)
    form = total(x * (A @ x)) * total(y * (A @ y))
    low, high = lam_min(A), lam_max(A)
    yield then(sq(total(x * (A @ y))) * sq(high + low), "<=", sq(high - low) * form)


@claim(
    TRUE,
    "a form at orthogonal vectors",
    id="orthogonal-half",
    domain=together(A=symmetric(), x=vector(), y=vector(), n=(2, 3)),
)
def orthogonal_half(A, x, y):
    """Half of the spread."""
    yield given(total(x * y), "==", 0)
    yield then(2 * absolute(total(x * (A @ y))), "<=", (lam_max(A) - lam_min(A)) * norm(x) * norm(y))


@claim(
    TRUE,
    "a form at vectors of equal norm",
    id="equal-norms",
    domain=together(A=symmetric(), x=vector(), y=vector(), n=(2, 3)),
)
def equal_norms(A, x, y):
    """x + y and x - y are orthogonal."""
    yield given(norm(x), "==", norm(y))
    gap, spread = total(x * (A @ x)) - total(y * (A @ y)), lam_max(A) - lam_min(A)
    yield then(2 * absolute(gap), "<=", spread * norm(x + y) * norm(x - y))


@claim(
    TRUE,
    "eigenvectors of a symmetric matrix",
    id="eigenvectors-symmetric",
    domain=together(A=symmetric(), x=vector(), y=vector(), n=(2, 3)),
)
def eigenvectors_symmetric(A, x, y):
    """Orthogonal."""
    yield given(A @ x, "==", 2 * x)
    yield given(A @ y, "==", 3 * y)
    yield then(total(x * y), "==", 0)


@claim(
    TRUE,
    "a vector where a positive form vanishes",
    id="isotropic-positive",
    domain=together(A=psd(), x=vector(), n=(1, 3)),
)
def isotropic_positive(A, x):
    """Cauchy and Schwarz."""
    yield given(total(x * (A @ x)), "==", 0)
    yield then(norm(A @ x), "==", 0)


@claim(
    TRUE,
    "a fixed vector of a contraction",
    id="fixed-vector-contraction",
    domain=together(A=contraction(), x=vector(), n=(1, 3)),
)
def fixed_vector_contraction(A, x):
    """Sz.-Nagy and Foias."""
    yield given(A @ x, "==", x)
    yield then(T(A) @ x, "==", x)


@claim(
    TRUE,
    "Samuelson 1968: the largest of four numbers",
    id="samuelson",
    domain=vector(n=4),
)
def samuelson(x):
    """The mean and the variance."""
    yield given(total(x), "==", 0)
    yield given(norm(x), "==", 1)
    yield then(4 * sq(largest(x)), "<=", 3)


@claim(
    TRUE,
    "Reid 1951",
    id="reid",
    domain=together(A=psd(), K=square(), x=vector(), n=(1, 3)),
)
def reid(A, K, x):
    """Symmetrizable transformations."""
    yield given(entries(A @ K), "==", entries(T(A @ K)))
    yield then(absolute(total(x * (A @ K @ x))), "<=", op(K) * total(x * (A @ x)))


@claim(
    TRUE,
    "the determinant keeps the order",
    id="determinant-monotone",
    domain=psd(count=2, n=(1, 4)),
)
def determinant_monotone(A, B):
    """Horn and Johnson, Matrix Analysis, 7.7."""
    yield given(A, "loewner", B)
    yield then(det(A), "<=", det(B))


@claim(
    TRUE,
    "each eigenvalue keeps the order",
    id="weyl-monotone",
    domain=symmetric(count=2, n=(1, 4)),
)
def weyl_monotone(A, B):
    """Weyl."""
    yield given(A, "loewner", B)
    (i,) = indices("i")
    yield then(lam(A)[i], "<=", lam(B)[i])


@claim(
    TRUE,
    "the norm between two bounds",
    id="norm-between",
    domain=symmetric(count=3, n=(1, 3)),
)
def norm_between(A, B, C):
    """The form at a unit vector."""
    yield given(A, "loewner", B, "loewner", C)
    yield then(op(B), "<=", larger(op(A), op(C)))


@claim(
    TRUE,
    "the difference of positive contractions",
    id="contraction-difference",
    domain=positive_contraction(count=2, n=(1, 4)),
)
def contraction_difference(A, B):
    """Between -I and I."""
    yield then(op(A - B), "<=", 1)
