"""Sentences as what they say: what is introduced, supposed, defined and concluded. Start with `story`.

Every word is in a table of `phrases` or an error; what stands beside "for all" and after "let" introduces
letters, what stands after "if", "suppose" and "with" is a hypothesis, the rest is concluded.
"""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.accounted import accounted
from perturb.read.asides import Asides
from perturb.read.cursor import Cursor, noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.letting import ALONE
from perturb.read.notions import notion
from perturb.read.predicates import is_word
from perturb.read.source import Piece
from perturb.read.story import Assertion, Description, Story
from perturb.read.submatrices import settle
from perturb.read.syntax import Letter

PLAIN_STOPS = (",", ";", ":", "quad", "line", "item", "(", ")", ".", "'")


def story(pieces: Sequence[Piece]) -> Story:
    """All that the sentences say. NotUnderstood for a word that is not known."""
    return _Prose(Cursor(pieces)).all()


class _Prose(Asides):
    """Goes from clause to clause."""

    def all(self) -> Story:
        self.title()
        while self.at.now is not None:
            self.clause()
        self._ended()
        self.story.unread += self.at.asides
        self.spelled()
        settle(self.story)
        self.story.stated += [Assertion(one, True, pos=one.pos) for one in self.at.sized]
        self.finish()
        accounted(self.at, self.story)
        return self.story

    def spelled(self) -> None:
        """The letters of entries, and what is a vector because its components are printed."""
        for name, spelling in self.at.spelled.items():
            if spelling.sides is not None and name in self.story.letters:
                said = Description("vector", sides=spelling.sides, pos=spelling.pos)
                self.story.letters[name].described.insert(0, said)
            letter = spelling.letter
            if letter != name.lower() and letter.upper() in self.at.spelled:
                raise NotUnderstood(f"{letter} stands for the entries of two matrices", spelling.pos)
            if letter != name.lower() and letter != name and letter not in self.story.letters:
                self.story.defined[letter] = (Letter(spelling.pos, name, name), spelling.pos)
                self.story.optional.add(letter)

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
        if stop in (".", "item"):
            self._ended()
        if stop not in PLAIN_STOPS:
            raise NotUnderstood(f"the sign {stop!r} between words", self.at.pos)
        if stop == "." or (stop in (";", ":", "line") and not self.closed):
            self.given = self.closed = self.letting = False
        elif stop == "," and self.given and not self.closed and not self.at.in_sentence("then"):
            self.given = is_word(self.at.ahead(1), "and", "if", "with")

    def _word(self, word: str) -> None:
        at = self.at
        after = at.ahead(2)
        if (
            at.words()[:2] == ("that", "is")
            and after is not None
            and (after.kind, after.text) == ("stop", ",")
        ):
            at.k += 3
            return
        if self.letting and at.words()[:2] in phrases.CONCLUDES and not at.in_sentence("then"):
            self.given = self.closed = False
        if (word in phrases.SHARP and self.sharp()) or (word == "where" and self.last_named()):
            return
        if self.ends_in_condition():
            self.unread()
        elif word in phrases.LET and at.words()[:2] != ("given", "that"):
            at.k += 1
            self.let()
        elif word in phrases.PUT:
            self.put()
        elif word in phrases.IF or word in phrases.SUPPOSE or word in phrases.BESIDE:
            self.suppose(word)
        elif word in ("for", "over") or word in phrases.ALL:
            self.quantifier()
        elif word in phrases.THEN:
            self._implied(word)
            at.k += 1
            self.given = self.closed = False
        elif word in ("and", "as"):
            at.k += 1
        elif not (
            self.so_is()
            or self.headline()
            or self.last_named()
            or self.coincide()
            or self.both_of_order()
            or self.compared()
            or self.apposition()
            or self.step()
            or self.say.ordering(at)
            or self.slowly()
            or self.partitioned()
            or self._subject()
            or self._beside()
            or self.named()
        ):
            self._empty(word)

    def _ended(self) -> None:
        """NotUnderstood where a sentence after a conclusion supposes more and concludes more."""
        told, words = self.story.stated, [one.text for one in self.at.pieces[self.first : self.at.k]]
        if self.first >= len(self.at.pieces):
            return
        early = any(not one.given for one in told[: self.begun])
        beside = bool({"where", "here"} & set(words[:1]))
        more = [one.pos for one in told[self.begun :] if one.given and self._of_old(one.node)]
        more += [self.at.pieces[self.first].pos] * (self._said() != self.said)
        if early and more and not beside:
            self.late = self.late or more[0]
        concludes = any(not one.given for one in told[self.begun :]) or set(phrases.IF) & set(words)
        if self.late and concludes:
            raise NotUnderstood("what is supposed here is for a part only", self.late, cure=ALONE)
        said = [one.pos for one in told[self.begun :] if not one.given]
        between = [one.pos for one in told[self.begun :] if one.given and self._of_old(one.node)]
        between = [pos for pos in between if said and min(said) < pos < max(said)]
        if between and not {"where", "here"} & set(words):
            raise NotUnderstood("what is supposed here is for a part only", between[0], cure=ALONE)
        self.begun, self.first, self.said = len(told), self.at.k, self._said()
        self.old = set(self.story.letters)

    def _implied(self, word: str) -> None:
        """A >= B implies f(A) >= f(B): what was concluded in this sentence is supposed."""
        if word in ("implies", "imply"):
            for one in self.story.stated[self.begun :]:
                one.given = True

    def _empty(self, word: str) -> None:
        if word in phrases.LEAD or word in phrases.EMPTY or word in ("the", "a", "an", "by"):
            self.at.k += 1
            return
        cure = "leave it out, or say it in a formula"
        raise NotUnderstood(f"the word {word!r} is not understood here", self.at.pos, cure=cure)

    def _beside(self) -> bool:
        """their product AB: a noun that says no more than the formula"""
        at = self.at
        start = at.k
        at.word("the", "their", "its")
        found = phrases.longest(at.words(), phrases.BESIDE_FORMULAS | phrases.CALLED)
        if found is not None:
            at.k += found[1]
            if (
                at.at_formula()
                and is_word(at.ahead(1), "satisfies")
                and self.say.defines(at.parts(), where=False)
            ):
                self.say.define(at.parts(), at.pos)  # its Cayley transform Q = ... satisfies
                at.k += 1
                return True
            if at.at_formula() and found[1]:
                return True
        at.k = start
        return False

    def _subject(self) -> bool:
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
        parts, pos = at.parts(), at.pos
        if is_word(at.ahead(1), "is", "are"):
            if self.given and symbols(parts):
                self.introduced(parts, found, pos)
            at.k += 2
            self.predicate(parts, pos)
            return True
        names = symbols(parts)
        fresh = names is not None and not any(name in self.story.letters for name, _ in names)
        if fresh or self.given:
            self.noun_and_names(found, listing=False)
            return True
        at.k = start
        return False
