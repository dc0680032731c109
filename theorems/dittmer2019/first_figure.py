"""Figure 1: the matrix of the picture."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import vector
from perturb.vocab import larger, norm, sqrt
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.notation import matrix, relu

PLANE = vector(n=2)


def pictured():
    return named("A", matrix([0, 1], [1, -1]))


@claim(
    DITTMER,
    "Figure 1, the largest ReLU singular value",
    id="fig-1.setup",
    status="proved",
    domain=PLANE,
    equality=[[1, -1]],
)
def the_largest_relu_singular_value(x):
    """s_0 = sqrt(2) = 1.414, attained at (1, -1), and sigma_0 = (1 + sqrt(5))/2 = 1.618: the ratio is
    0.874. Both outputs are positive where x_1 > x_2 > 0, an eighth of the circle, and there |Ax| <= |x|.
    """
    A = pictured()
    yield then(norm(relu(A @ x)), "<=", sqrt(2) * norm(x))


@claim(
    DITTMER,
    "Figure 1, where both outputs are positive",
    id="fig-1.setup~both",
    status="proved",
    domain=PLANE,
    equality=[[1, 0]],
)
def where_both_outputs_are_positive(x):
    """|Ax|^2 = x_1^2 - 2 x_1 x_2 + 2 x_2^2 <= |x|^2 as x_2 <= 2 x_1."""
    A = pictured()
    yield given(A @ x, ">=", 0)
    yield then(norm(A @ x), "<=", norm(x))


@claim(
    DITTMER,
    "Figure 1, the smaller ReLU singular value",
    id="fig-1.setup~second",
    status="proved",
    domain=PLANE,
)
def the_smaller_relu_singular_value(x):
    """s_1 = sigma_1 = (sqrt(5) - 1)/2 = 0.618, where Lemma 5 is an equality: the kernel of an L of rank 1
    holds an x != 0, at which and at -x the error is the length of the output, at least (sqrt(5) - 1)/2 times
    |x| for one of the two.

    Proof: if both components of Ax have one sign, the larger output is |Ax| >= sigma_1 |x|. Otherwise, up to
    the sign of x, x_2 > 0 and x_1 < x_2; the first component is x_2, the second up to sign x_2 - x_1; for
    |x| = 1 one of them is at least 1/sqrt(2).
    """
    A = pictured()
    seen = larger(norm(relu(A @ x)), norm(relu(-(A @ x))))
    yield then((sqrt(5) - 1) / 2 * norm(x), "<=", seen)
