"""A proof file, checked from itself alone: every case is there, and every leaf is closed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path as File
from typing import Any

from perturb.prove.checker.closing import close, fix
from perturb.prove.checker.instances import instances
from perturb.prove.checker.matrices import Matrix
from perturb.prove.checker.paths import EXACT, NEG, POS, RELATIONS, ZERO, Ask, NoValue, number, sufficient
from perturb.prove.checker.polynomials import Budget, Rejected
from perturb.prove.checker.spaces import element, text, variants
from perturb.prove.checker.statements import (
    OPERATORS,
    Comparison,
    Node,
    Shapes,
    Valuation,
    parse,
    value,
)

WORK, LARGEST = 4_000_000, 4_000_000
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError)
Step = tuple[Comparison, dict[str, int], int]


class Variants(Exception):
    """The next input has so many variants."""


class Reached(Exception):
    """The evaluation has come to an end of this kind."""


def check(file: File) -> dict[str, Any]:
    """The content of a file whose proof holds. Raises Rejected, saying why it does not, or OSError."""
    if file.stat().st_size > LARGEST:
        raise Rejected("a file of this size")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        check_data(data)
    except MALFORMED as error:
        raise Rejected(f"malformed: {type(error).__name__}: {str(error)[:80]}") from None
    return data  # type: ignore[no-any-return]


def check_data(data: Any) -> None:
    """Raises Rejected, or what a malformed file leads to (MALFORMED)."""
    kinds = [type(data[key]) for key in ("format", "id", "n", "defined")]
    if kinds != [int, str, int, bool] or data["format"] != 1:
        raise Rejected("another format")
    statement, budget = Speech(data), Budget(WORK)
    every = list(statement.sizes(data["n"]))
    if len(every) != len(data["proofs"]):
        raise Rejected("the proofs are not one for each assignment of sizes")
    ends: set[str] = set()
    for sizes in every:
        (proof,) = [proof for proof in data["proofs"] if proof["sizes"] == sizes]
        goals = [step for link in statement.then for step in statement.steps(link, sizes, budget)]
        if len(goals) != len(proof["goals"]):
            raise Rejected("the goals are not one for each instance of each conclusion")
        for step, goal in zip(goals, proof["goals"], strict=True):
            ends |= walk(statement, sizes, step, goal, budget)
    if not ends:
        raise Rejected("nothing is asserted at these sizes")
    if data["defined"] != ("undefined" not in ends):
        raise Rejected("whether all is defined is not as the file says")


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
        if len(names) < len(self.inputs) or any(not NAME.fullmatch(n) or ROOTS.fullmatch(n) for n in names):
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
        same: dict[Any, Node] = {}
        self.given = [parse(line, names, same) for line in data["given"]]
        self.then = [parse(line, names, same) for line in data["then"]]

    def sizes(self, n: int) -> Iterator[dict[str, int]]:
        """Every assignment up to n at which some size is n; the upper ends of sizes do not count."""
        names = [name for name in self.ranges if name not in self.integers]
        for values in product(range(1, n + 1), repeat=len(names)):
            sizes = dict(zip(names, values, strict=True))
            low = {name: self.end(self.ranges[name][0], sizes) for name in names}
            if all(sizes[k] >= low[k] for k in names) and max(values, default=2) == n:
                spans = [[self.end(e, sizes) for e in self.ranges[name]] for name in self.integers]
                for chosen in product(*[range(a, b + 1) for a, b in spans]):
                    yield {**sizes, **dict(zip(self.integers, chosen, strict=True))}

    def end(self, text: str, sizes: dict[str, int]) -> int:
        value = sizes[text] if text in sizes else int(text)
        if abs(value) > 99:
            raise Rejected("unsupported: a size or integer of this size")
        return value

    def extent(self, space: str, parameters: list[str], sizes: dict[str, int]) -> tuple[int, ...]:
        sides = {"scalar": 0, "vector": 1, "integer": 0}.get(space, 2)
        if sides == 2 and space in ("orthogonal", "activation"):
            parameters = parameters[:1] * 2
        return tuple(self.end(p, sizes) for p in parameters[:sides])

    def steps(self, relation: Comparison, sizes: dict[str, int], budget: Budget) -> Iterator[Step]:
        shapes = Shapes(budget, {})
        shapes.inputs = {}
        for name, space, *parameters in self.inputs:
            extent = self.extent(space, parameters, sizes)
            ones: Any = number(1) if not extent else [number(1)] * extent[-1]
            shapes.inputs[name] = (
                sizes[name] if space == "integer" else Matrix([ones] * extent[0]) if extent[1:] else ones
            )
        yield from ((relation, at, k) for at, k in instances(relation, shapes))


PARAMETER = re.compile(r"[A-Za-z]\w*|-?[0-9]+(/[0-9]+)?|", re.ASCII)
NAME, ROOTS = re.compile(r"[A-Za-z_]\w*", re.ASCII), re.compile(r"r\d+")
RANGE = re.compile(r"\('(\w+)', \((-?\d+|'\w+'), (-?\d+|'\w+')\)\)")


class Walker(Valuation):
    """A path of one goal: how many inputs are made, how many relations assumed."""

    made = assumed = 0
    chosen: int | None = None

    def run(self, statement: Speech, sizes: dict[str, int], hypotheses: list[Step], goal: Step) -> None:
        """Until the tree is asked, a part has no value, or the end: always raises."""
        for name, space, *parameters in statement.inputs[self.made :]:
            extent = statement.extent(space, parameters, sizes)
            cases = variants(space, extent)
            if cases > 1 and self.chosen is None:
                raise Variants(cases)
            case, self.chosen = self.chosen or 0, None
            integer = space == "integer"
            self.inputs[name] = (
                sizes[name] if integer else element(self, name, space, parameters, extent, case)
            )
            self.made += 1
        for relation, at, k in hypotheses[self.assumed :]:
            p, op = self.difference(relation, at, k)
            if op == NEG | POS:
                if self.ask(p, EXACT) == ZERO:
                    raise Reached("outside")
            else:
                self.put(p, op)
            self.assumed += 1
        p, op = self.difference(*goal)
        if op == ZERO:
            if self.ask(p, EXACT) == ZERO:
                raise Reached("true")
        else:
            self.put(p, 7 - op)
        raise Reached("close")

    def difference(self, relation: Comparison, at: dict[str, int], k: int) -> tuple[Any, int]:
        """The numerator of lhs - rhs, and the signs that the relation allows."""
        lhs, rhs = (value(self.read(side, at), k) for side in relation[1:])
        return self.sub(lhs, rhs).n, OPERATORS[relation.op]


def walk(statement: Speech, sizes: dict[str, int], given: Step, goal: Any, budget: Budget) -> set[str]:
    """The kinds of the leaves of a tree that has every case and whose leaves are what they say."""
    use = goal["use"]
    if any(type(k) is not int or k < 0 for k in use) or use != sorted(set(use)):
        raise Rejected("the hypotheses that are used")
    hypotheses = [step for k in use for step in statement.steps(statement.given[k], sizes, budget)]
    start = Walker(budget, {})
    start.inputs, ends = {}, set()
    waiting = [(start, goal["tree"])]
    while waiting:
        path, tree = waiting.pop()
        ((kind, inner),) = [(k, v) for k, v in tree.items() if k in KINDS]
        try:
            path.run(statement, sizes, hypotheses, given)
        except Ask as question:
            end, p, enough = "ask", *question.args
        except Variants as question:
            end, (cases,) = "variant", question.args
        except NoValue:
            end = "undefined"
        except Reached as ended:
            (end,) = ended.args
        if kind == "close":
            if "gauge" in inner:
                fix(path, goal["gauges"][inner["gauge"]])
            close(path, inner)
        elif kind != end:
            raise Rejected(f"the tree says {kind} where the evaluation says {end}")
        elif kind == "ask":
            waiting += branches(path, p, enough, inner)
        elif kind == "variant":
            if len(inner) != cases:
                raise Rejected("not one tree for each variant")
            for k, child in enumerate(inner):
                twin = path.copy()
                twin.chosen = k
                waiting.append((twin, child))
        if kind not in ("ask", "variant"):
            ends.add(kind)
    return ends


KINDS = ("ask", "variant", "close", "undefined", "true", "outside")


def branches(path: Walker, p: Any, enough: tuple[int, ...], answers: Any) -> Iterator[tuple[Walker, Any]]:
    """The path with each answer; together they are all signs that p can have there."""
    possible = path.signs(p)
    if possible & ~sum({RELATIONS[a] & bit for a in answers for bit in (NEG, ZERO, POS)}):
        raise Rejected("the answers do not cover <, = and >")
    for answer, child in answers.items():
        if not sufficient(possible & RELATIONS[answer], enough) or not possible & RELATIONS[answer]:
            raise Rejected("an answer that does not say enough")
        twin = path.copy()
        twin.put(p, RELATIONS[answer])
        yield twin, child
