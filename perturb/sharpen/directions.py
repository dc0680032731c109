"""Which way the value of a tree moves when one of its parts does, read off the words alone.

Everything is sufficient, nothing is complete: a sign or a direction that is not clear from the words, the
domain and the hypotheses counts as unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from perturb.domains.domain import Domain
from perturb.vocab.grammar.kinds import Kind, When
from perturb.vocab.grammar.tree import CONST, INPUT, Expr, const
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import multiply, neg
from perturb.vocab.words.matrix import T, mul
from perturb.vocab.words.vector import diag

POSITIVE_RANGES = ("nonneg", "positive", "unit", "bit")


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
