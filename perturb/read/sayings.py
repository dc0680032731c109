"""What single formulas say where they stand: a membership, a definition, a relation, a range."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read.errors import NotUnderstood
from perturb.read.families import Function, all_ones, defined_name, explains, function_of
from perturb.read.sets import described, index_run
from perturb.read.spectra import SpectraSaid
from perturb.read.story import Assertion, Description
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
    Dots,
    Grid,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    inside,
    written,
)

INDEX_LETTERS = "ijkl"
NOTATION = frozenset(["sigma", "s", "lambda", "kappa", "rho", "w", "omega", "r", "I", "Id", "e", "J"])


class Sayings(SpectraSaid):
    """Puts what formulas say into a story."""

    def letter(self, part: Node) -> str:
        """The name of a letter that is introduced; NotUnderstood where one is introduced in two fonts."""
        part = bare(part)
        for one in part.walk():
            if isinstance(one, Letter):
                shown, _ = self.story.styles.setdefault(one.name, (one.written, one.pos))
                if shown != one.written:
                    told = f"{shown} and {one.written} may be two letters"
                    raise NotUnderstood(told, one.pos, cure="write the letter in one font")
        return written(part)

    def relations(self, parts: Sequence[Node], given: bool, pos: int) -> None:
        """What a formula says as a hypothesis or a conclusion."""
        waiting: list[Node] = []
        for part in map(_finite, map(bare, parts)):
            if not isinstance(part, Related):
                waiting.append(part)
                continue
            if any(sign == "in" for sign, _ in part.links):
                self.belongs([*waiting, part], given)
            elif (waiting or given) and (self._size(part) or self._moduli(part)):
                pass
            elif waiting:
                self._each(waiting, part, given)
            elif any(sign == ":=" for sign, _ in part.links):
                self.define([part], pos)
            else:
                self.story.stated.append(Assertion(part, given, pos=part.pos))
            waiting = []
        if waiting:
            told = (
                "a formula that says nothing"
                if not any(isinstance(one, Dots) for one in waiting)
                else "what the dots stand for is not clear"
            )
            raise NotUnderstood(
                told, waiting[0].pos, cure="a statement is a relation, or says of something what it is"
            )

    def _each(self, waiting: Sequence[Node], part: Related, given: bool) -> None:
        """p, q > 0: each of them."""
        if part.first is None or not all(written(one) for one in (*waiting, bare(part.first))):
            raise NotUnderstood("a comma between relations is not clear", waiting[0].pos)
        for one in (*waiting, part.first):
            self.story.stated.append(Assertion(Related(one.pos, one, part.links), given, pos=one.pos))

    def _size(self, part: Related) -> bool:
        return False

    def belongs(self, parts: Sequence[Node], given: bool = True) -> None:
        """A, B in S: what the names are; of letters that are known a hypothesis."""
        last = bare(parts[-1])
        assert isinstance(last, Related)
        sign, found = last.links[-1]
        equal = Related(last.pos, last.first, last.links[:-1]) if len(last.links) == 2 else None
        if (
            equal is not None
            and equal.links[0][0] in ("=", ":=")
            and not self._its_own(equal)
            and self.defines([equal])
        ):
            self.define([equal], last.pos)
            return
        if sign != "in" or last.first is None:
            raise NotUnderstood(
                "a chain that goes on after its set", last.pos, cure="write the relation by itself"
            )
        chain = Related(last.pos, last.first, last.links[:-1]) if len(last.links) > 1 else None
        names = [*parts[:-1], last.first] if chain is None else [*parts[:-1], *self._subject(chain)]
        what, ends = described(found)
        for one in names:
            name = self.letter(one)
            if not name:
                raise NotUnderstood("only letters are taken from a set", one.pos)
            fresh = name not in self.story.letters
            self.story.introduce(name, one.pos, what)
            if ends is not None:
                self._bounded(one, ends, what)
            if chain is not None:
                self.story.stated.append(Assertion(_about(chain, one), True, pos=one.pos))
            del fresh

    def _its_own(self, one: Related) -> bool:
        """Is the letter on the left also on the right, as in A = A^T?"""
        name = written(one.first) if one.first is not None else ""
        return any(isinstance(part, Letter) and part.name == name for part in one.links[0][1].walk())

    def _subject(self, chain: Related) -> list[Node]:
        """The letter that a chain before a membership is of: A = A^T, 0 <= A."""
        sides = [chain.first, *(side for _, side in chain.links)]
        names = [
            side
            for side in sides
            if side is not None
            and written(side)
            and not written(side)[0].isdigit()
            and written(side) not in ("I", "Id")
        ]
        if not names:
            raise NotUnderstood("of which letter this is said is not clear", chain.pos)
        return names[:1]

    def _bounded(self, one: Node, ends: list[tuple[str, Node]], what: Description) -> None:
        (low_sign, low), (high_sign, high) = ends if len(ends) == 2 else (ends[0], ("", ends[0][1]))
        integer = what.kind == "integer"
        name = written(one)
        if integer:
            self.story.letters[name].bounds = [(low, "low"), *([(high, "high")] if high_sign else [])]
            return
        if low_sign and high_sign:
            related = Related(one.pos, low, ((low_sign, one), (high_sign, high)))
        elif low_sign:
            related = Related(one.pos, one, ((">=" if low_sign == "<=" else ">", low),))
        elif high_sign:
            related = Related(one.pos, one, ((high_sign, high),))
        else:
            return
        self.story.stated.append(Assertion(related, True, pos=one.pos))

    def _moduli(self, part: Related) -> bool:
        """|A| = (|a_ij|): what the bars mean here."""
        (sign, value), *more = part.links
        left, right = bare(part.first or value), inside(value)
        if more or sign not in ("=", ":=") or not (isinstance(left, Barred) and isinstance(right, Barred)):
            return False
        entry = bare(right.inner)
        name = written(bare(left.inner))
        if not (isinstance(entry, Subscripted) and name.isupper() and written(entry.base) == name.lower()):
            return False
        self.story.flags.add("entrywise_abs")
        self.story.used.add(part.pos)
        return True

    def members(self, parts: Sequence[Node], found: Description, pos: int) -> bool:
        """A, B in R^{n x n} with more that is said of them; False for another formula."""
        last = bare(parts[-1])
        if not (isinstance(last, Related) and last.first is not None):
            return False
        if any(sign == "in" for sign, _ in last.links):
            for one in self._memberships(parts):
                self.story.introduce(written(one), one.pos, found)
            return True
        if found.kind == "integer" and index_run(parts) is not None:
            return self._integers(parts, found)
        sides = (*parts[:-1], last.first, *(side for _, side in last.links))
        letters = [one for one in sides if self._may_be_introduced(written(one))]
        if not letters or not all(written(one) for one in parts[:-1]):
            return False
        for one in letters:
            self.story.introduce(self.letter(one), one.pos, found)
        if not self._called_so(last, found):
            self.relations(parts, True, pos)
        return True

    def _memberships(self, parts: Sequence[Node]) -> list[Node]:
        """A, B in S and C in T, one after the other: all the letters."""
        letters: list[Node] = []
        waiting: list[Node] = []
        for one in map(bare, parts):
            waiting.append(one)
            if isinstance(one, Related) and one.first is not None:
                self.belongs(waiting)
                letters += [*waiting[:-1], one.first]
                waiting = []
        return letters

    def _called_so(self, one: Related, found: Description) -> bool:
        """A >= 0 that is called positive semidefinite means just that."""
        definite = {name for name, _ in found.properties} & {"psd", "positive_definite"}
        zero = written(one.links[-1][1]) == "0" and len(one.links) == 1 and one.links[0][0] in (">=", ">")
        if definite and zero:
            self.story.used.add(one.pos)
            self.story.flags.add("loewner")
        return bool(definite) and zero

    def _may_be_introduced(self, name: str) -> bool:
        """Is it a letter, and none of a size or a notation?"""
        return (
            bool(name) and not name[0].isdigit() and name not in NOTATION and name not in self.story.defined
        )

    def _integers(self, parts: Sequence[Node], found: Description) -> bool:
        runs = index_run(parts)
        if runs is None:
            raise NotUnderstood("the range of this integer is not read", parts[0].pos, cure="1 \\le k \\le n")
        for name, low, high, pos in runs:
            if high is not None and not written(high):  # 1 <= k <= n - 1 is the range of an index
                self.story.run(name, low, high, pos)
                continue
            one = self.story.introduce(name, pos, Description("integer", pos=pos))
            ends = ((low, "low"), (high, "high"))
            one.bounds = [(end, which) for end, which in ends if end is not None]
        return True

    def let(self, parts: Sequence[Node], pos: int) -> None:
        """Let B = A + E; let A in ...; let 1 <= k <= n; let p > 1."""
        last = bare(parts[-1])
        if isinstance(last, Related) and any(sign == "in" for sign, _ in last.links):
            self._memberships(parts)
            return
        if self.defines(parts, where=False):
            self.define(parts, pos)
            return
        runs = index_run(parts)
        if runs is not None and all(low is not None for _, low, _, _ in runs) and self.are_indices(runs):
            self._integers(parts, Description("integer", pos=pos))
            return
        names = [one for one in map(bare, parts) if not isinstance(one, Related)]
        self._only_letters(names)
        for one in names:
            if written(one) and not written(one)[0].isdigit() and not self.known(written(one)):
                self.story.introduce(self.letter(one), one.pos)
        if isinstance(last, Related):
            self._fresh(last)
            self.relations(parts, True, pos)

    @staticmethod
    def _only_letters(names: Sequence[Node]) -> None:
        """NotUnderstood for a formula that says nothing where letters are introduced."""
        for one in names:
            if isinstance(one, Dots):
                raise NotUnderstood("a family of any number", one.pos, cure="say it of two or three letters")
            if not written(one) or written(one)[0].isdigit():
                raise NotUnderstood("a letter or a relation is expected here", one.pos)

    def _fresh(self, part: Related) -> None:
        """In "let 0 < t < 1" the letter t is introduced, in "for 0 <= s <= t" both."""
        for side in (part.first, *(side for _, side in part.links)):
            name = written(side) if side is not None else ""
            letter = bool(name) and not name[0].isdigit() and name not in ("I", "Id", "J", "n", "infty", "pi")
            if letter and not self.known(name):
                assert side is not None
                self.story.introduce(self.letter(side), side.pos)

    def in_set(self, parts: Sequence[Node], found: Node) -> None:
        """for all x, y in R^n, the set in a formula of its own"""
        self.belongs([*parts[:-1], Related(parts[-1].pos, parts[-1], (("in", found),))])

    def defines(self, parts: Sequence[Node], where: bool = True) -> bool:
        """Is it H = ... for an H that was not introduced, or a notation that has a word?"""
        for part in map(bare, parts):
            if not isinstance(part, Related) or part.first is None:
                return False
            if part.links[0][0] == ":=" or part.links[0][0] == "=:" or self._function(part):
                continue
            if _moduli_of_vector(part):
                continue
            name = defined_name(part.first)
            if part.links[0][0] != "=" or not (name or explains(part, where)) or self.known(name):
                return False
            own = name == "J" and isinstance(inside(part.links[0][1]), Grid)
            if (name in ("I", "Id", "J") and not own) or (
                name in NOTATION and isinstance(bare(part.links[0][1]), Digits)
            ):
                return False
            if any(isinstance(one, Dots) for one in part.walk()) and not all_ones(part.links[0][1]):
                return False
        return True

    def _function(self, part: Related) -> tuple[str, tuple[str, ...]] | None:
        """The f and the x of f(x) = ..., for a letter f that nothing else is said of."""
        found = (
            function_of(part.first) if part.first is not None and part.links[0][0] in ("=", ":=") else None
        )
        return None if found is None or self.known(found[0]) or len(part.links) > 1 else found

    def define(self, parts: Sequence[Node], pos: int) -> None:
        """Put H = ...: a letter, or a notation that is a word."""
        for part in map(bare, parts):
            if (
                not isinstance(part, Related)
                or part.first is None
                or part.links[0][0] not in ("=", ":=", "=:")
            ):
                raise NotUnderstood("a definition is $H = ...$", part.pos)
            left, right = part.first, part.links[0][1]
            if part.links[0][0] == "=:":
                left, right = right, left
            if (function := self._function(part)) is not None:
                self.story.functions[function[0]] = Function(function[1], right, pos)
                self.story.dummies |= set(function[1])
                continue
            name = defined_name(left)
            if not name:
                self._moduli(part)
                self.story.notations.append((left, "", left.pos))
                continue
            if self.known(name):
                raise NotUnderstood(f"{name} has a meaning already", left.pos)
            self.letter(left)
            if len(part.links) > 1 and part.links[0][0] != "=:":
                right = part.links[0][1]
                self.story.stated.append(
                    Assertion(Related(part.pos, right, part.links[1:]), True, pos=part.pos)
                )
            self.story.defined[name] = (right, pos)

    def for_all(self, parts: Sequence[Node], pos: int) -> None:
        """for all A, B in S; for all x; for all p >= 1."""
        last = bare(parts[-1])
        if isinstance(last, Related) and any(sign == "in" for sign, _ in last.links):
            self.belongs(parts)
            return
        self._only_letters([one for one in map(bare, parts) if not isinstance(one, Related)])
        for one in map(bare, parts):
            if written(one) and not isinstance(one, Digits):
                self.story.introduce(self.letter(one), one.pos, loose=True)
        if isinstance(last, Related):
            self._fresh(last)
            self.relations(parts, True, pos)

    def quantifies(self, parts: Sequence[Node]) -> bool:
        """May it go on a list of what is quantified over: letters, memberships, ranges?"""
        if index_run(parts) is not None or all(written(part) for part in parts):
            return True
        last = bare(parts[-1])
        if not isinstance(last, Related) or last.first is None:
            return False
        if any(sign == "in" for sign, _ in last.links):
            return True
        names = [written(side) for side in (last.first, *(side for _, side in last.links))]
        fresh = [n for n in names if n and not n[0].isdigit() and not self.known(n)]
        return (
            len(fresh) == 1 and all(names) and all(sign in ("<", "<=", ">", ">=") for sign, _ in last.links)
        )

    def are_indices(self, runs: list[tuple[str, Node | None, Node | None, int]]) -> bool:
        """Do these letters count? i, j, k, l do, and what ends at a size."""
        for name, low, high, _ in runs:
            letters = [one.name for one in high.walk() if isinstance(one, Letter)] if high is not None else []
            ends_at_size = bool(letters) and not any(letter[0].isupper() for letter in letters)
            if self.known(name) or name[:1].isupper() or not (ends_at_size or name[:1] in INDEX_LETTERS):
                return False
            if low is None and high is None and name[:1] not in INDEX_LETTERS:
                return False
        return True


def _moduli_of_vector(part: Related) -> bool:
    """|x| = (|x_1|, ..., |x_n|)"""
    left, right = bare(part.first) if part.first is not None else part, part.links[0][1]
    list_ = bare(bare(right).base) if isinstance(bare(right), Raised) else bare(right)  # type: ignore[attr-defined]
    if not isinstance(left, Barred) or not isinstance(list_, Bracketed) or len(list_.parts) < 3:
        return False
    name, ones = written(left.inner), [one for one in map(bare, list_.parts) if not isinstance(one, Dots)]
    texts = [written(one.inner) if isinstance(one, Barred) else "" for one in ones]
    return bool(name) and texts[0] == f"{name}_1" and all(text.startswith(f"{name}_") for text in texts)


def _finite(part: Node) -> Node:
    """1 <= p < infinity is 1 <= p."""
    if isinstance(part, Related) and part.first is not None and len(part.links) > 1:
        sign, last = part.links[-1]
        if sign in ("<", "<=") and written(last) == "infty":
            return Related(part.pos, part.first, part.links[:-1])
    return part


def _about(chain: Related, one: Node) -> Related:
    """The chain with this letter for the one that it is of."""
    return chain
