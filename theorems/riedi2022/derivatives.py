"""Theorem 6: derivatives of eigenvalues, as bounds on remainders.

f is differentiable at 0 with the slope a when |f(h) - f(0) - ah| is at most a constant times h^2; each claim
here gives that constant by the gap to the next value. E is the change of the matrix, h times its derivative.
"""

from __future__ import annotations

from perturb import claim, indices, named, term, then
from perturb.domains import orthogonal, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    block,
    cols,
    det,
    diag,
    diagonal,
    lam,
    lam_max,
    lam_min,
    larger,
    op,
    product,
    smallest,
    sq,
    trailing,
    without_columns,
)
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.singular_vectors import descending

i = indices("i")[0]
EIGEN = together(Q=orthogonal(), d=vector(), E=symmetric(), n=(1, 3))
ANGLE = "of the angle between the first columns p_1 of P and q_1 of Q"
DISTANCE = "how far the eigenvalue of q_1 is from the other eigenvalues of N"
AXES, ZERO, TILT = [[1, 0], [0, 1]], [[0, 0], [0, 0]], [[-1, 1], [1, 1]]


def rise(x: Expr) -> Expr:
    return larger(0, x)


def with_eigenvectors(Q: Expr, d: Expr) -> tuple[Expr, Expr]:
    """N = Q diag(lambda) Q^T and its eigenvalues, descending; column i of Q belongs to lambda_i."""
    l = named(r"\lambda", descending(abs(d)), "any nonnegative list in descending order")  # noqa: E741
    return named("N", Q @ diag(l) @ T(Q)), l


def off_by_at_most(x, gap, size):
    """The remainders x of the slopes, times the gap: below for a rise, above for a fall."""
    yield then(rise(x[i]) * gap, "<=", size)
    yield then(rise(-x[i + 1]) * gap, "<=", size)


def off_diagonal(Q: Expr, E: Expr) -> Expr:
    """|E q_i|^2 - (q_i^T E q_i)^2: the squared length of the part of E q_i orthogonal to q_i."""
    return diagonal(T(Q) @ E @ E @ Q) - sq(diagonal(T(Q) @ E @ Q))


@term(r"\mu")
def others(v: Expr) -> Expr:
    """All of the list lambda but its first entry: lambda_2, ..., lambda_n."""
    return diagonal(trailing(diag(v), 1))


@claim(
    RIEDI,
    "Theorem 6, differentiable where simple",
    id="thm-6.diff",
    status="proved",
    covers=["thm-6.vec", "thm-6.cm"],
    domain=together(Q=orthogonal(), l=vector(), n=(2, 4)),
    letters={"l": r"\lambda"},
    reading=readings.JACOBIAN,
)
def jacobian_is_regular_where_simple(Q, l):  # noqa: E741 (eigenvalues, as on paper)
    """The proof's finite content. Of Psi(rho, u, lambda) in (29), as smooth as N, the derivative in (u,
    lambda) is [N - lambda, -u; 2u^T, 0], of determinant 2 prod (mu_i - lambda) over the other eigenvalues
    mu_i: regular exactly where lambda is simple. Then the Implicit Function Theorem makes u and
    lambda as smooth.
    """
    N = named("N", Q @ diag(l) @ T(Q))
    u = named("u", without_columns(Q, cols(Q) - 1), "the first column of Q")
    jacobian = named("J", block(N - l[1] * I, -u, 2 * T(u), 0 * (T(u) @ u)))
    yield then(det(jacobian), "==", 2 * product(others(l) - l[1]))


@claim(
    RIEDI,
    "Theorem 6, (30)",
    id="thm-6.30",
    status="proved",
    domain=EIGEN,
    equality=[{"Q": AXES, "d": [1, 1], "E": ZERO}, {"Q": AXES, "d": [2, 0], "E": TILT}],
    depends=["thm-6.diff"],
    reading=readings.EIGENVALUE_SLOPE,
)
def slope_of_an_eigenvalue(Q, d, E):
    """N + E has lambda_i + u_i^T E u_i up to |E|^2 over the gap: the gap below for a rise, above for a fall;
    E may be large. Proof: the next claim, whose right side is at most (|E| - c_i)(c_i + |E|).
    """
    N, l = with_eigenvectors(Q, d)  # noqa: E741 (eigenvalues, as on paper)
    x = named("R", lam(N + E) - l - diagonal(T(Q) @ E @ Q))
    yield from off_by_at_most(x, l[i] - l[i + 1], sq(op(E)))
    yield then(x[1], ">=", 0)
    yield then(x[cols(Q)], "<=", 0)


