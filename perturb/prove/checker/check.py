"""A proof file, checked from itself alone: every case is there, and every leaf is closed."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from pathlib import Path as File
from typing import Any

from perturb.prove.checker.closing import close, fix
from perturb.prove.checker.frames import diagonals
from perturb.prove.checker.paths import EXACT, NEG, POS, RELATIONS, SIDES, ZERO, Ask, NoValue, sufficient
from perturb.prove.checker.polynomials import Budget, Poly, Rejected, exponent
from perturb.prove.checker.spaces import element, variants
from perturb.prove.checker.speech import Speech, Step
from perturb.prove.checker.stages import stages
from perturb.prove.checker.statements import OPERATORS, Comparison, Node, Valuation, below, value

WORK, LARGEST = 4_000_000, 4_000_000
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError)


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
        walked: dict[Any, set[str]] = {}
        for step, goal in zip(goals, proof["goals"], strict=True):
            for stage in stages(statement, sizes, step, goal, budget):
                key = known_as(*stage)
                if key not in walked:
                    walked[key] = walk(statement, sizes, *stage, budget)
                ends |= walked[key]
    if not ends:
        raise Rejected("nothing is asserted at these sizes")
    if data["defined"] != ("undefined" not in ends):
        raise Rejected("whether all is defined is not as the file says")


def known_as(hypotheses: list[Step], given: Step, goal: Any, valued: set[Node]) -> Any:
    """What a walk depends on, at given sizes: goals of one statement often share their lemmas."""
    steps = tuple((relation, tuple(at.items()), k) for relation, at, k in (*hypotheses, given))
    return steps, json.dumps(goal), frozenset(valued)


class Walker(Valuation):
    """A path of one goal: how many inputs are made, how many relations assumed."""

    made = assumed = 0
    chosen: int | None = None
    squared = False

    def run(self, statement: Speech, sizes: dict[str, int], hypotheses: list[Step], goal: Step) -> None:
        """Until the tree is asked, a part has no value, or the end: always raises."""
        for name, space, *parameters in statement.inputs[self.made :]:
            extent = statement.extent(space, parameters, sizes)
            if self.lets and name not in self.needed and space != "integer":
                self.made += 1
                continue
            cases = 1 if name in self.diagonal else variants(space, extent)
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
        p, op = self.of_squares(*goal) if self.squared else self.difference(*goal)
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

    def of_squares(self, relation: Comparison, at: dict[str, int], k: int) -> tuple[Any, int]:
        """The same of the squares, where the smaller side (of an equality each) is not negative.

        0 <= R < L gives R^2 < L^2, and 0 <= R <= L gives R^2 <= L^2, whatever the sign of L seemed to be.
        """
        op, sides = OPERATORS[relation.op], [value(self.read(side, at), k) for side in relation[1:]]
        if op == NEG | POS:
            raise Rejected("the squares of sides that are to differ")
        least = [x for x, mask in zip(sides, (POS, NEG), strict=True) if op & mask or op == ZERO]
        if any(not self.clearly(x.n) and self.ask(x.n, SIDES) & NEG for x in least):
            return self.sub(*sides).n, op
        squares = [value(self.square(side, at), k) for side in relation[1:]]
        return self.sub(*squares).n, op

    def clearly(self, p: Any) -> bool:
        """Only positive multiples of products of squares and of variables known not to be negative."""
        places = self.shifts.values()
        fine = {shift for shift in places if not self.signs(Poly({1 << shift: 1})) & NEG}
        return all(
            c > 0 and all(shift in fine or not exponent(m, shift) % 2 for shift in places)
            for m, c in p.items()
        )

    def square(self, part: Node, at: dict[str, int]) -> Any:
        """Of a root what is under it, also in the top of a quotient; else the product with itself."""
        if part.word == "sqrt" and part not in self.lets:
            return self.read(part.args[0], at)
        if part.word == "div" and part not in self.lets:
            top, below = self.square(part.args[0], at), self.read(part.args[1], at)
            return self.apply("div", [self.apply("div", [top, below]), below])
        return self.apply("sq", [self.read(part, at)])


def walk(
    statement: Speech,
    sizes: dict[str, int],
    hypotheses: list[Step],
    given: Step,
    goal: Any,
    valued: set[Node],
    budget: Budget,
) -> set[str]:
    """The kinds of the leaves of a tree that has every case and whose leaves are what they say.

    A leaf may be undefined only for the sake of a part that is `valued`: no point that matters comes there.
    """
    first = beginning(statement, sizes, [*hypotheses, given], goal, budget, valued)
    everywhere = all(statement.total(part) for top in first.lets for part in below(top))
    ends = set[str]() if everywhere else {"undefined"}
    still = dict[tuple[int, int], Any]()
    waiting = [(first, goal["tree"])]
    while waiting:
        path, tree = waiting.pop()
        ((kind, inner),) = [(k, v) for k, v in tree.items() if k in KINDS]
        try:
            path.run(statement, sizes, hypotheses, given)
        except Ask as question:
            end, p, enough = "ask", *question.args
        except Variants as question:
            end, (cases,) = "variant", question.args
        except NoValue as why:
            end = "undefined" if why.args[0] in valued else "undefined in a lemma"
        except Reached as ended:
            (end,) = ended.args
        if kind == "close":
            if "gauge" in inner:
                fix(path, goal["gauges"][inner["gauge"]], still)
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


def beginning(
    statement: Speech,
    sizes: dict[str, int],
    steps: list[Step],
    goal: Any,
    budget: Budget,
    valued: Container[Node] = (),
) -> Walker:
    """A path on which nothing has happened; which parts may be anything, and which inputs are left then."""
    path = Walker(budget, {})
    path.squared = goal.get("squared", False) is True
    path.inputs, path.lets = {}, statement.lets(goal.get("let", []), sizes, budget, valued)
    sides = [side for relation, *_ in steps for side in relation[1:]]
    every = {part for side in sides for part in below(side, path.lets)}
    extents = {part for part in every if part.word in ("rows", "cols") and not part.args[0].args}
    if path.lets and extents:  # the sides of an input need no input
        shapes = statement.shapes(sizes, budget)
        path.memo.update({(part, ()): shapes.read(part, {}) for part in extents})
    read = {
        part
        for relation, *_ in steps
        for side in relation[1:]
        for part in below(side, {*path.lets, *extents})
    }
    path.needed = {part.word for part in read if not part.args}
    path.diagonal = diagonals(statement, sizes, steps, goal, path.lets, budget)
    return path


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
