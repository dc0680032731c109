"""Points of thin hypotheses: equations are solved, the margin descends along their solutions, and what looks
like a violation is made rational. Work is counted, never time.

A thin statement is also said otherwise, with the same points, where they are easier to find.

`fitted`: over the parametrisations that fit its hypotheses: factors, one basis for two, rotations. A
hypothesis that a draw of the domain hardly ever meets, rank A = 2 or AB = BA, is met by every draw of another
domain: products of factors, matrices with the same eigenvectors. Which one fits is not read off the text of a
hypothesis; candidates are drawn from, and the one that meets a hypothesis that was missed is taken.

`loosened`: in the entries of its inputs, where what makes an input positive is a hypothesis. Given entries of
a correlation matrix are linear equations in the entries, and quadrics in a factor B of A = B'B that may hold
no rational point at all: of column lengths 1 and a product 1/2 none has, for n = 2. So equations about
positive matrices and contractions are solved among all symmetric or all square ones too, with what makes them
elements of the domain as inequalities beside the equations.

What is found there is brought back to the domain of the statement and certified as a point of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import numpy as np

from perturb.certify.point import screen
from perturb.domains import (
    commuting,
    commuting_symmetric,
    of_rank,
    orthogonal,
    positive_definite,
    projection,
    psd,
    rectangular,
    symmetric,
)
from perturb.domains.domain import Domain
from perturb.domains.draws import draw
from perturb.domains.space import Batch, Param, Point, Space
from perturb.enclosure import Verdict
from perturb.search.found import SearchResult, Sizing
from perturb.search.method import Effort, claim_stream
from perturb.search.methods.listed import small_inputs
from perturb.search.solvers.climb import OUTSIDE
from perturb.search.solvers.descent import WIDE, descend
from perturb.search.solvers.equations import Equations, equations, towards
from perturb.search.solvers.rationals import BELOW, bases, roundings, secants
from perturb.statements.claim import Claim
from perturb.vocab import T, strict_upper
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.relations.order import Link

INSIDE = OUTSIDE * (1 + 1e-9)  # no margin (both sides 0, say), and all other hypotheses met
WORK = 1200  # starts times parameters: derivatives by differences cost so many points each
STARTS = 64  # points from which the equations are solved at a time
BEST, LONG = 3, 12  # solutions that are followed, and steps of a descent
TRIED = 4  # exact points certified near one solution that looks like a violation
FEW = 20  # times the work where few points hold
PLAIN = 24  # exact points among solutions that do not, spread over the sizes
WITHIN = (0.01, 0.05, 0.2)  # shares of their sides by which inequalities are met, for points on their edge
See = Callable[[Point], Verdict]


def solved(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Certify exact solutions of the equations among the hypotheses, the tightest that are found.

    Nothing where there are none. After all sizes in turn, every other one is where margins fall. It ends at
    the first violation, and begins nothing new once `effort.terms` of them are evaluated, each for 512
    points; `FEW` times as many where few points hold without it.
    """
    if not any(h.op == "==" for h in claim.hypotheses):
        return
    sizing, work = Sizing(claim), [0]
    sizes, ways = sizing.sizes, _ways(claim, seed, found)
    most = FEW * effort.terms if found.verdicts["holds"] < PLAIN else effort.terms
    for number in range(effort.solved * len(sizes)):
        which, any_ = sizing.turn(number), False
        again = number // len(sizes)
        for driver, (stated, see) in ways.items():
            rng = claim_stream(claim, driver, seed, number)
            system, starts = _starts(stated, sizes[which], rng, work)
            if system is None or starts.shape[1] > WIDE:
                continue
            any_ = True
            plain = max(1, -(-(PLAIN - found.verdicts["holds"]) // len(sizes)))
            yield from _round(system, starts, rng, found, plain, LONG * (1 + again), most, see)
            if found.violations or found.late() or work[0] >= most:
                return
        if any_:
            sizing.saw(which, found.least(sizes[which]))
        else:
            sizing.close(which)


def _ways(claim: Claim, seed: int, found: SearchResult) -> dict[str, tuple[Claim, See]]:
    """The statement as it is, and others with the same points: in their entries, in factors, in one basis."""

    def see(point: Point) -> Verdict:
        own = brought_back(claim.domain, point)
        return Verdict.VACUOUS if own is None else found.certify(claim, own, "solved").verdict

    ways: dict[str, tuple[Claim, See]] = {
        "solved": (claim, lambda point: found.certify(claim, point, "solved").verdict)
    }
    others = {"loosened": loosened(claim), "fitted": fitted(claim, claim_stream(claim, "fits", seed))}
    return ways | {driver: (stated, see) for driver, stated in others.items() if stated is not None}


def _starts(
    claim: Claim, sizes: Any, rng: np.random.Generator, work: list[int]
) -> tuple[Equations | None, Any]:
    """Points drawn as usual, and small integer ones; signs and bits are those of one of them."""
    drawn = draw(claim.domain, rng, STARTS, sizes)
    first = Batch(sizes, {key: array[:1] for key, array in drawn.params.items()}, 1)
    system = equations(claim, first, work)
    if system is None:
        return None, np.zeros((0, 0))
    grid = small_inputs(claim.domain, dict(sizes), STARTS, rng)
    whole = system.vectors(grid)[rng.permutation(grid.count)[: STARTS // 4]]
    every = np.concatenate([whole, system.vectors(drawn)])
    return system, every[: max(8, WORK // every.shape[1])]


def _round(
    system: Equations,
    starts: Any,
    rng: np.random.Generator,
    found: SearchResult,
    plain: int,
    steps: int,
    most: float,
    see: See,
) -> Iterator[None]:
    """Solve from `starts`; certify some solutions as they are, and the best after `steps` of a descent."""

    def late() -> bool:
        return found.late() or system.work[0] >= most

    solutions = system.solve(towards(system, starts))
    values = system.margin(solutions)
    best = np.argsort(values, kind="stable")[:BEST]
    best = best[np.isfinite(values[best])]
    if not len(best):
        return
    known = bases(system, rng)
    blind = rng.permutation(np.flatnonzero(values < INSIDE))[: 2 * plain]
    points = _in_turn([_near(system, known, solutions[k], rng, INSIDE) for k in blind])
    for point in islice(points, plain):
        verdict = see(point)
        yield
        if verdict is Verdict.VIOLATED or late():
            return
    reached, margins = solutions[best], values[best]
    if margins[0] >= BELOW:
        reached, margins = descend(system, reached, rng, steps, late)
    for k in np.argsort(margins, kind="stable"):
        if margins[k] >= BELOW or found.late():
            return
        for point in islice(_from_within(system, known, reached[k], rng), TRIED):
            verdict = see(point)
            yield
            if verdict is Verdict.VIOLATED:
                return


def _in_turn(sources: list[Iterator[Point]]) -> Iterator[Point]:
    """One point of each, then another of each that has more, `TRIED` times."""
    for _ in range(TRIED):
        for source in sources:
            yield from islice(source, 1)


def _from_within(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator
) -> Iterator[Point]:
    """Exact solutions near `vector`, and near points further inside the inequalities.

    The margin falls up to the edge of the hypotheses, where what is rounded falls out of them.
    """
    yield from _near(system, known, vector, rng, BELOW)
    for slack in WITHIN if any(h.op != "==" for h in system.claim.hypotheses) else ():
        moved = system.solve(towards(system, vector[None], slack))[0]
        yield from _near(system, known, moved, rng, BELOW)


def _near(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator, below: float
) -> Iterator[Point]:
    """Exact solutions near `vector`: by rounding, and on lines."""
    yield from islice(roundings(system, vector, rng, below), TRIED // 2)
    yield from secants(system, known, vector, rng, below)


CALLS, DRAWS = 12, 8  # of a candidate; each call draws another family
OFTEN, MORE = 0.5, 0.3  # the share of draws that meet a hypothesis, and how much more than before
CLOSE = -1e-9  # of a margin: met up to rounding
RANKS = (3, 2, 1)  # the largest that is low enough
WIDEST = 6  # inputs, beyond which pairs are too many to try


def fitted(claim: Claim, rng: np.random.Generator) -> Claim | None:
    """The same statement over a domain whose draws meet more of its hypotheses; None where none does.

    One change is kept after the other, as long as each makes a hypothesis common that was not. Equations
    between numbers are left to Newton's method: they take one dimension each, and a domain may take more.
    """
    thin = replace(claim, hypotheses=tuple(h for h in claim.hypotheses if _many(h)))
    if not thin.hypotheses or len(claim.domain.spaces) > WIDEST:
        return None
    found, shares, changed = claim, _shares(thin, claim.domain, rng), False
    for spaces in _candidates(claim.domain):
        if (shares >= OFTEN).all():
            break
        if any(found.domain.spaces[name] is not claim.domain.spaces[name] for name in spaces):
            continue  # has been fitted already
        domain = replace(found.domain, spaces={**found.domain.spaces, **spaces}, _trees={})
        seen = _shares(thin, domain, rng)
        if ((seen >= OFTEN) & (seen >= shares + MORE)).any():
            found, shares, changed = replace(found, domain=domain), seen, True
    return found if changed else None


def _many(link: Link) -> bool:
    """Does it say more than one equation between numbers? A rank does."""
    words = {node.word.name for side in link.parts for node in side.walk()}
    vectors = any(side.kind is Kind.VECTOR for side in link.parts)
    return "rank" in words or (link.op == "==" and vectors)


def _shares(claim: Claim, domain: Domain, rng: np.random.Generator) -> Any:
    """The share of draws from `domain` that meets each hypothesis, at the largest size."""
    sizes = list(domain.sizes())[-1]
    stated = replace(claim, domain=domain)
    met = np.zeros(len(claim.hypotheses))
    for _ in range(CALLS):
        found = screen(stated, draw(domain, rng, DRAWS, sizes)).met
        met += [float((margin >= CLOSE).sum()) for margin in found]
    return met / (CALLS * DRAWS)


def _candidates(domain: Domain) -> Iterator[dict[str, Space]]:
    """Other spaces for one input, and for two that belong together."""
    for name, space in domain.spaces.items():
        for narrower in _narrower(name, space):
            yield {name: narrower}
    for pair in combinations(domain.spaces, 2):
        shapes = {domain.spaces[name].shape for name in pair}
        ways = [_in_one_basis(name, domain.spaces[name]) for name in pair]
        if len(shapes) == 1 and None not in ways and ways[0].joint is ways[1].joint:  # type: ignore[union-attr]
            yield dict(zip(pair, ways, strict=True))  # type: ignore[arg-type]


def _narrower(name: str, space: Space) -> Iterator[Space]:
    """Parts of a space, with parametrisations of their own."""
    if space.common or space.kind is not Kind.MATRIX:
        return
    size, columns = space.shape
    if not isinstance(size, str) or not isinstance(columns, str):
        return
    if _is(name, space, rectangular(size, columns)):
        yield from (_only(of_rank(r, size, columns)) for r in RANKS)
        if size == columns:
            yield from (_only(orthogonal(size)), _only(symmetric(size)), _skew(size))
    elif _is(name, space, symmetric(size)):
        yield from (_only(psd(size)), _only(projection(size)))
    elif _is(name, space, psd(size)):
        yield from (_low(size, r) for r in RANKS)
        yield _only(projection(size))


def _in_one_basis(name: str, space: Space) -> Space | None:
    """The space of matrices that commute with others, inside `space`."""
    if space.common or space.kind is not Kind.MATRIX or space.shape[0] != space.shape[1]:
        return None
    size = space.shape[0]
    if not isinstance(size, str):
        return None
    if _is(name, space, rectangular(size, size)):
        return _only(commuting(1, size))
    together = _only(commuting_symmetric(1, size))
    for domain, range_ in ((symmetric, "real"), (psd, "nonneg"), (positive_definite, "positive")):
        if _is(name, space, domain(size)):
            return replace(together, params={"d": Param((size,), range_)})
    return None


def _low(size: str, rank: int) -> Space:
    """B'B with `rank` rows."""
    return replace(_only(psd(size)), params={"B": Param((rank, size))})


def _skew(size: str) -> Space:
    """X - X' of strict upper triangles."""
    return replace(_only(symmetric(size)), build=lambda X: strict_upper(X) - T(strict_upper(X)))


def _only(domain: Domain) -> Space:
    return next(iter(domain.spaces.values()))


def _is(name: str, space: Space, domain: Domain) -> bool:
    """Has `space` the same elements as the input of `domain`, as far as what makes them elements tells?"""
    x = variable(name, space.kind)
    own, other = ([link for part in one.member(x) for link in part.links] for one in (space, _only(domain)))
    return own == other


def loosened(claim: Claim) -> Claim | None:
    """The same statement about wider inputs, with more hypotheses; None where no input has a wider space.

    Inputs with parameters in common stay as they are: their spaces are one another's business.
    """
    spaces, more = dict(claim.domain.spaces), []
    for name, space in spaces.items():
        wider, links = _widest(name, space)
        spaces[name] = wider
        more += links
    if not more:
        return None
    domain = replace(claim.domain, spaces=spaces, _trees={})
    return replace(claim, domain=domain, hypotheses=(*claim.hypotheses, *more))


def _widest(name: str, space: Space) -> tuple[Space, list[Link]]:
    """Outwards as long as what is given up is an inequality that the parameters hide."""
    links: list[Link] = []
    while space.wider is not None and not space.common and not _plain(space):
        own, outer = (_members(name, one) for one in (space, space.wider))
        given_up = [link for link in own if link not in outer]
        if not given_up or any(link.op == "==" for link in given_up):
            break
        links += given_up
        space = space.wider
    return space, links


def _plain(space: Space) -> bool:
    """Is the element its one parameter, in a range? Then nothing is hidden."""
    return len(space.params) == 1 and space.params.keys() == {"X"}


def _members(name: str, space: Space) -> list[Link]:
    return [link for part in space.member(variable(name, space.kind)) for link in part.links]


def brought_back(domain: Domain, point: Point) -> Point | None:
    """A point of the loosened statement as one of `domain`, if it certainly belongs there."""
    found = domain.point(point.values)
    sizes = {**point.sizes, **found.sizes}
    found = replace(found, sizes=sizes)
    return found if domain.contains(found) else None
