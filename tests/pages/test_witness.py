"""The witness against a claim, and the check by hand that stands beside it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from perturb import claim, then
from perturb.certify.point import Certificate
from perturb.certify.witness import save
from perturb.domains import scalar, square, together
from perturb.pages.records import witness
from perturb.pages.report.evidence import simplest
from perturb.vocab import exp, s1
from perturb.vocab.printing.terms import Lexicon
from tests.certify.witness_cases import edited
from tests.pages.conftest import SAMPLE, revise, sections, witness_of


def test_a_witness_is_printed_with_its_check_and_its_replay(samples, capsys):
    section = sections(samples)["same"]
    assert r"A = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix}" in section
    assert "`perturb replay theorems/witnesses/sample-same.json`" in section
    assert "[The file](../../theorems/witnesses/sample-same.json) replays it" in section
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL).group(1)
    exec(code, {})
    assert capsys.readouterr().out == "the statement fails here: lhs > rhs at i = 2\n"
    assert code.rstrip().splitlines()[-2] == "assert lhs > rhs"
    fails = "Conclusion 1 fails at i = 2, certified by exact arithmetic: left side 1/2, right side 0;"
    assert fails in section


def test_exact_arithmetic_is_called_so(samples):
    revise(samples[1], "sample/same", certificate=Certificate("exact", None))
    section = sections(samples)["same"]
    assert "certified by exact arithmetic:" in section
    assert "**refuted (exact arithmetic)**" in section


@claim(SAMPLE, "growth", id="growth", status="refuted", domain=together(A=square(), x=scalar(), n=(1, 3)))
def growth(A, x):
    """False, and decided by balls: there is no fraction in it."""
    yield then(exp(x) * s1(A), "<=", exp(x) * exp(x))


LIES = {"kernel": "exact", "bits": 7, "rigour": "exact", "relative_violation": "77", "vary": ["Z[9]"]}


@pytest.mark.parametrize("lies", [LIES, {**LIES, "kernel": "oracle"}])
def test_what_a_file_says_alone_is_on_no_page(tmp_path, lies):
    mine = replace(growth, file=tmp_path / "mine.py")
    path = save(witness_of(growth, {"A": [[1]], "x": -1}), tmp_path / "witnesses" / "mine.json")
    edited(path, lambda data: data.update(lies))
    found = witness(mine, "mine.json", tmp_path)
    page = simplest(mine, found, "page.md")
    assert "certified by residual at 53 bits: left side [0.367" in page
    assert "relative violation 0.632" in page
    for lie in ("exact", "oracle", "at 7 bits", "77", "Z", "Underlined"):
        assert lie not in page.partition("No check by hand")[0]
    edited(path, lambda data: data.update(inputs={**data["inputs"], "x": {"kind": "scalar", "value": "1"}}))
    assert witness(mine, "mine.json", tmp_path) is None


def test_letters_are_those_of_the_paper_beside_the_code_too(samples):
    claims, folder = samples
    claims[1] = replace(claims[1], names=Lexicon({"A": "M_o"}))
    section = sections((claims, folder))["same"]
    assert r"M_o = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix},\quad B = " in section
    assert "In the code `A` is $`M_o`$." in section
