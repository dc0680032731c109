"""Laws, tails and means of the catalogue, and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from perturb.cli import main
from perturb.laws.stats.account import Ledger
from perturb.results.chance import PROFILES, SHARE, examine_law
from perturb.statements.catalogue import laws
from perturb.statements.loading import BadTarget
from perturb.statements.recorded import Recorded
from perturb.statements.targets import select, statements

LAWS = laws()
EXPONENTIAL = """
from math import exp
from perturb import paper
from perturb.statements.chance import tail

@tail(paper("me"), "exponential", bound=lambda t: {bound}, cases=[(1.0,), (2.0,)]{options})
def exponential(t, draws, rng):
    '''P(X >= t) = exp(-t).'''
    return rng.exponential(size=draws) >= t
"""


@pytest.mark.parametrize("name", LAWS)
def test_the_catalogue_agrees(name: str) -> None:
    """Every proved or conjectured statement is certified, every control refuted, within seconds."""
    found = examine_law(LAWS[name], Ledger(), PROFILES["quick"])
    assert found.agrees, [(check.label, check.verdict) for check in found.checks]


def test_the_catalogue_is_documented() -> None:
    for name, statement in LAWS.items():
        assert name == statement.id == f"{statement.paper.key}/{name.partition('/')[2]}"
        assert (statement.status is None) == isinstance(statement, Recorded), name
        assert statement.title, name
        assert statement.source, name
        assert len(statement.doc) > 20, name


def test_claims_and_laws_are_told_apart() -> None:
    first = next(iter(LAWS))
    assert [s.id for s in statements([first])] == [first]
    with pytest.raises(BadTarget, match="names no claim"):
        select([first])
    assert {s.id for s in statements(["limits"])} == {name for name in LAWS if name.startswith("limits/")}


Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *args: CliRunner().invoke(main, list(args))


def write(bound: str, options: str = "") -> str:
    Path("mine.py").write_text(EXPONENTIAL.format(bound=bound, options=options))
    return "mine.py"


def test_check_a_file(run: Run) -> None:
    good = run("check", write("1.1 * exp(-t)"))
    assert good.exit_code == 0, good.output
    assert "me/exponential  CONSISTENT  at alpha 1e-08" in good.output
    assert "(1): probability in [0.3" in good.output
    assert "alpha spent 1e-08 of 1e-06" in good.output
    bad = run("check", write("0.9 * exp(-t)"))
    assert bad.exit_code == 1
    assert "REFUTED" in bad.output
    assert run("check", write("0.9 * exp(-t)", ', status="refuted"')).exit_code == 0
    fits = run("check", write("0.9 * exp(-t)", ', status="proved"'))
    assert fits.exit_code == 1
    assert "status proved and outcome refuted do not fit" in fits.output


def test_check_as_json(run: Run) -> None:
    done = run("check", write("1.1 * exp(-t)"), "--json", "--seed", "3")
    record = json.loads(done.stdout)
    assert (record["id"], record["kind"], record["outcome"], record["agrees"]) == (
        "me/exponential",
        "tail",
        "consistent",
        True,
    )
    assert record["alpha"] == SHARE
    assert [check["at"] for check in record["checks"]] == ["(1)", "(2)"]
    assert all(check["lo"] < check["hi"] <= check["bound"] for check in record["checks"])
    assert record["drawn"] == sum(check["draws"] for check in record["checks"])


def test_a_sampler_that_fails_is_the_users_error(run: Run) -> None:
    path = write("1.1 * exp(-t)")
    Path(path).write_text(Path(path).read_text().replace("size=draws", "size=3"))
    done = run("check", path)
    assert done.exit_code == 2
    assert "tail me/exponential: (1), chunk 0: the statistic gave shape (3,)" in done.stderr


def test_list_and_show(run: Run) -> None:
    first = next(iter(LAWS))
    rows = {row["id"]: row for row in json.loads(run("list", "--json").stdout)}
    assert set(LAWS) <= set(rows)
    assert rows[first]["kind"] in ("law", "tail", "mean", "record")
    assert first in run("list", first.partition("/")[0]).output
    for name in LAWS:
        shown = run("show", name)
        assert shown.exit_code == 0
        assert LAWS[name].title in shown.output
        assert "rate(n)" in shown.output or "bound:" in shown.output
