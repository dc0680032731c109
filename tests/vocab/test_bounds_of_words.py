"""What float64 and longer numbers may be off: the bound of each of three systems holds, entry by entry."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import as_expr, variable
from perturb.vocab.systems import longer
from perturb.vocab.systems.bounded import BoundedFloats, Extended, Quick, in_range
from perturb.vocab.systems.elements import rules
from tests.vocab.arrays import BITS, ZOO, arguments, enclosed, public_words

WORDS = public_words()
SYSTEMS = (Quick, BoundedFloats, Extended)
BOUNDED = [
    name for name, word in sorted(WORDS.items()) if word.kind is not Kind.INTEGER and name != "reshape"
]
ROUGH = {"relu_distance", "relu_singular_values", "operator_width", "relu_width", "relu_norm", "mean_width"}
LARGER = np.random.default_rng(5).normal(size=(9, 9))
WIDE = {
    "larger": LARGER,
    "larger definite": LARGER @ LARGER.T + LARGER.T @ LARGER,
    "larger graded": LARGER * 10.0 ** (-np.arange(9.0)),
    "larger nearly singular": LARGER @ np.diag([1.0] * 8 + [1e-11]) @ LARGER,
}


def exact(x: Any) -> fmpq:
    """A longdouble number is a sum of two float64 ones."""
    high = float(x)
    return fmpq(*high.as_integer_ratio()) + fmpq(*float(x - np.longdouble(high)).as_integer_ratio())


def by_system(name: str, A: Any, system: Any) -> tuple[Any, Any] | None:
    """The value and its bound as flat arrays; None where there is none to speak of."""
    word, args = WORDS[name], arguments(WORDS[name], A)
    kinds = {f"x{k}": (Kind.VECTOR, Kind.MATRIX)[a.ndim - 1] for k, a in enumerate(args) if np.ndim(a)}
    node = word.node(
        *[variable(n, kinds[n]) if (n := f"x{k}") in kinds else as_expr(a) for k, a in enumerate(args)]
    )
    if None in rules(node):
        return None
    inputs = {n: a[None] if a.ndim == 2 else a[None, :, None] for n, a in zip(kinds, args, strict=False)}
    if any(in_range(a) is not None for a in inputs.values()):
        return None
    try:
        with np.errstate(all="ignore"):
            value, error = system(inputs).value(node)
    except (TypeError, ValueError, Undefined, np.linalg.LinAlgError):
        return None
    off = 0.0 if error is None else error * np.abs(value) if isinstance(error, float) else error
    return np.ravel(value), np.broadcast_to(np.asarray(off, dtype=float), np.shape(value)).ravel()


@functools.cache
def balls_of(name: str, which: str) -> list[arb] | None:
    try:
        return enclosed(WORDS[name], arguments(WORDS[name], {**ZOO, **WIDE}[which]))
    except (ValueError, Unavailable):
        return None


@pytest.mark.parametrize("name", [name for name in BOUNDED if name not in ROUGH])
def test_each_bound_is_one(name: str) -> None:
    met = 0
    for which, A in {**ZOO, **WIDE}.items():
        found = [by_system(name, A, system) for system in SYSTEMS]
        balls = balls_of(name, which) if any(found) else None
        for value, error in [pair for pair in found if pair and balls]:
            for x, e, ball in zip(value, error, balls or [], strict=True):
                if np.isfinite(e):
                    met += 1
                    with ctx.workprec(BITS):
                        distance = abs(arb(exact(x)) - ball).lower()
                        assert distance <= arb(e) * arb(1.01) + arb(2) ** -1000, (which, x, e)
    assert met or name in {"hermitian_permanent", "numerical_radius"}


def rational(A: Any) -> fmpq_mat:
    return fmpq_mat(len(A), A.shape[1], [exact(x) for x in A.ravel()])


@pytest.mark.parametrize("n", [1, 3, 16, 40])
def test_products_of_longer_numbers(n: int) -> None:
    rng = np.random.default_rng(n)
    grades = 2.0 ** rng.integers(-60, 60, (4, n, 1)), 2.0 ** rng.integers(-60, 60, (4, 1, n))
    x, y = (rng.normal(size=(4, n, n)) * g + rng.normal(size=(4, n, n)) * g * 2.0**-58 for g in grades)
    x, y = x.astype(np.longdouble) + x * np.longdouble(2.0**-60), y.astype(np.longdouble)
    y[1] = -np.swapaxes(x[1], -1, -2)
    x[2] *= 2.0 ** rng.integers(-40, 40, (1, n))
    value, error = longer.product(x, y)
    for one, other, v, e in zip(x, y, value, error, strict=True):
        apart = (rational(v) - rational(one) * rational(other)).entries()
        bounds = [fmpq(*float(b).as_integer_ratio()) for b in e.ravel()]
        assert all(abs(d) <= b for d, b in zip(apart, bounds, strict=True))
        assert (e <= 1e-15 * (np.abs(one) @ np.abs(other)).max()).all()


def test_float64_answers_for_larger_arrays() -> None:
    """The least of 1600 entries to nine digits, by what float64 products that are exact leave."""
    A = np.random.default_rng(1).normal(size=(5, 40, 40))
    S = A @ np.swapaxes(A, -1, -2) / 40 + np.eye(40)
    S = (S + np.swapaxes(S, -1, -2)) / 2
    for name in ("inv", "det", "mat_exp", "mat_sqrt", "mat_log", "eigenvector", "eigenprojection", "eig_re"):
        args = [2] if name.startswith("eigenv") or name == "eigenprojection" else []
        node = WORDS[name].node(variable("x0", Kind.MATRIX), *map(as_expr, args))
        given = S if args or name in ("mat_sqrt", "mat_log") else A
        value, error = BoundedFloats({"x0": given}).value(node)
        assert (np.broadcast_to(error, value.shape) <= 1e-9 * np.abs(value)).all(), name


@pytest.mark.parametrize("n", [9, 20, 33])
def test_bounds_of_larger_arrays(n: int) -> None:
    """Beside balls, where bounds are a few units of the last place: clustered, not normal, large, small."""
    rng = np.random.default_rng(n)
    G = rng.normal(size=(n, n))
    H = G @ G.T / n
    cases = [G, G * 1e-9, G + 30 * np.eye(n), np.triu(G) + np.diag(np.arange(n)), np.diag(rng.normal(size=n))]
    definite = [H + np.eye(n), np.eye(n) + 1e-9 * (G + G.T), np.diag(10.0 ** -(np.arange(n) % 9)), H]
    met = 0
    for name in ("inv", "mat_exp"):
        met += sum(_within(name, A) for A in cases)
    for name in ("mat_sqrt", "mat_log"):
        met += sum(_within(name, (A + A.T) / 2) for A in definite)
    assert met > 8 * n * n


def _within(name: str, A: Any) -> int:
    """How many entries have a bound; each of them must hold."""
    found, balls = by_system(name, A, BoundedFloats), enclosed(WORDS[name], [A])
    if found is None or balls is None:
        return 0
    met = 0
    for x, e, ball in zip(*found, balls, strict=True):
        if np.isfinite(e):
            met += 1
            with ctx.workprec(BITS):
                assert abs(arb(exact(x)) - ball).lower() <= arb(e) * arb(1.01) + arb(2) ** -1000, (name, x, e)
    return met


def test_longer_numbers_answer_where_float64_does_not() -> None:
    """The least of the entries of an inverse, to nine digits: without them 40 x 40 is left to balls."""
    A = np.random.default_rng(0).normal(size=(5, 40, 40))
    for name, arrays in {"inv": A, "det": A, "adjugate": A, "s_min": A}.items():
        node = WORDS[name].node(variable("x0", Kind.MATRIX))
        value, error = Extended({"x0": arrays}).value(node)
        assert (error <= 1e-10 * np.abs(value)).all(), name
    S = A @ np.swapaxes(A, -1, -2) / 40 + np.eye(40)
    S = (S + np.swapaxes(S, -1, -2)) / 2
    for name in ("mat_sqrt", "mat_log"):
        value, error = Extended({"x0": S}).value(WORDS[name].node(variable("x0", Kind.MATRIX)))
        assert (error <= 1e-9 * np.abs(value)).all(), name
