"""Matrices that words build: "the matrix with entries a_ij^2", A without its last column, one eigenvalue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perturb.read.components import matrix
from perturb.read.cursor import Cursor
from perturb.read.errors import NotUnderstood
from perturb.read.scope import Scope
from perturb.read.scripts import pair
from perturb.read.submatrices import InWords, latest, of_what
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    written,
)
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import Expr

if TYPE_CHECKING:
    from perturb.read.sayings import Sayings

SIDES = {
    "column": "without_columns",
    "columns": "without_columns",
    "row": "without_rows",
    "rows": "without_rows",
}
NORMS = {("euclidean", "norm"): "norm", ("euclidean", "norms"): "norm", ("norm",): "norm", ("norms",): "norm"}
NORMS |= {("l", "norm"): "norm", ("length",): "norm", ("euclidean", "length"): "norm", ("lengths",): "norm"}
NORMS |= {("euclidean", "lengths"): "norm"}
VALUES = {("eigenvalue",): "lam", ("singular", "value"): "s"}
CURE = "write it as a formula: $B = ...$"


class EntriesOf(Node):
    """The matrix with this entry at i, j."""

    def __init__(self, pos: int, entry: Node, names: tuple[str, str]) -> None:
        object.__setattr__(self, "pos", pos)
        object.__setattr__(self, "entry", entry)
        object.__setattr__(self, "names", names)

    def found(self, scope: Scope) -> Expr:
        """Its word. NotUnderstood where there is none."""
        names: tuple[str, str] = self.names  # type: ignore[attr-defined]
        i, j = indices(" ".join(names))
        before = dict(scope.bound)
        scope.bound |= dict(zip(names, (i, j), strict=True))
        try:
            made = matrix(scope.expr(self.entry), i, j)  # type: ignore[attr-defined]
        finally:
            scope.bound = before
        if made is None:
            raise NotUnderstood("no word says the matrix with these entries", self.pos)
        return made


def alike(one: Node, other: Node) -> bool:
    """Are they printed alike?"""
    texts = [[written(part) or type(part).__name__ for part in bare(node).walk()] for node in (one, other)]
    return texts[0] == texts[1]


def built(at: Cursor, say: Sayings, parts: Sequence[Node], pos: int) -> bool:
    """What a letter is said to be, built from another; False where no such words stand here."""
    if _row_norms(at, say, parts, pos):
        return True
    if len(parts) != 1:
        return False
    return _entries(at, say, parts[0], pos) or _deleted(at, say, parts[0], pos) or _value(at, say, parts[0])


def _entries(at: Cursor, say: Sayings, part: Node, pos: int) -> bool:
    """the matrix with entries a_ij^2"""
    start = at.k
    at.word("the", "a")
    if not (at.word("matrix") and at.word("with", "of", "having", "whose")):
        at.k = start
        return False
    at.word("the", "i", "j")
    if not at.word("entries", "entry", "elements") or not (at.word("are") or at.at_formula()):
        at.k = start
        return False
    entry = bare(at.parts()[0]) if at.at_formula() and len(at.parts()) == 1 else None
    subject = bare(part)
    if isinstance(entry, Related) and len(entry.links) == 1 and entry.links[0][0] in ("=", ":="):
        left = bare(entry.first) if entry.first is not None else entry
        its = isinstance(left, Subscripted) and written(left.base).upper() == written(subject)
        entry = bare(entry.links[0][1]) if its else None
    names = _subscripts(entry) if entry is not None else None
    if entry is None or names is None:
        at.k = start
        return False
    say.story.used.update(node.pos for node in at.parts()[0].walk())
    at.k += 1
    if (
        isinstance(subject, Barred)
        and isinstance(entry, Barred)
        and _of(entry.inner) == written(subject.inner)
    ):
        say.story.flags.add("entrywise_abs")
    elif isinstance(subject, Raised) and isinstance(entry, Raised) and _powers(subject, entry):
        pass
    elif (name := written(subject)) and not say.known(name) and name[0].isupper():
        say.story.defined[name] = (EntriesOf(pos, entry, names), pos)
    else:
        raise NotUnderstood("what this matrix of entries is called is not understood", pos, cure=CURE)
    return True


def _subscripts(entry: Node) -> tuple[str, str] | None:
    """The i and the j of its first entry."""
    for one in entry.walk():
        found = pair(one.at) if isinstance(one, Subscripted) else None
        if found is not None:
            names = written(found[0]), written(found[1])
            return names if all(name.isalpha() for name in names) and names[0] < names[1] else None
    return None


def _of(entry: Node) -> str:
    """The matrix of a_ij."""
    entry = bare(entry)
    return written(entry.base).upper() if isinstance(entry, Subscripted) else ""


def _powers(subject: Raised, entry: Raised) -> bool:
    """Are these A^{o p} and a_ij^p?"""
    to = bare(subject.to)
    same = isinstance(to, Bracketed) and to.opening == "ophadamard" and alike(to.parts[0], entry.to)
    return same and _of(entry.base) == written(subject.base) != ""


def _row_norms(at: Cursor, say: Sayings, parts: Sequence[Node], pos: int) -> bool:
    """the Euclidean norms of its i-th row and column, of the i-th row of A"""
    start = at.k
    at.word("the")
    norm = next((word for words, word in NORMS.items() if at.phrase(*words)), "")
    sides: list[str] = []
    if norm and at.word("of") and (at.word("the", "its") or True):
        index = written(at.parts()[0]) if at.at_formula() and len(at.parts()) == 1 else ""
        at.k += bool(index)
        while index and at.at_word("row", "column", "rows", "columns"):
            sides.append(at.words()[0].removesuffix("s"))
            at.k += 1
            at.word("and")
        ones = [bare(part) for part in parts]
        of = of_what(at, say) or (latest(say, pos) if sides else [])
        fits = all(isinstance(one, Subscripted) and written(one.at) == index for one in ones)
        if sides and len(sides) == len(parts) and fits and len(of) == 1:
            at.word("respectively")
            for one, side in zip(ones, sides, strict=True):
                assert isinstance(one, Subscripted)
                say.names_spectrum([one], f"{norm} {side}", of[0])
            return True
    at.k = start
    return False


def _deleted(at: Cursor, say: Sayings, part: Node, pos: int) -> bool:
    """obtained from A by deleting its last column"""
    start = at.k
    while at.word("the", "a", "matrix", "submatrix", "that", "is"):
        pass
    of: list[Node] = []
    if at.word("obtained") and at.word("from") and at.at_formula():
        of = list(at.parts())
        at.k += 1
    if len(of) != 1 or not at.word("by", "on") or not at.word("deleting", "removing", "omitting", "dropping"):
        at.k = start
        return False
    at.word("its", "the")
    if not at.word("last"):
        raise NotUnderstood("what is deleted is not read", at.pos, cure="the last columns or rows are")
    count: Node = Digits(at.pos, "1")
    if at.at_formula() and len(at.parts()) == 1:
        count = at.parts()[0]
        at.k += 1
    side = at.words()[:1]
    if side and side[0] in SIDES and written(part) and not say.known(written(part)):
        at.k += 1
        of = of_what(at, say) or of
        say.story.defined[written(part)] = (InWords(pos, SIDES[side[0]], of[0], count), pos)
        return True
    raise NotUnderstood("what is deleted is not read", at.pos, cure="the last columns or rows are")


def _value(at: Cursor, say: Sayings, part: Node) -> bool:
    """an eigenvalue of A"""
    start = at.k
    if at.word("an", "a", "any"):
        for words, word in VALUES.items():
            if at.phrase(*words) and (of := of_what(at, say)):
                one_of(say, part, word, of, at)
                return True
    at.k = start
    return False


def one_of(say: Sayings, part: Node, word: str, of: Sequence[Node], at: Cursor) -> None:
    """The letter of any one eigenvalue: that with an index that nothing else has."""
    name, pos = written(part), part.pos
    used = {mark.text for piece in at.pieces for mark in piece.marks}
    fresh = next((letter for letter in "ijkl" if letter not in used), "")
    if not name or say.known(name) or len(of) != 1 or not fresh:
        raise NotUnderstood("of which matrix this is one value is not clear", pos)
    say.story.defined[name] = (Subscripted(pos, InWords(pos, word, of[0]), Letter(pos, fresh, fresh)), pos)
    say.story.single[name] = pos
