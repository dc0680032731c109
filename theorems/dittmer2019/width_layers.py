"""Lemma 14, Corollary 11 with the widths themselves: of finite sets, and of layers with two outputs.

The width of a finite set comes from the edges of its hull, that of a layer with two outputs from integrals
over directions, so that nothing here rests on samples. c_m is half the width of the unit matrix of order m.
"""

from __future__ import annotations

from perturb import claim, term, then
from perturb.domains import orthogonal, rectangular, together
from perturb.vocab import T, eye, hadamard, mean_width, operator_width, relu_norm, relu_width, s1
from perturb.vocab.grammar.tree import Expr
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.width_linear import mean_length

TWO_OUTPUTS = rectangular(m=(1, 2), n=(1, 3))


@term("p_m")
def mean_positive_length(A: Expr) -> Expr:
    """E|g_+| in as many dimensions as A has rows, as half the width of the layer of the unit matrix."""
    return relu_width(eye(T(A))) / 2


@claim(
    DITTMER,
    "Lemma 14, (21) for ReLU layers, with the width itself",
    id="lem-14.21~layer",
    status="proved",
    printed=("lem-14.21",),
    depends=["lem-14.20"],
    domain=TWO_OUTPUTS,
    true_mutants=dict.fromkeys(
        ("conclusion-1:right-1%", "conclusion-1:right:2-1%", "conclusion-1:right:2+1%"),
        "2 E|g_+| in place of 2 c_m is enough, and E|g_+| < c_m / sqrt(2)",
    ),
)
def the_width_of_a_layer(A):
    """Attained by A = 0 alone: with E|g_+| in place of c_m, less than 1/sqrt(2) of it, it holds too."""
    yield then(relu_width(A), "<=", 2 * mean_length(A) * relu_norm(A))


@claim(
    DITTMER,
    "Lemma 14, (21) for ReLU layers, with the mean of the positive part",
    id="lem-14.21~positive-part",
    status="sharpened",
    sharpens="lem-14.21~layer",
    printed=("lem-14.21",),
    depends=["lem-14.20"],
    domain=TWO_OUTPUTS,
    equality=[{"A": [[1, 0], [0, 1]]}, {"A": [[3, 4], [4, -3]]}],
)
def the_width_by_the_positive_part(A):
    """Attained where AA' is a multiple of the unit matrix.

    Proof: outputs y = ReLU(Ax) are not negative, so that <g, y> <= <g_+, y> <= |g_+| |y| and the largest
    over the ball is at most |g_+| times the norm of the layer; take the mean. For A = I the output
    g_+/|g_+| is reached.
    """
    yield then(relu_width(A), "<=", 2 * mean_positive_length(A) * relu_norm(A))


@claim(
    DITTMER,
    "(15), the width of a layer and of its linear part",
    id="eq-15.gmw~half",
    status="proved",
    printed=("eq-15.gmw",),
    domain=rectangular(m=(1, 2), n=(1, 3)),
    equality=[{"A": [[3, 0], [4, 0]]}, {"A": [[1, 2], [2, 4]]}],
)
def half_of_the_linear_width(A):
    """ReLU takes away at most half of the width, for layers without bias and of every size; rows that are
    positive multiples of one attain it.

    Proof: Ax = ReLU(Ax) - ReLU(-Ax), and -x lies in the ball with x, so that the largest <g, Ax> is at most
    the sum of the largest <g, y> and the largest <-g, y> over the outputs y; take the mean of both sides.
    """
    yield then(operator_width(A) / 2, "<=", relu_width(A))


@claim(
    DITTMER,
    "Corollary 11, (18): sets in the hull are no wider",
    id="cor-11.18~width",
    status="proved",
    printed=("cor-11.18",),
    reading=readings.SQUARES,
    depends=["cor-11.18"],
    domain=together(K=rectangular("n", "m"), Q=orthogonal(), n=(1, 4), m=(1, 3)),
    equality=[{"K": [[1, 2], [3, 1]], "Q": [[0, 1], [1, 0]]}],
)
def a_set_in_the_hull_is_no_wider(K, Q):
    """(18) says that a set is as wide as its hull: points of the hull make it no wider, and it is one of the
    sets that have this hull. At a permutation Q both sets are one.
    """
    yield then(mean_width(hadamard(Q, Q) @ K), "<=", mean_width(K))


@claim(
    DITTMER,
    "Section IV-B: how much wider a layer makes a set",
    id="eq-27.layers~growth",
    status="proved",
    printed=("eq-27.layers", "num-gmw-deeper"),
    domain=together(K=rectangular("N", "n"), A=rectangular("m", "n"), N=(1, 4), m=(1, 3), n=(1, 3)),
    equality=[
        {"K": [[1, 2], [3, 1], [0, 0]], "A": [[0, 1], [1, 0]]},
        {"K": [[1], [4]], "A": [[-3]]},
        {"K": [[0, 0], [3, 4]], "A": [[3, 4]]},
    ],
)
def a_layer_widens_by_its_norm_at_most(K, A):
    """A width that grows from layer to layer says that norms exceed 1. A bias moves the set, and ReLU, which
    is 1-Lipschitz, makes it no wider by the same comparison.

    Proof: |Ax - Ay| <= sigma_0 |x - y|, and of two Gaussian processes that with the smaller increments has
    the smaller mean maximum (V. N. Sudakov; X. Fernique).
    """
    yield then(mean_width(K @ T(A)), "<=", s1(A) * mean_width(K))
