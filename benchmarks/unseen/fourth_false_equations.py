"""False statements, fourth set: polar factors, inverses, commuting and nilpotent matrices, complex ones."""

from benchmarks.unseen.matrices import FALSE, FIRST, ID, RAISE, SWAP
from perturb import claim, given, then
from perturb.domains import commuting, square, symmetric, together, vector
from perturb.vocab import (
    T,
    absolute,
    circulant,
    commutator,
    complex_matrix,
    complex_moduli,
    complex_s,
    entries,
    eye,
    fro,
    kron,
    larger,
    mat_abs,
    matpow,
    norm,
    op,
    pinv,
    polar,
    rank,
    rows,
    s_min,
    spectral_radius,
    sq,
    total,
    trace,
)

KNOWN = {}


@claim(
    FALSE, "polar factors and the larger singular value", id="polar-larger", domain=square(count=2, n=(1, 3))
)
def polar_larger(A, B):
    """The mean of the two belongs there (R.-C. Li 1995)."""
    far = fro(polar(A) - polar(B))
    yield then(far * larger(s_min(A), s_min(B)), "<=", fro(A - B))


KNOWN["polar-larger"] = {"A": [[1]], "B": [["-1/2"]]}


@claim(FALSE, "the polar factor of a product", id="polar-of-product", domain=square(count=2, n=(1, 3)))
def polar_of_product(A, B):
    """True of commuting normal matrices; Higham, Functions of Matrices, Chapter 8."""
    yield then(entries(polar(A @ B)), "==", entries(polar(A) @ polar(B)))


KNOWN["polar-of-product"] = {"A": [[1, 1], [0, 1]], "B": [[1, 0], [0, 2]]}


@claim(FALSE, "the commutator in two norms", id="commutator-two-norms", domain=square(count=2, n=(1, 4)))
def commutator_two_norms(A, B):
    """Boettcher and Wenzel have Frobenius norms; here 2 is needed."""
    yield then(sq(fro(commutator(A, B))), "<=", 2 * sq(op(A)) * sq(fro(B)))


KNOWN["commutator-two-norms"] = {"A": [[1, 0], [0, -1]], "B": RAISE}


@claim(
    FALSE,
    "absolute values of commuting matrices",
    id="commuting-absolute",
    domain=commuting(count=2, n=(1, 3)),
)
def commuting_absolute(A, B):
    """True of normal ones."""
    yield then(entries(mat_abs(A @ B)), "==", entries(mat_abs(A) @ mat_abs(B)))


KNOWN["commuting-absolute"] = {"A": RAISE, "B": RAISE}


@claim(FALSE, "a normal product, turned round", id="normal-product-turned", domain=square(count=2, n=(1, 3)))
def normal_product_turned(A, B):
    """Wiegmann 1948: true where both are normal."""
    P, Q = A @ B, B @ A
    yield given(entries(P @ T(P)), "==", entries(T(P) @ P))
    yield then(entries(Q @ T(Q)), "==", entries(T(Q) @ Q))


KNOWN["normal-product-turned"] = {"A": RAISE, "B": FIRST}


@claim(FALSE, "idempotents whose product is one", id="idempotent-commute", domain=square(count=2, n=(1, 3)))
def idempotent_commute(A, B):
    """True of orthogonal projections; Halmos, Finite-Dimensional Vector Spaces, section 42."""
    yield given(entries(A @ A), "==", entries(A))
    yield given(entries(B @ B), "==", entries(B))
    yield given(entries(A @ B @ A @ B), "==", entries(A @ B))
    yield then(entries(A @ B), "==", entries(B @ A))


KNOWN["idempotent-commute"] = {"A": FIRST, "B": [[1, 1], [0, 0]]}


@claim(
    FALSE,
    "nilpotent matrices with a nilpotent commutator",
    id="nilpotent-commutator",
    domain=square(count=2, n=4),
)
def nilpotent_commutator(A, B):
    """Asked on Mathematics Stack Exchange (product of nilpotent matrices), and refuted."""
    yield given(entries(matpow(A, 4)), "==", 0)
    yield given(entries(matpow(B, 4)), "==", 0)
    yield given(entries(matpow(commutator(A, B), 4)), "==", 0)
    yield then(trace(A @ B), "==", 0)


