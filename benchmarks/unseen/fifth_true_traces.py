"""True statements, fifth set: traces, determinants, permanents, ranks, vectors."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import (
    box,
    nonnegative,
    orthogonal,
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    column_sums,
    commutator,
    complex_det,
    complex_matrix,
    det,
    diagonal,
    entries,
    entrywise_abs,
    exp,
    hadamard,
    inv,
    lam,
    larger,
    leading,
    mat_abs,
    mat_exp,
    mat_log,
    mat_sqrt,
    nuclear,
    op,
    permanent,
    pinv,
    product,
    rank,
    row_sums,
    rows,
    sq,
    total,
    trace,
    trailing,
    upper_right,
)


@claim(TRUE, "Peierls 1938, Bogoliubov 1958", id="peierls-bogoliubov", domain=symmetric(count=2, n=(1, 3)))
def peierls_bogoliubov(A, B):
    """Carlen, Trace Inequalities and Quantum Entropy, 2.5."""
    z = trace(mat_exp(A))
    yield then(z * exp(trace(mat_exp(A) @ B) / z), "<=", trace(mat_exp(A + B)))


@claim(
    TRUE,
    "Hiai, Ohya, Tsukada 1981: Pinsker's inequality",
    id="pinsker",
    domain=positive_definite(count=2, n=(1, 3)),
)
def pinsker(A, B):
    """Sufficiency, KMS condition and relative entropy in von Neumann algebras."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)), "<=", 2 * trace(A @ (mat_log(A) - mat_log(B))))


