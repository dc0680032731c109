"""`perturb.prove`: a claim proved for all matrices of a small size, as the command of this name does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.api.examine import Target, each, seconds_of
from perturb.prove import store
from perturb.prove.judging import confirmed
from perturb.prove.prover import Attempt, attempt
from perturb.results import say
from perturb.results.say import Told
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable

SIZES, LARGEST = (1, 2), 3  # by default; and that can be asked for


@dataclass(frozen=True, repr=False)
class Universal(Told):
    """What became of a claim at each size; `attempts` have the certificates, which `save` writes."""

    claim: Claim
    attempts: tuple[Attempt, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Those for which the claim is proved."""
        return tuple(one.n for one in self.attempts if one.outcome == "proved")

    def __bool__(self) -> bool:
        """Proved at every size that was asked for and that the statement has."""
        return bool(self.sizes) and all(one.outcome in ("proved", "no size") for one in self.attempts)

    def save(self, folder: Path | str = store.FOLDER) -> list[Path]:
        """Writes the certificates found, for `perturb prove --check`, into these files. OSError."""
        found = [one.certificate for one in self.attempts if one.certificate]
        return [store.save(self.claim, certificate, Path(folder)).file for certificate in found]

    def lines(self) -> list[str]:
        return [self.claim.id, *(f"  {_said(one)}" for one in self.attempts)]

    def markdown(self) -> str:
        found = "\n".join(f"- {_said(one)}" for one in self.attempts)
        return "\n\n".join([f"**{self.claim.id}**", self.claim.markdown(), found])

    def rows(self) -> list[dict[str, Any]]:
        return [{"id": self.claim.id} | _row(one) for one in self.attempts]


def prove(target: Claim | Target, n: int | Sequence[int] = SIZES, seconds: float = 30.0) -> Any:
    """Tries to prove a claim for every matrix of its domain of size `n`: 1, 2, 3 or several of them.

    The result is true where all that was asked for is proved; its certificates are checked by code of their
    own: `save()`, then `perturb prove --check`. `seconds` is for each size, of processor time, and a limit
    that is looked at between steps. A target of the command line gives a sequence of results. Raises
    ValueError for another size or a bad time, LookupError for a target without a claim.
    """
    sizes = (n,) if isinstance(n, int) else tuple(n)
    if not sizes or not set(sizes) <= set(range(1, LARGEST + 1)):
        raise ValueError(f"n = {n!r}: claims are proved for the sizes 1 to 3")
    seconds = seconds_of(seconds)

    def ask(claim: Claim) -> Universal:
        return Universal(claim, tuple(confirmed(claim, attempt(claim, size, seconds)) for size in sizes))

    return each(target, ask, Claim)


def _row(one: Attempt) -> dict[str, Any]:
    outcome, note = say.attempted(one.outcome, one.note)
    numbers = {"n": one.n, "outcome": outcome, "seconds": one.seconds, "leaves": one.leaves}
    return {**numbers, "note": note, "case": one.case}


def _said(one: Attempt) -> str:
    outcome, note = say.attempted(one.outcome, one.note)
    why = f": {note}" if note else ""
    why += f"; not decided: {readable(one.case)}" if one.case else ""
    return f"n = {one.n}  {say.headline(outcome)}  {one.seconds:.1f} s{say.leaves(one.leaves)}{why}"
