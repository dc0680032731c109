"""Remark 1: the rank of the derivative of a Gram matrix for one example, with 0 or 1 for each neuron."""

from __future__ import annotations

from perturb import claim, then
from perturb.domains import activation, together, vector
from perturb.vocab import T, column_matrix, rank
from perturb.vocab.grammar.tree import Expr
from theorems.le2022 import LE, readings


def both_ways(x: Expr, y: Expr) -> Expr:
    """xy' + yx'."""
    return column_matrix(x) @ T(column_matrix(y)) + column_matrix(y) @ T(column_matrix(x))


@claim(
    LE,
    "Remark 1, the rank",
    id="rem-1.rank",
    status="proved",
    covers=["rem-1.ad", "num-remrank"],
    reading=readings.ONE_EXAMPLE,
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
    reading=readings.ONE_EXAMPLE,
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
