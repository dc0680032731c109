"""Section II-A: nonnegatively homogeneous operators, the operator norm and the linear singular values."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import integer, orthogonal, rectangular, scalar, together, vector
from perturb.vocab import T, diag, diagonal, largest, norm, rank, s, s1, sqrt
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import SVD, increasing, left_out, relu, with_svd


@claim(
    DITTMER,
    "Definition 1, ReLU layers are nonnegatively homogeneous",
    id="def-1.relu",
    status="proved",
    covers=["eq-1.class", "eq-5.hom", "sl-background.nonneg"],
    domain=together(A=rectangular(), x=vector(), alpha=scalar(0), m=(1, 3), n=(1, 3)).lettered(
        alpha=r"\alpha"
    ),
)
def relu_layers_are_homogeneous(A, x, alpha):
    """max(0, alpha y) = alpha max(0, y) for alpha >= 0. For alpha < 0 it fails: A = x = 1, alpha = -1."""
    yield then(relu(A @ (alpha * x)), "==", alpha * relu(A @ x))


@claim(
    DITTMER,
    "(5), the norm bounds every image",
    id="eq-5a",
    reading=readings.HALF_OF_A_MAXIMUM,
    status="proved",
    covers=[
        "eq-5b",
        "eq-5c",
        "eq-4",
        "lem-5.proof-c",
        *(f"sl-background.opnorm-{form}" for form in "abdef"),
    ],
    domain=together(A=rectangular(), x=vector(), m=(1, 4), n=(1, 4)),
    equality=[{"A": [[2, 0], [0, 1]], "x": [1, 0]}, {"A": [[0, 1], [-1, 0]], "x": [3, 4]}],
)
def the_norm_bounds_every_image(A, x):
    """One half of all maxima in (5) and of the six forms on the slides: |Ax|^2 = x'A'Ax <= s_1^2 |x|^2."""
    yield then(norm(A @ x), "<=", s1(A) * norm(x))


@claim(
    DITTMER,
    "(5), the norm is attained on the sphere",
    id="eq-5a~attained",
    reading=readings.ATTAINED,
    status="proved",
    covers=["eq-5a", "eq-5b", "eq-5c"],
    domain=together(U=orthogonal(), V=orthogonal(), d=vector(), n=(1, 3)),
)
def the_norm_is_attained(U, V, d):
    """The other half: A = U diag(d) V' reaches s_1 at a column of V. So ball, sphere and quotient agree."""
    A = U @ diag(d) @ T(V)
    yield then(largest(sqrt(diagonal(T(A @ V) @ (A @ V)))), "==", s1(A))


@claim(
    DITTMER,
    "(3), no matrix of rank k is nearer",
    id="eq-3",
    reading=readings.EVERY_L,
    status="proved",
    covers=["eq-4", "eq-4.phrase", "lem-5.end-c"],
    presupposes=["weyl"],
    domain=together(
        A=rectangular("m", "n"),
        W=rectangular("m", "r"),
        M=rectangular("r", "n"),
        k=integer(0, "n"),
        m=(1, 4),
        n=(1, 4),
        r=(1, 3),
    ),
    equality=[
        {"A": [[2, 0], [0, 1]], "W": [[2], [0]], "M": [[1, 0]], "k": 1},
        {"A": [[2, 0], [0, 1]], "W": [[0], [0]], "M": [[1, 0]], "k": 0},
    ],
    true_mutants={"hypothesis-1:relaxed-10%": "of integers: at most 1.1 k is at most k for k < 10"},
)
def no_matrix_of_rank_k_is_nearer(A, W, M, k):
    """Eckart, Young and Mirsky: on a (k+1)-dimensional space L = WM has a zero x where |Ax| >= sigma_k |x|.
    For k = 0 it is s_1(A) <= s_1(A).
    """
    L = named("L", W @ M)
    yield given(rank(L), "<=", k)
    yield then(s(A)[k + 1], "<=", s1(A - L))


@claim(
    DITTMER,
    "(3), the truncated SVD is as near",
    id="eq-3~attained",
    status="proved",
    covers=["eq-3", "eq-4", "lem-5.end-c"],
    reading=readings.BY_SVD,
    domain=together(**SVD, n=(1, 3)),
)
def the_truncated_svd_attains_the_minimum(U, V, e, k):
    """L has the rank k at most, and A - L, the n - k least singular values with their columns, the norm
    sigma_k, indices from 0.
    """
    values = increasing(e)
    A, R = with_svd(U, V, values), left_out(U, V, values, k)
    yield then(rank(A - R), "<=", k)
    yield then(s1(R), "==", s(A)[k + 1])
