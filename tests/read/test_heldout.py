"""The statements that measure the reader are whole: each LaTeX has one encoding, and it means something."""

from __future__ import annotations

import re
import tomllib
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

HERE = Path(__file__).parent / "heldout"
FEW = 8  # points of one size


def encodings() -> list[Statement]:
    return statements([str(path) for path in sorted(HERE.glob("*.py"))])


def printed() -> dict[str, str]:
    """The LaTeX by its id; an id that stands twice is an error."""
    every = [
        (one["id"], one["latex"])
        for path in sorted(HERE.glob("*.toml"))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["statement"]
    ]
    assert len(dict(every)) == len(every)
    return dict(every)


def test_each_statement_has_one_encoding() -> None:
    ids = [one.id for one in encodings()]
    assert sorted(ids) == sorted(printed())
    kinds = [name.partition("/")[0] for name in ids]
    assert (kinds.count("typed"), kinds.count("pasted")) == (70, 50)


@pytest.mark.parametrize(("name", "latex"), printed().items())
def test_the_latex_is_whole(name: str, latex: str) -> None:
    bare = latex.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert bare.count(r"\begin{") == bare.count(r"\end{")
    assert len(re.findall(r"\\left\b", bare)) == len(re.findall(r"\\right\b", bare)), name


def test_no_two_are_one() -> None:
    """Two statements that read alike would count twice."""
    texts = [
        "\n".join([*map(str, one.inputs), *one.canonical]) for one in encodings() if isinstance(one, Claim)
    ]
    assert len(set(texts)) == 120


def violated(one: Claim, at: Sizes, rng: np.random.Generator) -> bool:
    """At one of a few points; float64 only says which to look at."""
    batch = one.domain.draw(rng, FEW, at)
    suspects = np.flatnonzero(screen(one, batch).margin < 0)
    points = [one.domain.construct(batch.sizes, batch.params_of(int(k))) for k in suspects]
    return any(certify(one, point).verdict is Verdict.VIOLATED for point in points)


def test_every_encoding_is_computed_and_no_true_one_fails() -> None:
    """The words fit each other and the sizes; what is said to be proved is not violated."""
    rng = np.random.default_rng(0)
    for one in encodings():
        assert isinstance(one, Claim)
        small = [at for at in one.domain.sizes() if max(at.values(), default=1) <= 2]
        for at in (small[0], small[-1]):
            assert not violated(one, at, rng) or one.status is Status.REFUTED, one.id


def test_some_are_false() -> None:
    assert sum(one.status is Status.REFUTED for one in encodings()) == 7
