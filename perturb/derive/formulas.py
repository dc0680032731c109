"""Texts of a derivation as formulas: read back into the words of statements, and printed as these are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from flint import fmpq

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import Monomial, Poly
from perturb.derive.checker.reading import TermReader, Tree, parsed, put, scalar
from perturb.derive.texts import TreeWriter, joined, text
from perturb.prove.reading.lowering import with_forms
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.printing.plain import as_real
from perturb.vocab.printing.symbols import latex, symbol
from perturb.vocab.printing.terms import Lexicon, Notion
from perturb.vocab.relations.order import SIGNS, Link, read_tokens

ONES = r"\(trace (\w+)\)"


def _doubles(names: Lexicon) -> Iterator[tuple[Expr, tuple[str, str]]]:
    """Of complex inputs the real matrices of twice the size, with their letters and those of the inputs."""
    for tree, found in names.notions.items():
        for one in found if tree.double else ():
            if one.plain is None:
                yield as_real(tree), (rf"\hat{{{one.symbol}}}", one.symbol)


class Notation:
    """The texts of one conclusion of a claim, in its letters, in LaTeX."""

    def __init__(self, claim: Claim, k: int) -> None:
        self.low = with_forms(claim)
        self.kinds = self.low.domain.kinds
        self.doubles = dict(_doubles(claim.names))
        hats = {tree: (Notion(hat, tree, standard=True),) for tree, (hat, _) in self.doubles.items()}
        self.names = replace(claim.names, notions={**claim.names.notions, **hats})
        link = self.low.conclusions[k]
        self.own = link.subscript(self.names) or link.component
        self.link = link

    @cached_property
    def goal(self) -> str:
        """The conclusion, at the component at which it is derived."""
        return self.link.latex(self.names)

    def part(self, of: str) -> str:
        """A number, vector or matrix; the text itself where it is not read."""
        try:
            return latex(parse_part(self._with_letter(of), self.kinds), None, self.names)
        except ValueError:
            return rf"\text{{{of}}}"

    def relation(self, tree: Tree, put_for: dict[str, str], R: TermReader) -> str:
        """A relation of a lemma or of the claim, at these texts and at the component that they name."""
        texts = {name: parsed(one) for name, one in put_for.items()}
        op, lhs, rhs = [plain(put(part, texts), R) for part in tree]
        texts_of = [self._with_letter(text(side)) for side in (lhs, rhs)]
        try:
            sides = [parse_part(side, self.kinds) for side in texts_of]
        except ValueError:
            return self._with_counts(str(op), texts_of)
        at = put_for.get(COMPONENT)
        if at is not None:
            sides = [one[self._index(at)] if one.kind is Kind.VECTOR else one for one in sides]
        return Link(sides[0], str(op), sides[1]).latex(self.names)

    def _with_counts(self, op: str, of: list[str]) -> str:
        """Where subscripts count the ones of a mask, by its trace, which print takes for a number."""
        found = {f"ones_{name}": name for side in of for name in re.findall(ONES, side)}
        try:
            kinds = {**self.kinds, **dict.fromkeys(found, Kind.INTEGER)}
            sides = [parse_part(re.sub(ONES, r"ones_\1", side), kinds) for side in of]
        except ValueError:
            return rf"\text{{{text((op, *of))}}}"
        told = Link(sides[0], op, sides[1]).latex(self.names)
        for name, mask in found.items():
            told = told.replace(symbol(name), rf"\operatorname{{tr}}({self.names.letter(mask)})")
        return told

    def _index(self, at: str) -> object:
        return parse_part(self._with_letter(at), self.kinds)

    def _with_letter(self, of: str) -> str:
        """The component of a relation between vectors has the letter that print gives it."""
        return re.sub(r"(?<![^\s()])_(?![^\s()])", self.own, of)

    def fact(self, R: TermReader, relation: Relation) -> str:
        """A polynomial that is >= 0, > 0 or == 0, what is subtracted on the other side."""
        p, how = relation
        up = Poly({m: c for m, c in p.terms.items() if c > 0})
        down = Poly({m: -c for m, c in p.terms.items() if c < 0})
        return rf"{self.poly(R, up)} {SIGNS[how]} {self.poly(R, down)}"

    def poly(self, R: TermReader, p: Poly) -> str:
        try:
            return self.part(text(SquareWriter(R).poly(p))) if p else "0"
        except Unspoken:
            return r"\text{(a number without a text)}"


def plain(tree: Tree, R: TermReader) -> Tree:
    """With subscripts that are calculated: i + 1 - 1 is i."""
    if isinstance(tree, str):
        return tree
    parts = [plain(part, R) for part in tree[1:]]
    if tree[0] == "component" and not isinstance(parts[1], str):
        with suppress(Unspoken):
            parts[1] = SquareWriter(R).poly(scalar(R.reading(parts[1])[0]))
    return (tree[0], *parts)


def parse_part(of: str, kinds: Mapping[str, Kind]) -> Expr:
    """A part of a relation, whatever its indices run through. ValueError for what is not read."""
    try:
        found, rest = read_tokens(re.findall(r"\(|\)|[^\s()]+", of), kinds)
    except (TypeError, ZeroDivisionError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if rest:
        raise ValueError(f"{of!r} goes on after its end")
    return found


class SquareWriter(TreeWriter):
    """The writer of texts, which writes x^2 as a square, and a difference as one."""

    def poly(self, p: Poly) -> Tree:
        up = [self.term(m, c) for m, c in p.terms.items() if c > 0]
        down = [self.term(m, -c) for m, c in p.terms.items() if c < 0]
        if not up:
            return ("neg", joined("add", down)) if down else "0"
        return ("sub", joined("add", up), joined("add", down)) if down else joined("add", up)

    def term(self, m: Monomial, c: fmpq) -> Tree:
        powers: list[Tree] = [self.power(k, e) for k, e in m if e > 1]
        rest = super().term(tuple((k, e) for k, e in m if e < 2), c)
        return joined("mul", powers if rest == "1" and powers else [rest, *powers])

    def power(self, k: int, e: int) -> Tree:
        return ("sq", self.atom(k)) if e == 2 else ("pow", self.atom(k), str(e))
