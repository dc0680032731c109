"""The vocabulary as a table: what each word takes, how it is printed, what it means, what encloses it."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass

import perturb.vocab
from perturb.report.markdown import inline, joined, prose, table
from perturb.report.places import VOCABULARY, home
from perturb.vocab.identity import Identity
from perturb.vocab.meanings import MEANINGS
from perturb.vocab.symbols import latex
from perturb.vocab.tree import LEAVES, Expr, Kind, Word, variable

LETTERS = {Kind.MATRIX: "ABCD", Kind.VECTOR: "vw", Kind.SCALAR: "xy", Kind.INTEGER: "kl"}
NUMBER = "number or vector"
# Words that check the kinds of their arguments themselves: the kind of a sample first, perhaps its letter.
TAKES = {
    "absolute": (NUMBER,),
    "exp": (NUMBER,),
    "kron": ("matrix or vector", "matrix or vector"),
    "larger": (NUMBER, NUMBER),
    "log": (NUMBER,),
    "mul": ("matrix", "matrix or vector"),
    "power": (NUMBER, "number p"),
    "schatten": ("matrix", "number p"),
    "smaller": (NUMBER, NUMBER),
    "sq": (NUMBER,),
    "sqrt": (NUMBER,),
}
SAMPLES = {"matrix": Kind.MATRIX, "number": Kind.SCALAR}
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
    given, meaning = getattr(perturb.vocab, name), MEANINGS[name]
    if isinstance(given, Word):
        sample = applied(name, given)
        index = "i" if sample.kind is Kind.VECTOR else None
        return WordRow(name, ", ".join(takes(name, given)), latex(sample, index), meaning, enclosure(sample))
    if isinstance(given, Identity):
        return WordRow(name, "", repr(given), meaning, RIGOROUS)
    if isinstance(given, Expr):
        return WordRow(name, "", latex(given), meaning, enclosure(given))
    return WordRow(name, "", "", meaning, "")


def takes(name: str, word: Word) -> tuple[str, ...]:
    """The kinds of the arguments; a word that declares none has them in TAKES."""
    if word.accepts is None:
        return TAKES[name]
    return tuple("number" if kind is Kind.SCALAR else kind.value for kind in word.accepts)


def applied(name: str, word: Word) -> Expr:
    """The word at inputs of the kinds that it takes: s(A), leading(A, k)."""
    kinds = word.accepts or tuple(SAMPLES[text.split()[0]] for text in TAKES[name])
    letters = [LETTERS[kind][kinds[:k].count(kind)] for k, kind in enumerate(kinds)]
    if word.accepts is None:
        named = zip(TAKES[name], letters, strict=True)
        letters = [text[-1] if text[-2] == " " else own for text, own in named]
    return word.node(*[variable(*pair) for pair in zip(letters, kinds, strict=True)])


def enclosure(sample: Expr) -> str:
    """A word is as rigorous as every word that its definition is made of."""
    own = (node for node in sample.walk() if node.word not in LEAVES)
    sound = all(node.word.certified is not None or node.expansion is not None for node in own)
    return RIGOROUS if sound else SCREEN_ONLY


def find(pattern: str = "") -> list[WordRow]:
    """The rows whose name fits a glob; without a wildcard, those with the text in name or meaning."""
    names = sorted(MEANINGS, key=lambda name: (name.lower(), name))
    if any(sign in pattern for sign in "*?["):
        return [entry(name) for name in names if fnmatch.fnmatchcase(name, pattern)]
    wanted = pattern.lower()
    return [entry(n) for n in names if wanted in n.lower() or wanted in MEANINGS[n].lower()]


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
        "and vectors `**`; matrices are multiplied by `@`; `v[k]` is a component and `A[i, j]` an entry.",
        f"Enclosure: {RIGOROUS} means balls or exact numbers that decide; {SCREEN_ONLY} means float64, which "
        "orders points and decides nothing.",
        table(["Word", "Takes", "Printed", "Meaning", "Enclosure"], rows),
    )
