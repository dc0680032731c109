"""The fingerprint changes exactly when the statement or its domain does."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perturb import claim, given, paper, then
from perturb.domains import (
    activation,
    bounded,
    of_rank,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    I,
    fro,
    kappa,
    lam_min,
    s1,
    s_min,
)

SOURCE = paper("test")


def fingerprint(body: Callable[..., Any], domain: Any = None, label: str = "a", **options: Any) -> str:
    space = square(n=(1, 3)) if domain is None else domain
    return claim(SOURCE, label, domain=space, **options)(body).fingerprint


def base(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2)


def commented(A: Any) -> Any:
    """The same statement, described."""
    # and commented
    yield given(s1(A), "<", 1.0)
    yield then(kappa(I + A), "<=", Fraction(4, 2))


def without_hypothesis(A: Any) -> Any:
    yield then(kappa(I + A), "<=", 2)


def relaxed_hypothesis(A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(kappa(I + A), "<=", 2)


def other_constant(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2 + Fraction(1, 2**200))


def other_operator(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<", 2)


def other_side(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I - A), "<=", 2)


def hypothesis_as_conclusion(A: Any) -> Any:
    yield then(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2)


def renamed(M: Any) -> Any:
    yield given(s1(M), "<", 1)
    yield then(kappa(I + M), "<=", 2)


def test_fingerprint_of_the_same_statement() -> None:
    same = fingerprint(base)
    assert fingerprint(commented) == same
    assert fingerprint(base, label="another label", status="refuted", id="another-id") == same
    assert (
        fingerprint(base, equality=[[[0]]], covers=["x"], corrects="y", sharpens="z", presupposes=["weyl"])
        == same
    )
    assert re.fullmatch(r"[0-9a-f]{12}", same)


def test_fingerprint_of_other_statements() -> None:
    bodies = [without_hypothesis, relaxed_hypothesis, other_constant, other_operator, other_side]
    bodies += [hypothesis_as_conclusion, renamed]
    found = [fingerprint(body) for body in (base, *bodies)]
    assert len(set(found)) == len(found)


def one(X: Any) -> Any:
    yield then(fro(X), ">=", 0)


def test_fingerprint_of_other_domains() -> None:
    spaces = [
        square(n=(1, 3)),
        square(n=(1, 4)),
        square(n=(2, 3)),
        square("m", m=(1, 3)),
        symmetric(n=(1, 3)),
    ]
    spaces += [psd(n=(1, 3)), rectangular(m=(1, 3), n=(1, 3)), bounded(1, n=(1, 3)), bounded(2, n=(1, 3))]
    spaces += [activation(0, n=(1, 3)), activation(Fraction(1, 2), n=(1, 3))]
    spaces += [of_rank(r, m=(1, 3), n=(1, 3)) for r in (1, 2)]
    spaces += [bounded(1, "m", "n", m=(1, 3), n=(1, 3)), bounded(1, "n", "m", m=(1, 3), n=(1, 3))]
    found = [fingerprint(one, space) for space in spaces]
    assert len(set(found)) == len(found)


def test_fingerprint_of_bounds_of_a_number() -> None:
    def body(x: Any) -> Any:
        yield then(x, ">=", 0)

    found = [fingerprint(body, scalar(low, high)) for low in (None, 0, 1) for high in (None, 2, 3)]
    assert len(set(found)) == 9


def test_inputs_that_change_places_change_the_statement() -> None:
    def body(A: Any, B: Any) -> Any:
        yield then(lam_min(A), ">=", 0)
        yield then(s_min(B), ">=", 0)

    spaces = [together(A=psd(), B=square()), together(A=symmetric(), B=square()), together(A=psd(), B=psd())]
    found = [fingerprint(body, space) for space in spaces]
    assert len(set(found)) == 3
