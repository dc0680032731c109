"""Relations that `perturb show --tex` prints, read again by the inputs of a claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from perturb.read.errors import NotUnderstood
from perturb.read.formula import formula
from perturb.read.pieces import pieces
from perturb.read.relations import chains
from perturb.read.scope import LetterOf, Scope
from perturb.read.source import tokens
from perturb.read.syntax import written
from perturb.read.terms import read_value
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import as_expr
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link, given
from tests.vocab import alike

# Where print is ambiguous it means this; a reader of the reader chooses it with --reading.
PRINTED = {r"\mathrm{tr}(A)^p": "power of the trace", r"\omega(A)": "mean width"}
CALLED = {f"{letter}(A)": "function" for letter in ("s", "r", "w", "v", "d", r"\lambda", r"\kappa")}
SYMMETRIC = ("symmetric", "psd", "pd", "projection", "graph", "correlation")


def scope(
    shapes: Mapping[str, Sequence[Any]],
    kinds: Mapping[str, Kind],
    symmetric: Iterable[str],
    free: Iterable[str],
) -> Scope:
    """The letters of a statement: its inputs, also as print calls them, and its indices."""
    made = Scope(read_value, PRINTED | CALLED)
    for name, kind in kinds.items():
        one = LetterOf(name, kind, tuple(shapes[name]), 0, name in set(symmetric))
        made.inputs[name] = one
        made.inputs.setdefault(written(formula(tokens(symbol(name)))[0]) or name, one)
    made.quantified = set(free)
    return made


def read_again(tex: str, letters: Scope) -> list[Link]:
    """The relations that a printed one is read as. NotUnderstood where it is not read."""
    (piece,) = pieces(tokens(f"${tex}$"))
    (node,) = formula(piece.marks)
    return [link for chain in chains(node, letters) for link in links(chain)]


def links(chain: Sequence[Any]) -> Sequence[Link]:
    """As `given` makes them; at random, where ranges may have no end, without asking for one."""
    try:
        return given(*chain).links
    except TypeError:
        return [Link(as_expr(chain[0]), chain[1], as_expr(chain[2]))]


def outcome(link: Link, names: Lexicon, letters: Scope, monkeypatch: pytest.MonkeyPatch) -> str:
    """ "same" for the same canonical text, "alike" up to what print leaves out; else why not."""
    monkeypatch.setattr(alike, "SIDES", names.sides)
    try:
        found = read_again(link.latex(names), letters)
    except NotUnderstood as error:
        return error.why
    if [one.canonical() for one in found] == [link.canonical()]:
        return "same"
    if len(found) == 1 and alike.meaning(found[0], names) == alike.meaning(link, names):
        return "alike"
    return "another tree"
