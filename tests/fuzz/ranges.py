"""What subscripted words need and leave of a shape, and what exists at a size, from its definition.

Shapes by recursion, instances by trying every integer.

Slow and without cleverness on purpose. Nothing here looks at how the engine computes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.order import Link

Env = Mapping[str, int]
BOX = 64
TRIES = 20_000
REACH = 60  # hardly any subscript that the generators write has an instance beyond this


class Missing(Exception):
    """A subscripted node does not exist here."""


class Mismatch(Exception):
    """Shapes do not fit: the engine raises ValueError."""


class TooMany(Exception):
    """More tuples than are worth trying: hardly anything bounds the indices."""


def _square(A: tuple[int, ...]) -> tuple[int, ...]:
    if A[0] != A[1]:
        raise Mismatch(f"{A} is not square")
    return A


def _same(A: tuple[int, ...], *others: tuple[int, ...]) -> tuple[int, ...]:
    if any(B != A for B in others):
        raise Mismatch(f"{A} beside {others}")
    return A


def _beside(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers and vectors, component by component; a number beside anything is repeated."""
    return y if x == () else x if y == () else _same(x, y)


def _product(A: tuple[int, ...], B: tuple[int, ...]) -> tuple[int, ...]:
    if A[1] != B[0]:
        raise Mismatch(f"{A} @ {B}")
    return (A[0], *B[1:])


def _kron(A: tuple[int, ...], B: tuple[int, ...]) -> tuple[int, ...]:
    (a, b), (c, d) = ((*A, 1, 1)[:2], (*B, 1, 1)[:2])
    return (a * c, b * d)


def _block(A: Any, B: Any, C: Any, D: Any) -> tuple[int, ...]:
    if A[0] != B[0] or C[0] != D[0] or A[1] != C[1] or B[1] != D[1]:
        raise Mismatch(f"block of {A}, {B}, {C}, {D}")
    return (A[0] + C[0], A[1] + B[1])


def _number(*_: Any) -> tuple[int, ...]:
    return ()


def _number_of_square(A: tuple[int, ...]) -> tuple[int, ...]:
    return _square(A)[:0]


SHAPE: dict[str, Callable[..., tuple[int, ...]]] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "pow", "larger", "smaller"), _beside),
    **dict.fromkeys(("neg", "sqrt", "sq", "abs", "exp", "log", "partial_sums"), lambda x: x),
    **dict.fromkeys(("upper", "strict_upper", "slopes", "partial_products"), lambda x, *_: x),
    **dict.fromkeys(("inv", "sym", "mat_exp", "mat_sqrt"), _square),
    **dict.fromkeys(("trace", "det", "permanent", "lam_max", "lam_min"), _number_of_square),
    **dict.fromkeys(("spectral_radius", "numerical_radius"), _number_of_square),
    **dict.fromkeys(("pi", "rank", "rows", "cols", "length", "sum", "prod", "max", "min", "s1"), _number),
    **dict.fromkeys(("s_min", "s_star", "kappa", "cond", "op", "fro", "nuclear", "schatten"), _number),
    **dict.fromkeys(("norm", "max_entry"), _number),
    "T": lambda A: (A[1], A[0]),
    "matmul": _product,
    "eye": lambda A: (A[1], A[1]),
    "eye_rows": lambda A: (A[0], A[0]),
    "matpow": lambda A, k: _square(A),
    "kron": _kron,
    "hadamard": _same,
    "commutator": lambda A, B: _same(_square(A), _square(B)),
    "block": _block,
    "diag": lambda v: (v[0], v[0]),
    "circulant": lambda v: (v[0], v[0]),
    "column_matrix": lambda v: (v[0], 1),
    "diagonal": lambda A: (min(A),),
    "s": lambda A: (min(A),),
    "lam": lambda A: (_square(A)[0],),
    "moduli": lambda A: (_square(A)[0],),
    "mat_abs": lambda A: (A[1], A[1]),
    **dict.fromkeys(("entries", "vec_columns", "vec_rows"), lambda A: (A[0] * A[1],)),
}


