"""Which verdicts on a statement at a point can be true: its meaning, instance by instance.

What a relation is at a point: true, false, without a value, or an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.order import Link
from tests.fuzz.matrices import Refused, identity
from tests.fuzz.ranges import REACH, Mismatch, Missing, Sizes, TooMany, has_meaning, instances
from tests.fuzz.tower import UNDEFINED, UNKNOWN, Special, Unsupported, order
from tests.fuzz.words import MATRICES, NUMBERS, OF_A_MATRIX, SUBSCRIPTED

Env = Mapping[str, int]


class Part(Enum):
    """What one instance of a relation may be."""

    TRUE = "true"
    FALSE = "false"
    UNDEFINED = "undefined"
    ERROR = "error"


def sizes_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The shapes of inputs given as Fractions, lists and lists of lists; an int is an integer input."""
    return {name: _size(value) for name, value in values.items()}


def _size(value: Any) -> Any:
    if isinstance(value, int):
        return value
    if not isinstance(value, list):
        return ()
    return (len(value), len(value[0])) if isinstance(value[0], list) else (len(value),)


@dataclass
class Point:
    """Values of expressions at given inputs; each part is computed once per assignment of its indices."""

    values: Mapping[str, Any]
    same: bool = False  # numbers that agree in every digit computed are taken for equal
    sizes: Sizes = field(init=False)
    known: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sizes = Sizes(sizes_of(self.values))

    def value(self, node: Expr, env: Env) -> Any:
        """Raises Refused or Mismatch where the engine raises ValueError."""
        key = (node, *(env[name] for name in sorted(node.free)))
        if key not in self.known:
            try:
                self.known[key] = self._value(node, env)
            except RuntimeError as error:  # an iteration of mpmath does not converge
                raise Unsupported(str(error)) from None
        return self.known[key]

    def _value(self, node: Expr, env: Env) -> Any:
        if node.word is CONST:
            return node.payload[0]
        if node.word is INDEX:
            return Fraction(env[node.payload[0]])
        if node.word is INPUT:
            found = self.values[node.payload[0]]
            return Fraction(found) if isinstance(found, int) else found
        shape = self.sizes.shape(node, env)
        if node.kind is Kind.MATRIX and 0 in shape:
            raise Unsupported("an empty matrix")
        return self._word(node, env)

    def _word(self, node: Expr, env: Env) -> Any:
        name = node.word.name
        args = [self.value(a, env) for a in node.args[: 1 if name in SUBSCRIPTED else None]]
        if name in ("rows", "cols", "length", "eye", "eye_rows"):
            return UNKNOWN if isinstance(args[0], Special) else self._size_of(node, env)
        for special in (UNDEFINED, UNKNOWN):
            if special in [a for a in args if isinstance(a, Special)]:
                return special
        if name in SUBSCRIPTED:
            return SUBSCRIPTED[name](*args, *[self.sizes.integer(e, env) for e in node.args[1:]])
        if node.kind is Kind.MATRIX:
            return MATRICES[name](*args)
        return (OF_A_MATRIX if name in OF_A_MATRIX else TIMES if name == "matmul" else NUMBERS)[name](*args)

    def _size_of(self, node: Expr, env: Env) -> Any:
        if node.kind is Kind.MATRIX:
            return identity(self.sizes.shape(node, env)[0])
        return Fraction(self.sizes.integer(node, env))

    def relation(self, link: Link, env: Env) -> frozenset[Part]:
        """What the instance at env may be."""
        try:
            lhs, rhs = (self.value(side, env) for side in link.parts)
        except Mismatch:
            return frozenset((Part.ERROR,))
        except Refused:
            return frozenset((Part.ERROR, *self.undefined_somewhere(link, env)))
        if UNDEFINED in [x for x in (lhs, rhs) if isinstance(x, Special)]:
            return frozenset((Part.UNDEFINED,))
        if isinstance(lhs, Special) or isinstance(rhs, Special):
            return frozenset((Part.UNDEFINED, Part.TRUE, Part.FALSE))
        return _compared(lhs, link.op, rhs, self.same)

    def misfits(self, link: Link, env: Env) -> bool:
        """Whether sizes do not fit in a part that env gives all indices, or between the two sides."""
        nodes = (node for side in link.parts for node in nodes_of(side) if node.free <= set(env))
        shapes: dict[Expr, tuple[int, ...]] = {}
        for node in nodes:
            try:
                shapes[node] = self.sizes.shape(node, env)
            except Missing:
                continue
            except Mismatch:
                return True
        return len({shapes.get(side, ()) for side in link.parts} - {()}) > 1

    def undefined_somewhere(self, link: Link, env: Env) -> set[Part]:
        """Beside an error of values: whether another part of the relation is undefined."""
        for node in (n for side in link.parts for n in nodes_of(side) if n.free <= set(env)):
            try:
                if isinstance(self.value(node, env), Special):
                    return {Part.UNDEFINED}
            except (Refused, Mismatch, Missing):
                continue
        return set()

    def kept_out(self, link: Link, found: Sequence[Env]) -> bool:
        """Whether sizes alone make a hypothesis false in one of its instances."""
        if any(side.kind is not Kind.INTEGER for side in link.parts):
            return False
        pairs = [[Fraction(self.sizes.integer(side, env)) for side in link.parts] for env in found]
        return any(order(x, link.op, y) == {False} for x, y in pairs)


