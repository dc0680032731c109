"""Asking about statements from Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import perturb
from perturb import attack, check, claim, law, paper, simulate, then, tighten
from perturb.domains import square
from perturb.laws.distributions import marchenko_pastur, semicircle
from perturb.statements.paper import Outcome
from perturb.vocab import fro, trace
from tests.cli import cli_files as files


@claim(paper("me"), "a trace", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


def test_the_inputs_of_the_simplest_witness_are_exact() -> None:
    found = check(a_trace, "ci")
    assert found.outcome is Outcome.REFUTED
    assert list(found.inputs) == ["A"]
    assert all(isinstance(entry, str) for row in found.inputs["A"] for entry in row)


def test_a_result_prints_itself() -> None:
    """As the console does, and in a notebook with the statement, the witness and a picture."""
    found = check(a_trace, "ci")
    assert repr(found).startswith("me/a_trace  REFUTED  certified")
    assert "\n  simplest witness  A = [[1, 0], [0, 1]]" in repr(found)
    shown = found._repr_markdown_()
    assert r"\mathrm{tr}" in shown
    assert r"$$A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$$" in shown
    assert "](data:image/svg+xml;base64," in shown
    (row,) = found.rows()
    assert (row["outcome"], row["holds"] > 0, row["violated"] > 0) == ("refuted", True, True)


def test_what_cannot_be_asked_is_named() -> None:
    with pytest.raises(ValueError, match="there is no profile 'fast'; known are ci, brief"):
        check(a_trace, "fast")
    for ask in (check, attack, tighten):
        with pytest.raises(ValueError, match="seconds = nan is not a positive"):
            ask(a_trace, seconds=float("nan"))
        with pytest.raises(ValueError, match="seconds = 'a' is not a positive"):
            ask(a_trace, seconds="a")
        for seed in (-1, 1.5, "a"):
            with pytest.raises(ValueError, match=f"seed = {seed!r} is not an integer from 0 on"):
                ask(a_trace, seed=seed)
        with pytest.raises(TypeError, match=r"3 is no .* and no target"):
            ask(3)
    with pytest.raises(ValueError, match="seed = -1 is not an integer"):
        simulate("fig-4", draws=40, sizes=[5], seed=-1)
    with pytest.raises(TypeError, match="me/a_trace takes A; given: 0 without a name, B"):
        a_trace(B=np.eye(2))
    with pytest.raises(LookupError, match="no such file"):
        check("missing.py")
    with pytest.raises(LookupError, match="no experiment is called"):
        simulate("nothing")


def test_a_file_gives_a_result_for_each_statement(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(files.true() + files.false().removeprefix(files.HEAD), encoding="utf-8")
    found = check(path, "ci")
    assert [one.outcome for one in found] == ["survived", "refuted"]
    assert found["me/small"] is found[1]
    assert repr(found).count("certified (") == len(found.rows()) == len(found) == 2
    with pytest.raises(KeyError, match="there are me/submultiplicative, me/small"):
        found["small"]
    assert check(f"{path}::small", "ci")[0].outcome == "refuted"


def test_an_attack_takes_its_time_and_a_law_its_draws() -> None:
    assert attack(a_trace, seconds=0.3).outcome == "refuted"
    (found,) = check("limits/quarter-circle", "ci", seconds=0.05)
    assert found.outcome in ("consistent", "unresolved")
    assert f"limits/quarter-circle ({found.evidence.statement.status.value})" in repr(found)
    assert found.rows()[0]["at"] == "n = 5" or found.rows()


def test_constants() -> None:
    @claim(paper("me"), "b", domain=square(n=(1, 2)))
    def twice(A):
        yield then(trace(A), "<=", 1.5 * fro(A))

    found = tighten(twice, seconds=0.5)
    assert "3/2: refuted from 1.414213562" in repr(found)
    assert [row["printed"] for row in found.rows()] == ["3/2"]


def test_goodness_of_fit() -> None:
    values = np.random.default_rng(0).exponential(size=400)
    found = law(values, "semicircle")
    assert found.verdict == "refuted"
    assert repr(found).startswith("semicircle")
    assert "REFUTED  at alpha 1e-06, 400 draws" in repr(found)
    again = law(values, semicircle())
    assert again.judged.interval == found.judged.interval
    with pytest.raises(ValueError, match="not finite"):
        law([1.0, np.inf], "semicircle")
    with pytest.raises(ValueError, match="by its name"):
        law(values, semicircle(), n=3)
    with pytest.raises(ValueError, match="needs the size n"):
        law(values, "tracy-widom-1", ensemble="goe")


def test_without_a_distribution_a_law_is_looked_for() -> None:
    found = law(semicircle().rvs(size=2_000, random_state=1))
    assert found.verdict == "not refuted"
    assert "semicircle of variance 1: sup distance seen 0.01989" in repr(found)
    assert "](data:image/svg+xml;base64," in found._repr_markdown_()
    assert list(found.to_frame().distribution) == [one.distribution.name for one in found.found]
    scaled = law(marchenko_pastur(0.5, 2.0).rvs(size=2_000, random_state=1)).lines()
    assert any(line.startswith("  Marchenko-Pastur at ratio 0.4") for line in scaled), scaled
    assert all(len(line) < 120 for line in scaled)
    nothing = law(np.random.default_rng(0).standard_cauchy(3_000))
    assert (nothing.verdict, nothing.rows()) == ("refuted", [])
    assert "none fits" in nothing._repr_markdown_()
    assert law([1, 2, 3]).verdict == "unresolved"
    with pytest.raises(ValueError, match="tolerance needs a distribution"):
        law([1, 2, 3], tolerance=0.1)


def test_one_name_has_one_meaning() -> None:
    """`perturb.law` was what declares a law."""
    with pytest.raises(TypeError, match="declared with @limit_law"):
        law(paper("me"), "a law")


def test_an_experiment() -> None:
    found = simulate("fig-4", draws=40, sizes=[5])
    assert found.results.sizes[0].draws == 40
    assert "n = 5: 40 draws, mean" in repr(found)
    for said in (repr(found), found._repr_markdown_()):
        assert "; distance to TW_1 in [0." in said
        assert said.count("distance: the largest one between the cdf of these draws and") == 1
    assert "data:image/png;base64," in found._repr_markdown_()
    assert list(found.to_frame().draws) == [40]
    assert perturb.simulate is simulate
