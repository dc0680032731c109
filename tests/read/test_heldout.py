"""The statements that measure the reader are whole: each LaTeX has one encoding, and it means something.

Three sets, by people who did not know the reader.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from perturb.certify.point import certify, screen
from perturb.domains.space import Sizes
from perturb.enclosure import Verdict
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
from perturb.statements.paper import Status
from perturb.statements.targets import statements

SETS = [Path(__file__).parent / name for name in ("heldout", "second", "third")]
FALSE = {"heldout": 7, "second": 1, "third": 4}
FEW = 8  # points of one size


of_each = pytest.mark.parametrize("here", SETS, ids=lambda here: here.name)


@cache
def encodings(here: Path) -> list[Statement]:
    return statements([str(path) for path in sorted(here.glob("*.py"))])


def printed(*folders: Path) -> dict[str, str]:
    """The LaTeX by its id; an id that stands twice is an error."""
    every = [
        (one["id"], one["latex"])
        for here in folders
        for path in sorted(here.glob("*.toml"))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["statement"]
    ]
    assert len(dict(every)) == len(every)
    return dict(every)


@of_each
def test_each_statement_has_one_encoding(here: Path) -> None:
    ids = [one.id for one in encodings(here)]
    assert sorted(ids) == sorted(printed(here))
    kinds = [name.partition("/")[0] for name in ids]
    assert (kinds.count("typed"), kinds.count("pasted")) == (70, 50)


@pytest.mark.parametrize(("name", "latex"), printed(*SETS).items())
def test_the_latex_is_whole(name: str, latex: str) -> None:
    bare = latex.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert bare.count(r"\begin{") == bare.count(r"\end{")
    assert len(re.findall(r"\\left\b", bare)) == len(re.findall(r"\\right\b", bare)), name


def test_no_two_are_one() -> None:
    """Two statements that read alike would count twice."""
    texts = [
        "\n".join([*map(str, one.inputs), *one.canonical])
        for here in SETS
        for one in encodings(here)
        if isinstance(one, Claim)
    ]
    assert len(set(texts)) == 360


def violated(one: Claim, at: Sizes, rng: np.random.Generator) -> bool:
    """At one of a few points; float64 only says which to look at."""
    batch = one.domain.draw(rng, FEW, at)
    suspects = np.flatnonzero(screen(one, batch).margin < 0)
    points = [one.domain.construct(batch.sizes, batch.params_of(int(k))) for k in suspects]
    return any(certify(one, point).verdict is Verdict.VIOLATED for point in points)


@of_each
def test_every_encoding_is_computed_and_no_true_one_fails(here: Path) -> None:
    """The words fit each other and the sizes; what is said to be proved is not violated."""
    rng = np.random.default_rng(0)
    for one in encodings(here):
        assert isinstance(one, Claim)
        every = sorted(one.domain.sizes(), key=lambda at: max(at.values(), default=1))
        small = [at for at in every if max(at.values(), default=1) <= 2] or every[:1]
        for at in (small[0], small[-1]):
            assert not violated(one, at, rng) or one.status is Status.REFUTED, one.id


@of_each
def test_some_are_false(here: Path) -> None:
    assert sum(one.status is Status.REFUTED for one in encodings(here)) == FALSE[here.name]
