"""Which way the value of a tree moves when one of its parts does, read off the words alone.

Everything is sufficient, nothing is complete: a sign or a direction that is not clear from the words, the
domain and the hypotheses counts as unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from perturb.domains.base import Domain
from perturb.vocab.order import Link
from perturb.vocab.tree import CONST, INPUT, Expr, Kind, const


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_NEGATIVE = _words(
    "s s1 s_min s_star moduli op fro nuclear schatten ky_fan norm max_entry kappa cond "
    "abs sq sqrt exp rank rows cols pi numerical_radius spectral_radius length"
)
KEEPS_SIGN = _words("add mul div sum prod partial_sums partial_products max min head pow component")
OF_SEMIDEFINITE = _words("lam lam_max lam_min det trace diagonal")
RISING = _words("sqrt exp log sum max min partial_sums larger smaller add")
RISING_ON_POSITIVE = _words("sq abs prod partial_products")
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
        name = expr.word.name
        if expr in self._facts or name in NEVER_NEGATIVE:
            return True
        if expr.word is CONST:
            return bool(expr.payload[0] >= 0)
        if expr.word is INPUT:
            return self._input(expr.payload[0])
        if name in OF_SEMIDEFINITE:
            return self.semidefinite(expr.args[0])
        if name == "larger":
            return any(map(self.nonneg, expr.args))
        if name == "smaller":
            return all(map(self.nonneg, expr.args))
        if name == "mul" and expr.args[0] is expr.args[1]:
            return True
        parts = expr.args[:1] if name in ("head", "pow", "component") else expr.args
        return name in KEEPS_SIGN and all(map(self.nonneg, parts))

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
        name = expr.word.name
        if expr.word is INPUT and expr.payload[0] in self.domain.spaces:
            return self.semidefinite(self.domain.tree(expr.payload[0]))
        if name == "add":
            return all(map(self.semidefinite, expr.args))
        if name in ("leading", "trailing", "inv"):
            return self.semidefinite(expr.args[0])
        factors = _factors(expr)
        middle = factors[1:-1]
        return (
            len(factors) > 1
            and (_transposed(factors[0], factors[-1]) or _transposed(factors[-1], factors[0]))
            and all(m.word.name == "diag" and self.nonneg(m.args[0]) for m in middle)
        )

    def sign(self, expr: Expr) -> int:
        """+1 or -1 where it is clear, otherwise 0."""
        if self.nonneg(expr):
            return 1
        negative = expr.word is CONST or (expr.word.name == "neg" and self.nonneg(expr.args[0]))
        return -1 if negative else 0

    def directions(self, expr: Expr) -> tuple[int, ...]:
        """For each argument: +1 if the value rises with it, -1 if it falls, 0 if that is not clear."""
        name, args = expr.word.name, expr.args
        if expr.kind is Kind.MATRIX:
            return (0,) * len(args)
        if name in RISING:
            return (1,) * len(args)
        if name in RISING_ON_POSITIVE:
            return (int(self.nonneg(args[0])),)
        rule = _RULES.get(name)
        return rule(self, args) if rule is not None else (0,) * len(args)

    def needed(self, expr: Expr, k: int) -> bool:
        """Does the direction in argument k rest on this argument not being negative?"""
        name = expr.word.name
        return name in RISING_ON_POSITIVE or name == "pow" or (name == "div" and k == 1)


def _product(signs: Signs, args: Sequence[Expr]) -> tuple[int, ...]:
    return signs.sign(args[1]), signs.sign(args[0])


def _quotient(signs: Signs, args: Sequence[Expr]) -> tuple[int, ...]:
    """The divisor may change sign where its own is not clear: then nothing is said about it."""
    below = signs.sign(args[1])
    return below, -signs.sign(args[0]) if below > 0 else 0


def _power(signs: Signs, args: Sequence[Expr]) -> tuple[int, ...]:
    rises = signs.nonneg(args[0]) and args[1].word is CONST and args[1].payload[0] > 0
    return int(rises), 0


_RULES: dict[str, Callable[[Signs, Sequence[Expr]], tuple[int, ...]]] = {
    "sub": lambda signs, args: (1, -1),
    "neg": lambda signs, args: (-1,),
    "component": lambda signs, args: (1, 0),
    "head": lambda signs, args: (1, 0),
    "mul": _product,
    "div": _quotient,
    "pow": _power,
}


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
    if expr.word.name != "matmul":
        return [expr]
    return [f for arg in expr.args for f in _factors(arg)]


def _transposed(X: Expr, Y: Expr) -> bool:
    return X.word.name == "T" and X.args[0] is Y
