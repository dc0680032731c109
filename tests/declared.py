"""A claim from a body in one call, and the verdict on it at one point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb import claim, paper, then
from perturb.certify.point import LADDER, PointVerdict, certify
from perturb.domains import square
from perturb.enclosure import Verdict
from perturb.statements.claim import Claim

SOURCE = paper("test")


def declare(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 4)) if domain is None else domain, **options)(body)


def one(lhs: Callable[[Any], Any], sign: str, rhs: Any) -> Any:
    """The claim lhs(A) sign rhs(A) on square matrices."""

    def body(A: Any) -> Any:
        yield then(lhs(A), sign, rhs(A) if callable(rhs) else rhs)

    return declare(body)


def at(c: Claim, ladder: Any = LADDER, **values: Any) -> PointVerdict:
    return certify(c, c.domain.point(values), ladder)


def verdict(lhs: Any, op: str, rhs: Any, ladder: Any = LADDER, **values: Any) -> Verdict:
    """The verdict on one relation between functions of A."""

    def body(A: Any) -> Any:
        yield then(lhs(A) if callable(lhs) else lhs, op, rhs(A) if callable(rhs) else rhs)

    return at(declare(body), ladder, **values).verdict
