"""What stands after "is" and "be": a noun, a property, a name, an order; and that matrices commute."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.built import built
from perturb.read.cursor import Cursor, noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.families import partition_of
from perturb.read.notions import notion
from perturb.read.sayings import Sayings
from perturb.read.sets import members_are_vectors
from perturb.read.source import Piece
from perturb.read.story import Assertion, Description, Story
from perturb.read.submatrices import latest, of_what
from perturb.read.syntax import Dots, Grid, Letter, Node, Related, Subscripted, bare, written

ENTRYWISE = ("entrywise", "elementwise", "componentwise", "coordinatewise")
MUTUAL = ("orthogonal", "orthonormal")
SAID = "what may be said: symmetric, positive semidefinite, invertible, ..."


def is_word(one: Piece | None, *words: str) -> bool:
    """Is it one of these words?"""
    return one is not None and one.kind == "word" and one.text in words


class Predicates:
    """A reader of predicates. `given`: are hypotheses being told? `closed`: until the end of the sentence."""

    def __init__(self, at: Cursor) -> None:
        self.at, self.say = at, Sayings(Story())
        self.story = self.say.story
        self.given = self.closed = False
        self.begun = self.first = 0  # how much was stated before this sentence, and where it begins
        self.old: set[str] = set()  # the letters of the sentences before
        self.said: dict[str, int] = {}
        self.late = 0  # where more is supposed after a conclusion
        self.subject: Sequence[Node] = ()  # what was introduced last
        self.letting = False  # are letters being introduced in this sentence, and nothing supposed?
        self.last: tuple[Description, bool] | None = None  # what was said last of something

    def predicate(self, parts: Sequence[Node], pos: int, let: bool = False) -> None:
        """What is said after "is", "are", "be", "denote"."""
        at = self.at
        at.word("for")  # stands for
        negated = not is_word(at.ahead(1), *phrases.HEDGES) and at.word("not")
        if let and at.at_word("partitioned", "partition") and not symbols(parts):
            self.say.let(parts, pos)
        if self.partitioned():
            return
        if self._applied(let or self.say.defines(parts)):
            self.say.let(parts, pos)
            return
        if self._idle():
            for part in parts:
                self._defined(part, pos)
            return
        alone = (
            at.phrase("such", "that", "both")
            or at.phrase("such", "that")
            or at.word("given", "fixed", "arbitrary")
        )
        if alone and (at.at_formula() or at.now is None or at.now.kind == "stop"):
            self.introduced(parts, Description(), pos)
            return
        if not negated and self._called(parts):
            return
        if not negated and built(at, self.say, parts, pos):
            return
        if notion(at, self.say, parts, pos):
            self._and_notions()
            return
        if not negated and self._majorized(parts):
            return
        parts = [self._defined(part, pos) for part in parts]
        found = noun_phrase(at)
        if found is None:
            if at.at_formula() and let:
                raise NotUnderstood("what this letter is to be", at.pos, cure="write $H = ...$")
            raise NotUnderstood("what is said of it is not understood", at.pos, cure=SAID)
        parts = self.as_vector(parts, found) if self.given else parts
        names = symbols(parts)
        self.mutual(found, parts, pos)
        self.last = found, negated
        if negated or (not let and not self._introduces(names, isinstance(bare(parts[-1]), Related))):
            self.said_of(parts, found, negated, pos)
        elif not found.empty or members_are_vectors(parts):
            self.introduced(parts, found, pos)
        if at.word("commute"):
            self.commute(parts, pos)
        elif at.at_word("and") and is_word(at.ahead(1), "commute"):
            at.k += 2
            self.commute(parts, pos)

    def _called(self, parts: Sequence[Node]) -> bool:
        """Let rho = x^T A x be its Rayleigh quotient: a name of what a formula defines."""
        at = self.at
        start = at.k
        while at.word("the", "its", "a", "an", "their", "corresponding"):
            pass
        found = phrases.longest(at.words(), phrases.CALLED)
        if found is None or at.k == start or not self.say.defines(parts, where=False):
            at.k = start
            return False
        at.k += found[1]
        self.story.unread.append(
            (" ".join(one.text for one in at.pieces[start : at.k]), at.pieces[start].pos)
        )
        of_what(at, self.say)
        self.say.define(parts, parts[0].pos)
        return True

    def _applied(self, defined: bool) -> bool:
        """applied entrywise, applied to each coordinate"""
        at = self.at
        start = at.k
        if defined and at.word("applied", "acting", "extended"):
            if at.word(*ENTRYWISE) or at.phrase("entry", "by", "entry"):
                return True
            each = at.word("to") and at.word("each", "every") and at.word("coordinate", "component", "entry")
            if each:
                return True
        at.k = start
        return False

    def _majorized(self, parts: Sequence[Node]) -> bool:
        """x is weakly majorized by y"""
        at = self.at
        found = phrases.longest(at.words(), phrases.ORDERS)
        if found is None or len(parts) != 1:
            return False
        at.k += found[1]
        if not at.at_formula() or len(at.parts()) != 1:
            raise NotUnderstood("by what it is majorized", at.pos, cure="write $x \\prec y$")
        self.story.stated.append(
            Assertion(
                Related(parts[0].pos, parts[0], ((found[0], at.parts()[0]),)), self.given, pos=parts[0].pos
            )
        )
        at.k += 1
        return True

    def _defined(self, part: Node, pos: int) -> Node:
        """The H of H = ..., which is defined there, of which more is said."""
        one = bare(part)
        if isinstance(one, Related) and one.first is not None and self.say.defines([one], where=False):
            self.say.define([one], pos)
            return bare(one.first)
        return part

    def _and_notions(self) -> None:
        """where w(.) denotes the numerical radius and ||.|| the operator norm: the verb is not said again."""
        at = self.at
        while at.at_word("and") or at.at_stop(","):
            one = at.ahead(1)
            start = at.k
            if one is None or one.kind != "formula":
                return
            at.k += 1
            parts, pos = at.parts(), at.pos
            at.k += 1
            at.word("for")
            if not at.at_word("the", "its") or not notion(at, self.say, parts, pos):
                at.k = start
                return

    def _idle(self) -> bool:
        """a perturbation of A: it says nothing more."""
        at = self.at
        words = [one for one in at.words() if one not in phrases.GENERAL]
        start = at.k
        while words and at.now is not None and at.now.text in phrases.GENERAL:
            at.k += 1
        if not at.word(*phrases.IDLE) or not at.word("of", "to"):
            at.k = start
            return False
        at.k += at.at_formula()
        self.story.unread.append((f"{words[0]} of", at.pieces[start].pos))
        return True

    def mutual(self, found: Description, parts: Sequence[Node], pos: int) -> None:
        """Commuting matrices and orthogonal vectors are so to each other."""
        names = {name for name, _ in found.properties}
        letters = self.letters(parts)
        vectors = found.kind == "vector" or all(self._is_vector(written(one)) for one in letters)
        vectors = vectors or members_are_vectors(parts)
        kinds = ["commuting"] * ("commuting" in names) + [
            k for k in MUTUAL if k in names and vectors and len(letters) > 1
        ]
        for kind in kinds:
            self.story.used.update(at for name, at in found.properties if name == kind)
            self.story.groups.append((kind, tuple(map(written, letters)), pos))
            found.properties = [p for p in found.properties if p[0] != kind]

    def _is_vector(self, name: str) -> bool:
        one = self.story.letters.get(name)
        return one is not None and any(said.kind == "vector" for said in one.described)

    def _introduces(self, names: list[tuple[str, int]] | None, related: bool) -> bool:
        """In a hypothesis letters are introduced, or said more of; a conclusion speaks of what is there."""
        if not names:  # a relation between letters, of which more is said: A, B >= 0 are n x n
            return self.given and related
        return self.given or not all(self.say.known(name) for name, _ in names)

    def introduced(self, parts: Sequence[Node], found: Description, pos: int) -> None:
        """Letters, or those of a membership, are something."""
        if symbols(parts) is None:
            if not self.say.members(parts, found, pos):
                if not found.properties and found.rank is None and not found.empty:
                    cure = "a size is a letter or a number: n x n"
                    raise NotUnderstood("a noun is said of a formula", pos, cure=cure)
                self.said_of(parts, found, False, pos)
            return
        for part in parts:
            name = self.say.letter(part)
            if name in self.story.defined:
                self.said_of([part], found, False, pos)
            else:
                self.story.introduce(name, part.pos, found)

    def said_of(self, parts: Sequence[Node], found: Description, negated: bool, pos: int) -> None:
        """A property of a part: a hypothesis or a conclusion."""
        self.story.used.update(at for _, at in found.properties)
        for part in parts:
            for name, _ in found.properties:
                self.story.stated.append(Assertion(part, self.given, name, negated, pos=pos))
            if found.rank is not None:
                self.story.stated.append(Assertion(part, self.given, "", negated, found.rank, pos))

    def as_vector(self, parts: Sequence[Node], found: Description) -> list[Node]:
        """The x of real numbers x_1, ..., x_n: a vector."""
        ones = [bare(part) for part in parts]
        listed = [one for one in ones if isinstance(one, Subscripted)]
        dotted = len(ones) > 2 and isinstance(ones[-2], Dots) and len(listed) == len(ones) - 1
        names = {written(one.base) for one in listed}
        if not dotted or found.kind != "scalar" or len(names) != 1 or found.sides:
            return list(parts)
        (name,), last = names, listed[-1].at
        counted = [written(one.at) for one in listed[:-1]] == [str(k + 1) for k in range(len(listed) - 1)]
        plain = name and name[0].islower() and name not in ("lambda", "sigma") and written(last).isalpha()
        if not (counted and plain) or self.say.known(name):
            return list(parts)
        found.kind, found.sides = "vector", (last,)
        return [Letter(parts[0].pos, name, name)]

    def commute(self, parts: Sequence[Node], pos: int) -> None:
        """A and B commute, A commutes with B."""
        at, found = self.at, list(parts)
        if at.word("with"):
            found += at.parts()
            at.k += 1
        if len(found) < 2 or not self.given:
            raise NotUnderstood(
                "that matrices commute is a hypothesis on two", pos, cure="in a conclusion write $AB = BA$"
            )
        for one in found:
            self.story.introduce(self.say.letter(one), one.pos)
        self.story.groups.append(("commuting", tuple(map(written, found)), pos))

    def letters(self, parts: Sequence[Node]) -> list[Node]:
        """The letters of names, or of a membership."""
        return [
            one.first if isinstance(one, Related) and one.first is not None else one
            for one in map(bare, parts)
        ]

    def partitioned(self) -> bool:
        """partitioned as A = [A_11, A_12; A_21, A_22]: the blocks are parts of A"""
        at = self.at
        start = at.k
        at.word("is", "be", "are")
        noun = is_word(at.ahead(1), "matrix", "matrices", "block")
        if noun or not at.word("partitioned", "partition"):
            at.k = start
            return False
        while at.word(
            "as", "conformally", "conformably", "in", "into", "the", "block", "blocks", "form", "it"
        ):
            pass
        part = bare(at.parts()[0]) if at.at_formula() and len(at.parts()) == 1 else None
        if isinstance(part, Grid):
            part = Related(part.pos, latest(self.say, part.pos)[0], (("=", part),))
        found = partition_of(part) if isinstance(part, Related) else None
        if found is None or (isinstance(part, Related) and len(part.links) > 1):
            raise NotUnderstood(
                "this partition is not read", at.pos, cure="into blocks two by two, each with a letter"
            )
        self.story.used.update(node.pos for node in at.parts()[0].walk())
        self.story.partitions.append(found)
        at.k += 1
        self._partitioned_too()
        return True

    def _partitioned_too(self) -> None:
        """A = [...] and B = [...]: the further ones."""
        at = self.at
        while True:
            start = at.k
            while at.stop(",", "quad") or at.word("and"):
                pass
            part = bare(at.parts()[0]) if at.at_formula() and len(at.parts()) == 1 else None
            found = partition_of(part) if isinstance(part, Related) and len(part.links) == 1 else None
            if found is None or at.k == start or not self.say.known(written(found.matrix)):
                at.k = start
                return
            self.story.used.update(node.pos for node in at.parts()[0].walk())
            self.story.partitions.append(found)
            at.k += 1
