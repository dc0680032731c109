"""True statements about complex matrices: norms, numerical radii, the order, unitary matrices."""

from benchmarks.unseen import TRUE
from perturb import claim, given, index, then
from perturb.domains import (
    hermitian,
    normal,
    positive_definite,
    psd,
    square,
    together,
    unitary,
)
from perturb.vocab import (
    I,
    block,
    cols,
    det,
    eig_re,
    entries,
    entrywise_abs,
    fro,
    hadamard,
    inv,
    lam,
    mat_abs,
    mat_exp,
    numerical_radius,
    op,
    partial_sums,
    permanent,
    real,
    rows,
    s,
    sq,
    sqrt,
    trace,
)


@claim(
    TRUE,
    "Bhatia and Kittaneh 1990: singular values of a product",
    id="means-of-singular-values",
    domain=square(field="complex", count=2, n=(1, 3)),
)
def means_of_singular_values(A, B):
    """On the singular values of a product of operators."""
    yield then(2 * s(A @ B.H), "<=", lam(A.H @ A + B.H @ B))


@claim(
    TRUE,
    "Zhan 2000: a difference",
    id="zhan-difference",
    domain=psd(field="complex", count=2, n=(1, 3)),
)
def zhan_difference(A, B):
    """Singular values of differences of positive semidefinite matrices."""
    k = index("k", 1, cols(A))
    yield then(s(A - B)[k], "<=", s(block(A, 0 * A, 0 * A, B))[k])


@claim(
    TRUE,
    "Lin and Zhang 2022: a sum and the sum of absolute values",
    id="lee-sums",
    domain=square(field="complex", count=2, n=(1, 2)),
)
def lee_sums(A, B):
    """Lee's question of 2012 for the Frobenius norm."""
    yield then(2 * sq(fro(A + B)), "<=", (1 + sqrt(2)) * sq(fro(mat_abs(A) + mat_abs(B))))


@claim(
    TRUE,
    "Bourin 2009: sums of normal matrices",
    id="bourin-normal",
    domain=normal(field="complex", count=2, n=(1, 3)),
)
def bourin_normal(A, B):
    """The blocks |A|, A, A^*, |A| of a normal one are positive."""
    yield then(op(A + B), "<=", op(mat_abs(A) + mat_abs(B)))


@claim(
    TRUE,
    "Bhatia and Zhan 2003: a positive real part",
    id="cartesian-two",
    domain=together(A=psd(field="complex"), B=hermitian(), n=(1, 3)),
)
def cartesian_two(A, B):
    """Norm inequalities for operators with positive real part."""
    yield then(sq(op(A + 1j * B)), "<=", sq(op(A)) + 2 * sq(op(B)))


@claim(
    TRUE,
    "Mirman 1972: both parts positive",
    id="cartesian-one",
    domain=psd(field="complex", count=2, n=(1, 3)),
)
def cartesian_one(A, B):
    """Bhatia and Zhan 2001, p = infinity: compact operators whose real and imaginary parts are positive."""
    yield then(sq(op(A + 1j * B)), "<=", sq(op(A)) + sq(op(B)))


@claim(
    TRUE,
    "Cohen, Friedland, Kato, Kelly 1982",
    id="exponential-of-real-part",
    domain=square(field="complex", n=(1, 3)),
)
def exponential_of_real_part(A):
    """Eigenvalue inequalities for products of matrix exponentials; Bhatia, Theorem IX.3.1."""
    yield then(sq(fro(mat_exp(A))), "<=", real(trace(mat_exp(A + A.H))))


@claim(TRUE, "Wang and Zhang 1994", id="unitary-traces", domain=unitary(count=2, n=(1, 3)))
def unitary_traces(U, V):
    """A trace inequality for unitary matrices: sines of angles between vectors."""

    def off(W):
        return sqrt(1 - abs(trace(W) / rows(U)) ** 2)

    yield then(off(U @ V), "<=", off(U) + off(V))


@claim(TRUE, "Frobenius 1911", id="unitary-commutator", domain=unitary(count=2, n=(1, 3)))
def unitary_commutator(U, V):
    """UV - VU is the commutator of U - I and V - I."""
    yield then(op(U @ V - V @ U), "<=", 2 * op(U - I) * op(V - I))


