"""What a proof by lemmas consists of."""

from __future__ import annotations

from typing import NamedTuple

from perturb.vocab.order import Link
from perturb.vocab.tree import Expr


class Way(NamedTuple):
    """How one lemma, or the goal, is to be proved: parts that may be anything, the lemmas that are used."""

    parts: list[Expr]
    use: list[int]


class Plan(NamedTuple):
    """Lemmas, and parts of these and of the goal that may be anything once the lemmas are known.

    `ways`: of each lemma and then of the goal; without them all parts and all lemmas before.
    """

    lemmas: list[Link]
    parts: list[Expr]
    ways: list[Way] | None = None
