"""Bounds of squares, sums over components, products with numbers; and which lemmas are tried first."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import given, then
from perturb.derive.checker.check import check
from perturb.derive.experience import FEW, first, kept, words
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.derive.store import FOLDER
from perturb.derive.trying import tried
from perturb.domains import scalar, square, together, vector
from perturb.statements.catalogue import catalogue
from perturb.vocab import cols, eye, fro, kappa, larger, max_entry, norm, s1, sq, sqrt, total
from tests.declared import declare

KNOWN = Citable()
PLANE = together(M=square(n=(1, 4)), t=scalar(0, 1))


def lemmas(*names: str) -> frozenset[str]:
    return frozenset(f"classical/{name}" for name in names)


DISC = lemmas("hoffman-wielandt-two", "weyl-additive", "spectral-frobenius", "smallest-nonzero-of-full-rank")


def _disc(M: Any, t: Any) -> Any:
    yield given(fro(M), "<=", t)
    yield given(t, "<", 1)
    yield then(kappa(M + eye(M)), "<=", (1 + t * sqrt(2 - sq(t))) / (1 - sq(t)))


def _smaller_disc(M: Any, t: Any) -> Any:
    yield given(fro(M), "<=", t)
    yield given(t, "<", 1)
    yield then(kappa(M + eye(M)), "<=", (1 + t * sqrt(1 - sq(t))) / (1 - sq(t)))


def _positive(u: Any, y: Any) -> Any:
    yield given(y, ">=", 0)
    yield then(total(u * y), "<=", norm(larger(u, 0)) * norm(y))


def _any_sign(u: Any, y: Any) -> Any:
    yield then(total(u * y), "<=", norm(larger(u, 0)) * norm(y))


def _parts(u: Any, y: Any) -> Any:
    yield then(norm(larger(u, 0)) + norm(larger(-u, 0)), "<=", sqrt(2) * norm(u))


def _scaled(M: Any, t: Any) -> Any:
    yield given(max_entry(M), "<=", 1)
    yield then(s1(t / cols(M) * M), "<=", t)


UV = together(u=vector(), y=vector(), n=(1, 3))


@pytest.mark.parametrize(
    ("body", "domain", "cites"),
    [
        (_disc, PLANE, DISC),
        (_positive, UV, lemmas("cauchy-schwarz")),
        (_parts, UV, lemmas("relu-firm", "vector-triangle")),
        (_scaled, PLANE, lemmas("spectral-largest-entry-square")),
    ],
)
def test_it_is_derived(body: Any, domain: Any, cites: frozenset[str]) -> None:
    one = declare(body, domain, id=body.__name__.strip("_"))
    found = tried(one, KNOWN, 30, cites)
    assert found.outcome == "derived", found.why
    assert found.data is not None
    check(found.data, KNOWN.base(one, cites))


@pytest.mark.parametrize(
    ("body", "domain", "cites"), [(_smaller_disc, PLANE, DISC), (_any_sign, UV, lemmas("cauchy-schwarz"))]
)
def test_a_smaller_bound_is_not(body: Any, domain: Any, cites: frozenset[str]) -> None:
    one = declare(body, domain, id=body.__name__.strip("_"))
    assert tried(one, KNOWN, 3, cites).outcome == "open"


def test_a_few_lemmas_are_tried_first() -> None:
    """Those of statements that are most like this one, whose own derivation does not count."""
    claim = catalogue()["riedi2022/thm-31.90"]
    data, base = header(claim), KNOWN.base(claim)
    found = [x.id for x in first(data, base.lemmas.values(), FOLDER)]
    assert 0 < len(found) <= FEW
    assert found == [x.id for x in first(data, [*base.lemmas.values()][::-1], FOLDER)]
    assert "classical/weyl-additive" in found
    assert any(name == claim.id for name, *_ in kept(FOLDER.absolute()))


def test_nothing_is_known_of_an_empty_folder(tmp_path: Any) -> None:
    claim = catalogue()["riedi2022/thm-31.90"]
    assert first(header(claim), KNOWN.base(claim).lemmas.values(), tmp_path) == []


def test_hypotheses_and_conclusions_have_words_of_their_own() -> None:
    found = words(header(declare(_disc, PLANE, id="disc")))
    assert {"in general", "in scalar", "if fro", "kappa", "sqrt"} <= found
    assert "fro" not in found
