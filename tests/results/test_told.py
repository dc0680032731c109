"""What is told of a search is what it did: margins, letters of the statement, pictures, witnesses."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from perturb import check, claim, given, law, paper, relations, then
from perturb.certify import witness
from perturb.certify.point import SECOND_KERNEL, certify
from perturb.certify.replay import replay
from perturb.certify.witness import Witness, save
from perturb.cli.replay import decided
from perturb.domains import integer, scalar, square, together
from perturb.enclosure import Verdict
from perturb.laws.distributions import semicircle
from perturb.numbers.numerals import sides
from perturb.pages.byhand.script import by_hand
from perturb.pages.records import WitnessFile
from perturb.pages.report.evidence import simplest
from perturb.results import claims, pictures
from perturb.results.claim_evidence import Evidence, how, witness_lines
from perturb.results.claims import from_store, stored_witness
from perturb.search.found import FIRST_PIECE, SearchResult, certify_best
from perturb.search.shrink import free_entries
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import T, entries, indices, s, s1
from perturb.vocab.printing.readable import readable
from perturb.vocab.relations.decide import Instance, _margin
from perturb.vocab.systems.certified import Residual
from tests.certify.witness_cases import CLAIM, edited, made

ME = paper("test")


@claim(ME, "not a third", domain=scalar(low=-3, high=3))
def not_a_third(t: Any) -> Any:
    yield then(t, "!=", Fraction(1, 3))


@claim(ME, "norms", domain=square(n=(1, 2)))
def norms(A: Any) -> Any:
    yield then(s1(A), ">=", 0)


@claim(ME, "small norms", domain=square(n=(1, 2)))
def small_norms(A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(s1(A), ">=", 0)


def test_a_margin_has_the_sign_of_the_verdict() -> None:
    """Of what holds it is not negative, though the middles of two balls may lie the other way round."""
    for t in (2, -2, Fraction(1, 3) + Fraction(1, 10**9)):
        held = relations(not_a_third, t).relations[0]
        assert held.verdict == "holds"
        assert held.margin > 0
    assert relations(not_a_third, Fraction(1, 3)).relations[0].margin <= 0

    class Turned(Residual):
        def margin(self, lhs: Any, op: str, rhs: Any) -> float:
            return -2.5e-24

    def told(verdict: Verdict) -> float:
        return _margin(Turned({}), "<=", Instance({}, 1, 2), verdict)

    assert (told(Verdict.HOLDS), told(Verdict.VIOLATED)) == (2.5e-24, -2.5e-24)


def test_points_that_were_certified_are_not_called_nothing() -> None:
    found = SearchResult(drawn=900, inside=900, verdicts=Counter(holds=26, undecided=9))
    found.origins["random"] = 35
    head, _, shares, *_ = Evidence(norms, found=found, seconds=2.0).lines()
    assert head == "test/norms  UNRESOLVED  not decided after 900 points drawn, 2.0 s"
    assert shares == "  26 of 35 points certified to hold, 9 undecided"


def test_inside_is_said_where_there_are_hypotheses() -> None:
    found = SearchResult(drawn=900, inside=700)
    assert "inside" not in how(Evidence(norms, found=found))
    assert "900 points drawn, 700 inside" in how(Evidence(small_norms, found=found))


def test_what_nobody_looked_at_was_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that the clock cuts short: its rest is neither drawn nor outside of the hypotheses."""
    monkeypatch.setattr(SearchResult, "late", lambda self: True)
    found, rng = SearchResult(), np.random.default_rng(0)
    found.deadline = found.seconds = 1e9
    batch = norms.domain.draw(rng, 100, {"n": 2})
    found.pace[tuple(batch.sizes.items())] = 1.0
    list(certify_best(norms, batch, 2, "random", found, rng))
    assert found.drawn == found.screened == found.inside == FIRST_PIECE


def test_two_long_numbers_are_told_apart() -> None:
    low, high = f"{10**30 + 1}/{10**36}", f"{10**30 + 2}/{10**36}"
    left, right = sides(low, high)
    assert left != right
    assert left == "about 1.000000000000000000000000000001e-6"
    assert sides(low, low) == ("about 0.000001", "the same number")
    far, near = sides(f"{10**40 + 7}/{3 * 10**40}", "1/3")
    assert far != near == "1/3"
    assert sides("[0.1000001, 0.1000002]", f"{10**30 + 1}/{10**31}")[1].startswith("about 0.1")
    assert sides("2", "1") == ("2", "1")


def test_what_may_vary_is_named_unless_it_is_everything() -> None:
    every = [f"{name}[{i},{j}]" for name in "AB" for i in (1, 2) for j in (1, 2)]
    assert witness_lines("w", made(vary=tuple(every)), CLAIM)[-1] == "may vary: every entry"
    assert witness_lines("w", made(vary=("A[1,2]",)), CLAIM)[-1] == "may vary: A[1,2]"


