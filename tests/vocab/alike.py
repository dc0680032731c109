"""When two statements may read alike: by these identities they are one statement, whatever their inputs are.

Each holds in value and in what has a value; `test_alike_in_value` evaluates both texts.

- A side is told by its letter, which is bound in "for all A in R^{m x n}"; of a part that may have no
  value only where the relation shows that part itself. The identity and its size go by the side alone.
- 1x = x, (-1)x = -x, 0 + x = x, x + (-2)y = x - 2y: all parts stay. 0x = 0 only of a number that always has
  a value: of a vector it would lose the size.
- (x + y) + z = x + (y + z), and so for products, maxima and minima: print has no order of operations there,
  and every part is evaluated in both. 1 + 2 = 3. A column (Bx) of a matrix is B times the column (x).
- The sum of the first n of n components is that of all. A column of numbers is a list of them. An index goes
  by its letter: its range stands beside the formula.
- x^2 is sq(x) and s_1(A) a component of s(A) by the definition of the words; 2/3 is a number and a quotient.
- A relation between vectors is one between their components, for all of them. f(v)_k is f(v_k) where f(v)
  has a value as soon as v has one; else print shows the vector: (sqrt(v))_k asks for all roots.
- A[k, l] is the component of a row, of a column, of the diagonal, for which the same subscripts exist.
- A transpose of a transpose, of a number times a matrix; n - 1 columns left out leave the first; a matrix
  with one entry goes by it. x^{-1} = 1/x, x^{1/2} is the root. A sum over a row of A is a row sum.
- X + iY is the real matrix [X, -Y; Y, X].
- A sum of numbers times c is c times the sum.
- The norms of a column are those of the vector; moduli are sorted already. An equation has two sides.
- 0 times a matrix in a block is 0 where the neighbours tell its sides and what is in it exists with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, WORDS, Expr, const
from perturb.vocab.printing.plain import (
    COMPONENTWISE,
    SIZED,
    as_real,
    blocks,
    doubtful,
    exists,
    parts_ways,
    said,
)
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link
from tests.vocab.statements_at_random import SIDES

OF_A_COLUMN = {
    "max_entry": "norm_inf",
    "op": "norm",
    "fro": "norm",
    "norm_1": "norm_1",
    "norm_inf": "norm_inf",
}
SUMMED = {"row_sums": "row", "column_sums": "column"}
SIZE = {"rows": 0, "cols": 1}
ENTRIES: dict[str, Callable[..., tuple[Expr, ...]]] = {
    "row": lambda k, row: (row, k),
    "column": lambda k, column: (k, column),
    "diagonal": lambda k: (k, k),
}


def meaning(link: Link, names: Lexicon) -> tuple[Any, ...]:
    """A relation up to the identities above; one between vectors is one between their components."""
    letter = link.subscript(names)
    sides = [_at(x, *indices(letter)) if letter and x.kind is Kind.VECTOR else x for x in link.parts]
    told = sorted(map(normal, sides), key=repr) if link.op in ("==", "!=") else map(normal, sides)
    return link.op, *told, frozenset(map(normal, _unsaid(link)))


def _unsaid(link: Link) -> frozenset[Expr]:
    """What may have no value and is asked for a side alone."""
    nodes = {node for side in link.parts for node in side.walk() if node.word.name in SIZED}
    return frozenset().union(*(doubtful(node.args[0]) for node in nodes)).difference(*map(said, link.parts))


def _at(vector: Expr, k: Expr) -> Expr:
    """A component: of a sum, a product, a root, ... by those of the vectors in it."""
    name, args = vector.word.name, vector.args
    if name in COMPONENTWISE:
        return vector.word.node(*[_at(arg, k) if arg.kind is Kind.VECTOR else arg for arg in args])
    if name == "entries" and args[0].word.name == "column_matrix":
        return _at(args[0].args[0], k)
    if name in ENTRIES:
        return WORDS["entry"].node(args[0], *ENTRIES[name](k, *args[1:]))
    return Expr(WORDS["component"], (vector, k))


def normal(expr: Expr) -> Any:
    """A nested tuple, equal for trees that are equal by the identities."""
    name, args = expr.word.name, expr.args
    if expr.word is CONST:
        return expr.payload[0]
    if expr.word in (INPUT, INDEX):
        return (expr.payload[0],)
    if name == "entries" and (numbers := _column_of_numbers(args[0])):
        return ("list", *numbers)
    if name == "component" and not parts_ways(args[0], None) and (moved := _at(*args)) is not expr:
        return normal(moved)
    if name == "component" and args[0].word.name == "partial_sums" and _last(*args):
        return normal(WORDS["sum"].node(*args[0].args))
    if name in SIZE:
        return _side(args[0], SIZE[name])
    if name in ("eye", "eye_rows"):
        return "identity", _side(args[0], int(name == "eye"))
    if name in ("add", "sub", "neg"):
        return _sum(expr)
    if name == "descending" and args[0].word.name in ("moduli", "complex_moduli"):
        return normal(args[0])
    if name == "component" and args[0].word.name in SUMMED:
        line, A = SUMMED[args[0].word.name], args[0].args[0]
        return normal(WORDS["sum"].node(WORDS[line].node(A, args[1])))
    if name == "vec_columns" and args[0].word.name == "T":
        return normal(WORDS["vec_rows"].node(*args[0].args))
    if name == "entries" and args[0].word.name == "column_matrix":
        return normal(args[0].args[0])
    if name == "complex_matrix":
        return normal(as_real(expr))
    if name == "sum" and (number := _last_number(args[0])) is not None:
        return normal(WORDS["sum"].node(args[0].args[0]) * number)
    if name == "component" and args[0].word.name == "partial_sums":
        v, k = args[0].args[0], args[1]
        if (number := _last_number(v)) is not None:
            return normal(WORDS["component"].node(WORDS["partial_sums"].node(v.args[0]), k) * number)
    if name == "T" and args[0].word.name == "T":
        return normal(args[0].args[0])
    if name in ("T", "column_matrix") and (moved := _multiple(expr)) is not expr:
        return normal(moved)
    if name == "without_columns" and _all_but_one(*args):
        return normal(WORDS["column_matrix"].node(WORDS["column"].node(args[0], const(1))))
    if name == "leading" and args[1] is const(1):  # a matrix with one entry goes by this number
        return normal(WORDS["entry"].node(args[0], const(1), const(1)))
    if name in OF_A_COLUMN and args[0].word.name == "column_matrix":
        return normal(WORDS[OF_A_COLUMN[name]].node(args[0].args[0]))
    if name in ("mul", "matmul") or (name == "column_matrix" and args[0].word.name == "matmul"):
        return _product(expr)
    if name in ("larger", "smaller"):
        return (name, *_flat(expr, name))
    return _defined(name, args, tuple(map(normal, blocks(args) if name == "block" else args)))


def _multiple(expr: Expr) -> Expr:
    """(cA)' as cA', and a column cv as c times the column v."""
    inner = expr.args[0]
    if inner.word.name == "column_matrix" and expr.word.name == "T":
        inner = _multiple(inner)
    if inner.word.name not in ("neg", "mul"):
        return expr
    *number, A = inner.args
    if any(x.kind not in (Kind.SCALAR, Kind.INTEGER) or x is const(0) for x in number):
        return expr
    return inner.word.node(*number, Expr(expr.word, (A,)))


def _last_number(v: Expr) -> Expr | None:
    """The c of the vector vc, which a sum in print may have behind it."""
    number = v.word.name == "mul" and v.args[1].kind in (Kind.SCALAR, Kind.INTEGER)
    return v.args[1] if number else None


def _all_but_one(A: Expr, k: Expr) -> bool:
    """Are n - 1 of the n columns left out?"""
    return k.word.name == "sub" and k.args[1] is const(1) and normal(k.args[0]) == _side(A, 1)


def _last(vector: Expr, k: Expr) -> bool:
    """Is this the last component, by the letter of the length?"""
    length = SIDES.of(vector.args[0], 0)
    return bool(length) and normal(k) == ("side", length)


def _side(A: Expr, side: int) -> Any:
    """By its letter; a number where the shape says one."""
    called = SIDES.of(A, side)
    if not called:
        return "side", (normal(A), side)
    terms = [(1, _times([_by_letter(x) for x in term.split()])) for term in called.split(" + ")]
    return terms[0][1] if len(terms) == 1 else ("sum", *terms)


def _by_letter(x: str) -> Any:
    return Fraction(x) if x.isdecimal() else ("side", x)


def _sum(expr: Expr) -> Any:
    terms = _added([term for term in _terms(expr, 1) if term[1] != 0])
    if not terms:
        return Fraction(0)
    (sign, first), *more = terms
    if more or (sign < 0 and not isinstance(first, Fraction)):
        return ("sum", *terms)
    return sign * first if isinstance(first, Fraction) else first


def _added(terms: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Numbers side by side as one."""
    found: list[tuple[int, Any]] = []
    for sign, value in terms:
        if found and isinstance(value, Fraction) and isinstance(found[-1][1], Fraction):
            before = found.pop()
            total = before[0] * before[1] + sign * value
            found.append((-1, -total) if total < 0 else (1, total))
        else:
            found.append((sign, value))
    return found


