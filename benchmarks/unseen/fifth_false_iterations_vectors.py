"""False statements, fifth set: iterations, elimination, M-matrices, dominant diagonals.

And: ranks, rotations, complex matrices, vectors.
"""

from fractions import Fraction

from benchmarks.unseen import FALSE, FIRST, LAST, LOWER, RAISE
from perturb import claim, given, then
from perturb.domains import (
    box,
    hermitian,
    m_matrix,
    orthogonal,
    positive_definite,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    circulant,
    column,
    complex_matrix,
    cond,
    det,
    diag,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    hadamard,
    inv,
    leading,
    max_entry,
    op,
    permanent,
    product,
    rank,
    row,
    row_sums,
    schur,
    spectral_radius,
    sq,
    strict_lower,
    strict_upper,
    sym,
    total,
    unit,
)

KNOWN = {}


@claim(FALSE, "from Jacobi to Gauss and Seidel", id="jacobi-gauss-seidel", domain=square(n=3))
def jacobi_gauss_seidel(A):
    """Collatz 1942 has this matrix; true of matrices that are not negative (Stein and Rosenberg 1948)."""
    L, U = strict_lower(A), strict_upper(A)
    yield given(spectral_radius(L + U), "<", 1)
    yield then(spectral_radius(inv(I - L) @ U), "<=", 1)


KNOWN["jacobi-gauss-seidel"] = {"A": [[0, -2, 2], [-1, 0, -1], [-2, -2, 0]]}


@claim(
    FALSE, "Jacobi's iteration of a positive matrix", id="jacobi-positive", domain=positive_definite(n=(1, 3))
)
def jacobi_positive(A):
    """Golub and Van Loan, 11.2: true for n = 2, and of Gauss and Seidel's iteration."""
    yield given(diagonal(A), "==", 1)
    yield then(spectral_radius(I - A), "<=", 1)


KNOWN["jacobi-positive"] = {"A": [[1, "4/5", "4/5"], ["4/5", 1, "4/5"], ["4/5", "4/5", 1]]}


@claim(FALSE, "elimination and the condition number", id="schur-condition", domain=symmetric(n=(2, 4)))
def schur_condition(A):
    """True of positive definite matrices; Higham, Accuracy and Stability, Chapter 9."""
    yield then(cond(schur(A, 1)), "<=", cond(A))


KNOWN["schur-condition"] = {"A": [["1/10", 1, 0], [1, 0, 0], [0, 0, 1]]}


@claim(FALSE, "growth in a step of elimination", id="growth-in-a-step", domain=square(n=(2, 4)))
def growth_in_a_step(A):
    """Wilkinson 1961: a factor of 2 with partial pivoting."""
    yield given(absolute(column(A, 1)), "<=", absolute(A[1, 1]))
    yield then(2 * max_entry(schur(A, 1)), "<=", 3 * max_entry(A))


KNOWN["growth-in-a-step"] = {"A": [[1, 1], [-1, 1]]}


@claim(FALSE, "the symmetric part of an M-matrix", id="m-matrix-symmetric-part", domain=m_matrix(n=(1, 3)))
def m_matrix_symmetric_part(A):
    """After a scaling by a diagonal matrix it is true (Tartar 1971); Horn and Johnson, Topics, 2.5."""
    yield then(0, "loewner", sym(A))


KNOWN["m-matrix-symmetric-part"] = {"A": [[1, -9], [0, 1]]}


@claim(FALSE, "the square of an M-matrix is stable", id="m-matrix-square", domain=m_matrix(n=5))
def m_matrix_square(A):
    """True up to n = 4: Kellogg 1972 has the sector of the spectrum."""
    yield then(0, "<=", eig_re(A @ A))


KNOWN["m-matrix-square"] = {
    "A": [
        [1, "-99/100", 0, 0, 0],
        [0, 1, "-99/100", 0, 0],
        [0, 0, 1, "-99/100", 0],
        [0, 0, 0, 1, "-99/100"],
        ["-99/100", 0, 0, 0, 1],
    ]
}


@claim(FALSE, "signs, a diagonal and a determinant", id="signs-and-determinant", domain=square(n=4))
def signs_and_determinant(A):
    """Asked of M-matrices on Mathematics Stack Exchange: true up to n = 3."""
    yield given(entries(A - diag(diagonal(A))), "<=", 0)
    yield given(0, "<", diagonal(A))
    yield given(0, "<", det(A))
    yield then(0, "<=", entries(inv(A)))


KNOWN["signs-and-determinant"] = {"A": [[1, -2, 0, 0], [-2, 1, 0, 0], [0, 0, 1, -2], [0, 0, -2, 1]]}


@claim(FALSE, "the determinant of dominant rows", id="dominant-determinant", domain=square(n=(1, 4)))
def dominant_determinant(A):
    """True of M-matrices; from below Ostrowski 1937 has the gaps."""
    yield given(row_sums(entrywise_abs(A)), "<", 2 * diagonal(A))
    yield then(det(A), "<=", product(diagonal(A)))


KNOWN["dominant-determinant"] = {"A": [[1, "-1/2"], ["1/2", 1]]}


@claim(FALSE, "the inverse of dominant rows, along a row", id="dominant-inverse-row", domain=square(n=(1, 4)))
def dominant_inverse_row(A):
    """Along a column it is true (Ostrowski 1952)."""
    yield given(row_sums(entrywise_abs(A)), "<", 2 * diagonal(A))
    B = inv(A)
    yield then(absolute(row(B, 1)), "<=", B[1, 1])


