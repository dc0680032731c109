"""Lemma 10: the two flattenings of a tensor, and which of its readings Theorem 2 needs."""

from __future__ import annotations

from perturb import claim, term, then
from perturb.domains import rectangular, scalar, together
from perturb.vocab import T, cols, lam_max, larger, rank, rows, smaller
from perturb.vocab.grammar.tree import Expr
from theorems.le2022 import LE, readings

SLICES = rectangular(count=3, m=(1, 4), n=(1, 2))
E_1, E_2, E_3 = [[1], [0], [0]], [[0], [1], [0]], [[0], [0], [1]]


@term(r"\|T_1\|_2^2")
def first_flattening(X_1: Expr, X_2: Expr, X_3: Expr) -> Expr:
    """T_1 has the slices of T beside each other."""
    return lam_max(X_1 @ T(X_1) + X_2 @ T(X_2) + X_3 @ T(X_3))


@term(r"\|T_2\|_2^2")
def second_flattening(X_1: Expr, X_2: Expr, X_3: Expr) -> Expr:
    """T_2 has the slices of T on top of each other."""
    return lam_max(T(X_1) @ X_1 + T(X_2) @ X_2 + T(X_3) @ X_3)


@claim(
    LE,
    "Lemma 10, (68)",
    id="lem-10.68",
    status="proved",
    covers=["lem-10.69", "num-convfactor"],
    reading=readings.THREE_SLICES,
    domain=SLICES,
    equality=[{"X_1": E_1, "X_2": E_2, "X_3": E_3}],
)
def two_flattenings(X_1, X_2, X_3):
    """Best possible for all a, b, c: one output channel whose a x b slice is a partial identity attains it.

    Proof without the lattice of partitions. T_2'T_2 is the sum over the b slices X_k of X_k'X_k, and no slice
    has a larger norm than T_1, of which it is a part: at most b. It is also the sum over the a rows of T_1,
    each an array b x c of at most the length of the row: at most a.
    """
    bound = smaller(rows(X_1), 3) * first_flattening(X_1, X_2, X_3)
    yield then(second_flattening(X_1, X_2, X_3), "<=", bound)


@claim(
    LE,
    "Lemma 10, (68) read the other way round",
    id="lem-10.68~mirrored",
    status="proved",
    reading=readings.THREE_SLICES,
    domain=rectangular(count=3, m=(1, 2), n=(1, 4)),
    equality=[{"X_1": [[1, 0, 0]], "X_2": [[0, 1, 0]], "X_3": [[0, 0, 1]]}],
)
def the_other_reading(X_1, X_2, X_3):
    """Also true and best possible: it is (68) for the tensor with its three indices reversed.

    (84) passes from the flattening that meets the layer before, R^(a x bc), to the one of Definition 8,
    R^(c x ab), so that it is the first reading which the proof of Theorem 2 needs. At the last convolution it
    is this one, for the next layer as d x m x c_K.
    """
    bound = smaller(cols(X_1), 3) * second_flattening(X_1, X_2, X_3)
    yield then(first_flattening(X_1, X_2, X_3), "<=", bound)


@claim(
    LE,
    "(70) to (73)",
    id="lem-10.70",
    status="proved",
    covers=["lem-10.71", "lem-10.72", "lem-10.73"],
    reading="For the partition {1, 2}, {3} first. Of each of its sets the larger part in a set of the "
    "other counts.",
    domain=together(a=scalar(1), b=scalar(1), c=scalar(1)),
    equality=[{"a": 2, "b": 3, "c": 4}],
    true_mutants={"domain:rim-b": "of b only max(a, b) min(a, b) = ab and max(b, c) min(b, c) = bc are used"},
)
def the_quotient_of_dimensions(a, b, c):
    """max(a, b) max(1, c) over abc is 1 over min(a, b); the partitions exchanged give 1 over min(b, c)."""
    yield then(larger(a, b) * larger(1, c) / (a * b * c), "==", 1 / smaller(a, b))
    yield then(larger(1, a) * larger(b, c) / (a * b * c), "==", 1 / smaller(b, c))


@claim(
    LE,
    "Lemma 10, for ranks",
    id="lem-10.rank",
    status="proved",
    printed=["lem-10.68"],
    reading=readings.TWO_SLICES,
    domain=rectangular(count=2, m=(1, 3), n=(1, 3)),
    equality=[{"X_1": [[1], [0]], "X_2": [[0], [1]]}],
)
def ranks_of_flattenings(X_1, X_2):
    """The rank of T_1 is at most b times that of T_2: a factor of Lemma 10 is one of ranks, too.

    Proof: each slice has at most the rank of T_2, of which it is a part.
    """
    across = rank(X_1 @ T(X_1) + X_2 @ T(X_2))
    yield then(across, "<=", 2 * rank(T(X_1) @ X_1 + T(X_2) @ X_2))
