"""Asking for a spectrum: of a matrix that has one to give, and once although several words ask for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flint import arb_mat, ctx, fmpq_mat

from perturb.numbers.exact_matrix import ExactMatrix

SPREAD_LIMIT = 200

Method = Callable[[Any, Any], tuple[Any, ...]]


def once(method: Method) -> Method:
    """A method of a number system that keeps, in `known` of the system, what it found of a matrix.

    s_1, s_* and kappa of one matrix are one decomposition. The matrix is kept beside its values, so that no
    other one takes its place in memory.
    """

    @wraps(method)
    def found(system: Any, A: Any) -> tuple[Any, ...]:
        key = method.__name__, id(A), ctx.prec
        if key not in system.known:
            system.known[key] = A, method(system, A)
        values: tuple[Any, ...] = system.known[key][1]
        return values

    return found


def within(A: Any, limit: int) -> bool:
    """Small enough for characteristic polynomials, and of one scale: widely spread roots isolate slowly."""
    if not isinstance(A, fmpq_mat) or min(A.nrows(), A.ncols()) > limit:
        return False
    scales = [x.numer().bit_length() - x.denom().bit_length() for x in A.entries() if x != 0]
    return not scales or max(scales) - min(scales) <= SPREAD_LIMIT


def check_symmetric(S: Any) -> None:
    """ValueError for a matrix that is certainly not symmetric."""
    if S.nrows() != S.ncols():
        raise ValueError(f"eigenvalues: a {S.nrows()} x {S.ncols()} matrix is not square")
    if isinstance(S, fmpq_mat | ExactMatrix) and S.transpose() != S:
        raise ValueError("eigenvalues: the matrix is not symmetric; use moduli or spectral_radius")
    if isinstance(S, arb_mat) and not S.overlaps(S.transpose()):
        raise ValueError("eigenvalues: the matrix is certified not symmetric; use moduli or spectral_radius")
