"""Commutators, numerical ranges and maps of matrices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perturb import claim, index, named, then
from perturb.domains import commuting, positive_definite, psd, rectangular, scalar, square, together
from perturb.statements.problem import problem
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    commutator,
    eig_re,
    eye,
    fro,
    inv,
    kron,
    lam_max,
    largest,
    log,
    mat_log,
    mat_sqrt,
    mul,
    nuclear,
    numerical_radius,
    op,
    partial_sums,
    real,
    s,
    sq,
    sqrt,
    trace,
)
from theorems.open import COLLECTION, OPEN


@claim(
    OPEN,
    "Nobori's commutator with a factor in the middle",
    id="nobori",
    domain=together(
        A=rectangular(field="complex"),
        B=rectangular("n", "m", field="complex"),
        C=rectangular(field="complex"),
        m=(2, 3),
        n=(2, 3),
    ),
    problem=problem(
        "Y. Nobori, in: OpenProblemsInNLA, MI-13 (2026)",
        "proved",
        "2026-09-10",
        said=f"{COLLECTION}, MI-13, from K. M. R. Audenaert, arXiv:0907.3913, Corollary 5",
        least="2",
        most="2",
    ),
)
def factor_in_the_middle(A, B, C):
    """|ABC - CBA|_F^2 is at most 2 |B|^2 (s_1(A)^2 + s_2(A)^2) |C|_F^2."""
    right = 2 * sq(op(B)) * (sq(s(A)[1]) + sq(s(A)[2])) * sq(fro(C))
    yield then(sq(fro(A @ B @ C - C @ B @ A)), "<=", right)


@claim(
    OPEN,
    "Lu and Wenzel's spectral conjecture",
    id="lu-wenzel",
    domain=square(field="complex", n=4),
    problem=problem(
        "J. Ge, F. Li, Z. Lu and Y. Zhou, On some conjectures by Lu and Wenzel, arXiv:1908.06624 (2019), "
        "Conjecture 7",
        "partly",
        "2026-09-08",
        said=f"{COLLECTION}, MI-14",
        known="n = 2, 3; normal matrices; rank one; X^2 = 0 by a preprint",
        encodes="order 4, all k up to 8",
    ),
)
def lu_wenzel(X):
    """The 2k largest squares of singular values of Y -> XY - YX sum to at most (2k + 2) |X|_F^2."""
    found = partial_sums(sq(s(kron(eye(X), X) - kron(T(X), eye(X)))))
    k = index("k", 1, 8)
    yield then(found[2 * k], "<=", (2 * k + 2) * sq(fro(X)))


@claim(
    OPEN,
    "Constant one in the logarithmic commutator inequality",
    id="small-incremental-mixing",
    domain=together(A=positive_definite(field="complex"), B=positive_definite(field="complex"), n=(2, 3)),
    problem=problem(
        "K. M. R. Audenaert and F. Kittaneh, Problems and conjectures in matrix and operator inequalities, "
        "arXiv:1201.5232 (2012), Conjecture 4",
        "open",
        "2026-09-12",
        said=f"{COLLECTION}, MI-27",
        known="equivalent to the case of projections (S. Holden)",
        least="1",
        most="2 (K. M. R. Audenaert, Quantum skew divergence, J. Math. Phys. 55, 2014)",
    ),
)
def small_incremental_mixing(A, B):
    """|[B, log(A + B)]|_1 is at most the entropy of the two traces, whose sum is 1."""
    whole = real(trace(A)) + real(trace(B))
    a, b = real(trace(A)) / whole, real(trace(B)) / whole
    X = mat_log((A + B) / whole)
    yield then(nuclear(commutator(B / whole, X)), "<=", -a * log(a) - b * log(b))


HERRERA = (
    "D. Herrera, On the commutator modulus of continuity for operator monotone functions, arXiv:2311.17448 "
    "(2023)"
)


@claim(
    OPEN,
    "Pedersen's commutator with a square root",
    id="pedersen-root",
    domain=together(A=psd(field="complex"), B=psd(field="complex"), X=square(field="complex"), n=(1, 3)),
    problem=problem(
        "G. K. Pedersen, A commutator inequality, in: Operator Algebras, Mathematical Physics, and "
        "Low-Dimensional "
        "Topology (1993) 233-235",
        "open",
        "2023",
        said=HERRERA,
        known="the Frobenius norm",
        least="1",
        most="1.00891 (Herrera 2023), 5/4 before (Pedersen)",
    ),
)
def commutator_with_a_root(A, B, X):
    """|A^(1/2) X - X B^(1/2)|^2 is at most |X| |A X - X B| in the operator norm."""
    yield then(sq(op(mat_sqrt(A) @ X - X @ mat_sqrt(B))), "<=", op(X) * op(A @ X - X @ B))


@claim(
    OPEN,
    "Commutators with operator monotone functions",
    id="operator-monotone-commutator",
    domain=together(A=psd(field="complex"), B=psd(field="complex"), X=square(field="complex"), n=(1, 3)),
    problem=problem(
        HERRERA,
        "open",
        "2023",
        known="the Frobenius norm",
        least="1",
        most="1.01975 (Herrera 2023)",
        encodes="f(x) = x / (1 + x); the question is for every operator monotone f, also in other norms",
    ),
)
def commutator_with_a_monotone_function(A, B, X):
    """|f(A) X - X f(B)| is at most f of |A X - X B|, f(x) = x/(1 + x), |X| at most 1."""
    Y = X / (1 + op(X))
    left = Y @ inv(I + B) - inv(I + A) @ Y  # f(x) = 1 - 1/(1 + x)
    right = op(A @ Y - Y @ B)
    yield then(op(left), "<=", right / (1 + right))


@claim(
    OPEN,
    "The numerical radius of a commutator",
    id="numerical-radius-commutator",
    domain=square(field="complex", count=2, n=(2, 3)),
    problem=problem(
        "D. Serre, Bounding the commutator [A, B] in terms of the numerical radius, MathOverflow 89762 "
        "(2012)",
        "open",
        "2012",
        least="4",
        most="4 sqrt 2",
    ),
)
def numerical_radius_of_a_commutator(A, B):
    """The numerical radius of AB - BA is at most four times the product of those of A and B."""
    yield then(numerical_radius(commutator(A, B)), "<=", 4 * numerical_radius(A) * numerical_radius(B))


@claim(
    OPEN,
    "The numerical radius of a commuting product",
    id="numerical-radius-commuting",
    domain=commuting(count=2, n=(2, 4)),
    problem=problem(
        "J. A. Holbrook, Multiplicative properties of the numerical radius in operator theory, J. Reine "
        "Angew. Math. "
        "237 (1969) 166-174",
        "partly",
        "1988",
        said="K. R. Davidson and J. A. R. Holbrook, Numerical radii of zero-one matrices, Michigan Math. "
        "J. 35 (1988) "
        "261-267; V. Mueller, The numerical range of a commuting product, the same volume, 255-260",
        known="the constant 1 is false (Mueller 1988); normal A",
        least="above 1",
        most="sqrt(2 + 2 sqrt 3) / 2, about 1.169 (K. Okubo and T. Ando 1976)",
        encodes="real matrices, with 1.17: how far below is the best constant?",
    ),
)
def numerical_radius_of_a_commuting_product(A, B):
    """The numerical radius of AB is at most 1.17 times w(A) |B| for matrices that commute."""
    yield then(numerical_radius(A @ B), "<=", Fraction(117, 100) * numerical_radius(A) * op(B))


# Cosines and sines of multiples of 45 degrees.
TURNS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


@claim(
    OPEN,
    "Crouzeix's conjecture",
    id="crouzeix",
    domain=together(A=square(field="complex"), b=scalar(field="complex"), c=scalar(field="complex"), n=3),
    problem=problem(
        "M. Crouzeix, Bounds for analytic functions of matrices, Integral Equations Operator Theory 48 "
        "(2004) 461-477",
        "partly",
        "2025",
        said="B. Malman, J. Mashreghi, R. O'Loughlin and T. Ransford, Int. Math. Res. Not. 2025, "
        "arXiv:2407.19049",
        known="n = 2; disks as numerical ranges; constant 1 + sqrt 2 (M. Crouzeix and C. Palencia 2017)",
        least="2",
        most="below 1 + sqrt 2 for each numerical range (Malman and others)",
        encodes="quadratic polynomials, order 3, with an octagon around the numerical range and Bezier "
        "points on its "
        "edges in place of the maximum: a consequence",
    ),
)
def crouzeix(A, b, c):
    """|p(A)| is at most twice the largest |p| on the numerical range, p(z) = z^2 + bz + c."""
    root = sqrt(2)
    reach = []  # of the numerical range in each direction
    for k, (x, y) in enumerate(TURNS):
        turned = (x - y * 1j) * A if x * y == 0 else (x - y * 1j) / root * A
        reach.append(named(f"h_{k + 1}", lam_max((turned + turned.H) / 2)))
    corners = []
    for k, (x, y) in enumerate(TURNS):
        along = root * reach[(k + 1) % 8] - reach[k]  # (h' - h cos) / sin at 45 degrees
        corner = (x + y * 1j) * (reach[k] + 1j * along)
        corners.append(corner if x * y == 0 else corner / root)
    values = []
    for u, v in zip(corners, corners[1:] + corners[:1], strict=True):
        values.append(absolute(u * u + b * u + c))
        values.append(absolute(u * v + b * (u + v) / 2 + c))
    yield then(op(A @ A + b * A + c * I), "<=", 2 * largest(values))


@claim(
    OPEN,
    "Symmetric maximisers of Lyapunov operators of order six",
    id="lyapunov-symmetric",
    domain=square(n=6),
    problem=problem(
        "R. Byers and S. Nash, On the singular vectors of the Lyapunov operator, SIAM J. Algebraic "
        "Discrete Methods 8 "
        "(1987) 59-66",
        "partly",
        "2026-09-08",
        said=f"{COLLECTION}, MF-13; D. Kressner and B. Vandereycken, arXiv:2608.20875",
        known="orders up to 5 (Kressner and Vandereycken); false from order 7 on",
        encodes="order 6",
    ),
)
def symmetric_maximisers_of_lyapunov_operators(A):
    """The norm of X -> AX + XA' is attained at a symmetric X, for A of order 6."""
    swap = [[int((i // 6, i % 6) == (j % 6, j // 6)) for j in range(36)] for i in range(36)]
    L = kron(eye(A), A) + kron(A, eye(A))
    turned = mul(L, swap)
    yield then(op(L - turned), "<=", op(L + turned))


def generator(L: Any) -> Any:
    """The map X -> L X L' - (L'L X + X L'L) / 2 as a matrix."""
    N = T(L) @ L
    return kron(L, L) - (kron(eye(L), N) + kron(N, eye(L))) / 2


@claim(
    OPEN,
    "Relaxation rates of quantum semigroups",
    id="relaxation-rates",
    domain=square(count=2, n=(2, 3)),
    problem=problem(
        "D. Chruscinski, G. Kimura, A. Kossakowski and Y. Shishido, Universal constraint for relaxation "
        "rates of "
        "semigroups of qubit Schwarz maps, arXiv:2011.10159 (2020)",
        "proved",
        "2025",
        said="P. Muratore-Ginanneschi, G. Kimura and D. Chruscinski, arXiv:2409.00436 (2024); D. "
        "Chruscinski, F. vom "
        "Ende, G. Kimura and P. Muratore-Ginanneschi, arXiv:2505.24467 (2025)",
        least="1/n",
        most="1/n",
        encodes="generators with two real jump operators and no Hamiltonian",
    ),
)
def relaxation_rates(K, L):
    """The largest relaxation rate of a Lindblad generator is at most the sum of all of them over the
    order.
    """
    G = generator(K) + generator(L)
    yield then(-cols(K) * eig_re(G)[cols(K) * cols(K)], "<=", -trace(G))
