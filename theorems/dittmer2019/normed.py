"""Definitions 1, 2 and the slides' operator norms with other norms than the Euclidean: sums, maxima,
polytopes."""

from __future__ import annotations

from perturb import claim, given, term, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import (
    T,
    column_matrix,
    diagonal,
    entries,
    entrywise_abs,
    hstack,
    larger,
    largest,
    norm,
    norm_1,
    norm_inf,
    sqrt,
    total,
    vstack,
)
from perturb.vocab.grammar.tree import Expr
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import relu

LAYER = together(A=rectangular(), x=vector(), m=(1, 3), n=(1, 3))
NORMS = (norm, norm_1, norm_inf)


@term("{0}_+")
def positive(M: Expr) -> Expr:
    """The positive parts of the entries."""
    return (M + entrywise_abs(M)) / 2


@term(r"\ell({0})")
def longest_column(M: Expr) -> Expr:
    """The largest Euclidean length of a column."""
    return largest(sqrt(diagonal(T(M) @ M)))


@claim(
    DITTMER,
    "Definition 1, linear operators are nonnegatively homogeneous",
    id="def-1.lin",
    status="proved",
    covers=["def-1.pos"],
    domain=together(A=rectangular(), x=vector(), alpha=scalar(), m=(1, 3), n=(1, 3)).lettered(
        alpha=r"\alpha"
    ),
)
def linear_operators_are_homogeneous(A, x, alpha):
    """They commute with every factor. For alpha = 0 a layer has the value 0 at 0, which is all that positive
    homogeneity does not say; it implies it, as A0 = A(t 0) = t A0 for every t > 0.
    """
    yield then(A @ (alpha * x), "==", alpha * (A @ x))
    yield then(relu(A @ (0 * x)), "==", 0)


@claim(
    DITTMER,
    "Definition 2, a unit ball with corners",
    id="def-2.6",
    reading=readings.CORNERS,
    status="proved",
    domain=together(
        A=rectangular("m", "n"), P=rectangular("N", "n"), w=vector("N"), m=(1, 3), n=(1, 3), N=(1, 3)
    ),
    equality=[
        {"A": [[1], [-2]], "P": [[1]], "w": [-1]},
        {"A": [[1, 2], [-1, 1]], "P": [[1, 0], [0, 1]], "w": [0, 1]},
        {"A": [[1, 2], [-1, 1]], "P": [[1, 1], [1, -1]], "w": [1, 0]},
    ],
)
def the_norm_is_attained_at_a_corner(A, P, w):
    """The norm of a layer is attained at a corner of the ball, the hull of the rows of P and their opposites.
    With the unit vectors for rows it is that of the space with the norm |x_1| + ... + |x_n|, with the signs
    that of the largest |x_i|. Of other nonnegatively homogeneous operators the supremum may be infinite: r/a
    at the point of the plane with radius r and angle a, 0 < a <= 2 pi.

    Proof: |ReLU(y + z)| <= |ReLU(y)| + |ReLU(z)|, so the image of P'w is at most the sum of the |w_i|
    |ReLU(+-A p_i)|.
    """
    corners = A @ T(P)
    most = larger(longest_column(positive(corners)), longest_column(positive(-corners)))
    yield then(norm(relu(A @ (T(P) @ w))), "<=", most * total(abs(w)))


@claim(
    DITTMER,
    "Definition 2, the norms with the largest component",
    id="def-2.6~largest",
    status="proved",
    printed=("def-2.6",),
    covers=[f"sl-background.opnorm-{form}" for form in "abdef"],
    domain=LAYER,
    equality=[{"A": [[1, -2]], "x": [1, -1]}, {"A": [[1, -2], [0, 3]], "x": [1, 1]}],
)
def the_norm_by_rows(A, x):
    """ReLU takes nothing away here: the signs of the longest row attain the norm of A with the layer too."""
    yield then(norm_inf(relu(A @ x)), "<=", norm_inf(A @ x), "<=", norm_inf(A) * norm_inf(x))


@claim(
    DITTMER,
    "Definition 2, the norms with the sum of the components",
    id="def-2.6~sums",
    status="proved",
    printed=("def-2.6",),
    domain=LAYER,
    equality=[{"A": [[1], [-1]], "x": [1]}, {"A": [[1, 2], [0, 3]], "x": [0, 1]}],
)
def the_norm_by_columns(A, x):
    """The larger of the sums of the positive and of the negative entries of a column: between half of the
    norm of A and all of it.
    """
    of_layer = larger(norm_1(positive(A)), norm_1(positive(-A)))
    yield then(norm_1(relu(A @ x)), "<=", of_layer * norm_1(x))
    yield then(norm_1(A) / 2, "<=", of_layer, "<=", norm_1(A))


@claim(
    DITTMER,
    "Slides, the operator norm with sums of components",
    id="sl-background.opnorm-a",
    status="proved",
    covers=[f"sl-background.opnorm-{form}" for form in "bdef"],
    domain=LAYER,
    equality=[{"A": [[1, 2], [0, -3]], "x": [0, 1]}],
)
def the_operator_norm_by_columns(A, x):
    """All six forms for the norm |x_1| + ... + |x_n|; attained at a unit vector."""
    yield then(norm_1(A @ x), "<=", norm_1(A) * norm_1(x))


@claim(
    DITTMER,
    "Slides, the open ball",
    id="sl-background.opnorm-c",
    status="proved",
    domain=together(A=rectangular(), x=vector(), t=scalar(0), m=(1, 3), n=(1, 3)),
)
def the_open_ball_comes_as_near(A, x, t):
    """|A(tv)| = t|Av| in three norms: for t < 1 as near to |Av| as one likes, and for |v| = 1 in the open
    ball. The supremum over it is the same, and not attained unless A = 0.
    """
    for one in NORMS:
        yield then(one(A @ (t * x)), "==", t * one(A @ x))


@claim(
    DITTMER,
    "Slides, the canonical metric",
    id="sl-background.banach",
    status="proved",
    domain=together(x=vector(), y=vector(), z=vector(), n=(1, 3)),
    equality=[{"x": [0], "y": [1], "z": [2]}],
)
def the_metric_of_a_norm(x, y, z):
    """d(x, y) = |y - x| = |x - y|, and the triangle inequality, in three norms."""
    for one in NORMS:
        yield then(one(y - x), "==", one(x - y))
        yield then(one(x - z), "<=", one(x - y) + one(y - z))


@claim(
    DITTMER,
    "Section III, a bias in the weight matrix",
    id="eq-11.ways",
    status="proved",
    domain=together(A=rectangular(), b=vector("m"), x=vector(), c=scalar(), m=(1, 3), n=(1, 3)),
)
def a_bias_in_the_weights(A, b, x, c):
    """(A, b/c) at (x, c) is Ax + b for every c that is not 0: the third way is not unique."""
    yield given(c, "!=", 0)
    wider = hstack(A, column_matrix(b / c)) @ vstack(column_matrix(x), column_matrix([c]))
    yield then(relu(A @ x + b), "==", relu(entries(wider)))
