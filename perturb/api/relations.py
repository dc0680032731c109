"""A claim at inputs of one's own: which of its relations hold there, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb.certify.point import PointVerdict, certify, certify_links
from perturb.domains.pairs import heads
from perturb.enclosure import Verdict
from perturb.numbers.numerals import sides
from perturb.results.say import Told
from perturb.statements.claim import Claim
from perturb.statements.questions import asks
from perturb.vocab.printing.readable import readable
from perturb.vocab.relations.order import Link


@dataclass(frozen=True)
class RelationHere:
    """One hypothesis ("given") or conclusion ("then") at the inputs, as certified."""

    part: str
    latex: str
    at: dict[str, int]
    found: PointVerdict

    @property
    def verdict(self) -> str:
        return self.found.verdict.value

    @property
    def margin(self) -> float:
        """(right - left) / max(|left|, |right|) for <=, negative where violated, the least over indices."""
        return self.found.margin


@dataclass(frozen=True, repr=False)
class Relations(Told):
    """What a claim says at one point: is it in the domain, which relations hold, and the verdict on it all.

    `verdict` is "holds", "violated", "undecided" or "vacuous" (the point lies outside of the statement).
    """

    claim: Claim
    inside: bool
    verdict: str
    relations: tuple[RelationHere, ...]
    beyond: str = ""  # that the sizes here are larger than those that are searched, in words

    def __bool__(self) -> bool:
        """True where the statement is certified to hold at this point; TypeError where that is not known."""
        if self.verdict in ("undecided", "vacuous"):
            raise TypeError(f"{self.claim.id} is {self.verdict} at this point: ask for .verdict")
        return self.verdict == "holds"

    def lines(self) -> list[str]:
        where = "" if self.inside else ", outside the domain"
        where += f"; {self.beyond}" if self.beyond and self.inside else ""
        return [f"{self.claim.id}: {self.verdict} at this point{where}", *map(_line, self.relations)]

    def markdown(self) -> str:
        rows = [f"| {r.part} | ${r.latex}$ | {r.verdict} | {_margin(r)} |" for r in self.relations]
        table = "\n".join(["| | relation | here | relative margin |", "|---|---|---|---|", *rows])
        return f"**{self.lines()[0]}**\n\n{table}"

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "part": r.part,
                "relation": readable(r.latex),
                "verdict": r.verdict,
                "margin": r.margin,
                **dict(zip(("left", "right"), sides(str(r.found.lhs), str(r.found.rhs)), strict=True)),
                "at": r.at,
            }
            for r in self.relations
        ]


def relations(claim: Claim, *arrays: Any, **named: Any) -> Relations:
    """What holds of a claim at these inputs: arrays, nested lists, numbers, in its order or by name.

    float64 entries are taken as the exact numbers that they are, and every verdict is certified. A complex
    input A takes complex entries; A_re and A_im by name are its parts. Raises TypeError where inputs are
    missing or too many, ValueError for entries that are no finite numbers and for shapes that do not fit.
    """
    if told := asks(claim):
        raise ValueError(told)
    point = claim.domain.point(_by_name(claim, arrays, named))
    inside = claim.domain.contains(point)
    links = [("given", link) for link in claim.hypotheses] + [("then", link) for link in claim.conclusions]

    def here(part: str, link: Link) -> RelationHere:
        found = certify_links((), (link,), point.values)
        at = {readable(name): k for name, k in link.told(found.at, claim.names).items()}
        return RelationHere(part, link.latex(claim.names), at, found)

    whole = certify(claim, point).verdict if inside else Verdict.VACUOUS
    return Relations(
        claim, inside, whole.value, tuple(here(*pair) for pair in links), claim.domain.beyond(point)
    )


def _by_name(claim: Claim, arrays: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    spaces = claim.domain.spaces
    names = list(heads(spaces))
    given = dict(zip(names, arrays, strict=False)) | named
    wanted = set(names) if set(names) & set(given) else set(spaces)  # A, or its parts A_re and A_im
    if len(arrays) + len(named) != len(given) or len(arrays) > len(names) or set(given) != wanted:
        said = ", ".join([f"{len(arrays)} without a name", *sorted(named)])
        raise TypeError(f"{claim.id} takes {', '.join(names)}; given: {said}")
    return given


def _line(r: RelationHere) -> str:
    margin = f", margin {_margin(r)}" if _margin(r) else ""
    return f"  {r.part:5}  {readable(r.latex)}: {r.verdict}{margin}"


def _margin(r: RelationHere) -> str:
    return f"{r.margin:.3g}" if abs(r.margin) < float("inf") else ""
