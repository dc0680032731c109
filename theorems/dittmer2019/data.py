"""Section III: data-dependent ReLU singular values with a bias: what bounds them, and when they are attained.

s_{k,X} is the infimum over rank L <= k of the maximum over X of |ReLU(Ax + b) - ReLU(Lx + b)|. For k = 0 it
is the maximum of |ReLU(Ax + b) - ReLU(b)|, which is the norm (12) where b <= 0.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, absolute, cols, column_matrix, entries, inv, norm, rank, s1, sq
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import distance, inner, relu, squared_length


@claim(
    DITTMER,
    "Definition 9, (13): bounded by the singular values of AX",
    id="data.above",
    status="proved",
    printed=("def-9.13",),
    depends=["lem-4.8", "eq-3"],
    domain=together(
        A=rectangular("m", "n"),
        P=rectangular("m", "m"),
        X=rectangular("n", "N"),
        b=vector("m"),
        e=vector("N"),
        m=(1, 3),
        n=(1, 3),
        N=(1, 3),
    ),
    equality=[{"A": [[2]], "P": [[0]], "X": [[1]], "b": [0], "e": [1]}],
)
def bounded_by_the_singular_values_of_the_images(A, P, X, b, e):
    """The columns of X are the data, x = Xe one of them for a unit vector e. Let P project on the first k
    left singular vectors of AX: L = PA has the rank k, and s_{k,X} <= sigma_k(AX). It sees which directions
    the data use, which sigma_k(A) max |x| (Lemma 5 with a bias) does not; neither is always the smaller.
    """
    L = named("L", P @ A)
    x = named("x", X @ e)
    yield then(distance(relu(A @ x + b), relu(L @ x + b)), "<=", s1(A @ X - L @ X) * norm(e))


@claim(
    DITTMER,
    "Definition 9, (13): few data",
    id="data.few",
    status="proved",
    printed=("def-9.13",),
    domain=together(A=rectangular("m", "n"), X=rectangular("n", "N"), m=(1, 3), n=(1, 3), N=(1, 3)),
)
def few_data_are_matched(A, X):
    """Data that span k dimensions have s_{k,X} = 0, attained: L is A on their span and 0 across it. So
    s_{k,X} says something for k below the rank of the data alone.
    """
    L = named("L", A @ X @ inv(T(X) @ X) @ T(X))
    yield then(entries(L @ X), "==", entries(A @ X))
    yield then(rank(L), "<=", cols(X))


@claim(
    DITTMER,
    "Definition 9, (13): from below, with a bias",
    id="data.below",
    status="proved",
    printed=("def-9.13",),
    reading=readings.KERNEL,
    depends=["lem-5.main~kernel"],
    domain=together(A=rectangular(), B=rectangular(), b=vector("m"), x=vector(), m=(1, 3), n=(1, 3)),
    equality=[
        {"A": [[2]], "B": [[0]], "b": [-1], "x": [1]},
        {"A": [[1, 0], [0, 1]], "B": [[0, 0], [0, 0]], "b": [0, 0], "x": [1, 2]},
    ],
)
def from_below_with_a_bias(A, B, b, x):
    """If X is the ball of radius R, s_{k,X} is at least (R sigma_k(A) - |ReLU(-b)|)/sqrt(2): positive biases
    cost nothing, and for large R the quotient s_{k,X}/(R sigma_k) ends up between 1/sqrt(2) and 1 as without
    bias.

    Proof: Lx = 0 and y = Ax. Where b_i >= 0 one of the two differences is |y_i|; where b_i < 0 one is
    ReLU(|y_i| - |b_i|). So both together are at least the length of ReLU(|y| - ReLU(-b)), component by
    component, squared, and that is at least |y| - |ReLU(-b)|.
    """
    L = named("L", squared_length(x) * B - column_matrix(B @ x) @ T(column_matrix(x)))
    ahead = squared_length(relu(A @ x + b) - relu(L @ x + b))
    back = squared_length(relu(b - A @ x) - relu(b - L @ x))
    yield then(sq(relu(norm(A @ x) - norm(relu(-b)))), "<=", ahead + back)


@claim(
    DITTMER,
    "Definition 9, (13): data whose positive combinations are all of space",
    id="data.attained",
    status="proved",
    printed=("def-9.13", "eq-9"),
    domain=together(X=rectangular("n", "N"), c=vector("N"), a=vector("n"), n=(1, 3), N=(1, 3)),
    equality=[{"X": [[1]], "c": [1], "a": [1]}, {"X": [[1]], "c": [1], "a": [-1]}],
)
def positive_combinations_bound_a_row(X, c, a):
    """If 0 lies inside the hull of the data, every x is -Xc for some c >= 0, so that what the data see of a
    row a of L bounds all of it: |L| is at most a constant times the largest |ReLU(Lx)| over the data. Then
    the infimum in (9) and in (13) is attained, as over the ball, with any bias. The three points of
    the chapter on three inputs lie on one side of a line, and there it is not.

    Proof: where <a, x> is negative, -<a, x> is the sum of the c_i <a, x_i>.
    """
    yield given(c, ">=", 0)
    x = named("x", -(X @ c))
    seen = relu(inner(a, x)) + inner(c, relu(T(X) @ a))
    yield then(absolute(inner(a, x)), "<=", seen)
