"""False statements about complex matrices: norms, numerical radii, unitary matrices, states of qubits."""

from itertools import permutations

from flint import fmpq, fmpq_mat

from benchmarks.unseen import FALSE, LOWER, RAISE
from perturb import claim, given, then
from perturb.domains import (
    density,
    hermitian,
    positive_definite,
    psd,
    square,
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
    exp,
    fro,
    inv,
    kron,
    lam,
    lam_max,
    largest,
    leading,
    mat_abs,
    mat_exp,
    nuclear,
    numerical_radius,
    op,
    rank,
    real,
    rows,
    s,
    smaller,
    smallest,
    sq,
    trace,
    trailing,
    upper_right,
)

KNOWN = {}


@claim(
    FALSE,
    "the numerical radius of a product, factor 2",
    id="radius-product-two",
    domain=square(field="complex", count=2, n=(1, 3)),
)
def radius_product_two(A, B):
    """4 is right, and 2 for commuting ones (Holbrook 1969)."""
    yield then(numerical_radius(A @ B), "<=", 2 * numerical_radius(A) * numerical_radius(B))


KNOWN["radius-product-two"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "the numerical radius of a Kronecker product",
    id="radius-kronecker",
    domain=square(field="complex", count=2, n=2),
)
def radius_kronecker(A, B):
    """Horn and Johnson, Topics, Chapter 4: of normal factors it is true."""
    yield then(numerical_radius(kron(A, B)), "<=", numerical_radius(A) * numerical_radius(B))


KNOWN["radius-kronecker"] = {"A": RAISE, "B": RAISE}


@claim(
    FALSE,
    "the numerical radius of a Jordan product",
    id="radius-jordan",
    domain=square(field="complex", count=2, n=(1, 3)),
)
def radius_jordan(A, B):
    """Fong and Holbrook 1983: the root of 8 is best, and 2 where one of the factors is adjoint."""
    yield then(numerical_radius(A @ B + B @ A), "<=", 2 * op(A) * numerical_radius(B))


KNOWN["radius-jordan"] = {"A": [[1 + 1j, 1 - 1j], [0, 0]], "B": [[0, 0], [1, 0]]}


@claim(
    FALSE,
    "the square and the numerical radius",
    id="square-and-radius",
    domain=square(field="complex", n=(1, 3)),
)
def square_and_radius(A):
    """Berger and Okubo, Ando 1975: the factor is 2, a shift of three dimensions."""
    yield then(2 * op(A @ A), "<=", 3 * sq(numerical_radius(A)))


KNOWN["square-and-radius"] = {"A": [[0, 1, 0], [0, 0, 1], [0, 0, 0]]}


@claim(
    FALSE,
    "a sum and the sum of absolute values, 6/5",
    id="lee-six-fifths",
    domain=square(field="complex", count=2, n=(1, 3)),
)
def lee_six_fifths(A, B):
    """Half of 1 + sqrt(2), 1.207, is best (Lee 2012; Lin and Zhang 2022)."""
    yield then(5 * sq(fro(A + B)), "<=", 6 * sq(fro(mat_abs(A) + mat_abs(B))))


KNOWN["lee-six-fifths"] = {"A": [[4, -6], [-2, 3]], "B": [[-4, -6], [2, 3]]}


@claim(
    FALSE,
    "Hermitian matrices and absolute values, one by one",
    id="absolute-values-each",
    domain=hermitian(count=2, n=(1, 3)),
)
def absolute_values_each(A, B):
    """Of sums of the largest it is true (Bourin 2009)."""
    yield then(s(A + B), "<=", lam(mat_abs(A) + mat_abs(B)))


KNOWN["absolute-values-each"] = {
    "A": [[2, -2 + 1j], [-2 - 1j, 0]],
    "B": [[0, -1 - 1j], [-1 + 1j, -2]],
}


@claim(
    FALSE,
    "a positive real part, 3/2",
    id="cartesian-three-halves",
    domain=together(A=psd(field="complex"), B=hermitian(), n=(1, 3)),
)
def cartesian_three_halves(A, B):
    """Bhatia and Zhan 2003: the factor is 2, and 1 where both are positive."""
    yield then(2 * sq(op(A + 1j * B)), "<=", 2 * sq(op(A)) + 3 * sq(op(B)))


