"""A proof file, checked from itself alone: every case is there, and every leaf is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path as File
from typing import Any

from perturb.prove.checker.frames import diagonals
from perturb.prove.checker.leaves import close
from perturb.prove.checker.matrices import each
from perturb.prove.checker.paths import (
    NEG,
    POS,
    RELATIONS,
    ZERO,
    Poly,
    Rejected,
    Stop,
    X,
    require,
)
from perturb.prove.checker.spaces import general, ordered, variants
from perturb.prove.checker.speech import Sized, Speech, Step
from perturb.prove.checker.statements import OPERATORS, Node, Valuation, below, component

LARGEST = 4_000_000
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError)


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
    require(kinds == [int, str, int, bool] and data["format"] == 1, "another format")
    speech = Speech(data)
    every, ends, walked = list(speech.sizes(data["n"])), set[str](), dict[Any, set[str]]()
    require(len(every) == len(data["proofs"]), "the proofs are not one for each assignment of sizes")
    for sizes in every:
        (proof,) = [proof for proof in data["proofs"] if proof["sizes"] == sizes]
        statement = Sized(speech, sizes)
        goals = [step for steps in statement.then for step in steps]
        require(len(goals) == len(proof["goals"]), "not one goal for each instance of each conclusion")
        for step, goal in zip(goals, proof["goals"], strict=True):
            for hypotheses, given, part, valued in stages(statement, step, goal):
                first = Walker(statement, hypotheses, given, part, valued)
                key = json.dumps(part), tuple(hypotheses), given, *first.depends
                if key not in walked:
                    walked[key] = walk(first, part, valued)
                ends |= walked[key]
    require(ends, "nothing is asserted at these sizes")
    require(data["defined"] == ("undefined" not in ends), "whether all is defined is not as the file says")


def stages(statement: Sized, given: Step, goal: Any) -> Iterator[tuple[list[Step], Step, Any, set[Node]]]:
    """The lemmas of a goal and then itself: the hypotheses used, what is to hold, the goal, valued parts.

    These have a value wherever the instance says something: parts of hypotheses, conclusion, earlier lemmas.
    A lemma is a hypothesis for what comes after it, numbered after those of the statement.
    """
    known = [*statement.given]
    valued = {part for steps in [*known, [given]] for step in steps for part in below(step[0])}
    for lemma in goal.get("lemmas", []):
        step = statement.lemma(lemma["state"])
        yield used(known, lemma["goal"]), step, lemma["goal"], valued
        known.append([step])
        valued.update(below(step[0]))
    yield used(known, goal), given, goal, valued


def used(known: list[list[Step]], goal: Any) -> list[Step]:
    return [step for k in goal["use"] for step in known[k]]


class Walker(Valuation):
    """A path of one goal: inputs are made, hypotheses assumed, and the conclusion is denied."""

    done = 0
    case: int | None = None
    squared = False

    def __init__(
        self, statement: Sized, hypotheses: list[Step], given: Step, goal: Any, valued: Any = ()
    ) -> None:
        super().__init__(statement.speech)
        self.squared = goal.get("squared", False) is True
        self.lets = statement.lets(goal.get("let", []), valued)
        parts = [part for relation, _ in [*hypotheses, given] for part in below(relation, self.lets)]
        needed = {part[0] for part in parts}
        self.diagonal = diagonals(statement, [r for r, _ in (*hypotheses, given)], goal, self.lets)
        self.todo: list[partial[None]] = [
            partial(
                Walker.make, name=name, cases=self.cases(name, space, parameters, statement.extents[name])
            )
            for name, space, *parameters in statement.speech.inputs
            if space != "integer" and (name in needed or not self.lets)
        ]
        made = tuple((step.keywords["name"], statement.extents[step.keywords["name"]]) for step in self.todo)
        self.depends = made, tuple(self.lets.items()), frozenset(valued).intersection(parts)
        self.total = all(statement.total(part) for top in self.lets for part in below(top))
        self.extents = statement.extents
        self.todo += [partial(Walker.assume, relation=relation, k=k) for relation, k in hypotheses]
        self.todo += [partial(Walker.deny, relation=given[0], k=given[1])]

    def cases(self, name: str, space: str, parameters: list[str], extent: tuple[int, ...]) -> list[str]:
        return ordered(space, extent) if name in self.diagonal else variants(space, parameters, extent)

    def run(self) -> None:
        """Until the tree is asked, a part has no value, or the end: always raises Stop."""
        for step in self.todo[self.done :]:
            step(self)
            self.done += 1

    def make(self, name: str, cases: list[str]) -> None:
        if len(cases) > 1 and self.case is None:
            raise Stop("variant", len(cases))
        free, *conditions = cases[self.case or 0].split(" with ")
        self.case = None
        constant = free.startswith("matrix")
        self.inputs[name] = (
            self.read(self.language.node(free)) if constant else general(self, name, self.extents[name], free)
        )
        for condition in conditions:
            self.assume(self.language.parse(condition.replace("X", name)))

    def assume(self, relation: Node, k: int = 0) -> None:
        p, op = self.difference(relation, k)
        if op != NEG | POS:
            self.put(p, op)
        elif self.sign(p) == ZERO:
            raise Stop("outside")

    def deny(self, relation: Node, k: int) -> None:
        p, op = self.difference(relation, k)
        if self.squared:
            p = self.of_squares(relation, k)
        if op != ZERO:
            self.put(p, 7 - op)
        elif self.sign(p) == ZERO:
            raise Stop("true")
        raise Stop("close")

    def of_squares(self, relation: Node, k: int) -> Poly:
        """The same of the squares, where the smaller side (of an equality each) is not negative.

        0 <= R < L gives R^2 < L^2, and 0 <= R <= L gives R^2 <= L^2, whatever the sign of L seemed to be.
        """
        sides, op = self.sides(relation, k), OPERATORS[relation[0]]
        require(op != NEG | POS, "the squares of sides that are to differ")
        least = [x for x, mask in zip(sides, (POS, NEG), strict=True) if op & mask or op == ZERO]
        if all(self.clearly(x.n) or not self.negative(x.n) for x in least):
            sides = [component(self.square(side), k) for side in relation[1:]]
        return self.sub(*sides).n

    def clearly(self, p: Poly) -> bool:
        """Only positive multiples of products of squares and of variables known not to be negative."""
        fine = [not self.signs(x) & NEG for x in X[: len(self.names)]]
        return all(c > 0 and not any(e % 2 > f for e, f in zip(m, fine, strict=False)) for m, c in p.terms())

    def square(self, part: Node) -> Any:
        """Of a root what is under it, also in the top of a quotient; else the product with itself."""
        word, *args = part
        if word == "sqrt" and part not in self.lets:
            return self.read(args[0])
        if word == "div" and part not in self.lets:
            once = each(self.div, self.square(args[0]), self.read(args[1]))
            return each(self.div, once, self.read(args[1]))
        return each(self.mul, self.read(part), self.read(part))


def walk(first: Walker, goal: Any, valued: set[Node]) -> set[str]:
    """The kinds of the leaves of a tree that has every case and whose leaves are what they say.

    A leaf may be undefined only for the sake of a part that is `valued`: no point that matters comes there.
    """
    ends, waiting = set[str]() if first.total else {"undefined"}, [(first, goal["tree"])]
    while waiting:
        path, tree = waiting.pop()
        ((kind, inner),) = [(k, v) for k, v in tree.items() if k in KINDS]
        try:
            path.run()
        except Stop as stop:
            end, *what = stop.args
        if kind == "close":
            close(path, inner, goal["gauges"])
        else:
            require(kind == end, f"the tree says {kind} where the evaluation says {end}")
        if kind == "ask":
            waiting += branches(path, inner, *what)
        if kind == "variant":
            require(len(inner) == what[0], "not one tree for each variant")
            for case, child in enumerate(inner):
                waiting.append((path.copy(), child))
                waiting[-1][0].case = case
        if kind == "undefined":
            require(what[0] in valued, "undefined in a lemma")
        ends.add(kind)
    return ends - {"ask", "variant"}


KINDS = ("ask", "variant", "close", "undefined", "true", "outside")


def branches(path: Walker, answers: Any, p: Poly, _: Any) -> Iterator[tuple[Walker, Any]]:
    """The path with each answer; together they are all signs that p can have there. What says too little is
    asked again."""
    possible, covered = path.signs(p), 0
    for answer, child in answers.items():
        covered |= RELATIONS[answer]
        yield path.answered(p, answer), child
    require(not possible & ~covered, "the answers do not cover <, = and >")
