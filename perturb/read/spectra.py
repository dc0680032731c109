"""Letters for eigenvalues and singular values, "with eigenvalues lambda_1 >= lambda_2", and their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from perturb.read.cursor import Cursor
from perturb.read.errors import NotUnderstood
from perturb.read.phrases import longest
from perturb.read.scope import SpectralLetter
from perturb.read.sets import index_run
from perturb.read.source import Piece
from perturb.read.story import Assertion, Story
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
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

SPECTRA = {
    ("eigenvalues",): "lam",
    ("eigenvalue",): "lam",
    ("singular", "values"): "s",
    ("columns",): "column",
    ("rows",): "row",
    ("diagonal", "entries"): "diagonal",
    ("row", "sums"): "row_sums",
    ("column", "sums"): "column_sums",
}
SUMS = ("row_sums", "column_sums", "diagonal")
HEADS = ("lambda", "sigma", "s", "mu", "nu", "alpha", "beta", "tau", "gamma", "rho", "theta")


ARRANGED = (
    "arranged", "ordered", "listed", "in", "written", "numbered", "counted", "indexed", "sorted", "labeled",
    "enumerated", "labelled", "a", "always", "all", "of", "are", "repeated", "according", "to", 
    "multiplicity",
)  # fmt: skip
FALLING = ("decreasing", "nonincreasing", "descending", "decreasingly", "nonincreasingly", "descendingly")
ENDS = ("lam_max", "lam_min", "s1", "s_min")
RISING = ("increasing", "nondecreasing", "ascending", "increasingly", "nondecreasingly", "ascendingly")


def is_spectral(parts: Sequence[Node], known: Callable[[str], bool]) -> bool:
    """May it stand for values: lambda_i, lambda_1 >= ... >= lambda_n, |lambda_1(A)| >= ..., lambda_i(A)?"""
    return all(_is_value(one, known) for part in parts for one in _sides(_members(bare(part))))


def is_call(parts: Sequence[Node]) -> bool:
    """Is it lambda_1(A), ..., lambda_n(A), which need no further meaning?"""
    sides = [one for part in parts for one in _sides(bare(part))]
    return any(isinstance(one, FactorList) for one in sides) and not any(
        isinstance(one, Subscripted) for one in sides
    )


def symbolic(parts: Sequence[Node]) -> bool:
    """Is it no chain?"""
    return not any(isinstance(bare(part), Related) for part in parts)


def _sides(part: Node) -> list[Node]:
    if isinstance(part, Related) and part.first is not None:
        return [bare(side) for side in (part.first, *(side for _, side in part.links))]
    return [part]


def _members(part: Node) -> Node:
    """The lambda_i of {lambda_i}, also with its range beside the brackets."""
    one = part
    while isinstance(one, Raised | Subscripted):
        one = bare(one.base)
    return bare(one.parts[0]) if isinstance(one, Bracketed) and one.opening == "{" and one.parts else part


def _is_value(one: Node, known: Callable[[str], bool]) -> bool:
    one = bare(one)
    if isinstance(one, Barred) and one.bar == "|":
        one = bare(one.inner)
    if isinstance(one, Dots | Digits):
        return True
    if isinstance(one, FactorList) and len(one.parts) == 2:
        head, arg = bare(one.parts[0][1]), bare(one.parts[1][1])
        letter = bare(head.base) if isinstance(head, Subscripted) else head
        return isinstance(letter, Letter) and letter.name in HEADS and isinstance(arg, Bracketed)
    if isinstance(one, Subscripted):
        return isinstance(bare(one.base), Letter) and not known(written(one)) and not known(written(one.base))
    return isinstance(one, Letter) and one.name in HEADS and not known(one.name)


class SpectraSaid:
    """Puts what is said of spectra into a story."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def known(self, name: str) -> bool:
        return name in self.story.letters or name in self.story.defined

    def spectrum(self, at: Cursor, parts: Sequence[Node], back: bool = False) -> bool:
        """with eigenvalues lambda_1 >= ... >= lambda_n; having eigenvalues in decreasing order"""
        start = at.k
        at.word("with", "having", "whose", "have", "has")
        words = self._spectra(at)
        if not words:
            at.k = start
            return False
        at.word("are", "be")
        at.word("denoted", "given", "ordered")
        at.word("by")
        if words[1:] or not at.at_formula():
            if self.order_of(at):
                return True
            at.k = start
            return False
        letters = [self._letter_of(part) for part in parts]
        first = bare(at.parts()[0])
        explained = isinstance(first, Related) and {sign for sign, _ in first.links} <= {"=", ":="}
        if explained and isinstance(first, Related) and first.first is not None and words[0] in SUMS:
            self.story.used.update(node.pos for node in first.walk())
            lists: list[tuple[Node, ...]] = [(first.first,)]
            at.k += 1
        elif is_spectral(at.parts(), self.known):
            lists = self._lists(at)
        else:
            at.k = start
            return False
        self._name(lists, words[0], letters, at.pos)
        if is_respectively(at.ahead(1)):
            at.stop(",")
        at.word("respectively")
        self.order_of(at)
        start = at.k
        at.word("and")
        if at.k == start or not self.spectrum(at, parts):
            at.k = start
        return True

    def _spectra(self, at: Cursor) -> list[str]:
        """the eigenvalues and the singular values"""
        found: list[str] = []
        while True:
            before = at.k
            if found and not at.word("and"):
                return found
            while at.word("the", "real", "ordered", "all", "its", "their", "both", "corresponding"):
                pass
            hit = longest(at.words(), SPECTRA)
            if hit is None:
                at.k = before
                return found
            at.k += hit[1]
            found.append(hit[0])

    def _lists(self, at: Cursor) -> list[tuple[Node, ...]]:
        """The formulas that stand for spectra, joined by "and"; the range of their index goes by."""
        lists = [at.parts()]
        at.k += 1
        while True:
            start = at.k
            joined = at.stop(",") | at.word("and")
            if joined and at.at_formula() and is_spectral(at.parts(), self.known):
                lists.append(at.parts())
                at.k += 1
                continue
            letters = {written(one.at) for parts in lists for part in parts
                       for one in part.walk() if isinstance(one, Subscripted)}  # fmt: skip
            run = index_run(at.parts()) if joined and at.at_formula() else None
            if run is not None and len(run) == 1 and run[0][0] in letters:
                self.story.used.update(node.pos for part in at.parts() for node in part.walk())
                at.k += 1
                continue
            at.k = start
            return lists

    def _name(self, lists: Sequence[tuple[Node, ...]], word: str, letters: Sequence[Node], pos: int) -> None:
        """One list for one matrix, or as many, one after the other."""
        if not letters:
            letters = [Letter(pos, name, name) for name in self.story.letters if name[0].isupper()]
        if all(map(is_call, lists)):
            for parts in lists:
                self.names_spectrum(parts, word, None)
        elif len(lists) == len(letters):
            for parts, letter in zip(lists, letters, strict=True):
                self.names_spectrum(parts, word, letter)
        else:
            raise NotUnderstood("of which matrix these are the values is not clear", pos)

    def dummies(self, of: Sequence[Node]) -> None:
        """The letters of a notation: where nothing else is said of them they are no inputs."""
        self.story.dummies |= {written(one) for one in of if written(one)}

    def _letter_of(self, part: Node) -> Node:
        """The letter of a membership."""
        part = bare(part)
        if isinstance(part, Related) and part.first is not None:
            return part.first
        return part

    def ordering(self, at: Cursor) -> bool:
        """the eigenvalues of A and B are arranged in decreasing order, as a clause of its own"""
        start = at.k
        at.word("order", "arrange", "number", "label")
        words = self._spectra(at)
        if not words:
            at.k = start
            return False
        at.word("as")
        if at.word("of"):
            while at.word(
                "the", "a", "an", "any", "symmetric", "matrix", "matrices", "real", "square", "and",
                "each", "either", "every", "both", "these", "all", "hermitian",
            ):  # fmt: skip
                pass
        while at.at_formula() and (is_spectral(at.parts(), self.known) or symbolic(at.parts())):
            if is_call(at.parts()):
                self.names_spectrum(at.parts(), words[0], None)
            at.k += 1
            while at.stop(",") or at.word("and", "of"):
                pass
        at.word("are", "be", "is", "being")
        if self.order_of(at):
            return True
        at.k = start
        return False

    def order_of(self, at: Cursor, parts: Sequence[Node] = ()) -> bool:
        """in decreasing order, (arranged increasingly), ordered so that ...; False where none is said."""
        start = at.k
        at.stop(",")
        brackets = at.stop("(")
        while at.word(*ARRANGED) or at.phrase("so", "that") or at.phrase("such", "that"):
            pass
        found = at.at_formula() and at.k > start + 1 and self._in_order(at)
        if at.word(*FALLING):
            found = True
        elif at.word(*RISING):
            found = True
            before = " ".join(one.text for one in at.pieces[max(0, start - 6) : start] if one.kind == "word")
            if "singular" in re.split("|".join(FALLING), before)[-1]:
                raise NotUnderstood("singular values are read in decreasing order", at.pos)
            self.rises(at.pos)
        at.word("order")
        if at.phrase("of", "modulus") or at.phrase("of", "magnitude") or at.phrase("of", "absolute", "value"):
            pass
        one = at.ahead(1)
        if found and at.at_stop(",") and one is not None and one.kind == "formula" and self._chain(at, 1):
            at.k += 1
            self._in_order(at)
        if not found or (brackets and not at.stop(")")):
            at.k = start
            return False
        return True

    def _chain(self, at: Cursor, by: int) -> bool:
        """Is it lambda_1 >= ... >= lambda_n?"""
        return is_spectral(at.parts(by), self.known) and not symbolic(at.parts(by))

    def _in_order(self, at: Cursor) -> bool:
        """lambda_1 >= ... >= lambda_n, and more of them"""
        found = False
        while at.at_formula() and self._chain(at, 0):
            found = True
            if any(isinstance(one, Barred) for part in at.parts() for one in part.walk()):
                self.story.flags.add("by modulus")
            self.story.used.update(node.pos for part in at.parts() for node in part.walk())
            signs = {
                sign for part in map(bare, at.parts()) if isinstance(part, Related) for sign, _ in part.links
            }
            if signs and signs <= {"<=", "<"}:
                self.rises(at.pos)
            at.k += 1
            one = at.ahead(1)
            if not at.at_word("and") or one is None or one.kind != "formula" or not self._chain(at, 1):
                break
            at.k += 1
        return found

    def rises(self, pos: int) -> None:
        """The eigenvalues ascend: of those that have a letter, too."""
        self.story.flags.add("ascending")
        for name, one in self.story.spectra.items():
            if one.falls:
                raise NotUnderstood(f"the order of {name} is said twice", pos)
            if one.word == "lam":
                self.story.spectra[name] = replace(one, ascending=True)

    def order_by(self, one: Node, word: str, pos: int) -> None:
        """lambda_1(A) is the smallest eigenvalue, sigma_n(A) the largest singular value: they ascend."""
        while isinstance(one, FactorList):
            one = bare(one.parts[0][1])
        if word not in ENDS or not isinstance(one, Subscripted):
            return
        sub, largest = written(one.at), word in ("lam_max", "s1")
        if sub in ("max", "min"):
            if (sub == "max") != largest:
                raise NotUnderstood(f"{written(one.base)} with {sub} has another meaning here", pos)
        elif (sub == "1") != largest:
            if word in ("s1", "s_min"):
                raise NotUnderstood("singular values are read in decreasing order", pos)
            self.rises(pos)

    def names_spectrum(self, parts: Sequence[Node], word: str, matrix: Node | None) -> None:
        """lambda_1 >= ... >= lambda_n, or lambda_1, ..., lambda_n: the letter, and the order."""
        nodes: list[Node] = []
        rising = None
        self.story.used.update(node.pos for part in parts for node in part.walk())
        parts = [self._values_alone(_members(bare(part)), word, matrix) for part in parts]
        for part in map(bare, parts):
            if isinstance(part, Related) and part.first is not None:
                nodes += [part.first, *(side for _, side in part.links)]
                signs = {sign for sign, _ in part.links}
                rising = rising if not signs else signs <= {"<=", "<"}
            else:
                nodes.append(part)
        bases = {written(one.base) for one in map(bare, nodes) if isinstance(one, Subscripted)}
        bases |= {written(one) for one in map(bare, nodes) if isinstance(one, Letter) and len(nodes) == 1}
        calls = [one for one in map(bare, nodes) if not isinstance(one, Subscripted | Dots | Digits | Letter)]
        if not bases and calls:
            if rising:
                self.story.flags.add("ascending")
            return  # lambda_1(A) >= ... is the notation that is known
        if len(bases) != 1:
            raise NotUnderstood("the letter of the eigenvalues is not clear", parts[0].pos)
        (name,) = bases
        if matrix is None:
            raise NotUnderstood("of which matrix these are the values is not clear", parts[0].pos)
        rises = bool(rising) or (rising is None and word == "lam" and "ascending" in self.story.flags)
        if rises and word == "s":
            raise NotUnderstood("singular values are read in decreasing order", parts[0].pos)
        self.story.spectra[name] = SpectralLetter(word, matrix, rises, rising is False)

    def _signs(self, word: str, matrix: Node | None) -> tuple[str, ...]:
        """The relations to 0 that hold of these values anyhow."""
        one = self.story.letters.get(written(matrix)) if matrix is not None else None
        said = {name for what in one.described for name, _ in what.properties} if one is not None else set()
        if word == "s":
            return (">=",)
        return (">=", ">") if "positive_definite" in said else (">=",) if "psd" in said else ()

    def _values_alone(self, part: Node, word: str, matrix: Node | None) -> Node:
        """M >= lambda_1 >= ... >= lambda_n > 0 without its ends, which are hypotheses.

        NotUnderstood for something else between the values.
        """
        if not isinstance(part, Related) or part.first is None:
            return part
        sides = [part.first, *(side for _, side in part.links)]
        signs = [sign for sign, _ in part.links]
        values = [k for k, side in enumerate(sides) if isinstance(bare(side), Subscripted | Dots)]
        if not any(isinstance(bare(sides[k]), Subscripted) for k in values):
            return part
        for k in (k for k in range(len(signs)) if not values[0] <= k < values[-1]):
            zero = sides[k + 1] == Digits(sides[k + 1].pos, "0")
            if not (zero and signs[k] in self._signs(word, matrix)):
                last = Related(sides[k].pos, sides[k], ((signs[k], sides[k + 1]),))
                self.story.stated.append(Assertion(last, True, pos=sides[k].pos))
        inner = sides[values[0] : values[-1] + 1]
        for side in map(bare, inner):
            if not isinstance(side, Subscripted | Dots):
                raise NotUnderstood("between eigenvalues stands something else", side.pos)
        return Related(part.pos, inner[0], tuple(zip(signs[values[0] : values[-1]], inner[1:], strict=True)))


def is_respectively(one: Piece | None) -> bool:
    """Does each list stand for one of the matrices?"""
    return one is not None and one.text == "respectively"
