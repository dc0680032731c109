"""False statements about complex matrices that are true of real ones: transposes, forms, real traces.

A^T for A^*, a symmetric matrix for a Hermitian one, a form without conjugation, numbers beyond the line.
"""

from benchmarks.unseen import FALSE, ID
from perturb import claim, given, then
from perturb.domains import (
    contraction,
    density,
    hermitian,
    normal,
    positive_definite,
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
    conj,
    det,
    entries,
    entrywise_abs,
    eye,
    fro,
    hadamard,
    imag,
    lam_max,
    lam_min,
    largest,
    leading,
    matpow,
    max_entry,
    op,
    permanent,
    rank,
    real,
    s,
    spectral_radius,
    sq,
    total,
    trace,
    trailing,
    upper_right,
)

KNOWN = {}
NILPOTENT, ORTHOGONAL = [[1, 1j], [1j, -1]], [[1.25, 0.75j], [-0.75j, 1.25]]
FLIP = [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]]
FOURIER = [[1, 1, 1], [1, -0.5 + 0.875j, -0.5 - 0.875j], [1, -0.5 - 0.875j, -0.5 + 0.875j]]


@claim(FALSE, "the rank of A^T A", id="rank-of-transposed-gram", domain=rectangular(field="complex"))
def rank_of_transposed_gram(A):
    """Horn and Johnson, Matrix Analysis, 0.4.6: of A^* A it is true."""
    yield then(rank(A), "<=", rank(A.T @ A))


KNOWN["rank-of-transposed-gram"] = {"A": [[1], [1j]]}


@claim(
    FALSE,
    "a symmetric nilpotent matrix is zero",
    id="symmetric-nilpotent",
    domain=square(field="complex", n=(1, 3)),
)
def symmetric_nilpotent(A):
    """Every complex matrix is similar to a symmetric one (Horn and Johnson, Theorem 4.4.24)."""
    yield given(entries(A), "==", entries(A.T))
    yield given(entries(A @ A), "==", 0)
    yield then(entries(A), "==", 0)


KNOWN["symmetric-nilpotent"] = {"A": NILPOTENT}


@claim(
    FALSE,
    "a complex orthogonal matrix is an isometry",
    id="complex-orthogonal",
    domain=square(field="complex", n=(1, 3)),
)
def complex_orthogonal(A):
    """Gantmacher, Theory of Matrices, Chapter XI: exp(iK) is one, K real and skew, with cosh and sinh."""
    yield given(entries(A.T @ A), "==", entries(eye(A)))
    yield then(op(A), "<=", 1)


KNOWN["complex-orthogonal"] = {"A": ORTHOGONAL}


@claim(
    FALSE,
    "a symmetric involution is unitary",
    id="symmetric-involution",
    domain=square(field="complex", n=(1, 3)),
)
def symmetric_involution(A):
    """Of Hermitian ones it is true."""
    yield given(entries(A), "==", entries(A.T))
    yield given(entries(A @ A), "==", entries(eye(A)))
    yield then(entries(A.H @ A), "==", entries(eye(A)))


KNOWN["symmetric-involution"] = {"A": [[1.25, 0.75j], [0.75j, -1.25]]}


@claim(
    FALSE,
    "norm and spectral radius of a symmetric matrix",
    id="symmetric-norm-radius",
    domain=square(field="complex", n=(1, 4)),
)
def symmetric_norm_radius(A):
    """No factor will do: nilpotent ones are symmetric, too."""
    S = A + A.T
    yield then(op(S), "<=", 3 * spectral_radius(S))


KNOWN["symmetric-norm-radius"] = {"A": NILPOTENT}


@claim(
    FALSE,
    "a matrix that commutes with its transpose is normal",
    id="commutes-with-transpose",
    domain=square(field="complex", n=(1, 3)),
)
def commutes_with_transpose(A):
    """Every symmetric matrix does."""
    yield given(entries(A.T @ A), "==", entries(A @ A.T))
    yield then(entries(A.H @ A), "==", entries(A @ A.H))


KNOWN["commutes-with-transpose"] = {"A": NILPOTENT}


@claim(
    FALSE,
    "Fuglede's theorem with the transpose",
    id="fuglede-transpose",
    domain=together(A=square(field="complex"), N=normal(field="complex"), n=(1, 3)),
)
def fuglede_transpose(A, N):
    """With the adjoint it is true (Fuglede 1950)."""
    yield given(entries(A @ N), "==", entries(N @ A))
    yield then(entries(A @ N.T), "==", entries(N.T @ A))


KNOWN["fuglede-transpose"] = {"A": [[1, 1j], [-1j, 0]], "N": [[1, 1j], [-1j, 0]]}


