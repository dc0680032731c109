"""Section III and the start of Section IV: layers with bias, ReLU as a mask."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, diag, diagonal, norm, s1, slopes, sqrt
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.notation import distance, inner, relu


@claim(
    DITTMER,
    "Section III, a layer that is zero on the ball",
    id="eq-11.notrep",
    status="proved",
    covers=["eq-11.norm"],
    domain=together(A=rectangular(), x=vector(), c=vector("m"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1]], "x": [1], "c": [0]}],
)
def zero_on_the_ball(A, x, c):
    """b_i = -|a_i| - |c_i|, a_i the rows of A: ReLU(Ax + b) = 0 for |x| <= 1, so that the printed norm is 0,
    although the layer is not 0 elsewhere unless A = 0 (A = 1, b = -1, x = 2).
    """
    yield given(norm(x), "<=", 1)
    yield then(relu(A @ x - sqrt(diagonal(A @ T(A))) - abs(c)), "==", 0)


@claim(
    DITTMER,
    "Definition 9, Lemma 5 with a bias",
    id="def-9.numerics",
    status="proved",
    depends=["lem-4.8"],
    domain=together(A=rectangular(), L=rectangular(), b=vector("m"), x=vector(), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[2]], "L": [[1]], "b": [0], "x": [1]}],
)
def layers_with_a_bias(A, L, b, x):
    """Lemma 4 does not see b, so s_{k,X} <= sigma_k(A) max |x|. For a finite X the maximum (10) of whatever L
    was found is an upper bound of s_{k,X}: there nothing is approximate.
    """
    yield then(distance(relu(A @ x + b), relu(L @ x + b)), "<=", s1(A - L) * norm(x))


@claim(
    DITTMER,
    "(15), ReLU as a mask",
    id="eq-15",
    status="proved",
    domain=together(A=rectangular(), x=vector(), m=(1, 3), n=(1, 3)),
)
def relu_is_a_mask(A, x):
    """D_x has the slopes of ReLU at Ax; where a component of Ax is 0 either entry serves, so that D_x is not
    unique there.
    """
    yield then(relu(A @ x), "==", diag(slopes(A @ x, 0)) @ (A @ x))


@claim(
    DITTMER,
    "(15) and the width of a layer",
    id="eq-15.gmw",
    status="proved",
    depends=["lem-4.8"],
    domain=together(A=rectangular(), x=vector(), g=vector("m"), m=(1, 3), n=(1, 3)),
)
def a_layer_is_half_as_wide_at_least(A, x, g):
    """ReLU(Ax) - ReLU(-Ax) = Ax lies in the difference set of (17), so Omega(A)/2 <= Omega(ReLU(A.)). Above,
    Omega(ReLU(A.)) <= Omega(A): ReLU does not expand distances, and the comparison of Sudakov and Fernique.
    """
    yield then(inner(g, relu(A @ x) - relu(-(A @ x))), "==", inner(g, A @ x))


@claim(
    DITTMER,
    "Section III, what a layer does to the distance of two data",
    id="layer.two-data",
    status="proved",
    printed=("num-growth", "num-gmw-deeper"),
    depends=["lem-4.8"],
    domain=together(W=rectangular(), b=vector("m"), x=vector(), y=vector(), m=(1, 3), n=(1, 3)),
    equality=[{"W": [[2]], "b": [0], "x": [1], "y": [2]}],
)
def a_layer_expands_by_its_norm(W, b, x, y):
    """So the width of a set of data grows in a layer by at most the factor s_1(W), whatever the bias is; to
    grow over the layers takes norms above 1. Glorot's initialisation has them already, about 2 for a square
    matrix, so that growth is no evidence on training.
    """
    yield then(distance(relu(W @ x + b), relu(W @ y + b)), "<=", s1(W) * distance(x, y))
