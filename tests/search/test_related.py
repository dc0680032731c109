"""Stored witnesses of other claims as seeds: of the sizes that are searched, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perturb import then
from perturb.certify import witness
from perturb.domains import square
from perturb.search.methods.listed import related
from perturb.statements.claim import Claim
from perturb.vocab import trace
from tests.declared import at, declare


def claim(n: Any, folder: Path, name: str = "mine") -> Claim:
    def body(A: Any) -> Any:
        yield then(trace(A), "<=", 0)

    return replace(declare(body, square(n=n), id=name), file=folder / "mine.py")


@pytest.mark.parametrize(
    ("range", "tried"), [(2, [2]), ((2, 2), [2]), ((1, 3), [1, 2, 3]), ((2, 3), [2, 3]), ((5, 9), [])]
)
def test_the_sizes_of_seeds(range: Any, tried: list[int], tmp_path: Path) -> None:
    for n in (1, 2, 3, 4):
        other = claim((1, 4), tmp_path, f"other{n}")
        one = [[int(i == j) for j in (1, 2, 3, 4)[:n]] for i in (1, 2, 3, 4)[:n]]
        made = witness.make(other, other.domain.point({"A": one}), at(other, A=one))
        witness.save(made, tmp_path / "witnesses" / f"{n}.json")
    assert [point.sizes["n"] for point in related(claim(range, tmp_path))] == tried