KNOWN["cartesian-three-halves"] = {
    "A": [[3, 1 - 2j], [1 + 2j, 2]],
    "B": [[-2, 2], [2, 2]],
}


@claim(
    FALSE,
    "positive blocks, symmetric off the diagonal",
    id="blocks-symmetric",
    domain=together(
        A=positive_definite(field="complex"), Y=square(field="complex"), Q=psd(field="complex"), n=(1, 2)
    ),
)
def blocks_symmetric(A, Y, Q):
    """True where the block off the diagonal is Hermitian (Bourin, Lee, Lin 2012)."""
    X = Y + Y.T
    D = X.H @ inv(A) @ X + Q
    yield then(op(block(A, X, X.H, D)), "<=", op(A + D))


KNOWN["blocks-symmetric"] = {
    "A": [[3, 0 + 2j], [0 - 2j, 5]],
    "Y": [[-1, 1 + 1j], [-1 + 1j, 1 - 1j]],
    "Q": [[0, 0], [0, 0]],
}


@claim(
    FALSE,
    "singular values of an exponential, one by one",
    id="exponential-each",
    domain=square(field="complex", n=(1, 3)),
)
def exponential_each(A):
    """Of products of the largest it is true (Cohen 1988)."""
    yield then(s(mat_exp(A)), "<=", exp(lam((A + A.H) / 2)))


KNOWN["exponential-each"] = {"A": [[0, 2], [0, 0]]}


@claim(
    FALSE,
    "Golden and Thompson for three",
    id="golden-thompson-three",
    domain=hermitian(count=3, n=(1, 2)),
)
def golden_thompson_three(A, B, C):
    """Bhatia, Matrix Analysis, IX.3: of two it is true; Lieb 1973 has an integral."""
    product = mat_exp(A) @ mat_exp(B) @ mat_exp(C)
    yield then(real(trace(mat_exp(A + B + C))), "<=", abs(trace(product)))


KNOWN["golden-thompson-three"] = {
    "A": [[1, -0.5 - 1j], [-0.5 + 1j, -1]],
    "B": [[-1, 1j], [-1j, 0]],
    "C": [[-1, 1], [1, 1]],
}


@claim(
    FALSE,
    "traces of unitary matrices, squared",
    id="unitary-traces-squared",
    domain=unitary(count=2, n=(1, 3)),
)
def unitary_traces_squared(U, V):
    """Wang and Zhang 1994 have the roots."""
    n = rows(U)

    def off(W):
        return sq(n) - abs(trace(W)) ** 2

    yield then(off(U @ V), "<=", off(U) + off(V))


KNOWN["unitary-traces-squared"] = {
    "U_re": [["4/5", 0], [0, "4/5"]],
    "U_im": [["3/5", 0], [0, "-3/5"]],
    "V_re": [["4/5", 0], [0, "4/5"]],
    "V_im": [["3/5", 0], [0, "-3/5"]],
}


@claim(
    FALSE,
    "unitary matrices near the identity nearly commute",
    id="unitary-near-one",
    domain=unitary(count=2, n=(1, 3)),
)
def unitary_near_one(U, V):
    """With factor 2 it is true (Frobenius 1911, on the way to Jordan's theorem)."""
    yield then(op(U @ V - V @ U), "<=", op(U - I) * op(V - I))


KNOWN["unitary-near-one"] = {
    "U_re": [["4/5", 0], [0, "4/5"]],
    "U_im": [[0, "3/5"], ["3/5", 0]],
    "V_re": [["4/5", "3/5"], ["-3/5", "4/5"]],
    "V_im": [[0, 0], [0, 0]],
}


@claim(
    FALSE,
    "Fischer's inequality for accretive and dissipative matrices",
    id="fischer-accretive",
    domain=psd(field="complex", count=2, n=2),
)
def fischer_accretive(A, B):
    """Ikramov 2004 has a factor."""
    Z = A + 1j * B
    yield then(abs(det(Z)), "<=", abs(Z[1, 1] * Z[2, 2]))


KNOWN["fischer-accretive"] = {"A": [[1, 1], [1, 1]], "B": [[1, -1], [-1, 1]]}


def parts(R):
    """Of a state of two qubits: the blocks A, X, D of [[A, X], [X^*, D]]."""
    return leading(R, 2), upper_right(R, 2), trailing(R, 2)


