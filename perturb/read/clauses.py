"""What is said of letters and formulas: that they are something, have something, commute; and relations."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.cursor import after_noun, having, noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.notions import notion
from perturb.read.predicates import ENTRYWISE, Predicates, is_word
from perturb.read.sets import fits, index_run, is_member, size_pair
from perturb.read.story import Assertion, Description
from perturb.read.submatrices import InWords
from perturb.read.syntax import Node, Related, Subscripted, bare, written

NO_ADJECTIVE = ("and", "with", "of", "such", "for", "the", "a", "an", "all", "any", "every", "each")
BOUNDED = ("op", "fro", "nuclear", "spectral_radius", "numerical_radius", "trace", "det", "norm")
BOUNDS: dict[tuple[str, ...], str] = {
    ("at", "most"): "<=",
    ("not", "exceeding"): "<=",
    ("bounded", "by"): "<=",
    ("at", "least"): ">=",
}
BOUNDS |= {
    ("less", "than"): "<",
    ("strictly", "less", "than"): "<",
    ("greater", "than"): ">",
    ("equal", "to"): "=",
}


class Clauses(Predicates):
    """A reader of clauses."""

    def formula(self) -> None:
        """A relation, or a subject with what is said of it."""
        at = self.at
        parts, pos = at.parts(), at.pos
        after = at.ahead(1)
        if is_word(after, "be") and not self.given:
            raise NotUnderstood("'be' stands after 'let'", after.pos if after is not None else pos)
        if is_word(after, *phrases.BE):
            at.k += 2
            self.predicate(parts, pos)
            return
        joined = is_word(after, "and") or (after is not None and (after.kind, after.text) == ("stop", ","))
        if joined and (symbols(parts) or self.given) and self._are():
            return
        if is_word(after, "commute", "commutes") and symbols(parts):
            at.k += 2
            self.commute(parts, pos)
            return
        member = isinstance(bare(parts[-1]), Related) and [s for s, _ in bare(parts[-1]).links] == ["in"]  # type: ignore[attr-defined]
        own = symbols(parts) or (self.given and member)
        if is_word(after, "has", "have") and own and self._has(parts, pos):
            return
        at.k += 1
        beside = after is not None and after.kind == "word" and not is_word(after, *NO_ADJECTIVE)
        if self.given and beside and symbols(parts) and (said := noun_phrase(at)) is not None:
            self.introduced(parts, said, pos)  # with B nonsingular
            return
        if self.given and symbols(parts) and at.at_word("of") and self._of_size(parts):
            return
        named = at.at_word("the", "its") and not isinstance(bare(parts[-1]), Related)
        if named and symbols(parts) is None and notion(at, self.say, parts, pos):
            return  # with w(A) the numerical radius
        if self._quantifies(parts):
            for run in index_run(parts) or ():
                self.story.run(*run)
            return
        before = len(self.story.stated)
        runs = index_run(parts)
        fresh = runs is not None and all(
            low is not None and not self.say.known(name) for name, low, _, _ in runs
        )
        if self.given and (fresh or self._short(parts)):
            self.say.let(parts, pos)
        else:
            self.say.relations(parts, self.given, pos)
        self.manner(before)

    def _short(self, parts: Sequence[Node]) -> bool:
        """if r = ||A|| < 1, for an r that was not introduced"""
        one = bare(parts[0])
        name = written(one.first) if isinstance(one, Related) and one.first is not None else ""
        plain = name[:1].islower() and name not in ("i", "j", "k", "l", "m", "n")
        return len(parts) == 1 and plain and self.say.defines(parts, where=False)

    def manner(self, before: int) -> None:
        """entrywise, entry by entry, in the Loewner order: how matrices are compared."""
        at = self.at
        start = at.k
        brackets = at.stop("(")
        at.word("holds", "hold")
        manner = ""
        if at.word(*ENTRYWISE) or at.phrase("entry", "by", "entry"):
            manner = "entry by entry"
        elif (
            at.phrase("in", "the", "loewner", "order")
            or at.phrase("in", "loewner", "order")
            or at.phrase("in", "the", "positive", "semidefinite", "order")
        ):
            manner = "loewner"
        if not manner or (brackets and not at.stop(")")):
            at.k = start
            return
        for one in self.story.stated[before:]:
            one.manner = manner

    def _quantifies(self, parts: Sequence[Node]) -> bool:
        """Is it the range of an index, and of no letter that is introduced?"""
        runs = index_run(parts) or []
        fresh = all(not self.say.known(name) for name, *_ in runs)
        return fresh and any(low is not None for _, low, _, _ in runs) and not self.given

    def _are(self) -> bool:
        """A and B are psd; A and B commute"""
        at = self.at
        found, k = list(at.parts()), at.k + 1
        while k + 1 < len(at.pieces) and at.pieces[k].text in ("and", ","):
            k += 1 + is_word(at.pieces[k + 1], "and")
            if k >= len(at.pieces) or at.pieces[k].kind != "formula":
                return False
            found += at.parts(k - at.k)
            k += 1
            if symbols(found) is None and not self.given:
                break
        one = at.pieces[k] if k < len(at.pieces) else None
        pos = at.pos
        last = bare(found[-1])
        member = isinstance(last, Related) and any(sign == "in" for sign, _ in last.links)
        members = self.given and all(is_member([part]) or symbols([part]) for part in found)
        if not symbols(found[:-1] if member and self.given else found):
            # A in R^{n x n} and B in R^{n x n} are symmetric, both
            if not (members and member and is_word(one, "are")):
                return False
            at.k = k + 1
            said = noun_phrase(at)
            at.k = k + 1
            if said is None or not fits(said, found):
                cure = "say it of each: A is symmetric, and B is symmetric"
                raise NotUnderstood("of which of these this is said is not clear", one.pos, cure=cure)  # type: ignore[union-attr]
            self.predicate(found, pos)
            return True
        if is_word(one, "commute"):
            at.k = k + 1
            self.commute(found, pos)
            return True
        if is_word(one, "have"):
            at.k = k - 1
            return self._has(found, pos)
        if not is_word(one, *phrases.BE):
            return False
        at.k = k + 1
        self.predicate(found, pos)
        return True

    def _has(self, parts: Sequence[Node], pos: int) -> bool:
        """A has rank r, A has full column rank, A has nonnegative entries."""
        at = self.at
        start = at.k
        at.k += 1
        if symbols(parts) and self.say.spectrum(at, parts):
            for part in parts:
                self.story.introduce(self.say.letter(part), part.pos)
            return True
        at.k += 1
        at.word("a", "the")
        found = having(at)
        if found.empty:
            at.k = start
            return False
        self._has_said(parts, found, pos)
        while at.at_word("and") and (after := at.ahead(1)) is not None and after.kind == "formula":
            start, parts = at.k, at.parts(1)
            at.k += 2
            further = having(at)
            if further.empty:
                at.k = start
                return True
            self._has_said(parts, further, pos)  # and B full row rank: the verb is left out
        return True

    def _has_said(self, parts: Sequence[Node], found: Description, pos: int) -> None:
        if self.given:
            self.introduced(parts, found, pos)
        else:
            self.said_of(parts, found, False, pos)

    def so_is(self) -> bool:
        """then so is A + B"""
        at = self.at
        if not (at.phrase("so", "is") or at.phrase("so", "are")) or self.last is None or not at.at_formula():
            return False
        found, negated = self.last
        self.given = False
        self.said_of(at.parts(), found, negated, at.pos)
        at.k += 1
        return True

    def afterwards(self, parts: Sequence[Node], listing: bool = False) -> None:
        """of the same size; with eigenvalues ...; with ||A|| <= 1; such that ...; that commute.

        In a list of quantifiers a comma ends it; `listing`: where letters are introduced it goes on.
        """
        while self._one_more(parts, listing):
            pass

    def _one_more(self, parts: Sequence[Node], listing: bool) -> bool:
        at = self.at
        if at.phrase("of", "the", "same", "size") or at.phrase("of", "the", "same", "order"):
            return True
        if at.phrase("that", "commute") or at.phrase("which", "commute"):
            self.commute(self.letters(parts), at.pos)
            return True
        if self._of_size(parts) or self._which(parts):
            return True
        has = at.at_word("with", "having", "whose", "have", "has")
        if has and self.say.spectrum(at, self.letters(parts)):
            return True
        if at.at_word("whose") and self._whose(parts):
            return True
        if at.at_word("with", "having", "of", "have", "has") and self._bounded(parts):
            return True
        if at.at_word("with") and is_word(at.ahead(1), "equality"):
            return False
        if at.at_word("satisfies", "satisfy") and not (self.given and listing):
            return False
        satisfying = at.word("satisfying", "with", "satisfies", "satisfy") or at.phrase("such", "that")
        satisfying = satisfying or at.phrase("for", "which")
        if not (satisfying or at.phrase("that", "satisfies") or at.phrase("that", "satisfy")):
            return False
        self.given = self.closed = True
        at.word("that")
        return self._satisfying(parts, listing)

    def _whose_part(self, parts: Sequence[Node]) -> bool:
        """whose symmetric part is positive semidefinite"""
        at, of = self.at, self.letters(parts)
        start = at.k
        at.k += 1
        found = phrases.longest(at.words(), phrases.NOTIONS)
        if found is not None and found[0] in ("sym", "inv", "pinv") and len(of) == 1:
            at.k += found[1]
            if at.word("is"):
                self.given = self.closed = True
                self.predicate([InWords(at.pos, found[0], of[0])], at.pos)
                return True
        at.k = start
        return False

    def _bounded(self, parts: Sequence[Node]) -> bool:
        """with spectral norm at most 1, of trace 1: what a word of each letter is"""
        at, of = self.at, self.letters(parts)
        start = at.k
        at.k += 1
        at.word("a", "the")
        found = phrases.longest(at.words(), phrases.NOTIONS)
        if found is not None and found[0] in BOUNDED and all(map(written, of)):
            at.k += found[1]
            sign = next((sign for words, sign in BOUNDS.items() if at.phrase(*words)), "=")
            if at.at_formula() and len(at.parts()) == 1 and not isinstance(bare(at.parts()[0]), Related):
                for one in of:
                    word = InWords(at.pos, found[0], one)
                    made = Related(at.pos, word, ((sign, at.parts()[0]),))
                    self.story.stated.append(Assertion(made, True, pos=at.pos))
                at.k += 1
                return True
        at.k = start
        return False

    def _whose(self, parts: Sequence[Node]) -> bool:
        """whose symmetric part H = ... is positive definite"""
        at = self.at
        start = at.k
        at.k += 1
        if not notion(at, self.say, None, at.pos):
            at.k = start
            return self._whose_part(parts)
        if at.at_word("is", "are"):
            named = self.letters(at.parts(-1))
            at.k += 1
            self.given = self.closed = True
            self.predicate(named, at.pos)
        return True

    def _satisfying(self, parts: Sequence[Node], listing: bool) -> bool:
        at = self.at
        at.word("both")
        if at.at_formula():
            plain = not is_word(at.ahead(1), *phrases.BE)
            if plain and symbols(at.parts()) is None and self.say.defines(at.parts(), where=False):
                self.say.define(at.parts(), at.pos)  # with kappa = ...
                at.k += 1
                return True
            if is_word(at.ahead(1), *phrases.BE):
                self.formula()
                return True
            self.formula()
            while (at.at_word("and") or (listing and at.at_stop(","))) and self._relation_follows():
                at.k += 1
                self.formula()
            return True
        if notion(at, self.say, None, at.pos):
            return True
        found = noun_phrase(at)
        if found is None:
            raise NotUnderstood("what it satisfies is not understood", at.pos)
        if not (found.kind or found.sides or found.rank or at.at_formula()):
            raise NotUnderstood("of what that is said is not understood", found.pos)
        if at.at_formula():  # with symmetric A and B, which is said of these
            self.noun_and_names(found, listing)
            return True
        self.introduced(self.letters(parts), found, at.pos)
        return True

    def _relation_follows(self) -> bool:
        one, then = self.at.ahead(1), self.at.ahead(2)
        if one is None or one.kind != "formula" or is_word(then, *phrases.BE):
            return False
        last = bare(self.at.parts(1)[-1])
        return isinstance(last, Related) and not any(sign == "in" for sign, _ in last.links)

    def _of_size(self, parts: Sequence[Node]) -> bool:
        """of order n, of rank r, with nonnegative entries, with n x n blocks"""
        at = self.at
        words = {
            "of": ("order", "size", "dimension", "rank", "full"),
            "with": ("rank", "full", "nonnegative", "positive", "orthonormal"),
        }
        two = at.words()[:2]
        if len(two) == 2 and two[1] in words.get(two[0], ()):
            found = Description("", pos=at.pos)
            after_noun(at, found)
            if found.empty:
                return False
            self.introduced(self.letters(parts), found, at.pos)
            return True
        formula = at.at_word("with") and is_word(at.ahead(2), "blocks", "block")
        if formula and at.ahead(1) is not None and size_pair(at.parts(1)[0]) is not None:
            at.k += 3
            return True
        return False

    def _which(self, parts: Sequence[Node]) -> bool:
        """which is positive definite, that are symmetric; have full column rank"""
        at = self.at
        start = at.k
        if at.word("which", "that") and at.word("is", "are"):
            self.predicate(self.letters(parts), at.pos, let=True)
            return True
        at.k = start
        if at.word("have", "has"):
            at.word("a", "the")
            found = having(at)
            if not found.empty and self.given:
                self.introduced(self.letters(parts), found, at.pos)
                return True
        at.k = start
        return False

    def names(self) -> tuple[list[Node], int]:
        """A, B and C: formulas of names, joined."""
        at = self.at
        parts, pos = list(at.parts()), at.pos
        at.k += 1
        while self._listed(parts) and (at.at_word("and") or at.at_stop(",")):
            skip = 2 if at.at_stop(",") and is_word(at.ahead(1), "and") else 1
            after = at.ahead(skip)
            if after is None or after.kind != "formula" or not self._listed(at.parts(skip)):
                break
            at.k += skip
            parts += at.parts()
            at.k += 1
        return parts, pos

    def _listed(self, parts: Sequence[Node]) -> bool:
        """Names, or A_{n-1} and B_{n-1} of letters that are there."""
        ones = [bare(part) for part in parts]
        below = all(isinstance(one, Subscripted) and self.say.known(written(one.base)) for one in ones)
        return bool(symbols(parts)) or below

    def noun_and_names(self, found: Description, listing: bool = True) -> None:
        """n x n matrices A and B, with what else is said of them."""
        at = self.at
        parts, pos = self.names()
        parts = self.as_vector(parts, found)
        if at.word("be"):
            self.introduced(parts, found, pos)
            self.predicate(parts, pos, let=True)
        elif symbols(parts):
            self.mutual(found, parts, pos)
            self.introduced(parts, found, pos)
        elif not self.say.members(parts, found, pos):
            self.say.let(parts, pos)
        if symbols(parts) and len(parts) > 1 and self.at.word("commute"):
            self.commute(parts, pos)
        self.afterwards(parts, listing)
