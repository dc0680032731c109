"""Short proofs as pages show them."""

from __future__ import annotations

import json
from pathlib import Path

from perturb.pages.report.proved import short_proof
from perturb.prove.store import KeptProof, every
from tests.prove.handmade import trace_below_norm, trace_below_norm_turned

STORED = {(one.id, one.size): one for one in every(Path(__file__).parents[2] / "proofs")}


def kept(data):
    return KeptProof(Path("proof.json"), raw=json.dumps(data).encode())


def test_a_short_proof_is_its_identity():
    text = short_proof(kept(trace_below_norm()), str)
    assert r"$r_{1}^2 = u_{2}^2 + u_{1}^2$" in text
    assert r"\tfrac{1}{4} (- 2r_{2} - 2r_{1} + 2u_{1})^2 + r_{1} \cdot (- 2r_{2} - 2r_{1} + 2u_{1})" in text


def test_rotations_and_cases_are_named():
    lines = short_proof(kept(trace_below_norm_turned()), str).splitlines()
    assert "- After a rotation $v_{2} = 0$:" in lines
    assert r"  - Where $- r_{1} + u_{1} \le 0$:" in lines


def test_a_long_proof_is_not_shown():
    data = trace_below_norm()
    leaf = data["proofs"][0]["goals"][0]["tree"]["close"]["identity"]
    leaf["sum"] = leaf["sum"] * 3
    assert short_proof(kept(data), str) == ""


def test_it_says_which_matrices_are_diagonal() -> None:
    text = short_proof(STORED["riedi2022/prop-4.20a", 3], str)
    assert "$A$ may be diagonal, in descending order" in text
    assert "may be diagonal" not in short_proof(STORED["classical/fan-hoffman", 2], str)
