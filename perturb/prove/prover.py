"""A claim proved at n = 1, 2 or 3, all its sizes and goals in one certificate; attempts in a process.

A claim proved at n = 1, 2 or 3: all its sizes, all its goals, one certificate.

Attempts in a process of its own, killed when its time is over: no solver's limit is relied upon.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic, process_time
from typing import Any

from perturb.process import sources
from perturb.process.pool import begin, deaf
from perturb.prove.cases.case_tree import Thrifty
from perturb.prove.cases.sample import violated, written_out
from perturb.prove.cases.undecided import Open, OutOfTime, Teller
from perturb.prove.checker.statements import Statement
from perturb.prove.lemmas.methods import METHODS
from perturb.prove.lemmas.plans import Proof, Prover
from perturb.prove.proved import named
from perturb.prove.reading.lowering import lowered
from perturb.prove.reading.ring import Unsupported
from perturb.prove.reading.sized_claim import Goal, SizedClaim, assignments
from perturb.prove.store import says
from perturb.statements.argument import home
from perturb.statements.catalogue import again
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
    low = lowered(claim)

    def ended(outcome: str, note: str = "", case: str = "") -> Attempt:
        return Attempt(outcome, n, round(process_time() - start, 3), leaves, note, case=case)

    proofs, concluded = [], False
    known: dict[Any, Any] = {}
    try:
        for sizes in assignments(low.domain, n):
            statement = SizedClaim(low, sizes)
            explorer = Explorer(statement, start + seconds, tell, known)
            goals, said = [], []
            for goal in statement.goals():
                explorer.concluded = False
                goals.append(explorer.goal(goal))
                said.append(explorer.concluded)
            proofs.append({"sizes": sizes, "goals": goals})
            leaves += explorer.leaves
            concluded |= bool(said) and all(said)
            written = [one.written for one in statement.inputs]
    except Unsupported as reason:
        return ended("unsupported", f"complex: {reason}" if claim.domain.complex_inputs else str(reason))
    except OutOfTime as case:
        return ended("timeout", case=str(case))
    except Open as case:
        point = violated(claim, explorer.statement, explorer.cloud, case.model)
        if point is not None:
            return ended("false", f"violated at {written_out(point, claim.domain.complex_inputs)}")
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
        "proofs": proofs,
        "leaves": leaves,
        "seconds": round(process_time() - start, 2),
    }
    return replace(ended("proved"), certificate={**certificate, "defined": _defined(certificate)})


def _defined(data: dict[str, Any]) -> bool:
    """Has everything in it a value, as the checker sees it? Trees that were met on the way may be gone."""
    if any(True for _ in _found(data["proofs"], "undefined")):
        return False
    for proof in data["proofs"]:
        statement = Statement(data, proof["sizes"])
        tops = [statement.read(text) for texts in _found(proof, "let") for text in texts]
        if not all(statement.total(part) for top in tops for part in statement.parts(top)):
            return False
    return True


def _found(data: Any, key: str) -> Iterator[Any]:
    """What stands under this name anywhere in it."""
    if isinstance(data, dict):
        yield from [data[key]] if key in data else []
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _found(part, key)


GRACE = 1.0  # seconds beyond the limit that the prover itself keeps
ANOTHER = "states something else each time it is run"
START = 120.0  # for the process to come up on a busy machine


def serve(pipe: Connection, read: sources.Snapshot) -> None:
    """In the child: one attempt after the other, the cases at work before each, until the parent goes."""
    begin(read)
    pipe.send("ready")
    while True:
        try:
            file, identifier, stated, n, seconds, steps = pipe.recv()
        except EOFError:
            return
        claim = named(identifier, again(file))
        if claim is None or says(claim) != stated:
            pipe.send(None)
            continue
        if steps and not steps.startswith(sources.USER):
            with sources.from_source():
                import_module(steps)
        try:
            pipe.send(attempt(claim, n, seconds, Teller(pipe.send)))
        except Exception as error:  # the prover's own mistake ends one attempt, not the run
            pipe.send(Attempt("open", n, seconds, note=f"{type(error).__name__}: {error}"[:200]))


class Worker:
    """A process that proves; a new one after each that was killed. To be used in a with statement."""

    def __init__(self) -> None:
        self.process: Any = None
        self.pipe: Any = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def prove(self, claim: Claim, n: int, seconds: float) -> Attempt:
        """What became of the claim at n, "timeout" when the process had to be killed.

        ValueError where its file states something else in that process.
        """
        if self.process is None:
            self._start()
        self.pipe.send((str(claim.file), claim.id, says(claim), n, seconds, home(claim)))
        end, case = monotonic() + seconds + GRACE, ""
        try:
            while self.pipe.poll(max(end - monotonic(), 0)):
                found: Attempt | str | None = self.pipe.recv()
                if found is None:
                    raise ValueError(f"claim {claim.id}: {claim.file} {ANOTHER}")
                if isinstance(found, Attempt):
                    return found
                case = found
        except EOFError:
            self._end()
            return Attempt("open", n, seconds, note="the process died (out of memory?)", case=case)
        self._end()
        return Attempt("timeout", n, seconds + GRACE, case=case)

    def _start(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, sources.read()), daemon=True)
        with deaf():
            self.process.start()
        theirs.close()
        if not self.pipe.poll(START):
            self._end()
            raise TimeoutError(f"the prover did not start within {START:g} s")
        self.pipe.recv()

    def _end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self.process = None
