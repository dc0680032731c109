"""A proof, judged here and now: by the checker, and by the net where nobody has attacked it before.

The net: the checker's rules interact, and a mistake in them accepts what is false. So a statement that it
accepts is searched once for a violation, as its file states it, at the sizes of the proof, by the engine's
own kernels, which share nothing with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from perturb.certify.point import SECOND_KERNEL, certify
from perturb.domains.domain import Domain
from perturb.domains.draws import param_corners
from perturb.domains.space import Batch, Param, Sizes
from perturb.enclosure import Verdict
from perturb.numbers.numerals import sides
from perturb.process.output import json_text
from perturb.process.pool import MEMORY, PROOF_SECONDS, Exhausted, guarded
from perturb.prove.cases.sample import written_out
from perturb.prove.checker import check
from perturb.prove.checker.numbers import Rejected
from perturb.prove.prover import Attempt
from perturb.prove.reading.sized_claim import assignments
from perturb.prove.store import HOLDS, REFUSED, REJECTED, Checked, NotRead, is_about, stated
from perturb.search.attack import search
from perturb.search.found import SearchResult, certify_best
from perturb.search.method import Effort
from perturb.search.shrink import complexity
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind

NET_SECONDS = 10  # of processor time, eight times what the net takes for a stored proof
ANOTHER = "it is about another statement"
MORE = "is a file of your own that needs more? --no-limits"


def ruled(data: dict[str, Any], no_limits: bool = False, net: bool = True) -> Checked:
    """What the checker makes of the content of a file, and then the net."""
    for step, seconds in ((checked, PROOF_SECONDS), (attacked, NET_SECONDS))[: 1 + net]:
        work = partial(step, data)
        try:
            found: Checked = work() if no_limits else guarded(work, seconds, MEMORY)
        except Exhausted as error:
            return Checked(REFUSED, f"{error}; {MORE}")
        if found.outcome != HOLDS:
            return found
    return Checked(HOLDS, "", data)


def confirmed(claim: Claim, found: Attempt) -> Attempt:
    """An attempt to prove a claim: rejected where its certificate would not be accepted as a file of it."""
    if found.certificate is None:
        return found
    ruling = ruled(json.loads(json_text(found.certificate, strict=True)), no_limits=True)
    why = ruling.reason if ruling.outcome != HOLDS else "" if is_about(ruling.data, claim) else ANOTHER
    if not why:
        return found
    return replace(found, outcome=REJECTED, note=f"what was found is no proof: {why}", certificate=None)


def checked(data: dict[str, Any]) -> Checked:
    """By the checker alone; whatever stands in the data, this is an answer."""
    try:
        check.check_data(data)
    except Rejected as why:
        return Checked(REJECTED, str(why) or "rejected")
    except check.MALFORMED as error:
        return Checked(REFUSED, f"malformed: {type(error).__name__}: {str(error)[:80]}")
    return Checked(HOLDS)


def attacked(data: dict[str, Any]) -> Checked:
    """By the net alone: rejected where what is said to be proved is certified to be false."""
    try:
        found = violation(stated(data), data["n"])
    except NotRead as why:
        return Checked(REJECTED, str(why))
    return Checked(REJECTED, f"false at {found}") if found else Checked(HOLDS)


# Of each assignment of sizes, and of all of them together where there are many.
POINTS, CORNERS, ROUNDS = 12, 40, 12
MULTIPLES = {
    "real": (1, -1, 2, -2, 0.5, -0.5),
    "signed": (1, -1, 0.5, -0.5),
    "unit": (1, 0.5),
    "sign": (1, -1),
}
SIGNED = 4  # parameters whose multiples are chosen each by itself; those beyond follow the first


def violation(claim: Claim, n: int) -> str:
    """Where both kernels certify the claim to be false at n, and by what sides; empty where none is met.

    The work is the same in every run: there is no clock in it.
    """
    every = list(assignments(claim.domain, n))
    for sizes in every:
        found = _attack(_at(claim, sizes), len(every)).violations
        for point, verdict in sorted(found, key=lambda pair: complexity(pair[0])):
            if certify(claim, point, SECOND_KERNEL).verdict is Verdict.VIOLATED:
                left, right = sides(str(verdict.lhs), str(verdict.rhs))
                return f"{written_out(point)}: left side {left}, right side {right}"
    return ""


def _attack(claim: Claim, share: int) -> SearchResult:
    """Special points, small integers, solutions of equations, batches and climbs, at one size."""
    found = SearchResult()
    (sizes,) = claim.domain.sizes()
    for _ in certify_best(claim, special(claim.domain, sizes), POINTS, "special", found):
        if found.violations:
            return found
    effort = Effort(
        rounds=max(4, ROUNDS // share),
        batch=128,
        certified=4,
        corners=max(4, CORNERS // share),
        grid=2_000,
        climb_every=2,
        terms=200,
        related=False,
    )
    return search(claim, effort, found=found)


def _at(claim: Claim, sizes: Sizes) -> Claim:
    """The claim at these sizes alone."""
    domain = claim.domain
    spaces = {
        name: replace(space, low=sizes[name], high=sizes[name]) if space.kind is Kind.INTEGER else space
        for name, space in domain.spaces.items()
    }
    ranges = {name: (sizes[name], sizes[name]) for name in domain.ranges}
    return replace(claim, domain=replace(domain, spaces=spaces, ranges=ranges, _trees={}))


def special(domain: Domain, sizes: Sizes) -> Batch:
    """All parameters the same corner at a time, in multiples of both signs: I, zero, rank one, boundaries."""
    corners = [np.array(param_corners(p, sizes), dtype=float) for p in domain.params.values()]
    longest = max(map(len, corners), default=1)
    rows = [corner[np.arange(longest) % len(corner)] for corner in corners]
    scales = list(_scales(list(domain.params.values())))
    params = {
        key: np.concatenate([row * scale[k] for scale in scales])
        for k, (key, row) in enumerate(zip(domain.params, rows, strict=True))
    }
    return Batch(sizes, params, longest * len(scales))


def _scales(params: list[Param]) -> Iterator[tuple[float, ...]]:
    """Multiples that the ranges of the parameters allow, every combination of those of the first few."""
    every: list[Any] = [MULTIPLES.get(p.range, (1,)) if k < SIGNED else (1,) for k, p in enumerate(params)]
    yield from product(*every)
