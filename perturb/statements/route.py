"""What a derivation goes through: instances of lemmas, and relations on the way, declared beside a statement.

What is declared here is not believed: an instance is made by the checker, a relation on the way is shown from
what is known then, and what a derivation does not need of it is left out of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import as_expr, canonical, variable
from perturb.vocab.words.vector import length


@dataclass(frozen=True)
class Citation:
    """A conclusion of a lemma, with the texts that are put for its names; the index `_` is of a component."""

    lemma: str
    part: int
    texts: Mapping[str, str]


@dataclass(frozen=True)
class OnTheWay:
    """A relation that is shown before the conclusion, as text; `squared`: from that of the squares; `factor`:
    from what it is multiplied with this text, of a positive number; `cases`: where the number of this text is
    not negative (after the stops `above`), and where it is (after those `below`).
    """

    relation: str
    squared: bool = False
    factor: str = ""
    cases: str = ""
    above: tuple[Stop, ...] = ()
    below: tuple[Stop, ...] = ()


@dataclass(frozen=True)
class Square:
    """That the square of a number is not negative."""

    of: str


@dataclass(frozen=True)
class Assumed:
    """The one with this number, from 0, at a component or at indices."""

    part: int
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Summed:
    """A relation of the components of vectors of this length, shown of any of them, in a sum over all.

    `vector`: of which it says that no component is negative, as lemmas may ask.
    """

    index: str
    length: str
    stops: tuple[Simple, ...]
    vector: str = ""


@dataclass(frozen=True)
class Multiplied:
    """That the product of two numbers is not negative, of which that is shown."""

    factors: tuple[Simple, ...]


Simple = Citation | OnTheWay | Square | Assumed
Stop = Simple | Summed | Multiplied
Route = Callable[..., Iterator[Stop]]
ROUTES: dict[str, Route] = {}


def cite(lemma: str, part: int = 0, **puts: Any) -> Citation:
    """The lemma, of the classical ones where no paper is named, at terms of the statement or at texts."""
    name = lemma if "/" in lemma else f"classical/{lemma}"
    texts = {key: x if isinstance(x, str) else canonical(as_expr(x)) for key, x in puts.items()}
    return Citation(name, part, texts)


def have(lhs: Any, op: str, rhs: Any) -> OnTheWay:
    """A relation between numbers; indices are those of the conclusion, or of a sum."""
    return OnTheWay(f"({op} {canonical(as_expr(lhs))} {canonical(as_expr(rhs))})")


def by_squares(small: Any, large: Any) -> OnTheWay:
    """small <= large, where large is not negative and the squares are so."""
    return OnTheWay(have(small, "<=", large).relation, squared=True)


def by_factor(factor: Any, lhs: Any, op: str, rhs: Any) -> OnTheWay:
    """The relation, because it is so after both sides are multiplied with a positive factor."""
    return OnTheWay(have(lhs, op, rhs).relation, factor=canonical(as_expr(factor)))


def by_cases(
    of: Any, lhs: Any, op: str, rhs: Any, above: Iterable[Stop] = (), below: Iterable[Stop] = ()
) -> OnTheWay:
    """The relation, by the sign of a number; the larger one of it and 0 is known in each case."""
    text = have(lhs, op, rhs).relation
    return OnTheWay(text, cases=canonical(as_expr(of)), above=(*above,), below=(*below,))


def hypothesis(part: int, **puts: Any) -> Assumed:
    return Assumed(part, {key: x if isinstance(x, str) else canonical(as_expr(x)) for key, x in puts.items()})


def square(x: Any) -> Square:
    return Square(canonical(as_expr(x)))


def product(*factors: Simple) -> Multiplied:
    """What the differences of the sides of these relations are multiplied with each other."""
    return Multiplied(factors)


def nonneg(index: str, v: Any, *stops: Simple) -> Summed:
    """That no component of the vector is negative: the last of these says it of the one with this index."""
    return Summed(index, canonical(length(as_expr(v))), stops, canonical(as_expr(v)))


def summed(index: str, long: Any, *stops: Simple) -> Summed:
    """The last of these, which are about the component with this index, in a sum over all components."""
    return Summed(index, canonical(as_expr(long)), stops)


def route(*statements: Claim) -> Callable[[Route], Route]:
    """Declare the way of these claims. The body takes the number of a conclusion, from 0, and the inputs."""

    def declare(body: Route) -> Route:
        for one in statements:
            first = ROUTES.setdefault(one.id, body)
            if (first.__module__, first.__qualname__) != (body.__module__, body.__qualname__):
                raise ValueError(f"{one.id} has two routes: {first.__qualname__}, {body.__qualname__}")
            ROUTES[one.id] = body  # a file that is loaded again says it again
        return body

    return declare


def stops_of(claim: Claim, conclusion: int) -> list[Stop]:
    """What is declared of this conclusion of a claim; nothing of a mutant, which says something else."""
    body = ROUTES.get(claim.id)
    if body is None:
        return []
    return [*body(conclusion, *[variable(name, kind) for name, kind in claim.domain.kinds.items()])]
