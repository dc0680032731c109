"""Claims in the words and spaces of proofs: what is lowered says the same, and the prover reaches more."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

import perturb.vocab  # noqa: F401 (fills the words)
from benchmarks.unseen import language_false, language_second_false
from perturb import paper, then
from perturb.certify.point import certify
from perturb.domains import (
    Domain,
    binary,
    box,
    circulants,
    commuting,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    hankel,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    normal,
    positive_contraction,
    probability_vector,
    rank_one_perturbation,
    sign_matrices,
    sparse_nonnegative,
    square,
    stochastic,
    symmetric,
    toeplitz,
    together,
    unit_vector,
    vector,
    weighted_permutation,
)
from perturb.domains.space import Point, exact_value
from perturb.enclosure import Verdict
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.prove import store
from perturb.prove.checker import spaces as checked
from perturb.prove.checker.text import DEFINED
from perturb.prove.checker.words import WORDS as CHECKED
from perturb.prove.judging import ruled
from perturb.prove.prover import Attempt, attempt
from perturb.prove.reading.lowering import SPOKEN, lowered
from perturb.prove.reading.sized_claim import WORDS as PROVED
from perturb.prove.store import HOLDS, is_about, stated
from perturb.statements.claim import Claim
from perturb.vocab import (
    banded,
    column,
    column_sums,
    descending,
    det,
    diagonal,
    entries,
    entrywise_abs,
    entrywise_power,
    fro,
    hstack,
    lam,
    lam_max,
    larger,
    largest,
    lower,
    norm,
    norm_1,
    norm_inf,
    ones_matrix,
    polar,
    rank,
    reshape,
    row,
    row_sums,
    rows,
    s,
    s1,
    sq,
    strict_lower,
    strict_upper,
    total,
    trace,
    unit,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, Word, const, variable
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.relations.decide import holds
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, as_scalar
from tests.domains.test_domains import DOMAINS, every_draw
from tests.prove import beside
from tests.samples import taken

ME = paper("lowered")
UNSEEN = Path(__file__).parents[2] / "benchmarks" / "unseen"
FORMULAS = {name: word for name, word in WORDS.items() if word.formula is not None}
SHAPES = ((1, 1), (1, 3), (2, 2), (3, 2), (3, 3))


def test_the_prover_and_the_checker_know_the_same_words() -> None:
    proved = {word.name for word in PROVED}
    assert proved - SPOKEN == {"strict_upper"}
    assert SPOKEN - proved == {"index"}
    assert CHECKED.keys() | DEFINED.keys() == SPOKEN


def arguments(word: Word) -> Iterator[tuple[Expr, ...]]:
    """Of the kinds that the word takes: inputs, exponents, and integers that exist and that do not."""
    named = {kind: [variable(name, kind)] for name, kind in (("A", Kind.MATRIX), ("v", Kind.VECTOR))}
    ways: dict[Kind, list[Expr]] = {**named, Kind.INTEGER: [const(k) for k in range(-1, 5)]}
    ways[Kind.SCALAR] = [
        const(Fraction(p)) for p in ("-2", "-3/2", "-1", "-1/2", "0", "1/4", "3/8", "2", "4")
    ]
    for kinds in taken(word):
        yield from itertools.product(*[ways[kind] for kind in kinds])


def value(expr: Expr, inputs: dict[str, Any]) -> list[arb] | None:
    """What it is, None where it is nothing. Unavailable where no ball holds it."""
    try:
        found = Evaluation(CharPoly(inputs, 200))(expr)
    except (Undefined, ValueError, ZeroDivisionError, IndexError):
        return None
    parts = found.entries() if hasattr(found, "entries") else found if isinstance(found, tuple) else [found]
    return [to_arb(as_scalar(x)) for x in parts]


def points(seed: int) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    drawn = [rng.integers(-3, 4, size=sides).tolist() for sides in SHAPES]
    positive = [[4]], [[0]], [[2, 1], [1, 2]], [[4, 0], [0, 1]], [[1, 1], [1, 1]]
    for twice in (*drawn, *positive, [[-1]], [[0, 1], [1, 0]]):
        halves = [[Fraction(x, 2) for x in line] for line in twice]
        yield {"A": exact_value(halves, Kind.MATRIX), "v": exact_value(halves[0], Kind.VECTOR)}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_has_the_value_of_its_word_or_none_where_that_has_none(name: str) -> None:
    """So that a relation says the same at the same points, and nothing at the same."""
    word, told, silent = FORMULAS[name], 0, 0
    assert word.formula is not None
    for inputs, args in itertools.product(points(3), arguments(word)):
        other = word.formula(*args)
        if other is None:
            continue
        with ctx.workprec(200), suppress(Unavailable):
            found, again = value(word.node(*args), inputs), value(other, inputs)
            assert (found is None) == (again is None), (name, args, inputs, found, again)
            same = zip(found or [], again or [], strict=True)
            assert all(x.overlaps(y) and y.rad() < 1e-9 for x, y in same if not y.is_nan()), (args, inputs)
            told, silent = told + (found is not None), silent + (found is None)
    assert told >= 4
    assert silent >= 4 or not word.partial or name == "schatten"  # for p > 0 alone


@pytest.mark.parametrize("name", DOMAINS)
def test_a_domain_is_lowered_to_the_same_points(name: str) -> None:
    """Points of the domain and of its rim: inside one exactly where they are inside the other."""
    domain = DOMAINS[name]
    low = lowered(_of(domain))
    assert all(space.form for space in low.domain.spaces.values())  # it is lowered, conditions and all
    told = set()
    for p in [*every_draw(domain, 5), *every_draw(domain.rim(), 6)]:
        point = Point(p.sizes, p.values)
        inside = domain.contains(point)
        assert (low.domain.contains(point) and holds(low.hypotheses, p.values)) == inside
        told.add(inside)
    assert True in told


def _of(domain: Domain) -> Claim:
    """A claim about the inputs of a domain that says nothing."""
    return Claim("lowered/nothing", ME, "nothing", domain, (), tuple(then(0, "==", 0).links), "")


@pytest.mark.parametrize("name", DOMAINS)
def test_a_form_is_the_row_of_the_checker(name: str) -> None:
    """By the text of the domain, in its table and in the reader of what a file states."""
    for space in DOMAINS[name].spaces.values():
        if space.form:
            assert checked.text("A_1", *space.form) == space.text.replace("{0}", symbol("A_1"))
            key, *sides = space.form
            again = store.SPACES[key](*[int(x) if x.isdecimal() else x for x in sides]).spaces["_0"]
            assert (again.text, again.form) == (space.text, space.form)


A, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
x, v = variable("x", Kind.VECTOR), variable("v", Kind.VECTOR)
TWO = {"n": 2}
# True at n = 2, in words and spaces that proofs have not.
TRUE: dict[str, tuple[Domain, tuple[Any, str, Any]]] = {
    "nonnegative": (together(A=nonnegative(), **TWO), (trace(A), ">=", 0)),
    "doubly stochastic": (together(A=doubly_stochastic(), **TWO), (s1(A), "<=", 1)),
    "positive contraction": (together(A=positive_contraction(), **TWO), (A @ A, "loewner", A)),
    "mask": (together(A=mask(Fraction(1, 2)), **TWO), (trace(A), ">=", 1)),
    "binary": (together(A=binary(), **TWO), (fro(A), "<=", 2)),
    "graph": (together(A=graph(), **TWO), (lam_max(A), "<=", largest(row_sums(A)))),
    "m-matrix": (together(A=m_matrix(), **TWO), (det(A), ">", 0)),
    "unit vector": (together(A=symmetric(), x=unit_vector(), **TWO), (total(x * (A @ x)), "<=", lam_max(A))),
    "probabilities": (together(v=probability_vector(), **TWO), (total(sq(v)), "<=", 1)),
    "box": (together(v=box(0, 1), **TWO), (total(sq(v)), "<=", total(v))),
    "commuting": (commuting(n=2).named(["A", "B"]), (trace(A @ B - B @ A), "==", 0)),
    "rows": (together(A=square(), **TWO), (norm(row(A, 1)), "<=", s1(A))),
    "columns": (together(A=square(), **TWO), (norm(column(A, 2)), "<=", s1(A))),
    "triangles": (together(A=square(), **TWO), (trace(lower(A) + strict_upper(A)), "==", trace(A))),
    "below": (together(A=square(), **TWO), (trace(strict_lower(A)), "==", 0)),
    "band": (together(A=square(), **TWO), (trace(banded(A, 0)), "==", trace(A))),
    "sums": (together(A=square(), **TWO), (total(row_sums(A)), "==", total(column_sums(A)))),
    "ones": (together(v=vector(), **TWO), (sq(total(v)), "<=", 2 * total(sq(v)))),
    "matrix of ones": (together(A=square(), **TWO), (trace(A @ ones_matrix(2, 2)), "==", total(entries(A)))),
    "units": (together(A=square(), **TWO), (total(unit(2, 1) * (A @ unit(2, 1))), "==", A[1, 1])),
    "reshape": (together(A=square(), **TWO), (fro(reshape(A, 1, 4)), "==", fro(A))),
    "sorted": (together(v=vector(), **TWO), (descending(v)[1], "<=", norm(v))),
    "entries of absolute value": (together(A=square(), **TWO), (fro(entrywise_abs(A)), "==", fro(A))),
    "entrywise squares": (together(A=square(), **TWO), (trace(entrywise_power(A, 2)), ">=", 0)),
    "polar": (together(A=square(), **TWO), (s1(polar(A)), "<=", 1)),
    "lists": (together(v=vector(), **TWO), (norm([v[1], v[2]]), "==", norm(v))),
    "normal": (together(A=normal(), **TWO), (s1(A @ A), "==", sq(s1(A)))),
    "correlation": (together(A=correlation(), **TWO), (det(A), "<=", 1)),
    "dominant": (together(A=diagonally_dominant(), **TWO), (abs(A[1, 2]), "<=", abs(A[1, 1]))),
    "strictly dominant": (together(A=diagonally_dominant(True), **TWO), (det(A), "!=", 0)),
    "h-matrix": (together(A=h_matrix(), **TWO), (det(A), "!=", 0)),
    "laplacians": (together(A=laplacians(), **TWO), (det(A), "==", 0)),
    "stochastic": (together(A=stochastic(), **TWO), (abs(det(A)), "<=", 1)),
    "toeplitz": (together(A=toeplitz(), **TWO), (A[1, 1], "==", A[2, 2])),
    "hankel": (together(A=hankel(), **TWO), (A[1, 2], "==", A[2, 1])),
    "circulants": (together(A=circulants(), **TWO), (entries(A @ A.T), "==", entries(A.T @ A))),
    "signs": (together(A=sign_matrices(), **TWO), (abs(det(A)), "<=", 2)),
    "zeros": (together(A=sparse_nonnegative(), **TWO), (trace(A @ A), ">=", 0)),
    "permutations": (together(A=weighted_permutation(), **TWO), (trace(A) * A[1, 2], "==", 0)),
    "rank one": (rank_one_perturbation(n=2).named(["A", "B"]), (det(B - A), "==", 0)),
    "beside": (together(A=square(), **TWO), (sq(fro(hstack(A, A))), "==", 2 * sq(fro(A)))),
    "two rows": (together(A=square(), **TWO), (total(sq(s(hstack(A, A)))), "==", 2 * sq(fro(A)))),
    "rank of two rows": (together(A=square(), **TWO), (rank(hstack(A, A)), "==", rank(A))),
    "norms": (together(A=square(), **TWO), (norm_inf(A), "<=", 2 * norm_1(A))),
    "majorized": (together(A=symmetric(), **TWO), (diagonal(A), "majorized", lam(A))),
}
# Each false at n = 2, if only at the edge of its space.
FALSE: dict[str, tuple[Domain, tuple[Any, str, Any]]] = {
    "nonnegative": (together(A=nonnegative(), **TWO), (trace(A), ">", 0)),
    "doubly stochastic": (together(A=doubly_stochastic(), **TWO), (s1(A), "<", 1)),
    "positive contraction": (together(A=positive_contraction(), **TWO), (A, "loewner", A @ A)),
    "mask": (together(A=mask(Fraction(1, 2)), **TWO), (trace(A), ">", 1)),
    "binary": (together(A=binary(), **TWO), (fro(A), "<", 2)),
    "graph": (together(A=graph(), **TWO), (lam_max(A), "<", largest(row_sums(A)))),
    "m-matrix": (together(A=m_matrix(), **TWO), (det(A), ">=", 1)),
    "unit vector": (together(A=symmetric(), x=unit_vector(), **TWO), (total(x * (A @ x)), "<", lam_max(A))),
    "probabilities": (together(v=probability_vector(), **TWO), (total(sq(v)), "<", 1)),
    "box": (together(v=box(0, 1), **TWO), (total(sq(v)), "<", total(v))),
    "commuting": (commuting(n=2).named(["A", "B"]), (trace(A @ B), ">=", 0)),
    "rows": (together(A=square(), **TWO), (norm(row(A, 1)), "<", s1(A))),
    "triangles": (together(A=square(), **TWO), (trace(lower(A) + strict_upper(A)), ">=", 0)),
    "band": (together(A=square(), **TWO), (s1(banded(A, 0)), "<", s1(A))),
    "sums": (together(A=square(), **TWO), (row_sums(A)[1], "==", column_sums(A)[1])),
    "reshape": (together(A=square(), **TWO), (s1(reshape(A, 1, 4)), "<=", s1(A))),
    "sorted": (together(v=vector(), **TWO), (descending(v)[1], ">=", norm(v))),
    "entries of absolute value": (together(A=square(), **TWO), (s1(entrywise_abs(A)), "<=", s1(A))),
    "polar": (together(A=square(), **TWO), (s1(polar(A)), "<", 1)),
    "normal": (together(A=normal(), **TWO), (entries(A), "==", entries(A.T))),
    "correlation": (together(A=correlation(), **TWO), (det(A), "<", 1)),
    "dominant": (together(A=diagonally_dominant(), **TWO), (det(A), "!=", 0)),
    "strictly dominant": (together(A=diagonally_dominant(True), **TWO), (det(A), ">", 0)),
    "h-matrix": (together(A=h_matrix(), **TWO), (abs(A[1, 1]), ">", abs(A[1, 2]))),
    "laplacians": (together(A=laplacians(), **TWO), (trace(A), ">", 0)),
    "stochastic": (together(A=stochastic(), **TWO), (abs(det(A)), "<", 1)),
    "toeplitz": (together(A=toeplitz(), **TWO), (A[1, 2], "==", A[2, 1])),
    "hankel": (together(A=hankel(), **TWO), (A[1, 1], "==", A[2, 2])),
    "circulants": (together(A=circulants(), **TWO), (det(A), ">=", 0)),
    "signs": (together(A=sign_matrices(), **TWO), (abs(det(A)), "<", 2)),
    "zeros": (together(A=sparse_nonnegative(), **TWO), (trace(A @ A), ">", 0)),
    "permutations": (together(A=weighted_permutation(), **TWO), (det(A), ">", 0)),
    "rank one": (rank_one_perturbation(n=2).named(["A", "B"]), (det(B + A), "==", 0)),
    "beside": (together(A=square(), **TWO), (s1(hstack(A, A)), "<=", s1(A))),
    "two rows": (together(A=square(), **TWO), (s(hstack(A, A))[2], ">", 0)),
    "rank of two rows": (together(A=square(), **TWO), (rank(hstack(A, A)), "==", 2)),
    "norms": (together(A=square(), **TWO), (norm_inf(A), "<=", norm_1(A))),
    "majorized": (together(A=symmetric(), **TWO), (lam(A), "majorized", diagonal(A))),
}


def said(name: str, domain: Domain, chain: tuple[Any, str, Any]) -> Claim:
    return Claim(f"lowered/{name}", ME, name, domain, (), then(*chain).links, "")


@cache
def proof_of(name: str) -> Attempt:
    return attempt(said(name, *TRUE[name]), 2, 20)


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_the_checker_accepts_it(name: str) -> None:
    one = said(name, *TRUE[name])
    found = proof_of(name)
    assert found.outcome == "proved", (found.note, found.case)
    assert found.certificate is not None
    ruling = ruled(found.certificate, no_limits=True, net=True)
    assert ruling.outcome == HOLDS, ruling.reason
    assert is_about(found.certificate, one)
    assert lowered(stated(found.certificate)) is not one
    assert not is_about(found.certificate, said(name, TRUE[name][0], (det(A), ">=", larger(0, 1))))


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_proved(name: str) -> None:
    assert attempt(said(name, *FALSE[name]), 2, 5).outcome in ("false", "open", "timeout")


@pytest.mark.parametrize("name", [name for name in FALSE if name in TRUE])
def test_a_proof_of_what_is_true_is_none_of_what_is_false_beside_it(name: str) -> None:
    """The same cases and multipliers for another statement, which the file states with its fingerprint."""
    real, false = proof_of(name).certificate, said(name, *FALSE[name])
    assert real is not None
    forged = {**real, **store.says(false)}
    assert is_about(forged, false)
    assert ruled(forged, no_limits=True, net=False).outcome != HOLDS


@pytest.mark.parametrize("name", TRUE)
def test_a_proof_that_forgets_what_makes_a_point_one_of_its_domain_is_about_no_claim(name: str) -> None:
    real = proof_of(name).certificate
    assert real is not None
    if real["given"]:
        text = "\n".join([real["domain"], real["ranges"], "", "; ".join(real["then"])])
        forged = {**real, "given": [], "fingerprint": sha256(text.encode()).hexdigest()[:12]}
        assert not is_about(forged, said(name, *TRUE[name]))
        assert ruled(forged, no_limits=True, net=True).outcome != HOLDS


@pytest.mark.parametrize("name", [name for name in TRUE if name != "polar"])  # balls see no singular |A|
def test_formulas_of_the_checker_are_those_of_the_engine_there(name: str) -> None:
    """At points of the domain as it is lowered; and each is led along one path, to a leaf that is right."""
    one, real = said(name, *TRUE[name]), proof_of(name).certificate
    assert real is not None
    low = lowered(one)
    (entry,) = real["proofs"]
    for point in beside.points(one, entry["sizes"], 6, seed=3):
        beside.formulas_agree(low, real, entry["sizes"], point)
        beside.one_path_fits(low, real, entry, point)


@pytest.mark.parametrize(
    ("record", "module", "many"),
    [("language", language_false, 34), ("language_second", language_second_false, 30)],
)
def test_near_misses_held_out_are_false_where_they_say_and_none_was_proved(
    record: str, module: Any, many: int
) -> None:
    text = (UNSEEN / f"{record}.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    outcomes = {row["id"].partition("/")[2]: row["outcome"] for row in rows}
    missed = [one for one in vars(module).values() if isinstance(one, Claim)]
    assert len(missed) == len(module.AT) == many
    for one in missed:
        point = one.domain.point(module.AT[one.id])
        assert one.domain.contains(point)
        assert certify(one, point).verdict is Verdict.VIOLATED, one.id
        assert outcomes[one.id.partition("/")[2]] != "proved"


def test_a_claim_in_the_words_of_proofs_is_itself() -> None:
    one = said("plain", together(A=square(), **TWO), (trace(A), "<=", 2 * s1(A)))
    assert lowered(one) is one


def test_what_is_refuted_is_the_claim_as_it_is_written() -> None:
    """e_3 of two components has no value: nothing is said. Of row 3 of I nothing is asked in its place."""
    both = (*then(unit(rows(A), 3)[1], "<=", 0).links, *then(trace(A), "<=", 0).links)
    one = Claim("lowered/nowhere", ME, "nowhere", together(A=square(), **TWO), (), both, "")
    point = one.domain.point({"A": [[1, 0], [0, 1]]})
    assert certify(one, point).verdict is Verdict.VACUOUS
    assert certify(lowered(one), point).verdict is Verdict.VIOLATED
    assert attempt(one, 2, 5).outcome == "open"
