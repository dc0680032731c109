"""A statement as an assertion, for any test runner: `assert_survives(claim)`."""

from __future__ import annotations

from typing import Any

from perturb.api.examine import check
from perturb.process import public
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import save
from perturb.results.law_evidence import LawEvidence
from perturb.statements.catalogue import Statement

__all__ = ["assert_agrees", "assert_survives"]
__dir__ = public.offered(__name__)
_GOOD = ("survived", "consistent")


def assert_survives(
    statement: Statement, profile: str = "brief", seed: int = 0, seconds: float | None = None
) -> Any:
    """Examines a claim, law, tail or mean, and gives back the evidence where nothing refutes it.

    AssertionError otherwise: with the statement, the verdict, the simplest witness and the command that
    replays it. Without `seconds` the same statement always gives the same result. ValueError as for `check`.
    """
    __tracebackhide__ = True
    found = check(statement, profile, seed, seconds)
    if found.outcome not in _GOOD:
        raise AssertionError(_told(statement, found))
    return found


def assert_agrees(
    statement: Statement, profile: str = "brief", seed: int = 0, seconds: float | None = None
) -> Any:
    """As `assert_survives`, but one that is declared to be false (status="refuted") has to be refuted."""
    found = check(statement, profile, seed, seconds)
    if not found.agrees:
        raise AssertionError(_told(statement, found))
    return found


def _told(statement: Statement, found: Evidence | LawEvidence) -> str:
    """The statement, what was found, and how to see it again."""
    replay = _replay(found) if isinstance(found, Evidence) else []
    stated = [repr(statement)] if isinstance(found, Evidence) else []
    return "\n".join(["", *stated, "", *found.lines(), *replay])


def _replay(found: Evidence) -> list[str]:
    """The witness goes where `perturb check` puts it; where that cannot be written, the test still fails."""
    try:
        saved = save(found)
    except OSError as error:
        return [f"  the witness was not saved: {error.filename}: {error.strerror}"]
    return [] if saved is None else [f"  replay: perturb replay {saved}"]
