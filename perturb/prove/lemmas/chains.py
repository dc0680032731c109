"""Chains of norms: |A z| <= s_1(A) |z|, s_1(A B) <= s_1(A) s_1(B), what does not expand distances, how little
a layer shrinks them.

A side that is a norm is bounded step by step until only norms of inputs, or of what the other side has,
are left. Each step is a lemma about few parts that may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import mul
from typing import NamedTuple

from perturb.prove.lemmas.plans import ZERO, Derivation, Plan, Sought, Way
from perturb.prove.reading.free_parts import PRODUCTS, below, names, total
from perturb.prove.reading.inputs import Input
from perturb.vocab import T, fro, larger, norm, op, s1, s_min
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INPUT, Expr, Word, const
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import add, multiply, sub
from perturb.vocab.words.matrix import mul as matmul

LENGTHS = (norm, s1, op, fro, s_min)
NORMS = (norm, s1, op)
SHORT = ("activation", "orthogonal", "contraction")
LONGEST = 80  # lemmas of a chain


def chains(sought: Sought) -> Iterator[Plan]:
    """The smaller side, bounded by what stands on the other one."""
    goal = sought.goal
    lhs, rhs = goal.parts if goal.op == "<=" else goal.parts[::-1]
    if goal.op not in ("<=", ">=") or goal.free or not total(lhs) or lhs.kind is not Kind.SCALAR:
        return
    chain = Chain(sought.inputs, rhs)
    above, use, between = chain.bound(lhs)
    if chain.facts < 2 or len(chain.lemmas) > LONGEST:
        return
    for atoms in chain.views(above, rhs, *between):
        signed = [atom for atom in atoms if atom not in between or (atom is lhs and not total(rhs))]
        positive = [chain.positive(atom) for atom in signed]
        yield Plan(list(chain.lemmas), [], [*chain.ways, Way(atoms, [*use, *positive])])


class Above(NamedTuple):
    """What is at least as large, the lemmas that say so, and the norms that these speak of."""

    above: Expr
    use: list[int]
    between: list[Expr]


class Chain(Derivation):
    """Lemmas that bound a side."""

    def __init__(self, inputs: Mapping[str, Input], rhs: Expr) -> None:
        super().__init__()
        self.inputs, self.rhs = inputs, rhs
        self.facts = 0  # steps that are no mere arithmetic
        self.detours: set[tuple[Expr, bool]] = set()
        self.there = list(below([rhs]))

    def views(self, *sides: Expr) -> Iterator[list[Expr]]:
        """The norms that may be any number: all, or those of more than one input."""
        every = [part for part in dict.fromkeys(below(sides)) if part.word in LENGTHS and total(part)]
        outside = set(below(sides, but=every)) | set(every)
        atoms = [part for part in every if part in outside]
        few = [part for part in atoms if part.args[0].args]
        yield from [atoms] if atoms == few else [atoms, few]

    def bound(self, part: Expr) -> Above:
        """Something that is at least as large, by lemmas; the part itself where none is known."""
        found = self._of_two(part) if part.word in (multiply, add) else self._step(part)
        if found is None or len(self.lemmas) > LONGEST:
            return Above(part, [], [])
        return self._joined(part, *found)

    def _joined(self, part: Expr, how: Word | None, pieces: list[Expr], facts: list[int]) -> Above:
        """part <= how(pieces), and each piece is bounded in turn; of products this is a lemma."""
        ends = [self.bound(piece) for piece in pieces]
        whole = ends[0].above if how is None else how.node(*[end.above for end in ends])
        use = [*facts, *[k for end in ends for k in end.use]]
        between = [*([part] if facts else []), *pieces, *[x for end in ends for x in end.between]]
        if how is not multiply or not use or (use == facts and whole is how.node(*pieces)):
            return Above(whole, use, between)
        ((first, second), (low, high)) = [end.above for end in ends], pieces
        signs = (first, high) if second.word is multiply else (low, second)
        use += [self.positive(one) for one in signs]
        return Above(whole, [self.state(Link(part, "<=", whole), [*between, first, second], use)], [part])

    def _of_two(self, part: Expr) -> tuple[Word | None, list[Expr], list[int]] | None:
        known = all(arg.word in (*LENGTHS, multiply, add, larger) for arg in part.args)
        return (part.word, list(part.args), []) if known else None

    def _step(self, part: Expr) -> tuple[Word | None, list[Expr], list[int]] | None:
        """A fact about a norm: part <= the one, or the product or sum of two others."""
        largest = next((one for one in self.there if one.word is larger and part in _leaves(one)), None)
        if largest is not None:
            leaves = _leaves(largest)
            self.facts += 1
            return None, [largest], [self.state(Link(part, "<=", largest), leaves, [])]
        if part.word not in NORMS or (part in self.there and part.args[0].word is not matmul):
            return None
        found = self._norm(part.args[0]) if part.word is norm else self._spectral(part.args[0])
        if found is None:
            return None
        how, pieces, parts = found
        whole = pieces[0] if how is None else how.node(*pieces)
        self.facts += 1
        return how, pieces, [self.state(Link(part, "<=", whole), parts, [])]

    def _spectral(self, A: Expr) -> tuple[Word | None, list[Expr], list[Expr]] | None:
        if A.word is T:
            return None, [s1(A.args[0])], [A.args[0]]
        if A.word is matmul:
            X, Y = A.args
            if self._short(X) or self._short(Y):
                return None, [s1(Y if self._short(X) else X)], [X, Y]
            return multiply, [s1(X), s1(Y)], [X, Y]
        return None

    def _norm(self, v: Expr) -> tuple[Word | None, list[Expr], list[Expr]] | None:
        if v.word is matmul and v.args[0].kind is Kind.MATRIX:
            X, w = v.args
            return (None, [norm(w)], [X, w]) if self._short(X) else (multiply, [s1(X), norm(w)], [X, w])
        if v.word is larger and v.args[1] is ZERO:
            return None, [norm(v.args[0])], [v.args[0]]
        if v.word is not sub:
            return None
        return self._detour(v) or self._towards(v) or self._difference(*v.args)

    def _difference(self, p: Expr, q: Expr) -> tuple[Word | None, list[Expr], list[Expr]] | None:
        """|f(a) - f(b)|."""
        if p.word is not q.word or len(p.args) != 2:
            return None
        (a, c), (b, d) = p.args, q.args
        if p.word is larger and c is d is ZERO:
            return None, [norm(a - b)], [a, b]
        if p.word is add and (c is d or a is b):
            return None, [norm(a - b if c is d else c - d)], [a, b, c, d]
        if p.word is matmul and a is b:
            return multiply, [s1(a), norm(c - d)], [a, c, d]
        if p.word is matmul and c is d:
            return multiply, [s1(a - b), norm(c)], [a, b, c]
        return None

    def _detour(self, v: Expr) -> tuple[Word | None, list[Expr], list[Expr]] | None:
        """|p - q| <= |a - b| + |p - a| + |q - b| where the other side has |a - b| of the same form."""
        p, q = v.args
        for one in self.there:
            if one.word is not norm or one.args[0].word is not sub or v is one.args[0]:
                continue
            a, b = one.args[0].args
            if _form(a) != _form(p) or _form(b) != _form(q) or not p.args:
                continue
            near = p is a or q is b
            if (one, near) in self.detours:
                continue
            self.detours |= {(one, False), (one, near)}
            if p is a:
                return add, [one, norm(q - b)], [p, q, b]
            return add, [one if q is b else norm(a - q), norm(p - a)], [p, q, a]
        return None

    def _towards(self, v: Expr) -> tuple[Word | None, list[Expr], list[Expr]] | None:
        """|v| = |Z w| where the other side has s_1(Z) |w| and v is a sum of products."""
        if not all(part.word in (INPUT, CONST, *PRODUCTS) for part in below([v])):
            return None
        for one in self.there:
            if one.word is multiply and [arg.word for arg in one.args] == [s1, norm]:
                Z, w = [arg.args[0] for arg in one.args]
                if names([v]) == names([Z, w]) and v is not Z @ w:
                    shared = set(below([Z, w]))
                    return None, [norm(Z @ w)], [part for part in below([v]) if part in shared]
        return None

    def _short(self, X: Expr) -> bool:
        """An input with s_1 <= 1."""
        return X.word is INPUT and self.inputs[X.payload[0]].space in SHORT


def _leaves(one: Expr) -> list[Expr]:
    """What the largest is taken of."""
    parts = [leaf for arg in one.args for leaf in (_leaves(arg) if arg.word is one.word else [arg])]
    return parts if all(part.word in LENGTHS for part in parts) else []


def _form(part: Expr) -> str:
    """How it is built, whatever its inputs are."""
    if part.word in (INPUT, CONST):
        return str(part.kind)
    return f"{part.word.name}({','.join(_form(arg) for arg in part.args)})"


def stretched(sought: Sought) -> Iterator[Plan]:
    """c s_min(A) |x - y| <= |f(A x) - f(A y)|, from c |u - v| <= |f(u) - f(v)| for all u and v."""
    goal = sought.goal
    small, large = goal.parts if goal.op == "<=" else goal.parts[::-1]
    if goal.op not in ("<=", ">=") or goal.free or not (total(small) and total(large)):
        return
    factors = list(_factors(small))
    least = next((one for one in factors if one.word is s_min), None)
    norms = (one for one in factors if one.word is norm and one.args[0].word is sub)
    distance = next(norms, None)
    if least is None or distance is None or large.word is not norm:
        return
    A, (x, y) = least.args[0], distance.args[0].args
    parts = set(below([large]))
    if not {A @ x, A @ y} <= parts:
        return
    image, whole = norm(A @ x - A @ y), norm(A @ (x - y))
    others = [one for one in factors if one is not least and one is not distance]
    steps = Derivation()
    use = [
        steps.state(Link(whole, "<=", image), [], []),
        steps.state(Link(least * distance, "<=", whole), [x - y], []),
        steps.state(Link(reduce(mul, [*others, image]), "<=", large), [A @ x, A @ y], []),
    ]
    yield Plan(steps.lemmas, [], [*steps.ways, Way([least, distance, whole, image, large], use)])


def _factors(part: Expr) -> Iterator[Expr]:
    if part.word is not multiply:
        yield part
        return
    for arg in part.args:
        yield from _factors(arg)


def one_by_one(sought: Sought) -> Iterator[Plan]:
    """|f(p) - f(q)| <= |p - q| for the positive part f, |A z| <= s_1(A) |z|, one after the other."""
    goal = sought.goal
    if goal.free or sought.component is not None:
        return
    if goal.op != "<=" or not total(goal.lhs) or not total(goal.rhs):
        return
    steps: list[Link] = []
    left = goal.lhs
    for part in list(below([goal.lhs])):
        inside = part.args[0] if part.word is norm else None
        if inside is not None and inside.word is sub and _positive(inside):
            plain = norm(inside.args[0].args[0] - inside.args[1].args[0])
            steps.append(Link(part, "<=", plain))
            left = plain if part is goal.lhs else left
    for part in list(below([goal.rhs])):
        first, second = part.args if part.word is multiply else (part, part)
        if first.word in (s1, op) and second.word is norm:
            image = norm(first.args[0] @ second.args[0])
            if left.word is norm and part is goal.rhs:
                steps.append(Link(left, "==", image))
            steps.append(Link(image, "<=", part))
    if steps:
        sides = [side for link in [*steps, goal] for side in link.parts]
        every = list(dict.fromkeys(below(sides)))
        products = [part for part in every if _product(part)]
        outside = set(below(sides, but=products))
        yield Plan(steps, products + [part for part in every if part.word in NORMS and part in outside])


def _product(part: Expr) -> bool:
    return part.word is multiply and all(arg.word in NORMS for arg in part.args)


def _positive(inside: Expr) -> bool:
    """larger(p, 0) - larger(q, 0)."""
    return all(arg.word is larger and arg.args[1] is const(0) for arg in inside.args)
