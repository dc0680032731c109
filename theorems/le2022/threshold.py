"""Corollary 1: which bound on the risk at the start says that every example is classified correctly."""

from __future__ import annotations

from perturb import claim, given, term, then
from perturb.domains import vector
from perturb.vocab import exp, length, log, product, smallest, total
from perturb.vocab.grammar.tree import Expr
from theorems.le2022 import LE


@term(r"\mathcal{R}")
def risk(z: Expr) -> Expr:
    """The mean of the logistic loss over the margins z_i = y_i nu(x_i)."""
    return total(log(1 + exp(-z))) / length(z)


@claim(
    LE,
    "Corollary 1, the threshold l(0) / n",
    id="cor-1.main",
    status="proved",
    covers=["cor-1.proof-diverge"],
    reading="The product is e^(nR). For R < l(0) / n the right side is below 1, so that all margins are "
    "positive: what the sources of the corollary need of the start.",
    domain=vector(n=(1, 3)),
    equality=[[0], [1]],
)
def every_margin_is_positive(z):
    """l(0) / n is the right one: if one margin is not positive its loss alone is l(0), and the others add.

    Then the norm diverges, and (13) gives (15). That no entry of the limiting direction is 0 is not needed.
    """
    yield then(exp(-smallest(z)), "<=", product(1 + exp(-z)) - 1)


@claim(
    LE,
    "Corollary 1, the threshold l(0)",
    id="cor-1.main~mean",
    status="refuted",
    reading="As for l(0) / n, with the mean below l(0).",
    domain=vector(n=(1, 3)),
)
def below_the_mean(z):
    """One large margin hides a negative one, and gradient flow can stand still there: see the errata."""
    yield given(risk(z), "<", log(2))
    yield then(smallest(z), ">=", 0)
