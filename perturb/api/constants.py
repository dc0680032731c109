"""`perturb.tighten`: how far the constants of a claim can be moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb.api.examine import Target, each, seconds_of, seed_of
from perturb.prove.best import from_both_sides
from perturb.prove.proved import proofs_of
from perturb.results import say
from perturb.results.constants import row
from perturb.results.told import Told
from perturb.sharpen.directions import sites
from perturb.sharpen.tighten import ConstantBracket
from perturb.sharpen.tighten import tighten as tighten_site
from perturb.statements.claim import Claim


@dataclass(frozen=True, repr=False)
class Tightened(Told):
    """What is known of each constant of a claim: from where on the statement is certified false."""

    claim: Claim
    brackets: tuple[ConstantBracket, ...]

    @property
    def proved(self) -> tuple[str, ...]:
        """What stored proofs say of each printed constant, empty where there is none."""
        rows, proofs = (row(self.claim, one) for one in self.brackets), proofs_of(self.claim)
        return tuple(from_both_sides(self.claim, proofs, one.open, one.witness) for one in rows)

    def lines(self) -> list[str]:
        head = f"{self.claim.id}: {'constants' if self.brackets else 'no constants'}"
        return [head, *map(_line, self.brackets, self.proved)]

    def markdown(self) -> str:
        heads = "| constant | in | refuted from | open (relative) | for every matrix |"
        table = [heads, "|---|---|---|---|---|"]
        for bracket, one in zip(self.brackets, self.proved, strict=True):
            value, place = say.constant(bracket.printed), row(self.claim, bracket).place
            table.append(f"| {value} | ${place}$ | {_end(bracket)} | {_left(bracket)} | {one} |")
        return "\n\n".join([f"**{self.claim.id}**", self.claim.markdown(), "\n".join(table)])

    def rows(self) -> list[dict[str, Any]]:
        found = [row(self.claim, bracket) for bracket in self.brackets]
        names = ("conclusion", "side", "place", "printed", "refuted_from", "open", "fallen")
        plain = [{"id": self.claim.id} | {name: getattr(one, name) for name in names} for one in found]
        return [one | {"proved": proved} for one, proved in zip(plain, self.proved, strict=True)]


def tighten(target: Claim | Target, seconds: float | None = None, seed: int = 0, hints: bool = True) -> Any:
    """Moves each constant of a claim, for so many seconds each, until the statement is certified false.

    By default it has 20 seconds beside the work of `check`, with which it starts and which has the last word.
    Without `hints` the equality cases that the claim declares are not used. A target of the command line
    gives a sequence of results. Raises ValueError for a bad time or seed, LookupError for a target without a
    claim.
    """
    seconds, seed = None if seconds is None else seconds_of(seconds), seed_of(seed)

    def ask(claim: Claim) -> Tightened:
        found = (tighten_site(claim, site, seconds, seed, hints) for site in sites(claim))
        return Tightened(claim, tuple(found))

    return each(target, ask, Claim)


def _line(bracket: ConstantBracket, proved: str) -> str:
    found = f"  {say.constant(bracket.printed)}: refuted from {_end(bracket)}, open {_left(bracket)}"
    return f"{found}; {proved}" if proved else found


def _end(bracket: ConstantBracket) -> str:
    return "nowhere" if bracket.refuted is None else say.refuted_from(bracket.refuted, bracket.printed)


def _left(bracket: ConstantBracket) -> str:
    return "all" if bracket.refuted is None else f"{bracket.digits:.1e}"
