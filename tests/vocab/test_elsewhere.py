"""What people call the words, and what they are told where numpy meets a statement."""

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
from perturb.vocab import fro, s1
from perturb.vocab.grammar.elsewhere import DOMAINS, WORDS, alike, instead
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable

A, v = variable("A", Kind.MATRIX), variable("v", Kind.VECTOR)
LISTED = {*perturb.vocab.__all__}


def search(*pattern: str) -> list[str]:
    done = CliRunner().invoke(command, [*pattern, "--json"])
    assert done.exit_code == 0, done.output
    return [row["name"] for row in json.loads(done.stdout)]


def test_each_word_and_domain_has_names_and_no_other_has() -> None:
    assert {*WORDS} == LISTED
    assert {*DOMAINS} == {*domains.__all__} - {*NOUNS}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("relu", ["larger", "relu_distance", "relu_norm", "relu_singular_values", "relu_width", "slopes"]),
        ("max", ["larger", "largest", "max_entry"]),
        ("positive part", ["larger"]),
        ("condition number", ["cond", "kappa"]),
        ("spectral norm", ["op", "s1"]),
        ("svd", ["s", "s1"]),
        ("np.linalg.svd", ["s", "s1"]),
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
        (lambda: np.linalg.norm(A), "numpy's norm is for arrays of numbers: write norm, fro, nuclear, op"),
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
    with pytest.raises(AttributeError, match=r"has no \.max: write larger, largest or max_entry"):
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
