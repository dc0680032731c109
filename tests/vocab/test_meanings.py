"""The vocabulary as a table: complete, as printed on pages, and honest about what is screened only."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import perturb.vocab
from perturb.cli.words import command as words
from perturb.pages.report.vocabulary import (
    RIGOROUS,
    SCREEN_ONLY,
    applied,
    enclosure,
    find,
    meaning_of,
    vocabulary,
)
from perturb.vocab import lam_min, s, s1
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Word

NAMES = perturb.vocab.__all__


def test_every_exported_name_has_a_meaning_in_one_line():
    meanings = [meaning_of(getattr(perturb.vocab, name)) for name in NAMES]
    assert all(text and text == text.strip() and "\n" not in text for text in meanings)
    assert len(set(meanings)) == len(meanings)


def test_the_meaning_of_a_word_is_its_help():
    assert s1.__doc__ == "the largest singular value"


def test_every_quantity_is_printed_and_says_what_it_takes():
    rows = {e.name: e for e in find()}
    assert set(rows) == set(NAMES)
    assert [e.name for e in rows.values() if not e.latex] == ["given", "indices", "then"]
    assert [e.name for e in rows.values() if not e.takes] == ["given", "I", "indices", "pi", "then"]
    assert rows["s"].latex == "s_{i}(A)"
    assert rows["block"].latex == r"\begin{bmatrix} A & B \\ C & D \end{bmatrix}"
    assert rows["power"].latex == "x^{p}"
    assert rows["mul"].takes == "matrix, matrix or vector"
    assert rows["ky_fan"].takes == "matrix, integer"


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_a_word_says_it_takes_is_what_it_accepts(name):
    word = getattr(perturb.vocab, name)
    if isinstance(word, Word):
        sample = applied(word)
        assert sample.word is word
        assert enclosure(sample) == RIGOROUS


def test_a_word_without_an_enclosure_is_screened_only_and_so_is_what_it_defines():
    crude = Word("test crude", Kind.SCALAR, "c", lambda A: A[..., :1, :1], accepts=(Kind.MATRIX,))
    built = Word("test built", Kind.SCALAR, "b", body=lambda A: s1(A) + crude(A), accepts=(Kind.MATRIX,))
    assert enclosure(applied(crude)) == SCREEN_ONLY
    assert enclosure(applied(built)) == SCREEN_ONLY
    assert {enclosure(applied(word)) for word in (s, s1, lam_min)} == {RIGOROUS}


def test_words_are_found_by_glob_by_name_and_by_meaning():
    assert [e.name for e in find("vec_*")] == ["vec_columns", "vec_rows"]
    assert {"fro", "ky_fan", "norm", "nuclear", "op", "schatten"} <= {e.name for e in find("NORM")}
    assert [e.name for e in find("kapp")] == ["kappa"]
    assert find("no such word") == []


def test_the_page_has_a_row_for_every_word():
    page = vocabulary()
    assert all(f"| `{name}` |" in page for name in NAMES)
    assert r"| `kappa` | matrix | $`\kappa(A)`$ |" in page
    assert page == vocabulary()


def test_the_command_prints_a_table_and_json_and_names_a_pattern_that_fits_nothing():
    run = CliRunner().invoke
    shown = run(words, ["kappa"])
    assert shown.exit_code == 0
    assert "κ(A)" in shown.output
    found = json.loads(run(words, ["s_*", "--json"]).output)
    assert [e["name"] for e in found] == ["s_min", "s_star"]
    missing = run(words, ["nothing-like-it"])
    assert missing.exit_code == 2
    assert "'nothing-like-it' fits no word" in missing.output
