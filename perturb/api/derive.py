"""`perturb.derive`: a claim for every size, from named theorems, as the command of this name does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from perturb.api.examine import Target, each, seconds_of
from perturb.derive import store, tell
from perturb.derive.accepted import one_lemma, terms
from perturb.derive.deriver import Attempted
from perturb.derive.known import Citable, named
from perturb.derive.trying import found_or_kept
from perturb.prove.store import FOLDER
from perturb.results import say
from perturb.results.for_all import RUNG
from perturb.results.say import Told
from perturb.statements.claim import Claim


@dataclass(frozen=True, repr=False)
class Derived(Told):
    """What became of a claim: derived, textbook, open, unsupported or refuted.

    `found` has the steps, which `save` writes; `why` and `missing` say how far an open one got.
    """

    claim: Claim
    found: Attempted
    known: Citable

    @property
    def outcome(self) -> str:
        return self.found.outcome

    @property
    def lemmas(self) -> list[str]:
        """The ids of those that are cited."""
        return sorted(self.found.data["lemmas"]) if self.found.data else []

    def __bool__(self) -> bool:
        """Derived: a textbook theorem is cited, not derived."""
        return self.found.data is not None

    def save(self, folder: Path | str = FOLDER) -> Path | None:
        """Writes what was derived, where `perturb check` finds it; None where nothing was. OSError."""
        return store.save(self.claim, self.found.data, Path(folder)).file if self.found.data else None

    @cached_property
    def told(self) -> list[str]:
        """The derivation in sentences, a line each, or how far it got."""
        if self.found.data:
            return [*tell.tell(self.claim, self.found.data, self.known), *filter(None, [self.found.why])]
        return reached(self.found)

    @property
    def tex(self) -> str:
        """A proof environment in LaTeX; empty where nothing is derived."""
        return tell.tex(self.claim, self.found.data, self.known) if self.found.data else ""

    def lines(self) -> list[str]:
        head = f"{self.claim.id}  {say.headline(self.outcome)}  {cost(self.found)}"
        return [head, *(f"  {say.visible(line)}" for line in self.told)]

    def markdown(self) -> str:
        """The claim and, set as formulas, its derivation."""
        told = (
            tell.sentences(self.claim, self.found.data, self.known, tell.with_id)
            if self.found.data
            else self.told
        )
        found = "\n".join(f"- {line.strip()}" for line in told)
        return "\n\n".join([f"**{self.claim.id}**: **{self.outcome}**", self.claim.markdown(), found])

    def rows(self) -> list[dict[str, Any]]:
        return [row(self.claim, self.found)]


def derive(
    target: Claim | Target,
    seconds: float = 30.0,
    lemmas: Sequence[str] | None = None,
    without: Sequence[str] = (),
) -> Any:
    """Tries to derive a claim for every size from the lemmas of the catalogue and of the file that states it.

    The result is true where all conclusions are derived; `lemmas` names those that may be cited (then a lemma
    is tried too, from lemmas of lower rank), `without` some that may not. A target of the command line gives
    a sequence of results. Raises ValueError for a bad time, LookupError for a target or a name that is none.
    """
    seconds, known = seconds_of(seconds), Citable()

    def ask(claim: Claim) -> Derived:
        of = known.of(claim)
        chosen = None if lemmas is None else named(lemmas, of, "lemmas")
        return Derived(
            claim, found_or_kept(claim, known, seconds, chosen, named(without, of, "without")), known
        )

    return each(target, ask, Claim)


def row(claim: Claim, found: Attempted, file: str | None = None) -> dict[str, Any]:
    """A line of a table: `terms` counts steps; `one_lemma`, is it one lemma, put in place, and no more?"""
    data = found.data
    return {
        "id": claim.id,
        "outcome": found.outcome,
        "seconds": round(found.seconds, 3),
        "lemmas": sorted(data["lemmas"]) if data else [],
        "terms": terms(data) if data else 0,
        "one_lemma": bool(data) and one_lemma(data or {}),
        "file": file,
        "why": found.why or None,
        "missing": found.missing,
    }


def cost(found: Attempted) -> str:
    """0.5 s, 3 steps, for every size, from named theorems; rests on the lemma base"""
    if not found.data:
        return f"{found.seconds:.1f} s"
    steps = terms(found.data)
    count = f"{steps} step{'s' if steps != 1 else ''}" if steps else "no step"
    return f"{found.seconds:.1f} s, {count}; {RUNG}"


def reached(found: Attempted) -> list[str]:
    """Of what is not derived: what it got to, and what is missing."""
    why = (
        f"got to {found.why}" if found.outcome == "open" and found.why.startswith("conclusion") else found.why
    )
    return [*filter(None, [why]), *(f"missing: {one}" for one in found.missing)]
