"""Corollary 11 for the loss itself with ReLU, where (62) is never met: two data of two regions."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, remark, term, then
from perturb.domains import square, together, vector
from perturb.vocab import T, column_matrix, kappa, kron, s1, sq, trace
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.averages import LETTERS, MASKED
from theorems.riedi2022.batches import batch_gram
from theorems.riedi2022.random_relu import all_regions, layer

HALF = Fraction(1, 2)
ALL = [[1, 0], [0, 1]]
KEPT = {"P_1": ALL, "P": ALL, "Q_1": ALL, "Q": ALL, "z": [1, 0], "x": [0, 1]}
# Nothing deleted, and data of one length at right angles: their factor is 1.
TIGHT = [{**KEPT, "W_1": [[HALF, 0], [0, -HALF]]}, {**KEPT, "W_1": [[0, 0], [0, 0]]}]


@term(r"\oplus_k Z_k^TZ_k")
def by_output(P, Q, z, x):
    """A block for each output: the second moments of the data that keep it."""
    Z, X = column_matrix(z), column_matrix(x)
    return (kron(P, Z @ T(Z)) + kron(Q, X @ T(X))) / 2


@claim(
    RIEDI,
    "Corollary 11 with ReLU, for the Q_batch of the loss, squared",
    id="cor-11.63~relu",
    status="corrected",
    corrects="cor-11.63~form",
    printed=("lem-10.56", "cor-11.63"),
    domain=together(W_1=square(), **MASKED, z=vector(), x=vector(), n=(1, 2)),
    letters={**LETTERS, "z": "z^{(1)}", "x": "z^{(2)}"},
    equality=TIGHT,
    reading=readings_random.DATA_OF_TWO_REGIONS,
)
def condition_number_of_a_batch_of_two_regions(W_1, P_1, P, Q_1, Q, z, x):
    """The data factor is that of the blocks Z_k, whose rows are the data that keep output k:
    kappa(Q_batch) <= (1 + s_1)/(1 - s_1) max_k s_1(Z_k) / min*_k s_*(Z_k) for s_1 = s_1(W_1) < 1.

    Proof: for either datum and L = (D_1 W_1 + Id) D one has (1 - s_1)^2 D <= L^T L <= (1 + s_1)^2 D in the
    Loewner order. Row by row the form is the mean of the Kronecker products of L^T L and the datum's z z^T.
    So it lies between (1 -+ s_1)^2 times the mean of those of D and z z^T, which is the sum of the blocks
    Z_k^T Z_k / G, and has the same kernel.
    """
    blocks = by_output(P, Q, z, x)
    yield given(s1(W_1), "<", 1)
    yield given(trace(blocks), ">", 0)
    first = named("M^{(1)}D^{(1)}", layer(W_1, P_1, P))
    second = named("M^{(2)}D^{(2)}", layer(W_1, Q_1, Q))
    form = batch_gram(first, second, z, x)
    yield then(kappa(form), "<=", sq(all_regions(W_1)) * kappa(blocks))


REMARKS = [
    remark(
        RIEDI,
        "cor-11.62",
        kind="definition",
        reason="What Corollary 11 assumes of the data: constants C and c > 0 that serve all of them. A ReLU "
        "that is off somewhere has no such c.",
        seen_by=["cor-11.63", "cor-11.62~relu"],
    ),
]
