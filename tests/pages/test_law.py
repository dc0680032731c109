"""The sections of laws, tails and means: what was stated, measured and decided."""

from __future__ import annotations

from dataclasses import replace

from perturb.enclosure import Verdict
from perturb.pages.material import Material
from perturb.pages.report.law import interval, law_section, notes, telling
from perturb.results.records import LawCheck
from tests.small_laws import over, true, wide

CHECK = LawCheck("n = 3", 3, 500, 0.02, 0.0, 0.1, "<=", 0.3, 1e-8, Verdict.HOLDS)


def test_a_section_says_what_was_stated_measured_and_decided(found):
    text = law_section(wide, 0, Material((), law_records=found))
    assert '<a id="wide-law"></a>\n\n## Twice too wide' in text
    assert "People say: **refuted**. The engine found: **refuted** at alpha 1e-08, from " in text
    assert (
        "another scale fits: within the rate of 2 semicircle of variance 1, not of semicircle of variance 1"
        in text
    )
    assert text.count("Again: `perturb check small/wide~law --profile ci`") == 1
    assert "| violated |" in text
    tail = law_section(over, 1, Material((), law_records=found))
    assert "\n### A tail\n" in tail
    assert "P(X > t) ≤ 0.6." in tail
    assert "Speaks of `item-1`." in tail


def test_the_telling_check():
    def check(verdict, bound, hi):
        return replace(CHECK, verdict=verdict, bound=bound, hi=hi)

    near, far = check(Verdict.HOLDS, 0.5, 0.4), check(Verdict.HOLDS, 0.5, 0.1)
    bad, worse = check(Verdict.VIOLATED, 0.1, 0.2), check(Verdict.VIOLATED, 0.1, 0.9)
    unknown = check(Verdict.UNDECIDED, None, 1.0)
    assert telling([far, near, far]) is near
    assert telling([bad, near, worse, far]) is worse
    assert telling([near, unknown]) is unknown


def test_bands_are_printed_rounded_outwards():
    assert interval(replace(CHECK, lo=0.123456, hi=0.123456)) == "[0.1234, 0.1235]"
    assert interval(replace(CHECK, lo=-0.123456, hi=None)) == "[-0.1235, inf)"
    assert interval(replace(CHECK, lo=None, hi=3.00004e-7)) == "(-inf, 3.001e-7]"
    assert interval(replace(CHECK, lo=0.0, hi=20.0)) == "[0, 20]"


def test_what_else_the_bands_say(found):
    record = replace(found["small/true"], usable={"0.05": None, "0.01": 8}, exponent=(None, 0.456))
    said = notes(true, record)
    assert said[:2] == [
        "Not certified within 0.05 at the sizes drawn.",
        "Usable within 0.01 from n = 8 on, at the sizes drawn.",
    ]
    assert "p <= 0.46" in said[2]
    assert "none fits" in notes(true, replace(record, fits_no_power=True))[2]
    assert notes(true, replace(record, exponent=None)) == said[:2]
    assert notes(over, found["small/tail"]) == []
