"""Multiples of matrices with bounded entries: their norms, and what is left of I beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from perturb.prove.lemmas.plans import Plan, Sought
from perturb.prove.reading.free_parts import below, names, total
from perturb.vocab import fro, s1, s_min
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link


def scaled(sought: Sought) -> Iterator[Plan]:
    """c V with the entries of V in [-b, b]: |c V|_F <= n b c, and each entry is at most b c."""
    goal, component, given, inputs, _, n = sought
    if goal.free or component is not None:
        return
    tops = [side for link in (goal, *given) for side in link.parts]
    lemmas: list[Link] = []
    entries: list[Link] = []
    parts: list[Expr] = []
    for part in below(tops):
        if part.kind is not Kind.MATRIX or part.word.name != "mul" or not total(part):
            continue
        one = next((inputs[x] for x in names([part.args[1]])), None)
        if one is None or one.space != "bounded" or part.args[1].args:
            continue
        bound = Fraction(one.parameters[2]) * part.args[0]
        parts.append(part)
        lemmas.append(Link(fro(part), "<=", n * bound))
        entries += [Link(abs(part[i + 1, j + 1]), "<=", bound) for i in range(n) for j in range(n)]
    if parts:
        norms = [Link(s1(link.lhs.args[0]), "<=", link.rhs) for link in lemmas]
        yield Plan([*lemmas, *norms, *_shifted(tops, lemmas)], parts)
        yield Plan([*entries, *lemmas], parts)


def _shifted(tops: Sequence[Expr], known: Sequence[Link]) -> Iterator[Link]:
    """Weyl's inequalities for I + P with s_1(P) <= b."""
    bounds = {link.lhs.args[0]: link.rhs for link in known}
    for part in below(tops):
        P = next((arg for arg in part.args if arg in bounds), None) if part.word.name == "add" else None
        if P is not None and any(arg.word.name == "eye" for arg in part.args):
            yield Link(s1(part), "<=", 1 + bounds[P])
            yield Link(1 - bounds[P], "<=", s_min(part))
