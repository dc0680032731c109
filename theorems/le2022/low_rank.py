"""Theorem 2 at one time: what (13) says of any matrices, with all that gradient flow conserves in D."""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, column_matrix, fro, lam, norm, rank, s1, sq, trace
from theorems.le2022 import LE, readings
from theorems.le2022.notation import deficit, excess, fro_sq, imbalance, op_sq

SIZES = {size: (1, 2) for size in "abc"}
LAYERS = {"W": rectangular("b", "a"), "V": rectangular("c", "b")}
BLOCK = {"U": rectangular("c", "b"), "Y": rectangular("b", "a"), "Z": rectangular("c", "a")}


@claim(
    LE,
    "Theorem 2, (13), fully-connected layers",
    id="thm-2.13",
    status="proved",
    covers=["eq-83", "thm-2.14"],
    reading=readings.ANY_TIME,
    depends=["lem-3.7", "thm-1.6", "lem-10.68", "lem-11.main"],
    domain=together(**LAYERS, w=vector("c"), **SIZES),
    equality=[{"W": [[1]], "V": [[1]], "w": [1]}, {"W": [[1, 0], [0, 1]], "V": [[1, 0]], "w": [1]}],
)
def the_last_layers(W, V, w):
    """What is not in the first singular value is bounded by a number that is the same at all times. So the
    ratio of (14) tends to 1 where |W|_F diverges, and W over |W|_F to rank 1, the first half of (15).

    Proof: traces telescope to |W|_F^2 = |w|^2 + tr, and each step loses at most lambda(-E) of the operator
    norm. Neither stable signs nor a differentiable loss are used, and it holds at every t.
    """
    D = named("D", excess(imbalance(W, V)) + excess(imbalance(V, T(column_matrix(w)))))
    yield then(fro_sq(W) - op_sq(W), "<=", D)


@claim(
    LE,
    "Theorem 2, (13), one residual block, with the best constant",
    id="thm-2.13~block",
    status="proved",
    covers=["rem-lowrank.depends", "rem-intro.c2"],
    reading=readings.ANY_TIME,
    depends=["lem-11.main"],
    domain=together(W=rectangular("a", "d"), **BLOCK, w=vector("c"), **SIZES, d=(1, 2)),
    equality=[{"W": [[1, 0], [0, 1]], "Y": [[1, 0]], "Z": [[0, 1]], "U": [[1]], "w": [1]}],
)
def a_layer_before_a_block(W, U, Y, Z, w):
    """2 for a block in place of 8, and no less.

    Proof: as without a block, with Lemma 11 between the two arrangements. N blocks give 2^N, attained by
    balanced layers whose rank doubles at each block, which needs 2^N neurons. Whether a flow attains it in
    the limit is open: a block is of degree two in U, Y and of degree one in Z, so that there are no rays, and
    for f = w(UY + Z)vx with numbers w, Z, v the sum U + Y' moves by dZ (U + Y'), one branch exponentially in
    the other.
    """
    E_1 = named("E_1", W @ T(W) - T(Y) @ Y - T(Z) @ Z)
    E_2 = named("E_2", imbalance(Y, U))
    E_3 = named("E_3", U @ T(U) + Z @ T(Z) - column_matrix(w) @ T(column_matrix(w)))
    traces = trace(E_1) + trace(E_2) + trace(E_3)
    D = named("D", traces + 2 * deficit(E_1) + deficit(E_2) + deficit(E_3))
    yield then(fro_sq(W) - 2 * op_sq(W), "<=", D)


@claim(
    LE,
    "Theorem 2, (15): alignment with the last layer",
    id="thm-2.15b",
    status="proved",
    reading=readings.ANY_TIME,
    depends=["thm-1.6"],
    domain=together(W=rectangular("b", "a"), w=vector("b"), a=(1, 3), b=(1, 3)),
    equality=[{"W": [[2]], "w": [1]}, {"W": [[1], [0]], "w": [1, 0]}],
)
def the_last_layer_sees_all(W, w):
    """v_(j+1) is w over its length for the last layer, and W' sends it to almost all of W: by (83) the two
    sides are |W|_F^2 |w|^2 up to a constant times |w|^2, so that where w diverges <v_(j+1), u_j> tends to 1.

    Proof: WW' = ww' + E. Divergence is needed: at W = I, w = 0 nothing is aligned. For two earlier layers WW'
    and V'V differ by a fixed E, both are rank 1 up to a constant by (13), and a gap that diverges aligns
    their first eigenvectors.
    """
    E = named("E", W @ T(W) - column_matrix(w) @ T(column_matrix(w)))
    yield then(sq(norm(T(W) @ w)), ">=", sq(norm(w)) * (sq(norm(w)) - deficit(E)))


