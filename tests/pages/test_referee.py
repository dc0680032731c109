"""The page of a referee: its parts and their order, of statements of each outcome; LaTeX that compiles."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import perturb
from perturb import given, then
from perturb.domains import scalar, square, symmetric
from perturb.pages.referee import Report, called
from perturb.results import refereed
from perturb.results.idle import hypotheses
from perturb.results.refereed import Refereed, equal_in
from perturb.results.sheet import document
from perturb.search.method import PROFILES
from perturb.statements.catalogue import catalogue, collect
from perturb.statements.claim import Claim
from perturb.vocab import det, entries, fro, lam, mul, op, s1, trace
from tests.declared import declare
from tests.latex import HAS_PDFLATEX, broken, compiled

SECONDS = 1000.0  # more than the fixed work of these takes, so that no clock decides what is found


def half(A: Any, B: Any) -> Any:
    yield given(op(A), "<=", 1)
    yield then(op(mul(A, B) - mul(B, A)), "==", op(B))


def idle(A: Any) -> Any:
    yield given(det(A), "!=", 0)
    yield then(op(A), "<=", fro(A))


def empty(A: Any) -> Any:
    yield given(s1(A), "<", 0)
    yield then(op(A), "<=", 1)


@pytest.fixture(scope="module")
def reports() -> dict[str, Report]:
    """Of small searches; none of these statements has a constant that is looked for by the clock."""
    known = collect()
    stated = {
        "refuted": declare(half, square(count=2, n=(1, 2))),
        "survived": declare(idle, square(n=(1, 2)), equality=[[[1]]]),
        "vacuous": declare(empty, square(n=(1, 2))),
        "law": known.laws["limits/chi-square-too-thin"],
        "stored": known.claims["refuted/loewner-square"],
    }
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(refereed, "WORK", PROFILES["ci"])
        return {name: perturb.referee(one, SECONDS) for name, one in stated.items()}


def headings(report: Report) -> list[str]:
    return re.findall(r"^## (.*)$", report.markdown(), re.MULTILINE)


def test_a_counterexample_has_both_sides_in_closed_form(reports: dict[str, Report]) -> None:
    page = reports["refuted"]
    assert page.outcome == "refuted"
    assert headings(page)[:3] == ["Statement", "Verdict", "Counterexample"]
    tex = page.latex()
    assert r"\begin{pmatrix}" in tex
    assert "fails, in exact arithmetic" in tex
    ((left, right),) = re.findall(r"\\\[ (.*) \\ne (.*) \\\]", tex)
    assert left != right
    assert "REFUTED. False: at the witness below all hypotheses hold and the conclusion fails" in tex


def test_an_idle_hypothesis_and_a_derivation(reports: dict[str, Report]) -> None:
    page = reports["survived"]
    assert isinstance(page.found, Refereed)
    assert headings(page)[:2] == ["Statement", "Verdict"]
    assert headings(page)[-1] == "What was searched"
    assert "Counterexample" not in headings(page)
    text = "\n".join(page.lines())
    assert "Hypothesis 1, det(A) ≠ 0, is not needed: the statement without it is" in text
    assert "No violation at " in text
    assert page.found.derivation is not None
    assert "classical/spectral-frobenius" in text
    assert page.rows()[0]["idle"] == [1]
    assert page.rows()[0]["for_all"].startswith("derived for every n")


def test_what_is_empty_claims_nothing(reports: dict[str, Report]) -> None:
    assert reports["vacuous"].outcome == "vacuous"
    assert headings(reports["vacuous"]) == ["Statement", "Verdict", "What was searched"]


def test_a_law_says_what_is_not_available(reports: dict[str, Report]) -> None:
    assert headings(reports["law"]) == ["Statement", "Verdict", "Not available", "What was drawn"]
    assert "no counterexample in matrices" in reports["law"].markdown()


def test_a_stored_witness_is_written_out(reports: dict[str, Report]) -> None:
    assert r"\[ 0 > 3 - \sqrt{10} \]" in reports["stored"].latex()
    assert "Stored witness replayed" in reports["stored"].markdown()


def test_evidence_has_latex_without_pictures(reports: dict[str, Report]) -> None:
    """As the page: statement, verdict, rung, witness."""
    for name in ("refuted", "survived", "vacuous", "stored"):
        found = reports[name].found
        assert isinstance(found, Refereed)
        tex = found.evidence.latex()
        assert broken(document([tex])) == []
        assert "base64" not in tex
        assert "base64" in found.evidence.markdown() or not found.evidence.found.margins
        parts = [tex.find(part) for part in ("it is claimed that", r"\paragraph{", "Rung: ")]
        assert parts == sorted(parts)
        assert -1 not in parts
        assert (r"\begin{pmatrix}" in tex) == (found.outcome == "refuted")


def test_latex_is_whole(reports: dict[str, Report]) -> None:
    for name, page in reports.items():
        assert broken(page.document()) == [], name


@pytest.mark.skipif(not HAS_PDFLATEX, reason="pdflatex is not installed")
def test_latex_compiles(reports: dict[str, Report], tmp_path: Path) -> None:
    for name, page in reports.items():
        (folder := tmp_path / name).mkdir()
        assert compiled(page.document(), folder) == "", name


def test_a_proof_is_told_only_where_one_was_tried(reports: dict[str, Report]) -> None:
    """After Ctrl-C nothing is said of stages that were not begun."""
    found = reports["survived"].found
    assert isinstance(found, Refereed)
    cut = Refereed(found.claim, SECONDS, 0, found.evidence, interrupted=True)
    text = "\n".join(Report(cut).lines())
    assert "None was looked for to the end." in text
    assert "Hypothesis 1 was not reached." in text
    assert "interrupted: what stands above was found before" in text
    assert "derived" not in text


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="seconds = 0 is not a positive finite number"):
        perturb.referee(catalogue()["refuted/loewner-square"], seconds=0)
    with pytest.raises(LookupError):
        perturb.referee("no/such-claim")


def above(A: Any) -> Any:
    yield then(fro(A), "<=", op(A))


def sums(A: Any, B: Any) -> Any:
    yield then(lam(A) + lam(B), "majorized", lam(A + B))


def commuting(A: Any, B: Any) -> Any:
    yield then(entries(mul(A, B)), "==", entries(mul(B, A)))


def nothing(A: Any) -> Any:
    yield then(op(A), ">=", 0 * fro(A))


def priced(A: Any) -> Any:
    r"""Costs $5, 100% of \it{, and $\nosuch$."""
    yield given(op(A), "<=", 1)
    yield then(fro(A), "==", fro(A.T))


def means(a: Any, b: Any) -> Any:
    yield then(4 * a * b, "<=", (a + b) * (a + b))


def ordered(A: Any, B: Any) -> Any:
    yield given(A, "loewner", B)
    yield then(trace(A), "<=", trace(B), "<=", trace(B) + 1)


def said(one: Claim, seconds: float = 6.0) -> str:
    page = perturb.referee(one, seconds)
    assert broken(page.document()) == []
    return "\n".join(page.lines())


def test_what_is_still_false_is_rounded_to_the_safe_side() -> None:
    """sqrt(2) ends in 5623..., and 1.41421356238 is more: there the statement is true."""
    text = said(declare(above, square(n=(1, 2))), seconds=15.0)
    assert "1 as a factor of ‖A‖ is refuted as it stands: still false with 1.41421356237 in place" in text


def test_sums_of_a_majorization_and_entries_of_an_equation_are_named() -> None:
    text = said(declare(sums, symmetric(count=2, n=(1, 2))))
    assert "fails at k = 1" in text
    assert "∑_{i≤k} λᵢ(A + B) = " in text
    assert "cumsum" not in text
    assert "refuted from" not in text  # of what is refuted as it stands
    text = said(declare(commuting, square(count=2, n=(1, 2))))
    assert re.search(r"fails at entry \((\d), (\d)\), .*\n    \(A B\)_\{\1,\2\} = ", text)


def test_what_stands_beside_nought_has_no_constant() -> None:
    assert "CONSTANTS" not in said(declare(nothing, square(n=(1, 2))))


def test_of_equations_alone_no_equality_is_looked_for_and_prices_are_no_formulas() -> None:
    text = said(declare(priced, square(n=(1, 2))))
    assert "EQUALITY" not in text
    assert r"Costs $5, 100% of \it{, and $\nosuch$." in text


def test_numbers_have_no_sizes_to_be_proved_at() -> None:
    text = said(declare(means, scalar(count=2)))
    assert "proved for n" not in text
    assert "n = 2" not in text


def test_equality_says_in_which_conclusion() -> None:
    one = declare(ordered, symmetric(count=2, n=(1, 2)))
    same = one.domain.point({"A": [[1]], "B": [[1]]})
    assert equal_in(one, same) == (0,)
    assert equal_in(one, one.domain.point({"A": [[0]], "B": [[1]]})) == ()


def test_a_derivation_without_a_hypothesis_is_one_of_the_statement() -> None:
    one = declare(idle, square(n=(1, 2)))
    page = Refereed(one, SECONDS, 0, perturb.check(one, profile="ci"))
    found = next(iter(hypotheses(one, PROFILES["ci"])))
    assert found.derived is not None
    page.derive(found.dropped.claim, found.derived.data)
    text = "\n".join(Report(page).lines())
    assert "Rung: derived" in text
    assert "Of the statement with a hypothesis left out" in text


def test_a_claim_of_a_file_is_named_by_it_and_one_of_the_catalogue_by_its_id() -> None:
    known = catalogue()["refuted/loewner-square"]
    assert called(known) == known.id
    assert called(declare(above, square(n=(1, 2)))).endswith(".py::above")


def test_a_bound_is_written_alike_wherever_it_stands(reports: dict[str, Report]) -> None:
    text = "\n".join(reports["law"].lines())
    assert "at (1, 3): probability <= 0.04979" in text
    assert "] <= 0.04979: " in text
