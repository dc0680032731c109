"""Letters for eigenvalues and singular values, "with eigenvalues lambda_1 >= lambda_2", and their order."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read.cursor import Cursor
from perturb.read.errors import NotUnderstood
from perturb.read.scope import SpectralLetter
from perturb.read.story import Assertion, Story
from perturb.read.syntax import Digits, Dots, Node, Related, Subscripted, bare, written

SPECTRA = {"eigenvalues": "lam", "eigenvalue": "lam", "singular": "s"}


class SpectraSaid:
    """Puts what is said of spectra into a story."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def known(self, name: str) -> bool:
        return name in self.story.letters or name in self.story.defined

    def spectrum(self, at: Cursor, parts: Sequence[Node], back: bool = False) -> bool:
        """with eigenvalues lambda_1 >= ... >= lambda_n"""
        start = at.k
        at.word("with", "having", "whose")
        at.word("the", "real", "ordered")
        word = SPECTRA.get(at.now.text) if at.now is not None and at.now.kind == "word" else None
        parts = [self._letter_of(part) for part in parts]
        if word is None or len(parts) != 1:
            at.k = start
            return False
        at.k += 1
        at.word("values")
        at.word("are", "be", "denoted", "by")
        if not at.at_formula():
            before = at.k
            self.order_of(at)
            if at.k == before:
                at.k = start
            return at.k > before
        self.names_spectrum(at.parts(), word, parts[0])
        at.k += 1
        self.order_of(at, at.parts(-1))
        return True

    def _letter_of(self, part: Node) -> Node:
        """The letter of a membership."""
        part = bare(part)
        if isinstance(part, Related) and part.first is not None:
            return part.first
        return part

    def order_of(self, at: Cursor, parts: Sequence[Node] = ()) -> None:
        """in decreasing order, arranged increasingly"""
        start = at.k
        at.stop(",")
        at.word("arranged", "ordered", "listed", "in", "written")
        at.word("in", "a")
        if at.word("decreasing", "nonincreasing", "descending"):
            at.word("order")
        elif at.word("increasing", "nondecreasing", "ascending"):
            at.word("order")
            self.story.flags.add("ascending")
        else:
            at.k = start

    def names_spectrum(self, parts: Sequence[Node], word: str, matrix: Node) -> None:
        """lambda_1 >= ... >= lambda_n, or lambda_1, ..., lambda_n: the letter, and the order."""
        nodes: list[Node] = []
        rising = None
        self.story.used.update(node.pos for part in parts for node in part.walk())
        parts = [self._values_alone(bare(part), word) for part in parts]
        for part in map(bare, parts):
            if isinstance(part, Related) and part.first is not None:
                nodes += [part.first, *(side for _, side in part.links)]
                signs = {sign for sign, _ in part.links}
                rising = rising if not signs else signs <= {"<=", "<"}
            else:
                nodes.append(part)
        bases = {written(one.base) for one in map(bare, nodes) if isinstance(one, Subscripted)}
        calls = [one for one in map(bare, nodes) if not isinstance(one, Subscripted | Dots | Digits)]
        if not bases and calls:
            if rising:
                self.story.flags.add("ascending")
            return  # lambda_1(A) >= ... is the notation that is known
        if len(bases) != 1:
            raise NotUnderstood("the letter of the eigenvalues is not clear", parts[0].pos)
        (name,) = bases
        self.story.spectra[name] = SpectralLetter(word, matrix, bool(rising))

    def _values_alone(self, part: Node, word: str) -> Node:
        """M >= lambda_1 >= ... >= lambda_n > 0 without its ends, which are hypotheses.

        NotUnderstood for something else between the values.
        """
        if not isinstance(part, Related) or part.first is None:
            return part
        sides = [part.first, *(side for _, side in part.links)]
        signs = [sign for sign, _ in part.links]
        values = [k for k, side in enumerate(sides) if isinstance(bare(side), Subscripted)]
        if not values:
            return part
        for k in (k for k in range(len(signs)) if not values[0] <= k < values[-1]):
            if (word, signs[k], sides[k + 1]) != ("s", ">=", Digits(sides[k + 1].pos, "0")):
                last = Related(sides[k].pos, sides[k], ((signs[k], sides[k + 1]),))
                self.story.stated.append(Assertion(last, True, pos=sides[k].pos))
        inner = sides[values[0] : values[-1] + 1]
        for side in map(bare, inner):
            if not isinstance(side, Subscripted | Dots):
                raise NotUnderstood("between eigenvalues stands something else", side.pos)
        return Related(part.pos, inner[0], tuple(zip(signs[values[0] : values[-1]], inner[1:], strict=True)))
