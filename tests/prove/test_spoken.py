"""Open cases are told in the letters of the statement, and what is told holds where the case is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner

from perturb import claim, paper, then
from perturb.cli import main
from perturb.domains import square, symmetric
from perturb.prove.cases.undecided import Teller, case
from perturb.prove.prover import Attempt, Explorer
from perturb.prove.reading.path import Asked, Path
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.prove.worker import Worker
from perturb.vocab import det, fro, lam, larger, trace
from perturb.vocab.grammar.tree import index

k = index("k", 1, 2)


@claim(paper("spoken"), "of-signs", domain=square(n=(1, 3)))
def of_signs(A: Any) -> Any:
    yield then(abs(det(A)) + abs(trace(A)) + larger(A[1, 2], 3 * A[2, 1]), "<=", fro(A) ** 2)


@claim(paper("spoken"), "with-indices", domain=symmetric(n=(2, 3)))
def with_indices(A: Any) -> Any:
    yield then(lam(A)[k], "<=", abs(trace(A)))


def finished(statement: SizedClaim, goal: Goal, answers: list[int]) -> Iterator[Path]:
    """The paths that come to the goal."""
    try:
        yield statement.run(goal, [], answers)
    except Asked as asked:
        for bits in asked.options:
            yield from finished(statement, goal, [*answers, bits])


# What the names of the first statement mean, of the entries of A.
MEANS = {
    r"\det\left(A\right)": lambda a, b, c, d: a * d - b * c,
    r"\mathrm{tr}\left(A\right)": lambda a, b, c, d: a + d,
    "A[1, 2]": lambda a, b, c, d: b,
    r"3 \, A[2, 1]": lambda a, b, c, d: 3 * c,
    "0": lambda a, b, c, d: 0.0,
}
HOLDS = {r"\ge": lambda x, y: x >= y - 1e-6, "<": lambda x, y: x < y + 1e-6}


def test_what_is_told_of_a_case_holds_in_it():
    statement = SizedClaim(of_signs, {"n": 2})
    goal = statement.goals()[0]
    cloud = Explorer(statement, 0).cloud
    u1, u2, v1, v2 = (
        dict(zip(statement.names, cloud.columns, strict=True))[f"A.{k}"] for k in ("u1", "u2", "v1", "v2")
    )
    entries = u1 + v1, v2 - u2, v2 + u2, u1 - v1
    paths = list(finished(statement, goal, []))
    assert len(paths) == 8
    for path in paths:
        relation, told = case(statement, path, goal).split(r" \text{ where } ")
        assert relation == statement.goal(goal).latex()
        conditions = re.split(r"(?<!\\), (?!\d\])", told)
        assert len(conditions) == 3, told
        path.constraints = path.constraints[: path.conclusion]
        inside = cloud.fits(path)
        assert inside.any()
        for condition in conditions:
            left, sign, right = next(condition.partition(f" {s} ") for s in HOLDS if f" {s} " in condition)
            x, y = MEANS[left](*entries), MEANS[right](*entries)
            assert HOLDS[sign.strip()](x, y + 0 * x)[inside].all(), condition


def test_indices_are_told_as_numbers():
    statement = SizedClaim(with_indices, {"n": 2})
    goals = statement.goals()
    told = [case(statement, None, goal) for goal in goals]
    assert told == [rf"\lambda_{{{k}}}(A) \le \lvert \mathrm{{tr}}\left(A\right) \rvert" for k in (1, 2)]


def test_the_teller_keeps_to_a_small_part_of_the_time():
    statement, told = SizedClaim(with_indices, {"n": 2}), []
    goal = statement.goals()[0]
    path = next(finished(statement, goal, []))
    teller = Teller(told.append)
    for _ in range(100):
        teller(statement, path, goal)
    assert 1 <= len(told) < 50


def test_the_command_tells_the_open_case(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    target = ["prove", "classical/berger-square", "--n", "2", "--seconds"]
    row = json.loads(CliRunner().invoke(main, [*target, "2", "--json"]).output)
    assert row["outcome"] == "unresolved"
    assert row["note"] == "out of time"
    assert row["case"].startswith(r"w(A^{2}) \le w(A)^2")
    seen = Attempt("timeout", 2, 1.0, case=row["case"])
    monkeypatch.setattr(Worker, "prove", lambda *_: seen)
    said = CliRunner().invoke(main, [*target, "1"]).output
    assert "not decided: w(A²) ≤ w(A)²" in said
