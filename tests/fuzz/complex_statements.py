"""Statements with complex inputs in a form of their own: their shapes, instances, values and truth.

`spelled` writes one for the engine as a user does, `judge` says which verdicts can be true; neither looks at
what the other makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from perturb import vocab as w
from perturb.vocab.grammar.ranges import indices
from tests.fuzz import tower
from tests.fuzz.algebra import descending
from tests.fuzz.complexes import VALUE
from tests.fuzz.gaussian import NoValue, Z, real
from tests.fuzz.matrices import Refused
from tests.fuzz.oracle import Judged, Part
from tests.fuzz.ranges import COMPLEX_SHAPE as SHAPE
from tests.fuzz.ranges import CUT, EXISTS, Mismatch, Missing
from tests.fuzz.tower import UNDEFINED, ZERO, Unsupported

Env = Mapping[str, int]
Shape = tuple[int, ...]
LEAVES = ("input", "const")
BOX = range(-12, 25)


@dataclass(frozen=True)
class Sub:
    """A subscript: c, or c + sign * an index."""

    c: int
    name: str = ""
    sign: int = 1

    def at(self, env: Env) -> int:
        return self.c + (self.sign * env[self.name] if self.name else 0)

    @property
    def spelled(self) -> Any:
        if not self.name:
            return self.c
        i = indices(self.name)[0]
        return i + self.c if self.c and self.sign > 0 else i if self.sign > 0 else self.c - i


@dataclass(frozen=True, eq=False)
class Node:
    """A word at its arguments: nodes, then subscripts or numbers. `kind` is n, v, r (a row x^*) or m."""

    word: str
    args: tuple[Any, ...]
    kind: str
    over_c: bool

    @property
    def nodes(self) -> list[Node]:
        return [arg for arg in self.args if isinstance(arg, Node)]

    @property
    def free(self) -> frozenset[str]:
        own = [arg.name for arg in self.args if isinstance(arg, Sub) and arg.name]
        return frozenset(own).union(*[node.free for node in self.nodes])

    def walk(self) -> Iterator[Node]:
        for node in self.nodes:
            yield from node.walk()
        yield self

    def __str__(self) -> str:
        if self.word in LEAVES:
            return str(self.args[0])
        return f"({self.word} {' '.join(map(str, self.args))})"


# What a word makes: of numbers and vectors what it is given, else what stands here.
NUMBERS = (
    "trace det permanent rank s1 op s_min s_star kappa cond lam_max lam_min spectral_radius "
    + "numerical_radius fro nuclear schatten ky_fan norm norm_1 norm_inf max_entry sum component entry "
    + "max min"
).split()
VECTORS = (
    "s lam moduli eig_re diagonal entries vec_columns vec_rows row column row_sums column_sums " + "head"
).split()
MATRICES = ("diag", "column_matrix", "outer", "kron")
REALS = set(
    (
        "abs real imag rank s1 op s_min s_star kappa cond lam_max lam_min spectral_radius "
        + "numerical_radius fro nuclear schatten ky_fan norm norm_1 norm_inf max_entry s lam moduli eig_re "
        + "entrywise_abs"
    ).split()
)


def say(word: str, *args: Any) -> Node:
    nodes = [arg for arg in args if isinstance(arg, Node)]
    kinds = [node.kind for node in nodes]
    over_c = word not in REALS and any(node.over_c for node in nodes)
    return Node(word, args, _kind(word, kinds), over_c)


def _kind(word: str, kinds: list[str]) -> str:
    for words, kind in ((NUMBERS, "n"), (VECTORS, "v"), (MATRICES, "m")):
        if word in words:
            return kind
    if word == "H":
        return {"v": "r", "r": "v"}.get(kinds[0], kinds[0])
    if word == "matmul":
        return {"mm": "m", "mv": "v", "rm": "r", "rv": "n"}["".join(kinds)]
    return max(kinds, key="nvrm".index)


def constant(x: Any) -> Node:
    """A Fraction, a complex number of Python, or one of the numbers that have a name."""
    return Node("const", (x,), "n", isinstance(x, complex))


NAMED: dict[str, tuple[Any, Callable[[], Any]]] = {
    "pi": (w.pi, lambda: tower.rounded(+tower.ctx.pi)),
    "root": (w.sqrt(2), lambda: tower.sqrt(Fraction(2))),
}


SCHUR = (lambda A, k: 1 <= k < min(A), lambda A, k: (A[0] - k, A[1] - k))
SUBSCRIPTED = {name: (EXISTS[name], CUT[name]) for name in EXISTS} | {"schur": SCHUR}
SUBSCRIPTED["ky_fan"] = (lambda A, k: 0 <= k <= min(A), lambda A, k: ())


@dataclass
class Point:
    """Values of nodes at given inputs, as Z, lists and lists of lists."""

    values: Mapping[str, Any]
    same: bool = False  # numbers that agree in every digit computed are taken for equal
    shapes: dict[Any, Any] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=dict)

    def shape(self, node: Node, env: Env) -> Shape:
        """Raises Missing where a subscript has nothing to point at, Mismatch where shapes do not fit."""
        key = (node, *[env[name] for name in sorted(node.free)])
        if key not in self.shapes:
            self.shapes[key] = self._shape(node, env)
        found: Shape = self.shapes[key]
        return found

    def _shape(self, node: Node, env: Env) -> Shape:
        if node.word == "const":
            return ()
        if node.word == "input":
            value = self.values[node.args[0]]
            return () if isinstance(value, Z) else (len(value), *([len(value[0])] * (node.kind == "m")))
        below = [self.shape(arg, env) for arg in node.nodes]
        if node.word not in SUBSCRIPTED:
            return SHAPE[node.word](*below)
        exists, cut = SUBSCRIPTED[node.word]
        at = [arg.at(env) for arg in node.args if isinstance(arg, Sub)]
        if not exists(*below, *at):
            raise Missing
        return cut(*below, *at)

    def exists(self, node: Node, env: Env) -> bool:
        try:
            return self.shape(node, env) is not None
        except Missing:
            return False

    def value(self, node: Node, env: Env) -> Any:
        """Raises Refused, NoValue, Unsupported, each once: a node above has what one below raised."""
        key = (node, *[env[name] for name in sorted(node.free)])
        if key not in self.known:
            try:
                self.known[key] = self._value(node, env)
            except (Refused, NoValue) as why:
                self.known[key] = why
            except (RuntimeError, ZeroDivisionError) as why:  # an iteration of mpmath does not converge
                raise Unsupported(str(why)) from None
        if isinstance(self.known[key], Exception):
            raise self.known[key]
        return self.known[key]

    def _value(self, node: Node, env: Env) -> Any:
        if node.word == "const":
            return _of_constant(node.args[0])
        if node.word == "input":
            return self.values[node.args[0]]
        args = [self.value(arg, env) if isinstance(arg, Node) else arg for arg in node.args]
        return VALUE[node.word](*[arg.at(env) if isinstance(arg, Sub) else arg for arg in args])


def _of_constant(x: Any) -> Z:
    if isinstance(x, complex):
        return Z(Fraction(x.real), Fraction(x.imag))
    return real(NAMED[x][1]() if x in NAMED else Fraction(x))


# Relations: their instances, and which verdicts on a statement can be true.


MAY_REFUSE = [
    "lam",
    "lam_max",
    "lam_min",
    "mat_sqrt",
    "mat_log",
    "mat_power",
    "eigenprojection",
    "spectral_projection",
    "geometric_mean",
]
MAJORIZED = {"majorized": True, "weakly majorized": False}


@dataclass(frozen=True)
class Relation:
    lhs: Node
    op: str
    rhs: Node

    @property
    def sides(self) -> tuple[Node, Node]:
        """What is compared: of Hermitian matrices 0 and the least eigenvalue of the difference."""
        if self.op == "loewner":
            return constant(0), self.least
        return self.lhs, self.rhs

    def __post_init__(self) -> None:
        least = say("lam_min", say("sub", self.rhs, self.lhs)) if self.op == "loewner" else None
        object.__setattr__(self, "least", least)
        sides = (self.lhs, self.rhs) if least is None else (least,)
        object.__setattr__(self, "nodes", list(dict.fromkeys(n for side in sides for n in side.walk())))

    @property
    def free(self) -> list[str]:
        return sorted(self.lhs.free | self.rhs.free)

    def __str__(self) -> str:
        return f"{self.lhs} {self.op} {self.rhs}"


def has_meaning(link: Relation, point: Point) -> bool:
    return all(point.exists(node, {}) for node in link.nodes if node.word in SUBSCRIPTED and not node.free)


def instances(link: Relation, point: Point) -> list[dict[str, int]]:
    """Every assignment of integers of the box under which each node with an index exists."""
    nodes = [node for node in link.nodes if node.word in SUBSCRIPTED and node.free]
    ranges: list[list[int]] = []
    for name in link.free:
        alone = [node for node in nodes if node.free == {name}]
        ranges.append([k for k in BOX if all(point.exists(node, {name: k}) for node in alone)])
    tried = [dict(zip(link.free, at, strict=True)) for at in product(*ranges)]
    if len(tried) > 400:
        raise Unsupported("indices that hardly anything bounds")
    found = [env for env in tried if all(point.exists(node, env) for node in nodes)]
    if any(k in (BOX[0], BOX[-1]) for env in found for k in env.values()):
        raise Unsupported("an index beyond the box")
    return found


def misfits(link: Relation, point: Point, env: Env) -> bool:
    shapes: dict[Node, Shape] = {}
    for node in (node for node in link.nodes if node.free <= set(env)):
        try:
            shapes[node] = point.shape(node, env)
        except Missing:
            continue
        except Mismatch:
            return True
    return link.op != "loewner" and len({shapes.get(side, ()) for side in link.sides} - {()}) > 1


def truth(link: Relation, point: Point, env: Env) -> frozenset[Part]:
    """What the instance at env may be."""
    problems = set[Any]()
    for node in link.nodes:
        try:
            point.value(node, env)
        except Refused:
            problems.add(Part.ERROR)
        except NoValue as why:
            problems.add(why.special)
    if Part.ERROR in problems:
        return frozenset((Part.ERROR, Part.UNDEFINED) if len(problems) > 1 else (Part.ERROR,))
    if problems:
        unknown = UNDEFINED not in problems
        return frozenset((Part.UNDEFINED, Part.TRUE, Part.FALSE) if unknown else (Part.UNDEFINED,))
    return _compared(*[point.value(side, env) for side in link.sides], link.op, point.same)


def _compared(lhs: Any, rhs: Any, op: str, same: bool) -> frozenset[Part]:
    if op in MAJORIZED:
        lhs, rhs = map(_largest_sums, (lhs, rhs))
        whole = [(lhs[-1], "==", rhs[-1])] if MAJORIZED[op] and lhs else []
        pairs = [*[(x, "<=", y) for x, y in zip(lhs, rhs, strict=True)], *whole]
    else:
        left, right = (x if isinstance(x, list) else None for x in (lhs, rhs))
        count = len(left if left is not None else right if right is not None else [0])
        pairs = [
            (x, "<=" if op == "loewner" else op, y)
            for x, y in zip(left or [lhs] * count, right or [rhs] * count, strict=True)
        ]
    truths = [_ordered(*pair, same) for pair in pairs]
    may_hold, may_fail = all(True in t for t in truths), any(False in t for t in truths)
    return frozenset([Part.TRUE] * may_hold + [Part.FALSE] * may_fail)


def _largest_sums(v: Sequence[Z]) -> list[Z]:
    found, last = [], Z(ZERO)
    for x in descending([x.re for x in v]):
        last = Z(tower.add(last.re, x))
        found.append(last)
    return found


def _ordered(x: Z, op: str, y: Z, same: bool) -> frozenset[bool]:
    """Numbers are equal where both parts are; only real ones are ordered."""
    if op not in ("==", "!="):
        assert x.im == y.im == ZERO, (x, op, y)
        return tower.order(x.re, op, y.re, same)
    parts = [tower.order(a, "==", b, same) for a, b in zip(x, y, strict=True)]
    equal = set[bool]()
    if all(True in part for part in parts):
        equal.add(True)
    if any(False in part for part in parts):
        equal.add(False)
    return frozenset(equal if op == "==" else {not known for known in equal})


def judge(hypotheses: Sequence[Relation], conclusions: Sequence[Relation], point: Point) -> Judged:
    """The verdicts that can be true, by the rules that `oracle` has for statements about real inputs."""
    judged = Judged()
    for link in hypotheses:
        _judge(point, link, judged, judged.hypotheses, True)
    for link in conclusions:
        _judge(point, link, judged, judged.conclusions, False)
    return judged


def _judge(
    point: Point, link: Relation, judged: Judged, parts: list[frozenset[Part]], hypothesis: bool
) -> None:
    judged.misfit = judged.misfit or (not judged.kept_out and misfits(link, point, {}))
    try:
        meant = has_meaning(link, point)
        found = instances(link, point) if meant else []
    except Mismatch:
        judged.idle_error = True
        return
    if not judged.kept_out:
        judged.misfit = judged.misfit or any(misfits(link, point, env) for env in found)
        judged.kept_out = hypothesis and not meant
    judged.outside = judged.outside or (hypothesis and not meant)
    judged.idle_error = judged.idle_error or (
        not found and any(node.word in MAY_REFUSE for node in link.nodes)
    )
    if judged.misfit:
        return
    for env in found:
        parts.append(truth(link, point, env))
        if not hypothesis and Part.ERROR not in parts[-1]:
            judged.empty = judged.empty and any(point.shape(side, env) == (0,) for side in link.sides)
