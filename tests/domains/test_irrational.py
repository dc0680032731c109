"""Elements that no rational parameters give, and what a domain says of irrational ones."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from flint import fmpq, fmpq_mat

from perturb.cli import main
from perturb.domains import orthogonal, projection, psd, square, together, unit_vector
from perturb.domains.draws import corners


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_projection_on_the_mean_is_a_corner(n: int) -> None:
    domain = projection(n=(n, n)).named(["P"])
    points = list(corners(domain, 5))
    mean = fmpq_mat(n, n, [fmpq(1, n)] * (n * n))
    assert any(point.values["P"] == mean for point in points)
    assert all(domain.contains(point) for point in points)


def test_beside_other_inputs_and_in_pairs() -> None:
    mean = fmpq_mat(3, 3, [fmpq(1, 3)] * 9)
    pair = projection(count=2, n=(3, 3)).named(["P", "Q"])
    found = [(p.values["P"] == mean, p.values["Q"] == mean) for p in corners(pair, 3)]
    assert {(True, True), (True, False), (False, True)} <= set(found)
    mixed = together(P=projection(), A=square(), n=(3, 3))
    assert any(p.values["P"] == mean for p in corners(mixed, 3))
    assert list(corners(pair, 0)) == []


def test_which_domains_draw_rational_points_alone() -> None:
    for domain, alone in ((orthogonal(), True), (unit_vector(), True), (projection(), True), (psd(), False)):
        assert all(space.rational_only is alone for space in domain.spaces.values())


FILE = """
from perturb import claim, paper, then
from perturb.domains import square, together, unit_vector

@claim(paper("me"), "eq. (1)", domain=together(x=unit_vector(), A=square(), n=(2, 3)), id="one")
def one(x, A):
    yield then(x[1] * A[1, 1], "<=", 1)
"""


def test_a_statement_says_so(tmp_path):
    file = tmp_path / "claims.py"
    file.write_text(FILE)
    shown = CliRunner().invoke(main, ["show", str(file)]).output
    assert "drawn    x with rational entries, irrational ones only where" in shown
    listed = CliRunner().invoke(main, ["domains", "orthogonal"]).output
    assert "rational ones are drawn" in " ".join(listed.split())
