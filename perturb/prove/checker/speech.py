"""What a file speaks of: the statement, its sizes, its instances."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator
from itertools import product
from typing import Any

from perturb.prove.checker.instances import exists, instances
from perturb.prove.checker.matrices import Matrix
from perturb.prove.checker.paths import number as scalar
from perturb.prove.checker.polynomials import Budget, Rejected, number
from perturb.prove.checker.spaces import text
from perturb.prove.checker.statements import Comparison, Node, Shapes, below, parse

Step = tuple[Comparison, dict[str, int], int]
# Words with a value for all arguments of fitting shapes.
TOTAL = {"add", "sub", "neg", "mul", "matmul", "T", "hadamard", "sym", "commutator", "eye", "kron", "diag"}
TOTAL |= {
    "sq",
    "abs",
    "larger",
    "smaller",
    "sum",
    "norm",
    "fro",
    "s1",
    "op",
    "nuclear",
    "entries",
    "column_matrix",
}
TOTAL |= {"s", "diagonal", "partial_sums", "s_min", "trace", "entry", "component", "rows", "cols"}
PARAMETER = re.compile(r"[A-Za-z]\w*|-?[0-9]+(/[0-9]+)?|", re.ASCII)
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
RANGE = re.compile(r"\('(\w+)', \((-?\d+|'\w+'), (-?\d+|'\w+')\)\)")


class Speech:
    """What a file speaks of; its fingerprint and the text of its domain fit."""

    def __init__(self, data: Any) -> None:
        if any(type(part) is not list for part in (data["given"], data["then"], data["inputs"])):
            raise Rejected("relations and inputs are lists")
        parts = data["domain"], data["ranges"], "; ".join(data["given"]), "; ".join(data["then"])
        if hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12] != data["fingerprint"]:
            raise Rejected("the fingerprint is of another statement")
        self.inputs: list[list[str]] = data["inputs"]
        names = {name for name, *_ in self.inputs}
        if any(not PARAMETER.fullmatch(p) for _, _, *parameters in self.inputs for p in parameters):
            raise Rejected("the parameters of inputs")
        if len(names) < len(self.inputs) or not all(NAME.fullmatch(name) for name in names):
            raise Rejected("the names of inputs")
        if r",\quad ".join(text(*given) for given in self.inputs) != data["domain"]:
            raise Rejected("the inputs are not those of the domain")
        self.ranges = {n: (low.strip("'"), high.strip("'")) for n, low, high in RANGE.findall(data["ranges"])}
        again = ", ".join(f"({n!r}, ({a}, {b}))" for n, a, b in RANGE.findall(data["ranges"]))
        if f"[{again}]" != data["ranges"] or len(self.ranges) < len(RANGE.findall(data["ranges"])):
            raise Rejected("the ranges of sizes cannot be read")
        self.integers = [name for name, space, *_ in self.inputs if space == "integer"]
        if any(
            (n, "integer", *self.ranges[n]) != tuple(i)
            for i in self.inputs
            for n in i[:1]
            if i[1] == "integer"
        ):
            raise Rejected("the range of an integer")
        self.names, self.same = names, dict[Any, Node]()
        self.shaped: dict[Any, Shapes] = {}
        self.given = [parse(line, names, self.same) for line in data["given"]]
        self.then = [parse(line, names, self.same) for line in data["then"]]

    def sizes(self, n: int) -> Iterator[dict[str, int]]:
        """Every assignment up to n at which some size is n; the upper ends of sizes do not count."""
        names = [name for name in self.ranges if name not in self.integers]
        for values in product(range(1, n + 1), repeat=len(names)):
            sizes = dict(zip(names, values, strict=True))
            low = {name: self.end(self.ranges[name][0], sizes) for name in names}
            if all(sizes[k] >= low[k] for k in names) and max(values, default=2) == n:
                spans = [[self.end(e, sizes, 10**6) for e in self.ranges[name]] for name in self.integers]
                if any(b - a > 99 for a, b in spans):
                    raise Rejected("unsupported: so many integers")
                for chosen in product(*[range(a, b + 1) for a, b in spans]):
                    yield {**sizes, **dict(zip(self.integers, chosen, strict=True))}

    def end(self, text: str, sizes: dict[str, int], most: int = 99) -> int:
        value = sizes[text] if text in sizes else int(text)
        if abs(value) > most:
            raise Rejected("unsupported: a size or integer of this size")
        return value

    def extent(self, space: str, parameters: list[str], sizes: dict[str, int]) -> tuple[int, ...]:
        sides = {"scalar": 0, "vector": 1, "integer": 0}.get(space, 2)
        if sides == 2 and space in ("orthogonal", "activation"):
            parameters = parameters[:1] * 2
        return tuple(self.end(p, sizes) for p in parameters[:sides])

    def steps(self, relation: Comparison, sizes: dict[str, int], budget: Budget) -> Iterator[Step]:
        shapes = self.shapes(sizes, budget)
        yield from ((relation, at, k) for at, k in instances(relation, shapes))

    def lets(
        self, texts: list[str], sizes: dict[str, int], budget: Budget, valued: Container[Node]
    ) -> dict[Node, tuple[str, Any]]:
        """Parts that may be any matrix, vector or number of their shape: each has a value for all inputs, or
        wherever the nodes `valued` have one."""
        found: dict[Node, tuple[str, Any]] = {}
        for k, written in enumerate(texts, 1):
            part = parse(f"(== {written} {written})", self.names, self.same).lhs
            if part.free or not part.args or not all(x in valued or self.total(x) for x in below(part)):
                raise Rejected("a part that may have no value")
            if not exists(part, {}, self.shapes(sizes, budget)):
                raise Rejected("a part that does not exist at this size")
            x = self.shapes(sizes, budget).read(part, {})
            found[part] = (
                f".{k}",
                (x.m, x.n) if isinstance(x, Matrix) else (len(x),) if type(x) is list else (),
            )
        return found

    def total(self, part: Node) -> bool:
        """Whether this word has a value for all arguments: a divisor must be a number or a size."""
        if part.word != "div":
            return not part.args or (part.word in TOTAL and not part.ranged)
        by = part.args[1]
        return by.word in ("rows", "cols") or (
            not by.args and by.word not in self.names and number(by.word) != 0
        )

    def lemma(self, text: str, sizes: dict[str, int], budget: Budget) -> Step:
        """A relation between numbers."""
        relation = parse(text, self.names, self.same)
        steps = list(self.steps(relation, sizes, budget))
        if len(steps) != 1 or steps[0][1:] != ({}, 0):
            raise Rejected("a lemma that is no relation between numbers")
        return steps[0]

    def shapes(self, sizes: dict[str, int], budget: Budget) -> Shapes:
        """Inputs of ones. What has been read of them stays read."""
        key = tuple(sorted(sizes.items()))
        if key not in self.shaped:
            self.shaped[key] = self.of_ones(sizes, budget)
        return self.shaped[key]

    def of_ones(self, sizes: dict[str, int], budget: Budget) -> Shapes:
        shapes = Shapes(budget, {})
        shapes.inputs = {}
        for name, space, *parameters in self.inputs:
            extent = self.extent(space, parameters, sizes)
            ones: Any = scalar(1) if not extent else [scalar(1)] * extent[-1]
            shapes.inputs[name] = (
                sizes[name] if space == "integer" else Matrix([ones] * extent[0]) if extent[1:] else ones
            )
        return shapes
