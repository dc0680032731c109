"""A statement is a tree of words, built once from the body of a claim and read by every number system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from inspect import signature
from typing import Any

from flint import fmpq

from perturb.vocab.intervals import INTEGERS, End, Interval


class Kind(Enum):
    INTEGER = "integer"
    SCALAR = "scalar"
    VECTOR = "vector"
    MATRIX = "matrix"


WORDS: dict[str, Word] = {}


class Word:
    """One word of the vocabulary: how it is written, and how each number system computes it.

    `kind` is the kind of the result, or a function of the kinds of the arguments. `latex` is a template with
    {0}, {1}, ... for the arguments or a function of their LaTeX, `indexed` the template of one component of a
    vector, with {i}; `level` is its binding strength (9: an atom).
    `floats(*arrays)` works on float64 batches (a scalar is (B, 1, 1), a vector (B, k, 1), a matrix (B, m,
    n)),
    `certified(field, *values)` on balls and exact numbers. A word with a `body` is defined by other words and
    needs neither. A word without `certified` and without `body` can be screened only.

    `shape(*sides)` gives the sides of a vector or matrix from those of the arguments (intervals; an integer
    argument is an interval itself), by default those of the first argument of the same kind. For an integer
    it gives the interval, and `inverses` what the result says of each argument. `subscripts(*sides)` gives
    the least and greatest value of each argument after the first. `partial`: some arguments of the right kind
    have no value (or a function of the arguments that says so); by default none, or what the body says.
    `informed`: the certified form takes the Facts about the first argument as well. `exact`: for rational
    arguments only; `inexact`: its values are hardly ever rational.
    """

    def __init__(
        self,
        name: str,
        kind: Kind | Callable[..., Kind],
        latex: str | Callable[..., str],
        floats: Callable[..., Any] | None = None,
        certified: Callable[..., Any] | None = None,
        body: Callable[..., Expr] | None = None,
        level: int = 9,
        accepts: tuple[Kind, ...] | None = None,
        indexed: str | None = None,
        *,
        shape: Callable[..., Any] | None = None,
        inverses: tuple[Callable[..., Interval], ...] = (),
        subscripts: Callable[..., tuple[tuple[End, End], ...]] | None = None,
        partial: bool | Callable[..., bool] | None = None,
        informed: bool = False,
        exact: bool = False,
        inexact: bool = False,
    ) -> None:
        self.name, self.latex, self.floats, self.certified = name, latex, floats, certified
        self.body, self.level, self.accepts, self.indexed = body, level, accepts, indexed
        self.shape, self.inverses, self.subscripts = shape, inverses, subscripts
        self.partial, self.informed = partial, informed
        self.exact, self.inexact = exact, inexact
        self._kind = kind
        self.arity = len(accepts) if accepts is not None else _arity(kind)
        self.__doc__ = body.__doc__ if body is not None else None
        WORDS[name] = self

    def kind(self, args: tuple[Expr, ...]) -> Kind:
        return self._kind if isinstance(self._kind, Kind) else self._kind(*[a.kind for a in args])

    def __call__(self, *args: Any) -> Any:
        """A tree when an argument is one (or a Python number); the value itself for numpy arrays."""
        symbolic = any(isinstance(a, Expr) for a in args)
        if not symbolic and any(hasattr(a, "__array_interface__") for a in args):
            from perturb.vocab.floats import immediate

            return immediate(self, args)
        return self.node(*[as_expr(a) for a in args])

    def node(self, *args: Expr) -> Expr:
        if self.arity is not None and len(args) != self.arity:
            raise TypeError(f"{self.name} takes {self.arity} arguments, {len(args)} given")
        if self.accepts is not None:
            self._check(args)
        if self.exact:
            self._refuse_inexact(args)
        return Expr(self, args)

    def _refuse_inexact(self, args: tuple[Expr, ...]) -> None:
        """What is counted or multiplied out exactly takes no matrix that is irrational by its making."""
        for word in (node.word for arg in args for node in arg.walk()):
            if word.inexact:
                raise TypeError(f"{self.name} is exact: it takes no matrix made with {word.name}")

    def _check(self, args: tuple[Expr, ...]) -> None:
        assert self.accepts is not None
        for position, (arg, wanted) in enumerate(zip(args, self.accepts, strict=True), 1):
            number = wanted is Kind.SCALAR and arg.kind is Kind.INTEGER
            if arg.kind is not wanted and not number:
                raise TypeError(
                    f"{self.name}: argument {position} is a {arg.kind.value}, not a {wanted.value}"
                )

    def sides(self, kind: Kind, args: tuple[Expr, ...], sides: list[Any]) -> Any:
        """The sides of the result, or the interval of an integer, from those of the arguments."""
        if self.shape is not None:
            return self.shape(*sides)
        if kind is Kind.INTEGER:
            return INTEGERS
        return next(side for arg, side in zip(args, sides, strict=True) if arg.kind is kind)

    def allowed(self, extents: list[End]) -> list[Interval]:
        """What each subscript may be where the sides of the container are `extents`."""
        assert self.subscripts is not None
        return [Interval(*ends) for ends in self.subscripts(*extents)]

    def __repr__(self) -> str:
        return f"<word {self.name}>"


def _arity(kind: Kind | Callable[..., Kind]) -> int | None:
    """The number of arguments that a function of their kinds takes; None for a word with one kind only."""
    return None if isinstance(kind, Kind) else len(signature(kind).parameters)


class Expr:
    """An immutable node; equal trees are the same object, so results are shared by identity."""

    __slots__ = ("_free", "_key", "args", "expansion", "kind", "payload", "word")
    _interned: dict[tuple[Any, ...], Expr] = {}  # noqa: RUF012 (shared on purpose)
    __array_ufunc__ = None  # numpy scalars leave + - * / to us

    word: Word
    args: tuple[Expr, ...]
    payload: Any
    kind: Kind
    expansion: Expr | None
    _free: frozenset[str]

    def __new__(cls, word: Word, args: tuple[Expr, ...] = (), payload: Any = None) -> Expr:
        key = (id(word), tuple(id(a) for a in args), payload)
        found = cls._interned.get(key)
        if found is not None:
            return found
        self = super().__new__(cls)
        self.word, self.args, self.payload, self.expansion = word, args, payload, None
        self.kind = payload[1] if word in LEAVES else word.kind(args)
        own = frozenset((payload[0],)) if word is INDEX else frozenset()
        self._free = own.union(*[a._free for a in args])
        if word.body is not None:
            self.expansion = as_expr(word.body(*args))
            self.kind = self.expansion.kind
        cls._interned[key] = self
        return self

    @property
    def free(self) -> frozenset[str]:
        """Names of the indices that the value depends on."""
        return self._free

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
    """Index symbols, counted from 1, for subscripts: "for all i, j for which every subscript exists"."""
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
