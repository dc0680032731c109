"""The definitions beneath a statement: "where x = z + v / 8", each name once, from the top down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from perturb.vocab.order import Link
from perturb.vocab.symbols import latex, subscripted
from perturb.vocab.terms import PLACE, Lexicon, Notion
from perturb.vocab.tree import INPUT, Expr
from perturb.vocab.word import Kind

# What makes a vector of so many vectors that reads the same without components.
LINEAR = {"add": 2, "sub": 2, "neg": 1, "matmul": 1, "mul": 1, "div": 1, "vec_rows": 0, "vec_columns": 0}


@dataclass(frozen=True)
class Definition:
    """`symbol` = `body` in LaTeX, and in words where the statement's author gave some."""

    symbol: str
    body: str
    words: str

    @property
    def latex(self) -> str:
        return f"{self.symbol} = {self.body}"


def definitions(links: Sequence[Link], names: Lexicon, inputs: Sequence[str] = ()) -> list[Definition]:
    """Those that the links use, then those that these use, and so on. `inputs` are symbols that are taken.

    Raises ValueError when one symbol stands for two things.
    """
    seen = names.afresh()
    for link in links if names.notions else ():
        link.latex(seen)
    found: dict[str, Definition] = {}
    done = 0
    while done < len(seen.used):
        notion = list(seen.used)[done]
        done += 1
        if not notion.standard:
            symbol, one = notion.shown(seen), _definition(notion, seen)
            if symbol in inputs or found.get(symbol, one) != one:  # cols(A) and cols(B) may both be n
                other = f"{found[symbol].body} and" if symbol in found else "an input and"
                raise ValueError(f"{symbol} stands for two things: {other} {one.body}")
            found[symbol] = one
    return list(found.values())


def clear_at_a_glance(names: Lexicon, inputs: Sequence[str]) -> bool:
    """Is it certain, before anything is printed, that `definitions` finds no symbol with two meanings?

    A symbol in print begins with what stands before its first argument, so two are alike only where one such
    beginning begins the other. Most statements are clear by that, and printing takes far longer.
    """
    notions = {one.definition for found in names.notions.values() for one in found}
    begins = sorted(PLACE.split(one.symbol)[0] for one in notions if not one.standard)
    apart = not any(longer.startswith(begin) for begin, longer in pairwise(begins))
    return apart and not any(letter.startswith(begin) for letter in inputs for begin in begins)


def _definition(notion: Notion, names: Lexicon) -> Definition:
    below = names.below(notion)
    index = None if _reads_whole(notion.expr, below) else names.free(*notion.expr.free)
    symbol = notion.shown(names)
    return Definition(
        subscripted(symbol, index) if index else symbol, latex(notion.expr, index, below), notion.words
    )


def _reads_whole(expr: Expr, names: Lexicon) -> bool:
    """All but vectors that are made component by component: of s_i(A), by a root, a product, a sum with 1."""
    if expr.kind is not Kind.VECTOR or names.notions.get(expr):
        return True
    vectors = [arg for arg in expr.args if arg.kind is Kind.VECTOR]
    linear = expr.word is INPUT or LINEAR.get(expr.word.name) == len(vectors)
    return linear and all(_reads_whole(arg, names) for arg in vectors)