class Sizes:
    """Shapes and integers of the parts of a statement, at given inputs.

    `inputs` maps a matrix to (m, n), a vector to (k,), a number to () or None, an integer input to its value.
    """

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs
        self.closed: dict[Expr, tuple[int, ...]] = {}
        # By node, which thousands of tuples ask: the look at its word is taken once.
        self.integers: dict[Expr, Callable[[Env], int]] = {}
        self.cuts: dict[Expr, Callable[[Env], tuple[int, ...]]] = {}

    def integer(self, node: Expr, env: Env) -> int:
        return self._reader(node)(env)

    def _reader(self, node: Expr) -> Callable[[Env], int]:
        if node not in self.integers:
            self.integers[node] = self._integer(node)
        return self.integers[node]

    def _integer(self, node: Expr) -> Callable[[Env], int]:
        """How the value of an integer follows from those of the indices."""
        name = node.word.name
        if node.word is INDEX:
            return itemgetter(node.payload[0])
        if node.word in (CONST, INPUT):
            value = int(node.payload[0] if node.word is CONST else self.inputs[node.payload[0]])
            return lambda env: value
        if name not in INTEGER:
            side = {"rows": 0, "cols": 1, "length": 0}[name]
            return lambda env: self.shape(node.args[0], env)[side]
        f, (x, *more) = INTEGER[name], map(self._reader, node.args)
        if not more:
            return lambda env: f(x(env))
        (y,) = more
        return lambda env: f(x(env), y(env))

    def shape(self, node: Expr, env: Env) -> tuple[int, ...]:
        """Raises Missing where a subscript has nothing to point at, Mismatch where shapes do not fit."""
        if node.free:
            return self._shape(node, env)
        if node not in self.closed:
            self.closed[node] = self._shape(node, env)
        return self.closed[node]

    def _shape(self, node: Expr, env: Env) -> tuple[int, ...]:
        name = node.word.name
        if node.word in (CONST, INDEX) or (node.word is INPUT and node.kind is Kind.INTEGER):
            return ()
        if node.word is INPUT:
            return tuple(self.inputs[node.payload[0]] or ())
        if name in EXISTS:
            if node not in self.cuts:
                self.cuts[node] = self._subscripted(node)
            return self.cuts[node](env)
        if name in ("schur", "ky_fan"):
            assert node.expansion is not None
            return self.shape(node.expansion, env)
        shapes = [self.shape(a, env) for a in node.args]
        if name in ("add", "sub") and node.kind is Kind.MATRIX:
            return _same(*shapes)
        if name in ("mul", "div") and node.kind is Kind.MATRIX:
            return max(shapes, key=len)
        return SHAPE[name](*shapes)

    def _subscripted(self, node: Expr) -> Callable[[Env], tuple[int, ...]]:
        exists, cut = EXISTS[node.word.name], CUT[node.word.name]
        subscripts = [self._reader(e) for e in node.args[1:]]

        def shape(env: Env) -> tuple[int, ...]:
            container = self.shape(node.args[0], env)
            at = [subscript(env) for subscript in subscripts]
            if not exists(container, *at):
                raise Missing
            return cut(container, *at)

        return shape

    def exists(self, node: Expr, env: Env) -> bool:
        try:
            return self.shape(node, env) is not None
        except Missing:
            return False


def subscripted(link: Link) -> list[Expr]:
    nodes = dict.fromkeys(node for side in link.parts for node in side.walk())
    return [node for node in nodes if node.word.name in EXISTS]


def declared(link: Link, sizes: Sizes) -> dict[str, range]:
    """The ends of the declared indices."""
    nodes = {n for side in link.parts for n in side.walk() if n.word is INDEX and n.args}
    ends = {n.payload[0]: [sizes.integer(a, {}) for a in n.args] for n in nodes}
    return {name: range(low, high + 1) for name, (low, high) in ends.items()}


def has_meaning(link: Link, sizes: Sizes) -> bool:
    """Every subscripted node without a free index exists. (One inside a missing one counts by itself.)"""
    return all(sizes.exists(node, {}) for node in subscripted(link) if not node.free)


def instances(link: Link, sizes: Sizes, box: int = BOX) -> list[dict[str, int]]:
    """Every assignment of integers of the box to the free indices under which each node with an index exists.

    A node is asked as soon as its indices have values, which leaves out tuples only that fail anyway.
    """
    ranges = declared(link, sizes)
    nodes = [node for node in subscripted(link) if node.free]
    found: list[dict[str, int]] = [{}]
    waiting = list(link.free)
    while waiting and found:
        name = _next(waiting, nodes, ranges, set(found[0]))
        waiting.remove(name)
        known = {*found[0], name}
        asked = [node for node in nodes if name in node.free and node.free <= known]
        values = ranges.get(name, range(-box, box + 1))
        if len(found) * len(values) > TRIES:
            raise TooMany(link.canonical())
        tried = ({**env, name: value} for env in found for value in values)
        found = [env for env in tried if all(sizes.exists(node, env) for node in asked)]
    return sorted(found, key=lambda env: [env[name] for name in link.free])


