"""The power of the engine and its honesty: mutants, best constants, walks, and unseen statements."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from flint import arb

from benchmarks.unseen.needles_matrices import KNOWN as KNOWN_NEEDLES
from perturb import claim, given, paper, then
from perturb.certify.point import certify, screen
from perturb.domains import activation, integer, square, symmetric, together, vector
from perturb.enclosure import Verdict
from perturb.numbers import charpoly, residual
from perturb.results.claims import KernelsDisagree, attack
from perturb.search.attack import search
from perturb.search.method import PROFILES
from perturb.search.solvers.climb import boundary, step
from perturb.search.solvers.flips import flips
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import I, commutator, entries, fro, inv, mat_abs, numerical_radius, op, s1, sq, total
from tools.unseen import statements

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
    for known in (CATALOGUE["classical/ky-fan-triangle"], CATALOGUE["refuted/weyl-same-index"]):
        found = search(known, PROFILES["ci"], seed=0)
        assert found.verdicts["violated"] == 0
        assert found.verdicts["holds"] == 0
        assert found.verdicts["undecided"] > 20


# Best constants found from nothing: a constant a hair too small is refuted, no equality case given.


UNTIL_FOUND_CONSTANTS = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=400.0)
OURS = paper("constants", "Constants a hair too small")


@claim(OURS, "true: sqrt 2", domain=square(count=2, n=(2, 4)))
def boettcher_wenzel(A, B):
    yield then(fro(commutator(A, B)), "<=", Fraction("1.41421") * fro(A) * fro(B))


@claim(OURS, "true: 1/2", domain=square(n=(1, 3)))
def numerical_radius_from_below(A):
    yield then(numerical_radius(A), ">=", Fraction("0.50001") * op(A))


@claim(OURS, "true: 3.025 at condition number 10", domain=together(A=symmetric(), x=vector(), n=(1, 3)))
def kantorovich(A, x):
    yield given(I, "loewner", A)
    yield given(A, "loewner", 10 * I)
    yield then(total(x * (A @ x)) * total(x * (inv(A) @ x)), "<=", Fraction("3.0249") * sq(total(sq(x))))


@claim(OURS, "true: sqrt 2, not attained", domain=square(count=2, n=(1, 3)))
def absolute_values(A, B):
    yield then(fro(mat_abs(A) - mat_abs(B)), "<=", Fraction("1.414") * fro(A - B))


@pytest.mark.usefixtures("counted_time")
@pytest.mark.parametrize(
    ("statement", "true_constant"),
    [
        (boettcher_wenzel, 2**0.5),
        (numerical_radius_from_below, 0.5),
        (kantorovich, 3.025),
        (absolute_values, 2**0.5),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_a_constant_a_hair_too_good_is_refuted(statement, true_constant):
    """The search goes on until it finds; the limit counts points, not time."""
    evidence = attack(statement, UNTIL_FOUND_CONSTANTS, seed=3, progress=lambda found: None)
    assert evidence.outcome == "refuted"
    assert evidence.constant is not None
    assert abs(float(evidence.constant.refuted) - true_constant) <= 1.5e-4 * true_constant
    beyond = float(evidence.constant.refuted) - true_constant
    assert beyond <= 1e-12 if evidence.constant.refuted > evidence.constant.printed else beyond >= -1e-12


# The walks reach what draws and climbs miss, and stay where they may.


OURS_WALKS = paper("walks", "Statements that are sharp at an edge")


@claim(OURS_WALKS, "sharp where the hypothesis nearly fails", domain=square(n=(2, 2)))
def edge(M):
    yield given(s1(M), "<", 1)
    yield then(fro(M), "<=", 2 * op(M))


@claim(
    OURS_WALKS,
    "best at the largest k and D = I",
    domain=together(D=activation(0), k=integer(1, "n"), n=(3, 3)),
)
def discrete(D, k):
    yield then(k + total(entries(D)), "<=", Fraction(100))


def test_the_boundary_is_reached_from_inside():
    batch = edge.domain.draw(np.random.default_rng(0), 200, {"n": 2})
    walked = boundary(edge, batch, screen(edge, batch), np.random.default_rng(1))
    assert walked is not None
    norms = np.linalg.norm(edge.domain.inputs(walked)["M"], 2, axis=(1, 2))
    assert (norms < 1).all()
    assert np.median(norms) > 1 - 1e-6
    points = [edge.domain.construct(walked.sizes, walked.params_of(k)) for k in range(5)]
    assert all(edge.domain.contains(point) for point in points)


def test_no_boundary_without_a_hypothesis():
    batch = discrete.domain.draw(np.random.default_rng(0), 20, {"n": 3, "k": 1})
    assert boundary(discrete, batch, screen(discrete, batch), np.random.default_rng(1)) is None


def test_discrete_steps_climb_one_by_one_and_walks_flip_every_bit():
    batch = discrete.domain.draw(np.random.default_rng(0), 1, {"n": 3, "k": 1})
    start = batch.__class__(batch.sizes, {"D.b": np.ones((1, 3))}, 1)
    for _ in range(3):
        start = step(discrete, start)
    assert start.sizes["k"] == 3
    start = flips(discrete, start, np.random.default_rng(0), 6)
    assert (start.params["D.b"] == 0).all()
    assert discrete.domain.contains(discrete.domain.construct(start.sizes, start.params_of(0)))


# The benchmark of unseen statements: a false one is false as it is encoded, and none is in the catalogue.


FOLDER = Path(__file__).parents[2] / "benchmarks" / "unseen"
HALVES = [*sorted(FOLDER.glob("[fst]*_*.py")), *sorted(FOLDER.glob("complex_*.py"))]
MODULES = [import_module(f"benchmarks.unseen.{path.stem}") for path in HALVES]
CLAIMS = {
    one.id.partition("/")[2]: one for m in MODULES for one in vars(m).values() if isinstance(one, Claim)
}
KNOWN = {name: point for m in MODULES for name, point in getattr(m, "KNOWN", {}).items()}


@pytest.mark.parametrize("name", KNOWN)
def test_a_false_statement_is_violated_at_its_known_counterexample(name):
    claim = CLAIMS[name]
    point = claim.domain.point(KNOWN[name])
    assert claim.domain.contains(point)
    assert certify(claim, point).verdict is Verdict.VIOLATED


NEEDLES = {one.id.partition("/")[2]: one for one in statements("needles")}


@pytest.mark.parametrize("name", KNOWN_NEEDLES)
def test_a_needle_is_there(name):
    claim = NEEDLES[name]
    point = claim.domain.point(KNOWN_NEEDLES[name])
    assert claim.domain.contains(point)
    assert certify(claim, point).verdict is Verdict.VIOLATED


def test_there_are_needles_beside_true_twins():
    assert len(KNOWN_NEEDLES) == 51
    assert len({one.fingerprint for one in NEEDLES.values()}) == len(NEEDLES) > len(KNOWN_NEEDLES)


def test_there_are_enough_of_each_in_a_set_and_none_is_in_the_catalogue():
    false = {name for name, one in CLAIMS.items() if one.paper.key == "unseen-false"}
    assert false == KNOWN.keys()
    assert min(many_of(p.stem.split("_")[:2]) for p in HALVES if p.stem[:7] != "complex") >= 50
    assert min(many_of(["fifth", word]) for word in ("false", "true")) >= 60
    assert min(many_of(["complex", word]) for word in ("false", "true")) >= 40
    prints = {one.fingerprint for one in CLAIMS.values()}
    assert len(prints) == len(CLAIMS)
    # What derivations cite was stated after the sets had been scored, some of it with the same words.
    assert not prints & {one.fingerprint for one in catalogue().values() if not one.lemma}


def many_of(words: list[str]) -> int:
    own = [m for m, path in zip(MODULES, HALVES, strict=True) if path.stem.split("_")[:2] == words]
    return sum(isinstance(one, Claim) for m in own for one in vars(m).values())
