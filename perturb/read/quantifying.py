"""For all A, B in ..., for i = 1, ..., n, for every symmetric A: what is quantified over."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.cursor import noun_phrase
from perturb.read.errors import NotUnderstood
from perturb.read.families import function_of
from perturb.read.letting import ALONE, Letting
from perturb.read.notions import denoted
from perturb.read.predicates import is_word
from perturb.read.sayings import INDEX_LETTERS
from perturb.read.sets import index_run
from perturb.read.story import Assertion, Description
from perturb.read.syntax import Letter, Node, Related, bare, written


class Quantifying(Letting):
    """Reads quantifiers, before the claim and after it."""

    def quantifier(self) -> None:
        """One quantifier with all its letters; what it does not understand is an error."""
        at = self.at
        at.word("for", "over")
        if at.at_word("the") and denoted(at, self.say, between=False):
            return
        if at.word("which"):
            self.given = True
            return
        if at.at_word("some"):
            if self.some():
                return
            raise NotUnderstood(
                "'for some' is a statement of existence", at.pos, cure="say for which, or for all"
            )
        if at.at_word("a", "an") and is_word(at.ahead(1), "constant", "suitable", "certain"):
            raise NotUnderstood("'for a constant' is a statement of existence", at.pos, cure="say for all")
        inner = self._inside()
        part = is_word(at.ahead(-2), "and") or (at.ahead(-2) is not None and is_word(at.ahead(-3), "and"))
        part = part and any(not one.given for one in self.story.stated[self.begun :])
        before, told = len(self.story.stated), self._said()
        older = {name: len(one.described) for name, one in self.story.letters.items()}
        at.word(*phrases.ALL)
        at.word("given", "two", "possible")
        if at.phrase("choice", "of") or at.phrase("choices", "of") or at.phrase("pair", "of"):
            at.word("the")
        outer, pos, known = (self.given, self.closed), at.pos, set(self.story.letters)
        while True:
            if not self.every_value():
                self._letters()
            self._again()
            if not self._and_more():
                break
        self.given, self.closed = outer
        more = any(one.given and self._of_old(one.node) for one in self.story.stated[before:])
        again = any(len(self.story.letters[name].described) != count for name, count in older.items())
        if part and (more or again or self._said() != told):
            raise NotUnderstood("what is supposed here is for a part only", pos, cure=ALONE)
        if inner and set(self.story.letters) - known:
            cure = "say what is supposed without it, as in: A is positive semidefinite"
            raise NotUnderstood("'for all' in a hypothesis is another statement", pos, cure=cure)
        if not self.given:
            self.closed = False

    def some(self) -> bool:
        """Is it "for some delta > 0" in a hypothesis?"""
        return False

    def every_value(self) -> bool:
        """Is it "each eigenvalue of A"?"""
        return False

    def _inside(self) -> bool:
        """Is the quantifier part of a hypothesis: "if f(x) >= 0 for all x", "suppose that for all x"?"""
        at = self.at
        back = -2 if is_word(at.ahead(-1), "for", "over") else -1
        before = at.ahead(back)
        if is_word(before, "and") and not self.letting:  # f(x) >= t for some t > 0 and all x
            before, back = at.ahead(back - 1), back - 1
        if before is not None and (before.kind, before.text) == ("stop", ","):  # suppose that, for all x, ...
            earlier = at.ahead(back - 1)
            before = earlier if is_word(earlier, "that", *phrases.IF, *phrases.SUPPOSE) else before
        if not self.given or before is None:
            return False
        if before.kind == "formula":
            last = bare(at.parts(back)[-1])
            name = written(last.first) if isinstance(last, Related) and last.first is not None else ""
            plain = isinstance(last, Related) and all(sign != "in" for sign, _ in last.links)
            if plain and isinstance(last, Related) and last.first is not None and function_of(last.first):
                return False
            return plain and name not in self.story.defined  # let H = A + A^T for all A
        return is_word(before, "that", *phrases.IF, *phrases.SUPPOSE) and not self.letting

    def _letters(self) -> None:
        at = self.at
        start = at.k
        found = noun_phrase(at) if self.sized() else None
        if not at.at_formula():
            if found is None:
                at.k = start
                cure = "for all $A$, for $i = 1, \\dots, n$"
                raise NotUnderstood("what is quantified over is not understood", at.pos, cure=cure)
            raise NotUnderstood("a noun without a letter", at.pos, cure="name it: for every matrix $A$")
        if found is not None:
            self._of_noun(found)
        else:
            self._plain()

    def _of_noun(self, found: Description) -> None:
        """for all integers k = 1, ..., n; for every symmetric matrix A"""
        at = self.at
        runs = index_run(at.parts()) if found.kind == "integer" else None
        if runs is None:
            self.given = self.closed = True
            self.noun_and_names(found, listing=False)
            return
        at.k += 1
        for run in runs:
            self.story.run(*run)

    def _plain(self) -> None:
        at = self.at
        parts, pos = self.names()
        runs = index_run(parts)
        if runs is not None and self.say.are_indices(runs):
            for run in runs:
                self.story.run(*run)
            return
        if self._condition(parts):
            return
        if self._unlike(parts):
            raise NotUnderstood("a condition that two indices differ is not read", parts[-1].pos)
        one = at.ahead(1)
        if at.at_word("in") and one is not None and one.kind == "formula":
            at.k += 1
            self.say.in_set(parts, at.parts()[0])
            at.k += 1
            return
        self.given = self.closed = True
        self.say.for_all(parts, pos)
        self.afterwards(parts)

    def _counts(self, parts: Sequence[Node]) -> bool:
        """Is it an inequality between indices of this quantifier, sizes and numbers?"""
        one = bare(parts[0])
        if len(parts) > 1 or not isinstance(one, Related) or not _sides(one):
            return False
        letters = {letter.name for letter in one.walk() if isinstance(letter, Letter)}
        return bool(letters & self.story.runs.keys()) and letters <= self.story.runs.keys() | {"n", "m"}

    def _unlike(self, parts: Sequence[Node]) -> bool:
        """Is it i != j of letters that count?"""
        last = bare(parts[-1])
        name = written(last.first) if isinstance(last, Related) and last.first is not None else ""
        signs = [sign for sign, _ in last.links] if isinstance(last, Related) else []
        return signs == ["!="] and name in INDEX_LETTERS and not self.say.known(name)

    def _condition(self, parts: Sequence[Node]) -> bool:
        """for i >= 1, for i < j: a condition on letters that count"""
        sides = [bare(side) for part in parts for side in _sides(part)]
        letters = {one.name for side in sides for one in side.walk() if isinstance(one, Letter)}
        letters |= {written(part) for part in parts[:-1]}
        counted = {name for name in letters if name in INDEX_LETTERS and not self.say.known(name)}
        last = bare(parts[-1])
        if not counted or len(sides) < 2 or letters - counted - {"n", "m"} or not isinstance(last, Related):
            return False
        if not all(isinstance(bare(part), Letter) and written(part) in counted for part in parts[:-1]):
            return False
        for one in (*parts[:-1], last.first):  # i, j >= 1: each of them
            if one is not None:
                self.story.stated.append(Assertion(Related(last.pos, one, last.links), True, pos=last.pos))
        return True

    def _again(self) -> None:
        """and all real p; the same quantifier goes on."""
        at = self.at
        if (at.at_word("and") or at.at_stop(",")) and is_word(at.ahead(1), "for", *phrases.ALL):
            at.k += 1
            at.word("for")

    def _and_more(self) -> bool:
        """Does the quantifier go on with further letters?"""
        at = self.at
        if at.word(*phrases.ALL):
            return True
        start = at.k
        if not (at.word("and") or at.stop(",")):
            return False
        at.word("and")
        if at.word(*phrases.ALL):
            return True
        if at.at_formula() and self._counts(at.parts()):  # for i, j <= n and i + j <= n + 1
            return True
        if at.at_formula() and self.say.quantifies(at.parts()) and not is_word(at.ahead(1), *phrases.BE):
            return True
        if not at.at_formula() and self.noun_follows() and not at.at_word("the"):
            return True
        at.k = start
        return False


def _sides(part: Node) -> list[Node]:
    """The sides of a chain of inequalities; none of anything else."""
    part = bare(part)
    if not isinstance(part, Related) or part.first is None:
        return []
    chain = all(sign in ("<", "<=", ">", ">=") for sign, _ in part.links)
    return [part.first, *(side for _, side in part.links)] if chain else []
