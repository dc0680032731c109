"""How a statement follows: steps that are proved one after the other, declared beside it.

What is declared here is not believed: each step is proved like a conclusion, and the checker sees it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.relations.order import Link, then


@dataclass(frozen=True, eq=False)
class Inference:
    """A relation between numbers, or, without one, the conclusion itself.

    `free`: parts that may be anything in it, what is known of them being in the steps `by` (None: all before
    it) and in the hypotheses with the numbers `given` (None: all).
    """

    link: Link | None
    free: tuple[Expr, ...] = ()
    by: tuple[Inference, ...] | None = None
    given: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Aim:
    """What is to be proved: which conclusion, the values of its indices, which component, at which sizes."""

    conclusion: int
    at: Mapping[str, int]
    component: int | None
    sizes: Mapping[str, int]


Argument = Callable[..., Iterator[Inference]]
ARGUMENTS: dict[str, Argument] = {}


def step(
    lhs: Any,
    op: str,
    rhs: Any,
    *,
    free: Sequence[Expr] = (),
    by: Sequence[Inference] | None = None,
    given: Sequence[int] | None = None,
) -> Inference:
    """A relation between numbers on the way. TypeError or ValueError where it is none."""
    (link,) = then(lhs, op, rhs).links
    return Inference(
        link, tuple(free), None if by is None else tuple(by), None if given is None else tuple(given)
    )


def therefore(
    *, free: Sequence[Expr] = (), by: Sequence[Inference] | None = None, given: Sequence[int] | None = None
) -> Inference:
    """The conclusion itself, by what is known then."""
    return Inference(
        None, tuple(free), None if by is None else tuple(by), None if given is None else tuple(given)
    )


def argument(*statements: Claim) -> Callable[[Argument], Argument]:
    """Declare the steps of these claims. The body takes an Aim and the inputs, and yields steps."""

    def declare(body: Argument) -> Argument:
        for one in statements:
            first = ARGUMENTS.setdefault(one.id, body)
            if (first.__module__, first.__qualname__) != (body.__module__, body.__qualname__):
                raise ValueError(f"{one.id} has two arguments: {first.__qualname__}, {body.__qualname__}")
            ARGUMENTS[one.id] = body  # a file that is loaded again says it again
        return body

    return declare


def steps_of(claim: Claim, instance: Aim) -> list[Inference]:
    """The declared steps, of a mutant those of its claim, the conclusion last; none where there are none."""
    body = _declared(claim)
    if body is None:
        return []
    found = list(body(instance, *[variable(name, kind) for name, kind in claim.domain.kinds.items()]))
    return found if found and found[-1].link is None else [*found, Inference(None)] if found else []


def home(claim: Claim) -> str:
    """The module that declares its steps; empty where none does."""
    return getattr(_declared(claim), "__module__", "")


def _declared(claim: Claim) -> Argument | None:
    return ARGUMENTS.get(claim.id.partition("!")[0])
