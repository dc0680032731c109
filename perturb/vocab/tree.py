"""A statement is a tree of words, built once from the body of a claim and read by every number system."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import fmpq

from perturb.numbers.decimals import meant
from perturb.vocab.elsewhere import instead
from perturb.vocab.word import WORDS, Kind, Word


class Expr:
    """An immutable node; equal trees are the same object, so results are shared by identity."""

    __slots__ = ("args", "expansion", "free", "indices", "kind", "payload", "word")
    _interned: dict[tuple[Any, ...], Expr] = {}  # noqa: RUF012 (shared on purpose)
    word: Word
    args: tuple[Expr, ...]
    payload: Any
    kind: Kind
    expansion: Expr | None
    free: frozenset[str]  # the names of the indices that the value depends on
    indices: tuple[str, ...]  # the same, sorted

    def __new__(cls, word: Word, args: tuple[Expr, ...] = (), payload: Any = None) -> Expr:
        key = (id(word), tuple(map(id, args)), payload)
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
            if below:  # half of all nodes are leaves
                waiting += [child for child in dict.fromkeys(below) if child not in seen]
                seen.update(below)

    def _compared(self, other: Any) -> Any:
        both = "max and min are larger(a, b) and smaller(a, b)"
        raise TypeError(f'relations are written given(a, "<", b) or then(a, "<=", b); {both}')

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """+ - * / of a numpy number and a part of a statement; other functions of numpy are no words."""
        own = OPERATORS.get(ufunc.__name__)
        if own is None or method != "__call__" or options:
            raise TypeError(f"numpy's {ufunc.__name__} is for arrays of numbers: {instead(ufunc.__name__)}")
        return _apply(own, *inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        raise TypeError(f"numpy's {function.__name__} is for arrays of numbers: {instead(function.__name__)}")

    def __array__(self, *given: Any, **options: Any) -> Any:
        raise TypeError("a part of a statement is no array; perturb words lists what a statement can say")

    def __float__(self) -> float:
        raise TypeError("a part of a statement is no float: take sqrt, exp, log from perturb.vocab")

    def __getattr__(self, name: str) -> Any:
        """Only for what is missing: A.max and A.shape of numpy."""
        if name.startswith(("_", "as_")):  # asked for by protocols
            raise AttributeError(name)
        raise AttributeError(f"a part of a statement has no .{name}: {instead(name)}")

    def __bool__(self) -> bool:
        raise TypeError("a statement cannot branch on a value: write the condition with given(...)")

    def __iter__(self) -> Iterator[Expr]:
        raise TypeError("a statement cannot be looped over: use an index, s(A)[i], or total(v) for a sum")

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

    def __rmatmul__(self, other: Any) -> Expr:
        return _apply("matmul", other, self)

    def __pow__(self, exponent: Any) -> Expr:
        return _apply("pow", self, exponent)

    def __rpow__(self, base: Any) -> Expr:
        return _apply("pow", base, self)

    def __neg__(self) -> Expr:
        return _apply("neg", self)

    def __abs__(self) -> Expr:
        return _apply("abs", self)

    @property
    def T(self) -> Expr:
        return _apply("T", self)

    def __getitem__(self, key: Any) -> Expr:
        """Components are counted from 1, as in print; v[:k] is the first k of them; A[i, j] is an entry."""
        for one in key if isinstance(key, tuple) else () if isinstance(key, slice) else (key,):
            value = one.payload[0] if isinstance(one, Expr) and one.word is CONST else one
            if isinstance(value, int | Fraction) and value < 1:
                raise ValueError(f"subscript [{value}] does not exist: subscripts count from 1, as in print")
        if not isinstance(key, slice):
            return _apply("entry", self, *key) if isinstance(key, tuple) else _apply("component", self, key)
        if key.start is not None or key.step is not None:
            raise TypeError("only the slice v[:k] of the first k components is a word")
        return _apply("head", self, key.stop)


def _apply(name: str, *args: Any) -> Expr:
    """The word behind an operator; a multiple of the identity takes its size here and acts by itself."""
    if any(not isinstance(a, Expr) and hasattr(a, "as_multiple_of_identity") for a in args):
        return NotImplemented  # type: ignore[no-any-return]
    return WORDS[name].node(*[as_expr(a) for a in args])


# What numpy calls the operators; the rest of its functions are words of their own.
OPERATORS = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "matmul": "matmul"}


def _leaf(name: str) -> Word:
    return Word(name, Kind.SCALAR, name)


CONST, INPUT, INDEX = _leaf("const"), _leaf("input"), _leaf("index")
LEAVES = (CONST, INPUT, INDEX)


def const(value: Any) -> Expr:
    """An exact constant; a float means the decimal that Python prints for it: 0.1 is 1/10."""
    if isinstance(value, fmpq):
        value = Fraction(int(value.p), int(value.q))
    exact = Fraction(meant(value))
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
    value = meant(value)
    if isinstance(value, list | tuple) or getattr(value, "shape", None):
        from perturb.vocab.lists import from_list  # a list is a word of its numbers

        return as_expr(from_list(value))
    if isinstance(value, bool) or not isinstance(value, int | Fraction | fmpq):
        raise TypeError(f"{value!r} is not a number or a part of a statement")
    return const(value)
