"""The prover: true statements are proved at once, false ones never, and no branch is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb import claim, given, paper, then
from perturb.cli import main
from perturb.domains import psd, square, symmetric
from perturb.prove import store
from perturb.prove.prover import attempt
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, det, fro, inv, kappa, lam_max, lam_min, mat_sqrt, rank, s1, s_min, sqrt, trace

ME = paper("me")
CATALOGUE = catalogue()


def body(statement, domain):
    return claim(ME, statement.__name__, domain=domain)(statement)


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("classical/fan-hoffman", 1),
        ("classical/fan-hoffman", 2),
        ("classical/hadamard-determinant", 2),
        ("classical/weyl-eigenvalues", 2),
        ("classical/cauchy-interlacing-columns", 2),
        ("riedi2022/lem-29.87", 2),  # by lemmas
    ],
)
def test_theorems_of_the_catalogue_are_proved(name, n):
    found = attempt(CATALOGUE[name], n, 20)
    assert found.outcome == "proved", found.note
    assert found.certificate["fingerprint"] == CATALOGUE[name].fingerprint


def too_small_a_constant(A):
    yield then(trace(A), "<=", 1.999 * s1(A))


def strict_at_equality(A):
    yield then(abs(det(A)), "<", s1(A) * s_min(A) + 0 * fro(A))


def rank_of_zero(A):
    yield then(1, "<=", rank(A))


def a_sign_is_lost(A):
    yield then(lam_max(A), "<=", fro(A) - 0.001 * sqrt(lam_max(A @ A)))


@pytest.mark.parametrize(
    "statement", [too_small_a_constant, strict_at_equality, rank_of_zero, a_sign_is_lost]
)
def test_a_false_statement_is_not_proved(statement):
    assert attempt(body(statement, symmetric(n=(1, 3))), 2, 3).outcome in ("open", "timeout", "false")


@pytest.mark.parametrize("statement", [strict_at_equality, rank_of_zero])
def test_a_model_counts_when_the_engine_certifies_it(statement):
    found = attempt(body(statement, symmetric(n=(1, 3))), 2, 3)
    assert found.outcome == "false", found
    assert found.note.startswith("violated at A = [[")
    assert all(len(digits) < 4 for digits in re.findall(r"\d+", found.note)), found.note


@pytest.mark.parametrize(
    "name", ["refuted/loewner-square", "refuted/shift-monotone", "refuted/growth-without-one"]
)
def test_what_the_catalogue_refutes_is_not_proved(name):
    assert attempt(CATALOGUE[name], 2, 1.5).outcome not in ("proved", "no size")


def neumann(A):
    yield given(s1(A), "<", 1)
    yield then(0, "<=", s_min(inv(I - A)))


def undefined_somewhere(A):
    yield then(1, "<=", kappa(A))


def root_of_a_negative_number(A):
    yield then(0, "<=", sqrt(lam_min(A)))


def never_defined(A):
    yield then(mat_sqrt(A - (1 + s1(A)) * I)[1, 1], "<=", 7)


@pytest.mark.parametrize(
    ("statement", "everywhere"),
    [(neumann, True), (undefined_somewhere, False), (root_of_a_negative_number, False)],
)
def test_a_proof_says_whether_everything_is_defined(statement, everywhere):
    found = attempt(body(statement, square(n=(1, 3)) if statement is neumann else symmetric(n=(1, 3))), 2, 10)
    assert found.outcome == "proved", found.note
    assert found.certificate["defined"] is everywhere


def test_nothing_is_proved_of_what_has_no_value():
    assert attempt(body(never_defined, psd(n=(1, 3))), 1, 10).outcome == "no size"


@pytest.mark.parametrize(
    ("name", "n"), [("refuted/absolute-value-triangle", 2), ("dittmer2019/fig-1.setup", 3)]
)
def test_lengths_that_are_zero_and_shapes_that_do_not_fit_are_no_crash(name, n):
    """A vector that is 0 on a path; a product at a size that the statement does not have."""
    assert attempt(catalogue()[name], n, 4).outcome != "proved"


def test_sizes_and_subscripts_that_do_not_exist():
    found = attempt(CATALOGUE["classical/horn-product"], 1, 10)
    assert found.outcome == "no size"


USER = """
from perturb import claim, paper, then
from perturb.domains import symmetric
from perturb.vocab import lam_max, s1

@claim(paper("me"), "1", domain=symmetric(n=(1, 3)))
def top(A):
    yield then(lam_max(A), "<=", s1(A))

@claim(paper("me"), "2", domain=symmetric(n=(1, 3)))
def false(A):
    yield then(lam_max(A), "<=", s1(A) / 2)
"""


def test_the_command_proves_a_users_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(USER)
    done = CliRunner().invoke(main, ["prove", "mine.py", "--n", "2", "--seconds", "10", "--json"])
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert [(row["id"], row["outcome"]) for row in rows] == [("me/top", "proved"), ("me/false", "refuted")]
    assert done.exit_code == 1
    assert rows[0]["file"] == "proofs/me/mine.n2.jsonl#me/top"
    (kept,) = store.named(rows[0]["file"])
    assert json.loads(kept.raw)["id"] == "me/top"


@pytest.mark.parametrize("words", [["prove"], ["prove", "nothing-like-this"], ["prove", "x", "--n", "3"]])
def test_bad_input_is_one_line(words):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
