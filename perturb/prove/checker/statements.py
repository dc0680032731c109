"""What a file speaks of: the statement, its sizes, its instances."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator
from itertools import product
from math import prod
from typing import Any

from perturb.prove.checker.matrices import LONGEST, Missing
from perturb.prove.checker.numbers import NOTHING, rational, require
from perturb.prove.checker.spaces import SIDES, inhabited, symbol, text
from perturb.prove.checker.text import NAME, SUBSCRIPTS, Language, Shapes, canonical

# Words with a value for all arguments of fitting shapes.
TOTAL = "add mul matmul T hadamard eye kron diag abs larger smaller sum norm s1 s entries column_matrix "
TOTAL += "diagonal partial_sums trace entry component rows cols length"
WORD, WHOLE = NAME.pattern, "0|-?[1-9][0-9]*"
RANGE = re.compile(rf"\('({WORD})', \(({WHOLE}|'{WORD}'), ({WHOLE}|'{WORD}')\)\)", re.ASCII)
END = re.compile(rf"{WORD}|{WHOLE}", re.ASCII)  # also of sides
VALUE = re.compile(rf"(?:{WHOLE})(?:/[1-9][0-9]*)?|")  # of a scalar's end; none where it has no such end
MOST = 1000  # assignments of sizes
Step = tuple[str, int]  # a relation without indices; the component, where its sides are vectors


def ranges(data: Any) -> dict[str, tuple[str, str]]:
    """Of the sizes and integers; the fingerprint, the inputs and the text of the domain fit."""
    inputs, given, then = data["inputs"], data["given"], data["then"]
    require({type(x) for x in (inputs, given, then, *inputs)} == {list}, "relations and inputs are lists")
    require(all(map(canonical, given + then)), "the text of a relation")
    parts = data["domain"], data["ranges"], "; ".join(given), "; ".join(then)
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    require(digest[:12] == data["fingerprint"], "the fingerprint is of another statement")
    names = {symbol(name): name for name, *_ in inputs if NAME.fullmatch(name)}
    require(
        all(fits(*row) for row in inputs) and len(names) == len(inputs), "the names and parameters of inputs"
    )
    domain = r",\quad ".join(text(*row) for row in inputs)
    require(domain == data["domain"], "the inputs are not those of the domain")
    ends = listed(data["ranges"])
    integers = {name: (*row,) for name, space, *row in inputs if space == "integer"}
    require(integers.items() <= ends.items(), "the range of an integer")
    alike = {name for shown, name in names.items() if ends.keys() & {shown, name}}
    require(alike == integers.keys(), "a size that is called or printed like an input")
    return ends


def listed(said: str) -> dict[str, tuple[str, str]]:
    """The ends by names, from the text of a sorted list: [('k', (0, 'n')), ('n', (1, 4))]."""
    found = RANGE.findall(said)
    whole = ", ".join(f"('{name}', ({low}, {high}))" for name, low, high in found)
    names = [name for name, *_ in found]
    require(f"[{whole}]" == said and names == sorted({*names}), "the ranges of sizes cannot be read")
    return {name: (low.strip("'"), high.strip("'")) for name, low, high in found}


def fits(name: str, space: str, *parameters: str) -> bool:
    """Sides and the ends of an integer are sizes or whole numbers; the rest is numbers."""
    whole = (0, 1) if space == "integer" else SIDES.get(space, (0, 1))
    kinds = [END if k in whole else VALUE for k in range(len(parameters))]
    plain = all(kind.fullmatch(p) for kind, p in zip(kinds, parameters, strict=True))
    return plain and (space not in ("scalar", "bounded") or inhabited(space, parameters))


def assignments(data: Any) -> Iterator[dict[str, int]]:
    """Every assignment up to n, of which the statement speaks, at which some size is n."""
    ends, n = ranges(data), data["n"]
    integers = [name for name, space, *_ in data["inputs"] if space == "integer"]
    names = [name for name in ends if name not in integers]
    require(n ** len(names) <= MOST, "unsupported: as many sizes")
    for values in product(range(1, n + 1), repeat=len(names)):
        sizes = dict(zip(names, values, strict=True))
        if all(spoken_of(ends[k], sizes[k], sizes) for k in names) and max(values, default=2) == n:
            spans = [
                range(end(low, sizes), end(high, sizes) + 1) for low, high in map(ends.__getitem__, integers)
            ]
            yield from ({**sizes, **dict(zip(integers, chosen, strict=True))} for chosen in product(*spans))


def spoken_of(ends: tuple[str, str], value: int, sizes: dict[str, int]) -> bool:
    """Of two equal ends that value alone; else the upper one says how far a search goes, no more."""
    low = end(ends[0], sizes)
    return value == low if ends[0] == ends[1] else value >= low


def end(x: str, sizes: dict[str, int]) -> int:
    value = sizes[x] if NAME.fullmatch(x) else int(x)
    require(abs(value) <= 10**6, "unsupported: a size or integer of this size")
    return value


class Statement(Language):
    """A statement at some sizes: the names of integers and the sides of inputs are numbers in its text."""

    def __init__(self, data: Any, sizes: dict[str, int]) -> None:
        self.inputs, self.extents, self.sizes = data["inputs"], dict[str, tuple[int, ...]](), sizes
        letters, zeros = dict[str, str](), dict[str, Any]()
        for name, space, *parameters in self.inputs:
            extent = self.extents[name] = tuple(end(parameters[k], sizes) for k in SIDES.get(space, (0, 1)))
            letters |= {name: str(sizes[name])} if space == "integer" else {}
            sides = zip(("rows", "cols"), extent, strict=True) if len(extent) == 2 else ()
            letters |= {f"({word} {name})": str(k) for word, k in sides}
            zeros[name] = NOTHING
            require(all(k > 0 for k in extent) and prod(extent) <= LONGEST, "an input of this size")
            for k in reversed(extent):
                zeros[name] = [zeros[name]] * k
        super().__init__({name for name, *_ in self.inputs}, letters)
        self.shapes, self.lemmas = Shapes(self), set[str]()
        self.shapes.inputs = zeros
        self.given, self.then = (
            [self.instances(self.read(line)) for line in data[key]] for key in ("given", "then")
        )

    def instances(self, relation: str) -> list[Step]:
        """All for which the subscripts exist: the indices by their names, then the components."""
        every = [self.args[part] for part in self.parts(relation)]
        ranged = [inner[0] for word, *inner in every if word == "index" and inner]
        require(len({*ranged}) == len(ranged), "an index with two ranges")
        return [step for _, step in sorted(self.assigned(relation, {}))]

    def assigned(self, relation: str, at: dict[str, int]) -> Iterator[tuple[Any, Step]]:
        """With what the indices are: one after the other, each within bounds."""
        parts = self.parts(relation)[1:]
        try:
            for part in parts:
                if not self.free[part]:
                    self.shapes.read(part)
        except Missing:
            return
        for name, span in self.spans(parts):
            alike = {name, symbol(name)} & {*self.sizes, *map(symbol, self.names)}
            require(not alike, "an index that is called or printed like a size or an input")
            for k in span:
                yield from self.assigned(self.parse(relation, {name: str(k)}), {**at, name: k})
            return
        require(not self.free[relation], "unsupported: an index without bounds")
        lhs, rhs = shapes = [self.shape(side) for side in self.args[relation][1:]]
        lengths = {*shapes} - {()}
        require(len(lengths) < 2 and len(lhs) < 2 and len(rhs) < 2, "a relation between these shapes")
        for k in range(1, lengths.pop()[0] + 1) if lengths else [0]:
            yield [*sorted(at.items()), k], (relation, k)

    def shape(self, part: str) -> tuple[int, ...]:
        """Of a number (), of a vector its length, of a matrix its sides."""
        x = self.shapes.read(part)
        if not isinstance(x, list):
            return ()
        return (len(x), len(x[0])) if x and isinstance(x[0], list) else (len(x),)

    def spans(self, parts: list[str]) -> Iterator[tuple[str, range]]:
        """Hold all values of an index: it has a range, or is itself a subscript, so between 0 and a side."""
        for word, *args in [self.args[part] for part in parts if part[0] == "("]:
            if word == "index" and self.free[args[0]] == {args[0]}:
                low, high = map(self.shapes.whole, args[1:])
                yield args[0], range(low, high + 1)
            if word in SUBSCRIPTS and not self.free[args[0]]:
                longest = max(self.shape(args[0]))
                yield from ((x, range(longest + 1)) for x in args[1:] if self.free[x] == {x})

    def lets(self, texts: list[str], valued: Container[str]) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Parts that may be any matrix, vector or number of their shape: each has a value for all inputs, or
        wherever the parts `valued` have one."""
        found = dict[str, tuple[str, tuple[int, ...]]]()
        for k, line in enumerate(texts, 1):
            part = self.read(line)
            fine = all(x in valued or self.total(x) for x in self.parts(part))
            require(self.args[part][1:] and not self.free[part] and fine, "a part that may have no value")
            found[part] = f".{k}", self.shape(part)
        return found

    def total(self, part: str) -> bool:
        """Whether this word has a value for all arguments: a divisor must be a number or a side."""
        word, *args = self.args[part]
        if word != "div":
            return not args or word in TOTAL.split()
        by = self.args[args[1]]
        return by[0] in ("rows", "cols") or (not by[1:] and by[0] not in self.names and rational(by[0]) != 0)

    def lemma(self, line: str) -> Step:
        """A relation between numbers."""
        relation = self.read(line)
        if relation not in self.lemmas:
            fine = self.instances(relation) == [(relation, 0)]
            require(fine, "a lemma that is no relation between numbers")
            self.lemmas.add(relation)
        return relation, 0
