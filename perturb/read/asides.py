"""What is said beside a claim and of its letters: headlines, "the last being", "both of order n", names."""

from __future__ import annotations

from itertools import pairwise

from perturb.read import phrases
from perturb.read.built import VALUES, one_of
from perturb.read.cursor import after_noun, noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.inputs import bases
from perturb.read.leads import Leads
from perturb.read.notions import notion
from perturb.read.predicates import ENTRYWISE
from perturb.read.spectra import FALLING, RISING
from perturb.read.story import Description
from perturb.read.submatrices import of_what
from perturb.read.syntax import (
    Bracketed,
    Digits,
    FactorList,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    written,
)

HEADLINES = (
    "monotone", "concave", "convex", "multiplicative", "submultiplicative", "subadditive", "superadditive",
    "supermultiplicative", "nonexpansive", "continuous", "monotonic", "homogeneous", "lipschitz",
)  # fmt: skip
HOW = ("operator", "matrix", "log", "jointly", "strictly", "strongly", "unitarily", "is", "are")
SORTED = {"downarrow": FALLING, "uparrow": RISING}
SORTING = (
    "the", "vector", "vectors", "of", "its", "their", "components", "entries", "coordinates", "obtained",
    "by", "rearranging", "sorting", "arranged", "sorted", "in", "order", "and", "respectively", "rearranged",
    "rearrangement", "rearrangements", "a", "with", "written",
)  # fmt: skip


