"""What gradient flow does not conserve: Lemma 4, neurons of different patterns, and Remark 1 on ranks.

Remark 1 has one example, with the slope 0 or 1 for each neuron.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, scalar, together, vector
from perturb.vocab import T, column_matrix, commutator, diag, entries, rank
from perturb.vocab.grammar.tree import Expr
from theorems.le2022 import LE
from theorems.le2022 import path_readings as readings
from theorems.le2022 import readings as of_ranks
from theorems.le2022.neurons import LAYER, inner

TWO = together(u=vector("a"), v=vector("a"), x=vector("a"), p=scalar(), q=scalar(), a=(1, 2))


@claim(
    LE,
    "Lemma 4, (12)",
    id="lem-4.12",
    status="proved",
    reading=readings.WHOLE_TRAJECTORY,
    domain=together(z=scalar(0), y=scalar(), p=scalar(), q=scalar(0)).lettered(
        z="z_u", y="z_v", p="f_u", q="f_v"
    ),
)
def not_invariant(z, y, p, q):
    """u active, v inactive, positive weights behind both: the derivative of entry (u, v) of (12) has one
    strict sign while u is active.

    Proof: v does not move. While u is active and weights keep their signs f_u z_v < 0 <= f_v z_u.
    """
    yield given(y, "<", 0)
    yield given(p, ">", 0)
    yield then(p * y - q * z, "<", 0)


@claim(
    LE,
    "Lemma 4, (12), what the derivative is",
    id="lem-4.12~formula",
    status="proved",
    covers=["eq-62-63", "eq-64-65", "eq-66-67"],
    reading=readings.COMMUTATOR,
    domain=together(**LAYER, x=vector("a"), e=vector("c"), t=vector("b"), a=(1, 2), b=(1, 2), c=(1, 2)),
    equality=[{"W_1": [[1]], "W_2": [[1]], "x": [1], "e": [1], "t": [1]}],
)
def the_commutator(W_1, W_2, x, e, t):
    """One example moves the matrix of (12) by a commutator: entry (u, v) is (t_u - t_v)(b_u z_v - z_u b_v).

    Proof: b = W_2' e comes back, z = W_1 x goes in: the two sides are D b z' + z b' D and b z' D + D z b'.
    It is 0 between neurons of one slope, 0 on the diagonal, and of rank 4 at most.
    """
    z, b = named("z", column_matrix(W_1 @ x)), named("b", column_matrix(T(W_2) @ e))
    D = named("D", diag(t))
    G_1 = named("G_1", D @ b @ T(column_matrix(x)))
    G_2 = named("G_2", column_matrix(e) @ T(D @ z))
    change = G_1 @ T(W_1) + W_1 @ T(G_1) - T(W_2) @ G_2 - T(G_2) @ W_2
    yield then(entries(change), "==", entries(commutator(D, b @ T(z) - z @ T(b))))


@claim(
    LE,
    "Proof of Lemma 4, the asymmetric case",
    id="lem-4.asym",
    status="proved",
    reading=readings.ASYMMETRY,
    domain=TWO,
)
def asymmetric(u, v, x, p, q):
    """(65) exceeds (67) where v has the larger pre-activation and u the larger weight behind it."""
    yield given(abs(inner(u, x)), "<=", abs(inner(v, x)))
    yield given(abs(q), "<=", abs(p))
    yield then(abs(q * inner(u, x)), "<=", abs(p * inner(v, x)))


def both_ways(x: Expr, y: Expr) -> Expr:
    """xy' + yx'."""
    return column_matrix(x) @ T(column_matrix(y)) + column_matrix(y) @ T(column_matrix(x))


@claim(
    LE,
    "Remark 1, the rank",
    id="rem-1.rank",
    status="proved",
    covers=["rem-1.ad", "num-remrank"],
    reading=of_ranks.ONE_EXAMPLE,
    domain=together(z=vector("n"), d=vector("n"), n=(1, 3)),
    equality=[{"z": [1, 0], "d": [0, 1]}],
)
def rank_two(z, d):
    """z = W_1 h and d = Dg; W_1 moves by a multiple of dh', so that its Gram matrix moves by that of dz' and
    its transpose. The same bound holds for W_2'W_2, and 2n for n examples: 2 is attained.
    """
    yield then(rank(both_ways(d, z)), "<=", 2)


@claim(
    LE,
    "Remark 1, for the difference of (12)",
    id="rem-1.rank~difference",
    status="proved",
    reading=of_ranks.ONE_EXAMPLE,
    domain=together(z=vector("n"), g=vector("n"), D=activation(0, "n"), n=(1, 4)),
    equality=[
        {
            "z": [1, 0, 1, 0],
            "g": [0, 1, 0, 1],
            "D": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        }
    ],
    true_mutants={"domain:rim": "Four matrices of rank 1, whatever D is."},
)
def rank_four(z, g, D):
    """Of rank at most 4, attained with two active neurons and two others: entries between neurons of one
    kind are 0, as (5) says.
    """
    yield then(rank(both_ways(D @ g, z) - both_ways(g, D @ z)), "<=", 4)