@claim(
    LE,
    "Theorem 2, the trivial bound",
    id="thm-2.proof-trivial",
    status="proved",
    covers=["rem-lowrank.bound"],
    domain=rectangular(m=(1, 3), n=(1, 3)),
    equality=[[[1, 0], [0, 1]]],
)
def at_least_the_average(W):
    """The largest squared singular value is at least the average of those that are not 0."""
    yield then(fro_sq(W), "<=", rank(W) * op_sq(W))


@claim(
    LE,
    "Section 5: the upper bound 1",
    id="num-upper1",
    status="proved",
    domain=rectangular(m=(1, 3), n=(1, 3)),
    equality=[[[1, 2], [2, 4]]],
)
def at_most_one(W):
    """Attained exactly by matrices of rank 1 and by 0."""
    yield then(s1(W), "<=", fro(W))


@claim(
    LE,
    "A block at most doubles the rank",
    id="thm-2.rank",
    status="proved",
    printed=["rem-lowrank.better"],
    reading="[U Z] and Y on Z as the matrices ZZ' + UU' and Y'Y + Z'Z, which have their ranks.",
    domain=together(**BLOCK, **SIZES),
    equality=[{"U": [[1]], "Y": [[1, 0]], "Z": [[0, 1]]}],
)
def ranks_double(U, Y, Z):
    """For a balanced block the first term on the right is 0, and rank Y on Z is at most twice rank [U Z].

    So from a balanced start the rank of W^[j] is at most 2^(N_j) times the product of the factors for
    convolutions, and 1 / rank is never below the bound of Theorem 2, also with the best constants.
    """
    right = rank(imbalance(Y, U)) + 2 * rank(U @ T(U) + Z @ T(Z))
    yield then(rank(T(Y) @ Y + T(Z) @ Z), "<=", right)


@claim(
    LE,
    "Appendix D: one Frobenius norm for both arrangements of a block",
    id="thm-2.proof-rep",
    status="refuted",
    reading="U and Y are different matrices. The same is said of operator norms not to be so, rightly.",
    domain=together(**BLOCK, **SIZES),
)
def one_norm_for_both(U, Y, Z):
    """[U Z] and Y on Z hold different weights. It is true of the flattenings of one tensor."""
    yield then(fro_sq(U) + fro_sq(Z), "==", fro_sq(Y) + fro_sq(Z))


@claim(
    LE,
    "Appendix D: Frobenius norms of the two arrangements of a block",
    id="thm-2.proof-rep~corrected",
    status="corrected",
    corrects="thm-2.proof-rep",
    reading=readings.CONSERVED,
    domain=together(**BLOCK, **SIZES),
    equality=[{"U": [[2]], "Y": [[1]], "Z": [[1]]}],
)
def norms_of_the_two_arrangements(U, Y, Z):
    """Their squares differ by a number that is fixed at initialization, which is what (83) needs.

    Proof: it is the trace of what (74) conserves.
    """
    yield then(fro_sq(U) + fro_sq(Z), "==", fro_sq(Y) + fro_sq(Z) + trace(imbalance(T(U), T(Y))))


@claim(
    LE,
    "After Theorem 1: the ranks along a chain",
    id="thm-1.sig-rank",
    status="proved",
    covers=["num-chainrank"],
    reading="At any one time. The printed case is that of E_1 = 0 and E_2 = 0: rank 1 at most.",
    depends=["thm-1.6~corrected"],
    domain=together(**LAYERS, w=vector("c"), **SIZES),
    equality=[{"W": [[1]], "V": [[1]], "w": [1]}, {"W": [[1, 0], [0, 1]], "V": [[1, 0]], "w": [1]}],
)
def ranks_along_a_chain(W, V, w):
    """Rank 1 and what the differences at the start add. An initialization with a density has differences of
    full rank; w = 0 has rank 0.

    Proof: W, WW' and W'W have one rank, and ranks of sums are at most sums of ranks.
    """
    last = column_matrix(w)
    more = rank(imbalance(W, V)) + rank(imbalance(V, T(last)))
    yield then(rank(W), "<=", rank(last) + more)
    yield then(rank(W), "<=", rank(V) + rank(imbalance(W, V)))


@claim(
    LE,
    "Section 6: singular values of consecutive layers",
    id="rem-concl.control",
    status="proved",
    covers=["rem-intro.c1", "thm-1.sig-chain"],
    reading="At any one time, for the squares of all singular values in order, zeros included.",
    presupposes=["weyl"],
    domain=together(**LAYERS, **SIZES),
    equality=[{"W": [[1, 0], [0, 1]], "V": [[0, 0]]}],
)
def consecutive_layers(W, V):
    """They differ by no more than at the start, in this sense: by the norm of what is conserved."""
    apart = abs(lam(W @ T(W)) - lam(T(V) @ V))
    yield then(apart, "<=", s1(imbalance(W, V)))
