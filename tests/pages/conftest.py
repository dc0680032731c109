"""Small catalogues with their records and witness files, as the drivers would leave them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perturb import claim, given, indices, paper, then
from perturb.certify.point import certify
from perturb.certify.witness import Witness, make, save
from perturb.domains import scalar, square, together
from perturb.pages.render import render
from perturb.results.records import (
    Certificate,
    ClaimRecord,
    HypothesisCounts,
    SlackCounts,
    Tightest,
    VerdictCounts,
)
from perturb.results.run import examined_law
from perturb.results.store import CLAIMS, LAWS, Store
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.shelf import Shelf
from perturb.vocab import I, kappa, s, s1
from tests.small_laws import ALL, ALPHA

SAMPLE = paper("sample", "Three statements", "A. Author", "Journal of Samples")
i, j = indices("i j")


@claim(
    SAMPLE,
    "weyl, shifted indices",
    id="weyl",
    status="proved",
    domain=square(count=2, n=(1, 3)),
    corrects="same",
)
def weyl(A, B):
    """True: s_{i+j-1}(A+B) <= s_i(A) + s_j(B); a * in the text stays a star."""
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


@claim(SAMPLE, "weyl, the same index", id="same", status="refuted", domain=square(count=2, n=(1, 3)))
def same(A, B):
    """False: the indices add up."""
    yield then(s(A + B), "<=", s(A) + s(B))


@claim(SAMPLE, "a shift", id="shift", domain=together(M=square(), rho=scalar(low=0), n=(1, 3)))
def shift(M, rho):
    yield given(s1(M), "<", 1)
    yield then(kappa(M + rho * I), "<=", 2)


SLACK = SlackCounts(
    low=-16,
    high=1,
    counts=(*[0] * 24, 1, 2, 4, 8, 16, 32, 64, 30, 2, 1),
    equality=12,
    tightest=Tightest(
        "1.2e-05",
        {"A": [["1", "0"], ["0", "1/4096"]], "B": [["1", "0"], ["-1/3", "1"]]},
    ),
)
NO_SLACK = SlackCounts(-16, 1, (0,) * 34, 0, None)


def record(of: Claim, outcome: str, **more: Any) -> ClaimRecord:
    found = ClaimRecord(
        id=of.id,
        fingerprint=of.fingerprint,
        status=of.status,
        outcome=Outcome(outcome),
        agrees=True,
        note="",
        certificate=Certificate("charpoly", 106),
        profile="quick",
        seed=0,
        drawn=12000,
        inside=9000,
        floor=0.01,
        hypotheses=(HypothesisCounts(9000, 3000),) * len(of.hypotheses),
        points={"equality": 1, "corners": 300, "random": 1500},
        verdicts=VerdictCounts(holds=1789, violated=0, undecided=2, vacuous=10),
        undecided={"equality": 2},
        undefined=0,
        kernels={"residual@53": 1700, "exact": 91},
        slack=SLACK,
        witness=None,
        worst=None,
        win=None,
    )
    return replace(found, **more)


def revise(folder: Path, identifier: str, **changes: Any) -> None:
    """Change the record of one claim."""
    store = Store(folder)
    store.put(CLAIMS, replace(store.read(CLAIMS)[identifier], **changes))


def witness_of(claim: Claim, values: dict[str, Any], vary: Sequence[str] = ()) -> Witness:
    point = claim.domain.point(values)
    return make(claim, point, certify(claim, point), vary)


WITNESS = witness_of(same, {"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, "1/2"]]}, ["A[1,2]"])


@pytest.fixture
def samples(tmp_path: Path) -> tuple[list[Claim], Path]:
    """The claims, living under tmp_path/theorems, and the reports folder with their records."""
    home, reports = tmp_path / "theorems", tmp_path / "reports"
    (home / "witnesses").mkdir(parents=True)
    save(WITNESS, home / "witnesses" / "sample-same.json")
    claims = [replace(c, file=home / "three.py") for c in (weyl, same, shift)]
    Store(reports).put(
        CLAIMS,
        record(weyl, "survived"),
        record(same, "refuted", witness="sample-same.json", slack=replace(SLACK, tightest=None)),
        record(shift, "vacuous", agrees=False, points={}, slack=NO_SLACK, certificate=None),
    )
    return claims, reports


def sections(samples):
    """The sections of the chapter of the three claims, freshly rendered, by anchor."""
    claims, folder = samples
    render(claims, folder)
    parts = re.split(r'<a id="([^"]+)"></a>\n', (folder / "sample" / "three.md").read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


CHANCE = "small/small_laws.md"


@pytest.fixture(scope="session")
def found():
    """The records of the four."""
    return {s.id: examined_law(s, "ci", 0, ALPHA) for s in ALL}


@pytest.fixture(scope="session")
def chance_once(found, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("once") / "chance"
    Store(folder).put(LAWS, *found.values())
    render([], folder, shelf=Shelf(statements=ALL))
    return folder


@pytest.fixture
def chance(chance_once: Path, tmp_path: Path) -> Path:
    """Reports of the four: records, pages and a picture. A copy, for the test to change."""
    return shutil.copytree(chance_once, tmp_path / "chance")
