"""Sections II-B and III: what a finite set X of inputs can and cannot show.

A = [1 0; -1 1], k = 1, X = {e_1, e_2, (e_1 + e_2)/sqrt(2)}. The matrices L_t = (1, -t)'(1, -1/t) of rank 1
come as near to A on X as one likes and never coincide with it; off X they run away.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, named, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import entries, norm, s1, s_min, sqrt
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import distance, matrix, relu, squared_length

FIRST, SECOND, BOTH = (entries(matrix(*rows)) for rows in ([[1], [0]], [[0], [1]], [[1], [1]]))
THREE = ("eq-9", "eq-10", "def-9.13")
LEAST = Fraction("0.07") ** 2 + Fraction("1.5665") ** 2  # of the squared error, at a = b = c = 1


def example():
    return named("A", matrix([1, 0], [-1, 1]))


def of_rank_1(t):
    """L_t = (1, -t)' (1, -1/t)."""
    L = matrix([1, 0], [0, 1]) - t * matrix([0, 0], [1, 0]) - (1 / t) * matrix([0, 1], [0, 0])
    return named("L_t", L)


def error(L, x):
    return distance(relu(example() @ x), relu(L @ x))


@claim(
    DITTMER,
    "(9), (10), (13): rank 1 comes as near as one likes on three points",
    id="three-points.near",
    status="proved",
    printed=THREE,
    domain=scalar(1),
    equality=[{"t": 1}],
)
def near_on_three_points(t):
    """The errors are 0, 0 and 1/(sqrt(2) t): the infimum in (9) and in (13), with b = 0, is 0. At -e_1, which
    is not in X, the error is t - 1: what (10) reports tends to 0 while the true error of the same L grows.
    """
    L = of_rank_1(t)
    yield then(error(L, FIRST), "==", 0)
    yield then(error(L, SECOND), "==", 0)
    yield then(error(L, BOTH) / sqrt(2), "<=", 1 / (sqrt(2) * t))
    yield then(error(L, -FIRST), ">=", t - 1)


@claim(
    DITTMER,
    "(10) on three points, as an upper bound of s_1",
    id="eq-9-10.upper",
    reading=readings.BELOW_THE_BOUND,
    status="refuted",
    covers=["eq-10"],
    depends=["eq-9", "fig-1.setup~second"],
    domain=scalar(1),
)
def an_upper_bound_on_three_points(t):
    """A is Figure 1's matrix with its columns exchanged, so that s_1 = sigma_1 = 0.618; for L_t the maximum
    over X is 1/(sqrt(2) t), 0.354 at t = 2. The better (9) is solved, the further below it is.
    """
    yield then(s_min(example()), "<=", error(of_rank_1(t), BOTH) / sqrt(2))


@claim(
    DITTMER,
    "(9), (13): no matrix of rank 1 is exact on the three points",
    id="three-points.never",
    status="proved",
    printed=THREE,
    domain=together(w=vector(), m=vector(), n=2),
)
def never_exact_on_three_points(w, m):
    """So the minima in (9) and in (13) are not attained: the infimum 0 is never reached.

    Proof: error 0 at e_1, e_2 asks for w_1 m_1 = 1, w_2 m_2 = 1 and w_1 m_2 <= 0; at e_1 + e_2 the first
    component is w_1 (m_1 + m_2) = 1, so w_1 m_2 = 0, and w_1 or m_2 is 0.
    """

    A = example()

    def squared(x, t):
        return squared_length(relu(A @ x) - relu(t * w))

    errors = squared(FIRST, m[1]) + squared(SECOND, m[2]) + squared(BOTH, m[1] + m[2])
    yield then(errors, ">", 0)


@claim(
    DITTMER,
    "(10) with what makes it an upper bound",
    id="eq-9-10.upper~corrected",
    status="corrected",
    corrects="eq-9-10.upper",
    domain=together(A=rectangular(), L=rectangular(), x=vector(), y=vector(), m=(1, 3), n=(1, 3)),
    equality=[
        {"A": [[1]], "L": [[0]], "x": [1], "y": [0]},
        {"A": [[0]], "L": [[1]], "x": [1], "y": [0]},
    ],
)
def the_error_between_the_points(A, L, x, y):
    """If every point of the sphere is within eps of X, then (10) + eps (|A| + |L|) is an upper bound of s_k.

    Proof: |ReLU(Ax) - ReLU(Ay)| <= |A||x - y| and the same for L, by Lemma 4.
    """
    at_x, at_y = (distance(relu(A @ z), relu(L @ z)) for z in (x, y))
    yield then(at_x, "<=", at_y + (s1(A) + s1(L)) * norm(x - y))


def of_rank_1_near(a, b, c):
    """(1, c)' (1 + a, b)."""
    top = (1 + a) * matrix([1, 0], [0, 0]) + b * matrix([0, 1], [0, 0])
    return top + c * (matrix([0, 0], [1, 0]) @ top)


@claim(
    DITTMER,
    "(9) and (10): a small sum with a large maximum",
    id="sum-and-maximum",
    status="proved",
    printed=("eq-9", "eq-10", "eq-9-10.stronger"),
    domain=together(a=scalar(-1, 1), b=scalar(-1, 1), c=scalar(high=1)),
    equality=[{"a": 1, "b": 1, "c": 1}],
)
def a_small_sum_with_a_large_maximum(a, b, c):
    """A = diag(1, 2), sigma_1 = 1. With many inputs near (1, 0) and (0.6, -0.8), where ReLU hides the second
    row, the exact minimiser of (9) for k = 1 is near L = diag(1, 0): the first row is, and the second is that
    one times a number of at most c/20. At the one input (0.6, 0.8) such an L is off by at least 1.568.
    """
    A = named("A", matrix([1, 0], [0, 2]))
    L = named("L", of_rank_1_near(a / 20, b / 20, c / 20))
    x = entries(matrix([3], [4])) / 5
    yield then(squared_length(relu(A @ x) - relu(L @ x)), ">=", LEAST)
