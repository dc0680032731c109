"""What a record says, in words that claim no more than was found; the witness files beside the theorems.

Of recorded runs: the verdict by sets, and how many runs of each have a yes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.certify.witness import Witness
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.results import say, stored
from perturb.results.records import ClaimRecord, LawCheck, LawRecord
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

RED = "🔴"


@dataclass(frozen=True)
class WitnessFile:
    """A witness file: where it is (posix, from the repository root and from the reports), and its content."""

    from_root: str
    from_reports: str
    content: Mapping[str, Any]

    def point(self, claim: Claim) -> Point:
        """The exact input. Raises ValueError where it does not fit the domain of the claim."""
        return claim.domain.point(Witness(self.content).values)

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs by name, nested lists of texts: p/q or sqrt(2)/2."""
        return Witness(self.content).shown

    @property
    def at(self) -> dict[str, int]:
        """The indices of the violated instance."""
        return dict(self.content.get("at") or {})

    @property
    def is_exact(self) -> bool:
        """Its numbers are exact: no kernel and no precision play a part."""
        return "exact" in (self.content.get("kernel"), self.content.get("rigour"))


def witness(claim: Claim, name: str | None, folder: Path) -> WitnessFile | None:
    """The witness file `name` of a claim, beside its theorem, with what is decided of it now.

    None where there is none, or where it does not refute the claim.
    """
    if name is None or claim.file is None:
        return None
    path = claim.file.parent / "witnesses" / name
    if not path.is_file():
        return None
    found = stored.about(claim, path)
    if found is None or not found[1].refutes:
        return None
    content = stored.as_decided(claim, *found).data
    return WitnessFile(between(root_of(path) or folder.parent, path), between(folder, path), content)


def root_of(path: Path) -> Path | None:
    """The repository that holds a file."""
    return next((p for p in path.resolve().parents if (p / "pyproject.toml").is_file()), None)


def between(start: Path, path: Path) -> str:
    """The way from a folder to a file, posix."""
    return Path(os.path.relpath(path.resolve(), start.resolve())).as_posix()


def outcome(record: ClaimRecord | None) -> str:
    """What the engine found, in words that claim no more than it did."""
    if record is None:
        return "not computed"
    return f"survived {held(record):,} points" if record.outcome is Outcome.SURVIVED else record.outcome.value


def held(record: ClaimRecord | None) -> int:
    """The points at which the statement is certified, hypotheses included."""
    return 0 if record is None else record.verdicts.holds


def violated(record: ClaimRecord | None) -> int:
    """The points at which the statement is certified to fail."""
    return 0 if record is None else record.verdicts.violated


def certificate(record: ClaimRecord | None) -> str:
    """Kernel and bits of the deciding certificate."""
    return "" if record is None else say.certificate(record.certificate)


def mismatch(record: ClaimRecord | LawRecord | None) -> bool:
    """Status and evidence contradict each other: the only thing that is ever shown in red."""
    return record is not None and not record.agrees


WORDS = {Verdict.HOLDS: "holds", Verdict.VIOLATED: "violated", Verdict.UNDECIDED: "open"}
SIDES = {">=": "at least", "<=": "at most"}


def by_set(record: LawRecord) -> str:
    """violated at digits, open at wine; consistent where it holds for every set of runs."""
    told = [
        f"{word} at {', '.join(names)}"
        for kind, word in ((Verdict.VIOLATED, "violated"), (Verdict.UNDECIDED, "open"))
        if (names := [_set(check) for check in record.checks if check.verdict is kind])
    ]
    return ", ".join(told) or "consistent"


def run_words(record: LawRecord) -> str:
    """digits: 16 of 30 (7 open), band [21 %, 93 %], open; ...; asked at least 50 % of the runs."""
    told = [f"{_yes(check)}, {WORDS[check.verdict]}" for check in record.checks]
    first = record.checks[0]
    return f"{'; '.join(told)}; asked {wanted(first.op, first.bound, True)} of the runs"


def wanted(op: str, bound: float | None, share: bool) -> str:
    """At least 99 %; at most 0.1026."""
    if bound is None:
        return "nothing"
    value = say.percent(bound) if share else say.number(bound)
    return f"{SIDES.get(op, op)} {value}"


def _yes(check: LawCheck) -> str:
    """How many runs of one set have a yes; the band is that of the chance of one."""
    unknown = check.at.partition(", ")[2]
    yes = f"{round(check.seen * check.draws)} of {check.draws}" + (f" ({unknown})" if unknown else "")
    return f"{_set(check)}: {yes}, band {say.percents(check.lo, check.hi)}"


def _set(check: LawCheck) -> str:
    return check.at.partition(", ")[0]
