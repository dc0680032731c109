"""Let A be ..., put H = ..., where tau = ...: what introduces, defines and supposes."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.clauses import Clauses
from perturb.read.cursor import noun_phrase, symbols
from perturb.read.errors import NotUnderstood
from perturb.read.families import partition_of
from perturb.read.inputs import bases
from perturb.read.notions import denoted, notion
from perturb.read.predicates import ENTRYWISE, is_word
from perturb.read.sets import fits, index_run, is_member, size_pair
from perturb.read.story import Description
from perturb.read.syntax import Digits, Node, Related, Subscripted, bare, written

ALONE = "read each statement by itself"


class Letting(Clauses):
    """Reads what is told before the claim, and what is told of its letters after it."""

    def let(self) -> None:
        """Let A be ..., B ... and x ...: letters with what they are."""
        at = self.at
        self.given = self.closed = self.letting = True
        while self._let_one():
            while at.word("and") or at.stop(",", "quad"):
                pass
            if self.both_of_order():
                break
            at.word("let")
            if at.now is None or not (at.at_formula() or self.noun_follows()):
                break
        self.given = self.closed = at.now is not None and not at.at_stop(".", ";", ":")

    def both_of_order(self) -> bool:
        """Is it "both of order n", of all that was introduced?"""
        return False

    def sorted_vectors(self) -> bool:
        """Is it x with an arrow, and what that means?"""
        return False

    def noun_follows(self) -> bool:
        """Does a noun with a name follow?"""
        at = self.at
        start = at.k
        found = noun_phrase(at)
        follows = found is not None and at.at_formula()
        at.k = start
        return follows

    def sized(self) -> bool:
        """Does a size stand here, and no subject?"""
        at = self.at
        return not at.at_formula() or size_pair(at.parts()[0]) is not None

    def _let_one(self) -> bool:
        """One subject: names and "be", a noun and names, a membership, a definition."""
        at = self.at
        while at.word("the", "there", "be", "us", "also"):
            pass
        start = at.k
        found = noun_phrase(at) if self.sized() else None
        if found is not None and at.at_formula():
            self.noun_and_names(found)
            return True
        at.k = start
        if not at.at_formula():
            return self.say.ordering(at) or notion(at, self.say, None, at.pos)
        if self.sorted_vectors():
            return True
        parts, pos = self.names()
        parts = self.family(parts) + self._further(parts)
        if at.word("be", "is", "are", "denote", "denotes"):
            self.predicate(parts, pos, let=True)
        elif at.word("act", "acts", "apply", "applies") and self.say.defines(parts) and at.word(*ENTRYWISE):
            self.say.let(parts, pos)
        elif at.at_word("commute"):
            if not symbols(parts):
                self.say.let(parts, pos)
            at.k += 1
            self.commute(self.letters(parts), pos)
        elif symbols(parts) and at.at_word("its", "the") and notion(at, self.say, parts, pos):
            pass
        elif symbols(parts) and at.at_formula() and size_pair(at.parts()[0]) and (said := noun_phrase(at)):
            self.introduced(parts, said, pos)  # B n x p, the verb left out
        elif (described := self._described()) is not None:
            self.introduced(parts, described, pos)
        else:
            before = len(self.story.stated)
            if at.at_word("have", "has") and self.subject and not (symbols(parts) or is_member(parts)):
                self.say.let(parts, pos)
                parts = [*self.subject]
            else:
                self.say.let(parts, pos)
                self.manner(before)
        self.subject = parts
        self.afterwards(parts, listing=True)
        return True

    def family(self, parts: list[Node]) -> list[Node]:
        """W_i in S, i = 1, 2, 3: the three. NotUnderstood for a family of any number."""
        at, last = self.at, bare(parts[-1])
        one = bare(last.first) if isinstance(last, Related) and last.first is not None else last
        counts = isinstance(one, Subscripted) and written(one.at) in ("i", "j", "k") and one.at is not None
        if not counts or not isinstance(one, Subscripted) or not (is_member(parts) or at.at_word("be")):
            return parts
        start = at.k
        while at.stop(",", "(", "quad") or at.word("for", "where"):
            pass
        runs = index_run(at.parts()) if at.at_formula() else None
        high = written(runs[0][2]) if runs and len(runs) == 1 and runs[0][2] is not None else ""
        if runs is None or runs[0][0] != written(one.at):
            at.k = start
            return parts
        if len(parts) > 1 or not high.isdigit() or int(high) > 6:
            raise NotUnderstood("a family of matrices", one.pos, cure="write them out: $A_1, A_2, A_3$")
        self.story.used.update(node.pos for part in at.parts() for node in part.walk())
        at.k += 1
        at.stop(")")
        made: list[Node] = [
            Subscripted(one.pos, one.base, Digits(one.pos, str(k + 1))) for k in range(int(high))
        ]
        ends = made[-1] if not isinstance(last, Related) else Related(last.pos, made[-1], last.links)
        return [*made[:-1], ends]

    def _further(self, parts: Sequence[Node]) -> list[Node]:
        """A in ... and B in ... be symmetric: both are, where it can be said of both."""
        at = self.at
        start, found = at.k, list[Node]()
        while is_member(parts) and (at.at_word("and") or at.at_stop(",")):
            at.k += 1
            at.word("and")
            if not at.at_formula() or not (is_member(at.parts()) or symbols(at.parts())):
                break
            found += at.parts()
            at.k += 1
            if at.at_word("have", "has") and is_member(found):
                return found
            if at.at_word("be") and is_member(found):
                mark = at.k
                at.k += 1
                said = noun_phrase(at)
                at.k = mark
                if said is not None and fits(said, [*parts, *found]):
                    return found
                break
        at.k = start
        return []

    def _described(self) -> Description | None:
        """x a vector, B symmetric: what stands beside a name without a verb."""
        at = self.at
        if (
            at.now is None
            or at.now.kind != "word"
            or at.at_word("with", "such", "of", "satisfying", "and", "for")
        ):
            return None
        return noun_phrase(at)

    def put(self) -> None:
        """Put H = ...; denote by H the ...; set x = ... and y = ..."""
        at = self.at
        at.k += 1
        if at.word("by"):
            parts, pos = at.parts(), at.pos
            at.k += 1
            if not notion(at, self.say, parts, pos):
                raise NotUnderstood("what is denoted is not understood", at.pos)
            return
        if not at.at_formula() and denoted(at, self.say):
            return
        if at.at_formula() and self._blocks_written():
            return
        if not at.at_formula():
            raise NotUnderstood(
                "a definition in words", at.pos, cure="write: denote by $H$ the ..., or put $H = ...$"
            )
        if is_word(at.ahead(1), "for", "to"):  # write s(A) for the ..., use s(A) to denote the ...
            parts, pos = at.parts(), at.pos
            at.k += 2
            at.word("denote", "mean", "indicate")
            if not notion(at, self.say, parts, pos):
                raise NotUnderstood("what is denoted is not understood", at.pos)
            return
        self._definitions()

    def _blocks_written(self) -> bool:
        """Write A = [A_11, A_12; A_21, A_22], for an A that is there and blocks that are not."""
        part = bare(self.at.parts()[0])
        found = partition_of(part) if isinstance(part, Related) and len(part.links) == 1 else None
        known = found is not None and self.say.known(written(found.matrix))
        if found is None or not known or any(self.say.known(name) for name in found.names if name):
            return False
        self.story.used.update(node.pos for node in part.walk())
        self.story.partitions.append(found)
        self.at.k += 1
        self._partitioned_too()
        return True

    def _definitions(self) -> None:
        at = self.at
        while at.at_formula():
            self.say.define(at.parts(), at.pos)
            at.k += 1
            start = at.k
            while at.stop("quad"):
                pass
            if at.at_word("and") and (after := at.ahead(1)) is not None and after.text == "quad":
                at.k += 1
            at.k = at.k if at.at_word("and") or at.at_stop(",", "quad") else start
            one = at.ahead(1)
            if (
                not (at.at_word("and") or at.at_stop("quad") or at.at_stop(","))
                or one is None
                or one.kind != "formula"
            ):
                return
            if is_word(at.ahead(2), *phrases.BE) or not self.say.defines(at.parts(1)):
                return
            at.k += 1

    def suppose(self, word: str) -> None:
        """Hypotheses: after "if" up to "then", after "suppose" and beside a conclusion to the full stop."""
        at = self.at
        self.letting = self.letting and word in ("with", "satisfying", "such", "where")
        self._second(word)
        concluded = any(not one.given for one in self.story.stated)
        at.k += 1
        if word == "such" and not at.word("that"):
            raise NotUnderstood("the word 'such' is not understood here", at.pos)
        if word in ("with", "where", "here") and self.say.spectrum(at, (), back=True):
            return
        while at.word("that", "further", "moreover", "also", "furthermore", "in", "addition"):
            pass
        self.given = True
        told = (*phrases.SUPPOSE, "where", "with", "here", "such")
        self.closed = word in told or (concluded and not at.in_sentence("then"))
        definition = word in ("where", "with", "here") and at.at_formula()
        if definition and not is_word(at.ahead(1), *phrases.BE) and self.say.defines(at.parts()):
            self._definitions()

    def _second(self, word: str) -> None:
        """NotUnderstood for "and, if A is normal, f(A) = 0": that is supposed for a part only."""
        stated = self.story.stated[self.begun :]
        if word in phrases.IF and is_word(self.at.ahead(-1), "exactly", "precisely"):
            raise NotUnderstood("this is said in both directions", self.at.pos, cure=ALONE)
        if word not in phrases.IF or all(one.given for one in stated):
            return
        if self.at.in_sentence("then") or self._last_of_several():
            raise NotUnderstood("what is supposed here is for a part only", self.at.pos, cure=ALONE)
        for k in range(self.at.k, len(self.at.pieces) - 1):
            one, then = self.at.pieces[k : k + 2]
            if (one.kind, one.text) == ("stop", "."):
                return
            if (one.kind, one.text) == ("stop", ",") and then.kind == "formula" and not self._list(k + 1):
                raise NotUnderstood("what is supposed here is for a part only", self.at.pos, cure=ALONE)

    def _of_old(self, node: Node) -> bool:
        """Does it speak of a letter of an earlier sentence?"""
        return any(one.name in self.old for one in bases(node))

    def _said(self) -> dict[str, int]:
        """How much is said of each letter of the earlier sentences."""
        return {
            name: len([said for said in one.described if said.properties or said.rank])
            for name, one in self.story.letters.items()
            if name in self.old or not self.old
        }

    def _last_of_several(self) -> bool:
        """f(A) >= 0, and f(A) = 0 if A is normal: is the condition behind the last of them alone?"""
        told = [one for one in self.story.stated[self.begun :] if not one.given]
        before = self.at.pieces[self.first : self.at.k]
        joined = [k for k, one in enumerate(before) if is_word(one, "and")]
        if len(told) > 1 and joined:
            self.story.wide = self.at.pos
        return len(told) > 1 and any(k and before[k - 1].text in (",", ";") for k in joined)

    def _list(self, k: int) -> bool:
        """Does a list of hypotheses go on at k: B is symmetric, C >= 0 and ..., i = 1, ..., n?"""
        after = self.at.pieces[k + 1] if k + 1 < len(self.at.pieces) else None
        run = index_run(self.at.parts(k - self.at.k)) is not None
        return run or is_word(after, *phrases.BE, "and") or (after is not None and after.text == ",")

    def is_related(self, part: Node) -> bool:
        """Is it a relation?"""
        return isinstance(bare(part), Related)
