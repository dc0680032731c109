"""True statements, fifth set: norms, numerical radii, distances, layers.

And: traces, determinants, permanents, ranks, vectors.
"""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    binary,
    box,
    nonnegative,
    orthogonal,
    positive_definite,
    probability_vector,
    projection,
    psd,
    rectangular,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    column_matrix,
    column_sums,
    commutator,
    complex_det,
    complex_matrix,
    det,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    exp,
    eye,
    fro,
    hadamard,
    inv,
    kron,
    lam,
    lam_min,
    larger,
    leading,
    mat_abs,
    mat_exp,
    mat_log,
    mat_sqrt,
    nuclear,
    numerical_radius,
    op,
    permanent,
    pinv,
    product,
    rank,
    relu_norm,
    row_sums,
    rows,
    s,
    s_min,
    smaller,
    sq,
    sqrt,
    total,
    trace,
    trailing,
    upper_right,
)


@claim(TRUE, "Kittaneh 2003: the numerical radius", id="kittaneh-2003", domain=square(n=(1, 4)))
def kittaneh_2003(A):
    """A numerical radius inequality and an estimate for the zeros of polynomials, Theorem 1."""
    yield then(2 * numerical_radius(A), "<=", op(A) + sqrt(op(A @ A)))


@claim(TRUE, "Berger 1965: a third power", id="berger-third", domain=square(n=(1, 4)))
def berger_third(A):
    """The power inequality, and a norm is at most twice the numerical radius."""
    yield given(numerical_radius(A), "<=", 1)
    yield then(op(A @ A @ A), "<=", 2)


@claim(
    TRUE,
    "a commutator and an anticommutator, Frobenius",
    id="commutator-anticommutator-frobenius",
    domain=together(A=psd(), X=square(), n=(1, 4)),
)
def commutator_anticommutator_frobenius(A, X):
    """In a basis of eigenvectors, entry by entry: |a - b| is at most a + b."""
    yield then(fro(A @ X - X @ A), "<=", fro(A @ X + X @ A))


@claim(TRUE, "moduli of the entries and the rank", id="moduli-and-rank", domain=square(n=(1, 4)))
def moduli_and_rank(A):
    """Through the Frobenius norm, which does not see signs."""
    yield then(op(entrywise_abs(A)), "<=", sqrt(rank(A)) * op(A))


@claim(
    TRUE,
    "Horn and Johnson: the trace norm of an entrywise product",
    id="hadamard-nuclear",
    domain=square(count=2, n=(1, 4)),
)
def hadamard_nuclear(A, B):
    """Topics, Theorem 5.5.4; Ando, Horn, Johnson 1987."""
    yield then(nuclear(hadamard(A, B)), "<=", total(s(A) * s(B)))


@claim(
    TRUE,
    "Srebro 2005: two layers",
    id="srebro-two-layers",
    domain=together(A=rectangular("m", "k"), B=rectangular("k", "n"), m=(1, 3), k=(1, 3), n=(1, 3)),
)
def srebro_two_layers(A, B):
    """The trace norm of a product, and the two means."""
    yield then(2 * nuclear(A @ B), "<=", sq(fro(A)) + sq(fro(B)))


@claim(TRUE, "Hlawka 1942", id="hlawka-frobenius", domain=square(count=3, n=(1, 3)))
def hlawka_frobenius(A, B, C):
    """Of lengths of vectors."""
    yield then(fro(A + B) + fro(B + C) + fro(A + C), "<=", fro(A) + fro(B) + fro(C) + fro(A + B + C))


@claim(TRUE, "Stewart 1977: pseudo-inverses of one rank", id="stewart-rank", domain=square(count=2, n=(1, 3)))
def stewart_rank(A, B):
    """On the perturbation of pseudo-inverses; the constant of Wedin 1973 is smaller."""
    yield given(rank(A), "==", rank(B))
    yield then(op(pinv(A) - pinv(B)), "<=", 2 * op(pinv(A)) * op(pinv(B)) * op(A - B))


@claim(TRUE, "the nearest singular matrix", id="distance-to-singular", domain=square(count=2, n=(1, 3)))
def distance_to_singular(A, E):
    """Eckart and Young 1936: the least singular value is the distance."""
    yield given(det(A + E), "==", 0)
    yield then(s_min(A), "<=", op(E))


@claim(
    TRUE,
    "Sylvester's equation, Frobenius",
    id="sylvester-frobenius",
    domain=together(A=symmetric(), B=symmetric(), X=square(), n=(1, 3)),
)
def sylvester_frobenius(A, B, X):
    """Bhatia, Matrix Analysis, VII.2: in bases of eigenvectors, entry by entry."""
    gap = s_min(kron(A, eye(B)) - kron(eye(A), B))
    yield then(fro(X) * gap, "<=", fro(A @ X - X @ B))


@claim(
    TRUE,
    "van Hemmen and Ando 1980: square roots",
    id="van-hemmen-ando",
    domain=positive_definite(count=2, n=(1, 3)),
)
def van_hemmen_ando(A, B):
    """An inequality for trace ideals."""
    P, Q = mat_sqrt(A), mat_sqrt(B)
    yield then(fro(P - Q) * (lam_min(P) + lam_min(Q)), "<=", fro(A - B))


@claim(TRUE, "how far logarithms move", id="logarithms-move", domain=positive_definite(count=2, n=(1, 3)))
def logarithms_move(A, B):
    """Bhatia, Matrix Analysis, X.3: the derivative is largest at the least eigenvalue."""
    yield then(op(mat_log(A) - mat_log(B)) * smaller(lam_min(A), lam_min(B)), "<=", op(A - B))


@claim(
    TRUE,
    "pruning of weights that are not negative",
    id="pruning-nonnegative",
    domain=together(A=nonnegative(), M=binary(), n=(1, 4)),
)
def pruning_nonnegative(A, M):
    """The norm is attained at vectors that are not negative."""
    yield then(op(hadamard(A, M)), "<=", op(A))


@claim(
    TRUE,
    "how much of its norm a ReLU layer keeps at least",
    id="relu-keeps-half",
    domain=rectangular(m=(1, 4), n=(1, 4)),
)
def relu_keeps_half(A):
    """An input and its negative, squares added."""
    yield then(sq(op(A)), "<=", 2 * sq(relu_norm(A)))


@claim(TRUE, "Nair 2025: softmax is half Lipschitz", id="softmax-half", domain=probability_vector(n=(2, 4)))
def softmax_half(p):
    """Row sums of moduli are 2 p (1 - p)."""
    yield then(2 * op(diag(p) - column_matrix(p) @ T(column_matrix(p))), "<=", 1)


@claim(
    TRUE,
    "balanced layers",
    id="balanced-layers",
    domain=square(count=2, n=(1, 3)),
)
def balanced_layers(A, B):
    """Arora, Cohen, Hazan 2018: the singular values of the product are the squares."""
    yield given(entries(T(B) @ B), "==", entries(A @ T(A)))
    yield then(sq(fro(B @ A)), "==", sq(fro(T(A) @ A)))


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
