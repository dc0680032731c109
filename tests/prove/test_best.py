"""Constants from both sides: proved at a size, violated there a little below."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner

from perturb import claim, paper, prove, then, tighten
from perturb.cli import main
from perturb.domains import integer, square, together
from perturb.prove.proved import from_both_sides, largest, proofs_of
from perturb.vocab import s1, trace


@claim(paper("both"), "trace", domain=square(n=(1, 3)))
def bound(A: Any) -> Any:
    yield then(trace(A), "<=", 2 * s1(A) + s1(A) / 2)


@claim(paper("both"), "counted", domain=together(A=square("n"), k=integer(1, 9), n=(1, 3)))
def counted(A: Any, k: Any) -> Any:
    yield then(0, "<=", s1(A) + k)


TWO, THREE = {"A": [["1", "0"], ["0", "1"]]}, {"A": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]}


def test_a_witness_of_a_size_that_is_proved_counts(tmp_path):
    prove(bound, 2, 5).save(tmp_path)
    proofs = proofs_of(bound, tmp_path)
    assert from_both_sides(bound, proofs, 0.2, TWO) == "proved for n = 2; at n = 2 the best within 2.0e-01"
    assert from_both_sides(bound, proofs, 0.2, THREE) == "proved for n = 2"
    assert from_both_sides(bound, proofs, 1.0, None) == "proved for n = 2"
    assert from_both_sides(bound, [], 0.2, TWO) == ""


def test_the_size_is_that_of_the_proofs():
    assert [largest(bound, values) for values in (TWO, THREE)] == [2, 3]
    assert largest(counted, {"A": TWO["A"], "k": "7"}) == 2


def test_the_command_and_python_say_it():
    row = json.loads(
        CliRunner().invoke(main, ["tighten", "classical/weyl-additive", "--seconds", "5", "--json"]).output
    )
    assert row["proved"] == "proved for n = 1, 2; at n = 2 the best within 1.0e-12"
    found = tighten("classical/weyl-additive", seconds=5)[0]
    assert found.rows()[0]["proved"] == row["proved"]
    assert row["proved"] in str(found)
