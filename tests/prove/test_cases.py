"""No case is lost: every point comes to exactly one leaf, with the values that the engine's balls hold."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from perturb import claim, paper, then
from perturb.certify.point import certify
from perturb.certify.witness import load
from perturb.domains import activation, square, together
from perturb.domains.domain import Domain
from perturb.enclosure import Verdict
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.statements import Statement, assignments
from perturb.prove.store import KeptProof, every
from perturb.prove.true_mutants import named
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import diagonal, kappa, s, trace
from tests.prove.beside import formulas_agree, one_path_fits, points, with_diagonals
from tests.prove.concrete import statement_of

ROOT = Path(__file__).parents[2]
STORED = list(every(ROOT / "proofs"))
WITNESSES = sorted((ROOT / "theorems").rglob("witnesses/*.json"))
DEEP = settings().max_examples > 500
CATALOGUE = catalogue()
CLAIMS = {k: c for k, c in CATALOGUE.items() if isinstance(c, Claim)}


@cache
def about(name: str) -> Claim:
    """The claim, or the mutant that is said to be true."""
    found = named(name, CATALOGUE)
    assert found is not None, name
    return found


@pytest.mark.parametrize("name", sorted(CLAIMS)[:: 1 if DEEP else 9])
def test_formulas_are_those_of_the_engine(name: str) -> None:
    made = CLAIMS[name]
    data = statement_of(made)
    if data is None:
        return
    try:
        for n in (1, 2):
            for sizes in list(assignments({**data, "n": n}))[: None if DEEP else 2]:
                for point in list(points(made, sizes, 8 if DEEP else 1, seed=n)):
                    formulas_agree(made, data, sizes, point)
    except Rejected as why:
        if "unsupported" not in str(why) and "names of inputs" not in str(why):
            raise


@pytest.mark.parametrize("name", ["eq-53.diag", "fig-2.a"])
def test_larger_matrices_of_scattered_entries_have_the_spectra_of_the_engine(name: str) -> None:
    made = CLAIMS[f"riedi2022/{name}"]
    data = {**(statement_of(made) or {}), "n": 2}
    (sizes,) = assignments(data)
    assert sum(formulas_agree(made, data, sizes, at) for at in points(made, sizes, 2, seed=5)) > 2


GENERAL = [one for one in STORED if b'"let"' in one.raw]
TURNED = [one for one in STORED if b'"turn"' in one.raw]
SOME = [*STORED[::20], *TURNED, *GENERAL[:: len(GENERAL) // 12 + 1]]


@pytest.mark.parametrize("kept", STORED if DEEP else SOME, ids=lambda kept: f"{kept.id}.n{kept.size}")
def test_exactly_one_path_fits_each_point(kept: KeptProof) -> None:
    data = json.loads(kept.raw)
    made = about(data["id"])
    for entry in data["proofs"]:
        for drawn in points(made, entry["sizes"], 60 if DEEP else 3, seed=7):
            point = with_diagonals(made, data, drawn)
            if point is not None:
                one_path_fits(made, data, entry, point)


def test_a_part_that_is_known_to_many_digits_only_keeps_its_value() -> None:
    """A power of a ball about 0 was NaN, and NaN was taken for 0."""
    made = CLAIMS["le2022/rem-concl.control"]
    (data,) = [json.loads(one.raw) for one in STORED if (one.id, one.size) == (made.id, 2)]
    (entry,) = [one for one in data["proofs"] if one["sizes"] == {"a": 1, "b": 2, "c": 2}]
    assert (
        sum(one_path_fits(made, data, entry, point) for point in points(made, entry["sizes"], 20, seed=1))
        > 20
    )


def test_stored_proofs_are_of_nothing_that_is_refuted() -> None:
    refuted = {load(path).fingerprint for path in WITNESSES}
    assert refuted
    for one in STORED if DEEP else STORED[::10]:
        data = json.loads(one.raw)
        made = about(data["id"])
        assert statement_of(made) == {k: data[k] for k in statement_of(made) or ()}, str(one)
        assert data["fingerprint"] not in refuted, str(one)


def inside(domain: Domain, values: Any) -> Any:
    """The point, where these inputs are one of the domain."""
    try:
        point = domain.point(values)
    except (ValueError, TypeError):
        return None
    return point if domain.contains(point) else None


def test_no_violation_lies_in_a_proved_claim() -> None:
    """Every witness of anything is tried as a point of every proved claim that has such inputs."""
    proved = {one.id for one in (STORED if DEEP else STORED[::10])}
    witnesses = [load(path).values for path in WITNESSES]
    for name in sorted(proved):
        fits = [w for w in witnesses if set(w) == set(about(name).domain.spaces)]
        for point in filter(None, [inside(about(name).domain, w) for w in fits]):
            assert certify(about(name), point).verdict is not Verdict.VIOLATED, (name, point)


MINE = paper("mine", "On my own")


@claim(MINE, "1", domain=together(D=activation(0), E=activation(-1), A=square()))
def two_with_variants(D: Any, E: Any, A: Any) -> Any:
    """Values of one variant do not slip into the path of another."""
    yield then(trace(D) + trace(E) + s(A)[1], "<=", 2 * trace(D) + kappa(A) + diagonal(E)[1])


def test_variants_keep_to_their_path() -> None:
    data = statement_of(two_with_variants)
    assert data is not None
    for point in points(two_with_variants, {"n": 2}, 40, seed=3):
        formulas_agree(two_with_variants, data, {"n": 2}, point)


def test_indices_that_reach_far_are_all_found() -> None:
    """The instances are found by bounds, not by trying small numbers; without bounds there is no proof."""
    statement = Statement(statement_of(two_with_variants), {"n": 2})
    parts = "(component (s A) (sub (index i 21 40) 20))", "(component (s A) (sub (add j i) 30))"
    stands = "(component (s A) (sub j 7))"

    def found(*sides: str) -> list[str]:
        relation = statement.parse("(<= {} {})".format(*sides))
        return [str(step) for step, _ in statement.instances(relation)]

    assert len(found(parts[0], "(component (s A) i)")) == 0
    assert len(found(parts[0], parts[0])) == 2
    for sides in (parts, (stands, stands)):
        with pytest.raises(Rejected, match="index without bounds"):
            found(*sides)
