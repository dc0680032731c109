"""False statements, fifth set: ranks, rotations, complex matrices, vectors."""

from fractions import Fraction

from benchmarks.unseen.matrices import FALSE, FIRST, LAST, LOWER, RAISE
from perturb import claim, given, then
from perturb.domains import (
    box,
    hermitian,
    orthogonal,
    square,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    circulant,
    complex_matrix,
    entries,
    hadamard,
    leading,
    op,
    permanent,
    rank,
    sq,
    total,
    unit,
)

KNOWN = {}


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
