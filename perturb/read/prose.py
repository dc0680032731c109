"""Sentences as what they say: what is introduced, supposed, defined and concluded. Start with `story`.

Every word is in a table of `phrases` or an error; what stands beside "for all" and after "let" introduces
letters, what stands after "if", "suppose" and "with" is a hypothesis, the rest is concluded.
"""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.accounted import accounted
from perturb.read.clauses import is_word
from perturb.read.cursor import Cursor, noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.notions import notion
from perturb.read.quantifying import Quantifying
from perturb.read.source import Piece
from perturb.read.story import Story

PLAIN_STOPS = (",", ";", ":", "quad", "line", "item", "(", ")", ".", "'")
END = 1 << 40
TITLES = ("theorem", "lemma", "proposition", "corollary", "conjecture", "claim", "inequality")


def story(pieces: Sequence[Piece]) -> Story:
    """All that the sentences say. NotUnderstood for a word that is not known."""
    return _Prose(Cursor(pieces)).all()


class _Prose(Quantifying):
    """Goes from clause to clause."""

    def all(self) -> Story:
        self._title()
        while self.at.now is not None:
            self.clause()
        accounted(self.at, self.story)
        return self.story

    def _title(self) -> None:
        """Theorem 2 (Weyl). The name of a statement is told as not read."""
        at = self.at
        start = at.k
        if at.word(*TITLES) and at.at_formula() and len(at.pieces[at.k].marks) <= 5:
            at.k += 1
        if at.stop("("):
            while at.now is not None and not at.at_stop(")"):
                if at.at_formula():
                    at.k = start
                    return
                at.k += 1
            at.stop(")")
        at.stop(".", ":")
        told = " ".join(one.text for one in at.pieces[start : at.k] if one.kind == "word")
        if told:
            self.story.unread.append((told, at.pieces[start].pos))

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
        if stop not in PLAIN_STOPS:
            raise NotUnderstood(f"the sign {stop!r} between words", self.at.pos)
        if stop == "." or (stop in (";", ":", "line") and not self.closed):
            self.given = self.closed = False
        elif stop == "," and self.given and not self.closed and not self.at.in_sentence("then"):
            self.given = is_word(self.at.ahead(1), "and", "if", "with")

    def _word(self, word: str) -> None:
        at = self.at
        if word in phrases.SHARP and self._sharp():
            return
        if word == "with" and is_word(at.ahead(1), "equality"):
            self._unread()
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
            at.k += 1
            self.given = self.closed = False
        elif word in ("and", "as"):
            at.k += 1
        elif not (self.so_is() or self._subject()):
            self._empty(word)

    def _empty(self, word: str) -> None:
        if word in phrases.LEAD or word in phrases.EMPTY or word in ("the", "a", "an", "by"):
            self.at.k += 1
            return
        cure = "leave it out, or say it in a formula"
        raise NotUnderstood(f"the word {word!r} is not understood here", self.at.pos, cure=cure)

    def _sharp(self) -> bool:
        """What is said of equality, or that a constant is best, is no part of the claim: it is told so."""
        words = self.at.words()
        alone = ("sharp", "optimal", "tight", "attained")
        if words[:2] in (("equality", "holds"), ("best", "possible")) or words[0] in alone:
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
        self.story.passed.append((self.at.pieces[start].pos, self.at.pos if self.at.now else END))

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
