"""The words of statements over polynomials: numbers and vectors. FORMAT.md has the rule of each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from perturb import vocab
from perturb.prove.reading.path import Path, PathEnds, Scalar
from perturb.prove.reading.ring import Unsupported, constant_value
from perturb.vocab.grammar.tree import Word
from perturb.vocab.words import arithmetic, vector

Vector = tuple[Scalar, ...]
Matrix = tuple[tuple[Scalar, ...], ...]
Value = Scalar | Vector | Matrix
Rule = Callable[..., Any]
WORDS: dict[Word, Rule] = {}
F = TypeVar("F", bound=Rule)


class Column(tuple[Scalar, ...]):
    """A vector."""


class Tableau(tuple[tuple[Scalar, ...], ...]):
    """A matrix by rows."""


def word(*words: Word) -> Callable[[F], F]:
    """Declare the rule of these words."""

    def declare(rule: F) -> F:
        WORDS.update(dict.fromkeys(words, rule))
        return rule

    return declare


def integer(x: Any) -> int:
    """An exponent, subscript or size."""
    value = constant_value(x.num)
    if value is None or value.q != 1:
        raise Unsupported("a subscript that is no integer")
    return int(value.p)


def each(f: Callable[..., Scalar], *args: Any) -> Any:
    """Component by component; a number beside a vector counts for each."""
    lengths = {len(a) for a in args if isinstance(a, Column)}
    if any(isinstance(a, Tableau) for a in args):
        raise Unsupported("a word for numbers, of a matrix")
    if not lengths:
        return f(*args)
    if len(lengths) > 1:
        raise Unsupported("vectors of different lengths")
    k = lengths.pop()
    spread = [a if isinstance(a, Column) else (a,) * k for a in args]
    return Column([f(*parts) for parts in zip(*spread, strict=True)])


def entrywise(f: Callable[..., Scalar], *tables: Tableau) -> Tableau:
    if len({(len(A), len(A[0])) for A in tables}) > 1:
        raise Unsupported("matrices of different shapes")
    rows = zip(*tables, strict=True)
    return Tableau([tuple(f(*parts) for parts in zip(*row, strict=True)) for row in rows])


def combined(f: Callable[..., Scalar], x: Any, y: Any) -> Any:
    """A sum or difference, of matrices too."""
    return entrywise(f, x, y) if isinstance(x, Tableau) else each(f, x, y)


@word(arithmetic.add)
def add(path: Path, x: Any, y: Any) -> Any:
    return combined(path.add, x, y)


@word(arithmetic.sub)
def sub(path: Path, x: Any, y: Any) -> Any:
    return combined(path.sub, x, y)


def negative(x: Scalar) -> Scalar:
    return Scalar(-x.num, x.den)


@word(arithmetic.neg)
def neg(path: Path, x: Any) -> Any:
    return entrywise(negative, x) if isinstance(x, Tableau) else each(negative, x)


@word(arithmetic.multiply)
def mul(path: Path, x: Any, y: Any) -> Any:
    if isinstance(y, Tableau):
        return entrywise(lambda a: path.mul(x, a), y)
    if isinstance(x, Tableau):
        return entrywise(lambda a: path.mul(a, y), x)
    return each(path.mul, x, y)


@word(arithmetic.divide)
def div(path: Path, x: Any, y: Any) -> Any:
    return entrywise(lambda a: path.div(a, y), x) if isinstance(x, Tableau) else each(path.div, x, y)


@word(vocab.sq)
def sq(path: Path, x: Any) -> Any:
    return each(lambda a: path.mul(a, a), x)


@word(vocab.absolute)
def absolute(path: Path, x: Any) -> Any:
    return each(path.absolute, x)


@word(vocab.larger)
def larger(path: Path, x: Any, y: Any) -> Any:
    return each(path.larger, x, y)


@word(vocab.smaller)
def smaller(path: Path, x: Any, y: Any) -> Any:
    return each(path.smaller, x, y)


@word(vocab.sqrt)
def sqrt(path: Path, x: Any) -> Any:
    return each(path.sqrt, x)


def power(path: Path, x: Scalar, p: Scalar) -> Scalar:
    exponent = constant_value(p.num)
    if exponent is None or p.den or exponent.q > 2 or exponent < 0:
        raise Unsupported("an exponent other than a constant whole number, half, quarter, ...")
    if exponent.q == 2:
        return power(path, path.sqrt(x), path.number(exponent.p))
    result = path.number(1) if exponent == 0 else x
    for _ in range(int(exponent.p) - 1):
        result = path.mul(result, x)
    return result


@word(vocab.power)
def pow_(path: Path, x: Any, p: Any) -> Any:
    return each(lambda a, b: power(path, a, b), x, p)


def running(f: Callable[[Scalar, Scalar], Scalar], start: Scalar, v: Vector) -> Column:
    return Column(list(itertools.accumulate(v, f, initial=start))[1:])


def folded_from(f: Callable[[Scalar, Scalar], Scalar], start: Scalar, v: Vector) -> Scalar:
    for x in v:
        start = f(start, x)
    return start


@word(vocab.total)
def total(path: Path, v: Vector) -> Scalar:
    return folded_from(path.add, path.number(0), v)


@word(vocab.product)
def product(path: Path, v: Vector) -> Scalar:
    return folded_from(path.mul, path.number(1), v)


@word(vocab.partial_sums)
def partial_sums(path: Path, v: Vector) -> Column:
    return running(path.add, path.number(0), v)


@word(vocab.partial_products)
def partial_products(path: Path, v: Vector) -> Column:
    return running(path.mul, path.number(1), v)


def folded(f: Callable[[Scalar, Scalar], Scalar], v: Vector) -> Scalar:
    if not v:
        raise PathEnds("undefined")
    return list(itertools.accumulate(v, f))[-1]


@word(vocab.largest)
def largest(path: Path, v: Vector) -> Scalar:
    return folded(path.larger, v)


@word(vocab.smallest)
def smallest(path: Path, v: Vector) -> Scalar:
    return folded(path.smaller, v)


@word(vocab.norm)
def norm(path: Path, v: Vector) -> Scalar:
    return path.norm(v)


@word(vocab.length)
def length(path: Path, v: Vector) -> Scalar:
    return path.number(len(v))


@word(vocab.rows)
def rows(path: Path, A: Tableau) -> Scalar:
    return path.number(len(A))


@word(vocab.cols)
def cols(path: Path, A: Tableau) -> Scalar:
    return path.number(len(A[0]))


def existing(k: int, length: int) -> int:
    """A subscript that the container has."""
    if not 1 <= k <= length:
        raise Unsupported(f"the subscript {k} of {length} components")
    return k


@word(vector.component)
def component(path: Path, v: Vector, i: Scalar) -> Scalar:
    return v[existing(integer(i), len(v)) - 1]


@word(vocab.head)
def head(path: Path, v: Vector, k: Scalar) -> Column:
    return Column(v[: integer(k)])


@word(vector.entry)
def entry(path: Path, A: Tableau, i: Scalar, j: Scalar) -> Scalar:
    return A[existing(integer(i), len(A)) - 1][existing(integer(j), len(A[0])) - 1]


def square_only(A: Sequence[Sequence[Scalar]]) -> int:
    if len(A) != len(A[0]):
        raise Unsupported("a rectangular matrix where a square one is meant")
    return len(A)


def single(A: Tableau) -> Scalar:
    """The entry of a matrix of one."""
    if len(A) != 1 or len(A[0]) != 1:
        raise Unsupported(f"this word of a {len(A)} x {len(A[0])} matrix")
    return A[0][0]