@claim(TRUE, "Fuchs and van de Graaf 1999", id="fuchs-van-de-graaf", domain=psd(count=2, n=(1, 3)))
def fuchs_van_de_graaf(A, B):
    """Cryptographic distinguishability measures for quantum-mechanical states."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)) + 4 * sq(nuclear(mat_sqrt(A) @ mat_sqrt(B))), "<=", 4)


@claim(
    TRUE,
    "Haegele 2007: words of three and three letters",
    id="words-of-six",
    domain=psd(count=2, n=(1, 3)),
)
def words_of_six(A, B):
    """A case of the conjecture of Bessis, Moussa and Villani, which Stahl proved in 2013."""
    P, Q = A @ A, B @ B
    words = 3 * trace(P @ A @ Q @ B) + 3 * trace(P @ B @ A @ Q) + 3 * trace(P @ Q @ A @ B)
    yield then(0, "<=", words + trace(A @ B @ A @ B @ A @ B))


@claim(TRUE, "Carlen, Lieb, Loss 2006: permanents", id="carlen-lieb-loss", domain=square(n=3))
def carlen_lieb_loss(A):
    """An inequality of Hadamard type for permanents."""
    yield then(3 * sq(permanent(A)), "<=", 4 * product(diagonal(A @ T(A))))


@claim(TRUE, "Lieb 1966: permanents of blocks", id="lieb-permanents", domain=psd(n=4))
def lieb_permanents(M):
    """Proofs of some conjectures on permanents: each coefficient of the expansion is at least zero."""
    left = permanent(leading(M, 2)) * permanent(trailing(M, 2)) + sq(permanent(upper_right(M, 2)))
    yield then(left, "<=", permanent(M))


@claim(TRUE, "Hwang 1987: Dittert's conjecture for n = 3", id="dittert-three", domain=nonnegative(n=3))
def dittert_three(A):
    """A note on a conjecture on permanents; Sinkhorn 1984 for n = 2."""
    yield given(total(row_sums(A)), "==", 3)
    yield then(9 * (product(row_sums(A)) + product(column_sums(A)) - permanent(A)), "<=", 16)


@claim(TRUE, "Schinzel 1978: determinants and signs", id="schinzel", domain=square(n=(1, 4)))
def schinzel(A):
    """An inequality for determinants with real entries."""
    plus, minus = row_sums(entrywise_abs(A) + A), row_sums(entrywise_abs(A) - A)
    yield then(absolute(det(A)), "<=", product(larger(plus, minus) / 2))


@claim(
    TRUE,
    "the determinant of an anticommutator, symmetric",
    id="anticommutator-determinant-symmetric",
    domain=symmetric(count=2, n=(1, 3)),
)
def anticommutator_determinant_symmetric(A, B):
    """It lies between the sum of squares and its negative."""
    yield then(absolute(det(A @ B + B @ A)), "<=", det(A @ A + B @ B))


@claim(
    TRUE,
    "a determinant of positive and imaginary parts",
    id="imaginary-determinant",
    domain=psd(count=2, n=(1, 3)),
)
def imaginary_determinant(A, B):
    """Bhatia and Kittaneh 2009; eigenvalues of a quotient majorise quotients of eigenvalues."""
    yield then(product(sq(lam(A)) + sq(lam(B))), "<=", sq(complex_det(complex_matrix(A, B))))


@claim(TRUE, "Rotfel'd 1969, Seiler and Simon 1975", id="rotfeld", domain=square(count=2, n=(1, 3)))
def rotfeld(A, B):
    """An inequality among determinants."""
    yield then(absolute(det(I + A + B)), "<=", det(I + mat_abs(A)) * det(I + mat_abs(B)))


@claim(TRUE, "commutators of rank one", id="commutator-rank-one", domain=square(count=2, n=(1, 3)))
def commutator_rank_one(A, B):
    """Laffey 1978: a matrix of rank one and trace zero has square zero."""
    C = commutator(A, B)
    yield given(rank(C), "<=", 1)
    yield then(entries(C @ C), "==", 0)


@claim(TRUE, "the rank of A - A^2", id="rank-of-defect", domain=square(n=(1, 4)))
def rank_of_defect(A):
    """The kernels of A and of I - A meet in zero; Marsaglia and Styan 1974."""
    yield then(rank(A - A @ A), "==", rank(A) + rank(I - A) - rows(A))


@claim(TRUE, "a transpose that is the square", id="transpose-is-square", domain=square(n=(1, 3)))
def transpose_is_square(A):
    """Such a matrix is normal, with eigenvalues zero and third roots of one."""
    yield given(entries(T(A)), "==", entries(A @ A))
    yield then(op(A), "<=", 1)


@claim(
    TRUE,
    "Anderson and Duffin 1969: twice the parallel sum",
    id="anderson-duffin-projection",
    domain=projection(count=2, n=(1, 3)),
)
def anderson_duffin_projection(P, Q):
    """The projection on the intersection of two subspaces."""
    G = 2 * P @ pinv(P + Q) @ Q
    yield then(entries(G @ G), "==", entries(G))


@claim(TRUE, "projections near each other", id="projections-near", domain=projection(count=2, n=(1, 4)))
def projections_near(P, Q):
    """Kato, Perturbation Theory, I.4.6."""
    yield given(op(P - Q), "<", 1)
    yield then(rank(P), "==", rank(Q))


@claim(TRUE, "Johnson and Shapiro 1986: relative gains", id="relative-gains-sums", domain=square(n=(1, 4)))
def relative_gains_sums(A):
    """Mathematical aspects of the relative gain array: expansion of the determinant along a row."""
    yield then(row_sums(hadamard(A, T(inv(A)))), "==", 1)


@claim(TRUE, "Banica, Collins, Schlenker 2010: rotations", id="rotation-five", domain=orthogonal(n=3))
def rotation_five(U):
    """On orthogonal matrices maximizing the 1-norm."""
    yield then(total(absolute(entries(U))), "<=", 5)


@claim(TRUE, "Jacobi 1834: minors of a rotation", id="jacobi-minors", domain=orthogonal(n=4))
def jacobi_minors(U):
    """Horn and Johnson, Matrix Analysis, 0.8: complementary minors."""
    yield then(absolute(det(leading(U, 2))), "==", absolute(det(trailing(U, 2))))


@claim(
    TRUE,
    "Polya and Szego 1925",
    id="polya-szego",
    domain=together(x=box(1, 2), y=box(1, 3), n=(1, 4)),
)
def polya_szego(x, y):
    """Aufgaben und Lehrsaetze aus der Analysis, II, Aufgabe 92."""
    yield then(24 * total(sq(x)) * total(sq(y)), "<=", 49 * sq(total(x * y)))


@claim(TRUE, "Aczel 1956", id="aczel", domain=together(x=vector(), y=vector(), n=3))
def aczel(x, y):
    """Some general methods in the theory of functional equations: Cauchy and Schwarz in Minkowski's space."""
    J = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
    form = total(x * (J @ x))
    yield given(0, "<", form)
    yield then(form * total(y * (J @ y)), "<=", sq(total(x * (J @ y))))
