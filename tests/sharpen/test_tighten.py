"""Constants: how far they are moved, where attained, what violations imply, by how much they win."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flint import fmpq

from perturb import claim, given, paper, then
from perturb.certify.point import certify
from perturb.cli.tighten import command
from perturb.domains import positive_definite, scalar, square, together
from perturb.enclosure import Verdict
from perturb.results import answers
from perturb.results.records import ConstantRow, ConstantsRecord, improved
from perturb.results.store import CONSTANTS, Store
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.sharpen import tighten as driver
from perturb.sharpen.directions import sites, stronger
from perturb.sharpen.tighten import ConstantBracket, implied, tighten, touches
from perturb.sharpen.wins import win
from perturb.statements.claim import Claim
from perturb.vocab import (
    commutator,
    fro,
    kappa,
    log,
    mat_log,
    nuclear,
    ones,
    ones_matrix,
    s1,
    sq,
)
from tests.declared import declare as declare_implied
from tests.pages.five import leaning, mended, sharper

ME = paper("test")
FILE = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import fro, s1

@claim(paper("me"), "norms", domain=square(n=(1, 2)), status="proved", equality=[[[1]], [[1, 0], [0, 0]]])
def norms(A):
    yield then(2 * s1(A), "<=", {bound} * fro(A))
"""


def declare(*links, domain=None, equality=(), assuming=()) -> Claim:
    def body(A):
        for link in assuming:
            yield given(*link(A))
        for link in links:
            yield then(*link(A))

    return claim(ME, "label", domain=domain or square(n=(1, 2)), equality=equality)(body)


NORMS = declare(lambda A: (2 * s1(A), "<=", 3 * fro(A)), equality=[])
TIGHT = declare(lambda A: (2 * s1(A), "<=", 2 * fro(A)), equality=[[[1]]])


def test_a_constant_that_an_equality_case_attains_needs_no_search(monkeypatch):
    monkeypatch.setattr(driver, "search", lambda *args: pytest.fail("searched"))
    found = tighten(TIGHT, sites(TIGHT)[1], 60.0)
    assert found.refuted == 2 * (1 - driver.LEAST)
    assert not found.fallen


@pytest.mark.usefixtures("counted_time")
def test_a_constant_found_by_search():
    found = tighten(NORMS, sites(NORMS)[1], 1.0)
    assert found.refuted is not None
    assert Fraction(1999, 1000) < found.refuted < 2
    assert found.witness is not None


def test_it_starts_from_all_that_check_finds(monkeypatch):
    """The points where the claim itself is tightest; no search of a changed claim finds anything here."""
    asked: list[tuple[Fraction, float]] = []

    def search(claim: Claim, effort: Effort, seed: int) -> SearchResult:
        asked.append((sites(claim)[1].value, effort.certified))
        near = {(("n", 1),): (1 / 3, NORMS.domain.point({"A": [[2]]}))}
        return SearchResult(best=near if len(asked) == 1 else {})

    monkeypatch.setattr(driver, "search", search)
    found = tighten(NORMS, sites(NORMS)[1], 60.0)
    assert asked[:2] == [(3, PROFILES["quick"].certified), (Fraction(27, 10), PROFILES["quick"].certified)]
    assert found.refuted is not None
    assert Fraction(1999, 1000) < found.refuted < 2


def test_check_has_the_last_word(monkeypatch):
    """A violation that takes all the work of `check` is found unless the seconds are limited."""
    point = NORMS.domain.point({"A": [[2]]})

    def search(claim: Claim, effort: Effort, seed: int) -> SearchResult:
        verdict = certify(claim, point)
        hit = effort == PROFILES["quick"] and verdict.verdict is Verdict.VIOLATED
        return SearchResult(violations=[(point, verdict)] if hit else [])

    monkeypatch.setattr(driver, "search", search)
    assert tighten(NORMS, sites(NORMS)[1], 60.0).refuted is None
    for site, beyond in zip(sites(NORMS), ((3, 3.001), (1.999, 2)), strict=True):
        found = tighten(NORMS, site)
        assert found.refuted is not None
        assert beyond[0] < found.refuted < beyond[1]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_constant_that_has_fallen_is_followed_beyond_the_printed_one(sign):
    claimed = declare(lambda A: (2 * sign * s1(A), "<=", sign * 1 * fro(A)), domain=square(n=(1, 1)))
    site = next(one for one in sites(claimed) if one.side == 1)
    best = ConstantBracket(site, site.value * Fraction(3, 2), None, True)
    goal = driver._goal(best, *stronger(claimed, site), Fraction(1, 2))
    assert abs(goal - best.refuted) == Fraction(3, 400)
    assert (abs(goal) > abs(best.refuted)) is (stronger(claimed, site) == (-1,))


