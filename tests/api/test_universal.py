"""Proofs for all matrices of a small size, asked for from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import perturb
from perturb import claim, paper, prove, then
from perturb.domains import square, together, vector
from perturb.prove.checker.check import check
from perturb.vocab import fro, norm, s1, trace


@claim(paper("me"), "norms", domain=square(n=(1, 3)))
def norms(A):
    yield then(s1(A), "<=", fro(A))


@claim(paper("me"), "a trace", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


def test_a_claim_is_proved_and_the_checker_accepts_it(tmp_path: Path) -> None:
    found = prove(norms, seconds=20)
    assert found
    assert found.sizes == (1, 2)
    assert "\n  n = 2  PROVED  " in repr(found)
    assert r"\lVert A \rVert_F" in found._repr_markdown_()
    assert [row["outcome"] for row in found.rows()] == ["proved", "proved"]
    for path in found.save(tmp_path):
        assert check(path)["fingerprint"] == norms.fingerprint  # its only line


@claim(paper("me"), "vectors", domain=together(v=vector(), w=vector()))
def vectors(v, w):
    yield then(norm(v + w), "<=", norm(v) + norm(w))


def test_vectors_of_three_components_are_proved(tmp_path: Path) -> None:
    found = prove(vectors, n=3, seconds=60)
    assert found
    (path,) = found.save(tmp_path)
    assert path == tmp_path / "me" / "test_universal.n3.jsonl"
    assert check(path)["n"] == 3


def test_what_is_false_is_not_proved(tmp_path: Path) -> None:
    found = prove(a_trace, n=2, seconds=5)
    assert not found
    assert found.save(tmp_path) == []


def test_the_package_of_this_name_stays_one() -> None:
    import perturb.prove.store as store

    assert perturb.prove.store is store
    assert callable(perturb.prove)


def test_what_cannot_be_asked_is_named() -> None:
    for bad in (4, (1, 4), ()):
        with pytest.raises(ValueError, match="sizes 1 to 3"):
            prove(norms, n=bad)
    with pytest.raises(ValueError, match="seconds = 0 is not a positive"):
        prove(norms, seconds=0)
