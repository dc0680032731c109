"""Derivations about complex matrices: normal forms beside numpy, what is derived, what is refused."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from perturb import Claim, claim, paper, then
from perturb.derive.checker.check import check
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Wording, reader
from perturb.derive.checker.reading import Tree
from perturb.derive.deriver import derive
from perturb.derive.known import Citable
from perturb.derive.lemmas import Base
from perturb.derive.tell import tell
from perturb.derive.texts import text
from perturb.domains import hermitian, psd, rectangular, square, together, vector
from perturb.prove.checker.numbers import Rejected
from perturb.statements.catalogue import catalogue
from perturb.vocab import (
    I,
    fro,
    lam,
    lam_max,
    norm,
    nuclear,
    op,
    rank,
    real,
    s,
    s_min,
    total,
    trace,
)
from tests.derive.values import Normal, meaning

OWN = paper("own")
KNOWN, LEMMAS = Citable(), Base(x for x in catalogue().values() if isinstance(x, Claim))
SPACES = """X general n n; Y general n n; U general n n; V general n n; S symmetric n n; K skew n n;
c scalar; i integer 1 n; k integer 0 n"""
INPUTS = [line.split() for line in SPACES.split(";")]
DOUBLES: list[Tree] = [("complex_matrix", a, b) for a, b in ("XY", "UV", "SK", "YX", "SX")]
HERMITIAN: Tree = ("complex_matrix", "S", "K")


def matrix(draw: random.Random, depth: int) -> Tree:
    """A sum of products of doubles."""
    if depth == 0 or draw.random() < 0.2:
        return draw.choice(DOUBLES)
    word = draw.choice(["add", "sub", "matmul", "matmul", "T", "mul", "neg", "inv", "shift"])
    if word in ("add", "sub", "matmul"):
        return word, matrix(draw, depth - 1), matrix(draw, depth - 1)
    if word == "mul":
        return word, draw.choice(["c", "-2", "1/2"]), matrix(draw, depth - 1)
    if word == "shift":
        return "add", matrix(draw, depth - 1), ("eye", draw.choice(DOUBLES))
    return word, matrix(draw, depth - 1)


def spectrum(draw: random.Random) -> Tree:
    if draw.random() < 0.5:
        return "complex_s", matrix(draw, draw.randint(0, 2))
    A = draw.choice([HERMITIAN, ("matmul", ("T", DOUBLES[0]), DOUBLES[0]), ("mul", "-2", HERMITIAN)])
    return "complex_lam", draw.choice([A, ("add", A, HERMITIAN), ("add", A, ("eye", A)), ("neg", A)])


def number(draw: random.Random) -> Tree:
    way, v = draw.randrange(8), spectrum(draw)
    if way == 0:
        return "component", v, draw.choice(["i", "1", "2"])
    if way == 1:
        return "sum", v
    if way == 2:
        return "sum", ("mul", v, spectrum(draw))
    if way == 3:
        return "sum", ("head", v, "k")
    if way == 4:
        return "component", ("partial_sums", v), "i"
    words = ["complex_fro", "complex_trace", "complex_rank", "s1", "nuclear", "fro"]
    return draw.choice(words), matrix(draw, 2)


def at_random(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Small integers, normal numbers, or few of many equal ones; equal matrices now and then."""
    point: dict[str, Any] = {"n": n, "c": float(rng.choice([-1.5, 0.5, 2])), "i": int(rng.integers(1, n + 1))}
    point["k"] = int(rng.integers(0, n + 1))
    for name in "XYUVSK":
        point[name] = rng.integers(-1, 2, (n, n)) * 1.0 if rng.random() < 0.6 else rng.standard_normal((n, n))
    point["S"] = point["S"] + point["S"].T
    point["K"] = point["K"] - point["K"].T
    return point


def test_complex_words_are_their_normal_forms() -> None:
    draw, count = random.Random(5), 0
    for seed in range(20_000 if settings().max_examples >= 2_000 else 600):
        tree = number(draw)
        R = reader(Wording("", INPUTS, {"i": ("1", "n"), "k": ("0", "n"), "n": ("1", "4")}, [], []))
        try:
            value = R(tree)
        except Unspoken:
            continue
        assert not isinstance(value, Matrix)
        rng = np.random.default_rng(seed)
        for _ in range(2):
            point = at_random(rng, int(rng.integers(1, 5)))
            try:
                x, y = float(meaning(tree, point)), float(Normal(R, point).number(value))
            except (ZeroDivisionError, np.linalg.LinAlgError, IndexError):
                continue
            if abs(x) < 1e6:
                assert np.isclose(x, y, rtol=1e-5, atol=1e-5), (text(tree), point)
                count += 1
    assert count > 700


SQUARES = square(count=2, field="complex")
PAIR = together(A=hermitian(), B=psd(field="complex"))


def derived(A: Any, B: Any) -> dict[str, Any]:
    """True of all complex A, B."""
    return {
        "triangle": then(op(A + B), "<=", op(A) + op(B)),
        "frobenius": then(fro(A + B), "<=", fro(A) + fro(B)),
        "nuclear": then(nuclear(A + B), "<=", nuclear(A) + nuclear(B)),
        "von Neumann": then(real(trace(A @ B)), "<=", total(s(A) * s(B))),
        "Fan and Hoffman": then(lam((A + A.H) / 2), "<=", s(A)),
        "ranks": then(rank(A @ B), "<=", rank(A)),
        "real part": then(lam_max((A + B + A.H + B.H) / 2), "<=", op(A) + op(B)),
    }


