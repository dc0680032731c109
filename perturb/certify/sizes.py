"""Sizes come before values: a statement whose sizes do not fit is an error at every point.

Hypotheses are looked at in their order. One about sizes alone, such as that a matrix is square, keeps out the
sizes at which it is false, and so what would not fit there in what follows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from perturb.vocab.relations.decide import shapes_of
from perturb.vocab.relations.order import Link, fits, left_out
from perturb.vocab.systems.certified import Field
from perturb.vocab.systems.evaluate import Evaluation


def refuse_misfits(
    hypotheses: Sequence[Link], conclusions: Sequence[Link], values: Mapping[str, Any]
) -> None:
    """ValueError where sizes do not fit, whatever the values."""
    read = Evaluation(Field(values))
    for link in hypotheses:
        sizes = shapes_of(link, read)
        fits(link, sizes)
        if left_out(link, sizes):
            return
    for link in conclusions:
        fits(link, shapes_of(link, read))