def _column_of_numbers(A: Expr) -> list[Fraction]:
    """Of a matrix in print with one column, [1; 2]; empty for any other."""
    found = re.fullmatch(r"matrix\[([^,]*)\]", A.word.name)
    return [Fraction(x) for x in found[1].split(";")] if found else []


def _terms(expr: Expr, sign: int) -> list[tuple[int, Any]]:
    name, args = expr.word.name, expr.args
    if name == "neg":
        return _spread(-sign, normal(args[0]))
    if name in ("add", "sub"):
        return _terms(args[0], sign) + _terms(args[1], sign if name == "add" else -sign)
    return _spread(sign, normal(expr))


def _spread(sign: int, value: Any) -> list[tuple[int, Any]]:
    """The terms of a sum that a component of a vector turned out to be."""
    if isinstance(value, tuple) and value[0] == "sum" and isinstance(value[1][0], int):
        return [term for own, one in value[1:] for term in _spread(sign * own, one)]
    return [_signed(sign, value)]


def _signed(sign: int, value: Any) -> tuple[int, Any]:
    if isinstance(value, Fraction) and value < 0:
        return -sign, -value
    if isinstance(value, tuple) and value[0] == "product" and isinstance(value[1], Fraction) and value[1] < 0:
        return _signed(-sign, _times([-value[1], *value[2:]]))
    return sign, value


