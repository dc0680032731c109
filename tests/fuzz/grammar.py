"""Random statements: hypotheses, conclusions, relations of every kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb import vocab as w
from perturb.vocab.grammar.tree import index, indices
from perturb.vocab.relations.order import Link
from tests.fuzz.identities import random_identity
from tests.fuzz.parts import INPUTS, TINY, Parts

OPERATORS = ("<=", "<", ">=", ">", "==", "!=")


class Grammar(Parts):
    """A statement; a part may be undefined somewhere, or wrong."""

    def relation(self, declare: Callable[..., Any], depth: int) -> tuple[Link, ...]:
        form = self.rng.random()
        if form < 0.15:
            return declare(*self.known_equal()).links
        if form < 0.3:
            return declare(self.vector(depth), self.one(OPERATORS), self.other(depth)).links
        if form < 0.37:
            return declare(self.symmetric(depth), "loewner", self.symmetric(depth - 1)).links
        op, rhs = self.one(OPERATORS), self.number(self.one([0, 0, 1, depth]))
        return declare(self.number(depth), op, rhs).links

    def other(self, depth: int) -> Any:
        return (
            self.number(0)
            if self.chance(0.5)
            else self.vector(depth - 1)
            if self.chance(0.95)
            else INPUTS["u"]
        )

    def known_equal(self) -> tuple[Any, str, Any]:
        """Equal wherever both sides are defined, or by a hair not."""
        lhs, rhs = random_identity(self)
        return lhs, self.one(OPERATORS), rhs + self.one(TINY) if self.chance(0.3) else rhs

    def statement(self) -> tuple[list[Link], list[Link]]:
        """Raises TypeError where a part is refused, like an index without a range."""
        names = int(self.rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))
        ends = self.one([(1, 2), (0, 2), (1, w.cols(INPUTS["A"])), (-1, INPUTS["n"])])
        self.names = [index(c, *ends) if self.chance(0.2) else indices(c)[0] for c in "ij"[:names]]
        hypotheses = [link for _ in range(self.one([0, 0, 0, 1, 1, 2])) for link in self.hypothesis()]
        return hypotheses, [link for _ in range(self.one([1, 1, 1, 2])) for link in self.conclusion()]

    def conclusion(self) -> tuple[Link, ...]:
        return self.relation(w.then, self.one([1, 2, 2, 3]))

    def hypothesis(self) -> tuple[Link, ...]:
        if self.chance(0.5):
            true = self.one([w.fro(self.matrix(1)), w.s1(self.matrix(1)), w.sq(self.number(1))])
            return w.given(true, ">=", 0).links
        return self.relation(w.given, 1)
