"""What violations say of the constant of a false conclusion."""

from __future__ import annotations

import math
from collections.abc import Sequence

from perturb.domains.exact import Point
from perturb.search.shrink import violated
from perturb.sharpen.tighten import (
    FIRST,
    LEAST,
    ConstantBracket,
    bisected,
    sites,
    stronger,
    with_constant,
)
from perturb.statements.claim import Claim


def implied(claim: Claim, failed: int, points: Sequence[Point]) -> ConstantBracket | None:
    """The constant must at least get past `refuted`: the farthest that one of the points leads.

    None where the conclusion has no constant of its own, or several, and where none is refuted that demands
    less than the printed one. A point that does not refute a constant a little beyond what is known is not
    followed.
    """
    own = [site for site in sites(claim) if site.link == failed and site.path]
    directions = stronger(claim, own[0]) if len(own) == 1 else ()
    if len(directions) != 1:
        return None
    start = goal = own[0].value * (1 + directions[0] * FIRST)
    best: ConstantBracket | None = None
    for point in points:
        if best is None or violated(with_constant(claim, own[0], goal), point):
            refuted = bisected(claim, own[0], point, start, math.inf)
            found = ConstantBracket(own[0], refuted, point, True)
            best = found if best is None or found.digits > best.digits else best
            goal = refuted + (refuted - start) * LEAST
    return best if best is not None and _weaker(best, directions[0]) else None


def _weaker(found: ConstantBracket, stronger_way: int) -> bool:
    """Does the refuted constant demand less than the printed one does? Only then it says more."""
    assert found.refuted is not None
    return (found.refuted / found.printed - 1) * stronger_way < 0
