"""Small catalogues with their records and witness files, as the drivers would leave them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, indices, paper, then
from perturb.distributions import semicircle
from perturb.domains import scalar, square, together
from perturb.examine import chance_records
from perturb.report.site import render
from perturb.statements.chance import law, mean, tail
from perturb.statements.claim import Claim
from perturb.statements.shelf import Shelf
from perturb.vocab import I, kappa, s, s1

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


SLACK = {
    "low": -16,
    "high": 1,
    "counts": [0] * 24 + [1, 2, 4, 8, 16, 32, 64, 30, 2, 1],
    "equality": 12,
    "tightest": {
        "margin": "1.2e-05",
        "inputs": {"A": [["1", "0"], ["0", "1/4096"]], "B": [["1", "0"], ["-1/3", "1"]]},
    },
}


def record(of: Claim, outcome: str, **more: Any) -> dict[str, Any]:
    return {
        "id": of.id,
        "fingerprint": of.fingerprint,
        "status": of.status,
        "outcome": outcome,
        "agrees": True,
        "certificate": {"kernel": "charpoly", "bits": 106},
        "profile": "quick",
        "seed": 0,
        "drawn": 12000,
        "inside": 9000,
        "hypotheses": [{"met": 9000, "missed": 3000}] * len(of.hypotheses),
        "floor": 0.01,
        "points": {"equality": 1, "corners": 300, "random": 1500},
        "verdicts": {"holds": 1789, "violated": 0, "undecided": 2, "vacuous": 10},
        "undecided": {"equality": 2},
        "kernels": {"residual@53": 1700, "exact": 91},
        "slack": SLACK,
        "witness": None,
        "worst": None,
    } | more


WITNESS = {
    "format": "perturb-witness/1",
    "claim": "sample/same",
    "label": "the same index",
    "inputs": {
        "A": {"kind": "matrix", "value": [["1", "0"], ["0", "0"]]},
        "B": {"kind": "matrix", "value": [["0", "0"], ["0", "1/2"]]},
    },
    "failed": 0,
    "at": {"i": 2},
    "lhs": "[0.5, 0.5]",
    "rhs": "0",
    "relative_violation": "1",
    "kernel": "residual",
    "bits": 53,
    "vary": ["A[1,2]"],
}


@pytest.fixture
def samples(tmp_path: Path) -> tuple[list[Claim], Path]:
    """The claims, living under tmp_path/theorems, and the reports folder with their records."""
    home, reports = tmp_path / "theorems", tmp_path / "reports"
    (home / "witnesses").mkdir(parents=True)
    (reports / "records").mkdir(parents=True)
    (home / "witnesses" / "sample-same.json").write_text(json.dumps(WITNESS))
    claims = [replace(c, file=home / "three.py") for c in (weyl, same, shift)]
    found = [
        record(weyl, "survived"),
        record(same, "refuted", witness="sample-same.json", slack={**SLACK, "tightest": None}),
        record(shift, "vacuous", agrees=False, points={}, slack=None, certificate=None),
    ]
    for of, content in zip(claims, found, strict=True):
        (reports / "records" / f"{of.slug}.json").write_text(json.dumps(content))
    return claims, reports


def rewrite(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def sections(samples):
    """The sections of the chapter of the three claims, freshly rendered, by anchor."""
    claims, folder = samples
    render(claims, folder)
    parts = re.split(r'<a id="([^"]+)"></a>\n', (folder / "sample" / "three.md").read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


SMALL = paper("small", "Four statements", "A. Author", "Journal of Samples")
ALPHA = 1e-8
LIMIT = semicircle(1.0)


def semicircular(n, draws, rng):
    """Exact draws: the first coordinate of a uniform point on the sphere in four dimensions, doubled."""
    x = rng.standard_normal((draws, 4))
    return 2 * x[:, 0] / np.linalg.norm(x, axis=1)


@law(SMALL, "a * true law", id="true", status="proved", limit=LIMIT, sizes=(2, 8), rate=lambda n: 0.9 / n)
def true(n, draws, rng):
    """X + 1/n for a semicircular X."""
    return semicircular(n, draws, rng) + 0.6 / n


@law(SMALL, "twice too wide", id="wide~law", status="refuted", limit=LIMIT, sizes=(3, 6), rate=lambda n: 0.05)
def wide(n, draws, rng):
    return 2 * semicircular(n, draws, rng)


@tail(SMALL, "a tail", id="tail", bound=lambda t: 0.6, cases=[(0.0,), (1.0,)], covers=["item-1"])
def over(t, draws, rng):
    """P(X > t) <= 0.6."""
    return rng.standard_normal(draws) > t


@mean(SMALL, "a mean, too small", id="mean", bound=lambda: -0.5, cases=[()], lipschitz=1.0)
def average(draws, rng):
    return rng.standard_normal(draws)


ALL = (true, wide, over, average)
CHANCE = "small/conftest.md"


@pytest.fixture(scope="session")
def found():
    """The records of the four."""
    return {s.id: chance_records.examined(s, "ci", 0, ALPHA) for s in ALL}


@pytest.fixture
def chance(found, tmp_path: Path) -> Path:
    """Reports of the four: records, pages and a picture."""
    folder = tmp_path / "chance"
    for content in found.values():
        chance_records.write(content, folder)
    render([], folder, shelf=Shelf(statements=ALL))
    return folder
