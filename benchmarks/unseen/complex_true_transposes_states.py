"""True statements about complex matrices: transposes and conjugates, traces, determinants, states."""

from itertools import permutations

from benchmarks.unseen import TRUE
from benchmarks.unseen.complex_false_transposes import FLIP
from perturb import claim, given, then
from perturb.domains import (
    contraction,
    density,
    hermitian,
    normal,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    unitary,
    vector,
)
from perturb.vocab import (
    I,
    block,
    conj,
    det,
    diag,
    entries,
    fro,
    imag,
    largest,
    leading,
    nuclear,
    op,
    rank,
    real,
    sq,
    trace,
    trailing,
    upper_right,
)


@claim(TRUE, "the determinant of A^T A", id="transposed-gram", domain=rectangular(field="complex"))
def transposed_gram(A):
    """Cauchy and Binet: a sum of squares, and the sum of their moduli."""
    yield then(abs(det(A.T @ A)), "<=", real(det(A.H @ A)))


@claim(TRUE, "Djokovic 1976", id="djokovic-conjugate", domain=square(field="complex", n=(1, 3)))
def djokovic_conjugate(A):
    """Horn and Johnson, 4.6: eigenvalues of A conj(A) come in pairs, the negative ones, too."""
    yield then(imag(det(I + A @ conj(A))), "==", 0)
    yield then(0, "<=", real(det(I + A @ conj(A))))


@claim(TRUE, "Youla 1961: skew-symmetric ones", id="youla-pairs", domain=square(field="complex", n=(1, 4)))
def youla_pairs(A):
    """Singular values other than 0 come in pairs."""
    K = A - A.T
    yield then(2 * sq(op(K)), "<=", sq(fro(K)))


@claim(
    TRUE,
    "a Hermitian product, turned round",
    id="hermitian-product-turned",
    domain=together(
        A=rectangular(field="complex"), B=rectangular("n", "m", field="complex"), m=(1, 3), n=(1, 3)
    ),
)
def hermitian_product_turned(A, B):
    """Bhatia, Matrix Analysis, Proposition IX.1.2: AB and BA have the same eigenvalues but for zeros."""
    yield given(entries(A @ B), "==", entries((A @ B).H))
    yield then(fro(A @ B), "<=", fro(B @ A))


@claim(
    TRUE,
    "Fuglede 1950",
    id="fuglede",
    domain=together(A=square(field="complex"), N=normal(field="complex"), n=(1, 3)),
)
def fuglede(A, N):
    """What commutes with a normal matrix commutes with its adjoint, a polynomial in it."""
    yield given(entries(A @ N), "==", entries(N @ A))
    yield then(entries(A @ N.H), "==", entries(N.H @ A))


@claim(
    TRUE,
    "a Moebius map of a contraction",
    id="moebius",
    domain=together(A=contraction(field="complex"), a=scalar(field="complex"), n=(1, 3)),
)
def moebius(A, a):
    """The difference is (1 - |a|^2)(I - A^* A)."""
    yield given(abs(a), "<", 1)
    P, Q = A - a * I, I - a.conj * A
    yield then(P.H @ P, "loewner", Q.H @ Q)


@claim(
    TRUE,
    "Robertson 1929",
    id="robertson",
    domain=together(R=density(), A=hermitian(), B=hermitian(), n=(1, 3)),
)
def robertson(R, A, B):
    """Cauchy and Schwarz for tr R X^* Y."""

    def variance(A):
        return real(trace(R @ A @ A)) - sq(real(trace(R @ A)))

    yield then(abs(trace(R @ (A @ B - B @ A))) ** 2, "<=", 4 * variance(A) * variance(B))


def parts(R):
    """Of a state of two qubits: the blocks A, X, D of [[A, X], [X^*, D]]."""
    return leading(R, 2), upper_right(R, 2), trailing(R, 2)


def first_purity(R):
    """tr S^2 of the state S of the first qubit."""
    A, X, D = parts(R)
    return sq(real(trace(A))) + sq(real(trace(D))) + 2 * abs(trace(X)) ** 2


def transposed(R):
    """The partial transpose."""
    A, X, D = parts(R)
    return block(A.T, X.T, conj(X), D.T)


@claim(TRUE, "two qubits, the spin flip", id="spin-flip", domain=density(n=4))
def spin_flip(R):
    """Rungta et al. 2001: the flip is (1 - P)(1 - P) of the maps that take a qubit to its trace."""
    A, _, D = parts(R)
    reduced = first_purity(R) + sq(fro(A + D))
    yield then(real(trace(R @ FLIP @ conj(R) @ FLIP)), "==", 1 - reduced + sq(fro(R)))


@claim(
    TRUE,
    "Augusiak, Demianowicz, Horodecki 2008",
    id="qubits-by-determinant",
    domain=psd("n", field="complex", n=4),
)
def qubits_by_determinant(R):
    """At most one eigenvalue of a partial transpose is negative, and none is 0 where one is."""
    yield given(0, "<=", real(det(transposed(R))))
    yield then(0, "loewner", transposed(R))


