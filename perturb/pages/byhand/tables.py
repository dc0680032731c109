"""Matrices of a check by hand: named in the code, their exact value known to the generator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat

from perturb.pages.byhand import kit
from perturb.pages.byhand.kit import Matrix
from perturb.pages.byhand.terms import NO_FACTS, BeyondError, Facts, Term, literal, merged, point
from perturb.vocab.systems.evaluate import OutOfRange


@dataclass(frozen=True)
class Table:
    """A matrix of fractions called `code`, within `radius` (operator norm) of what it stands for."""

    code: str
    value: Matrix = field(hash=False)
    facts: Facts = NO_FACTS
    radius: Fraction = Fraction(0)

    def nrows(self) -> int:
        return len(self.value)

    def ncols(self) -> int:
        return len(self.value[0])

    def entry(self, i: int, j: int) -> Term:
        """Counted from 0."""
        if self.radius:
            raise BeyondError("an entry of a matrix with irrational entries")
        return point(f"{self.code}[{i}][{j}]", self.value[i][j], self.facts)


class Names:
    """Fresh names for matrices; equal definitions share one."""

    def __init__(self, taken: set[str]) -> None:
        self._known: dict[str, str] = {}
        self._fresh = self._count(taken)

    @staticmethod
    def _count(taken: set[str]) -> Iterator[str]:
        k = 0
        while True:
            k += 1
            if f"X{k}" not in taken:
                yield f"X{k}"

    def define(
        self, code: str, value: Matrix, *sources: Table, extra: Facts = (), radius: Fraction | None = None
    ) -> Table:
        """The table `X = code`, after the facts of its sources."""
        if not value or not value[0]:
            raise OutOfRange("an empty block")
        name = self._known.get(code)
        if name is None:
            name = self._known[code] = next(self._fresh)
        facts = merged(*[s.facts for s in sources], (f"{name} = {code}",), extra)
        error = sum((s.radius for s in sources), Fraction(0)) if radius is None else radius
        return Table(name, value, facts, error)


def table_code(value: Matrix) -> str:
    return "[" + ", ".join("[" + ", ".join(literal(x) for x in row) + "]" for row in value) + "]"


def as_fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def as_table(A: fmpq_mat) -> Matrix:
    return [[as_fraction(x) for x in row] for row in A.tolist()]


def as_flint(value: Matrix) -> fmpq_mat:
    entries = [fmpq(x.numerator, x.denominator) for row in value for x in row]
    return fmpq_mat(len(value), len(value[0]), entries)


def gram(names: Names, A: Table) -> Table:
    """The smaller of A'A and AA'."""
    B = kit.transpose(A.value)
    if A.nrows() >= A.ncols():
        return names.define(f"times(transpose({A.code}), {A.code})", kit.times(B, A.value), A)
    return names.define(f"times({A.code}, transpose({A.code}))", kit.times(A.value, B), A)
