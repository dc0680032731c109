"""How far the indices of a relation run: "for all 1 <= i <= n - 1", "for all i, j with i + j - 1 <= n".

An index whose subscripts are all plain runs over all components, and only its name is said. What a subscript
such as i + 1 leaves is found at two lots of large sizes of the domain; what it leaves there is said by the
names of the sizes, and without numbers ("in range") where the two do not agree or no name fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from perturb.domains.base import Domain
from perturb.domains.space import Space
from perturb.vocab.intervals import End, Interval
from perturb.vocab.order import Link
from perturb.vocab.ranges import Shape, compound, declared, limits, spans
from perturb.vocab.symbols import latex, symbol
from perturb.vocab.terms import Lexicon
from perturb.vocab.word import Kind

LARGE, STEP = 1009, 101  # sizes apart from each other by more than any number in a subscript
SMALL = 17  # an integer input
NEAR = 3  # n - 3 to n + 3 are called after n
UNSAID = r" \text{ in range}"


def quantifier(link: Link, names: Lexicon, domain: Domain | None = None) -> str:
    """LaTeX of "for all" with the indices of a relation and their ranges; empty where it has none."""
    letters = set(link.free)
    if link.shown is None and link.index:
        letters.add(link.index)
    if not letters:
        return ""
    ranges = {
        j: rf"{latex(low, None, names)} \le {j} \le {latex(high, None, names)}"
        for j, (low, high) in declared(link).items()
    }
    more = ""
    if compound(link):
        told = _told(link, names, domain)
        ranges, more = (told[0] | ranges, told[1]) if told else (ranges, UNSAID)
    listed = ", ".join(ranges.get(letter, letter) for letter in sorted(letters))
    return rf" \qquad \text{{for all }} {listed}{more}"


def _told(link: Link, names: Lexicon, domain: Domain | None) -> tuple[dict[str, str], str] | None:
    """The ranges of single indices and the conditions on several together; None where there are no words."""
    try:
        said = [_at(link, names, sizes, shapes) for sizes, shapes in _probes(domain)]
    except (KeyError, ValueError):
        return None
    return said[0] if said and all(one == said[0] for one in said) else None


def _at(
    link: Link, names: Lexicon, sizes: Mapping[str, int], shapes: Mapping[str, Shape]
) -> tuple[dict[str, str], str]:
    """The words at given sizes. KeyError for a bound that no size is near to."""
    alone = {letter: _run(letter, span, sizes) for letter, span in spans(link, shapes).items()}
    conditions = []
    for subscript, (low, high) in limits(link, shapes):
        if len(subscript.free) > 1:
            said = latex(subscript, None, names)
            conditions += [rf"{said} \ge {_called(low, sizes)}"] if low is not None else []
            conditions += [rf"{said} \le {_called(high, sizes)}"] if high is not None else []
    return alone, r" \text{ with } " + r",\ ".join(dict.fromkeys(conditions)) if conditions else ""


def _run(letter: str, span: Interval, sizes: Mapping[str, int]) -> str:
    """1 <= i <= n - 1; i alone where it runs over all components."""
    low, high = _called(span.lo, sizes), _called(span.hi, sizes)
    return letter if low == "1" and high in map(symbol, sizes) else rf"{low} \le {letter} \le {high}"


def _called(value: End, sizes: Mapping[str, int]) -> str:
    """5, n, n - 1. KeyError for another number."""
    if abs(value) <= NEAR:
        return str(value)
    for name, size in sizes.items():
        if abs(value - size) <= NEAR:
            off = int(value - size)
            return symbol(name) + (f" {'+' if off > 0 else '-'} {abs(off)}" if off else "")
    raise KeyError(value)


def _probes(domain: Domain | None) -> Iterator[tuple[dict[str, int], dict[str, Shape]]]:
    """Two lots of sizes, their order turned over, each with the shapes of the inputs."""
    if domain is None:
        return
    names = list(domain.ranges)
    for order in (names, names[::-1]):
        sizes = dict(zip(order, count(LARGE, STEP), strict=False))
        yield sizes, {key: _shape(space, sizes) for key, space in domain.spaces.items()}


def _shape(space: Space, sizes: Mapping[str, int]) -> Shape:
    if space.kind is Kind.INTEGER:
        return SMALL
    return tuple([sizes[side] if isinstance(side, str) else side for side in space.shape])
