"""Where a witness fails is told by the letters of the statement that stands above it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from perturb import claim, paper, relations, then
from perturb.certify.witness import Witness, save
from perturb.cli.replay import decided
from perturb.domains import integer, square, together
from perturb.pages.byhand.script import by_hand
from perturb.pages.records import WitnessFile
from perturb.pages.report.evidence import simplest
from perturb.results.claim_evidence import witness_lines
from perturb.statements.claim import Claim
from perturb.vocab import T, entries, indices, s
from perturb.vocab.printing.readable import readable
from tests.certify.witness_cases import made

ME = paper("me")
(alpha,) = indices("alpha")


@claim(ME, "an input is called i", domain=together(A=square(), i=integer(1, 3), n=(2, 3)))
def called_i(A: Any, i: Any) -> Any:
    yield then(s(A), "<=", i)


@claim(ME, "a Greek index", domain=square(n=(2, 3)))
def greek(A: Any) -> Any:
    yield then(s(A)[alpha], "<=", 1)


@claim(ME, "whole matrices", domain=square(n=2))
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
