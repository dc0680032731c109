"""What functions here are given, refused in one line that names argument and value: numbers, lists, matrices.

Matrices come as floats, or exactly; these are brought to floats of order one. All quantities of exact ones
are homogeneous of degree 1 and move by at most the spectral norm of the change of a matrix, so they are
computed for a nearby matrix of floats: |A - 2^exponent floats| <= error, rounded up.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.relu.definite import Floats
from perturb.numbers import factors
from perturb.numbers.residual import norm_bound
from perturb.numbers.scalar import Matrix, as_matrix_balls, bounds
from perturb.types import FloatArray


def whole(name: str, value: Any, least: int) -> int:
    """ValueError unless the value is an integer from `least` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} = {value!r} is not an integer >= {least}")
    return int(value)


def number(name: str, value: Any) -> float:
    """ValueError unless the value is a finite real number."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise ValueError(f"{name} = {value!r} is not a number")
    if not isfinite(value):
        raise ValueError(f"{name} = {value!r} is not finite")
    return float(value)


def positive(name: str, value: Any) -> float:
    """ValueError unless the value is a finite number above 0."""
    if number(name, value) <= 0:
        raise ValueError(f"{name} = {value!r} is not positive")
    return float(value)


def listed(name: str, value: Any) -> list[Any]:
    """ValueError unless the value is a list, a tuple or the like; not a string."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"{name} = {value!r} is not a list")
    return list(value)


def seeded(value: Any) -> np.random.Generator:
    """The generator that `rng` is, or one of that seed. ValueError for what numpy takes as neither."""
    try:
        return np.random.default_rng(value)
    except (TypeError, ValueError):
        raise ValueError(f"rng = {value!r} is neither a generator nor a seed") from None


def matrix(name: str, value: Any) -> FloatArray:
    """A finite real matrix with at least one row and one column, as float64; ValueError otherwise."""
    found = _real(name, value)
    if found.ndim != 2 or not found.size:
        raise ValueError(
            f"{name}: a matrix with a row and a column at least is needed, got shape {found.shape}"
        )
    return _finite(name, found)


def rational(name: str, value: Any) -> fmpq_mat:
    """An exact matrix as it is, or the one that a finite real matrix is; ValueError otherwise."""
    if not isinstance(value, fmpq_mat):
        rows = matrix(name, value).tolist()
        return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in rows])
    if not (value.nrows() and value.ncols()):
        shape = value.nrows(), value.ncols()
        raise ValueError(f"{name}: a matrix with a row and a column is needed, got shape {shape}")
    return value


def precision(bits: Any) -> int:
    """The bits, 53 for None; ValueError unless they are an integer >= 2."""
    if bits is None:
        return 53
    if isinstance(bits, bool) or not isinstance(bits, int | np.integer) or bits < 2:
        raise ValueError(f"bits = {bits!r} is not an integer >= 2")
    return int(bits)


def vector(name: str, value: Any, length: int, like: str) -> FloatArray:
    """A finite real vector of the length of `like`, as float64; ValueError otherwise."""
    found = _real(name, value)
    if found.shape != (length,):
        raise ValueError(f"{name}: a vector of length {length}, {like}, is needed, got shape {found.shape}")
    return _finite(name, found)


def sampling(draws: Any, alpha: Any) -> None:
    """ValueError unless draws is an integer >= 1 and 0 < alpha < 1."""
    whole("draws", draws, 1)
    if not 0 < number("alpha", alpha) < 1:
        raise ValueError(f"alpha = {alpha!r} does not lie strictly between 0 and 1")


def _real(name: str, value: Any) -> FloatArray:
    try:
        found = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: rows of different lengths") from None
    if found.size and found.dtype.kind not in "fiub":
        raise ValueError(f"{name}: entries must be real numbers, got {found.dtype}")
    return found.astype(np.float64, copy=False)


def _finite(name: str, found: FloatArray) -> FloatArray:
    if not np.isfinite(found).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(found))[0])
        raise ValueError(f"{name}: entry {list(where)} = {found[where]} is not finite")
    return found


BITS = 128
LIPSCHITZ = "relu-lipschitz"
NEGLIGIBLE = 2.0**-200  # smaller entries are taken for 0, so that no square of a float vanishes


