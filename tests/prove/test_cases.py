"""No case is lost; and the net under the checker refuses what is false although every rule passes it."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import settings

from perturb import claim, paper, then
from perturb.certify import witness
from perturb.certify.point import certify
from perturb.certify.witness import load
from perturb.cli import main
from perturb.domains import activation, square, together
from perturb.domains.domain import Domain
from perturb.enclosure import Verdict
from perturb.prove import judging, store
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.statements import Statement, assignments
from perturb.prove.judging import attacked, confirmed
from perturb.prove.proved import judged, largest, named
from perturb.prove.prover import Attempt
from perturb.prove.reading import inputs
from perturb.prove.reading.lowering import lowered
from perturb.prove.reading.ring import Unsupported
from perturb.prove.store import HOLDS, REJECTED, KeptProof, every, stated
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import diagonal, kappa, s, trace
from tests.prove.beside import formulas_agree, one_path_fits, points, with_diagonals
from tests.prove.concrete import statement_of
from tests.prove.handmade import HOLD, ONE, SQUARE, general, goal, identity, proof

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


@pytest.mark.parametrize("name", sorted(CLAIMS)[:: 1 if DEEP else 18])
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
        beyond = "unsupported" in str(why) or "names of inputs" in str(why) or "(pi)" in str(data["then"])
        if not beyond:
            raise


@pytest.mark.parametrize("name", ["eq-53.diag", "fig-2.a"])
def test_larger_matrices_of_scattered_entries_have_the_spectra_of_the_engine(name: str) -> None:
    made = CLAIMS[f"riedi2022/{name}"]
    data = {**(statement_of(made) or {}), "n": 2}
    (sizes,) = assignments(data)
    assert sum(formulas_agree(made, data, sizes, at) for at in points(made, sizes, 2, seed=5)) > 2


GENERAL = [one for one in STORED if b'"let"' in one.raw]
TURNED = [one for one in STORED if b'"turn"' in one.raw]
SOME = [*STORED[::40], *TURNED[::2], *GENERAL[:: len(GENERAL) // 6 + 1]]


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
        made = lowered(about(data["id"]))
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


# The net under the checker: what is false is refused although every rule of the checker lets it pass.


STORED_NET = list(store.every())
DEEP_NET = settings.default is not None and settings.default.max_examples >= 2_000
ATTACKED = STORED_NET if DEEP_NET else random.Random(33).sample(STORED_NET, 30)
ROTATIONS = [["P", "orthogonal", "n"], ["Q", "orthogonal", "n"]], r"P \in O(n),\quad Q \in O(n)"
NUMBER = [["t", "scalar", "", ""]], r"t \in \mathbb{R}"


def corner() -> Any:
    """0 <= A[1,1] + 0 s_1(A), by a part that may be anything of a matrix that is turned."""
    leaf = identity((1, ONE, [1]), (1, ONE, [5]))
    turned = {"let": ["(entry A 1 1)"], "turn": {"A": ["p", "q"]}, "diagonal": ["A"]}
    return general(2, [], ["(<= 0 (add (entry A 1 1) (mul 0 (s1 A))))"], [{**goal(leaf), **turned}])


def said(n: int, about: Any, given: list[str], then: str) -> Any:
    """A file that says so, and proves nothing."""
    return proof(n, *about, given, [then], [])


FALSE = {
    "a corner of a turned matrix": corner(),
    "rotations and a determinant": said(2, ROTATIONS, ["(<= (det Q) 0)"], "(<= (trace (matmul (T Q) P)) 0)"),
    "multiples of I": general(2, [], ["(<= (trace A) (mul 3 (mul (s1 A) (s1 A))))"], []),
    "zero alone": general(2, [], ["(< 0 (add (s1 A) (norm (entries A))))"], []),
    "rank one alone": general(2, ["(<= (rank A) 1)"], ["(<= (s1 A) (mul 2 (spectral_radius A)))"], []),
    "one sign alone": said(
        1, ([["x", "vector", "n"]], r"x \in \mathbb{R}^{n}"), [], "(<= -2 (component x 1))"
    ),
    "a boundary": said(1, ([["x", "scalar", "0", "1"]], r"x \in [0, 1]"), [], "(< x 1)") | {"n": 2},
    "a reflection alone": said(2, ROTATIONS, [], "(<= 0 (add 1 (mul 2 (det (matmul P Q)))))"),
    "a best constant": general(
        2, ["(<= (s1 A) 1)"], ["(<= (numerical_radius (matmul A A)) (mul 99/100 (s1 A)))"], []
    ),
}


@pytest.fixture
def credulous(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that accepts everything."""
    monkeypatch.setattr("perturb.prove.checker.check.check_data", lambda data: None)
    monkeypatch.setattr("perturb.prove.proved._done", {})


