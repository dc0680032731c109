"""Of which sizes a proof may speak: those of the statement."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from perturb import then
from perturb.domains import rectangular, square
from perturb.prove import store
from perturb.prove.checker import statements
from perturb.prove.proved import proofs_of
from perturb.prove.prover import attempt
from perturb.prove.reading.sized_claim import assignments
from perturb.vocab import sq, trace
from tests.declared import declare


def squares(A: Any) -> Any:
    yield then(0, "<=", sq(trace(A)))


@pytest.mark.parametrize(
    ("range", "outcomes"),
    [(2, ["no size", "proved", "no size"]), ((2, 3), ["no size", "proved", "proved"])],
)
def test_a_fixed_size_has_a_proof_of_itself_alone(range: Any, outcomes: list[str]) -> None:
    claim = declare(squares, square(n=range))
    assert [attempt(claim, n, 20).outcome for n in (1, 2, 3)] == outcomes


def test_a_size_that_is_fixed_beside_one_that_is_not() -> None:
    domain = rectangular(m=2, n=(1, 3)).named(["A"])
    found = [[(z["m"], z["n"]) for z in assignments(domain, n)] for n in (1, 2, 3)]
    assert found == [[], [(2, 1), (2, 2)], [(2, 3)]]


def test_a_file_of_another_size_proves_nothing_of_a_fixed_one(tmp_path: Path) -> None:
    """The fingerprint is that of the statement; the size is none of its."""
    claim = declare(squares, square(n=2))
    made = attempt(claim, 2, 20).certificate
    assert made is not None
    store.save(claim, made, tmp_path)
    store.save(claim, {**made, "n": 3}, tmp_path)
    store.save(claim, {**made, "n": 1, "proofs": []}, tmp_path)
    assert [proof.n for proof in proofs_of(claim, tmp_path)] == [2]


def test_the_checker_knows_of_which_sizes_a_range_speaks() -> None:
    """m = 2 and every n >= 1: at n = 3 it has m = 2 alone; m = (1, 2) asks for every m."""
    data = {"inputs": [["A", "general", "m", "n"]], "given": [], "then": ["(<= 0 1)"], "n": 3}
    data |= {"domain": r"A \in \mathbb{R}^{m \times n}", "proofs": []}
    for low, expected in ((2, [(2, 3)]), (1, [(1, 3), (2, 3), (3, 1), (3, 2), (3, 3)])):
        data["ranges"] = f"[('m', ({low}, 2)), ('n', (1, 3))]"
        parts = data["domain"], data["ranges"], "", "(<= 0 1)"
        data["fingerprint"] = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]
        found = [(z["m"], z["n"]) for z in statements.assignments(data)]
        assert found == expected
