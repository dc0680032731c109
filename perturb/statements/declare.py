"""`limit_law`, `tail` and `mean`: statements of chance, declared by a body that draws."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from perturb.laws.distributions.protocol import Distribution
from perturb.statements.chance import OURS, Case, Law, Mean, Rate, Sampler, Statistic, Tail
from perturb.statements.paper import Paper
from perturb.statements.status import Status


def limit_law(
    paper: Paper,
    label: str,
    *,
    limit: Distribution,
    sizes: Sequence[int],
    rate: Rate | None = None,
    rate_source: str = OURS,
    value_error: float | None = None,
    **options: Any,
) -> Callable[[Statistic], Law]:
    """Declare a limit law; the body is its statistic (n, draws, rng) -> (draws,).

    Options: id (default the function's name), title, source, status, covers, version, printed. ValueError for
    sizes that are not distinct and positive, a rate that is not, or a value_error that is negative.
    """
    if not sizes or min(sizes) < 1 or len(set(sizes)) < len(sizes):
        raise ValueError(f"law {label!r}: sizes must be distinct positive integers, got {sizes}")
    if rate is not None and not all(rate(n) > 0 for n in sizes):
        raise ValueError(f"law {label!r}: the rate must be positive at each size")
    if value_error is not None and not 0 <= value_error < inf:
        raise ValueError(f"law {label!r}: value_error must be finite and not negative, got {value_error}")

    def declare(body: Statistic) -> Law:
        shared = common(paper, label, body, options)
        return Law(
            **shared,
            statistic=body,
            sizes=tuple(sizes),
            reference=limit,
            rate=rate,
            rate_source=rate_source,
            value_error=value_error,
        )

    return declare


def tail(
    paper: Paper,
    label: str,
    *,
    bound: Callable[..., float],
    cases: Sequence[Case],
    direction: str = "<=",
    **options: Any,
) -> Callable[[Sampler], Tail]:
    """Declare a bound on P(event), direction "<=" or ">="; the body (*case, draws, rng) draws the event."""
    op = _direction(label, direction, cases)

    def declare(body: Sampler) -> Tail:
        shared = common(paper, label, body, options)
        return Tail(**shared, sampler=body, bound=bound, op=op, cases=_tuples(cases))

    return declare


def mean(
    paper: Paper,
    label: str,
    *,
    bound: Callable[..., float],
    cases: Sequence[Case],
    direction: str = "<=",
    lipschitz: float | None = None,
    values_in: tuple[float, float] | None = None,
    **options: Any,
) -> Callable[[Sampler], Mean]:
    """Declare a bound on an expectation; the body (*case, draws, rng) draws the values."""
    op = _direction(label, direction, cases)

    def declare(body: Sampler) -> Mean:
        shared = common(paper, label, body, options)
        how: dict[str, Any] = {"lipschitz": lipschitz, "values_in": values_in}
        return Mean(**shared, **how, sampler=body, bound=bound, op=op, cases=_tuples(cases))

    return declare


def _tuples(cases: Sequence[Case]) -> tuple[Case, ...]:
    return tuple(tuple(case) for case in cases)


def _direction(label: str, direction: str, cases: Sequence[Case]) -> str:
    if direction not in ("<=", ">="):
        raise ValueError(f"{label!r}: direction = {direction!r} is not <= or >=")
    if not cases or len(set(_tuples(cases))) < len(cases):
        raise ValueError(f"{label!r}: cases must be distinct tuples, at least one, got {cases}")
    return direction


def common(paper: Paper, label: str, body: Callable[..., Any], options: dict[str, Any]) -> dict[str, Any]:
    """What all of them share; TypeError for an unknown option."""
    known = {"id", "title", "source", "status", "covers", "version", "printed"}
    if unknown := sorted(set(options) - known):
        raise TypeError(f"{label!r}: unknown option {unknown[0]!r}; known are {', '.join(sorted(known))}")
    status = options.get("status")
    name = options.get("id") or getattr(body, "__name__", "")
    return {
        "name": f"{paper.key}/{name}",
        "title": options.get("title", label),
        "source": options.get("source", label),
        "covers": tuple(map(paper.full, options.get("covers", ()))),
        "status": None if status is None else Status(status),
        "paper": paper,
        "doc": inspect.getdoc(body) or "",
        "file": Path(inspect.getfile(body)),
        "version": options.get("version", 1),
        "printed": paper.says(options.get("printed", "")),
    }
