"""A = (a_ij), x = (x_1, ..., x_n)^T: how the entries of a letter are called, which says no more of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from perturb.read.syntax import (
    Bracketed,
    Dots,
    FactorList,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    written,
)


@dataclass(frozen=True)
class Spelled:
    """The letter of the entries or components; `sides` those of a vector, None for a matrix."""

    letter: str
    pos: int
    sides: tuple[Node, ...] | None = None


def plain(part: Node) -> tuple[Node, dict[str, Spelled]]:
    """A part of a formula without the links that spell a letter out, and these."""
    one = bare(part)
    if not isinstance(one, Related) or one.first is None:
        return part, {}
    sides = [one.first, *(side for _, side in one.links)]
    signs = [sign for sign, _ in one.links]
    found: dict[str, Spelled] = {}
    for k, (left, right) in enumerate(pairwise(sides)):
        name = written(left)
        spelling = _spelling(right) if signs[k] in ("=", ":=") else None
        if spelling is not None and not name and spelling.sides is None and len(sides) == 2:
            letter = Letter(one.pos, spelling.letter, spelling.letter)  # A^{-1} = (b_ij): b is A^{-1}
            return Related(one.pos, letter, (("=", left),)), {}
        if spelling is not None and name and _fits(name, spelling):
            rest = (*one.links[:k], *one.links[k + 1 :])
            found[name] = spelling
            return (Related(one.pos, one.first, rest) if rest else one.first), found
    return part, found


def _fits(name: str, spelling: Spelled) -> bool:
    """A capital is a matrix, a small letter the vector of components called like it."""
    if spelling.sides is None:
        return name[0].isupper()
    return spelling.letter == name


def _spelling(right: Node) -> Spelled | None:
    one = bare(right)
    while isinstance(one, Raised | Subscripted):  # (a_ij)_{i,j=1}^n, (x_1, ..., x_n)^T
        one = bare(one.base)
    if not isinstance(one, Bracketed) or one.opening not in ("(", "[", "{"):
        return None
    parts = [bare(part) for part in one.parts]
    if len(parts) == 1 and isinstance(parts[0], Subscripted) and _two_letters(parts[0].at):
        letter = written(parts[0].base)
        return Spelled(letter, one.pos) if letter else None
    dotted = [part for part in parts if not isinstance(part, Dots)]
    if len(dotted) == len(parts) or not all(isinstance(part, Subscripted) for part in dotted):
        return None
    letters = {written(part.base) for part in dotted if isinstance(part, Subscripted)}
    first, last = dotted[0], dotted[-1]
    assert isinstance(first, Subscripted)
    assert isinstance(last, Subscripted)
    if len(letters) != 1 or written(first.at) != "1" or not written(last.at):
        return None
    return Spelled(letters.pop(), one.pos, (bare(last.at),))


def _two_letters(at: Node) -> bool:
    """ij, and i,j"""
    at = bare(at)
    parts = (
        [part for _, part in at.parts]
        if isinstance(at, FactorList)
        else list(at.parts)
        if isinstance(at, Bracketed)
        else []
    )
    names = [written(part) for part in parts if isinstance(bare(part), Letter)]
    return len(parts) == 2 == len(names) and names[0] < names[1]  # a_ji is another matrix
