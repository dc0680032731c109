"""Parts of a statement that may be any matrix: W M where W and M occur nowhere else; parts of which only
relations matter.

What is proved for every value of such a part is proved for the values that it takes. Products then cost
as little as their shape, and inputs that occur nowhere else are not made at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from perturb.prove.reading.inputs import Input
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INPUT, Expr
from perturb.vocab.relations.order import Link

# Words that have a value for all arguments of fitting shapes.
PRODUCTS = frozenset(("add", "sub", "neg", "mul", "matmul", "T", "hadamard", "sym", "commutator"))
TOTAL = PRODUCTS | {"eye", "kron", "diag", "sq", "abs", "larger", "smaller", "sum", "norm", "fro", "s1", "op"}
TOTAL |= {
    "nuclear",
    "entries",
    "column_matrix",
    "s",
    "diagonal",
    "partial_sums",
    "s_min",
    "trace",
    "entry",
    "component",
}
FREE = ("general", "vector")  # spaces that a product with them fills
SPECTRA = ("s", "s1", "op", "s_min", "norm", "fro")


def parts(links: Sequence[Link], spaces: Mapping[str, str], loose: bool = False) -> list[Expr]:
    """The largest parts whose inputs occur nowhere else, one of them without conditions.

    `loose`: only one without conditions occurs nowhere else, as A in A x. What is proved then is more.
    """
    sides = [side for link in links for side in link.parts]
    found: list[Expr] = []
    waiting = list(dict.fromkeys(sides))
    seen = set(waiting)
    while waiting:
        part = waiting.pop()
        if _fits(part, sides, spaces, loose):
            found.append(part)
            continue
        below = [arg for arg in part.args if arg not in seen]
        seen.update(below)
        waiting += below
    return sorted(found, key=repr)


def _fits(part: Expr, sides: Sequence[Expr], spaces: Mapping[str, str], loose: bool) -> bool:
    if part.word.name not in PRODUCTS or part.indices or not all(_product(e) for e in below([part])):
        return False
    own, elsewhere = names([part]), names(sides, but=(part,))
    if loose:
        return bool(part.args) and any(spaces[name] in FREE for name in own - elsewhere)
    return any(spaces[name] in FREE for name in own) and not own & elsewhere


def _product(part: Expr) -> bool:
    return part.word in (CONST, INPUT) or part.word.name in PRODUCTS


def total(top: Expr) -> bool:
    """Whether it has a value for all inputs: a divisor is a number or a size."""
    return not top.indices and all(_total(part) for part in below([top]))


def _total(part: Expr) -> bool:
    if part.word.name == "div":
        by = part.args[1]
        return by.word.name in ("rows", "cols") or (by.word is CONST and by.payload[0] != 0)
    return part.word in (CONST, INPUT) or part.word.name in TOTAL | {"rows", "cols"}


def below(tops: Sequence[Expr], but: Sequence[Expr] = ()) -> Iterator[Expr]:
    """These nodes and all under them, each once, not into those of `but`."""
    seen = set(but)
    waiting = [top for top in tops if top not in seen]
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            yield part
            waiting += part.args


def names(tops: Sequence[Expr], but: Sequence[Expr] = ()) -> set[str]:
    """The inputs that occur."""
    return {part.payload[0] for part in below(tops, but) if part.word is INPUT}


def read(tops: Sequence[Expr], but: Sequence[Expr]) -> set[str]:
    """The inputs of which more than the sides is asked for, outside these parts."""
    extents = [part for part in below(tops, but) if side(part)]
    return names(tops, (*but, *extents))


def side(part: Expr) -> bool:
    """The number of rows or columns of an input."""
    return part.word.name in ("rows", "cols") and part.args[0].word is INPUT


def as_input(part: Expr, number: int, shapes: Mapping[str, Any]) -> Input:
    """An input of the shape of a part, without conditions, called .1, .2, ..."""
    if part.kind not in (Kind.MATRIX, Kind.VECTOR):
        return Input(f".{number}", "scalar", ())
    extents = ranges.as_extents(tuple(sorted((n, shapes[n]) for n in names([part]))))
    sides = [str(side.lo) for side in ranges.known(part, extents, {})]
    if part.kind is Kind.MATRIX:
        return Input(f".{number}", "general", tuple(sides))
    return Input(f".{number}", "vector", (sides[0],))


def cuts(goal: Link, given: Sequence[Link]) -> Iterator[list[Expr]]:
    """The largest shared parts; those that are singular values or norms; matrices and vectors."""
    sides = [side for link in (goal, *given) for side in link.parts]
    every = list(below(sides))
    fine = [part for part in every if part.args and not part.indices and total(part)]
    twice = set(below(goal.parts)) & set(below([side for link in given for side in link.parts]))
    found = list[list[Expr]]()
    for kept in (
        [part for part in fine if part in twice],
        [part for part in fine if part.word.name in SPECTRA],
        [part for part in fine if part.kind is not Kind.SCALAR],
    ):
        parts = frontier(sides, kept)
        if parts and parts not in found:
            found.append(parts)
            yield parts


def frontier(sides: Sequence[Expr], kept: Sequence[Expr]) -> list[Expr]:
    """Those of the parts that are not only inside others."""
    outside = set(below(sides, but=kept))
    heads = {arg for part in outside for arg in part.args} | set(sides)
    return sorted([part for part in kept if part in heads], key=repr)
