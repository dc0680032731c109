"""No displayed formula is longer than an eye takes in, in the catalogue and on the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perturb.pages.markdown import LONGEST, packed, values, visible_length
from perturb.pages.report.statement import relation
from perturb.statements.catalogue import catalogue, experiments, laws

REPORTS = Path(__file__).parents[2] / "reports"
CATALOGUE = catalogue()


@pytest.mark.parametrize(
    ("tex", "length"),
    [
        ("x + 1", 3),
        (r"\frac{x_{1}}{\rho^2}", 4),
        (r"\left(W z\right)_{i}", 5),
        (r"\begin{bmatrix} 1 & -2 \\ 0 & 3 \end{bmatrix}", 5),
        (r"\lVert A \rVert_F \le \sqrt{2} \, s_1(A)", 11),
        (r"\mathrm{diag}(z)", 7),
        (r"\text{for all } i \qquad", 7),
        (r"\overline{\tau}(M_o)", 5),
        (r"\leftarrow", 1),
        (r"\big( x \big)", 3),
        (r"a,\quad b", 3),
    ],
)
def test_the_length_is_what_one_sees(tex, length):
    assert visible_length(tex) == length


def test_no_statement_and_no_definition_is_longer():
    for claim in CATALOGUE.values():
        shown = [relation(link, claim.names) for link in (*claim.hypotheses, *claim.conclusions)]
        shown += [one.latex for one in claim.definitions]
        for tex in (*shown, *claim.inputs):
            assert visible_length(tex) <= LONGEST, (claim.id, tex)


def test_no_law_and_no_simulation_shows_a_longer_one():
    shown = [law.reference.latex for law in laws().values() if hasattr(law, "reference")]
    for experiment in experiments().values():
        shown += [experiment.symbol_of(name) for name in experiment.columns]
    assert shown
    assert max(map(visible_length, shown)) <= LONGEST


FORMULAS = re.compile(r"```math\n(.*?)\n```|\$`(.*?)`\$", re.DOTALL)


def test_no_page_shows_a_longer_one():
    """When this fails: make report."""
    for path in sorted(REPORTS.rglob("*.md")):
        for formula in FORMULAS.finditer(path.read_text()):
            tex = formula[1] or formula[2]
            assert visible_length(tex) <= LONGEST, (path.name, visible_length(tex), tex[:80])


def test_values_are_packed_into_lines_and_long_ones_are_code():
    row = ["123456789"] * 20
    shown = values({"x": "1", "A": [row], "B": [row], "C": [row, row]}, letters={"A": "M_o"})
    assert [len(m[1]) > 0 for m in FORMULAS.finditer(shown)] == [True, True]
    assert r"x = 1,\quad M_o = \begin{bmatrix}" in shown
    assert shown.endswith(f"C = [[{', '.join(row)}],\n [{', '.join(row)}]]\n```")
    assert packed(["a" * 200, "b" * 200, "c"], " ") == ["a" * 200, "b" * 200 + " c"]