def _product(expr: Expr) -> Any:
    first, second = expr.args[0], expr.args[-1]
    if first is const(0) and (second.kind in (Kind.VECTOR, Kind.MATRIX) or not exists(second)):
        return "nought", normal(second)
    return _times(_factors(expr))


def _times(factors: list[Any]) -> Any:
    if factors[0] == 0 and len(factors) > 1:
        return Fraction(0)
    if factors[0] == 1 and len(factors) > 1:
        factors = factors[1:]
    if len(factors) > 1 and isinstance(factors[0], Fraction) and isinstance(factors[1], Fraction):
        return _times([factors[0] * factors[1], *factors[2:]])
    if factors[0] == -1 and len(factors) > 1:
        return -factors[1] if isinstance(factors[1], Fraction) else ("sum", (-1, _times(factors[1:])))
    return factors[0] if len(factors) == 1 else ("product", *factors)


def _factors(expr: Expr) -> list[Any]:
    name, args = expr.word.name, expr.args
    if name == "column_matrix" and args[0].word.name == "matmul":
        matrix, vector = args[0].args
        return [*_factors(matrix), *_factors(Expr(WORDS["column_matrix"], (vector,)))]
    if name not in ("matmul", "mul"):
        return [normal(expr)]
    if name == "mul" and (chain := _componentwise(expr)) is not None:
        return [("componentwise", *map(normal, chain))]
    return [
        one for k, arg in enumerate(args) for one in ([normal(arg)] if k and _minus(arg) else _factors(arg))
    ]


def _minus(expr: Expr) -> bool:
    """Is it minus something, a factor in brackets?"""
    return expr.word.name == "mul" and expr.args[0] is const(-1)


def _componentwise(expr: Expr) -> list[Expr] | None:
    """The factors of a product of vectors, numbers among them; None where at most one is a vector."""
    chain = _chained(expr)
    return chain if sum(one.kind is Kind.VECTOR for one in chain) > 1 else None


def _chained(expr: Expr) -> list[Expr]:
    if expr.word.name != "mul":
        return [expr]
    return [one for arg in expr.args for one in _chained(arg)]


def _flat(expr: Expr, name: str) -> list[Any]:
    return [
        one for arg in expr.args for one in (_flat(arg, name) if arg.word.name == name else [normal(arg)])
    ]


def _defined(name: str, args: tuple[Expr, ...], below: tuple[Any, ...]) -> Any:
    if name == "sq" or (name == "pow" and below[1] == 2):
        return "pow", below[0], Fraction(2)
    if name == "pow" and below[1] == Fraction(1, 2):
        return "sqrt", below[0]
    if name == "mat_power" and below[1] == Fraction(-1, 2):  # of positive definite matrices, both
        return "inv", ("mat_sqrt", below[0])
    if name == "pow" and below[1] == -1:
        return _defined("div", args, (Fraction(1), below[0]))
    if name == "pow" and below[0] == 10 and isinstance(below[1], Fraction) and below[1].denominator == 1:
        return below[0] ** below[1].numerator
    if name == "s1":
        return "component", ("s", *below), Fraction(1)
    if name == "div" and all(isinstance(x, Fraction) for x in below) and below[1]:
        return below[0] / below[1]
    return (name, *below)
