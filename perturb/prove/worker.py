"""Attempts in a process of its own, killed when its time is over: no solver's limit is relied upon."""

from __future__ import annotations

from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from perturb.process import sources
from perturb.process.pool import begin, deaf
from perturb.prove.cases.undecided import Teller
from perturb.prove.proved import named
from perturb.prove.prover import Attempt, attempt
from perturb.prove.store import says
from perturb.statements.argument import home
from perturb.statements.catalogue import again
from perturb.statements.claim import Claim

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
