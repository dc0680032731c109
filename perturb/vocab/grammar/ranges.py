"""Which integers an index stands for: the meaning of "for all i, j" in a relation.

An index ranges over every integer for which all subscripts that it enters exist, given the other indices; one
with a declared range over the integers of that range for which they exist. So an instance of a relation is an
assignment of integers to its indices with every declared index in its range and every subscripted part that
contains an index in existence. What exists is a matter of shapes alone: v[k] for 1 <= k <= dim v, v[:k] for
0 <= k <= dim v, blocks where they are not empty.

Instances are found by narrowing an interval for each index until the subscripts are certain to exist (then
the whole box counts), and by trying the values of one index where they are not.

What words ask of the shapes of their arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, Protocol

from perturb.vocab.grammar.kinds import INTEGERS, End, Interval, Kind, exactly
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, as_expr

Shape = tuple[int, ...] | int  # (m, n), (k,), () for a scalar; of an integer its value
Extents = Mapping[str, Any]
Box = dict[str, Interval]

LARGE = 10**30
ROUNDS = 30
UNKNOWN: dict[Kind, Any] = {
    Kind.INTEGER: Interval(-LARGE, LARGE),
    Kind.SCALAR: (),
    Kind.VECTOR: (Interval(1, LARGE),),
    Kind.MATRIX: (Interval(1, LARGE), Interval(1, LARGE)),
}


class Relation(Protocol):
    """What has indices: the two sides of a relation."""

    @property
    def parts(self) -> tuple[Expr, Expr]: ...


class _Nothing(Exception):
    """No integer is left for some index."""


def assignments(link: Relation, shapes: Mapping[str, Shape]) -> Sequence[dict[str, int]]:
    """The instances of a relation in lexicographic order; [{}] for one without indices.

    `shapes` gives every input its shape. ValueError where an index has infinitely many values.
    """
    return _assignments(link.parts, tuple(sorted(shapes.items())))


def meaningful(link: Relation, shapes: Mapping[str, Shape]) -> bool:
    """Does every subscript without an index exist? A relation with one that does not says nothing."""
    return _meaningful(link.parts, tuple(sorted(shapes.items())))


def unbounded(link: Relation) -> list[str]:
    """The indices whose range is not certain to be finite whatever the sizes of the inputs."""
    if not any(side.free for side in link.parts):
        return []
    inputs = {n.payload: UNKNOWN[n.payload[1]] for n in _nodes(link.parts) if n.word is INPUT}
    search = _Search(link.parts, {name: extent for (name, _), extent in inputs.items()})
    box = search.start()
    try:
        search.narrow(box)
    except _Nothing:
        return []
    return sorted(name for name, interval in box.items() if not interval.finite)


def declared(link: Relation) -> dict[str, tuple[Expr, Expr]]:
    """The ends of the indices that have a declared range."""
    found = {node.payload[0]: node.args for node in _nodes(link.parts) if node.word is INDEX and node.args}
    return {name: (low, high) for name, (low, high) in sorted(found.items())}


def compound(link: Relation) -> bool:
    """Does a subscript such as i + 1 limit an index in it that has no declared range?"""
    subscripts = [sub for node in _nodes(link.parts) if _subscripted(node) for sub in node.args[1:]]
    return any(sub.free - declared(link).keys() for sub in subscripts if sub.word is not INDEX)


def spans(link: Relation, shapes: Mapping[str, Shape]) -> Box:
    """The least interval of each index that the subscripts leave, for shapes at which some are left.

    ValueError where none are.
    """
    search = _Search(link.parts, as_extents(shapes.items()))
    box = search.start()
    try:
        search.narrow(box)
    except _Nothing:
        raise ValueError("no index has a value at this size") from None
    return box


def limits(link: Relation, shapes: Mapping[str, Shape]) -> list[tuple[Expr, tuple[End | None, End | None]]]:
    """Each subscript such as i + j - 1, with the ends that it would cross inside the spans of its indices."""
    search, box = _Search(link.parts, as_extents(shapes.items())), spans(link, shapes)
    found = []
    for node in search.subscripted:
        container = known(node.args[0], search.extents, box)
        allowed = node.word.allowed([side.hi for side in container])
        for sub, ends in zip(node.args[1:], allowed, strict=True):
            now = known(sub, search.extents, box)
            crossed = (ends.lo if now.lo < ends.lo else None, ends.hi if now.hi > ends.hi else None)
            found += [(sub, crossed)] if sub.word is not INDEX and sub.free else []
    return found


@lru_cache(maxsize=128)
def _assignments(
    parts: tuple[Expr, Expr], shapes: tuple[tuple[str, Shape], ...]
) -> tuple[dict[str, int], ...]:
    search = _Search(parts, as_extents(shapes))
    picks = sorted(search.picks(search.start()))
    return tuple([dict(zip(search.names, pick, strict=True)) for pick in picks])


@lru_cache(maxsize=1024)
def _meaningful(parts: tuple[Expr, Expr], shapes: tuple[tuple[str, Shape], ...]) -> bool:
    extents = as_extents(shapes)
    return all(exists(node, extents, {}) for node in _nodes(parts) if not node.free)


def as_extents(shapes: Iterable[tuple[str, Shape]]) -> Extents:
    """The same as intervals."""
    return {
        name: exactly(shape) if isinstance(shape, int) else tuple([exactly(side) for side in shape])
        for name, shape in shapes
    }


def _nodes(parts: tuple[Expr, Expr]) -> list[Expr]:
    return list(dict.fromkeys(node for side in parts for node in side.walk()))


def _subscripted(node: Expr) -> bool:
    return node.word.subscripts is not None


class _Search:
    """The indices of one relation at given extents of its inputs."""

    def __init__(self, parts: tuple[Expr, Expr], extents: Extents) -> None:
        nodes = _nodes(parts)
        self.extents = extents
        self.names = sorted(parts[0].free | parts[1].free)
        self.declared = {n.payload[0]: n.args for n in nodes if n.word is INDEX and n.args}
        self.subscripted = [n for n in nodes if _subscripted(n) and n.free]

    def start(self) -> Box:
        """All integers, or the declared range."""
        box = dict.fromkeys(self.names, INTEGERS)
        for name, (low, high) in self.declared.items():
            box[name] = Interval(known(low, self.extents, box).lo, known(high, self.extents, box).hi)
        return box

    def picks(self, box: Box) -> list[tuple[int, ...]]:
        """The assignments inside a box."""
        try:
            self.narrow(box)
        except _Nothing:
            return []
        if all(exists(node, self.extents, box) for node in self.subscripted):
            return list(product(*[self._values(name, box) for name in self.names]))
        open_names = [name for name in self.names if box[name].lo < box[name].hi]
        if not open_names:
            return []
        name = min(open_names, key=lambda n: box[n].hi - box[n].lo)
        return [pick for k in self._values(name, box) for pick in self.picks({**box, name: exactly(k)})]

    def _values(self, name: str, box: Box) -> range:
        if not box[name].finite:
            raise ValueError(f"index {name} has infinitely many values at this size; declare its range")
        return box[name].values()

    def narrow(self, box: Box) -> None:
        """Shrink the intervals, in place, to what the subscripts leave. Raises _Nothing."""
        if any(interval.empty for interval in box.values()):
            raise _Nothing
        for _ in range(ROUNDS):
            before = dict(box)
            for node in self.subscripted:
                container = known(node.args[0], self.extents, box)
                allowed = node.word.allowed([side.hi for side in container])
                for subscript, ends in zip(node.args[1:], allowed, strict=True):
                    _shrink(subscript, ends, self.extents, box)
            if box == before:
                return


def _shrink(expr: Expr, wanted: Interval, extents: Extents, box: Box) -> None:
    """Keep of the indices in an integer expression what can give a value in `wanted`."""
    now = known(expr, extents, box).meet(wanted)
    if now.empty:
        raise _Nothing
    if expr.word is INDEX:
        box[expr.payload[0]] = now
    for position, inverse in enumerate(expr.word.inverses):
        others = [known(a, extents, box) for k, a in enumerate(expr.args) if k != position]
        _shrink(expr.args[position], inverse(now, *others), extents, box)


def exists(node: Expr, extents: Extents, box: Box) -> bool:
    """Is the part certain to exist, all over the box? One without subscripts does where its arguments do."""
    if not _subscripted(node):
        return True
    container = known(node.args[0], extents, box)
    allowed = node.word.allowed([side.lo for side in container])
    subscripts = [known(subscript, extents, box) for subscript in node.args[1:]]
    return all(s.within(ends) for s, ends in zip(subscripts, allowed, strict=True))


def known(expr: Expr, extents: Extents, box: Box, memo: dict[Expr, Any] | None = None) -> Any:
    """The interval of an integer expression; the sides of a vector or matrix, each as an interval."""
    memo = {} if memo is None else memo
    if expr not in memo:
        memo[expr] = _known(expr, extents, box, memo)
    return memo[expr]


def _known(expr: Expr, extents: Extents, box: Box, memo: dict[Expr, Any]) -> Any:
    if expr.kind is Kind.SCALAR:
        return ()
    if expr.word is CONST:
        return exactly(int(expr.payload[0]))
    if expr.word is INPUT:
        return extents[expr.payload[0]]
    if expr.word is INDEX:
        return box[expr.payload[0]]
    if expr.expansion is not None:
        return known(expr.expansion, extents, box, memo)
    return expr.word.sides(expr.kind, expr.args, [known(arg, extents, box, memo) for arg in expr.args])


Sides = tuple[int, ...]


class Demands(NamedTuple):
    """What a word asks of its arguments: places of those that have one shape, or one length."""

    matrices: tuple[int, ...]
    vectors: tuple[int, ...]
    first: int
    square: bool
    anything: bool


@lru_cache(maxsize=4096)
def demands(expr: Expr) -> Demands:
    word = expr.word
    places = [
        [k for k, arg in enumerate(expr.args) if arg.kind is kind] for kind in (Kind.MATRIX, Kind.VECTOR)
    ]
    matrices, vectors = (tuple(p) if len(p) > 1 and word.fits is None else () for p in places)
    anything = bool(matrices or vectors or word.square or word.fits)
    return Demands(matrices, vectors, min(places[0], default=0), word.square, anything)


def fit(expr: Expr, shapes: Sequence[Sides]) -> None:
    """ValueError where the shapes of the arguments are not those that the word asks for."""
    has = demands(expr)
    if not has.anything:
        return
    word, name, first = expr.word, expr.word.written, shapes[has.first]
    alike(name, [shapes[k] for k in has.matrices])
    alike(name, [shapes[k] for k in has.vectors])
    if has.square and first[0] != first[1]:
        raise ValueError(f"{name}: a square matrix is needed, not {_sides(first)}")
    if word.fits is not None and not word.fits(*shapes):
        raise _misfit(name, [(*shape, 1)[:2] for shape in shapes])


def alike(name: str, shapes: Sequence[Sides]) -> None:
    if len(set(shapes)) > 1:
        raise _misfit(name, shapes)


def _misfit(name: str, shapes: Sequence[Sides]) -> ValueError:
    return ValueError(f"{name}: shapes {' and '.join(map(_sides, shapes))} do not fit")


def _sides(shape: Sides) -> str:
    return " x ".join(map(str, shape))


def indices(names: str) -> tuple[Expr, ...]:
    """i, j = indices("i j"): for all integers i, j for which all subscripts that they enter exist"""
    return tuple(Expr(INDEX, (), (name, Kind.INTEGER)) for name in names.replace(",", " ").split())


def index(name: str, low: Any, high: Any) -> Expr:
    """An index with a declared range, low to high: "for all k = low..high".

    The ends are integers, or integer expressions such as cols(A), without indices. Raises TypeError.
    """
    ends = as_expr(low), as_expr(high)
    for end in ends:
        if end.kind is not Kind.INTEGER:
            raise TypeError(f"index {name!r}: its end {end!r} is a {end.kind.value}, not an integer")
        if end.free:
            other = "depends on another index; let subscripts bound it instead"
            raise TypeError(f"index {name!r}: its end {end!r} {other}")
    return Expr(INDEX, ends, (name, Kind.INTEGER))


DEEPEST = 200  # words within words: who reads, prints and proves a statement follows them one by one


def shallow(name: str, sides: Iterable[Expr]) -> None:
    """ValueError for words within words, too many: a sum of hundreds, written one plus after the other."""
    level, depth = set(sides), 0
    while level:
        depth += 1
        level = {below for expr in level for below in expr.args}
        if depth > DEEPEST:
            raise ValueError(
                f"{name}: words within words, more than {DEEPEST}: a long sum is total([a, b, ...]), "
                "total of a vector, or a sum of shorter sums"
            )