@claim(
    FALSE,
    "Cayley's transform of a skew-symmetric matrix",
    id="skew-cayley",
    domain=square(field="complex", n=(1, 3)),
)
def skew_cayley(A):
    """Gantmacher, Chapter XI: -1 may be an eigenvalue."""
    yield then(det(I + A - A.T), "!=", 0)


KNOWN["skew-cayley"] = {"A": [[0, 1j], [0, 0]]}


@claim(
    FALSE,
    "Wielandt's inequality without conjugation",
    id="wielandt-unconjugated",
    domain=together(
        A=positive_definite(field="complex"), x=vector(field="complex"), y=vector(field="complex"), n=(1, 3)
    ),
)
def wielandt_unconjugated(A, x, y):
    """Horn and Johnson, Theorem 7.4.34, has x^* y = 0."""
    yield given(total(x * y), "==", 0)
    least = sq(lam_max(A) + lam_min(A)) * abs(x.H @ A @ y) ** 2
    yield then(least, "<=", sq(lam_max(A) - lam_min(A)) * real(x.H @ A @ x) * real(y.H @ A @ y))


KNOWN["wielandt-unconjugated"] = {"A": ID, "x": [1, 1j], "y": [1, 1j]}


@claim(FALSE, "coneigenvalues", id="coneigenvalues", domain=square(field="complex", n=(1, 3)))
def coneigenvalues(A):
    """Horn and Johnson, Matrix Analysis, 4.6: the eigenvalues of A conj(A) are others than those of A^2."""
    yield then(spectral_radius(A @ conj(A)), "<=", 2 * sq(spectral_radius(A)))


KNOWN["coneigenvalues"] = {"A": NILPOTENT}


@claim(
    FALSE,
    "a symmetric product, turned round",
    id="symmetric-product-turned",
    domain=together(
        A=rectangular(field="complex"), B=rectangular("n", "m", field="complex"), m=(1, 3), n=(1, 3)
    ),
)
def symmetric_product_turned(A, B):
    """Bhatia, Matrix Analysis, Proposition IX.1.2, has a Hermitian or a normal product."""
    yield given(entries(A @ B), "==", entries((A @ B).T))
    yield then(fro(A @ B), "<=", fro(B @ A))


KNOWN["symmetric-product-turned"] = {"A": [[1], [1j]], "B": [[1, 1j]]}


@claim(
    FALSE,
    "a Moebius map of a contraction, unconjugated",
    id="moebius-unconjugated",
    domain=together(A=contraction(field="complex"), a=scalar(field="complex"), n=(1, 3)),
)
def moebius_unconjugated(A, a):
    """(A - a)(1 - conj(a) A)^(-1) is a contraction (von Neumann 1951)."""
    yield given(abs(a), "<", 1)
    P, Q = A - a * I, I - a * A
    yield then(P.H @ P, "loewner", Q.H @ Q)


KNOWN["moebius-unconjugated"] = {"A": [[-1j]], "a": 0.5j}


@claim(
    FALSE,
    "two qubits, the spin flip without conjugation",
    id="flip-unconjugated",
    domain=density(n=4),
)
def flip_unconjugated(R):
    """Wootters 1998 conjugates."""
    A, X, D = leading(R, 2), upper_right(R, 2), trailing(R, 2)
    reduced = sq(trace(real(A))) + sq(trace(real(D))) + 2 * abs(trace(X)) ** 2 + sq(fro(A + D))
    yield then(real(trace(R @ FLIP @ R @ FLIP)), "==", 1 - reduced + sq(fro(R)))


KNOWN["flip-unconjugated"] = {"R": [[0.5, 0, 0, -0.5j], [0] * 4, [0] * 4, [0.5j, 0, 0, 0.5]]}


@claim(
    FALSE,
    "Wigner and Yanase's information and uncertainty",
    id="skew-information-uncertainty",
    domain=together(R=psd(field="complex"), A=hermitian(), B=hermitian(), n=(1, 3)),
)
def skew_information_uncertainty(R, A, B):
    """Luo 2003 for the density R^2; Kosaki, and Yanagi, Furuichi and Kuriyama refuted it in 2005."""

    def information(A):
        return real(trace(R @ R @ A @ A)) - real(trace(R @ A @ R @ A))

    least = abs(trace(R @ R @ (A @ B - B @ A))) ** 2
    yield then(least, "<=", 4 * information(A) * information(B))


KNOWN["skew-information-uncertainty"] = {
    "R": [[2, 0], [0, 1]],
    "A": [[0, 1j], [-1j, 0]],
    "B": [[0, 1], [1, 0]],
}


