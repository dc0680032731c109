"""What print asks of the names in a claim, and what it leaves out of a tree.

What print asks of the names in a claim; `terms.Lexicon` and `extent.Sides` answer.

What print leaves out of a tree, since every reader reads it so: 1x is x, a maximum of maxima is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol, Self, TypeVar

from perturb.vocab.grammar.kinds import AGAIN, Kind
from perturb.vocab.grammar.tree import CONST, WORDS, Expr, const
from perturb.vocab.systems.facts import partial_parts


class Named(Protocol):
    """What has a symbol in a claim, or is printed as another tree, how strongly it binds (`terms.Notion`)."""

    @property
    def plain(self) -> Expr | None: ...

    @property
    def level(self) -> int: ...

    def shown(self, names: Glossary) -> str: ...


class Sized(Protocol):
    """What the sides of parts are called (`extent.Sides`)."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def of(self, expr: Expr, side: int) -> str | None: ...

    def knows(self, expr: Expr) -> bool: ...


class Glossary(Protocol):
    """What print asks of the names in a claim (`terms.Lexicon`): of terms, inputs, sizes, indices."""

    @property
    def notions(self) -> Mapping[Expr, Sequence[Named]]: ...

    @property
    def taken(self) -> Collection[str]: ...

    @property
    def sides(self) -> Sized | None: ...

    @property
    def said(self) -> frozenset[Expr]: ...

    def saying(self, parts: frozenset[Expr]) -> Self: ...

    def of(self, expr: Expr) -> Named | None: ...

    def letter(self, name: str) -> str: ...

    def size(self, expr: Expr, side: int) -> str | None: ...

    def free(self, *used: str) -> str: ...


G = TypeVar("G", bound=Glossary)
ZERO = const(0)
SIZED = ("rows", "cols", "eye", "eye_rows")  # what is asked for its sides alone
# Of X + iY, the real matrix [X, -Y; Y, X]: what is one number for both, and the words of complex matrices,
# beside `AGAIN`. Other words are of the real one.
SAME = frozenset(
    ("op s1 s_min s_star spectral_radius numerical_radius " + "kappa cond lam_max lam_min").split()
)
OF_COMPLEX = frozenset(
    (
        "complex_s complex_lam complex_moduli complex_trace complex_det complex_det_re complex_det_im "
        + "complex_fro complex_rank complex_norm complex_re complex_im complex_abs hermitian_permanent "
        + "complex_permanent_re complex_permanent_im"
    ).split()
)
COMPONENTWISE = (
    "add",
    "sub",
    "neg",
    "mul",
    "div",
    "pow",
    "sq",
    "sqrt",
    "abs",
    "exp",
    "log",
    "gamma",
    "larger",
    "smaller",
)


def without_numbers(expr: Expr) -> Expr:
    """1x is x, 0x is 0, 0 + x is x, and x + (-2)y is x - 2y: what sums and differences leave behind."""
    if expr.word.name not in ("mul", "add"):
        return expr
    first, second = expr.args
    if expr.word.name == "mul" and first.word is CONST and first.payload[0] in (1, -1):
        return second if first.payload[0] == 1 else -second
    if expr.word.name == "mul" and first is ZERO and _vanishes(second):
        return first
    if expr.word.name == "add" and without_numbers(first) is ZERO:
        return second
    negative = expr.word.name == "add" and second.word.name == "mul" and second.args[0].word is CONST
    if negative and second.args[0].payload[0] < 0:
        return first - const(-second.args[0].payload[0]) * second.args[1]
    return expr


def _vanishes(x: Expr) -> bool:
    """Is 0x certain to be 0: has x always a value, and no size that would be lost?"""
    return x.kind in (Kind.SCALAR, Kind.INTEGER) and exists(x)


@cache
def doubtful(x: Expr) -> frozenset[Expr]:
    """The parts that have no value for some inputs."""
    return frozenset(partial_parts(x)).union(one for one in x.walk() if one.word.subscripts)


def exists(x: Expr) -> bool:
    """Has it a value whatever the inputs are?"""
    return not doubtful(x)


@cache
def said(x: Expr) -> frozenset[Expr]:
    """The parts that are printed themselves, not by their sides."""
    return frozenset((x,)).union(*map(said, () if x.word.name in SIZED else x.args))


@cache
def _asks_in_doubt(x: Expr) -> bool:
    asking = (one.args[0] for one in x.walk() if "{rows" in one.word.latex or "{cols" in one.word.latex)
    return not all(map(exists, asking))


def beside(names: G, *parts: Expr) -> G:
    """The names where these parts are printed: a side of one is told by its letter, may it exist or not."""
    if not any(map(_asks_in_doubt, parts)):
        return names
    return names.saying(names.said.union(*map(said, parts)))


def has_sides(x: Expr, names: Glossary | None) -> bool:
    """May its sides be told by letters, without a word on whether it exists?"""
    known: frozenset[Expr] = names.said if names is not None else frozenset()
    return x in known or doubtful(x) <= known


def parts_ways(vector: Expr, names: Glossary | None) -> bool:
    """May one of its components have a value while it has none? The root of a vector is one of all."""
    name, args = vector.word.name, vector.args
    if name not in COMPONENTWISE or (names is not None and names.notions.get(vector)):
        return False
    vectors = [arg for arg in args if arg.kind is Kind.VECTOR]
    own = vector in partial_parts(vector) and (name != "div" or args[1] in vectors)
    return own or any(parts_ways(arg, names) for arg in vectors)


def blocks(args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """A block that is 0 times a matrix is 0 where its neighbours tell its sides, and what exists with it.

    A number is one by itself.
    """
    shown = [_number_of(arg) for arg in args]
    for k, arg in enumerate(args):
        beside = shown[k ^ 1], shown[k ^ 2]
        if arg.word.name == "mul" and arg.args[0] is ZERO and ZERO not in beside:
            A = arg.args[1]
            own = () if A in partial_parts(A) else (A,)  # that a part of a matrix exists its sides say
            shown[k] = ZERO if doubtful(A).difference(own) <= frozenset().union(*map(said, beside)) else arg
    return tuple(shown)


def _number_of(block: Expr) -> Expr:
    """The c of c times the 1 x 1 matrix of ones, which is how a number stands between blocks."""
    one = WORDS["ones_matrix"].node(const(1), const(1))
    return block.args[0] if block.word.name == "mul" and block.args[1] is one else block


def as_real(A: Expr) -> Expr:
    """X + iY in blocks, where a word is of the real matrix: its Frobenius norm is not that of X + iY."""
    if A.word.name == "complex_matrix":
        X, Y = A.args
        return WORDS["block"].node(X, -Y, Y, X)
    if A.kind is not Kind.MATRIX or A.word.name not in AGAIN:
        return A
    args = [as_real(arg) for arg in A.args]
    return A if all(x is y for x, y in zip(args, A.args, strict=True)) else A.word.node(*args)


def operands(expr: Expr, top: Expr, names: Glossary | None) -> Iterator[Expr]:
    """Those of a maximum of maxima, as far as these have no names."""
    named = names is not None and expr is not top and names.notions.get(expr)
    if expr.word is top.word and not named:
        for arg in expr.args:
            yield from operands(arg, top, names)
    else:
        yield expr


def is_column(A: Expr, names: Glossary | None) -> bool:
    """Is it certain to have one column? That is printed alike as a matrix and as a vector."""
    constant = A.word.constant
    return constant.ncols() == 1 if constant is not None else names is not None and names.size(A, 1) == "1"