KNOWN["dominant-inverse-row"] = {"A": [[10, -9], [0, 1]]}


@claim(
    FALSE, "the permanent of squares of a rotation", id="orthostochastic-permanent", domain=orthogonal(n=3)
)
def orthostochastic_permanent(U):
    """The matrix of thirds, which has 2/9, is no such matrix of squares; this one has 59/243."""
    yield then(1, "<=", 4 * permanent(hadamard(U, U)))


KNOWN["orthostochastic-permanent"] = {
    "U": [["-1/3", "2/3", "2/3"], ["2/3", "-1/3", "2/3"], ["2/3", "2/3", "-1/3"]]
}


@claim(FALSE, "the sum of moduli of a rotation", id="rotation-moduli", domain=orthogonal(n=3))
def rotation_moduli(U):
    """Banica, Collins, Schlenker 2010: 5 is the maximum, below the bound of Hadamard matrices."""
    yield then(total(absolute(entries(U))), "<=", Fraction(49, 10))


KNOWN["rotation-moduli"] = {"U": [["-1/3", "2/3", "2/3"], ["2/3", "-1/3", "2/3"], ["2/3", "2/3", "-1/3"]]}


@claim(FALSE, "ranges at right angles and the rank", id="ranges-rank", domain=square(count=2, n=(1, 3)))
def ranges_rank(A, B):
    """It takes orthogonal rows as well (Marsaglia and Styan 1974)."""
    yield given(entries(T(A) @ B), "==", 0)
    yield then(rank(A + B), "==", rank(A) + rank(B))


KNOWN["ranges-rank"] = {"A": FIRST, "B": LOWER}


@claim(FALSE, "blocks exchanged and the rank", id="blocks-exchanged", domain=square(count=4, n=(1, 2)))
def blocks_exchanged(A, B, C, D):
    """True of numbers; Horn and Johnson, Topics, 4.2, on transposed blocks."""
    yield then(rank(block(A, C, B, D)), "<=", rank(block(A, B, C, D)))


KNOWN["blocks-exchanged"] = {"A": FIRST, "B": RAISE, "C": LOWER, "D": LAST}


@claim(FALSE, "a product of partial isometries", id="partial-isometries", domain=square(count=2, n=(1, 3)))
def partial_isometries(A, B):
    """Halmos and McLaughlin 1963; A Hilbert Space Problem Book, section 127."""
    P = A @ B
    yield given(entries(A @ T(A) @ A), "==", entries(A))
    yield given(entries(B @ T(B) @ B), "==", entries(B))
    yield then(entries(P @ T(P) @ P), "==", entries(P))


KNOWN["partial-isometries"] = {"A": FIRST, "B": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE, "the real part of a Hermitian matrix and its rank", id="hermitian-real-rank", domain=hermitian(2)
)
def hermitian_real_rank(A):
    """The rank counts twice in the real matrix; the real part is the mean of A and its conjugate."""
    yield given(0, "loewner", A)
    yield then(2 * rank(leading(A, 2)), "<=", rank(A))


KNOWN["hermitian-real-rank"] = {"A": [[1, 0, 0, 1], [0, 1, -1, 0], [0, -1, 1, 0], [1, 0, 0, 1]]}


@claim(FALSE, "complex orthogonal matrices", id="complex-orthogonal", domain=square(count=2, n=(1, 3)))
def complex_orthogonal(X, Y):
    """Horn and Johnson, Matrix Analysis, 2.1: they are no bounded set, as unitary ones are."""
    yield given(entries(X @ T(X) - Y @ T(Y) - I), "==", 0)
    yield given(entries(X @ T(Y) + Y @ T(X)), "==", 0)
    yield then(op(complex_matrix(X, Y)), "<=", 1)


KNOWN["complex-orthogonal"] = {"X": [["5/4", 0], [0, "5/4"]], "Y": [[0, "3/4"], ["-3/4", 0]]}


@claim(
    FALSE,
    "Polya and Szego's inequality with 2",
    id="polya-szego-two",
    domain=together(x=box(1, 2), y=box(1, 3), n=(1, 4)),
)
def polya_szego_two(x, y):
    """49/24 is their constant (Aufgaben und Lehrsaetze, II, Aufgabe 92)."""
    yield then(total(sq(x)) * total(sq(y)), "<=", 2 * sq(total(x * y)))


KNOWN["polya-szego-two"] = {"x": [1, 2, 2], "y": [3, 1, 1]}


@claim(FALSE, "Shapiro's cyclic sum of fourteen", id="shapiro-fourteen", domain=box(0, 100, n=14))
def shapiro_fourteen(x):
    """Asked by Shapiro in 1954; Troesch 1985 has these numbers, and a proof up to twelve."""
    y = circulant(unit(14, 14)) @ x + circulant(unit(14, 13)) @ x
    yield given(0, "<", y)
    yield then(7, "<=", total(x / y))


KNOWN["shapiro-fourteen"] = {"x": [0, 42, 2, 42, 4, 41, 5, 39, 4, 38, 2, 38, 0, 40]}


@claim(
    FALSE,
    "Cauchy and Schwarz with two positive squares",
    id="aczel-signature",
    domain=together(x=vector(), y=vector(), n=3),
)
def aczel_signature(x, y):
    """With one positive square it is true (Aczel 1956)."""
    J = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]
    form = total(x * (J @ x))
    yield given(0, "<", form)
    yield then(form * total(y * (J @ y)), "<=", sq(total(x * (J @ y))))


KNOWN["aczel-signature"] = {"x": [1, 0, 0], "y": [0, 1, 0]}