def _next(waiting: list[str], nodes: list[Expr], ranges: Mapping[str, range], known: set[str]) -> str:
    """The order of the loops does not matter; an index that has a node to itself now comes first."""
    return min(
        waiting,
        key=lambda name: (
            not any(name in node.free and node.free <= known | {name} for node in nodes),
            name not in ranges,
        ),
    )


EXISTS: dict[str, Callable[..., bool]] = {
    "component": lambda shape, e: 1 <= e <= shape[0],
    "head": lambda shape, e: 0 <= e <= shape[0],
    "entry": lambda shape, e, f: 1 <= e <= shape[0] and 1 <= f <= shape[1],
    "leading": lambda shape, e: 1 <= e <= min(shape),
    "trailing": lambda shape, e: 0 <= e < min(shape),
    "upper_right": lambda shape, e: 1 <= e <= shape[0] and 0 <= e < shape[1],
    "lower_left": lambda shape, e: 0 <= e < shape[0] and 1 <= e <= shape[1],
    "without_columns": lambda shape, e: 0 <= e < shape[1],
    "without_rows": lambda shape, e: 0 <= e < shape[0],
}
CUT: dict[str, Callable[..., tuple[int, ...]]] = {
    "component": lambda shape, e: (),
    "head": lambda shape, e: (e,),
    "entry": lambda shape, e, f: (),
    "leading": lambda shape, e: (e, e),
    "trailing": lambda shape, e: (shape[0] - e, shape[1] - e),
    "upper_right": lambda shape, e: (e, shape[1] - e),
    "lower_left": lambda shape, e: (shape[0] - e, e),
    "without_columns": lambda shape, e: (shape[0], shape[1] - e),
    "without_rows": lambda shape, e: (shape[0] - e, shape[1]),
}
INTEGER: dict[str, Callable[..., int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "neg": lambda x: -x,
    "sq": lambda x: x * x,
    "abs": abs,
    "larger": max,
    "smaller": min,
}


# Shapes of statements with complex inputs: those of the words of real matrices, and of a few more.


def _side(A: tuple[int, ...], *_: Any) -> tuple[int, ...]:
    return _square(A)


def _alike(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Number by number, a number beside anything."""
    sides = {shape for shape in shapes if shape}
    if len(sides) > 1:
        raise Mismatch(str(shapes))
    return max(shapes, key=len)


def _joined(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    if x[-1] != y[0]:
        raise Mismatch(f"{x} @ {y}")
    return (*x[:-1], *y[1:])


COMPLEX_SHAPE: dict[str, Callable[..., tuple[int, ...]]] = {
    **SHAPE,
    **dict.fromkeys(("add", "sub", "mul", "div", "pow", "larger", "smaller", "plus_multiple"), _alike),
    **dict.fromkeys(("neg", "conj", "real", "imag", "abs", "sqrt", "exp", "log", "sq"), lambda x: x),
    **dict.fromkeys(("lower", "strict_lower", "banded", "entrywise_abs", "polar"), lambda x: x),
    **dict.fromkeys(("mat_log", "mat_power", "matpow", "spectral_projection", "eigenprojection"), _side),
    **dict.fromkeys(("laplacian", "principal_sqrt"), _side),
    **dict.fromkeys(("norm_1", "norm_inf", "ky_fan"), lambda x: ()),
    **dict.fromkeys(("row", "column_sums"), lambda A: A[1:]),
    **dict.fromkeys(("column", "row_sums"), lambda A: A[:1]),
    "H": lambda x: tuple(reversed(x)),
    "matmul": _joined,
    "outer": lambda x, y: (*x, *y),
    "pinv": lambda A: (A[1], A[0]),
    "range_projection": lambda A: (A[0], A[0]),
    "eig_re": lambda A: _square(A)[:1],
    "hstack": lambda A, B: (_alike(A[:1], B[:1])[0], A[1] + B[1]),
    "vstack": lambda A, B: (A[0] + B[0], _alike(A[1:], B[1:])[0]),
    "geometric_mean": lambda A, B: _alike(_square(A), B),
}
