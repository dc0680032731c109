"""The elements of a batch: each by float64 where its error is bounded, by longer numbers, or by balls.

A word at one exact point to nine digits, by balls of rising precision: for where float64 cannot tell.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, functions
from perturb.numbers.complex_eigenvalues import MATCHING_LIMIT
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, Expr
from perturb.vocab.systems.bounded import ACCURATE, BoundedFloats, Extended, Quick, in_range, known
from perturb.vocab.systems.certified import ROOT_TRUSTS, CharPoly, once
from perturb.vocab.systems.evaluate import Evaluation, Floats
from perturb.vocab.systems.facts import Facts
from perturb.vocab.systems.rounding import PLACES, QUICK

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


PIECE = 4096  # entries


class NotKnown(RuntimeWarning):
    """A word has a value at an array, and nine digits of it are not known."""


@lru_cache(maxsize=4096)
def rules(node: Expr) -> frozenset[Any]:
    """How far float64 may be off, for each word in it; None among them where that is not said."""
    if node.word.bounded is not None and node.expansion is not None:
        return frozenset([node.word.bounded])
    parts = [part.word for part in node.walk() if part.expansion is None and part.word not in LEAVES]
    return frozenset(word.bounded for word in parts)


class Elements:
    """The values of a word at a batch of inputs, as they come to be known."""

    def __init__(self, node: Expr, inputs: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
        self.node, self.inputs, self.kinds = node, inputs, kinds
        self.arrays = [a for name, a in inputs.items() if kinds[name] is not Kind.INTEGER]
        self.count = len(self.arrays[0]) if self.arrays else 1
        self.bounded = None not in rules(node)
        self.found: Any = None
        self.left = np.ones(self.count, dtype=bool)  # not known yet
        self.open: list[str] = []

    def values(self) -> Any:
        """Shape (B, m, n); None where the word has a value nowhere."""
        try:
            with np.errstate(all="ignore"):
                self._by_floats()
                for k in np.flatnonzero(self.left).tolist() if self.left.any() else ():
                    self.enclose(k)
        except Undefined:
            return None
        if self.open:
            self._warn()
        return self.found

    def _by_floats(self) -> None:
        """What is only moved to another place has no error, whatever its size."""
        if not self.bounded:
            return self._refuse_infinite()
        own = rules(self.node)
        inside = None if own.issubset(PLACES) else self._inside()
        systems = (BoundedFloats, Extended) if own.isdisjoint(QUICK) else (Quick, BoundedFloats, Extended)
        self._look(inside, systems[0])
        for system in systems[1:]:
            if self.left.any():
                for some in self._pieces(self.left if inside is None else inside & self.left, system):
                    self._look(some, system)
        if inside is not None:
            self._look(~np.all([np.isfinite(a).all(axis=(-2, -1)) for a in self.arrays], axis=0), Floats)

    def _pieces(self, where: Any, system: type[Floats]) -> list[Any]:
        """Longer numbers in pieces that the processor's caches hold."""
        if system is not Extended:
            return [where.copy()]
        places, step = np.flatnonzero(where), max(PIECE // sum([a[0].size for a in self.arrays]), 1)
        return [_among(self.count, places[k : k + step]) for k in range(0, len(places), step)]

    def _inside(self) -> Any:
        found = [inside for a in self.arrays if (inside := in_range(a)) is not None]
        return np.all(found, axis=0) if found else None

    def _refuse_infinite(self) -> None:
        """What is enclosed exactly has no place for a NaN or an infinity."""
        for k, array in enumerate(self.arrays, 1):
            if not np.isfinite(array).all():
                odd = f"argument {k} holds {array[~np.isfinite(array)][0]}"
                raise ValueError(f"{self.node.word.name}: {odd}; entries must be finite real numbers")

    def _look(self, where: Any, system: type[Floats]) -> None:
        """In float64, at some of the inputs (None: at all); without bounds all is taken that comes."""
        if where is not None and not where.any():
            return
        try:
            found = self._floats(where, system)
        except (np.linalg.LinAlgError, TypeError):  # LAPACK gives up, or has no such numbers
            return
        value, error = found if isinstance(found, tuple) else (found, None)
        value = np.asarray(value).reshape(1, 1, 1) if np.ndim(value) == 0 else value
        sure = known((value, error), self.count if where is None else int(where.sum()))
        self.left[slice(None) if where is None else where] = False if sure is None else ~sure
        value = value.astype(float, copy=False)
        if where is None:
            self.found = value if len(value) == self.count else np.repeat(value, self.count, axis=0)
        else:
            self._writable(value.shape[-2:])[where] = value

    def _floats(self, where: Any, system: type[Floats]) -> Any:
        some = self.inputs
        if where is not None:
            some = {n: a if isinstance(a, int) else a[where] for n, a in some.items()}
        return system(some).value(self.node)

    def _writable(self, sides: tuple[int, ...]) -> Any:
        if self.found is None:
            self.found = np.full((self.count, *sides), np.nan)
        elif not self.found.flags.writeable or self.found.base is not None:
            self.found = self.found.copy()
        return self.found

    def enclose(self, k: int) -> None:
        """The k-th value by balls. ValueError where only balls know the word, and no method encloses it."""
        exact = {n: a if isinstance(a, int) else exactly(a[k], self.kinds[n]) for n, a in self.inputs.items()}
        found = None
        try:
            found = near(self.node, exact)
            why = found.why if found else ""
        except Unavailable as error:
            if not self.bounded:
                raise ValueError(str(error)) from None
            why = str(error)
        if found is not None:
            self._writable(found.sides)[k] = np.reshape(found.entries, found.sides)
        else:
            self._writable(self._sides(k))[k] = np.nan
        self.open += [why] if why else []

    def _sides(self, k: int) -> tuple[int, ...]:
        """Of a value that is not there those of what float64 makes of it; Undefined where that has none."""
        if self.found is not None:
            return ()
        return tuple(np.shape(self._floats(np.arange(self.count) == k, Floats))[-2:])

    def _warn(self) -> None:
        many = f"{len(self.open)} of {self.count} values have" if self.count > 1 else "the value has"
        said = f"{many} NaN for numbers that are not given to nine digits: {self.open[0]}"
        warnings.warn(f"{self.node.word.name}: {said}", NotKnown, stacklevel=6)


def _among(count: int, places: Any) -> Any:
    found = np.zeros(count, dtype=bool)
    found[places] = True
    return found


def exactly(value: Any, kind: Kind) -> Any:
    """The exact value of a number, a vector or a matrix; each float64 is a dyadic number."""
    numbers = [fmpq(*float(x).as_integer_ratio()) for x in value.ravel()]
    if kind is Kind.MATRIX:
        return fmpq_mat(len(value), value.shape[1], numbers)
    return tuple(numbers) if kind is Kind.VECTOR else numbers[0]
