"""Sentences as what they say: what is introduced, supposed, defined and concluded. Start with `story`.

Every word is in a table of `phrases` or an error; what stands beside "for all" and after "let" introduces
letters, what stands after "if", "suppose" and "with" is a hypothesis, the rest is concluded.
"""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.cursor import Cursor, after_noun, having, noun_phrase, symbols
from perturb.read.errors import NotRead
from perturb.read.notions import notion
from perturb.read.pieces import Piece
from perturb.read.sayings import Sayings
from perturb.read.sets import index_run, size_pair
from perturb.read.story import Description, Stated, Story
from perturb.read.syntax import Node, Related, bare, written


def story(pieces: Sequence[Piece]) -> Story:
    """All that the sentences say. NotRead for a word that is not known, and for a clause that breaks off."""
    return _Prose(Cursor(pieces)).all()


class _Prose:
    """`given`: are hypotheses being told? `closed`: until the end of the sentence."""

    def __init__(self, at: Cursor) -> None:
        self.at, self.say = at, Sayings(Story())
        self.story = self.say.story
        self.given = self.closed = False

    def all(self) -> Story:
        while self.at.now is not None:
            self.clause()
        return self.story

    def clause(self) -> None:
        """What begins here."""
        at = self.at
        assert at.now is not None
        if at.now.kind == "stop":
            self._stop(at.now.text)
            at.k += 1
        elif at.now.kind == "formula":
            self.formula()
        else:
            self._word(at.now.text)

    def _stop(self, stop: str) -> None:
        if stop == "." or (stop in (";", ":", "line") and not self.closed):
            self.given = self.closed = False
        elif stop not in (",", ";", ":", "quad", "line", "item", "(", ")", ".", "'"):
            raise NotRead(f"the sign {stop!r} between words", self.at.pos)
        elif stop == "," and self.given and not self.closed and not self.at.in_sentence("then"):
            following = self.at.ahead(1)
            more = (
                following is not None and following.kind == "word" and following.text in ("and", "if", "with")
            )
            self.given = self.given and more

    def _word(self, word: str) -> None:
        at = self.at
        if word in phrases.SHARP and self._sharp():
            return
        if word == "with" and (one := at.ahead(1)) is not None and one.text == "equality":
            self._unread()
        elif word in phrases.LET and not at.words()[:2] == ("given", "that"):
            at.k += 1
            self.let("let" if word != "given" else "given")
        elif word in phrases.PUT:
            self.put()
        elif word in (*phrases.IF, *phrases.SUPPOSE, "where", "with", "such", "satisfying", "here", "given"):
            self.suppose(word)
        elif word in ("for", "over") or (word in phrases.ALL and not at.words()[:1] == ("given",)):
            self.quantifier()
        elif word in phrases.THEN:
            at.k += 1
            self.given = self.closed = False
        elif (word in ("and", "or", "as") and word != "or") or (word == "real" and (one := at.ahead(1)) is not None and one.kind == "formula"):
            at.k += 1
        elif not self.subject():
            self._empty(word)

    def _empty(self, word: str) -> None:
        if word in phrases.LEAD or word in phrases.EMPTY or word in ("the", "a", "an", "by"):
            self.at.k += 1
            return
        cure = "leave it out, or say it in a formula"
        raise NotRead(f"the word {word!r} is not understood here", self.at.pos, cure=cure)

    def _sharp(self) -> bool:
        """What is said of equality, or that a constant is best, is no part of the claim: it is told so."""
        words = self.at.words()
        if words[:2] in (("equality", "holds"), ("best", "possible")) or words[0] in (
            "sharp",
            "optimal",
            "tight",
            "attained",
        ):
            self._unread()
            return True
        return False

    def _unread(self) -> None:
        start = self.at.k
        while self.at.now is not None and not self.at.at_stop(".", "item"):
            self.at.k += 1
        told = " ".join(
            one.text if one.kind != "formula" else "..." for one in self.at.pieces[start : self.at.k]
        )
        self.story.unread.append((told, self.at.pieces[start].pos))

    # Formulas that stand where a clause begins.

    def formula(self) -> None:
        """A relation, or a subject with what is said of it."""
        at = self.at
        parts, pos = at.parts(), at.pos
        after = at.ahead(1)
        if after is not None and after.kind == "word" and after.text in phrases.BE:
            at.k += 2
            self.predicate(parts, pos)
            return
        if (
            after is not None
            and after.kind == "word"
            and after.text in ("and",)
            and symbols(parts)
            and self._are(at)
        ):
            return
        if (
            after is not None
            and after.kind == "word"
            and after.text in ("commute", "commutes")
            and symbols(parts)
        ):
            self._commute(parts, pos)
            return
        if (
            after is not None
            and after.kind == "word"
            and after.text == "has"
            and symbols(parts)
            and self._has(parts, pos)
        ):
            return
        at.k += 1
        if (runs := index_run(parts)) is not None and self._quantifies(parts):
            for name, low, high, where in runs:
                self.story.run(name, low, high, where)
            return
        self.say.relations(parts, self.given, pos)

    def _commute(self, parts: Sequence[Node], pos: int) -> None:
        """A and B commute, A commutes with B."""
        at = self.at
        found = list(parts)
        at.k += 2
        if at.word("with"):
            found += at.parts()
            at.k += 1
        if len(found) < 2 or not self.given:
            raise NotRead(
                "that matrices commute is a hypothesis on two", pos, cure="in a conclusion write $AB = BA$"
            )
        for one in found:
            self.story.introduce(self.say.letter(one), one.pos)
        self.story.groups.append(("commuting", tuple(map(written, found)), pos))

    def _has(self, parts: Sequence[Node], pos: int) -> bool:
        """A has rank r, A has full column rank, A has nonnegative entries."""
        at = self.at
        start = at.k
        at.k += 2
        at.word("a", "the")
        found = having(at)
        if found.empty:
            at.k = start
            return False
        if self.given:
            self._introduced(parts, found, pos)
        else:
            self._said_of(parts, found, False, pos)
        return True

    def _quantifies(self, parts: Sequence[Node]) -> bool:
        """Is it the range of an index, and of no letter that is introduced?"""
        runs = index_run(parts) or []
        fresh = all(name not in self.story.letters and name not in self.story.defined for name, *_ in runs)
        return fresh and any(low is not None for _, low, _, _ in runs) and not self.given

    def _are(self, at: Cursor) -> bool:
        """A and B are psd"""
        found = list(at.parts())
        k = at.k + 1
        while (
            k + 1 < len(at.pieces)
            and (at.pieces[k].text in ("and", ","))
            and at.pieces[k + 1].kind == "formula"
        ):
            found += at.parts(k + 1 - at.k)
            k += 2
        one = at.pieces[k] if k < len(at.pieces) else None
        pos = at.pos
        if one is not None and one.text == "commute" and all(map(written, found)):
            at.k = k - 1
            self._commute(found, pos)
            return True
        if one is None or one.kind != "word" or one.text not in phrases.BE or not symbols(found):
            return False
        at.k = k + 1
        self.predicate(found, pos)
        return True

    def predicate(self, parts: Sequence[Node], pos: int, let: bool = False) -> None:
        """What is said after "is", "are", "be", "denote"."""
        at = self.at
        negated = at.word("not")
        if at.phrase("such", "that") or at.phrase("given") or at.phrase("fixed") or at.phrase("arbitrary"):
            self._introduced(parts, Description(), pos)
            return
        if notion(at, self.say, parts, pos):
            return
        found = noun_phrase(at)
        if found is None:
            if at.at_formula() and let:
                raise NotRead("what this letter is to be", at.pos, cure="write $H = ...$")
            raise NotRead(
                "what is said of it is not understood", at.pos, cure=f"what may be said: {_adjectives()}"
            )
        names = symbols(parts)
        group = [name for name, _ in found.properties if name in ("commuting", "orthonormal")]
        if (
            names
            and len(names) > 1
            and (
                group
                or (
                    found.kind == "vector"
                    and ("orthogonal", found.pos)
                    and any(p == "orthogonal" for p, _ in found.properties)
                )
            )
        ):
            kind = group[0] if group else "orthogonal"
            self.story.groups.append((kind, tuple(name for name, _ in names), pos))
            found.properties = [
                p for p in found.properties if p[0] not in ("commuting", "orthogonal", "orthonormal")
            ]
        if negated or (not let and not self._introduces(names)):
            self._said_of(parts, found, negated, pos)
            return
        self._introduced(parts, found, pos)

    def _introduces(self, names: list[tuple[str, int]] | None) -> bool:
        """In a hypothesis letters are introduced, or said more of; a conclusion speaks of what is there."""
        if not names:
            return False
        known = [name in self.story.letters or name in self.story.defined for name, _ in names]
        return self.given or not all(known)

    def _introduced(self, parts: Sequence[Node], found: Description, pos: int) -> None:
        if symbols(parts) is None:
            if self.say.members(parts, found, pos):
                return
            self._said_of(parts, found, False, pos)
            return
        for part in parts:
            name = self.say.letter(part)
            if name in self.story.defined:
                self._said_of([part], found, False, pos)
            else:
                self.story.introduce(name, part.pos, found)

    def _said_of(self, parts: Sequence[Node], found: Description, negated: bool, pos: int) -> None:
        for part in parts:
            for name, _ in found.properties:
                self.story.stated.append(Stated(part, self.given, name, negated, pos=pos))
            if found.rank is not None:
                self.story.stated.append(Stated(part, self.given, "", negated, found.rank, pos))

    # Clauses with a word of their own.

    def let(self, how: str) -> None:
        """Let A be ..., B ... and x ...: letters with what they are."""
        at = self.at
        self.given = self.closed = True
        while True:
            if not self._let_one():
                break
            while at.word("and") or at.stop(",", "quad"):
                pass
            if at.now is None or not (at.at_formula() or self._noun_follows()):
                break
        self.given = self.closed = at.now is not None and not at.at_stop(".", ";", ":")

    def _noun_follows(self) -> bool:
        at = self.at
        start = at.k
        found = noun_phrase(at)
        follows = found is not None and at.at_formula()
        at.k = start
        return follows

    def _let_one(self) -> bool:
        """One subject: names and "be", a noun and names, a membership, a definition."""
        at = self.at
        while at.word("the", "there", "be", "us", "also"):
            pass
        start = at.k
        found = noun_phrase(at) if not at.at_formula() or size_pair(at.parts()[0]) is not None else None
        if found is not None and at.at_formula():
            return self._noun_and_names(found)
        at.k = start
        if not at.at_formula():
            return False
        parts, pos = self._names()
        if at.word("be", "is", "are", "denote", "denotes"):
            self.predicate(parts, pos, let=True)
            self._afterwards(parts)
            return True
        described = (
            noun_phrase(at)
            if at.now is not None and at.now.kind == "word" and at.at_word("a", "an", "any", "another")
            else None
        )
        if described is not None and symbols(parts):
            self._introduced(parts, described, pos)
            self._afterwards(parts)
            return True
        self.say.let(parts, pos)
        self._afterwards(parts)
        return True

    def _names(self) -> tuple[list[Node], int]:
        """A, B and C: formulas of names, joined."""
        at = self.at
        parts, pos = list(at.parts()), at.pos
        at.k += 1
        while symbols(parts) and (at.at_word("and") or at.at_stop(",")):
            after, then = at.ahead(1), at.ahead(2)
            if after is None or after.kind != "formula":
                break
            following = at.parts(1)
            joins = then is not None and then.kind == "word" and then.text in (*phrases.BE, "and")
            if (
                not joins
                and not (then is not None and then.kind == "stop" and then.text == ",")
                and symbols(following)
            ):
                joins = at.in_sentence("be") or symbols(following) is not None
            last = bare(following[-1])
            if symbols(following) is None and type(last).__name__ == "Related":
                break
            if not joins:
                break
            at.k += 1
            parts += at.parts()
            at.k += 1
        return parts, pos

    def _noun_and_names(self, found: Description) -> bool:
        at = self.at
        parts, pos = self._names()
        if at.word("be"):
            self._introduced(parts, found, pos)
            self.predicate(parts, pos, let=True)
        elif symbols(parts):
            commuting = [p for p in found.properties if p[0] == "commuting"]
            if commuting:
                found.properties.remove(commuting[0])
                self.story.groups.append(("commuting", tuple(written(part) for part in parts), pos))
            self._pairs(found, parts, pos)
            self._introduced(parts, found, pos)
        else:
            self.say.members(parts, found, pos) or self.say.let(parts, pos)
        self._afterwards(parts)
        return True

    def _pairs(self, found: Description, parts: Sequence[Node], pos: int) -> None:
        """Orthogonal vectors are so to each other."""
        names = {name for name, _ in found.properties}
        if found.kind == "vector" and names & {"orthogonal", "orthonormal"} and len(parts) > 1:
            kind = "orthonormal" if "orthonormal" in names else "orthogonal"
            self.story.groups.append((kind, tuple(written(part) for part in parts), pos))
            found.properties = [p for p in found.properties if p[0] not in ("orthogonal", "orthonormal")]

    def _afterwards(self, parts: Sequence[Node]) -> None:
        """of the same size; with eigenvalues ...; with ||A|| <= 1; such that ...; that commute."""
        at = self.at
        while True:
            if at.phrase("of", "the", "same", "size") or at.phrase("of", "the", "same", "order"):
                continue
            if at.phrase("that", "commute") or at.phrase("which", "commute"):
                self.story.groups.append(("commuting", tuple(written(part) for part in parts), at.pos))
                continue
            if self._same_size(parts) or self._which(parts):
                continue
            if at.word("commute", "commutes"):
                self.story.groups.append(("commuting", tuple(written(part) for part in parts), at.pos))
                continue
            if at.at_word("with", "having", "whose") and self.say.spectrum(at, parts):
                continue
            if at.at_word("with") and (one := at.ahead(1)) is not None and one.text == "equality":
                return
            if at.at_word("satisfies", "satisfy") and not self.given:
                return
            if (
                at.word("satisfying", "with", "satisfies", "satisfy")
                or at.phrase("such", "that")
                or at.phrase("that", "satisfies")
                or at.phrase("that", "satisfy")
            ):
                self.given = self.closed = True
                at.word("that")
                if at.at_formula():
                    self.formula()
                    while (at.at_word("and") or at.at_stop(",")) and self._relation_follows():
                        at.k += 1
                        self.formula()
                elif (found := noun_phrase(at)) is not None:
                    self._introduced(parts, found, at.pos)
                continue
            return

    def _relation_follows(self) -> bool:
        one, then = self.at.ahead(1), self.at.ahead(2)
        if (
            one is None
            or one.kind != "formula"
            or (then is not None and then.kind == "word" and then.text in phrases.BE)
        ):
            return False
        last = bare(self.at.parts(1)[-1])
        return type(last).__name__ == "Related" and not any(s == "in" for s, _ in last.links)  # type: ignore[attr-defined]

    def _same_size(self, parts: Sequence[Node]) -> bool:
        at = self.at
        words = (
            ("of", "order"),
            ("of", "size"),
            ("of", "dimension"),
            ("of", "rank"),
            ("of", "full"),
            ("with", "rank"),
        )
        words += ("with", "full"), ("with", "nonnegative"), ("with", "positive")
        if any(at.words()[:2] == pair for pair in words):
            found = Description("", pos=at.pos)
            after_noun(at, found)
            if found.empty:
                return False
            self._introduced(self._letters(parts), found, at.pos)
            return True
        if at.at_word("with") and (one := at.ahead(1)) is not None and one.kind == "formula":
            size, then = size_pair(at.parts(1)[0]), at.ahead(2)
            if size is not None and then is not None and then.text in ("blocks", "block"):
                at.k += 3
                return True
        return False

    def _letters(self, parts: Sequence[Node]) -> list[Node]:
        """The letters of names, or of a membership."""
        found = []
        for part in map(bare, parts):
            found.append(part.first if isinstance(part, Related) and part.first is not None else part)
        return found

    def _which(self, parts: Sequence[Node]) -> bool:
        """which is positive definite, that are symmetric; have full column rank"""
        at = self.at
        start = at.k
        if at.word("which", "that") and at.word("is", "are"):
            self.predicate(self._letters(parts), at.pos, let=True)
            return True
        at.k = start
        if at.word("have", "has"):
            at.word("a", "the")
            found = having(at)
            if not found.empty and self.given:
                self._introduced(self._letters(parts), found, at.pos)
                return True
        at.k = start
        return False

    def put(self) -> None:
        """Put H = ...; denote by H the ...; denote the ... by H."""
        at = self.at
        at.k += 1
        if at.word("by"):
            parts, pos = at.parts(), at.pos
            at.k += 1
            if not notion(at, self.say, parts, pos):
                raise NotRead("what is denoted is not understood", at.pos)
            return
        if at.at_word("the"):
            raise NotRead(
                "a definition in words", at.pos, cure="write: denote by $H$ the ..., or put $H = ...$"
            )
        while at.at_formula():
            self.say.define(at.parts(), at.pos)
            at.k += 1
            if not (
                (at.at_word("and") or at.at_stop(","))
                and (one := at.ahead(1)) is not None
                and one.kind == "formula"
            ):
                break
            at.k += 1

    def suppose(self, word: str) -> None:
        """Hypotheses: after "if" up to "then", after "suppose" up to the full stop, beside a conclusion to its end."""
        at = self.at
        concluded = any(not one.given for one in self.story.stated)
        at.k += 1
        if word == "such" and not at.word("that"):
            raise NotRead("the word 'such' is not understood here", at.pos)
        if word in ("with", "where", "here") and self.say.spectrum(at, (), back=True):
            return
        at.word("that")
        at.word("further", "moreover", "also", "furthermore")
        self.given = True
        self.closed = word in (*phrases.SUPPOSE, "where", "with", "here", "such") or (
            concluded and not at.in_sentence("then")
        )
        if word in ("where", "with", "here"):
            self.where()

    def where(self) -> None:
        """where tau = ..., where A is ...: definitions, then what else is said."""
        at = self.at
        while at.at_formula():
            after = at.ahead(1)
            if after is not None and after.kind == "word" and after.text in phrases.BE:
                return
            if not self.say.defines(at.parts()):
                return
            self.say.define(at.parts(), at.pos)
            at.k += 1
            if not (
                (at.at_word("and") or at.at_stop(","))
                and (one := at.ahead(1)) is not None
                and one.kind == "formula"
            ):
                return
            at.k += 1

    def quantifier(self) -> None:
        """for all A, B in ...; for i = 1, ..., n; every symmetric A."""
        at = self.at
        at.word("for", "over")
        if at.at_word("some"):
            raise NotRead("'for some' is a statement of existence", at.pos, cure="say for which, or for all")
        at.word("all", "every", "each", "any", "arbitrary")
        at.word("given", "two", "possible", "choice")
        at.phrase("of") if False else None
        outer = self.given, self.closed
        while True:
            start = at.k
            found = noun_phrase(at) if not at.at_formula() or size_pair(at.parts()[0]) is not None else None
            if not at.at_formula():
                if found is None:
                    at.k = start
                    raise NotRead(
                        "what is quantified over is not understood",
                        at.pos,
                        cure="for all $A$, for $i = 1, \\dots, n$",
                    )
                raise NotRead("a noun without a letter", at.pos, cure="name it: for every matrix $A$")
            if found is not None:
                concluded = any(not one.given for one in self.story.stated)
                self._loosely(found, concluded)
            else:
                self._for_all()
            self._again()
            if not self._and_more():
                break
        self.given, self.closed = outer
        if not self.given:
            self.closed = False

    def _loosely(self, found: Description, concluded: bool) -> None:
        at = self.at
        if found.kind == "integer":
            runs = index_run(at.parts())
            if runs is not None:
                at.k += 1
                for run in runs:
                    self.story.run(*run)
                return
        self._noun_and_names(found)

    def _for_all(self) -> None:
        at = self.at
        parts, pos = self._names()
        runs = index_run(parts)
        if runs is not None and self.say.are_indices(runs):
            for run in runs:
                self.story.run(*run)
            return
        if at.at_word("in") and (one := at.ahead(1)) is not None and one.kind == "formula":
            raise NotRead("write the set into the formula", at.pos, cure="for all $x \\in \\mathbb R^n$")
        self.say.for_all(parts, pos)
        self._afterwards(parts)

    def _again(self) -> None:
        """and all real p; the same quantifier goes on."""
        at = self.at
        if (
            (at.at_word("and") or at.at_stop(","))
            and (one := at.ahead(1)) is not None
            and one.text in ("for", *phrases.ALL)
        ):
            at.k += 1
            at.word("for")

    def _and_more(self) -> bool:
        """Does the quantifier go on with further letters?"""
        at = self.at
        if at.at_word(*phrases.ALL):
            at.k += 1
            return True
        start = at.k
        if not (at.word("and") or at.stop(",")):
            return False
        at.word("and")
        if at.word(*phrases.ALL):
            return True
        if at.at_formula() and self.say.quantifies(at.parts()):
            after = at.ahead(1)
            if not (after is not None and after.kind == "word" and after.text in phrases.BE):
                return True
        if not at.at_formula() and self._noun_follows() and not at.at_word("the"):
            return True
        at.k = start
        return False

    def subject(self) -> bool:
        """The matrix A + B is ..., every symmetric A satisfies ...: a noun, then what it is called."""
        at = self.at
        if notion(at, self.say, None, at.pos):
            return True
        start = at.k
        at.word("the")
        found = noun_phrase(at)
        if found is None or not at.at_formula():
            at.k = start
            return False
        parts = at.parts()
        after = at.ahead(1)
        if after is not None and after.kind == "word" and after.text in ("is", "are"):
            pos = at.pos
            at.k += 2
            self.predicate(parts, pos)
            return True
        names = symbols(parts)
        if names is None or any(name in self.story.letters for name, _ in names):
            if self.given:
                return self._noun_and_names(found)
            at.k = start
            return False
        return self._noun_and_names(found)


def _adjectives() -> str:
    return "symmetric, positive semidefinite, invertible, ..."
