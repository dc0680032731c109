"""A statement is a tree of words, built once from the body of a claim and read by every number system."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import fmpq

from perturb.vocab.word import WORDS, Kind, Word


class Expr:
    """An immutable node; equal trees are the same object, so results are shared by identity."""

    __slots__ = ("args", "expansion", "free", "indices", "kind", "payload", "word")
    _interned: dict[tuple[Any, ...], Expr] = {}  # noqa: RUF012 (shared on purpose)
    __array_ufunc__ = None  # numpy scalars leave + - * / to us

    word: Word
    args: tuple[Expr, ...]
    payload: Any
    kind: Kind
    expansion: Expr | None
    free: frozenset[str]  # the names of the indices that the value depends on
    indices: tuple[str, ...]  # the same, sorted

    def __new__(cls, word: Word, args: tuple[Expr, ...] = (), payload: Any = None) -> Expr:
        key = (id(word), tuple(id(a) for a in args), payload)
        found = cls._interned.get(key)
        if found is not None:
            return found
        self = super().__new__(cls)
        self.word, self.args, self.payload, self.expansion = word, args, payload, None
        self.kind = payload[1] if word in LEAVES else word.kind_of(args)
        own = frozenset((payload[0],)) if word is INDEX else frozenset()
        self.free = own.union(*[a.free for a in args])
        self.indices = tuple(sorted(self.free))
        if word.body is not None:
            self.expansion = as_expr(word.body(*args))
            self.kind = self.expansion.kind
        cls._interned[key] = self
        return self

    def walk(self) -> Iterator[Expr]:
        """This node and everything below it, definitions of derived words included, each node once."""
        seen, waiting = {self}, [self]
        while waiting:
            node = waiting.pop()
            yield node
            below = node.args if node.expansion is None else (*node.args, node.expansion)
            waiting += [child for child in dict.fromkeys(below) if child not in seen]
            seen.update(below)

    def _compared(self, other: Any) -> Any:
        raise TypeError('relations are written given(a, "<", b) or then(a, "<=", b); max is larger(a, b)')

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __bool__(self) -> bool:
        raise TypeError("a statement cannot branch on a value: write the condition with given(...)")

    def __iter__(self) -> Iterator[Expr]:
        raise TypeError("a statement cannot be looped over: use an index, s(A)[i]")

    def __repr__(self) -> str:
        from perturb.vocab.symbols import canonical

        return canonical(self)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __add__(self, other: Any) -> Expr:
        return _apply("add", self, other)

    def __radd__(self, other: Any) -> Expr:
        return _apply("add", other, self)

    def __sub__(self, other: Any) -> Expr:
        return _apply("sub", self, other)

    def __rsub__(self, other: Any) -> Expr:
        return _apply("sub", other, self)

    def __mul__(self, other: Any) -> Expr:
        return _apply("mul", self, other)

    def __rmul__(self, other: Any) -> Expr:
        return _apply("mul", other, self)

    def __truediv__(self, other: Any) -> Expr:
        return _apply("div", self, other)

    def __rtruediv__(self, other: Any) -> Expr:
        return _apply("div", other, self)

    def __matmul__(self, other: Any) -> Expr:
        return _apply("matmul", self, other)

    def __pow__(self, exponent: Any) -> Expr:
        return _apply("pow", self, exponent)

    def __neg__(self) -> Expr:
        return _apply("neg", self)

    def __abs__(self) -> Expr:
        return _apply("abs", self)

    @property
    def T(self) -> Expr:
        return _apply("T", self)

    def __getitem__(self, key: Any) -> Expr:
        """Components are counted from 1, as in print; v[:k] is the first k of them; A[i, j] is an entry."""
        if not isinstance(key, slice):
            return _apply("entry", self, *key) if isinstance(key, tuple) else _apply("component", self, key)
        if key.start is not None or key.step is not None:
            raise TypeError("only the slice v[:k] of the first k components is a word")
        return _apply("head", self, key.stop)


def _apply(name: str, *args: Any) -> Expr:
    """The word behind an operator; a multiple of the identity takes its size here and acts by itself."""
    if any(hasattr(a, "as_multiple_of_identity") for a in args):
        return NotImplemented  # type: ignore[no-any-return]
    return WORDS[name].node(*[as_expr(a) for a in args])


def _leaf(name: str) -> Word:
    return Word(name, Kind.SCALAR, name)


CONST, INPUT, INDEX = _leaf("const"), _leaf("input"), _leaf("index")
LEAVES = (CONST, INPUT, INDEX)


def const(value: Any) -> Expr:
    """An exact constant; a Python float means exactly the dyadic number that it is."""
    if isinstance(value, fmpq):
        value = Fraction(int(value.p), int(value.q))
    if isinstance(value, float) and value - value != 0.0:
        raise ValueError(f"constant = {value} is not a finite number")
    exact = Fraction(value)
    kind = Kind.INTEGER if exact.denominator == 1 else Kind.SCALAR
    return Expr(CONST, (), (exact, kind))


def variable(name: str, kind: Kind) -> Expr:
    """An input of the claim."""
    return Expr(INPUT, (), (name, kind))


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
            raise TypeError(
                f"index {name!r}: its end {end!r} depends on another index; let subscripts bound it instead"
            )
    return Expr(INDEX, ends, (name, Kind.INTEGER))


def as_expr(value: Any) -> Expr:
    if isinstance(value, Expr):
        return value
    lowered = getattr(value, "as_expr", None)
    if lowered is not None:
        return as_expr(lowered())
    if getattr(value, "shape", None) == ():  # a numpy scalar
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction | fmpq):
        raise TypeError(f"{value!r} is not a number or a part of a statement")
    return const(value)
