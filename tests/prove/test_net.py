"""The net under the checker: what is false is refused although every rule of the checker lets it pass."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import settings

from perturb.certify import witness
from perturb.cli import main
from perturb.prove import judging, store
from perturb.prove.judging import attacked, confirmed
from perturb.prove.proved import judged, largest
from perturb.prove.prover import Attempt
from perturb.prove.reading import inputs
from perturb.prove.reading.ring import Unsupported
from perturb.prove.stated import stated
from perturb.prove.store import HOLDS, REJECTED
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from tests.prove.handmade import HOLD, ONE, SQUARE, general, goal, identity, proof

STORED = list(store.every())
DEEP = settings.default is not None and settings.default.max_examples >= 2_000
ATTACKED = STORED if DEEP else random.Random(33).sample(STORED, 30)
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
        for name, space in claim.domain.spaces.items():
            inputs.read(name, space)
    except Unsupported:
        return 0
    given = witness.load(path).data["inputs"] if path.exists() else {}
    n = largest(claim, {name: entry["value"] for name, entry in given.items()}) if given else 0
    return n if n <= 3 else 0


def test_the_net_catches_what_the_catalogue_refutes() -> None:
    """Measured: all of the hundred claims with a witness of size 3 or less, without their equality cases."""
    known = [(claim, n) for claim in catalogue().values() if (n := small(claim))]
    tried = known if DEEP else known[::5]
    missed = [claim.id for claim, n in tried if not judging.violation(replace(claim, equality=()), n)]
    assert len(tried) >= 20
    assert missed == []


def test_the_domain_of_a_file_is_that_of_the_engine() -> None:
    """Sides by number or name; what the format calls a space is what the engine calls so."""
    for one in STORED:
        data = json.loads(one.raw)
        assert stated(data).fingerprint == data["fingerprint"]
    assert SQUARE in stated(HOLD[0]()).domain.describe()
