"""A claim proved at n = 1, 2 or 3: all its sizes, all its goals, one certificate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from perturb.prove.cases.case_tree import Thrifty
from perturb.prove.cases.sample import violated, written_out
from perturb.prove.cases.undecided import Open, OutOfTime, Teller
from perturb.prove.lemmas.methods import METHODS
from perturb.prove.lemmas.plans import Proof, Prover
from perturb.prove.reading.ring import Unsupported
from perturb.prove.reading.sized_claim import Goal, SizedClaim, assignments
from perturb.prove.store import says
from perturb.statements.claim import Claim


class Explorer(Thrifty):
    """The proofs of the goals of one statement, by the methods of the table."""

    def __init__(
        self,
        statement: SizedClaim,
        deadline: float,
        tell: Teller | None = None,
        known: dict[Any, tuple[Prover, Proof]] | None = None,
    ) -> None:
        """`known`: lemmas that are proved, of other sizes too."""
        super().__init__(statement, deadline, tell)
        self.known = {} if known is None else known

    def goal(self, goal: Goal) -> Proof:
        """The certificate of one goal. Open, OutOfTime or Unsupported where there is none."""
        if self.tell is not None:
            self.tell(self.statement, None, goal)
        found = (method(self, goal) for method in METHODS)
        return next(proof for proof in found if proof is not None)

    def add(self, other: Prover) -> None:
        """What another one has found is found."""
        self.everywhere &= other.everywhere
        self.concluded |= other.concluded
        self.leaves += other.leaves

    def about(self, statement: SizedClaim, share: float) -> Explorer:
        """An explorer of another statement, for a share of the time."""
        now = process_time()
        return Explorer(statement, now + share * (self.deadline - now))

    def beside(self, statement: SizedClaim) -> Explorer:
        """An explorer of another statement, for all the time, that tells its cases too."""
        return Explorer(statement, self.deadline, self.tell)


@dataclass(frozen=True)
class Attempt:
    """What became of one claim at one size: proved, open, timeout, unsupported, false or "no size".

    `case` is the case that is not closed, as LaTeX; empty where there is none, or none to tell.
    """

    outcome: str
    n: int
    seconds: float
    leaves: int = 0
    note: str = ""
    certificate: dict[str, Any] | None = None
    case: str = ""


def attempt(claim: Claim, n: int, seconds: float, tell: Teller | None = None) -> Attempt:
    """Try to prove a claim at all sizes whose largest is n. A soft limit: the caller holds the hard one.

    `tell` is told the cases at work.
    """
    start = process_time()
    leaves = 0

    def ended(outcome: str, note: str = "", case: str = "") -> Attempt:
        return Attempt(outcome, n, round(process_time() - start, 3), leaves, note, case=case)

    proofs, everywhere, concluded = [], True, False
    known: dict[Any, Any] = {}
    try:
        for sizes in assignments(claim.domain, n):
            statement = SizedClaim(claim, sizes)
            explorer = Explorer(statement, start + seconds, tell, known)
            goals = [explorer.goal(goal) for goal in statement.goals()]
            proofs.append({"sizes": sizes, "goals": goals})
            leaves += explorer.leaves
            everywhere &= explorer.everywhere
            concluded |= explorer.concluded
            written = [one.written for one in statement.inputs]
    except Unsupported as reason:
        return ended("unsupported", str(reason))
    except OutOfTime as case:
        return ended("timeout", case=str(case))
    except Open as case:
        point = violated(claim, explorer.statement, explorer.cloud, case.model)
        if point is not None:
            return ended("false", f"violated at {written_out(point)}")
        return ended("open", case=str(case))
    if not any(proof["goals"] for proof in proofs):
        return ended("no size", "the statement says nothing at this size")
    if not concluded:
        return ended("no size", "no point meets the hypotheses, or none has a value, at this size")
    certificate = {
        "format": 1,
        "id": claim.id,
        "n": n,
        "inputs": written,
        **says(claim),
        "defined": everywhere,
        "proofs": proofs,
        "leaves": leaves,
        "seconds": round(process_time() - start, 2),
    }
    return replace(ended("proved"), certificate=certificate)
