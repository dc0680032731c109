"""A word of the vocabulary: all that is known of it stands in its one declaration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from inspect import signature
from typing import TYPE_CHECKING, Any

from perturb.vocab.intervals import INTEGERS, End, Interval

if TYPE_CHECKING:
    from perturb.vocab.tree import Expr

Sign = Callable[["Expr"], int]  # +1 or -1 where the sign of a part is clear, otherwise 0
Move = int | Callable[..., int]  # +1 up, -1 down, 0 not clear; or that, from the signs and the arguments


class Kind(Enum):
    INTEGER = "integer"
    SCALAR = "scalar"
    VECTOR = "vector"
    MATRIX = "matrix"


M, V, S, INT = Kind.MATRIX, Kind.VECTOR, Kind.SCALAR, Kind.INTEGER


class When(Enum):
    """What makes it certain that the result of a word has a property."""

    ALWAYS = "always"
    FIRST = "its first argument has it"
    ALL = "all its arguments have it"
    ANY = "one of its arguments has it"
    NONNEGATIVE = "its argument is nonnegative, every component"
    SEMIDEFINITE = "its argument is positive semidefinite"
    SYMMETRIC = "its argument is symmetric"

    def met(self, args: Sequence[Expr], has: Callable[[Expr], bool]) -> bool:
        """Is the property passed on by the arguments that have it?"""
        if self is When.ALWAYS:
            return True
        if self is When.FIRST:
            return has(args[0])
        wanted = {When.ALL: all, When.ANY: any}.get(self)
        return wanted is not None and wanted(map(has, args))


WORDS: dict[str, Word] = {}


@dataclass(eq=False, repr=False)
class Word:
    """One word of the vocabulary: how it is written, and how each number system computes it.

    `kind` is the kind of the result, or a function of the kinds of the arguments. `latex` is a template
    with {0}, {1}, ... for the arguments and {rows}, {cols} for the sides of the first, `indexed` the
    template of one component of a vector, with {i}; `level` is its binding strength (9: an atom).
    `floats(*arrays)` works on float64 batches (a scalar is (B, 1, 1), a vector (B, k, 1), a matrix (B, m,
    n)), `certified(field, *values)` on balls and exact numbers. A word with a `body` is defined by other
    words and needs neither. A word without `certified` and without `body` can be screened only.

    `bounded(floats, arrays, errors)` is for the arrays of a caller: the float64 value and how far each entry
    may be off the value at the exact arguments, `errors` being how far those are off, None where they are
    exact. A word without it is computed in balls there.
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
    bounded: Callable[..., tuple[Any, Any]] | None = None
    # What it means, in one line: definition, shapes, conventions. A is m x n unless said otherwise, A' its
    # transpose, s_1 >= s_2 >= ... its singular values; subscripts count from 1. "Undefined" is where the
    # definition has no value; such a point lies outside the statement.
    meaning: str = ""
    # The letter of its notation that means something else in a statement with an input called so, and the
    # template that is taken then.
    letter: str = ""
    instead: str = ""
    # What a word takes that checks the kinds of its arguments itself.
    takes: tuple[str, ...] = ()
    # The sides of a vector or matrix from those of the arguments (intervals; an integer argument is an
    # interval itself), by default those of the first argument of the same kind. For an integer the interval,
    # and `inverses` what the result says of each argument.
    shape: Callable[..., Any] | None = None
    inverses: tuple[Callable[..., Interval], ...] = ()
    # From the sides of the first argument: the least and greatest value of each argument after it.
    subscripts: Callable[..., tuple[tuple[End, End], ...]] | None = None
    # Some arguments of the right kind have no value (or a function of the arguments that says so); by default
    # none, or what the body says. `empty`: the value may be a vector without components.
    partial: bool | Callable[..., bool] | None = None
    empty: bool = False
    # `informed`: the certified form takes the Facts about the first argument as well. `exact`: for rational
    # arguments only. `inexact`: its values are hardly ever rational. `constant`: it stands for a matrix.
    informed: bool = False
    exact: bool = False
    inexact: bool = False
    # The certified form asks of a matrix nothing but its sides and sums, products, quotients and order of its
    # entries: it takes matrices of algebraic numbers as they are; other words are given balls around them.
    algebraic: bool = False
    constant: Any = None
    # Signs and order, sufficient and not complete. `moves`: which way the value goes when an argument rises;
    # `while_nonneg`: the arguments for which that is known only as long as they are not negative.
    nonneg: When | None = None
    nonzero: bool = False
    moves: tuple[Move, ...] = ()
    while_nonneg: tuple[int, ...] = ()
    descending: bool = False
    # The form of a matrix. `mirror` is the word g with f(A, k)' = g(A', k), `mirrored` the order in which g
    # takes the arguments where that is another one; `linear` in the matrices among the arguments.
    symmetric: bool = False
    mirror: str | None = None
    mirrored: tuple[int, ...] = ()
    linear: bool = False
    semidefinite: When | None = None
    invertible: bool = False
    keeps_rank: bool = False
    # The arguments after the first are exponents, subscripts or sizes; those that are integers are so anyway.
    counts: bool = False

    def __post_init__(self) -> None:
        self.arity = len(self.accepts) if self.accepts is not None else _arity(self.kind)
        self.counts |= Kind.INTEGER in (self.accepts or ())[1:]
        self.__doc__ = self.meaning
        WORDS[self.name] = self

    def kind_of(self, args: tuple[Expr, ...]) -> Kind:
        return self.kind if isinstance(self.kind, Kind) else self.kind(*[a.kind for a in args])

    def __call__(self, *args: Any) -> Any:
        """A tree when an argument is one (or a Python number); the value itself for numpy arrays."""
        from perturb.vocab.tree import Expr, as_expr

        symbolic = any(isinstance(a, Expr) for a in args)
        if not symbolic and any(hasattr(a, "__array_interface__") for a in args):
            from perturb.vocab.immediate import immediate

            return immediate(self, args)
        return self.node(*[as_expr(a) for a in args])

    def node(self, *args: Expr) -> Expr:
        """The tree of this word over `args`. TypeError where it does not take them."""
        from perturb.vocab.tree import Expr  # a tree is made of words: here words make trees

        if self.arity is not None and len(args) != self.arity:
            raise TypeError(f"{self.name} takes {self.arity} arguments, {len(args)} given")
        if self.accepts is not None:
            self._check(args, self.accepts)
        if self.exact:
            self._refuse_inexact(args)
        return Expr(self, args)

    def _refuse_inexact(self, args: tuple[Expr, ...]) -> None:
        """What is counted or multiplied out exactly takes no matrix that is irrational by its making."""
        for word in (node.word for arg in args for node in arg.walk()):
            if word.inexact:
                raise TypeError(f"{self.name} is exact: it takes no matrix made with {word.name}")

    def _check(self, args: tuple[Expr, ...], accepts: tuple[Kind, ...]) -> None:
        for position, (arg, wanted) in enumerate(zip(args, accepts, strict=True), 1):
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


def rising_on_positive(sign: Sign, x: Expr) -> int:
    """The move of what rises while its argument is not negative."""
    return max(sign(x), 0)


def _arity(kind: Kind | Callable[..., Kind]) -> int | None:
    """The number of arguments that a function of their kinds takes; None for a word with one kind only."""
    return None if isinstance(kind, Kind) else len(signature(kind).parameters)
