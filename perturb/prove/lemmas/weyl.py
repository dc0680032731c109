"""Planners: Weyl for sums, and matrices of a special kind.

Weyl's inequalities: eigenvalues of sums of Gram matrices, singular values that majorise others.

Largest eigenvalues of sums and differences of X^T X go by traces and by what is left without the trace.

lam_max(M) of a symmetric 2 x 2 matrix is tr M / 2 + s_1(M - tr M / 2 I), words that have values everywhere;
the second part is a norm of M. So Weyl's inequalities, lam_max(X^T X) = lam_max(X X^T) and what is positive
are lemmas about such numbers, the goal in these words is one more, and the goal itself follows.
And |s(A) - s(B)| is majorised by s(A - B) (Mirsky).

Planners for matrices of a special kind: diagonals of two slopes, multiples of those with bounded entries.

Diagonals of two slopes are D(c) = P + c (I - P); `slopes` says what they do to singular values:
(b P + a (I - P)) D(b) = b D(a), so |b| s_i(D(a) A) <= max(|a|, |b|) s_i(D(b) A); D(1) = I. Of multiples of
matrices with bounded entries `scaled` says the norms, and what is left of I beside them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import permutations
from typing import Any

from perturb import vocab
from perturb.prove.lemmas.plans import ZERO, Derivation, Plan, Sought, Way
from perturb.prove.reading.free_parts import as_input, below, names, total
from perturb.prove.reading.inputs import Input
from perturb.vocab import T, eye, fro, lam_max, larger, s, s1, s_min, sq, trace
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INPUT, Expr, const
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import absolute, add, multiply, neg, sub
from perturb.vocab.words.matrix import mul as matmul

Signed = list[tuple[int, Expr]]


def grams(sought: Sought) -> Iterator[Plan]:
    """Facts about the matrices of which a goal has the largest eigenvalue, and then the goal."""
    goal = sought.goal
    tops = [part.args[0] for part in below(goal.parts) if part.word is lam_max]
    terms = {M: _terms(M, 1) for M in dict.fromkeys(tops)}
    if goal.free or not terms or any(found is None for found in terms.values()):
        return
    facts = Comparisons(sought.shapes)
    for M, signed in terms.items():
        facts.of_sum(M, signed or [])
    facts.of_pieces(list(below(goal.parts)))
    links = list(facts.links)
    sides = [_instead(side, facts) for side in goal.parts]
    if not all(total(side) for side in sides):
        return
    steps = Derivation()
    use = [steps.state(link, list(parts), []) for link, parts in links]
    last = Link(sides[0], goal.op, sides[1])
    every = list(below([side for link in (*[link for link, _ in links], last) for side in link.parts]))
    atoms = [part for part in every if part in facts.rests or part in facts.grams or part.word in (s1, fro)]
    steps.state(last, atoms, use)
    yield Plan(steps.lemmas, [], [*steps.ways, Way([], [len(use)])])


class Comparisons:
    """Relations between numbers, each with the parts that may be anything."""

    def __init__(self, shapes: Mapping[str, Any]) -> None:
        self.shapes = shapes
        self.links: dict[tuple[Link, tuple[Expr, ...]], None] = {}
        self.rests: dict[Expr, None] = {}
        self.grams: dict[Expr, None] = {}

    def largest(self, M: Expr) -> Expr:
        """tr M / k + s_1(M - tr M / k I)."""
        rest = self.rest(M)
        found: Expr = trace(M) / self.side(M) + rest
        return found

    def rest(self, M: Expr) -> Expr:
        found: Expr = s1(M - (trace(M) / self.side(M)) * eye.node(M))
        self.rests[found] = None
        return found

    def side(self, M: Expr) -> int:
        return int(as_input(M, 1, self.shapes).parameters[0])

    def put(self, small: Expr, op: str, large: Expr, parts: list[Expr]) -> None:
        self.links[Link(small, op, large), tuple(parts)] = None

    def of_sum(self, M: Expr, signed: Signed) -> None:
        """P - Q, P and Q sums of Gram matrices: Weyl's inequalities."""
        plus, minus = [[G for sign, G in signed if sign == own] for own in (1, -1)]
        self.grams.update(dict.fromkeys(plus + minus))
        both = [reduce(operator.add, some) for some in (plus, minus) if some]
        if plus and minus:
            P, Q = both
            self.put(self.largest(P), "<=", self.largest(M) + self.largest(Q), plus + minus)
        for whole in both if minus else [M]:
            self.of_parts(whole)

    def of_parts(self, P: Expr) -> None:
        """What is left of a sum without the trace is a norm: three triangle inequalities."""
        if P.word is not add:
            return
        three = [*P.args, P]
        for one in three:
            others = [self.rest(other) for other in three if other is not one]
            self.put(self.rest(one), "<=", reduce(operator.add, others), list(P.args))
        for part in P.args:
            self.of_parts(part)

    def of_pieces(self, parts: list[Expr]) -> None:
        """X^T X is positive, X X^T has its largest eigenvalue, s_1(X)^2, and its trace, |X|_F^2."""
        every = list(self.grams)
        for G in every:
            X = _root(G)
            self.put(self.rest(G), "<=", trace(G) / self.side(G), [])
            self.put(ZERO, "<=", self.rest(G), [])
            for H in every[every.index(G) + 1 :]:
                if _root(H) is X:
                    self.put(self.largest(G), "==", self.largest(H), [])
                    self.put(trace(G), "==", trace(H), [])
            if as_input(X @ T(X), 1, self.shapes).parameters != as_input(T(X) @ X, 1, self.shapes).parameters:
                self.put(self.largest(G), "==", trace(G), [])
            if s1(X) in parts:
                self.put(self.largest(G), "==", sq(s1(X)), [])
            if fro(X) in parts:
                self.put(trace(G), "==", sq(fro(X)), [])


