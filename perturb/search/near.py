"""Points where a strict conclusion comes close to equality; they wait until somebody looks what is there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perturb.certify.point import PointVerdict, Step, certify
from perturb.domains.exact import Point
from perturb.enclosure import Verdict
from perturb.statements.claim import Claim
from perturb.vocab.systems.certified import CharPoly

STRICT = ("<", ">", "!=")
CLOSE = 1e-12  # of the sides: closer than what follows from a few digits
TOUCHING = 1e-9
LOOKED_AT = 3  # points of one conclusion at one combination of sizes, each closer than those before
CLOSER = 1e-2
HIGHER: tuple[Step, ...] = tuple((CharPoly, bits) for bits in (848, 1696, 3392, 6784))
SHARPENED = 20  # open points that are looked at with so many bits
FARTHEST = 2**30  # where a margin falls as an entry grows, no point lies beside


@dataclass
class NearEquality:
    """`waiting` are the points not yet looked into, `open` the least margin where this came to no end."""

    waiting: list[tuple[Point, PointVerdict]] = field(default_factory=list)
    least: dict[tuple[object, ...], float] = field(default_factory=dict)
    looked: Counter[tuple[object, ...]] = field(default_factory=Counter)
    sharpened: int = 0
    open: float = math.inf

    def saw(self, claim: Claim, point: Point, found: PointVerdict) -> None:
        """Keep a constructed point that holds by less than CLOSE, if it is closer than the others."""
        if point.params is None or not concludes_strictly(claim, found) or _far(point.params):
            return
        key = (found.failed, *point.sizes.items())
        closer = found.margin <= min(CLOSE, CLOSER * self.least.get(key, math.inf))
        if closer and self.looked[key] < LOOKED_AT:
            self.looked[key] += 1
            self.least[key] = found.margin
            self.waiting.append((point, found))

    def sharper(self, claim: Claim, point: Point, found: PointVerdict) -> PointVerdict:
        """An open point that touches a strict conclusion, with more bits: it may hold after all."""
        open_ = found.verdict is Verdict.UNDECIDED and concludes_strictly(claim, found)
        if not open_ or abs(found.margin) > TOUCHING or self.sharpened == SHARPENED:
            return found
        self.sharpened += 1
        finer = certify(claim, point, HIGHER)
        return found if finer.verdict is Verdict.UNDECIDED else finer


def _far(params: Mapping[str, Any]) -> bool:
    return any(abs(x) > FARTHEST for array in params.values() for x in array.ravel())


def concludes_strictly(claim: Claim, found: PointVerdict) -> bool:
    """Holds or is left open what a verdict rests on, and is it a strict conclusion?"""
    about = found.verdict in (Verdict.HOLDS, Verdict.UNDECIDED) and found.why.hypothesis is None
    return about and found.failed is not None and claim.conclusions[found.failed].op in STRICT
