"""Rates that are ours: each has a confirmation, by a seed drawn after the rate was fixed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb.pages.material import Material
from perturb.pages.report.law import law_section
from perturb.pages.report.laws import laws as laws_page
from perturb.statements.catalogue import experiments, laws
from perturb.statements.chance import Law
from perturb.statements.confirmed import attempts, confirmation, rate_is_ours, sentence
from perturb.statements.paper import Outcome
from perturb.statements.shelf import Shelf

OURS = [s for s in (*laws().values(), *experiments().values()) if isinstance(s, Law) and rate_is_ours(s)]


@pytest.mark.parametrize("law", OURS, ids=lambda law: law.id)
def test_a_later_seed_has_judged_the_rate_as_it_stands(law: Law) -> None:
    """Of another seed than the shown one, and with an end that goes with what people assert."""
    found = confirmation(law)
    assert found is not None, "run tools/confirm_rates.py"
    assert found.seed not in (0, getattr(law, "seed", 0))
    assert found.fixed <= found.drawn
    false = law.status is not None and law.status.expects is Outcome.REFUTED
    assert found.outcome == ("refuted" if false else "consistent")
    for at, _, lo, hi, bound in found.checks:
        size = int(at.removeprefix("n = "))
        assert law.rate is not None
        assert bound == law.rate(size)
        assert hi <= bound or found.outcome == "refuted"
        assert 0 <= lo <= hi <= 1


def test_every_attempt_is_kept_and_told() -> None:
    """The first look at the rate beyond the figures decided nothing; it was replaced by a later one."""
    law = experiments()["riedi2022/beyond-edge"]
    assert isinstance(law, Law)
    first, *later = attempts(law)
    assert (first.outcome, first.alpha) == ("unresolved", 1e-8)
    assert later[-1] == confirmation(law)
    assert "Before that it was unresolved with the seed 2954423962 at alpha 1e-08" in sentence(law)
    assert "Before" not in sentence(laws()["limits/semicircle"])  # type: ignore[arg-type]


def test_a_changed_rate_has_none() -> None:
    law = laws()["limits/semicircle"]
    assert isinstance(law, Law)
    assert str(confirmation(law).seed) in sentence(law)  # type: ignore[union-attr]
    changed = replace(law, rate=lambda n: 2 / n)
    assert confirmation(changed) is None
    assert "No seed" in sentence(changed)
    assert sentence(replace(law, rate_source="(12) of the source")) == ""


def test_pages_say_so() -> None:
    law = laws()["limits/semicircle"]
    of = Material((), shelf=Shelf(laws=(law,), statements=(law,)))
    assert sentence(law) in law_section(law, 2, of)  # type: ignore[arg-type]
    assert "| confirmations of rates of ours | 1 | 1e-08 |" in laws_page(of)
