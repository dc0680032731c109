"""An attempt that ends without a proof, and its open case in the letters of the statement.

What is told is what is known in the case, and the relation that is not decided.

A path knows signs of polynomials in coordinates of its own. They are told by what they are in the statement:
the value of a part of it, a difference of two values, a determinant, a trace, an entry. The sign of such a
value is the sign of its numerator, since denominators on a path are positive; so each condition that is told
is equivalent, on the path, to the constraint behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from time import process_time
from typing import Any

from perturb.prove.reading.lowering import written
from perturb.prove.reading.number_words import Column, Tableau
from perturb.prove.reading.path import Constraint, Path, Scalar
from perturb.prove.reading.ring import Key, Poly, Unsupported, primitive
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.vocab.grammar.tree import CONST, INDEX, Expr
from perturb.vocab.printing.symbols import latex
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link

PART = 20  # of the time of telling a case, until the next one is told
TERMS = 30  # of numbers of which differences are looked at
COMPARED = 40  # values of which differences are looked at
SHOWN = 6  # conditions that are told, the last ones: they are the most particular
SIGNS = {("=", 1): "=", (">", 1): ">", (">=", 1): r"\ge", ("=", -1): "=", (">", -1): "<", (">=", -1): r"\le"}


def case(statement: SizedClaim, path: Path | None, goal: Goal) -> str:
    """The case as one line of LaTeX: `relation \\text{ where } condition, condition`."""
    told: dict[str, None] = {}
    letters = statement.claim.names.unnamed()
    if path is not None:
        names = _names(path, letters)
        asked = [one for one in path.constraints[: path.conclusion] if not _is_root(one, path)]
        told = {_condition(one, names): None for one in asked}
    where = ", ".join([said for said in told if said][-SHOWN:])
    link = statement.goal(goal)
    relation = _at(_written(link).latex(letters), dict(goal.at))
    if goal.component is not None and (index := link.subscript(letters)):
        relation += rf" \text{{ at }} {index} = {goal.component + 1}"
    return r" \text{ where } ".join(part for part in (relation, where) if part)


def _written(link: Link) -> Link:
    """The relation in the words that its author wrote; majorization as such."""
    lhs, rhs = map(written, link.parts)
    return link if (lhs, rhs) == link.parts else Link(lhs, link.op, rhs)


class Teller:
    """Tells the case at work to someone else, and spends a small part of the time on it."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say, self.next = say, 0.0

    def __call__(self, statement: SizedClaim, path: Path | None, goal: Goal) -> None:
        start = process_time()
        if start >= self.next:
            self.say(case(statement, path, goal))
            end = process_time()
            self.next = end + PART * (end - start)


def _is_root(constraint: Constraint, path: Path) -> bool:
    """That a root is not negative goes without saying."""
    roots = [path.ring.variables[f"r{k + 1}"] for k in range(len(path.rules))]
    return constraint.kind != "=" and constraint.poly in roots


def _condition(constraint: Constraint, names: Mapping[Key, tuple[int, str, str]]) -> str:
    """left > right; empty for what has no name, and for what is no condition."""
    if constraint.poly.is_constant():
        return ""
    key, sign = primitive(constraint.poly)
    if key not in names:
        return ""
    own, left, right = names[key]
    return f"{left} {SIGNS[constraint.kind, sign * own]} {right}"


def _names(path: Path, letters: Lexicon) -> dict[Key, tuple[int, str, str]]:
    """Of polynomials up to a factor: its sign, and what they say as left - right; the short ones first."""
    found: dict[Key, tuple[int, str, str]] = {}

    def name(poly: Poly, left: str, right: str = "0") -> None:
        if not poly.is_constant():
            key, sign = primitive(path.reduced(poly))
            found.setdefault(key, (sign, left, right))

    scalars = list(_scalars(path, letters))
    for text, x in scalars:
        name(x.num, text)
    for text, p in _of_matrices(path, letters):
        name(p, text)
    short = [(text, x) for text, x in scalars if len(x.num) <= TERMS]
    for (one, x), (other, y) in combinations(short[:COMPARED], 2):
        name(path.sub(x, y).num, one, other)
    return found


def _scalars(path: Path, letters: Lexicon) -> Iterator[tuple[str, Scalar]]:
    """Numbers among the values of the parts, and components of vectors; the shortest texts first."""
    found: dict[str, Scalar] = {}
    for expr, at, value in _parts(path):
        if isinstance(value, Scalar) and expr.word is not INDEX:
            found[_at(latex(expr, None, letters), at)] = value
        elif isinstance(value, Column):
            found |= {_at(latex(expr, str(k + 1), letters), at): x for k, x in enumerate(value)}
    yield from sorted(found.items(), key=lambda item: (len(item[0]), item[0]))


def _of_matrices(path: Path, letters: Lexicon) -> Iterator[tuple[str, Poly]]:
    """Determinants, traces and entries of matrices up to 2 x 2."""
    for expr, at, value in _parts(path):
        if not isinstance(value, Tableau) or expr.word is CONST:
            continue
        text = _at(latex(expr, None, letters), at)
        short = text if re.fullmatch(r"\w+|\\\w+", text) else rf"\left({text}\right)"
        if len(value) == len(value[0]) == 2:
            (a, b), (c, d) = value
            yield rf"\det\left({text}\right)", path.sub(path.mul(a, d), path.mul(b, c)).num
            yield rf"\mathrm{{tr}}\left({text}\right)", path.add(a, d).num
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                yield f"{short}[{i + 1}, {j + 1}]", x.num


def _parts(path: Path) -> Iterator[tuple[Expr, dict[str, int], Any]]:
    for (expr, at), value in path.values.items():
        yield written(expr), dict(zip(expr.indices, at, strict=True)), value


def _at(text: str, at: Mapping[str, int]) -> str:
    """Numbers for index letters."""
    for letter, k in at.items():
        text = re.sub(rf"(?<![A-Za-z\\]){re.escape(letter)}(?![A-Za-z])", str(k), text)
    return text


class Unfinished(Exception):
    """A goal that is not proved, and the case that is not closed; where one is known, as LaTeX."""

    def __init__(self, statement: SizedClaim, goal: Goal, path: Path | None) -> None:
        super().__init__(goal)
        self.statement, self.goal, self.path = statement, goal, path

    def __str__(self) -> str:
        return case(self.statement, self.path, self.goal)


class Open(Unfinished):
    """A branch that could not be closed; `model` is an index of a sampled point that fits it."""

    def __init__(self, statement: SizedClaim, goal: Goal, path: Path, model: int | None) -> None:
        super().__init__(statement, goal, path)
        self.model = model


class OutOfTime(Unfinished):
    """The deadline has passed."""


NO_PROOF = (Unfinished, Unsupported)  # how an attempt ends that finds none
