"""Every claim, law, tail and mean of the catalogue, a test each, and what a paper prints of every item."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

from perturb.certify.point import certify
from perturb.certify.properties import PropertyRun, run_property
from perturb.cli import main
from perturb.domains.draws import corners
from perturb.enclosure import Verdict
from perturb.laws.stats.account import Ledger
from perturb.results.chance import PROFILES, SHARE, examine_law
from perturb.results.claims import FLOOR, from_store
from perturb.sharpen.wins import at_least_as_strong
from perturb.statements.catalogue import BadTarget, catalogue, collect, laws
from perturb.statements.claim import Claim
from perturb.statements.paper import Status
from perturb.statements.printed import printed
from perturb.statements.recorded import Recorded
from perturb.statements.targets import select, statements
from perturb.vocab.relations.order import then

CATALOGUE = catalogue()
LONG = 400
TRUE = [Status.PROVED, Status.CORRECTED, Status.SHARPENED, Status.GAP]


def cases(wanted):
    return [pytest.param(c, id=c.id) for c in CATALOGUE.values() if wanted(c)]


def looked_at(c: Claim) -> PropertyRun:
    """A short run, and a long one where that met nothing inside: rare is not the same as never."""
    run = run_property(c, settings().max_examples)
    return run if run.inside or run.violation else run_property(c, LONG)


def believed(c: Claim) -> bool:
    return c.status in TRUE


@pytest.mark.parametrize("c", cases(believed))
def test_holds(c: Claim) -> None:
    """Hypothesis and the corners find no violation, and certify that the statement holds somewhere."""
    run = looked_at(c)
    assert run.violation is None, f"{c.id} violated at {run.violation}"
    verdicts = [certify(c, point).verdict for point in corners(c.domain, 6)]
    assert Verdict.VIOLATED not in verdicts
    assert run.verdicts[Verdict.HOLDS] + verdicts.count(Verdict.HOLDS) > 0


@pytest.mark.parametrize("c", cases(lambda c: believed(c) and c.equality))
def test_equality(c: Claim) -> None:
    """Each declared equality case is inside, and the statement is tight there to all digits or exactly."""
    for point in c.equality:
        found = certify(c, point)
        assert c.domain.contains(point)
        assert found.verdict is Verdict.HOLDS or (
            found.verdict is Verdict.UNDECIDED and abs(found.margin) < 1e-12
        )
        assert abs(found.margin) < 1e-12, f"slack {found.margin} at {dict(point.values)}"


@pytest.mark.parametrize("c", cases(lambda c: c.status.expects == "refuted"))
def test_replays(c: Claim) -> None:
    """The stored witness of a refuted claim is about this very statement and is certified again."""
    evidence = from_store(c)
    assert evidence is not None, f"{c.id} has no stored witness: perturb check {c.id} --search --store"
    assert evidence.outcome == "refuted", evidence.note


@pytest.mark.parametrize("c", cases(lambda c: c.status is Status.VACUOUS))
def test_vacuous(c: Claim) -> None:
    """No point certified to meet the hypotheses, though many were certified to miss them."""
    run = run_property(c, settings().max_examples)
    assert run.violation is None
    assert run.verdicts[Verdict.HOLDS] == 0
    assert run.verdicts[Verdict.VACUOUS] > 0


def hypotheses_alone(c: Claim) -> Claim:
    """The same hypotheses over the same domain, with nothing to conclude."""
    return replace(c, conclusions=then(0, "<=", 1).links)


@pytest.mark.parametrize("c", cases(lambda c: c.hypotheses and c.status is not Status.VACUOUS))
def test_not_vacuous(c: Claim) -> None:
    """Enough points meet the hypotheses, and each hypothesis is missed by something inside or on the rim.

    What is refuted needs no second proof that its hypotheses matter.
    """
    of = hypotheses_alone(c)
    run = looked_at(of)
    assert run.inside >= FLOOR * run.drawn
    if c.status.expects != "refuted":
        missed = set(run.missed)
        if len(missed) < len(of.hypotheses):
            missed |= _missed_at_corners(of)
        for examples in (60, LONG):
            if len(missed) < len(of.hypotheses):
                missed |= set(run_property(of, examples, of.domain.rim()).missed)
        assert missed == set(range(len(of.hypotheses))), f"{c.id}: a hypothesis is never missed"


def _missed_at_corners(c: Claim) -> set[int]:
    found = [certify(c, point) for point in corners(c.domain, 20)]
    return {v.failed for v in found if v.verdict is Verdict.VACUOUS and v.failed is not None}


@pytest.mark.parametrize("c", cases(lambda c: True))
def test_documented(c: Claim) -> None:
    """A sentence, a source, a status; links to claims that exist; a proof for what is corrected or
    sharpened.
    """
    assert len(c.doc) > 20
    assert c.label
    assert c.paper.title
    assert c.status is not None
    for other in (c.corrects, c.sharpens):
        assert other is None or other in CATALOGUE
    if c.status in (Status.CORRECTED, Status.SHARPENED):
        assert c.corrects or c.sharpens
    if c.status in (Status.CORRECTED, Status.SHARPENED, Status.GAP):
        assert "Proof" in c.doc


@pytest.mark.parametrize("c", cases(lambda c: c.sharpens))
def test_sharpens(c: Claim) -> None:
    """Where bounds can be compared, the sharpened one is never the weaker."""
    relation = at_least_as_strong(c, CATALOGUE[c.sharpens])
    if relation is not None:
        run = run_property(relation, settings().max_examples)
        assert run.violation is None, f"weaker than its parent at {run.violation}"


# Laws, tails and means of the catalogue, and on the command line.


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


# What a paper prints: every item has its formula, every statement shows one, all of it sound LaTeX.


DECLARED = collect()
STATEMENTS = {**DECLARED.claims, **DECLARED.laws, **DECLARED.experiments, **DECLARED.pictures}
OF_A_PAPER = {name: one for name, one in STATEMENTS.items() if one.paper is not None and one.paper.printed}
PAPERS = list(dict.fromkeys(one.paper for one in OF_A_PAPER.values()))


def test_the_catalogue_has_printed_formulas() -> None:
    keys = {"riedi2022", "dittmer2019", "heinecke2019", "le2022"}
    assert {source.key for source in PAPERS} == keys
    assert {name for name in STATEMENTS if name.partition("/")[0] in keys} == set(OF_A_PAPER)


@pytest.mark.parametrize("source", PAPERS, ids=lambda source: source.key)
def test_every_item_has_a_formula(source) -> None:
    assert [item for item in source.items if item not in source.printed] == []


def test_every_statement_of_the_paper_shows_a_formula() -> None:
    assert [name for name, one in OF_A_PAPER.items() if not printed(one)] == []


def faults(line: str) -> list[str]:
    """What is wrong with one displayed formula, as far as its structure goes."""
    bare = re.sub(r"\\[{}]", "", line)
    opened = [bare[:k].count("{") - bare[:k].count("}") for k in range(len(bare) + 1)]
    texts = re.findall(r"\\text\{([^{}]*)\}", line)
    begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", line) for word in ("begin", "end"))
    sided = re.findall(r"\\(left|right)(?![A-Za-z])", line)
    commands = set(re.findall(r"\\([A-Za-z]+)", line))
    wrong = {
        "braces": min(opened) < 0 or opened[-1] != 0,
        "left and right": sided.count("left") != sided.count("right"),
        "environments": begun != ended,
        "sizes": bool(re.search(r"\\[bB]igg?[lr]?\\", line)),
        "dollars": "$" in line or "%" in line,
        "prose": any(len(text.split()) > 6 for text in texts) or len(texts) > 4,
        "macros": bool(commands & {"mbox", "rm", "bf", "operatorname", "def", "newcommand", "tag", "label"}),
        "characters": not line.isascii(),
    }
    return [name for name, found in wrong.items() if found]


@pytest.mark.parametrize("source", PAPERS, ids=lambda source: source.key)
def test_formulas_are_sound_and_short(source) -> None:
    for item, text in source.printed.items():
        lines = text.splitlines()
        assert len(lines) <= 4, item
        for line in lines:
            assert faults(line) == [], (item, line)
            assert len(visible(line)) <= 300, (item, line)


def visible(line: str) -> str:
    """Roughly what is seen: a command is one character, braces and blanks are none."""
    return re.sub(r"[{}\s&^_]", "", re.sub(r"\\(?:[A-Za-z]+|.)", "x", re.sub(r"\\text(?=\{)", "", line)))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (r"\frac{1}{n", "braces"),
        (r"}a{", "braces"),
        (r"\left( a", "left and right"),
        (r"\begin{cases} a", "environments"),
        (r"\Big\{ a \Big\}", "sizes"),
        (r"\mbox{if $a$}", "dollars"),
        (r"\text{this is a sentence and no formula at all}", "prose"),
        (r"\operatorname{rank}", "macros"),
        ("≤", "characters"),
    ],
)
def test_a_fault_is_found(line, fault) -> None:
    assert fault in faults(line)