@pytest.mark.parametrize("way", ["os._exit(0)", "posix._exit(0)", "os.execv('/bin/true', ['true'])"])
def test_a_file_does_not_end_the_command_without_a_word(way: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"import os\nimport {way.partition('.')[0]}\n{way}\n", encoding="utf-8")
    run = [sys.executable, "-m", "perturb", "check", str(file)]
    ended = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "would end the command without a verdict (line 3)" in ended.stderr


# Where a witness fails is told by the letters of the statement that stands above it.


ME_LETTERS_THERE = paper("me")
(alpha,) = indices("alpha")


@claim(ME_LETTERS_THERE, "an input is called i", domain=together(A=square(), i=integer(1, 3), n=(2, 3)))
def called_i(A: Any, i: Any) -> Any:
    yield then(s(A), "<=", i)


@claim(ME_LETTERS_THERE, "a Greek index", domain=square(n=(2, 3)))
def greek(A: Any) -> Any:
    yield then(s(A)[alpha], "<=", 1)


@claim(ME_LETTERS_THERE, "whole matrices", domain=square(n=2))
def symmetric(A: Any) -> Any:
    yield then(entries(A), "==", entries(T(A)))


CASES: list[tuple[Claim, dict[str, Any], str]] = [
    (called_i, {"A": [[0, 0], [0, 2]], "i": 1}, "j = 1"),
    (greek, {"A": [[0, 0], [0, 2]]}, "α = 1"),
    (symmetric, {"A": [[0, 1], [0, 0]]}, "entry = 2"),
]


def everywhere(of: Claim, values: dict[str, Any], path: Path) -> dict[str, str]:
    found = made(of, of.domain.point(values))
    save(found, path)
    own = Witness(found.data)
    return {
        "console": "\n".join(witness_lines("w", found, of)),
        "replay": "\n".join(decided(path).lines),
        "page": simplest(of, WitnessFile("w", "w", own.data), "page.md"),
        "by hand": by_hand(of, of.domain.point(values), own.data["failed"], own.data["at"]) or "",
        "relations": ", ".join(f"{k} = {v}" for k, v in relations(of, **values).rows()[0]["at"].items()),
    }


def test_the_letter_is_that_of_the_statement(tmp_path: Path) -> None:
    for of, values, said in CASES:
        wrong = {
            where: text
            for where, text in everywhere(of, values, tmp_path / f"{of.slug}.json").items()
            if said not in text or "i = 2" in text
        }
        assert wrong == {}


def test_replay_names_what_is_bound(tmp_path: Path) -> None:
    """A statement that the catalogue has not, whose input has the letter of an index."""
    of, values, _ = CASES[0]
    text = everywhere(of, values, tmp_path / "w.json")["replay"]
    assert "sⱼ(A) ≤ i   for all j" in text
    assert readable(of.conclusions[0].latex(of.names)) == "sⱼ(A) ≤ i"


# What a notebook shows below the words: pictures whose bars stand where the numbers are.


def drawn(markdown: str) -> Any:
    (data,) = re.findall(r"data:image/svg\+xml;base64,([^)]+)\)", markdown)
    return ElementTree.fromstring(base64.b64decode(data))


def heights(svg: Any) -> list[float]:
    return [float(x.get("height")) for x in svg if x.tag.endswith("rect")]


def test_samples_of_the_distribution_are_level() -> None:
    """`law` had no picture."""
    right = semicircle().rvs(size=20_000, random_state=1)
    assert min(heights(drawn(law(right, "semicircle")._repr_markdown_()))) > 0.8 * pictures.HEIGHT
    wrong = heights(drawn(law(2 * right, semicircle())._repr_markdown_()))
    assert max(wrong[0], wrong[-1]) == pictures.HEIGHT
    assert min(wrong) < 0.2 * pictures.HEIGHT


def test_bands_stand_beside_their_bounds() -> None:
    svg = ElementTree.fromstring(pictures.bands([("n = 1", 0.0, 1.0, 2.0), ("a < b", 2.0, inf, 1.0)]))
    first, second = (x for x in svg if x.tag.endswith("rect"))
    assert (float(first.get("x")), float(first.get("width"))) == (120, 180)
    assert (float(second.get("x")), float(second.get("width"))) == (480, 1)  # open to the right
    assert [x.get("d") for x in svg if x.tag.endswith("path")] == ["M480.0 0v18", "M300.0 18v18"]
    assert next(x.text for x in svg) == "n = 1"