def wrong(A: Any, B: Any) -> dict[str, Any]:
    """False, or of twice as much or half of it."""
    return {
        "less": then(op(A) + op(B), "<=", op(A + B)),
        "a half": then(fro(A), "<=", op(A)),
        "rank is not doubled": then(2 * rank(A), "<=", rank(A @ A) + rank(B)),
        "trace": then(2 * real(trace(A)), "<=", nuclear(A)),
        "by real parts": then(fro(A), "<=", fro(A + A.H) / 2),
        "shift": then(op(A + I), "<=", op(A)),
        "transposed": then(op(A @ B), "<=", op(A.T @ B)),
        "least": then(s_min(A + B), ">=", s_min(A) - s_min(B)),
        "mean": then(total(s(A)), "<=", fro(A)),
        "real trace": then(real(trace(A @ A)), ">=", 0),
    }


def own(name: str, body: Any, domain: Any) -> Claim:
    return claim(OWN, name, id=name.replace(" ", "-").lower(), domain=domain)(body)


@pytest.mark.parametrize("name", derived(*SQUARES.named(["A", "B"]).arguments))
def test_what_holds_for_every_complex_matrix_is_derived(name: str) -> None:
    def body(A, B):  # type: ignore[no-untyped-def]
        yield derived(A, B)[name]

    one = own(name, body, SQUARES)
    found = derive(one, LEMMAS, 20)
    assert found.outcome == "derived", found.why
    cited = KNOWN.cited(one)
    check(found.data, cited)
    assert found.data is not None
    with pytest.raises(Rejected):  # without its steps it is none
        check({**found.data, "goals": [[] for _ in found.data["goals"]]}, cited)


@pytest.mark.parametrize("name", wrong(*SQUARES.named(["A", "B"]).arguments))
def test_what_is_false_of_complex_matrices_is_not_derived(name: str) -> None:
    def body(A, B):  # type: ignore[no-untyped-def]
        yield wrong(A, B)[name]

    assert derive(own(f"not {name}", body, SQUARES), LEMMAS, 1).outcome != "derived"


def test_eigenvalues_and_rectangles() -> None:
    def rises(A, B):  # type: ignore[no-untyped-def]
        yield then(lam(A), "<=", lam(A + B))

    def falls(A, B):  # type: ignore[no-untyped-def]
        yield then(lam(A + B), "<=", lam(A))

    def length(A, x):  # type: ignore[no-untyped-def]
        yield then(norm(A @ x), "<=", op(A) * norm(x))

    assert derive(own("rises", rises, PAIR), LEMMAS, 20).outcome == "derived"
    assert derive(own("falls", falls, PAIR), LEMMAS, 1).outcome != "derived"
    both = together(A=rectangular(field="complex"), x=vector(field="complex"))
    assert derive(own("length", length, both), LEMMAS, 20).outcome == "derived"


def test_only_doubles_have_complex_spectra() -> None:
    """Of a real matrix that is none, and of one that is half one, nothing is said."""
    R = reader(Wording("", INPUTS, {"i": ("1", "n"), "k": ("0", "n"), "n": ("1", "4")}, [], []))
    mixed: Tree = ("matmul", DOUBLES[0], ("kron", ("matrix[1,0;0,2]",), "X"))
    for word in ("complex_s", "complex_lam"):
        for A in ("X", ("kron", ("matrix[1,0;0,2]",), "S"), mixed):
            with pytest.raises(Unspoken):
                R((word, A))
    with pytest.raises(Unspoken):  # not Hermitian: K would have to be the second part
        R(("complex_lam", ("complex_matrix", "K", "S")))


def test_the_spectrum_of_a_complex_number_is_its_sum_of_parts() -> None:
    """At n = 1 a list is a number: what is shifted by I adds to what is there, whichever stands first."""
    inputs = [[name, "general", "1", "1"] for name in "XY"]
    R = reader(Wording("", inputs, {}, [], []))
    point = {"X": np.array([[3.0]]), "Y": np.array([[-1.0]])}
    square: Tree = ("matmul", ("T", DOUBLES[0]), DOUBLES[0])
    unit: Tree = ("eye", DOUBLES[0])
    for one in (("add", square, unit), ("add", ("mul", "2", unit), square)):
        found = R(("component", ("complex_lam", one), "1"))
        assert not isinstance(found, Matrix)
        assert np.isclose(Normal(R, point).number(found), meaning(("trace", one), point) / 2)


def test_the_derivation_says_what_the_real_matrix_is() -> None:
    def triangle(A, B):  # type: ignore[no-untyped-def]
        yield then(fro(A + B), "<=", fro(A) + fro(B))

    one = own("told", triangle, SQUARES)
    found = derive(one, LEMMAS, 20)
    assert found.data is not None
    lines = "\n".join(tell(one, found.data, KNOWN))
    assert "[(Re A), -(Im A); (Im A), (Re A)] of A" in lines
    assert "this is the conclusion, ‖A + B‖_F ≤ ‖A‖_F + ‖B‖_F" in lines.replace("This", "this")
