"""Section 2.1: singular values and vectors, (10) to (16), and those of a symmetric matrix."""

from __future__ import annotations

from perturb import claim, given, index, indices, named, then
from perturb.domains import orthogonal, projection, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    cols,
    column_sums,
    det,
    diag,
    diagonal,
    entries,
    entrywise_power,
    eye,
    fro,
    lam,
    mat_abs,
    moduli,
    partial_sums,
    polar,
    s,
    sq,
    sqrt,
    total,
    trace,
)
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import RIEDI, readings

i = indices("i")[0]
SVD = together(V=orthogonal(), U=orthogonal(), d=vector(), n=(1, 3))
REFLECTED = together(P=projection(), w=vector(), n=(1, 3))


def descending(q: Expr) -> Expr:
    """The tail sums of q: for q >= 0 a list in descending order, and every such list is one."""
    return total(q) - partial_sums(q) + q


def with_vectors(V: Expr, U: Expr, d: Expr, letter: str = "A") -> tuple[Expr, Expr]:
    """A = V diag(sigma) U' and sigma = s(A): column i of U and of V belong to s_i."""
    sigma = named(r"\sigma", descending(abs(d)), "any nonnegative list in descending order")
    return named(letter, V @ diag(sigma) @ T(U)), sigma


def total_squares(A: Expr) -> Expr:
    """The squared lengths of the columns."""
    return column_sums(entrywise_power(A, 2))


def dot(x: Expr, y: Expr) -> Expr:
    return total(x * y)


@claim(RIEDI, "(10)", id="eq-10", status="proved", domain=SVD, reading=readings.SVD)
def singular_values_are_lengths(V, U, d):
    """A'A = U diag(sigma^2) U', so its eigenvalues are the sigma_i^2 with the columns u_i of U."""
    A, _ = with_vectors(V, U, d)
    lengths = sqrt(diagonal(T(A @ U) @ A @ U))
    yield then(s(A), "==", sqrt(lam(T(A) @ A)), "==", lengths)


@claim(RIEDI, "(11)", id="eq-11", status="proved", domain=SVD, depends=["eq-10"], reading=readings.SVD)
def eigenvalues_are_squared_lengths(V, U, d):
    """u'A'Au = lambda u'u = lambda for a unit eigenvector u of A'A, and the left side is |Au|^2."""
    A, _ = with_vectors(V, U, d)
    lengths = total_squares(A @ U)
    form, values = diagonal(T(U) @ (T(A) @ A) @ U), lam(T(A) @ A)
    yield then(0, "<=", lengths, "==", form, "==", values * total_squares(U), "==", values)


@claim(RIEDI, "(12)", id="eq-12", status="proved", domain=SVD, reading=readings.SVD)
def left_and_right_singular_vectors(V, U, d):
    """A u_i = s_i v_i and A'v_i = s_i u_i for the columns of V and U, also where s_i = 0 or is multiple."""
    A, _ = with_vectors(V, U, d)
    yield then(entries(A @ U), "==", entries(V @ diag(s(A))))
    yield then(entries(T(A) @ V), "==", entries(U @ diag(s(A))))


@claim(
    RIEDI,
    "(12), left singular vectors exist",
    id="eq-12~constructed",
    status="proved",
    domain=square(n=(1, 3)),
    reading=readings.CONSTRUCTED,
)
def left_singular_vectors_by_the_polar_factor(A):
    """v_i = Qu_i with the polar factor Q = A |A|^(-1): Q'Q = Id, and |A|u_i = s_i u_i is carried over."""
    yield given(det(A), "!=", 0)
    Q = named("Q", polar(A))
    yield then(entries(T(Q) @ Q), "==", entries(eye(A)))
    yield then(entries(Q @ mat_abs(A)), "==", entries(A))
    yield then(entries(T(A) @ Q), "==", entries(mat_abs(A)))


@claim(
    RIEDI,
    "(13), (14)",
    id="eq-13",
    status="proved",
    domain=square(n=(1, 4)),
    covers=["eq-14"],
    true_mutants={"conclusion-3:left:shift-s[i+1]": "singular values are not negative"},
)
def simple_singular_values_by_their_neighbours(A):
    """That s_i differs from all others, as (13) asks, is that it differs from its two neighbours. For i < n
    it is not 0 then, so that (14) asks for more than (13) at i = n alone.
    """
    values, j = s(A), index("j", 1, cols(A))
    yield then(values[i] - values[i + 1], "<=", values[i] - values[i + j])
    yield then(values[i + j - 1] - values[i + j], "<=", values[i] - values[i + j])
    yield then(values[i] - values[i + 1], "<=", values[i])


@claim(
    RIEDI, "Text after (12), eigenvalues", id="eq-12.sym~values", status="proved", domain=symmetric(n=(1, 4))
)
def singular_values_of_a_symmetric_matrix(A):
    """A'A = A^2 has the eigenvalues r_i^2."""
    yield then(s(A), "==", moduli(A))


@claim(
    RIEDI, "Text after (12), every right singular vector", id="eq-12.sym", status="refuted", domain=REFLECTED
)
def right_singular_vectors_of_a_reflection_are_eigenvectors(P, w):
    """The word "coincide" is read for every choice of the singular vectors; some choice consists of
    eigenvectors. For the reflection 2P - I every w is a right singular vector, A'Aw = w, and an eigenvector
    only if w'Aw = +-|w|^2. It matters in Lemma 19, where u_i is given.
    """
    A = named("A", 2 * P - I)
    yield then(sq(dot(w, A @ w)), "==", sq(dot(w, w)))


@claim(
    RIEDI,
    "Text after (12), vectors, with both signs",
    id="eq-12.sym~corrected",
    status="corrected",
    corrects="eq-12.sym",
    domain=REFLECTED,
)
def right_singular_vectors_of_a_reflection_split(P, w):
    """A right singular vector w for s is a sum of eigenvectors Aw + sw and Aw - sw for s and for -s; it is an
    eigenvector itself when one of them vanishes, as it does where s > 0 is simple (here s = 1).

    Proof: 0 = (A^2 - s^2)w = (A - s)(A + s)w = (A + s)(A - s)w for symmetric A.
    """
    A = named("A", 2 * P - I)
    plus, minus = A @ w + w, A @ w - w
    yield then(A @ plus, "==", plus)
    yield then(A @ minus, "==", -minus)


@claim(
    RIEDI,
    "Text after (12), vectors, converse",
    id="eq-12.sym~converse",
    status="proved",
    domain=together(Q=orthogonal(), l=vector(), n=(1, 3)),
)
def eigenvectors_of_a_symmetric_matrix_are_right_singular(Q, l):  # noqa: E741 (eigenvalues, as on paper)
    """A'Aq = A(rq) = r^2 q."""
    A = named("A", Q @ diag(l) @ T(Q))
    yield then(entries(T(A) @ A @ Q), "==", entries(Q @ diag(sq(l))))


@claim(RIEDI, "(15)", id="eq-15", status="proved", domain=square(n=(1, 4)))
def singular_values_of_the_transpose(A):
    """A' = U diag(s) V' is a singular value decomposition."""
    yield then(s(A), "==", s(T(A)))


@claim(RIEDI, "(16)", id="eq-16", status="proved", domain=square(n=(1, 4)))
def frobenius_norm_and_trace(A):
    """(A'A)[j,j] is the sum of the A[i,j]^2 over i; the trace is the sum of the eigenvalues s_i^2."""
    yield then(sq(fro(A)), "==", total(sq(entries(A))), "==", trace(T(A) @ A), "==", total(sq(s(A))))