def _terms(M: Expr, sign: int) -> Signed | None:
    """The Gram matrices of which M is a sum, with their signs."""
    if M.word is neg:
        return _terms(M.args[0], -sign)
    if M.word in (add, sub):
        first = _terms(M.args[0], sign)
        second = _terms(M.args[1], sign if M.word is add else -sign)
        return None if first is None or second is None else first + second
    gram = M.word is matmul and (_plain(T(M.args[0])) is _plain(M.args[1]))
    return [(sign, M)] if gram and all(total(arg) for arg in M.args) else None


def _root(G: Expr) -> Expr:
    """X of X^T X and of X X^T."""
    found = _plain(G.args[1])
    return found.args[0] if found.word is T else found


def _plain(A: Expr) -> Expr:
    """Without pairs of transposes."""
    while A.word is T and A.args[0].word is T:
        A = A.args[0].args[0]
    return A


def _instead(side: Expr, facts: Comparisons) -> Expr:
    """Every lam_max in the other words."""
    if side.word is lam_max:
        return facts.largest(side.args[0])
    if not side.args:
        return side
    return Expr(side.word, tuple(_instead(arg, facts) for arg in side.args), side.payload)


def majorants(sought: Sought) -> Iterator[Plan]:
    """Weyl's inequalities and Mirsky's for two singular values, and then the goal by these alone."""
    parts = list(below(sought.goal.parts))
    for V in parts:
        C = _difference(V)
        W = next((part for part in parts if part.word is s and part.args[0] is C), None)
        if W is None or sought.n != 2:
            continue
        steps = Derivation()
        (v1, v2), (w1, w2) = (V[1], V[2]), (W[1], W[2])
        facts = [(v1, w1), (v2, w1), (v1 + v2, w1 + w2), (w2, w1), (ZERO, w2), (ZERO, v1), (ZERO, v2)]
        for small, large in facts:
            steps.state(Link(small, "<=", large), [], [])
        yield Plan(steps.lemmas, [], [*steps.ways, Way([V, W], list(range(len(facts))))])


def _difference(V: Expr) -> Expr | None:
    """A - B where V is |s(A) - s(B)|."""
    if V.word is not absolute or V.args[0].word is not sub:
        return None
    p, q = V.args[0].args
    both = p.word is q.word is s
    return p.args[0] - q.args[0] if both else None


ONE = const(1)
SPECTRAL = {s, s1, s_min, vocab.op, vocab.s_star, vocab.kappa, vocab.cond, vocab.nuclear, vocab.ky_fan}
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
    if part.word is not matmul or part.args[0].word is not add:
        return None
    P, rest = part.args[0].args
    if P.word is not INPUT or inputs[P.payload[0]].space not in SPACES or rest.word is not multiply:
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
    return any(A in part.args for part in below([side]) if part.word in SPECTRAL)


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
        if part.kind is not Kind.MATRIX or part.word is not multiply or not total(part):
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
        P = next((arg for arg in part.args if arg in bounds), None) if part.word is add else None
        if P is not None and any(arg.word is eye for arg in part.args):
            yield Link(s1(part), "<=", 1 + bounds[P])
            yield Link(1 - bounds[P], "<=", s_min(part))