class Asides(Leads):
    """Goes past, or takes in, what stands beside a claim."""

    def headline(self) -> bool:
        """The logarithm is operator monotone: a name of what follows the colon, which says it."""
        at = self.at
        start = at.k
        while at.word("the", "that"):
            pass
        first = at.k
        while at.now is not None and at.now.kind == "word" and not at.at_word("is", "are"):
            at.k += 1
        plain = 0 < at.k - first <= 3 and not any(
            one.text in (*phrases.IF, *phrases.ALL, *phrases.LET, "no", "not")
            for one in at.pieces[first : at.k]
        )
        if plain and at.word("is", "are"):
            while at.word(*HOW):
                pass
            if at.word(*HEADLINES) and at.stop(":"):
                self._told(start)
                return True
        at.k = start
        return False

    def last_named(self) -> bool:
        """the last being the nuclear norm of A: said of the end of the chain before"""
        at = self.at
        start = at.k
        at.word("where")
        if at.word("the") and at.word("last", "latter") and (self.story.stated or not at.at_formula()):
            at.word("norm", "quantity", "term", "one", "expression")
            related = bare(self.story.stated[-1].node) if self.story.stated else None
            if (
                at.word("being", "is", "denotes", "denoting")
                and isinstance(related, Related)
                and related.links
            ):
                if notion(at, self.say, [related.links[-1][1]], at.pos):
                    return True
                raise NotUnderstood("what is said of the last is not understood", at.pos)
        at.k = start
        return False

    def coincide(self) -> bool:
        """its spectral radius and its spectral norm coincide: rho(N) = ||N||"""
        at = self.at
        start, count = at.k, 0
        while True:
            while at.word("the", "its", "their"):
                pass
            found = phrases.longest(at.words(), phrases.NOTIONS)
            if found is None:
                break
            at.k += found[1]
            count += 1
            of_what(at, self.say)
            if not at.word("and"):
                break
        told = at.phrase("coincide") or at.phrase("are", "equal") or at.phrase("agree")
        if count > 1 and told and at.stop(":", ","):
            at.word("that")
            at.word("is")
            at.stop(",")
            one = bare(at.parts()[0]) if at.at_formula() else None
            if isinstance(one, Related) and all(sign == "=" for sign, _ in one.links):
                self._told(start)
                return True
        at.k = start
        return False

    def compared(self) -> bool:
        """where the inequality is understood componentwise: how matrices of this sentence are compared"""
        at = self.at
        start = at.k
        at.word("the", "both", "these", "all")
        if at.word("inequality", "inequalities", "order", "comparison"):
            while at.word(
                "is", "are", "being", "to", "be", "understood", "meant", "taken", "interpreted", "holds"
            ):
                pass
            before = [one for one in self.story.stated[self.begun :] if not one.given]
            if before and (at.word(*ENTRYWISE) or at.phrase("entry", "by", "entry")):
                for one in before:
                    one.manner = "entry by entry"
                return True
        at.k = start
        return False

    def step(self) -> bool:
        """one step of the Newton-Schulz iteration: what a formula is called"""
        at = self.at
        start = at.k
        if at.phrase("one", "step", "of"):
            while at.now is not None and at.now.kind == "word" and not at.at_word("iteration", "method"):
                at.k += 1
            if at.word("iteration", "method") and (at.now is None or at.now.kind == "stop"):
                self._told(start)
                return True
        at.k = start
        return False

    def apposition(self) -> bool:
        """, the Rayleigh quotient of A at x, : what a formula that was just defined is called"""
        at = self.at
        start = at.k
        if at.at_word("the", "its") and at.k and at.pieces[at.k - 1].text == ",":
            at.k += 1
            found = phrases.longest(at.words(), phrases.CALLED)
            at.k += found[1] if found is not None else 0
            while (
                at.word("of", "at", "in", "with", "respect", "to") and at.at_formula() and symbols(at.parts())
            ):
                at.k += 1
            if found is not None and (at.now is None or at.now.kind == "stop"):
                self._told(start)
                return True
        at.k = start
        return False

    def both_of_order(self) -> bool:
        """C a contraction and A symmetric, both of order n: all that this sentence introduces"""
        at = self.at
        start = at.k
        if at.word("both", "all", "each") and at.at_word("of") and at.words()[1:2] in (("order",), ("size",)):
            found = Description("", pos=at.pos)
            after_noun(at, found)
            fresh = [name for name in self.story.letters if name not in self.old]
            if found.sides and len(fresh) > 1:
                self.introduced([Letter(at.pos, name, name) for name in fresh], found, at.pos)
                return True
        at.k = start
        return False

    def sorted_vectors(self) -> bool:
        """let x-down and x-up be the vectors of its components in decreasing and in increasing order"""
        at = self.at
        start = at.k
        marks: list[str] = []
        while at.at_formula():
            found = [_mark(part) for part in at.parts()]
            if not all(found):
                break
            marks += found
            at.k += 1
            if at.now is not None and not (at.word("and") or at.stop(",")):
                break
        if not marks or not at.word(*phrases.BE):
            at.k = start
            return False
        orders: list[str] = []
        while at.at_word(*SORTING, *FALLING, *RISING) or (at.at_formula() and symbols(at.parts())):
            word = at.now.text if at.now is not None else ""
            orders += [sign for sign, words in SORTED.items() if word in words]
            at.k += 1
        if orders != marks or not (at.now is None or at.now.kind == "stop"):
            raise NotUnderstood("what is said of sorted vectors is not understood", at.pos)
        return True

    def every_value(self) -> bool:
        """every singular value of A satisfies ...; for each eigenvalue lambda of A"""
        at = self.at
        start = at.k
        for words, word in VALUES.items():
            if not at.phrase(*words):
                continue
            name = at.parts()[0] if at.at_formula() and len(at.parts()) == 1 else None
            at.k += name is not None
            of = of_what(at, self.say)
            if name is not None and of:
                one_of(self.say, name, word, of, at)
                return True
            if name is None and of and at.at_word("satisfies") and self._of_these(at.parts(1), word, of):
                at.k += 1
                return True
        at.k = start
        return False

    def _of_these(self, parts: tuple[Node, ...], word: str, of: list[Node]) -> bool:
        """Does the relation speak of these values, with an index?"""
        heads = {"lam": ("lambda",), "s": ("sigma", "s")}[word]
        names = {one.name for part in parts for one in part.walk() if isinstance(one, Letter)}
        return len(of) == 1 and bool(names & set(heads)) and bool(names & set("ijkl"))

    def some(self) -> bool:
        """for some delta > 0, in a hypothesis: as good as for any such delta."""
        at = self.at
        start = at.k
        if not (self.given and at.word("some")):
            return False
        found = noun_phrase(at) if self.sized() else None
        parts = list(at.parts()) if at.at_formula() else []
        letters = [self._letter_before(part) for part in parts]
        fits = parts and all(
            name and name[0] not in "ijklmn" and not self.say.known(name) for name in letters
        )
        if not fits or (found is not None and found.kind == "integer"):
            at.k = start
            return False
        closed = self.closed
        if found is not None:
            self.noun_and_names(found, listing=False)
        else:
            at.k += 1
            self.say.let(parts, at.pos)
        self.given, self.closed = True, closed
        return True

    @staticmethod
    def _letter_before(part: Node) -> str:
        """The letter of delta, delta > 0 and delta in (0, 1)."""
        one = bare(part)
        if not isinstance(one, Related):
            return written(one)
        plain = (
            one.first is not None and len(one.links) == 1 and one.links[0][0] in ("<", ">", "<=", ">=", "in")
        )
        middle = one.first is not None and isinstance(bare(one.first), Digits) and len(one.links) == 2
        side = one.first if plain else one.links[0][1] if middle else None
        name = written(side) if side is not None else ""
        return "" if name[:1].isdigit() else name

    def _has_argument(self, name: str) -> bool:
        """Is it printed with an argument somewhere?"""
        bodies = [
            *(one.node for one in self.story.stated),
            *(body for body, _ in self.story.defined.values()),
        ]
        return any(_is_call(node, name) for body in bodies for node in body.walk())

    def finish(self) -> None:
        """NotUnderstood where any one eigenvalue is in a hypothesis, or an index has too many ranges."""
        for one in self.story.stated:
            names = {letter.name for letter in bases(one.node)}
            for name, pos in self.story.single.items():
                if one.given and name in names:
                    raise NotUnderstood("a hypothesis on one of many values", pos, cure="say it of an index")
        for name, pos in self.story.renamed.items():
            if self._has_argument(name):
                raise NotUnderstood(f"{name} is a number and has an argument", pos, cure="use another letter")
        for name, body in self.story.alone.items():
            if name not in self.story.defined and not self._has_argument(name):
                self.story.defined[name] = (body, body.pos)
                self.story.optional.add(name)
        for name, (body, _) in self.story.defined.items():
            inner = self.story.single.keys() & {letter.name for letter in bases(body)}
            if inner - {name}:
                raise NotUnderstood("a definition with one of many values", body.pos)
        for name, count in self.story.ended.items():
            for one in self.story.stated[count:]:
                if name in {letter.name for letter in bases(one.node)}:
                    raise NotUnderstood(f"the index {name} has two ranges", one.pos)


def _is_call(one: Node, name: str) -> bool:
    """Is it rho(A) somewhere, or rho with a mark?"""
    if isinstance(one, Subscripted) and written(one.base) == name:
        return False
    if not isinstance(one, FactorList):
        return False
    pairs = pairwise([bare(part) for _, part in one.parts])
    return any(written(left) == name and isinstance(inside_first(right), Bracketed) for left, right in pairs)


def inside_first(one: Node) -> Node:
    """What scripts stand on."""
    while isinstance(one, Raised | Subscripted):
        one = bare(one.base)
    return one


def _mark(part: Node) -> str:
    """The arrow of x-down."""
    one = bare(part)
    to = bare(one.to) if isinstance(one, Raised) else None
    named = isinstance(one, Raised) and bool(written(one.base))
    return to.name if named and isinstance(to, Letter) and to.name in SORTED else ""
