"""How much of what was drawn met the hypotheses, which of them hardly anything meets, and what is equal."""

from __future__ import annotations

from perturb.search.found import SearchResult
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable
from perturb.vocab.systems.values import DIGITS


def failing(claim: Claim, found: SearchResult) -> str:
    """The hypotheses with the draws that meet each, the rarest first; empty where nothing was drawn."""
    if not found.screened:
        return ""
    rarest = sorted(range(len(claim.hypotheses)), key=lambda k: found.met[k])
    return "; ".join(
        f"hypothesis {k + 1}, {readable(claim.hypotheses[k].latex(claim.names))}, "
        f"is met by {found.met[k]:,} of {found.screened:,} draws"
        for k in rarest
    )


def sparse(claim: Claim, found: SearchResult, floor: float) -> str:
    """A sentence where less than a share `floor` of the draws were inside; empty elsewhere.

    Without hypotheses every point at which the statement has a value is.
    """
    if not found.drawn or found.inside >= floor * found.drawn:
        return ""
    solved = found.origins["solved"]
    more = f"; {solved:,} more points by solving the equations" if solved else ""
    where = "meet the hypotheses" if claim.hypotheses else "give the statement a value"
    return f"thin: {found.inside:,} of {found.drawn:,} draws {where}, {_share(found)}{more}"


def equal(found: SearchResult) -> str:
    """A sentence where sides agree to all digits asked for, and no kernel decides; empty elsewhere."""
    if not found.agreed:
        return ""
    held = found.verdicts["holds"]
    return f"{held:,} points decided, {found.agreed:,} more with sides equal to {DIGITS} digits, left open"


def _share(found: SearchResult) -> str:
    return f"{100 * found.inside / found.drawn:.2g} %"


def reached(found: SearchResult) -> str:
    """The sizes at which points were certified before the time was over: n = 2 to 4, k = 1."""
    ends: dict[str, list[int]] = {}
    for sizes in sorted(found.sizes):
        for name, size in sizes:
            ends.setdefault(name, []).append(size)
    return ", ".join(
        f"{name} = {min(all_)}" + (f" to {max(all_)}" if max(all_) > min(all_) else "")
        for name, all_ in ends.items()
    )
