"""The vocabulary as a table, and what people call the words: what they are told where numpy meets one."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner

import perturb.vocab
from perturb import domains
from perturb.cli.domains import NOUNS
from perturb.cli.words import command
from perturb.cli.words import command as words
from perturb.pages.report.statement import (
    RIGOROUS,
    SCREEN_ONLY,
    applied,
    enclosure,
    find,
    meaning_of,
    vocabulary,
)
from perturb.vocab import fro, lam_min, s, s1
from perturb.vocab.grammar.elsewhere import DOMAINS, alike, also, instead
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Word, variable

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


# What people call the words, and what they are told where numpy meets a statement.


A, v = variable("A", Kind.MATRIX), variable("v", Kind.VECTOR)
LISTED = {*perturb.vocab.__all__}


def search(*pattern: str) -> list[str]:
    done = CliRunner().invoke(command, [*pattern, "--json"])
    assert done.exit_code == 0, done.output
    return [row["name"] for row in json.loads(done.stdout)]


def test_each_word_and_domain_has_names_and_no_other_has() -> None:
    assert {*also()} - {*DOMAINS} == LISTED
    assert {*DOMAINS} == {*domains.__all__} - {*NOUNS}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("relu", ["larger", "relu_distance", "relu_norm", "relu_singular_values", "relu_width", "slopes"]),
        ("max", ["larger", "largest", "max_entry"]),
        ("positive part", ["larger"]),
        ("condition number", ["cond", "kappa"]),
        ("spectral norm", ["op", "s1"]),
        ("svd", ["left_singular_vector", "right_singular_vector", "s", "s1"]),
        ("np.linalg.svd", ["left_singular_vector", "right_singular_vector", "s", "s1"]),
        ("eigenvalues", ["lam"]),
        ("Nuclear", ["nuclear"]),
        ("frobenius", ["fro"]),
        ("mask", ["mask", "hadamard", "slopes", "activation", "binary"]),
        ("low rank", ["of_rank"]),
        ("s_*", ["s_min", "s_star"]),
    ],
)
def test_a_search_finds_what_people_type(typed, meant) -> None:
    assert search(*typed.split())[: len(meant)] == meant


def test_without_a_pattern_all_words_and_domains_are_listed() -> None:
    assert {*search()} == LISTED | {*DOMAINS}


def test_a_misspelt_word_is_answered() -> None:
    done = CliRunner().invoke(command, ["frobenious"])
    assert done.exit_code == 2
    assert "did you mean frobenius?" in done.output
    assert alike("zzz") == []


@pytest.mark.parametrize(
    ("meets", "said"),
    [
        (lambda: np.maximum(v, 0), "numpy's maximum is for arrays of numbers: write larger or largest"),
        (lambda: np.maximum.reduce(v), "write larger"),
        (
            lambda: np.linalg.norm(A),
            "numpy's norm is for arrays of numbers: write norm, fro, norm_1, norm_inf",
        ),
        (lambda: np.sqrt(s1(A)), "write sqrt of perturb.vocab"),
        (lambda: np.sum(v), "write total"),
        (lambda: np.ones((2, 2, 2)) @ A, "a matrix written as a list has two levels"),
        (lambda: A @ [[1, 2], [3]], "are not of one length"),
        (lambda: A @ [[1, s1(A)]], "holds constants: block(A, B, C, D)"),
        (lambda: A**0.5, "mat_sqrt(A) the root A ** 0.5"),
        (lambda: np.array([A, A]), "is no array; perturb words lists"),
        (lambda: math.sqrt(s1(A)), "is no float: take sqrt"),
        (lambda: sum(v), "total(v) for a sum"),
        (lambda: max(s1(A), 1), "larger(a, b)"),
        (lambda: A**2, "entries(A) is the vector of its entries"),
    ],
)
def test_numpy_is_told_what_to_write_instead(meets, said) -> None:
    with pytest.raises(TypeError) as refused:
        meets()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_method_of_arrays_is_told_so_too() -> None:
    with pytest.raises(AttributeError, match=r"has no \.max: write largest, larger or max_entry"):
        _ = v.max
    with pytest.raises(AttributeError, match=r"has no \.shape: write cols, length or rows"):
        _ = A.shape
    assert not hasattr(A, "as_expr")
    assert "lists what" in instead("nothing_like_it")


def test_numbers_of_numpy_are_numbers() -> None:
    two = np.float64(2)
    assert two * fro(A) is 2 * fro(A)
    assert two - s1(A) is 2 - s1(A)
    assert two / s1(A) is 2 / s1(A)
    assert s1(A) / two is s1(A) / 2
