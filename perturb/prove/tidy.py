"""Certificates by themselves, whatever they are about: what they cost to check, how they get smaller.

The cost is a number that depends on the certificate alone, not on a clock; the unit is about a hundredth of a
millisecond of the checker on a machine of 2024. `lean` leaves out what is not needed: splits and questions of
which one case is enough for all. A case that does not use the constraint of its split shows the contradiction
without the split, and a leaf that uses nothing from a question on closes the path before the question.
Imports nothing else of `prove`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from perturb.process.output import json_text

GENERATOR, STEP, IDENTITY, TERM, MONOMIAL, CASE, NODE = 15, 4, 4, 2, 1, 4, 8
STAGE, WALK, LETTERS = 15, 15, 200  # letters of text that cost 1


def of_close(close: dict[str, Any], generators: int = 0) -> int:
    """The cost of a leaf that turns so many complex variables to the real line."""
    total = GENERATOR * generators + STEP * len(close.get("steps", ()))
    if "identity" in close:
        identity = close["identity"]
        polynomials = [p for _, p, _ in identity["sum"]] + [p for _, p in identity["equations"]]
        total += IDENTITY + TERM * len(polynomials) + MONOMIAL * sum(map(len, polynomials))
    return total + sum(CASE + of_close(inner) for inner in close.get("cases", {}).values())


def of_tree(tree: dict[str, Any], gauges: list[Any]) -> int:
    """The cost of a case tree whose leaves turn variables by these gauges."""
    below = [*tree.get("variant", ()), *tree.get("ask", {}).values()]
    if "close" in tree:
        own = tree["close"]
        return NODE + of_close(own, len(gauges[own["gauge"]]) if "gauge" in own else 0)
    return NODE + sum(of_tree(inner, gauges) for inner in below)


def of_certificate(data: dict[str, Any]) -> int:
    """The cost of a proof file; what several goals say in the same words is walked once."""
    seen, total = set[str](), 0
    known = len(data["given"])
    for proof in data["proofs"]:
        for number, goal in enumerate(proof["goals"]):
            lemmas = goal.get("lemmas", [])
            states = [lemma["state"] for lemma in lemmas]
            for state, part in [*((one["state"], one["goal"]) for one in lemmas), (str(number), goal)]:
                used = [states[k - known] for k in part["use"] if k >= known]
                own = {key: value for key, value in part.items() if key not in ("lemmas", "use")}
                text = json_text([state, used, own])
                total += STAGE + len(text) // LETTERS
                if text not in seen:
                    seen.add(text)
                    total += WALK + of_tree(part["tree"], part["gauges"])
    return total


Close = dict[str, Any]
NUMBERS = ("by", "is")
ROOT = re.compile(r"(?<![\w.])r(\d+)(?![\w.])")


def lean(close: Close, count: int, ruled: frozenset[str] = frozenset()) -> Close:
    """The same contradiction with fewer splits.

    `count`: the constraints before its steps; `ruled`: variables that have a rule although they are no roots.
    """
    for step in close.get("steps", ()):
        ruled |= {step["circle"]} if "circle" in step else set()
        solved = step.get("solve", "")
        count += bool(ROOT.fullmatch(solved)) or solved in ruled  # what the rule said is kept as an equation
    if "cases" not in close:
        return close
    cases = {key: lean(inner, count + 1, ruled) for key, inner in close["cases"].items()}
    enough = [inner for inner in cases.values() if count not in numbers(inner)]
    if not enough:
        return {**close, "cases": cases}
    least = moved(min(enough, key=size), lambda k: k - (k > count))
    kept = {key: part for key, part in close.items() if key not in ("split", "cases")}
    return {**kept, **least, "steps": [*close.get("steps", ()), *least.get("steps", ())]}


class Leaf(dict[str, Any]):
    """A leaf of a case tree; `count` are the constraints on its path."""

    def __init__(self, close: Close, count: int) -> None:
        super().__init__(close=close)
        self.count = count


def earlier(leaf: Leaf, before: int, roots: int) -> Leaf | None:
    """The leaf on a path with so many constraints, `before`, and roots; None where it needs more."""
    close, count = leaf["close"], leaf.count
    if any(before <= k < count for k in numbers(close)):
        return None
    if any(int(k) > roots for k in ROOT.findall(json_text(close))):
        return None
    return Leaf(moved(close, lambda k: k - (count - before) if k >= count else k), before)


def size(close: Close) -> int:
    return len(json_text(close))


def numbers(close: Close) -> set[int]:
    """Of the constraints that are used."""
    return set(_numbers(close))


def _numbers(close: Close) -> Iterator[int]:
    for step in close.get("steps", ()):
        yield from (step[key] for key in NUMBERS if key in step)
    identity = close.get("identity", {"sum": [], "equations": []})
    for _, _, factors in identity["sum"]:
        yield from factors
    for number, _ in identity["equations"]:
        yield number
    for inner in close.get("cases", {}).values():
        yield from _numbers(inner)


def integers(certificate: Any) -> Iterator[int]:
    """All whole numbers in it, those of constraints among them."""
    if type(certificate) is int:
        yield certificate
    elif isinstance(certificate, dict | list):
        for part in certificate.values() if isinstance(certificate, dict) else certificate:
            yield from integers(part)


def moved(close: Close, to: Callable[[int], int]) -> Close:
    """With other numbers of constraints."""
    made = dict(close)
    if "steps" in close:
        made["steps"] = [
            {k: to(v) if k in NUMBERS else v for k, v in step.items()} for step in close["steps"]
        ]
    if "identity" in close:
        sums, equations = close["identity"]["sum"], close["identity"]["equations"]
        made["identity"] = {
            "sum": [[c, square, [to(k) for k in factors]] for c, square, factors in sums],
            "equations": [[to(k), multiplier] for k, multiplier in equations],
        }
    if "cases" in close:
        made["cases"] = {key: moved(inner, to) for key, inner in close["cases"].items()}
    return made
