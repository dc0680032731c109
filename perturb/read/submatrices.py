"""Parts of matrices in words: the leading k x k submatrix of A, its Schur complement; of what it is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perturb.read.cursor import Cursor, noun_phrase
from perturb.read.errors import NotUnderstood
from perturb.read.families import Partition
from perturb.read.sets import size_pair
from perturb.read.story import Story
from perturb.read.syntax import (
    FactorList,
    Letter,
    Node,
    Related,
    Subscripted,
    bare,
    below_text,
    inside,
    written,
)

if TYPE_CHECKING:
    from perturb.read.sayings import Sayings


class InWords(Node):
    """A word of a matrix, said in words."""

    def __init__(self, pos: int, word: str, of: Node, size: Node | None = None) -> None:
        object.__setattr__(self, "pos", pos)
        object.__setattr__(self, "word", word)
        object.__setattr__(self, "of", of)
        object.__setattr__(self, "size", size)


def latest(say: Sayings, pos: int) -> list[Node]:
    """The matrix that was introduced last, which "its" speaks of."""
    capitals = [one for one in say.story.letters.values() if one.name[0].isupper()]
    if not capitals:
        raise NotUnderstood("of which matrix this is said is not clear", pos)
    last = max(capitals, key=lambda one: one.pos)
    return [Letter(pos, last.name, last.name)]


def part_of(at: Cursor, say: Sayings, parts: Sequence[Node] | None, pos: int, its: bool) -> bool | None:
    """The leading principal k x k submatrix of A, its Schur complement; None for others."""
    start = at.k
    schur = at.phrase("schur", "complement")
    if schur and at.word("of", "in"):
        at.word("the", "its")
    k = _size_of_part(at)
    if k is None and schur and (partition := _partition(at, say)) is not None:
        return _complement(at, say, parts, partition, pos)
    if k is None:
        at.k = start
        return None
    block = at.parts() if at.at_formula() and schur else None
    at.k += block is not None
    of = of_what(at, say) or (of_what(at, say) if at.at_word("in") else [])
    if at.word("in"):
        of = list(at.parts())
        at.k += 1
    of = of or latest(say, pos)
    if parts and not schur and _blocks(say, parts, of, k):
        return True
    if parts is None or len(parts) != 1 or len(of) != 1:
        raise NotUnderstood("what this part is called is not understood", pos)
    if block is not None and written(block[0]):
        say.story.defined[written(block[0])] = (InWords(pos, "leading", of[0], k), pos)
        say.story.optional.add(written(block[0]))
    subject = bare(parts[0])
    name = (
        written(subject.first)
        if isinstance(subject, Related) and subject.first is not None
        else written(subject)
    )
    if not name:
        return True
    if name not in say.story.defined:
        say.story.defined[name] = (InWords(pos, "schur" if schur else "leading", of[0], k), pos)
    return True


def _blocks(say: Sayings, parts: Sequence[Node], of: Sequence[Node], k: Node) -> bool:
    """X_k of any X, and A_{n-1}, B_{n-1}: what a subscript means from here on."""
    bases = [(bare(one.base), one.at) for one in map(bare, parts) if isinstance(one, Subscripted)]
    names = [written(base) for base, _ in bases]
    if len(bases) != len(parts) or not all(names):
        return False
    for name, (_, at) in zip(names, bases, strict=True):
        if not say.known(name) and [written(one) for one in of] == [name]:
            say.story.blocks["", below_text(at)] = k
            say.dummies(of)
        elif say.known(name) and (len(parts) > 1 or not written(parts[0])):
            say.story.blocks[name, below_text(at)] = k
        else:
            return False
    return True


def _partition(at: Cursor, say: Sayings) -> Partition | None:
    """The partition that "the Schur complement of A_11 in A" is of: by its first block."""
    if not say.story.partitions:
        return None
    found, start = say.story.partitions[-1], at.k
    while at.word("of", "in", "the", "block"):
        pass
    corner = [written(part) for part in at.parts()] if at.at_formula() else []
    found = next((one for one in say.story.partitions if [one.names[0]] == corner), found)
    if corner == [found.names[0]]:
        at.k += 1
        if at.word("in"):
            at.k += at.at_formula()
        return found
    fresh = at.k == start and (not at.at_formula() or say.defines(at.parts()))
    at.k = start
    return found if fresh else None


def _complement(
    at: Cursor, say: Sayings, parts: Sequence[Node] | None, partition: Partition, pos: int
) -> bool:
    """S = A / A_11, where it is called the Schur complement."""
    if parts is None and at.at_formula():
        parts = at.parts()
        at.k += 1
    if parts is None or len(parts) != 1:
        raise NotUnderstood("what this part is called is not understood", pos)
    first = bare(parts[0])
    say.story.used.update(node.pos for node in first.walk())
    name = written(first.first) if isinstance(first, Related) and first.first is not None else written(first)
    if not name:
        return True
    corner = Letter(pos, partition.names[0], partition.names[0])
    say.story.defined[name] = (FactorList(pos, (("", partition.matrix), ("/", corner))), pos)
    return True


def _size_of_part(at: Cursor) -> Node | None:
    """leading principal k x k submatrix, leading k x k block, leading principal submatrix of order k"""
    start = at.k
    size = _side(at)
    if not at.word("leading"):
        at.k = start
        return None
    at.word("principal")
    size = size or _side(at)
    at.word("principal")
    if not at.word("submatrix", "block", "minor", "submatrices"):
        at.k = start
        return None
    if size is None and (at.phrase("of", "order") or at.phrase("of", "size")) and at.at_formula():
        size = at.parts()[0]
        at.k += 1
    if size is None:
        at.k = start
    return size


def _side(at: Cursor) -> Node | None:
    """k x k"""
    if not at.at_formula():
        return None
    one = bare(at.parts()[0])
    if not isinstance(one, FactorList) or [sign for sign, _ in one.parts] != ["", "times"]:
        return None
    rows, columns = (inside(part) for _, part in one.parts)  # (n - 1) x (n - 1)
    if _text(rows) != _text(columns):
        return None
    at.k += 1
    return rows


def of_what(at: Cursor, say: Sayings) -> list[Node]:
    """of A; of the n x n matrix A; of its transpose is not read."""
    return _subjects(say, _letters_of(at, say))


def _letters_of(at: Cursor, say: Sayings) -> list[Node]:
    if not at.at_word("of"):
        return []
    start = at.k
    at.k += 1
    at.word("the", "a", "an")
    described = noun_phrase(at) if not at.at_formula() or size_pair(at.parts()[0]) is not None else None
    if described is not None and at.at_formula():
        found = list(at.parts())
        at.k += 1
        for one in found:
            if isinstance(bare(one), Related):
                say.members([one], described, one.pos)
            elif written(one) and (described.properties or not say.known(written(one))):
                say.story.introduce(say.letter(one), one.pos, described)
        return found
    if described is not None:  # of a symmetric matrix
        general = described.kind == "matrix" and not described.sides
        at.k = at.k if general else start
        if general:
            say.story.used.update(pos for _, pos in described.properties)
        return []
    if at.at_formula() and size_pair(at.parts()[0]) is None:
        found = list(at.parts())
        at.k += 1
        while (
            (at.at_word("and") or at.at_stop(","))
            and (after := at.ahead(1)) is not None
            and after.kind == "formula"
            and all(map(written, at.parts(1)))
        ):
            at.k += 1
            found += at.parts()
            at.k += 1
        return found
    at.k = start
    return []


def _subjects(say: Sayings, found: list[Node]) -> list[Node]:
    """The letters of what is spoken of; a membership introduces its letter."""
    made = []
    for one in map(bare, found):
        if isinstance(one, Related) and one.first is not None and any(sign == "in" for sign, _ in one.links):
            say.belongs([one])
            one = one.first
        made.append(one)
    return made


def _text(side: Node) -> list[str]:
    """What a side is, apart from its place."""
    return [written(one) or type(one).__name__ for one in side.walk()]


def settle(story: Story) -> None:
    """The blocks of a partition become words of its matrix, the first of the size that is said of it."""
    words = ("leading", "upper_right", "lower_left", "trailing")
    for one in story.partitions:
        first = story.letters.get(one.names[0])
        sides = [said.sides for said in first.described if said.sides] if first is not None else []
        if not sides:
            cure = f"say: where ${one.names[0]}$ is $k \\times k$"
            raise NotUnderstood("of which size the first block is, is not said", one.pos, cure=cure)
        for name, word in zip(one.names, words, strict=True):
            story.letters.pop(name, None)
            if name:
                story.defined[name] = (InWords(one.pos, word, one.matrix, sides[0][0]), one.pos)
                story.optional.add(name)