def test_a_law_shows_its_statement_and_its_bands() -> None:
    """It showed neither."""
    said = check("limits/semicircle", "ci", seconds=0.05)[0]._repr_markdown_()
    assert r"\sup_x \lvert F_n(x) - F(x) \rvert \le r(n), \qquad F = \mathrm{SC}(1)" in said
    assert len(heights(drawn(said))) == said.count("\n- n = ") > 0
    tail = check("dittmer2019/def-15.mp", "ci", seconds=0.05)[0]._repr_markdown_()
    assert "$$" in tail


def test_margins_count() -> None:
    svg = ElementTree.fromstring(pictures.margins([1e-12, 0.0, -0.9, 1.0]))
    found = heights(svg)
    assert (found[0], found[-1], sum(found)) == (pictures.HEIGHT, pictures.HEIGHT, 2 * pictures.HEIGHT)


def test_no_samples_are_outside() -> None:
    assert heights(ElementTree.fromstring(pictures.fit(np.array([0.0, 1.0]))))[0] == pictures.HEIGHT


# What is shown of a stored witness was decided just now: nothing that its file says alone.


CATALOGUE = catalogue()
KNOWN = CATALOGUE["refuted/commutator-operator-norm"]
STORED = [
    (one, path)
    for one in CATALOGUE.values()
    for path in (stored_witness(one), stored_witness(one).with_name(f"{one.slug}-worst.json"))
    if path.exists()
]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The witness of a claim of the catalogue in a folder where it may be edited; its worst one beside it."""
    path = tmp_path / stored_witness(KNOWN).name
    for name in (path.name, f"{path.stem}-worst.json"):
        if (stored_witness(KNOWN).parent / name).exists():
            shutil.copy(stored_witness(KNOWN).parent / name, tmp_path / name)
    monkeypatch.setattr(claims, "stored_witness", lambda claim: path)
    return path


def said(evidence: Evidence | None) -> str:
    assert evidence is not None
    return "\n".join([*evidence.lines(), json.dumps(evidence.rows())])


def test_what_the_file_says_alone_is_not_shown(copied: Path) -> None:
    before = said(from_store(KNOWN))

    lies = {"kernel": "oracle", "bits": 7, "rigour": "divine", "relative_violation": "77", "vary": ["Z[9]"]}
    edited(copied, lambda data: data.update(lies))
    now = from_store(KNOWN)
    assert now is not None
    assert now.simplest is not None
    assert now.simplest.data["vary"] == []
    assert (now.simplest.data["kernel"], now.simplest.data["bits"]) == ("exact", 64)
    for word in ("oracle", "divine", "77", "Z[9]"):
        assert word not in said(now)
    assert "REFUTED" in before
    assert "REFUTED" in said(now)


def test_an_entry_that_may_vary_is_tried(copied: Path) -> None:
    true = free_entries(KNOWN, KNOWN.domain.point(witness.load(copied).values))
    edited(copied, lambda data: data.update(vary=[*true[:1], "A[1,1]"]))
    now = from_store(KNOWN)
    assert now is not None
    assert now.simplest is not None
    assert now.simplest.data["vary"] == [name for name in [*true[:1], "A[1,1]"] if name in true]


def test_a_worst_one_of_another_statement_is_not_shown(copied: Path) -> None:
    worst = copied.with_name(f"{copied.stem}-worst.json")
    shutil.copy(copied, worst)
    assert "worst found" in said(from_store(KNOWN))
    edited(worst, lambda data: data.update(conclusions=["(<= (s1 A) 0)"], relative_violation="1e9"))
    assert "worst found" not in said(from_store(KNOWN))


def test_a_fingerprint_of_another_statement_is_noticed(copied: Path) -> None:
    edited(copied, lambda data: data.update(fingerprint="0" * 12))
    assert "another statement" in said(from_store(KNOWN))


def of(one: Claim, path: Path) -> dict[str, Any]:
    """What a file says that pages show, where it is not what is decided."""
    data = json.loads(path.read_text(encoding="utf-8"))
    found = witness.load(path)
    point = one.domain.point(found.values)
    decided = [certify(one, point), certify(one, point, SECOND_KERNEL), *replay(found).verdicts]
    decided = [v for v in decided if v.verdict is Verdict.VIOLATED]
    fine = {
        "fingerprint": data["fingerprint"] == one.fingerprint,
        "kernel": (data["kernel"], data["bits"]) in [(v.kernel, v.bits) for v in decided],
        "failed": all((data["failed"], data["at"]) == (v.failed, dict(v.at)) for v in decided),
        "vary": not data["vary"] or set(data["vary"]) <= set(free_entries(one, point)),
    }
    return {key: data[key] for key, holds in fine.items() if not holds}


def test_what_pages_show_of_the_catalogue_is_what_is_decided() -> None:
    """Kernel, bits, the relation that fails and the entries that may vary, of every file."""
    wrong = {path.name: found for one, path in STORED if (found := of(one, path))}
    assert len(STORED) > 100
    assert wrong == {}
