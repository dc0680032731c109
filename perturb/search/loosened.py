"""A statement with its thin hypotheses in the entries of its inputs: what makes an input positive is a
hypothesis.

Given entries of a correlation matrix are linear equations in the entries, and quadrics in a factor B of
A = B'B that may hold no rational point at all: of column lengths 1 and a product 1/2 none has, for n = 2. So
equations about positive matrices and contractions are solved among all symmetric or all square ones too, with
what makes them elements of the domain as inequalities beside the equations.
"""

from __future__ import annotations

from dataclasses import replace

from perturb.domains.domain import Domain
from perturb.domains.exact import Point
from perturb.domains.space import Space
from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import variable
from perturb.vocab.relations.order import Link


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
