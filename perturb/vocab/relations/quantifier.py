"""How far the indices of a relation run: "for all 1 <= i <= n - 1", "for all i, j with i + j - 1 <= n".

A declared range is told as it is declared, any other as what the subscripts leave, by the letters of the
sizes; a range without such a name is left to the subscripts ("in range").
"""

from __future__ import annotations

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import compound, declared
from perturb.vocab.printing.symbols import latex, symbol
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link

UNSAID = r" \text{ in range}"


def relation(link: Link, names: Lexicon) -> str:
    """One relation as a formula, LaTeX, with the ranges of its indices."""
    return link.latex(names) + quantifier(link, names)


def quantifier(link: Link, names: Lexicon) -> str:
    """LaTeX of "for all" with the indices of a relation and their ranges; empty where it has none."""
    ranges = _ranges(link, names)
    if not ranges:
        return ""
    more = _together(link, names) if compound(link) else ""
    unsaid = more is None or (names.sides is not None and not all(ranges.values()))
    listed = ", ".join(ranges[letter] or letter for letter in sorted(ranges))
    return rf" \qquad \text{{for all }} {listed}{UNSAID if unsaid else more}"


def _ranges(link: Link, names: Lexicon) -> dict[str, str]:
    """1 <= i <= n for each letter, that of a relation between vectors among them; empty without a name."""
    said = {
        symbol(name): rf"{latex(low, None, names)} \le {symbol(name)} \le {latex(high, None, names)}"
        for name, (low, high) in declared(link).items()
    }
    for name in set(link.free) - declared(link).keys():
        said[symbol(name)] = _between(
            symbol(name), *(names.sides.run(link, name) if names.sides else (None, None))
        )
    if own := link.subscript(names):
        vector = next(side for side in link.parts if side.kind is Kind.VECTOR)
        said[own] = _between(own, "1", names.size(vector, 0))
    return said


def _between(letter: str, low: str | None, high: str | None) -> str:
    return "" if low is None or high is None else rf"{low} \le {letter} \le {high}"


def _together(link: Link, names: Lexicon) -> str | None:
    """The conditions on several indices in one subscript; None where there are no words for them."""
    found = names.sides.together(link) if names.sides else None
    if found is None:
        return None
    said = []
    for subscript, low, high in found:
        shown = latex(subscript, None, names)
        said += [rf"{shown} \ge {low}"] if low is not None else []
        said += [rf"{shown} \le {high}"] if high is not None else []
    return r" \text{ with } " + r",\ ".join(dict.fromkeys(said)) if said else ""