KNOWN["nilpotent-commutator"] = {
    "A": [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]],
    "B": [[-1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-1, 1, -1, 1]],
}


@claim(FALSE, "the dimension of the commutant", id="commutant-dimension", domain=square(n=(2, 3)))
def commutant_dimension(A):
    """True of nonderogatory matrices (Horn and Johnson, Topics, 4.4)."""
    n = rows(A)
    yield then(rank(kron(A, eye(A)) - kron(eye(A), T(A))), "==", n * n - n)


KNOWN["commutant-dimension"] = {"A": ID}


@claim(
    FALSE,
    "the pseudo-inverse of an idempotent matrix",
    id="pseudo-inverse-idempotent",
    domain=square(n=(1, 3)),
)
def pseudo_inverse_idempotent(A):
    """It is a product of two orthogonal projections (Ben-Israel and Greville, Generalized Inverses)."""
    yield given(entries(A @ A), "==", entries(A))
    yield then(entries(pinv(A) @ pinv(A)), "==", entries(pinv(A)))


KNOWN["pseudo-inverse-idempotent"] = {"A": [[1, 1], [0, 0]]}


@claim(
    FALSE,
    "complex symmetric matrices",
    id="complex-symmetric",
    domain=together(X=symmetric(), Y=symmetric(), n=(1, 3)),
)
def complex_symmetric(X, Y):
    """Horn and Johnson, Matrix Analysis, 4.4: one may be nilpotent."""
    A = complex_matrix(X, Y)
    yield then(complex_s(A)[1], "==", complex_moduli(A)[1])


KNOWN["complex-symmetric"] = {"X": [[1, 0], [0, -1]], "Y": SWAP}


@claim(
    FALSE,
    "von Neumann's inequality for three contractions",
    id="von-neumann-three",
    domain=square(count=3, n=5),
)
def von_neumann_three(A, B, C):
    """Kaijser and Varopoulos 1974; 5 is the maximum over numbers of modulus one. True of two (Ando 1963)."""
    yield given(op(A), "<=", 1)
    yield given(op(B), "<=", 1)
    yield given(op(C), "<=", 1)
    yield given(entries(A @ B), "==", entries(B @ A))
    yield given(entries(A @ C), "==", entries(C @ A))
    yield given(entries(B @ C), "==", entries(C @ B))
    yield then(op(A @ A + B @ B + C @ C - 2 * A @ B - 2 * A @ C - 2 * B @ C), "<=", 5)


KNOWN["von-neumann-three"] = {
    "A": [
        [0, 0, 0, 0, 0],
        ["999/1000", 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, "577/1000", "-577/1000", "-577/1000", 0],
    ],
    "B": [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        ["999/1000", 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, "-577/1000", "577/1000", "-577/1000", 0],
    ],
    "C": [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        ["999/1000", 0, 0, 0, 0],
        [0, "-577/1000", "-577/1000", "577/1000", 0],
    ],
}


@claim(FALSE, "a circulant and the sum of its entries", id="circulant-norm", domain=vector(n=(1, 4)))
def circulant_norm(v):
    """True where no entry is negative."""
    yield then(op(circulant(v)), "<=", absolute(total(v)))


KNOWN["circulant-norm"] = {"v": [1, -1]}


@claim(
    FALSE,
    "the spectral radius and the form",
    id="radius-and-form",
    domain=together(A=square(), x=vector(), n=(1, 4)),
)
def radius_and_form(A, x):
    """True of symmetric matrices; a frequent question."""
    yield given(spectral_radius(A), "<=", 1)
    yield then(total(x * (A @ x)), "<=", sq(norm(x)))


KNOWN["radius-and-form"] = {"A": [[0, 3], [0, 0]], "x": [1, 1]}
