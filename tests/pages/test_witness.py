"""The witness against a claim, and the check by hand that stands beside it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from perturb.certify.point import Certificate
from perturb.vocab.printing.terms import Lexicon
from tests.pages.conftest import revise, rewrite, sections


def test_a_witness_is_printed_with_its_check_and_its_replay(samples, capsys):
    section = sections(samples)["same"]
    assert r"A = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix}" in section
    assert "`perturb replay theorems/witnesses/sample-same.json`" in section
    assert "[The file](../../theorems/witnesses/sample-same.json) replays it" in section
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL).group(1)
    exec(code, {})
    assert capsys.readouterr().out == "the statement fails here: lhs > rhs at i = 2\n"
    assert code.rstrip().splitlines()[-2] == "assert lhs > rhs"
    assert "Conclusion 1 fails at i = 2, certified by residual at 53 bits: left side [0.5, 0.5]" in section


@pytest.mark.parametrize("exact", [{"kernel": "exact", "bits": None}, {"rigour": "exact"}])
def test_exact_arithmetic_is_called_so(samples, exact):
    claims, folder = samples
    rewrite(claims[1].file.parent / "witnesses" / "sample-same.json", **exact)
    revise(folder, "sample/same", certificate=Certificate("exact", None))
    section = sections(samples)["same"]
    assert "certified by exact arithmetic:" in section
    assert "**refuted (exact arithmetic)**" in section


def test_letters_are_those_of_the_paper_beside_the_code_too(samples):
    claims, folder = samples
    claims[1] = replace(claims[1], names=Lexicon({"A": "M_o"}))
    section = sections((claims, folder))["same"]
    assert r"M_o = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix},\quad B = " in section
    assert "In the code `A` is $`M_o`$." in section