@pytest.mark.usefixtures("counted_time")
def test_it_is_not_weaker_than_check():
    """What the search of `check` refutes with a constant, a search with the constant beside it refutes."""
    body = "commutator of logarithms"

    def logs(A, B):
        yield then(fro(commutator(mat_log(A), mat_log(B))), "<=", log(kappa(A)) * log(kappa(B)))

    claimed = claim(ME, body, domain=positive_definite(count=2, n=(2, 2)))(logs)
    point = tighten(claimed, sites(claimed)[0], 4.0)
    assert point.refuted is not None
    assert Fraction(7, 10) < point.refuted < Fraction(708, 1000)  # the best is the root of 1/2


def test_touches_are_few_different_and_say_their_digits():
    point = TIGHT.domain.point({"A": [[1]]})
    near = TIGHT.domain.point({"A": [[1, 0], [0, Fraction(1, 10**6)]]})
    far = TIGHT.domain.point({"A": [[1, 0], [0, 1]]})
    assert touches(TIGHT, [far, point, point, near]) == [(point, None), (near, 12)]
    many = [TIGHT.domain.point({"A": [[k]]}) for k in range(1, 20)]
    assert len(touches(TIGHT, many)) == driver.TOUCHES


ROW = ConstantRow(1, "right", "2", "2", "19/10", 0.05, None, (), False)


def row(**more) -> ConstantRow:
    return replace(ROW, **more)


def steps(found: ConstantRow) -> list[float]:
    return [step.open for step in found.history]


def test_a_recorded_constant_only_improves():
    first = improved([], row())
    assert [(step.refuted_from, step.open) for step in first.history] == [("19/10", 0.05)]
    assert improved([first], row(refuted_from="18/10", open=0.1)) == first
    assert improved([first], row(refuted_from=None, open=1.0)) == first
    better = improved([first], row(refuted_from="199/100", open=0.005))
    assert steps(better) == [0.05, 0.005]
    fallen = improved([better], row(refuted_from="3", open=0.5, fallen=True))
    assert steps(fallen) == [0.05, 0.005, 0.5]
    assert improved([fallen], row(refuted_from="199/100", open=0.005)) == fallen
    assert improved([first], row(path=(0,))).history == first.history
    assert improved([], row(refuted_from=None, open=1.0)).history == ()


@pytest.fixture
def mine(tmp_path: Path) -> tuple[Path, Store]:
    """A claim file and the store that its record is put into."""
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(bound=2))
    return path, Store(tmp_path / "out")


def kept(store: Store) -> ConstantsRecord:
    return store.read(CONSTANTS)["me/norms"]


def run(path: Path, *more: str):
    out = str(path.parent / "out")
    return CliRunner().invoke(command, [str(path), "--seconds", "0.5", "--record", out, *more])


def test_a_record_is_written_kept_and_started_anew_for_another_statement(mine):
    path, store = mine
    assert run(path).exit_code == 0
    first, text = kept(store), store.path(CONSTANTS).read_text()
    assert [(c.side, c.open, len(c.history)) for c in first.constants] == [
        ("left", 1e-12, 1),
        ("right", 1e-12, 1),
    ]
    assert [t.digits for t in first.touch] == [None, None]
    assert run(path).exit_code == 0
    assert store.path(CONSTANTS).read_text() == text
    path.write_text(FILE.format(bound=3))
    assert run(path).exit_code == 0
    assert kept(store).fingerprint != first.fingerprint
    assert [c.printed for c in kept(store).constants] == ["2", "3"]


@pytest.mark.parametrize("text", ["{", "[]", '{"id": "me/norms"}', '{"id": "me/norms", "constants": 1}'])
def test_a_damaged_record_is_named(mine, text):
    path, store = mine
    store.folder.mkdir(parents=True)
    store.path(CONSTANTS).write_text(text)
    result = run(path)
    assert result.exit_code == 2
    assert "constants.jsonl, line 1: " in result.output
    assert store.path(CONSTANTS).read_text() == text


