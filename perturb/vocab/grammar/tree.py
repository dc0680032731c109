"""A statement is a tree of words, built once from the body of a claim and read by every number system.

All that is known of a word stands in its one declaration, a `Word`; a node of a tree is an `Expr`. Each is
made of the other: a node has a word, and a word called with nodes makes the node above them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

from flint import fmpq

from perturb.numbers.numerals import meant
from perturb.vocab.grammar.kinds import AGAIN, INTEGERS, End, Interval, Kind, When

Sign = Callable[["Expr"], int]  # +1 or -1 where the sign of a part is clear, otherwise 0
Move = int | Callable[..., int]  # +1 up, -1 down, 0 not clear; or that, from the signs and the arguments

WORDS: dict[str, Word] = {}


class Later:
    """What words and trees ask of files that rest on them; `perturb.vocab` puts it here, all being loaded."""

    on_arrays: Callable[[Word, tuple[Any, ...]], Any]  # the value of a word at numpy arrays
    on_complex: Callable[[Word, tuple[Any, ...]], Any]  # what a word is of complex values (`vocab.complexes`)
    from_list: Callable[[Any], Expr]  # a list is a word of its numbers
    instead: Callable[[str], str]  # what to write for a function of numpy


LATER = Later()


@dataclass(eq=False, repr=False)
class Word:
    """One word of the vocabulary: how it is written, and how each number system computes it.

    `kind` is the kind of the result, or a function of the kinds of the arguments. `latex` is a template
    with {0}, {1}, ... for the arguments and {rows}, {cols} for the sides of the first, `indexed` the
    template of one component of a vector, with {i}; `level` is its binding strength (9: an atom).
    `floats(*arrays)` works on float64 batches (a scalar is (B, 1, 1), a vector (B, k, 1), a matrix (B, m,
    n)), `certified(field, *values)` on balls and exact numbers. A word with a `body` is defined by other
    words and needs neither. A word without `certified` and without `body` can be screened only. `formula`
    says the same in other words, for a reader that does not know this one, or None of these arguments.

    `bounded(floats, arrays, errors)` is for the arrays of a caller: the float64 value and how far each entry
    may be off the exact one, `errors` being how far the arguments are off (None: exact). Else balls answer.
    """

    name: str
    kind: Kind | Callable[..., Kind]
    latex: str
    floats: Callable[..., Any] | None = None
    certified: Callable[..., Any] | None = None
    body: Callable[..., Expr] | None = None
    level: int = 9
    accepts: tuple[Kind, ...] | None = None
    indexed: str | None = None
    _: KW_ONLY
    formula: Callable[..., Expr | None] | None = None
    bounded: Callable[..., tuple[Any, Any]] | None = None
    # What it means, in one line: definition, shapes, conventions. A is m x n unless said otherwise, A' its
    # transpose, s_1 >= s_2 >= ... its singular values; subscripts count from 1. "Undefined" is where the
    # definition has no value; such a point lies outside the statement.
    meaning: str = ""
    called: str = ""  # in Python, by default `name`
    written: str = ""  # in errors, by default as in Python
    elsewhere: str = ""  # in numpy and in books, commas between them, for searches and errors
    letter: str = ""  # of its notation, that means something else in a statement with an input called so
    instead: str = ""  # the template that is taken then
    takes: tuple[str, ...] = ()  # where it checks the kinds of its arguments itself
    # The sides of a vector or matrix from those of the arguments (intervals; an integer argument is an
    # interval itself), by default those of the first argument of the same kind. For an integer the interval,
    # and `inverses` what the result says of each argument.
    shape: Callable[..., Any] | None = None
    inverses: tuple[Callable[..., Interval], ...] = ()
    # From the sides of the first argument: the least and greatest value of each argument after it.
    subscripts: Callable[..., tuple[tuple[End, End], ...]] | None = None
    square: bool = False  # the first argument has to be
    symmetric_in: tuple[int, ...] = ()  # places of arguments that have to be
    fits: Callable[..., bool] | None = None  # what it asks of sides, by default one shape, and one length
    # Some arguments of the right kind have no value, or a function says so; by default none, or by the body.
    partial: bool | Callable[..., bool] | None = None
    empty: bool = False  # the value may be a vector without components
    # `informed`: the certified form takes the Facts about the first argument as well. `exact`: for rational
    # arguments only. `inexact`: its values are hardly ever rational. `constant`: it stands for a matrix.
    informed: bool = False
    exact: bool = False
    inexact: bool = False
    # The certified form asks of a matrix nothing but its sides and sums, products, quotients and order of its
    # entries: it takes matrices of algebraic numbers as they are; other words are given balls around them.
    algebraic: bool = False
    constant: Any = None
    gradient: Callable[..., tuple[Any, ...]] | None = None  # how it passes a slope on (`systems.gradients`)
    # Signs and order, sufficient and not complete. `moves`: which way the value goes when an argument rises;
    # `while_nonneg`: the arguments for which that is known only as long as they are not negative.
    nonneg: When | None = None
    nonzero: bool = False
    moves: tuple[Move, ...] = ()
    while_nonneg: tuple[int, ...] = ()
    descending: bool = False
    # The form of a matrix. `mirror`: the word g with f(A, k)' = g(A', k), `mirrored`: the order that it has
    # the arguments in; `linear` in the matrices among them.
    symmetric: bool = False
    invariant: bool = False  # a function of the singular values alone, of a vector of its length
    mirror: str | None = None
    mirrored: tuple[int, ...] = ()
    linear: bool = False
    semidefinite: When | None = None
    invertible: bool = False
    keeps_rank: bool = False
    counts: bool = False  # arguments after the first are exponents, sizes, ...; integers are so anyway

    def __post_init__(self) -> None:
        self.arity = len(self.accepts) if self.accepts is not None else _arity(self.kind)
        self.counts |= Kind.INTEGER in (self.accepts or ())[1:]
        self.__doc__ = self.meaning
        self.called = self.called or self.name
        self.written = self.written or self.called
        WORDS[self.name] = self

    def kind_of(self, args: tuple[Expr, ...]) -> Kind:
        return self.kind if isinstance(self.kind, Kind) else self.kind(*[a.kind for a in args])

    def __call__(self, *args: Any) -> Any:
        """A tree when an argument is one (or a Python number); the value itself for numpy arrays."""
        if any(map(_complex, args)):
            return LATER.on_complex(self, args)
        symbolic = any(isinstance(a, Expr) for a in args)
        if not symbolic and any(hasattr(a, "__array_interface__") for a in args):
            return LATER.on_arrays(self, args)
        return self.node(*[as_expr(a) for a in args])

    def node(self, *args: Expr) -> Expr:
        """The tree of this word over `args`. TypeError where it does not take them."""
        if self.arity is not None and len(args) != self.arity:
            raise TypeError(f"{self.written} takes {self.arity} arguments, {len(args)} given")
        if self.accepts is not None:
            self._check(args, self.accepts)
        if self.exact:
            self._refuse_inexact(args)
        return Expr(self, args)

    def _refuse_inexact(self, args: tuple[Expr, ...]) -> None:
        """What is counted or multiplied out exactly takes no matrix that is irrational by its making."""
        for word in (node.word for arg in args for node in arg.walk()):
            if word.inexact:
                raise TypeError(f"{self.written} is exact: it takes no matrix made with {word.written}")

    def _check(self, args: tuple[Expr, ...], accepts: tuple[Kind, ...]) -> None:
        for position, (arg, wanted) in enumerate(zip(args, accepts, strict=True), 1):
            number = wanted is Kind.SCALAR and arg.kind is Kind.INTEGER
            if arg.kind is not wanted and not number:
                kinds = f"is a {arg.kind.value}, not a {wanted.value}"
                raise TypeError(f"{self.written}: argument {position} {kinds}")

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

    __slots__ = ("args", "double", "expansion", "free", "indices", "kind", "payload", "word")
    _interned: dict[tuple[Any, ...], Expr] = {}  # noqa: RUF012 (shared on purpose)
    word: Word
    args: tuple[Expr, ...]
    payload: Any
    kind: Kind
    expansion: Expr | None
    free: frozenset[str]  # the names of the indices that the value depends on
    indices: tuple[str, ...]  # the same, sorted
    double: bool  # a complex matrix X + iY as the real one [[X, -Y], [Y, X]], told by its making

    def __new__(cls, word: Word, args: tuple[Expr, ...] = (), payload: Any = None) -> Expr:
        key = (id(word), tuple(map(id, args)), payload)
        found = cls._interned.get(key)
        if found is not None:
            return found
        self = super().__new__(cls)
        self.word, self.args, self.payload, self.expansion = word, args, payload, None
        self.kind = payload[1] if word in LEAVES else word.kind_of(args)
        self.double = word.name == "complex_matrix" or (word.name in AGAIN and any(a.double for a in args))
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
            raise _of_numpy(ufunc)
        return _apply(own, *inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        raise _of_numpy(function)

    def __array__(self, *given: Any, **options: Any) -> Any:
        raise TypeError("a part of a statement is no array; perturb words lists what a statement can say")

    def __float__(self) -> float:
        raise TypeError("a part of a statement is no float: take sqrt, exp, log from perturb.vocab")

    def __getattr__(self, name: str) -> Any:
        """Only for what is missing: A.max and A.shape of numpy."""
        if name.startswith(("_", "as_")):  # asked for by protocols
            raise AttributeError(name)
        raise AttributeError(f"a part of a statement has no .{name}: {LATER.instead(name)}")

    def __bool__(self) -> bool:
        raise TypeError("a statement cannot branch on a value: write the condition with given(...)")

    def __iter__(self) -> Iterator[Expr]:
        raise TypeError("a statement cannot be looped over: use an index, s(A)[i], or total(v) for a sum")

    def __repr__(self) -> str:
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

    @property
    def H(self) -> Expr:
        """The adjoint: of a real matrix the transpose, of a real number or vector that itself."""
        return _apply("T", self) if self.kind is Kind.MATRIX else self

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


def _of_numpy(function: Any) -> TypeError:
    name = function.__name__
    return TypeError(f"numpy's {name} is for arrays of numbers: {LATER.instead(name)}")


def _apply(name: str, *args: Any) -> Expr:
    """The word behind an operator; a multiple of the identity takes its size here and acts by itself."""
    if any(not isinstance(a, Expr) and hasattr(a, "as_multiple_of_identity") for a in args):
        return NotImplemented  # type: ignore[no-any-return]
    if any(map(_complex, args)):
        return LATER.on_complex(WORDS[name], args)  # type: ignore[no-any-return]
    return WORDS[name].node(*[as_expr(a) for a in args])


def _complex(x: Any) -> bool:
    return isinstance(x, complex) or hasattr(x, "as_complex")


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


def as_expr(value: Any) -> Expr:
    if isinstance(value, Expr):
        return value
    lowered = getattr(value, "as_expr", None)
    if lowered is not None:
        return as_expr(lowered())
    value = meant(value)
    if isinstance(value, list | tuple) or getattr(value, "shape", None):
        return as_expr(LATER.from_list(value))
    if isinstance(value, bool) or not isinstance(value, int | Fraction | fmpq):
        raise TypeError(f"{value!r} is not a number or a part of a statement")
    return const(value)


def canonical(expr: Expr) -> str:
    """An s-expression in the primitive and derived words; equal statements give equal text."""
    if expr.word in (CONST, INPUT, INDEX) and not expr.args:
        return str(expr.payload[0])
    if expr.word is INDEX:
        return "(" + " ".join(["index", expr.payload[0], *[canonical(a) for a in expr.args]]) + ")"
    return "(" + " ".join([expr.word.name, *[canonical(a) for a in expr.args]]) + ")"
