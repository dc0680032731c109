"""What a method of proof is: it gets a goal and a prover at work, and gives a certificate or None.

The methods stand in one table, in the order in which they are tried: `METHODS` in methods.py. Those that
suggest lemmas are planners (plans.py); carry_out.py makes a method of them.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol

from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.vocab.grammar.tree import Expr

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
