"""Definition 3: how the ReLU singular values move with the matrix, and what leaky ReLU makes of them.

Each statement is about every competitor L and every x, of which s_k(A) is the min and the max.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import orthogonal, rectangular, scalar, together, vector
from perturb.vocab import T, column_matrix, larger, norm, rank, s1, sq, sqrt
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import distance, leaky, relu, squared_length

THREE_LAYERS = together(A=rectangular(), B=rectangular(), L=rectangular(), x=vector(), m=(1, 2), n=(1, 2))


@claim(
    DITTMER,
    "Definition 3, the ReLU singular values of two matrices",
    id="values.perturbation",
    printed=("def-3.a",),
    reading=readings.EVERY_X,
    status="proved",
    depends=["lem-4.8"],
    domain=THREE_LAYERS,
    equality=[{"A": [[2]], "B": [[1]], "L": [[0]], "x": [1]}],
)
def near_matrices_have_near_values(A, B, L, x):
    """So |s_k(A) - s_k(B)| <= |A - B| for every k, as for the linear ones: take for L a matrix of rank k at
    which the minimum for B is attained, the maximum over the ball, and then change A and B.

    Proof: the triangle inequality, Lemma 4 at Ax and Bx, and |(A - B)x| <= |A - B| |x|.
    """
    of_a, of_b = (distance(relu(M @ x), relu(L @ x)) for M in (A, B))
    yield then(of_a, "<=", of_b + s1(A - B) * norm(x))


@claim(
    DITTMER,
    "Definition 3, the ReLU singular values of a matrix with turned inputs",
    id="values.turned",
    printed=("def-3.a",),
    status="proved",
    domain=together(A=rectangular(), L=rectangular(), Q=orthogonal(), x=vector(), m=(1, 2), n=(1, 2)),
)
def turned_inputs(A, L, Q, x):
    """So s_k(AQ) = s_k(A) for orthogonal Q: Qx runs through the ball as x does, and LQ through the matrices
    of rank k as L does. Permutations of the outputs change nothing either, but other orthogonal P do: s_0
    is 1 for A = (1, -1)' and sqrt(2) for its rotation PA = (sqrt(2), 0)'.
    """
    yield then(
        distance(relu(A @ Q @ x), relu(L @ Q @ x)), "==", distance(relu(A @ (Q @ x)), relu(L @ (Q @ x)))
    )
    yield then(squared_length(Q @ x), "==", squared_length(x))
    yield then(rank(L @ Q), "==", rank(L))


@claim(
    DITTMER,
    "Remark 8, Lemma 5 for leaky ReLU from below",
    id="rem-8.lem5~kernel",
    status="sharpened",
    sharpens="rem-8.lem5",
    printed=("rem-8.lem5",),
    reading=readings.KERNEL,
    domain=together(A=rectangular(), B=rectangular(), x=vector(), eta=scalar(), m=(1, 2), n=(1, 2)).lettered(
        eta=r"\eta"
    ),
)
def what_is_forgotten_is_seen_by_leaky_layers(A, B, x, eta):
    """So sqrt((1 + eta^2)/2) sigma_k(A) <= s_k <= sigma_k(A) for |eta| <= 1, and s_k = sigma_k(A) for the
    absolute value, eta = -1, and for the identity.

    Proof: as for ReLU, with x in the kernel of L: what phi makes of a number and of its opposite has the
    squares 1 and eta^2 times its own. The larger of the two squares is half their sum at least.
    """
    L = named("L", squared_length(x) * B - column_matrix(B @ x) @ T(column_matrix(x)))
    ahead = squared_length(leaky(A @ x, eta) - leaky(L @ x, eta))
    back = squared_length(leaky(-(A @ x), eta) - leaky(-(L @ x), eta))
    yield then(ahead + back, "==", (1 + sq(eta)) * squared_length(A @ x))


@claim(
    DITTMER,
    "Definition 3, the minimum exists: far matrices compete in vain",
    id="values.coercive",
    printed=("def-3.a", "eq-2"),
    reading=readings.EVERY_X,
    status="proved",
    depends=["eq-15.norm"],
    domain=together(A=rectangular(), L=rectangular(), x=vector(), m=(1, 2), n=(1, 2)),
    equality=[{"A": [[0], [0]], "L": [[1], [-1]], "x": [1]}],
)
def far_matrices_are_far_layers(A, L, x):
    """So the distance of the layers is at least |L|/sqrt(2) - |A|, which grows with L; it is continuous in L
    and the matrices of rank k at most are a closed set.

    Proof: the larger of |ReLU(Lx)| and |ReLU(-Lx)| is at least |Lx|/sqrt(2), and what ReLU leaves of Ax or
    -Ax is at most |Ax|; the triangle inequality.
    """
    ahead, back = (distance(relu(A @ v), relu(L @ v)) for v in (x, -x))
    yield then(norm(L @ x) / sqrt(2) - norm(A @ x), "<=", larger(ahead, back))


@claim(
    DITTMER,
    "Definition 3, the ReLU singular values of a product",
    id="values.product",
    printed=("def-3.a",),
    reading=readings.EVERY_X,
    status="proved",
    domain=together(
        A=rectangular("m", "n"),
        B=rectangular("n", "l"),
        L=rectangular("m", "n"),
        x=vector("l"),
        c=scalar(0),
        m=(1, 2),
        n=(1, 2),
        l=(1, 2),
    ),
    equality=[{"A": [[1]], "B": [[2]], "L": [[0]], "x": [1], "c": 1}],
)
def a_product_has_smaller_values(A, B, L, x, c):
    """s_k(AB) <= s_k(A) |B|: where L is off by c at most, relative to the length of the input, LB is off by
    c |B|, and its rank is that of L at most. On the other side, BA, no factor |B| is enough: B mixes outputs
    before ReLU.

    Proof: take y = Bx, of the length |B| |x| at most.
    """
    y = B @ x
    yield given(distance(relu(A @ y), relu(L @ y)), "<=", c * norm(y))
    yield then(rank(L @ B), "<=", rank(L))
    yield then(distance(relu((A @ B) @ x), relu((L @ B) @ x)), "<=", c * s1(B) * norm(x))


@claim(
    DITTMER,
    "Definition 3 from below: pairs that L cannot tell apart",
    id="values.pair",
    printed=("def-3.a",),
    status="proved",
    domain=together(A=rectangular(), B=rectangular(), p=vector(), q=vector(), m=(1, 2), n=(1, 2)),
    reading=readings.PAIR,
    equality=[{"A": [[1]], "B": [[0]], "p": [1], "q": [-1]}],
)
def a_pair_that_looks_the_same(A, B, p, q):
    """So s_k is at least the least, over all kernels of dimension n - k, of the largest |ReLU(Ap) -
    ReLU(Aq)|/(|p| + |q|), p - q in the kernel; q = 0 and p = x, -x give sigma_k/sqrt(2).

    Proof: Lp = Lq, and the triangle inequality.
    """
    d = p - q
    L = named("L", squared_length(d) * B - column_matrix(B @ d) @ T(column_matrix(d)))
    of_p, of_q = (distance(squared_length(d) * relu(A @ v), relu(L @ v)) for v in (p, q))
    yield then(squared_length(d) * distance(relu(A @ p), relu(A @ q)), "<=", of_p + of_q)
