"""What a proof by lemmas consists of, and what a planner is: it looks at a goal and suggests such proofs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from perturb.prove.reading.free_parts import names
from perturb.prove.reading.inputs import Input
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Link

ZERO = const(0)


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


class Sought(NamedTuple):
    """What a planner sees of a goal: the relation, the component, hypotheses, inputs, the largest size."""

    goal: Link
    component: int | None
    given: Sequence[Link]
    inputs: Mapping[str, Input]
    shapes: Mapping[str, Any]
    n: int

    @staticmethod
    def of(own: SizedClaim, goal: Goal) -> Sought:
        """Of a goal of a statement."""
        named, n = {one.name: one for one in own.inputs}, max(own.sizes.values(), default=0)
        return Sought(own.goal(goal), goal.component, own.claim.hypotheses, named, own.shapes, n)


class Planner(Protocol):
    """Suggests lemmas, the most promising plan first; nothing where it has no idea.

    A lemma is proved like a conclusion before it counts: a plan that does not help costs time and no more.
    """

    def __call__(self, sought: Sought) -> Iterator[Plan]:
        """Plans for a goal."""
        ...


class Derivation:
    """Lemmas in their order, each with the parts that may be anything and the lemmas before it."""

    def __init__(self) -> None:
        self.lemmas: list[Link] = []
        self.ways: list[Way] = []
        self.known: dict[Link, int] = {}

    def state(self, link: Link, parts: list[Expr], use: list[int]) -> int:
        """The number of a lemma."""
        if link not in self.known:
            self.known[link] = len(self.lemmas)
            self.lemmas.append(link)
            kept = list(dict.fromkeys(part for part in parts if part.args))
            # with a part, even one that is not there, inputs that are not read are not made
            self.ways.append(Way(kept or [-(link.rhs if names([link.rhs]) else link.lhs)], use))
        return self.known[link]

    def positive(self, part: Expr) -> int:
        """0 <= part."""
        link = Link(ZERO, "<=", part)
        if link in self.known:
            return self.known[link]
        if part.word.name in ("mul", "add", "larger"):
            return self.state(link, list(part.args), [self.positive(arg) for arg in part.args if arg.args])
        return self.state(link, list(part.args), [])
