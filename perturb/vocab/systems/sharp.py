"""A word at one exact point to nine digits, by balls of rising precision: for where float64 cannot tell."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, functions
from perturb.numbers.complex_eigenvalues import MATCHING_LIMIT
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.bounded import ACCURATE
from perturb.vocab.systems.certified import ROOT_TRUSTS, CharPoly, once
from perturb.vocab.systems.evaluate import Evaluation
from perturb.vocab.systems.facts import Facts

LADDER = (64, 128, 256, 512, 1024, 2048, 4096)


class Sharp(CharPoly):
    """As CharPoly, with the zeros that exact matrices tell: balls around 0 have no digit that counts."""

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        if expr.word.name == "matching_distance" and args[0].nrows() <= MATCHING_LIMIT and _cospectral(*args):
            return fmpq(0)
        if expr.word.name == "eig_re" and _antisymmetric(args[0]):
            return (fmpq(0),) * args[0].nrows()
        if expr.word.name == "inv" and _singular(Facts(expr.args[0], self, read, at)):
            raise Undefined("the inverse of a singular matrix")
        return super().apply(expr, args, read, at)

    def matrix(self, f: Callable[[Any], Any], A: Any, trusts: frozenset[str] = ROOT_TRUSTS) -> Any:
        """|A| of a semidefinite A is A or -A; a function of A'A keeps apart what A keeps apart."""
        if f is functions.matrix_abs and isinstance(A, fmpq_mat) and A.transpose() == A:
            negative, _, positive = charpoly.inertia(A)
            if not (negative and positive):
                return -A if negative else A
        value = super().matrix(f, A, trusts)
        symmetric = f in (functions.matrix_abs, functions.matrix_sqrt, functions.matrix_log)
        return _apart(A, value) if symmetric and isinstance(value, arb_mat) else value

    @once
    def singular_values(self, A: Any) -> tuple[Any, ...]:
        values = super().singular_values(A)
        if not isinstance(A, fmpq_mat) or isinstance(values[-1], fmpq):
            return values
        rank = charpoly.rank(A)
        return (*values[:rank], *[fmpq(0)] * (len(values) - rank))

    @once
    def eigenvalues(self, S: Any) -> tuple[Any, ...]:
        values = super().eigenvalues(S)
        if not isinstance(S, fmpq_mat) or charpoly.rank(S) == S.nrows():
            return values
        _, zero, positive = charpoly.inertia(S)
        return (*values[:positive], *[fmpq(0)] * zero, *values[positive + zero :])


def _singular(facts: Facts) -> bool:
    rank = facts.rank()
    return rank is not None and rank < facts.read(facts.expr).nrows()


def _cospectral(A: Any, B: Any) -> bool:
    both = isinstance(A, fmpq_mat) and isinstance(B, fmpq_mat) and A.nrows() == A.ncols() == B.nrows()
    return both and A.nrows() == B.ncols() and bool(A.charpoly() == B.charpoly())


def _antisymmetric(A: Any) -> bool:
    return isinstance(A, fmpq_mat) and A.nrows() == A.ncols() and bool(A.transpose() == -A)


def _apart(A: Any, value: arb_mat) -> arb_mat:
    """0 between columns of A that no chain of common rows joins: A'A is a direct sum, and so is the value."""
    rows = [{j for j, x in enumerate(row) if not bool(x == 0)} for row in A.tolist()]
    groups: list[set[int]] = [{j} for j in range(A.ncols())]
    for row in rows:
        joined = {j for group in groups if group & row for j in group}
        groups = [group for group in groups if not group & row] + ([joined] if joined else [])
    together = {(i, j) for group in groups for i in group for j in group}
    n = value.ncols()
    return arb_mat(n, n, [x if divmod(k, n) in together else arb(0) for k, x in enumerate(value.entries())])


class NineDigits(NamedTuple):
    """The entries as float64, m x n of them row by row, NaN where one is not known, and why not."""

    entries: list[float]
    sides: tuple[int, int]
    why: str = ""


def near(node: Expr, values: Mapping[str, Any]) -> NineDigits | None:
    """The value of a word at exact inputs; None where it has none.

    Unavailable where no method here encloses it, OutOfRange for a part that is not there.
    """
    found, refused = None, None
    for bits in LADDER:
        try:
            with ctx.workprec(bits):
                found = _read(node, values, bits)
        except Undefined:
            return None
        except Unavailable as error:
            refused = error  # some matrices of balls are only seen through with more digits
            continue
        if not found.why:
            return found
    if found is None:
        raise refused or Unavailable(node.word.name)
    return found


def _read(node: Expr, values: Mapping[str, Any], bits: int) -> NineDigits:
    value = Evaluation(Sharp(values, bits))(node)
    if isinstance(value, fmpq_mat | arb_mat):
        numbers, sides = value.entries(), (value.nrows(), value.ncols())
    else:
        numbers = list(value) if isinstance(value, tuple) else [value]
        sides = (len(numbers), 1)
    entries = [_rounded(x) for x in numbers]
    open_ = any(map(math.isnan, entries))
    return NineDigits(
        entries, sides, f"with {bits} bits they are not known, or no float64 is so near" if open_ else ""
    )


def _rounded(x: Any) -> float:
    """The float64 next to a number, to nine digits; NaN where it is not that near, or that is not known."""
    ball = to_arb(fmpq(x) if isinstance(x, int) else x)
    value = float(ball.mid())
    if not math.isfinite(value):
        return math.nan
    return value if abs(arb(value) - ball).upper() <= ACCURATE * abs(ball).lower() else math.nan
