"""The engine's power and its honesty: false statements fall without a hint, true ones never do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import arb

from perturb.certify.point import certify
from perturb.numbers import charpoly, residual
from perturb.results.claims import KernelsDisagree, attack
from perturb.search.attack import search
from perturb.search.method import PROFILES
from perturb.statements.catalogue import catalogue

CATALOGUE = catalogue()
FALSE = [c for c in CATALOGUE.values() if c.status.expects == "refuted"]
TEXTBOOK = [c for c in CATALOGUE.values() if c.paper.key == "classical"]
UNTIL_FOUND = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=300.0)


@pytest.mark.usefixtures("counted_time")
@pytest.mark.parametrize("claim", [pytest.param(c, id=c.id) for c in FALSE])
def test_a_false_statement_falls_without_a_hint(claim):
    """No equality case, no stored witness: the search alone, confirmed by both kernels.

    It takes seconds; the limit counts points, so that a busy machine makes the test slow and not red. How
    soon each one falls is recorded beside its witness.
    """
    evidence = attack(replace(claim, equality=()), UNTIL_FOUND, seed=1, progress=lambda found: None)
    assert evidence.outcome == "refuted"
    assert evidence.simplest is not None


@pytest.mark.parametrize("claim", [pytest.param(c, id=c.id) for c in TEXTBOOK])
def test_a_textbook_theorem_never_falls(claim):
    found = search(claim, PROFILES["ci"], seed=2, stop_at_first=False)
    assert found.verdicts["violated"] == 0
    assert found.verdicts["holds"] > 20


def shifted(values):
    """Each enclosure moved by more than its radius: a kernel that forgot its residual."""
    return [v + arb("1e-6") * (1 + abs(v)) for v in values]


def negated(values):
    return [-v for v in values]


@pytest.mark.parametrize("damage", [shifted, negated])
@pytest.mark.parametrize(
    ("kernel", "name", "theorem"),
    [
        (residual, "singular_values", "classical/ky-fan-triangle"),
        (residual, "symmetric_eigenvalues", "classical/fan-hoffman"),
        (charpoly, "singular_values", "classical/weyl-additive"),
        (charpoly, "symmetric_eigenvalues", "classical/weyl-eigenvalues"),
    ],
)
def test_a_broken_kernel_is_noticed(monkeypatch, kernel, name, theorem, damage):
    """A wrong kernel either contradicts the other one, or refutes a theorem, or misses a declared
    equality.
    """
    claim = CATALOGUE[theorem]
    whole = getattr(kernel, name)
    monkeypatch.setattr(kernel, name, lambda A: damage(whole(A)))
    noticed = any(abs(certify(claim, point).margin) > 1e-12 for point in claim.equality)
    try:
        noticed |= attack(claim, PROFILES["ci"], 0, lambda found: None).outcome == "refuted"
    except KernelsDisagree:
        noticed = True
    assert noticed


def test_a_kernel_of_nans_decides_nothing(monkeypatch):
    for kernel in (residual, charpoly):
        for name in ("singular_values", "symmetric_eigenvalues"):
            whole = getattr(kernel, name)
            monkeypatch.setattr(kernel, name, lambda A, whole=whole: [arb.nan() for _ in whole(A)])
    monkeypatch.setattr(
        "perturb.numbers.algebraic.algebraic_singular_values", lambda A: [arb.nan()] * A.ncols()
    )
    for claim in (CATALOGUE["classical/ky-fan-triangle"], CATALOGUE["refuted/weyl-same-index"]):
        found = search(claim, PROFILES["ci"], seed=0)
        assert found.verdicts["violated"] == 0
        assert found.verdicts["holds"] == 0
        assert found.verdicts["undecided"] > 20
