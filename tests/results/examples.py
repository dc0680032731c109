"""Small records of every kind."""

from __future__ import annotations

from dataclasses import replace

from perturb.enclosure import Verdict
from perturb.montecarlo.result import Results, SizeResult
from perturb.results.records import (
    Certificate,
    ClaimRecord,
    ConstantRow,
    ConstantsRecord,
    ConstantStep,
    Histogram,
    HypothesisCounts,
    LawCheck,
    LawRecord,
    MutantsRecord,
    SlackCounts,
    Tightest,
    Touch,
    VerdictCounts,
)
from perturb.sharpen.kills import MutantRow, Trial
from perturb.sharpen.wins import Win
from perturb.statements.paper import Outcome, Status

CLAIM = ClaimRecord(
    id="me/claim",
    fingerprint="0123456789ab",
    status=Status.PROVED,
    outcome=Outcome.SURVIVED,
    agrees=True,
    note="s₁ ≤ 1\u2028and a second line",
    certificate=Certificate("charpoly", 106),
    profile="quick",
    seed=0,
    drawn=100,
    inside=90,
    floor=0.01,
    hypotheses=(HypothesisCounts(90, 10),),
    points={"corners": 30, "random": 15},
    verdicts=VerdictCounts(holds=40, undecided=5),
    undecided={"precision": 5},
    undefined=0,
    kernels={"exact": 40},
    slack=SlackCounts(
        -16, 1, (0, 3, 2), 4, Tightest("1.2e-05", {"A": [["1", "-1/3"]], "z": ["2"], "r": "1/2"})
    ),
    witness=None,
    worst=None,
    win=Win(2.0, None, 9, 0.25),
)
LAW = LawRecord(
    id="me/law",
    kind="law",
    fingerprint="0123456789abcdef",
    status=None,
    outcome=Outcome.CONSISTENT,
    agrees=True,
    alpha=1e-8,
    profile="ci",
    seed=0,
    draws=500,
    checks=(LawCheck("n = 3", 3, 500, 0.02, 0.0, None, "<=", 0.3, 1e-8, Verdict.HOLDS),),
    usable={"0.05": None, "0.01": 3},
    exponent=(None, 0.5),
    fits_no_power=False,
    explanation="",
    histogram=Histogram(3, -2.0, 2.0, (250, 249), 1, 0),
    probe=(0.25, -1.5),
)
ROW = MutantRow(
    "conclusion-1:strict", False, False, True, "attack", 7, 0.5, {"attack": Trial(True, 7, 0.5)}, None
)
MUTANTS = MutantsRecord("me/claim", "0123456789ab", 10.0, (ROW,))
CONSTANT = ConstantRow(
    1, "right", "2", "2", "19/10", 0.05, {"A": [["1"]]}, (0, 1), False, (ConstantStep("19/10", 0.05),)
)
CONSTANTS = ConstantsRecord("me/claim", "0123456789ab", (CONSTANT,), (Touch({"rho": "1/2"}, None),))
SIMULATION = Results(
    "me/figure",
    "00ff",
    33,
    (SizeResult(5, 1, (0, 1), 0, 0, 1.5, None, 1.5, 1.5, {"TW_1": (0.5, 0.6)}, "case", "column"),),
)
EVERY = (CLAIM, LAW, MUTANTS, CONSTANTS, SIMULATION)


def named(identifier: str) -> ClaimRecord:
    """A claim of another id."""
    return replace(CLAIM, id=identifier)
