"""The noun Remark: a printed item that is not checkable, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perturb.statements.paper import Paper


@dataclass(frozen=True)
class Remark:
    """A printed item that no certificate at one point decides, and why; so that nothing is left out silently.

    kind    "definition" (notation, nothing is asserted), "existence" (for all matrices there is an object),
            "asymptotic" (a limit; says nothing at a finite n), "empirical" (seen in simulations),
            "qualitative" (no quantity is named)
    reason  one or two sentences: why it is not a claim, and what stands in for it where something does
    seen_by ids of claims or laws that decide what can be decided of it
    """

    paper: Paper
    items: tuple[str, ...]
    kind: str
    reason: str
    seen_by: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()


KINDS = ("definition", "existence", "asymptotic", "empirical", "qualitative")


def remark(
    paper: Paper,
    *items: str,
    kind: str,
    reason: str,
    seen_by: Sequence[str] = (),
    depends: Sequence[str] = (),
) -> Remark:
    """Record items that are not checkable as printed. ValueError for an unknown kind or no item."""
    if kind not in KINDS:
        raise ValueError(f"remark: kind = {kind!r} is not one of {', '.join(KINDS)}")
    if not items or len(reason) < 20:
        raise ValueError(f"remark: items = {items!r} need at least one id and a reason of a sentence")
    full = [tuple(paper.full(name) for name in names) for names in (items, seen_by, depends)]
    return Remark(paper, full[0], kind, reason, full[1], full[2])
