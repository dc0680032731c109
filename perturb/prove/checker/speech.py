"""What a file speaks of: the statement, its sizes, its instances."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator
from itertools import product
from typing import Any

from perturb.prove.checker.matrices import Matrix, Missing
from perturb.prove.checker.paths import number, rational, require
from perturb.prove.checker.spaces import SIDES, text
from perturb.prove.checker.statements import NAME, Language, Node, Shapes, below

# Words with a value for all arguments of fitting shapes; and those whose last arguments are subscripts.
TOTAL = "add mul matmul T hadamard eye kron diag abs larger smaller sum norm s1 s entries column_matrix "
TOTAL += "diagonal partial_sums trace entry component rows cols length"
SUBSCRIPTS = "component head entry leading trailing upper_right lower_left without_columns without_rows"
PARAMETER = re.compile(r"[A-Za-z]\w*|-?[0-9]+(/[0-9]+)?|", re.ASCII)
RANGE = re.compile(r"\('(\w+)', \((-?\d+|'\w+'), (-?\d+|'\w+')\)\)")
Step = tuple[Node, int]  # a relation without indices; the component, where its sides are vectors


class Speech(Language):
    """What a file speaks of; its fingerprint and the text of its domain fit."""

    def __init__(self, data: Any) -> None:
        self.inputs: list[list[str]] = data["inputs"]
        lists = [type(part) is list for part in (data["given"], data["then"], self.inputs, *self.inputs)]
        require(all(lists), "relations and inputs are lists")
        parts = data["domain"], data["ranges"], "; ".join(data["given"]), "; ".join(data["then"])
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        require(digest[:12] == data["fingerprint"], "the fingerprint is of another statement")
        super().__init__({name for name, *_ in self.inputs})
        plain = all(PARAMETER.fullmatch(p) for _, _, *parameters in self.inputs for p in parameters)
        require(plain and all(map(NAME.fullmatch, self.names)), "the names and parameters of inputs")
        require(len(self.names) == len(self.inputs), "names of inputs that occur twice")
        domain = r",\quad ".join(text(*given) for given in self.inputs)
        require(domain == data["domain"], "the inputs are not those of the domain")
        ranges = RANGE.findall(data["ranges"])
        self.ranges = {n: (low.strip("'"), high.strip("'")) for n, low, high in ranges}
        again = ", ".join(f"({n!r}, ({a}, {b}))" for n, a, b in ranges)
        fine = f"[{again}]" == data["ranges"] and len(self.ranges) == len(ranges)
        require(fine, "the ranges of sizes cannot be read")
        whole = [row for row in self.inputs if row[1] == "integer"]
        self.integers = [name for name, *_ in whole]
        require(all(row[2:] == [*self.ranges[row[0]]] for row in whole), "the range of an integer")
        self.given, self.then = ([self.parse(line) for line in data[key]] for key in ("given", "then"))

    def sizes(self, n: int) -> Iterator[dict[str, int]]:
        """Every assignment up to n at which some size is n; the upper ends of sizes do not count."""
        names = [name for name in self.ranges if name not in self.integers]
        for values in product(range(1, n + 1), repeat=len(names)):
            sizes = dict(zip(names, values, strict=True))
            if all(sizes[k] >= end(self.ranges[k][0], sizes) for k in names) and max(values, default=2) == n:
                spans = [[end(e, sizes, 10**6) for e in self.ranges[name]] for name in self.integers]
                for chosen in product(*[range(a, b + 1) for a, b in spans]):
                    yield {**sizes, **dict(zip(self.integers, chosen, strict=True))}


def end(text: str, sizes: dict[str, int], most: int = 99) -> int:
    value = sizes[text] if text in sizes else int(text)
    require(abs(value) <= most, "unsupported: a size or integer of this size")
    return value


class Sized:
    """A statement at some sizes. Parts of it are closed: without names of integers and indices."""

    def __init__(self, speech: Speech, sizes: dict[str, int]) -> None:
        self.speech, self.sizes = speech, sizes
        self.extents, self.lemmas = dict[str, tuple[int, ...]](), dict[str, Step]()
        self.shapes = Shapes(speech)
        for name, space, *parameters in speech.inputs:
            extent = tuple(end(parameters[k], sizes) for k in SIDES.get(space, (0, 1)))
            ones: Any = [number(1)] * extent[-1] if extent else number(1)
            self.extents[name] = extent
            self.shapes.inputs[name] = Matrix([ones] * extent[0]) if extent[1:] else ones
        self.integers = {name: sizes[name] for name in speech.integers}
        self.given, self.then = (
            [self.instances(self.closed(r, self.integers)) for r in part]
            for part in (speech.given, speech.then)
        )

    def closed(self, part: Node, at: dict[str, int]) -> Node:
        """With numbers in the place of names; the sides of an input are numbers, too."""
        word, *args = part
        if not args:
            return self.speech.node(str(at[word])) if word in at else part
        if word in ("rows", "cols") and len(self.extents.get(args[0][0], ())) == 2 and not args[0][1:]:
            return self.speech.node(str(self.extents[args[0][0]][word == "cols"]))
        return self.speech.node(word, *[self.closed(arg, at) for arg in args])

    def instances(self, relation: Node) -> list[Step]:
        """All for which the subscripts exist: the indices by their names, then the components."""
        return [(found, k) for _, found, k in sorted(self.assigned(relation, {}), key=lambda x: x[0])]

    def assigned(self, relation: Node, at: dict[str, int]) -> Iterator[tuple[Any, Node, int]]:
        """With what the indices are: one after the other, each within bounds."""
        parts = below(relation)[1:]
        if not all(self.exists(part) for part in parts if not part.free):
            return
        for name, span in self.spans(parts):
            for k in span:
                yield from self.assigned(self.closed(relation, {name: k}), {**at, name: k})
            return
        require(not relation.free, "unsupported: an index without bounds")
        sides = [self.shapes.read(side) for side in relation[1:]]
        lengths = {len(side) for side in sides if type(side) is list}
        fine = len(lengths) < 2 and len(sides) == 2 and not any(isinstance(side, Matrix) for side in sides)
        require(fine, "a relation between these shapes")
        for k in range(1, lengths.pop() + 1) if lengths else [0]:
            yield [*sorted(at.items()), k], relation, k

    def spans(self, parts: list[Node]) -> Iterator[tuple[str, range]]:
        """Hold all values of an index: it has a range, or is itself a subscript, so between 0 and a side."""
        for word, *args in parts:
            if word == "index" and args[0].free and not args[0][1:]:
                low, high = (self.shapes.whole(x) for x in args[1:])
                yield args[0][0], range(low, high + 1)
            if word in SUBSCRIPTS.split() and not args[0].free:
                box = self.shapes.read(args[0])
                longest = max(len(box), len(box[0]) if isinstance(box, Matrix) else 0)
                yield from ((x[0], range(longest + 1)) for x in args[1:] if x.free and not x[1:])

    def exists(self, part: Node) -> bool:
        try:
            self.shapes.read(part)
        except Missing:
            return False
        return True

    def lets(self, texts: list[str], valued: Container[Node]) -> dict[Node, tuple[str, tuple[int, ...]]]:
        """Parts that may be any matrix, vector or number of their shape: each has a value for all inputs, or
        wherever the nodes `valued` have one."""
        found = dict[Node, tuple[str, tuple[int, ...]]]()
        for k, written in enumerate(texts, 1):
            part = self.closed(self.speech.parse(written), self.integers)
            fine = part[1:] and not part.free and all(x in valued or self.total(x) for x in below(part))
            require(fine, "a part that may have no value")
            x = self.shapes.read(part)
            found[part] = (
                f".{k}",
                (x.m, x.n) if isinstance(x, Matrix) else (len(x),) if type(x) is list else (),
            )
        return found

    def total(self, part: Node) -> bool:
        """Whether this word has a value for all arguments: a divisor must be a number or a side."""
        word, *args = part
        if word != "div":
            return not args or word in TOTAL.split()
        by = args[1]
        number = not by[1:] and by[0] not in self.speech.names
        return by[0] in ("rows", "cols") or (number and rational(by[0]) != 0)

    def lemma(self, text: str) -> Step:
        """A relation between numbers."""
        if text not in self.lemmas:
            relation = self.closed(self.speech.parse(text), self.integers)
            self.lemmas[text] = relation, 0
            only = self.instances(relation) == [(relation, 0)]
            require(only, "a lemma that is no relation between numbers")
        return self.lemmas[text]
