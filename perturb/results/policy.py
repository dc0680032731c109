"""What points say of a statement: when it "survived", is vacuous, or stays open, and why, in sentences.

Among these: how much of what was drawn met the hypotheses, which of them hardly any does, what is equal.
"""

from __future__ import annotations

import math

from perturb.search.found import SearchResult
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable
from perturb.vocab.systems.evaluate import DIGITS

# What "survived" takes: conventions, no theorems; the README says them too ("How to read a verdict").
# A domain is built to meet its hypotheses, so that fewer than one draw in a hundred inside means that nobody
# has looked at what the statement says; enough certified points make up for that.
FLOOR = 0.01
# One point decided at each of a few sizes shows little. Every profile certifies more than twenty points of a
# statement that the kernels can decide, so that fewer say that they cannot.
ENOUGH = 20
# Open points at equality are expected of a sharp "<=". Away from it they mean that no kernel gets here, and
# then the points that were decided may be the harmless ones: at most one for each ten that hold.
OPEN_SHARE = 0.1


def vacuous(found: SearchResult) -> bool:
    """Not one certified point inside the hypotheses, and none that may be."""
    return found.verdicts["vacuous"] > 0 and not found.verdicts["holds"] and not found.verdicts["undecided"]


def nothing_inside(found: SearchResult) -> str:
    for counts, what in ((found.undefined, "has no value"), (found.unsaid, "says nothing")):
        if counts:
            (why, _), *_ = counts.most_common(1)
            return f"the statement {what} at {counts.total()} of {found.points} points ({why})"
    return "no certified point lies inside the hypotheses"


def survived(claim: Claim, found: SearchResult) -> bool:
    """Enough certified points, more of them than open ones, and few open ones away from equality.

    A point that no kernel decides may touch equality, which breaks no "<=" but would break a "<". Where both
    sides agree to 60 digits it counts among the points that were looked at, beside one at least that holds.
    """
    strict = any(link.op in ("<", ">", "!=") for link in claim.conclusions)
    held = found.verdicts["holds"]
    seen = held + found.agreed
    enough = held > 0 and seen >= max(ENOUGH, found.doubtful / OPEN_SHARE) and seen > found.left
    return enough and not (strict and (found.touching or found.near.open < math.inf))


def doubt(claim: Claim, found: SearchResult) -> str:
    held, reasons = found.verdicts["holds"], ", ".join(found.reasons)
    alike = equal(found)
    if held + found.agreed < ENOUGH:
        left = f"; {found.left} undecided: {reasons}" if found.left else ""
        told = filter(None, (alike, sparse(claim, found, FLOOR), failing(claim, found)))
        return "; ".join([f"only {held} points certified, {ENOUGH} are needed{left}", *told])
    if held + found.agreed <= found.left:
        counts = f"{held} points certified, {found.left} undecided"
        return f"{counts}: more must be decided than are open ({reasons})" + (f"; {alike}" if alike else "")
    if found.doubtful > OPEN_SHARE * (held + found.agreed):
        return f"{found.doubtful} points undecided though not at equality: {reasons}"
    if found.touching:
        return f"{found.touching} points touch a strict inequality to all digits and stay undecided"
    return f"comes within {found.near.open:.1g} of equality, which is neither found nor excluded"


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
