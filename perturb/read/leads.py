"""What is said beside a statement: its name, who found it, when equality holds. It is told as not read."""

from __future__ import annotations

from perturb.read import phrases
from perturb.read.predicates import is_word
from perturb.read.quantifying import Quantifying

TITLES = ("theorem", "lemma", "proposition", "corollary", "conjecture", "claim", "inequality", "inequalities",
          "law", "identity", "formula", "principle", "criterion", "equality", "bound",
          "rule", "test")  # fmt: skip
SAYS = ("states", "says", "asserts", "reads", "gives", "yields", "tells", "implies", "shows", "claims", "is")
NAMES_NOTHING: tuple[str, ...] = (
    *phrases.IF,
    *phrases.SUPPOSE,
    *phrases.LET,
    *phrases.PUT,
    *phrases.ALL,
    *phrases.BESIDE,
)
NAMES_NOTHING += (*phrases.NOT_READ, *phrases.BE, *phrases.THEN, "for", "following", "some", "there")
END = 1 << 40
FILLING: tuple[str, ...] = (
    "on",
    "the",
    "right",
    "left",
    "hand",
    "side",
    "of",
    "vectors",
    "two",
    "both",
    "these",
    "here",
)
FILLING += ("sides", "being", "is", "are", "taken", "understood", "to", "be", "meant", "defined", "all")
SLOWLY = ("componentwise", "entrywise", "elementwise", "coordinatewise", "pointwise")


class Leads(Quantifying):
    """Goes past what is no part of the claim, and tells it."""

    def title(self) -> None:
        """Theorem 2 (Weyl)."""
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
        self._told(start)

    def named(self) -> bool:
        """Hadamard's inequality states that ...; by the Cauchy-Schwarz inequality: a name, and no claim."""
        at = self.at
        start = at.k
        while at.word("by", "the", "then", "this", "is"):
            pass
        first = at.k
        while at.now is not None and at.now.kind == "word" and not at.at_word(*TITLES, *NAMES_NOTHING):
            at.k += 1
        known = all(one.text in phrases.WITHOUT_MEANING for one in at.pieces[first : at.k])
        if known or not at.word(*TITLES):
            at.k = start
            return False
        if at.word(*SAYS):
            at.word("that")
        self._told(start)
        return True

    def _told(self, start: int) -> None:
        at = self.at
        told = " ".join(one.text for one in at.pieces[start : at.k] if one.kind == "word")
        if told:
            self.story.unread.append((told, at.pieces[start].pos))

    def sharp(self) -> bool:
        """What is said of equality, or that a constant is best."""
        words = self.at.words()
        alone = ("sharp", "optimal", "tight", "attained")
        if words[:2] in (("equality", "holds"), ("best", "possible")) or words[0] in alone:
            self.unread()
            return True
        return False

    def unread(self) -> None:
        """To the full stop."""
        start = self.at.k
        while self.at.now is not None and not self.at.at_stop(".", "item"):
            self.at.k += 1
        told = " ".join(
            one.text if one.kind != "formula" else "..." for one in self.at.pieces[start : self.at.k]
        )
        self.story.unread.append((told, self.at.pieces[start].pos))
        self.story.passed.append((self.at.pieces[start].pos, self.at.pos if self.at.now else END))

    def slowly(self) -> bool:
        """the product on the right-hand side is taken componentwise: what two vectors in a row are."""
        at = self.at
        start = at.k
        at.word("the", "all")
        if at.word("product", "products", "multiplication", "powers"):
            while at.word(*FILLING) or at.stop("-"):
                pass
            if at.word(*SLOWLY):
                self.story.flags.add("componentwise product")
                return True
        at.k = start
        return False

    def ends_in_condition(self) -> bool:
        """with equality if and only if ..."""
        return self.at.at_word("with") and is_word(self.at.ahead(1), "equality", "strict", "inequality")
