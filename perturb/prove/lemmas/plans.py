"""What a method of proof is (`ProofMethod`), and what a proof by lemmas consists of (`Plan`, by a `Planner`).

A method gets a goal and a prover at work, and gives a certificate or None. The methods stand in one table, in
the order in which they are tried: `METHODS` in methods.py. A planner looks at a goal and suggests proofs by
lemmas; carry_out.py makes a method of planners.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from perturb.prove.reading.free_parts import names
from perturb.prove.reading.inputs import Input
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import add, larger, multiply

Proof = dict[str, Any]  # GOAL of FORMAT.md


class Prover(Protocol):
    """The proofs of the goals of one statement, as a method sees them: an `Explorer` of prover.py.

    Every proof raises Open, OutOfTime or Unsupported where there is none (`NO_PROOF`).
    """

    statement: SizedClaim
    everywhere: bool  # no undefined part was met
    concluded: bool  # some path has reached the conclusion
    leaves: int
    valued: Container[Expr] | None  # the parts that may have no value; None: all
    known: dict[Any, tuple[Prover, Proof]]  # lemmas that are proved, of other sizes too

    def goal(self, goal: Goal) -> Proof:
        """By whatever method proves it."""
        ...

    def one(self, goal: Goal, use: list[int] | None = None) -> Proof:
        """By its case tree alone, with these hypotheses and lemmas."""
        ...

    def usable(self) -> list[int]:
        """The hypotheses."""
        ...

    def used_of(self, use: list[int]) -> list[int]:
        """Those of them that the last proof has used."""
        ...

    def about(self, statement: SizedClaim, share: float) -> Prover:
        """A prover of another statement, for a share of the time."""
        ...

    def beside(self, statement: SizedClaim) -> Prover:
        """A prover of another statement, for all the time, that tells its cases too."""
        ...

    def add(self, other: Prover) -> None:
        """What another prover has found is found."""
        ...


class ProofMethod(Protocol):
    """Tries one way to prove a goal.

    It gets the prover of the statement. It gives the certificate, and tells the prover what was found on the
    way (`add`); or None, and has changed nothing but what is known. It must not decide by float64 nor drop a
    case: the checker looks at every case again, and what is wrong there is no proof.
    """

    def __call__(self, prover: Prover, goal: Goal) -> Proof | None:
        """The certificate of the goal in this way, None where there is none."""
        ...


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
        if part.word in (multiply, add, larger):
            return self.state(link, list(part.args), [self.positive(arg) for arg in part.args if arg.args])
        return self.state(link, list(part.args), [])
