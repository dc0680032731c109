"""False statements, fourth set: blocks and parts, products of several."""

from benchmarks.unseen.matrices import FALSE, FIRST, LAST, RAISE, TURN
from perturb import claim, given, then
from perturb.domains import positive_blocks, positive_definite, psd, square, symmetric, together
from perturb.vocab import (
    T,
    column_sums,
    entries,
    entrywise_abs,
    eye,
    kron,
    largest,
    leading,
    mat_sqrt,
    matpow,
    op,
    sym,
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
