"""Is a stored derivation believed? The one place that says so; the checker looks at each, in milliseconds.

A line is believed when its header is that of the claim as it stands now, the lemmas that it cites are those
that are stated now, and the checker accepts its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.derive import store
from perturb.derive.checker.check import check
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.process.pool import TimeIsOver, limited
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.prove.store import FOLDER, HOLDS, REFUSED, REJECTED, Checked, KeptProof, Unreadable
from perturb.statements.claim import Claim

SECONDS = 5.0  # of a check: most take a hundredth of one


@dataclass(frozen=True)
class Believed:
    """One derivation that the checker accepts for a claim as it is now."""

    kept: KeptProof
    data: Mapping[str, Any]

    @property
    def lemmas(self) -> list[str]:
        return sorted(self.data["lemmas"])

    @property
    def terms(self) -> int:
        """The number of steps."""
        return terms(self.data)


def judged(kept: KeptProof, claim: Claim | None, known: Citable) -> Checked:
    """Holds, rejected, or refused where the line is no derivation.

    Without a claim it is asked whether the file derives what it says itself.
    """
    try:
        data = store.content(kept)
    except Unreadable as why:
        return Checked(REFUSED, str(why))
    try:
        if claim is not None and not is_about(data, claim):
            return Checked(REJECTED, "it is about another statement than the claim is now")
        cited = known.cited(claim)
        if unknown := [name for name in data.get("lemmas", ()) if name not in cited.claims]:
            return Checked(REJECTED, f"it cites {unknown[0]}, which is not known: name its file, too")
        with limited(SECONDS):
            check(data, cited, claim.lemma if claim else 0)
    except TimeIsOver:
        return Checked(REFUSED, f"it takes more than {SECONDS:.0f} seconds")
    except Rejected as why:
        return Checked(REJECTED, str(why))
    except (Unspoken, NoForm, RecursionError) as why:
        return Checked(REJECTED, f"the statement is not read: {why}")
    return Checked(HOLDS, "", data)


def is_about(data: Mapping[str, Any], claim: Claim) -> bool:
    """Is the header of the file that of the claim? Text by text."""
    return all(data.get(key) == value for key, value in header(claim).items())


def derivation_of(claim: Claim, folder: Path = FOLDER, known: Citable | None = None) -> Believed | None:
    """The derivation that is stored of a claim, if it is believed."""
    kept = store.find(claim, folder)
    if kept is None:
        return None
    found = judged(kept, claim, known or Citable())
    return Believed(kept, found.data) if found.outcome == HOLDS else None


def derivations(claims: Iterable[Claim], folder: Path = FOLDER) -> dict[str, Believed]:
    """Those of all claims that have one, by id."""
    if not store.files(folder):
        return {}
    known, found = Citable(), dict[str, Believed]()
    for claim in claims:
        if (one := derivation_of(claim, folder, known)) is not None:
            found[claim.id] = one
    return found


def terms(data: Mapping[str, Any]) -> int:
    """The number of steps, of cases and sums too."""
    return sum(map(_steps, data["goals"]))


def _steps(steps: Any) -> int:
    below = [step.get(key, ()) for step in steps for key in ("above", "below", "steps")]
    return len(steps) + sum(_steps(part) for part in below if isinstance(part, list | tuple))


def one_lemma(data: Mapping[str, Any]) -> bool:
    """Is each conclusion an instance of one and the same lemma, and nothing more?"""
    names = {_alone(steps) for steps in data["goals"]}
    return len(names) == 1 and None not in names


def _alone(steps: Any) -> str | None:
    """The lemma whose instance this is; hypotheses may stand before it, which it asks for."""
    rest = [step for step in steps if step["do"] not in ("given", "domain", "clear")]
    if len(rest) == 2 and rest[1]["do"] == "combine" and _is_a_multiple(rest[1]["terms"]):
        rest = rest[:1]
    return rest[0]["name"] if len(rest) == 1 and rest[0]["do"] == "lemma" else None


def _is_a_multiple(summands: Any) -> bool:
    return len(summands) == 1 and len(summands[0][1]) == 1 and summands[0][2] is None
