"""What the sides of a part of a statement are called: m and k of A in R^{m x k}, k - 1, min(m, n), 3.

A side is found at several lots of large sizes, apart from each other by more than any number in a statement,
and told by the one expression in the letters of the domain that fits all lots; else it has no name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from perturb.vocab.grammar.kinds import End, exactly
from perturb.vocab.grammar.ranges import Relation, Shape, known, limits, spans
from perturb.vocab.grammar.tree import INPUT, Expr
from perturb.vocab.printing.symbols import symbol

LOTS = 8  # in each another letter is the smallest
LARGE, STEP, SPREAD = 1009, 103, 11  # of sizes: no two lots are alike up to a shift
SMALL = 211  # of integer inputs and indices, which subscripts count by
Values = tuple[End, ...]  # one a lot


@dataclass(frozen=True, eq=False)
class Sides:
    """The letters of the sizes of a domain, and the shape of each input in them; None for an integer.

    `integers` are what the integer inputs are called in print.
    """

    names: tuple[str, ...] = ()
    shapes: Mapping[str, tuple[int | str, ...] | None] = field(default_factory=dict)
    integers: Mapping[str, str] = field(default_factory=dict)
    _told: dict[tuple[Expr, int], str | None] = field(default_factory=dict, repr=False)

    def of(self, expr: Expr, side: int) -> str | None:
        """Side 0 or 1 of a vector or matrix, LaTeX; None where it has no name."""
        if (expr, side) not in self._told:
            self._told[expr, side] = self._named(expr, side)
        return self._told[expr, side]

    def knows(self, expr: Expr) -> bool:
        """Is it made of inputs of the domain, not of parameters of a definition?"""
        return all(one.word is not INPUT or one.payload[0] in self.shapes for one in expr.walk())

    def _named(self, expr: Expr, side: int) -> str | None:
        found: list[End] = []
        for lot in range(LOTS):
            at = {name: exactly(k) for name, k in self._small(expr.indices, lot).items()}
            try:
                one = known(expr, {n: _exact(s) for n, s in self.extents(lot).items()}, at)[side]
            except KeyError:  # a parameter of a definition
                return None
            found += [one.lo if one.lo == one.hi else float("nan")]
        return self.called(tuple(found), expr.indices)

    def run(self, link: Relation, letter: str) -> tuple[str | None, str | None]:
        """The least and the greatest value of an index of a relation; None for an end without a name."""
        try:
            found = [spans(link, self.extents(lot))[letter] for lot in range(LOTS)]
        except (KeyError, ValueError):
            return None, None
        return self.called(tuple(one.lo for one in found)), self.called(tuple(one.hi for one in found))

    def together(self, link: Relation) -> list[tuple[Expr, str | None, str | None]] | None:
        """The subscripts such as i + j - 1, with the ends that they would cross; None where a name lacks."""
        try:
            lots = [limits(link, self.extents(lot)) for lot in range(LOTS)]
        except (KeyError, ValueError):
            return None
        found = []
        for (subscript, _), *ends in zip(lots[0], *[[one[1] for one in lot] for lot in lots], strict=True):
            low, high = (self._end([pair[k] for pair in ends]) for k in (0, 1))
            if "" in (low, high):
                return None
            found.append((subscript, low, high))
        return [one for one in found if len(one[0].free) > 1]

    def _end(self, values: Sequence[End | None]) -> str | None:
        """None where it is not crossed, "" where it has no name."""
        if all(value is None for value in values):
            return None
        return "" if None in values else self.called(tuple(v for v in values if v is not None)) or ""

    def called(self, values: Values, indices: Sequence[str] = ()) -> str | None:
        """5, n, n - 1, 2 n, m + n, m n, min(m, n): what has these values, lot by lot."""
        for text, base in _expressions(self._atoms(indices)):
            apart = {v - b for v, b in zip(values, base, strict=True)}
            if len(apart) == 1 and (d := apart.pop()) == d and abs(d) < LARGE:
                return _shifted(text, int(d))
        return None

    def _atoms(self, indices: Sequence[str]) -> dict[str, Values]:
        """The values of each letter."""
        letters = {**{name: name for name in self.names}, **self.integers, **{i: symbol(i) for i in indices}}
        lots = [self._sizes(lot) | self._small((*self.integers, *indices), lot) for lot in range(LOTS)]
        return {text: tuple([lot[name] for lot in lots]) for name, text in letters.items()}

    def extents(self, lot: int) -> dict[str, Shape]:
        """The shapes of the inputs in one lot of sizes."""
        sizes, small = self._sizes(lot), self._small(tuple(self.integers), lot)
        return {
            name: small[name]
            if shape is None
            else tuple([sizes[d] if isinstance(d, str) else d for d in shape])
            for name, shape in self.shapes.items()
        }

    def _sizes(self, lot: int) -> dict[str, int]:
        many = len(self.names)
        return {
            name: LARGE + STEP * ((k + lot) % many) + SPREAD * lot * lot for k, name in enumerate(self.names)
        }

    @staticmethod
    def _small(names: Sequence[str], lot: int) -> dict[str, int]:
        return {name: SMALL + 17 * ((k + lot) % len(names)) + lot for k, name in enumerate(names)}


def _exact(shape: Shape) -> object:
    return exactly(shape) if isinstance(shape, int) else tuple([exactly(side) for side in shape])


def _expressions(atoms: Mapping[str, Values]) -> Iterator[tuple[str, Values]]:
    """What a side may be but for a number added: nothing, a letter, several, the least, two letters."""
    yield "", (0,) * LOTS
    yield from atoms.items()
    for many in (2, 3, 4):
        yield from ((f"{many} {text}", tuple([many * x for x in own])) for text, own in atoms.items())
    for count in range(2, len(atoms) + 1):
        for some in combinations(atoms, count):
            least = tuple(map(min, *[atoms[text] for text in some]))
            yield rf"\min({', '.join(some)})", least
    for one, other in combinations(atoms, 2):
        pairs = list(zip(atoms[one], atoms[other], strict=True))
        yield f"{one} + {other}", tuple([x + y for x, y in pairs])
        yield f"{one} {other}", tuple([x * y for x, y in pairs])
    yield from ((f"{text}^2", tuple([x * x for x in own])) for text, own in atoms.items())
    for one, other in permutations(atoms, 2):
        apart = tuple([x - y for x, y in zip(atoms[one], atoms[other], strict=True)])
        yield f"{one} - {other}", apart
        for third, own in atoms.items():
            yield rf"\min({third}, {one} - {other})", tuple(map(min, own, apart))


def _shifted(text: str, by: int) -> str:
    """n - 1; the number itself where there is no letter."""
    if not text or not by:
        return text or str(by)
    return f"{text} {'+' if by > 0 else '-'} {abs(by)}"
