"""A proof file, checked from itself alone: every case is there, and every leaf is closed."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path as File
from typing import Any

from perturb.prove.checker.frames import simple
from perturb.prove.checker.leaves import close
from perturb.prove.checker.matrices import each
from perturb.prove.checker.numbers import Ratio, Rejected, X, require
from perturb.prove.checker.paths import NEG, POS, ZERO, Stop
from perturb.prove.checker.spaces import general, variants
from perturb.prove.checker.statements import Statement, Step, assignments
from perturb.prove.checker.text import OPERATORS, Valuation, component

LARGEST = 4_000_000
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, SyntaxError)
ENDS = ("close", "undefined", "true", "outside")


def check(file: File) -> dict[str, Any]:
    """The content of a file whose proof holds. Raises Rejected, saying why it does not, or OSError."""
    if file.stat().st_size > LARGEST:
        raise Rejected("a file of this size")
    try:
        data = parsed(file.read_text(encoding="utf-8"))
        check_data(data)
    except MALFORMED as error:
        raise Rejected(f"malformed: {type(error).__name__}: {str(error)[:80]}") from None
    return data  # type: ignore[no-any-return]


def parsed(text: str) -> Any:
    """What JSON says, in which no key stands twice and every number is one. Raises ValueError."""
    return json.loads(text, object_pairs_hook=once, parse_constant=once)


def once(pairs: Any) -> dict[str, Any]:
    found = dict(pairs)  # a ValueError for the text NaN
    if len(found) < len(pairs):
        raise ValueError("a key that stands twice")
    return found


def check_data(data: Any) -> None:
    """Raises Rejected, or what a malformed file leads to (MALFORMED)."""
    kinds = [type(data[key]) for key in ("format", "id", "n", "defined")]
    require(kinds == [int, str, int, bool] and data["format"] == 1, "another format")
    every = list(islice(assignments(data), len(data["proofs"]) + 1))
    asserted, ends, walked = False, set[str](), dict[Any, list[tuple[Any, set[str]]]]()
    require(len(every) == len(data["proofs"]), "the proofs are not one for each assignment of sizes")
    for sizes in every:
        (proof,) = [proof for proof in data["proofs"] if proof["sizes"] == sizes]
        statement = Statement(data, sizes)
        goals = [step for steps in statement.then for step in steps]
        require(len(goals) == len(proof["goals"]), "not one goal for each instance of each conclusion")
        own = []  # the ends of each goal itself: what its lemmas say is asserted of no instance
        for step, goal in zip(goals, proof["goals"], strict=True):
            for hypotheses, given, part, valued in stages(statement, step, goal):
                first = Walker(statement, hypotheses, given, part, valued)
                same = walked.setdefault(first.key, [])
                if part not in [known for known, _ in same]:
                    same.append((part, walk(first, part, valued)))
                last = next(found for known, found in same if known == part)
                ends |= last
            own.append(last)
        # Where one instance has no value the statement says nothing, whatever the others say.
        asserted |= bool(own) and all(last & {"close", "true"} for last in own)
    require(asserted, "nothing is asserted at these sizes")
    require(data["defined"] == ("undefined" not in ends), "whether all is defined is not as the file says")


def stages(statement: Statement, given: Step, goal: Any) -> Iterator[tuple[list[Step], Step, Any, set[str]]]:
    """The lemmas of a goal and then itself: the hypotheses used, what is to hold, the goal, valued parts.

    These have a value wherever the instance says something: parts of hypotheses, conclusion, earlier lemmas.
    A lemma is a hypothesis for what comes after it, numbered after those of the statement.
    """
    known = [*statement.given]
    valued = {part for steps in [*known, [given]] for step in steps for part in statement.parts(step[0])}
    for lemma in [*goal.get("lemmas", []), {"goal": goal}]:
        step = statement.lemma(lemma["state"]) if "state" in lemma else given
        use = lemma["goal"]["use"]
        require(all(type(k) is int and 0 <= k < len(known) for k in use), "a hypothesis that is not there")
        yield [step for k in use for step in known[k]], step, lemma["goal"], valued
        known.append([step])
        valued.update(statement.parts(step[0]))


class Walker(Valuation):
    """A path of one goal: inputs are made, hypotheses assumed, and the conclusion is denied."""

    done, squared = 0, False
    case: int | None = None

    def __init__(
        self, statement: Statement, hypotheses: list[Step], given: Step, goal: Any, valued: Any = ()
    ) -> None:
        super().__init__(statement)
        self.squared = goal.get("squared", False) is True
        self.lets = statement.lets(goal.get("let", []), valued)
        parts = {
            part for relation, _ in [*hypotheses, given] for part in statement.below(relation, self.lets)
        }
        turned = simple(statement, [r for r, _ in (*hypotheses, given)], goal, self.lets)
        made = list[tuple[Any, ...]]()
        for name, space, *parameters in statement.inputs:
            if space != "integer" and (name in parts or not self.lets):
                extent = statement.extents[name]
                cases = turned.get(name) or variants(space, parameters, extent)
                texts = [re.sub(r"\bX\b", f"{name}'", case).split(" with ") for case in cases]
                read = [(free, *map(statement.read, conditions)) for free, *conditions in texts]
                made.append((name, extent, tuple(read)))
        self.todo = [
            partial(Walker.make, name=name, extent=extent, cases=cases) for name, extent, cases in made
        ]
        self.todo += [partial(Walker.assume, relation=relation, k=k) for relation, k in hypotheses]
        self.todo += [partial(Walker.deny, relation=given[0], k=given[1])]
        self.tree: Any = {}
        self.waiting = deque[Walker]()  # of all copies
        blanks = {part: name for part, (name, _) in self.lets.items()}
        said = [(blank(relation, statement.args, blanks), k) for relation, k in (*hypotheses, given)]
        here = frozenset(blanks[part] for part in parts.intersection(valued))
        missing = any(not statement.total(part) for top in self.lets for part in statement.parts(top))
        self.ends = {"undefined"} if missing else set[str]()
        self.key = tuple(made), tuple(self.lets.values()), tuple(said), here, missing

    def run(self) -> None:
        """Until the tree is asked, a part has no value, or the end: always raises Stop."""
        for step in self.todo[self.done :]:
            step(self)
            self.done += 1

    def ask(self, x: Ratio, *enough: int) -> int:
        """With the answers of the tree, if it has some here: on with the last one, the others wait."""
        try:
            return super().ask(x, *enough)
        except Stop as stop:
            if not self.tree.get("ask"):
                raise
            _, p, _ = stop.args
        for path, child in self.cases(p, self.tree["ask"], self.signs(p)):
            path.tree = child
            if path is not self:
                self.waiting.append(path)
        return self.ask(x, *enough)

    def make(self, name: str, extent: tuple[int, ...], cases: Sequence[tuple[str, ...]]) -> None:
        """Conditions call it A': no text of a file does, so nothing stands in the place of what they read."""
        if len(cases) > 1 and self.case is None:
            raise Stop("variant", len(cases))
        free, *conditions = cases[self.case or 0]
        self.case = None
        constant = free.startswith("matrix")
        value = self.read(self.language.read(free)) if constant else general(self, name, extent, free)
        self.inputs |= {name: value, f"{name}'": value}
        for condition in conditions:
            self.assume(condition)

    def assume(self, relation: str, k: int = 0) -> None:
        x, op = self.difference(relation, k)
        if op != NEG | POS:
            self.put(x.n, op)
        elif self.sign(x) == ZERO:
            raise Stop("outside")

    def deny(self, relation: str, k: int) -> None:
        x, op = self.difference(relation, k)
        if self.squared:
            x = self.of_squares(relation, k)
        if op != ZERO:
            self.put(x.n, 7 - op)
        elif self.sign(x) == ZERO:
            raise Stop("true")
        raise Stop("close")

    def of_squares(self, relation: str, k: int) -> Ratio:
        """The same of the squares, where the smaller side (of an equality each) is not negative.

        0 <= R < L gives R^2 < L^2, and 0 <= R <= L gives R^2 <= L^2, whatever the sign of L seemed to be.
        """
        word, *parts = self.language.args[relation]
        sides, op = self.sides(relation, k), OPERATORS[word]
        require(op != NEG | POS, "the squares of sides that are to differ")
        least = [x for x, mask in zip(sides, (POS, NEG), strict=True) if op & mask or op == ZERO]
        if all(self.clearly(x) or not self.negative(x) for x in least):
            sides = [component(self.square(part), k) for part in parts]
        return sides[0] - sides[1]

    def clearly(self, x: Ratio) -> bool:
        """Only positive multiples of products of squares and of variables known not to be negative."""
        fine = [not self.signs(x) & NEG for x in X[: len(self.names)]]
        return all(
            c > 0 and not any(e % 2 > f for e, f in zip(m, fine, strict=False)) for m, c in x.n.terms()
        )

    def square(self, part: str) -> Any:
        """Of a root what is under it, also in the top of a quotient; else the product with itself."""
        word, *args = self.language.args[part]
        word = word if args and part not in self.lets else ""
        if word == "sqrt":
            return self.read(args[0])
        if word == "div":
            once = each(self.div, self.square(args[0]), self.read(args[1]))
            return each(self.div, once, self.read(args[1]))
        return each(Ratio.__mul__, self.read(part), self.read(part))


