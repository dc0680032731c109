"""Ways to damage a proof file, and a second opinion on whether what is left still proves the statement."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from mpmath import mp, mpc, mpf, sqrt

from perturb.prove.checker.check import Walker, stages
from perturb.prove.checker.paths import Stop
from perturb.prove.checker.statements import Statement

STRANGE: list[Any] = [
    None,
    True,
    1.5,
    -1,
    0,
    7,
    10**400,
    "",
    "x",
    "-1",
    "1/0",
    "9" * 1200,
    [],
    {},
    [[]],
    {"1": 1},
]


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside nested lists and objects."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*at, key)
        yield from places(value, (*at, key))


def inside(data: Any, at: tuple[Any, ...]) -> Any:
    for key in at:
        data = data[key]
    return data


def damaged(data: Any, rng: random.Random) -> tuple[str, Any]:
    """One change at a random place: what it was, and the result."""
    data = copy.deepcopy(data)
    every = list(places(data))
    place = rng.choice(every)
    holder, key = inside(data, place[:-1]), place[-1]
    kind = rng.choice(["drop", "strange", "number", "twin", "exchange", "rename"])
    value = holder[key]
    if kind == "drop":
        del holder[key]
    elif kind == "strange":
        holder[key] = rng.choice(STRANGE)
    elif kind == "number":
        holder[key] = moved(value, rng)
    elif kind == "twin" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == "rename" and isinstance(holder, dict):
        holder[rng.choice(["<", "=", ">", "<=", ">=", "1", "close", "ask", "true", "undefined", "A.u1"])] = (
            holder.pop(key)
        )
    else:
        other = rng.choice(
            [at for at in every if at[: len(place)] != place and place[: len(at)] != at] or [place]
        )
        far, name = inside(data, other[:-1]), other[-1]
        holder[key], far[name] = far[name], holder[key]
    return f"{kind} at {place}", data


def moved(value: Any, rng: random.Random) -> Any:
    """Another number of the same sort, or a text with one sign changed."""
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.choice([-value, value + 1, value - 1, 2 * value, 10**300])
    if isinstance(value, str) and value:
        k = rng.randrange(len(value))
        other = value[:k] + rng.choice("12+-^*AuvB<=>") + value[k + 1 :]
        return rng.choice([value[:k] + value[k + 1 :], f"-{value}", other])
    return value


def leaves(data: Any) -> Iterator[tuple[Walker, Any, Any]]:
    """Every CLOSE leaf with its path and its gauge (or None)."""
    for entry in data["proofs"]:
        statement = Statement(data, {name: int(k) for name, k in entry["sizes"].items()})  # true is 1
        steps = (step for steps in statement.then for step in steps)
        every = [stages(statement, *pair) for pair in zip(steps, entry["goals"], strict=True)]
        for hypotheses, given, goal, valued in (x for stage in every for x in stage):
            waiting = [(Walker(statement, hypotheses, given, goal, valued), goal["tree"])]
            while waiting:
                path, tree = waiting.pop()
                try:
                    path.run()
                except Stop as stop:
                    kind, *what = stop.args
                if kind == "ask" and "ask" in tree:
                    waiting += path.cases(what[0], tree["ask"], path.signs(what[0]))
                if kind == "variant":
                    for k, child in enumerate(tree.get("variant", [])):
                        twin = path.copy()
                        twin.case = k
                        waiting.append((twin, child))
                if "close" in tree:
                    leaf = tree["close"]
                    yield path, leaf, goal["gauges"][leaf["gauge"]] if "gauge" in leaf else None


class Numbers:
    """Random complex values for the variables of a leaf, consistent with its substitutions."""

    def __init__(self, path: Walker, gauge: Any, rng: random.Random) -> None:
        self.path, self.rng = path, rng
        self.names = {place: name for name, place in path.names.items()}
        self.list = [(lambda p=c.p: self.packed(p), c.kind) for c in path.list]
        self.made: dict[str, Any] = {}
        for generator in gauge or ():
            fixed = generator["fix"]
            self.made[f"{fixed}2"] = lambda: mpf(0)
            self.list.append((lambda name=f"{fixed}1": self.variable(name), 6))
        self.seen: dict[str, Any] = {}

    def variable(self, name: str) -> Any:
        if name not in self.seen:
            if name in self.made:
                self.seen[name] = self.made[name]()
            elif self.path.names[name] in self.path.rules:
                self.seen[name] = sqrt(mpc(self.packed(self.path.rules[self.path.names[name]].q)))
            else:
                self.seen[name] = mpf(self.rng.randint(-(10**6), 10**6)) / 10**5
        return self.seen[name]

    def free(self, name: str) -> bool:
        """Whether it has a value of its own, whatever the others are."""
        return name not in self.made and self.path.names[name] not in self.path.rules

    def packed(self, p: Any) -> Any:
        total = mpc(0)
        for m, c in p.terms():
            term = mpf(int(c.p)) / int(c.q)
            for place, e in enumerate(m):
                term = term * self.variable(self.names[place]) ** int(e) if e else term
            total += term
        return total

    def written(self, p: Any) -> Any:
        total = mpc(0)
        for text, c in p.items():
            term = number(c)
            for factor in () if text == "1" else text.split("*"):
                name, _, power = factor.partition("^")
                term = term * self.variable(name) ** int(power or 1)
            total += term
        return total


def number(c: Any) -> Any:
    top, _, bottom = str(c).partition("/")
    return mpf(int(top)) / int(bottom or 1)


def second_opinion(data: Any, rng: random.Random) -> bool:
    """Every identity of every leaf holds at random values, to 60 digits; signs and kinds are right."""
    with mp.workdps(80):
        return all(leaf_holds(path, leaf, gauge, [], rng) for path, leaf, gauge in leaves(data))


def leaf_holds(path: Walker, leaf: Any, gauge: Any, outer: list[Any], rng: random.Random) -> bool:
    """`outer` are the steps and splits on the way to this part of the leaf."""
    way = [*outer, *leaf.get("steps", [])]
    if "split" in leaf:
        kinds = {"<": 5, "<=": 3, "=": 2, ">=": 6, ">": 4}
        covered = "".join(leaf["cases"])
        return all(k in covered for k in "<=>") and all(
            leaf_holds(path, inner, gauge, [*way, (leaf["split"], relation, kinds)], rng)
            for relation, inner in leaf["cases"].items()
        )
    values = Numbers(path, gauge, rng)
    for step in way:
        follow(values, step)
    return identity_holds(values, leaf["identity"])


def follow(values: Numbers, step: Any) -> None:
    """Substitutions by number: a variable takes the value that makes its equation true."""
    if isinstance(step, tuple):
        p, relation, _ = step
        sign = -1 if "<" in relation else 1
        values.list.append(
            (lambda: sign * values.written(p), 2 if relation == "=" else 6 if "=" in relation else 4)
        )
    elif "solve" in step:
        name, (at, _) = step["solve"], values.list[step["by"]]
        values.made[name] = lambda: solved(values, name, at)
        rule = values.path.rules.get(values.path.names[name])
        if rule is not None:
            values.list.append((lambda: values.variable(name) ** 2 - values.packed(rule.q), 2))
    elif "circle" in step:
        name, (at, _) = step["circle"], values.list[step["by"]]
        values.made[name] = lambda: sqrt(mpc(solved(values, name, at)))  # linear in the square
    elif "root" in step:
        at, _ = values.list[step["is"]]
        values.made[step["root"]] = lambda: number(step["times"]) * at()


def solved(values: Numbers, name: str, at: Any) -> Any:
    """The zero of what is linear in `name`."""
    held = dict(values.seen)
    ends = []
    for trial in (mpf(0), mpf(1)):
        values.seen = {**held, name: trial}
        ends.append(at())
        held.update({k: v for k, v in values.seen.items() if values.free(k) and k != name})
    values.seen = held
    return -ends[0] / (ends[1] - ends[0])


def identity_holds(values: Numbers, identity: Any) -> bool:
    total, size, strict = mpc(0), mpf(1), False
    for c, square, numbers in identity["sum"]:
        term, kinds = number(c) * values.written(square) ** 2, []
        if number(c) <= 0:
            return False
        size += abs(term)  # what stands before factors that are 0 says how far from 0 they may come out
        for k in numbers:
            factor, kind = values.list[k]
            kinds.append(kind)
            term *= factor()
        if 2 in kinds:
            return False
        strict |= set(square) == {"1"} and set(kinds) <= {4}
        total, size = total + term, size + abs(term)
    for k, p in identity["equations"]:
        factor, kind = values.list[k]
        if kind != 2:
            return False
        total += values.written(p) * factor()
    return strict and bool(abs(total) < size * mpf(10) ** -60)
