"""What float64 and longer numbers may be off: bounds of words, batches against LAPACK, complex matrices."""

from __future__ import annotations

import functools
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.domains import complex_square, hermitian, unitary
from perturb.domains.space import floats
from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab import (
    complex_det,
    complex_lam,
    complex_matrix,
    complex_moduli,
    complex_s,
    complex_trace,
    hermitian_permanent,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import as_expr, variable
from perturb.vocab.systems import batches, longer
from perturb.vocab.systems.batches import singular_values, symmetric_eigenvalues
from perturb.vocab.systems.bounded import BoundedFloats, Extended, Quick, in_range
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.conditions import spectral
from perturb.vocab.systems.elements import rules
from perturb.vocab.systems.evaluate import Evaluation
from tests.vocab.arrays import BITS, ZOO, arguments, enclosed, public_words

WORDS = public_words()
SYSTEMS = (Quick, BoundedFloats, Extended)
BOUNDED = [
    name for name, word in sorted(WORDS.items()) if word.kind is not Kind.INTEGER and name != "reshape"
]
ROUGH = {"relu_distance", "relu_singular_values", "operator_width", "relu_width", "relu_norm", "mean_width"}
ROUGH |= {"spherical_width"}
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
    assert met or name in NO_BOUND


NO_BOUND = {"hermitian_permanent", "numerical_radius", "complex_det_re", "complex_det_im"}
NO_BOUND |= {"complex_permanent_re", "complex_permanent_im"}
NO_BOUND |= {"canonical_cosines", "canonical_sines", "spectral_projection"}
NO_BOUND |= {"principal_sqrt", "principal_log", "principal_power"}


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


# Spectra of batches against LAPACK: random, integer, of low rank, clustered, graded, and of any scale.


MANY = 3000  # more than every size needs to leave LAPACK
SHAPES = [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (5, 5), (6, 6), (5, 3), (3, 6), (8, 4), (7, 7)]


def kinds(m: int, n: int, field: str = "real") -> dict[str, np.ndarray]:
    if field == "complex":
        turns = np.exp(1j * np.random.default_rng(m).uniform(0, 7, (MANY, 1, n)))
        other = {kind: A[::-1] for kind, A in kinds(m, n).items()}
        mixed = {kind: A + 1j * other[kind] for kind, A in kinds(m, n).items() if kind != "scales"}
        square = np.random.default_rng(n).standard_normal((2, MANY, max(m, n), max(m, n)))
        unitary = np.linalg.qr(square[0] + 1j * square[1])[0][:, :m, :n]
        return {
            **mixed,
            "unitary": unitary,
            "turned": kinds(m, n)["sparse"] * turns,
            "scales": other["scales"] * turns,
        }
    rng = np.random.default_rng(m * 10 + n)
    normal = rng.standard_normal((MANY, m, n))
    low = rng.standard_normal((MANY, m, 1)) @ rng.standard_normal((MANY, 1, n))
    return {
        "normal": normal,
        "ternary": rng.integers(-1, 2, (MANY, m, n)).astype(float),
        "sparse": rng.integers(-3, 4, (MANY, m, n)) * (rng.random((MANY, m, n)) < 0.4) * 1.0,
        "rank one": low,
        "rank two": low + 1e-3 * rng.standard_normal((MANY, m, 1)) @ rng.standard_normal((MANY, 1, n)),
        "near one": np.eye(m, n) + 1e-9 * normal,
        "graded": normal * 10.0 ** -np.arange(0, 2 * n, 2),
        "scales": normal * 10.0 ** rng.uniform(-300, 300, (MANY, 1, 1)),
        "nought": np.zeros((MANY, m, n)),
    }


FIELDS = ("real", "complex")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_singular_values_are_those_of_lapack(shape, field) -> None:
    for kind, A in kinds(*shape, field).items():
        known, found = np.linalg.svd(A, compute_uv=False), singular_values(A)
        top = np.where(known[:, :1] > 0, known[:, :1], 1.0)
        assert found.shape == known.shape, kind
        assert (np.diff(found / top, axis=-1) <= 1e-14).all(), kind
        assert (np.abs(found - known) / top).max() < 1e-13, kind


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("n", range(1, 8))
def test_eigenvalues_are_those_of_lapack(n, field) -> None:
    for kind, A in kinds(n, n, field).items():
        S = A / 2 + np.conj(np.swapaxes(A, -1, -2)) / 2
        known, found = np.linalg.eigvalsh(S)[:, ::-1], symmetric_eigenvalues(S)
        top = np.abs(known).max(axis=-1, keepdims=True)
        assert (np.diff(found, axis=-1) <= 0).all(), kind
        assert (np.abs(found - known) / np.where(top > 0, top, 1.0)).max() < 1e-13, kind


@pytest.mark.parametrize("n", range(2, 7))
def test_small_values_keep_their_digits(n) -> None:
    rng = np.random.default_rng(n)
    U, V = (np.linalg.qr(rng.standard_normal((MANY, n, n)))[0] for _ in range(2))
    values = np.sort(rng.uniform(1, 2, (MANY, n)))[:, ::-1]
    values[:, -1] = 10.0 ** rng.uniform(-9, 0, MANY)
    found = singular_values(U * values[:, None] @ np.swapaxes(V, -1, -2))
    assert (np.abs(found - values)[:, -1] / values[:, 0]).max() < 1e-14


@pytest.mark.parametrize("n", range(1, 7))
def test_what_is_diagonal_is_exact(n) -> None:
    rng = np.random.default_rng(n)
    entries = rng.standard_normal((MANY, n)) if n > 2 else rng.integers(-9, 10, (MANY, n)).astype(float)
    D = np.zeros((MANY, n, n))
    D[:, range(n), range(n)] = entries
    assert (symmetric_eigenvalues(D) == np.sort(entries)[:, ::-1]).all()
    assert (singular_values(D) == np.sort(np.abs(entries))[:, ::-1]).all()


def test_large_batches_of_small_matrices_do_not_ask_lapack(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    A = np.eye(4) + rng.standard_normal((MANY, 4, 4)) / 8
    known = np.linalg.svd(A, compute_uv=False)
    monkeypatch.setattr(np.linalg, "svd", None)
    monkeypatch.setattr(np.linalg, "eigvalsh", None)
    assert np.allclose(singular_values(A), known, rtol=1e-12, atol=0)
    assert np.allclose(symmetric_eigenvalues(np.swapaxes(A, -1, -2) @ A), known**2, rtol=1e-12, atol=0)
    assert max(batches.WORTH.values()) < MANY > max(batches.WORTH_SYMMETRIC.values())


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("n", range(3, 7))
def test_values_depend_on_no_neighbour(n, field, monkeypatch: pytest.MonkeyPatch) -> None:
    A = np.concatenate(list(kinds(n, n, field).values()))
    S = A / 2 + np.conj(np.swapaxes(A, -1, -2)) / 2
    known = singular_values(A), symmetric_eigenvalues(S)
    order = np.random.default_rng(n).permutation(len(A))
    monkeypatch.setattr(batches, "PIECE", 1777)
    assert (singular_values(A[order]) == known[0][order]).all()
    assert (symmetric_eigenvalues(S[order]) == known[1][order]).all()
    assert (singular_values(A[2::3]) == known[0][2::3]).all()


@pytest.mark.parametrize("rank", range(1, 5))
def test_low_ranks_do_not_ask_lapack(rank, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(rank)
    factors = rng.standard_normal((2, MANY, 5, 5)) / 4 + np.eye(5)
    A = factors[0, :, :, :rank] @ factors[1, :, :rank]
    known, asked = np.linalg.svd(A, compute_uv=False), []
    lapack = batches._lapack
    monkeypatch.setattr(batches, "_lapack", lambda few: (asked.append(len(few)), lapack(few))[1])
    found = singular_values(A)
    assert (np.abs(found - known) / known[:, :1]).max() < 1e-13
    assert sum(asked) < MANY / 20


def test_the_least_of_many_is_off_by_less_than_the_bound_says() -> None:
    """Second values of a hundredth of the first are the worst for roots of squares."""
    rng = np.random.default_rng(0)
    for m, n in ((2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 6)):
        L, values, R = np.linalg.svd(rng.normal(size=(20_000, m, n)), full_matrices=False)
        values[:, -1] = values[:, 0] * 10.0 ** rng.uniform(-6, -2, len(L))
        if n > 3:
            values[:, -2] = values[:, 0] * 10.0 ** rng.uniform(-2.1, -1.5, len(L))
        A = (L * values[:, None, :]) @ R
        off = np.abs(singular_values(A) - np.linalg.svd(A, compute_uv=False))
        assert (off <= spectral(A, None)[..., 0] / 2).all()


# Complex matrices as real ones of twice the size: spectra, permanents and domains beside numpy's.


A = variable("A", Kind.MATRIX)


def drawn(domain: Any, count: int) -> list[Any]:
    named = domain.named(["A"])
    batch = named.draw(np.random.default_rng(5), count)
    return [named.construct(batch.sizes, batch.params_of(k)).values["A"] for k in range(count)]


def complex_of(exact: Any) -> Any:
    Z = floats(exact)
    n = len(Z) // 2
    return Z[:n, :n] + 1j * Z[n:, :n]


def value(word: Any, exact: Any) -> Any:
    found = Evaluation(CharPoly({"A": exact}))(word(A))
    numbers = found if isinstance(found, tuple) else (found,)
    return np.array([float(x.mid()) if hasattr(x, "mid") else int(x.p) / int(x.q) for x in numbers])


def test_numbers_of_complex_matrices_are_those_of_numpy() -> None:
    for exact in drawn(complex_square(3), 3):
        Z = complex_of(exact)
        assert np.allclose(value(complex_s, exact), np.linalg.svd(Z, compute_uv=False), atol=1e-7)
        assert np.allclose(value(complex_moduli, exact), -np.sort(-abs(np.linalg.eigvals(Z))), atol=1e-4)
        assert np.allclose(value(complex_det, exact), abs(np.linalg.det(Z)), atol=1e-7)
        assert np.allclose(value(complex_trace, exact), np.trace(Z).real)
        assert np.allclose(complex_matrix(Z.real, Z.imag), floats(exact))


def test_hermitian_matrices_have_real_eigenvalues_and_permanents() -> None:
    for exact in drawn(hermitian(3), 3):
        Z = complex_of(exact)
        assert np.allclose(Z, Z.conj().T)
        assert np.allclose(value(complex_lam, exact), np.linalg.eigvalsh(Z)[::-1])
        known = sum(prod(Z[i, j] for i, j in enumerate(p)) for p in permutations(range(3)))
        assert np.allclose(value(hermitian_permanent, exact), known)
    turn = complex_square(1).named(["A"]).point({"A": [[0, -1], [1, 0]]})
    with pytest.raises(Undefined):
        value(hermitian_permanent, turn.values["A"])


def test_unitary_matrices_are_unitary_and_nothing_else_belongs() -> None:
    for exact in drawn(unitary(2), 3):
        U = complex_of(exact)
        assert np.allclose(U @ U.conj().T, np.eye(2))
    domain = unitary(1).named(["A"])
    assert domain.contains(domain.point({"A": [["3/5", "-4/5"], ["4/5", "3/5"]]}))
    assert not domain.contains(domain.point({"A": [["3/5", "4/5"], ["4/5", "-3/5"]]}))
    with pytest.raises(ValueError, match="is not a size of complex matrices"):
        hermitian(0)
