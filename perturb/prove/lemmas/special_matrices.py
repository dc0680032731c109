"""Planners for matrices of a special kind: diagonals of two slopes, multiples of those with bounded entries.

Diagonals of two slopes are D(c) = P + c (I - P); `slopes` says what they do to singular values:
(b P + a (I - P)) D(b) = b D(a), so |b| s_i(D(a) A) <= max(|a|, |b|) s_i(D(b) A); D(1) = I. Of multiples of
matrices with bounded entries `scaled` says the norms, and what is left of I beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from perturb.prove.lemmas.plans import Derivation, Plan, Sought, Way
from perturb.prove.reading.free_parts import below, names, total
from perturb.prove.reading.inputs import Input
from perturb.vocab import eye, fro, larger, s1, s_min
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INPUT, Expr, const
from perturb.vocab.relations.order import Link

ONE = const(1)
SPECTRAL = ("s", "s1", "op", "s_min", "s_star", "kappa", "cond", "nuclear", "ky_fan")
SPACES = ("activation", "projection")


def slopes(sought: Sought) -> Iterator[Plan]:
    """Singular values of D(a) A and D(b) A compared, and then the goal."""
    goal, component, given, inputs, _, n = sought
    small, large = goal.parts if goal.op == "<=" else goal.parts[::-1]
    parts = list(below([side for link in (goal, *given) for side in link.parts]))
    found = {part: of for part in parts if (of := _scaled(part, inputs)) is not None}
    for P, A in dict.fromkeys((P, A) for P, _, A in found.values()):
        scaled = {c: part for part, (own, c, of) in found.items() if own is P and of is A}
        if any(A in part.args and part not in found for part in parts):
            scaled[ONE] = A
        steps, last = Derivation(), list[int]()
        size = Size(given, inputs)
        for a, b in permutations(scaled, 2):
            Z, Y = scaled[a], scaled[b]
            one_way = component is not None and n > 1
            if not one_way or (_has(small, Z) and _has(large, Y)):
                words = (s1,) if n == 1 or component == 0 else (s_min,) if component == 1 else (s1, s_min)
                last += [_compared(steps, P, (a, Z), (b, Y), size, s) for s in words]
        if last:
            yield Plan(steps.lemmas, [], [*steps.ways, Way([], last)])


def _scaled(part: Expr, inputs: Mapping[str, Input]) -> tuple[Expr, Expr, Expr] | None:
    """P, c and A of (P + c (I - P)) A."""
    if part.word.name != "matmul" or part.args[0].word.name != "add":
        return None
    P, rest = part.args[0].args
    if P.word is not INPUT or inputs[P.payload[0]].space not in SPACES or rest.word.name != "mul":
        return None
    c, other = rest.args
    return (P, c, part.args[1]) if other is eye.node(P) - P else None


class Size:
    """The moduli of slopes, by what is known of them."""

    def __init__(self, given: Sequence[Link], inputs: Mapping[str, Input]) -> None:
        self.given, self.inputs = given, inputs

    def of(self, c: Expr) -> Expr:
        """|c|."""
        low, _ = self._ends(c)
        return c if low is not None and low >= 0 else abs(c)

    def most(self, a: Expr, b: Expr) -> Expr:
        """At least |a| and |b|."""
        for x, y in ((a, b), (b, a)):
            _, high = self._ends(x)
            if (y is ONE and high is not None and high <= 1) or Link(x, "<=", y) in self.given:
                return self.of(y)
        found: Expr = ONE if ONE in (a, b) else larger(self.of(a), self.of(b))
        return found

    def _ends(self, c: Expr) -> tuple[Fraction | None, Fraction | None]:
        if c.word is CONST:
            return Fraction(c.payload[0]), Fraction(c.payload[0])
        one = self.inputs.get(c.payload[0]) if c.word is INPUT else None
        ends = one.parameters if one is not None and one.space == "scalar" and one.parameters else ("", "")
        low, high = [Fraction(end) if end else None for end in ends]
        return low, high


def _has(side: Expr, A: Expr) -> bool:
    """Whether it speaks of the singular values of A."""
    return any(A in part.args for part in below([side]) if part.word.name in SPECTRAL)


def _compared(
    steps: Derivation, P: Expr, large: tuple[Expr, Expr], small: tuple[Expr, Expr], size: Size, s: Any
) -> int:
    """|b| s_i(Z) <= m s_i(Y) for Z = D(a) A, Y = D(b) A and E Y = b Z with s_1(E) <= m."""
    (a, Z), (b, Y) = large, small
    E = _times(b, P) + _times(a, eye.node(P) - P)
    EY, bZ, m = E @ Y, _times(b, Z), size.most(a, b)
    end = Link(_times(size.of(b), s(Z)), "<=", _times(m, s(Y)))
    use = [steps.state(Link(s1(E), "<=", m), [], []), _product(steps, s, E, Y)]
    use += [steps.positive(x) for x in (s(Y), s1(E))]
    if bZ is not EY:
        use.append(steps.state(Link(s(bZ), "<=", s(EY)), [], []))
    if b is not ONE:
        use.append(steps.state(Link(end.lhs, "<=", s(bZ)), [Z], []))
    return steps.state(end, [s(Z), s(bZ), s(EY), s1(E), s(Y)], use)


def _product(steps: Derivation, s: Any, E: Expr, Y: Expr) -> int:
    """s_i(E Y) <= s_1(E) s_i(Y)."""
    goal = Link(s(E @ Y), "<=", s1(E) * s(Y))
    if s is s1:
        return steps.state(goal, [E, Y], [])
    det = steps.state(Link(s1(E @ Y) * s(E @ Y), "==", s1(E) * s(E) * (s1(Y) * s(Y))), [E, Y], [])
    below_it = steps.state(Link(s(E) * s1(Y), "<=", s1(E @ Y)), [E, Y], [])
    order = steps.state(Link(s(E @ Y), "<=", s1(E @ Y)), [E @ Y], [])
    signs = [steps.positive(x) for x in (s(E), s1(E), s(Y), s1(Y), s(E @ Y))]
    parts = [s1(E @ Y), s(E @ Y), s1(E), s(E), s1(Y), s(Y)]
    return steps.state(goal, parts, [det, below_it, order, *signs])


def _times(c: Expr, A: Expr) -> Expr:
    return A if c is ONE else c * A


def scaled(sought: Sought) -> Iterator[Plan]:
    """c V with the entries of V in [-b, b]: |c V|_F <= n b c, and each entry is at most b c."""
    goal, component, given, inputs, _, n = sought
    if goal.free or component is not None:
        return
    tops = [side for link in (goal, *given) for side in link.parts]
    lemmas: list[Link] = []
    entries: list[Link] = []
    parts: list[Expr] = []
    for part in below(tops):
        if part.kind is not Kind.MATRIX or part.word.name != "mul" or not total(part):
            continue
        one = next((inputs[x] for x in names([part.args[1]])), None)
        if one is None or one.space != "bounded" or part.args[1].args:
            continue
        bound = Fraction(one.parameters[2]) * part.args[0]
        parts.append(part)
        lemmas.append(Link(fro(part), "<=", n * bound))
        entries += [Link(abs(part[i + 1, j + 1]), "<=", bound) for i in range(n) for j in range(n)]
    if parts:
        norms = [Link(s1(link.lhs.args[0]), "<=", link.rhs) for link in lemmas]
        yield Plan([*lemmas, *norms, *_shifted(tops, lemmas)], parts)
        yield Plan([*entries, *lemmas], parts)


def _shifted(tops: Sequence[Expr], known: Sequence[Link]) -> Iterator[Link]:
    """Weyl's inequalities for I + P with s_1(P) <= b."""
    bounds = {link.lhs.args[0]: link.rhs for link in known}
    for part in below(tops):
        P = next((arg for arg in part.args if arg in bounds), None) if part.word.name == "add" else None
        if P is not None and any(arg.word.name == "eye" for arg in part.args):
            yield Link(s1(part), "<=", 1 + bounds[P])
            yield Link(1 - bounds[P], "<=", s_min(part))