def test_an_interrupt_keeps_what_is_recorded(mine, monkeypatch):
    path, store = mine

    def interrupted(claim: Claim, site: driver.Site, *rest: object) -> ConstantBracket:
        if site.side == 1:
            raise KeyboardInterrupt
        return ConstantBracket(site, Fraction(3), claim.domain.point({"A": [[1]]}))

    monkeypatch.setattr(answers, "from_below", interrupted)
    assert run(path).exit_code == 130
    assert [c.side for c in kept(store).constants] == ["left"]


def test_constants_that_a_run_has_not_reached_stay_as_they_were(mine, monkeypatch):
    path, store = mine
    assert run(path).exit_code == 0
    before = kept(store)
    monkeypatch.setattr(answers, "sites", lambda claim: sites(claim)[:1])
    assert run(path).exit_code == 0
    assert kept(store) == before


# What violations say of the constant of a false conclusion: only what is less than the conclusion says.


def told(op: str, constant: Any, t: Any, left: Any = lambda t: t) -> Fraction | None:
    """The constant that a point t of [-10, 10] refutes in left(t) op constant u, at u = 1."""

    def body(t: Any, u: Any) -> Any:
        yield then(left(t), op, constant * u)

    claim = declare_implied(body, together(t=scalar(-10, 10), u=scalar(1, 2)))
    bracket = implied(claim, 0, [claim.domain.point({"t": t, "u": 1})])
    return bracket.refuted if bracket is not None else None


@pytest.mark.parametrize(
    ("op", "constant", "t", "below", "above"),
    [
        ("<=", 0.1, 2, Fraction(19, 10), 2),
        ("<", 0.1, 2, Fraction(19, 10), 2),
        (">=", 0.1, "1/20", Fraction(1, 20), Fraction(51, 1000)),
        (">=", -0.5, -2, -2, Fraction(-19, 10)),
        ("<=", -0.5, "-1/4", Fraction(-26, 100), Fraction(-1, 4)),
    ],
)
def test_a_weaker_demand_that_is_still_false(op: str, constant: Any, t: Any, below: Any, above: Any) -> None:
    refuted = told(op, constant, t)
    assert refuted is not None
    assert below <= refuted <= above
    assert (refuted > Fraction(str(constant))) is (op in ("<=", "<"))


@pytest.mark.parametrize(("op", "constant"), [("<", 1), (">", 1), ("<", 0.1), (">", -0.3)])
def test_equality_says_nothing_of_a_demand_weaker_than_a_strict_one(op: str, constant: Any) -> None:
    """t < 1 fails at t = 1, and no larger constant does: "still false with 1 in place of 1" told nothing."""
    assert told(op, constant, str(constant)) is None


def test_a_constant_that_stands_twice_or_in_an_equation_has_no_direction() -> None:
    assert told("==", 1, 2) is None
    assert told("<=", 1, 2, lambda t: sq(t) - t / 2) is None


# By how much a sharpened bound beats its parent.


def test_a_win_is_the_ratio_of_the_bounds() -> None:
    """The parent has a factor two, and a hypothesis that half of the points miss."""
    found = win(sharper, leaning)
    assert found is not None
    assert found.median == found.high == 2.0
    assert 0 < found.wider < 1
    assert win(mended, leaning) is None


def two(A: Any) -> Any:
    yield then(fro(A), "<=", Fraction(9, 10) * nuclear(A))
    yield then(nuclear(A), "<=", fro(A))


def test_another_conclusion_that_fails_refutes_no_constant() -> None:
    """At diag(1, 1/10) both fail; the first is true there from c = 0.9137 on."""
    one = declare_implied(two, square(n=(1, 2)))
    first, second = (tighten(one, site, seconds=3.0) for site in sites(one))
    assert first.site.link == 0
    assert first.refuted is not None
    assert Fraction(99, 100) < first.refuted < 1
    assert second.site.link == 1
    assert second.refuted is not None
    assert second.refuted**2 < 2
    known = implied(one, 0, [one.domain.point({"A": [[1, 0], [0, fmpq(1, 10)]]})])
    assert known is not None
    assert known.refuted is not None
    assert Fraction(91, 100) < known.refuted < Fraction(92, 100)


def test_a_size_is_no_constant() -> None:
    sized = declare(lambda A: (fro(ones_matrix(2, 3)) * s1(ones_matrix(1, 1)), "<=", 7 * fro(A) * ones(4)[2]))
    assert [site.value for site in sites(sized)] == [7]