def blank(part: str, args: dict[str, tuple[str, ...]], blanks: dict[str, str]) -> str:
    """The text with the names of parts that may be anything, whose texts a walk does not see."""
    if part not in blanks:
        word, *inner = args[part]
        texts = [blank(arg, args, blanks) for arg in inner]
        blanks[part] = f"({word} {' '.join(texts)})" if inner else word
    return blanks[part]


def walk(first: Walker, goal: Any, valued: set[str]) -> set[str]:
    """The kinds of the leaves of a tree that has every case and whose leaves are what they say.

    A leaf may be undefined only for the sake of a part that is `valued`: no point that matters comes there.
    """
    ends = first.ends
    first.tree, waiting = goal["tree"], first.waiting
    waiting.append(first)
    while waiting:
        path = waiting.pop()
        try:
            path.run()
        except Stop as stop:
            end, *what = stop.args
        ((kind, inner),) = [(k, v) for k, v in path.tree.items() if k in (*ENDS, "ask", "variant")]
        require(kind in (end, "close"), f"the tree says {kind} where the evaluation says {end}")
        require(kind != "ask", "a question without answers")
        if kind == "close":
            close(path, inner, goal["gauges"])
        elif kind == "variant":
            require(len(inner) == what[0], "not one tree for each variant")
            for case, child in enumerate(inner):
                waiting.append(path.copy())
                waiting[-1].case, waiting[-1].tree = case, child
        elif kind == "undefined":
            require(what[0] in valued, "undefined in a lemma")
        ends.add(kind)
    return ends.intersection(ENDS)