@pytest.mark.parametrize("what", FALSE)
def test_the_net_finds_what_the_checker_lets_pass(what: str, tmp_path: Path, credulous: None) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(FALSE[what]))
    found = judged(*store.proofs_in(path))
    assert (found.outcome, found.reason[:9]) == (REJECTED, "false at "), found.reason
    for command in (["replay", str(path)], ["prove", "--check", str(path)]):
        done = CliRunner().invoke(main, command)
        assert (done.exit_code, "REJECTED" in done.output, "PROVED" in done.output) == (1, True, False)
        assert "false at " in done.output.replace("\n", " ")


@pytest.mark.parametrize("made", HOLD, ids=lambda f: f.__name__)
def test_the_net_lets_pass_what_is_true(made: Any) -> None:
    assert attacked(made()).outcome == HOLDS


def test_every_size_is_attacked_whatever_the_file_lists() -> None:
    """The sizes are counted again: a file that leaves out the one where it is false has them attacked too."""
    about = [["B", "general", "m", "n"]], r"B \in \mathbb{R}^{m \times n}"
    below = said(2, about, [], "(<= (rows B) (cols B))")
    below["ranges"] = "[('m', (1, 4)), ('n', (1, 4))]"
    claim = stated_with_its_fingerprint(below)
    assert judging.violation(claim, 1) == ""
    assert judging.violation(claim, 2).startswith("B = [")


def stated_with_its_fingerprint(data: Any) -> Claim:
    text = "\n".join([data["domain"], data["ranges"], "; ".join(data["given"]), "; ".join(data["then"])])
    return stated({**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]})


def test_a_statement_that_the_engine_does_not_read_is_not_accepted() -> None:
    symmetric = [["A", "symmetric", "n", "n"]]
    for more in ({"then": ["(<= (frobnicate A) 1)"]}, {"inputs": symmetric}, {"ranges": "[]"}):
        found = attacked({**HOLD[0](), **more})
        assert (found.outcome, found.reason[:10]) == (REJECTED, "the engine"), more


def test_what_the_prover_finds_is_proved_when_it_is_accepted(credulous: None) -> None:
    good, bad = HOLD[0](), corner()
    assert confirmed(stated(good), Attempt("proved", 2, 0.1, certificate=good)).outcome == "proved"
    found = confirmed(stated(bad), Attempt("proved", 2, 0.1, certificate=bad))
    assert (found.outcome, found.certificate) == (REJECTED, None)
    assert "false at A = " in found.note


def test_what_the_prover_finds_is_checked() -> None:
    good = HOLD[0]()
    found = confirmed(stated(good), Attempt("proved", 2, 0.1, certificate={**good, "proofs": []}))
    assert (found.outcome, "no proof" in found.note) == (REJECTED, True)


def test_what_the_prover_finds_of_another_statement_is_no_proof() -> None:
    of, other = HOLD[0](), HOLD[3]()
    found = confirmed(stated(other), Attempt("proved", 2, 0.1, certificate=of))
    assert (found.outcome, found.certificate) == (REJECTED, None)
    assert "another statement" in found.note


def test_nothing_that_is_proved_is_false() -> None:
    """Thirty of the stored proofs, with `make full` all of them."""
    assert len(ATTACKED) >= 30
    rulings = {str(one): attacked(json.loads(one.raw)) for one in ATTACKED}
    assert {name: one.reason for name, one in rulings.items() if one.outcome != HOLDS} == {}


def small(claim: Claim) -> int:
    """The size at which a claim of the prover's spaces is known to be false; 0 for none up to 3."""
    path = stored_witness(claim)
    try:
        for name, space in lowered(claim).domain.spaces.items():
            inputs.read(name, space)
    except Unsupported:
        return 0
    given = witness.load(path).data["inputs"] if path.exists() else {}
    n = largest(claim, {name: entry["value"] for name, entry in given.items()}) if given else 0
    return n if n <= 3 else 0


def test_the_net_catches_what_the_catalogue_refutes() -> None:
    """Measured: all of the hundred claims with a witness of size 3 or less, without their equality cases."""
    known = [(claim, n) for claim in catalogue().values() if (n := small(claim))]
    tried = known if DEEP_NET else known[::5]
    missed = [claim.id for claim, n in tried if not judging.violation(replace(claim, equality=()), n)]
    assert len(tried) >= 20
    assert missed == []


def test_the_domain_of_a_file_is_that_of_the_engine() -> None:
    """Sides by number or name; what the format calls a space is what the engine calls so."""
    for one in STORED_NET:
        data = json.loads(one.raw)
        assert stated(data).fingerprint == data["fingerprint"]
    assert SQUARE in stated(HOLD[0]()).domain.describe()
