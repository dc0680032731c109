"""True statements, fourth set: traces, determinants, permanents, vectors."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    binary,
    box,
    doubly_stochastic,
    hermitian,
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    ascending,
    complex_det,
    complex_trace,
    cond,
    det,
    fro,
    hadamard,
    inv,
    lam,
    leading,
    mat_log,
    mat_sqrt,
    nuclear,
    permanent,
    product,
    rank,
    row_sums,
    rows,
    s,
    s_min,
    sq,
    sqrt,
    total,
    trace,
)


@claim(
    TRUE,
    "permanents of a matrix and its inverse",
    id="permanent-of-inverse-positive",
    domain=positive_definite(n=(1, 3)),
)
def permanent_of_inverse_positive(A):
    """Schur: at least the determinants."""
    yield then(1, "<=", permanent(A) * permanent(inv(A)))


@claim(
    TRUE,
    "submodular determinants",
    id="determinant-submodular",
    domain=together(A=positive_definite(), B=psd(), C=psd(), n=(1, 3)),
)
def determinant_submodular(A, B, C):
    """MathOverflow, question 131953: the logarithm of the determinant is submodular."""
    yield then(det(A) * det(A + B + C), "<=", det(A + B) * det(A + C))


@claim(
    TRUE,
    "Fiedler 1971: the determinant of a sum from below",
    id="fiedler-positive",
    domain=psd(count=2, n=(1, 4)),
)
def fiedler_positive(A, B):
    """Bounds for the determinant of the sum of Hermitian matrices."""
    yield then(product(lam(A) + lam(B)), "<=", det(A + B))


@claim(
    TRUE, "Li and Mathias 1995: the determinant of a sum", id="li-mathias", domain=square(count=2, n=(1, 3))
)
def li_mathias(A, B):
    """The determinant of the sum of two matrices."""
    yield then(absolute(det(A + B)), "<=", product(s(A) + ascending(s(B))))


@claim(TRUE, "Minc 1963: zeros and ones", id="minc-row-sums", domain=binary(n=(1, 4)))
def minc_row_sums(A):
    """Upper bounds for permanents of (0, 1)-matrices."""
    yield then(permanent(A), "<=", product((row_sums(A) + 1) / 2))


@claim(TRUE, "Brualdi and Newman 1966: I - A", id="brualdi-newman", domain=doubly_stochastic(n=(1, 4)))
def brualdi_newman(A):
    """Proof of a permanental inequality."""
    yield then(0, "<=", permanent(I - A))


@claim(TRUE, "determinants of zeros and ones, n = 5", id="binary-five", domain=binary(n=5))
def binary_five(A):
    """Williamson 1946; Hadamard's bound for n = 6 gives it."""
    yield then(absolute(det(A)), "<=", 5)


@claim(TRUE, "Klein 1931: relative entropy", id="klein", domain=positive_definite(count=2, n=(1, 3)))
def klein(A, B):
    """Nielsen and Chuang, 11.3."""
    yield then(trace(A - B), "<=", trace(A @ (mat_log(A) - mat_log(B))))


@claim(
    TRUE,
    "Audenaert and others 2007: the quantum Chernoff bound",
    id="chernoff",
    domain=psd(count=2, n=(1, 3)),
)
def chernoff(A, B):
    """Discriminating states."""
    yield then(trace(A + B) - nuclear(A - B), "<=", 2 * trace(mat_sqrt(A) @ mat_sqrt(B)))


@claim(
    TRUE,
    "Lieb 1973: concavity",
    id="lieb-concavity",
    domain=together(A=psd(), B=psd(), K=square(), n=(1, 3)),
)
def lieb_concavity(A, B, K):
    """Convex trace functions and the Wigner-Yanase-Dyson conjecture."""
    P, Q, R = mat_sqrt(A), mat_sqrt(B), mat_sqrt((A + B) / 2)
    yield then(trace(T(K) @ P @ K @ P) + trace(T(K) @ Q @ K @ Q), "<=", 2 * trace(T(K) @ R @ K @ R))


@claim(TRUE, "a projection of each", id="projection-trace", domain=projection(count=2, n=(1, 4)))
def projection_trace(P, Q):
    """The complements have a product of trace at least zero."""
    yield then(rank(P) + rank(Q) - rows(P), "<=", trace(P @ Q))


@claim(
    TRUE,
    "the trace of a matrix with negative determinant",
    id="negative-determinant-trace",
    domain=square(n=(1, 4)),
)
def negative_determinant_trace(A):
    """von Neumann, with an improper rotation; Miranda and Thompson 1993."""
    yield given(det(A), "<", 0)
    yield then(trace(A), "<=", total(s(A)) - 2 * s_min(A))


@claim(
    TRUE,
    "Blakley and Roy 1965: a nonnegative symmetric matrix",
    id="blakley-roy",
    domain=together(X=symmetric(), v=box(0, 1), n=(1, 4)),
)
def blakley_roy(X, v):
    """A Hoelder type inequality for symmetric matrices with nonnegative entries."""
    A = hadamard(X, X)
    yield then(total(v * (A @ v)) ** 3, "<=", total(v * (A @ A @ A @ v)) * sq(total(v * v)))


@claim(TRUE, "Horn's copositive form", id="horn-form", domain=box(0, 1, n=5))
def horn_form(v):
    """Hall and Newman 1963; neither positive semidefinite nor nonnegative, nor a sum of such."""
    H = [[1, -1, 1, 1, -1], [-1, 1, -1, 1, 1], [1, -1, 1, -1, 1], [1, 1, -1, 1, -1], [-1, 1, 1, -1, 1]]
    yield then(0, "<=", total(v * (H @ v)))


@claim(TRUE, "three Hermitian matrices", id="hermitian-three", domain=hermitian(2, count=3))
def hermitian_three(A, B, C):
    """The trace of CBA is the conjugate of that of ABC."""
    yield then(complex_trace(A @ B @ C), "==", complex_trace(A @ C @ B))


@claim(TRUE, "the real part of a positive Hermitian matrix", id="hermitian-real-part", domain=hermitian(2))
def hermitian_real_part(A):
    """The logarithm of the determinant is concave, and the conjugate has the same one."""
    yield given(0, "loewner", A)
    yield then(complex_det(A), "<=", det(leading(A, 2)))


@claim(TRUE, "Guggenheimer, Edelman and Johnson 1995", id="guggenheimer", domain=square(n=3))
def guggenheimer(A):
    """A simple estimate of the condition number of a linear system."""
    yield then(3 * sqrt(3) * cond(A) * absolute(det(A)), "<=", 2 * fro(A) ** 3)
