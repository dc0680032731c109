"""A path followed at one exact point: every question is answered by the point itself.

Inputs at a point, in the coordinates of the checker.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from flint import arb, fmpq, fmpq_mat

from perturb.domains.space import Point
from perturb.prove.checker.check import Walker
from perturb.prove.checker.numbers import FACTORS, Poly, Ratio
from perturb.prove.checker.paths import NEG, POS, ZERO, Stop
from perturb.prove.checker.spaces import TABLE, symbol
from perturb.prove.checker.statements import Statement
from perturb.statements.claim import Claim

PRECISION = 600  # bits
PARAMETERS = {"%1": r"(?P<a>[^,{}]+?)", "%2": r"(?P<b>[^,{}]+?)", "%3": r"(?P<c>[^,{}]+?)"}


def space_of(name: str, text: str, shape: tuple[Any, ...], ends: tuple[Any, Any]) -> list[str] | None:
    """The row of `inputs` for a space of the engine, or None for one that the format does not have."""
    text = text.replace("{0}", symbol(name))
    intervals = {r"{0} \in [%1, %2]": "lh", r"{0} \ge %1": "l", r"{0} \le %1": "h"}
    if shape == () and ends == (None, None):
        for template, kind in intervals.items():
            found = _matched(template, name, text)
            if found:
                low = found[0] if kind != "h" else ""
                return [name, "scalar", low, found[-1] if "h" in kind else ""]
    for space, (template, *_) in TABLE.items():
        found = _matched(template, name, text)
        if (
            found is not None
            and (space != "vector" or len(shape) == 1)
            and (space != "scalar" or shape == ())
        ):
            return [name, space, *found]
    return None


def _matched(template: str, name: str, text: str) -> list[str] | None:
    pattern = re.escape(template.replace("{0}", symbol(name)))
    used: list[str] = []
    for key, group in PARAMETERS.items():
        key = re.escape(key)
        if key in pattern:
            pattern = pattern.replace(key, group, 1).replace(key, f"(?P={group[4]})")
            used.append(group[4])
    hit = re.fullmatch(pattern, text)
    return [hit[k] for k in used] if hit else None


def statement_of(claim: Claim) -> dict[str, Any] | None:
    """What a proof file of a claim says of its statement."""
    inputs = []
    for name, space in claim.domain.spaces.items():
        row = space_of(name, space.text, space.shape, (space.low, space.high))
        if row is None:
            return None
        if row[1] == "general":
            row[2:] = [str(side) for side in space.shape]
        inputs.append(row)
    return {
        "format": 1,
        "id": claim.id,
        "fingerprint": claim.fingerprint,
        "domain": claim.domain.describe(),
        "ranges": repr(sorted(claim.domain.all_ranges().items())),
        "inputs": inputs,
        "given": [link.canonical() for link in claim.hypotheses],
        "then": [link.canonical() for link in claim.conclusions],
    }


class Valueless(Exception):
    """A part without a value at a point."""


def reached(path: Walker, part: Any) -> None:
    path.read(part)
    raise Stop("close")


class Follower:
    """Follows a goal at a point; `values` are the variables of the checker there."""

    def __init__(self, statement: Statement, point: Point) -> None:
        self.statement, self.point = statement, point
        self.values: dict[str, arb] = {}
        self.cases: dict[str, int] = {}
        for name, space, *parameters in statement.inputs:
            self._coordinates(name, space, parameters, point.values[name])

    def _coordinates(self, name: str, space: str, parameters: list[str], value: Any) -> None:
        put = self.values
        if space == "scalar":
            put[called(name)] = arb(value)
        elif space == "vector":
            pair, each = [f"{name}.u1", f"{name}.u2"], [f"{name}.{k + 1}" for k in range(len(value))]
            names = pair if len(value) == 2 else each
            put.update(zip(names, map(arb, value), strict=True))
        elif isinstance(value, fmpq_mat):
            rows = [[value[i, j] for j in range(value.ncols())] for i in range(value.nrows())]
            self._matrix(name, rows)
            self.cases[name] = variant_of(space, parameters, [x for row in rows for x in row])

    def _matrix(self, name: str, rows: list[list[Any]]) -> None:
        put, flat = self.values, [x for row in rows for x in row]
        if (len(rows), len(rows[0])) == (2, 2):
            a, b, c, d = flat
            plane = {"u1": (a + d) / 2, "u2": (c - b) / 2, "v1": (a - d) / 2, "v2": (b + c) / 2}
            put.update({f"{name}.{k}": arb(x) for k, x in plane.items()})
        elif len(flat) == 2:
            put.update({f"{name}.u1": arb(flat[0]), f"{name}.u2": arb(flat[1])})
        else:
            sides = [(i + 1, j + 1) for i in range(len(rows)) for j in range(len(rows[0]))]
            put.update({f"{name}.{i}{j}": arb(x) for (i, j), x in zip(sides, flat, strict=True)})

    def part(self, part: Any, name: str, sides: int) -> None:
        """The value here of a part that the proof lets be anything: it is computed, not chosen."""
        path = self.path((part, 0))
        value = self.answered(path, part)
        if sides < 2:
            here = [self.scalar(x, path) for x in (value if sides else [value])]
            self._coordinates(name, "vector" if sides else "scalar", [], here if sides else here[0])
            return
        self._matrix(name, [[self.scalar(x, path) for x in row] for row in value])

    def path(self, goal: Any, hypotheses: Any = ()) -> Walker:
        """One without a tree and without free parts."""
        return Walker(self.statement, list(hypotheses), goal, {})

    def answered(self, path: Walker, part: Any) -> Any:
        """Its value, all questions answered by the point."""
        path.todo[-1] = partial(reached, part=part)
        if self.led(path) != "close":
            raise Valueless
        return path.read(part)

    def number(self, p: Poly, path: Walker, seen: dict[int, arb] | None = None) -> arb:
        """The polynomial at the point, the roots by their radicands; `seen` are variables that are known."""
        names = {place: name for name, place in path.names.items()}
        seen = {} if seen is None else seen
        total = arb(0)
        for m, c in p.terms():
            term = arb(fmpq(c))
            for place, e in enumerate(m):
                for _ in range(int(e)):  # the power of a ball about 0 is NaN in flint
                    if place not in seen:
                        seen[place] = self.variable(names[place], place, path, seen)
                    term *= seen[place]
            total += term
        return total

    def variable(self, name: str, place: int, path: Walker, seen: dict[int, arb]) -> arb:
        if place in path.rules:
            q = self.number(path.rules[place].q, path, seen)
            return arb(0) if near_zero(q) else q.sqrt()
        return self.values[name]

    def sign(self, p: Poly, path: Walker) -> int:
        x = self.number(p, path)
        return ZERO if near_zero(x) else POS if x > 0 else NEG

    def scalar(self, x: Ratio, path: Walker) -> arb:
        bottom = arb(1)
        for f, k in x.d.items():
            bottom *= self.number(FACTORS[f], path) ** k
        return self.number(x.n, path) / bottom

    def free(self, hypotheses: list[Any], goal: Any) -> tuple[str, Walker]:
        """Without a tree: all questions are answered exactly."""
        path = self.path(goal, hypotheses)
        return self.led(path), path

    def led(self, path: Walker) -> str:
        """Along the answers of the point to an end, which is named."""
        while True:
            try:
                path.run()
            except Stop as stop:
                kind, *what = stop.args
                if kind == "ask":
                    path.put(what[0], self.sign(what[0], path))
                elif kind == "variant":
                    path.case = self.case(path)
                else:
                    return str(kind)

    def case(self, path: Walker) -> int:
        """Of the input that is to be made."""
        return self.cases[path.todo[path.done].keywords["name"]]


def near_zero(x: arb) -> bool:
    """Zero, as far as so many digits say. AssertionError for NaN, which contains every number."""
    assert x.is_finite(), x
    return bool(x.contains(0))


class Lost(AssertionError):
    """A point that no path of the tree fits, or more than one, or a leaf that denies it."""


def fits(answer: str, sign: int) -> bool:
    return bool(sign & {"<": NEG, "=": ZERO, ">": POS, "<=": NEG | ZERO, ">=": ZERO | POS}[answer])


def follow(follower: Follower, hypotheses: Any, goal: Any, made: Any, valued: Any) -> tuple[str, Walker]:
    """Along the tree of a goal to the one leaf that the point comes to. Raises Lost.

    The questions are those of the checker; which child fits is decided by the point alone.
    """
    tree, path = made["tree"], Walker(follower.statement, hypotheses, goal, made, valued)
    try:
        for part, (name, extent) in path.lets.items():
            follower.part(part, name, len(extent))
    except Valueless:
        return "undefined", path
    while True:
        if "close" in tree:
            return "close", path
        try:
            path.run()
        except Stop as stop:
            kind, *what = stop.args
        if kind == "ask":
            p, _ = what
            sign = follower.sign(p, path)
            ways = [(answer, child) for answer, child in tree["ask"].items() if fits(answer, sign)]
            if len(ways) != 1:
                raise Lost(f"{len(ways)} of the cases {list(tree['ask'])} fit")
            ((answer, tree),) = ways
            path.put(p, {"<": 1, "=": 2, ">": 4, "<=": 3, ">=": 6}[answer])
        elif kind == "variant":
            path.case = follower.case(path)
            if len(tree["variant"]) != what[0]:
                raise Lost("a variant is missing")
            tree = tree["variant"][path.case]
        else:
            return str(kind), path


# Inputs at a point, in the coordinates of the checker.


def called(name: str) -> str:
    """The variable of a number."""
    return f"{name}." if re.fullmatch(r"r[0-9]+", name) else name


def variant_of(space: str, parameters: list[str], flat: list[fmpq]) -> int:
    """Which of the cases of a space an element is."""
    if space == "activation":
        eta = fmpq(*map(int, parameters[-1].split("/")))
        slopes = flat if len(flat) == 1 else [flat[0], flat[3]]
        return sum(2**k for k, x in enumerate(reversed(slopes)) if x == eta and eta != 1)
    if space == "orthogonal":
        return int(flat[0] < 0) if len(flat) == 1 else int(flat[0] * flat[3] - flat[1] * flat[2] < 0)
    if space == "projection":
        if len(flat) == 1:
            return int(flat[0] == 1)
        return {0: 0, 2: 1}.get(int(flat[0] + flat[3]), 2)
    return 0
