"""Derivations about complex matrices: normal forms beside numpy, what is derived, what is refused."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from perturb import Claim, claim, indices, paper, then, vocab
from perturb.derive.checker.check import check
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Wording, reader
from perturb.derive.checker.reading import Tree, parsed
from perturb.derive.deriver import derive
from perturb.derive.header import header
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
from tests.derive.forging import FALSE_OF_DOUBLES, listed
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


def statement(text: str) -> Claim:
    """Of two sides over inputs whose letter says what they are."""
    lhs, sign, rhs = re.split(" (<=|>=|==) ", text)
    names = [name for name in LETTERS if re.search(rf"\b{name}\b", text)]

    def body(*inputs):  # type: ignore[no-untyped-def]
        known = {
            **{name: getattr(vocab, name) for name in dir(vocab)},
            "i": I1,
            "j": J1,
            "abs": abs,
            **dict(zip(names, inputs, strict=True)),
        }
        yield then(eval(lhs, known), sign, eval(rhs, known))

    body.__signature__ = Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in names])  # type: ignore[attr-defined]
    return own(text, body, together(**{name: LETTERS[name] for name in names}))


I1, J1 = indices("i j")
LETTERS = {name: square(field="complex") for name in "AB"} | {name: hermitian() for name in "FG"}
LETTERS |= {name: psd(field="complex") for name in "PQ"} | {"M": rectangular(field="complex")}
LETTERS |= {name: vector(field="complex") for name in "xy"}
TRUE = """op(A @ B) <= op(A) * op(B); fro(A @ B) <= fro(A) * fro(B); norm(A @ x) <= fro(A) * norm(x)
op(M) <= fro(M); nuclear(A) <= rank(A) * op(A); sq(fro(A)) <= cols(A) * sq(op(A)); s(A)[i+1] <= s(A)[i]
total(lam(F)) == real(trace(F)); total(sq(lam(F))) == sq(fro(F)); lam(F)[i] <= lam(F+P)[i]
real(trace(P@Q)) <= lam_max(P) * real(trace(Q)); norm(x+y) <= norm(x)+norm(y); lam(A.H@A)[i] == sq(s(A)[i])"""


def some_matrix(rng: np.random.Generator, m: int, n: int) -> Any:
    def whole(*sides: int) -> Any:
        return rng.integers(-2, 3, sides) + 1j * rng.integers(-2, 3, sides)

    Z, way = whole(m, n), rng.integers(8)
    ways: list[Callable[[], Any]] = [
        lambda: Z.real + 0j, lambda: 1j * Z.real, lambda: np.triu(Z, 1), lambda: whole(m, 1) @ whole(1, n),
        lambda: np.eye(m, n) * rng.choice([1, -1, 1j]), lambda: Z * np.eye(m, n),
    ]  # fmt: skip
    return ways[way]() if way < len(ways) else Z


def complex_point(rng: np.random.Generator) -> dict[str, Any]:
    """The parts of all inputs by their names, at sizes of 2 and 3."""
    m, n = (int(k) for k in rng.integers(2, 4, 2))
    point: dict[str, Any] = {"m": m, "n": n, "i": int(rng.integers(1, 3)), "j": int(rng.integers(1, 3))}
    for name in LETTERS:
        Z = some_matrix(rng, m if name == "M" else n, 1 if name in "xy" else n)
        Z = Z + Z.conj().T if name in "FG" else Z @ Z.conj().T if name in "PQ" else Z
        Z = Z[:, 0] if name in "xy" else Z
        point |= {f"{name}_re": Z.real, f"{name}_im": Z.imag}
    return point


def fails(text: str, at: dict[str, Any]) -> bool:
    """A conclusion as it is written, by numpy and far from rounding."""
    for line in header(statement(text))["then"]:
        sign, *pair = parsed(line)
        try:
            x, y = (np.asarray(meaning(side, at), dtype=float) for side in pair)
        except (IndexError, np.linalg.LinAlgError):
            return False
        below = np.max({"<=": x - y, ">=": y - x, "==": abs(x - y)}[sign])
        if below > 1e-6 * (1 + np.max(abs(x)) + np.max(abs(y))):
            return True
    return False


@cache
def honest() -> list[Any]:
    found = {text: derive(statement(text), LEMMAS, 30).data for text in listed(TRUE)}
    assert not [text for text, data in found.items() if data is None]
    return [*found.values()]


@pytest.mark.parametrize("part", range(4))
def test_steps_about_something_true_serve_for_nothing_false(part: int) -> None:
    """Alone, or below the steps of each statement whose inputs are among its own."""
    tried = 0
    for seed, false in enumerate(listed(FALSE_OF_DOUBLES)[part::4]):
        rng, one = np.random.default_rng([seed, part]), statement(false)
        assert any(fails(false, complex_point(rng)) for _ in range(400)), false
        data, cited = header(one), KNOWN.cited(one)
        own_inputs = {tuple(row) for row in data["inputs"]}
        for other in honest():
            if {tuple(row) for row in other["inputs"]} <= own_inputs:
                goals = other["goals"] * len(data["then"])
                with pytest.raises(Rejected):
                    check({**data, "goals": goals, "lemmas": other["lemmas"]}, cited)
                tried += 1
        with pytest.raises(Rejected):
            check({**data, "goals": [[] for _ in data["then"]], "lemmas": {}}, cited)
    assert tried > 150


@pytest.mark.parametrize("text", listed(FALSE_OF_DOUBLES)[:: 1 if settings().max_examples >= 2_000 else 20])
def test_none_of_them_is_derived(text: str) -> None:
    assert derive(statement(text), LEMMAS, 0.5).outcome != "derived"


@pytest.mark.parametrize("size", [1, 2])
def test_a_wrong_conclusion_between_numbers_is_open(size: int) -> None:
    def three(A):  # type: ignore[no-untyped-def]
        yield then(vocab.cols(A), "==", 3)

    assert derive(own("numbers", three, square(size)), LEMMAS, 0.5).outcome == "open"


def test_of_a_list_of_one_number_as_many_as_are_taken() -> None:
    R = reader(
        Wording("", [["a", "general", "1", "1"], ["k", "integer", "1", "1"]], {"k": ("1", "1")}, [], [])
    )
    for v in (("s", "a"), ("complex_s", ("complex_matrix", "a", "a"))):
        assert R(("sum", ("head", v, "k"))) == R(("mul", "k", ("sum", v)))
