"""From a certified violation to the simplest one: fewer rows, zeros, small integers, small denominators.

Each kind of simplification is a `Shrinker`; `SHRINKERS` lists them in the order in which they
are tried.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.certify.point import certify
from perturb.domains.pairs import turnable
from perturb.domains.space import Point, exact_array, number, rational
from perturb.enclosure import Verdict
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.process.pool import TimeIsOver, limited
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.systems.evaluate import is_rational

STEPS = 2_000  # most need a few dozen
Complexity = tuple[int, int, int, int, int, int]


def violated(claim: Claim, point: Point, deadline: float = math.inf) -> bool:
    """Certified so, before the clock (time.monotonic) shows the deadline."""
    if deadline == math.inf:
        return certify(claim, point).verdict is Verdict.VIOLATED
    left = deadline - time.monotonic()
    try:
        with limited(left):
            return left > 0 and certify(claim, point).verdict is Verdict.VIOLATED
    except TimeIsOver:
        return False


def complexity(point: Point) -> Complexity:
    """Sizes first, then non-zero entries, then digits, imaginary parts, minus signs, magnitudes."""
    flat = [pair for value in point.values.values() for x in entries(value) for pair in _fractions(x)]
    filled = len(flat) - [p for p, _ in flat].count(0)
    digits = sum([p.bit_length() + 2 * q.bit_length() - 2 for p, q in flat])
    minus = sum([p < 0 for p, _ in flat])
    pairs = [
        value
        for name, value in point.values.items()
        if name.endswith("_im") and f"{name[:-3]}_re" in point.values
    ]
    turned = sum([x != 0 for value in pairs for x in entries(value)])
    return sum(point.sizes.values()), filled, digits, turned, minus, sum([abs(p) + q for p, q in flat])


def entries(value: Any) -> list[Any]:
    if isinstance(value, fmpq_mat | ExactMatrix):
        return list(value.entries())
    if isinstance(value, tuple):
        return list(value)
    return [number(value)]


def _fractions(x: Any) -> list[tuple[int, int]]:
    """A rational number by itself; an irrational one as the coefficients of its polynomial."""
    return [(int(c), 1) for c in x.poly.coeffs()] if isinstance(x, Algebraic) else [(int(x.p), int(x.q))]


def simplest(claim: Claim, point: Point, seconds: float = math.inf, steps: int = STEPS) -> Point:
    """A violation that no single simplification leaves a violation, or the best one when `steps` points are
    certified; with `seconds`, or when these are over.
    """
    deadline = time.monotonic() + seconds
    best, least, improved = point, complexity(point), True
    while improved and (seconds == math.inf or time.monotonic() < deadline):
        improved = False
        for candidate in candidates(claim, best):
            if (simpler := complexity(candidate)) < least:
                steps -= 1
                improved = violated(claim, candidate, deadline)
                if improved:
                    best, least = candidate, simpler
                    break
            if steps < 0 or (seconds < math.inf and time.monotonic() > deadline):
                return best
    return best


class Shrinker(Protocol):
    """One way of making a point simpler: its neighbours of one kind, bold ones first.

    They are points of the domain (`_build`) of any complexity: `simplest` takes those that are simpler and
    certified to violate the claim. A shrinker certifies nothing and draws nothing at random.
    """

    def __call__(self, claim: Claim, point: Point) -> Iterator[Point]: ...


def candidates(claim: Claim, point: Point) -> Iterator[Point]:
    """Neighbours of a constructed point, boldest simplification first."""
    for shrinker in SHRINKERS if point.params is not None else ():
        yield from shrinker(claim, point)


def _build(claim: Claim, sizes: dict[str, int], params: dict[str, Any]) -> Iterator[Point]:
    """The point with these parameters, unless one of them has left its range."""
    if not all(claim.domain.params[key].allows(x) for key, array in params.items() for x in array.ravel()):
        return
    try:
        yield claim.domain.construct(sizes, params)
    except ArithmeticError:
        return


def _smaller(claim: Claim, point: Point) -> Iterator[Point]:
    """Drop one row/column (every axis that carries the size), or lower an integer input."""
    assert point.params is not None
    domain = claim.domain
    for name, (low, _) in domain.all_ranges().items():
        size = point.sizes[name]
        if size <= (point.sizes[low] if isinstance(low, str) else low):
            continue
        sizes = {**point.sizes, name: size - 1}
        if any(isinstance(end, str) and sizes[end] < sizes[k] for k, (_, end) in domain.all_ranges().items()):
            continue
        for position in range(size):
            params = {k: _drop(a, domain.params[k].shape, name, position) for k, a in point.params.items()}
            yield from _build(claim, sizes, params)


def _drop(array: Any, shape: tuple[Any, ...], name: str, position: int) -> Any:
    for axis, size in enumerate(shape):
        if size == name:
            array = np.delete(array, position, axis=axis)
    return array


def _rounded(claim: Claim, point: Point) -> Iterator[Point]:
    """Round every entry at once."""
    assert point.params is not None
    for denominator in (1, 2, 4, 16):
        params = {k: _round_all(a, denominator) for k, a in point.params.items()}
        yield from _build(claim, dict(point.sizes), params)


def _round_all(array: Any, denominator: int) -> Any:
    exact = [Fraction(round(Fraction(int(x.p), int(x.q)) * denominator), denominator) for x in array.ravel()]
    return exact_array(np.array(exact, dtype=object).reshape(array.shape))


def _lines(claim: Claim, point: Point) -> Iterator[Point]:
    """Clear a whole parameter, or one of its rows or columns."""
    assert point.params is not None
    for key, array in point.params.items():
        if claim.domain.params[key].range in ("sign", "positive") or array.ndim == 0:
            continue
        whole: tuple[Any, ...] = (slice(None),) * array.ndim
        lines = [whole]
        for axis in range(array.ndim if array.ndim > 1 else 0):
            lines += [(*whole[:axis], k, *whole[axis + 1 :]) for k in range(array.shape[axis])]
        for line in lines:
            changed = array.copy()
            changed[line] = fmpq(0)
            yield from _build(claim, dict(point.sizes), {**point.params, key: changed})


def _scaled(claim: Claim, point: Point) -> Iterator[Point]:
    """Divide a whole parameter by its largest entry, or by two."""
    assert point.params is not None
    for key, array in point.params.items():
        largest = max((abs(x) for x in array.ravel()), default=fmpq(0))
        for divisor in {largest, fmpq(2)} - {fmpq(0), fmpq(1)}:
            yield from _build(
                claim, dict(point.sizes), {**point.params, key: np.asarray(array / divisor, dtype=object)}
            )


def _one_entry(claim: Claim, point: Point) -> Iterator[Point]:
    assert point.params is not None
    for key, array in point.params.items():
        simpler = _flips if claim.domain.params[key].range in ("sign", "bit") else _simpler
        for position in np.ndindex(array.shape):
            for value in simpler(array[position]):
                changed = array.copy()
                changed[position] = value
                yield from _build(claim, dict(point.sizes), {**point.params, key: changed})


def _flips(x: fmpq) -> list[fmpq]:
    return [fmpq(1)] if x == -1 else [fmpq(1) - x] if x in (0, 1) else []


def _simpler(x: fmpq) -> list[fmpq]:
    """Simpler numbers near x, simplest first."""
    exact = Fraction(int(x.p), int(x.q))
    if exact == 0:
        return []
    sign = 1 if exact > 0 else -1
    tries = [
        Fraction(0),
        Fraction(1),
        Fraction(sign),
        Fraction(2 * sign),
        Fraction(round(exact)),
        Fraction(sign, 2),
    ]
    tries += [Fraction(sign, d) for d in (3, 4, 8, 16, 64) if abs(exact) < 1]
    tries += [Fraction(round(exact / 2)), Fraction(round(exact) - sign)]
    tries += [exact.limit_denominator(d) for d in (2, 3, 4, 8, 16)]
    return [rational(t) for t in dict.fromkeys(tries) if t != exact]


def _phases(claim: Claim, point: Point) -> Iterator[Point]:
    """A complex input times -i, whole, by rows or by columns: imaginary numbers become real ones."""
    assert point.params is not None
    domain = claim.domain
    paired = len(domain.heads) < len(domain.spaces)
    for keys in turnable(domain.heads, domain.spaces) if paired else ():
        X, Y = (point.params[key] for key in keys)
        whole: tuple[Any, ...] = (slice(None),) * X.ndim
        for axis in range(-1, X.ndim if X.ndim > 1 else 0):
            for k in range(1 if axis < 0 else X.shape[axis]):
                line = whole if axis < 0 else (*whole[:axis], k, *whole[axis + 1 :])
                re, im = X.copy(), Y.copy()
                re[line], im[line] = Y[line], -X[line]
                yield from _build(claim, dict(point.sizes), {**point.params, keys[0]: re, keys[1]: im})


SHRINKERS: tuple[Shrinker, ...] = (_smaller, _rounded, _lines, _scaled, _phases, _one_entry)


def free_entries(claim: Claim, point: Point, seconds: float = math.inf) -> list[str]:
    """Entries that may move a little, up or down, without losing the violation: "A[1,2]", "rho".

    Those that were tried before the `seconds` were over.
    """
    deadline = time.monotonic() + seconds
    names: list[str] = []
    for name, value in point.values.items():
        if claim.domain.kinds[name] is Kind.INTEGER or not is_rational(value):
            continue
        for label, moved in _moves(name, value):
            if seconds < math.inf and time.monotonic() > deadline:
                return names
            pair = [replace(point, values={**point.values, name: m}, params=None) for m in moved]
            if all(claim.domain.contains(p) and violated(claim, p, deadline) for p in pair):
                names.append(label)
    return names


def _moves(name: str, value: Any, step: fmpq = fmpq(1, 16)) -> Iterator[tuple[str, list[Any]]]:  # noqa: B008
    if isinstance(value, fmpq_mat):
        for i, j in np.ndindex(value.nrows(), value.ncols()):
            yield (
                f"{name}[{i + 1},{j + 1}]",
                [_with_entry(value, i, j, value[i, j] + d) for d in (step, -step)],
            )
    elif isinstance(value, tuple):
        for i, x in enumerate(value):
            yield f"{name}[{i + 1}]", [(*value[:i], x + d, *value[i + 1 :]) for d in (step, -step)]
    else:
        yield name, [value + step, value - step]


def _with_entry(A: fmpq_mat, i: int, j: int, x: fmpq) -> fmpq_mat:
    copy = fmpq_mat(A)
    copy[i, j] = x
    return copy