@claim(TRUE, "Hiroshima 2003", id="hiroshima", domain=psd("n", field="complex", n=4))
def hiroshima(R):
    """A state of positive partial transpose is majorised by its reductions."""
    A, _, D = parts(R)
    yield given(0, "loewner", transposed(R))
    yield then(op(R), "<=", op(A + D))
    yield then(fro(R), "<=", fro(A + D))


@claim(TRUE, "Audenaert 2007", id="tsallis-two-subadditive", domain=density(n=4))
def tsallis_two_subadditive(R):
    """Subadditivity of q-entropies for q > 1, at q = 2."""
    A, _, D = parts(R)
    yield then(first_purity(R) + sq(fro(A + D)), "<=", 1 + sq(fro(R)))


@claim(TRUE, "Miszczak et al. 2009", id="sub-and-super-fidelity", domain=density(count=2, n=(1, 3)))
def sub_and_super_fidelity(R, S):
    """The fidelity is between the two; the roots are left out."""
    below = 2 * (sq(real(trace(R @ S))) - real(trace(R @ S @ R @ S)))
    yield then(below, "<=", (1 - sq(fro(R))) * (1 - sq(fro(S))))


@claim(TRUE, "Coles, Cerezo, Cincio 2019", id="trace-distance-ranks", domain=density(count=2, n=(1, 4)))
def trace_distance_ranks(R, S):
    """The positive and the negative part of the difference have ranks of at most these, and one trace."""
    first, second = rank(R), rank(S)
    yield then((first + second) * sq(nuclear(R - S)), "<=", 4 * first * second * sq(fro(R - S)))


@claim(
    TRUE,
    "Lieb and Thirring 1976",
    id="lieb-thirring-three",
    domain=psd(field="complex", count=2, n=(1, 3)),
)
def lieb_thirring_three(A, B):
    """Bhatia, Matrix Analysis, Theorem IX.2.14."""
    yield then(real(trace(A @ B @ A @ B @ A @ B)), "<=", real(trace(A @ A @ A @ B @ B @ B)))


@claim(
    TRUE,
    "an imaginary part below a real one, determinants",
    id="imaginary-below-real-determinant",
    domain=together(A=symmetric(), X=square(), n=(1, 4)),
)
def imaginary_below_real_determinant(A, X):
    """A^(-1/2) B A^(-1/2) is a contraction, for singular A by a limit."""
    B = X - X.T
    yield given(0, "loewner", A + 1j * B)
    yield then(det(B), "<=", det(A))


@claim(TRUE, "Besenyei 2013", id="besenyei", domain=psd("n", field="complex", n=4))
def besenyei(R):
    """A note on a trace inequality."""
    A, X, D = parts(R)
    yield then(real(trace(A @ D)) - sq(fro(X)), "<=", real(trace(A) * trace(D)) - abs(trace(X)) ** 2)


@claim(
    TRUE,
    "Marcus and de Oliveira, n = 3",
    id="marcus-oliveira-three",
    domain=together(U=unitary(), a=vector(field="complex"), b=vector(field="complex"), n=3),
)
def marcus_oliveira_three(U, a, b):
    """The determinant is in the convex hull of the products; so it is proved for n = 3 (Bebiano 1986)."""
    products = [abs((a[1] + b[i]) * (a[2] + b[j]) * (a[3] + b[k])) for i, j, k in permutations((1, 2, 3))]
    yield then(abs(det(diag(a) + U @ diag(b) @ U.H)), "<=", largest(products))


@claim(
    TRUE,
    "Fischer for accretive and dissipative matrices",
    id="ikramov-three",
    domain=psd(field="complex", count=2, n=2),
)
def ikramov_three(A, B):
    """Ikramov 2004: |z_12 z_21| <= (sqrt(a_11 a_22) + sqrt(b_11 b_22))^2 <= 2 |z_11 z_22|."""
    Z = A + 1j * B
    yield then(abs(det(Z)), "<=", 3 * abs(Z[1, 1] * Z[2, 2]))


@claim(TRUE, "Hua 1955", id="hua", domain=contraction(field="complex", count=2, n=(1, 3)))
def hua(A, B):
    """Zhang, Matrix Theory, Theorem 7.19."""
    ends = real(det(I - A.H @ A)) * real(det(I - B.H @ B))
    yield then(ends, "<=", abs(det(I - A.H @ B)) ** 2)


@claim(
    TRUE,
    "a sum of squares and a product turned",
    id="squares-and-product",
    domain=hermitian(count=2, n=(1, 3)),
)
def squares_and_product(A, B):
    """Lin 2017, p = 2: eigenvalues of B and singular values of A B A^(-1) (Weyl 1949)."""
    sides = real(det(A)) ** 2 * real(det(I + B @ B))
    yield then(sides, "<=", real(det(A @ A + B @ A @ A @ B)))