TIMES = {"matmul": MATRICES["matmul"]}


def nodes_of(node: Expr) -> set[Expr]:
    return {node}.union(*[nodes_of(a) for a in node.args])


def _compared(lhs: Any, op: str, rhs: Any, same: bool) -> frozenset[Part]:
    left, right = (x if isinstance(x, list) else None for x in (lhs, rhs))
    if left is not None and right is not None and len(left) != len(right):
        return frozenset((Part.ERROR,))
    count = len(left if left is not None else right if right is not None else [0])
    pairs = zip(left or [lhs] * count, right or [rhs] * count, strict=True)
    truths = [order(x, op, y, same) for x, y in pairs]
    may_hold, may_fail = all(True in t for t in truths), any(False in t for t in truths)
    return frozenset([Part.TRUE] * may_hold + [Part.FALSE] * may_fail)


# Which verdicts on a statement at a point can be true: the meaning of a statement, instance by instance.


class Truth(Enum):
    HOLDS = "holds"
    VIOLATED = "violated"
    OUTSIDE = "outside"
    ERROR = "error"


def _empty(point: Point, link: Link, env: Env) -> bool:
    """A relation between vectors without components."""
    return any(point.sizes.shape(side, env) == (0,) for side in link.parts)


@dataclass
class Judged:
    """Every instance of every part, and from them the verdicts that can be true."""

    hypotheses: list[frozenset[Part]] = field(default_factory=list)
    conclusions: list[frozenset[Part]] = field(default_factory=list)
    outside: bool = False  # a hypothesis has no meaning at this size
    kept_out: bool = False  # sizes alone keep a hypothesis from being met: what follows need not fit
    misfit: bool = False  # shapes do not fit: an error whatever the values
    idle_error: bool = False  # an error in a part that has no instance, which may go unnoticed
    empty: bool = True  # no conclusion compares any number

    @property
    def truths(self) -> frozenset[Truth]:
        everything = [*self.hypotheses, *self.conclusions]
        if self.misfit:
            return frozenset((Truth.ERROR,))
        met = all(Part.TRUE in part for part in self.hypotheses)
        whole = met and not self.outside and bool(self.conclusions)
        found = set()
        if self.idle_error or any(Part.ERROR in part for part in everything):
            found.add(Truth.ERROR)
        if self.outside or not self.conclusions or any(Part.FALSE in part for part in self.hypotheses):
            found.add(Truth.OUTSIDE)
        if self.empty or any(Part.UNDEFINED in part for part in everything):
            found.add(Truth.OUTSIDE)
        if whole and all(Part.TRUE in part for part in self.conclusions):
            found.add(Truth.HOLDS)
        decided = all(part & {Part.TRUE, Part.FALSE} for part in self.conclusions)
        if whole and decided and any(Part.FALSE in part for part in self.conclusions):
            found.add(Truth.VIOLATED)
        return frozenset(found)


def judge(
    hypotheses: Sequence[Link], conclusions: Sequence[Link], values: Mapping[str, Any], same: bool = False
) -> Judged:
    """The verdicts that can be true. One is certain; several mean that digits do not tell them apart."""
    point, judged = Point(values, same), Judged()
    for link in hypotheses:
        _judge(point, link, judged, judged.hypotheses, True)
    for link in conclusions:
        _judge(point, link, judged, judged.conclusions, False)
    return judged


def _judge(point: Point, link: Link, judged: Judged, parts: list[frozenset[Part]], hypothesis: bool) -> None:
    judged.misfit = judged.misfit or (not judged.kept_out and point.misfits(link, {}))
    try:
        meant = has_meaning(link, point.sizes)
        found = _finite(link, point.sizes) if meant else []
    except Mismatch:
        # Which subscripts exist in what does not fit cannot be said: an error, or no instance.
        judged.idle_error = True
        return
    if not judged.kept_out:
        judged.misfit = judged.misfit or any(point.misfits(link, env) for env in found)
        judged.kept_out = hypothesis and (not meant or point.kept_out(link, found))
    judged.outside = judged.outside or (hypothesis and not meant)
    judged.idle_error = judged.idle_error or (not found and _somewhere_refused(point, link))
    for env in found:
        parts.append(point.relation(link, env))
        if not hypothesis and Part.ERROR not in parts[-1]:
            judged.empty = judged.empty and _empty(point, link, env)


def _finite(link: Link, sizes: Sizes) -> list[dict[str, int]]:
    """The instances. A declaration without a finite range, which ought to be refused, is not judged here."""
    try:
        found = instances(link, sizes)
    except TooMany:
        raise Unsupported("indices that hardly anything bounds") from None
    if any(abs(x) > REACH for env in found for x in env.values()):
        raise Unsupported("an index without a finite range")
    return found


def _somewhere_refused(point: Point, link: Link) -> bool:
    """Whether a part of a relation without instances is an error where that part by itself exists."""
    for node in (n for side in link.parts for n in nodes_of(side)):
        alone = Link(node, "==", node)
        try:
            for env in _finite(alone, point.sizes) if has_meaning(alone, point.sizes) else ():
                point.value(node, env)
        except (Refused, Mismatch):
            return True
        except Unsupported:
            continue
    return False
