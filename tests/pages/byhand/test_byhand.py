"""Every generated check runs in an empty namespace and its lines can fail."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import theorems
from perturb.pages.byhand.script import by_hand
from perturb.statements.catalogue import catalogue
from tests.pages.byhand.false_statements import FALSE, check, run, statement


@pytest.mark.parametrize(
    ("domain", "body", "inputs"), FALSE, ids=[f"{k}-{f[1].__name__}" for k, f in enumerate(FALSE)]
)
def test_a_check_runs_uses_every_input_and_ends_in_the_violation(domain, body, inputs):
    code = check(statement(domain, body), inputs)
    lines = re.sub("#.*", "", code)
    for name in [name for name, x in inputs.items() if isinstance(x, list)]:
        assert len(re.findall(rf"\b{name}\b", lines.split(f"\n{name} = ")[1])) > 0, name
    shown, said = code.rstrip().splitlines()[-2:]
    relation = shown.removeprefix("assert ")
    assert relation.startswith("lhs ")
    assert said.startswith(f'print("the statement fails here: {relation}')


@pytest.mark.parametrize(
    ("line", "change"),
    [("A = ", "A = [[F(1), F(0)], [F(0), F(1)]]"), ("lhs = ", "lhs = F(0)"), ("rhs = ", "rhs = F(9)")],
)
def test_a_check_fails_when_a_line_is_another(line, change):
    domain, body, inputs = FALSE[1]
    code = check(statement(domain, body), inputs)
    broken = [change if text.startswith(line) else text for text in code.splitlines()]
    assert broken != code.splitlines()
    with pytest.raises(AssertionError):
        run("\n".join(broken))


BEYOND = {"mat_exp", "numerical_radius", "mat_abs", "exp"}
WITNESSES = sorted(Path(theorems.__file__).parent.glob("*/witnesses/*.json"))


def test_every_stored_witness_has_a_check_that_runs():
    """Only statements about exponentials, matrix functions and numerical radii may do without one."""
    known = catalogue()
    silent = []
    for path in WITNESSES:
        content = json.loads(path.read_text())
        of = known[content["claim"]]
        point = of.domain.point({name: x["value"] for name, x in content["inputs"].items()})
        code = by_hand(of, point, content["failed"], content["at"])
        if code is None:
            links = [*of.hypotheses, *of.conclusions]
            nodes = {node for link in links for side in link.parts for node in side.walk()}
            silent.append({node.word.name for node in nodes} & BEYOND)
        else:
            assert run(code)[-1].startswith("the statement fails here")
    assert all(silent)
    assert len(silent) < len(WITNESSES) / 2