@claim(
    RIEDI,
    "Theorem 6, (30), by the spectrum of E",
    id="thm-6.30~sharpened-2",
    status="sharpened",
    sharpens="thm-6.30",
    reading=readings.EIGENVALUE_SLOPE,
    domain=EIGEN,
    equality=[{"Q": AXES, "d": [2, 0], "E": [[0, 1], [1, 2]]}],
    presupposes=["weyl"],
)
def slope_of_an_eigenvalue_by_the_spectrum(Q, d, E):
    """With the change c_i of lambda_i, the remainder times the gap is at most (lambda_1(E) - c_i)(c_i -
    lambda_n(E)), an identity for n = 2; so it is at most |E|^2, and the square of half the spread of E.

    Proof: let i = 1, g the gap, w the new eigenvector, and compress N and E to the span of u_1 and w: to
    diag(l, l - g'), g' >= g, and E_c with the corner a = u_1^T E u_1. From det(N_c + E_c - l - c) = 0 follows
    det(E_c - c) = -(c - a)g', and the eigenvalues of E_c are between those of E. For i > 1 the compression to
    the span of u_i, ..., u_n raises c_i; the difference of the sides is convex in c_i and not positive at
    c_i = u_i^T E u_i nor at the raised c_i. For falls take -N and -E.
    """
    N, l = with_eigenvectors(Q, d)  # noqa: E741 (eigenvalues, as on paper)
    change = named("c", lam(N + E) - l)
    x = named("R", change - diagonal(T(Q) @ E @ Q))
    room = (lam_max(E) - change) * (change - lam_min(E))
    yield then(rise(x[i]) * (l[i] - l[i + 1]), "<=", room[i])
    yield then(rise(-x[i + 1]) * (l[i] - l[i + 1]), "<=", room[i + 1])
    yield then(x[1], ">=", 0)
    yield then(x[cols(Q)], "<=", 0)


@claim(
    RIEDI,
    "Theorem 6, (30), by the part of E u_i orthogonal to u_i",
    id="thm-6.30~sharpened",
    status="sharpened",
    sharpens="thm-6.30",
    reading=readings.EIGENVALUE_SLOPE,
    domain=EIGEN,
    equality=[{"Q": AXES, "d": [1, 1], "E": ZERO}],
)
def slope_of_an_eigenvalue_off_the_diagonal(Q, d, E):
    """With (30) itself, which is the better one for large E: the remainder vanishes where u_i stays an
    eigenvector.

    Proof: in the basis u_i, rest, x = lambda_i(N + E) solves x - lambda_i - u_i^T E u_i = e^T (x - B)^(-1) e;
    eigenvalues of B above x lower it, the others are below x by R_i and the gap less 2|E| at least (Weyl).
    """
    N, l = with_eigenvectors(Q, d)  # noqa: E741 (eigenvalues, as on paper)
    x = named("R", lam(N + E) - l - diagonal(T(Q) @ E @ Q))
    gap, e = l[i] - l[i + 1], named("e", off_diagonal(Q, E))
    room = gap - 2 * op(E)
    yield then(rise(x[i]) * (room + rise(x[i])), "<=", e[i])
    yield then(rise(-x[i + 1]) * (room + rise(-x[i + 1])), "<=", e[i + 1])
    yield from off_by_at_most(x, gap, sq(op(E)))
    yield then(x[1], ">=", 0)
    yield then(x[cols(Q)], "<=", 0)


@claim(
    RIEDI,
    "Theorem 6, eigenvectors turn continuously",
    id="thm-6.vec",
    status="proved",
    domain=together(P=orthogonal(), l=vector(), Q=orthogonal(), k=vector(), n=(2, 3)),
    equality=[{"P": AXES, "l": [2, 1], "Q": [["3/5", "-4/5"], ["4/5", "3/5"]], "k": [5, 7]}],
    letters={"l": r"\lambda", "k": r"\tilde{\lambda}"},
    reading=readings.TURNING,
    depends=["thm-6.diff"],
)
def eigenvectors_turn_by_the_change_over_the_gap(P, l, Q, k):  # noqa: E741 (eigenvalues, as on paper)
    """sin(angle(p, q)) times the distance of lambda~_1 to the other eigenvalues of N is at most the length of
    the part of Eq orthogonal to p, equal for n = 2 (Davis, Kahan): with E = N(rho + h) - N(rho), a Lipschitz
    constant for u_i where it is simple.

    Proof: (N - lambda~_1)q = -Eq; in an eigenbasis p, rest of N its components other than p are those of q
    times eigenvalues of N less lambda~_1.
    """
    N, moved = named("N", P @ diag(l) @ T(P)), named(r"\tilde{N}", Q @ diag(k) @ T(Q))
    E = named("E", moved - N)
    sine = named(r"\sin^2(p_1, q_1)", 1 - sq(diagonal(T(P) @ Q)[1]), ANGLE)
    distance = named("g", smallest(abs(others(l) - k[1])), DISTANCE)
    orthogonal_part = diagonal(T(Q) @ E @ E @ Q)[1] - sq((T(P) @ E @ Q)[1, 1])
    yield then(sine * sq(distance), "<=", orthogonal_part)
