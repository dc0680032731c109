"""Hints at another variance on the diagonal of a matrix whose largest eigenvalues a sample holds."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.laws.distributions.finite import at_size
from perturb.laws.distributions.names import NamedDistribution
from perturb.laws.stats.explanation import Explanation, likelihood
from perturb.laws.stats.fit import scaled
from perturb.laws.stats.slips import DENSE, EDGE, VARIANCES
from perturb.laws.stats.tridiagonal import DRAWS, dense_largest, largest_with, two_samples
from perturb.types import FloatArray

FEW = 300  # draws that rule out most variances
LARGEST_MODEL = 10_000  # beyond, drawing the tridiagonal model takes seconds


def diagonal(values: FloatArray, named: NamedDistribution, alpha: float, n: int | None) -> list[Explanation]:
    """Another variance on the diagonal, against draws of our own.

    Their density is that of the right model, moved to their mean and deviation.
    """
    found: list[Explanation] = []
    if n is None or n > LARGEST_MODEL or named.base not in EDGE:
        return found
    right, exact = EDGE[named.base], at_size(named, n)
    assert exact is not None
    for variance, model, draws in _models(values, named, alpha, n):
        seen, p = two_samples(values, draws)
        if p >= alpha:
            text = f"variance {variance:g} instead of {right:g} on the diagonal, {model}"
            scale = float(draws.std()) / exact.std()
            near = scaled(exact, float(draws.mean()) - scale * exact.mean(), scale)
            found.append(Explanation("diagonal", text, seen, p, likelihood(values, near, None)))
    return found


def _models(
    values: FloatArray, named: NamedDistribution, alpha: float, n: int
) -> Iterator[tuple[float, str, FloatArray]]:
    """Variance, model and draws; of dense matrices only where a few draws do not rule them out."""
    right = EDGE[named.base]
    beta = int(2 / right)
    for factor in (0.5, 2.0):
        yield right * factor, "tridiagonal model", named.factor * largest_with(beta, n, factor)
    for variance in VARIANCES if n <= DENSE else ():
        few = named.factor * dense_largest(beta, n, variance, FEW)
        if variance != right and two_samples(values, few)[1] >= alpha:
            yield variance, "dense matrix", named.factor * dense_largest(beta, n, variance, DRAWS // 2)
