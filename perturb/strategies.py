"""Hypothesis strategies for matrices, for tests of any code; they know nothing of claims.

    from hypothesis import given
    from perturb.strategies import matrices

    @given(matrices((3, 4), rank=2))
    def test_rank(A): ...

A matrix is made, never filtered, from small fractions, so that a rank, a spectrum or a condition number is
exact for `numbers="rational"` (the default: numpy arrays of `fractions.Fraction`); "float" rounds every entry
to the nearest float64, "complex" to complex128. Failures shrink to small sizes, zeros and small integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq_mat
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from perturb.domains.domain import Domain
from perturb.domains.pairs import ENDS
from perturb.domains.random_matrices import STRUCTURES, Picks, Wanted, build
from perturb.domains.space import Point, rational
from perturb.domains.strategies import ENTRIES
from perturb.process import public

__all__ = ["entries", "matrices", "points", "vectors"]
__dir__ = public.offered(__name__)
_NUMBERS = ("rational", "float", "complex")
_Side = int | SearchStrategy[int]
_SIDES = st.integers(1, 4)


def entries(kind: str = "real") -> SearchStrategy[Fraction]:
    """Small fractions, integers first: "real", "nonneg", "positive", "unit", "signed", "sign" or "bit"."""
    if kind not in ENTRIES:
        raise ValueError(f"kind = {kind!r} is not one of {', '.join(ENTRIES)}")
    return ENTRIES[kind]


def vectors(size: _Side = _SIDES, numbers: str = "rational") -> SearchStrategy[Any]:
    """Vectors, arrays of shape (size,). ValueError for unknown `numbers`."""
    _known("numbers", numbers, _NUMBERS)
    return matrices((size, 1), numbers=numbers).map(lambda A: A[:, 0])


def matrices(
    shape: _Side | tuple[_Side, _Side] | None = None,
    *,
    structure: str = "general",
    rank: int | None = None,
    singular_values: Sequence[Any] | None = None,
    eigenvalues: Sequence[Any] | None = None,
    condition: Any = None,
    numbers: str = "rational",
) -> SearchStrategy[Any]:
    """Matrices as arrays (m, n), of one kind.

    `shape` is (m, n), or n for a square one, each a number or a strategy; without it sides are 1 to 4.
    `structure` is one of `perturb.domains.random_matrices.STRUCTURES`: general, symmetric, skew, psd,
    orthogonal, projection, diagonal, upper, toeplitz, circulant, permutation, nilpotent (for complex ones the
    Hermitian, skew-Hermitian and unitary ones). Or, instead of a structure: a `rank`, the `singular_values`
    (min(m, n) of them), the `eigenvalues` (n of them; with structure "symmetric" also), or a `condition`
    number s_1 / s_min.

    Raises ValueError for what does not go together.
    """
    _known("structure", structure, STRUCTURES)
    _known("numbers", numbers, _NUMBERS)
    wanted = Wanted(structure, rank, _exact(singular_values), _exact(eigenvalues), _one(condition))
    wanted.check()
    square = wanted.square and not isinstance(shape, tuple)
    sides = _sides(shape, square, wanted)
    return _matrices(sides, wanted, numbers)


@st.composite
def _matrices(
    draw: st.DrawFn,
    sides: tuple[SearchStrategy[int], SearchStrategy[int] | None],
    wanted: Wanted,
    numbers: str,
) -> Any:
    m = draw(sides[0])
    n = m if sides[1] is None else draw(sides[1])
    wanted.fits(m, n)

    def pick(kind: str) -> Fraction:
        return draw(ENTRIES[kind])

    chosen = Picks(pick, lambda size: draw(st.permutations(range(size))), numbers == "complex")
    return _array(build(wanted, m, n, chosen), numbers)


def points(domain: Domain) -> SearchStrategy[dict[str, Any]]:
    """The inputs of a `perturb.domains` domain by name, exact (arrays of `Fraction`); complex inputs, whose
    parts are exact as well, as complex128 to the nearest float64.
    """
    return domain.strategy().map(lambda point: _arrays(point, domain.complex_inputs))


def _arrays(point: Point, complex_inputs: Sequence[str]) -> dict[str, Any]:
    found = {name: _plain(value) for name, value in point.values.items()}
    for head in complex_inputs:
        X, Y = (np.asarray(found.pop(f"{head}{end}"), dtype=float) for end in ENDS)
        found[head] = X + 1j * Y if X.ndim else complex(X, Y)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, fmpq_mat):
        return np.array([[Fraction(int(x.p), int(x.q)) for x in row] for row in value.tolist()], dtype=object)
    if isinstance(value, tuple):
        return np.array([Fraction(int(x.p), int(x.q)) for x in value], dtype=object)
    return value if isinstance(value, int) else Fraction(int(value.p), int(value.q))


def _array(pair: tuple[fmpq_mat, fmpq_mat | None], numbers: str) -> Any:
    real, imaginary = pair
    if numbers == "rational":
        return _plain(real)
    found = _plain(real).astype(np.float64)
    return found if imaginary is None else found + 1j * _plain(imaginary).astype(np.float64)


def _sides(shape: Any, square: bool, wanted: Wanted) -> tuple[Any, Any]:
    if isinstance(shape, tuple):
        rows, cols = shape
        return _side(rows), _side(cols)
    if shape is not None:
        return _side(shape), None
    least = wanted.least
    sides = st.just(len(wanted.values)) if wanted.values else st.integers(least, max(4, least))
    return sides, None if square or wanted.values else sides


def _side(side: _Side) -> SearchStrategy[int]:
    if isinstance(side, bool) or (isinstance(side, int) and side < 1):
        raise ValueError(f"shape: {side!r} is not a positive integer or a strategy")
    return st.just(side) if isinstance(side, int) else side


def _exact(values: Sequence[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(map(_one, values))


def _one(value: Any) -> Any:
    return None if value is None else rational(value)


def _known(name: str, value: str, known: Sequence[str] | Mapping[str, Any]) -> None:
    if value not in known:
        raise ValueError(f"{name} = {value!r} is not one of {', '.join(known)}")