@claim(FALSE, "Renyi's entropy of order 2 is subadditive", id="renyi-subadditive", domain=density(n=4))
def renyi_subadditive(R):
    """Linden, Mosonyi, Winter 2013: no inequality at all; that of order 1 is subadditive."""
    A, X, D = parts(R)
    first = sq(real(trace(A))) + sq(real(trace(D))) + 2 * abs(trace(X)) ** 2
    yield then(first * sq(fro(A + D)), "<=", sq(fro(R)))


KNOWN["renyi-subadditive"] = {
    "R": [[0, 0, 0, 0], [0, "1/10", 0, 0], [0, 0, "1/10", 0], [0, 0, 0, "4/5"]],
}


@claim(
    FALSE,
    "the largest eigenvalue of a partial transpose",
    id="partial-transpose-largest",
    domain=density(n=4),
)
def partial_transpose_largest(R):
    """True of pure states, and false for the transpose of a mixture with an entangled one."""
    A, X, D = parts(R)
    yield then(lam_max(block(A.T, X.T, conj(X), D.T)), "<=", lam_max(R))


KNOWN["partial-transpose-largest"] = {
    "R": [["1/3", 0, 0, 0], [0, "1/6", "1/6", 0], [0, "1/6", "1/6", 0], [0, 0, 0, "1/3"]],
}


@claim(
    FALSE,
    "trace distance and rank",
    id="trace-distance-rank",
    domain=density(count=2, n=(1, 4)),
)
def trace_distance_rank(R, S):
    """Coles, Cerezo, Cincio 2019 have the product of the ranks over their sum for half of the smaller."""
    yield then(sq(nuclear(R - S)), "<=", 2 * smaller(rank(R), rank(S)) * sq(fro(R - S)))


KNOWN["trace-distance-rank"] = {
    "R": [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
    "S": [[0, 0, 0], [0, "1/2", 0], [0, 0, "1/2"]],
}


@claim(
    FALSE,
    "factors of a Hermitian Kronecker product",
    id="hermitian-kronecker",
    domain=square(field="complex", count=2, n=(1, 2)),
)
def hermitian_kronecker(A, B):
    """Horn and Johnson, Topics, 4.2: up to numbers that are inverse to each other."""
    yield given(entries(kron(A, B)), "==", entries(kron(A, B).H))
    yield then(entries(A), "==", entries(A.H))


KNOWN["hermitian-kronecker"] = {
    "A": [[0, 1j], [1j, 0]],
    "B": [[2j, 1], [-1, 1j]],
}


def cayley(upper, phases):
    """(I + S)^(-1) (I - S) of the skew-Hermitian S = [[ip, a, b], [., iq, c], [., ., ir]], by parts."""
    (a, b, c), (p, q, r) = upper, phases
    X = [[0, a[0], b[0]], [-a[0], 0, c[0]], [-b[0], -c[0], 0]]
    Y = [[p, a[1], b[1]], [a[1], q, c[1]], [b[1], c[1], r]]
    double = [[*x, *(-v for v in y)] for x, y in zip(X, Y, strict=True)]
    double += [[*y, *x] for x, y in zip(X, Y, strict=True)]
    one = fmpq_mat(6, 6, [int(i == j) for i in range(6) for j in range(6)])
    S = fmpq_mat(double) / 20
    U = (one + S).solve(one - S)
    return [[[str(fmpq(U[3 * k + i, j])) for j in range(3)] for i in range(3)] for k in (0, 1)]


@claim(
    FALSE,
    "eigenvalues of normal matrices move no farther",
    id="normal-spectral-variation",
    domain=together(U=unitary(), a=vector(field="complex"), b=vector(field="complex"), n=3),
)
def normal_spectral_variation(U, a, b):
    """True of Hermitian and of unitary ones; Holbrook 1992 found three dimensions by computer."""
    far = [largest([abs(a[i + 1] - b[k]) for i, k in enumerate(order)]) for order in permutations((1, 2, 3))]
    yield then(smallest(far), "<=", op(diag(a) - U @ diag(b) @ U.H))


TURNED = cayley(((8, 6), (12, -4), (0, -1)), (-2, -17, 2))
KNOWN["normal-spectral-variation"] = {
    "U_re": TURNED[0],
    "U_im": TURNED[1],
    "a": [58 - 57j, -41 - 41j, -29 - 100j],
    "b": [-62 + 5j, -18 - 24j, -29 + 10j],
}
