"""A claim at fixed sizes: its goals, and the evaluation of one along a path.

`Reader` has the values of the parts of a statement on one path, and `sides` the squares of both sides of a
relation: 0 <= R < L exactly when 0 <= R and R^2 < L^2, for L >= 0. The square of a root is what stands under
it, so that the root itself need not be argued about.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from flint import fmpq

from perturb.domains import space as sized
from perturb.domains.domain import Domain
from perturb.prove.reading import borrowed, free_parts, inputs, matrix_words, spectrum_words
from perturb.prove.reading.inputs import Input
from perturb.prove.reading.lowering import written
from perturb.prove.reading.number_words import WORDS, Column, Tableau, integer
from perturb.prove.reading.path import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    LESS,
    MORE,
    SIDES,
    SIGNS,
    Path,
    PathEnds,
    Scalar,
)
from perturb.prove.reading.ring import Poly, Ring, Unsupported
from perturb.statements.claim import Claim
from perturb.vocab import fro, norm, rows, s, s1, sq, sqrt
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind, exactly
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import divide, multiply
from perturb.vocab.words.vector import component

ROOTS = (sqrt, fro, norm)


class Reader:
    """Values of parts of a statement, each computed once on a path."""

    def __init__(
        self, path: Path, given: Mapping[str, Any], lets: Mapping[Expr, str], shapes: Mapping[str, Any]
    ) -> None:
        self.path, self.given, self.lets, self.shapes = path, given, lets, shapes
        self.values: dict[tuple[Expr, tuple[int, ...]], Any] = path.values

    def __call__(self, expr: Expr, at: Mapping[str, int]) -> Any:
        key = (expr, tuple([at[name] for name in expr.indices]))
        if key not in self.values:
            try:
                self.values[key] = self._read(expr, at)
            except PathEnds as ended:
                ended.part = expr if ended.part is None else ended.part
                raise
        return self.values[key]

    def _read(self, expr: Expr, at: Mapping[str, int]) -> Any:
        if expr in self.lets:
            return self.given[self.lets[expr]]
        if self.lets and free_parts.side(expr):
            sides = self.shapes[expr.args[0].payload[0]]
            return self.path.number(sides[0 if expr.word is rows else 1])
        if expr.word is CONST:
            return self.path.number(_rational(expr.payload[0]))
        if expr.word is INPUT:
            return self.given[expr.payload[0]]
        if expr.word is INDEX:
            for end in expr.args:  # the checker looks at them
                self(end, at)
            return self.path.number(at[expr.payload[0]])
        first = expr.word is component and expr.args[0].word is s and expr.args[0] not in self.lets
        if first and integer(self(expr.args[1], at)) == 1:
            return WORDS[s1](self.path, self(expr.args[0].args[0], at))
        if expr.word.constant is not None:
            return self._constant(expr.word.constant)
        if expr.word not in WORDS:
            raise Unsupported(_unknown(expr))
        return WORDS[expr.word](self.path, *[self(arg, at) for arg in expr.args])

    def _constant(self, A: Any) -> Any:
        return Tableau([tuple(self.path.number(x) for x in row) for row in A.tolist()])


def _unknown(expr: Expr) -> str:
    """The word that proofs do not know, and the one that it was written for."""
    made = written(expr).word
    what = f"the word {expr.word.called}"
    return what if made is expr.word else f"the word {made.called}, made of {expr.word.called}"


def _rational(value: Any) -> Any:
    return fmpq(value.numerator, value.denominator)


def rooted(side: Expr, but: Container[Expr] = ()) -> bool:
    """A root, or a product or quotient with one, none of these among `but`."""
    if side in but:
        return False
    inside = side.args if side.word in (multiply, divide) else ()
    return side.word in ROOTS or any(rooted(arg, but) for arg in inside)


def sides(
    path: Path, read: Any, link: Link, at: Mapping[str, int], values: list[Scalar], k: int
) -> list[Scalar]:
    """The squares of both sides where the smaller one (for ==, each) is certain not to be negative."""
    lhs, rhs = values
    least = {"<": [rhs], "<=": [rhs], ">": [lhs], ">=": [lhs]}.get(link.op, [lhs, rhs])
    if not all(clearly(path, x.num) or not path.ask(x.num, SIDES) & LESS for x in least):
        return values
    found = [square(path, read, side, at) for side in (link.lhs, link.rhs)]
    return [x[k] if isinstance(x, Column) else x for x in found]


def clearly(path: Path, p: Poly) -> bool:
    """Positive multiples of products of squares and of variables that are known not to be negative."""
    fine = [not path.sign_of(x) & LESS for x in path.ring.context.gens()]
    return all(
        c > 0 and all(fine[k] or not int(e) % 2 for k, e in enumerate(powers))
        for powers, c in p.to_dict().items()
    )


def square(path: Path, read: Any, expr: Expr, at: Mapping[str, int]) -> Any:
    """The square of a number or vector: of a root what is under it, also in the top of a quotient."""
    word, args = expr.word, expr.args
    if word is sqrt and expr not in read.lets:
        return read(args[0], at)
    if word is divide and expr not in read.lets:
        top, below = square(path, read, args[0], at), read(args[1], at)
        return WORDS[divide](path, WORDS[divide](path, top, below), below)
    return WORDS[sq](path, read(expr, at))


RULES = matrix_words.det, spectrum_words.mat_abs, borrowed.Answers  # importing these modules fills WORDS
BITS = {"<": LESS, "<=": AT_MOST, "==": EQUAL, ">": MORE, ">=": AT_LEAST}


class Goal(NamedTuple):
    """One instance of a conclusion: its number, the values of its indices, the component (None: numbers)."""

    link: int
    at: tuple[tuple[str, int], ...]
    component: int | None


def assignments(domain: Domain, n: int) -> Iterator[dict[str, int]]:
    """All sizes that the statement speaks of, the largest n; then the integer inputs."""
    integers = {name for name, space in domain.spaces.items() if space.kind is Kind.INTEGER}
    ends = domain.all_ranges()
    names = [name for name in ends if name not in integers]
    lows = [_least(ends, name) for name in names]
    if not names and n != 2:
        return
    for values in itertools.product(*[range(low, n + 1) for low in lows]):
        sizes = dict(zip(names, values, strict=True))
        spoken_of = all(sized.spoken_of(ends[name], sizes[name], sizes) for name in names)
        if not spoken_of or (values and max(values) != n):
            continue
        spans = [range(_end(ends[k][0], sizes), _end(ends[k][1], sizes) + 1) for k in sorted(integers)]
        for chosen in itertools.product(*spans):
            yield {**sizes, **dict(zip(sorted(integers), chosen, strict=True))}


def _least(ends: Mapping[str, Any], name: str) -> int:
    low = ends[name][0]
    return max(low, 1) if isinstance(low, int) else _least(ends, low)


def _end(end: Any, sizes: Mapping[str, int]) -> int:
    return end if isinstance(end, int) else sizes[end]


class SizedClaim:
    """A claim at fixed sizes. Unsupported where a space or a size is out of reach."""

    def __init__(self, claim: Claim, sizes: Mapping[str, int]) -> None:
        self.claim, self.sizes = claim, dict(sizes)
        self.inputs: list[Input] = [inputs.read(n, space) for n, space in claim.domain.spaces.items()]
        self.shapes = {one.name: self._shape(one) for one in self.inputs}
        self.lets: dict[Expr, str] = {}
        self.turn: dict[str, Any] = {}  # what a goal says of turns and of the inputs that are simple
        self.lemmas: list[Link] = []  # numbered after the hypotheses
        self._make(self.inputs)

    def _make(self, made: list[Input]) -> None:
        """The inputs of a path and their variables."""
        self.made = made
        self.names = [v for one in made for v in inputs.variables(one, self.sizes)]
        self.ring = Ring(self.names)

    def generalised(self, goal: Goal, use: Sequence[int]) -> Iterator[SizedClaim]:
        """With parts that may be any matrix, for one goal: fewer such parts, then more."""
        links = [*[self.given(k) for k in use], self.goal(goal)]
        spaces = {one.name: one.space for one in self.inputs}
        ways = [free_parts.parts(links, spaces, loose) for loose in (False, True)]
        for found in ways[: 1 + (ways[0] != ways[1])]:
            if found:
                yield self._with(links, found)

    def given(self, number: int) -> Link:
        """A hypothesis, or a lemma after them."""
        own = self.claim.hypotheses
        return own[number] if number < len(own) else self.lemmas[number - len(own)]

    def goal(self, goal: Goal) -> Link:
        """The conclusion of a goal, for a negative number a lemma: -1 is the first one."""
        return self.lemmas[-1 - goal.link] if goal.link < 0 else self.claim.conclusions[goal.link]

    def knowing(self, lemmas: list[Link]) -> SizedClaim:
        """The same statement with more hypotheses."""
        other = copy(self)
        other.lemmas = lemmas
        return other

    def assuming(self, goal: Goal, use: Sequence[int], found: Sequence[Expr]) -> SizedClaim:
        """With these parts as inputs of their own."""
        return self._with([*[self.given(k) for k in use], self.goal(goal)], found)

    def _with(self, links: Sequence[Link], found: Sequence[Expr]) -> SizedClaim:
        other = copy(self)
        new = [free_parts.as_input(part, k + 1, self.shapes) for k, part in enumerate(found)]
        other.lets = {part: one.name for part, one in zip(found, new, strict=True)}
        kept = free_parts.read([side for link in links for side in link.parts], found)
        other._make([one for one in self.inputs if one.name in kept or one.space == "integer"] + new)
        return other

    def turned(self, goal: Goal, use: Sequence[int]) -> SizedClaim | None:
        """With diagonal inputs where what is said of a goal allows it; None where it does for no input."""
        links = [*[self.given(k) for k in use], self.goal(goal)]
        turn, found = free_parts.settled(links, self.made, self.lets, self.shapes)
        if not found:
            return None
        other = copy(self)
        other.turn = turn
        other._make([one._replace(turned=found.get(one.name, "")) for one in self.made])
        return other

    def _shape(self, one: Input) -> Any:
        return self.sizes[one.name] if one.space == "integer" else inputs.shape(one, self.sizes)

    def instances(self, link: Link) -> Sequence[Mapping[str, int]]:
        """The assignments of the indices; none where the relation has no meaning here."""
        shapes = {name: self.shapes[name] for name in _inputs(link)}
        return ranges.assignments(link, shapes) if ranges.meaningful(link, shapes) else ()

    def goals(self) -> list[Goal]:
        found = []
        for number, link in enumerate(self.claim.conclusions):
            for at in self.instances(link):
                k = self._components(link, at)
                parts: list[int | None] = [None] if k is None else list(range(k))
                found += [Goal(number, tuple(sorted(at.items())), part) for part in parts]
        return found

    def rooted(self, goal: Goal) -> bool:
        """Whether a side of the goal is a root, or a product or quotient with one."""
        link = self.goal(goal)
        return link.op != "!=" and any(rooted(side, self.lets) for side in link.parts)

    def _components(self, link: Link, at: Mapping[str, int]) -> int | None:
        """How many components a relation has; None between numbers."""
        shapes = {name: self.shapes[name] for name in _inputs(link)}
        extents = ranges.as_extents(tuple(sorted(shapes.items())))
        box = {name: exactly(k) for name, k in at.items()}
        found = {ranges.known(side, extents, box)[0].lo for side in link.parts if side.kind is Kind.VECTOR}
        if len(found) > 1:
            raise Unsupported("a relation between vectors of different lengths")
        return int(found.pop()) if found else None

    def run(
        self, goal: Goal | None, use: Sequence[int], answers: Sequence[int], squared: bool = False
    ) -> Path:
        """The path with these answers, to the negated goal. Asked, VariantAsked or PathEnds on the way.

        The path is attached to what is raised. `squared`: the sides are compared by their squares.
        """
        path = Path(self.ring, answers)
        try:
            self._evaluate(path, goal, use, squared)
        except Exception as error:
            error.path = path  # type: ignore[attr-defined]
            raise
        return path

    def _evaluate(self, path: Path, goal: Goal | None, use: Sequence[int], squared: bool) -> None:
        given = {one.name: inputs.made(path, one, self.sizes) for one in self.made}
        read = Reader(path, given, self.lets, self.shapes)
        for number in use:
            link = self.given(number)
            path.starts.append(len(path.constraints))
            for at in self.instances(link):
                for d in differences(path, read(link.lhs, at), read(link.rhs, at)):
                    assume(path, d, link.op)
        if goal is None:
            return
        path.starts.append(len(path.constraints))
        link, at = self.goal(goal), dict(goal.at)
        values = read(link.lhs, at), read(link.rhs, at)
        path.conclusion = len(path.constraints)
        if squared:
            k = goal.component or 0
            both = sides(path, read, link, at, [part(value, k) for value in values], k)
            deny(path, path.sub(*both), link.op)
        else:
            deny(path, differences(path, *values)[goal.component or 0], link.op)


def _inputs(link: Link) -> list[str]:
    return [n.payload[0] for side in link.parts for n in side.walk() if n.word is INPUT]


def differences(path: Path, left: Any, right: Any) -> list[Scalar]:
    """lhs - rhs, component by component."""
    lengths = {len(side) for side in (left, right) if isinstance(side, Column)}
    if len(lengths) > 1:
        raise Unsupported("a relation between vectors of different lengths")
    k = lengths.pop() if lengths else 1
    lefts, rights = [side if isinstance(side, Column) else (side,) * k for side in (left, right)]
    return [path.sub(a, b) for a, b in zip(lefts, rights, strict=True)]


def part(side: Any, k: int) -> Scalar:
    """The k-th component; a number stands for each."""
    found: Scalar = side[k] if isinstance(side, Column) else side
    return found


def assume(path: Path, d: Scalar, op: str) -> None:
    if op != "!=":
        path.put(d.num, BITS[op])
    elif path.ask(d.num, SIGNS) == EQUAL:
        raise PathEnds("outside")


def deny(path: Path, d: Scalar, op: str) -> None:
    """The opposite of a relation."""
    if op == "==":
        if path.ask(d.num, SIGNS) == EQUAL:
            raise PathEnds("true")
    elif op == "!=":
        path.put(d.num, EQUAL)
    else:
        path.put(d.num, 7 & ~BITS[op])
