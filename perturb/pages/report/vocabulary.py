"""The vocabulary as a table: what each word takes, how it is printed, what it means, what encloses it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import perturb.vocab
from perturb.pages.markdown import inline, joined, prose, table
from perturb.pages.places import VOCABULARY, home
from perturb.vocab.grammar.elsewhere import fits
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, Expr, Word, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.printing.symbols import latex
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.words.lists import Identity

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
