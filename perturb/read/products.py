"""Sums and products of what was read: numbers, vectors, matrices, transposed vectors, identities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from perturb.read.errors import NotUnderstood
from perturb.read.scope import Scope, Transposed, Value, is_const, is_matrix, is_vector, scalarlike
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, const
from perturb.vocab.words.lists import Identity


def node(name: str, *args: Expr) -> Expr:
    """A word by its name in trees."""
    return WORDS[name].node(*args)


def as_matrix(found: Expr, pos: int, scope: Scope) -> Expr:
    """A vector as the column that it is, where a matrix of any shape is asked for; others as they are."""
    if found.kind is not Kind.VECTOR:
        return found
    scope.choose("f(x)", ("of the column x",), pos)
    return node("column_matrix", found)


def plus(left: Value, right: Value, sign: str, pos: int) -> Value:
    """A sum or difference. NotUnderstood where the kinds do not fit."""
    if isinstance(left, Transposed) or isinstance(right, Transposed):
        if isinstance(left, Transposed) and isinstance(right, Transposed):
            added = plus(left.vector, right.vector, sign, pos)
            assert isinstance(added, Expr)
            return Transposed(added)
        raise NotUnderstood("a transposed vector is added to something else", pos)
    kinds = {_called(left), _called(right)} - {"number"}
    if is_const(left, 0) and is_matrix(right):
        return right if sign == "+" else negative(right)
    if len(kinds) > 1 or (kinds & {"matrix"} and (scalarlike(left) or scalarlike(right))):
        told = f"a {_called(left)} and a {_called(right)} are added"
        cure = "write t I for a multiple of the identity" if "matrix" in kinds else ""
        raise NotUnderstood(told, pos, cure=cure)
    if is_const(left) and is_const(right):
        a, b = (Fraction(x.payload[0]) for x in (left, right))  # type: ignore[union-attr]
        return const(a + b if sign == "+" else a - b)
    made: Any = left + right if sign == "+" else left - right
    return made  # type: ignore[no-any-return]


def _called(value: Value) -> str:
    if isinstance(value, Transposed):
        return "transposed vector"
    if is_matrix(value):
        return "matrix"
    return "vector" if is_vector(value) else "number"


def negative(value: Value) -> Value:
    """Minus a value: a number that is written out takes the sign."""
    if isinstance(value, Transposed):
        return Transposed(-value.vector)
    if is_const(value):
        return const(-value.payload[0])  # type: ignore[union-attr]
    if isinstance(value, Expr) and (signed := _with_sign(value)) is not None:
        return signed
    if isinstance(value, Identity):
        turned = Identity(negative(value.factor))  # type: ignore[arg-type]
        if (size := getattr(value, "size", None)) is not None:
            turned.size = size  # type: ignore[attr-defined]
        return turned
    made: Value = -value
    return made


def _with_sign(value: Expr) -> Expr | None:
    """-2 x y with the number -2; None where no number leads."""
    if is_const(value) and not is_const(value, 0):
        return const(-value.payload[0])
    if value.word.name not in ("mul", "div"):
        return None
    first = _with_sign(value.args[0])
    return None if first is None else node(value.word.name, first, *value.args[1:])


def product(factors: Sequence[Value], places: Sequence[int], scope: Scope) -> Value:
    """The factors one after the other, from the left; x^T A y is a number and x y^T a matrix."""
    done: list[tuple[Value, int]] = []
    waiting = list(zip(factors, places, strict=True))
    while waiting:
        value, pos = waiting.pop(0)
        if not isinstance(value, Transposed):
            done.append((value, pos))
            continue
        if done and is_vector(done[-1][0]):
            column, place = done.pop()
            assert isinstance(column, Expr)
            row = node("T", node("column_matrix", value.vector))
            done += [(node("column_matrix", column), place), (row, pos)]
            continue
        done.append((_form(value, waiting, pos, scope), pos))
    return _folded(done, scope)


def _form(row: Transposed, waiting: list[tuple[Value, int]], pos: int, scope: Scope) -> Value:
    """x^T A y as the sum of x_i (A y)_i; x^T A, which waits itself, as the transposed vector (A^T x)^T."""
    run: list[tuple[Value, int]] = []
    for value, place in _up_to_matrices(waiting):
        run.append((value, place))
        waiting.pop(0)
        if is_vector(value):
            right = _folded(run, scope)
            assert isinstance(right, Expr)
            return node("sum", row.vector * right)
    if not run:
        return row
    matrix = _folded(run, scope)
    if isinstance(matrix, Identity):
        return row
    assert isinstance(matrix, Expr)
    return Transposed(node("T", matrix) @ row.vector)


def _up_to_matrices(waiting: Sequence[tuple[Value, int]]) -> list[tuple[Value, int]]:
    """What a row is multiplied with: up to the next row, without numbers at the end."""
    end = next((k for k, (value, _) in enumerate(waiting) if isinstance(value, Transposed)), len(waiting))
    while end and scalarlike(waiting[end - 1][0]):
        end -= 1
    return list(waiting[:end])


def _folded(run: Sequence[tuple[Value, int]], scope: Scope) -> Value:
    found, _ = run[0]
    for value, pos in run[1:]:
        found = times(found, value, pos, scope)
    return found


def times(left: Value, right: Value, pos: int, scope: Scope) -> Value:
    """A product of two. NotUnderstood where there is none, as of two vectors."""
    if isinstance(left, Transposed) or isinstance(right, Transposed):
        row, other = (left, right) if isinstance(left, Transposed) else (right, left)
        if scalarlike(other) and isinstance(row, Transposed) and isinstance(other, Expr):
            return Transposed(other * row.vector)
        raise NotUnderstood("a transposed vector has nothing to be multiplied with", pos)
    if is_vector(left) and is_vector(right) and "componentwise product" in scope.flags:
        made_: Value = left * right
        return made_
    if is_vector(left) and is_vector(right):
        raise NotUnderstood(
            "two vectors one after the other are no product", pos, cure="write x^T y, x y^T or x \\circ y"
        )
    if is_vector(left) and is_matrix(right):
        raise NotUnderstood("a vector times a matrix", pos, cure="write x^T A")
    if isinstance(left, Identity) and isinstance(right, Identity):
        both: Identity = left * right.factor
        return both
    if is_const(left) and is_const(right):
        return const(Fraction(left.payload[0]) * Fraction(right.payload[0]))  # type: ignore[union-attr]
    if isinstance(left, Identity) and isinstance(right, Expr) and is_vector(right):
        sized = getattr(left, "size", None) is not None
        return scope.identity(left, pos) @ right if sized else left.factor * right
    if isinstance(left, Identity) and isinstance(right, Expr) and not scalarlike(right):
        left = scope.identity(left, pos, right, 0)
    if isinstance(right, Identity) and isinstance(left, Expr) and not scalarlike(left):
        right = scope.identity(right, pos, left, 1)
    matrices = is_matrix(left) and (is_matrix(right) or is_vector(right))
    if matrices and isinstance(left, Expr) and isinstance(right, Expr):
        return left @ right
    made: Value = left * right
    return made


def corner(left: Expr, right: Expr) -> Expr | None:
    """The k where the right is the leading k x k block of the left, as A_11 + B_11 of A + B."""
    if right.word.name == "leading":
        return right.args[1] if right.args[0] is left else None
    if right.word.name not in ("add", "sub") or left.word is not right.word:
        return None
    ends = [corner(*pair) for pair in zip(left.args, right.args, strict=True)]
    return ends[0] if ends[0] is ends[1] else None


def quotient(left: Value, right: Value, pos: int) -> Value:
    """One over the other; of two numbers that are written out the number itself."""
    if is_vector(right) and isinstance(right, Expr) and (scalarlike(left) or is_vector(left)):
        return node("div", left, right)  # type: ignore[arg-type]
    if not scalarlike(right):
        raise NotUnderstood(f"something is divided by a {_called(right)}", pos, cure="write A^{-1}")
    if isinstance(left, Transposed):
        assert isinstance(right, Expr)
        return Transposed(left.vector / right)
    if is_const(left) and is_const(right) and not is_const(right, 0):
        return const(Fraction(left.payload[0]) / Fraction(right.payload[0]))  # type: ignore[union-attr]
    if is_const(right, 0):
        raise NotUnderstood("something is divided by 0", pos)
    made: Value = left / right
    return made


def integer(value: Value, pos: int) -> Expr:
    """A subscript or a size. NotUnderstood for anything else."""
    if isinstance(value, Expr) and value.kind is Kind.INTEGER:
        return value
    raise NotUnderstood("an integer is expected here", pos)
