"""What a claim states, and its words.

What a claim states, in LaTeX, from the code that is checked; terms by their names, defined beneath.

`as_printed` is what the source prints, before what was examined of it.

The vocabulary as a table: what each word takes, how it is printed, what it means, what encloses it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill
from typing import Any

import perturb.vocab
from perturb.pages.markdown import (
    LONGEST,
    display,
    fence,
    folded,
    inline,
    joined,
    note,
    packed,
    prose,
    table,
    visible_length,
)
from perturb.pages.places import VOCABULARY, home
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.printed import Printed, Shown, cited, printed
from perturb.vocab.grammar.elsewhere import fits
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, Expr, Word, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.printing.symbols import latex
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link
from perturb.vocab.relations.quantifier import relation
from perturb.vocab.words.lists import Identity

SHORT = 160  # characters of words beside a definition
LINE = 60  # visible signs of definitions on one line
WORD = re.compile(r"A |[A-Z][a-z]+\b(?![_^(])")  # not A_j, Y of (110), D(t), MD


def stated(claim: Claim, lead: str = "For all", then: str = "it is claimed that") -> str:
    """For all points of the domain, with the hypotheses, the conclusions, where the terms are so."""
    given = ["with", *relations(claim, claim.hypotheses)] if claim.hypotheses else []
    return joined(
        note(claim.reading),
        lead,
        *map(display, packed(claim.inputs, r",\quad ")),
        *given,
        then,
        *relations(claim, claim.conclusions),
        where(claim),
    )


def where(claim: Claim) -> str:
    """The named terms: a line for one with words, the others together; empty where there are none."""
    lines: list[str] = []
    for said, found in groupby(claim.definitions, key=lambda one: 0 < len(one.words) <= SHORT):
        if said:
            lines += [f"{inline(one.latex)}: {note(_begun(one.words))}" for one in found]
        else:
            lines += map(inline, packed([one.latex for one in found], r",\quad ", LINE))
    return "where\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _begun(words: str) -> str:
    """Words that go on a sentence: a small letter at the start of a word, none at that of a symbol."""
    return words[:1].lower() + words[1:] if WORD.match(words) else words


def expanded(claim: Claim) -> str:
    """The statement without names, folded: as a formula where one can read it, else as the machine does."""
    if not claim.definitions:
        return ""
    links = (*claim.hypotheses, *claim.conclusions)
    formulas = [relation(link, claim.names.unnamed()) for link in links]
    if all(visible_length(formula) <= LONGEST for formula in formulas):
        return folded("Without names", joined(*map(display, formulas)))
    return folded("Without names, as the machine reads it", fence(_wrapped(claim.canonical)))


def _wrapped(lines: Sequence[str]) -> str:
    return "\n".join(fill(line, 110, subsequent_indent="    ", break_on_hyphens=False) for line in lines)


def searched(claim: Claim) -> str:
    """Of which sizes the statement speaks, and which are searched; empty where it has none."""
    sizes = claim.domain.sizes_said
    return f"Sizes: {sizes}." if sizes else ""


def relations(claim: Claim, links: tuple[Link, ...]) -> list[str]:
    return [display(relation(link, claim.names)) for link in links]


def as_printed(statement: Shown) -> str:
    """The formulas of the source, each with its place; empty without any."""
    blocks = groupby(printed(statement), key=_lead)
    return joined(*[joined(lead, *_displayed(found)) for lead, found in blocks]).strip()


def examined(statement: Claim | Law | Bound) -> str:
    """What leads over to the statement that is checked; empty where nothing printed stands before it."""
    if not printed(statement):
        return ""
    if isinstance(statement, Claim) and statement.corrects:
        return "**Examined in its place**"
    if isinstance(statement, Claim) and statement.sharpens:
        return "**Examined in a sharper form**"
    return "**Examined as**"


def _lead(one: Printed) -> str:
    """What a source says in words is told from its formulas."""
    where = f", {cited(one.item)}" if one.item else ""
    return f"**Printed** in words{where}, as a formula:" if one.in_words else f"**Printed**{where}:"


def _displayed(found: Iterable[Printed]) -> list[str]:
    return [display(line) for one in found for line in one.lines]


LETTERS = {Kind.MATRIX: "ABCD", Kind.VECTOR: "vw", Kind.SCALAR: "xy", Kind.INTEGER: "kl"}
SAMPLES = {"matrix": Kind.MATRIX, "number": Kind.SCALAR, "integer": Kind.INTEGER}
SIZED = Lexicon(
    sides=Sides(("m", "n"), {"A": ("m", "n"), "k": None}, {"k": "k"})
)  # A is m x n, as the page says
RIGOROUS, SCREEN_ONLY = "rigorous", "screen only"


@dataclass(frozen=True)
class WordRow:
    """One row; `latex` and `enclosure` are empty for what is no quantity (given, then, indices)."""

    name: str
    takes: str
    latex: str
    meaning: str
    enclosure: str


def entry(name: str) -> WordRow:
    """The row of one exported name."""
    given = getattr(perturb.vocab, name)
    meaning = meaning_of(given)
    if isinstance(given, Word):
        sample = applied(given)
        index = "i" if sample.kind is Kind.VECTOR else None
        return WordRow(name, ", ".join(takes(given)), latex(sample, index, SIZED), meaning, enclosure(sample))
    if isinstance(given, Identity):
        return WordRow(name, "", repr(given), meaning, RIGOROUS)
    if isinstance(given, Expr):
        return WordRow(name, "", latex(given), meaning, enclosure(given))
    return WordRow(name, "", "", meaning, "")


def meaning_of(exported: Any) -> str:
    """In one line: from the declaration of a word, else the first line of the docstring."""
    if isinstance(exported, Word | Expr):
        return exported.meaning if isinstance(exported, Word) else exported.word.meaning
    return (inspect.getdoc(exported) or "").partition("\n")[0]


def takes(word: Word) -> tuple[str, ...]:
    """The kinds of the arguments."""
    accepts = word.accepts or ()
    return word.takes or tuple("number" if kind is Kind.SCALAR else kind.value for kind in accepts)


def applied(word: Word) -> Expr:
    """The word at inputs of the kinds that it takes: s(A), leading(A, k), power(x, p)."""
    kinds = word.accepts or tuple(SAMPLES[text.split()[0]] for text in word.takes)
    letters = [LETTERS[kind][kinds[:k].count(kind)] for k, kind in enumerate(kinds)]
    if word.takes:  # the kind of a sample first, perhaps its letter last
        named = zip(word.takes, letters, strict=True)
        letters = [text[-1] if text[-2] == " " else own for text, own in named]
    return word.node(*[variable(*pair) for pair in zip(letters, kinds, strict=True)])


def enclosure(sample: Expr) -> str:
    """A word is as rigorous as every word that its definition is made of."""
    own = (node for node in sample.walk() if node.word not in LEAVES)
    sound = all(node.word.certified is not None or node.expansion is not None for node in own)
    return RIGOROUS if sound else SCREEN_ONLY


def find(pattern: str = "") -> list[WordRow]:
    """The rows whose name fits a glob; without a wildcard, those with the text in names or meaning."""
    rows = [entry(name) for name in sorted(perturb.vocab.__all__, key=lambda name: (name.lower(), name))]
    return [row for row in rows if fits(pattern, row.name, row.meaning)]


def vocabulary() -> str:
    """The page of the vocabulary, in markdown."""
    rows = [
        [f"`{e.name}`", e.takes, inline(e.latex) if e.latex else "", prose(e.meaning), e.enclosure]
        for e in find()
    ]
    return joined(
        "# Vocabulary",
        f"The words that statements are written in. {home(VOCABULARY)}",
        prose("A is m x n, A' its transpose, s_1 >= s_2 >= ... its singular values. ")
        + "Subscripts count from 1. Numbers, vectors and matrices also take `+`, `-`, `*` and `/`, numbers "
        "and vectors `**`; matrices are multiplied by `@`; `v[k]` is a component and `A[i, j]` an entry. "
        "A list of numbers is a vector, `largest([x, y, 3])`, a nested list or an array a constant "
        "matrix, `A @ [[0, 1], [1, 0]]`.",
        f"Enclosure: {RIGOROUS} means balls or exact numbers that decide; {SCREEN_ONLY} means float64, which "
        "orders points and decides nothing.",
        table(["Word", "Takes", "Printed", "Meaning", "Enclosure"], rows),
    )
