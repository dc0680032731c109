"""The section of a claim: its statement, its two sides, its variants, and how to do it again."""

from __future__ import annotations

from perturb.results.store import CLAIMS, Store
from tests.pages.conftest import sections


def test_a_section_prints_statement_evidence_and_what_to_do_again(samples):
    found = sections(samples)
    section = found["weyl"]
    assert r"s_{i + j - 1}(A + B) \le s_{i}(A) + s_{j}(B) \qquad \text{for all } 1 \le i \le n, " in section
    assert r"a \* in the text" in section
    assert (
        "People say: **proved**. The engine found: **survived 1,789 points (charpoly, 106 bits)**." in section
    )
    assert (
        "equal at 12 of the 172 points where it holds; relative margins of the others: `1e-4 ▃▅▇█▃ 1e1`"
        in section
    )
    assert r"\tfrac{1}{2^{12}}" in section
    assert r"-\tfrac{1}{3}" in section
    assert "Again: `perturb check sample/weyl`\n" in section
    assert "| $`s_1(M) < 1`$ | 9,000 | 3,000 |" in found["shift"]
    assert "🔴 **vacuous**" in found["shift"]


def test_variants_are_linked_and_stand_beneath_what_they_correct(samples):
    found = sections(samples)
    assert found["weyl"].startswith("\n### Weyl, shifted indices")
    assert found["same"].startswith("\n## Weyl, the same index")
    assert "in place of [Weyl, the same index](#same), which is false" in found["weyl"]
    assert "**FALSE** · true instead: [Weyl, shifted indices](#weyl)" in found["same"]


def test_a_claim_without_a_record_is_not_computed(samples):
    Store(samples[1]).keep_only(CLAIMS, ["sample/same", "sample/shift"])
    assert "The engine found: **not computed**" in sections(samples)["weyl"]