class Rounded(NamedTuple):
    """Matrices A_i with |A_i - 2^exponent floats_i| <= 2^exponent error; entries of the floats at most 1."""

    floats: tuple[Floats, ...]
    exponent: int
    error: fmpq


def exact_matrix(A: Any, name: str) -> Matrix:
    """A as an exact rational matrix, from an array or nested lists of numbers; balls stay as they are.

    ValueError where it is no matrix of real numbers, has no entries, or holds a NaN or an infinity.
    """
    if isinstance(A, fmpq_mat | arb_mat):
        if not A.nrows() or not A.ncols():
            raise ValueError(f"{name}: a {A.nrows()} x {A.ncols()} matrix has no entries")
        return A
    try:
        array = np.asarray(A)
        entries = [fmpq(*x.as_integer_ratio()) for x in array.ravel().tolist()]
    except (OverflowError, ValueError):
        raise ValueError(f"{name}: entries must be finite real numbers: {_offender(A)}") from None
    except (AttributeError, TypeError):
        raise ValueError(f"{name}: not a matrix of real numbers") from None
    if array.ndim != 2 or not array.size:
        raise ValueError(f"{name}: shape {array.shape} is not that of an m x n matrix with m, n >= 1")
    m, n = array.shape
    return fmpq_mat(m, n, entries)


def _offender(A: Any) -> str:
    try:
        array = np.asarray(A, dtype=np.float64)
    except (TypeError, ValueError):
        return "its rows differ in length, or hold no numbers"
    where = np.argwhere(~np.isfinite(array))
    spot = ", ".join(str(int(i) + 1) for i in where[0]) if len(where) else "?"
    return f"entry ({spot}) is {array[tuple(where[0])] if len(where) else '?'}"


def refuse_large(A: Matrix, name: str, limit: int, per_cube: float) -> None:
    """ValueError for a side beyond the limit, with the minutes that it would take: `per_cube` seconds times
    side^3.
    """
    side = max(A.nrows(), A.ncols())
    if side > limit:
        minutes = per_cube * side**3 / 60
        raise ValueError(
            f"{name}: {A.nrows()} x {A.ncols()} is too large, about {minutes:,.0f} minutes; "
            f"sides up to {limit} are taken"
        )


def pair(A: Any, L: Any) -> tuple[Matrix, Matrix]:
    """Two matrices of one shape. ValueError otherwise."""
    left, right = exact_matrix(A, "A"), exact_matrix(L, "L")
    shapes = [(X.nrows(), X.ncols()) for X in (left, right)]
    if shapes[0] != shapes[1]:
        raise ValueError(f"L: shape {shapes[1]} is not the shape {shapes[0]} of A")
    return left, right


def near(*matrices: Matrix) -> Rounded | None:
    """Floats near the matrices, divided by one power of two; None where a ball is not finite."""
    with ctx.workprec(BITS):
        balls = [as_matrix_balls(A) for A in matrices]
        if not all(x.is_finite() for B in balls for x in B.entries()):
            return None
        exponent = max(factors.exponent(B) for B in balls)
        scaled = [B * arb((1, -exponent)) for B in balls]
        floats = tuple(_without_dust(factors.floats(B)) for B in scaled)
        errors = [norm_bound(B - factors.from_floats(F)) for B, F in zip(scaled, floats, strict=True)]
        return Rounded(floats, exponent, sum((_upper(e) for e in errors), fmpq(0)))


def _without_dust(F: Floats) -> Floats:
    return np.where(np.abs(F) < NEGLIGIBLE, 0.0, F)


def _upper(x: arb) -> fmpq:
    ends = bounds(x)
    assert ends is not None
    return ends[1]


def enclosure(lo: float, hi: float, near: Rounded, lipschitz: bool = False) -> Enclosure:
    """2^exponent [lo - error, hi + error], cut at 0: these quantities are not negative.

    `lipschitz` says whether the ends rest on ReLU's being 1-Lipschitz; what pays for an error does.
    """
    if not np.isfinite([lo, hi]).all():
        return WHOLE_LINE
    scale = fmpq(2) ** near.exponent
    ends = fmpq(*lo.as_integer_ratio()) - near.error, fmpq(*hi.as_integer_ratio()) + near.error
    trusts = frozenset({LIPSCHITZ}) if lipschitz or near.error > 0 else frozenset()
    return Enclosure(max(ends[0], fmpq(0)) * scale, ends[1] * scale, trusts=trusts)
