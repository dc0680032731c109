"""False statements, fourth set: blocks and parts, products of several.

And: polar factors, inverses, commuting and nilpotent matrices, complex ones.
"""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, RAISE, SWAP, TURN
from perturb import claim, given, then
from perturb.domains import (
    commuting,
    positive_blocks,
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
    circulant,
    column_sums,
    commutator,
    complex_matrix,
    complex_moduli,
    complex_s,
    entries,
    entrywise_abs,
    eye,
    fro,
    kron,
    larger,
    largest,
    leading,
    mat_abs,
    mat_sqrt,
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
    sym,
    total,
    trace,
    trailing,
)

KNOWN = {}


@claim(FALSE, "the corner and half the sum", id="corner-half-sum", domain=positive_blocks(n=(1, 3)))
def corner_half_sum(A, B, C):
    """True of the numerical radius of the corner, and so of a symmetric one."""
    yield then(2 * op(B), "<=", op(A + C))


KNOWN["corner-half-sum"] = {"A": FIRST, "B": RAISE, "C": LAST}


@claim(FALSE, "the largest column sum in order", id="column-sum-in-order", domain=psd(count=2, n=(1, 3)))
def column_sum_in_order(A, B):
    """Asked, and refuted in the answers, on a blog of research in computing."""
    yield given(A, "loewner", B)
    yield then(largest(column_sums(entrywise_abs(A))), "<=", largest(column_sums(entrywise_abs(B))))


KNOWN["column-sum-in-order"] = {"A": [[2, 1], [1, 3]], "B": [["37/10", 0], [0, "37/10"]]}


@claim(FALSE, "a product of four", id="product-of-four", domain=positive_definite(count=4, n=(1, 3)))
def product_of_four(A, B, C, D):
    """Wigner 1963: true of three; Mathematics Stack Exchange has this counterexample."""
    P = A @ B @ C @ D
    yield given(entries(P), "==", entries(T(P)))
    yield then(0, "loewner", sym(P))


KNOWN["product-of-four"] = {
    "A": [[58, 50, 30], [50, 66, 38], [30, 38, 22]],
    "B": [[8, 6, 8], [6, 5, 4], [8, 4, 65]],
    "C": [[34, 26, 46], [26, 56, 52], [46, 52, 83]],
    "D": [
        ["176398144863/734764024", "2084349747/734764024", "-401393975/91845503"],
        ["2084349747/734764024", 123, 74],
        ["-401393975/91845503", 74, 45],
    ],
}


@claim(FALSE, "the purity of a part", id="purity-of-a-part", domain=psd(n=4))
def purity_of_a_part(M):
    """Of a classical pair it is true; Nielsen and Chuang, 2.4: a Bell state."""
    R = leading(M, 2) + trailing(M, 2)
    yield then(trace(M @ M), "<=", trace(R @ R))


KNOWN["purity-of-a-part"] = {"M": [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]}


@claim(
    FALSE,
    "Lieb's function with exponents that add up to two",
    id="lieb-exponents",
    domain=together(A=psd(), B=psd(), K=square(), n=(1, 3)),
)
def lieb_exponents(A, B, K):
    """Lieb 1973: concave where they add up to at most one; here it is not convex either."""
    C = (A + B) / 2
    yield then(2 * trace(T(K) @ C @ K @ C), "<=", trace(T(K) @ A @ K @ A) + trace(T(K) @ B @ K @ B))


KNOWN["lieb-exponents"] = {"A": FIRST, "B": LAST, "K": TURN}


@claim(
    FALSE,
    "the skew information of two parts",
    id="wigner-yanase-parts",
    domain=together(M=psd(n=4), K=symmetric("k"), L=symmetric("k"), n=4, k=2),
)
def wigner_yanase_parts(M, K, L):
    """Conjectured by Wigner and Yanase in 1963, refuted by Hansen in 2007."""
    P, Q = [[1, 0], [0, 0], [0, 1], [0, 0]], [[0, 0], [1, 0], [0, 0], [0, 1]]
    P_T, Q_T = [[1, 0, 0, 0], [0, 0, 1, 0]], [[0, 1, 0, 0], [0, 0, 0, 1]]
    first, second = P_T @ M @ P + Q_T @ M @ Q, leading(M, 2) + trailing(M, 2)
    whole = kron(K, eye(L)) + kron(eye(K), L)
    R, U, V = mat_sqrt(M), mat_sqrt(first), mat_sqrt(second)
    parts = trace(first @ K @ K) - trace(U @ K @ U @ K) + trace(second @ L @ L) - trace(V @ L @ V @ L)
    yield then(parts, "<=", trace(M @ whole @ whole) - trace(R @ whole @ R @ whole))


KNOWN["wigner-yanase-parts"] = {
    "M": [[13, 15, -10, -9], [15, 18, -12, -12], [-10, -12, 8, 8], [-9, -12, 8, 10]],
    "K": FIRST,
    "L": [["2/3", 0], [0, -1]],
}


@claim(FALSE, "the corner of a cube", id="corner-of-a-cube", domain=psd(n=3))
def corner_of_a_cube(A):
    """Davis 1957: it takes an operator convex function, as the square is."""
    yield then(matpow(leading(A, 2), 3), "loewner", leading(matpow(A, 3), 2))


KNOWN["corner-of-a-cube"] = {"A": [[10, 8, -8], [8, 14, 0], [-8, 0, 12]]}


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