@claim(TRUE, "Marcus and Newman 1962", id="unitary-permanent", domain=unitary(n=(1, 3)))
def unitary_permanent(U):
    """Inequalities for the permanent function: an entry of a symmetric power."""
    yield then(abs(permanent(U)), "<=", 1)


@claim(
    TRUE,
    "Berger 1965: a square",
    id="power-inequality",
    domain=square(field="complex", n=(1, 3)),
)
def power_inequality(A):
    """Halmos, A Hilbert Space Problem Book, Problem 221."""
    yield then(numerical_radius(A @ A), "<=", sq(numerical_radius(A)))


@claim(
    TRUE,
    "Ando and Okubo 1991: an entrywise product",
    id="radius-hadamard",
    domain=square(field="complex", count=2, n=(1, 3)),
)
def radius_hadamard(A, B):
    """A compression of the Kronecker product; its factors doubly commute (Holbrook 1969)."""
    yield then(numerical_radius(hadamard(A, B)), "<=", numerical_radius(A) * op(B))


@claim(
    TRUE,
    "Fong and Holbrook 1983",
    id="radius-adjoint-product",
    domain=square(field="complex", count=2, n=(1, 2)),
)
def radius_adjoint_product(A, B):
    """Unitarily invariant operator norms: w(A^* B A) <= |A|^2 w(B), at I + tA."""
    yield then(numerical_radius(A @ B + B @ A.H), "<=", 2 * op(A) * numerical_radius(B))


@claim(
    TRUE,
    "Fiedler 1961",
    id="fiedler-inverse",
    domain=positive_definite(field="complex", n=(1, 3)),
)
def fiedler_inverse(A):
    """The entrywise product of two positive blocks with I off the diagonal (Schur)."""
    yield then(I, "loewner", hadamard(A, inv(A)))


@claim(
    TRUE,
    "the inverse of a real part",
    id="inverse-of-real-part",
    domain=positive_definite(field="complex", n=(1, 3)),
)
def inverse_of_real_part(A):
    """The inverse is convex in the order of operators, at A and its conjugate."""
    yield then(inv(real(A)), "loewner", real(inv(A)))


@claim(
    TRUE,
    "moduli of a positive matrix, n = 3",
    id="moduli-positive-three",
    domain=psd(field="complex", n=3),
)
def moduli_positive_three(A):
    """The determinant grows, and minors of order 2 stay; false of n = 4."""
    yield then(0, "loewner", entrywise_abs(A))


@claim(
    TRUE,
    "Seiler and Simon 1975",
    id="seiler-simon",
    domain=square(field="complex", count=2, n=(1, 2)),
)
def seiler_simon(A, B):
    """Zhang, Matrix Theory, Theorem 8.19: through Thompson's |A + B| <= U^* |A| U + V^* |B| V."""
    sides = real(det(I + mat_abs(A))) * real(det(I + mat_abs(B)))
    yield then(real(det(I + mat_abs(A + B))), "<=", sides)


@claim(
    TRUE,
    "commutators of positive matrices",
    id="commutator-of-positive",
    domain=psd(field="complex", count=2, n=(1, 3)),
)
def positive_commutator(A, B):
    """Kittaneh 2008: that of A - |A|/2 and B - |B|/2."""
    yield then(2 * op(A @ B - B @ A), "<=", op(A) * op(B))


@claim(
    TRUE,
    "Fan 1950: real parts of eigenvalues",
    id="fan-real-parts",
    domain=square(field="complex", n=(1, 3)),
)
def fan_real_parts(A):
    """Horn and Johnson, Topics, Theorem 3.3.33."""
    yield then(partial_sums(eig_re(A)), "<=", partial_sums(lam((A + A.H) / 2)))


@claim(
    TRUE,
    "a hyponormal matrix is normal",
    id="hyponormal",
    domain=square(field="complex", n=(1, 3)),
)
def hyponormal(A):
    """Halmos, Problem 203: a positive matrix of trace 0 is 0."""
    yield given(A @ A.H, "loewner", A.H @ A)
    yield then(entries(A @ A.H), "==", entries(A.H @ A))
