"""The domain of a statement as Python: `together(A=symmetric(), x=vector())`, `square(count=2)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from keyword import iskeyword

from perturb.read.errors import NotUnderstood
from perturb.read.inputs import InputRead
from perturb.read.properties import SPACES
from perturb.read.scope import Scope
from perturb.read.syntax import Digits, Node, bare, written
from perturb.vocab.grammar.kinds import Kind

WRITTEN = ("then", "given", "claim")  # what a file of a claim calls
LARGEST = 40  # of the sizes in numbers: a larger one takes too long
SEARCHED = 5  # the end of the sizes that are searched, where none is said


class Spaces:
    """Collects makers while a domain is written."""

    def __init__(self, inputs: Sequence[InputRead], ranges: Mapping[str, int], scope: Scope) -> None:
        self.inputs, self.scope = inputs, scope
        self.makers: set[str] = set()
        self.fraction = False
        self.numbers = {s for one in inputs for s in one.sides if isinstance(s, int)}
        letters = {s for one in inputs for s in one.sides if isinstance(s, str)}
        large = [one.pos for one in inputs for s in one.sides if isinstance(s, int) and s > LARGEST]
        if large or any(abs(low) > LARGEST for low in ranges.values()):
            raise NotUnderstood(f"a size above {LARGEST} is not read", large[0] if large else 0)
        self.fixed = next(iter(self.numbers)) if len(self.numbers) == 1 and "n" not in letters else None
        self.ranges = {name: self._range(low) for name, low in ranges.items() if name in letters}

    @staticmethod
    def _range(low: int) -> str:
        if low < 0:
            return str(-low)
        return f"({low}, {max(SEARCHED, low + 1)})"

    def text(self, joint: tuple[str, str] | None = None) -> str:
        """The whole domain; `joint` is the maker of all inputs at once and how it is called."""
        if joint is not None:
            self.makers.add(joint[0])
            return self._with_ranges(joint[1])
        calls = {identifier(one.name): self.call(one) for one in self.inputs}
        if not calls:
            raise NotUnderstood("the statement has no inputs", 0)
        if len(calls) == 1:
            return self._with_ranges(next(iter(calls.values())))
        same = set(calls.values())
        if len(same) == 1 and not same & {"scalar()"} and "integer" not in next(iter(same)):
            call = next(iter(same))
            return self._with_ranges(_added(call, f"count={len(calls)}"))
        self.makers.add("together")
        inner = [f"{name}={call}" for name, call in calls.items()]
        return f"together({', '.join([*inner, *[f'{k}={v}' for k, v in self.ranges.items()]])})"

    def _with_ranges(self, call: str) -> str:
        for name, ends in self.ranges.items():
            call = _added(call, f"{name}={ends}")
        return call

    def call(self, one: InputRead) -> str:
        """The maker of one input with its arguments."""
        maker, args = self._maker(one)
        self.makers.add(maker)
        return f"{maker}({', '.join(args)})"

    def _maker(self, one: InputRead) -> tuple[str, list[str]]:
        if one.kind is Kind.SCALAR:
            return "scalar", self._ends(one)
        if one.kind is Kind.INTEGER:
            return "integer", self._integer(one)
        sizes = [self.fixed_size(s) for s in one.sides]
        if one.complex:
            return self._complex(one, sizes)
        if one.kind is Kind.VECTOR:
            return (SPACES[one.space].maker if one.space else "vector"), self._sized(sizes, 1)
        if one.space:
            return self._of_space(one, sizes)
        if sizes[0] == sizes[1]:
            return "square", self._sized(sizes[:1], 1)
        return "rectangular", [] if sizes == ["m", "n"] else [_quoted(s) for s in sizes]

    def _complex(self, one: InputRead, sizes: list[str | int]) -> tuple[str, list[str]]:
        if len(sizes) != 2:
            raise NotUnderstood(f"{one.name} is no complex matrix", one.pos, cure="vectors are real here")
        alike = sizes[0] == sizes[1]
        sized = (self._sized(sizes[:1], 1) if alike else []) if sizes != ["m", "n"] else []
        if one.hermitian in ("hermitian", "unitary") and alike:
            return one.hermitian, [f"n={sizes[0]}"] if isinstance(sizes[0], int) else sized
        if one.hermitian != "complex_square":
            raise NotUnderstood(f"{one.name} is called {one.hermitian}, and its sides differ", one.pos)
        maker = "square" if alike else "rectangular"
        args = sized if alike or sizes == ["m", "n"] else [_quoted(s) for s in sizes]
        return maker, [*args, 'field="complex"']

    def fixed_size(self, size: str | int) -> str | int:
        return "n" if self.fixed is not None and size == self.fixed else size

    def _of_space(self, one: InputRead, sizes: list[str | int]) -> tuple[str, list[str]]:
        space = SPACES[one.space]
        first = ["strict=True"] if one.space == "strictly dominant" else []
        if sizes[0] == sizes[1]:
            args = self._sized(sizes[:1], 1)
            if space.rectangular and args and not args[0].startswith("n="):
                args = [args[0], args[0]]
            if args and not args[0].startswith("n=") and first:
                args = [f"size={args[0]}"]
            return space.maker, [*first, *args]
        return space.maker, [_quoted(s) for s in sizes]

    def _sized(self, sizes: list[str | int], count: int) -> list[str]:
        if sizes[0] == "n":
            return [f"n={self.fixed}"] if self.fixed is not None else []
        return [_quoted(sizes[0])]

    def _ends(self, one: InputRead) -> list[str]:
        ends = [None if end is None else self._number(end) for end in (one.low, one.high)]
        if ends == [None, None]:
            return []
        if ends[0] is None:
            return [f"high={ends[1]}"]
        return [str(end) for end in ends if end is not None]

    def _number(self, end: Node) -> str:
        found = self.scope.expr(end)
        value = Fraction(found.payload[0])
        if value.denominator == 1:
            return str(value.numerator)
        self.fraction = True
        return f"Fraction({value.numerator}, {value.denominator})"

    def _integer(self, one: InputRead) -> list[str]:
        if one.high is None or one.low is None:
            cure = f"write 1 \\le {one.name} \\le n, or its range in numbers"
            raise NotUnderstood(f"the integer {one.name} has no last value", one.pos, cure=cure)
        return [self._end(one.low, one), self._end(one.high, one)]

    def _end(self, end: Node, one: InputRead) -> str:
        inner = bare(end)
        if isinstance(inner, Digits):
            return inner.text
        name = written(inner)
        if name in self.scope.sizes:
            return f'"{name}"'
        raise NotUnderstood(
            f"the range of {one.name} ends at a size or at a number",
            inner.pos,
            cure="say more in a hypothesis",
        )


def identifier(name: str) -> str:
    """The name of an input in Python: a word of the language takes an underscore, a prime is written out."""
    return name + "_" if iskeyword(name) or name in WRITTEN else name.replace("'", "_prime")


def _quoted(size: str | int) -> str:
    return str(size) if isinstance(size, int) else f'"{size}"'


def _added(call: str, argument: str) -> str:
    inner = call[call.index("(") + 1 : -1]
    return f"{call[: call.index('(')]}({inner + ', ' if inner else ''}{argument})"