@claim(
    FALSE,
    "traces of words in two positive matrices are real",
    id="words-are-real",
    domain=psd(field="complex", count=2, n=(1, 3)),
)
def words_are_real(A, B):
    """Johnson and Hillar 2002; true of n = 2, where both are real in some basis."""
    yield then(imag(trace(A @ B @ A @ A @ B @ B)), "==", 0)


KNOWN["words-are-real"] = {
    "A": [[0, 0, 0], [0, 1, 0], [0, 0, 3]],
    "B": [[2, 1, 1j], [1, 2, 1], [-1j, 1, 2]],
}


@claim(
    FALSE,
    "a word and its mirror image",
    id="word-and-mirror",
    domain=square(field="complex", n=(1, 3)),
)
def word_and_mirror(A):
    """A and its transpose are similar, and for n = 2 unitarily so (Horn and Johnson, 2.2)."""
    B = A.H
    yield then(real(trace(A @ B @ A @ A @ B @ B)), "==", real(trace(B @ A @ B @ B @ A @ A)))


KNOWN["word-and-mirror"] = {"A": [[0, 1, 1], [0, 0, 2], [0, 0, 0]]}


@claim(
    FALSE,
    "moduli of the entries and the norm, real constant",
    id="moduli-norm-real-constant",
    domain=square(field="complex", n=3),
)
def moduli_norm_real_constant(A):
    """5/3 is best for real matrices, a rotation; the Fourier matrix has the root of 3."""
    yield then(3 * op(entrywise_abs(A)), "<=", 5 * op(A))


KNOWN["moduli-norm-real-constant"] = {"A": FOURIER}


@claim(
    FALSE,
    "Hadamard's problem for n = 3, real constant",
    id="hadamard-three",
    domain=square(field="complex", n=3),
)
def hadamard_three(A):
    """4 is best for real entries up to 1 in modulus, the Fourier matrix has 5.2."""
    yield then(abs(det(A)), "<=", 4 * max_entry(A) ** 3)


KNOWN["hadamard-three"] = {"A": FOURIER}


@claim(FALSE, "half of the moduli in one sum", id="half-in-one-sum", domain=scalar(count=3, field="complex"))
def half_in_one_sum(x, y, z):
    """Some of any numbers have a sum of 1/pi of the moduli (Rudin, Real and Complex Analysis, 6.3)."""
    sums = [abs(x), abs(y), abs(z), abs(x + y), abs(y + z), abs(z + x), abs(x + y + z)]
    yield then(abs(x) + abs(y) + abs(z), "<=", 2 * largest(sums))


KNOWN["half-in-one-sum"] = {"x": 1, "y": -0.5 + 0.875j, "z": -0.5 - 0.875j}


@claim(
    FALSE,
    "the cube of a real part",
    id="cube-of-real-part",
    domain=psd(field="complex", n=(1, 3)),
)
def cube_of_real_part(A):
    """Of squares it is true: convex in the order of operators (Bhatia, Matrix Analysis, V.1)."""
    X = real(A)
    yield then(X @ X @ X, "loewner", real(matpow(A, 3)))


KNOWN["cube-of-real-part"] = {"A": [[14, -4 - 1j, 2 - 8j], [-4 + 1j, 4, -4], [2 + 8j, -4, 16]]}


@claim(
    FALSE,
    "many photons and their classical likes",
    id="permanent-of-unitary",
    domain=unitary(n=3),
)
def permanent_of_unitary(U):
    """True of n = 2 (Hong, Ou, Mandel 1987); the Fourier matrix bunches more (Tichy 2014)."""
    yield then(abs(permanent(U)) ** 2, "<=", permanent(real(hadamard(U, conj(U)))))


KNOWN["permanent-of-unitary"] = {
    "U_re": [["-7/13", "4/13", "-4/13"], ["4/13", "7/13", "6/13"], ["-4/13", "6/13", "7/13"]],
    "U_im": [["-4/13", "6/13", "-6/13"], ["6/13", "4/13", "-4/13"], ["-6/13", "-4/13", "4/13"]],
}


@claim(
    FALSE,
    "an imaginary part below a real one, value by value",
    id="imaginary-below-real",
    domain=together(A=symmetric(), X=square(), n=(1, 3)),
)
def imaginary_below_real(A, X):
    """The largest is in order, and products of the largest (Bhatia, Matrix Analysis, IX.5)."""
    B = X - X.T
    yield given(0, "loewner", A + 1j * B)
    yield then(s(B), "<=", s(A))


KNOWN["imaginary-below-real"] = {"A": [[4, 0], [0, 1]], "X": [[0, 2], [0, 0]]}
