"""False statements, fourth set: eigenvalues of matrices with structure, stochastic matrices."""

from fractions import Fraction

from benchmarks.unseen import FALSE
from perturb import claim, given, then
from perturb.domains import (
    box,
    doubly_stochastic,
    m_matrix,
    nonnegative,
    probability_vector,
    square,
    together,
    totally_nonnegative,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    column_matrix,
    column_sums,
    det,
    diag,
    diagonal,
    eig_im,
    eig_re,
    entries,
    hadamard,
    inv,
    larger,
    largest,
    moduli,
    power,
    product,
    row_sums,
    spectral_radius,
    sym,
    total,
    unit,
)

KNOWN = {}


@claim(
    FALSE,
    "a stochastic matrix and a diagonal one of trace one",
    id="stochastic-shift",
    domain=together(A=nonnegative(), p=probability_vector(), n=4),
)
def stochastic_shift(A, p):
    """Conjectured on Mathematics Stack Exchange, question 3240754, and refuted."""
    yield given(row_sums(A), "==", 1)
    even, odd = p[2] + p[4], p[1] + p[3]
    V = diag([even - p[1], odd - p[2], even - p[3], odd - p[4]])
    yield then(1, "<=", spectral_radius(A + V))


KNOWN["stochastic-shift"] = {
    "A": [["97/100", "1/100", "1/100", "1/100"]] * 4,
    "p": ["9/10", "1/10", 0, 0],
}


@claim(FALSE, "matrices with positive principal minors", id="p-matrix-stable", domain=square(n=3))
def p_matrix_stable(A):
    """True for n = 2, and of symmetric matrices; Kellogg 1972 has the sector of the spectrum."""
    yield given(0, "<", diagonal(A))
    yield given(A[1, 2] * A[2, 1], "<", A[1, 1] * A[2, 2])
    yield given(A[1, 3] * A[3, 1], "<", A[1, 1] * A[3, 3])
    yield given(A[2, 3] * A[3, 2], "<", A[2, 2] * A[3, 3])
    yield given(0, "<", det(A))
    yield then(0, "<=", eig_re(A))


KNOWN["p-matrix-stable"] = {"A": [[1, 3, 0], [0, 1, 3], [3, 0, 1]]}


@claim(FALSE, "Hadamard's inequality of P-matrices", id="p-matrix-hadamard", domain=square(n=2))
def p_matrix_hadamard(A):
    """True of M-matrices; Horn and Johnson, Topics, 2.5."""
    yield given(0, "<", diagonal(A))
    yield given(0, "<", det(A))
    yield then(det(A), "<=", product(diagonal(A)))


KNOWN["p-matrix-hadamard"] = {"A": [[1, -1], [1, 1]]}


@claim(
    FALSE,
    "a stable matrix with weighted rows",
    id="weighted-stability",
    domain=together(A=square(), d=box(1, 10), n=(1, 3)),
)
def weighted_stability(A, d):
    """Such matrices are called D-stable; Horn and Johnson, Topics, 2.5."""
    yield given(0, "<", eig_re(A))
    yield then(0, "<=", eig_re(diag(d) @ A))


KNOWN["weighted-stability"] = {"A": [[-1, -2], [2, 3]], "d": [10, 1]}


@claim(FALSE, "an M-matrix and its inverse, n = 3", id="m-matrix-seven-tenths", domain=m_matrix(n=3))
def m_matrix_seven_tenths(A):
    """2/3 is right: conjectured by Fiedler and Markham 1988, proved in 2000."""
    yield then(Fraction(7, 10), "<=", eig_re(hadamard(A, inv(A))))


KNOWN["m-matrix-seven-tenths"] = {"A": [[20, -19, 0], [0, 20, -19], [-19, 0, 20]]}


@claim(FALSE, "a product of M-matrices", id="m-matrix-product", domain=m_matrix(count=2, n=(1, 3)))
def m_matrix_product(A, B):
    """Horn and Johnson, Topics, 2.5: one of them where no entry off the diagonal is positive."""
    yield then(entries(A @ B - diag(diagonal(A @ B))), "<=", 0)


KNOWN["m-matrix-product"] = {"A": [[1, -1, 0], [0, 1, 0], [0, 0, 1]], "B": [[1, 0, 0], [0, 1, -1], [0, 0, 1]]}


@claim(
    FALSE,
    "the entrywise square of a totally nonnegative matrix, n = 4",
    id="totally-nonnegative-square",
    domain=totally_nonnegative(n=4),
)
def totally_nonnegative_square(A):
    """Fallat and Johnson 2011, Chapter 8, have this matrix; true up to n = 3."""
    yield then(0, "<=", det(hadamard(A, A)))


KNOWN["totally-nonnegative-square"] = {
    "A": [[1, 11, 22, 20], [6, 67, 139, 140], [16, 182, 395, 445], [12, 138, 309, 375]]
}


@claim(FALSE, "from a matrix to its symmetric part", id="levinger-concave", domain=nonnegative(n=(1, 3)))
def levinger_concave(A):
    """Levinger announced concavity in 1969; Altenberg and Cohen 2020 refute it from n = 3 on."""
    ends = spectral_radius(A) + spectral_radius(sym(A))
    yield then(ends, "<=", 2 * spectral_radius((3 * A + T(A)) / 4))


KNOWN["levinger-concave"] = {"A": [[0, 7, 0], [0, 0, 0], [0, 0, 3]]}


@claim(FALSE, "the entries of a third power", id="third-power-sums", domain=nonnegative(n=(1, 4)))
def third_power_sums(A):
    """Drury, Merikoski, Laakso, Tossavainen 2003 ask; London and Hoffman have symmetric matrices."""
    both = power(row_sums(A) * column_sums(A), Fraction(3, 2))
    yield then(total(entries(A @ A @ A)), "<=", total(both))


KNOWN["third-power-sums"] = {"A": [[0, 1, 0], [0, 0, 1], [1, 4, 0]]}


@claim(
    FALSE, "how far eigenvalues of a stochastic matrix turn", id="stochastic-turn", domain=nonnegative(n=3)
)
def stochastic_turn(A):
    """Dmitriev and Dynkin 1945: a cycle has the third roots of unity."""
    yield given(row_sums(A), "==", 1)
    yield then(5 * eig_im(A), "<=", 4)


KNOWN["stochastic-turn"] = {"A": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}


@claim(
    FALSE,
    "the second eigenvalue of a product of doubly stochastic matrices",
    id="second-modulus",
    domain=doubly_stochastic(count=2, n=(2, 4)),
)
def second_modulus(A, B):
    """True of the second singular value; a warning in texts on Markov chains."""
    yield then(moduli(A @ B)[2], "<=", moduli(A)[2] * moduli(B)[2])


KNOWN["second-modulus"] = {
    "A": [["1/2", "1/2", 0], ["1/6", "1/6", "2/3"], ["1/3", "1/3", "1/3"]],
    "B": [["1/2", "1/6", "1/3"], ["1/2", "1/6", "1/3"], [0, "2/3", "1/3"]],
}


@claim(FALSE, "a companion matrix and its largest coefficient", id="companion-largest", domain=vector(n=3))
def companion_largest(v):
    """Cauchy 1829 adds one."""
    C = [[0, 1, 0], [0, 0, 1], [0, 0, 0]] + column_matrix(unit(3, 3)) @ T(column_matrix(v))
    yield then(spectral_radius(C), "<=", larger(1, largest(absolute(v))))


KNOWN["companion-largest"] = {"v": [1, 1, 1]}
