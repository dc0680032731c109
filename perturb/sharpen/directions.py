"""Which way the value of a tree moves when one of its parts does, and the constants of a claim: where they
stand, the claim with another one, which way makes it stronger.

All is read off the words alone. Everything is sufficient, nothing is complete: a sign or a direction that is
not clear from the words, the domain and the hypotheses counts as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from perturb.domains.domain import Domain
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind, When
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, Word, const
from perturb.vocab.relations.free import Free
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import divide, multiply, neg
from perturb.vocab.words.matrix import T, mul
from perturb.vocab.words.vector import diag

POSITIVE_RANGES = ("nonneg", "positive", "unit", "bit")
Path = tuple[int, ...]


@dataclass(frozen=True)
class Signs:
    """What is known never to be negative on a domain, under hypotheses."""

    domain: Domain
    hypotheses: Sequence[Link] = ()
    _facts: set[Expr] = field(default_factory=set)

    def __post_init__(self) -> None:
        for link in self.hypotheses:
            low, high = _ordered(link)
            if low is not None and high is not None:
                self._facts.update(_differences(low, high))

    def nonneg(self, expr: Expr) -> bool:
        """Certainly >= 0, every component of a vector."""
        if expr in self._facts:
            return True
        if expr.word is CONST:
            return bool(expr.payload[0] >= 0)
        if expr.word is INPUT:
            return self._input(expr.payload[0])
        if isinstance(expr.word, Free):
            return expr.word.low is not None and expr.word.low >= 0
        if expr.word is multiply and expr.args[0] is expr.args[1]:
            return True
        when = expr.word.nonneg
        if when is When.SEMIDEFINITE:
            return self.semidefinite(expr.args[0])
        return when is not None and when.met(expr.args, self.nonneg)

    def _input(self, name: str) -> bool:
        """A parameter by its range, an input by the way it is built from its parameters."""
        if name in self.domain.params:
            return self.domain.params[name].range in POSITIVE_RANGES
        if name not in self.domain.spaces:
            return False
        if self.domain.kinds[name] is Kind.INTEGER:
            return isinstance(low := self.domain.spaces[name].low, str) or (low is not None and low >= 0)
        return self.nonneg(self.domain.tree(name))

    def semidefinite(self, expr: Expr) -> bool:
        """X'X, X'DX with a diagonal D >= 0, sums of these, leading blocks, or an input built like that."""
        if expr.word is INPUT and expr.payload[0] in self.domain.spaces:
            return self.semidefinite(self.domain.tree(expr.payload[0]))
        when = expr.word.semidefinite
        if when is When.NONNEGATIVE:
            return self.nonneg(expr.args[0])
        if when is not None and when.met(expr.args, self.semidefinite):
            return True
        factors = _factors(expr)
        middle = factors[1:-1]
        return (
            len(factors) > 1
            and (_transposed(factors[0], factors[-1]) or _transposed(factors[-1], factors[0]))
            and all(m.word is diag and self.nonneg(m.args[0]) for m in middle)
        )

    def sign(self, expr: Expr) -> int:
        """+1 or -1 where it is clear, otherwise 0."""
        if self.nonneg(expr):
            return 1
        negative = expr.word is CONST or (expr.word is neg and self.nonneg(expr.args[0]))
        return -1 if negative else 0

    def directions(self, expr: Expr) -> tuple[int, ...]:
        """For each argument: +1 if the value rises with it, -1 if it falls, 0 if that is not clear."""
        moves, args = expr.word.moves, expr.args
        if expr.kind is Kind.MATRIX or not moves:
            return (0,) * len(args)
        return tuple([move if isinstance(move, int) else move(self.sign, *args) for move in moves])


def _ordered(link: Link) -> tuple[Expr, Expr] | tuple[None, None]:
    """The smaller and the larger side of an inequality."""
    if link.op in ("<=", "<"):
        return link.lhs, link.rhs
    return (link.rhs, link.lhs) if link.op in (">=", ">") else (None, None)


def _differences(low: Expr, high: Expr) -> list[Expr]:
    """The trees that low <= high makes non-negative, as people write them."""
    facts = [high - low]
    if low.word is CONST:
        c = -low.payload[0]
        facts += [high] if c <= 0 else [const(c) + high, high + const(c)]
    return facts


def _factors(expr: Expr) -> list[Expr]:
    if expr.word is not mul:
        return [expr]
    return [f for arg in expr.args for f in _factors(arg)]


def _transposed(X: Expr, Y: Expr) -> bool:
    return X.word is T and X.args[0] is Y


@dataclass(frozen=True)
class Site:
    """Where a constant stands: conclusion number, side (0 left, 1 right), path in the tree, its value."""

    link: int
    side: int
    path: Path
    value: Fraction


def sites(claim: Claim) -> list[Site]:
    """The numeric constants of the inequalities that are concluded.

    Exponents and subscripts are no constants of a bound, and an equality has none that could be better. A
    relation without any is read with the factor 1 on its right side, where neither side is zero.
    """
    found: list[Site] = []
    for number, link in enumerate(claim.conclusions):
        if link.op in ("==", "!="):
            continue
        own = [
            Site(number, side, path, value) for side in (0, 1) for path, value in _walk(link.parts[side], ())
        ]
        if not own and not any(part.word is CONST for part in link.parts):
            own = [Site(number, 1, (), Fraction(1))]
        found += own
    return found


def _walk(expr: Expr, path: Path) -> Iterator[tuple[Path, Fraction]]:
    if expr.word is CONST and expr.payload[0] != 0:
        yield path, expr.payload[0]
    for position, arg in enumerate(expr.args):
        if expr.word is not INDEX and not _counts(expr.word, position):
            yield from _walk(arg, (*path, position))


def _counts(word: Word, position: int) -> bool:
    """Is this argument a subscript, a size or an exponent?"""
    asked = word.accepts[position] if word.accepts is not None else None
    return asked is Kind.INTEGER or (position > 0 and word.counts)


def with_constant(claim: Claim, site: Site, value: Fraction) -> Claim:
    """The claim with another constant at the site."""
    return with_part(claim, site, const(value))


def with_part(claim: Claim, site: Site, part: Expr) -> Claim:
    """The claim with a number or a free constant at the site."""
    link = claim.conclusions[site.link]
    sides = list(link.parts)
    sides[site.side] = _put(sides[site.side], site.path, part)
    conclusions = list(claim.conclusions)
    conclusions[site.link] = Link(sides[0], link.op, sides[1])
    return replace(claim, conclusions=tuple(conclusions))


def _put(expr: Expr, path: Path, part: Expr) -> Expr:
    if expr.word is CONST or isinstance(expr.word, Free):
        return part
    if not path:
        return part * expr
    args = list(expr.args)
    args[path[0]] = _put(args[path[0]], path[1:], part)
    return expr.word.node(*args)


def stronger(claim: Claim, site: Site) -> tuple[int, ...]:
    """The signs of a relative change of the constant that can make the claim false."""
    signs, link = Signs(claim.domain, claim.hypotheses), claim.conclusions[site.link]
    way = 1 if (site.side == 0) == (link.op in ("<=", "<")) else -1
    way *= 1 if site.value > 0 else -1
    expr = link.parts[site.side]
    if not site.path and expr.word is not CONST:
        way *= signs.sign(expr)
    for step in site.path:
        way *= signs.directions(expr)[step]
        expr = expr.args[step]
    return (way,) if way else (-1, 1)


def one_way(claim: Claim, site: Site) -> bool:
    """Whether numbers beyond one that fails at a point fail there, too.

    So it is where the constant enters linearly, or moves its side one way by the words; not in f <= |c| g,
    where all c from 1 on may hold and all from -1 down.
    """
    expr, linear = claim.conclusions[site.link].parts[site.side], True
    for step in site.path:
        linear = linear and expr.word.linear and (step == 0 or expr.word is not divide)
        expr = expr.args[step]
    return linear or len(stronger(claim, site)) == 1


def places(claim: Claim, name: str, value: Fraction) -> list[Site]:
    """Where a free constant stands, as a site with this number."""
    return [
        Site(number, side, path, value)
        for number, link in enumerate(claim.conclusions)
        for side in (0, 1)
        for path in _free_paths(link.parts[side], name, ())
    ]


def _free_paths(expr: Expr, name: str, path: Path) -> Iterator[Path]:
    if isinstance(expr.word, Free) and expr.word.asked == name:
        yield path
    for position, arg in enumerate(expr.args):
        yield from _free_paths(arg, name, (*path, position))
