"""True statements, fifth set: norms, numerical radii, distances, layers."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import (
    binary,
    nonnegative,
    positive_definite,
    probability_vector,
    psd,
    rectangular,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    T,
    column_matrix,
    det,
    diag,
    entries,
    entrywise_abs,
    eye,
    fro,
    hadamard,
    kron,
    lam_min,
    mat_log,
    mat_sqrt,
    nuclear,
    numerical_radius,
    op,
    pinv,
    rank,
    relu_norm,
    s,
    s_min,
    smaller,
    sq,
    sqrt,
    total,
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
