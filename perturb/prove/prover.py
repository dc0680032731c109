"""A claim proved at n = 1 or n = 2: all its sizes, all its goals, one file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from perturb.prove.explore import Explorer
from perturb.prove.models import violated, written_out
from perturb.prove.ring import Unsupported
from perturb.prove.spoken import Teller
from perturb.prove.stated import says
from perturb.prove.statement import SizedClaim, assignments
from perturb.prove.unfinished import Open, OutOfTime
from perturb.statements.claim import Claim


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
        point = None if case.model is None else violated(claim, explorer, case.model)
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
