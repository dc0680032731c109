"""A claim in LaTeX: its domain, its hypotheses, its conclusions, its quantifiers."""

from __future__ import annotations

from perturb.report.pages.statement import relation, searched, stated
from tests.report.conftest import same, shift, weyl


def test_hypotheses_stand_between_domain_and_conclusion():
    text = stated(shift)
    order = [
        "For all",
        r"\rho \ge 0",
        "with",
        r"s_1(M) < 1",
        "it is claimed that",
        r"\kappa(M + \rho \, I) \le 2",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert "\nwith\n" not in stated(same)


def test_the_words_around_a_statement_may_be_others():
    text = stated(shift, "As printed, for all", "one has")
    assert text.startswith("As printed, for all\n")
    assert "it is claimed that" not in text


def test_indices_are_quantified():
    assert r"\qquad \text{for all } i, j" in relation(weyl.conclusions[0])
    assert r"\qquad \text{for all } i" in relation(same.conclusions[0])
    assert "for all" not in relation(shift.conclusions[0])


def test_the_sizes_of_the_search_bind_no_statement():
    assert searched(weyl) == "Searched with n = 1..3; the statement is not limited to these sizes."
