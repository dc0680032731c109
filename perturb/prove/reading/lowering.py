"""A claim in the few words and spaces that proofs are written in, saying the same.

An input of another space becomes one of a space that has a form; what makes it an element (`member`, by which
points are certified too) becomes a hypothesis. A word that the checker does not know is replaced by what it
means in other words. The checker sees nothing else, and decides nothing about what went: a proof is about a
claim when it states what the claim is lowered to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from perturb.domains.domain import rectangular, scalar, vector
from perturb.domains.space import Space, together_members
from perturb.prove.checker import doubles
from perturb.prove.checker.formulas import FORMULAS
from perturb.prove.checker.text import DEFINED
from perturb.prove.checker.words import WORDS
from perturb.prove.reading.ring import Unsupported
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.relations.order import Link

OF_DOUBLES = {name for name, formula in FORMULAS.items() if formula.__module__ == doubles.__name__}
SPOKEN = WORDS.keys() | DEFINED.keys()  # the words of proofs: those of the checker


def lowered(claim: Claim) -> Claim:
    """The claim itself where it is in these words and spaces already.

    A word that has no meaning in other words stays: it is beyond the prover.
    """
    low, names = _lowered(claim)
    _WRITTEN.clear()
    _WRITTEN.update(names)
    return low


_WRITTEN: dict[Expr, Expr] = {}  # what was written for the parts of the claim that was lowered last


def written(expr: Expr) -> Expr:
    """The part as the author of that claim wrote it."""
    return _WRITTEN.get(expr, expr)


@lru_cache(maxsize=512)
def _lowered(claim: Claim) -> tuple[Claim, dict[Expr, Expr]]:
    within, plain = with_forms(claim), _Plain()
    hypotheses = tuple(plain.link(link) for link in within.hypotheses)
    conclusions = tuple(plain.link(link) for link in within.conclusions)
    if hypotheses == within.hypotheses and conclusions == within.conclusions:
        return within, {}
    return replace(within, hypotheses=hypotheses, conclusions=conclusions), plain.written


def with_forms(claim: Claim) -> Claim:
    """The claim with inputs of spaces that have a form; what makes them elements are its first hypotheses."""
    spaces, links = {}, list[Link]()
    for name, space in claim.domain.spaces.items():
        spaces[name], more = _space(name, space)
        links += more
    links += [link for part in together_members(claim.domain.spaces) for link in part.links]
    if not links and spaces == claim.domain.spaces:
        return claim
    domain = replace(claim.domain, spaces=spaces, _trees={})
    return replace(claim, domain=domain, hypotheses=(*links, *claim.hypotheses))


def _space(name: str, space: Space) -> tuple[Space, list[Link]]:
    """One that has a form, and what makes its elements those of the space.

    The nearest wider one whose own conditions are among those of the space: no others are left out.
    """
    if space.form:
        return space, []
    own, wider = _members(name, space), space.wider
    while wider is not None:
        known = _members(name, wider)
        if wider.form and known.keys() <= own.keys():
            return wider, [link for text, link in own.items() if text not in known]
        wider = wider.wider
    return _free(space), list(own.values())


def _members(name: str, space: Space) -> Mapping[str, Link]:
    """Its conditions by their canonical text."""
    parts = space.member(variable(name, space.kind))
    return {link.canonical(): link for part in parts for link in part.links}


def _free(space: Space) -> Space:
    """All matrices, vectors or numbers of this shape."""
    if space.kind is Kind.SCALAR:
        return scalar().spaces["_0"]
    if space.kind is Kind.INTEGER:
        raise Unsupported("an integer that is not one of an interval: integer(low, high) is")
    first, *second = space.shape
    domain = rectangular(first, second[0]) if second else vector(first)
    return domain.spaces["_0"]


def spoken(word: str, args: tuple[Expr, ...]) -> bool:
    """Proofs know it of these: complex words of what is written as a double, not of other real matrices."""
    return word in SPOKEN and (word not in OF_DOUBLES or args[0].double)


class _Plain:
    """The same in words of proofs, as far as there are such words."""

    def __init__(self) -> None:
        self.known: dict[Expr, Expr] = {}
        self.written: dict[Expr, Expr] = {}

    def link(self, link: Link) -> Link:
        lhs, rhs = (self(side) for side in link.parts)
        return link if (lhs, rhs) == link.parts else Link(lhs, link.op, rhs)

    def __call__(self, expr: Expr) -> Expr:
        if expr not in self.known:
            self.known[expr] = found = self._of(expr)
            if found is not expr:
                self.written[found] = expr
        return self.known[expr]

    def _of(self, expr: Expr) -> Expr:
        args, word = tuple(self(arg) for arg in expr.args), expr.word
        found = word.formula(*args) if word.formula is not None else None
        if found is None and word.body is not None and not spoken(word.name, args):
            found = word.body(*args)
        if found is not None:
            return self(found)
        return expr if args == expr.args else Expr(word, args, expr.payload)
