"""The section of a claim: its statement, its two sides, evidence, witness, and how to do it again."""

from __future__ import annotations

import json
import re

import pytest

from perturb.report.site import render
from tests.report.conftest import SLACK


def rewrite(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def sections(samples):
    """The chapter by anchor."""
    claims, folder = samples
    render(claims, folder)
    parts = re.split(r'<a id="([^"]+)"></a>\n', (folder / "sample" / "three.md").read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_a_section_prints_statement_evidence_and_what_to_do_again(samples):
    found = sections(samples)
    section = found["weyl"]
    assert r"s_{i + j - 1}(A + B) \le s_{i}(A) + s_{j}(B) \qquad \text{for all } i, j" in section
    assert r"a \* in the text" in section
    assert (
        "People say: **proved**. The engine found: **survived 1,789 points (charpoly, 106 bits)**." in section
    )
    assert "by relative margin: `equal 12 | 1e-4 ▃▅▇█▃ 1e1`" in section
    assert r"\tfrac{1}{2^{12}}" in section
    assert r"-\tfrac{1}{3}" in section
    assert "Again: `perturb check sample/weyl`\n" in section
    assert "| $`s_1(M) < 1`$ | 9,000 | 3,000 |" in found["shift"]
    assert "🔴 **vacuous**" in found["shift"]


def test_variants_are_linked_and_stand_beneath_what_they_correct(samples):
    found = sections(samples)
    assert found["weyl"].startswith("\n### Weyl, shifted indices")
    assert found["same"].startswith("\n## Weyl, the same index")
    assert "- corrects [`sample/same`](#same)" in found["weyl"]
    assert "- corrected by [`sample/weyl`](#weyl)" in found["same"]


def test_what_counts_is_said_before_what_float64_screened(samples):
    section = sections(samples)["weyl"]
    assert "1,789 certified points decided, of 12,000 points drawn and 9,000 of these inside" in section
    assert "float64 screening, which decides nothing" in section


def test_a_refuted_claim_shows_what_a_short_search_met(samples):
    tightest = {"margin": "-0.5", "inputs": {"A": [["1"]], "B": [["-1"]]}}
    rewrite(
        samples[1] / "records" / "sample-same.json",
        verdicts={"holds": 1200, "violated": 300, "undecided": 7, "vacuous": 0},
        slack={**SLACK, "tightest": tightest},
    )
    section = sections(samples)["same"]
    assert "The stored witness was decided again. 1,500 certified points decided, 300 of them viol" in section
    assert "| verdicts | holds 1,200, violated 300, undecided 7 | 1,507 |" in section
    assert "by relative margin, beside 300 violations: `equal 12" in section
    assert "Worst violation of the search: relative margin -0.5, at" in section


def test_a_refuted_claim_that_was_not_searched_says_so(samples):
    nothing = {"points": {}, "verdicts": {"holds": 0, "violated": 0}, "drawn": 0, "inside": 0}
    rewrite(samples[1] / "records" / "sample-same.json", slack=None, **nothing)
    section = sections(samples)["same"]
    assert "The stored witness was decided again; the statement was not searched anew." in section
    assert "by relative margin" not in section


def test_a_claim_without_a_record_is_not_computed(samples):
    (samples[1] / "records" / "sample-weyl.json").unlink()
    assert "The engine found: **not computed**" in sections(samples)["weyl"]


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
    rewrite(folder / "records" / "sample-same.json", certificate={"kernel": "residual", "bits": 53, **exact})
    section = sections(samples)["same"]
    assert "certified by exact arithmetic:" in section
    assert "**refuted (exact arithmetic)**" in section
